"""What a screen shows, as text, held against a file: the difference can be read in a review.

`NUTGAMES_WRITE_GOLDEN=1` writes the files anew; look at the difference before it is committed.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from textual.app import App

SNAPSHOTS = Path(__file__).parent / "snapshots"


def screen_text(app: App[object]) -> str:
    """The screen on top, line by line, without blanks at the ends."""
    # The compositor is what paints; Textual offers its picture only as SVG otherwise.
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def looks_like(app: App[object], name: str) -> None:
    """Holds the screen against `snapshots/NAME.txt`."""
    path, now = SNAPSHOTS / f"{name}.txt", screen_text(app)
    if os.environ.get("NUTGAMES_WRITE_GOLDEN"):
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert path.exists(), f"{path.name} is missing: write it with NUTGAMES_WRITE_GOLDEN=1"
    assert now == path.read_text("utf-8")


def paints(raw: bytes) -> list[bytes]:
    """What was written to a terminal, run of cells by run of cells, each different one once, sorted.

    While a window is resized the app may paint the same picture twice or three times, and a clock that runs
    down is painted sooner or later, as busy as the machine is. What is painted depends on nothing but what is
    shown.
    """
    return sorted(set(re.split(rb"(?=\x1b\[\d+;\d+H)", raw)))


def words_in(written: bytes) -> set[str]:
    """All words that were written."""
    return set(re.findall(r"\w{3,}", re.sub(r"\x1b\[[^@-~]*[@-~]", "", written.decode("utf-8", "replace"))))


async def settled(*_: float) -> None:
    """In place of Textual's `wait_for_idle`: lets every message that is on its way arrive.

    Textual waits until the process uses no time, at least 40 ms a key, which makes whole games crawl.
    """
    for _turn in range(100):
        await asyncio.sleep(0)
