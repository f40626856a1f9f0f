"""What teams are called: by a colour, and by a shape for those who can't tell the colours apart."""

from typing import Final

from bot.text import N_, Text

team_marks: Final = ("🔴", "🔷", "🟩")
"""One mark a team, each of another shape."""
_NAMES: Final = (N_("Red"), N_("Blue"), N_("Green"))


def team_name(text: Text, team: int) -> str:
    """Return a team's mark and name, such as "🔴 Red"; teams are counted from 0."""
    name = text.gettext(_NAMES[team])
    return f"{team_marks[team]} {name}"
