"""One's own hand at Schmier, in every phase."""

from itertools import combinations

import pytest

from bot.games.presenter import Look
from bot.tables.hand import hand_page
from bot.tables.scene import private_of
from bot.text import ENGLISH
from engine.watch import Watch
from tests.bot.builders import NAMES, buttons, playing, scene, seen, words
from tests.bot.games.schmier import (
    SCHMIER,
    TRICKS,
    bidding,
    cards_shown,
    choices,
    complete,
    exchanged,
    hand,
    hand_news,
    in_play,
    labels,
    lines,
    menu,
    news,
    own,
    played,
    tricks,
    trump_named,
)
from tests.engine.games.schmier_deals import bid_and_name, drive, rig, table, throw


class TestBidding:
    def test_partner_auction_cards_and_what_each_suit_would_be_as_trump(self):
        state = bidding("pass bid3 pass")
        assert lines(state, 3) == [
            "You are **🔴 Red** with **Alice**.",
            (
                "**Alice** passes, **Bob** bids 3, **Carol** passes. "
                "Then **Dave**, **Erin**, **Frank** (dealer)."
            ),
            "Your cards, and what each suit would be as trump:",
            "- **♣ clubs**: 3♣ → 1 trump",
            "- **♦ diamonds**: none → 1 trump with left",
            "- **♥ hearts**: A♥ J♥ 10♥ 7♥ → 4 trumps with high and right",
            "- **♠ spades**: A♠ → 1 trump with high",
            (
                "-# A bid says how many of the six points your team will win at least: high, low, "
                "right, left, joker, game. Win fewer, and your team loses the bid instead."
            ),
        ]

    def test_bids_that_are_too_low_are_not_there(self):
        assert labels(hand(bidding(), 0)) == ["Pass", "Bid 3", "Bid 4", "Bid 5", "Bid 6"]
        assert labels(hand(bidding("pass bid3 pass"), 3)) == ["Pass", "Bid 4", "Bid 5", "Bid 6"]
        assert labels(hand(bidding("bid5"), 1)) == ["Pass", "Bid 6"]

    def test_the_joker_is_a_trump_in_every_suit_and_an_empty_suit_none(self):
        assert cards_shown(bidding(), 5) == [
            "- **♣ clubs**: none → 2 trumps with left and joker",
            "- **♦ diamonds**: A♦ 7♦ → 3 trumps with high and joker",
            "- **♥ hearts**: 6♥ → 2 trumps with joker",
            "- **♠ spades**: J♠ 9♠ → 3 trumps with right and joker",
            "- **★ Joker**: a trump in every suit",
        ]
        poor = rig({0: "KC QC 9C 8C 7C 6C"})
        assert cards_shown(poor, 0)[1:] == [
            "- **♦ diamonds**: none",
            "- **♥ hearts**: none",
            "- **♠ spades**: none",
        ]

    def test_a_dealer_who_has_to_bid_is_told_so(self):
        state = bidding("pass pass pass pass pass", dealer_forced=True)
        assert labels(hand(state, 5)) == ["Bid 3"]
        assert "Nobody has bid, so the dealer has to: it is 3 for you." in lines(state, 5)

    def test_between_turns_nothing_is_said_that_would_soon_be_wrong(self):
        state = bidding("pass bid3")
        before = lines(state, 5)
        assert before[0] == "You are **🟩 Green** with **Carol**. You deal and bid last."
        assert lines(drive(state, "pass bid4"), 5) == before
        assert labels(hand(state, 5)) == []

    def test_two_partners(self):
        assert lines(bidding(teams="2x3"), 2)[0] == (
            "You are **🔴 Red** with **Alice** and **Erin**."
        )


class TestNaming:
    def test_four_buttons_say_the_suit_and_how_many_trumps_it_makes(self):
        state = bidding("pass bid3 pass bid4 pass pass")
        assert labels(hand(state, 3)) == [
            "♣ clubs: 1 trump",
            "♦ diamonds: 1 trump",
            "♥ hearts: 4 trumps",
            "♠ spades: 1 trump",
        ]
        shown = lines(state, 3)
        assert shown[1] == "Your bid of **4** is the highest. Name the trump suit."
        assert "- **♥ hearts**: A♥ J♥ 10♥ 7♥ → 4 trumps with high and right" in shown

    def test_the_others_see_who_names_it(self):
        state = bidding("pass bid3 pass bid4 pass pass")
        assert lines(state, 0)[1] == ("**Dave** (🔴 Red) has bid **4** and names the trump suit.")
        assert labels(hand(state, 0)) == []


class TestOrder:
    def test_before_trump_is_named_cards_go_by_suit_the_highest_first(self):
        state = rig({0: "2S AC JK KH 9C TH"})
        assert cards_shown(state, 0) == [
            "- **♣ clubs**: A♣ 9♣ → 3 trumps with high and joker",
            "- **♦ diamonds**: none → 1 trump with joker",
            "- **♥ hearts**: K♥ 10♥ → 3 trumps with joker",
            "- **♠ spades**: 2♠ → 2 trumps with low and joker",
            "- **★ Joker**: a trump in every suit",
        ]

    def test_then_trumps_come_first_from_the_ace_down_to_the_joker(self):
        state = bid_and_name(rig({0: "2D JK TD JH JD AD", 1: "AH KC 3C 9S QD KH"}), 2, 3, "D")
        assert cards_shown(state, 0) == [
            (
                "- **♦ diamonds**, trump: "
                "A♦ (high) · J♦ (right bower) · J♥ (left bower) · 10♦ · 2♦ (low) · ★ Joker"
            )
        ]
        assert cards_shown(state, 1) == [
            "- **♦ diamonds**, trump: Q♦",
            "- **♣ clubs**: K♣ 3♣",
            "- **♥ hearts**: A♥ K♥",
            "- **♠ spades**: 9♠",
        ]

    def test_the_buttons_have_the_same_order_and_say_which_are_trumps(self):
        state = drive(table({0: "2D JK TD JH JD AD"}, "D"), "")
        assert labels(hand(state, 0)) == [
            "A♦ · high",
            "J♦ · right bower",
            "J♥ · left bower",
            "10♦ · trump",
            "2♦ · low",
            "★ Joker · trump",
        ]


class TestDiscarding:
    def test_only_cards_that_may_go_are_in_the_menu(self):
        state = trump_named()
        page = hand(state, 0)
        assert choices(page) == ["7♣", "5♣", "9♦", "10♠"]
        assert (menu(page).fewest, menu(page).most) == (1, 3)
        assert [choice.note for choice in menu(page).choices][3] == "ten of spades"
        assert labels(page) == ["Keep all"]
        assert lines(state, 0)[:2] == [
            (
                "You are **🔴 Red** with **Dave**. Trump is **♥ hearts**. "
                "**Dave** (🔴 Red) has bid **4**."
            ),
            (
                "Throw away up to three cards that aren't trumps, and get as many new ones. "
                "Nobody sees which, and it can't be changed."
            ),
        ]

    def test_every_discard_can_be_made_whatever_the_order_of_the_choice(self):
        state = trump_named()
        page = hand(state, 0)
        values = [choice.value for choice in menu(page).choices]
        made = {
            complete(page, chosen[::-1])
            for number in (1, 2, 3)
            for chosen in combinations(values, number)
        }
        assert {*made, page.moves[0].action} == {*state.legal_actions(0)}

    def test_a_hand_of_trumps_alone_keeps_all(self):
        state = bid_and_name(rig({0: "2D JK TD JH JD AD"}), 2, 3, "D")
        page = hand(state, 0)
        assert labels(page) == ["Keep all"]
        assert len(page.controls) == 1

    def test_two_plain_cards_are_the_most_that_can_go(self):
        state = bid_and_name(rig({0: "2D JK TD JH KC 3S"}), 2, 3, "D")
        assert menu(hand(state, 0)).most == 2

    def test_what_was_thrown_is_shown_to_its_owner_until_all_have_chosen(self):
        state = trump_named()
        state.apply(0, "discard=5C,7C,9D")
        assert lines(state, 0)[1:] == [
            "You throw away **7♣ 5♣ 9♦** and get new cards when all have chosen.",
            "Your cards:",
            "- **♥ hearts**, trump: Q♥ · 2♥ (low)",
            "- **♠ spades**: 10♠",
        ]
        assert hand(state, 0).controls == ()
        assert own(state, 0) == "You threw away 5♣ 7♣ 9♦."

    def test_who_keeps_all_is_told_so(self):
        state = trump_named()
        state.apply(4, "discard=")
        assert lines(state, 4)[1] == "You keep all your cards. The others are still choosing."
        assert own(state, 4) == "You kept all your cards."

    def test_the_dealer_waits_for_the_stock(self):
        assert lines(trump_named(), 5)[1] == (
            "When the others have chosen, you get the rest of the stock."
        )

    def test_whoever_chose_last_is_told_the_same(self):
        assert own(exchanged(), 4) == "You threw away 4♦ 8♠ and got K♦ 7♠."


def rich_dealer():
    """The dealer holds all eight of A K Q J 10 2 of hearts, J♦ and the joker, and 15 others."""
    hands = {0: "9H 8H 7H 6H 5H 4H", 4: "5S 6S 7S 3H", 5: "AH KH QH JH 2D 3D"}
    return throw(bid_and_name(rig(hands, "4D JD TH 2H JK 5D"), 1, 3, "H"))


class TestDealersDiscard:
    def test_how_many_go_and_which_stay_by_rule(self):
        assert lines(exchanged(), 5)[1:] == [
            "You hold **12** cards with the stock. Six stay, **6** go.",
            "Your trumps stay by rule: 6♥ 4♥ ★ Joker.",
            "Your cards:",
            "- **♥ hearts**, trump: 6♥ · 4♥ · ★ Joker",
            "- **♣ clubs**: Q♣",
            "- **♦ diamonds**: A♦ 7♦ 5♦ 3♦",
            "- **♠ spades**: J♠ 9♠ 6♠ 2♠",
        ]
        page = hand(exchanged(), 5)
        assert (menu(page).fewest, menu(page).most) == (6, 6)
        assert menu(page).placeholder == "6 cards to throw away"
        assert choices(page) == ["Q♣", "A♦", "7♦", "5♦", "3♦", "J♠", "9♠", "6♠", "2♠"]

    def test_the_choice_makes_a_discard_that_the_rules_take(self):
        state = exchanged()
        action = complete(hand(state, 5), ["2S", "QC", "9S", "7D", "3D", "5D"])
        assert action == "discard=QC,3D,5D,7D,2S,9S"
        state.apply(5, action)
        assert own(state, 5) == "You threw away Q♣ 3♦ 5♦ 7♦ 2♠ 9♠ and got 4♥ 6♠."

    def test_twenty_three_cards_without_a_trump_fit_into_one_menu(self):
        state = rig({5: "2C 3C 4C 5C 6C 7C"}, "8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD QD")
        throw(bid_and_name(state, 1, 3, "H"))
        page = hand(state, 5)
        assert len(choices(page)) == 23
        assert (menu(page).fewest, menu(page).most) == (17, 17)
        assert not any("stay by rule" in line for line in lines(state, 5))
        values = [choice.value for choice in menu(page).choices]
        assert state.is_legal(5, complete(page, values[6:]))
        assert_fits_into_a_page(state, 5)

    def test_with_more_than_six_trumps_only_those_that_may_go_are_offered(self):
        state = rich_dealer()
        page = hand(state, 5)
        assert choices(page) == ["K♥", "Q♥", "10♥"]
        assert menu(page).placeholder == "2 trumps to throw away too"
        made = {complete(page, two) for two in (("TH", "KH"), ("QH", "KH"), ("QH", "TH"))}
        assert made == {*state.legal_actions(5)}
        told = lines(state, 5)
        assert told[1] == "You hold **23** cards with the stock. Six stay, **17** go."
        assert told[2].startswith("You hold more than six trumps. All your other cards go: A♣ ")
        assert told[2].endswith(
            "The high, the low, both bowers and the joker stay; any other trump may go."
        )
        assert_fits_into_a_page(state, 5)

    def test_trumps_alone(self):
        hands = {
            0: "2C 3C 4C 5C 6C 7C", 1: "8C 9C TC QC KC 2D", 2: "3D 4D 5D 6D 7D 8D",
            4: "2S 3S 4S 5S 6S 7S", 5: "AH KH QH JH 9H 8H", 3: "8S 9S TS QS KS AS",
        }  # fmt: skip
        state = bid_and_name(rig(hands, "9D TD QD KD AD AC JC JS 2H 3H 4H 5H"), 0, 3, "H")
        thrown = {0: "2C 3C 4C", 1: "8C 9C TC", 2: "3D 4D 5D", 3: "8S 9S TS"}
        throw(state, thrown)
        assert choices(hand(state, 5)) == ["K♥", "Q♥", "10♥", "9♥", "8♥", "7♥", "6♥"]
        assert lines(state, 5)[2] == (
            "You hold more than six trumps. "
            "The high, the low, both bowers and the joker stay; any other trump may go."
        )

    def test_where_only_one_discard_is_possible_it_is_a_button(self):
        hands = {0: "TH 7H 6H 5H 4H 3H", 1: "2H JD JK", 5: "AH KH QH JH 9H 8H"}
        state = throw(bid_and_name(rig(hands), 0, 3, "H"))
        page = hand(state, 5)
        assert labels(page) == ["Throw those 17 cards away"]
        assert [move.action for move in page.moves] == state.legal_actions(5)
        assert len(page.controls) == 1

    def test_the_others_see_their_new_cards_and_no_controls(self):
        state = exchanged()
        assert cards_shown(state, 0) == [
            "- **♥ hearts**, trump: Q♥ · 2♥ (low)",
            "- **♣ clubs**: 4♣",
            "- **♦ diamonds**: 2♦",
            "- **♠ spades**: Q♠ 10♠",
        ]
        assert hand(state, 0).controls == ()


def assert_fits_into_a_page(state, seat):
    at_table = playing([f"{name} of the Long Hallway" for name in NAMES[:6]], game="schmier")
    at_table.state, at_table.watch = state, Watch().after(state, 1_800_000_000.0)
    page = hand_page(at_table, seat, ENGLISH)
    assert "\n…" not in words(page)
    assert page.total_children_count <= 40
    assert all(len(item.custom_id or "") <= 100 for item in buttons(page).values())


class TestWhatIsNew:
    """Until the first trick is over a hand says what its owner threw away and got."""

    pick_up = "New cards have been dealt, and **Frank**, the dealer, took the last {} of the stock."

    def test_for_who_has_new_cards(self):
        told = ["You threw away 5♣ 7♣ 9♦ and got 4♣ 2♦ Q♠.", self.pick_up.format(6)]
        assert hand_news(exchanged(), 0) == told
        assert hand_news(played(), 0) == told
        assert hand_news(played("AH 5H 4H 2H 3H"), 0) == told
        assert "threw" not in "\n".join(hand_news(tricks(1), 0))

    def test_for_who_kept_all(self):
        state = throw(trump_named(), {0: "5C"})
        assert hand_news(state, 4) == ["You kept all your cards."]
        assert hand_news(state, 0) == ["You threw away 5♣ and got 4♣.", self.pick_up.format(16)]

    def test_for_the_dealer(self):
        assert hand_news(exchanged(), 5) == [self.pick_up.format(6)]
        assert hand_news(played(), 5)[0] == ("You threw away 3♦ 5♦ 7♦ 2♠ 6♠ 9♠ and got Q♣ 4♥.")

    def test_nobody_sees_what_another_threw_away(self):
        assert not any("threw" in line for line in news(played()))

    def test_a_page_says_it_once(self):
        at_table = playing(NAMES[:6], game="schmier")
        at_table.state = state = exchanged()
        at_table.watch = Watch().after(state, 1_800_000_000.0)
        said = SCHMIER.own_sentence(scene(state), 4, private_of(state, 4))
        for first in ("", said):
            shown = seen(words(hand_page(at_table, 4, ENGLISH, first)))
            assert shown.count("You threw away 4♦ 8♠ and got K♦ 7♠.") == 1


class TestPlaying:
    def test_all_cards_are_buttons_and_only_those_that_follow_can_be_pressed(self):
        assert labels(hand(played("AH 5H 4H"), 0)) == [
            "Q♥ · trump",
            "2♥ · low",
            "(4♣)",
            "(2♦)",
            "(Q♠)",
            "(10♠)",
            "Why not the others?",
        ]

    def test_where_everything_may_be_played_there_is_no_question(self):
        page = hand(played(), 3)
        assert len(page.controls) == 6
        assert not any(isinstance(control, Look) for control in page.controls)

    def test_partner_bid_trump_and_the_trick_stand_above_the_cards(self):
        assert lines(played("AH 5H 4H"), 0)[:2] == [
            (
                "You are **🔴 Red** with **Dave**. Trump is **♥ hearts**. "
                "**Dave** (🔴 Red) has bid **4**."
            ),
            (
                "Trick 1 of 6: **Dave** led A♥ (🔴 wins so far) · **Erin** 5♥ · **Frank** 4♥. "
                "Then **Alice**, **Bob**, **Carol**."
            ),
        ]

    def test_between_turns_the_page_says_nothing_of_the_trick(self):
        state = played("AH 5H")
        before = lines(state, 1)
        assert not any(line.startswith("Trick") for line in before)
        assert lines(drive(state, "4H"), 1) == before
        assert hand(state, 1).controls == ()

    def test_an_empty_hand_has_no_list(self):
        state = drive(tricks(5), TRICKS[5].split()[0])
        assert not any("Your cards" in line for line in lines(state, 3))

    @pytest.mark.parametrize(
        ("hands", "led", "why"),
        [
            (
                {0: "9D 3D", 1: "KD 5C 6C 7C"},
                "9D",
                "♦ diamonds were led, so you have to play that suit, as you hold it.",
            ),
            (
                {0: "9D 3D", 1: "KD JD 5C 6C"},
                "9D",
                (
                    "♦ diamonds were led, so you have to play that suit, as you hold it. "
                    "J♦ is the left bower, a trump."
                ),
            ),
            (
                {0: "JK 3D", 1: "JD 5C 6C 7C"},
                "JK",
                (
                    "A trump was led, so you have to play a trump, as you hold one. "
                    "The left bower and the joker are trumps too."
                ),
            ),
        ],
    )
    def test_why_not_the_others(self, hands, led, why):
        state = drive(table(hands, "H"), led)
        before = hand(state, 1)
        (look,) = (control for control in before.controls if isinstance(control, Look))
        assert why not in lines(state, 1)
        assert why in lines(state, 1, look.view)
        after = hand(state, 1, look.view)
        assert after.moves == before.moves
        assert len(after.controls) == len(before.controls) - 1

    def test_why_a_first_lead_has_to_be_a_trump(self):
        state = played(first_lead_trump=True)
        assert labels(hand(state, 3))[-2:] == ["(A♠)", "Why not the others?"]
        assert "At this table the bidder's first lead has to be a trump." in lines(state, 3, "why")


class TestWhatOneDid:
    @pytest.mark.parametrize(
        ("state", "seat", "told"),
        [
            (bidding(), 0, ""),
            (bidding("pass"), 0, "You passed."),
            (bidding("bid4"), 0, "You bid 4."),
            (trump_named(), 3, "You made ♥ hearts trump."),
            (exchanged(), 0, "You threw away 5♣ 7♣ 9♦ and got 4♣ 2♦ Q♠."),
            (played("AH"), 3, "You played A♥."),
            (tricks(1), 3, "You played A♥. You took the trick."),
            (tricks(1), 2, "You played 8♥. **Dave** took the trick."),
            (tricks(6), 2, "You played 10♦. **Dave** took the trick."),
        ],
    )
    def test_it_is_told_to_oneself(self, state, seat, told):
        assert own(state, seat) == told

    def test_without_thrown_cards_after_the_exchange(self):
        state = throw(trump_named(), {0: "5C"})
        assert own(state, 4) == "You kept all your cards."


class TestLate:
    """What is said to who clicks when the clock has decided for them."""

    def late(self, state, seat):
        return SCHMIER.late_sentence(scene(state), seat, state.private(seat))

    def test_a_missed_discard_kept_all_cards(self):
        waits = trump_named()
        waits.apply(4, "discard=")
        dealt_out = throw(trump_named(), {0: "5C"})
        for state in (waits, dealt_out, in_play(throw(trump_named()))):
            assert self.late(state, 4) == "Time was up, so you kept all your cards."

    @pytest.mark.parametrize(
        ("state", "seat"),
        [(bidding("pass"), 0), (trump_named(), 3), (played(), 5), (played("AH"), 3)],
    )
    def test_everything_else_was_a_computers_choice(self, state, seat):
        assert self.late(state, seat) == "Time was up, and a computer played for you."


def test_who_has_bid_is_told_of_themselves_as_you():
    for state in (trump_named(), exchanged(), played("AH 5H 4H 2H 3H 8H")):
        assert lines(state, 3)[0].endswith("Trump is **♥ hearts**. You have bid **4**.")
        assert lines(state, 0)[0].endswith("**Dave** (🔴 Red) has bid **4**.")


def test_labels_of_every_button_are_told_apart_for_those_who_only_hear_them():
    state = played("AH 5H 4H")
    told = [seen(move.label) for move in hand(state, 0).moves]
    assert len({*told}) == 6
