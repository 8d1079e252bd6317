"""Keys that arrive together: the first one answers a screen, the others do nothing to what is below it."""

import pytest
from textual import events

from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.screens.window import Around
from nutgames.tui.sitting import SetUp, Sitting
from screens import showing


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(curtain, "DEAF", 0.0)


def table(game, players=("Ana", "Ben", "Cid"), **options):
    return TableScreen(Sitting(SetUp(game, players, {"first": 1, **options}, seed="1")), wait=0.0)


async def all_at_once(eye, key, times):
    """So many presses of a key before the program has looked at any of them."""
    character = {"enter": "\r", "space": " ", "escape": None}.get(key, key)
    for _ in range(times):
        eye.send(events.Key(key, character))
    await eye.settle()


async def looking(eye, letter):
    """The curtain listens, and a player looks."""
    await eye.until(lambda: isinstance(eye.screen, Curtain) and not eye.screen._is_deaf)
    await eye.press(letter)
    await eye.until(lambda: eye.table.onlooker)


@pytest.mark.parametrize("times", [2, 3, 4, 15])
@pytest.mark.parametrize("game", ["nutty-business", "hibernation"])
async def test_the_curtain(game, times):
    async with showing(table(game)) as eye:
        await eye.until(lambda: isinstance(eye.screen, Curtain) and not eye.screen._is_deaf)
        await all_at_once(eye, "a", times)
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        await eye.rest()
        assert isinstance(eye.screen, TableScreen)
        assert eye.screen.onlooker == 1


@pytest.mark.parametrize("times", [2, 4, 15])
async def test_the_question_to_the_table(times):
    screen = table("hibernation")
    async with showing(screen) as eye:
        await looking(eye, "a")
        for _ in range(6):
            if isinstance(eye.screen, Around):
                break
            await eye.press("enter")
        await eye.until(lambda: isinstance(eye.screen, Around) and not eye.screen._is_deaf)
        await all_at_once(eye, "b", times)
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        await eye.rest()
        assert isinstance(eye.screen, Curtain)
        assert eye.screen.seat == 2
        assert screen in eye.app.screen_stack


@pytest.mark.parametrize("times", [2, 5])
async def test_pages_over_the_table_and_the_end(times):
    sitting = table("nut", ("Ana", "Ben")).sitting
    async with showing(TableScreen(sitting)) as eye:
        await eye.press("e")
        await eye.until(lambda: isinstance(eye.screen, Reader))
        await all_at_once(eye, "escape", times)
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        while sitting.match.actor is not None:
            sitting.match.play(next(iter(sitting.game.moves(sitting.match.state))))
        eye.screen.go_on()
        await eye.until(lambda: isinstance(eye.screen, End))
        await all_at_once(eye, "escape", times)
        await eye.rest()
        assert isinstance(eye.screen, TableScreen | End)


async def test_the_rules_of_one_player_are_not_left_to_the_next():
    """Where the rules were opened tells what somebody looked at in private."""
    screen = table("hibernation")
    async with showing(screen, (120, 30)) as eye:
        await looking(eye, "a")
        await eye.press("?")
        await eye.until(lambda: screen.query("RulesPage"))
        await eye.press("x")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        await eye.until(lambda: not screen.query("RulesPage"))
        await looking(eye, "a")
        await eye.press("?")
        await eye.until(lambda: screen.query("RulesPage"))
        await eye.press("escape")
        await eye.until(lambda: not screen.query("RulesPage"))


async def test_no_picture_of_a_private_screen_under_a_page():
    async with showing(table("hibernation")) as eye:

        def commands():
            return {command.title for command in eye.app.get_system_commands(eye.app.screen)}

        assert "Screenshot" in commands()
        await looking(eye, "a")
        assert "Screenshot" not in commands()
        await eye.press("i")
        await eye.until(lambda: isinstance(eye.screen, Reader))
        assert "Screenshot" not in commands()
