"""A message as somebody sees it: its text and its buttons, always as they are now."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from tests.support.message_rules import BUTTON, SELECTS, TEXT_DISPLAY, walk

MOVE = re.compile(r"m:\d+:\d+:\d+:(?P<action>[^:]+)")


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
    def options(self) -> list[Option]:
        menus = (part for part in self.components if part["type"] in SELECTS)
        return [
            Option(option["label"], option["value"], menu["custom_id"])
            for menu in menus
            for option in menu.get("options") or ()
        ]

    def button(self, label: str) -> Button:
        """The one button of that label."""
        found = [button for button in self.buttons if button.label == label]
        assert len(found) == 1, f"{len(found)} buttons {label!r} among {self.labels}"
        return found[0]

    def actions(self) -> list[str]:
        """The moves that this message offers, as the engine calls them."""
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
