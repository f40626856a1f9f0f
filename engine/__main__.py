"""The engine on the command line: play games, check records, look at what a seat saw.

python -m engine selfplay GAME --players N --games K --seed S > records.jsonl
python -m engine verify records.jsonl
python -m engine show records.jsonl --game I --ply P --seat S
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from engine.game import Game, OptionValue
from engine.games import game_names, load_game
from engine.players import LEVELS, decide
from engine.record import Record, RecordError

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0, 1 if a record failed, 2 for a wrong request."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except BrokenPipeError:
        return 1
    except (OSError, ValueError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return USAGE_ERROR
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Cardroom's card games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    selfplay = commands.add_parser("selfplay", help="let computer players play, print the records")
    selfplay.add_argument("name", metavar="GAME", help=", ".join(game_names()))
    selfplay.add_argument("--players", type=int, help="number of seats")
    selfplay.add_argument("--games", type=int, default=1, help="number of games (default 1)")
    selfplay.add_argument("--seed", default="0", help="any text; the same text, the same games")
    selfplay.add_argument("--player", choices=("random", *LEVELS), default="random")
    selfplay.add_argument("--options", type=_json_object, default={}, help="a JSON object")
    selfplay.set_defaults(run=_selfplay)

    verify = commands.add_parser("verify", help="play recorded games again and compare")
    verify.add_argument("file", type=Path)
    verify.set_defaults(run=_verify)

    show = commands.add_parser("show", help="print what a seat saw, as JSON")
    show.add_argument("file", type=Path)
    show.add_argument("--game", type=int, default=0, help="which line of the file, from 0")
    show.add_argument("--ply", type=int, default=0, help="after so many actions, from 0")
    show.add_argument("--seat", type=int, default=0)
    show.set_defaults(run=_show)
    return parser


def _json_object(text: str) -> Mapping[str, OptionValue]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("not a JSON object")
    return value


def _selfplay(options: argparse.Namespace) -> int:
    if options.games < 0:
        raise ValueError("the number of games can't be negative")
    game = load_game(options.name, options.players, options.options)
    for number in range(options.games):
        seed = sha256(f"{options.seed}:{number}".encode()).digest()
        print(play(game, seed, options.player).to_json())
    return 0


def play(game: Game, seed: bytes, player: str) -> Record:
    """Play one game to its end, every seat by the same kind of player, and return its record."""
    rng = random.Random(seed)  # noqa: S311 - play, not secrets
    state = game.new_initial_state(seed)
    actions = []
    while seats := state.current_players():
        seat = seats[0]
        if player == "random":
            legal = state.legal_actions(seat)
            action = legal[rng.randrange(len(legal))]
        else:
            action = decide(player, state.observation(seat), rng.getrandbits(64))
        state.apply(seat, action)
        actions.append((seat, action))
    return Record.of(state, actions)


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, line


def _verify(options: argparse.Namespace) -> int:
    verified = failed = 0
    for number, line in _lines(options.file):
        try:
            Record.from_json(line).verify()
            verified += 1
        except RecordError as error:
            print(f"line {number}: {error}")
            failed += 1
    print(f"{verified} records verified, {failed} failed")
    return 1 if failed else 0


def _show(options: argparse.Namespace) -> int:
    lines = [line for _, line in _lines(options.file)]
    if not 0 <= options.game < len(lines):
        raise ValueError(f"the file has games 0 to {len(lines) - 1}, not {options.game}")
    record = Record.from_json(lines[options.game])
    if not 0 <= options.ply <= len(record.actions):
        raise ValueError(f"the game has plies 0 to {len(record.actions)}, not {options.ply}")
    for ply, state in enumerate(record.replay()):
        if ply == options.ply:
            print(json.dumps(state.observation(options.seat), indent=2, ensure_ascii=False))
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
