"""What the adding games have in common: a count, lives, and what every card would make."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol, cast

import engine
from bot.games.cards import face, is_card, spoken
from bot.games.presenter import Hand, Move, Presenter, Scene, Tone
from bot.text import N_, Text

_LIVES: Final = (
    N_("no lives"),
    N_("one life"),
    N_("two lives"),
    N_("three lives"),
    N_("four lives"),
    N_("five lives"),
    N_("six lives"),
    N_("seven lives"),
    N_("eight lives"),
    N_("nine lives"),
)

HOW_TO_PLAY: Final = N_(
    "On your turn play one of your three cards; you get a new one from the stock."
)
SPECIAL_CARDS: Final = N_("**Special cards**")


class Counting(Protocol):
    """What is asked of an adding game's rules."""

    limit: int

    def count_after(self, count: int, action: str) -> int:
        """Return the count that an action would make, over the limit if it busts."""


class AddingPresenter(Presenter):
    """The words that Ninety-Nine and One Hundred share."""

    option_names: ClassVar[Mapping[str, str]] = {
        "chips": N_("Lives each"),
        "decks": N_("Decks"),
        "negative": N_("Count may go below 0"),
        "must_play_safe": N_("A safe card must be played"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        "negative": N_("May the count go below 0? (no)"),
        "must_play_safe": N_("Must you play a safe card if you have one? (no)"),
    }
    rules_text: ClassVar[Sequence[str]]
    """The paragraphs and list entries of the rules."""
    milestones: ClassVar[Mapping[str, str]] = {
        "bust": N_("Next bust"),
        "out": N_("Next player out"),
    }

    # --- what each game adds --------------------------------------------------------------------

    def situation(self, scene: Scene) -> str:
        """The lines of the headline that follow the count."""
        return scene.text.gettext(
            "Round {round}. Play goes {direction} the list.",
            round=scene.public["round"],
            direction=along_list(scene),
        )

    def begins(self, scene: Scene, event: Mapping[str, Any]) -> str:
        """How the first turn of a deal is told."""
        return scene.text.gettext(
            "Round {round}: {name} begins.",
            round=event["round"],
            name=scene.name(event["first"]),
        )

    def reverses(self, scene: Scene, action: str) -> bool:  # noqa: ARG002
        """Whether the action turns play round."""
        return action.startswith("4")

    def after_bust(self, scene: Scene) -> str:  # noqa: ARG002
        """What a bust leaves as it was; "" if there is nothing to be said."""
        return ""

    def choice(self, action: str) -> str:
        """What the player of an action chose besides the card; "" if nothing."""
        return action.partition("=")[2]

    # --- what everybody sees --------------------------------------------------------------------

    def headline(self, scene: Scene) -> str:
        count = scene.text.gettext("# Count {count}", count=minus(scene.public["pile"]))
        return f"{count}\n{self.situation(scene)}"

    def seat_note(self, scene: Scene, seat: int) -> str:
        return _hearts(scene.text, scene.public["chips"][seat])

    def is_out(self, scene: Scene, seat: int) -> bool:
        return not scene.public["in"][seat]

    def result_note(self, scene: Scene, seat: int) -> str:
        if self.is_out(scene, seat):
            return ""
        lives = scene.text.gettext(_LIVES[scene.public["chips"][seat]])
        return scene.text.gettext("{lives} left", lives=lives)

    # --- what has happened ----------------------------------------------------------------------

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        text, kind = scene.text, event["type"]
        if kind == "round":
            return self.begins(scene, event)
        if kind == "play":
            return self._played(scene, event)
        if kind == "bust":
            told = text.gettext(
                "💥 {name} played {card} → {count}: bust! {lives} left.",
                name=scene.name(event["seat"]),
                card=self.in_sentence(event["action"]),
                count=event["count"],
                lives=_sentence_start(text.gettext(_LIVES[event["chips"]])),
            )
            return f"{told} {self.after_bust(scene)}".rstrip()
        if kind == "out":
            return text.gettext("{name} is out.", name=scene.name(event["seat"]))
        if kind == "reshuffle":
            return text.gettext("The pile was shuffled into a new stock.")
        return None

    def _played(self, scene: Scene, event: Mapping[str, Any]) -> str:
        facts = {
            "name": scene.name(event["seat"]),
            "card": self.in_sentence(event["action"]),
            "count": minus(event["count"]),
        }
        if not self.reverses(scene, event["action"]):
            return scene.text.gettext("{name} played {card} → {count}.", **facts)
        return scene.text.gettext(
            "{name} played {card} → {count} and turned play {direction}.",
            direction=clock_direction(scene.text, event["direction"]),
            **facts,
        )

    def own_sentence(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],  # noqa: ARG002
    ) -> str:
        text = scene.text
        own = [event for event in scene.history if event.get("seat") == seat]
        moves = [event for event in own if event["type"] in ("play", "bust")]
        if not moves:
            return ""
        move = moves[-1]
        facts = {"card": self.in_sentence(move["action"]), "count": minus(move["count"])}
        if move["type"] == "play":
            return text.gettext("You played {card} → {count}.", **facts)
        if any(event["type"] == "out" for event in own):
            return text.gettext("You played {card} → {count}: bust! You are out.", **facts)
        lives = text.gettext(_LIVES[move["chips"]])
        return text.gettext(
            "You played {card} → {count}: bust! You have {lives} left.", lives=lives, **facts
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
        text, public = scene.text, scene.public
        lives = _hearts(text, public["chips"][seat])
        # between one's turns the page stays as it is, and the count would soon be wrong
        state = text.gettext("You have {lives}.", lives=lives)
        if legal:
            state = text.gettext(
                "The count is **{count}**, play goes {direction}. You have {lives}.",
                count=minus(public["pile"]),
                direction=clock_direction(text, public["direction"]),
                lives=lives,
            )
        held = "\n".join(f"- **{face(card)}** {spoken(card, text)}" for card in private["hand"])
        lines = [state]
        moves = tuple(self.moves(scene, dict.fromkeys(legal)))
        if moves and all(move.tone is Tone.RISK for move in moves):
            lines.append(text.gettext("Every card you hold busts this time. Pick any."))
        if held:
            lines.append(text.gettext("Your cards:") + "\n" + held)
        return Hand(tuple(lines), moves)

    def moves(self, scene: Scene, actions: Iterable[str]) -> Iterable[Move]:
        """Return the buttons for some legal actions."""
        rules = cast(Counting, engine.load_game(self.game, len(scene.names), scene.options))
        return [self._move(scene, rules, action) for action in actions]

    def _move(self, scene: Scene, rules: Counting, action: str) -> Move:
        text = scene.text
        count = rules.count_after(scene.public["pile"], action)
        card, choice = face(action[:2]), minus(self.choice(action))
        facts = {"card": f"{card} {choice}" if choice else card, "count": minus(count)}
        if count > rules.limit:
            return Move(action, text.gettext("{card} → {count} bust!", **facts), Tone.RISK)
        if self.reverses(scene, action):
            return Move(action, text.gettext("{card} → {count} ⟲ reverse", **facts))
        return Move(action, text.gettext("{card} → {count}", **facts))

    def in_sentence(self, action: str) -> str:
        """An action as a sentence names it: K♠, A♠ (11), 10♥ (−10)."""
        card, choice = face(action[:2]), minus(self.choice(action))
        return f"{card} ({choice})" if choice else card

    def fact(self, text: Text, value: object) -> object:  # noqa: ARG002
        if isinstance(value, str) and is_card(value.partition("=")[0]):
            return self.in_sentence(value)
        return value


def along_list(scene: Scene) -> str:
    """The direction of play in words and as an arrow along the list of seats."""
    if scene.public["direction"] == 1:
        return scene.text.gettext("clockwise, ⬇ down")
    return scene.text.gettext("anticlockwise, ⬆ up")


def clock_direction(text: Text, direction: int) -> str:
    """A direction of play in words."""
    return text.gettext("clockwise") if direction == 1 else text.gettext("anticlockwise")


def minus(number: int | str) -> str:
    """A number with a proper minus sign."""
    return str(number).replace("-", "−")


def _hearts(text: Text, chips: int) -> str:
    """Lives as hearts and in words."""
    words = text.gettext(_LIVES[chips])
    return f"{'♥' * chips} {words}" if chips else words


def _sentence_start(words: str) -> str:
    return words[:1].upper() + words[1:]
