"""What one game adds to the chat: a view of the game becomes words and buttons.

A presenter is given views, never a state: what it isn't given it can't give away. It knows
nothing of Discord beyond markdown; `bot.tables` makes messages of what it returns.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, ClassVar, Literal, TypeAlias

import engine
from bot.games.teams import team_name
from bot.text import N_, Text


class Tone(Enum):
    """How a move's button looks; the label says the same in words."""

    PLAIN = "plain"
    RISK = "risk"
    CHOSEN = "chosen"
    """What has been chosen already: shown, and not to be pressed again."""


@dataclass(frozen=True, slots=True)
class Move:
    """One legal action as a button: `label` has at most 38 characters.

    A move that `asks` opens the form of `Presenter.prompt`: its action is `action=` and what is
    typed there. One that isn't `enabled` is shown and can't be pressed, such as a card that
    doesn't follow suit.
    """

    action: str
    label: str
    tone: Tone = Tone.PLAIN
    asks: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """A button that makes no move: the hand is shown again, with this `view`.

    A view is a short text that only the presenter understands; "" is the hand as it opens. It is
    written in the button, so it works for ever, and what it says was written by whoever clicked:
    a presenter ignores a view that it doesn't understand. `label` has at most 38 characters.
    """

    view: str
    label: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a menu: `label` and `note`, the small print below it, have at most 100 signs."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of 1 to 25 choices with different values; `placeholder` has at most 150 characters.

    With `action` "" one choice is made, and its value is the whole action. With another, such as
    "discard=", from `fewest` to `most` are chosen, and `Presenter.completed` makes an action of
    it and their values. With a `view` no move is made: the hand is shown again, with that view
    and the chosen values behind it, joined by commas in any order.
    """

    placeholder: str
    choices: tuple[Choice, ...]
    action: str = ""
    view: str | None = None
    fewest: int = 1
    most: int = 1


Control: TypeAlias = Move | Look | Menu


@dataclass(frozen=True, slots=True)
class Wish:
    """What a look asks for besides showing the hand: something to be remembered for its owner.

    A "layout" is how all their hands are shown from now on; a "standing" is what they answer
    beforehand at this table, as in `engine.players.standing`.
    """

    kind: Literal["layout", "standing"]
    value: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The form of a move that asks: `title` and `label` have at most 45 characters, `hint` 100."""

    title: str
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A person's own cards: lines of markdown, and what can be pressed or chosen below them.

    Buttons that follow each other stand five in a row, a menu has a row of its own.
    """

    lines: tuple[str, ...]
    controls: tuple[Control, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The buttons among the controls that make moves."""
        return tuple(control for control in self.controls if isinstance(control, Move))


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody may know of a game in play, with names ready to be shown."""

    text: Text
    names: tuple[str, ...]
    options: Mapping[str, Any]
    public: Mapping[str, Any]
    history: Sequence[Mapping[str, Any]]
    placings: tuple[int, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each team; () where everybody plays alone."""
    layout: str = ""
    """In somebody's hand: how they want hands to be shown; "" if they haven't said."""
    standing: str = ""
    """In somebody's hand: what they answer beforehand; "" for nothing."""
    left: frozenset[int] = frozenset()
    """The seats whose people have left, so that a computer plays there."""

    def name(self, seat: int) -> str:
        """Return the name of a seat in bold."""
        return f"**{self.names[seat]}**"

    def winner(self, seat: int) -> str:
        """Return the name of a seat that has won, in bold; see `placed_name`."""
        return placed_name(self.name(seat), self.text, left=seat in self.left)


class Presenter(ABC):
    """The words of one game. Texts are English sentences that go through `Text`."""

    game: ClassVar[str]
    summary: ClassVar[str]
    """The aim of the game in one sentence."""
    rules_text: ClassVar[Sequence[str]]
    """The rules in our own words, a paragraph or list entry each: 3,500 characters at most."""
    option_names: ClassVar[Mapping[str, str]]
    """Option name -> what it is called in the lobby."""
    option_help: ClassVar[Mapping[str, str]] = {}
    """Option name -> what it is called in the command; the engine's help where absent."""
    choice_names: ClassVar[Mapping[str, str]] = {}
    """Value of a choice -> what it is called."""
    none_names: ClassVar[Mapping[str, str]] = {}
    """Option name -> what its lack of a value is called; "none" where absent."""
    has_steps: ClassVar[bool] = False
    """Whether some moves are made of several actions, or of another one: see `steps`."""
    layouts: ClassVar[Mapping[str, str]] = {}
    """Layout that a hand can be shown in, of which everybody's choice is kept -> in words."""
    milestones: ClassVar[Mapping[str, str]] = {}
    """Type of a public event -> the label of the button that goes to the next one in a replay.

    Three at most, what happens most often first; labels have at most 38 characters.
    """

    @property
    def info(self) -> engine.GameInfo:
        """The engine's declaration of the game."""
        return engine.game_info(self.game)

    @property
    def title(self) -> str:
        """The game's name; names of games aren't translated."""
        return self.info.title

    @abstractmethod
    def headline(self, scene: Scene) -> str:
        """The state of play in large: what a glance should catch."""

    @abstractmethod
    def seat_note(self, scene: Scene, seat: int) -> str:
        """What everybody may know of a seat, for the list of seats."""

    def team_note(self, scene: Scene, team: int) -> str:
        """What everybody may know of a team, above its seats in the list."""
        return team_name(scene.text, team)

    def is_out(self, scene: Scene, seat: int) -> bool:  # noqa: ARG002
        """Whether the seat has been knocked out and waits for the end."""
        return False

    @abstractmethod
    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        """A public event in words; None for one that needs none."""

    def news(self, scene: Scene, limit: int) -> list[str]:
        """What happened last, oldest first: about `limit` sentences."""
        newest_first = (self.sentence(scene, event) for event in reversed(scene.history))
        return list(islice(filter(None, newest_first), limit))[::-1]

    def hand_news(
        self,
        scene: Scene,
        seat: int,  # noqa: ARG002
        private: Mapping[str, Any],  # noqa: ARG002
        limit: int,
    ) -> list[str]:
        """What happened last, as it stands above the seat's own cards; likewise."""
        return self.news(scene, limit)

    @abstractmethod
    def own_sentence(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
        """What the seat's newest move did, told to its owner; "" if nothing yet."""

    def late_sentence(
        self,
        scene: Scene,
        seat: int,  # noqa: ARG002
        private: Mapping[str, Any],  # noqa: ARG002
    ) -> str:
        """What was done for the seat when the time for its newest move was up."""
        return scene.text.gettext("Time was up, and a computer played for you.")

    def picks_together(self, public: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether several seats decide at the same time now, each in secret."""
        return False

    def asks_aside(self, public: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether those who are to act are asked something in somebody else's turn."""
        return False

    def not_asked(self, scene: Scene, seat: int) -> str:  # noqa: ARG002
        """Why a seat can't use the `table_moves` that others are offered now; "" if no reason."""
        return ""

    def waits_for_names(self, public: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether the `stage` changes with whoever is to act, so that a hand may name them."""
        return False

    def stage(self, public: Mapping[str, Any]) -> object:
        """What an open hand is refreshed after when it changes, though its owner did nothing."""
        return public["round"]

    @abstractmethod
    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",
    ) -> Hand:
        """The seat's own cards, and its legal actions; `view` is what it wants to look at."""

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:  # noqa: ARG002
        """Moves for everybody who is to act, as buttons of the public table message.

        All of them face the same decision number while there are such moves.
        """
        return ()

    def wish(self, view: str) -> Wish | None:  # noqa: ARG002
        """What a look with this view asks to be remembered; None if it only shows the hand."""
        return None

    def steps(
        self,
        scene: Scene,  # noqa: ARG002
        seat: int,  # noqa: ARG002
        private: Mapping[str, Any],  # noqa: ARG002
        legal: Sequence[str],  # noqa: ARG002
        action: str,
    ) -> tuple[str, ...]:
        """The engine's actions, at least one, that a move of the hand is made of, in order.

        It isn't asked where `has_steps` is false.
        """
        return (action,)

    def completed(self, action: str, values: Sequence[str]) -> str:
        """The action that a menu's beginning of one and the chosen values make.

        The values come in any order, and may be anything at all: what is wrong is refused by the
        rules. Override it where the engine wants an order of its own.
        """
        return action + ",".join(values)

    def long_actions(
        self,
        scene: Scene,  # noqa: ARG002
        seat: int,  # noqa: ARG002
        private: Mapping[str, Any],  # noqa: ARG002
    ) -> Iterable[str]:
        """Actions that `hand` may offer, are too long for a button, and aren't listed as legal."""
        return ()

    def prompt(self, scene: Scene, action: str) -> Prompt | None:  # noqa: ARG002
        """The form of a move that asks; None if this isn't one."""
        return None

    def held(self, text: Text, private: Mapping[str, Any]) -> str:
        """The cards that only the seat knows, in a line, for a replay with open hands."""
        return " · ".join(str(self.fact(text, card)) for card in private["hand"])

    def sheet(self, scene: Scene) -> str:  # noqa: ARG002
        """The scores of all rounds as markdown, behind a button of its own; "" for no button."""
        return ""

    @abstractmethod
    def result_note(self, scene: Scene, seat: int) -> str:
        """What a seat ended with, for the final list."""

    def rules(self, text: Text) -> str:
        """The rules as markdown."""
        return in_paragraphs(text.gettext(line) for line in self.rules_text)

    def fact(self, text: Text, value: object) -> object:  # noqa: ARG002 - games with cards use it
        """A fact of a refused action as people write it."""
        return value

    def refusal(self, text: Text, template: str, facts: Mapping[str, object]) -> str:
        """Why the rules refuse an action."""
        return text.gettext(template, **{key: self.fact(text, facts[key]) for key in facts})

    def shown_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options that the lobby tells: all but those that another makes meaningless."""
        return options

    def option_line(self, text: Text, name: str, value: object) -> str:
        """An option with its value, for the lobby."""
        label = text.gettext(self.option_names.get(name, name.replace("_", " ")))
        return text.gettext("{option}: {value}", option=label, value=self._value(text, name, value))

    def _value(self, text: Text, name: str, value: object) -> object:
        if value is None:
            return text.gettext(self.none_names.get(name, N_("none")))
        if isinstance(value, bool):
            return text.gettext("yes") if value else text.gettext("no")
        if isinstance(value, str):
            return text.gettext(self.choice_names.get(value, value))
        return value

    def option_description(self, text: Text, option: engine.Option) -> str:
        """An option's help for the command, at most 100 characters."""
        help_text = text.gettext(self.option_help.get(option.name, option.help))
        return help_text if len(help_text) <= 100 else help_text[:99] + "…"


def listed(words: Sequence[str], text: Text) -> str:
    """Some words in a sentence: "a, b and c"; "" for none."""
    if len(words) < 2:
        return "".join(words)
    return text.gettext("{names} and {last}", names=", ".join(words[:-1]), last=words[-1])


def placed_name(name: str, text: Text, *, left: bool) -> str:
    """Return the name of a seat for a list of places: whoever left can't win, nor lose, there."""
    return text.gettext("a computer for {name}", name=name) if left else name


def in_paragraphs(lines: Iterable[str]) -> str:
    """Join paragraphs and list entries; what follows a list stands clear of its last entry."""
    joined, in_list = "", False
    for line in lines:
        joined += "\n\n" if in_list and not line.startswith("- ") else "\n"
        joined += line
        in_list = line.startswith("- ")
    return joined.strip()
