"""Why a request was refused, in a sentence that says what to do instead."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games import Presenter
from bot.text import N_, Text
from engine.refusal import Refusal, RefusalCode

_SENTENCES: Final[Mapping[RefusalCode, str]] = {
    RefusalCode.UNKNOWN_TABLE: N_("That table doesn't exist any more. Type /play to open one."),
    RefusalCode.ALREADY_SEATED: N_("You already sit at this table."),
    RefusalCode.TABLE_FULL: N_("This table is full. Type /play to open another one."),
    RefusalCode.PLACE_TAKEN: N_("Somebody sits there already. Choose another seat."),
    RefusalCode.NO_SUCH_PLACE: N_("There is no such seat at this table."),
    RefusalCode.NOT_LOBBY: N_("This game has already started. Type /play to open a new table."),
    RefusalCode.NOT_PLAYING: N_("This game hasn't started yet. The host can press Start."),
    RefusalCode.NOT_HOST: N_("Only the host of this table can do that."),
    RefusalCode.NOT_SEATED: N_("You don't sit at this table. Join one in its lobby, "
                               "or type /play to open one."),
    RefusalCode.NOT_YOUR_SEAT: N_("These aren't your cards. Press My hand to see yours."),
    RefusalCode.NOT_YOUR_TURN: N_("It isn't your turn yet."),
    RefusalCode.STALE: N_("That button was for an earlier turn, so nothing was played."),
    RefusalCode.ILLEGAL: N_("The rules don't allow that. Choose another move."),
    RefusalCode.UNCLEAR: N_("I can't make sense of that answer, so nothing was changed. "
                            "Choose another one."),
    RefusalCode.TABLE_OVER: N_("This game is over. Type /play to start a new one."),
    RefusalCode.UNAVAILABLE: N_("I can't reach my records right now; nothing was changed. "
                                "Please try again in a moment."),
}  # fmt: skip


def refusal_sentence(text: Text, refusal: Refusal, presenter: Presenter | None = None) -> str:
    """Return the sentence for a refusal; `presenter` words the facts of an illegal move."""
    facts: Mapping[str, Any] = refusal.facts
    if refusal.code is RefusalCode.ILLEGAL and "template" in facts and presenter is not None:
        return presenter.refusal(text, str(facts["template"]), facts.get("facts") or {})
    if refusal.code is RefusalCode.TOO_MANY_COMPUTERS:
        return text.ngettext(
            "At most one computer fits at that table.",
            "At most {n} computers fit at that table.",
            int(facts.get("most", 1)),
        )
    fallback = N_("That doesn't work right now; nothing was changed.")
    return text.gettext(_SENTENCES.get(refusal.code, fallback))
