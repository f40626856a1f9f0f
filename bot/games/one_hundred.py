"""One Hundred in words and buttons: black aces name the count, busts leave it as it is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.games.adding import HOW_TO_PLAY, SPECIAL_CARDS, AddingPresenter, along_list, minus
from bot.games.cards import face
from bot.games.presenter import Move, Prompt, Scene
from bot.text import N_
from engine.games.one_hundred import LIMIT


class OneHundredPresenter(AddingPresenter):
    """The words of One Hundred."""

    game: ClassVar[str] = "onehundred"
    summary: ClassVar[str] = N_("Keep the count at 100 or below. The last one in wins.")
    option_names: ClassVar[Mapping[str, str]] = {
        **AddingPresenter.option_names,
        "fours": N_("Fours"),
        "after_bust": N_("After a bust"),
        "rebuilds": N_("New stocks before the game ends"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        **AddingPresenter.option_help,
        "chips": N_("Lives that everyone starts with (3)"),
        "decks": N_("Decks shuffled together (1; with seven or more players 2)"),
        "fours": N_("What a four does (counts 4)"),
        "after_bust": N_("What follows a bust (play goes on)"),
        "rebuilds": N_(
            "New stocks made of the pile before the game ends (10; −1: as many as it takes)"
        ),
    }
    choice_names: ClassVar[Mapping[str, str]] = {
        "plain": N_("count 4"),
        "reverse": N_("count 0 and turn play round"),
        "continue": N_("play goes on from the same count"),
        "new_round": N_("a new round is dealt"),
    }
    none_names: ClassVar[Mapping[str, str]] = {"rebuilds": N_("no limit")}
    rules_text: ClassVar[Sequence[str]] = (
        N_(
            "Everybody adds cards to one shared count. **Don't take it over 100**: whoever does "
            "busts and loses a life. The card then doesn't count, and the next player goes on "
            "from the same count. The last player with lives wins."
        ),
        HOW_TO_PLAY,
        N_("Exactly 100 is safe. Any card may be played, even one that busts."),
        SPECIAL_CARDS,
        N_("- **Black aces**: the count becomes any whole number from 0 to 100 that you name"),
        N_("- **Red aces**: 1"),
        N_("- **2 of spades**: doubles the count; the other twos are 2"),
        N_("- **Red fives**: −5; black fives are 5. The count never drops below 0"),
        N_("- **10**: the count becomes 100"),
        N_("- **J**: −10"),
        N_("- **Queen of hearts**: the count becomes 0; the other queens are 10"),
        N_("- **K**: 0"),
        N_("- **3, 4, 6, 7, 8, 9**: what they say"),
        N_(
            "Everybody starts with three lives; from seven players on there are two decks. "
            "Whoever loses their last life is out, and their cards go under the pile. "
            "When the stock runs out, the pile is shuffled into a new one. After ten new stocks "
            "the game ends when the last one runs out, and whoever has most lives wins. "
            "In the preset `classic` a 4 counts 0 and turns play round. "
            "House rules of a table are listed in its lobby."
        ),
        N_("Tip: keep black aces, kings, jacks and the queen of hearts for a count close to 100."),
    )

    def situation(self, scene: Scene) -> str:
        if scene.options["after_bust"] == "new_round":
            play = super().situation(scene)
        else:
            play = scene.text.gettext(
                "Play goes {direction} the list.", direction=along_list(scene)
            )
        return "\n".join((play, *self._stock(scene)))

    def _stock(self, scene: Scene) -> Iterable[str]:
        """How long the game can last, where that is limited."""
        text, left = scene.text, scene.public["rebuilds_left"]
        if left is None:
            return
        cards = text.ngettext("one card", "{n} cards", scene.public["stock"])
        if left:
            yield text.ngettext(
                "Stock: {cards}, and one new stock before the game ends.",
                "Stock: {cards}, and {n} new stocks before the game ends.",
                left,
                cards=cards,
            )
        else:
            yield text.gettext("Last stock: {cards}, then the game ends.", cards=cards)

    def begins(self, scene: Scene, event: Mapping[str, Any]) -> str:
        if scene.options["after_bust"] == "new_round":
            return super().begins(scene, event)
        return scene.text.gettext("{name} begins.", name=scene.name(event["first"]))

    def reverses(self, scene: Scene, action: str) -> bool:
        return bool(scene.options["fours"] == "reverse") and super().reverses(scene, action)

    def after_bust(self, scene: Scene) -> str:
        if scene.options["after_bust"] == "new_round":
            return ""
        return scene.text.gettext("The count stays.")

    def choice(self, action: str) -> str:  # noqa: ARG002 - the count says which number it was
        return ""

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        if event["type"] == "over" and sum(scene.public["in"]) > 1:
            return scene.text.gettext("The last stock has run out: most lives win.")
        return super().sentence(scene, event)

    def moves(self, scene: Scene, actions: Iterable[str]) -> Iterable[Move]:
        """The 101 ways to play a black ace become a few buttons and a form."""
        offered = list(actions)
        quick = dict.fromkeys((0, scene.public["pile"], LIMIT))
        aces: set[str] = set()
        for action in offered:
            ace, named, _ = action.partition("=")
            if not named:
                yield from super().moves(scene, (action,))
            elif ace not in aces:
                aces.add(ace)
                named_now = (f"{ace}={count}" for count in quick)
                yield from super().moves(scene, (a for a in named_now if a in offered))
                label = scene.text.gettext("{card} Name a number…", card=face(ace))
                yield Move(ace, label, asks=True)

    def prompt(self, scene: Scene, action: str) -> Prompt | None:
        if action not in ("AC", "AS"):
            return None
        text = scene.text
        return Prompt(
            title=text.gettext("{card}: name the new count", card=face(action)),
            label=text.gettext("A whole number from 0 to 100"),
            hint=text.gettext("The count is {count} now.", count=minus(scene.public["pile"])),
        )


PRESENTER: Final = OneHundredPresenter()
