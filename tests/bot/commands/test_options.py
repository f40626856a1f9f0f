"""`/play` has typed parameters for whatever a game declares."""

import pytest

import engine
from bot.commands import play
from bot.commands.options import Parameter, common_parameters, house_rule, typed
from bot.games import presenter

NINETY_NINE = presenter("ninetynine")


@pytest.fixture(scope="module")
def command():
    found = play.group().get_command("ninetynine")
    assert found is not None
    return found.to_dict(None)  # type: ignore[arg-type]  # no tree, as nothing is translated


def option(command, name):
    return next(each for each in command["options"] if each["name"] == name)


def test_every_option_of_the_game_is_a_parameter(command):
    names = [each["name"] for each in command["options"]]
    common = ["players", "computers", "level", "pace", "stake", "preset"]
    assert names == common + [each.name for each in NINETY_NINE.info.options]


def test_numbers_have_ranges(command):
    players, chips = option(command, "players"), option(command, "chips")
    assert (players["min_value"], players["max_value"], players["required"]) == (2, 10, False)
    assert (chips["min_value"], chips["max_value"], chips["required"]) == (1, 9, False)


def test_only_friendly_games_for_now(command):
    assert (option(command, "stake")["min_value"], option(command, "stake")["max_value"]) == (0, 0)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("level", ["easy", "normal", "hard"]),
        ("pace", ["live", "relaxed", "slow", "none"]),
        ("preset", ["standard", "classic"]),
        ("ten", ["either", "minus"]),
    ],
)
def test_choices_are_offered(command, name, values):
    assert [choice["value"] for choice in option(command, name)["choices"]] == values


def test_the_command_keeps_to_discords_lengths(command):
    described = [command, *command["options"]]
    assert all(1 <= len(each["description"]) <= 100 for each in described)
    assert len(command["options"]) <= 25


def test_a_rule_that_is_named_like_a_common_parameter_gets_another_name():
    rule = engine.Option("level", "bool", False, "Something of the game.")
    taken = {parameter.name for parameter in common_parameters(NINETY_NINE.info)}
    assert house_rule(NINETY_NINE, rule, taken).name == "rule_level"


async def test_the_typed_callback_is_given_what_was_chosen():
    given = {}

    async def callback(interaction, **values):
        given.update(values, who=interaction)

    parameters = [Parameter("chips", int, "Lives"), Parameter("computers", int, "Computers", 0)]
    await typed(callback, parameters)("somebody", chips=3, computers=0)
    assert given == {"chips": 3, "computers": 0, "who": "somebody"}
