"""What every screen looks like, as text. NUTGAMES_WRITE_GOLDEN=1 writes the files anew; read them then."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.cells import cell_len

from nutgames.plain.encoding import ascii_likeness
from nutgames.play.records import dumps
from nutgames.play.replay import Replay
from nutgames.play.store import Store
from nutgames.tui.screens.options import OptionsScreen
from nutgames.tui.screens.replay import ReplayScreen
from nutgames.tui.screens.replays import Replays
from nutgames.tui.screens.setup import SetUpScreen
from nutgames.tui.screens.statistics import StatisticsScreen
from screens import showing, table
from support import random_match
from tui.screens_text import SNAPSHOTS

SIZES = ((80, 24), (120, 40), (40, 12))
LONG = ("Maximilian von Haselnuss", "Ёлка 橡子 ñandú", "C", "Dora", "Ed")


def opened(*keys):
    """What is seen after some keys."""

    async def steps(eye):
        await eye.press(*keys)

    return steps


async def laying(eye):
    """Behind the curtain: the first player's eight cards."""
    await eye.until(lambda: not eye.screen._is_deaf)
    await eye.press("a")


async def hearing(eye):
    """The curtain says what to press."""
    await eye.until(lambda: "Press" in eye.text)


async def taken_back(eye):
    await eye.press("u")


async def looked_for(eye):
    """Words in the rules, and the second place where they stand."""
    await looked_up(eye)
    await eye.press("/")
    await eye.type("on top")
    await eye.press("enter", "n")


def replay(game, seats):
    """A game that is looked at again."""
    return ReplayScreen(Replay(random_match(game, seats, 1)))


def kept():
    """The list of three games, one of which is not over."""
    with Store() as store:
        for game, seats, moves in (("nut", 2, 20), ("hibernation", 6, 10_000), ("nutty-business", 2, 10_000)):
            match = random_match(game, seats, 1, moves)
            match.finished = datetime(2024, 1, 31, 12, tzinfo=UTC) if match.actor is None else None
            store.add(dumps(match).encode())
        store._db.execute("UPDATE games SET played = '2024-11-27T12:15:00Z'")
    return Replays()


async def looked_up(eye):
    """The rules beside the table, or over it."""
    await eye.press("question_mark")
    await eye.until(lambda: "As long as it is on top" in eye.text)


async def all_keys(eye):
    """What can have another key."""
    await eye.press("up", "enter")
    await eye.until(lambda: "table.undo" in eye.text)


def statistics():
    """After eight games of two kinds; one more was abandoned."""
    names = (LONG[0], *LONG[2:])
    matches = [random_match("nutty-business", 2 + seed % 2, seed, names=names) for seed in range(6)]
    matches += [random_match("nut", 2, seed) for seed in (1, 2)] + [random_match("nut-job", 2, 1, 9)]
    matches[-1].abandon()
    with Store() as store:
        for day, match in enumerate(matches, start=1):
            match.finished = datetime(2026, 1, day, tzinfo=UTC)
            store.add(dumps(match).encode())
    return StatisticsScreen()


def games_to_resume():
    """Left in another year, as a snapshot must not tell what day it is."""
    with Store() as store:
        for number, game in enumerate(("nut", "hibernation", "nut-job")):
            match = random_match(game, 2 + number % 2, number, moves=9, first=1, names=LONG[number:])
            store.add(dumps(match).encode())
        store._db.execute("UPDATE games SET played = '2024-11-27T12:15:00Z'")


SCREENS = {
    "home": (lambda: None, opened()),
    "home-resume": (games_to_resume, opened()),
    "statistics": (statistics, opened()),
    "statistics-game": (statistics, opened("right")),
    "keys": (lambda: None, opened("question_mark")),
    "set-up": (lambda: SetUpScreen("nutty-business"), opened("right", "down", "A", "n", "a", "down")),
    "set-up-5": (
        lambda: SetUpScreen("nutty-business", {"bank_blocks_customs": "no"}),
        opened("left", *["down"] * 7),
    ),
    "options": (OptionsScreen, opened("down", "right")),
    "all-keys": (OptionsScreen, all_keys),
    "again": (lambda: SetUpScreen("nut-job"), opened("up")),
    "curtain": (lambda: table(3, moves=1), hearing),
    "lay": (lambda: table(2), laying),
    "place-2": (lambda: table(2, moves=2), opened()),
    "early-3": (lambda: table(3, moves=6), opened()),
    "crowded-2": (lambda: table(2, moves=20, seed=5), opened()),
    "crowded-5": (lambda: table(5, moves=70, seed=4), opened("down")),
    "names-5": (lambda: table(5, moves=40, seed=2, names=LONG), opened("down")),
    "undone": (lambda: table(3, moves=20, seed=3), taken_back),
    "why": (lambda: table(3, moves=21, seed=3), opened("H")),
    "inspect": (lambda: table(3, moves=20, seed=3), opened("i")),
    "log": (lambda: table(3, moves=20, seed=3), opened("e")),
    "rules": (lambda: table(2, moves=2), looked_up),
    "found": (lambda: table(2, moves=2), looked_for),
    "leave": (lambda: table(3, moves=20, seed=3), opened("q")),
    "end-2": (lambda: table(2, moves=500, seed=1), opened()),
    "end-5": (lambda: table(5, moves=500, seed=4), opened("down")),
    "final-3": (lambda: table(3, moves=500, seed=3), opened("escape")),
    "replay-nutty-business": (lambda: replay("nutty-business", 3), opened(*"nnnnn", "right")),
    "replay-nut-job": (lambda: replay("nut-job", 3), opened(*"nnnnnnnnnnn", *"vvvv")),
    "replay-nut": (lambda: replay("nut", 2), opened(*"nnnnnnnnnnn", "right", *"vv")),
    "replay-hibernation": (lambda: replay("hibernation", 3), opened(*"nnn", "right", *"vvvv")),
    "replays": (kept, opened()),
}


IN_ASCII = ("home", "statistics-game", "set-up", "crowded-2", "crowded-5", "end-2", "replay-hibernation")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
async def test_screen(name, size, monkeypatch):
    home = Path("/home/ana/.config/nutgames/settings.toml")
    monkeypatch.setattr("nutgames.tui.screens.options.path", lambda: home)
    if name == "again":
        with Store() as store:
            store.begin(random_match("nut-job", 3, seed=1, moves=4)).release()
    first, steps = SCREENS[name]
    async with showing(first(), size) as eye:
        await steps(eye)
        await eye.rest()
        assert all(cell_len(line) <= size[0] for line in eye.lines())
        eye.looks_like(f"{name}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("name", IN_ASCII)
async def test_screen_in_ascii(name):
    first, steps = SCREENS[name]
    async with showing(first(), (80, 24), likeness=ascii_likeness) as eye:
        await steps(eye)
        await eye.rest()
        assert eye.text.isascii()
        # What has no likeness would be a question mark; the questions of the screens stand before a blank.
        assert not re.search(r"\?\S|\S\?\?", eye.text)
        eye.looks_like(f"{name}-ascii")


def test_no_snapshot_is_left_over():
    known = {f"{name}-{width}x{height}.txt" for name in SCREENS for width, height in SIZES}
    known |= {f"{name}-ascii.txt" for name in IN_ASCII}
    ours = {file.name for file in SNAPSHOTS.iterdir() if not re.match("nut-|hibernation-", file.name)}
    assert ours == known
