"""The REST front: reads a request, sends it through the weather, and has it served."""

import json
import time
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.support.openapi import ApiDescription
from tests.wire.errors import ApiError
from tests.wire.ratelimit import RateLimits, Verdict
from tests.wire.routes import Request, find

if TYPE_CHECKING:
    from tests.wire.server import Discord

RETRY_AFTER = 0.3
"""Seconds after which a request may be repeated that bad weather has refused."""


class Rest:
    """Serves all requests. What a well-behaved bot doesn't send is noted in `problems`."""

    def __init__(self, discord: "Discord") -> None:
        self.in_flight = 0
        self.last = time.monotonic()
        self.problems: list[str] = []
        self.limits = RateLimits()
        self._discord = discord
        self._description = ApiDescription.load()

    async def handle(self, http: web.Request) -> web.StreamResponse:
        """Serve one request."""
        self.in_flight += 1
        try:
            return await self._handle(http)
        finally:
            self.in_flight -= 1
            self.last = time.monotonic()

    async def _handle(self, http: web.Request) -> web.StreamResponse:
        weather, arrived = self._discord.weather, time.time()
        raw = await http.read()
        path = "/" + http.match_info["tail"]
        body = json.loads(raw) if raw else None
        process, query = http.match_info["process"], dict(http.query)
        request = Request(http.method, path, body, process, query=query)
        refused = await weather.meet(request.method, path, after=False)
        if refused == 0:
            return self._cut(http)
        if refused is not None:
            trouble = {"message": "bad weather", "code": 0, "retry_after": RETRY_AFTER}
            return self._answer(http, refused, trouble)
        self._discord.transcript.composed = arrived
        status, reply, headers = self.apply(request, http.headers.get("Authorization", ""))
        if await weather.meet(request.method, path, after=True) == 0:
            return self._cut(http)
        return self._answer(http, status, reply, headers)

    def apply(self, request: Request, authorization: str) -> tuple[int, Any, dict[str, str]]:
        """Everything between arrival and reply, at one instant: status, body and headers."""
        handler = find(request)
        if handler is None:
            self.problems.append(f"there is no {request.method} {request.path}")
            return 501, {"message": "no such route here", "code": 0}, {}
        by_token = request.template.startswith(("/webhooks/", "/interactions/"))
        if not by_token and authorization != f"Bot {self._discord.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}, {}
        verdict = self.limits.check(request.method, request.template, request.ids)
        if verdict.retry_after is not None:
            return 429, _limited(verdict), verdict.headers
        try:
            self._check(request)
            result = handler(self._discord, request)
        except ApiError as error:
            self.problems += error.problems
            return error.status, error.body, verdict.headers
        except Exception as error:
            self._discord.faults.append(f"{request.method} {request.template}: {error!r}")
            raise
        return (204, None, verdict.headers) if result is None else (200, result, verdict.headers)

    def _check(self, request: Request) -> None:
        """ApiError if Discord would object to the request."""
        if wrong := self._description.problems_of(request):
            raise ApiError(50035, wrong)

    def _answer(
        self, http: web.Request, status: int, reply: Any, headers: dict[str, str] | None = None
    ) -> web.Response:
        tail = http.match_info["tail"][:60]
        self._discord.transcript.add("rest", f"{http.method} {tail} -> {status}")
        sent = {"Via": "1.1 google", **(headers or {})}
        if reply is None:
            return web.Response(status=status, headers=sent)
        packed = json.dumps(reply).encode()  # discord.py takes no charset in the content type
        return web.Response(
            status=status, body=packed, content_type="application/json", headers=sent
        )

    @staticmethod
    def _cut(http: web.Request) -> web.Response:
        if http.transport is not None:
            http.transport.abort()
        return web.Response(status=500)


def _limited(verdict: Verdict) -> dict[str, Any]:
    return {
        "message": "You are being rate limited.",
        "retry_after": verdict.retry_after,
        "global": verdict.is_global,
    }
