"""The request check accepts what Discord accepts and names what it would refuse."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.message_rules import IS_COMPONENTS_V2 as V2
from tests.support.openapi import ApiDescription

EPHEMERAL = 1 << 6
MESSAGES, CALLBACK, COMMANDS = (
    "/channels/1/messages",
    "/interactions/1/tok/callback",
    "/applications/1/commands",
)


@dataclass
class Sent:
    method: str
    path: str
    json: Any


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Join", "custom_id": "t:1:join", **fields}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(count: int, **fields: Any) -> dict[str, Any]:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def choice(**fields: Any) -> dict[str, Any]:
    return select(1, options=[{"label": "one", "value": "1", **fields}])


def layout(*components: dict[str, Any], flags: int = V2) -> dict[str, Any]:
    return {"flags": flags, "components": list(components)}


def command(**fields: Any) -> list[dict[str, Any]]:
    return [{"name": "play", "description": "Play a game", **fields}]


TABLE = layout(
    {
        "type": 17,
        "accent_color": 1,
        "components": [
            text("hello"),
            row(select(25, min_values=3, max_values=3)),
            row(button(id=1001)),
            {"type": 12, "items": [{"media": {"url": "attachment://t.png"}, "description": "alt"}]},
        ],
    }
)
CHOICES = [{"type": 3, "name": "game", "description": "which", "required": True}]


@pytest.mark.parametrize(
    "request_",
    [
        Sent("POST", MESSAGES, TABLE),
        Sent("POST", CALLBACK, {"type": 4, "data": {**TABLE, "flags": V2 | EPHEMERAL}}),
        Sent("POST", CALLBACK, {"type": 7, "data": TABLE}),
        Sent("POST", CALLBACK, {"type": 5, "data": {"flags": EPHEMERAL}}),
        Sent("PUT", COMMANDS, command(type=1, options=CHOICES)),
        Sent("POST", MESSAGES, {"content": "hello", "tts": False}),
        Sent("GET", "/users/@me", None),
    ],
    ids=lambda sent: f"{sent.method} {sent.path}",
)
def test_correct_requests_pass(request_: Sent) -> None:
    assert ApiDescription.load().problems([request_]) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (layout(row(select(26))), "26 against maxItems 25"),
        (layout(row(button(custom_id="c" * 101))), "101 against maxLength 100"),
        (layout(row(*(button(custom_id=f"c{n}") for n in range(6)))), "maxItems 5"),
        (layout(row(button(label="x" * 81))), "81 against maxLength 80"),
        (layout({"type": 99}), "99"),
        (layout({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}), "17"),
        ({"contents": "x"}, "contents"),
        (
            layout(*({"type": 17, "components": [text("x")] * 20} for _ in range(2))),
            "42 components",
        ),
        (layout(text("x" * 2001), text("y" * 2000)), "4001 characters"),
        (layout(row(button(), button())), "'t:1:join' used twice"),
        (layout(row(button(id=7), button(id=7, custom_id="other"))), "id 7 used twice"),
        (layout(row(select(2), button())), "alone in its action row"),
        (layout(row(select(2, min_values=3, max_values=3))), "3 to 3 of 2 options"),
        (layout(row(select(2, placeholder="x" * 151))), "151 against maxLength 150"),
        (layout(row(select(2, custom_id="c" * 101))), "101 against maxLength 100"),
        (layout(row(select(2, max_values=26))), "26"),
        (layout(row(select(0))), "minItems 1"),
        (layout(row(choice(label="x" * 101))), "101 against maxLength 100"),
        (layout(row(choice(value="x" * 101))), "101 against maxLength 100"),
        (layout(row(choice(description="x" * 101))), "101 against maxLength 100"),
        (layout(row(choice(note="x"))), "note"),
        (layout(row(select(2)), row(select(2))), "'s' used twice"),
        (layout(row(select(1, options=[choice()["options"][0]] * 2))), "duplicate"),
        (layout(text("x"), flags=0), "IS_COMPONENTS_V2"),
        ({**layout(text("x")), "content": "y"}, "together with IS_COMPONENTS_V2"),
        (layout(row(button(style=5, url="https://example.org"))), "link button"),
        (
            layout(
                {
                    "type": 12,
                    "items": [{"media": {"url": "attachment://a.png"}, "description": "x" * 1025}],
                }
            ),
            "1025 against maxLength 1024",
        ),
    ],
)
def test_a_wrong_message_is_named(body: dict[str, Any], complaint: str) -> None:
    problems = ApiDescription.load().problems([Sent("POST", MESSAGES, body)])
    assert any(complaint in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        (Sent("PUT", COMMANDS, command(name="p" * 33)), "33 against maxLength 32"),
        (Sent("POST", "/channels/1/nonsense", {}), "no such route"),
        (Sent("GET", "/users/@me", {"x": 1}), "takes no JSON body"),
        (
            Sent(
                "POST",
                CALLBACK,
                {"type": 4, "data": layout({"type": 17, "components": [row(select(26))]})},
            ),
            "$.data.components[0].components[0].components[0].options",
        ),
        (
            Sent(
                "POST",
                CALLBACK,
                {"type": 9, "data": {"custom_id": "m", "title": "t" * 46, "components": []}},
            ),
            "46 against maxLength 45",
        ),
    ],
)
def test_a_wrong_request_is_named(request_: Sent, complaint: str) -> None:
    problems = ApiDescription.load().problems([request_])
    assert any(complaint in problem for problem in problems), problems
