"""Why a request was refused, in a sentence that says what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.answers import Answer
from bot.games import Presenter
from bot.games.presenter import listed
from bot.records.short import short_sentence
from bot.tables.places import message_link
from bot.tables.scene import presenter_of
from bot.text import N_, Text
from bot.text.names import safe_name
from engine.refusal import Refusal, RefusalCode

Facts: TypeAlias = Mapping[str, Any]

LINKED: Final = 10
"""Tables that are named with their links at most: a person may sit at more."""

_SENTENCES: Final[Mapping[RefusalCode, str]] = {
    RefusalCode.UNKNOWN_TABLE: N_("That table doesn't exist any more. Type /play to open one."),
    RefusalCode.ALREADY_SEATED: N_("You already sit at this table."),
    RefusalCode.TABLE_FULL: N_("This table is full. Type /play to open another one."),
    RefusalCode.PLACE_TAKEN: N_("Somebody sits there already. Choose another seat."),
    RefusalCode.NO_SUCH_PLACE: N_("There is no such seat at this table."),
    RefusalCode.NOT_LOBBY: N_("This game has already started. Type /play to open a new table."),
    RefusalCode.NOT_PLAYING: N_("This game hasn't started yet. The host can press Start."),
    RefusalCode.NOT_HOST: N_("Only the host of this table can do that."),
    RefusalCode.NOT_SEATED: N_("You don't sit at this table. Press Options to see what you can do "
                               "there, or type /play to open one."),
    RefusalCode.NOT_YOUR_SEAT: N_("These aren't your cards. Press My hand to see yours."),
    RefusalCode.NOT_YOUR_TURN: N_("It isn't your turn yet."),
    RefusalCode.STALE: N_("That button was for an earlier turn, so nothing was played."),
    RefusalCode.ILLEGAL: N_("The rules don't allow that. Choose another move."),
    RefusalCode.UNCLEAR: N_("I can't make sense of that answer, so nothing was changed. "
                            "Choose another one."),
    RefusalCode.TABLE_OVER: N_("This game is over. Type /play to start a new one."),
    RefusalCode.ON_HOLD: N_("The table is paused, so nothing was changed. "
                         "Anybody who sits there may press Go on."),
    RefusalCode.KICKED: N_("You were removed from this table. Join another one, "
                           "or type /play to open one."),
    RefusalCode.KICK_SELF: N_("Press Leave if you want to go; the table gets another host."),
    RefusalCode.NOT_MODERATOR: N_("Only those who may manage messages in that table's channel can "
                                  "do that. Ask one of them."),
    RefusalCode.SEAT_CHANGED: N_("Somebody else is at that seat by now, so nothing was changed. "
                                 "Look at the table again."),
    RefusalCode.SEAT_OUT: N_("That seat is out of the game. Choose another one, or press Watch."),
    RefusalCode.SEAT_GONE: N_("Somebody else has your seat by now. Take another one, "
                              "or press Watch."),
    RefusalCode.OWN_SEAT: N_("Your own seat here is still free. Press Come back to get it."),
    RefusalCode.NO_MORE_DEALS: N_("No hand is dealt any more, so that seat can't change hands. "
                                  "Press Watch, and join the next game."),
    RefusalCode.STAKES_OFF: N_("This server plays without stakes. Leave the stake out, or make "
                               "it 0."),
    RefusalCode.SHORT_OF_CHIPS: N_("Somebody doesn't have enough chips for the stake. "
                                   "Type /chips to see yours, and how to get more."),
    RefusalCode.NO_REFILL: N_("There is no refill for you now. Type /chips to see why."),
    RefusalCode.NO_REMATCH: N_("That game wasn't played to its end. Type /play to open a new "
                               "table."),
    RefusalCode.NOT_OVER: N_("That game is still being played, so its cards stay secret. "
                             "Try again when it is over."),
    RefusalCode.NEVER_DEALT: N_("That table closed before any cards were dealt, so there is "
                                "nothing to look at."),
    RefusalCode.FORGOTTEN: N_("That game is so old that its plays have been deleted. "
                              "Its result stays."),
    RefusalCode.UNPLAYABLE: N_("Sorry, I can't play that game again: something broke on my "
                               "side."),
    RefusalCode.ERASED: N_("Your data have just been deleted, so nothing was changed. "
                           "Try again in a moment to start anew."),
    RefusalCode.UNAVAILABLE: N_("I can't reach my records right now; nothing was changed. "
                                "Please try again in a moment."),
}  # fmt: skip

_INSTEAD: Final[Mapping[RefusalCode, tuple[str, str]]] = {
    RefusalCode.UNAVAILABLE: (
        "unsure",
        N_(
            "I lost my records at that very moment, and don't know whether what you did counts. "
            "Look by My hand or /table show before you do it again."
        ),
    ),
    RefusalCode.ON_HOLD: (
        "held",
        N_(
            "The table's thread is locked, so nothing was changed. When it is unlocked, the game "
            "goes on."
        ),
    ),
    RefusalCode.KICKED: (
        "before",
        N_(
            "You were removed from the game before this one, so you can't join this one either. "
            "Join another table, or type /play to open one."
        ),
    ),
}
"""Which fact has another sentence stand for a refusal, and that sentence."""


async def why_refused(answer: Answer, refusal: Refusal, presenter: Presenter | None = None) -> str:
    """Return the sentence for the person who asked; about chips it also says how to get more."""
    if refusal.code is RefusalCode.SHORT_OF_CHIPS:
        try:
            return await short_sentence(answer, refusal)
        except Refusal as unavailable:
            refusal = unavailable
    return refusal_sentence(answer.text, refusal, presenter)


def refusal_sentence(text: Text, refusal: Refusal, presenter: Presenter | None = None) -> str:
    """Return the sentence for a refusal; `presenter` words the facts of an illegal move."""
    facts: Facts = refusal.facts
    if refusal.code is RefusalCode.ILLEGAL and "template" in facts and presenter is not None:
        return presenter.refusal(text, str(facts["template"]), facts.get("facts") or {})
    worded = _WORDED.get(refusal.code)
    if worded is not None:
        return worded(text, facts)
    fact, sentence = _INSTEAD.get(refusal.code, ("", ""))
    if facts.get(fact):
        return text.gettext(sentence)
    fallback = N_("That doesn't work right now; nothing was changed.")
    return text.gettext(_SENTENCES.get(refusal.code, fallback))


def _too_many_computers(text: Text, facts: Facts) -> str:
    return text.ngettext(
        "At most one computer fits at that table.",
        "At most {n} computers fit at that table.",
        int(facts.get("most", 1)),
    )


def _too_many_tables(text: Text, facts: Facts) -> str:
    """With links, so that one of them is quickly left; where there are many, some are enough."""
    sentence = text.ngettext(
        "You are at one table here, and that is the most. Leave it first, or finish the game:",
        "You are at {n} tables here, and that is the most. Leave one first, or finish a game:",
        int(facts.get("most", 1)),
    )
    lines = [
        text.gettext(
            "- {game}, table {table} {link}",
            game=presenter_of(table).title,
            table=table.id,
            link=message_link(table),
        ).strip()
        for table in (facts.get("tables") or ())[:LINKED]
    ]
    return "\n".join((sentence, *lines))


def _server_full(text: Text, facts: Facts) -> str:
    return text.ngettext(
        "This server has one table, and that is the most. Join or /watch it, or try again later.",
        "This server has {n} tables, and that is the most. Join or /watch one, or try again later.",
        int(facts.get("most", 1)),
    )


def _channel_not_allowed(text: Text, facts: Facts) -> str:
    channels = [f"<#{channel}>" for channel in facts.get("channels") or ()]
    return text.gettext(
        "Tables aren't opened in this channel. Go to {channels} and type /play there. "
        "Whoever manages this server can choose other channels by /settings.",
        channels=", ".join(channels),
    )


def _seats_kept(text: Text, facts: Facts) -> str:
    names = [f"**{safe_name(str(name), text)}**" for name in facts.get("names") or ()]
    return text.gettext(
        "The free seats are kept for {names}. The host can free them, or you type /play.",
        names=listed(names, text),
    )


def _seat_promised(text: Text, facts: Facts) -> str:
    return text.gettext(
        "{name} takes that seat at the next deal. Choose another one, or press Watch.",
        name=safe_name(str(facts.get("name") or ""), text),
    )


def _already_heir(text: Text, facts: Facts) -> str:
    return text.gettext(
        "You take seat {seat} here at the next deal. If you want another one, "
        "press Don't take it first.",
        seat=int(facts.get("seat", 0)) + 1,
    )


def _rematch_begun(text: Text, facts: Facts) -> str:
    table = facts.get("table")
    link = message_link(table) if table is not None else ""
    return text.gettext("The others play again already, without you. Press Options there to take "
                        "a seat. {link}", link=link).strip()  # fmt: skip


_WORDED: Final[Mapping[RefusalCode, Callable[[Text, Facts], str]]] = {
    RefusalCode.TOO_MANY_COMPUTERS: _too_many_computers,
    RefusalCode.TOO_MANY_TABLES: _too_many_tables,
    RefusalCode.SERVER_FULL: _server_full,
    RefusalCode.CHANNEL_NOT_ALLOWED: _channel_not_allowed,
    RefusalCode.SEATS_KEPT: _seats_kept,
    RefusalCode.SEAT_PROMISED: _seat_promised,
    RefusalCode.ALREADY_HEIR: _already_heir,
    RefusalCode.REMATCH_BEGUN: _rematch_begun,
}
