"""Keys that arrive together: the second is there before the screen that the first one opens."""

from __future__ import annotations

import asyncio

from textual import events

from nutgames.tui.app import NutgamesApp

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
    assert app.crash is None
