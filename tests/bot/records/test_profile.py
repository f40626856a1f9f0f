"""What `/profile` says of a person."""

from typing import Any

import pytest

import engine
from bot.records.pictures import curve_words
from bot.records.profile import moment_words, profile_page
from bot.text import ENGLISH
from engine.house.keepsakes import Keepsake
from engine.moments import KINDS, Moment
from engine.store import CurvePoint, Profile, Standing
from tests.bot.builders import Posted, buttons, words
from tests.bot.records.standings import NOON, standing
from tests.support.openapi import ApiDescription


def profile(*games: Standing, name: str = "Alice", total: Standing | None = None) -> Profile:
    everything = total or (standing(games=9, wins=4, chips=-20, best_streak=3, streak=2))
    return Profile(user_id=100, name=name, total=everything if games else total, games=list(games))


def kept(game: str, *moments: Moment) -> dict[str, dict[str, Keepsake]]:
    return {game: {moment.kind: Keepsake(moment, 7, NOON) for moment in moments}}


def said(of: Profile, moments: Any = None, **rest: Any) -> str:
    text = words(profile_page(ENGLISH, of, moments or {}, **rest))
    return text.replace("\u2068", "").replace("\u2069", "")


def test_the_whole_record_comes_first_then_game_by_game():
    text = said(profile(standing(game="take5"), standing(game="ninetynine", chips=0, wins=0)))
    assert text.startswith(
        "## Alice\n4 wins in 9 games (44.4 %) · −20 chips · at best 3 wins in a row\n"
        "2 wins in a row now."
    )
    assert "### Take 5\n3 wins in 4 games (75 %) · +30 chips · at best 2 wins" in text
    assert "### Ninety-Nine\n0 wins in 4 games (0 %) · at best" in text


def test_a_rating_is_provisional_in_words_too():
    few = said(profile(standing(game="take5", rating=1012, rated=4)))
    assert "Rating **1012?** after 4 rated games" in few
    assert "? is provisional: fewer than 5 rated games." in few
    many = said(profile(standing(game="take5", rating=1012, rated=5)))
    assert "Rating **1012** after 5 rated games" in many
    assert "provisional" not in many


def test_moments_are_told_with_where_they_can_be_seen_again():
    best, worst = Moment("cleanest_round", 0, 31), Moment("most_heads", 1, 12)
    text = said(profile(standing(game="take5")), kept("take5", best, worst))
    assert f"- 👍 Cleanest round: 0 bull heads (<t:{int(NOON)}:d>, table 7, step 31)" in text
    assert f"- 👎 Dearest trick: one bull head (<t:{int(NOON)}:d>, table 7, step 12)" in text
    assert "last 20 games of a kind" in text
    assert "moments" not in said(profile(standing(game="take5")))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.game}-{kind.name}")
@pytest.mark.parametrize("value", [0, 1, 23])
def test_every_moment_has_words(kind, value):
    words_of = moment_words(ENGLISH, Moment(kind.name, value, 5))
    assert str(value) in words_of or (value == 1 and "one " in words_of)


class TestNobody:
    def test_who_has_played_nothing_is_told_so(self):
        assert "Hasn't finished a game on this server yet." in said(profile(), reader=1)
        assert "You haven't finished a game" in said(profile(), reader=100)

    def test_there_is_nothing_to_press(self):
        assert not buttons(profile_page(ENGLISH, profile(), {}, reader=1))


class TestButtons:
    def test_the_asker_may_show_it_to_everybody(self):
        page = profile_page(ENGLISH, profile(standing(game="take5")), {}, reader=1)
        assert [button.custom_id for button in buttons(page).values()] == ["pf:share:100:"]
        rated = profile(standing(game="take5", rating=1, rated=1))
        page = profile_page(ENGLISH, rated, {}, reader=1)
        assert list(buttons(page)) == ["Rating curve", "Show to everybody"]

    def test_what_everybody_sees_isnt_shown_again(self):
        rated = profile(standing(game="take5", rating=1, rated=1))
        assert list(buttons(profile_page(ENGLISH, rated, {}))) == ["Rating curve"]


def test_the_curve_in_words():
    points = [
        CurvePoint(table_id=at, at=NOON, rating=rating) for at, rating in enumerate([9, 4, 7])
    ]
    assert curve_words(ENGLISH, "take5", points) == (
        "**Take 5**: 3 rated games, from 9 to 7; highest 9, lowest 4."
    )
    assert curve_words(ENGLISH, "take5", points[:1]) == "**Take 5**: 9 after one rated game."


def test_discord_takes_the_longest_profile():
    games = [
        standing(game=game, games=10**6, wins=10**5, chips=-(10**6), rating=1000, rated=1)
        for game in engine.game_names()
    ]
    moments: dict[str, dict[str, Keepsake]] = {}
    for kind in KINDS:
        moment = Moment(kind.name, 10**6, 10**5)
        moments.setdefault(kind.game, {})[kind.name] = Keepsake(moment, 10**9, NOON)
    page = profile_page(ENGLISH, profile(*games, name="W" * 100), moments, reader=1)
    assert not ApiDescription.load().problems([Posted(page)])
    assert "\n…" not in words(page)
