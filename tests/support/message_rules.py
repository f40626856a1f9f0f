"""Discord's rules for messages and modals that its OpenAPI description does not state.

They come from the developer documentation's component reference: totals over a whole message,
unique ids, what may share an action row, and what Components V2 messages may not carry.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Component = dict[str, Any]

IS_COMPONENTS_V2 = 1 << 15
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_DISPLAY = 1, 2, 3, 10
SELECTS = frozenset({3, 5, 6, 7, 8})
V2_KINDS = frozenset({9, 10, 11, 12, 13, 14, 17})
LINK_STYLE, INTERACTIVE_STYLES = 5, frozenset({1, 2, 3, 4})
MAX_COMPONENTS, MAX_TEXT, MAX_ROWS, MAX_ROW, MAX_MODAL = 40, 4000, 5, 5, 5
REPLY, UPDATE, MODAL = 4, 7, 9  # interaction callback types


def walk(components: list[Component] | None) -> Iterator[Component]:
    """Every component of a message or modal, nested ones included, in reading order."""
    for component in components or []:
        if not isinstance(component, dict):
            continue
        yield component
        yield from walk(component.get("components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def broken_rules(method: str, template: str, body: Any) -> list[str]:
    """What a request to a path template breaks, in words; empty if nothing."""
    if not isinstance(body, dict):
        return []
    if template.endswith("/callback"):
        data = body.get("data") or {}
        if body.get("type") == MODAL:
            return _modal(data)
        creates = body.get("type") == REPLY
        return _message(data, creates=creates) if creates or body.get("type") == UPDATE else []
    if "/messages" in template or template.startswith("/webhooks/"):
        return _message(body, creates=method == "POST" and template.endswith("/messages"))
    return []


def _modal(data: Component) -> list[str]:
    tops = len(data.get("components") or [])
    crowd = [f"modal has {tops} top-level components (max {MAX_MODAL})"] if tops > MAX_MODAL else []
    return crowd + _repeated_ids(list(walk(data.get("components"))))


def _message(body: Component, *, creates: bool) -> list[str]:
    components = body.get("components")
    if components is None:
        return []
    everything = list(walk(components))
    found = _repeated_ids(everything)
    if any(part.get("type") in V2_KINDS for part in everything):
        found += _layout(body, everything, creates=creates)
    elif len(components) > MAX_ROWS and not _is_v2(body):
        found.append(f"{len(components)} action rows without Components V2 (max {MAX_ROWS})")
    for part in everything:
        found += _CHECKS.get(part.get("type", 0), lambda _: [])(part)
    return found


def _is_v2(body: Component) -> bool:
    return bool((body.get("flags") or 0) & IS_COMPONENTS_V2)


def _layout(body: Component, everything: list[Component], *, creates: bool) -> list[str]:
    found = []
    if len(everything) > MAX_COMPONENTS:
        found.append(f"{len(everything)} components in the message (max {MAX_COMPONENTS})")
    if creates and not _is_v2(body):
        found.append("Components V2 without the IS_COMPONENTS_V2 flag")
    if _is_v2(body) and any(body.get(key) for key in ("content", "embeds", "poll")):
        found.append("content, embeds or a poll together with IS_COMPONENTS_V2")
    length = sum(len(p.get("content") or "") for p in everything if p.get("type") == TEXT_DISPLAY)
    if length > MAX_TEXT:
        found.append(f"{length} characters of text in the message (max {MAX_TEXT})")
    return found


def _repeated_ids(everything: list[Component]) -> list[str]:
    found = []
    for key in ("custom_id", "id"):
        counts = Counter(part[key] for part in everything if part.get(key))
        found += [f"{key} {value!r} used twice" for value, times in counts.items() if times > 1]
    return found


def _action_row(row: Component) -> list[str]:
    kinds = [part.get("type") for part in row.get("components") or []]
    found = []
    if len(kinds) > MAX_ROW:
        found.append(f"{len(kinds)} components in an action row (max {MAX_ROW})")
    if len(kinds) > 1 and SELECTS.intersection(kinds):
        found.append("a select menu must be alone in its action row")
    return found


def _button(button: Component) -> list[str]:
    found = []
    if button.get("style") in INTERACTIVE_STYLES:
        if not button.get("custom_id"):
            found.append("interactive button without custom_id")
        if not (button.get("label") or button.get("emoji")):
            found.append("button with neither label nor emoji")
    if button.get("style") == LINK_STYLE and (button.get("custom_id") or not button.get("url")):
        found.append("a link button needs a url and no custom_id")
    return found


def _string_select(select: Component) -> list[str]:
    options = select.get("options") or []
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    found = []
    if len({option.get("value") for option in options}) != len(options):
        found.append("duplicate select option values")
    if not low <= high <= max(len(options), 1):
        found.append(f"select wants {low} to {high} of {len(options)} options")
    if sum(bool(option.get("default")) for option in options) > high:
        found.append("more default options than max_values")
    return found


_CHECKS: dict[int, Callable[[Component], list[str]]] = {
    ACTION_ROW: _action_row,
    BUTTON: _button,
    STRING_SELECT: _string_select,
}
