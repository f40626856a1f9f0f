"""Building a contract of Toonerville Rook meld by meld; how far one is stands in the view.

A view is "b=", then the finished melds, each ended by "." (a run, in its order) or "/" (a set),
then the cards picked for the next one, after "=" if their order is chosen too, then "~" and those
of them that are put back. A card is one sign. Digits and commas mean nothing: menus need them to
tell their choices apart, and a digit in front makes new menus of those that were there before,
whose choices an app would remember.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_letters, digits
from typing import Final, Literal

from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move
from bot.games.rook_cards import face, spoken
from bot.games.toonerville_laying import melds_words, way_of, why_not
from bot.games.toonerville_picks import lacking_for, picked_lines, possible_melds, run_orders
from bot.games.toonerville_seen import (
    MOST_CHOICES,
    Seen,
    contract_words,
    group_lines,
    left_words,
)
from engine.games._rook_melds import Meld, meld_of
from engine.games._toonerville_cards import cards_of, names

BUILD: Final = "b="
SHORT: Final = "meld*"
"""What an action begins with that is written as short as a view; see `spelled_out`."""
LONGEST: Final = 65
"""Characters of an action or a view that a custom_id has room for, whatever the table."""

_SIGNS: Final = ascii_letters + "-_*+!"
_CARDS: Final = {sign: card for card, sign in enumerate(_SIGNS)}
_OUT: Final = "~"
_MEANINGLESS: Final = re.compile(r"[0-9,]")
_MELD: Final = re.compile(r"([^./]*)([./])")
_ENDS: Final[dict[str, Literal["run", "set"]]] = {".": "run", "/": "set"}


@dataclass(frozen=True)
class Building:
    """The melds that are finished, and the cards picked for the next."""

    melds: tuple[Meld, ...] = ()
    picked: tuple[int, ...] = ()
    in_order: bool = False
    """Whether the order of the picked cards, which are a run, is chosen."""
    times_back: int = 0
    """How often something was taken back; of that the last digit."""

    @property
    def view(self) -> str:
        times = str(self.times_back) if self.times_back else ""
        return BUILD + times + _written(self.melds) + "=" * self.in_order + _signs(self.picked)

    @property
    def used(self) -> Counter[int]:
        """The cards that are no longer to be picked."""
        return Counter([*(card for meld in self.melds for card in meld.cards), *self.picked])

    def added(self, meld: Meld) -> "Building":
        """The same with the picked cards as a finished meld."""
        return Building((*self.melds, meld), times_back=self.times_back)

    def without(self, cards: Iterable[int]) -> "Building":
        """The same with these picked cards put back."""
        picked = list(self.picked)
        for card in cards:
            picked.remove(card)
        return Building(self.melds, tuple(picked), times_back=(self.times_back + 1) % 10)

    def needs(self, seen: Seen, *, run: bool) -> int:
        """How many runs or sets of the contract are still to be built."""
        asked = seen.contract.runs if run else seen.contract.sets
        return asked - sum(meld.is_run == run for meld in self.melds)


def _signs(cards: Iterable[int]) -> str:
    return "".join(_SIGNS[card] for card in cards)


def _written(melds: Iterable[Meld]) -> str:
    return "".join(_signs(meld.cards) + ("." if meld.is_run else "/") for meld in melds)


def _read_melds(written: str, max_rooks: int | None) -> tuple[Meld, ...]:
    """The melds that are written so; ValueError if they are none."""
    melds = []
    for signs, end in _MELD.findall(written):
        kind, cards = _ENDS[end], [_CARDS.get(sign, -1) for sign in signs]
        if -1 in cards:
            raise ValueError("no card")
        melds.append(meld_of(kind, cards, max_rooks))
    return tuple(melds)


def building_of(seen: Seen, view: str) -> Building | None:
    """What a view says has been built; None if it can't have been."""
    rest, _, out = view.removeprefix(BUILD).partition(_OUT)
    times_back = int(rest[0]) if rest and rest[0] in digits else 0
    written, gone = _MEANINGLESS.sub("", rest), _MEANINGLESS.sub("", out)
    finished = written[: max(written.rfind("."), written.rfind("/")) + 1]
    rest = written.removeprefix(finished)
    in_order, picks = rest.startswith("="), rest.removeprefix("=")
    if len(written) + len(BUILD) >= LONGEST or not all(sign in _CARDS for sign in picks + gone):
        return None
    try:
        melds = _read_melds(finished, seen.max_rooks)
    except ValueError:  # an illegal action is one
        return None
    built = Building(melds, tuple(_CARDS[sign] for sign in picks), in_order, times_back)
    needs = built.needs(seen, run=True), built.needs(seen, run=False)
    if built.used - Counter(seen.cards) or min(needs) < 0 or (picks and not any(needs)):
        return None
    if gone and not Counter(gone) - Counter(picks):
        return built.without(_CARDS[sign] for sign in gone)
    if in_order and built.picked not in run_orders(built.picked, seen.max_rooks):
        return replace(built, in_order=False)
    return built


def spelled_out(seen: Seen, action: str) -> str:
    """The contract that a short action stands for; the action itself if it is none."""
    try:
        melds = _read_melds(action.removeprefix(SHORT), seen.max_rooks)
    except ValueError:
        return action
    return way_of(seen, melds).action if melds else action


# --- the page -------------------------------------------------------------------------------------


def build_page(seen: Seen, view: str) -> Hand | None:
    """The contract as far as it is built, the picked cards, and what to do next.

    None where there is no contract to be laid down or the view makes no sense.
    """
    built = building_of(seen, view) if seen.actions("meld") else None
    if built is None:
        return None
    if not built.needs(seen, run=True) and not built.needs(seen, run=False):
        return _complete(seen, built)
    text = seen.text
    melds = possible_melds(built.picked, seen.max_rooks, in_order=built.in_order)
    lines = [*_so_far(seen, built), *picked_lines(seen, built.picked, melds)]
    controls = _additions(seen, built, melds)
    if melds and not controls:
        lines.append(text.gettext("The contract needs no more of that kind."))
        lines.append(lacking_for(seen, built.picked, run=not melds[0].is_run))
    controls += _turned(seen, built, melds)
    controls += _pick_menus(seen, built)
    if built.picked:
        lines.append(text.gettext("-# More cards from the menu join those that you picked."))
        controls += _put_back(seen, built)
    controls += _ways_back(seen, built)
    return Hand((*lines, _left_lines(seen, built)), tuple(controls))


def _so_far(seen: Seen, built: Building) -> list[str]:
    text, contract = seen.text, seen.contract
    asked = contract_words(text, contract.runs, contract.sets)
    lines = [text.gettext("**Your contract: {contract}.**", contract=asked)]
    if contract.whole:
        lines.append(text.gettext("It has to use your whole hand."))
    lines += [
        text.gettext("- Meld {number}: {meld}", number=number, meld=melds_words([meld], text))
        for number, meld in enumerate(built.melds, start=1)
    ]
    runs, sets = built.needs(seen, run=True), built.needs(seen, run=False)
    if built.melds and runs + sets:
        lines.append(text.gettext("Still to come: {rest}.", rest=contract_words(text, runs, sets)))
    return lines


def _left_lines(seen: Seen, built: Building) -> str:
    left = names(sorted((Counter(seen.cards) - built.used).elements()))
    heading = seen.text.ngettext("{n} card is left:", "{n} cards are left:", len(left))
    return group_lines(seen, heading, left) if left else ""


def _additions(seen: Seen, built: Building, melds: Sequence[Meld]) -> list[Control]:
    """The looks that make finished melds of the picked cards, where the contract has room."""
    text = seen.text
    labels = {True: text.gettext("Add this run"), False: text.gettext("Add this set")}
    return [
        Look(built.added(meld).view, labels[meld.is_run])
        for meld in melds
        if built.needs(seen, run=meld.is_run)
    ]


def _turned(seen: Seen, built: Building, melds: Sequence[Meld]) -> list[Control]:
    """The look that moves a Rook from one end of a run to the other, where there is a choice."""
    orders = run_orders(built.picked, seen.max_rooks)
    runs = [meld for meld in melds if meld.is_run]
    if len(orders) < 2 or not runs:
        return []
    other = orders[(orders.index(runs[0].cards) + 1) % len(orders)]
    label = seen.text.gettext("Rook at the other end")
    if len(orders) > 2:
        label = seen.text.gettext("Rooks at other places")
    return [Look(replace(built, picked=other, in_order=True).view, label)]


def _pick_menus(seen: Seen, built: Building) -> list[Control]:
    """Menus of the cards that are left, every single one of them a choice."""
    text = seen.text
    begun = replace(built, in_order=False).view
    room = LONGEST - 2 - len(begun)  # the sign that ends a meld comes as well
    left = Counter(seen.cards) - built.used
    if room <= 0:
        return []
    menus: list[Control] = []
    packs = seen.packs(names(sorted(left.elements())))
    for number, (title, cards) in enumerate(packs):
        choices, copies = [], Counter[str]()
        for card in cards:
            copies[card] += 1
            choices.append(_choice(seen, card, copies[card], cards.count(card)))
        placeholder = text.gettext("Pick cards …")
        if len(packs) > 1:
            placeholder = text.gettext("Pick cards … ({group})", group=title)
        view = f"{begun},{number}" if number else begun
        most = min(room, len(choices))
        menus.append(Menu(placeholder, tuple(choices), view=view, most=most))
    return menus


def _put_back(seen: Seen, built: Building) -> list[Control]:
    """A menu that puts some picked cards back, and the look that does it with all."""
    text, controls = seen.text, list[Control]()
    if len(built.picked) > 1:
        cards = names(sorted(built.picked[-MOST_CHOICES:]))
        choices = tuple(
            _choice(seen, card, cards[:place].count(card) + 1, cards.count(card))
            for place, card in enumerate(cards)
        )
        view = replace(built, in_order=False).view + _OUT
        controls.append(Menu(text.gettext("Put back …"), choices, view=view, most=len(choices)))
    controls.append(Look(built.without(built.picked).view, text.gettext("Put these cards back")))
    return controls


def _choice(seen: Seen, card: str, copy: int, copies: int) -> Choice:
    text, sign = seen.text, _signs(cards_of([card]))
    shown = {"card": face(card, text), "name": spoken(card, text)}
    if copies == 1:
        return Choice(sign, shown["card"], shown["name"])
    label = text.gettext("{card} ({n} of {all})", n=copy, all=copies, **shown)
    return Choice(f"{sign}{copy}", label, shown["name"])


def _ways_back(seen: Seen, built: Building) -> list[Control]:
    text = seen.text
    controls: list[Control] = []
    if len(built.melds) > 1:
        last = replace(built, melds=built.melds[:-1]).without(built.picked)
        controls.append(Look(last.view, text.gettext("Take back the last meld")))
    if built.melds:
        again = replace(built, melds=()).without(built.picked)
        controls.append(Look(again.view, text.gettext("Start again")))
    controls.append(Look("", text.gettext("Back")))
    return controls


def _complete(seen: Seen, built: Building) -> Hand:
    text, way = seen.text, way_of(seen, built.melds)
    lines = _so_far(seen, built)
    controls: list[Control] = []
    if reason := why_not(seen, way.action):
        lines.append(reason)
    else:
        left = left_words(seen, way.left)
        lines.append(text.gettext("The contract is complete. It {leaves}.", leaves=left))
        short = SHORT + _written(built.melds)
        action = way.action if len(way.action) <= LONGEST else short
        controls.append(Move(action, text.gettext("Lay this contract down")))
    controls += _ways_back(seen, built)
    return Hand((*lines, _left_lines(seen, built)), tuple(controls))
