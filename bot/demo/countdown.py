"""Adds a script to simcord's page that counts relative times down, so that turn clocks tick.

The page renders "in 60 seconds" once and leaves it until the message is edited. Its server's list
of files and its handler of the start page are private names of simcord 3.2.1 (pinned).
"""

from pathlib import Path
from typing import Any

import simcord

SCRIPT = Path(__file__).with_name("countdown.js")
TAG = f'<script type="module" src="/{SCRIPT.name}"></script>'


def keep_times_running(preview: simcord.Preview) -> None:
    """Serve the script and call it from the start page; to be done before the preview starts."""
    server = preview._server
    # A file name here is joined to simcord's own folder, unless it is absolute.
    files = {**server._STATIC_FILES, f"/{SCRIPT.name}": str(SCRIPT)}
    server._STATIC_FILES = files  # type: ignore[misc]
    start_page = server._index

    async def index(request: Any) -> Any:
        response = await start_page(request)
        response.text = response.text.replace("</body>", f"{TAG}</body>")
        return response

    server._index = index  # type: ignore[method-assign]
