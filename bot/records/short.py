"""What is said to people who lack chips for a stake, or at whose table somebody does."""

from typing import cast

from bot.answers import Answer
from bot.games.presenter import listed
from bot.text import Text
from bot.text.names import safe_name
from engine.refusal import Refusal
from engine.store import Refill, Short


async def short_sentence(answer: Answer, refusal: Refusal) -> str:
    """Say who lacks chips; to themself also how many, and how to get more."""
    short = cast(list[Short], refusal.facts.get("short") or [])
    stake = int(cast(int, refusal.facts.get("stake") or 0))
    own = next((each for each in short if each.user_id == answer.user_id), None)
    if own is None:
        return _others(answer, short, stake)
    text = answer.text
    said = text.ngettext(
        "This table's stake is one chip, and you have {have}.",
        "This table's stake is {n} chips, and you have {have}.",
        stake,
        have=own.balance,
    )
    house = answer.interaction.client.desk.house
    _, refill = await house.purse(answer.guild_id, answer.user_id, limit=1)
    how = text.gettext("A game with `stake:0` costs nothing.")
    return " ".join((said, _more(text, refill), how))


def _more(text: Text, refill: Refill) -> str:
    """Say how to get more chips."""
    if refill.allowed:
        return text.gettext("Type /chips: there is a refill of {n} for you.", n=refill.amount)
    if refill.needed:
        return text.gettext(
            "Your next refill of {n} chips: <t:{time}:R>.",
            n=refill.amount,
            time=int(refill.next_at) + 1,
        )
    return text.gettext("Win some at a table with a smaller stake.")


def _others(answer: Answer, short: list[Short], stake: int) -> str:
    """Name them, but not what they have: that is their own affair."""
    text = answer.text
    names = listed([f"**{safe_name(each.name, text)}**" for each in short], text)
    return text.ngettext(
        "The game can't start: {names} can't put in the stake of one chip. They can leave, or "
        "look at /chips for more.",
        "The game can't start: {names} can't put in the stake of {n} chips. They can leave, or "
        "look at /chips for more.",
        stake,
        names=names,
    )
