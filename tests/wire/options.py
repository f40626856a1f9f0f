"""What a real client checks before it sends a command or a form."""

from collections.abc import Mapping
from typing import Any

from tests.wire.model import Json

SUBCOMMAND, TEXT, INTEGER, BOOLEAN = 1, 3, 4, 5
LABEL = 18


class Refused(Exception):
    """A real client wouldn't let the person do this."""


def command_data(command: Json, path: list[str], given: Mapping[str, Any]) -> Json:
    """The data of a chat command with its options; ValueError if there is no such thing to type."""
    node, names = command, []
    for part in path:
        subcommands = (o for o in node["options"] if o["type"] == SUBCOMMAND)
        found = next((option for option in subcommands if option["name"] == part), None)
        if found is None:
            raise ValueError(f"/{command['name']} has no subcommand {part!r}")
        names.append(part)
        node = found
    values = _values(node, given)
    for name in reversed(names):
        values = [{"type": SUBCOMMAND, "name": name, "options": values}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return {**data, "options": values} if values else data


def _values(leaf: Json, given: Mapping[str, Any]) -> list[Json]:
    known = {option["name"]: option for option in leaf.get("options") or ()}
    if unknown := given.keys() - known.keys():
        raise ValueError(f"no such option: {sorted(unknown)}; there are {sorted(known)}")
    missing = [name for name, o in known.items() if o.get("required") and name not in given]
    if missing:
        raise ValueError(f"required: {missing}")
    return [
        {"name": name, "type": option["type"], "value": _checked(option, given[name])}
        for name, option in known.items()
        if name in given
    ]


def _checked(option: Json, value: Any) -> Any:
    name, kind = option["name"], option["type"]
    wanted = {TEXT: str, INTEGER: int, BOOLEAN: bool}[kind]
    if type(value) is not wanted:
        raise ValueError(f"{name}: {value!r} is no {wanted.__name__}")
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if choices and value not in choices:
        raise ValueError(f"{name}: {value!r} is none of {choices}")
    low, high = option.get("min_value", value), option.get("max_value", value)
    if kind == INTEGER and not low <= value <= high:
        raise ValueError(f"{name}: {value} isn't between {low} and {high}")
    return value


def form_data(form: Json, given: Mapping[str, str]) -> Json:
    """The data of a form whose text fields have been filled in."""
    components = []
    for number, label in enumerate(form["components"], 1):
        field = label["component"]
        value = given[field["custom_id"]]
        if len(value) > field.get("max_length", 4000) or (field.get("required") and not value):
            raise Refused(f"{field['custom_id']}: {value!r} is too long or nothing")
        typed = {
            "type": field["type"],
            "id": 100 + number,
            "custom_id": field["custom_id"],
            "value": value,
        }
        components.append({"type": LABEL, "id": number, "component": typed})
    return {"custom_id": form["custom_id"], "components": components}
