"""The routes of the API that the bot uses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.wire.errors import ApiError
from tests.wire.interactions import Interaction
from tests.wire.model import Channel, Json, Message

if TYPE_CHECKING:
    from tests.wire.server import Discord


@dataclass(slots=True)
class Request:
    """A request; `ids` are the parts of its path that its template names."""

    method: str
    path: str
    body: Any
    process: str = ""
    template: str = ""
    ids: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        return self.body


Handler = Callable[["Discord", Request], Any]
ROUTES: list[tuple[str, str, Handler]] = []


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register what serves a route; None as its result is an empty reply."""

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, template, handler))
        return handler

    return register


def find(request: Request) -> Handler | None:
    """What serves a request, whose template and ids are filled in."""
    segments = request.path.strip("/").split("/")
    for method, template, handler in ROUTES:
        parts = template.strip("/").split("/")
        if method != request.method or len(parts) != len(segments):
            continue
        pairs = list(zip(parts, segments, strict=True))
        if all(part == segment for part, segment in pairs if not part.startswith("{")):
            named = {part[1:-1]: segment for part, segment in pairs if part.startswith("{")}
            request.template, request.ids = template, named
            return handler
    return None


# --- the application ----------------------------------------------------------------------------


@route("GET", "/gateway/bot")
def gateway_bot(discord: "Discord", request: Request) -> Json:
    limit = {"total": 1000, "remaining": 900, "reset_after": 86_400_000, "max_concurrency": 16}
    url = discord.gateway.url(request.process)
    return {"url": url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/@me")
def me(discord: "Discord", request: Request) -> Json:
    return discord.world.bot.json()


@route("GET", "/oauth2/applications/@me")
def application(discord: "Discord", request: Request) -> Json:
    bot = discord.world.bot
    return {
        "id": str(bot.id),
        "name": "Card Bot",
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": bot.json(),
        "team": None,
        "bot": bot.json(),
    }


@route("PUT", "/applications/{application}/commands")
def overwrite_commands(discord: "Discord", request: Request) -> list[Json]:
    if request.ids["application"] != str(discord.world.bot.id):
        raise ApiError(10002)
    return [discord.world.put_command(body) for body in request.body]


# --- messages -----------------------------------------------------------------------------------


def _channel(discord: "Discord", request: Request, permission: str) -> Channel:
    channel = discord.world.channels.get(int(request.ids["channel"]))
    if channel is None:
        raise ApiError(10003)
    if channel.denies("view_channel"):
        raise ApiError(50001)
    if channel.denies(channel.sending if permission == "send_messages" else permission):
        raise ApiError(50013)
    return channel


def _message(discord: "Discord", request: Request) -> Message:
    """A message of the bot's; with its own token it can't reach an ephemeral one."""
    channel = _channel(discord, request, "view_channel")
    message = channel.messages.get(int(request.ids["message"]))
    if message is None or message.viewer is not None:
        raise ApiError(10008)
    if message.author is not discord.world.bot:
        raise ApiError(50005)
    return message


@route("POST", "/channels/{channel}/messages")
def create_message(discord: "Discord", request: Request) -> Json:
    channel = _channel(discord, request, "send_messages")
    nonce = request.body.get("nonce")
    if nonce is not None and request.body.get("enforce_nonce"):
        for known in reversed(channel.messages.values()):
            if known.nonce == nonce:
                return known.json()
    if channel.locked:
        raise ApiError(160005)
    if channel.archived:  # a message wakes a thread
        discord.world.set_thread(channel, archived=False)
    message = discord.world.compose(channel, request.body)
    discord.world.add(message)
    return message.json()


@route("PATCH", "/channels/{channel}/messages/{message}")
def edit_message(discord: "Discord", request: Request) -> Json:
    message = _message(discord, request)
    if message.channel.archived:
        raise ApiError(50083)
    discord.world.fill(message, request.body)
    discord.world.changed(message)
    return message.json()


@route("POST", "/channels/{channel}/messages/{message}/threads")
def start_thread(discord: "Discord", request: Request) -> Json:
    _channel(discord, request, "create_public_threads")
    thread = discord.world.create_thread(_message(discord, request), request.body["name"])
    return thread.json()


@route("PATCH", "/channels/{channel}")
def edit_channel(discord: "Discord", request: Request) -> Json:
    """Archive a thread or wake it; only who manages threads can do that to a locked one."""
    channel = _channel(discord, request, "view_channel")
    if channel.parent is None or channel.locked:
        raise ApiError(50013)
    discord.world.set_thread(channel, archived=request.body["archived"])
    return channel.json()


@route("GET", "/channels/{channel}")
def get_channel(discord: "Discord", request: Request) -> Json:
    return _channel(discord, request, "view_channel").json()


@route("GET", "/channels/{channel}/messages")
def history(discord: "Discord", request: Request) -> list[Json]:
    """What everybody sees after one message and before another, the newest first."""
    channel = _channel(discord, request, "view_channel")
    after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 50))
    before = int(request.query.get("before", 1 << 63))
    visible = (each for each in channel.messages.values() if each.viewer is None)
    shown = [each for each in visible if after < each.id < before]
    return [message.json() for message in reversed(shown[-limit:])]


@route("GET", "/guilds/{guild}")
def get_guild(discord: "Discord", request: Request) -> Json:
    guild = discord.world.guilds.get(int(request.ids["guild"]))
    if guild is None:
        raise ApiError(10004)
    return guild.json()


@route("GET", "/guilds/{guild}/members/{user}")
def get_member(discord: "Discord", request: Request) -> Json:
    guild = discord.world.guilds.get(int(request.ids["guild"]))
    member = guild.members.get(int(request.ids["user"])) if guild is not None else None
    if member is None:
        raise ApiError(10007)
    return member.json()


@route("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(discord: "Discord", request: Request) -> None:
    discord.world.delete(_message(discord, request))


# --- interactions -------------------------------------------------------------------------------


@route("POST", "/interactions/{interaction}/{token}/callback")
def callback(discord: "Discord", request: Request) -> Json:
    ident, token = int(request.ids["interaction"]), request.ids["token"]
    return discord.interactions.callback(ident, token, request.body)


def _interaction(discord: "Discord", request: Request) -> Interaction:
    ids = request.ids
    return discord.interactions.by_webhook(int(ids["application"]), ids["token"])


@route("POST", "/webhooks/{application}/{token}")
def followup(discord: "Discord", request: Request) -> Json:
    return discord.interactions.followup(_interaction(discord, request), request.body).json()


@route("GET", "/webhooks/{application}/{token}/messages/{message}")
def get_response(discord: "Discord", request: Request) -> Json:
    interaction = _interaction(discord, request)
    return discord.interactions.target(interaction, request.ids["message"]).json()


@route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
def edit_response(discord: "Discord", request: Request) -> Json:
    interaction = _interaction(discord, request)
    message = discord.interactions.target(interaction, request.ids["message"])
    discord.interactions.edit(interaction, message, request.body)
    return message.json()
