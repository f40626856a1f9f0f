"""`/play` has typed parameters for whatever a game declares."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord import Locale

import engine
from bot.commands import play
from bot.commands.options import (
    NONE,
    Parameter,
    common_parameters,
    house_rule,
    option_values,
    typed,
)
from bot.games import presenter
from engine.settings import MAX_STAKE, Choices

NINETY_NINE = presenter("ninetynine")
COMMON = ["players", "computers", "level", "pace", "stake", "preset"]


def options_of(game):
    """The command of a game as Discord is told of it, its options by name."""
    found = play.group().get_command(game)
    assert found is not None
    told = found.to_dict(None)  # type: ignore[arg-type]  # no tree, as nothing is translated
    return {each["name"]: each for each in told["options"]}, told


@pytest.fixture(scope="module")
def command():
    return options_of("ninetynine")[1]


def option(command, name):
    return next(each for each in command["options"] if each["name"] == name)


def test_every_option_of_the_game_is_a_parameter(command):
    names = [each["name"] for each in command["options"]]
    assert names == COMMON + [each.name for each in NINETY_NINE.info.options]


def test_numbers_have_ranges(command):
    players, chips = option(command, "players"), option(command, "chips")
    assert (players["min_value"], players["max_value"], players["required"]) == (2, 10, False)
    assert (chips["min_value"], chips["max_value"], chips["required"]) == (1, 9, False)


def test_a_game_for_one_number_of_players_does_not_ask_for_it():
    assert [game for game in engine.game_names() if "players" not in options_of(game)[0]] == [
        "schmier"
    ]


def test_a_stake_has_its_range_and_says_that_the_server_has_a_usual_one(command):
    stake = option(command, "stake")
    assert (stake["min_value"], stake["max_value"], stake["required"]) == (0, MAX_STAKE, False)
    assert "as the server has set" in stake["description"]


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


@pytest.mark.parametrize(
    ("game", "words"),
    [("take5", "live: a minute a turn"), ("toonerville", "live: 2 minutes a turn")],
)
def test_the_pace_says_how_long_a_turn_of_the_game_may_take(game, words):
    assert options_of(game)[0]["pace"]["choices"][0]["name"] == words


@pytest.mark.parametrize("game", engine.game_names())
def test_every_command_keeps_to_discords_limits(game):
    options, told = options_of(game)
    assert all(1 <= len(each["description"]) <= 100 for each in [told, *options.values()])
    assert len(options) <= 25
    for each in options.values():
        assert len(each.get("choices", ())) <= 25
        assert all(len(choice["name"]) <= 100 for choice in each.get("choices", ()))


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("take5", ["end_score", "end", "rounds", "deck"]),
        ("schmier", ["teams", "dealer_forced", "first_lead_trump", "target", "max_hands"]),
        (
            "toonerville",
            ["first_round", "last_round", "max_rooks", "buy_limit", "reshuffles", "turns"],
        ),
        (
            "onehundred",
            ["chips", "decks", "fours", "after_bust", "rebuilds", "negative", "must_play_safe"],
        ),
    ],
)
def test_every_game_has_its_own_options_and_both_presets(game, rules):
    options, _ = options_of(game)
    rest = [name for name in options if name not in COMMON]
    assert rest == rules
    assert [each["value"] for each in options["preset"]["choices"]] == ["standard", "classic"]


class TestANumberOrNone:
    """`rounds` is none if left out; `rebuilds` is ten then, so that none has to be said."""

    def test_rounds(self):
        rounds = options_of("take5")[0]["rounds"]
        assert (rounds["min_value"], rounds["max_value"]) == (1, 20)
        assert "autocomplete" not in rounds

    def test_rebuilds(self):
        rebuilds = options_of("onehundred")[0]["rebuilds"]
        assert (rebuilds["min_value"], rebuilds["max_value"]) == (NONE, 100)
        assert rebuilds["autocomplete"]

    @pytest.mark.parametrize(("said", "meant"), [(NONE, None), (0, 0), (7, 7)])
    def test_what_is_said_is_what_the_engine_gets(self, said, meant):
        info = engine.game_info("onehundred")
        values = option_values(info, {"rebuilds": said, "chips": None, "decks": 2})
        assert values == {"rebuilds": meant, "decks": 2}
        assert engine.load_game("onehundred", options=values).options["rebuilds"] == meant

    @pytest.mark.parametrize(
        ("typed_so_far", "suggested"),
        [
            ("", [NONE, 0, 10, 100]),
            (1, [NONE, 1, 10, 100]),
            ("25", [NONE, 25]),
            ("999", [NONE, 100]),
            ("x", [NONE]),
            ("٣", [NONE]),
        ],
    )
    async def test_none_is_suggested_in_words_beside_numbers(self, typed_so_far, suggested):
        words_of = presenter("onehundred")
        rule = next(each for each in words_of.info.options if each.name == "rebuilds")
        suggest = house_rule(words_of, rule, set()).suggest
        assert suggest is not None
        asked: Any = SimpleNamespace(
            locale=Locale.american_english,
            user=SimpleNamespace(id=1),
            client=SimpleNamespace(
                desk=SimpleNamespace(house=SimpleNamespace(known_choices=lambda user_id: Choices()))
            ),
        )
        choices = await suggest(asked, typed_so_far)
        assert [choice.value for choice in choices] == suggested
        assert choices[0].name == "none: no limit"


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
