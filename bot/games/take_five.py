"""Take 5 in words and buttons: the rows and what they cost, secret picks, and the trick as told."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final

from bot.games.presenter import Hand, Presenter, Scene
from bot.games.take_five_rows import (
    card_move,
    ending,
    pending,
    row_move,
    rows,
    to_do,
    with_heads,
)
from bot.text import N_, Text
from engine.games.take_five_cards import HAND_CARDS

_RULES: Final = (
    N_(
        "Collect as few **bull heads** as you can. The cards are numbers from 1 to 104, and every "
        "card has bull heads."
    ),
    N_("**Bull heads**"),
    N_("- **55**: 7"),
    N_("- **11, 22, 33** and so on: 5"),
    N_("- **10, 20, 30** and so on: 3"),
    N_("- **5, 15, 25** and so on: 2"),
    N_("- all others: 1"),
    N_(
        "A round is ten tricks. In each, everybody picks a card in secret and may change it until "
        "the last pick is in. Then all cards are turned up and join the four rows, the lowest "
        "card first."
    ),
    N_(
        "- A card goes to the row whose last card is the nearest below it. With rows that end in "
        "12, 20, 35 and 77, a 23 goes to the 20."
    ),
    N_(
        "- **The sixth card takes the row**: its player gets the bull heads of the five cards that "
        "lie there, and the card begins the row anew."
    ),
    N_(
        "- **A card lower than every row's last card**: its player chooses a row, gets its bull "
        "heads, and the card begins that row anew."
    ),
    N_(
        "The game ends after the round in which somebody reaches 66 bull heads; the fewest win. "
        "House rules of a table are listed in its lobby."
    ),
    N_("Tip: a card just above a short row is safe; look out for rows with five cards."),
)


class TakeFivePresenter(Presenter):
    """The words of Take 5."""

    game: ClassVar[str] = "take5"
    summary: ClassVar[str] = N_(
        "Everybody picks a card in secret. The sixth card of a row takes it, and the fewest "
        "bull heads win."
    )
    rules_text: ClassVar[Sequence[str]] = _RULES
    option_names: ClassVar[Mapping[str, str]] = {
        "end_score": N_("The game ends at bull heads"),
        "end": N_("That number has to be"),
        "rounds": N_("Fixed number of rounds"),
        "deck": N_("Cards"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        "end_score": N_(
            "The game ends after a round in which somebody has so many bull heads (66)"
        ),
        "end": N_("Must somebody reach that number, or exceed it? (reach)"),
        "rounds": N_("Play so many rounds, whatever the bull heads (none: the bull heads decide)"),
        "deck": N_("Play with all 104 cards, or only as many as are dealt? (all)"),
    }
    choice_names: ClassVar[Mapping[str, str]] = {
        "reach": N_("reached"),
        "exceed": N_("exceeded"),
        "all": N_("1 to 104"),
        "tactical": N_("only as many as are dealt"),
    }
    milestones: ClassVar[Mapping[str, str]] = {
        "reveal": N_("Next trick"),
        "score": N_("Next end of a round"),
    }

    # --- what everybody sees --------------------------------------------------------------------

    def headline(self, scene: Scene) -> str:
        text, public = scene.text, scene.public
        title = text.gettext(
            "# Round {round}, trick {trick} of {tricks}",
            round=public["round"],
            trick=public["trick"],
            tricks=HAND_CARDS,
        )
        legend = text.gettext(
            "In brackets: bull heads; after =: what the row costs. The sixth card takes it."
        )
        return "\n".join((title, rows(scene), f"-# {legend} {ending(scene)}", *pending(scene)))

    def seat_note(self, scene: Scene, seat: int) -> str:
        text, public = scene.text, scene.public
        score, heads = public["scores"][seat], public["heads_round"][seat]
        parts = [text.gettext("✓ has picked")] if public["picked"][seat] else []
        total = text.ngettext("{n} head", "{n} heads", score)
        if (last := _last_round(scene)) is not None:
            parts.append(text.gettext("{heads}, {n} of them last round", heads=total, n=last[seat]))
        elif public["round"] == 1:
            parts.append(text.ngettext("{n} head", "{n} heads", heads))
        else:
            parts.append(text.gettext("{heads} + {n} this round", heads=total, n=heads))
        return " · ".join(parts)

    def shown_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        if options["rounds"] is None:
            return {name: value for name, value in options.items() if name != "rounds"}
        return {name: options[name] for name in ("rounds", "deck")}

    def picks_together(self, public: Mapping[str, Any]) -> bool:
        return bool(public["phase"] == "pick")

    def waits_for_names(self, public: Mapping[str, Any]) -> bool:
        return bool(public["phase"] == "row")

    def stage(self, public: Mapping[str, Any]) -> object:
        return public["round"], public["trick"], public["phase"], len(public["reveal"])

    def result_note(self, scene: Scene, seat: int) -> str:
        return scene.text.ngettext("{n} bull head", "{n} bull heads", scene.public["scores"][seat])

    # --- what has happened ----------------------------------------------------------------------

    def news(self, scene: Scene, limit: int) -> list[str]:
        """The last trick from its reveal on, all of it: every card matters."""
        trick = _since_reveal(scene.history) or scene.history[-limit:]
        return [told for event in trick if (told := self.sentence(scene, event)) is not None]

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        text, kind = scene.text, event["type"]
        if kind == "round":
            return text.gettext("Round {round} begins with new cards.", round=event["round"])
        if kind == "score":
            return text.gettext("The round is over, and its bull heads count.")
        if kind == "low" and [event["seat"], event["card"]] in scene.public["reveal"]:
            return text.gettext(
                "{name}: {card} is too low for every row, so a row has to be chosen.",
                name=scene.name(event["seat"]),
                card=event["card"],
            )
        return self._placed(scene, event) if kind == "place" else None

    def _placed(self, scene: Scene, event: Mapping[str, Any]) -> str:
        text, facts = scene.text, _facts(scene.text, event)
        name = scene.name(event["seat"])
        if not event["heads"]:
            return text.gettext("{name}: {card} went to row {row}.", name=name, **facts)
        if _was_chosen(scene, event):
            return text.gettext(
                "{name}: {card} was too low for every row and takes row {row}: {heads}.",
                name=name,
                **facts,
            )
        return text.gettext(
            "{name}: {card} was the sixth card of row {row} and costs {heads}.", name=name, **facts
        )

    def own_sentence(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
        text, event = scene.text, _placed_last(scene, seat)
        if event is None or private["pick"] is not None:
            return ""
        facts = _facts(text, event)
        if not event["heads"]:
            return text.gettext("Your {card} went to row {row}.", **facts)
        if _was_chosen(scene, event):
            return text.gettext("You took row {row}: {heads}.", **facts)
        return text.gettext(
            "Your {card} was the sixth card of row {row} and costs {heads}.", **facts
        )

    # --- the hand -------------------------------------------------------------------------------

    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",  # noqa: ARG002 - there is but one
    ) -> Hand:
        text, pick = scene.text, private["pick"]
        held = " · ".join(with_heads(card) for card in private["hand"])
        lines = [rows(scene), to_do(scene, seat, private)]
        if held:
            lines.append(text.gettext("Your cards (bull heads in brackets): {cards}", cards=held))
        if scene.public["phase"] == "row":
            moves = tuple(row_move(scene, action) for action in legal)
        else:
            moves = tuple(
                card_move(text, card, pick)
                for card in private["hand"]
                if card == pick or card in legal
            )
        return Hand(tuple(line for line in lines if line), moves)

    def held(self, text: Text, private: Mapping[str, Any]) -> str:
        pick = private["pick"]
        marked = (
            text.gettext("**{card}** (picked)", card=with_heads(card))
            if card == pick
            else with_heads(card)
            for card in private["hand"]
        )
        return " · ".join(marked)


def _facts(text: Text, event: Mapping[str, Any]) -> dict[str, object]:
    return {
        "card": event["card"],
        "row": event["row"],
        "heads": text.ngettext("{n} bull head", "{n} bull heads", event["heads"]),
    }


def _since_reveal(history: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The events of the newest trick that has been turned up; none if there isn't any."""
    for at in range(len(history) - 1, -1, -1):
        if history[at]["type"] == "reveal":
            return history[at:]
    return ()


def _placed_last(scene: Scene, seat: int) -> Mapping[str, Any] | None:
    """How the seat's card of the newest trick was placed, if it has been."""
    trick = _since_reveal(scene.history)
    own = (event for event in trick if event["type"] == "place" and event["seat"] == seat)
    return next(own, None)


def _was_chosen(scene: Scene, placed: Mapping[str, Any]) -> bool:
    """Whether the card took the row that its player chose."""
    newest_first = pairwise(reversed(scene.history))
    return any(event == placed and before["type"] == "choose" for event, before in newest_first)


def _last_round(scene: Scene) -> Sequence[int] | None:
    """The bull heads of the round that has just ended, until the next trick is turned up."""
    for event in _since_reveal(scene.history):
        if event["type"] == "score":
            heads: Sequence[int] = event["heads"]
            return heads
    return None


PRESENTER: Final = TakeFivePresenter()
