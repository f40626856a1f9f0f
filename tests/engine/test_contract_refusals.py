"""The contract of every registered game for bad input: refuse it, say why, change nothing."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine.contract import everything, option_sets, pack, random_move, seats, states, tables

pytestmark = pytest.mark.parametrize("name", engine.game_names())

ABSURD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    10**100,
    0.0,
    float("nan"),
    float("inf"),
    b"KS",
    ["KS"],
    ("KS",),
    {"KS"},
    {"action": "KS"},
    object(),
    "",
    " ",
    "\n",
    "\0",
    "=",
    "-",
    "None",
    "٣",
    "１",
    "²",
    "🂮",
    "K♠",
    "\ud800",
    "{seat}",
    "{0}",
    "%s",
    "-1",
    "+1",
    "9" * 10_000,
    "A" * 10_000,
    "KS" * 5_000,
]
SEATS_OFF: list[Any] = [None, True, False, "0", "", 0.0, 1.0, [0], (0,), b"0", 10**30, -1, object()]
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def misspelt(action: str) -> list[str]:
    """Spellings that are near a legal action and aren't it (C-9)."""
    forms = [f" {action}", f"{action} ", f"{action}\n", f"{action}\0", f"\ufeff{action}"]
    forms += [action.lower(), action.title(), action.replace("=", " = "), action.replace("-", "−")]
    forms += [action.translate(WIDE), action.translate(ARABIC), action.replace("=", "=0")]
    forms += [f"{action}=", f"{action}=1", f"0{action}", f"+{action}", action * 2, action * 3_000]
    forms += [action.replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣")]
    return forms


@given(data=st.data())
def test_absurd_actions_are_refused_and_change_nothing(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    before = everything(state)
    for seat in seats(state):
        legal = state.legal_actions(seat)
        wrong = [*ABSURD, *(form for action in legal for form in misspelt(action))]
        for action in wrong:
            if type(action) is str and action in legal:
                continue
            assert state.is_legal(seat, action) is False
            with pytest.raises(engine.IllegalAction) as refused:
                state.apply(seat, action)
            _check_the_reason(refused.value)
    assert everything(state) == before


def _check_the_reason(error: engine.IllegalAction) -> None:
    assert isinstance(error, ValueError)
    assert type(error.reason) is str
    assert 5 < len(error.reason) < 300
    assert error.template.format(**error.facts) == error.reason == str(error)
    assert error.__cause__ is None


@cache
def vocabulary(name: str) -> list[str]:
    """Actions of the game as they come up at tables of all sizes."""
    info, rng, words = engine.game_info(name), random.Random(0), set[str]()
    for players in range(info.min_players, info.max_players + 1):
        state = engine.load_game(name, players).new_initial_state(seed=rng.randbytes(32))
        for _ in range(200):
            if not state.is_terminal():
                words.update(*map(state.legal_actions, seats(state)))
                state.apply(*random_move(state, rng))
    return sorted(words)


@given(data=st.data())
def test_apply_takes_what_is_legal_and_nothing_else(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    before = everything(state)
    for seat in seats(state):
        for action in {*vocabulary(name), *state.legal_actions(seat)}:
            legal = state.is_legal(seat, action)
            assert type(legal) is bool
            if legal:
                state.clone().apply(seat, action)
            else:
                assert action not in state.legal_actions(seat)
                with pytest.raises(engine.IllegalAction) as refused:
                    state.apply(seat, action)
                _check_the_reason(refused.value)
        assert all(state.is_legal(seat, action) for action in state.legal_actions(seat))
    assert everything(state) == before


@given(data=st.data())
def test_acting_for_somebody_who_cannot_act_is_refused(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    before = everything(state)
    actions = {action for seat in seats(state) for action in state.legal_actions(seat)}
    for seat in seats(state):
        for action in sorted(actions - set(state.legal_actions(seat))):
            assert state.is_legal(seat, action) is False
            with pytest.raises(engine.IllegalAction) as refused:
                state.apply(seat, action)
            _check_the_reason(refused.value)
    assert everything(state) == before


@given(data=st.data())
def test_a_seat_that_does_not_exist_is_refused(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    before = everything(state)
    actions = ["", *(action for seat in seats(state) for action in state.legal_actions(seat))]
    for seat in [*SEATS_OFF, state.game.players]:
        for ask in (state.legal_actions, state.private, state.observation, state.decision):
            with pytest.raises(ValueError, match="seat"):
                ask(seat)
        for action in actions:
            with pytest.raises(engine.IllegalAction, match="seat"):
                state.apply(seat, action)
            with pytest.raises(ValueError, match="seat"):
                state.is_legal(seat, action)
    assert everything(state) == before


@given(data=st.data())
def test_refused_actions_leave_no_trace_in_what_follows(name: str, data: st.DataObject) -> None:
    """A game in which nonsense was tried before every action is the game without it."""
    table = data.draw(tables(name))
    rng = random.Random(table.whim)
    pure, tried = table.start(), table.start()
    for _ in range(60):
        if pure.is_terminal():
            break
        for seat in seats(tried):
            for action in (None, "", "nonsense", [], 7, "KS "):
                with pytest.raises(engine.IllegalAction):
                    tried.apply(seat, action)  # type: ignore[arg-type]
        move = random_move(pure, rng)
        pure.apply(*move)
        tried.apply(*move)
        assert everything(tried) == everything(pure)
    assert pack(tried) == pack(pure)


@given(data=st.data())
def test_after_the_end_nothing_is_legal(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    rng = random.Random(table.whim)
    state, moves = table.start(), []
    while not state.is_terminal():
        moves.append(random_move(state, rng))
        state.apply(*moves[-1])
    before = everything(state)
    for seat in seats(state):
        assert state.legal_actions(seat) == []
        assert state.decision(seat) is None
        for action in {action for _, action in moves}:
            assert not state.is_legal(seat, action)
            with pytest.raises(engine.IllegalAction):
                state.apply(seat, action)
    assert everything(state) == before


@pytest.mark.parametrize("players", [0, -1, 1000, 10**30, True, "4", 4.0, [4], b"4", (2, 3)])
def test_wrong_player_counts_name_the_right_ones(name: str, players: Any) -> None:
    info = engine.game_info(name)
    with pytest.raises(engine.OptionError) as refused:
        engine.load_game(name, players=players)
    assert str(info.min_players) in str(refused.value)
    assert str(info.max_players) in str(refused.value)
    assert len(str(refused.value)) < 300


def test_one_player_too_many_or_too_few(name: str) -> None:
    info = engine.game_info(name)
    for players in (info.min_players - 1, info.max_players + 1):
        with pytest.raises(engine.OptionError, match=f"{info.min_players}.*{info.max_players}"):
            engine.load_game(name, players=players)
    assert engine.load_game(name).players == info.default_players
    assert engine.load_game(name, players=None).players == info.default_players


@pytest.mark.parametrize(
    "options", [{"unheard_of": 1}, {"": 1}, {"CHIPS": 3}, {7: 1}, {None: None}, {"x" * 9999: 1}]
)
def test_unknown_options_name_the_known_ones(name: str, options: Any) -> None:
    with pytest.raises(engine.OptionError) as refused:
        engine.load_game(name, options=options)
    for option in engine.game_info(name).options:
        assert option.name in str(refused.value)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("options", [3, "chips", ["chips"], [("chips", 3)], {"chips"}, True, b"{}"])
def test_options_are_a_mapping(name: str, options: Any) -> None:
    with pytest.raises(engine.OptionError):
        engine.load_game(name, options=options)


WRONG: dict[str, list[Any]] = {
    "int": [True, False, "3", "", 3.0, [3], {}, b"3", 10**30, -(10**30), float("nan"), "９"],
    "bool": [0, 1, "true", "True", "", [], 1.0, b"1"],
    "choice": [0, True, "", "nonsense", ["either"], b"either", "x" * 9999],
}


def test_wrong_option_values_name_what_is_allowed(name: str) -> None:
    for option in engine.game_info(name).options:
        wrong = [*WRONG[option.kind], *([] if option.nullable else [None])]
        if option.kind == "int":
            wrong += [option.minimum - 1, option.maximum + 1]
        wrong += [choice.upper() for choice in option.choices]
        allowed = {
            "bool": ["true", "false"],
            "int": [str(option.minimum), str(option.maximum)],
            "choice": list(option.choices),
        }
        for value in wrong:
            with pytest.raises(engine.OptionError) as refused:
                engine.load_game(name, options={option.name: value})
            text = str(refused.value)
            for word in [option.name, *allowed[option.kind]]:
                assert word in text
            assert len(text) < 300


@pytest.mark.parametrize("preset", ["", "nonsense", "Standard", None, 0, True, ["standard"], b"x"])
def test_unknown_presets_name_the_known_ones(name: str, preset: Any) -> None:
    with pytest.raises(engine.OptionError) as refused:
        engine.load_game(name, preset=preset)
    for known in engine.game_info(name).presets:
        assert known in str(refused.value)


@given(data=st.data())
def test_a_game_keeps_its_options(name: str, data: st.DataObject) -> None:
    """Neither the caller's dict nor the game's own can change a game that was made."""
    options = data.draw(option_sets(engine.game_info(name)))
    game = engine.load_game(name, options=options)
    before = dict(game.options)
    options["unheard_of"] = 1
    game.options["unheard_of"] = 1
    assert game.options == before
    assert dict(engine.load_game(name, options=before).options) == before
    assert dict(game.new_initial_state(seed=bytes(32)).observation(0)["options"]) == before


@pytest.mark.parametrize(
    "seed", [None, b"", bytes(31), bytes(33), "0" * 32, "0" * 64, 0, 10**30, [0] * 32, True]
)
def test_a_seed_is_32_bytes(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match=r"seed.*32 bytes"):
        engine.load_game(name).new_initial_state(seed=seed)


@pytest.mark.parametrize("dealer", [-1, 99, 10**30, True, False, "0", 0.0, [0], b"0"])
def test_a_dealer_is_a_seat(name: str, dealer: Any) -> None:
    with pytest.raises(ValueError, match=r"seat|dealer"):
        engine.load_game(name).new_initial_state(seed=bytes(32), dealer=dealer)


@given(data=st.data())
def test_a_deck_holds_exactly_the_cards_of_the_game(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    start = table.start()
    deck = data.draw(st.permutations(sorted(start.cards())))
    state = table.game.new_initial_state(seed=table.seed, deck=deck)
    assert pack(state) == pack(start)
    other = next(card for card in deck if card != deck[0])
    wrong: list[Any] = [
        [],
        deck[1:],
        [*deck, deck[0]],
        [other, *deck[1:]],
        ["nonsense", *deck[1:]],
        [deck[0].lower() + " ", *deck[1:]],
        [None, *deck[1:]],
        [1, *deck[1:]],
        [[deck[0]], *deck[1:]],
        [{}, *deck[1:]],
        "".join(deck),
        " ".join(deck),
        7,
        True,
        {},
        set(deck),
        deck[0],
    ]
    for cards in wrong:
        with pytest.raises(ValueError, match=r"card|deck") as refused:
            table.game.new_initial_state(seed=table.seed, deck=cards)
        assert len(str(refused.value)) < 300


@given(data=st.data())
def test_an_observation_of_something_else_is_refused(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    observation = state.observation(0)
    rng = random.Random(0)
    wrong: list[Any] = [None, [], "", 7, {}, {**observation, "game": "nonsense"}]
    wrong += [{**observation, "seat": seat} for seat in SEATS_OFF]
    wrong += [{key: observation[key] for key in observation if key != gone} for gone in observation]
    for one in wrong:
        try:
            sample = state.game.sample(one, rng)
        except ValueError:
            continue
        assert sample.observation(0) == observation  # the key that is gone told nothing new


def test_unknown_games_name_the_known_ones(name: str) -> None:
    for wrong in ("", "chess", name.upper(), f"{name} ", None, 7, True, [name]):
        for ask in (engine.load_game, engine.game_info):
            with pytest.raises(ValueError, match=name):
                ask(wrong)  # type: ignore[arg-type]
