"""A message as somebody sees it: its text, buttons and menus, always as they are now."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from tests.support.message_rules import BUTTON, SELECTS, TEXT_DISPLAY, walk

MOVE = re.compile(r"(?:m:\d+:\d+:\d+|p:\d+:\d+):(?P<action>.+)", re.DOTALL)
BEGUN = re.compile(r"s:\d+:\d+:\d+:(?P<action>.+)", re.DOTALL)  # by a menu, whose values end it
LOOK = re.compile(r"v:\d+:\d+:(?:\d+|-):.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `label` without the emoji that may stand beside it."""

    label: str
    custom_id: str
    disabled: bool
    style: int


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a select menu, and the menu's custom_id."""

    label: str
    value: str
    menu: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu: how many of its options are to be chosen, and what it completes."""

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    fewest: int
    most: int

    @property
    def begun(self) -> str:
        """What the values complete to an action; "" if they are moves by themselves, or looks."""
        match = BEGUN.fullmatch(self.custom_id)
        return match["action"] if match else ""


class Screen:
    """One message of a channel; every look at it reads its present state."""

    def __init__(self, env: simcord.Env, channel_id: int, message_id: int) -> None:
        self._env = env
        self.channel_id = channel_id
        self.id = message_id

    @property
    def _message(self) -> Any:
        return self._env.backend.get_message(self.channel_id, self.id)

    @property
    def response(self) -> simcord.ResponseMessage:
        """The message for simcord's own methods."""
        return simcord.ResponseMessage(self._env, self._message)

    @property
    def exists(self) -> bool:
        return self.id in self._env.backend.messages.get(self.channel_id, {})

    @property
    def private(self) -> bool:
        """Whether only one person sees it."""
        return bool(self._message.is_ephemeral)

    @property
    def pinged(self) -> list[int]:
        """Ids of the people whom it notified."""
        return list(self._message.ping_user_ids)

    @property
    def components(self) -> list[dict[str, Any]]:
        """Every component, nested ones included, in reading order."""
        return list(walk(self._message.components))

    @property
    def text(self) -> str:
        """All words of the message, without its buttons."""
        shown = (part["content"] for part in self.components if part["type"] == TEXT_DISPLAY)
        return "\n".join([part for part in (self._message.content, *shown) if part])

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(_words(part.get("label", "")), part.get("custom_id", ""),
                   bool(part.get("disabled")), part.get("style", 0))
            for part in self.components
            if part["type"] == BUTTON
        ]  # fmt: skip

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    @property
    def menus(self) -> list[Menu]:
        return [
            Menu(
                part["custom_id"],
                part.get("placeholder", ""),
                tuple(
                    Option(option["label"], option["value"], part["custom_id"])
                    for option in part.get("options") or ()
                ),
                part.get("min_values", 1),
                part.get("max_values", 1),
            )
            for part in self.components
            if part["type"] in SELECTS
        ]

    @property
    def options(self) -> list[Option]:
        return [option for menu in self.menus for option in menu.options]

    def button(self, label: str) -> Button:
        """The one button of that label."""
        found = [button for button in self.buttons if button.label == label]
        assert len(found) == 1, f"{len(found)} buttons {label!r} among {self.labels}"
        return found[0]

    def looks(self) -> dict[str, Button | Option]:
        """What shows the message in another way, by its label."""
        pressed = {b.label: b for b in self.buttons if LOOK.fullmatch(b.custom_id)}
        return {**pressed, **{o.label: o for o in self.options if LOOK.fullmatch(o.menu)}}

    def actions(self) -> list[str]:
        """The moves that this message offers whole, as the engine calls them."""
        return [action for action, _ in self.moves()]

    def moves(self) -> list[tuple[str, Button | Option]]:
        """Every move with the button or the select option that makes it."""
        pressed: Sequence[Button | Option] = [b for b in self.buttons if not b.disabled]
        named = [(b.custom_id if isinstance(b, Button) else b.value, b) for b in pressed]
        named += [(option.value, option) for option in self.options]
        matches = [(MOVE.fullmatch(name), control) for name, control in named]
        return [(match["action"], control) for match, control in matches if match]

    def __repr__(self) -> str:
        return f"<Screen {self.id}: {self.text!r} {self.labels}>"


def _words(label: str) -> str:
    """A label without the emoji around it."""
    return re.sub(r"^[^\w#+(−-]+|[^\w)!?.…]+$", "", label)
