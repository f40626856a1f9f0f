"""The rules of a game, from a table's button and by the command, in the simulated server."""

from tests.support.toonerville import arrange


async def test_the_button_of_a_running_table_adds_its_house_rules(world, monkeypatch, bob):
    arrange(monkeypatch)
    table = await world.game(people=4, game="toonerville", last_round=3, buy_limit=2, turns=40)
    reply = await bob.click(table, "Rules")
    assert reply.private
    assert "## Toonerville Rook" in reply.text
    assert reply.text.endswith(
        "House rules: First round: 1 · Last round: 3 · Rooks in a meld at most: no limit · "
        "Purchases a round: 2 · Reshuffles a round: 2 · Turns a round: 40"
    )


async def test_so_does_that_of_any_other_game(world, alice):
    table = await world.game(people=2, game="take5", end_score=40)
    reply = await alice.click(table, "Rules")
    assert "House rules: The game ends at bull heads: 40 · " in reply.text


async def test_the_command_tells_the_rules_of_all_tables(alice):
    reply = await alice.slash("rules toonerville")
    assert "## Toonerville Rook" in reply.text
    assert "House rules:" not in reply.text
    for of_some_tables in ("twice a round", "300"):
        assert of_some_tables not in reply.text
