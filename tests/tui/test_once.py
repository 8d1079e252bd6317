"""Keys that arrive together: the first one answers a screen, the others do nothing to what is below it."""

import pytest
from textual import events

from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.screens.window import Around
from nutgames.tui.sitting import SetUp, Sitting


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(curtain, "DEAF", 0.0)


def table(game, players=("Ana", "Ben", "Cid"), **options):
    return TableScreen(Sitting(SetUp(game, players, {"first": 1, **options}, seed="1")), wait=0.0)


async def all_at_once(app, pilot, key, times):
    """So many presses of a key before the program has looked at any of them."""
    character = {"enter": "\r", "space": " ", "escape": None}.get(key, key)
    for _ in range(times):
        app.post_message(events.Key(key, character))
    for _ in range(8):
        await pilot.pause(0.05)


@pytest.mark.parametrize("times", [2, 3, 4, 15])
@pytest.mark.parametrize("game", ["nutty-business", "hibernation"])
async def test_the_curtain(game, times):
    app = NutgamesApp(table(game), animate=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        assert isinstance(app.screen, Curtain)
        await all_at_once(app, pilot, "a", times)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.onlooker == 1


@pytest.mark.parametrize("times", [2, 4, 15])
async def test_the_question_to_the_table(times):
    screen = table("hibernation")
    app = NutgamesApp(screen, animate=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("a")
        await pilot.pause(0.3)
        for _ in range(6):
            if isinstance(app.screen, Around):
                break
            await pilot.press("enter")
            await pilot.pause(0.3)
        assert isinstance(app.screen, Around)
        await all_at_once(app, pilot, "b", times)
        assert isinstance(app.screen, Curtain)
        assert app.screen.seat == 2
        assert screen in app.screen_stack


@pytest.mark.parametrize("times", [2, 5])
async def test_pages_over_the_table_and_the_end(times):
    sitting = table("nut", ("Ana", "Ben")).sitting
    app = NutgamesApp(TableScreen(sitting), animate=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("e")
        await pilot.pause(0.2)
        assert isinstance(app.screen, Reader)
        await all_at_once(app, pilot, "escape", times)
        assert isinstance(app.screen, TableScreen)
        while sitting.match.actor is not None:
            sitting.match.play(next(iter(sitting.game.moves(sitting.match.state))))
        app.screen.go_on()
        await pilot.pause(0.3)
        assert isinstance(app.screen, End)
        await all_at_once(app, pilot, "escape", times)
        assert isinstance(app.screen, TableScreen | End)


async def test_the_rules_of_one_player_are_not_left_to_the_next():
    """Where the rules were opened tells what somebody looked at in private."""
    screen = table("hibernation")
    app = NutgamesApp(screen, animate=False)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("a")
        await pilot.pause(0.3)
        await pilot.press("question_mark")
        await pilot.pause(0.6)
        assert screen.query("RulesPage")
        await pilot.press("x")
        await pilot.pause(0.4)
        assert isinstance(app.screen, Curtain)
        assert not screen.query("RulesPage")
        await pilot.press("a")
        await pilot.pause(0.4)
        await pilot.press("question_mark")
        await pilot.pause(0.6)
        await pilot.press("escape")
        await pilot.pause(0.4)
        assert not screen.query("RulesPage"), "Esc is one step back"


async def test_no_picture_of_a_private_screen_under_a_page():
    app = NutgamesApp(table("hibernation"), animate=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)

        def commands():
            return {command.title for command in app.get_system_commands(app.screen)}

        assert "Screenshot" in commands()
        await pilot.press("a")
        await pilot.pause(0.3)
        assert "Screenshot" not in commands()
        await pilot.press("i")
        await pilot.pause(0.3)
        assert isinstance(app.screen, Reader)
        assert "Screenshot" not in commands()
