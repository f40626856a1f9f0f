"""Schmier in words: what everybody sees of the auction, the exchange and the tricks."""

import random
from dataclasses import replace

import pytest

import engine
from bot.games.cards import face, is_card, spoken, suit_name
from bot.tables.hand import hand_page
from bot.tables.scene import private_of
from bot.text import ENGLISH
from engine.table import Status
from engine.watch import Watch
from tests.bot.builders import NAMES, playing, scene, seen, table_page, told, words
from tests.bot.games.schmier import (
    SCHMIER,
    THROWN,
    TRICKS,
    bidding,
    exchanged,
    hand_news,
    headline,
    in_play,
    news,
    played,
    tricks,
    trump_named,
)
from tests.engine.games.schmier_deals import (
    around_a_trick,
    drive,
    first_trick,
    random_action,
    table,
    throw,
)
from tests.engine.games.schmier_model import discard
from tests.support.cardnames import cards_named

PASSES = "pass pass pass pass pass pass"


def team_notes(state):
    return [seen(SCHMIER.team_note(scene(state), team)) for team in range(len(state.game.teams()))]


def seat_notes(state):
    return [SCHMIER.seat_note(scene(state), seat) for seat in range(6)]


class TestJoker:
    def test_its_face_is_a_name_and_a_sign_that_is_no_emoji(self):
        assert face("JK") == "★ Joker"
        assert spoken("JK", ENGLISH) == "the joker"

    def test_it_is_no_french_card(self):
        assert not is_card("JK")

    def test_suits_have_a_sign_and_a_word(self):
        assert [seen(suit_name(suit, ENGLISH)) for suit in "CDHS"] == [
            "♣ clubs",
            "♦ diamonds",
            "♥ hearts",
            "♠ spades",
        ]


class TestAuction:
    def test_before_the_first_bid_the_order_is_told(self):
        assert headline(bidding()) == [
            "# Hand 1: bidding",
            "In turn: **Alice**, **Bob**, **Carol**, **Dave**, **Erin**, **Frank** (dealer).",
        ]

    def test_bids_are_told_as_they_come(self):
        assert headline(bidding("pass bid3 pass"))[1:] == [
            (
                "**Alice** passes, **Bob** bids 3, **Carol** passes. "
                "Then **Dave**, **Erin**, **Frank** (dealer)."
            )
        ]

    def test_every_seat_shows_what_it_has_bid(self):
        assert seat_notes(bidding("pass bid3 pass")) == [
            "passed",
            "bid 3",
            "passed",
            "hasn't bid",
            "hasn't bid",
            "dealer · hasn't bid",
        ]

    def test_the_highest_bidder_names_trump_for_a_team(self):
        state = bidding("pass bid3 pass bid4 pass pass")
        assert headline(state) == [
            "# Hand 1: naming trump",
            "**Dave** (🔴 Red) has bid **4** and names the trump suit.",
        ]
        assert team_notes(state) == [
            "**🔴 Red: 0** of 21 · bid 4",
            "**🔷 Blue: 0** of 21",
            "**🟩 Green: 0** of 21",
        ]

    def test_after_a_bid_of_six_the_others_have_none(self):
        assert seat_notes(bidding("bid6"))[1:] == ["hasn't bid"] * 4 + ["dealer · hasn't bid"]

    def test_cards_that_all_passed_are_dealt_again(self):
        state = bidding(PASSES)
        assert news(state) == [
            "Everybody passed, so **Frank** deals again.",
            "Hand 1: **Frank** deals.",
        ]
        assert news(drive(state, PASSES)) == news(bidding(PASSES))
        assert news(bidding()) == ["Hand 1: **Frank** deals."]


class TestExchange:
    def test_trump_is_said_by_sign_and_word_with_the_bid(self):
        assert headline(trump_named()) == [
            "# Trump: ♥ hearts",
            "Hand 1: **Dave** (🔴 Red) has bid **4**.",
            "Everybody but the dealer, **Frank**, may throw up to three cards away for new ones.",
        ]

    def test_who_has_chosen_is_marked_and_what_and_when_is_not(self):
        one, other, kept = trump_named(), trump_named(), trump_named()
        for state, cards, seats in (
            (one, THROWN, (1, 4)),
            (other, THROWN, (4, 1)),
            (kept, {}, (1, 4)),
        ):
            for seat in seats:
                state.apply(seat, discard(cards.get(seat, "").split()))
        assert seat_notes(one) == [
            "passed · is choosing",
            "bid 3 · ✓ has chosen",
            "passed · is choosing",
            "bid 4 · is choosing",
            "passed · ✓ has chosen",
            "dealer · passed",
        ]
        for state in (other, kept):
            assert (headline(state), team_notes(state), seat_notes(state), news(state)) == (
                headline(one),
                team_notes(one),
                seat_notes(one),
                news(one),
            )

    def test_then_the_number_of_new_cards_is_known(self):
        state = exchanged()
        assert headline(state)[2] == (
            "**Frank** has taken the rest of the stock and throws down to six cards."
        )
        assert news(state) == [
            "New cards have been dealt, and **Frank**, the dealer, took the last 6 of the stock."
        ]
        assert seat_notes(state) == [
            "passed · 3 new cards",
            "bid 3 · 2 new cards",
            "passed · 3 new cards",
            "bid 4 · 1 new card",
            "passed · 2 new cards",
            "dealer · passed",
        ]
        assert seat_notes(played())[5] == "dealer · passed · 6 new cards"


class TestTrick:
    def test_the_leader_is_told(self):
        assert headline(played())[2] == "Trick 1 of 6: **Dave** leads."

    def test_it_shows_who_led_who_wins_so_far_and_who_is_to_come(self):
        assert headline(played("AH 5H 4H"))[2] == (
            "Trick 1 of 6: **Dave** led A♥ (🔴 wins so far) · **Erin** 5♥ · **Frank** 4♥. "
            "Then **Alice**, **Bob**, **Carol**."
        )

    @pytest.mark.parametrize(
        ("trick", "wins"),
        [
            ("9C AC 2H 3H 4D 5D", "**Carol** 2♥ (🟩 wins so far)"),
            ("9C AC JK 5S 4D 5D", "**Carol** ★ Joker (🟩 wins so far)"),
            ("9C AC AD 5S 4D 5D", "**Bob** A♣ (🔷 wins so far)"),
            ("JK 3H JD 4H 5H 6H", "**Carol** J♦ (left bower, 🟩 wins so far)"),
            ("TH JH JD 4H 5H 6H", "**Bob** J♥ (right bower, 🔷 wins so far)"),
            ("2H JK 5S 4S 6S 7S", "**Alice** led 2♥ (🔴 wins so far)"),
            ("9C 8C AD 5S 4D 5D", "**Alice** led 9♣ (🔴 wins so far)"),
        ],
    )
    def test_what_wins_so_far_by_the_ranks_of_trump(self, trick, wins):
        state = table(around_a_trick(trick, "H"), "H")
        drive(state, " ".join(trick.split()[:3]))
        line = headline(state)[2]
        assert f" {wins}" in line
        assert line.count("wins so far") == 1

    @pytest.mark.parametrize(
        ("trick", "led"),
        [
            ("JD 3H 4H 5H 6H 7H", "J♦ (left bower, asks for trumps, 🔴 wins so far) · **Bob** 3♥."),
            ("JK 3H 4H 5H 6H 7H", "★ Joker (asks for trumps) · **Bob** 3♥ (🔷 wins so far)."),
            ("JH 3H 4H 5H 6H 7H", "J♥ (right bower, 🔴 wins so far) · **Bob** 3♥."),
            ("JC JS 4C 5C 6C 7C", "J♣ (🔴 wins so far) · **Bob** J♠."),
            (
                "JD AH 4H 5H 6H 7H",
                "J♦ (left bower, asks for trumps) · **Bob** A♥ (🔷 wins so far).",
            ),
        ],
    )
    def test_bowers_are_named_and_trumps_in_disguise_say_what_they_ask_for(self, trick, led):
        state = drive(table(around_a_trick(trick, "H"), "H"), " ".join(trick.split()[:2]))
        assert f": **Alice** led {led} Then " in headline(state)[2]

    def test_every_team_shows_what_it_has_of_the_hand(self):
        assert team_notes(tricks(2)) == [
            "**🔴 Red: 0** of 21 · bid 4 · high and low · 1 trick · 4 card points",
            "**🔷 Blue: 0** of 21 · right and left · 1 trick · 7 card points",
            "**🟩 Green: 0** of 21 · nothing yet",
        ]

    def test_a_point_counts_before_its_trick_is_over(self):
        assert team_notes(played("AH"))[0] == "**🔴 Red: 0** of 21 · bid 4 · high"

    def test_two_teams_of_three(self):
        state = tricks(1, teams="2x3")
        assert headline(state)[1] == "Hand 1: **Dave** (🔷 Blue) has bid **4**."
        assert team_notes(state) == [
            "**🔴 Red: 0** of 21 · low",
            "**🔷 Blue: 0** of 21 · bid 4 · high · 1 trick · 4 card points",
        ]

    def test_a_score_below_nothing_and_another_target(self):
        state = played(target=5)
        now = scene(state)
        now = replace(now, public={**now.public, "scores": [-3, 4, 0]})
        assert SCHMIER.team_note(now, 0).startswith("**🔴 Red: −3** of 5")


class TestLastTrick:
    def test_it_tells_who_took_it_and_what_it_brought_to_whom(self):
        assert news(tricks(1)) == [
            "**Dave** (🔴 Red) took the last trick: 4 card points, high and low.",
            (
                "-# **Dave** A♥ · **Erin** 5♥ · **Frank** 4♥ · "
                "**Alice** 2♥ · **Bob** 3♥ · **Carol** 8♥"
            ),
        ]
        assert news(tricks(2)) == [
            "**Bob** (🔷 Blue) took the last trick: 7 card points, right and left.",
            (
                "-# **Dave** J♥ (right bower) · **Erin** J♦ (left bower) · **Frank** 6♥ · "
                "**Alice** Q♥ · **Bob** K♥ · **Carol** 5♠"
            ),
        ]

    def test_a_point_of_another_team_is_told_with_it(self):
        first = news(tricks(1, teams="2x3"))[0]
        assert first == (
            "**Dave** (🔷 Blue) took the last trick: 4 card points and high. 🔴 Red has low."
        )

    def test_it_stays_until_the_next_one_is_complete(self):
        assert news(drive(tricks(1), "JH JD 6H QH KH")) == news(tricks(1))


class TestNextHand:
    def test_the_account_stays_through_the_next_auction(self):
        account = [
            (
                "Hand 1: **🔴 Red** (**Dave**) bid 4 and won high, low, joker and game: "
                "4 points, **made**."
            ),
            "🔷 Blue won right and left. 🟩 Green won nothing.",
            "Card points: 🔴 Red 57, 🔷 Blue 24, 🟩 Green 0. The most are game for 🔴 Red.",
            "**Scores**: 🔴 Red 4 (+4), 🔷 Blue 2 (+2), 🟩 Green 0 (0).",
        ]
        state = tricks(6)
        assert headline(state)[0] == "# Hand 2: bidding"
        assert news(state)[2:] == account
        for action in ("bid3", "pass", "pass", "pass", "pass"):
            drive(state, action)
            assert news(state) == account
            assert all(hand_news(state, seat) == account for seat in range(6))

    def test_from_then_on_the_table_keeps_a_line_of_it_and_a_hand_the_scores(self):
        scores = "**Scores**: 🔴 Red 4 (+4), 🔷 Blue 2 (+2), 🟩 Green 0 (0)."
        state = drive(tricks(6), "bid3 pass pass pass pass pass")
        for moment in (state.clone(), drive(state, "trump=S")):
            assert news(moment) == [f"Hand 1: **🔴 Red** bid 4, **made**. {scores}"]
            assert all(hand_news(moment, seat) == [scores] for seat in range(6))
        for seat in (1, 2, 3, 4, 5):
            state.apply(seat, "discard=")
        assert news(state)[0].startswith("New cards have been dealt")

    def test_the_last_trick_is_there_until_the_first_bid(self):
        state = tricks(6)
        last_trick = [
            "**Dave** (🔴 Red) took the last trick: 21 card points.",
            (
                "-# **Dave** A♠ · **Erin** K♠ · **Frank** A♦ · "
                "**Alice** 2♦ · **Bob** 6♣ · **Carol** 10♦"
            ),
        ]
        assert news(state)[:2] == last_trick
        assert news(drive(state, "pass"))[0].startswith("Hand 1: ")
        assert "took the last trick" not in "\n".join(news(drive(state, "pass " * 5)))

    @pytest.mark.parametrize(
        ("trump", "trick", "shown"),
        [
            ("H", "3H JH 4H JD AH 5H", "J♥ (right bower) · **Carol** 4♥ · **Dave** J♦ (left"),
            ("D", "3D JH 4D JD KD 5D", "J♥ (left bower) · **Carol** 4♦ · **Dave** J♦ (right"),
            ("D", "3D JH 4D JC 6D 5D", "J♥ (left bower) · **Carol** 4♦ · **Dave** J♣ ·"),
            ("S", "3D JH 4D JD 6D 5D", "J♥ · **Carol** 4♦ · **Dave** J♦ ·"),
        ],
    )
    def test_its_bowers_are_named_though_the_next_hand_has_no_trump_yet(self, trump, trick, shown):
        now = scene(first_trick(trick, trump))
        later = replace(now, public={**now.public, "trump": None})
        assert shown in seen(SCHMIER.news(now, 6)[-1])
        assert SCHMIER.news(later, 6) == SCHMIER.news(now, 6)

    def test_after_six_passes_the_account_is_still_there_whatever_the_history_holds(self):
        state = drive(tricks(6), PASSES)
        again = "Everybody passed, so **Alice** deals again."
        for _ in range(12):
            now = scene(state)
            told = seen("\n".join(SCHMIER.news(replace(now, history=now.history[-14:]), 6)))
            assert told.startswith("Hand 1: **🔴 Red** (**Dave**) bid 4")
            assert told.endswith(f"🟩 Green 0 (0).\n{again}")
            drive(state, "pass")

    def test_a_bid_that_was_not_reached(self):
        state = bidding("pass bid3 pass bid5 pass pass")
        state = in_play(throw(drive(state, "trump=H"), THROWN))
        drive(state, " ".join(TRICKS))
        assert news(state)[2:] == [
            (
                "Hand 1: **🔴 Red** (**Dave**) bid 5 and won high, low, joker and game: "
                "only 4 points, **set**, so it loses 5."
            ),
            "🔷 Blue won right and left. 🟩 Green won nothing.",
            "Card points: 🔴 Red 57, 🔷 Blue 24, 🟩 Green 0. The most are game for 🔴 Red.",
            "**Scores**: 🔴 Red −5 (−5), 🔷 Blue 2 (+2), 🟩 Green 0 (0).",
        ]
        assert team_notes(state)[0] == "**🔴 Red: −5** of 21"


def score(**facts):
    """A hand's score: Alice bid 3 for Red."""
    awards = {"high": 0, "low": 1, "right": 0, "left": 2, "joker": 0, "game": 0}
    awards |= facts.pop("awards", {})
    points = [sum(team == won for won in awards.values()) for team in range(3)]
    made = points[0] >= 3
    gains = [points[0] if made else -3, *points[1:]]
    return {
        "type": "score", "hand_no": 4, "bidder": 0, "bid": 3, "made": made, "team": 0,
        "points": points, "awards": awards, "card_points": [40, 31, 10], "gains": gains,
        "scores": gains, **facts,
    }  # fmt: skip


class TestAccount:
    def account(self, **facts):
        return (SCHMIER.sentence(scene(bidding()), score(**facts)) or "").splitlines()

    def test_more_than_was_bid(self):
        assert self.account()[0] == (
            "Hand 4: **🔴 Red** (**Alice**) bid 3 and won high, right, joker and game: "
            "4 points, **made**."
        )

    def test_one_point_and_none(self):
        nothing = {"high": 1, "right": 1, "joker": 1, "game": 1}
        assert self.account(awards=nothing)[0].endswith(
            "bid 3 and won nothing: **set**, so it loses 3."
        )
        assert "won high: only 1 point, **set**" in self.account(awards=nothing | {"high": 0})[0]

    def test_a_tie_for_game(self):
        lines = self.account(awards={"game": None}, card_points=[38, 38, 5])
        assert lines[2] == (
            "Card points: 🔴 Red 38, 🔷 Blue 38, 🟩 Green 5. A tie for the most: nobody has game."
        )
        assert "Not in play" not in lines[1]

    @pytest.mark.parametrize(
        ("facts", "why"),
        [
            ({"scores": [4, 22, 22]}, " 🔷 Blue and 🟩 Green are level at 22, so another hand is"),
            ({"scores": [4, 21, 21]}, " 🔷 Blue and 🟩 Green are level at 21, so another hand is"),
            ({"scores": [4, 20, 20]}, ""),  # not enough
            ({"scores": [22, 22, 4]}, ""),  # the bidding team is one of them, and wins
            ({"scores": [4, 23, 22]}, ""),
            ({"scores": [4, 22, 22], "hand_no": 60}, ""),  # they share
        ],
    )
    def test_why_another_hand_is_played_though_somebody_has_enough(self, facts, why):
        told = self.account(**facts)[-1]
        assert told.startswith("**Scores**: ")
        assert why in told
        assert ("another hand" in told) == bool(why)

    def test_cards_that_stayed_away(self):
        lines = self.account(awards={"left": None, "low": None})
        assert lines[1] == "🔷 Blue won nothing. 🟩 Green won nothing. Not in play: low and left."


class TestEnd:
    def over(self, scores, winners):
        now = scene(bidding())
        now = replace(now, public={**now.public, "scores": scores})
        return SCHMIER.sentence(now, {"type": "over", "winners": winners})

    def test_the_winners_and_why_they_beat_a_team_with_as_many(self):
        assert self.over([22, 3, 0], [0, 3]) == "🔴 Red wins with 22."
        assert self.over([22, 22, 0], [0, 3]) == (
            "🔴 Red wins with 22: level at the top, the bidding team wins."
        )

    def test_a_game_that_ends_with_its_last_hand_says_so(self):
        assert self.over([-1, 4, 4], [1, 2, 4, 5]) == (
            "After the last of 60 hands: 🔷 Blue and 🟩 Green win with 4."
        )
        assert self.over([7, 4, 7], [2, 5]) == (
            "After the last of 60 hands: 🟩 Green wins with 7: "
            "level at the top, the bidding team wins."
        )
        assert self.over([3, 22, 22], [1, 2, 4, 5]) == (
            "After the last of 60 hands: 🔷 Blue and 🟩 Green win with 22."
        )
        assert self.over([20, 3, 0], [0, 3]) == "After the last of 60 hands: 🔴 Red wins with 20."
        assert self.over([21, 3, 0], [0, 3]) == "🔴 Red wins with 21."

    def test_the_last_hand_is_told_and_every_seat_has_its_teams_points(self):
        state = tricks(6, max_hands=1)
        assert state.is_terminal()
        assert news(state)[2].startswith("Hand 1: **🔴 Red** (**Dave**) bid 4")
        assert news(state)[-1] == "After the only hand: 🔴 Red wins with 4."
        notes = [SCHMIER.result_note(scene(state), seat) for seat in range(6)]
        assert notes == ["4 points", "2 points", "0 points"] * 2

    def test_one_point_is_one(self):
        now = scene(bidding())
        now = replace(now, public={**now.public, "scores": [1, -1, 0]})
        assert [SCHMIER.result_note(now, seat) for seat in (0, 1)] == ["1 point", "−1 points"]


class TestStages:
    """An open hand is refreshed when the stage changes."""

    def stages(self, state, actions):
        found = [SCHMIER.stage(state.public())]
        for action in actions.split():
            drive(state, action)
            found.append(SCHMIER.stage(state.public()))
        return found

    def test_bids_are_none_but_for_the_first(self):
        stages = self.stages(bidding(), "pass bid3 pass pass")
        assert stages[0] != stages[1]
        assert len({*stages[1:]}) == 1

    def test_new_cards_after_six_passes_are_one(self):
        stages = self.stages(bidding(), PASSES)
        assert stages[-1] != stages[-2]

    def test_secret_choices_are_none_until_the_last(self):
        state = trump_named()
        stages = [SCHMIER.stage(state.public())]
        for seat in range(5):
            state.apply(seat, "discard=")
            stages.append(SCHMIER.stage(state.public()))
        assert len({*stages[:5]}) == 1
        assert stages[5] != stages[4]

    def test_cards_are_none_until_the_trick_is_complete(self):
        stages = self.stages(played(), TRICKS[0])
        assert len({*stages[:6]}) == 1
        assert stages[6] != stages[5]

    def test_the_next_hand_is_one(self):
        state = drive(tricks(5), "AS KS AD 2D 6C")
        before = SCHMIER.stage(state.public())
        assert SCHMIER.stage(drive(state, "TD").public()) != before

    def test_what_is_chosen_together_and_whose_name_may_stand_in_a_hand(self):
        by_phase = [bidding(), bidding("bid6"), trump_named(), exchanged(), played()]
        views = [state.public() for state in by_phase]
        together = [view["phase"] for view in views if SCHMIER.picks_together(view)]
        named = [view["phase"] for view in views if SCHMIER.waits_for_names(view)]
        assert (together, named) == (["discard"], ["trump", "dealer_discard"])


class TestEvents:
    def test_every_public_event_that_says_more_than_the_table_is_a_sentence(self):
        assert told(SCHMIER, bidding("pass")) == ["**Alice** passes."]
        assert told(SCHMIER, bidding("bid3")) == ["**Alice** bids 3."]
        assert told(SCHMIER, trump_named()) == ["**Dave** makes ♥ hearts trump."]
        assert told(SCHMIER, played("AH")) == ["**Dave** plays A♥."]


class TestSecrets:
    """Over games by chance, in every moment."""

    @pytest.mark.parametrize("options", [{}, {"teams": "2x3", "dealer_forced": True}])
    @pytest.mark.parametrize("whim", range(2))
    def test_nobody_reads_a_card_that_is_hidden_from_them(self, whim, options):
        rng = random.Random(whim)
        at_table = playing(NAMES[:6], game="schmier", **options)
        state = at_table.game.new_initial_state(rng.randbytes(32))
        for _ in range(160):
            if state.is_terminal():
                break
            seat = rng.choice(state.current_players())
            state.apply(seat, random_action(state, seat, rng))
            at_table.state, at_table.watch = state, Watch().after(state, 1_800_000_000.0)
            at_table.status = Status.FINISHED if state.is_terminal() else Status.PLAYING
            public = state.public()
            lying = {card for _, card in (*public["trick"], *public["last_trick"])}
            assert cards_named(words(table_page(at_table, ENGLISH))) <= lying
            for seat in range(6):
                private = private_of(state, seat)
                known = {*lying, *private["hand"], *private["thrown"], *private["drawn"]}
                said = SCHMIER.own_sentence(scene(state), seat, private)
                page = hand_page(at_table, seat, ENGLISH, said)
                assert cards_named(words(page)) - own_plays(state, seat) <= known

    def test_a_hidden_card_would_be_noticed(self):
        assert cards_named("★ Joker, J♦, 10♥, king of spades") == {"JK", "JD", "TH", "KS"}
        assert cards_named("joker, jack of trumps") == set()


def own_plays(state, seat):
    """The seat's newest card: it may be told of it after the next trick has begun."""
    plays = [event["card"] for event in state.public_history(24)
             if event["type"] == "play" and event["seat"] == seat]  # fmt: skip
    return {*plays[-1:]}


class TestRefusals:
    @pytest.mark.parametrize(
        ("state", "seat", "action", "reason"),
        [
            (bidding, 0, "bid7", "Now everybody bids: pass, or bid 3, 4, 5 or 6."),
            (lambda: bidding("bid4"), 1, "bid3", "Bid 5 or more, or pass."),
            (lambda: bidding("bid6"), 0, "trump=X",
             "Name the trump suit: clubs, diamonds, hearts or spades."),
            (trump_named, 4, "discard=JD", "The J♦ is a trump, and trumps can't be discarded."),
            (trump_named, 0, "discard=KS", "You don't hold the K♠."),
            (trump_named, 0, "discard=JK", "You don't hold the ★ Joker."),
            (exchanged, 5, "discard=AD", "Discard exactly 6 cards, so that six are left."),
            (lambda: drive(tricks(2), "AC"), 2, "QD",
             "You have to follow suit: clubs were led, and you hold some."),
            (lambda: played("AH"), 4, "TC",
             ("A trump was led, and you hold one: follow with a trump. "
             "The left bower and the joker are trumps too.")),
        ],
    )  # fmt: skip
    def test_cards_have_faces_and_suits_words(self, state, seat, action, reason):
        with pytest.raises(engine.IllegalAction) as refused:
            state().apply(seat, action)
        error = refused.value
        assert seen(SCHMIER.refusal(ENGLISH, error.template, error.facts)) == reason


def test_the_rules_tell_the_six_points_the_ranks_and_the_bid():
    rules = SCHMIER.rules(ENGLISH)
    for point in ("high", "low", "right", "left", "joker", "game"):
        assert f"**{point}**" in rules
    for told_of in (
        "a ten is 10",
        "A, K, Q, right bower, left bower, 10",
        "loses the bid",
        "52 cards and a joker",
        "21, or what the table has agreed",
        "for winning the trick in which the right bower lies",
        "for winning the trick in which the left bower lies",
        "for winning the trick in which the joker lies",
        "who doesn't choose in time keeps all",
        "The A and the 2 of trumps, both bowers and the joker always stay.",
    ):
        assert told_of in rules
    assert not cards_named(rules)


def test_options_are_told_in_words():
    options = engine.load_game("schmier", options={"teams": "2x3"}).options
    assert [SCHMIER.option_line(ENGLISH, name, value) for name, value in options.items()] == [
        "Teams: two teams of three",
        "The dealer must bid if all pass: no",
        "The bidder must lead a trump first: no",
        "Points to win: 21",
        "Most hands: 60",
    ]
