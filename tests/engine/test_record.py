"""Game records: what is in them (design of the format, C-7), and that they can be played again."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.record import Record, RecordError
from tests.engine.command_line import played_record, run, write
from tests.engine.contract import Table, everything, random_move, tables, through_json
from tests.engine.reference import first_dealer, french_deck, shuffled

FIELDS = [
    "format",
    "game",
    "players",
    "options",
    "dealer",
    "seed",
    "actions",
    "winners",
    "scores",
    "placings",
]


def finished(table: Table, **given_facts: Any) -> tuple[engine.State, list[tuple[int, str]]]:
    """Play a table to its end."""
    rng = random.Random(table.whim)
    state = table.game.new_initial_state(seed=table.seed, **given_facts)
    actions = []
    while not state.is_terminal():
        actions.append(random_move(state, rng))
        state.apply(*actions[-1])
    return state, actions


@pytest.mark.parametrize("name", engine.game_names())
@given(data=st.data())
def test_a_fair_game_has_the_ten_fields_and_no_more(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    state, actions = finished(table)
    line = Record.of(state, actions).to_json()
    assert "\n" not in line
    fields = json.loads(line)
    assert list(fields) == FIELDS
    assert fields["format"] == "cardroom-record/1"
    assert fields["game"] == name
    assert fields["players"] == table.game.players
    assert fields["options"] == dict(table.game.options)
    assert fields["seed"] == table.seed.hex()
    assert fields["actions"] == [list(action) for action in actions]
    assert fields["winners"] == list(state.winners())
    assert fields["scores"] == list(state.scores())
    assert fields["placings"] == list(state.placings())


@pytest.mark.parametrize("name", engine.game_names())
@given(data=st.data())
def test_a_record_read_again_plays_the_same_game(name: str, data: st.DataObject) -> None:
    state, actions = finished(data.draw(tables(name)))
    record = Record.of(state, actions)
    again = Record.from_json(record.to_json())
    assert again.to_json() == record.to_json()
    again.verify()
    plies = 0
    for plies, replayed in enumerate(again.replay()):  # noqa: B007
        pass
    assert plies == len(actions)
    assert through_json(everything(replayed)) == through_json(everything(state))


@pytest.mark.parametrize("players", [2, 3, 10])
def test_the_dealer_is_the_actual_first_dealer(players: int) -> None:
    record = played_record(1, players)
    seed = bytes.fromhex(record["seed"])
    game = engine.load_game("ninetynine", players=players)
    state = game.new_initial_state(seed=seed)
    assert json.loads(Record.of(state, []).to_json())["dealer"] == first_dealer(seed, players)


@given(seed=st.binary(min_size=32, max_size=32), dealer=st.integers(0, 3))
def test_c_7_dealer_given_only_where_the_seed_names_another(seed: bytes, dealer: int) -> None:
    game = engine.load_game("ninetynine", players=4)
    fields = json.loads(Record.of(game.new_initial_state(seed, dealer), []).to_json())
    assert fields["dealer"] == dealer
    assert "deck" not in fields
    if dealer == first_dealer(seed, 4):
        assert "dealer_given" not in fields
    else:
        assert fields["dealer_given"] is True


def test_c_7_a_given_deck_is_recorded() -> None:
    seed, deck = bytes(32), french_deck()
    game = engine.load_game("ninetynine", players=3)
    fields = json.loads(Record.of(game.new_initial_state(seed, deck=deck), []).to_json())
    assert fields["deck"] == deck
    assert "dealer_given" not in fields


def test_records_written_by_hand_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the text of the format alone, fair games and arranged ones."""
    dealers = [{"dealer": dealer, "players": 4} for dealer in range(4)]
    decks = [{"deck": french_deck()}, {"deck": shuffled(b"x" * 32, 7, french_deck())}]
    both = {"deck": french_deck(2), "dealer": 1, "players": 7}
    facts: list[dict[str, Any]] = [{}, {"players": 10, "chips": 1}, *dealers, *decks, both]
    records = [played_record(number, **fact) for number, fact in enumerate(facts)]
    outcome = run(capsys, "verify", write(tmp_path / "r.jsonl", *records))
    assert outcome == (0, f"{len(records)} records verified, 0 failed\n", "")


@pytest.mark.parametrize("line", ["", "[]", "null", "7", '"x"', "{", "{}", "nonsense", "\ud800"])
def test_what_is_no_record_is_refused_with_one_line(line: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.from_json(line)
    assert str(refused.value)
    assert "\n" not in str(refused.value)
