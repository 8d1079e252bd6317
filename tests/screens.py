"""The app as people see and touch it: text on a screen, keys, and a mouse that clicks on what is drawn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.strip import Strip

from nutgames.games.core import CHANCE
from nutgames.play.match import Match
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from support import NAMES
from tui.screens_text import looks_like, screen_text

CHARACTERS = {"space": " ", "enter": "\r", "tab": "\t"}
"""The characters of keys that have a name."""
SIZES = ((80, 24), (120, 40))


def sitting(
    seats: int = 2, moves: int = 0, seed: int = 1, names: Sequence[str] = NAMES, game: str = "nutty-business"
) -> Sitting:
    """People at a table, after so many moves made at random."""
    made = Sitting(SetUp(game, names[:seats], {"first": 1}, seed=str(seed)))
    play_on(made.match, moves, Random(seed))
    return made


def play_on(match: Match, moves: int, rng: Random) -> None:
    """So many moves at random, or the rest of the game."""
    for _ in range(moves):
        if match.actor is None:
            return
        if match.actor == CHANCE:
            match.deal(rng)
        else:
            match.play(rng.choice(list(match.game.moves(match.state))))


def table(seats: int = 2, moves: int = 0, seed: int = 1, names: Sequence[str] = NAMES) -> TableScreen:
    """The screen of such a table."""
    return TableScreen(sitting(seats, moves, seed, names))


class Eye:
    """Somebody in front of the screen."""

    def __init__(self, app: NutgamesApp, pilot: Any) -> None:
        self.app = app
        self.pilot = pilot

    # Seeing

    @property
    def text(self) -> str:
        """What is drawn."""
        return screen_text(self.app)

    def lines(self) -> list[str]:
        """What is drawn, line by line."""
        return self.text.splitlines()

    @property
    def screen(self) -> Screen[Any]:
        """The screen in front."""
        return self.app.screen

    @property
    def table(self) -> TableScreen:
        """The table among the screens."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def match(self) -> Match:
        """The game that is played."""
        return self.table.sitting.match

    def styles(self) -> set[str]:
        """All styles that are drawn with."""
        return {str(segment.style) for strip in self.strips() for segment in strip}

    def strips(self) -> list[Strip]:
        """What is drawn, line by line, with its styles."""
        return self.app.screen._compositor.render_strips(self.app.size)

    def looks_like(self, name: str) -> None:
        """Holds the screen against the one on file."""
        looks_like(self.app, name)

    # Touching

    async def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            name = key if len(key) > 1 or key.isalnum() else _character_to_key(key)
            self.send(events.Key(name, CHARACTERS.get(name, key if len(key) == 1 else None)))
            await self.settle()

    def send(self, event: events.Event) -> None:
        """What the terminal sends."""
        event.set_sender(self.app)
        self.app._driver.send_message(event)

    async def settle(self) -> None:
        """Waits until everything that was sent has been dealt with.

        Textual's own pilot waits until the process needs no time, which takes ten times as long.
        """
        quiet, began = 0, monotonic()
        while quiet < 3 and monotonic() < began + 20:
            await asyncio.sleep(0.001)
            # A screen that is laid out anew soon will be; one behind another may wait for long.
            is_pending = self.app.screen._layout_required and monotonic() < began + 0.3
            quiet = 0 if is_pending or self._is_busy() else quiet + 1
        assert quiet, "the app does not come to rest"

    async def rest(self) -> None:
        """Waits until the picture stands still, scrolled panes included."""
        before = ""
        while before != self.text:
            before = self.text
            await asyncio.sleep(0.1)
            await self.settle()

    def _is_busy(self) -> bool:
        nodes = [self.app, *self.app.screen_stack, *self.app.screen.walk_children()]
        if any(worker.is_running for worker in self.app.workers):
            return True
        return any(
            (node._message_queue is not None and not node._message_queue.empty()) or node._next_callbacks
            for node in nodes
        ) or bool(self.app.screen._callbacks)

    async def type(self, text: str) -> None:
        """The keys of a text."""
        await self.press(*("space" if char == " " else char for char in text))

    def find(self, wanted: str | re.Pattern[str], nth: int = 0) -> tuple[int, int]:
        """The column and row where a text is drawn."""
        pattern = wanted if isinstance(wanted, re.Pattern) else re.compile(re.escape(wanted))
        found = [
            (cell_len(line[: match.start()]), y)
            for y, line in enumerate(self.lines())
            for match in pattern.finditer(line)
        ]
        assert found, f"no {wanted!r} on the screen:\n{self.text}"
        return found[nth]

    async def click(self, wanted: str | re.Pattern[str], nth: int = 0) -> None:
        """A click on a text that is drawn."""
        await self.click_at(*self.find(wanted, nth))

    async def click_at(self, x: int, y: int) -> None:
        """A click on a cell."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if kind is events.MouseMove else 1
            self.send(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()

    async def resize(self, columns: int, rows: int) -> None:
        """Another size of the window."""
        await self.pilot.resize_terminal(columns, rows)
        await self.pilot.pause()

    async def until(self, condition: Callable[[], object], seconds: float = 5) -> None:
        """Waits for something that takes a moment."""
        for _ in range(int(seconds * 50)):
            if condition():
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"it did not come to that:\n{self.text}")


def everything_drawn(eye: Eye) -> str:
    """The text of the table and of every screen before it."""
    stack = eye.app.screen_stack
    screens = [screen for screen in stack[stack.index(eye.table) :] if screen.size]
    return "\n".join(strip.text for screen in screens for strip in screen._compositor.render_strips())


@asynccontextmanager
async def showing(
    first: Screen[None] | None = None, size: tuple[int, int] = (80, 24), **how: Any
) -> AsyncIterator[Eye]:
    """The app with a screen in front of home."""
    how.setdefault("animate", False)
    app = NutgamesApp(first, **how)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Eye(app, pilot)
    assert app.crash is None
