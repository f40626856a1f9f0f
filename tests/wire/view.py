"""What a person's client shows: a message's text, buttons and menus, and a form."""

from dataclasses import dataclass, field

from tests.support.message_rules import BUTTON, STRING_SELECT, TEXT_DISPLAY, walk
from tests.wire.model import Json, Message
from tests.wire.util import LOADING


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A button."""

    label: str
    custom_id: str
    disabled: bool
    id: int


@dataclass(frozen=True, slots=True)
class MenuView:
    """A menu; `values` are those of its options."""

    custom_id: str
    values: tuple[str, ...]
    min_values: int
    max_values: int
    id: int


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as it was at some moment."""

    id: int
    text: str
    buttons: tuple[ButtonView, ...]
    menus: tuple[MenuView, ...]
    version: int

    def button(self, custom_id: str) -> ButtonView | None:
        return next((each for each in self.buttons if each.custom_id == custom_id), None)

    def menu(self, custom_id: str) -> MenuView | None:
        return next((each for each in self.menus if each.custom_id == custom_id), None)

    @property
    def custom_ids(self) -> list[str]:
        """Of everything that can be used."""
        ids = [button.custom_id for button in self.buttons]
        return [*ids, *(menu.custom_id for menu in self.menus)]


@dataclass(frozen=True, slots=True)
class ModalView:
    """A form, and the custom_ids of its text fields."""

    title: str
    custom_id: str
    fields: tuple[str, ...]
    raw: Json = field(repr=False)


def text_of(message: Message) -> str:
    """The message's words, in reading order."""
    if message.flags & LOADING:
        return f"{message.author.name} is thinking…"
    displays = (c for c in walk(message.components) if c["type"] == TEXT_DISPLAY)
    return "\n".join(filter(None, (message.content, *(c["content"] for c in displays))))


def view_of(message: Message) -> MessageView:
    """The message as it is now."""
    buttons, menus = [], []
    for each in walk(message.components):
        if each["type"] == BUTTON and "custom_id" in each:
            disabled = bool(each.get("disabled"))
            buttons.append(
                ButtonView(each.get("label") or "", each["custom_id"], disabled, each["id"])
            )
        elif each["type"] == STRING_SELECT:
            values = tuple(option["value"] for option in each["options"])
            least, most = each.get("min_values", 1), each.get("max_values", 1)
            menus.append(MenuView(each["custom_id"], values, least, most, each["id"]))
    return MessageView(message.id, text_of(message), tuple(buttons), tuple(menus), message.versions)


def modal_of(data: Json) -> ModalView:
    """The form of a response."""
    fields = tuple(c["custom_id"] for c in walk(data["components"]) if "custom_id" in c)
    return ModalView(data["title"], data["custom_id"], fields, data)
