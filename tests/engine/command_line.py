"""Run `python -m engine` inside the test process, and make records to feed it."""

import json
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engine
from engine.__main__ import main
from tests.engine.reference import first_dealer

CARD = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][CDHS](?![A-Za-z0-9])")
"""A French card in any text."""


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    """One command, as from a shell."""
    capsys.readouterr()
    try:
        code: Any = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return Outcome(0 if code is None else code, out, err)


def played_record(
    number: int = 0,
    players: int = 3,
    dealer: int | None = None,
    deck: list[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A finished random game of Ninety-Nine, its record put together from the format's text."""
    rng = random.Random(number)
    seed = rng.randbytes(32)
    game = engine.load_game("ninetynine", players=players, options=options)
    state = game.new_initial_state(seed=seed, dealer=dealer, deck=deck)
    own_dealer = first_dealer(seed, players)
    first = own_dealer if dealer is None else dealer
    actions = []
    while not state.is_terminal():
        (seat,) = state.current_players()
        action = rng.choice(state.legal_actions(seat))
        state.apply(seat, action)
        actions.append([seat, action])
    record: dict[str, Any] = {
        "format": "cardroom-record/1",
        "game": "ninetynine",
        "players": players,
        "options": dict(game.options),
        "dealer": first,
        "seed": seed.hex(),
        "actions": actions,
        "winners": list(state.winners()),
        "scores": list(state.scores()),
        "placings": list(state.placings()),
    }
    if deck is not None:
        record["deck"] = deck
    if first != own_dealer:
        record["dealer_given"] = True
    return record


def write(path: Path, *lines: object) -> Path:
    """A file of records; a line that is text or bytes stands as it is."""
    raw = [
        line if isinstance(line, bytes) else line.encode() if isinstance(line, str) else _json(line)
        for line in lines
    ]
    path.write_bytes(b"".join(line + b"\n" for line in raw))
    return path


def _json(record: object) -> bytes:
    return json.dumps(record).encode()
