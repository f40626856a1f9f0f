"""Ninety-Nine in words and buttons."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from bot.games.adding import HOW_TO_PLAY, SPECIAL_CARDS, AddingPresenter
from bot.text import N_


class NinetyNinePresenter(AddingPresenter):
    """The words of Ninety-Nine."""

    game: ClassVar[str] = "ninetynine"
    summary: ClassVar[str] = N_("Add cards to the count, but never over 99. The last one in wins.")
    option_names: ClassVar[Mapping[str, str]] = {
        **AddingPresenter.option_names,
        "last_stand": N_("One more round at no lives"),
        "ten": N_("Tens count"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        **AddingPresenter.option_help,
        "chips": N_("Lives that everyone starts with (5; with four or more players 3)"),
        "decks": N_("Decks shuffled together (1; with four or more players 2)"),
        "negative": N_("May −10 take the count below 0? (no)"),
        "last_stand": N_("Stay in with no lives until you bust once more? (no)"),
        "ten": N_("What a ten counts (+10 or −10)"),
    }
    choice_names: ClassVar[Mapping[str, str]] = {
        "either": N_("+10 or −10, as you like"),
        "minus": N_("always −10"),
    }
    rules_text: ClassVar[Sequence[str]] = (
        N_(
            "Everybody adds cards to one shared count. **Don't take it over 99**: whoever does "
            "busts, loses a life, and a new round starts at 0. The last player with lives wins."
        ),
        HOW_TO_PLAY,
        N_("Exactly 99 is safe. Any card may be played, even one that busts."),
        SPECIAL_CARDS,
        N_("- **A**: 1 or 11, as you like"),
        N_("- **4**: 0, and the direction of play turns round"),
        N_("- **9**: 0"),
        N_("- **10**: +10 or −10, as you like; the count never drops below 0"),
        N_("- **J**, **Q**: 10"),
        N_("- **K**: the count becomes 99, whatever it was"),
        N_("- **2, 3, 5, 6, 7, 8**: what they say"),
        N_(
            "Two or three players start with five lives and one deck; from four players on it is "
            "three lives and two decks. The player left of the dealer begins each round. "
            "House rules of a table are listed in its lobby."
        ),
        N_("Tip: keep a 4, a 9, a 10 or a K for when the count is close to 99."),
    )


PRESENTER: Final = NinetyNinePresenter()
