"""Whole games, played as people play them: with keys alone, and with the mouse alone."""

import re
from random import Random

import pytest

from nutgames.games import new
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.table import TableScreen
from screens import SIZES, showing
from support import NAMES

SMALL, LARGE = SIZES
GAMES = [(seats, size) for seats in (2, 3, 5) for size in SIZES]
QUICK = {"keys": [(2, LARGE), (5, SMALL)], "mouse": [(3, SMALL), (5, LARGE)]}
"""What the quick profile plays of them."""
ROW = re.compile(r"^ *(?:▸ )?\d (?=\S)")
"""The beginning of a choice."""
PILE = re.compile(r"(?:left|right) pile")


@pytest.fixture(autouse=True)
def quick_curtain(monkeypatch):
    """What the curtain is deaf for is tested elsewhere."""
    monkeypatch.setattr("nutgames.tui.screens.curtain.DEAF", 0)


def verify(match):
    """What was played on the screen is a game by the rules."""
    game = new("nutty-business", match.game.seats, first=match.game.options.first)
    state = game.start()
    for move in match.moves:
        state = game.play(state, game.parse(str(move)))
    assert game.actor(state) is None
    return game.standings(state)


async def check_the_end(eye):
    """The places that are shown are those of the rules."""
    standings = verify(eye.match)
    for name, row, place in zip(eye.match.names, standings.ranking, standings.places, strict=True):
        assert re.search(rf"{place}  [A-E] {name} .* {row[0]} nuts", eye.text), eye.text


def curtain_letter(eye):
    """The letter that the curtain asks for."""
    return re.search(r"Press  ([A-F])  when you are ready", eye.text)[1]


async def set_up_with_keys(eye, seats):
    await eye.press("enter")
    assert "set-up" in eye.text
    for _ in range(seats - 2):
        await eye.press("right")
    for name in NAMES[:seats]:
        await eye.press("down")
        await eye.type(name)
    await eye.press("down", "down", "down", "enter")


@pytest.mark.parametrize(("seats", "size"), GAMES)
async def test_with_keys_alone(seats, size, count):
    if (seats, size) not in count(QUICK["keys"], GAMES, GAMES):
        return
    rng = Random(f"{seats} {size}")
    async with showing(size=size) as eye:
        await set_up_with_keys(eye, seats)
        for _ in range(count(1, 1, 20)):
            for step in range(200):
                if isinstance(eye.screen, End):
                    break
                if isinstance(eye.screen, Curtain):
                    await eye.press(curtain_letter(eye).lower() if step % 2 else curtain_letter(eye))
                    continue
                assert isinstance(eye.screen, TableScreen)
                keys = [rng.choice(("down", "j", "up", "k", "tab"))] * rng.randint(0, 3)
                # Where there is but one way, the small h asks why not.
                has_ways = any(len(row.choices) > 1 for row in eye.table.table.choices.rows)
                keys += [rng.choice(("right", "l", "left", "h" if has_ways else "left"))] * rng.randint(0, 1)
                moves = len(eye.match.moves)
                await eye.press(*keys, "enter")
                assert len(eye.match.moves) == moves + 1, eye.text
            await check_the_end(eye)
            await eye.press("down", "enter")
            await eye.until(lambda: isinstance(eye.screen, Curtain))
            assert not eye.match.moves
        await eye.press("q")
        assert isinstance(eye.screen, Home)
        await eye.press("q")
    assert eye.app.return_code == 0


async def set_up_with_the_mouse(eye, seats):
    await eye.click("Nutty Business")
    for place in ("‹", "Players", "›")[: seats - 2]:
        await eye.click(place)
    await eye.click("Start the game")


@pytest.mark.parametrize(("seats", "size"), GAMES)
async def test_with_the_mouse_alone(seats, size, count):
    if (seats, size) not in count(QUICK["mouse"], GAMES, GAMES):
        return
    rng = Random(f"{seats} {size}")
    async with showing(size=size) as eye:
        await set_up_with_the_mouse(eye, seats)
        for _ in range(count(1, 1, 20)):
            pressed = 0
            for _ in range(200):
                if isinstance(eye.screen, End):
                    break
                if isinstance(eye.screen, Curtain):
                    await eye.click(rng.choice(("Press", "and nobody")))
                    continue
                moves = len(eye.match.moves)
                if rng.random() < 0.5:
                    plan = eye.table.table.board.plan
                    seat, pile = rng.randint(1, seats), rng.randint(0, 1)
                    line = eye.table.table.board.region.y + plan.top + (seat - 1) * plan.pitch
                    await eye.click_at(2 + plan.left + pile * plan.each, line + plan.block // 2)
                    pressed += len(eye.match.moves) > moves
                else:
                    _, top = eye.find(re.compile("^ ?── "))
                    rows = [y for y, line in enumerate(eye.lines()) if y > top and ROW.match(line[:76])]
                    row = rng.choice(rows)
                    ways = [match.start() for match in PILE.finditer(eye.lines()[row][:76])]
                    await eye.click_at(rng.choice(ways) if ways else 5, row)
                    assert len(eye.match.moves) == moves + 1
            assert pressed
            await check_the_end(eye)
            await eye.click("Play again")
            await eye.until(lambda: isinstance(eye.screen, Curtain))
            assert not eye.match.moves
        await eye.click("Q Leave")
        assert isinstance(eye.screen, Home)
        await eye.click("Q Quit")
    assert eye.app.return_code == 0
