"""The app as text: what is drawn, and how it compares with what is on file."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.screen import Screen

from nutgames.play.match import Match
from nutgames.play.words import words_for
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting

SNAPSHOTS = Path(__file__).parent / "snapshots"


class Seen:
    """The app while it runs, as somebody sees and touches it."""

    def __init__(self, app: NutgamesApp, pilot: Any) -> None:
        self.app, self.pilot = app, pilot

    @property
    def lines(self) -> list[str]:
        """What is drawn."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return [strip.text.rstrip() for strip in strips]

    @property
    def text(self) -> str:
        """What is drawn, in one."""
        return "\n".join(self.lines)

    @property
    def screen(self) -> Screen[Any]:
        """The screen in front."""
        return self.app.screen

    @property
    def kind(self) -> str:
        """What kind of screen that is."""
        return type(self.app.screen).__name__

    async def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def settle(self) -> None:
        """Waits until all that was sent has been heard and drawn.

        The pilot's own keys wait until the process is idle, which takes ten times as long.
        """
        for _ in range(4):
            await self.pilot._wait_for_screen()
            self.app.screen._on_timer_update()

    async def click(self, wanted: str) -> None:
        """A click on a text that is drawn."""
        for y, line in enumerate(self.lines):
            if found := re.search(wanted, line):
                await self.click_at(cell_len(line[: found.start()]) + 1, y)
                return
        raise AssertionError(f"no {wanted!r} in\n{self.text}")

    async def click_at(self, x: int, y: int) -> None:
        """A click on a cell: the mouse moves there, its button goes down and up."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = int(kind is not events.MouseMove)
            self.app._driver.send_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()


@asynccontextmanager
async def watching(match: Match, size: tuple[int, int] = (80, 24), wait: float = 0) -> AsyncIterator[Seen]:
    """The table of a match, from where it is."""
    seats = list(match.names)
    sitting = Sitting(SetUp("hibernation", seats, {}, seed="1"))
    sitting.match, sitting.game = match, match.game
    sitting.words = words_for(match.game, match.names)
    app = NutgamesApp(TableScreen(sitting, wait), animate=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seen(app, pilot)
    assert app.crash is None


def golden(name: str, text: str) -> None:
    """Compares a screen with the one on file; NUTGAMES_WRITE_GOLDEN=1 writes it."""
    file = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("NUTGAMES_WRITE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n", "utf-8")
    assert file.exists(), f"no snapshot {file.name}: NUTGAMES_WRITE_GOLDEN=1 writes it"
    assert file.read_text("utf-8") == text + "\n"
