"""The log: one event a line, with the ids of what it is about; for people, or as JSON for machines.

Ids come from `engine.trace`. A line never holds cards, names, what somebody typed, or a token.
"""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final, Literal

from engine import trace

Format = Literal["text", "json"]

REFERENCE: Final = "reference"
"""The extra fact of a record: what somebody was told to quote when something went wrong."""


def log_to_stdout(level: str, style: Format) -> None:
    """Log as services do; stderr is for what a person has to read."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(FORMATTERS[style]())
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # below INFO they log every event and every row, with the cards in people's hands
    for name in ("aiosqlite", "discord"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


class TextFormatter(logging.Formatter):
    """`2026-11-30 12:00:00,000 ERROR bot.serving: what happened table=5 guild=7`.

    A traceback follows on lines of its own.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        line = " ".join(super().formatMessage(record).split("\n"))
        return " ".join((line, *(f"{name}={value}" for name, value in _facts(record))))


class JsonFormatter(logging.Formatter):
    """One object a line. Ids are strings, as in Discord's own JSON: they don't fit a double."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **dict(_facts(record)),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


FORMATTERS: Final[Mapping[Format, type[logging.Formatter]]] = {
    "text": TextFormatter,
    "json": JsonFormatter,
}


def _facts(record: logging.LogRecord) -> Iterator[tuple[str, str]]:
    """What a line says besides its message."""
    for name, number in trace.subject().items():
        yield name, str(number)
    if (reference := getattr(record, REFERENCE, None)) is not None:
        yield REFERENCE, str(reference)
