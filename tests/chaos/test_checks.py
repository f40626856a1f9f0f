"""The checks after the storm: an honest run passes them, and every planted fault is found."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from engine.games import load_game
from engine.shuffle import SEED_BYTES
from engine.store import Store
from tests.chaos.checks import check, summary, unanswered
from tests.chaos.evidence import (
    Account,
    Evidence,
    Ledger,
    Played,
    Sent,
    Shown,
    StoredTable,
    read_tables,
)
from tests.chaos.history import FOREVER, History, Tenure, read_histories, take_notes
from tests.chaos.sight import UNDER_WAY
from tests.engine.store.builders import ANN, BEN, action, open_lobby, person, playing_table
from tests.support.cardnames import strings

SEED = bytes(range(SEED_BYTES))
ALICE, BOB, CLEO = 11, 12, 13
BEGUN = 1_000_000.0
PAUSE = UNDER_WAY + 1
"""Seconds between two moves: every message can be made at one ply only."""
OPTIONS = {"ninetynine": {"chips": 1}, "take5": {"rounds": 1}, "toonerville": {"turns": 20}}


def an_honest_run(game: str = "ninetynine", players: int = 2) -> Evidence:
    """Alice, Bob and perhaps computers play a game; everybody is shown what is theirs to see."""
    rules = load_game(game, players, OPTIONS[game])
    state, chance = rules.new_initial_state(SEED), random.Random(5)
    users = [ALICE, BOB, *(None,) * (players - 2)]
    journal, sent, shown = [], [], []
    while not state.is_terminal():
        seat = chance.choice(state.current_players())
        action = chance.choice(state.legal_actions(seat))
        at = BEGUN + PAUSE * len(journal)
        decision = state.decision(seat)
        state.apply(seat, action)
        interaction, user = 5000 + len(journal), users[seat]
        if user is not None:
            custom_id = f"m:1:{seat}:{decision}:{action}"
            told: dict[str, Any] = {"how": "update", "text": "Done.", "acknowledged": 0.1}
            sent.append(Sent(interaction, user, at - 0.1, custom_id, **told))
        by = "computer" if user is None else "person"
        journal.append(
            Played(len(journal), seat, action, by, at, None if user is None else interaction)
        )
        for viewer, view in ((None, state.public()), *own_views(users, state)):
            shown.append(Shown(at + 0.1, viewer, tuple(strings(view)), table=1))
    table = StoredTable(
        id=1,
        guild_id=1,
        host_id=ALICE,
        game=game,
        players=players,
        options=dict(rules.options),
        status="finished",
        seed=SEED,
        dealer=None,
        history=History([Tenure(s, user) for s, user in enumerate(users) if user is not None]),
        journal=journal,
        results=list(zip(state.placings(), state.scores(), strict=True)),
    )
    return Evidence(tables=[table], sent=sent, shown=shown, logs=["INFO bot.client: ready"])


def own_views(users, state):
    return [(user, state.private(seat)) for seat, user in enumerate(users) if user is not None]


def bobs_secret(evidence: Evidence) -> tuple[float, str]:
    """A moment, and a card that Bob alone knows then: one that Alice never holds."""
    states = evidence.tables[0].record().replay()
    times = [BEGUN - PAUSE, *(row.at for row in evidence.tables[0].journal)]
    for at, state in zip(times, states, strict=True):
        hers, his = (state.private(seat)["hand"] for seat in (0, 1))
        open_cards = set(strings([state.public(), state.public_history()]))
        if at > BEGUN and (secret := {*his} - {*hers} - open_cards):
            return at + 1, min(secret)
    raise AssertionError("Bob has no secrets")


@pytest.fixture
def evidence() -> Evidence:
    return an_honest_run()


@pytest.mark.parametrize(("game", "players"), [("ninetynine", 2), ("take5", 3), ("toonerville", 3)])
def test_an_honest_run_passes(game, players):
    assert check(an_honest_run(game, players)) == []


def test_the_summary_counts_the_moves(evidence):
    assert f"moves acknowledged: {len(evidence.sent)}" in summary(evidence)
    assert "ninetynine: 1 finished, 0 closed" in summary(evidence)
    assert "schmier: 0 finished, 0 closed" in summary(evidence)


def test_a_row_that_the_journal_has_lost_is_found(evidence):
    lost = evidence.tables[0].journal.pop(2)
    wrong = "\n".join(check(evidence))
    assert f"lost: interaction {lost.interaction_id}" in wrong
    assert "the journal has a gap" in wrong


def test_the_last_row_is_missed_too(evidence):
    lost = evidence.tables[0].journal.pop()
    wrong = "\n".join(check(evidence))
    assert f"lost: interaction {lost.interaction_id}" in wrong
    assert "table 1 of ninetynine" in wrong


def test_a_move_that_was_made_twice_is_found(evidence):
    journal = evidence.tables[0].journal
    journal[3] = replace(journal[3], interaction_id=journal[2].interaction_id)
    doubled = f"doubled: interaction {journal[2].interaction_id} made table 1 ply 2, table 1 ply 3"
    assert doubled in check(evidence)


def test_the_button_for_several_steps_may_make_several(evidence):
    """The next seat's move isn't one of them."""
    journal, sent = evidence.tables[0].journal, evidence.sent
    sent[2] = replace(sent[2], custom_id="m:1:0:3:lay*")
    journal[3] = replace(journal[3], interaction_id=journal[2].interaction_id)
    assert any(wrong.startswith("doubled") for wrong in check(evidence))
    journal[3] = replace(journal[3], seat=journal[2].seat)
    assert not any(wrong.startswith("doubled") for wrong in check(evidence))


def test_a_move_that_was_called_refused_may_not_be_played(evidence):
    stale = "That button was for an earlier turn, so nothing was played."
    evidence.sent[1] = replace(evidence.sent[1], text=stale)
    (wrong,) = check(evidence)
    assert wrong.startswith("played, but refused")


@pytest.mark.parametrize(
    "sentence",
    [
        "You don't hold ♠K.",
        "That would bust, and you can play safely.",
        "These aren't your cards. Press My hand to see yours.",
        "I can't reach my records right now; nothing was changed. Please try again in a moment.",
    ],
)
def test_a_refused_move_needs_no_row(evidence, sentence):
    evidence.sent.append(replace(evidence.sent[0], id=99, text=sentence))
    assert check(evidence) == []


def test_a_move_that_nobody_made_is_found(evidence):
    evidence.sent.pop()
    (wrong,) = check(evidence)
    assert "nobody sent this move" in wrong


def test_a_table_that_goes_on_is_found(evidence):
    evidence.tables[0].status = "playing"
    assert "table 1 of ninetynine is still playing" in "\n".join(check(evidence))


def test_a_result_that_was_not_played_is_found(evidence):
    evidence.tables[0].results.reverse()
    (wrong,) = check(evidence)
    assert "recorded" in wrong


@pytest.mark.parametrize("game", ["ninetynine", "take5", "toonerville"])
class TestSecrets:
    """Bob holds a card that nobody else knows."""

    @pytest.fixture
    def run(self, game):
        return an_honest_run(game, players=3 if game == "toonerville" else 2)

    def show(
        self,
        run: Evidence,
        viewer: int | None,
        table: int | None = 1,
        *,
        at: float | None = None,
        button: str = "",
    ) -> str:
        moment, card = bobs_secret(run)
        written = f"{card}\N{NO-BREAK SPACE}(5)" if card.isdecimal() else card
        when = moment if at is None else at
        run.shown.append(Shown(when, viewer, (f"Look: {written}.", button), table))
        return "\n".join(check(run))

    def test_everybody_was_shown_it(self, run):
        assert "to everybody" in self.show(run, None)

    def test_alice_was_shown_it(self, run):
        assert f"to {ALICE}" in self.show(run, ALICE)

    def test_a_message_without_buttons_showed_it(self, run):
        assert f"to {ALICE}" in self.show(run, ALICE, table=None)

    def test_a_replay_shows_it_when_the_game_is_over(self, run):
        ended = run.tables[0].journal[-1].at
        assert self.show(run, ALICE, None, at=ended + 1, button="rp:1:all:3:share") == ""

    def test_but_not_before(self, run):
        assert f"to {ALICE}" in self.show(run, ALICE, None, button="rp:1:all:3:share")

    def test_nor_of_a_game_that_was_called_off(self, run):
        run.tables[0].status = "cancelled"
        assert f"to {ALICE}" in self.show(run, ALICE, None, button="rp:1:all:3:share")

    def test_bob_himself_may_see_it(self, run):
        assert self.show(run, BOB) == ""

    def test_it_was_in_nobodys_message_any_more_when_bob_had_left(self, run):
        run.tables[0].history.tenures[1] = Tenure(1, BOB, until=BEGUN - 2 * PAUSE)
        assert f"to {BOB}" in self.show(run, BOB)

    def test_who_takes_the_seat_over_may_see_what_is_there_from_then_on(self, run):
        at, _ = bobs_secret(run)
        self.hand_over(run, at - PAUSE)
        assert f"to {CLEO}" not in self.show(run, CLEO)

    def test_but_not_what_was_there_before(self, run):
        at, _ = bobs_secret(run)
        self.hand_over(run, at + 2 * PAUSE)
        assert f"to {CLEO}" in self.show(run, CLEO)

    @staticmethod
    def hand_over(run: Evidence, at: float) -> None:
        """Cleo gets Bob's seat."""
        run.tables[0].history.tenures[1:] = [Tenure(1, BOB, until=at), Tenure(1, CLEO, since=at)]


@pytest.mark.parametrize("viewer", [None, ALICE])
def test_move_buttons_are_for_the_owner_of_the_seat(evidence, viewer):
    evidence.shown.append(Shown(BEGUN, viewer, ("Pass", "m:1:1:4:pass"), table=1))
    (wrong,) = check(evidence)
    assert "move buttons of seat 1" in wrong


def test_the_log_names_no_card(evidence):
    evidence.logs.append("12:00 DEBUG driver: INSERT INTO actions VALUES (1, 0, 'play=KS')")
    (wrong,) = check(evidence)
    assert "the log names ['KS']" in wrong


NETWORK = """\
2026-11-30 12:00:00,000 ERROR bot.serving: something went wrong
Traceback (most recent call last):
  File "bot/answers.py", line 1, in update
aiohttp.client_exceptions.ServerDisconnectedError: Server disconnected
2026-11-30 12:00:01,000 INFO bot.client: ready
"""


def test_an_error_in_the_log_has_to_be_the_networks(evidence):
    evidence.logs.append(NETWORK)
    assert check(evidence) == []
    evidence.logs.append(NETWORK.replace("aiohttp.client_exceptions.Server", "Key"))
    (wrong,) = check(evidence)
    assert "ERROR bot.serving: something went wrong … KeyDisconnectedError" in wrong


def test_an_apology_may_stand_for_a_lost_answer_only(evidence):
    sorry = "Sorry, something went wrong on my side (reference 12ab34). Please try again."
    said = replace(evidence.sent[1], how="message", text=sorry)
    evidence.sent[1] = replace(said, marred=True)
    assert check(evidence) == []
    evidence.sent[1] = said
    assert len(check(evidence)) == 1


class TestUnanswered:
    """A click that Discord gave up after three seconds."""

    @pytest.fixture
    def silent(self) -> Sent:
        return Sent(id=99, user_id=ALICE, at=BEGUN, custom_id="t:1:hand")

    def test_it_is_found(self, evidence, silent):
        evidence.sent.append(silent)
        (wrong,) = check(evidence)
        assert "nobody answered interaction 99" in wrong

    def test_the_bot_was_down(self, evidence, silent):
        evidence.sent.append(silent)
        evidence.down = [(BEGUN + 2, BEGUN + 5)]
        assert unanswered(evidence)["down"] == [silent]
        assert check(evidence) == []

    def test_the_bot_was_down_at_another_time(self, evidence, silent):
        evidence.sent.append(silent)
        evidence.down = [(BEGUN - 5, BEGUN - 2), (BEGUN + 3.5, BEGUN + 5)]
        assert unanswered(evidence)["alive"] == [silent]

    def test_the_gateway_was_cut_off(self, evidence, silent):
        evidence.sent.append(silent)
        evidence.cut_off = [(BEGUN - 1, BEGUN + 1)]
        assert unanswered(evidence)["cut off"] == [silent]

    def test_the_machine_was_too_busy(self, evidence, silent):
        evidence.sent.append(silent)
        evidence.busy = [(BEGUN + 1, BEGUN + 2)]
        assert unanswered(evidence)["busy"] == [silent]

    def test_the_answer_was_lost(self, evidence, silent):
        lost = replace(silent, marred=True)
        evidence.sent.append(lost)
        assert unanswered(evidence)["weather"] == [lost]

    def test_it_was_deferred_and_forgotten(self, evidence, silent):
        evidence.sent.append(replace(silent, acknowledged=2.1))
        (wrong,) = check(evidence)
        assert wrong.startswith("deferred, then forgotten")


def test_what_discord_objects_to_is_wrong(evidence):
    evidence.problems.append("Discord objects: no such route")
    assert check(evidence) == ["Discord objects: no such route"]


def pressed(custom_id: str, text: str, user: int = ALICE, how: str = "update") -> Sent:
    return Sent(7000, user, BEGUN, custom_id, how=how, text=text, acknowledged=0.1)


@pytest.mark.parametrize(
    ("custom_id", "text", "user"),
    [
        ("o:1:rejoin", "✓ Welcome back! Press My hand.", CLEO),
        ("t:1:join", "## Take 5 **Players: 2 of 4**", CLEO),
        ("o:1:take", "✓ Seat 2 is yours when the next hand is dealt.", CLEO),
        ("t:1:confirm", "You left table 1.", ALICE),
        ("o:1:pause", "✓ The table is paused.", ALICE),
        ("o:1:reallyend", "More than half of the people here wanted to end this game.", ALICE),
        ("k:1:1:12", "✓ Bob is removed.", ALICE),
    ],
)
def test_what_was_called_done_and_was_not_is_found(evidence, custom_id, text, user):
    evidence.sent.append(pressed(custom_id, text, user))
    (wrong,) = check(evidence)
    assert wrong.startswith("not done: interaction 7000")


@pytest.mark.parametrize(
    ("custom_id", "text", "user"),
    [
        ("o:1:rejoin", "✓ Welcome back! Press My hand.", ALICE),
        ("t:1:confirm", "You left table 1.", CLEO),
        ("o:1:goon", "✓ The game goes on.", ALICE),
        ("o:1:pause", "✓ You want a pause. The others see that at the table.", ALICE),
        ("k:1:1:0", "✓ Ada is removed.", ALICE),
    ],
)
def test_what_was_called_done_and_was_passes(evidence, custom_id, text, user):
    evidence.sent.append(pressed(custom_id, text, user))
    assert check(evidence) == []


def test_a_click_that_seats_two_is_found(evidence):
    evidence.sent.append(pressed("t:1:join", "", CLEO))
    evidence.tables[0].history.joins = {(7000, CLEO)}
    assert check(evidence) == []
    evidence.tables[0].history.joins.add((7000, BOB))
    (wrong,) = check(evidence)
    assert wrong.startswith("interaction 7000 has seated")


def test_a_move_from_anothers_seat_is_found(evidence):
    evidence.tables[0].history.tenures[1] = Tenure(1, CLEO)
    wrong = check(evidence)
    assert any("wasn't that of whoever clicked" in each for each in wrong)


class TestBoards:
    """The messages that let somebody play."""

    def test_one_for_a_table_that_goes_on(self, evidence):
        evidence.tables[0].status, evidence.tables[0].waits_until = "playing", BEGUN + 9999
        evidence.boards = [1]
        assert check(evidence) == []
        evidence.boards = [1, 1]
        assert check(evidence) == ["table 1 has 2 messages"]

    def test_none_for_one_that_is_over(self, evidence):
        evidence.boards = [1]
        assert check(evidence) == ["a message says that table 1 goes on"]


class TestChips:
    """Alice has won ten chips of the house's; the pot of table 1 is empty."""

    @pytest.fixture
    def ledger(self, evidence) -> Ledger:
        accounts = [
            Account(1, "member", ALICE, 10),
            Account(1, "house", 0, -10),
            Account(1, "pot", 1, 0),
        ]
        moved = {(1, "member", ALICE): 10, (1, "house", 0): -10}
        evidence.ledger = Ledger(accounts, moved)
        return evidence.ledger

    def test_they_agree(self, evidence, ledger):
        assert check(evidence) == []

    def test_chips_from_nowhere(self, evidence, ledger):
        ledger.accounts[0] = replace(ledger.accounts[0], balance=11)
        assert len(check(evidence)) == 2  # not by the transfers, and they don't come to 0

    def test_a_pot_that_nobody_got(self, evidence, ledger):
        ledger.accounts[0] = replace(ledger.accounts[0], balance=4)
        ledger.accounts[2] = replace(ledger.accounts[2], balance=6)
        ledger.by_transfers.update({(1, "member", ALICE): 4, (1, "pot", 1): 6})
        (wrong,) = check(evidence)
        assert "which is over, holds 6 chips" in wrong

    def test_a_purse_below_nothing(self, evidence, ledger):
        ledger.accounts[0] = replace(ledger.accounts[0], balance=-5)
        ledger.accounts[1] = replace(ledger.accounts[1], balance=5)
        ledger.by_transfers.update({(1, "member", ALICE): -5, (1, "house", 0): 5})
        (wrong,) = check(evidence)
        assert "owes 5 chips" in wrong


async def test_the_notes_tell_who_had_a_seat_when(sqlite_url):
    store = await Store.open(sqlite_url)
    take_notes(Path(make_url(sqlite_url).database or ""))
    table = await open_lobby(store)
    await store.save_lobby(table, [person(0, ANN), person(1, BEN)], host_id=ANN)
    await store.save_lobby(table, [person(0, BEN)], host_id=BEN)
    await store.close()
    with closing(sqlite3.connect(make_url(sqlite_url).database or "")) as database:
        history = read_histories(database, [table])[table]

    last = [tenure for tenure in history.tenures if tenure.until == FOREVER]
    assert [(tenure.seat, tenure.user_id) for tenure in last] == [(0, BEN)]
    assert [t.seat for t in history.tenures if t.user_id == ANN] == [0, 0]
    assert all(t.until < FOREVER for t in history.tenures if t.user_id == ANN)
    assert {user for _, user in history.joins} == {ANN, BEN}


async def test_the_notes_remember_whose_click_it_was_when_the_seat_is_taken_over(sqlite_url):
    store = await Store.open(sqlite_url)
    path = Path(make_url(sqlite_url).database or "")
    take_notes(path)
    table = await playing_table(store)
    await store.append(action(table, 0, interaction_id=77))
    await store.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE actions SET interaction_id = NULL")

    (stored,) = read_tables(path)
    assert [row.interaction_id for row in stored.journal] == [77]
