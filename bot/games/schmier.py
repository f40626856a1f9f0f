"""Schmier in words and buttons: the auction, secret discards, tricks, and what a hand brought."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.games import schmier_hand, schmier_news, schmier_own, schmier_table
from bot.games.adding import minus
from bot.games.cards import SUIT_WORDS, face, is_card
from bot.games.presenter import Hand, Presenter, Scene
from bot.text import N_, Text
from engine.cards import JOKER

_RULES: Final = (
    N_(
        "Six players in teams; partners never sit side by side. 52 cards and a joker. A hand is "
        "worth up to six points, and the first team with enough of them wins: 21, or what the "
        "table has agreed."
    ),
    N_("**The six points**"),
    N_("- **high**: for playing the ace of trumps"),
    N_("- **low**: for playing the two of trumps, whoever wins the trick"),
    N_(
        "- **right**: for winning the trick in which the right bower lies, the jack of trumps, "
        "whoever played it"
    ),
    N_(
        "- **left**: for winning the trick in which the left bower lies, the other jack of the "
        "same colour (black or red)"
    ),
    N_("- **joker**: for winning the trick in which the joker lies"),
    N_(
        "- **game**: for the most card points in tricks: a ten is 10, A 4, K 3, Q 2, any jack and "
        "the joker 1. A tie is nobody's."
    ),
    N_(
        "**Bidding.** Six cards each. Beginning left of the dealer, everybody speaks once: pass, "
        "or bid how many points your team will win, 3 to 6 and more than the last bid. The highest "
        "bidder names the trump suit. If all pass, the dealer deals again; after three such deals "
        "in a row the next dealer has to bid 3."
    ),
    N_(
        "**Exchange.** In secret, all but the dealer throw away up to three cards, no trumps, and "
        "get as many new ones; who doesn't choose in time keeps all. The dealer takes all the "
        "rest of the stock and throws down to six cards: no trumps, unless there are more than "
        "six. The A and the 2 of trumps, both bowers and the joker always stay."
    ),
    N_(
        "**Tricks.** The bidder leads any card. Clockwise, everybody plays a card of the suit led "
        "if they can; if not, any card. The highest trump wins the trick, without trumps the "
        "highest card of the suit led. The winner leads next."
    ),
    N_("- Trumps from the top: A, K, Q, right bower, left bower, 10, 9 … 2, joker."),
    N_(
        "- The left bower and the joker **are** trumps: they follow a trump that was led, and the "
        "left bower doesn't follow the suit printed on it."
    ),
    N_("- Other suits from the top: A, K, Q, J, 10 … 2."),
    N_(
        "**Scores.** A bidding team that wins at least its bid scores all its points; if not, it "
        "loses the bid and scores nothing. The other teams always score what they won. If teams "
        "are level at the top with enough to win, the bidding team wins; if it isn't among them, "
        "another hand is played. House rules of a table are listed in its lobby."
    ),
    N_("Tip: tens decide the game point. Play one into a trick that your partner is sure to win."),
)


class SchmierPresenter(Presenter):
    """The words of Schmier."""

    game: ClassVar[str] = "schmier"
    summary: ClassVar[str] = N_(
        "Six players in teams. The highest bidder names trump, and six points are at stake in "
        "every hand."
    )
    rules_text: ClassVar[Sequence[str]] = _RULES
    option_names: ClassVar[Mapping[str, str]] = {
        "teams": N_("Teams"),
        "dealer_forced": N_("The dealer must bid if all pass"),
        "first_lead_trump": N_("The bidder must lead a trump first"),
        "target": N_("Points to win"),
        "max_hands": N_("Most hands"),
    }
    option_help: ClassVar[Mapping[str, str]] = {
        "teams": N_("Three teams of two, or two teams of three? (three)"),
        "dealer_forced": N_(
            "Must the dealer bid 3 if all others pass, instead of a new deal? (no)"
        ),
        "first_lead_trump": N_("Must the bidder's first card be a trump? (no)"),
        "target": N_("The points with which a team wins (21)"),
        "max_hands": N_("After so many hands the best team wins, whatever its points (60)"),
    }
    choice_names: ClassVar[Mapping[str, str]] = {
        "3x2": N_("three teams of two"),
        "2x3": N_("two teams of three"),
    }
    milestones: ClassVar[Mapping[str, str]] = {
        "trick": N_("Next trick"),
        "bidder": N_("Next highest bid"),
        "score": N_("Next end of a hand"),
    }

    # --- what everybody sees --------------------------------------------------------------------

    def headline(self, scene: Scene) -> str:
        return schmier_table.headline(scene)

    def team_note(self, scene: Scene, team: int) -> str:
        return schmier_table.team_note(scene, team)

    def seat_note(self, scene: Scene, seat: int) -> str:
        return schmier_table.seat_note(scene, seat)

    def picks_together(self, public: Mapping[str, Any]) -> bool:
        return bool(public["phase"] == "discard")

    def waits_for_names(self, public: Mapping[str, Any]) -> bool:
        return public["phase"] in ("trump", "dealer_discard")

    def stage(self, public: Mapping[str, Any]) -> object:
        """The first bid counts, since cards that all passed are dealt anew in the same hand."""
        tricks, any_bid = sum(public["tricks_won"]), bool(public["bids"])
        return public["hand_no"], public["phase"], any_bid, tricks

    def result_note(self, scene: Scene, seat: int) -> str:
        score = scene.public["scores"][schmier_table.team_of(scene.public, seat)]
        return scene.text.ngettext("{score} point", "{score} points", score, score=minus(score))

    # --- what has happened ----------------------------------------------------------------------

    def news(self, scene: Scene, limit: int) -> list[str]:
        return schmier_news.news(scene)[-limit:]

    def hand_news(
        self, scene: Scene, seat: int, private: Mapping[str, Any], limit: int
    ) -> list[str]:
        return schmier_own.hand_news(scene, seat, private)[-limit:]

    def sentence(self, scene: Scene, event: Mapping[str, Any]) -> str | None:
        return schmier_news.sentence(scene, event)

    def own_sentence(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
        return schmier_own.own_sentence(scene, seat, private)

    def late_sentence(self, scene: Scene, seat: int, private: Mapping[str, Any]) -> str:
        if schmier_own.kept_all(scene, seat, private):
            return scene.text.gettext("Time was up, so you kept all your cards.")
        return super().late_sentence(scene, seat, private)

    # --- the hand -------------------------------------------------------------------------------

    def hand(
        self,
        scene: Scene,
        seat: int,
        private: Mapping[str, Any],
        legal: Sequence[str],
        view: str = "",
    ) -> Hand:
        return schmier_hand.hand(scene, seat, private, legal, view)

    def held(self, text: Text, private: Mapping[str, Any]) -> str:
        thrown = private["thrown"]
        held = " · ".join(face(card) for card in private["hand"] if card not in thrown)
        if not thrown:
            return held
        away = " · ".join(map(face, thrown))
        return text.gettext("{cards} (thrown away: {thrown})", cards=held, thrown=away)

    def completed(self, action: str, values: Sequence[str]) -> str:
        return schmier_hand.completed(action, values)

    def fact(self, text: Text, value: object) -> object:
        if isinstance(value, str) and (is_card(value) or value == JOKER):
            return face(value)
        if isinstance(value, str) and value in SUIT_WORDS:
            return text.gettext(value)
        return value


PRESENTER: Final = SchmierPresenter()
