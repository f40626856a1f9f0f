"""Ninety-Nine in words and buttons: the count, the lives, and what every card would make."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.games.cards import face, is_card, spoken
from bot.games.presenter import Hand, Move, Presenter, Scene, Tone
from bot.text import N_, Text
from engine.games.ninety_nine import LIMIT, count_after

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

_RULES: Final = (
    N_(
        "Everybody adds cards to one shared count. **Don't take it over 99**: whoever does busts, "
        "loses a life, and a new round starts at 0. The last player with lives wins."
    ),
    N_(
        "On your turn play one of your three cards; you get a new one from the stock. "
        "Exactly 99 is safe. Any card may be played, even one that busts."
    ),
    N_("**Special cards**"),
    N_("- **A**: 1 or 11, as you like"),
    N_("- **4**: 0, and the direction of play turns round"),
    N_("- **9**: 0"),
    N_("- **10**: +10 or −10, as you like; the count never drops below 0"),
    N_("- **J**, **Q**: 10"),
    N_("- **K**: the count becomes 99, whatever it was"),
    N_("- **2, 3, 5, 6, 7, 8**: what they say"),
    N_(
        "Two or three players start with five lives and one deck; from four players on it is "
        "three lives and two decks. The player left of the dealer begins each round. "
        "House rules of a table are listed in its lobby."
    ),
    N_("Tip: keep a 4, a 9, a 10 or a K for when the count is close to 99."),
)


class NinetyNinePresenter(Presenter):
    """The words of Ninety-Nine."""

    game: ClassVar[str] = "ninetynine"
    summary: ClassVar[str] = N_("Add cards to the count, but never over 99. The last one in wins.")
    option_names: ClassVar[Mapping[str, str]] = {
        "chips": N_("Lives each"),
        "decks": N_("Decks"),
        "negative": N_("Count may go below 0"),
        "must_play_safe": N_("A safe card must be played"),
        "last_stand": N_("One more round at no lives"),
        "ten": N_("Tens count"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        "chips": N_("Lives that everyone starts with (5; with four or more players 3)"),
        "decks": N_("Decks shuffled together (1; with four or more players 2)"),
        "negative": N_("May −10 take the count below 0? (no)"),
        "must_play_safe": N_("Must you play a safe card if you have one? (no)"),
        "last_stand": N_("Stay in with no lives until you bust once more? (no)"),
        "ten": N_("What a ten counts (+10 or −10)"),
    }
    choice_names: ClassVar[Mapping[str, str]] = {
        "either": N_("+10 or −10, as you like"),
        "minus": N_("always −10"),
    }

    def headline(self, scene: Scene) -> str:
        text, public = scene.text, scene.public
        return "\n".join(
            (
                text.gettext("# Count {count}", count=_minus(public["pile"])),
                text.gettext(
                    "Round {round}. Play goes {direction} the list.",
                    round=public["round"],
                    direction=_along_list(text, public["direction"]),
                ),
            )
        )

    def seat_note(self, scene: Scene, seat: int) -> str:
        return _lives(scene.text, scene.public["chips"][seat])

    def is_out(self, scene: Scene, seat: int) -> bool:
        return not scene.public["in"][seat]

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        text, kind = scene.text, event["type"]
        if kind == "round":
            return text.gettext(
                "Round {round}: {name} begins.",
                round=event["round"],
                name=scene.name(event["first"]),
            )
        if kind == "play":
            return self._played(scene, event)
        if kind == "bust":
            return text.gettext(
                "💥 {name} played {card} → {count}: bust! {lives} left.",
                name=scene.name(event["seat"]),
                card=_action(event["action"]),
                count=event["count"],
                lives=_sentence_start(text.gettext(_LIVES[event["chips"]])),
            )
        if kind == "out":
            return text.gettext("{name} is out.", name=scene.name(event["seat"]))
        if kind == "reshuffle":
            return text.gettext("The pile was shuffled into a new stock.")
        return None

    def _played(self, scene: Scene, event: Mapping[str, Any]) -> str:
        text = scene.text
        name, card = scene.name(event["seat"]), _action(event["action"])
        if not _reverses(event["action"]):
            return text.gettext(
                "{name} played {card} → {count}.",
                name=name,
                card=card,
                count=_minus(event["count"]),
            )
        return text.gettext(
            "{name} played {card} → {count} and turned play {direction}.",
            name=name,
            card=card,
            count=_minus(event["count"]),
            direction=_direction(text, event["direction"]),
        )

    def own_sentence(self, text: Text, seat: int, events: Sequence[Mapping[str, Any]]) -> str:
        own = [event for event in events if event.get("seat") == seat]
        moves = [event for event in own if event["type"] in ("play", "bust")]
        if not moves:
            return ""
        move = moves[-1]
        facts = {"card": _action(move["action"]), "count": _minus(move["count"])}
        if move["type"] == "play":
            return text.gettext("You played {card} → {count}.", **facts)
        if any(event["type"] == "out" for event in own):
            return text.gettext("You played {card} → {count}: bust! You are out.", **facts)
        lives = text.gettext(_LIVES[move["chips"]])
        return text.gettext(
            "You played {card} → {count}: bust! You have {lives} left.", lives=lives, **facts
        )

    def hand(
        self, scene: Scene, seat: int, private: Mapping[str, Any], legal: Sequence[str]
    ) -> Hand:
        text, public = scene.text, scene.public
        state = text.gettext(
            "The count is **{count}**, play goes {direction}. You have {lives}.",
            count=_minus(public["pile"]),
            direction=_direction(text, public["direction"]),
            lives=_lives(text, public["chips"][seat]),
        )
        held = "\n".join(f"- **{face(card)}** {spoken(card, text)}" for card in private["hand"])
        lines = [state, text.gettext("Your cards:") + "\n" + held] if held else [state]
        moves = tuple(self._move(scene, action) for action in dict.fromkeys(legal))
        if moves and all(move.tone is Tone.RISK for move in moves):
            lines.append(text.gettext("Every card you hold busts this time. Pick any."))
        return Hand(tuple(lines), moves)

    def _move(self, scene: Scene, action: str) -> Move:
        text = scene.text
        negative = bool(scene.options["negative"])
        count = count_after(scene.public["pile"], action, negative=negative)
        facts = {"card": _button(action), "count": _minus(count)}
        if count > LIMIT:
            return Move(action, text.gettext("{card} → {count} bust!", **facts), Tone.RISK)
        if _reverses(action):
            return Move(action, text.gettext("{card} → {count} ⟲ reverse", **facts))
        return Move(action, text.gettext("{card} → {count}", **facts))

    def result_note(self, scene: Scene, seat: int) -> str:
        left = scene.public["chips"][seat]
        if not scene.public["in"][seat]:
            return ""
        return scene.text.gettext("{lives} left", lives=scene.text.gettext(_LIVES[left]))

    def rules(self, text: Text) -> str:
        return "\n".join(text.gettext(paragraph) for paragraph in _RULES)

    def fact(self, text: Text, value: object) -> object:  # noqa: ARG002
        if isinstance(value, str) and is_card(value.partition("=")[0]):
            return _action(value)
        return value


def _lives(text: Text, chips: int) -> str:
    """Lives as hearts and in words."""
    words = text.gettext(_LIVES[chips])
    return f"{'♥' * chips} {words}" if chips else words


def _direction(text: Text, direction: int) -> str:
    return text.gettext("clockwise") if direction == 1 else text.gettext("anticlockwise")


def _along_list(text: Text, direction: int) -> str:
    """The direction in words and as an arrow along the list of seats."""
    if direction == 1:
        return text.gettext("clockwise, ⬇ down")
    return text.gettext("anticlockwise, ⬆ up")


def _reverses(action: str) -> bool:
    return action.startswith("4")


def _minus(count: int) -> str:
    return str(count).replace("-", "−")


def _action(action: str) -> str:
    """An action in a sentence: K♠, A♠ (11), 10♥ (−10)."""
    card, _, choice = action.partition("=")
    return f"{face(card)} ({_minus_text(choice)})" if choice else face(card)


def _button(action: str) -> str:
    """An action on a button: K♠, A♠ 11, 10♥ −10."""
    card, _, choice = action.partition("=")
    return f"{face(card)} {_minus_text(choice)}" if choice else face(card)


def _minus_text(choice: str) -> str:
    return choice.replace("-", "−")


def _sentence_start(words: str) -> str:
    return words[:1].upper() + words[1:]


PRESENTER: Final = NinetyNinePresenter()
