"""Who clicked."""

from bot.answers import Answer
from engine.table import Person


def person_of(answer: Answer) -> Person:
    """Return who clicked, by the name that this server shows."""
    user = answer.interaction.user
    return Person(user.id, user.display_name)
