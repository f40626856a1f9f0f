"""Pages stay within Discord's limits, whatever they are given."""

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.ids import Verb
from bot.tables.page import MAX_CHARACTERS, fit, note, table_button
from bot.text import ENGLISH


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(st.lists(st.text(max_size=3000), min_size=1, max_size=6))
def test_blocks_are_cut_to_one_message(blocks):
    fitted = fit(blocks)
    assert sum(map(units, fitted)) <= MAX_CHARACTERS
    assert len(fitted) == len(blocks)


def test_short_blocks_are_left_alone():
    assert fit(["one", "two"]) == ["one", "two"]


def test_a_long_list_loses_whole_lines_and_the_rest_stays():
    long = "\n".join(f"line {number}" for number in range(1000))
    first, last = fit([long, "footer"])
    assert last == "footer"
    assert first.endswith("\n…")
    assert first.splitlines()[-2] in long.splitlines()


def test_emoji_count_as_discord_counts_them():
    assert units(fit(["🂡" * 3000])[0]) <= MAX_CHARACTERS


def test_a_page_is_never_kept_by_the_library():
    assert note("hello").is_finished()


def test_the_contracts_labels():
    labels = [table_button(ENGLISH, 1, verb).label for verb in list(Verb)[:8]]
    assert labels == [
        "Join",
        "Leave",
        "Add computer",
        "Start",
        "Cancel",
        "My hand",
        "Rules",
        "I'm back",
    ]
