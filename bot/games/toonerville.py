"""Toonerville Rook in words and buttons: rounds with contracts, melds for all, secret purchases."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.games import toonerville_hand, toonerville_news, toonerville_own, toonerville_table
from bot.games.presenter import Hand, Move, Presenter, Scene, Wish
from bot.games.rook_cards import counted, face, shown_fact
from bot.text import N_, Text

_RULES: Final = (
    N_(
        "Up to eleven rounds, each with its own **contract** of runs and sets. Get rid of your "
        "cards: what is left in your hand counts against you, and the lowest total wins."
    ),
    N_(
        "**The cards**: One deck for each player, shuffled together: 1 to 14 in black, green, red "
        "and yellow, and a **Rook**. A Rook stands for any card you like."
    ),
    N_("- **Run**: at least four cards of one colour in sequence; 1 is low, 14 is high."),
    N_("- **Set**: at least three cards of one number, in any colours; equal cards may be in it."),
    N_("- Each needs at least one card that is no Rook."),
    N_("**Your turn**"),
    N_(
        "- **Take** the top discard, or **decline** it and draw from the pile. A card that you "
        "take can't be discarded in the same turn."
    ),
    N_(
        "- If you decline, the others are asked in secret whether they **buy** the discard. Of "
        "those who want it, the nearest on your left (the next in the list of players) gets it and "
        "draws one card more. No answer in time is a pass. Then you draw."
    ),
    N_(
        "- **Lay down** the contract if you hold it: all its melds at once, exactly as many runs "
        "and sets as it asks for, each as long as you like."
    ),
    N_(
        "- Once it is down you may **lay off** single cards on any meld of the table, in the same "
        "turn too. More melds of your own aren't allowed."
    ),
    N_(
        "- A Rook in a **run** can be taken out by putting the card it stands for in its place. "
        "You have to play such a Rook in the same turn. In a set it stays."
    ),
    N_("- **Discard** one card to end your turn."),
    N_(
        "Whoever plays their last card goes out and ends the round, by laying it off or "
        "discarding it."
    ),
    N_(
        "**Contracts**: 1: 2 sets · 2: 1 run, 1 set · 3: 2 runs · 4: 3 sets · 5: 1 run, 2 sets · "
        "6: 2 runs, 1 set · 7: 4 sets · 8: 3 runs · 9: 5 sets · 10: 4 runs · 11: 2 runs, 2 sets. "
        "You get 12 cards, in rounds 9, 10 and 11 you get 15, 16 and 14."
    ),
    N_(
        "In round 11 the contract is laid down only with the **whole hand**, and that ends the "
        "round."
    ),
    N_(
        "**Points** for cards left in hand: 1 to 9 count 5, 10 to 14 count 10, a Rook 25. Whoever "
        "goes out has none."
    ),
    N_(
        "When the draw pile is empty, the discards are shuffled into a new one, only so often in a "
        "round. When no cards are left to draw, or after very many turns, the round ends and "
        "everybody counts. How often and how many the table's house rules say."
    ),
    N_("Tip: buying helps you to a contract, but every purchase is two cards more that may count."),
)


class ToonervillePresenter(Presenter):
    """The words of Toonerville Rook."""

    game: ClassVar[str] = "toonerville"
    summary: ClassVar[str] = N_(
        "Eleven rounds of runs and sets with Rook cards. Lay down the round's contract, get rid "
        "of your cards, and end with the lowest total."
    )
    rules_text: ClassVar[Sequence[str]] = _RULES
    option_names: ClassVar[Mapping[str, str]] = {
        "first_round": N_("First round"),
        "last_round": N_("Last round"),
        "max_rooks": N_("Rooks in a meld at most"),
        "buy_limit": N_("Purchases a round"),
        "reshuffles": N_("Reshuffles a round"),
        "turns": N_("Turns a round"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        "first_round": N_("The round that is played first, 1 to 11; 1 to 3 make a short game (1)"),
        "last_round": N_("The round that is played last, not before the first (11)"),
        "max_rooks": N_("How many Rooks a meld may hold, lay-offs included (no limit)"),
        "buy_limit": N_("How often everybody may buy in a round (no limit)"),
        "reshuffles": N_("How often the discards of a round are shuffled into a new draw pile (2)"),
        "turns": N_("After so many turns a round ends, and everybody counts their hand (300)"),
    }
    none_names: ClassVar[Mapping[str, str]] = {
        "max_rooks": N_("no limit"),
        "buy_limit": N_("no limit"),
    }
    layouts: ClassVar[Mapping[str, str]] = {
        "colour": N_("grouped by colour"),
        "number": N_("grouped by number"),
    }
    milestones: ClassVar[Mapping[str, str]] = {
        "buy": N_("Next purchase"),
        "meld": N_("Next contract"),
        "round_over": N_("Next end of a round"),
    }
    has_steps: ClassVar[bool] = True

    # --- what everybody sees --------------------------------------------------------------------

    def headline(self, scene: Scene) -> str:
        return toonerville_table.headline(scene)

    def seat_note(self, scene: Scene, seat: int) -> str:
        return toonerville_table.seat_note(scene, seat)

    def picks_together(self, public: Mapping[str, Any]) -> bool:
        return bool(public["phase"] == "buy")

    def asks_aside(self, public: Mapping[str, Any]) -> bool:
        return bool(public["phase"] == "buy")

    def waits_for_names(self, public: Mapping[str, Any]) -> bool:
        return public["phase"] in ("draw", "meld")

    def stage(self, public: Mapping[str, Any]) -> object:
        """Whatever everybody sees happen, but no secret answer (TR-9)."""
        turn = public["round"], public["turn_no"], public["phase"], public["must_play_rooks"]
        return *turn, *public["hand_sizes"]

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        if scene.public["phase"] != "buy":
            return ()
        text = scene.text
        return Move("buy", text.gettext("Buy")), Move("pass", text.gettext("Pass"))

    def not_asked(self, scene: Scene, seat: int) -> str:
        return toonerville_own.not_asked(scene, seat)

    def sheet(self, scene: Scene) -> str:
        return toonerville_table.sheet(scene)

    def result_note(self, scene: Scene, seat: int) -> str:
        return scene.text.ngettext("{n} point", "{n} points", scene.public["scores"][seat])

    # --- what has happened ----------------------------------------------------------------------

    def news(self, scene: Scene, limit: int) -> list[str]:
        return toonerville_news.news(scene, limit)

    def hand_news(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],  # noqa: ARG002
        limit: int,
    ) -> list[str]:
        return toonerville_own.hand_news(scene, seat, limit)

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        return toonerville_news.sentence(scene, event)

    def own_sentence(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
        return toonerville_own.own_sentence(scene, seat, private)

    # --- the hand -------------------------------------------------------------------------------

    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",
    ) -> Hand:
        return toonerville_hand.hand(
            scene, seat, private, legal, view, scene.layout, scene.standing
        )

    def wish(self, view: str) -> Wish | None:
        kind, _, value = view.partition("=")
        if kind == "layout" and value in self.layouts:
            return Wish("layout", value)
        return Wish("standing", value) if view.startswith("standing=") else None

    def steps(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],  # noqa: ARG002
        action: str,
    ) -> tuple[str, ...]:
        """A few buttons stand for several actions, or for one that is too long for a button."""
        done = toonerville_hand.performed(scene, seat, private, action)
        return tuple(done) or (action,)

    def long_actions(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> Iterable[str]:
        return toonerville_hand.long_actions(scene, seat, private)

    def fact(self, text: Text, value: object) -> object:
        return shown_fact(value, text)

    def held(self, text: Text, private: Mapping[str, Any]) -> str:
        # a line may break between two cards, not within one
        faces = (face(card, text).replace(" ", "\N{NO-BREAK SPACE}") for card in private["hand"])
        return counted(faces)


PRESENTER: Final = ToonervillePresenter()
