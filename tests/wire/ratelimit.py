"""Rate limits with the documented headers; those that aren't published are as usually observed."""

import hashlib
import time
from collections import Counter
from dataclasses import dataclass, field

Headers = dict[str, str]

LIMITS = {
    "message create": (5, 5.0),
    "message edit": (5, 5.0),
    "message delete": (5, 1.0),
    "webhook": (5, 2.0),
    "global": (50, 1.0),
    "other": (50, 1.0),
}
"""Requests in so many seconds."""


@dataclass(slots=True)
class Bucket:
    """Requests that share a limit."""

    limit: int
    window: float
    resets: float = 0.0
    used: int = 0


@dataclass(slots=True)
class Verdict:
    """The headers of a reply; `retry_after` seconds if the request is refused."""

    headers: Headers = field(default_factory=dict)
    retry_after: float | None = None
    is_global: bool = False


class RateLimits:
    """The buckets of the bot; `hits` counts the refusals."""

    def __init__(self) -> None:
        self.hits: Counter[str] = Counter()
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, method: str, template: str, ids: dict[str, str]) -> Verdict:
        """Count a request in, or refuse it."""
        name, major = _bucket_of(method, template, ids)
        if name == "interaction":
            return Verdict()
        if name != "webhook" and not self._take("global", ""):
            return self._refuse("global", "")
        if not self._take(name, major):
            return self._refuse(name, major)
        return Verdict(self._headers(name, major))

    def _bucket(self, name: str, major: str) -> Bucket:
        bucket = self._buckets.setdefault((name, major), Bucket(*LIMITS[name.partition(":")[0]]))
        if (now := time.monotonic()) >= bucket.resets:
            bucket.resets, bucket.used = now + bucket.window, 0
        return bucket

    def _take(self, name: str, major: str) -> bool:
        bucket = self._bucket(name, major)
        bucket.used += 1
        return bucket.used <= bucket.limit

    def _headers(self, name: str, major: str) -> Headers:
        bucket = self._bucket(name, major)
        after = max(0.0, bucket.resets - time.monotonic())
        return {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(0, bucket.limit - bucket.used)),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }

    def _refuse(self, name: str, major: str) -> Verdict:
        self.hits[name] += 1
        after = max(0.001, self._bucket(name, major).resets - time.monotonic())
        headers = {"Retry-After": str(int(after) + 1), "X-RateLimit-Scope": "user"}
        if name == "global":
            return Verdict({**headers, "X-RateLimit-Global": "true"}, after, is_global=True)
        return Verdict({**headers, **self._headers(name, major)}, after)


def _bucket_of(method: str, template: str, ids: dict[str, str]) -> tuple[str, str]:
    """The name of a request's bucket, and what tells it apart from others of the name."""
    channel = ids.get("channel", "")
    if template.startswith("/interactions/"):
        return "interaction", ""
    if template.startswith("/webhooks/"):
        return "webhook", ids["token"]
    if template == "/channels/{channel}/messages":
        return "message create", channel
    if template == "/channels/{channel}/messages/{message}":
        return ("message edit" if method == "PATCH" else "message delete"), channel
    return f"other:{method} {template}", channel
