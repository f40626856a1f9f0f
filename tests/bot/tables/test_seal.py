"""The seal of the shuffle: shown before anybody joins, opened when the game is over."""

import re
from hashlib import sha256

import engine
from bot.text import ENGLISH
from engine.table import Status
from tests.bot.builders import lobby, playing, table_page, words
from tests.support.member import Member
from tests.support.world import World


def test_the_lobby_shows_the_seal_and_keeps_the_seed() -> None:
    table = lobby()
    text = words(table_page(table, ENGLISH))
    assert sha256(table.server_seed).hexdigest()[:12] in text
    assert table.server_seed.hex() not in text


def test_nothing_is_opened_while_the_game_is_on() -> None:
    table = playing(plies=5)
    assert table.server_seed.hex() not in words(table_page(table, ENGLISH))


async def test_what_a_finished_table_shows_deals_the_same_cards(
    world: World, alice: Member, bob: Member
) -> None:
    table = await world.play(players=2, chips=1)
    await bob.click(table, "Join")
    seal = re.search(r"sealed as (\w{12})", table.text)
    dealt = table.table.state
    assert seal is not None
    assert dealt is not None
    hands = [dealt.public_history()[:1], dealt.seed]
    while table.status is Status.PLAYING:
        (member,) = table.to_act()
        hand = await member.hand(table)
        await member.act(hand.actions()[0], hand)
        await table.load()
    opened = re.search(r"seed (\w{64}), salt ([\d,]+)", table.text)
    assert opened
    seed, salt = bytes.fromhex(opened[1]), opened[2]
    assert sha256(seed).hexdigest().startswith(seal[1])
    deal = sha256(seed + salt.encode()).digest()
    again = engine.load_game("ninetynine", 2, {"chips": 1}).new_initial_state(deal)
    assert [again.public_history()[:1], deal] == hands
