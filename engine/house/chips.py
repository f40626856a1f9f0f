"""Who can pay a stake: asked before somebody sits down, and told when a game can't start."""

from collections.abc import Iterable, Mapping

from engine.refusal import Refusal, RefusalCode
from engine.store import Short, Store
from engine.store.records import WELCOME
from engine.table import Person, Seat


async def require_chips(store: Store, guild_id: int, person: Person, stake: int) -> None:
    """Refuse SHORT_OF_CHIPS if a person couldn't pay the stake now; StoreError."""
    if stake <= 0:
        return
    held = await store.rolls.balances(guild_id, [person.user_id])
    balance = held.get(person.user_id, WELCOME)
    if balance < stake:
        short = [Short(user_id=person.user_id, name=person.name, balance=balance)]
        raise Refusal(RefusalCode.SHORT_OF_CHIPS, stake=stake, short=short)


def cannot_pay(stake: int, seats: Iterable[Seat], held: Mapping[int, int]) -> Refusal:
    """Return the refusal to start a game with these people, of whom some hold too little."""
    short = [
        Short(user_id=seat.user_id, name=seat.name, balance=held[seat.user_id])
        for seat in seats
        if seat.user_id is not None and seat.user_id in held
    ]
    return Refusal(RefusalCode.SHORT_OF_CHIPS, stake=stake, short=short)
