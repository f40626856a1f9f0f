"""What the bot writes to its log during a test."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

OURS = ("bot", "engine")


class Logbook(logging.Handler):
    """Keeps every record; one of level ERROR fails the test unless it was `expected`."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []
        self._expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def expect(self, words: str) -> None:
        """Errors whose message holds these words are what the test is about."""
        self._expected.append(words)

    @property
    def text(self) -> str:
        return "\n".join(record.getMessage() for record in self.records)

    @property
    def errors(self) -> list[str]:
        """Errors that nobody expected."""
        bad = [record for record in self.records if record.levelno >= logging.ERROR]
        return [
            f"log of {record.name}: {record.getMessage()} {record.exc_info!r}"
            for record in bad
            if not any(words in record.getMessage() for words in self._expected)
        ]

    @contextmanager
    def listening(self, *others: logging.Handler) -> Iterator[None]:
        """Hear all that the bot and the engine log, together with other handlers."""
        loggers = [logging.getLogger(name) for name in OURS]
        levels = [logger.level for logger in loggers]
        handlers = [self, *others]
        root = logging.getLogger()
        for handler in handlers:
            root.addHandler(handler)
        for logger in loggers:
            logger.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)
            for handler in handlers:
                root.removeHandler(handler)
