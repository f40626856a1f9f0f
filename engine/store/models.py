"""The schema, as SQLAlchemy models; the migrations build the same and a test compares the two.

Times are seconds since the Unix epoch. On SQLite the tables with a natural key are stored in the
order of that key (WITHOUT ROWID): a table's journal lies together, and an insert writes one tree.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    false,
    text,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Constraint names are spelt out so that a later migration can name what it drops."""

# SQLite numbers rows by itself only where the type is exactly INTEGER.
_Id = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    """What all tables of the schema share."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {int: BigInteger, float: Double, str: String, bytes: LargeBinary}  # noqa: RUF012


class Table(Base):
    """A table from its lobby to its end. Ids are never used twice: old buttons name them."""

    __tablename__ = "tables"
    __table_args__ = (
        Index(None, "status"),
        Index(None, "guild_id", "status"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    guild_id: Mapped[int] = mapped_column(doc="Discord server")
    channel_id: Mapped[int] = mapped_column(doc="channel of the table's message")
    message_id: Mapped[int | None] = mapped_column(doc="the table's message, once it is posted")
    host_id: Mapped[int] = mapped_column(doc="user who may start and cancel")
    game: Mapped[str] = mapped_column(doc="name in the engine's registry")
    options: Mapped[dict[str, Any]] = mapped_column(JSON, doc="every option with its value")
    wanted: Mapped[int] = mapped_column(Integer, doc="number of seats")
    pace: Mapped[str] = mapped_column(doc="live, relaxed, slow or none")
    stake: Mapped[int] = mapped_column(Integer, doc="chips a seat puts into the pot")
    level: Mapped[str] = mapped_column(doc="level of computers that are added")
    status: Mapped[str] = mapped_column(doc="lobby, playing, finished or cancelled")
    server_seed: Mapped[bytes] = mapped_column(doc="32 random bytes drawn when the lobby opened")
    salt: Mapped[str | None] = mapped_column(doc="join interactions in seat order, joined by ','")
    dealer: Mapped[int | None] = mapped_column(Integer, doc="first dealer; null: the seed decides")
    seed: Mapped[bytes | None] = mapped_column(doc="32 bytes of the deal: SHA-256(seed, salt)")
    closes_at: Mapped[float | None] = mapped_column(doc="when an idle table closes")
    deadline: Mapped[float | None] = mapped_column(doc="as of the start or a later change of it")
    deadline_ply: Mapped[int] = mapped_column(
        Integer, server_default="0", doc="plies played then; later the journal's deadline counts"
    )
    opened_at: Mapped[float] = mapped_column(doc="when the lobby opened")
    started_at: Mapped[float | None] = mapped_column(doc="when the cards were dealt")
    ended_at: Mapped[float | None] = mapped_column(doc="when it was finished or cancelled")
    closed_reason: Mapped[str | None] = mapped_column(doc="why it was cancelled")
    parent_id: Mapped[int | None] = mapped_column(
        doc="channel it was opened in, if channel_id is a thread of its own"
    )
    paused_at: Mapped[float | None] = mapped_column(doc="since when its people have paused it")
    rematch_of: Mapped[int | None] = mapped_column(doc="table whose people play again here")
    open_seats: Mapped[bool] = mapped_column(
        server_default=false(), doc="computers' seats may be taken at once, not at the next deal"
    )
    settled: Mapped[bool] = mapped_column(
        server_default=true(), doc="its message needs no further edit; of tables that are over"
    )


class Seat(Base):
    """Who sits where; final once the table is playing."""

    __tablename__ = "seats"
    __table_args__ = (Index(None, "user_id"), {"sqlite_with_rowid": False})

    table_id: Mapped[int] = mapped_column(
        _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, doc="0 … players-1, clockwise")
    user_id: Mapped[int | None] = mapped_column(doc="null for a computer")
    name: Mapped[str] = mapped_column(doc="as shown when they sat down")
    level: Mapped[str | None] = mapped_column(
        doc="computer's level; null for a person, or where a lobby keeps the place for one"
    )
    join_id: Mapped[int] = mapped_column(doc="interaction that joined; 0 for a computer")
    joined_at: Mapped[float] = mapped_column(doc="when they sat down")
    away: Mapped[bool] = mapped_column(doc="the computer plays until they are back")
    left_at: Mapped[float | None] = mapped_column(doc="when they left for good")
    standing: Mapped[str] = mapped_column(
        server_default=text("''"), doc="standing answer about buying; '': none"
    )
    heir_id: Mapped[int | None] = mapped_column(
        doc="user who takes the seat at the next deal, or for whom a lobby keeps it"
    )
    heir_name: Mapped[str | None] = mapped_column(doc="their name as shown when they asked")


class Action(Base):
    """The journal: one row for each accepted action. Its key is what makes a double click fail."""

    __tablename__ = "actions"
    __table_args__ = ({"sqlite_with_rowid": False},)

    table_id: Mapped[int] = mapped_column(
        _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(Integer, primary_key=True, doc="0, 1, 2 … in this table")
    seat: Mapped[int] = mapped_column(Integer, doc="who acted")
    action: Mapped[str] = mapped_column(doc="in the game's notation")
    by: Mapped[str] = mapped_column(
        doc="person; standing: their standing answer; computer; or clock: computer for a person"
    )
    at: Mapped[float] = mapped_column(doc="when it was accepted")
    deadline: Mapped[float | None] = mapped_column(doc="the next one, as of after this action")
    interaction_id: Mapped[int | None] = mapped_column(doc="Discord interaction; null: no click")


class Result(Base):
    """How a finished game ended for each seat."""

    __tablename__ = "results"
    __table_args__ = (
        Index(None, "guild_id", "game", "user_id"),
        {"sqlite_with_rowid": False},
    )

    table_id: Mapped[int] = mapped_column(_Id, ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, doc="0 … players-1")
    guild_id: Mapped[int] = mapped_column(doc="Discord server")
    game: Mapped[str] = mapped_column(doc="name in the engine's registry")
    user_id: Mapped[int | None] = mapped_column(doc="null for a computer: not on the leaderboard")
    name: Mapped[str] = mapped_column(doc="as shown at the end")
    place: Mapped[int] = mapped_column(Integer, doc="1 is best; shared places skip the next")
    score: Mapped[int] = mapped_column(Integer, doc="in the game's own points")
    won: Mapped[bool] = mapped_column(doc="one of the winners")
    finished_at: Mapped[float] = mapped_column(doc="when the game ended")


class Member(Base):
    """Names as last seen, so that departed members still have one on the leaderboard."""

    __tablename__ = "members"
    __table_args__ = ({"sqlite_with_rowid": False},)

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(doc="display name in that server")


class Person(Base):
    """What a person has chosen once for every server; who has chosen nothing has no row."""

    __tablename__ = "people"
    __table_args__ = ({"sqlite_with_rowid": False},)

    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hand_layout: Mapped[str] = mapped_column(doc="how hands are shown to them; '': as usual")
    bells: Mapped[bool] = mapped_column(
        server_default=true(), doc="whether turn bells mention them"
    )
    language: Mapped[str] = mapped_column(
        server_default=text("''"), doc="of private messages; '': as their Discord"
    )


class Stance(Base):
    """What a person has said about a table, or been told: at most once a kind."""

    __tablename__ = "stances"
    __table_args__ = ({"sqlite_with_rowid": False},)

    table_id: Mapped[int] = mapped_column(
        _Id, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(
        primary_key=True,
        doc="pause, end: wants that; kicked: may not sit here; sat: had a seat that is another's",
    )
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[float] = mapped_column(doc="since when")


class Bell(Base):
    """A reminder that stands in a channel until those whom it names have moved."""

    __tablename__ = "bells"
    __table_args__ = (Index(None, "table_id"), {"sqlite_with_rowid": False})

    message_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    channel_id: Mapped[int]
    table_id: Mapped[int] = mapped_column(_Id, ForeignKey("tables.id", ondelete="CASCADE"))
    decisions: Mapped[dict[str, Any]] = mapped_column(JSON, doc="the decision that a seat owes")


class Guild(Base):
    """A Discord server: how it wants things. Who has changed nothing has no row."""

    __tablename__ = "guilds"
    __table_args__ = ({"sqlite_with_rowid": False},)

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON, doc="what differs from the defaults")
    removed_at: Mapped[float | None] = mapped_column(doc="when the bot was removed from it")


class SettingChange(Base):
    """Who changed a setting of a server, and how."""

    __tablename__ = "setting_changes"
    __table_args__ = (Index(None, "guild_id"),)

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    guild_id: Mapped[int]
    at: Mapped[float]
    user_id: Mapped[int]
    name: Mapped[str] = mapped_column(doc="as shown then")
    setting: Mapped[str]
    old: Mapped[Any | None] = mapped_column(JSON)
    new: Mapped[Any | None] = mapped_column(JSON)


class House(Base):
    """One row: when the bot was last known to run, so that its absence can be given back."""

    __tablename__ = "house"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False, doc="always 1")
    alive_at: Mapped[float] = mapped_column(doc="last heartbeat")
