"""The disk behind the screens: slow, held by somebody else, gone, read-only. Keys never wait for it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from textual import events

from nutgames.games.nutty_business import Effects
from nutgames.play.records import dumps
from nutgames.play.saving import Saving
from nutgames.play.store import FILE, Store
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.table import TableScreen
from screens import Eye, showing, sitting
from support import unwritable


def kept_table() -> TableScreen:
    """A table in the open, where somebody has something to choose, kept from this moment on."""
    made = sitting(2)
    made.saving = Saving()
    while not isinstance(made.match.state.phase, Effects):
        made.match.play(next(iter(made.match.game.moves(made.match.state))))
    return TableScreen(made)


def send(eye: Eye, key: str) -> None:
    """A key, without waiting for anything."""
    eye.send(events.Key(key, "\r" if key == "enter" else key if len(key) == 1 else None))


async def until(condition: Callable[[], object]) -> None:
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + 10
        await asyncio.sleep(0.001)


async def answers_while_it_writes(eye: Eye, goes_on: Event) -> None:
    """Decides something, and opens and closes the log before the disk goes on."""
    send(eye, "enter")
    await until(lambda: eye.table.is_keeping)
    for _ in range(3):
        send(eye, "e")
        await until(lambda: isinstance(eye.screen, Reader))
        send(eye, "escape")
        await until(lambda: not isinstance(eye.screen, Reader))
    assert eye.table.is_keeping
    goes_on.set()
    await until(lambda: not eye.table.is_keeping)
    await eye.settle()


def asked(eye: Eye) -> str:
    """The text of the question in front, as it is drawn."""
    assert isinstance(eye.screen, Question)
    question = eye.screen.query_one("#question Static")
    strips = [question.render_line(y) for y in range(question.size.height)]
    return " ".join(" ".join(strip.text for strip in strips).split())


def stored(eye: Eye) -> str:
    with Store() as store:
        return dumps(store.load(eye.table.sitting.saving.id))


async def test_keys_are_answered_while_a_slow_disk_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    write, goes_on = Store.write, Event()
    goes_on.set()

    def slow(self: Store, *arguments: Any) -> None:
        assert goes_on.wait(30)
        write(self, *arguments)

    monkeypatch.setattr(Store, "write", slow)
    async with showing(kept_table()) as eye:
        await eye.settle()
        goes_on.clear()
        await answers_while_it_writes(eye, goes_on)
        assert stored(eye) == dumps(eye.match)


async def test_keys_are_answered_while_somebody_else_writes(tmp_path: Path) -> None:
    async with showing(kept_table()) as eye:
        await eye.settle()
        has_it, goes_on = Event(), Event()

        def hold() -> None:
            with closing(sqlite3.connect(tmp_path / "home" / FILE, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                has_it.set()
                assert goes_on.wait(30)
                other.execute("ROLLBACK")

        holder = Thread(target=hold)
        holder.start()
        assert has_it.wait(5)
        await answers_while_it_writes(eye, goes_on)
        holder.join()
        assert stored(eye) == dumps(eye.match)


@pytest.mark.parametrize("key", ["enter", "y"])
async def test_a_store_that_is_gone_is_told_before_anybody_relies_on_it(tmp_path: Path, key: str) -> None:
    async with showing(kept_table()) as eye:
        await eye.settle()
        saving, moves = eye.table.sitting.saving, len(eye.match.moves)
        before = saving.id
        shutil.rmtree(tmp_path / "home")
        await eye.press("enter")
        assert isinstance(eye.screen, Question)
        assert "somebody has deleted or moved them" in asked(eye)
        assert "not kept" in saving.farewell
        await eye.press(key)
        assert eye.screen is eye.table
        assert len(eye.match.moves) > moves
        if key == "enter":  # once more
            assert stored(eye) == dumps(eye.match)
            assert saving.id == before, "whoever has noted it finds the game by it"
            assert f"resume {before}" in saving.farewell
            assert f"The game is kept again: nutgames resume {before}" in eye.text
        else:
            assert "not kept" in saving.farewell
            assert not (tmp_path / "home").exists()


async def test_a_game_that_can_only_be_read_is_resumed() -> None:
    made = kept_table().sitting
    with Store() as store:
        store.begin(made.match).release()
    async with showing() as eye:
        await eye.until(lambda: "Resume" in eye.text)
        with unwritable():
            await eye.press("enter")
            await eye.until(lambda: isinstance(eye.screen, Question))
            assert "unable to open database file" in asked(eye)
            await eye.press("enter")
            assert isinstance(eye.screen, Question), "nothing has changed"
            await eye.press("y")
            assert eye.match.moves == made.match.moves
            await eye.press("q")
            assert "What happened last is not kept" in asked(eye)
