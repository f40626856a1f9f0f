"""`python -m engine`: selfplay, verify and show, used rightly and wrongly."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.engine.command_line import CARD, Outcome, played_record, run, write
from tests.engine.reference import french_deck

Capture = pytest.CaptureFixture[str]
Record = dict[str, Any]
LAST_LINE = re.compile(r"(\d+) records verified, (\d+) failed")


def engine_command(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **how)  # noqa: S603


def one_clear_line(outcome: Outcome) -> str:
    """What a wrong request gets: exit code 2 and one line on stderr that says what is wrong."""
    assert outcome.code == 2
    assert outcome.out == ""
    lines = [line for line in outcome.err.splitlines() if not line.startswith(("usage:", " "))]
    assert len(lines) == 1
    return lines[0]


# selfplay


@pytest.mark.parametrize("player", ["random", "easy", "normal", "hard"])
def test_selfplay_prints_records_that_verify(player: str, tmp_path: Path, capsys: Capture) -> None:
    arguments = ["selfplay", "ninetynine", "--players", 4, "--games", 3, "--seed", 7]
    arguments += ["--player", player, "--options", '{"chips": 1, "negative": true}']
    outcome = run(capsys, *arguments)
    assert (outcome.code, outcome.err, len(outcome.lines)) == (0, "", 3)
    for line in outcome.lines:
        record = json.loads(line)
        assert record["players"] == 4
        assert record["options"]["chips"] == 1
        assert record["options"]["negative"] is True
        assert len(record["winners"]) == 1
        assert not {"deck", "dealer_given"} & record.keys()
    assert len({json.loads(line)["seed"] for line in outcome.lines}) == 3
    assert run(capsys, *arguments).out == outcome.out
    file = write(tmp_path / "records.jsonl", *outcome.lines)
    assert run(capsys, "verify", file) == (0, "3 records verified, 0 failed\n", "")


def test_selfplay_differs_by_seed(capsys: Capture) -> None:
    one, two = (
        run(capsys, "selfplay", "ninetynine", "--players", 2, "--games", 1, "--seed", seed).out
        for seed in (1, 2)
    )
    assert json.loads(one)["seed"] != json.loads(two)["seed"]


@pytest.mark.parametrize("players", range(2, 11))
def test_selfplay_of_every_size(players: int, tmp_path: Path, capsys: Capture) -> None:
    arguments = ["selfplay", "ninetynine", "--players", players, "--games", 2, "--seed", "x"]
    file = write(tmp_path / "records.jsonl", *run(capsys, *arguments).lines)
    assert run(capsys, "verify", file).lines == ["2 records verified, 0 failed"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess", "--players", "2", "--games", "1", "--seed", "1"],
        ["ninetynine", "--players", "11", "--games", "1", "--seed", "1"],
        ["ninetynine", "--players", "1", "--games", "1", "--seed", "1"],
        ["ninetynine", "--players", "two", "--games", "1", "--seed", "1"],
        ["ninetynine", "--players", "2", "--games", "-1", "--seed", "1"],
        ["ninetynine", "--players", "2", "--games", "some", "--seed", "1"],
        ["ninetynine", "--players", "2", "--games", "1", "--player", "genius"],
        ["ninetynine", "--players", "2", "--games", "1", "--options", "{"],
        ["ninetynine", "--players", "2", "--games", "1", "--options", "[]"],
        ["ninetynine", "--players", "2", "--games", "1", "--options", "[" * 100_000],
        ["ninetynine", "--players", "2", "--games", "1", "--options", '{"chips": "3"}'],
        ["ninetynine", "--players", "2", "--games", "1", "--options", '{"chips": true}'],
        ["ninetynine", "--players", "2", "--games", "1", "--options", '{"chips": 10}'],
        ["ninetynine", "--players", "2", "--games", "1", "--options", '{"unheard": 1}'],
    ],
)
def test_selfplay_refuses_in_one_line(arguments: list[str], capsys: Capture) -> None:
    assert len(one_clear_line(run(capsys, "selfplay", *arguments))) < 400


def test_no_command_and_an_unknown_one(capsys: Capture) -> None:
    assert one_clear_line(run(capsys))
    assert one_clear_line(run(capsys, "shuffle"))


# verify


def changed(**facts: Any) -> Callable[[Record], Any]:
    return lambda record: {**record, **facts}


def without(key: str) -> Callable[[Record], Any]:
    return lambda record: {name: value for name, value in record.items() if name != key}


def action(ply: int, *item: Any) -> Callable[[Record], Any]:
    """The record with another action at a ply."""

    def tamper(record: Record) -> Record:
        actions = [list(pair) for pair in record["actions"]]
        actions[ply] = list(item)
        return {**record, "actions": actions}

    return tamper


def option(name: str, value: Any) -> Callable[[Record], Any]:
    return lambda record: {**record, "options": {**record["options"], name: value}}


def swapped(key: str) -> Callable[[Record], Any]:
    return lambda record: {**record, key: record[key][::-1]}


TAMPERED: dict[str, Callable[[Record], Any]] = {
    "another seed": changed(seed="00" * 32),
    "seed too short": changed(seed="00" * 31),
    "seed too long": changed(seed="00" * 33),
    "seed with blanks": lambda r: {**r, "seed": " " + r["seed"]},
    "seed no hex": changed(seed="zz" * 32),
    "seed wide digits": changed(seed="０" * 64),
    "seed a number": changed(seed=7),
    "seed null": changed(seed=None),
    "another first action": action(0, 0, "nonsense"),
    "action with a blank": lambda r: action(0, r["actions"][0][0], r["actions"][0][1] + " ")(r),
    "action with a newline": action(3, 0, "K\nS"),
    "action of half a character": action(3, 0, "\ud800"),
    "action of another seat": lambda r: action(1, *r["actions"][0])(r),
    "action of no seat": lambda r: action(0, 99, r["actions"][0][1])(r),
    "action's seat a text": lambda r: action(0, "0", r["actions"][0][1])(r),
    "action's seat a switch": lambda r: action(0, True, r["actions"][0][1])(r),
    "action's seat a fraction": lambda r: action(0, 0.5, r["actions"][0][1])(r),
    "action null": action(0, 0, None),
    "action of one part": action(0, 0),
    "action of three parts": action(0, 0, "KS", 1),
    "actions an object": changed(actions={}),
    "actions a text": changed(actions="KS"),
    "actions null": changed(actions=None),
    "actions of numbers": changed(actions=[1, 2]),
    "an action left out": lambda r: {**r, "actions": r["actions"][:-1]},
    "an action too many": lambda r: {**r, "actions": [*r["actions"], r["actions"][-1]]},
    "no action": changed(actions=[]),
    "other winners": lambda r: {**r, "winners": [(r["winners"][0] + 1) % 3]},
    "no winners": changed(winners=[]),
    "two winners": changed(winners=[0, 1]),
    "winners a number": changed(winners=0),
    "winner a switch": lambda r: {**r, "winners": [bool(seat) for seat in r["winners"]]},
    "a place a switch": lambda r: {**r, "placings": [p == 1 or p for p in r["placings"]]},
    "winner a fraction": lambda r: {**r, "winners": [float(seat) for seat in r["winners"]]},
    "other scores": lambda r: {**r, "scores": [score + 1 for score in r["scores"]]},
    "scores swapped": lambda r: {**r, "scores": r["scores"][1:] + r["scores"][:1]},
    "scores fractions": lambda r: {**r, "scores": [float(score) for score in r["scores"]]},
    "scores texts": lambda r: {**r, "scores": [str(score) for score in r["scores"]]},
    "scores null": changed(scores=None),
    "other placings": changed(placings=[1, 1, 1]),
    "placings swapped": lambda r: {**r, "placings": r["placings"][1:] + r["placings"][:1]},
    "another dealer": lambda r: {**r, "dealer": (r["dealer"] + 1) % 3},
    "another dealer as given": lambda r: {
        **r,
        "dealer": (r["dealer"] + 1) % 3,
        "dealer_given": True,
    },
    "dealer no seat": changed(dealer=3),
    "dealer no seat as given": changed(dealer=3, dealer_given=True),
    "dealer below": changed(dealer=-1),
    "dealer a text": changed(dealer="0"),
    "dealer a switch": changed(dealer=True),
    "dealer null": changed(dealer=None),
    "dealer huge": changed(dealer=10**4000),
    "dealer_given of a fair deal": changed(dealer_given=True),
    "dealer_given a text": changed(dealer_given="yes"),
    "another deck": changed(deck=french_deck()),
    "deck short": changed(deck=french_deck()[1:]),
    "deck of nonsense": changed(deck=["nonsense"] * 52),
    "deck of lists": changed(deck=[[]] * 52),
    "deck a text": changed(deck="AC"),
    "deck null": changed(deck=None),
    "another option": option("chips", 9),
    "option out of range": option("chips", 10),
    "option of another type": option("negative", 0),
    "option unknown": option("unheard", 1),
    "an option left out": lambda r: {**r, "options": {"chips": 5}},
    "options a list": changed(options=[]),
    "options null": changed(options=None),
    "options deep": changed(options={"chips": [[[[]]]]}),
    "more players": changed(players=4),
    "too many players": changed(players=11),
    "players a text": changed(players="3"),
    "players a fraction": changed(players=3.0),
    "players a switch": changed(players=True),
    "unknown game": changed(game="chess"),
    "game a number": changed(game=7),
    "game of half a character": changed(game="\ud800\n"),
    "unknown format": changed(format="cardroom-record/2"),
    "format null": changed(format=None),
    "format a list": changed(format=["cardroom-record/1"]),
    **{f"no {key}": without(key) for key in played_record()},
    "truncated": lambda r: json.dumps(r)[:-40],
    "truncated early": lambda r: json.dumps(r)[:1],
    "two in a line": lambda r: json.dumps(r) * 2,
    "no JSON": lambda _: "this is no record",
    "a number": lambda _: "7",
    "null": lambda _: "null",
    "a list": lambda r: [r],
    "a text": lambda r: json.dumps(json.dumps(r)),
    "an empty object": lambda _: {},
    "deep JSON": lambda _: "[" * 200_000,
    "deep inside": lambda r: json.dumps(r)[:-1] + ',"deck":' + "[" * 200_000,
    "a number of 5,000 digits": lambda r: json.dumps(r)[:-1] + ',"x":' + "9" * 5_000 + "}",
    "players not finite": lambda r: json.dumps({**r, "players": float("inf")}),
    "bytes": lambda _: bytes(range(128, 256)),
    "a zero byte": lambda _: b"\0",
    "a byte order mark": lambda _: b"\xef\xbb\xbf{}",
    "swapped places": swapped("placings"),
}


@pytest.fixture(scope="module")
def record() -> Record:
    """A fair game of three that seat 1 dealt and won: there `True` would pass for 1."""
    games = (played_record(number) for number in range(200))
    return next(one for one in games if one["dealer"] == 1 and one["winners"] == [1])


@pytest.mark.parametrize("what", TAMPERED)
def test_verify_reports_a_tampered_record(
    what: str, record: Record, tmp_path: Path, capsys: Capture
) -> None:
    file = write(tmp_path / "records.jsonl", record, TAMPERED[what](record), record)
    outcome = run(capsys, "verify", file)
    assert outcome.code == 1
    assert outcome.err == ""
    complaint, last = outcome.lines
    assert re.search(r"\b2\b", complaint)
    assert 8 < len(complaint) < 5_000
    assert last == "2 records verified, 1 failed"


def test_verify_reports_each_in_a_line_of_its_own(
    record: Record, tmp_path: Path, capsys: Capture
) -> None:
    bad = [tamper(record) for tamper in TAMPERED.values()]
    mixed = [line for one in bad for line in (record, one)]
    outcome = run(capsys, "verify", write(tmp_path / "records.jsonl", *mixed))
    assert outcome.code == 1
    assert len(outcome.lines) == len(bad) + 1
    assert outcome.lines[-1] == f"{len(bad)} records verified, {len(bad)} failed"
    assert all(LAST_LINE.fullmatch(line) is None for line in outcome.lines[:-1])


def test_verify_of_nothing(tmp_path: Path, capsys: Capture) -> None:
    outcome = run(capsys, "verify", write(tmp_path / "empty.jsonl"))
    assert outcome == (0, "0 records verified, 0 failed\n", "")


def test_verify_and_show_without_a_file(tmp_path: Path, capsys: Capture) -> None:
    for command in ("verify", "show"):
        assert one_clear_line(run(capsys, command, tmp_path / "missing.jsonl"))
        assert one_clear_line(run(capsys, command, tmp_path))
        assert one_clear_line(run(capsys, command))


# show


def shown(capsys: Capture, file: Path, game: int, ply: int, seat: int) -> str:
    outcome = run(capsys, "show", file, "--game", game, "--ply", ply, "--seat", seat)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


def test_show_prints_what_the_seat_saw(record: Record, tmp_path: Path, capsys: Capture) -> None:
    file = write(tmp_path / "records.jsonl", played_record(5, 4), record)
    game = engine.load_game("ninetynine", 3, record["options"])
    state = game.new_initial_state(bytes.fromhex(record["seed"]))
    for ply, (seat, move) in enumerate([*record["actions"], [0, ""]]):
        if ply < 8 or ply >= len(record["actions"]) - 1:
            for viewer in range(3):
                assert json.loads(shown(capsys, file, 1, ply, viewer)) == state.observation(viewer)
        if move:
            state.apply(seat, move)


def test_show_never_prints_a_hidden_card_or_the_seed(tmp_path: Path, capsys: Capture) -> None:
    record = played_record(3, 5, decks=1)
    file = write(tmp_path / "records.jsonl", record)
    game = engine.load_game("ninetynine", 5, record["options"])
    state = game.new_initial_state(bytes.fromhex(record["seed"]))
    for ply, (seat, move) in enumerate(record["actions"][:40]):
        seen = {played[:2] for _, played in record["actions"][:ply]}
        for viewer in range(5):
            text = shown(capsys, file, 0, ply, viewer)
            assert record["seed"] not in text
            assert set(CARD.findall(text)) <= seen | set(state.private(viewer)["hand"])
            assert not set("♣♦♥♠") & set(text)
        state.apply(seat, move)


@pytest.mark.parametrize(
    ("game", "ply", "seat"),
    [
        (2, 0, 0),
        (-1, 0, 0),
        (10**30, 0, 0),
        (0, -1, 0),
        (0, 10**6, 0),
        (0, 10**30, 0),
        (0, 0, 3),
        (0, 0, -1),
        (0, 0, 10**30),
        ("x", 0, 0),
        (0, "x", 0),
        (0, 0, "x"),
        (0, 0, "1.0"),
    ],
)
def test_show_out_of_range_says_so_in_one_line(
    game: object, ply: object, seat: object, record: Record, tmp_path: Path, capsys: Capture
) -> None:
    file = write(tmp_path / "records.jsonl", record, record)
    outcome = run(capsys, "show", file, f"--game={game}", f"--ply={ply}", f"--seat={seat}")
    assert record["seed"] not in outcome.err
    assert not CARD.search(one_clear_line(outcome))


def test_show_of_the_last_ply_and_one_too_far(
    record: Record, tmp_path: Path, capsys: Capture
) -> None:
    file = write(tmp_path / "records.jsonl", record)
    plies = len(record["actions"])
    assert json.loads(shown(capsys, file, 0, plies, 0))["public"]["phase"] == "over"
    assert one_clear_line(run(capsys, "show", file, "--game=0", f"--ply={plies + 1}", "--seat=0"))


@pytest.mark.parametrize("what", ["no JSON", "unknown game", "no seed", "deep JSON", "bytes"])
def test_show_of_a_broken_record_says_so_in_one_line(
    what: str, record: Record, tmp_path: Path, capsys: Capture
) -> None:
    file = write(tmp_path / "records.jsonl", TAMPERED[what](record))
    assert one_clear_line(run(capsys, "show", file, "--game=0", "--ply=0", "--seat=0"))


# as a real process


def test_the_command_as_a_process(tmp_path: Path) -> None:
    played = engine_command(
        "selfplay", "ninetynine", "--players", "3", "--games", "2", "--seed", "1"
    )
    assert (played.returncode, played.stderr) == (0, "")
    file = tmp_path / "records.jsonl"
    lines = played.stdout.splitlines()
    file.write_text("\n".join([*lines, "nonsense", ""]))
    verified = engine_command("verify", str(file))
    assert (verified.returncode, verified.stderr) == (1, "")
    assert len(verified.stdout.splitlines()) == 2
    assert verified.stdout.endswith("2 records verified, 1 failed\n")


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    """As with `| head -1`."""
    command = [sys.executable, "-m", "engine", "selfplay", "ninetynine", "--players", "4"]
    with subprocess.Popen(  # noqa: S603
        [*command, "--games", "200", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read().decode()
    assert complaint == ""
