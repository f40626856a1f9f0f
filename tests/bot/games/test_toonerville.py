"""Toonerville Rook in words: what everybody sees of piles, purchases, melds, rounds and scores."""

from collections.abc import Sequence
from typing import Any

import pytest

import engine
from bot.games import presenter
from bot.games.presenter import Wish
from bot.tables.hand import hand_page, shown
from bot.tables.page import MAX_CHARACTERS
from bot.tables.scene import private_of
from bot.text import ENGLISH
from engine.table import Status, Table
from tests.bot.builders import NAMES, buttons, playing, scene, seen, table_page, told, words
from tests.engine.games.toonerville_deals import act, answer, draw, drawn, idle, rig

ROOK = presenter("toonerville")

SETS = "R7 G7 B7 R9 G9 B9"
ALICE, BOB, CAROL, DAVE = (f"**{name}**" for name in NAMES[:4])


def headline(state: engine.State) -> list[str]:
    return ROOK.headline(scene(state)).splitlines()


def notes(state: engine.State) -> list[str]:
    now = scene(state)
    return [ROOK.seat_note(now, seat) for seat in range(state.game.players)]


def news(state: engine.State, limit: int = 6) -> list[str]:
    return ROOK.news(scene(state), limit)


def own(state: engine.State, seat: int) -> str:
    return ROOK.own_sentence(scene(state), seat, private_of(state, seat))


def cut(state: engine.State, last: int) -> Any:
    """A scene of which the history has kept only the last few events."""
    now = scene(state)
    return type(now)(
        now.text, now.names, now.options, now.public, state.public_history(last), now.placings
    )


def at_table(state: engine.State, names: Sequence[str] = NAMES) -> Table:
    """The table of a game in play."""
    players = state.game.players
    options: dict[str, Any] = state.game.options
    table = playing(names[:players], game="toonerville", **options)
    table.state = state
    table.status = Status.FINISHED if state.is_terminal() else Status.PLAYING
    table.watch = table.watch.after(state, 1_800_000_000.0)
    return table


def down(**options: Any) -> engine.State:
    """Alice has drawn Y10 and laid two sets down."""
    return act(
        draw(rig({0: f"{SETS} R1 R2 Y7 Y9"}, top="Y3", draws="Y10", **options)),
        "meld=s:R7,G7,B7|s:R9,G9,B9",
    )


class TestHeadline:
    def test_the_contract_is_in_large(self):
        assert headline(rig())[0] == "# Round 1 of 11: 2 sets"
        assert headline(rig(round=5))[0] == "# Round 5 (1 of 7): 1 run and 2 sets"
        assert headline(rig(last_round=1))[0] == "# Round 1 of 1: 2 sets"

    def test_the_last_contract_needs_the_whole_hand(self):
        first = headline(rig(round=11))[0]
        assert first == "# Round 11 (1 of 1): 2 runs and 2 sets with the whole hand"

    def test_what_the_turn_waits_for(self):
        state = rig(top="G9")
        assert headline(state)[1] == f"{ALICE} takes or declines **🟢 G9**."
        act(state, "decline")
        assert headline(state)[1].startswith(f"{ALICE} declined **🟢 G9**. Whoever wants it buys")
        answer(state)
        assert headline(state)[1] == f"{ALICE} has drawn and plays."

    def test_a_rook_that_was_taken_has_to_be_played(self):
        hands = {0: "R4 R5 W R7 G4 G5 G6 G7 R6"}
        state = act(draw(rig(hands, round=3)), "meld=r:R4,R5,W,R7|r:G4,G5,G6,G7", "swap=R6@m1")
        assert headline(state)[1] == f"{ALICE} plays, and still has to play 1 Rook that was taken."

    def test_the_piles(self):
        state = rig(top="G9")
        expected = "Top discard: **🟢 G9** (1 discard) · draw pile: 179 cards"
        assert headline(state)[2] == f"{expected} · reshuffles left: 2"
        assert headline(act(rig(top="W"), "take"))[2].startswith("No discards · draw pile: 179")
        assert "reshuffles" not in headline(rig(top="G9", reshuffles=0))[2]


class TestSeats:
    def test_cards_points_and_the_dealer(self):
        assert notes(rig())[0] == "12 cards · 0 points"
        assert notes(rig())[3] == "12 cards · 0 points · dealer"

    def test_purchases_where_there_were_some_or_a_limit(self):
        state = draw(rig(), 2)
        assert notes(state)[1:3] == ["12 cards · 0 points", "14 cards · bought 1 · 0 points"]
        state = draw(rig(buy_limit=3), 2)
        assert notes(state)[1] == "12 cards · bought 0 of 3 · 0 points"
        assert notes(state)[2] == "14 cards · bought 1 of 3 · 0 points"

    def test_the_melds_stand_below_their_owner(self):
        first, second, *_ = notes(down())
        assert first == "7 cards · ✓ down · 0 points\n  - **m1** 7 7 7 · **m2** 9 9 9"
        assert "\n" not in second


class TestBuying:
    def test_everybody_is_offered_the_same_two_moves(self):
        state = rig()
        assert ROOK.table_moves(scene(state)) == ()
        act(state, "decline")
        moves = ROOK.table_moves(scene(state))
        assert [(move.action, move.label) for move in moves] == [("buy", "Buy"), ("pass", "Pass")]

    def test_a_secret_answer_changes_neither_words_nor_open_hands(self):
        state = act(rig(), "decline")
        table = at_table(state)
        before = words(table_page(table, ENGLISH)), [shown(table, seat) for seat in (0, 1)]
        state.apply(3, "buy")
        table.watch = table.watch.after(state, 1_800_000_000.0)
        after = words(table_page(table, ENGLISH)), [shown(table, seat) for seat in (0, 1)]
        assert before[1] == after[1]
        assert before[0].replace(" ▶ **\u2068Dave", " **\u2068Dave").replace(
            "**, **\u2068Carol\u2069** and **\u2068Dave\u2069**", "** and **\u2068Carol\u2069**"
        ) == after[0]  # fmt: skip

    def test_who_has_nothing_to_say_hears_why(self):
        state = act(rig(buy_limit=1), "decline")
        state.apply(3, "pass")
        assert ROOK.not_asked(scene(state), 0).startswith("You declined the card")
        assert ROOK.not_asked(scene(state), 3).startswith("You have answered already")
        answer(state, 1)
        act(state, state.legal_actions(0)[-1])
        idle(state)  # Bob
        act(state, "decline")
        assert ROOK.not_asked(scene(state), 1).startswith("You have bought as often as")


class TestNews:
    def test_a_round_begins(self):
        assert news(rig()) == [f"Round 1 begins: 2 sets. {DAVE} dealt."]

    def test_a_card_is_taken(self):
        assert news(act(rig(top="G9"), "take"))[-1] == f"{ALICE} took 🟢 G9."

    def test_a_purchase_is_one_sentence_with_the_passes_of_those_who_come_first(self):
        state = act(rig(top="G9"), "decline")
        assert news(state)[-1] == f"{ALICE} declined 🟢 G9."
        assert (
            news(answer(state))[-1]
            == f"{ALICE} declined 🟢 G9, nobody bought it, and {ALICE} drew."
        )
        state = draw(rig(top="G9"), 1, 2)
        assert news(state)[-1] == f"{ALICE} declined 🟢 G9, and {BOB} bought it."
        state = draw(rig(top="G9"), 3)
        expected = f"{ALICE} declined 🟢 G9; {BOB} and {CAROL} passed, and {DAVE} bought it."
        assert news(state)[-1] == expected

    def test_where_nobody_may_buy(self):
        state = act(rig(top="G9", buy_limit=0), "decline")
        assert news(state)[-1] == f"{ALICE} declined 🟢 G9 and drew."

    def test_a_contract_and_a_discard(self):
        state = act(down(), "discard=R2")
        assert news(state)[-2:] == [
            f"{ALICE} laid down the contract: **m1** 7 7 7 · **m2** 9 9 9.",
            f"{ALICE} discarded 🔴 R2.",
        ]

    def test_lay_offs_in_a_row_are_one_sentence(self):
        state = act(down(), "lay=Y7@m1", "lay=Y9@m2")
        assert news(state)[-1] == f"{ALICE} laid off 🟡 Y7 on m1, 🟡 Y9 on m2."

    def test_many_lay_offs_leave_the_rest_of_the_news(self):
        hand = f"{SETS} R7 G7 B7 Y7 R9 G9"
        state = act(draw(rig({0: hand}, top="Y3", draws="Y10")), "meld=s:R7,G7,B7|s:R9,G9,B9")
        act(state, *(f"lay={card}@m1" for card in ("R7", "G7", "B7", "Y7")), "lay=R9@m2")
        lines = news(state)
        assert lines[-1] == (f"{ALICE} laid off 🔴 R7, 🟢 G7, ⚫ B7 and 🟡 Y7 on m1, 🔴 R9 on m2.")
        assert len(lines) == 4

    def test_rooks_are_counted(self):
        state = act(draw(rig({0: f"{SETS} W W"})), "meld=s:R7,G7,B7|s:R9,G9,B9")
        act(state, "lay=W@m1")
        assert news(state)[-1] == f"{ALICE} laid off a Rook on m1."
        act(state, "lay=W@m1")
        assert news(state)[-1] == f"{ALICE} laid off 2 Rooks on m1."

    def test_a_swap(self):
        hands = {0: "R4 R5 W R7 G4 G5 G6 G7 R6"}
        state = act(draw(rig(hands, round=3)), "meld=r:R4,R5,W,R7|r:G4,G5,G6,G7", "swap=R6@m1")
        assert news(state)[-1] == f"{ALICE} put 🔴 R6 into m1 and took the Rook out."

    def test_a_new_draw_pile(self):
        state = rig(players=3)
        while "reshuffle" not in [event["type"] for event in state.events]:
            idle(state)
            act(state, "decline")
            answer(state)
            if "reshuffle" not in [event["type"] for event in state.events]:
                act(state, f"discard={drawn(state)}")
        assert "The draw pile was empty: " in news(state)[-1]
        assert "discards, shuffled, became the new one." in news(state)[-1]

    def test_a_draw_of_which_only_the_end_is_known_is_left_out(self):
        state = draw(rig(top="G9"), 3)
        for last in range(1, 5):
            assert ROOK.news(cut(state, last), 6) == []
        assert ROOK.news(cut(state, 5), 6) == news(state)[-1:]

    def test_no_more_than_asked_for_and_the_newest(self):
        state = idle(rig(), 6)
        assert len(news(state, 4)) == 4
        assert news(state, 4) == news(state)[-4:]

    def test_every_event_has_words_of_its_own(self):
        state = draw(rig(top="G9"), 3)
        assert told(ROOK, state)[-2:] == [f"{DAVE} bought 🟢 G9.", f"{ALICE} drew a card."]


def out(**options: Any) -> engine.State:
    """Alice goes out in the first round; Bob holds 60 points."""
    hands = {
        0: "R7 R7 G7 G7 B7 B7 R9 R9 G9 G9 B9 B9",
        1: "R1 R2 R3 R4 R5 R6 G1 G2 G3 G4 G5 G6",
    }
    state = draw(rig(hands, top="Y3", draws="Y10", **options))
    return act(state, "meld=s:R7,R7,G7,G7,B7,B7|s:R9,R9,G9,G9,B9,B9", "discard=Y10")


class TestTheEndOfARound:
    def test_its_account_names_who_went_out_points_and_totals(self):
        account = next(line for line in news(out()) if "is over" in line)
        assert account.startswith(f"**Round 1 is over**: {ALICE} went out.\n-# Points: ")
        assert f"{ALICE} +0 = 0, {BOB} +60 = 60, " in account

    def test_it_stands_between_the_last_discard_and_the_new_round(self):
        lines = news(out())
        at = next(number for number, line in enumerate(lines) if "is over" in line)
        assert lines[at - 1] == f"{ALICE} discarded 🟡 Y10."
        assert lines[at + 1] == f"Round 2 begins: 1 run and 1 set. {ALICE} dealt."

    def test_it_is_told_until_everybody_has_had_a_turn(self):
        state = out()
        for _ in range(4):
            assert any("is over" in line for line in news(state))
            assert any("is over" in line for line in ROOK.news(cut(state, 3), 6))
            idle(state)
        assert not any("is over" in line for line in news(state))

    def test_nobody_goes_out_when_the_turns_are_over(self):
        state = idle(rig(turns=20, last_round=1), 20)
        expected = "**Round 1 is over** after 20 turns; nobody went out."
        assert any(line.startswith(expected) for line in news(state))

    def test_nor_when_there_is_nothing_to_draw(self):
        state = rig(players=3, reshuffles=0, last_round=1)
        while not state.is_terminal():
            act(state, "decline")
            answer(state)
            if not state.is_terminal():
                act(state, f"discard={drawn(state)}")
        assert any(
            line.startswith("**Round 1 is over**: no cards are left to draw, and nobody went out.")
            for line in news(state)
        )

    def test_the_lowest_total_wins(self):
        state = out(last_round=1)
        assert news(state)[-1] == f"{ALICE} wins with the lowest total, 0."
        assert ROOK.result_note(scene(state), 1) == "60 points"
        page = words(table_page(at_table(state), ENGLISH))
        assert "# 🏆 **\u2068Alice\u2069** wins!" in page
        assert "Place 1: **\u2068Alice\u2069**, 0 points" in page

    def test_whoever_left_has_not_won_by_the_computer_that_played_on(self):
        state = out(last_round=1)
        table = at_table(state)
        table.seats[0].left_at = 1_800_000_000.0
        page = words(table_page(table, ENGLISH))
        assert "a computer for **\u2068Alice\u2069** wins with the lowest total, 0." in page


class TestWhatOneHasDone:
    def test_drawing(self):
        state = rig(top="G9", draws="Y7 R7")
        assert [own(state, seat) for seat in range(4)] == [""] * 4
        assert own(act(state.clone(), "take"), 0) == "You took 🟢 G9."
        act(state, "decline")
        assert own(state, 0) == "You declined 🟢 G9."
        assert own(state, 1) == ""
        answer(state, 2)
        assert own(state, 0) == f"You declined 🟢 G9. {CAROL} bought it. You drew 🔴 R7."
        assert own(state, 1) == f"You passed on 🟢 G9. {CAROL} bought it."
        assert own(state, 2) == "You bought 🟢 G9 and drew 🟡 Y7."
        assert own(state, 3) == f"{CAROL} came before you and bought 🟢 G9."

    def test_an_answer_that_is_still_secret(self):
        state = act(rig(), "decline")
        state.apply(3, "buy")
        assert own(state, 3) == "When all is settled, this page tells what came of your answer."

    def test_whoever_bought_too_often_is_told_nothing_of_it(self):
        state = draw(rig(buy_limit=1), 1)
        act(state, state.legal_actions(0)[-1])
        idle(state)
        draw(state)
        assert own(state, 1).startswith("You discarded ")

    def test_playing(self):
        state = act(down(), "lay=Y7@m1", "lay=Y9@m2")
        assert own(state, 0) == "You laid off 🟡 Y7 on m1, 🟡 Y9 on m2."
        act(state, "discard=R2")
        assert own(state, 0) == "You discarded 🔴 R2."

    def test_a_contract_is_not_told_twice_over_the_melds_on_the_page(self):
        state = down()
        assert own(state, 0) == "You laid down the contract."
        page = words(hand_page(at_table(state), 0, ENGLISH, own(state, 0)))
        assert page.count("7 7 7 · **m2** 9 9 9") == 1
        assert page.count("laid down the contract") == 1
        assert "laid down the contract" in words(hand_page(at_table(state), 1, ENGLISH))

    def test_whoever_is_asked_reads_once_who_declined_what(self):
        state = act(rig(top="G9"), "decline")
        for seat in (1, 3):
            page = words(hand_page(at_table(state), seat, ENGLISH))
            assert page.startswith("**You are asked**; time is up")
            assert page.count("declined") == 1
        page = words(hand_page(at_table(state), 0, ENGLISH, own(state, 0)))
        assert page.startswith("You declined 🟢 G9.")
        assert page.count("declined") == 1
        assert words(hand_page(at_table(rig()), 0, ENGLISH)).startswith("**Your turn**")

    def test_the_end_of_a_round(self):
        state = out()
        assert own(state, 0) == "You discarded 🟡 Y10. You went out!"
        assert own(state, 1).endswith(f"**Round 1 is over**: {ALICE} went out.")


class TestScoreSheet:
    def sheet(self, state: engine.State, names: Sequence[str] = NAMES) -> list[str]:
        return ROOK.sheet(scene(state, names)).splitlines()

    def test_a_line_a_round_and_the_totals(self):
        state = out(last_round=2)
        first, second = state.public()["round_scores"][0][2:]
        lines = [seen(line) for line in self.sheet(state)]
        assert lines[2].replace("\u2068", "").replace("\u2069", "").split() == [*NAMES[:4]]
        assert lines[3].split() == ["1", "0", "60", str(first), str(second)]
        assert lines[5].split() == ["=", "0", "60", str(first), str(second)]

    def test_a_phone_shows_it_for_five(self):
        state: Any = rig(players=5)
        state._round_scores = [(1000, 2000, 3000, 400, 50)] * 11
        state._scores = [11000, 22000, 33000, 4400, 550]
        names = ["Alexander the Great", "Bo", "浩浩浩浩", "Zoë", "Ed"]
        for line in self.sheet(state, names):
            if line[:2].strip() and line[0] != "`" and "." not in line and line[0] != "#":
                assert len(line) <= 33

    @pytest.mark.parametrize(
        ("name", "head"),
        [("Bob", "Bob"), ("Alexander", "Alexa"), ("```", "#1"), ("🤖 \u2068Ada\u2069", "Ada"),
         ("👨‍👩‍👧‍👦", "#1"), ("浩浩浩", "浩浩"), ("\u2068\\*x\\*\u2069", "x")],
    )  # fmt: skip
    def test_names_are_short_and_cannot_break_it(self, name, head):
        lines = self.sheet(rig(), [name, "Uli", "Vic", "Wim"])
        assert lines[3].split()[0].strip("\u2068\u2069") == head
        assert "\n".join(lines).count("```") == 2 + ("`" in name)

    def test_names_that_look_alike_are_numbered_and_explained(self):
        lines = self.sheet(rig(), ["Alexander", "Alexandra", "Bob", "Carol"])
        assert lines[3].split()[:2] == ["#1", "#2"]
        assert lines[-1] == "#1: Alexander, #2: Alexandra"


class Crowded:
    """A game of which everybody sees something else than it is."""

    def __init__(self, state: engine.State, view: dict[str, Any]) -> None:
        self._state = state
        self._view = view

    def public(self) -> dict[str, Any]:
        return self._view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


def crowded(state: engine.State) -> Table:
    """Five players with the longest names, all of them away, and 25 melds of eleven cards."""
    cards = [["W", *(f"Y{number}" for number in range(2, 11)), "W"], ["B12"] * 9 + ["W", "W"]]
    places = [[f"Y{number}" for number in range(1, 12)], ["B12"] * 9 + ["12", "12"]]
    melds = [
        {
            "id": f"m{number + 1}",
            "owner": number % 5,
            "kind": ("run", "set")[number % 4 == 0],
            "cards": cards[number % 4 == 0],
            "stands_for": places[number % 4 == 0],
        }
        for number in range(25)
    ]
    view = state.public() | {"melds": melds, "contract_met": [True] * 5, "buys": [9] * 5}
    view |= {"scores": [9999] * 5, "round_scores": [[400] * 5] * 8, "hand_sizes": [100] * 5}
    table = at_table(state, ["|" * 32] * 5)
    table.state = Crowded(state, view)  # type: ignore[assignment]
    for seat in table.seats:
        seat.away = True
    return table


class TestSize:
    """The table's message with as much of everything as there may be."""

    @pytest.mark.parametrize("buyers", [(), (4,)])
    @pytest.mark.parametrize("turns", [0, 3, 9])
    def test_it_fits_uncut(self, buyers, turns):
        state = rig(players=5, round=9, buy_limit=9)
        for _ in range(turns):
            draw(state, *buyers)
            act(state, state.legal_actions(state.public()["turn"])[-1])
        act(state, "decline")
        table = crowded(state)
        page = table_page(table, ENGLISH)
        text = words(page)
        assert len(text.encode("utf-16-le")) // 2 <= MAX_CHARACTERS
        assert page.total_children_count <= 40
        assert "**m25** " in text
        assert "\n…" not in text
        assert list(buttons(page))[:2] == ["Buy", "Pass"]

    def test_the_result_fits_uncut(self):
        state = idle(rig(players=5, round=11, turns=20), 20)
        text = words(table_page(at_table(state, ["|" * 32] * 5), ENGLISH))
        assert len(text.encode("utf-16-le")) // 2 <= MAX_CHARACTERS
        assert "\n…" not in text


class TestWishes:
    @pytest.mark.parametrize(
        ("view", "wish"),
        [
            ("layout=number", Wish("layout", "number")),
            ("layout=colour", Wish("layout", "colour")),
            ("layout=", None),
            ("layout=other", None),
            ("standing=", Wish("standing", "")),
            ("standing=pass", Wish("standing", "pass")),
            ("standing=only:R,7", Wish("standing", "only:R,7")),
            ("standing", None),
            ("", None),
            ("b=ab", None),
        ],
    )
    def test_looks_that_are_to_be_remembered(self, view, wish):
        assert ROOK.wish(view) == wish


class TestSteps:
    def test_most_moves_are_one_step(self):
        state = draw(rig())
        for action in ("decline", "discard=R7", "nonsense"):
            assert steps(state, action) == (action,)

    def test_all_that_fit_is_as_many(self):
        state = down()
        assert set(steps(state, "lay*")) == {"lay=Y7@m1", "lay=Y9@m2"}
        act(state, *steps(state, "lay*"))
        assert steps(state, "lay*") == ("lay*",)


def steps(state: engine.State, action: str) -> tuple[str, ...]:
    seat = state.public()["turn"]
    legal = state.legal_actions(seat)
    return ROOK.steps(scene(state), seat, state.private(seat), legal, action)


def test_refusals_show_cards_by_their_faces():
    template = "{cards}: a run needs at least four cards."
    refusal = ROOK.refusal(ENGLISH, template, {"cards": "R7,G7,W"})
    assert refusal == "🔴 R7, 🟢 G7, Rook: a run needs at least four cards."
    assert ROOK.refusal(ENGLISH, "There is no {meld}.", {"meld": "m3"}) == "There is no m3."


def test_a_hand_is_shown_in_its_owners_layout_and_with_their_standing_answer():
    table = at_table(rig({1: SETS}))
    table.seats[1].standing = "pass"
    page = words(hand_page(table, 1, ENGLISH, layout="number"))
    assert "- **7**: ⚫ B7 · 🟢 G7 · 🔴 R7" in page
    assert "you **pass** whatever is for sale" in page
    assert "- **7**: " not in words(hand_page(table, 1, ENGLISH))


def test_the_rules_name_every_contract():
    rules = ROOK.rules(ENGLISH)
    state = rig()
    for number in range(1, 12):
        title = ROOK.headline(scene(rig(round=number))).splitlines()[0]
        contract = title.partition(": ")[2].removesuffix(" with the whole hand")
        assert f"{number}: {contract.replace(' and', ',')}" in rules
    assert state.game.title not in rules


def test_whoever_waits_sees_whose_turn_it_is_but_not_who_has_answered():
    state = rig()
    assert "Waiting for **\u2068Alice\u2069**;" in words(hand_page(at_table(state), 1, ENGLISH))
    act(state, "decline")
    before = words(hand_page(at_table(state), 0, ENGLISH))
    assert "Waiting for the others;" in before
    state.apply(3, "buy")
    assert words(hand_page(at_table(state), 0, ENGLISH)) == before
    answer(state)
    assert "Waiting for **\u2068Alice\u2069**;" in words(hand_page(at_table(state), 3, ENGLISH))
