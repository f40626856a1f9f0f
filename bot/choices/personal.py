"""What a person has chosen for themselves, in every server: the page, and what its controls do."""

import re
from typing import Any, Final

import discord

from bot.answers import Answer, text_of
from bot.choices.pages import MAX_OPTIONS, language_options, on_and_off
from bot.choices.words import language_words
from bot.games import presenters
from bot.tables import ids
from bot.tables.buttons import Button, StrayButton
from bot.tables.page import Page, Row, box
from bot.text import Text
from bot.text.languages import languages
from engine.settings import Choices

COLOUR: Final = 0x3B6EA5
_USUAL: Final = "usual"


class ChoiceButton(Button, template=ids.CHOICE):
    """Any control of the page; whoever clicks changes what is theirs."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        name, value = match["name"], match["value"]
        chosen = answer.chosen[0] if answer.chosen else ""
        house, user_id = answer.interaction.client.desk.house, answer.user_id
        if name == "bells" and value in ("on", "off"):
            await house.set_choices(user_id, bells=value == "on")
        elif name == "language" and chosen in ("discord", *languages()):
            await house.set_choices(user_id, language="" if chosen == "discord" else chosen)
        elif name == "layout" and (chosen == _USUAL or chosen in _layouts(answer.text)):
            await house.set_choices(user_id, hand_layout="" if chosen == _USUAL else chosen)
        else:
            await StrayButton.handle(answer, match)
            return
        answer.text = text_of(answer.interaction)  # they may have chosen another language
        await answer.update(await preferences_page(answer, answer.text.gettext("✓ Changed.")))


async def preferences_page(answer: Answer, said: str = "") -> Page:
    """Return the person's choices with what changes them."""
    text, house = answer.text, answer.interaction.client.desk.house
    choices = await house.choices(answer.user_id)
    heading = text.gettext(
        "## Your preferences\nOnly you see them; they count in every server where I am."
    )
    bells = text.gettext("on: I mention you once when half of your time is over")
    if not choices.bells:
        bells = text.gettext("off: I never mention you")
    elif answer.interaction.guild_id and not house.known_settings(answer.guild_id).bells:
        bells = text.gettext("on, but this server has turned them off for everybody")
    lines = (
        text.gettext("- **Turn bells**: {value}", value=bells),
        text.gettext("- **Your language**: {value}", value=language_words(text, choices.language)),
        text.gettext("- **Your hands**: {value}", value=_layout_words(text, choices)),
    )
    blocks = ("\n".join(filter(None, (heading, said))), "\n".join(lines))
    return box(blocks, _controls(text, choices), COLOUR)


def _controls(text: Text, choices: Choices) -> list[Row]:
    labels = text.gettext("Turn my bells on"), text.gettext("Turn my bells off")
    bells = on_and_off(ids.choice_id("bells"), labels, on=choices.bells)
    spoken = language_options(
        text, choices.language, lambda name: text.gettext("Language: {name}", name=name)
    )
    known = {_USUAL: text.gettext("as usual"), **_layouts(text)}
    chosen = choices.hand_layout if choices.hand_layout in known else _USUAL
    hands = [
        discord.SelectOption(
            label=text.gettext("Hands: {layout}", layout=words)[:100],
            value=name,
            default=name == chosen,
        )
        for name, words in known.items()
    ]
    return [
        bells,
        [_menu(text.gettext("Choose your language"), "language", spoken)],
        [_menu(text.gettext("Choose how hands are shown"), "layout", hands)],
    ]


def _layouts(text: Text) -> dict[str, str]:
    """The ways in which hands can be shown, with the game that has them."""
    return {
        name: text.gettext("{game}: {layout}", game=each.title, layout=text.gettext(words))
        for each in presenters()
        for name, words in each.layouts.items()
    }


def _layout_words(text: Text, choices: Choices) -> str:
    return _layouts(text).get(choices.hand_layout, text.gettext("as usual"))


def _menu(
    placeholder: str, name: str, options: list[discord.SelectOption]
) -> discord.ui.Select[Any]:
    custom_id = ids.choice_id(name)
    return discord.ui.Select(
        custom_id=custom_id,
        id=ids.component(custom_id),
        placeholder=placeholder,
        options=options[:MAX_OPTIONS],
    )
