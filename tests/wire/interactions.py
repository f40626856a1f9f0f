"""Interactions: their payloads, the three seconds, the tokens, and what the bot may answer."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.wire.errors import ApiError, invalid
from tests.wire.model import Channel, Json, Message, User
from tests.wire.transcript import Transcript
from tests.wire.util import EPHEMERAL, LOADING
from tests.wire.view import text_of
from tests.wire.world import World

COMMAND, COMPONENT, FORM = 2, 3, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL = 4, 5, 6, 7, 9
ALLOWED = {
    COMMAND: {MESSAGE, DEFERRED, MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
    FORM: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE},
}
SAID = {MESSAGE: "message", UPDATE: "update", MODAL: "modal"}
DEADLINE = 3.0
"""Seconds in which an interaction has to be answered or deferred."""
TOKEN_LIFE = 900.0
"""Seconds for which its token is good."""


@dataclass(frozen=True, slots=True)
class Said:
    """One thing said in answer: a "message", "update", "edit", "followup" or "modal"."""

    how: str
    text: str


@dataclass(eq=False)
class Interaction:
    """What a person did, and all that came of it."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    source: Message | None
    answered: asyncio.Future[None]
    created: float = field(default_factory=time.monotonic)
    sent_at: float = field(default_factory=time.time)  # epoch seconds
    response_type: int | None = None
    response: Message | None = None  # what @original means
    modal: Json | None = None
    acknowledged_in: float | None = None  # seconds
    failed: bool = False
    delivered: int = 0  # to how many sessions
    marred: bool = False  # bad weather met an answer to it
    followups: list[Message] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    def says(self, how: str, message: Message | None) -> None:
        self.said.append(Said(how, "" if message is None else text_of(message)))

    def wake(self) -> None:
        if not self.answered.done():
            self.answered.set_result(None)


class Interactions:
    """All of them; `emit` sends one to the bot and returns to how many sessions."""

    def __init__(
        self, world: World, transcript: Transcript, emit: Callable[[str, Json], int]
    ) -> None:
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self._world = world
        self._transcript = transcript
        self._emit = emit

    # --- from people to the bot -----------------------------------------------------------------

    def create(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        *,
        copies: int = 1,
    ) -> Interaction:
        """Send an interaction to the bot, more than once if so many copies are wanted."""
        loop = asyncio.get_running_loop()
        token = secrets.token_urlsafe(60)
        interaction = Interaction(
            self._world.ids.next(), token, kind, user, channel, data, source, loop.create_future()
        )
        self.by_id[interaction.id] = self.by_token[token] = interaction
        self._transcript.add("client", f"{user.name} sends {interaction.id}", data)
        payload = self._payload(interaction)
        loop.call_later(DEADLINE, self._expire, interaction)
        for _ in range(copies):
            interaction.delivered += self._emit("INTERACTION_CREATE", payload)
        return interaction

    def _expire(self, interaction: Interaction) -> None:
        if interaction.response_type is None:
            interaction.failed = True
            self._transcript.add("client", f"{interaction.id} failed: no answer in time")
            interaction.wake()

    def _payload(self, i: Interaction) -> Json:
        bot, guild, channel = self._world.bot, i.channel.guild, i.channel
        allowed = channel.permissions(i.user)
        out: Json = {
            "id": str(i.id),
            "application_id": str(bot.id),
            "type": i.type,
            "token": i.token,
            "version": 1,
            "data": i.data,
            "channel_id": str(channel.id),
            "channel": {**channel.json(), "permissions": allowed},
            "guild_id": str(guild.id),
            "guild_locale": "en-US",
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "member": {**guild.members[i.user.id].json(), "permissions": allowed},
            "locale": "en-US",
            "app_permissions": channel.permissions(bot),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "context": 0,
            "authorizing_integration_owners": {"0": str(guild.id)},
        }
        return out if i.source is None else {**out, "message": i.source.json()}

    # --- the first answer -----------------------------------------------------------------------

    def callback(self, ident: int, token: str, body: Json) -> Json:
        """Take the first answer; ApiError if it is late, a second one, or not allowed."""
        i = self.by_id.get(ident)
        if i is None or i.token != token or i.failed:
            raise ApiError(10062)
        if i.response_type is not None:
            raise ApiError(40060)
        kind, data = body["type"], body.get("data") or {}
        if kind not in ALLOWED[i.type]:
            raise invalid(f"type {kind} answers no interaction of type {i.type}")
        self._take(i, kind, data)
        i.response_type, i.acknowledged_in = kind, time.monotonic() - i.created
        if kind in SAID:
            i.says(SAID[kind], None if kind == MODAL else i.response)
        i.wake()
        return _described(i)

    def _take(self, i: Interaction, kind: int, data: Json) -> None:
        if kind in (MESSAGE, DEFERRED):
            flags = data.get("flags") or 0
            content = data if kind == MESSAGE else {"flags": flags & EPHEMERAL | LOADING}
            i.response = self._message(i, content)
            self._world.add(i.response)
        elif kind == MODAL:
            i.modal = data
            self._transcript.deliver(i.user.id, "modal", data)
        elif i.source is None or i.source.deleted:
            raise ApiError(10008)
        else:
            i.response = i.source
            if kind == UPDATE:
                self._world.fill(i.source, data)
                self._world.changed(i.source)

    def _message(self, i: Interaction, body: Json) -> Message:
        owners = {"0": str(i.channel.guild.id)}
        origin = {
            "id": str(i.id),
            "type": i.type,
            "user": i.user.json(),
            "authorizing_integration_owners": owners,
        }
        private = (body.get("flags") or 0) & EPHEMERAL
        viewer = i.user.id if private else None
        return self._world.compose(i.channel, body, viewer=viewer, origin=origin)

    # --- by token, afterwards -------------------------------------------------------------------

    def by_webhook(self, application: int, token: str) -> Interaction:
        """The interaction of a token that is still good."""
        i = self.by_token.get(token)
        if i is None or application != self._world.bot.id or i.response_type is None:
            raise ApiError(10015)
        if time.monotonic() - i.created > TOKEN_LIFE:
            raise ApiError(50027)
        return i

    def target(self, i: Interaction, which: str) -> Message:
        """A message of the interaction's."""
        known = [i.response] if which == "@original" else [i.response, *i.followups]
        for message in known:
            if message is not None and which in ("@original", str(message.id)):
                if message.deleted:
                    break
                return message
        raise ApiError(10008)

    def edit(self, i: Interaction, message: Message, body: Json) -> None:
        """Change a message; the first change takes the place of "is thinking"."""
        was_loading = message.flags & LOADING
        message.flags &= ~LOADING
        try:
            self._world.fill(message, body, creates=bool(was_loading))
        except ApiError:
            message.flags |= was_loading
            raise
        i.says("edit", message)
        self._world.changed(message)

    def followup(self, i: Interaction, body: Json) -> Message:
        """One more message."""
        if i.response is not None and not i.response.deleted and i.response.flags & LOADING:
            self.edit(i, i.response, body)
            return i.response
        message = self._message(i, body)
        i.followups.append(message)
        i.says("followup", message)
        self._world.add(message)
        return message


def _described(i: Interaction) -> Json:
    """What Discord says of an answer that it has taken."""
    described: Json = {"id": str(i.id), "type": i.type, "channel_id": str(i.channel.id)}
    described["guild_id"] = str(i.channel.guild.id)
    out: Json = {"interaction": described}
    if i.response is not None:
        described["response_message_id"] = str(i.response.id)
        described["response_message_loading"] = i.response_type == DEFERRED
        described["response_message_ephemeral"] = i.response.ephemeral
        if i.response_type in (MESSAGE, UPDATE):
            out["resource"] = {"type": i.response_type, "message": i.response.json()}
    return out
