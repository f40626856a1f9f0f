"""What a seat does whose person has let the time run out, where the house has a rule for that."""

from engine.game import View

_TOONERVILLE = {"draw": "decline", "buy": "pass"}


def schmier(observation: View) -> str | None:
    """Keep all cards where a discard is missing (SC-9); None where a computer player decides."""
    return "discard=" if observation["public"]["phase"] == "discard" else None


def toonerville(observation: View) -> str | None:
    """Take no discard and buy none (TR-8, TR-9); None where a computer player decides."""
    return _TOONERVILLE.get(observation["public"]["phase"])
