"""What a person has done in a server, in words: game by game, with the moments to remember."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.games import presenter
from bot.records.board import provisional_note
from bot.records.words import rating_words, share_words, wins_words
from bot.tables import ids
from bot.tables.ids import ComponentId
from bot.tables.page import Page, Row, box
from bot.text import N_, Text
from bot.text.chips import chips_words
from bot.text.names import safe_name
from engine import game_names, moments
from engine.house.keepsakes import MOMENT_GAMES, Keepsake
from engine.moments import KINDS, Moment
from engine.store import Profile, Standing

COLOUR: Final = 0x3B6EA5

Kept = Mapping[str, Mapping[str, Keepsake]]

_MOMENTS: Final = {
    moments.LONGEST_LIFE: (
        N_("Longest life: one card without a bust"),
        N_("Longest life: {n} cards without a bust"),
    ),
    moments.HIGHEST_BUST: (N_("Biggest bust: at {n}"), N_("Biggest bust: at {n}")),
    moments.CLEANEST_ROUND: (
        N_("Cleanest round: one bull head"),
        N_("Cleanest round: {n} bull heads"),
    ),
    moments.MOST_HEADS: (
        N_("Dearest trick: one bull head"),
        N_("Dearest trick: {n} bull heads"),
    ),
    moments.HIGHEST_BID: (N_("Highest bid made: {n}"), N_("Highest bid made: {n}")),
    moments.HIGHEST_SET: (N_("Highest bid that failed: {n}"), N_("Highest bid that failed: {n}")),
    moments.MOST_CAUGHT: (
        N_("Best time going out: one point in the others' hands"),
        N_("Best time going out: {n} points in the others' hands"),
    ),
    moments.WORST_ROUND: (
        N_("Worst round: caught with one point"),
        N_("Worst round: caught with {n} points"),
    ),
}


def profile_page(text: Text, profile: Profile, kept: Kept, *, reader: int | None = None) -> Page:
    """Return the page: for everybody, or for one reader, who may then show it to everybody."""
    total = _total(text, profile, own=profile.user_id == reader)
    blocks = [f"## {name_of(text, profile)}\n{total}"]
    blocks += [_game(text, standing, kept.get(standing.game, {})) for standing in profile.games]
    blocks.append("\n".join(f"-# {line}" for line in _small_print(text, profile, kept)))
    return box(blocks, _rows(text, profile, shareable=reader is not None), COLOUR)


def name_of(text: Text, profile: Profile) -> str:
    """Return whose profile it is, ready to be shown."""
    return safe_name(profile.name, text)


def _total(text: Text, profile: Profile, *, own: bool) -> str:
    total = profile.total
    if total is None or not total.games:
        if own:
            return text.gettext(
                "You haven't finished a game on this server yet. Type /play to open a table!"
            )
        return text.gettext("Hasn't finished a game on this server yet.")
    lines = [_record(text, total)]
    if total.streak > 1:
        lines.append(text.ngettext("One win in a row now.", "{n} wins in a row now.", total.streak))
    return "\n".join(lines)


def _record(text: Text, standing: Standing) -> str:
    """Wins, games, share, chips and the best row of wins."""
    parts = [
        text.gettext(
            "{record} ({share})",
            record=wins_words(text, standing),
            share=share_words(None, standing),
        )
    ]
    if standing.chips:
        parts.append(chips_words(text, standing.chips))
    if standing.best_streak > 1:
        parts.append(
            text.ngettext("one win in a row", "at best {n} wins in a row", standing.best_streak)
        )
    return " · ".join(parts)


def _game(text: Text, standing: Standing, kept: Mapping[str, Keepsake]) -> str:
    lines = [f"### {presenter(standing.game).title}", _record(text, standing)]
    if standing.rating is not None:
        lines.append(
            text.gettext(
                "Rating **{rating}** after {rated}",
                rating=rating_words(standing.rating, provisional=standing.provisional),
                rated=text.ngettext("one rated game", "{n} rated games", standing.rated),
            )
        )
    good = {kind.name: kind.good for kind in KINDS}
    for kind, keepsake in kept.items():
        lines.append(f"- {'👍' if good[kind] else '👎'} {_keepsake(text, keepsake)}")
    return "\n".join(lines)


def _keepsake(text: Text, keepsake: Keepsake) -> str:
    return text.gettext(
        "{moment} (<t:{time}:d>, table {table}, step {step})",
        moment=moment_words(text, keepsake.moment),
        time=int(keepsake.ended_at),
        table=keepsake.table_id,
        step=keepsake.moment.ply,
    )


def moment_words(text: Text, moment: Moment) -> str:
    """Return what happened, without whom."""
    one, many = _MOMENTS[moment.kind]
    return text.ngettext(one, many, moment.value)


def _small_print(text: Text, profile: Profile, kept: Kept) -> list[str]:
    lines = []
    if any(game.rating is not None and game.provisional for game in profile.games):
        lines.append(provisional_note(text))
    if any(kept.values()):
        lines.append(
            text.gettext(
                "The moments are of the last {n} games of a kind, and of one's own decisions "
                "alone. `/replay` shows them again.",
                n=MOMENT_GAMES,
            )
        )
    return lines


def _rows(text: Text, profile: Profile, *, shareable: bool) -> list[Row]:
    row: list[discord.ui.Button[discord.ui.LayoutView]] = []
    if any(game.rating is not None for game in profile.games):
        row.append(
            discord.ui.Button(
                label=text.gettext("Rating curve"),
                custom_id=ids.profile_id("curve", profile.user_id, None),
                id=ComponentId.CURVE,
            )
        )
    if shareable and profile.games:
        row.append(
            discord.ui.Button(
                label=text.gettext("Show to everybody"),
                custom_id=ids.profile_id("share", profile.user_id, None),
                id=ComponentId.SHARE,
            )
        )
    return [row] if row else []


def in_order(profile: Profile) -> list[str]:
    """The games with a rating, most played first; only those that this version knows."""
    return [
        each.game for each in profile.games if each.rating is not None and each.game in game_names()
    ]
