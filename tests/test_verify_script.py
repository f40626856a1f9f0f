"""The program that checks a record without the bot's code, run as people run it."""

import ast
import json
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.__main__ import play
from engine.record import Record

SCRIPT = Path(__file__).parents[1] / "docs" / "verify.py"
GAMES = engine.game_names()
SHORT: dict[str, dict[str, Any]] = {
    "take5": {"rounds": 3},
    "schmier": {"max_hands": 6},
    "toonerville": {"first_round": 9, "last_round": 9, "turns": 20},
}
SERVER_SEED = bytes(range(100, 132))


@cache
def line_of(game: str, salt: str = "11,22", **options: Any) -> str:
    """The record of a game whose deals come from the seed and the salt."""
    rules = engine.load_game(game, options={**SHORT.get(game, {}), **options})
    return play(rules, sha256(SERVER_SEED + salt.encode()).digest(), "random").to_json()


def verify(
    folder: Path, record: dict[str, Any] | str, *facts: str
) -> subprocess.CompletedProcess[str]:
    """Run the program on a record, without this repository on its path."""
    file = folder / "record.jsonl"
    file.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file), *facts]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603


def proof(salt: str = "11,22") -> list[str]:
    return [SERVER_SEED.hex(), salt, sha256(SERVER_SEED).hexdigest()]


def test_it_needs_nothing_but_python() -> None:
    tree = ast.parse(SCRIPT.read_bytes())
    named = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named <= sys.stdlib_module_names


@pytest.mark.parametrize("game", GAMES)
def test_a_game_as_it_was_played(game: str, tmp_path: Path) -> None:
    run = verify(tmp_path, line_of(game), *proof())
    dealt = engine.load_game(game, options=SHORT.get(game, {})).new_initial_state(
        bytes.fromhex(json.loads(line_of(game))["seed"])
    )

    assert run.returncode == 0, run.stderr
    assert "facts hold" in run.stdout
    first = run.stdout.splitlines()[0]
    for seat in range(dealt.game.players):
        cards = first.partition(f" {seat}: ")[2].split(":")[0].split()
        hand = dealt.private(seat)["hand"]
        assert sorted(cards[: len(hand)]) == sorted(hand)


@pytest.mark.parametrize(
    ("game", "deals", "options"),
    [
        ("take5", 3, {}),
        ("take5", 2, {"deck": "tactical", "rounds": 2}),
        ("schmier", 6, {}),
        ("schmier", 6, {"teams": "2x3", "dealer_forced": True}),
    ],
)
def test_all_deals_of_games_whose_shuffles_follow_from_the_seed(
    game: str, deals: int, options: dict[str, Any], tmp_path: Path
) -> None:
    line = line_of(game, **options)
    run = verify(tmp_path, line)
    cards = [action for _, action in json.loads(line)["actions"] if action[0] in "0123456789"]

    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) - 1 >= deals
    assert int(run.stdout.splitlines()[-1].split()[0]) > len(cards)


def test_deals_that_everybody_passed(tmp_path: Path) -> None:
    rules = engine.load_game("schmier", options={"max_hands": 1})
    seed = sha256(b"pass").digest()
    state, actions = rules.new_initial_state(seed), []
    while not state.is_terminal():
        seat = state.current_players()[0]
        legal = state.legal_actions(seat)
        action = "pass" if "pass" in legal else legal[0]
        actions.append((seat, action))
        state.apply(seat, action)
    run = verify(tmp_path, Record.of(state, actions).to_json())

    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == 5  # three that all passed, one that was played


@pytest.mark.parametrize(
    "arguments", [[], ["missing.jsonl"], ["record.jsonl", "00" * 32], ["record.jsonl", *"abcd"]]
)
def test_without_what_it_needs_it_says_what_that_is(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "record.jsonl").write_text(line_of("take5"), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
    assert (run.returncode, run.stdout) == (1, "")
    (line,) = run.stderr.splitlines()
    assert line.startswith("usage: python verify.py RECORD [SEED SALT SEAL]")


class TestForgeries:
    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize(
        ("forged", "why"),
        [
            (["00" * 32, "11,22", proof()[2]], "seed and seal"),
            ([SERVER_SEED.hex(), "11,22", "00" * 32], "seed and seal"),
            ([SERVER_SEED.hex(), "11,23", proof()[2]], "salt"),
            ([SERVER_SEED.hex(), "22,11", proof()[2]], "salt"),
        ],
    )
    def test_another_seed_salt_or_seal(
        self, game: str, forged: list[str], why: str, tmp_path: Path
    ) -> None:
        run = verify(tmp_path, line_of(game), *forged)
        assert run.returncode == 1
        assert run.stderr.startswith("WRONG")
        assert why in run.stderr

    @pytest.mark.parametrize("game", GAMES)
    def test_one_digit_of_the_deals_seed(self, game: str, tmp_path: Path) -> None:
        record = json.loads(line_of(game))
        digit = "0" if record["seed"][9] != "0" else "1"
        record["seed"] = record["seed"][:9] + digit + record["seed"][10:]

        run = verify(tmp_path, record, *proof())
        assert run.returncode == 1
        assert "salt" in run.stderr

    @pytest.mark.parametrize("game", GAMES)
    def test_another_dealer(self, game: str, tmp_path: Path) -> None:
        record = json.loads(line_of(game))
        record["dealer"] = (record["dealer"] + 1) % record["players"]

        run = verify(tmp_path, record)
        assert run.returncode == 1
        assert "deals first" in run.stderr

    @pytest.mark.parametrize("game", ["take5", "schmier"])
    @pytest.mark.parametrize("part", [0.1, 0.5, 0.97])
    def test_one_card_that_was_not_dealt(self, game: str, part: float, tmp_path: Path) -> None:
        record = json.loads(line_of(game))
        played = [
            at
            for at, (_, action) in enumerate(record["actions"])
            if action.isdecimal() or (len(action) == 2 and action[0] in "23456789TJQKA")
        ]
        place = int(len(played) * part)
        seat = record["actions"][played[place]][0]
        neighbours = [*played[place - 1 :: -1], *played[place + 1 :]]
        somebody_elses = next(at for at in neighbours if record["actions"][at][0] != seat)
        at, other = played[place], record["actions"][somebody_elses][1]
        record["actions"][at][1] = other

        run = verify(tmp_path, record)
        assert run.returncode == 1
        assert run.stderr.startswith("WRONG: seat")

    @pytest.mark.parametrize("game", ["ninetynine", "onehundred"])
    def test_the_first_card_of_games_that_shuffle_by_the_play(
        self, game: str, tmp_path: Path
    ) -> None:
        record = json.loads(line_of(game))
        seat = record["actions"][0][0]
        held = engine.load_game(game).new_initial_state(bytes.fromhex(record["seed"])).private(seat)
        other = next(card for card in ("2C", "3C", "5C", "6C") if card not in held["hand"])
        record["actions"][0][1] = other

        assert verify(tmp_path, record).returncode == 1
