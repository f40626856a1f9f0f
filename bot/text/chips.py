"""Chips that are won and lost, in words."""

from bot.text import Text


def signed(number: int) -> str:
    """Return a number with its sign: +30, −10, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def chips_words(text: Text, number: int) -> str:
    """Return chips won or lost: "+30 chips"."""
    sign = "+" if number > 0 else "−" if number < 0 else ""
    return text.ngettext("{sign}{n} chip", "{sign}{n} chips", abs(number), sign=sign)
