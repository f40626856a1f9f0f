"""Prepares Discord's published schemas for strict checking with readable errors.

The description leaves unknown fields open and lists component kinds as a bare `oneOf`, whose
failure names every kind at once. Here objects are closed, and a `oneOf` of objects that differ
in their `type` becomes a keyword of our own, `byType`, so that an error names the wrong field.
"""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

Schema = dict[str, Any]

# Snowflakes are strings in the description, but requests may carry integers too, and
# discord.py sends integers in a few places (allowed_mentions, emoji ids).
SNOWFLAKE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^(0|[1-9][0-9]*)$"},
        {"type": "integer", "minimum": 0},
    ]
}
_NOISE = ("contentEncoding", "discriminator")


def prepare(components: dict[str, Schema]) -> dict[str, Schema]:
    """The document's `components.schemas`, ready for `Validator`."""
    ready: dict[str, Schema] = {
        name: prepare_one(schema, components) for name, schema in components.items()
    }
    ready["SnowflakeType"] = SNOWFLAKE
    return ready


def prepare_one(node: Any, components: dict[str, Schema]) -> Any:
    """One schema (or any part of one), rewritten from the leaves up."""
    if isinstance(node, list):
        return [prepare_one(part, components) for part in node]
    if not isinstance(node, dict):
        return node
    schema = {
        key: prepare_one(part, components)
        for key, part in node.items()
        if not key.startswith("x-") and key not in _NOISE
    }
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            schema = _split_alternatives(schema, keyword, components)
    return _closed(schema)


def _closed(schema: Schema) -> Schema:
    """Refuse unknown fields of a plain object; composed objects stay open."""
    is_object = schema.get("type") == "object" and "properties" in schema
    if is_object and "additionalProperties" not in schema and "allOf" not in schema:
        return {**schema, "additionalProperties": False}
    return schema


def _split_alternatives(schema: Schema, keyword: str, components: dict[str, Schema]) -> Schema:
    """Turn constants into an `enum`, and objects told apart by their `type` into a `byType`."""
    alternatives = schema[keyword]
    rest = {key: part for key, part in schema.items() if key != keyword}
    if all(isinstance(part, dict) and "const" in part for part in alternatives):
        return {**rest, "enum": [part["const"] for part in alternatives]}
    refs = [part["$ref"] for part in alternatives if isinstance(part, dict) and "$ref" in part]
    nullable = {"type": "null"} in alternatives
    if not refs or len(refs) + nullable != len(alternatives):
        return schema
    if len(refs) == 1:
        return schema if keyword == "anyOf" or not nullable else _or_null(rest, {"$ref": refs[0]})
    kinds = {ref: _kinds_of(ref, components) for ref in refs}
    by_type = {kind: {"$ref": ref} for ref, some in kinds.items() for kind in some}
    if not all(kinds.values()) or len(by_type) != sum(map(len, kinds.values())):
        return schema
    branch = {"type": "object", "byType": by_type}
    if nullable:
        return _or_null(rest, branch)
    return {"allOf": [rest, branch]} if rest.keys() & branch.keys() else {**rest, **branch}


def _or_null(rest: Schema, branch: Schema) -> Schema:
    return {**rest, "if": {"type": "null"}, "then": {}, "else": branch}


def _kinds_of(ref: str, components: dict[str, Schema]) -> list[int]:
    """The values that the `type` field of a referenced object may have."""
    properties = components.get(ref.rsplit("/", 1)[-1], {}).get("properties", {})
    kinds: list[int] = properties.get("type", {}).get("enum") or []
    return kinds


def _by_type(
    validator: Any, branches: dict[int, Schema], instance: Any, _schema: Schema
) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    branch = branches.get(instance.get("type", 0))
    if branch is None:
        kinds = ", ".join(map(str, sorted(branches)))
        yield ValidationError(f"type {instance.get('type')!r} is none of {kinds}")
        return
    yield from validator.descend(instance, branch)


Validator = validators.extend(Draft202012Validator, {"byType": _by_type})
"""Draft 2020-12, and `byType`: the schema for an object by the value of its `type`."""
