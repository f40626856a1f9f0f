"""What can go wrong with the database, in three words: trouble, refused, already played.

Driver errors never leave the store: `translate` turns them into one of these, with a message of one
line that names neither a password nor what a row holds.
"""

import sqlite3
from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

_SQLITE_DUPLICATE = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}
_SQLITE_REFUSALS = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError)
# A commit that SQLite refuses for one of these reasons has left the file as it was.
_SQLITE_NOT_COMMITTED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}

_POSTGRES_DUPLICATE = "23505"
_POSTGRES_REFUSALS = ("22", "23")  # SQLSTATE classes: data exception, integrity violation

DATABASE_ERRORS = (
    DBAPIError,
    PoolTimeout,
    sqlite3.Error,
    OSError,  # includes TimeoutError
    ValueError,  # a value that the driver can't send: a lone surrogate, a wrong type
    OverflowError,
)
"""What drivers raise when a statement fails; anything else is a mistake in the program."""


class StoreError(Exception):
    """The database could not do it.

    `certain` is True when nothing was written, and False when the connection broke during the
    commit: then only reading again tells whether it was.
    """

    def __init__(self, message: str, *, certain: bool = True) -> None:
        super().__init__(message)
        self.certain = certain

    def copy(self) -> "StoreError":
        """The same trouble for another caller; a raised exception belongs to one task."""
        return type(self)(str(self), certain=self.certain)


class Refused(StoreError):
    """The database is well, but what was asked doesn't fit what it holds. Nothing was written."""


class AlreadyPlayed(Refused):
    """Somebody was faster: the ply has been played, or the lobby has started or closed."""


class ShortOfChips(Refused):
    """Somebody can't pay a `stake`: `short` has them, with the chips that they have."""

    def __init__(
        self,
        message: str,
        short: Mapping[int, int] = MappingProxyType({}),
        *,
        stake: int = 0,
        certain: bool = True,
    ) -> None:
        super().__init__(message, certain=certain)
        self.short = short
        self.stake = stake


class Erased(Refused):
    """The data of the person who asked for it have been deleted since, or are being deleted."""


def translate(error: Exception, *, committing: bool = False) -> StoreError:
    """The store's error for a driver's; `committing` says that it came from the commit itself."""
    cause = _driver_error(error)
    if _is_duplicate(cause):
        return AlreadyPlayed("it is in the database already")
    if _is_refusal(cause):
        return Refused(f"the database refused it: {type(cause).__name__}")
    certain = not committing or _primary_code(cause) in _SQLITE_NOT_COMMITTED
    return StoreError(f"the database failed: {one_line(error)}", certain=certain)


def one_line(error: BaseException) -> str:
    """The first line of what the driver said, or the name of the error if it said nothing."""
    cause = _driver_error(error)
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__


def _driver_error(error: BaseException) -> BaseException:
    """Unwrap SQLAlchemy's error, and its asyncpg adapter's, down to what the driver raised."""
    if not isinstance(error, DBAPIError) or error.orig is None:
        return error
    return error.orig.__cause__ or error.orig


def _is_duplicate(cause: BaseException) -> bool:
    return (
        getattr(cause, "sqlite_errorcode", None) in _SQLITE_DUPLICATE
        or getattr(cause, "sqlstate", None) == _POSTGRES_DUPLICATE
    )


def _is_refusal(cause: BaseException) -> bool:
    sqlstate = getattr(cause, "sqlstate", None) or ""
    return (
        isinstance(cause, (*_SQLITE_REFUSALS, ValueError, OverflowError))
        or sqlstate[:2] in _POSTGRES_REFUSALS
    )


def _primary_code(cause: BaseException) -> int | None:
    """SQLite's primary result code: the low byte of an extended one."""
    code = getattr(cause, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
