"""What can be said of a table's shuffle: its seal, and the whole proof when the game is over."""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.games import presenter
from bot.tables import ids
from bot.tables.page import Page, Row, box
from bot.tables.replay import EVERYBODY
from bot.text import N_, Text
from engine.house.archive import Proof
from engine.store import LIVE

COLOUR: Final = 0x2E7D5B
WRONG_COLOUR: Final = 0xB91C1C

_BEFORE: Final = (
    N_("Before anybody joined I drew a secret seed of 32 bytes."),
    N_("The seal is its SHA-256: I can't find another seed that has the same one."),
    N_("Everybody who sat down has added the number of their click, the salt, which I couldn't "
       "foresee."),
    N_("The cards are shuffled from SHA-256 of seed and salt, by a rule that anybody can repeat."),
    N_("When the game is over I show seed and salt here, and you can check that they fit the "
       "seal."),
)  # fmt: skip
_AFTER: Final = (
    N_("Compare the seal above with the one that the table showed before anybody joined."),
    N_("Compute SHA-256 of the seed's 32 bytes with any tool: it has to be the seal."),
    N_("Compute SHA-256 of the seed's bytes followed by the salt's characters: that is the seed of "
       "the deals, and it stands in the record."),
    N_("Press Download for the record, which holds that seed and every action, and for a program "
       "that needs nothing but Python and is short enough to be read."),
)  # fmt: skip
_FOLLOWED: Final = N_("`python verify.py {file} SEED SALT SEAL` checks all that, deals the cards "
                      "again and tells whether everybody held what they played.")  # fmt: skip
_DEALT: Final = N_("`python verify.py {file} SEED SALT SEAL` checks all that and deals the cards "
                   "of the first round again.")  # fmt: skip
_FOLLOWED_GAMES: Final = frozenset({"take5", "schmier"})
"""Those whose every deal the program knows; the others shuffle anew as the play has it."""


def fair_page(proof: Proof, text: Text) -> Page:
    """Return what can be said now."""
    table = proof.outline.table
    title = text.gettext(
        "## Fair deal: {game}, table {table}", game=presenter(table.game).title, table=table.id
    )
    seal = text.gettext("Seal, shown before anybody joined:\n`{seal}`", seal=proof.commitment)
    if not proof.is_open:
        return box(
            (f"{title}\n{seal}\n{_still(proof, text)}", _in_order(text, _BEFORE)), (), COLOUR
        )
    facts = {
        "seed": proof.seed.hex(),
        "salt": proof.salt,
        "deal": proof.deal.hex(),
    }
    opened = text.gettext(
        "Seed:\n`{seed}`\nSalt, the clicks in seat order, 0 for a computer:\n`{salt}`\n"
        "Seed of the deals:\n`{deal}`",
        **facts,
    )
    last = _FOLLOWED if table.game in _FOLLOWED_GAMES else _DEALT
    how = _in_order(text, (*_AFTER, last), file=f"table-{table.id}.jsonl")
    blocks = (f"{title}\n{seal}\n{opened}", "\n".join(_checks(proof, text)), how)
    colour = COLOUR if _holds(proof) else WRONG_COLOUR
    return box(blocks, _rows(table.id, text), colour)


def _still(proof: Proof, text: Text) -> str:
    """Why the seal isn't opened."""
    if proof.outline.table.status in LIVE:
        return text.gettext("The seal is opened when the game is over.")
    return text.gettext("The table closed before any cards were dealt, so there is no deal.")


def _in_order(text: Text, sentences: tuple[str, ...], **facts: object) -> str:
    title = text.gettext("**How anybody can check it**")
    told = (text.gettext(sentence, **facts) for sentence in sentences)
    return "\n".join((title, *(f"{number}. {each}" for number, each in enumerate(told, 1))))


def _checks(proof: Proof, text: Text) -> Iterator[str]:
    yield text.gettext("**I have just checked it**")
    if proof.deal_matches:
        yield text.gettext("✅ The cards were dealt from this seed and this salt.")
    else:
        yield text.gettext("❌ The cards were not dealt from this seed and this salt!")
    if not proof.outline.table.has_journal:
        yield text.gettext("The game is so old that its plays have been deleted.")
    elif proof.result_matches is None:
        yield text.gettext("The table was closed before the game ended, so there is no result.")
    elif proof.result_matches:
        yield text.gettext("✅ Played again from that deal, the game ends exactly as it was told.")
    else:
        yield text.gettext("❌ Played again from that deal, the game doesn't end as it was told!")


def _holds(proof: Proof) -> bool:
    return proof.deal_matches and proof.result_matches is not False


def _rows(table: int, text: Text) -> list[Row]:
    labels = {"record": text.gettext("Download"), "show": text.gettext("Replay")}
    row: list[discord.ui.Button[Any]] = [
        discord.ui.Button(
            label=label,
            custom_id=ids.replay_id(table, EVERYBODY, 0, verb),
            id=ids.component(f"rp:{verb}"),
        )
        for verb, label in labels.items()
    ]
    return [row]
