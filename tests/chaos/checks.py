"""What has to be true after a storm: no move lost or doubled, no card shown, everybody answered."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from bot.games.toonerville_lay_off import LAY_ALL
from bot.refusals import _SENTENCES
from engine.games import game_names
from engine.record import RecordError
from tests.chaos.deeds import (
    acknowledged_deeds,
    doubled_joins,
    lost_deeds,
    moves_of_others,
    wrong_chips,
)
from tests.chaos.evidence import Evidence, Sent
from tests.chaos.history import Span
from tests.chaos.sight import Sight
from tests.support.cardnames import cards_named

ENGINE = Path(__file__).parents[2] / "engine"
MOVES = ("m", "n", "s", "p")
APOLOGY = "Sorry, something went wrong on my side"
OTHER_REFUSALS = (
    APOLOGY,
    "The table's thread is locked, so nothing was changed.",
    "That took me too long.",
    "That button is from an older version.",
    "That form is from an older version.",
)
RECORD = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:)", re.MULTILINE)
INSTEAD = re.compile(
    r"\A### .*?^(?:The table's thread is locked|I can't show the table's message)[^\n]*\n",
    re.DOTALL | re.MULTILINE,
)
WEATHER = re.compile(r"(?:aiohttp|discord)\.|ConnectionResetError|TimeoutError")
"""What the last line of an error begins with whose cause is the network, or Discord's refusal."""
DEADLINE = 3.0
"""Seconds that Discord gives for an answer."""


def check(evidence: Evidence) -> list[str]:
    """Everything that is wrong, one sentence each."""
    return [
        *evidence.problems,
        *unfinished(evidence),
        *lost_moves(evidence),
        *refused_moves(evidence),
        *doubled_moves(evidence),
        *moves_of_others(evidence),
        *lost_deeds(evidence),
        *doubled_joins(evidence),
        *untrue_records(evidence),
        *wrong_boards(evidence),
        *wrong_chips(evidence),
        *leaks(evidence),
        *cards_in_logs(evidence),
        *errors_in_logs(evidence),
        *(f"nobody answered {_named(each)}" for each in unanswered(evidence)["alive"]),
        *broken_promises(evidence),
    ]


# --- moves --------------------------------------------------------------------------------------


def acknowledged_moves(evidence: Evidence) -> list[Sent]:
    """The moves that their people were told had been made."""
    return [each for each in evidence.sent if _is_move(each) and _says_done(each)]


def lost_moves(evidence: Evidence) -> list[str]:
    """Moves that somebody was told had been made, and that the journal doesn't have."""
    written = {row.interaction_id for table in evidence.tables for row in table.journal}
    return [
        f"lost: {_named(each)}, answered {each.text[:60]!r}"
        for each in acknowledged_moves(evidence)
        if each.id not in written
    ]


def refused_moves(evidence: Evidence) -> list[str]:
    """Moves that are in the journal though their people were told that they weren't made."""
    sent = {each.id: each for each in evidence.sent}
    found = []
    for table in evidence.tables:
        for row in table.journal:
            if row.interaction_id is None:
                continue
            origin = sent.get(row.interaction_id)
            if origin is None:
                found.append(f"table {table.id}, ply {row.ply}: nobody sent this move")
            elif origin.how and not _says_done(origin) and not _is_apology(origin):
                found.append(f"played, but refused: {_named(origin)}, {origin.text[:60]!r}")
    return found


def doubled_moves(evidence: Evidence) -> list[str]:
    """Moves that the journal has twice; the button that lays off all that fits makes several."""
    several = {each.id for each in evidence.sent if each.custom_id.endswith(f":{LAY_ALL}")}
    rows = defaultdict(list)
    for table in evidence.tables:
        for row in table.journal:
            if row.interaction_id is not None:
                rows[row.interaction_id].append((table.id, row.seat, row.ply))
    found = []
    for interaction_id, same in rows.items():
        number, seat, ply = same[0]
        in_a_row = same == [(number, seat, ply + step) for step in range(len(same))]
        if len(same) > 1 and not (interaction_id in several and in_a_row):
            plies = ", ".join(f"table {number} ply {ply}" for number, _, ply in same)
            found.append(f"doubled: interaction {interaction_id} made {plies}")
    return found


# --- tables -------------------------------------------------------------------------------------


def unfinished(evidence: Evidence) -> list[str]:
    """Tables that have not come to their end, and won't by themselves: none of them is waiting."""
    return [
        f"table {table.id} of {table.game} is still {table.status}, {len(table.journal)} plies"
        for table in evidence.tables
        if table.is_live and table.waits_until is None
    ]


def wrong_boards(evidence: Evidence) -> list[str]:
    """Public messages that offer to play where nothing is played, or a second time."""
    live = {table.id for table in evidence.tables if table.is_live}
    counts = Counter(evidence.boards)
    over = [f"a message says that table {each} goes on" for each in sorted(counts.keys() - live)]
    twice = [f"table {each} has {counts[each]} messages" for each in counts if counts[each] > 1]
    return over + twice


def untrue_records(evidence: Evidence) -> list[str]:
    """Games that don't come out as written when they are played again."""
    found = []
    for table in evidence.tables:
        if [row.ply for row in table.journal] != list(range(len(table.journal))):
            found.append(f"table {table.id}: the journal has a gap")
        if table.seed is None:
            continue
        try:
            if table.status == "finished":
                table.record().verify()
            else:
                for _ in table.record().replay():
                    pass
        except RecordError as error:
            found.append(f"table {table.id} of {table.game}: {error}")
    return found


# --- secrets ------------------------------------------------------------------------------------


def leaks(evidence: Evidence) -> list[str]:
    """Cards and move buttons that somebody was shown who may not know them."""
    sight = Sight(evidence)
    return [
        f"leak at {shown.at:.2f} to {shown.viewer or 'everybody'}: {what}: {shown.strings}"
        for shown in evidence.shown
        for what in sight.secrets(shown)
    ]


def cards_in_logs(evidence: Evidence) -> list[str]:
    """Lines of the log that name a card."""
    lines = (line for log in evidence.logs for line in log.splitlines())
    return [
        f"the log names {sorted(named)}: {line}" for line in lines if (named := cards_named(line))
    ]


# --- the log ------------------------------------------------------------------------------------


def errors_in_logs(evidence: Evidence) -> list[str]:
    """Errors that aren't the weather's."""
    records = (record for log in evidence.logs for record in RECORD.split(log))
    errors = (record for record in records if re.match(r"\S+ \S+ (?:ERROR|CRITICAL) ", record))
    return [
        f"an error in the log: {record.splitlines()[0]} … {last}"
        for record in errors
        if not WEATHER.match(last := record.rstrip().rpartition("\n")[2])
    ]


# --- answers ------------------------------------------------------------------------------------


def unanswered(evidence: Evidence) -> dict[str, list[Sent]]:
    """Interactions that got no answer in time, by the excuse that there is for each."""
    excuses = ("down", "weather", "cut off", "busy", "alive")
    found: dict[str, list[Sent]] = {excuse: [] for excuse in excuses}
    for each in evidence.sent:
        if each.acknowledged is None:
            found[_excuse(evidence, each)].append(each)
    return found


def _excuse(evidence: Evidence, each: Sent) -> str:
    window = (each.at, each.at + DEADLINE)
    if _meets(window, evidence.down):
        return "down"
    if each.marred:
        return "weather"
    if not each.delivered or _meets(window, evidence.cut_off):
        return "cut off"
    return "busy" if _meets(window, evidence.busy) else "alive"


def broken_promises(evidence: Evidence) -> list[str]:
    """Interactions that were deferred and then forgotten."""
    return [
        f"deferred, then forgotten: {_named(each)}"
        for each in evidence.sent
        if each.acknowledged is not None
        and not each.how
        and not each.marred
        and not _meets((each.at, each.at + 60), evidence.down)
    ]


def _meets(window: Span, spans: Iterable[Span]) -> bool:
    return any(begun < window[1] and window[0] < ended for begun, ended in spans)


# --- what an answer says ------------------------------------------------------------------------


def _is_move(each: Sent) -> bool:
    return each.custom_id.partition(":")[0] in MOVES and each.how != "modal"


def _says_done(each: Sent) -> bool:
    """Whether the answer shows a move as made: only a refused one is answered by a new message.

    It comes first, but for what a hand has to say where the table's message can't be shown.
    """
    return each.how in ("update", "edit") and not _refusals().match(INSTEAD.sub("", each.text))


def _is_apology(each: Sent) -> bool:
    """Whether it only says that the answer was lost: the next click tells whether it was made."""
    return each.marred and each.text.startswith(APOLOGY)


@cache
def _refusals() -> re.Pattern[str]:
    """What an answer begins with that refuses a move."""
    sentences = [*_SENTENCES.values(), *OTHER_REFUSALS, *_illegal()]
    patterns = (re.sub(r"\\\{\w+\\\}", ".+", re.escape(sentence)) for sentence in sentences)
    return re.compile("|".join(patterns))


def _illegal() -> Iterator[str]:
    """The sentences with which the rules refuse an action."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("IllegalAction"):
                for argument in node.args[:1]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _named(each: Sent) -> str:
    return f"interaction {each.id} ({each.custom_id or f'/{each.command}'})"


# --- in short -----------------------------------------------------------------------------------


def summary(evidence: Evidence) -> str:
    """The figures of a run, a line each."""
    silent = unanswered(evidence)
    games = Counter((table.game, table.status) for table in evidence.tables)
    lines = [
        f"kills survived: {evidence.kills}, {evidence.young} of them while it was starting",
        f"interactions: {len(evidence.sent)}",
        f"moves acknowledged: {len(acknowledged_moves(evidence))}",
        f"moves lost: {len(lost_moves(evidence))}",
        f"moves refused, but played: {len(refused_moves(evidence))}",
        f"moves doubled: {len(doubled_moves(evidence))}",
        f"other deeds acknowledged: {len(acknowledged_deeds(evidence))}",
        f"other deeds not done: {len(lost_deeds(evidence))}",
        f"interactions answered: {sum(bool(each.how) for each in evidence.sent)}",
        f"unanswered while alive: {len(silent['alive'])}",
        f"unanswered while the bot was down: {len(silent['down'])}",
        f"unanswered as the gateway was cut off: {len(silent['cut off'])}",
        f"unanswered as the answer was lost on its way: {len(silent['weather'])}",
        f"unanswered as the machine was too busy: {len(silent['busy'])}",
        f"leaks: {len(leaks(evidence))}",
        f"cards in the log: {len(cards_in_logs(evidence))}",
        f"errors in the log that aren't the weather's: {len(errors_in_logs(evidence))}",
        f"requests that met bad weather: {evidence.weather}",
        f"messages that offer too much: {len(wrong_boards(evidence))}",
        f"chips: {'none here' if evidence.ledger is None else len(wrong_chips(evidence))}",
        f"tables that wait for their people: {sum(table.is_live for table in evidence.tables)}",
        *(
            f"{game}: {games[game, 'finished']} finished, {games[game, 'cancelled']} closed"
            for game in game_names()
        ),
    ]
    return "\n".join(lines)
