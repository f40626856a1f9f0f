"""Toonerville Rook in the simulated server: purchases, melds, restarts, the clock, results."""

import re

import pytest

from engine.house import House
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table
from tests.bot.builders import seen
from tests.support.member import Member, Reply
from tests.support.playing import Hands, play_on
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.toonerville import (
    HANDS,
    arrange,
    buying,
    decline,
    discards,
    drawn,
    events_of,
    four,
    idle_turn,
    lay_down,
    next_turn,
    phase_of,
    play,
    seat_of,
)
from tests.support.world import World

TOO_LATE = "for an earlier turn, so nothing was played."


@pytest.fixture(autouse=True)
def cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alice begins; she and Bob hold their contracts."""
    arrange(monkeypatch)


def refused(table: TableView, before: int, reply: Reply) -> str:
    """The sentence of an answer to a click that has changed nothing."""
    assert table.table.plies == before
    assert reply.private
    return seen(reply.text)


def forged(table: TableView, member: Member, action: str) -> str:
    """The custom_id of a button for this action in the member's hand, of the decision of now."""
    seat = seat_of(table, member)
    decision = max(number for number in table.table.watch.owed.values() if number is not None)
    return f"m:{table.id}:{seat}:{decision}:{action}"


def options(hand: Screen, *cards: str) -> list[str]:
    """What stands for these cards in the menu of the hand that offers them to be picked."""
    by_card = {option.label.split()[1]: option.value for option in hand.menus[0].options}
    return [by_card[card] for card in cards]


class TestAWholeGame:
    @pytest.mark.parametrize("rounds", [(1, 1), (2, 3)])
    async def test_one_person_and_three_computers(self, world, monkeypatch, rounds):
        monkeypatch.undo()  # the cards are dealt by chance
        first, last = rounds
        table = await world.game(
            people=1, computers=3, game="toonerville", first_round=first, last_round=last, turns=20
        )
        await play_on(world, table)
        assert table.status is Status.FINISHED
        told = table.text
        assert re.search(r"# 🏆 .+ wins?!", told)
        assert "with the lowest total, " in told
        assert f"**Round {last} is over**" in told
        places = [line for line in told.splitlines() if "Place " in line]
        scores = [int(re.findall(r"(\d+) points?", line)[0]) for line in places]
        assert scores == sorted(table.state.public()["scores"])
        assert len(table.state.public()["round_scores"]) == last - first + 1
        world.assert_no_leaks()

    async def test_a_round_that_is_last_before_it_is_first_is_no_game(self, world, alice):
        reply = await alice.slash("play toonerville", first_round=3, last_round=2)
        assert reply.private
        assert "That isn't possible: first_round is at most last_round, not 3 with 2." in reply.text


class TestGoingOut:
    @pytest.fixture(autouse=True)
    def six_of_two_numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        arrange(
            monkeypatch,
            {0: "R7 R7 G7 G7 B7 B7 R9 R9 G9 G9 B9 B9", 1: "R1 R2 R4 R5 R6 R8 G1 G2 G4 G5 W W"},
            draws="Y10",
        )

    async def out(self, world: World, **options: int) -> tuple[TableView, Hands]:
        table, hands = await drawn(world, **options)
        await lay_down(table, hands)
        await play(table, hands, "discard=Y10")
        return table, hands

    async def test_the_last_round_ends_the_game_and_the_lowest_total_wins(self, world, alice):
        table, _ = await self.out(world, last_round=1)
        assert table.status is Status.FINISHED
        assert table.state.winners() == (0,)
        told = table.text
        assert "# 🏆 **\u2068Alice\u2069** wins!" in told
        assert "**Round 1 is over**: **\u2068Alice\u2069** went out." in told
        assert "**\u2068Alice\u2069** +0 = 0" in told
        assert "**\u2068Bob\u2069** +100 = 100" in told
        assert "Place 1: **\u2068Alice\u2069**, 0 points" in told
        board = (await alice.slash("leaderboard", game="toonerville")).text
        winner = next(line for line in board.splitlines() if "one win in one game" in line)
        assert "Alice" in winner

    async def test_it_is_told_to_whoever_did_and_to_all_hands_in_the_next_round(self, world, alice):
        table, hands = await self.out(world, last_round=2)
        assert hands[alice].text.startswith("You discarded 🟡 Y10. You went out!")
        assert "# Round 2 of 2: 1 run and 1 set" in table.text
        for place in (table.text, *(hand.text for hand in hands.values())):
            assert "**Round 1 is over**: **\u2068Alice\u2069** went out." in place
            assert "Round 2 begins: 1 run and 1 set. **\u2068Alice\u2069** dealt." in place
        for _ in range(3):
            await idle_turn(table, hands)
            assert "**\u2068Bob\u2069** +100 = 100" in table.text

    async def test_the_score_sheet_shows_every_round_to_whoever_asks(self, world, bob):
        table, _ = await self.out(world, last_round=1)
        assert table.labels == ["Play again", "Score sheet", "Replay", "Fair deal?"]
        before = table.text
        reply = await bob.click(table, "Score sheet")
        assert reply.private
        assert table.text == before
        rows = re.findall(r"^ ?[\d=].*", reply.text, re.MULTILINE)
        scores = [str(score) for score in table.state.public()["scores"]]
        assert [row.split() for row in rows] == [["1", *scores], ["=", *scores]]
        names = next(line for line in reply.text.splitlines() if "Alice" in line)
        assert [name.strip("\u2068\u2069") for name in names.split()] == [
            "Alice", "Bob", "Carol", "Dave",
        ]  # fmt: skip


class TestOpenHands:
    async def test_whoever_waits_sees_everything_that_happens_at_once(self, world, monkeypatch):
        arrange(monkeypatch, {0: "R4 R5 W R7 G4 G5 G6 G7 R6 R8 Y14 R9"}, draws="B1", round=3)
        table, hands = await drawn(world, first_round=3)
        alice, *others = world.people(4)
        runs = "meld=r:G4,G5,G6,G7|r:R4,R5,W,R7"
        for action in (runs, "swap=R6@m2", "lay=R8@m2", "lay=W@m1<", "discard=Y14"):
            await alice.press_unseen(hands[alice], forged(table, alice, action))
            for member in others:
                open_hand, hands[member] = hands[member], await member.hand(table)
                assert open_hand.text.endswith(hands[member].text), action
        assert table.state.public()["turn"] == 1


class TestScoreSheet:
    async def test_before_the_first_round_is_over(self, world, bob):
        table, _ = await four(world)
        reply = await bob.click(table, "Score sheet")
        assert reply.private
        assert "The first round isn't over yet." in reply.text

    async def test_somebody_who_does_not_play_may_see_it_too(self, world):
        table, _ = await four(world)
        assert "## Score sheet" in (await world.person("Frank").click(table, "Score sheet")).text

    async def test_before_the_start_there_is_none(self, world, alice):
        table = await world.play("toonerville")
        assert "Score sheet" not in table.labels
        reply = await alice.press_unseen(table.screen, f"t:{table.id}:scores")
        assert "hasn't started" in reply.text

    async def test_other_games_have_none(self, world):
        table = await world.game(people=2)
        assert "Score sheet" not in table.labels


class TestDrawing:
    async def test_whoever_takes_the_discard_is_the_only_one_to_get_it(self, world, alice):
        table, hands = await four(world)
        assert "**\u2068Alice\u2069** takes or declines **🟡 Y7**." in table.text
        reply = await alice.act("take", hands[alice])
        assert reply.text.startswith("You took 🟡 Y7.")
        assert phase_of(table) == "meld"
        assert "Buy" not in table.labels
        assert "**\u2068Alice\u2069** took 🟡 Y7." in table.text

    async def test_a_card_that_was_taken_may_not_be_discarded(self, world, alice):
        table, hands = await four(world)
        await alice.act("take", hands[alice])
        before = table.table.plies
        assert "discard=Y7" not in hands[alice].actions()
        reply = await alice.press_unseen(hands[alice], forged(table, alice, "discard=Y7"))
        told = refused(table, before, reply)
        assert "You took 🟡 Y7 this turn, so you may not discard it." in told

    async def test_a_discard_that_is_declined_is_offered_in_every_open_hand(self, world):
        table, hands = await four(world)
        reply = await decline(table, hands)
        assert reply.text.startswith("You declined 🟡 Y7.")
        for member in world.people(4)[1:]:
            assert hands[member].actions() == ["buy", "pass"]
            assert hands[member].text.endswith((await member.hand(table)).text)

    async def test_nobody_is_asked_who_may_not_buy(self, world):
        table, hands = await four(world, buy_limit=0)
        reply = await decline(table, hands)
        assert phase_of(table) == "meld"
        assert "**\u2068Alice\u2069** declined 🟡 Y7 and drew." in table.text
        assert reply.text.startswith("You declined 🟡 Y7.")


class TestBuying:
    async def test_the_nearest_who_wants_the_card_gets_it_by_the_tables_buttons(
        self, world, bob, carol
    ):
        table, _ = await buying(world)
        dave = world.person("Dave")
        assert table.labels[:2] == ["Buy", "Pass"]
        for member, label in ((dave, "Buy"), (carol, "Buy")):
            assert (await member.click(table, label)).screen.id == table.screen.id
            assert phase_of(table) == "buy"
        await bob.click(table, "Pass")
        assert table.state.public()["buys"] == [0, 0, 1, 0]
        assert table.state.public()["hand_sizes"] == [13, 12, 14, 12]
        assert "**\u2068Bob\u2069** passed, and **\u2068Carol\u2069** bought it." in table.text
        assert "bought 1" in table.text
        assert "Buy" not in table.labels

    async def test_the_same_from_the_hands(self, world, bob, carol):
        table, hands = await buying(world)
        reply = await carol.act("buy", hands[carol])
        assert reply.private
        assert reply.text.startswith("When all is settled, this page tells")
        reply = await bob.act("buy", hands[bob])
        assert reply.text.startswith("You bought 🟡 Y7 and drew 🟢 G12.")
        assert "Y7" in table.hand_of(bob)
        assert "Y7" not in table.hand_of(carol)

    async def test_while_it_is_open_the_table_tells_only_who_has_not_answered(self, world, carol):
        table, hands = await buying(world)
        shown = table.text
        await carol.act("buy", hands[carol])
        await world.advance(2)
        assert "Waiting for **\u2068Bob\u2069** and **\u2068Dave\u2069**" in table.text
        waiting = shown.replace(
            "**\u2068Bob\u2069**, **\u2068Carol\u2069** and", "**\u2068Bob\u2069** and"
        ).replace("▶ **\u2068Carol\u2069**", "**\u2068Carol\u2069**")
        assert table.text == waiting

    async def test_an_answer_leaves_other_open_hands_alone(self, world, carol, bob):
        _, hands = await buying(world)
        others = {member: hand.text for member, hand in hands.items() if member is not carol}
        await carol.act("buy", hands[carol])
        await world.advance(2)
        assert {member: hands[member].text for member in others} == others

    async def test_as_soon_as_the_nearest_buys_it_is_settled_and_others_are_too_late(
        self, world, bob, carol
    ):
        table, hands = await buying(world)
        old = hands[carol].button("Pass").custom_id
        public = table.screen.button("Buy").custom_id
        await bob.act("buy", hands[bob])
        before = table.table.plies
        shown = table.text
        for screen, custom_id in ((hands[carol], old), (table.screen, public)):
            reply = await carol.press_unseen(screen, custom_id)
            told = refused(table, before, reply)
            assert TOO_LATE in told
            assert "**\u2068Bob\u2069** came before you and bought 🟡 Y7." in told
        assert table.text == shown

    async def test_an_answer_cannot_be_changed(self, world, carol):
        table, hands = await buying(world)
        old = hands[carol].button("Pass").custom_id
        await carol.act("buy", hands[carol])
        before = table.table.plies
        reply = await carol.click(table, "Pass")
        assert refused(table, before, reply) == "You have answered already. It can't be changed."
        reply = await carol.press_unseen(hands[carol], old)
        assert TOO_LATE in refused(table, before, reply)

    async def test_whoever_has_nothing_to_say_is_told_why(self, world, alice, bob):
        table, hands = await buying(world, buy_limit=1)
        before = table.table.plies
        told = refused(table, before, await alice.click(table, "Buy"))
        assert told == "You declined the card; the others decide first who buys it."
        reply = await world.person("Frank").click(table, "Buy")
        assert "You don't sit at this table" in refused(table, before, reply)
        await bob.act("buy", hands[bob])
        await play(table, hands, "discard=Y14")
        await idle_turn(table, hands)  # Bob's
        await decline(table, hands)  # Carol
        before = table.table.plies
        told = refused(table, before, await bob.click(table, "Buy"))
        assert told == "You have bought as often as this table allows in a round."
        assert "bought 1 of 1" in table.text

    async def test_something_else_by_a_button_of_the_table_is_refused(self, world, bob):
        table, _ = await buying(world)
        before = table.table.plies
        custom_id = table.screen.button("Buy").custom_id.replace("buy", "take")
        reply = await bob.press_unseen(table.screen, custom_id)
        told = refused(table, before, reply)
        assert "Say whether you buy the top discard: buy or pass." in told

    async def test_all_in_one_burst(self, world, bob):
        table, _ = await buying(world)
        world.weather.delay = 0.01
        people = world.people(4)[1:]
        replies = await world.together(*(member.click(table, "Buy") for member in people))
        assert all(reply.answered for reply in replies)
        assert [event["seat"] for event in events_of(table, "buy")] == [seat_of(table, bob)]
        await world.advance(2)
        assert "Buy" not in table.labels


class TestStandingAnswers:
    async def test_passing_until_one_says_otherwise(self, world, bob, carol, dave):
        table, hands = await four(world)
        await bob.look("Buying: answer beforehand", hands[bob])
        await bob.look("Pass until I say otherwise", hands[bob])
        assert "you **pass** whatever is for sale" in hands[bob].text
        await decline(table, hands)
        await carol.act("buy", hands[carol])
        await world.advance(1)
        assert phase_of(table) == "buy"  # as long as anybody else is asked
        await dave.act("pass", hands[dave])
        await world.advance(0.1)
        assert table.state.public()["buys"] == [0, 0, 1, 0]
        await play(table, hands, "discard=Y14")
        await idle_turn(table, hands)  # Bob's own
        await bob.look("Buying: answer beforehand", hands[bob])
        await bob.look("Ask me again", hands[bob])
        await decline(table, hands)  # Carol
        await world.advance(0.1)
        assert bob in table.to_act()

    async def test_one_about_the_card_that_is_for_sale_settles_it(self, world):
        table, hands = await buying(world)
        for member in world.people(4)[1:]:
            await member.look("Buying: answer beforehand", hands[member])
            await member.look("Pass until I say otherwise", hands[member])
        await world.advance(0.1)
        assert phase_of(table) == "meld"
        assert "nobody bought it" in table.text

    async def test_only_some_cards_are_asked_about(self, world, bob, carol, dave):
        table, hands = await four(world)
        await bob.look("Buying: answer beforehand", hands[bob])
        await bob.choose(hands[bob], ["R", "13"])
        assert table.table.seats[1].standing in ("only:R,13", "only:13,R")
        await decline(table, hands)
        for member in (carol, dave):
            await member.act("pass", hands[member])
        await world.advance(0.1)
        assert phase_of(table) == "meld"

    @pytest.mark.parametrize("answer", ["nonsense", "only:", "only:R,,7", "buy", "only:JK"])
    async def test_what_makes_no_sense_is_refused(self, world, bob, answer):
        table, hands = await four(world)
        before = table.table.plies
        custom_id = f"v:{table.id}:1:-:standing={answer}"
        reply = await bob.press_unseen(hands[bob], custom_id)
        assert "I can't make sense of that answer" in refused(table, before, reply)
        assert table.table.seats[1].standing == ""
        assert "Group by number" in hands[bob].labels

    async def test_nobody_answers_for_another(self, world, bob, carol):
        table, hands = await four(world)
        custom_id = f"v:{table.id}:1:-:standing=pass"
        for person in (carol, world.person("Frank")):
            reply = await person.press_unseen(hands[bob], custom_id)
            assert "These aren't your cards" in reply.text or "You don't sit" in reply.text
        assert table.table.seats[1].standing == ""

    @pytest.mark.parametrize("crash", [False, True])
    async def test_they_outlive_a_restart(self, world, bob, carol, dave, crash):
        table, hands = await four(world)
        await bob.press_unseen(hands[bob], f"v:{table.id}:1:-:standing=pass")
        await world.restart_bot(crash=crash)
        await table.load()
        assert "you **pass** whatever is for sale" in (await bob.hand(table)).text
        await decline(table, hands)
        for member in (carol, dave):
            await member.act("pass", await member.hand(table))
        await world.advance(0.1)
        assert phase_of(table) == "meld"


class TestLayouts:
    @pytest.mark.parametrize("crash", [False, True])
    async def test_a_layout_is_kept_for_all_hands_and_after_a_restart(self, world, bob, crash):
        table, hands = await four(world)
        await bob.look("Group by number", hands[bob])
        by_number = hands[bob].text
        assert "- **6**: ⚫ B6 · 🟢 G6 · 🔴 R6" in by_number
        await decline(table, hands)  # the page is refreshed
        assert "- **6**: ⚫ B6 · 🟢 G6 · 🔴 R6" in hands[bob].text
        await world.restart_bot(crash=crash)
        await table.load()
        again = await bob.hand(table)
        assert "- **6**: ⚫ B6 · 🟢 G6 · 🔴 R6" in again.text
        await bob.look("Group by colour", again)
        assert "- **6**: " not in again.text

    async def test_it_is_ones_own(self, world, bob, carol):
        table, hands = await four(world)
        await bob.look("Group by number", hands[bob])
        assert "Group by number" in (await carol.hand(table)).labels

    @pytest.mark.parametrize("layout", ["", "nonsense", "number,colour"])
    async def test_one_that_there_is_not_is_the_plain_hand(self, world, bob, layout):
        table, hands = await four(world)
        before = hands[bob].text
        await bob.press_unseen(hands[bob], f"v:{table.id}:1:-:layout={layout}")
        assert hands[bob].text == before
        assert await world.house.hand_layout(bob.id) == ""


class TestMelding:
    async def test_a_contract_is_laid_down_by_one_click(self, world, alice):
        table, hands = await drawn(world)
        action = next(a for a in hands[alice].actions() if a.startswith("meld="))
        reply = await alice.act(action, hands[alice])
        assert reply.text.startswith("You laid down the contract.")
        assert "**m1** 7 7 7 · **m2** 9 9 9" in reply.text
        assert table.state.public()["contract_met"] == [True, False, False, False]
        assert "  - **m1** 7 7 7 · **m2** 9 9 9" in table.text
        assert "7 cards · ✓ down" in table.text

    async def test_a_contract_is_built_by_hand(self, world, alice):
        table, hands = await drawn(world)
        hand, before = hands[alice], table.table.plies
        await alice.look("Build it myself", hand)
        await alice.choose(hand, options(hand, "R7", "G7", "B7"))
        await alice.look("Add this set", hand)
        await alice.choose(hand, options(hand, "R9", "G9", "B9"))
        await alice.look("Add this set", hand)
        assert table.table.plies == before
        reply = await alice.click(hand, "Lay this contract down")
        assert reply.text.startswith("You laid down the contract.")
        assert "**m1** 7 7 7 · **m2** 9 9 9" in reply.text
        assert table.state.public()["hand_sizes"][0] == 7

    @pytest.mark.parametrize(
        ("action", "reason"),
        [
            ("meld=s:R7,G7,W|s:R9,G9,B9", "You don't hold Rook."),
            ("meld=s:R7,G7|s:R9,G9,B9", "🔴 R7, 🟢 G7: a set needs at least three cards."),
            ("meld=s:R7,G7,B7", "Round 1 asks for 2 sets, no more and no less."),
            ("meld=s:R7,G7,B7|s:R7,G7,B7", "You used 🔴 R7 more often than you hold it."),
            ("lay=R8@m1", "Only after laying down your contract may you lay cards off."),
            ("discard=W", "You don't hold Rook."),
            ("lay*", "After drawing you lay down, lay off, swap a Rook or discard a card."),
            ("meld*!", "After drawing you lay down, lay off, swap a Rook or discard a card."),
            ("take", "You have drawn already in this turn."),
        ],
    )
    async def test_what_the_rules_refuse_is_said_and_changes_nothing(
        self, world, alice, action, reason
    ):
        table, hands = await drawn(world)
        before, actions = table.table.plies, hands[alice].actions()
        reply = await alice.press_unseen(hands[alice], forged(table, alice, action))
        assert reason in refused(table, before, reply)
        assert hands[alice].actions() == actions

    async def test_nobody_plays_out_of_turn_or_for_another(self, world, alice, bob):
        table, hands = await drawn(world)
        before = table.table.plies
        for seat, member, sentence in ((1, bob, TOO_LATE), (0, bob, "These aren't your cards.")):
            custom_id = forged(table, alice, "discard=R8").split(":")
            custom_id[2] = str(seat)
            reply = await member.press_unseen(hands[member], ":".join(custom_id))
            assert sentence in refused(table, before, reply)

    async def test_two_clicks_at_once_lay_down_once(self, world, alice):
        table, hands = await drawn(world)
        action = next(a for a in hands[alice].actions() if a.startswith("meld="))
        world.weather.delay = 0.01
        await world.together(*(alice.act(action, hands[alice]) for _ in range(2)))
        assert len(events_of(table, "meld")) == 1


class TestLayingOff:
    async def ready(self, world: World, **options: int) -> tuple[TableView, Hands]:
        """Alice and Bob are down, and it is Bob's turn; his Y9 and G7 fit Alice's melds."""
        table, hands = await drawn(world, **options)
        await lay_down(table, hands)
        await play(table, hands, "discard=Y14")
        await next_turn(table, hands)
        await lay_down(table, hands)
        return table, hands

    async def test_one_card(self, world, bob):
        table, hands = await self.ready(world)
        reply = await bob.act("lay=Y9@m2", hands[bob])
        assert reply.text.startswith("You laid off 🟡 Y9 on m2.")
        await bob.act("lay=G7@m1", hands[bob])
        told = "**\u2068Bob\u2069** laid off 🟡 Y9 on m2, 🟢 G7 on m1."
        assert told in table.text
        assert table.text.count("laid off") == 1

    async def test_all_that_fit_by_one_click(self, world, bob):
        table, hands = await self.ready(world)
        plies, sent, before = table.table.plies, len(world.weather.sent), table.edits
        reply = await bob.act("lay*", hands[bob])
        assert "You laid off " in reply.text
        assert "🟢 G7 on m1" in reply.text
        assert "🟡 Y9 on m2" in reply.text
        assert len(reply.screens) == 1
        assert table.table.plies == plies + 2
        answers = [s for s in world.weather.sent[sent:] if s.path.startswith("/interactions/")]
        assert len(answers) == 1
        await world.advance(2)
        assert table.edits == before + 1
        assert table.text.count("laid off") == 1

    async def test_two_clicks_at_once(self, world, bob):
        table, hands = await self.ready(world)
        plies = table.table.plies
        world.weather.delay = 0.01
        replies = await world.together(*(bob.act("lay*", hands[bob]) for _ in range(2)))
        assert all(reply.answered for reply in replies)
        assert table.table.plies == plies + 2

    async def test_what_was_laid_before_something_broke_stays(self, world, bob, monkeypatch):
        table, hands = await self.ready(world)
        plies, act, calls = table.table.plies, House.act, []

        async def breaking(house: House, *args: object, **facts: object) -> Table:
            calls.append(facts)
            if len(calls) == 2:
                raise Refusal(RefusalCode.UNAVAILABLE)
            return await act(house, *args, **facts)  # type: ignore[arg-type]

        monkeypatch.setattr(House, "act", breaking)
        reply = await bob.act("lay*", hands[bob])
        monkeypatch.setattr(House, "act", act)
        assert table.table.plies == plies + 1
        assert reply.text.startswith("You laid off ")
        assert "I can't reach my records right now" in reply.text
        left = next(a for a in hands[bob].actions() if a.startswith("lay="))
        await bob.act(left, hands[bob])
        assert table.table.plies == plies + 2

    async def test_it_may_end_the_round(self, world, bob, monkeypatch):
        arrange(
            monkeypatch,
            {0: HANDS[0], 1: "R5 G5 B5 Y5 R6 G6 B6 Y6 R7 G7 R9 G9"},
            draws="G12 Y6",
        )
        table, hands = await self.ready(world, last_round=1)
        assert "Lay off all 4 and go out" in hands[bob].labels
        reply = await bob.act("lay*", hands[bob])
        assert table.status is Status.FINISHED
        assert table.state.winners() == (1,)
        assert "**Round 1 is over**: **\u2068Bob\u2069** went out." in table.text
        assert "You won!" in reply.text


class TestSwapping:
    async def test_a_rook_is_taken_out_of_a_run_and_has_to_be_played(self, world, bob, monkeypatch):
        arrange(
            monkeypatch,
            {
                0: "R4 R5 W R7 G4 G5 G6 G7 Y14 B1 B2 B14",
                1: "R6 Y1 Y2 Y3 Y4 B5 B6 B7 B8 G12 R13 G14",
            },
            top="B12",
            draws="Y10 Y12",
            round=3,
        )
        table, hands = await drawn(world, first_round=3)
        await play(table, hands, "meld=r:G4,G5,G6,G7|r:R4,R5,W,R7", "discard=Y14")
        await next_turn(table, hands)
        await lay_down(table, hands)
        assert "**m2** 4–5–(Rook 6)–7 red" in table.text
        reply = await bob.act("swap=R6@m2", hands[bob])
        assert reply.text.startswith("You put 🔴 R6 into m2 and took the Rook out.")
        assert "still has to play 1 Rook that was taken" in table.text
        before = table.table.plies
        reply = await bob.press_unseen(hands[bob], forged(table, bob, "discard=G14"))
        told = refused(table, before, reply)
        assert "Rooks that you took and still have to meld or lay off first: 1." in told
        rook = next(a for a in hands[bob].actions() if a.startswith("lay=W@m1"))
        reply = await bob.act(rook, hands[bob])
        assert reply.text.startswith("You laid off a Rook on m1.")
        await bob.act("discard=G14", hands[bob])
        assert "**\u2068Bob\u2069** put 🔴 R6 into m2 and took the Rook out." in table.text


@pytest.mark.parametrize("crash", [False, True], ids=["stopped", "crashed"])
class TestRestart:
    async def test_before_drawing(self, world, alice, crash):
        table, hands = await four(world)
        await world.restart_bot(crash=crash)
        await table.load()
        await alice.act("take", hands[alice])
        assert phase_of(table) == "meld"

    async def test_in_a_purchase_the_answers_are_kept_and_stay_secret(
        self, world, bob, carol, crash
    ):
        table, hands = await buying(world)
        await carol.act("buy", hands[carol])
        await world.restart_bot(crash=crash)
        await table.load()
        assert carol not in table.to_act()
        assert "You have answered." in (await carol.hand(table)).text
        await bob.click(table, "Pass")
        assert [event["seat"] for event in events_of(table, "buy")] == [seat_of(table, carol)]

    async def test_with_the_contract_down(self, world, alice, crash):
        table, hands = await drawn(world)
        await lay_down(table, hands)
        before = table.state.public()
        await world.restart_bot(crash=crash)
        await table.load()
        assert table.state.public() == before
        await alice.act("discard=Y14", hands[alice])
        assert table.state.public()["discard_top"] == "Y14"
        assert table.state.public()["turn"] == 1


class TestClock:
    async def test_whoever_is_late_declines_and_discards_and_nobody_buys_for_the_late(self, world):
        table, _ = await four(world)
        await world.advance(121)
        assert [event["type"] for event in table.state.public_history()][1:] == ["decline"]
        assert table.table.seats[0].missed == 1
        await world.advance(20)
        assert phase_of(table) == "meld"
        assert not events_of(table, "buy")
        assert [seat.missed for seat in table.table.seats] == [1, 0, 0, 0]
        await world.advance(120)
        assert events_of(table, "discard")
        assert table.table.seats[0].away

    async def test_nobody_is_away_for_not_buying_or_reminded_of_it(self, world, alice):
        table, hands = await four(world)
        for _ in range(3):
            await decline(table, hands)
            await world.advance(21)
            member = table.to_act()[0]
            await member.act(discards(table)[0], await member.hand(table))
        assert not any(seat.away or seat.missed for seat in table.table.seats)
        assert not [screen for screen in world.public_screens() if screen.pinged]


async def test_computers_answers_cost_few_edits(world, alice):
    table = await world.game(people=1, computers=3, game="toonerville")
    while not (table.to_act() == [alice] and phase_of(table) == "draw"):
        await world.wait_for_people(table)
        if phase_of(table) != "draw" and table.to_act():
            hand = await alice.hand(table)
            await alice.act(hand.actions()[-1], hand)
    hand = await alice.hand(table)
    before = table.edits
    await alice.act("decline", hand)
    await world.wait_for_people(table)
    assert phase_of(table) == "meld"
    assert table.edits - before <= 3


async def test_the_rules_come_by_the_command(alice):
    reply = await alice.slash("rules toonerville")
    assert reply.private
    assert "## Toonerville Rook" in reply.text
    assert "nearest on your left" in reply.text
