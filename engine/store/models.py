"""The schema, as SQLAlchemy models; the migrations build the same and a test compares the two.

Times are seconds since the Unix epoch. On SQLite the tables with a natural key are stored in the
order of that key (WITHOUT ROWID): a table's journal lies together, and an insert writes one tree.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
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
        Index(None, "guild_id", "number"),
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
    number: Mapped[int | None] = mapped_column(
        doc="place in the order in which the server's games ended with a result: 1, 2, 3 …"
    )
    has_journal: Mapped[bool] = mapped_column(
        server_default=true(), doc="false once the plays of a finished game have been dropped"
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
    """How a finished game ended for each seat.

    Seats past the table's last are of people who left and whose seat another person took.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index(None, "guild_id", "game", "user_id"),
        Index(None, "guild_id", "user_id", "number"),
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
    number: Mapped[int | None] = mapped_column(doc="as the table's")
    level: Mapped[str | None] = mapped_column(doc="computer's level; null for a person")
    team: Mapped[int] = mapped_column(
        Integer, server_default="0", doc="seats with the same number play together"
    )
    left: Mapped[bool] = mapped_column(server_default=false(), doc="left before the end")
    kicked: Mapped[bool] = mapped_column(server_default=false(), doc="was turned out")
    late: Mapped[bool] = mapped_column(server_default=false(), doc="sat down after the start")
    chips: Mapped[int] = mapped_column(
        Integer, server_default="0", doc="chips won less chips put in; of people"
    )
    mu: Mapped[float | None] = mapped_column(doc="strength after this game; null: not rated")
    sigma: Mapped[float | None] = mapped_column(doc="how uncertain that is")
    rated: Mapped[int] = mapped_column(
        Integer, server_default="0", doc="rated games of the person until then, with this one"
    )


class Books(Base):
    """What is counted in a server; its row is the lock of its chips, ratings and standings."""

    __tablename__ = "books"
    __table_args__ = ({"sqlite_with_rowid": False},)

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    finished: Mapped[int] = mapped_column(doc="games that ended with a result; the last number")
    timezone: Mapped[str] = mapped_column(doc="where the days and months of standings begin")
    stale: Mapped[bool] = mapped_column(doc="whether ratings and standings have to be made anew")


class Account(Base):
    """Chips of a member (owner: user), of a table's pot (owner: table), or of the house (owner: 0).

    The house alone may owe: the chips of a server add up to 0.
    """

    __tablename__ = "accounts"
    __table_args__ = (
        CheckConstraint("balance >= 0 OR kind = 'house'", name="balance"),
        {"sqlite_with_rowid": False},
    )

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(primary_key=True, doc="member, pot or house")
    owner: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    balance: Mapped[int]
    refilled_at: Mapped[float | None] = mapped_column(doc="a member's last refill")


class Transfer(Base):
    """Chips that went from one account to another; never changed, never undone."""

    __tablename__ = "transfers"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        Index(None, "table_id", "once", unique=True),
        Index(None, "guild_id", "from_kind", "from_owner", "id"),
        Index(None, "guild_id", "to_kind", "to_owner", "id"),
    )

    id: Mapped[int] = mapped_column(_Id, primary_key=True)
    guild_id: Mapped[int]
    at: Mapped[float]
    kind: Mapped[str] = mapped_column(doc="why: an EntryKind")
    table_id: Mapped[int | None]
    once: Mapped[str | None] = mapped_column(doc="what happens at most once at its table")
    from_kind: Mapped[str]
    from_owner: Mapped[int]
    to_kind: Mapped[str]
    to_owner: Mapped[int]
    amount: Mapped[int]


class Rating(Base):
    """How strong a person is at a game, as of their last rated one."""

    __tablename__ = "ratings"
    __table_args__ = ({"sqlite_with_rowid": False},)

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(primary_key=True, doc="name in the engine's registry")
    mu: Mapped[float] = mapped_column(doc="strength")
    sigma: Mapped[float] = mapped_column(doc="how uncertain that is")
    games: Mapped[int] = mapped_column(doc="rated games")


_BOARDS = ("chips", "wins", "share", "rating", "games", "best_streak")


class Standing(Base):
    """Results summed up: one line for each person, game and period, so that boards are fast.

    Kept for all time, for the current month, and for each seven days that end today or within the
    next six days: a game is written into all seven that it will belong to.
    """

    __tablename__ = "standings"
    __table_args__ = (
        *(
            Index(f"ix_standings_{name}", "guild_id", "period", "game", name, "level", "user_id")
            for name in _BOARDS
        ),
        Index(None, "guild_id", "user_id"),
        {"sqlite_with_rowid": False},
    )

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    period: Mapped[int] = mapped_column(
        primary_key=True,
        autoincrement=False,
        doc="0: all time; 202405: that month; 20240507: the seven days that end then",
    )
    game: Mapped[str] = mapped_column(primary_key=True, doc="'': all games together")
    level: Mapped[str] = mapped_column(primary_key=True, doc="of computers; '' for a person")
    user_id: Mapped[int] = mapped_column(
        primary_key=True, autoincrement=False, doc="0 for the computers of a level"
    )
    games: Mapped[int]
    wins: Mapped[int]
    chips: Mapped[int] = mapped_column(doc="chips won less chips put in")
    streak: Mapped[int] = mapped_column(doc="wins in a row up to the last game")
    best_streak: Mapped[int] = mapped_column(doc="the most wins in a row")
    share: Mapped[int | None] = mapped_column(doc="wins in a thousand; null: too few games")
    rating: Mapped[int | None] = mapped_column(doc="as shown; all games: the person's best one")
    rated: Mapped[int] = mapped_column(doc="rated games behind that rating")


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
    removed_at: Mapped[float | None] = mapped_column(doc="the bot, from it; 0: is being deleted")


class Erasure(Base):
    """A person who is to be deleted from a server; the row goes with the deletion itself."""

    __tablename__ = "erasures"
    __table_args__ = ({"sqlite_with_rowid": False},)

    guild_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    asked_at: Mapped[float]


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
