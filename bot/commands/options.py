"""The typed parameters of `/play <game>`, made from what the engine and the presenter declare."""

import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import app_commands

import engine
from bot.answers import Interaction, text_of
from bot.games import Presenter
from bot.tables.pace import pace_words
from bot.text import ENGLISH
from engine.players import LEVELS
from engine.settings import MAX_STAKE
from engine.table import Pace

MAX_DESCRIPTION: Final = 100

NONE: Final = -1
"""How "none" is said by a number; none of the games' own numbers is negative."""

Suggest = Callable[[Interaction, int | str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command. None as its value means that the person said nothing."""

    name: str
    annotation: Any
    description: str
    default: object = None
    choices: tuple[app_commands.Choice[str], ...] = ()
    suggest: Suggest | None = None
    """Suggests numbers while one is being typed."""


def common_parameters(info: engine.GameInfo) -> list[Parameter]:
    """Return the parameters that every game has; `players` only where there is a choice."""
    gettext = ENGLISH.gettext
    most = info.max_players
    players = Parameter(
        "players",
        app_commands.Range[int, info.min_players, most],
        gettext("Players at the table, computers included ({n})", n=info.default_players),
        info.default_players,
    )
    return [
        *([players] if info.min_players < most else []),
        Parameter(
            "computers",
            app_commands.Range[int, 0, most - 1],
            gettext("How many of them are computer players (0)"),
            0,
        ),
        Parameter(
            "level",
            str,
            gettext("How well computer players play (normal)"),
            "normal",
            tuple(_choice(level, level) for level in LEVELS),
        ),
        Parameter(
            "pace",
            str,
            gettext("How long a turn may take before a computer plays it (as the server has set)"),
            None,
            tuple(_choice(pace_words(ENGLISH, pace, info.name), pace.value) for pace in Pace),
        ),
        Parameter(
            "stake",
            app_commands.Range[int, 0, MAX_STAKE],
            gettext("Chips that everybody puts in; 0 for a friendly game (as the server has set)"),
            None,
        ),
        Parameter(
            "preset",
            str,
            gettext("A set of house rules to start from (standard)"),
            "standard",
            tuple(_choice(preset, preset) for preset in info.presets),
        ),
    ]  # fmt: skip


def house_rule(presenter: Presenter, option: engine.Option, taken: set[str]) -> Parameter:
    """Return the parameter of a game's own option."""
    name = option.name if option.name not in taken else f"rule_{option.name}"
    description = presenter.option_description(ENGLISH, option)
    if option.kind == "bool":
        return Parameter(name, bool, description)
    if option.kind == "int" and option.nullable and option.default is not None:
        return _number_or_none(name, option, description)
    if option.kind == "int":
        return Parameter(name, app_commands.Range[int, option.minimum, option.maximum], description)
    words = presenter.choice_names
    choices = tuple(
        _choice(ENGLISH.gettext(words.get(value, value)), value) for value in option.choices
    )
    return Parameter(name, str, description, choices=choices)


def _number_or_none(name: str, option: engine.Option, description: str) -> Parameter:
    """A number that may also be none; the word is suggested, since leaving it out means another."""
    numbers = sorted({option.minimum, int(option.default or 0), option.maximum})

    async def suggest(
        interaction: Interaction, typed: int | str, /
    ) -> list[app_commands.Choice[int]]:
        text = text_of(interaction)
        fitting = [number for number in numbers if str(number).startswith(str(typed))]
        if (exact := str(typed)).isdecimal() and exact.isascii() and len(exact) < 4:
            fitting = sorted({*fitting, min(int(exact), option.maximum)})
        return [
            app_commands.Choice(name=text.gettext("none: no limit"), value=NONE),
            *(app_commands.Choice(name=str(number), value=number) for number in fitting),
        ]

    kind = app_commands.Range[int, NONE, option.maximum]
    return Parameter(name, kind, description, suggest=suggest)


def option_values(info: engine.GameInfo, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a command named, as the engine takes them."""
    nullable = {option.name for option in info.options if option.kind == "int" and option.nullable}
    return {
        name: None if name in nullable and value == NONE else value
        for name, value in given.items()
        if value is not None
    }


def _choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=name, value=value)


Callback = Callable[..., Coroutine[Any, Any, None]]


def typed(callback: Callback, parameters: list[Parameter]) -> Callback:
    """Return a callback that has these parameters, each with its type, default and description."""

    async def command(interaction: Interaction, **values: Any) -> None:
        await callback(interaction, **values)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *(_signature(parameter) for parameter in parameters)]
    )
    described = {
        parameter.name: parameter.description[:MAX_DESCRIPTION] for parameter in parameters
    }
    choices = {
        parameter.name: list(parameter.choices) for parameter in parameters if parameter.choices
    }
    suggested = {
        parameter.name: parameter.suggest
        for parameter in parameters
        if parameter.suggest is not None
    }
    command = app_commands.autocomplete(**suggested)(command)
    return app_commands.describe(**described)(app_commands.choices(**choices)(command))


def _signature(parameter: Parameter) -> inspect.Parameter:
    optional = parameter.default is None
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=parameter.annotation | None if optional else parameter.annotation,
        default=parameter.default,
    )
