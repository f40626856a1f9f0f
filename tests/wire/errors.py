"""The API's errors, with the codes and bodies that Discord uses."""

from collections.abc import Sequence
from typing import Any

MESSAGES: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
}


class ApiError(Exception):
    """Becomes an HTTP answer; `problems` are those of an invalid body."""

    def __init__(self, code: int, problems: Sequence[str] = ()) -> None:
        self.status, message = MESSAGES[code]
        self.problems = list(problems)
        self.body: dict[str, Any] = {"message": message, "code": code}
        if problems:
            listed = [{"code": "REFUSED", "message": problem} for problem in problems]
            self.body["errors"] = {"_errors": listed}
        super().__init__(f"{self.status} {code} {message}")


def invalid(*problems: str) -> ApiError:
    """An invalid body, with what is wrong with it."""
    return ApiError(50035, problems)
