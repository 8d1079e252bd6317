"""What every screen looks like, as text. NUTGAMES_WRITE_GOLDEN=1 writes the files anew; read them then."""

import pytest

from nutgames.plain.encoding import ascii_likeness
from nutgames.tui.screens.setup import SetUpScreen
from screens import SNAPSHOTS, golden, showing, table

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


async def taken_back(eye):
    await eye.press("u")


SCREENS = {
    "home": (lambda: None, opened()),
    "keys": (lambda: None, opened("question_mark")),
    "set-up": (lambda: SetUpScreen("nutty-business"), opened("right", "down", "A", "n", "a", "down")),
    "set-up-5": (
        lambda: SetUpScreen("nutty-business", {"bank_blocks_customs": "no"}),
        opened("left", *["down"] * 7),
    ),
    "curtain": (lambda: table(3, moves=1), opened()),
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
    "leave": (lambda: table(3, moves=20, seed=3), opened("q")),
    "end-2": (lambda: table(2, moves=500, seed=1), opened()),
    "end-5": (lambda: table(5, moves=500, seed=4), opened("down")),
    "final-3": (lambda: table(3, moves=500, seed=3), opened("escape")),
}


async def wide_enough_for_rules(eye):
    """The rules beside the table, or over it."""
    await eye.press("question_mark")
    await eye.until(lambda: "As long as it is on top" in eye.text or "contraband" in eye.text.lower())
    await eye.pilot.pause(0.2)


SCREENS["rules"] = (lambda: table(2, moves=2), wide_enough_for_rules)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
async def test_screen(name, size):
    first, steps = SCREENS[name]
    async with showing(first(), size) as eye:
        await steps(eye)
        await eye.pilot.pause()
        text = eye.text
    assert all(len(line) <= size[0] for line in text.splitlines())
    golden(f"{name}-{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("name", ["home", "set-up", "crowded-2", "crowded-5", "end-2"])
async def test_screen_in_ascii(name):
    first, steps = SCREENS[name]
    async with showing(first(), (80, 24), likeness=ascii_likeness) as eye:
        await steps(eye)
        await eye.pilot.pause()
        text = eye.text
    assert text.isascii()
    assert "?" not in text.replace("? Keys", "").replace("? Rules", "").replace(
        "Who plays, in clockwise order?", ""
    ).replace("How is it played?", "").replace("which pile?", "")
    golden(f"{name}-ascii", text)


def test_no_snapshot_is_left_over():
    known = {f"{name}-{width}x{height}.txt" for name in SCREENS for width, height in SIZES}
    known |= {f"{name}-ascii.txt" for name in ("home", "set-up", "crowded-2", "crowded-5", "end-2")}
    assert {file.name for file in SNAPSHOTS.iterdir()} == known
