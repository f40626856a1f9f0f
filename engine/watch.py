"""Which decisions of a running game are owed, since when, and what was done about them."""

from dataclasses import dataclass, field, replace

from engine.game import State


@dataclass(frozen=True, slots=True)
class Watch:
    """Who owes which decision, and since when."""

    owed: dict[int, int | None] = field(default_factory=dict)
    """The decision that each seat on turn owes."""
    asked_at: float = 0.0
    """When the newest of these decisions arose."""
    rung: bool = False
    """Whether those who owe a decision have been reminded of it."""
    looked_at: float = 0.0
    """When it was last found out whether they are still members of the server."""
    brief: bool = False
    """Whether these decisions are quick answers that may well be skipped: no bell, less time."""

    def after(self, state: State, now: float) -> "Watch":
        """The watch over a later state; the time starts anew when a new decision has arisen."""
        owed = {seat: state.decision(seat) for seat in state.current_players()}
        if any(self.owed.get(seat) != decision for seat, decision in owed.items()):
            return Watch(owed, now, brief=state.is_brief)
        return replace(self, owed=owed)

    def anew(self, now: float) -> "Watch":
        """The same decisions, with the whole time for them."""
        return replace(self, asked_at=now, rung=False)

    def ring(self) -> "Watch":
        """The same watch, once those who owe a decision have been reminded."""
        return replace(self, rung=True)
