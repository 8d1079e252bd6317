"""Keys that arrive together: the second is there before the screen that the first one opens."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.widgets import Input

from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.options import OptionsScreen
from nutgames.tui.screens.palette import LONGEST, Palette

TOGETHER = (
    *(("ctrl+p", key, "pagedown") for key in ("pageup", "home", "end", "up", "enter")),
    *((key, "pageup", "pagedown", "home", "end") for key in ("question_mark", "S", "P", "O")),
)


async def test_a_list_that_is_not_there_yet_ignores_keys():
    """The palette, whose list fills itself, and pages that lie over home."""
    app = NutgamesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in TOGETHER:
            for key in keys:
                app.post_message(events.Key(key, key if len(key) == 1 else None))
                await asyncio.sleep(0)
            await pilot.pause()
            while len(app.screen_stack) > 2:
                app.pop_screen()
        await pilot.pause()  # what home still asks the disk for comes first
    assert app.crash is None


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_doubled_key_answers_the_palette_once(key):
    """One Options screen, and never one screen less than before."""
    app = NutgamesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.press(*"options")
        await pilot.pause(0.3)
        for _ in range(3):
            app.post_message(events.Key(key, None))
        await pilot.pause()
        screens = [type(screen) for screen in app.screen_stack]
        assert screens[1:] == [Home, OptionsScreen][: 2 if key == "enter" else 1]
        await pilot.press(*["escape"] * (key == "enter"), "ctrl+p")
        assert isinstance(app.screen, Palette)
        app.post_message(events.Paste("x" * 100_000))
        await pilot.pause()
        assert len(app.screen.query_one(Input).value) <= LONGEST
    assert app.crash is None
