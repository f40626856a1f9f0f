"""Adds scripts to simcord's page: turn clocks tick, and links to messages lead to them.

The page renders "in 60 seconds" once and leaves it until the message is edited, and its links lead
to Discord. Its server's list of files and its handler of the start page are private names of
simcord 3.2.1 (pinned).
"""

from pathlib import Path
from typing import Any

import simcord

SCRIPTS = [Path(__file__).with_name(name) for name in ("countdown.js", "links.js")]
TAGS = "".join(f'<script type="module" src="/{script.name}"></script>' for script in SCRIPTS)


def add_scripts(preview: simcord.Preview) -> None:
    """Serve the scripts and call them from the start page, before the preview starts."""
    server = preview._server
    # A file name here is joined to simcord's own folder, unless it is absolute.
    files = {**server._STATIC_FILES, **{f"/{script.name}": str(script) for script in SCRIPTS}}
    server._STATIC_FILES = files  # type: ignore[misc]
    start_page = server._index

    async def index(request: Any) -> Any:
        response = await start_page(request)
        response.text = response.text.replace("</body>", f"{TAGS}</body>")
        return response

    server._index = index  # type: ignore[method-assign]
