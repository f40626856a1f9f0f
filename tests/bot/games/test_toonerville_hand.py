"""One's own hand at Toonerville Rook: what it says, and that it offers what is legal."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import engine
from bot.games import toonerville_hand
from bot.games.presenter import Hand, Look, Menu, Scene
from bot.games.toonerville_seen import as_view
from bot.tables import controls
from bot.tables.page import MAX_CHARACTERS, box
from engine.games._rook_melds import Meld, meld_of
from engine.games._toonerville_cards import CONTRACTS, NUMBERS, ROOK
from engine.games._toonerville_melds import IDS, lay_menu, swap_menu
from engine.players.standing import parse_standing, standing_answer
from tests.bot.builders import SEED, Posted, scene
from tests.bot.games.toonerville_hands import (
    grown,
    hand,
    holding,
    labels,
    lines,
    look,
    menus,
    move,
    notes,
    pages,
    performed,
    rows_of,
    seen,
    whole_actions,
)
from tests.engine.games.toonerville_deals import act, draw, rig
from tests.support.openapi import ApiDescription

RUN_AND_SET = "R7 G7 B7 R7 Y3 Y4 Y6 W B1 B2 G14 G13"
DOWN = "meld=s:R7,G7,B7|r:Y3,Y4,W,Y6"


@pytest.fixture(autouse=True)
def no_mistakes(caplog):
    """Nothing is offered that doesn't fit into a message."""
    controls._complain.cache_clear()
    yield
    said = caplog.get_records("call")
    assert not [record for record in said if record.name == controls.__name__]


def down(cards=""):
    """A game in which seat 0 has just laid its contract down: m1 is a set, m2 a run with a Rook."""
    state = rig({0: f"R7 G7 B7 Y3 Y4 Y6 W {cards}"}, top="G9", draws="B1", round=2)
    return act(draw(state), DOWN)


class TestTheCards:
    def test_they_are_grouped_by_colour_equal_ones_once_and_rooks_apart(self):
        assert lines(rig({1: "B3 B3 R10 R2 W W G1 G1 G1 Y14 Y13 Y12"}), 1)[1:] == [
            "Your 12 cards (120 points):",
            "- **⚫ Black**: B3 ×2",
            "- **🟢 Green**: G1 ×3",
            "- **🔴 Red**: R2 · R10",
            "- **🟡 Yellow**: Y12 · Y13 · Y14",
            "- **Rooks**: 2",
        ]

    def test_or_by_number(self):
        state = rig({1: "B3 B3 R10 R2 W W G3 G1 G1 Y14 Y13 Y12"})
        assert lines(state, 1, layout="number")[2:5] == [
            "- **1**: 🟢 G1 ×2",
            "- **2**: 🔴 R2",
            "- **3**: ⚫ B3 ×2 · 🟢 G3",
        ]

    def test_a_look_changes_between_them(self):
        state = rig()
        by_colour, by_number = hand(state, 1), hand(state, 1, layout="number")
        assert look(by_colour, "Group by number") == "layout=number"
        assert look(by_number, "Group by colour") == "layout=colour"
        assert hand(state, 1, "layout=number") == by_number
        assert hand(state, 1, "layout=colour", layout="number") == by_colour

    def test_a_layout_that_nobody_knows_is_by_colour(self):
        state = rig()
        assert hand(state, 1, layout="") == hand(state, 1, layout="xyz") == hand(state, 1)
        assert hand(state, 1, "layout=x", layout="number") == hand(state, 1, layout="number")


class TestTheCardDrawn:
    def test_it_is_marked_in_ones_own_turn(self):
        state = draw(rig({0: RUN_AND_SET}, top="G9", draws="R10", round=2))
        assert "Your 13 cards (100 points; drawn: **🔴 R10**):" in lines(state, 0)
        act(state, "discard=B1")
        assert not any("drawn" in line for line in lines(state, 0))

    def test_so_it_is_after_a_purchase_until_one_draws_again(self):
        state = draw(rig(top="G9", draws="Y7 R10"), 2)
        act(state, "discard=R10")
        assert any("drawn: **🟡 Y7**" in line for line in lines(state, 2))
        draw(state)
        act(state, state.legal_actions(1)[-1])
        assert any("drawn: **🟡 Y7**" in line for line in lines(state, 2))
        act(state, "take")
        assert not any("drawn" in line for line in lines(state, 2))

    def test_nobody_else_sees_it(self):
        state = draw(rig(top="G9", draws="R10"))
        assert not any("drawn" in line for seat in (1, 2, 3) for line in lines(state, seat))


class TestTheContract:
    @pytest.mark.parametrize(
        ("number", "cards", "said"),
        [
            (
                2,
                "R7 G7 B7 Y3 Y4 Y6 W B1 B2 B4 G13 G14",
                "Round 2: **1 run and 1 set**. You hold all of it.",
            ),
            (
                2,
                "R7 G7 B7 Y3 Y4 Y10 R2 B1 B2 G4 G13 G14",
                "Round 2: **1 run and 1 set**. You have 1 set and need 1 run: at least 2 cards.",
            ),
            (
                3,
                "R7 G7 B7 Y3 Y4 Y10 R2 B1 B2 G4 G13 G14",
                "Round 3: **2 runs**. You need 2 runs: at least 4 cards.",
            ),
            (
                4,
                "R7 G7 B7 Y4 B4 R4 Y10 B10 B2 G6 G13 G14",
                "Round 4: **3 sets**. You have 2 sets and need 1 set: at least 1 card.",
            ),
            (
                11,
                "R7 G7 B7 Y4 B4 R4 Y10 Y11 Y12 Y13 G1 G2 G3 G4",
                (
                    "Round 11: **2 runs and 2 sets**, with your whole hand at once. "
                    "You hold all of it."
                ),
            ),
        ],
    )
    def test_it_says_how_far_one_is(self, number, cards, said):
        assert lines(rig({1: cards}, round=number), 1)[0] == said

    def test_in_the_last_round_a_card_too_many_is_one_too_many(self):
        cards = "R7 G7 B7 Y4 B4 R4 Y10 Y11 Y12 Y13 G1 G2 G3 G4"
        state = draw(rig({0: cards}, draws="B9", round=11))
        assert lines(state, 0)[0].endswith(
            "You hold the melds, but they don't use your whole hand."
        )

    def test_it_says_when_it_is_down(self):
        state = act(down(), "discard=B1")
        assert lines(state, 0)[0] == "Your contract is down."


class TestDrawing:
    def test_take_or_draw(self):
        page = hand(rig(top="G9"), 0)
        assert [(m.label, m.action) for m in page.moves] == [
            ("Take the 🟢 G9", "take"),
            ("Draw a card", "decline"),
        ]

    def test_it_says_that_the_others_may_buy(self):
        assert lines(rig(top="G9"), 0)[0] == (
            "Take the **🟢 G9** (green 9), or draw a card from the pile. If you draw, the others "
            "are asked first whether one of them buys it."
        )

    def test_unless_nobody_may(self):
        assert "If you draw" not in lines(rig(top="G9", buy_limit=0), 0)[0]

    @pytest.mark.parametrize(
        ("top", "said"),
        [
            ("R7", "With the 🔴 R7 you hold the contract."),
            ("Y5", "With the 🟡 Y5 you need only 2 more cards for the contract."),
            ("G9", None),
        ],
    )
    def test_it_says_what_the_card_is_good_for(self, top, said):
        complete = "G7 B7 Y3 Y4 Y5 Y6 R2 B1 B10 G4 G13 G14"
        poor = "G7 B7 Y3 Y4 Y10 R2 R1 B1 B10 G4 G13 G14"
        state = rig({0: complete if top == "R7" else poor}, top=top, round=2)
        found = [line for line in lines(state, 0) if line.startswith("With")]
        assert found == ([said] if said else [])

    def test_who_is_down_reads_where_it_fits(self):
        state = act(down(), "discard=B1")
        for card in ("G1", "G2", "Y7"):
            turn = state.public()["turn"]
            holding(state, turn, f"{card} B9")
            act(draw(state), f"discard={card}")
        assert "The 🟡 Y7 fits m1, m2." in lines(state, 0)


class TestBuying:
    def test_buy_or_pass(self):
        state = act(rig(top="G9"), "decline")
        assert [(m.label, m.action) for m in hand(state, 1).moves] == [
            ("Buy 🟢 G9 + 1 card", "buy"),
            ("Pass", "pass"),
        ]

    def test_it_says_what_buying_means_and_who_comes_first(self):
        state = act(rig(top="G9"), "decline")
        assert lines(state, 1)[:2] == [
            "**Alice** declined the **🟢 G9** (green 9). Do you buy it?",
            (
                "Whoever buys it also gets a card from the pile: you would hold 14 cards. "
                "You come first: it is yours if you want it. Nobody sees the answers."
            ),
        ]
        assert lines(state, 2)[1].endswith(" **Bob** comes before you. Nobody sees the answers.")
        assert lines(state, 3)[1].endswith(
            " **Bob** and **Carol** come before you. Nobody sees the answers."
        )

    def test_it_counts_purchases_where_they_are_limited(self):
        state = act(rig(top="G9", buy_limit=3), "decline")
        assert "Bought in this round: 0 of 3." in lines(state, 1)
        assert not any("Bought" in line for line in lines(act(rig(), "decline"), 1))

    def test_who_has_answered_waits(self):
        state = act(rig(top="G9"), "decline")
        state.apply(2, "pass")
        assert not hand(state, 2).moves
        assert lines(state, 2)[0] == (
            "You have answered. Others still decide whether they buy 🟢 G9."
        )

    def test_so_does_who_declined(self):
        state = act(rig(top="G9"), "decline")
        assert lines(state, 0)[0] == ("You draw when the others have decided who buys 🟢 G9.")

    def test_who_may_buy_no_more_is_told_so(self):
        state = rig(players=3, buy_limit=1)
        draw(state, 1)
        act(state, state.legal_actions(0)[-1])
        draw(state)
        act(state, state.legal_actions(1)[-1], "decline")
        assert lines(state, 1)[0].endswith(
            " You have bought as often as this table allows in a round."
        )

    def test_another_ones_answer_changes_nothing_in_it(self):
        state = act(rig(top="G9"), "decline")
        before = hand(state, 1)
        state.apply(2, "buy")
        assert hand(state, 1) == before


class TestAnsweringBeforehand:
    def test_the_buttons(self):
        purchase = act(rig(), "decline")
        asked = hand(purchase, 1)
        assert labels(asked)[1:3] == ["Pass", "Buying: answer beforehand"]
        assert menus(asked) == []
        page = hand(purchase, 1, look(asked, "Buying: answer beforehand"))
        assert look(page, "Pass until I say otherwise") == "standing=pass"
        (menu,) = menus(page)
        assert (menu.placeholder, menu.view) == ("Offer me only …", "standing=only:")
        assert "Ask me again" not in labels(page)

    def test_what_is_chosen_can_be_read_by_the_house(self):
        (menu,) = menus(hand(act(rig(), "decline"), 1, "standing"))
        values = [choice.value for choice in menu.choices]
        for some in ([values[0]], values[::3], values):
            assert menu.view is not None
            standing = f"{menu.view}{','.join(some)}".removeprefix("standing=")
            assert parse_standing(standing) == frozenset(some)
        assert standing_answer("only:R,7", "R2") is None
        assert standing_answer("only:R,7", "G2") == "pass"

    @pytest.mark.parametrize(
        ("standing", "said"),
        [
            ("pass", "Until you say otherwise you **pass** whatever is for sale."),
            (
                "only:W,7,R",
                (
                    "You are asked only about these: **red cards, number 7, Rook**. "
                    "You pass everything else."
                ),
            ),
        ],
    )
    def test_one_that_is_set_is_told_and_can_be_taken_back(self, standing, said):
        state = rig()
        purchase = act(rig(), "decline")
        for now, view in ((state, ""), (purchase, ""), (state, "standing")):
            assert said in lines(now, 1, view, standing=standing)
        page = hand(state, 1, "standing", standing=standing)
        assert look(page, "Ask me again") == "standing="
        assert ("Pass until I say otherwise" in labels(page)) == (standing != "pass")

    def test_it_can_be_said_while_others_play(self):
        state = rig()
        assert look(hand(state, 1), "Buying: answer beforehand") == "standing"
        page = lines(state, 1, "standing")
        assert "Now you are asked about every card." in page
        assert hand(state, 1, "standing=pass") == hand(state, 1)

    def test_where_nobody_may_buy_there_is_nothing_to_say(self):
        state = rig(buy_limit=0)
        assert labels(hand(state, 1)) == ["Group by number"]
        assert hand(state, 1, "standing") == hand(state, 1)


class TestLayingDown:
    def test_the_best_way_is_one_click_away(self):
        state = draw(rig({0: RUN_AND_SET}, top="G9", draws="B1", round=2))
        assert "- **1**: 3–4–(Rook 5)–6 yellow · 7 7 7 7 → leaves 5 cards, 35 points" in lines(
            state, 0
        )
        assert move(hand(state, 0), "Lay down 1") == "meld=r:Y3,Y4,W,Y6|s:B7,G7,R7,R7"

    def test_ways_that_really_differ_are_offered_side_by_side(self):
        cards = "R7 G7 B7 R12 G12 B12 Y3 Y4 Y5 Y6 W B1"
        state = draw(rig({0: cards}, top="G9", draws="B13", round=2))
        assert [line for line in lines(state, 0) if "leaves" in line] == [
            "- **1**: 3–4–5–6 yellow · 12 12 12 (Rook) → leaves 5 cards, 30 points",
            "- **2**: 3–4–5–6 yellow · 12 12 12 → leaves 6 cards, 55 points (1 Rook)",
            "- **3**: 3–4–5–6 yellow · 7 7 7 → leaves 6 cards, 70 points (1 Rook)",
        ]
        assert labels(hand(state, 0))[:3] == ["Lay down 1", "Lay down 2", "Lay down 3"]

    def test_one_that_goes_out_says_so(self):
        cards = "R1 R2 R3 R4 G5 G6 G7 G8 B9 R9 Y9 B12 R12 Y12"
        state = draw(rig({0: cards}, top="B3", draws="Y9", round=11))
        action = move(hand(state, 0), "Lay down 1 and go out")
        assert " → leaves no card: you go out" in "\n".join(lines(state, 0))
        assert act(state, action).is_terminal()

    def test_every_way_that_is_listed_can_be_chosen(self):
        cards = "R7 G7 B7 R9 G9 B9 Y3 Y4 Y5 Y6 W W"
        state = draw(rig({0: cards}, draws="B13", round=2))
        page = hand(state, 0, look(hand(state, 0), "More ways"))
        (menu,) = menus(page)
        offered = {choice.value for choice in menu.choices}
        listed = {a for a in state.legal_actions(0) if a.startswith("meld=")}
        assert len(listed) > 3
        assert offered >= listed
        assert all(state.is_legal(0, action) for action in offered)

    def test_what_is_suggested_but_not_listed_can_be_found_by_its_key(self):
        cards = "Y9 Y10 Y11 Y12 Y13 G9 G10 G11 G12 G13 R10 R11 R12 R13 B10 B11"
        state = draw(rig({0: cards}, draws="B12 B13", top="B13", round=10))
        offered = [move.action for move in hand(state, 0).moves]
        known = toonerville_hand.long_actions(scene(state), 0, state.private(0))
        long = [action for action in offered if len(action) > 65]
        assert {*long} <= {*known, *state.legal_actions(0)}

    def test_nobody_else_and_nobody_who_is_down_has_such_actions(self):
        state = down()
        for seat in (0, 1):
            holding(state, seat, RUN_AND_SET)
            assert toonerville_hand.long_actions(scene(state), seat, state.private(seat)) == []


class TestLayingOff:
    def test_each_has_a_button_and_the_melds_are_there_to_read(self):
        state = down("R8 Y7 Y2 G14")
        assert "- You: **m1** 7 7 7 · **m2** 3–4–(Rook 5)–6 yellow" in lines(state, 0)
        assert [m.label for m in hand(state, 0).moves] == [
            "Lay 🟡 Y7 on m1",
            "Lay 🟡 Y2 on m2",
            "Lay 🟡 Y7 on m2",
            "Lay off all 2",
        ]

    def test_a_rook_says_what_it_would_stand_for(self):
        state = down("W")
        assert [m.label for m in hand(state, 0).moves][:3] == [
            "Lay Rook on m1",
            "Lay Rook on m2 as 🟡 Y2",
            "Lay Rook on m2 as 🟡 Y7",
        ]

    def test_all_that_fits_is_shown_before_it_is_done(self):
        state = down("Y2 Y1 Y7 Y8 G7")
        page = lines(state, 0, look(hand(state, 0), "What would go where?"))
        steps = [line for line in page if line.startswith("- Lay")]
        assert len(steps) == 5
        for action in performed(state, 0, "lay*"):
            act(state, action)
        assert [card for card in state.private(0)["hand"] if card[0] == "Y"] == []
        assert "This leaves 1 card, 5 points." in page

    def test_each_step_is_told_as_the_melds_are_by_then(self):
        state = draw(rig({0: "R4 R5 R6 R7 G1 G2 G3 G4 R8 R9 W W"}, draws="B1", round=3))
        act(state, "meld=r:G1,G2,G3,G4|r:R4,R5,R6,R7")
        steps = [line for line in lines(state, 0, "fit") if line.startswith("- Lay")]
        assert steps == [
            "- Lay 🔴 R8 on m2",
            "- Lay 🔴 R9 on m2",
            "- Lay Rook on m1 as 🟢 G5",
            "- Lay Rook on m1 as 🟢 G6",
        ]

    def test_many_have_a_menu_on_pages(self):
        state = grown(30)
        full = full_table(state)
        first = toonerville_hand.hand(*full, "")
        label = next(label for label in labels(first) if label.startswith("Lay off: "))
        view = look(first, label)
        found, asked = set(), [view]
        for view in asked:
            page = toonerville_hand.hand(*full, view)
            (menu,) = menus(page)
            found |= {choice.value for choice in menu.choices}
            asked += [
                control.view
                for control in page.controls
                if isinstance(control, Look) and control.view and control.view not in asked
            ]
        assert found == {action for action in full[3] if action.startswith("lay=")}

    def test_going_out_by_it_is_said(self):
        state = down()
        holding(state, 0, "G7 Y2 Y7")
        assert "Lay off all 3 and go out" in labels(hand(state, 0))

    def test_nothing_is_offered_where_nothing_fits_or_nobody_may(self):
        assert performed(down("G14"), 0, "lay*") == []
        assert performed(down("Y7"), 1, "lay*") == []
        assert hand(rig(), 1, "fit") == hand(rig(), 1)


class TestSwapping:
    def test_it_says_what_it_does_and_that_the_rook_must_be_played(self):
        state = down("Y5 Y7")
        page = lines(state, 0)
        assert (
            "- Your 🟡 Y5 may take the place of the Rook in **m2** 3–4–(Rook 5)–6 yellow." in page
        )
        heading = page.index("Rooks you may take:")
        assert page[heading + 1].startswith("- Your 🟡 Y5")
        assert page[heading + 2] == "A Rook that you take has to be played in this turn."
        assert move(hand(state, 0), "Swap 🟡 Y5 for the Rook in m2") == "swap=Y5@m2"

    def test_while_a_rook_is_owed_the_page_says_so_and_nothing_can_be_discarded(self):
        state = act(down("Y5 Y7"), "swap=Y5@m2")
        assert lines(state, 0)[0] == "**You owe 1 Rook**: lay one off before you discard."
        assert not menus(hand(state, 0))
        assert "To end your turn, discard a card." not in lines(state, 0)
        assert "Lay Rook on m1" in labels(hand(state, 0))

    def test_who_is_not_down_has_to_lay_down_with_it(self):
        state = act(down("B2 B3"), "discard=B1")
        holding(state, 1, "Y5 R1 R2 R3 R4 G10 B10 R10 G14 G13 G12")
        act(draw(state), "swap=Y5@m2")
        assert lines(state, 1)[0] == (
            "**You owe 1 Rook**: lay your contract down and play one, in it or afterwards, before "
            "you discard."
        )
        assert "Lay down 1" in labels(hand(state, 1))


class TestDiscarding:
    def test_equal_cards_are_one_entry(self):
        page = hand(draw(rig({0: "R7 R7 R7 G1 G1"}, draws="B1")), 0)
        (menu,) = menus(page)
        shown = [choice.label for choice in menu.choices]
        assert "🔴 R7 (you hold 3)" in shown
        assert len({choice.value for choice in menu.choices}) == len(menu.choices)

    def test_each_says_what_it_costs_and_what_the_contract_needs(self):
        state = draw(rig({0: RUN_AND_SET}, top="G9", draws="B1", round=2))
        said = notes(hand(state, 0))
        assert said["Y3"] == "yellow 3 · 5 points · your contract needs it"
        assert said["G14"] == "green 14 · 10 points"
        assert said["W"] == "25 points · your contract needs it"

    def test_dangerous_ones_say_where_they_would_fit(self):
        state = draw(act(down("B2 B3"), "discard=B2"))
        holding(state, 1, "Y7 Y5 R1 W")
        said = notes(hand(state, 1))
        assert said["Y7"].endswith("fits m1, m2")
        assert "swaps for the Rook in m2" in said["Y5"]
        assert "fits" not in said["R1"]

    def test_most_of_all_where_the_next_player_is_down(self):
        state = down("B2 B3")
        act(state, "discard=B2")
        for _ in range(3):
            turn = state.public()["turn"]
            if turn == 3:
                break
            act(draw(state), state.legal_actions(turn)[-1])
        draw(state)
        holding(state, 3, "Y7 Y8 R1")
        said = notes(hand(state, 3))
        assert said["Y7"].endswith("fits m1, m2 · the next player is down")
        assert "down" not in said["R1"]

    def test_ones_own_melds_are_no_danger_where_nobody_else_is_down(self):
        assert not any("fits" in note for note in notes(hand(down("Y7"), 0)).values())

    def test_the_card_taken_is_not_offered(self):
        state = act(rig(top="G9"), "take")
        assert "G9" not in notes(hand(state, 0))
        assert "You took the 🟢 G9 in this turn, so you can't discard one." in lines(state, 0)

    def test_many_kinds_are_shown_group_by_group(self):
        state = grown(40)
        assert len({*state.private(0)["hand"]}) > 25
        found = set()
        for page in pages(state, 0).values():
            found |= {action for action in whole_actions(page) if action.startswith("discard=")}
        assert found == {a for a in state.legal_actions(0) if a.startswith("discard=")}


class TestWhileOthersPlay:
    def test_their_moves_change_nothing_in_it(self):
        state = rig({0: RUN_AND_SET}, top="G9", draws="B1", round=2)
        before = hand(state, 2)
        act(state, "take")
        assert hand(state, 2) == before
        act(state, DOWN, "discard=B2")
        assert hand(state, 2) == before


def full_table(state: engine.State) -> tuple[Scene, int, dict[str, Any], list[str]]:
    """What a hand is made of where 25 melds lie on the table, and seat 0 is down."""
    rng = random.Random(3)
    melds: list[Meld] = []
    for number in range(25):
        if number % 5 == 4:
            colour, low = rng.randrange(4), rng.randrange(1, 10)
            cards = [colour * NUMBERS + low - 1 + step for step in range(5)]
            cards[rng.randrange(5)] = ROOK
            melds.append(meld_of("run", cards))
        else:
            one = rng.randrange(NUMBERS)
            melds.append(meld_of("set", [one, one + NUMBERS, one + 2 * NUMBERS, one]))
    now, held = scene(state), set(seen(state, 0).cards) | {ROOK}
    legal = [a for p, m in enumerate(melds) for c, a in lay_menu(m, p, None) if c in held]
    legal += [a for p, m in enumerate(melds) for c, a in swap_menu(m, p) if c in held]
    legal += [a for a in state.legal_actions(0) if a.startswith("discard=")]
    shown = [
        {"id": IDS[place], "owner": place % 5, **as_view(meld)} for place, meld in enumerate(melds)
    ]
    public = {**now.public, "melds": shown, "contract_met": [True] * 5}
    private = {"hand": [*state.private(0)["hand"], "W", "W", "W", "W", "W"]}
    return replace(now, public=public), 0, private, legal


class TestDiscordsLimits:
    @pytest.mark.parametrize("size", [12, 20, 26, 32, 40])
    @pytest.mark.parametrize("number", [2, 9, 10])
    def test_a_hand_of_any_size_fits(self, size, number):
        state = grown(size, round=number, whim=size)
        for view, page in pages(state, 0).items():
            assert_fits(page, view)

    @pytest.mark.parametrize("size", [12, 26, 40])
    @pytest.mark.parametrize("layout", ["colour", "number"])
    def test_so_does_one_at_a_table_full_of_melds(self, size, layout):
        full = full_table(grown(size))
        for view in ("", "fit", "lay1", "lay2", "lay3", "discard2", "standing", "b=", "ways"):
            assert_fits(toonerville_hand.hand(*full, view, layout), view)


def assert_fits(page: Hand, view: str) -> None:
    rows = rows_of(page)
    shown = box(("A sentence.", "News.\n" * 4, *page.lines), rows, 0)
    assert shown.total_children_count <= 36, view  # room for what the table adds
    assert ApiDescription.load().problems([Posted(shown)]) == []
    assert sum(map(len, page.lines)) < MAX_CHARACTERS - 1000
    for control in page.controls:
        if isinstance(control, Menu):
            assert 1 <= len(control.choices) <= 25
            assert len({choice.value for choice in control.choices}) == len(control.choices)
            assert all(len(choice.label) <= 100 >= len(choice.note) for choice in control.choices)
        else:
            assert 0 < len(control.label) <= 38
    assert len({*labels(page)}) == len(labels(page))


@pytest.mark.parametrize(
    "view",
    ["x", "lay", "lay0", "lay9", "lay10", "discard0", "discard9", "ways", "fit", "standing=",
     "standing=nonsense", "layout=", "layout=x", "lay1\n", ":", "🐦", "a" * 100],
)  # fmt: skip
def test_a_view_that_makes_no_sense_shows_the_hand(view):
    poor = "B1 B3 B5 B7 B9 B11 B13 G2 G4 G6 G8 G10"
    for state, seat in ((rig(), 0), (rig(), 1), (draw(rig({0: poor}, draws="G12")), 0)):
        page = hand(state, seat, view)
        assert page == hand(state, seat)


def random_games() -> Iterator[tuple[engine.State, int]]:
    """Moments of games by players who buy, lay down and lay off a lot, with who is to act."""
    for number in CONTRACTS:
        options = {"first_round": number, "last_round": number, "turns": 40}
        if number % 3 == 0:
            options["max_rooks"] = 1
        state = engine.load_game("toonerville", 3 + number % 3, options).new_initial_state(SEED)
        rng = random.Random(number)
        while not state.is_terminal():
            seat = rng.choice(state.current_players())
            yield state, seat
            legal = state.legal_actions(seat)
            eager = [a for a in legal if a.startswith(("meld=", "swap=", "lay=", "buy"))]
            state.apply(seat, rng.choice(eager if eager and rng.random() < 0.7 else legal))


@cache
def moments() -> list[tuple[engine.State, int]]:
    """Every tenth of them, and all in which a Rook may be swapped or is owed."""
    return [
        (state.clone(), seat)
        for number, (state, seat) in enumerate(random_games())
        if number % 10 == 0
        or state.public()["must_play_rooks"]
        or any(action.startswith("swap=") for action in state.legal_actions(seat))
    ]


def test_every_action_on_offer_is_legal_and_every_legal_action_is_on_offer():
    kinds = set()
    for state, seat in moments():
        legal, offered = state.legal_actions(seat), set()
        for view, page in pages(state, seat).items():
            offered |= {*whole_actions(page)}
            assert_fits(page, view)
        kinds |= {action.partition("=")[0] for action in offered}
        for action in offered:
            for step in performed(state, seat, action)[:1]:
                assert state.is_legal(seat, step)
        assert offered >= {*legal}
    assert kinds >= {"take", "decline", "buy", "pass", "meld", "lay", "swap", "discard", "lay*"}


def test_no_other_hand_ever_offers_a_move():
    for state, seat in moments():
        for other in range(state.game.players):
            if other != seat and other not in state.current_players():
                assert not [*whole_actions(hand(state, other))]
