"""The gateway: sessions, heartbeats, resumes, and their disturbances."""

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.wire.model import Json

if TYPE_CHECKING:
    from tests.wire.server import Discord

GUILDS = 1 << 0
HEARTBEAT_SECONDS = 41.25
RESUME_SECONDS = 90.0
"""How long a session that has lost its connection can be taken up again."""
NEEDS = {"CHANNEL": GUILDS, "GUILD": GUILDS, "THREAD": GUILDS, "MESSAGE": 1 << 9}
"""The intent that an event needs, by the first word of its name."""


@dataclass(eq=False)
class Session:
    """What the bot is told, and to which connection."""

    id: str
    intents: int
    process: str
    seq: int = 0
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=20_000))
    connection: "Connection | None" = None
    lost_at: float | None = None
    ready: bool = False

    def send(self, event: str, data: Json) -> None:
        self.seq += 1
        text = json.dumps({"op": 0, "s": self.seq, "t": event, "d": data})
        self.buffer.append((self.seq, text))
        if self.connection is not None:
            self.connection.queue.put_nowait(text)


@dataclass(eq=False)
class Connection:
    """A WebSocket; `ended_with` is the code with which this side has closed it."""

    socket: web.WebSocketResponse
    request: web.Request
    process: str
    session: Session | None = None
    ended_with: int | None = None
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def op(self, number: int, data: Any) -> None:
        self.queue.put_nowait(json.dumps({"op": number, "d": data, "s": None, "t": None}))

    def abort(self) -> None:
        """Cut it without a word."""
        if self.request.transport is not None:
            self.request.transport.abort()

    def close(self, code: int) -> None:
        """Close it behind what is still to be sent."""
        self.ended_with = code
        self.queue.put_nowait(None)

    async def write(self) -> None:
        stream = zlib.compressobj()
        while (item := await self.queue.get()) is not None:
            packed = stream.compress(item.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
            try:
                await self.socket.send_bytes(packed)
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """All sessions and connections. One shard is enough for one server."""

    def __init__(self, discord: "Discord") -> None:
        self.refuses = False
        """Whether nobody gets a connection: Discord is in trouble."""
        self._discord = discord
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()

    def url(self, process: str) -> str:
        return f"{self._discord.base.replace('http', 'ws', 1)}/p/{process}/gateway"

    def emit(self, event: str, data: Json) -> int:
        """Tell every session that wants to know; returns how many there are."""
        need = NEEDS.get(event.partition("_")[0], 0)
        reached = 0
        for session in list(self._sessions.values()):
            lost = session.lost_at
            if lost is not None and time.monotonic() - lost > RESUME_SECONDS:
                self._end(session)
            elif session.intents & need == need:
                session.send(event, data)
                reached += 1
        self._discord.transcript.add("event", f"{event} -> {reached} sessions")
        return reached

    def live(self, process: str) -> list[Session]:
        """The sessions of a process that are connected."""
        sessions = self._sessions.values()
        return [each for each in sessions if each.connection and each.process == process]

    # --- disturbances ---------------------------------------------------------------------------

    def disconnect(self, *, abort: bool = False) -> None:
        """Close all connections, or cut them without a closing frame."""
        for connection in list(self._connections):
            if abort:
                connection.abort()
            else:
                connection.close(4000)

    def reconnect(self) -> None:
        """Ask for a new connection that resumes the session."""
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.op(7, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Say that the session isn't valid."""
        for session in list(self._sessions.values()):
            if session.connection is not None:
                session.connection.op(9, resumable)
                if not resumable:
                    self._end(session)

    def _end(self, session: Session) -> None:
        self._sessions.pop(session.id, None)

    def shut(self) -> None:
        for connection in list(self._connections):
            connection.abort()

    # --- connections ----------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a connection for as long as it lives."""
        if self.refuses:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0, compress=False, timeout=2.0)
        await socket.prepare(request)
        connection = Connection(socket, request, request.match_info["process"])
        self._connections.add(connection)
        connection.op(10, {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)})
        tasks = {
            asyncio.create_task(connection.write()),
            asyncio.create_task(self._read(connection)),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, ConnectionError):
                    self._discord.faults.append(repr(result))
            self._connections.discard(connection)
            self._lost(connection)
            if connection.ended_with is not None:
                with suppress(ConnectionError):
                    await socket.close(code=connection.ended_with)
        return socket

    def _lost(self, connection: Connection) -> None:
        session, code = connection.session, connection.ended_with or connection.socket.close_code
        self._discord.transcript.add("gateway", f"closed with {code}")
        if session is None or session.connection is not connection:
            return
        session.connection, session.lost_at = None, time.monotonic()
        if connection.ended_with is None and code in (1000, 1001):
            self._end(session)

    async def _read(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type is WSMsgType.TEXT:
                payload = json.loads(message.data)
                self._receive(connection, payload["op"], payload["d"])

    def _receive(self, connection: Connection, op: int, data: Any) -> None:
        if op == 1:
            connection.op(11, None)
            return
        self._discord.transcript.add("gateway", f"received op {op}")
        if op in (2, 6) and data["token"] != self._discord.token:
            connection.close(4004)
        elif op == 2:
            self._identify(connection, data)
        elif op == 6:
            self._resume(connection, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        world = self._discord.world
        session = Session(secrets.token_hex(16), data["intents"], connection.process)
        self._sessions[session.id] = session
        self._attach(connection, session)
        guilds = world.guilds.values()
        ready = {
            "v": 10,
            "user": world.bot.json(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url(connection.process),
            "shard": [0, 1],
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        session.send("READY", ready)
        for guild in guilds:
            session.send("GUILD_CREATE", guild.json())
        session.ready = True

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None:
            connection.op(9, False)
            return
        if session.connection is not None:
            session.connection.close(4000)
        missed = [text for number, text in session.buffer if number > data["seq"]]
        self._attach(connection, session)
        for text in missed:
            connection.queue.put_nowait(text)
        session.send("RESUMED", {})

    @staticmethod
    def _attach(connection: Connection, session: Session) -> None:
        connection.session, session.connection, session.lost_at = session, connection, None
