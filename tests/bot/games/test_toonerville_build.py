"""Building one's contract of Toonerville Rook, click by click."""

import random

import pytest

from bot.games.presenter import Look, Menu
from bot.games.toonerville_build import _SIGNS, BUILD, LONGEST, SHORT, building_of
from engine.cards import ROOK_DECK
from engine.games._rook_melds import best
from engine.games._toonerville_cards import CONTRACTS, names
from tests.bot.games.toonerville_hands import (
    grown,
    hand,
    labels,
    lines,
    look,
    menus,
    move,
    performed,
    picked,
    seen,
)
from tests.engine.games.toonerville_deals import act, draw, rig

RUN_AND_SET = "R7 G7 B7 R7 Y3 Y4 Y6 W B1 B2 G14 G13"


def begun(cards=RUN_AND_SET, round=2, **options):  # noqa: A002 - what the game calls it
    """A game in which seat 0 has drawn and may lay its contract down."""
    return draw(rig({0: cards}, top="G9", draws="B1", round=round, **options))


def built(state, *cards):
    """The view after picking these, one after the other, and adding each as a meld."""
    view = BUILD
    for some in cards:
        page = hand(state, 0, picked(hand(state, 0, view), some))
        additions = [label for label in labels(page) if label.startswith("Add this")]
        assert len(additions) == 1
        view = look(page, additions[0])
    return view


def picks(state, *cards):
    """The words of the page after picking these, from a menu at a time."""
    view = BUILD
    for some in cards:
        view = picked(hand(state, 0, view), some)
    return lines(state, 0, view)


class TestPicking:
    def test_one_gets_there_from_the_hand(self):
        state = begun()
        assert look(hand(state, 0), "Build it myself") == BUILD
        page = lines(state, 0, BUILD)
        assert page[:2] == [
            "**Your contract: 1 run and 1 set.**",
            "Pick the cards of a meld: a run or a set.",
        ]

    def test_equal_cards_can_be_told_apart(self):
        (menu,) = menus(hand(begun(), 0, BUILD))
        assert [choice.label for choice in menu.choices if "R7" in choice.label] == [
            "🔴 R7 (1 of 2)",
            "🔴 R7 (2 of 2)",
        ]

    def test_a_picked_card_is_in_the_menu_no_more(self):
        state = begun()
        view = picked(hand(state, 0, BUILD), "R7 G14")
        menu, _ = menus(hand(state, 0, view))
        shown = [choice.label for choice in menu.choices]
        assert "🔴 R7" in shown
        assert "🟢 G14" not in shown
        assert len(shown) == 11

    @pytest.mark.parametrize(
        ("cards", "said"),
        [
            ("R7 G7", "For a set it lacks 1 more 7 or a Rook."),
            ("R7 R7", "For a set it lacks 1 more 7 or a Rook."),
            ("Y3 Y4 Y6", "For a run 🟡 Y5 is missing, or a Rook."),
            ("Y3 Y6", "For a run 🟡 Y4, 🟡 Y5 are missing, or as many Rooks."),
            ("Y3 Y6 W", "For a run 🟡 Y4, 🟡 Y5 are missing, and 1 Rook isn't enough."),
            ("Y3 Y4 W", "For a run it lacks 1 more card."),
            ("W", "A meld needs at least one card that is no Rook."),
            ("R7 Y4", "They have neither one number, for a set, nor one colour, for a run."),
            ("B1 B1 B2", "A run can't hold two equal cards."),
            ("Y3 Y4 Y6 W", "That is a run: **3–4–(Rook 5)–6 yellow**."),
            ("R7 G7 W", "That is a set: **7 7 (Rook)**."),
        ],
    )
    def test_it_says_what_the_cards_are_or_lack(self, cards, said):
        assert said in picks(begun(), cards)

    def test_a_single_card_may_still_become_either(self):
        assert picks(begun(), "G7")[2:4] == [
            "For a set it lacks 2 more cards of the number 7, or Rooks.",
            "For a run it lacks 3 more cards.",
        ]

    def test_cards_join_those_that_were_picked_before(self):
        assert "That is a run: **3–4–(Rook 5)–6 yellow**." in picks(begun(), "Y6", "W Y3", "Y4")

    def test_they_can_be_put_back(self):
        state = begun()
        view = picked(hand(state, 0, BUILD), "R7 G14")
        back = look(hand(state, 0, view), "Put these cards back")
        assert lines(state, 0, back) == lines(state, 0, BUILD)

    def test_or_only_some_of_them(self):
        state = begun()
        view = picked(hand(state, 0, BUILD), "R7 R7 G14 Y3")
        menu = menus(hand(state, 0, view))[-1]
        assert menu.placeholder == "Put back …"
        assert [choice.label for choice in menu.choices] == [
            "🟢 G14", "🔴 R7 (1 of 2)", "🔴 R7 (2 of 2)", "🟡 Y3",
        ]  # fmt: skip
        assert menu.view is not None
        gone = menu.view + ",".join(menu.choices[place].value for place in (0, 2))
        assert "You picked 🔴 R7, 🟡 Y3." in lines(state, 0, gone)
        every = menu.view + ",".join(choice.value for choice in menu.choices)
        assert lines(state, 0, every) == lines(state, 0, BUILD)

    def test_a_single_card_needs_no_menu_for_that(self):
        state = begun()
        page = hand(state, 0, picked(hand(state, 0, BUILD), "R7"))
        assert [menu.placeholder for menu in menus(page)] == ["Pick cards …"]

    def test_after_something_is_taken_back_the_menus_are_new_ones(self):
        """An app remembers what was chosen in a menu that it has shown before."""
        state, seen_before = begun(), set()
        view = BUILD
        for turn in range(4):
            page = hand(state, 0, view)
            (fresh,) = menus(page)
            assert fresh.view not in seen_before
            page = hand(state, 0, picked(page, "R7 G14"))
            seen_before |= {fresh.view, *(menu.view for menu in menus(page))}
            view = look(page, "Put these cards back")
            if turn % 2:
                out = menus(page)[-1]
                assert out.view is not None
                view = out.view + ",".join(choice.value for choice in out.choices)

    def test_so_they_are_when_the_same_meld_is_built_again(self):
        state = begun()
        page = hand(state, 0, built(state, "R7 B7 G7"))
        page = hand(state, 0, look(page, "Start again"))
        page = hand(state, 0, look(hand(state, 0, picked(page, "R7 B7 G7")), "Add this set"))
        (again,) = menus(page)
        assert again.view != built(state, "R7 B7 G7")

    def test_picking_from_any_menu_takes_nothing_back(self):
        state = grown(40, round=9)
        later = menus(hand(state, 0, BUILD))[1:]
        assert later
        for menu in later:
            assert menu.view is not None
            now = building_of(seen(state, 0), menu.view + menu.choices[0].value)
            assert now is not None
            assert (len(now.picked), now.times_back) == (1, 0)

    def test_the_table_may_limit_rooks(self):
        state = begun("Y3 Y4 Y5 Y6 R7 G7 B7 W W", max_rooks=1)
        said = picks(state, "R7 W W")
        assert "At this table a meld holds no more Rooks than 1." in said

    def test_what_the_contract_has_no_room_for_is_not_added(self):
        state = begun("R7 G7 B7 B8 Y8 G8 Y3 Y4 Y5 Y6")
        view = picked(hand(state, 0, built(state, "R7 G7 B7")), "B8 Y8 G8")
        said = lines(state, 0, view)
        assert "The contract needs no more of that kind." in said
        assert "For a run all its cards need one colour." in said
        assert not any(label.startswith("Add") for label in labels(hand(state, 0, view)))

    @pytest.mark.parametrize(
        ("first", "then", "said"),
        [
            ("R7 G7 B7", "B8 W W", "For a run it lacks 1 more card."),
            ("R7 G7 B7", "B8 B8 W", "A run can't hold two equal cards."),
            ("Y3 Y4 Y5 Y6", "G9 G10 G11 G12", "For a set all its cards need one number."),
        ],
    )
    def test_it_says_what_they_lack_for_the_kind_that_is_still_needed(self, first, then, said):
        cards = "R7 G7 B7 Y3 Y4 Y5 Y6"
        state = begun(f"{cards} {then}")
        view = picked(hand(state, 0, built(state, first)), then)
        assert said in lines(state, 0, view)


class TestRooks:
    def test_one_that_fills_no_gap_goes_to_the_high_end_and_can_go_to_the_other(self):
        state = begun("Y3 Y4 Y5 W R7 G7 B7")
        view = picked(hand(state, 0, BUILD), "Y3 Y4 Y5 W")
        assert "That is a run: **3–4–5–(Rook 6) yellow**." in lines(state, 0, view)
        other = look(hand(state, 0, view), "Rook at the other end")
        assert "That is a run: **(Rook 2)–3–4–5 yellow**." in lines(state, 0, other)
        again = look(hand(state, 0, other), "Rook at the other end")
        assert "That is a run: **3–4–5–(Rook 6) yellow**." in lines(state, 0, again)
        added = hand(state, 0, look(hand(state, 0, other), "Add this run"))
        assert "- Meld 1: (Rook 2)–3–4–5 yellow" in "\n".join(added.lines)

    @pytest.mark.parametrize(
        ("cards", "run"),
        [
            ("Y12 Y13 Y14 W", "(Rook 11)–12–13–14 yellow"),
            ("Y1 Y2 Y3 W", "1–2–3–(Rook 4) yellow"),
            ("Y3 Y4 Y6 W", "3–4–(Rook 5)–6 yellow"),
        ],
    )
    def test_where_there_is_one_place_there_is_no_choice(self, cards, run):
        state = begun(f"{cards} R7 G7 B7")
        view = picked(hand(state, 0, BUILD), cards)
        assert f"That is a run: **{run}**." in lines(state, 0, view)
        assert not any("Rook" in label for label in labels(hand(state, 0, view)))

    def test_several_can_be_shared_out_between_the_ends(self):
        state = begun("Y6 Y7 W W R7 G7 B7")
        view, runs = picked(hand(state, 0, BUILD), "Y6 Y7 W W"), []
        for _ in range(3):
            runs += [line for line in lines(state, 0, view) if line.startswith("That is a run")]
            view = look(hand(state, 0, view), "Rooks at other places")
        assert runs == [
            "That is a run: **6–7–(Rook 8)–(Rook 9) yellow**.",
            "That is a run: **(Rook 5)–6–7–(Rook 8) yellow**.",
            "That is a run: **(Rook 4)–(Rook 5)–6–7 yellow**.",
        ]

    def test_one_card_and_three_of_them_may_be_a_run_or_a_set(self):
        state = begun("G7 W W W R8 G8 B8 Y1 Y2 Y3 Y4")
        view = picked(hand(state, 0, BUILD), "G7 W W W")
        page = hand(state, 0, view)
        assert labels(page)[:2] == ["Add this run", "Add this set"]
        as_set = lines(state, 0, look(page, "Add this set"))
        assert "- Meld 1: 7 (Rook) (Rook) (Rook)" in as_set
        assert "Still to come: 1 run." in as_set
        as_run = lines(state, 0, look(page, "Add this run"))
        assert "- Meld 1: 7–(Rook 8)–(Rook 9)–(Rook 10) green" in as_run


class TestTheWholeContract:
    def test_it_is_laid_down_as_built(self):
        state = begun()
        page = hand(state, 0, built(state, "R7 B7 G7", "Y6 Y4 W Y3"))
        assert "The contract is complete. It leaves 6 cards, 40 points." in "\n".join(page.lines)
        action = move(page, "Lay this contract down")
        assert action == "meld=s:B7,G7,R7|r:Y3,Y4,W,Y6"
        assert act(state, action).public()["contract_met"][0]

    def test_there_are_ways_back(self):
        state = begun()
        view = built(state, "R7 B7 G7", "Y6 Y4 W Y3")
        page = hand(state, 0, view)
        assert labels(page)[1:] == ["Take back the last meld", "Start again", "Back"]
        for label, before in (
            ("Take back the last meld", built(state, "R7 B7 G7")),
            ("Start again", BUILD),
        ):
            assert lines(state, 0, look(page, label)) == lines(state, 0, before)
        assert look(page, "Back") == ""

    def test_in_the_last_round_it_has_to_use_the_whole_hand(self):
        cards = "R1 R2 R3 R4 G5 G6 G7 G8 B9 R9 Y9 B12 R12 Y12"
        state = draw(rig({0: cards}, top="B3", draws="Y9", round=11))
        melds = ["R1 R2 R3 R4", "G5 G6 G7 G8", "B12 R12 Y12"]
        page = hand(state, 0, built(state, *melds, "B9 R9 Y9"))
        assert "In the last round the contract must use your whole hand." in "\n".join(page.lines)
        assert not page.moves
        page = hand(state, 0, built(state, *melds, "B9 R9 Y9 Y9"))
        assert "It leaves no card: you go out." in "\n".join(page.lines)
        assert state.is_legal(0, move(page, "Lay this contract down"))

    def test_one_that_is_too_long_for_a_button_is_written_short(self):
        runs = ["B10 B11 B12 B13", "G10 G11 G12 G13", "R10 R11 R12 R13", "Y10 Y11 Y12 Y13"]
        state = begun(" ".join(runs), round=10)
        action = move(hand(state, 0, built(state, *runs)), "Lay this contract down")
        assert action.startswith(SHORT)
        assert len(action) <= LONGEST
        (meant,) = performed(state, 0, action)
        assert meant == f"meld={'|'.join(f'r:{run}' for run in runs).replace(' ', ',')}"
        assert state.is_legal(0, meant)

    @pytest.mark.parametrize(
        "action", ["meld*", "meld*x", "meld*abc", "meld*%/", "meld*:", "lay=R7@m1"]
    )
    def test_one_that_means_nothing_stands_for_itself(self, action):
        assert performed(begun(), 0, action) == [action]


def test_whatever_can_be_laid_down_can_be_built():
    rng = random.Random(4)
    for whim in range(60):
        number = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        contract = CONTRACTS[number]
        cards = "W W W W" if number < 8 else "W W W W W"
        state = draw(rig({0: cards}, players=5, round=number, whim=whim))
        melds = best(seen(state, 0).cards, contract.runs, contract.sets)
        if melds is None:
            continue
        view = BUILD
        for meld in rng.sample(melds, len(melds)):
            page = hand(state, 0, picked(hand(state, 0, view), " ".join(names(meld.cards))))
            order = labels(page)
            assert ("Add this run" if meld.is_run else "Add this set") in order
            view = look(page, "Add this run" if meld.is_run else "Add this set")
        (action,) = performed(state, 0, move(hand(state, 0, view), "Lay this contract down"))
        assert state.is_legal(0, action)


class TestForgedViews:
    @pytest.mark.parametrize(
        "view",
        [
            "b=zzzz", "b=.", "b=/", "b=a.", "b=ab/", "b=....", "b=gI/gI/", "b=🐦", "b=%", "b=a:b",
            "b=guI/guI/", "b=!!!!!", "b=!!!!.", "b=" + "a" * 90, "b=guI/ST!V.a", "b=guI/ST!V.guI/",
            "b=g~%",
            "b=\u0663", "b =", "B=",
        ],
    )  # fmt: skip
    def test_what_cannot_have_been_built_shows_the_hand(self, view):
        state = begun()
        assert hand(state, 0, view) == hand(state, 0)

    @pytest.mark.parametrize(
        "view",
        [
            "b=,,,",
            "b=123",
            "b==",
            "b==guI",
            "b=,g1,2",
            "b=~",
            "b=g~",
            "b=g~h",
            "b=gu~gg",
            "b=~g",
            "b=g~g,g",
        ],
    )
    def test_what_means_nothing_more_does_no_harm(self, view):
        assert "**Your contract: 1 run and 1 set.**" in lines(begun(), 0, view)

    def test_more_melds_of_a_kind_than_the_contract_asks_for_are_none(self):
        state = begun("R7 G7 B7 R8 G8 B8 Y3 Y4 Y5 Y6 B1 B2")
        first, second = built(state, "R7 G7 B7"), built(state, "R8 G8 B8")
        both = first + second.removeprefix(BUILD)
        assert hand(state, 0, both) == hand(state, 0)

    def test_nobody_builds_who_cannot_lay_down(self):
        state = begun()
        act(state, "discard=B1")
        assert hand(state, 0, BUILD) == hand(state, 0)
        poor = draw(rig({0: "B1 B3 B5 B7 B9 B11 B13 G2 G4 G6 G8 G10"}, draws="G12", round=3))
        assert hand(poor, 0, BUILD) == hand(poor, 0)

    def test_an_order_that_is_no_run_is_put_right(self):
        view = picked(hand(begun(), 0, BUILD), "Y3 Y4 Y6 W")
        assert "That is a run: **3–4–(Rook 5)–6 yellow**." in lines(
            begun(), 0, view.replace(BUILD, "b==")
        )


@pytest.mark.parametrize("size", [30, 50, 90])
def test_views_never_outgrow_a_custom_id(size):
    """One clicks at random; what a menu lets one pick never makes a view too long."""
    rng = random.Random(size)
    state = grown(size, round=9)
    assert any(action.startswith("meld=") for action in state.legal_actions(0))
    for _ in range(8):
        view = BUILD
        for _ in range(20):
            built_so_far = building_of(seen(state, 0), view)
            assert built_so_far is not None
            assert len(built_so_far.view) <= LONGEST
            views = []
            for control in hand(state, 0, view).controls:
                if isinstance(control, Look) and control.view.startswith(BUILD):
                    assert len(control.view) <= LONGEST
                    views.append(control.view)
                elif isinstance(control, Menu) and control.view is not None:
                    assert len(control.view) <= LONGEST
                    most = control.most if rng.random() < 0.3 else min(4, control.most)
                    some = rng.sample(control.choices, most)
                    views.append(control.view + ",".join(choice.value for choice in some))
            view = rng.choice([view for view in views if view.startswith(BUILD)] or [BUILD])


def test_every_card_has_a_sign_of_its_own():
    assert len({*_SIGNS}) == len(_SIGNS) == len(ROOK_DECK)
    assert not {*_SIGNS} & {*"0123456789,./=:~"}
