"""Keys that people press without meaning it, and the one that covers everything."""

from itertools import cycle

import pytest
from textual import events
from textual.widgets import Input

from nutgames.games.nut_job import Say
from nutgames.tui import app as app_module
from nutgames.tui import tables
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.statistics import StatisticsScreen
from nutgames.tui.screens.table import TableScreen
from screens import everything_drawn, showing, sitting


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(curtain, "DEAF", 0.0)


# --- X ----------------------------------------------------------------------------------------------------

PAGES = {
    "log": lambda eye: eye.press("e"),
    "piles": lambda eye: eye.press("i"),
    "rules": lambda eye: eye.press("?"),
    "why not": lambda eye: eye.press("H"),
    "palette": lambda eye: eye.press("ctrl+p", "x", "escape"),
    "options": lambda eye: eye.app.run_action("options"),
    "names of the keys": lambda eye: eye.app.run_action("options"),
    "a question": lambda eye: eye.app.push_screen(Question("Really?", "Yes", "No")),
    "statistics": lambda eye: eye.app.push_screen(StatisticsScreen()),
    "a window that is too small": lambda eye: eye.resize(30, 8),
}


async def test_x_covers_whatever_lies_over_a_private_table():
    made, keys = sitting(3, 1, game="hibernation"), cycle("xX")
    async with showing(TableScreen(made)) as eye:
        for name, opened in PAGES.items():
            assert isinstance(eye.screen, Curtain)
            await eye.press("a")
            assert eye.table.onlooker == 1
            hand = eye.table.table.choices.faces[0].title
            assert hand in everything_drawn(eye)
            await opened(eye)
            await eye.settle()
            if name == "names of the keys":
                await eye.press("end", *["up"], "enter")
            assert (eye.screen is eye.table) == (name == "palette")
            await eye.press(next(keys))
            assert not eye.table.onlooker, name
            if name == "a window that is too small":
                await eye.resize(80, 24)
            assert eye.app.screen_stack[eye.app.screen_stack.index(eye.table) + 1 :] == [eye.screen], name
            assert isinstance(eye.screen, Curtain), name
            assert hand not in everything_drawn(eye), name
        assert len(made.match.moves) == 1


TYPED = {
    "rules over the table": ((80, 24), ("?", "/")),
    "the palette": ((80, 24), ("ctrl+p",)),
    "rules beside the table": ((120, 40), ("?", "/")),
    "the log": ((120, 40), ("e", "/")),
}


async def test_a_large_x_covers_while_words_are_typed():
    made = sitting(3, 1, game="hibernation")
    async with showing(TableScreen(made)) as eye:
        for where, (size, opened) in TYPED.items():
            await eye.resize(*size)
            await eye.press("a")
            hand = eye.table.table.choices.faces[0].title
            await eye.press(*opened, "a", "x")
            assert isinstance(eye.app.focused, Input), where
            assert eye.app.focused.value == "ax", where
            assert eye.table.onlooker == 1
            assert where == "the palette" or "X Cover" in eye.lines()[-1]
            await eye.press("X")
            assert isinstance(eye.screen, Curtain), where
            assert not eye.table.onlooker
            assert hand not in everything_drawn(eye), where


async def test_where_nothing_is_private_a_large_x_is_typed():
    async with showing(TableScreen(sitting(2, 4, game="nut-job"))) as eye:
        await eye.press("?", "/", "X", "x")
        assert eye.app.focused.value == "Xx"
        assert "X Cover" not in eye.text


async def test_a_page_over_an_open_table_is_not_covered():
    async with showing(TableScreen(sitting(2, 4, game="nut-job"))) as eye:
        await eye.press("e")
        assert "X Cover" not in eye.text
        await eye.press("x")
        assert isinstance(eye.screen, Reader)


# --- Enter ------------------------------------------------------------------------------------------------

ENOUGH = "✗ The letter was enough, without Enter."


def naming():
    """A game of Nut Job in which a colour is to be named."""
    made = sitting(2, 2, game="nut-job")
    while not isinstance(next(iter(made.game.moves(made.match.state))), Say):
        made.match.play(next(iter(made.game.moves(made.match.state))))
    return made


def letter_of(made):
    """What is pressed to say one of the words."""
    return str(next(iter(made.game.moves(made.match.state))).word)[0]


@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "all at once"])
async def test_an_enter_after_a_letter_decides_nothing(together, monkeypatch):
    monkeypatch.setattr(app_module, "ANSWERED", 60.0)
    monkeypatch.setattr(app_module, "TOGETHER", 0.1)
    made = naming()
    moves = len(made.match.moves)
    key = letter_of(made)
    async with showing(TableScreen(made)) as eye:
        if together:
            for each in (events.Key(key, key), events.Key("enter", "\r")):
                eye.send(each)
        else:
            await eye.press(key, "enter")
        await eye.until(lambda: ENOUGH in eye.text)
        assert len(eye.match.moves) == moves + 1
        await eye.press("enter")
        assert len(eye.match.moves) > moves + 1, "pressed once more it counts"
        assert ENOUGH not in eye.text


async def test_what_the_letter_did_is_told_again_after_a_while(monkeypatch):
    monkeypatch.setattr(app_module, "ANSWERED", 60.0)
    monkeypatch.setattr(app_module, "TOGETHER", 0.1)
    monkeypatch.setattr("nutgames.tui.screens.table.LONG_ENOUGH", 0.3)
    made = naming()
    async with showing(TableScreen(made)) as eye:
        await eye.press(letter_of(made))
        news = eye.lines()[-2]
        await eye.press("enter")
        await eye.until(lambda: ENOUGH in eye.text)
        await eye.until(lambda: eye.lines()[-2] == news)


async def test_other_keys_than_letters_and_other_letters_do_not_take_enter_away(monkeypatch):
    monkeypatch.setattr(app_module, "ANSWERED", 60.0)
    monkeypatch.setattr(app_module, "TOGETHER", 0.1)
    made = sitting(2, 1, game="hibernation")
    async with showing(TableScreen(made)) as eye:
        await eye.press("a", "down", "enter")
        assert len(eye.match.moves) == 2 or eye.table.table.choices.is_aiming, "another key lies between"
    made = naming()
    async with showing(TableScreen(made)) as eye:
        moves = len(eye.match.moves)
        await eye.press("l", "enter")
        await eye.until(lambda: len(eye.match.moves) == moves + 1)  # to walk is no decision


async def test_an_enter_after_the_letter_that_lifts_the_curtain_or_answers_a_question(monkeypatch):
    monkeypatch.setattr(app_module, "ANSWERED", 60.0)
    monkeypatch.setattr(app_module, "TOGETHER", 0.1)
    async with showing(TableScreen(sitting(2))) as eye:
        for each in (events.Key("a", "a"), events.Key("enter", "\r")):
            eye.send(each)  # pressed as one
        await eye.until(lambda: ENOUGH in eye.text)
        assert not eye.match.moves
        await eye.press("q", "n", "enter")
        assert not eye.match.moves
        await eye.press("q", "y", "enter")
        assert isinstance(eye.screen, Home)
        await eye.until(lambda: ENOUGH in eye.text)


async def test_an_enter_too_many_is_told(monkeypatch):
    monkeypatch.setattr(tables, "PASSED", 60.0)
    made = sitting(2, moves=2, game="nut-job")
    async with showing(TableScreen(made)) as eye:
        await eye.press("enter", "enter")
        assert len(eye.match.moves) == 3
        name = eye.match.names[eye.match.actor - 1]
        assert f"✗ Too soon: {name} is asked now." in eye.text
