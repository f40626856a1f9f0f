"""Checks the bot's requests against Discord's own description of its API.

`ApiDescription.load().problems(env.http_requests)` is empty, or one sentence a problem.
"""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from jsonschema import ValidationError

from tests.support.message_rules import broken_rules
from tests.support.schemas import Schema, Validator, prepare, prepare_one

DESCRIPTION = Path(__file__).parent.parent / "data" / "discord-openapi.json.gz"
METHODS = ("get", "post", "put", "patch", "delete")
# discord.py 2.7.1 always sends these two as false; the description lists neither everywhere.
TOLERATED_FIELDS = frozenset({"tts", "nsfw"})
LENGTH_KEYWORDS = ("maxItems", "minItems", "maxLength", "minLength")


class Request(Protocol):
    """What is needed of one request; simcord's log entries have it."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Route:
    """One operation: the parts of its path template and a check of its JSON body, if any."""

    method: str
    template: str
    body: Any

    def specificity(self, method: str, parts: list[str]) -> int | None:
        """How many literal parts of a request's path this route names; None if it differs."""
        own = self.template.strip("/").split("/")
        if method != self.method or len(own) != len(parts):
            return None
        pairs = zip(own, parts, strict=True)
        literal = [(mine, theirs) for mine, theirs in pairs if not mine.startswith("{")]
        return len(literal) if all(mine == theirs for mine, theirs in literal) else None


class ApiDescription:
    """Discord's HTTP API: its routes, and the shape of what may be sent to each."""

    def __init__(self, document: dict[str, Any]) -> None:
        raw = document["components"]["schemas"]
        schemas = prepare(raw)
        self.routes = [
            Route(method.upper(), template, _body_check(item[method], raw, schemas))
            for template, item in document["paths"].items()
            for method in METHODS
            if method in item
        ]
        self._checked: dict[tuple[str, str, str], list[str]] = {}

    @staticmethod
    @cache
    def load(path: Path = DESCRIPTION) -> "ApiDescription":
        """The description shipped with the tests, read once a run (about 0.2 s)."""
        with gzip.open(path, "rb") as file:
            return ApiDescription(json.load(file))

    def problems(self, requests: Iterable[Request]) -> list[str]:
        """Everything that Discord would object to, one sentence each."""
        return [problem for request in requests for problem in self.problems_of(request)]

    def problems_of(self, request: Request) -> list[str]:
        """Everything that Discord would object to in one request."""
        where = f"{request.method} {request.path}"
        route = self.route(request.method, request.path)
        if route is None:
            return [f"{where}: Discord has no such route"]
        if request.json is None:
            return []
        if route.body is None:
            return [f"{where}: this route takes no JSON body"]
        return [f"{where}: {sentence}" for sentence in self._wrong_with(route, request.json)]

    def _wrong_with(self, route: Route, body: Any) -> list[str]:
        """What is wrong with a body; most tests send some of the same, all commands above all."""
        key = (route.method, route.template, json.dumps(body))
        if key not in self._checked:
            found = [_sentence(error) for error in route.body.iter_errors(body)]
            found += broken_rules(route.method, route.template, body)
            self._checked[key] = [sentence for sentence in found if sentence]
        return self._checked[key]

    def route(self, method: str, path: str) -> Route | None:
        """The most specific route for a request."""
        parts = path.strip("/").split("/")
        scored = [(route.specificity(method, parts), route) for route in self.routes]
        fitting = [(score, route) for score, route in scored if score is not None]
        return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _body_check(
    operation: dict[str, Any], raw: dict[str, Schema], schemas: dict[str, Schema]
) -> Any:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    if schema is None:
        return None
    ready = prepare_one(schema, raw)
    return Validator({"allOf": [ready], "components": {"schemas": schemas}})


def _sentence(error: ValidationError) -> str:
    """A schema error in words that name the field; empty for a tolerated extra field."""
    cause = _root_cause(error)
    if cause.validator == "additionalProperties":
        extra = set(cause.instance) - set(cause.schema["properties"])
        if extra <= TOLERATED_FIELDS:
            return ""
    message = cause.message
    if cause.validator in LENGTH_KEYWORDS:
        message = f"{len(cause.instance)} against {cause.validator} {cause.validator_value}"
    steps = (f"[{s}]" if isinstance(s, int) else f".{s}" for s in cause.absolute_path)
    return f"${''.join(steps)}: {message[:200]}"


def _root_cause(error: ValidationError) -> ValidationError:
    """The deepest nested error, preferring one that is not a mere mismatch of kinds."""
    while error.context:
        error = max(
            error.context,
            key=lambda e: (len(e.absolute_path), e.validator not in ("type", "const", "enum")),
        )
    return error
