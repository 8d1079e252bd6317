"""The curtain: nothing private is to be seen before the player's letter, whatever happens."""

import asyncio

import pytest
from textual import events

from nutgames.games.nutty_business import Lay, Place
from nutgames.plain.encoding import ascii_likeness
from nutgames.play.words.nutty_business import TITLES
from nutgames.tui.screens import curtain as curtain_module
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.widgets.keys import KeyBar
from screens import showing, sitting, table


async def hearing(eye):
    """Waits until the curtain listens."""
    await eye.until(lambda: isinstance(eye.screen, Curtain) and not eye.screen._is_deaf)


async def revealed(eye, key="a"):
    """The first player looks."""
    await hearing(eye)
    await eye.press(key)
    await eye.until(lambda: eye.table.onlooker)


def keys_of(eye):
    """The keys in the last line."""
    return eye.screen.query_one(KeyBar).offered()


def everything_drawn(eye):
    """The text of the table and of every screen before it."""
    stack = eye.app.screen_stack
    screens = [screen for screen in stack[stack.index(eye.table) :] if screen.size]
    return "\n".join(strip.text for screen in screens for strip in screen._compositor.render_strips())


@pytest.mark.parametrize("key", ["a", "A"])
async def test_the_letter_lifts_it_in_either_case(key):
    async with showing(table(2)) as eye:
        await revealed(eye, key)
        assert "which card do you lay face down" in eye.text


async def test_for_a_moment_it_hears_nothing(monkeypatch):
    monkeypatch.setattr(curtain_module, "DEAF", 30)
    async with showing(table(2)) as eye:
        await eye.press("a", "A", "u", "q", "enter")
        await eye.click("One moment")
        assert isinstance(eye.screen, Curtain)
        assert curtain_module.DEAF == 30


def test_the_moment_is_300_milliseconds():
    assert curtain_module.DEAF == 0.3


async def test_no_other_key_lifts_it():
    async with showing(table(3)) as eye:
        await hearing(eye)
        others = (
            "enter",
            "space",
            "escape",
            "tab",
            "b",
            "C",
            "1",
            "down",
            "x",
            "e",
            "i",
            "h",
        )
        await eye.press(*others)
        await eye.click("Pass the keyboard")
        assert isinstance(eye.screen, Curtain)


async def test_a_held_enter_does_not_run_through_it():
    async with showing(table(3)) as eye:
        await revealed(eye)
        for _ in range(30):
            await eye.press("enter")
            await asyncio.sleep(0.03)
        assert len(eye.match.moves) == 1
        assert isinstance(eye.screen, Curtain)
        assert "B   Ben" in eye.text


@pytest.mark.parametrize("how", ["X", "x", "mouse", "blur", "blur over a page", "blur over the palette"])
async def test_it_comes_down_again(how):
    async with showing(table(2)) as eye:
        await revealed(eye)
        if how == "mouse":
            await eye.click("X Cover")
        elif how.startswith("blur"):
            await eye.press(*{"page": ["e"], "palette": ["ctrl+p"]}.get(how.split()[-1], []))
            eye.send(events.AppBlur())
            await eye.settle()
        else:
            await eye.press(how)
        assert isinstance(eye.screen, Curtain)
        assert not eye.table.onlooker
        assert not any(title in everything_drawn(eye) for title in TITLES.values())
        assert not any(isinstance(screen, Reader) for screen in eye.app.screen_stack)
        await revealed(eye)
        assert TITLES["bank"] in eye.text


async def test_a_game_in_the_open_is_not_covered():
    async with showing(table(2, moves=2)) as eye:
        assert isinstance(eye.match.state.phase, Place)
        eye.send(events.AppBlur())
        await eye.settle()
        assert isinstance(eye.screen, TableScreen)
        assert not any(key.shown == "X" for key in keys_of(eye))


@pytest.mark.parametrize("first", list(TITLES))
async def test_nothing_private_stands_behind_it(first):
    async with showing(table(3), (120, 40)) as eye:
        await revealed(eye)
        await eye.press("home", *["down"] * list(TITLES).index(first), "enter")
        assert isinstance(eye.screen, Curtain)
        assert not any(title in everything_drawn(eye) for title in TITLES.values())
        assert "Ana lays a card face down." in eye.text
        await revealed(eye, "b")
        # Ben's own cards stand in his list; nothing else tells a card.
        eye.screen.table.choices.offer([])
        assert not any(title in eye.text for title in TITLES.values())


async def test_undo_takes_the_curtain_back_to_whoever_decided():
    async with showing(table(3)) as eye:
        await hearing(eye)
        await eye.press("u")
        assert "No undo: nothing has been played yet" in eye.text
        await revealed(eye)
        await eye.press("enter")
        await hearing(eye)
        assert "B   Ben" in eye.text
        await eye.press("U")
        assert not eye.match.moves
        assert "A   Ana" in eye.text


async def test_leaving_asks_on_a_screen_without_secrets():
    async with showing(table(2)) as eye:
        await revealed(eye)
        await eye.press("q")
        assert isinstance(eye.screen, Question)
        assert not any(title in everything_drawn(eye) for title in TITLES.values())
        await eye.press("n")
        assert isinstance(eye.screen, Curtain)
        await hearing(eye)
        await eye.press("q", "n")
        assert isinstance(eye.screen, Curtain)


async def test_the_game_goes_on_for_the_next_one_if_the_curtain_came_down_while_the_disk_was_busy():
    made = sitting(3)
    async with showing(TableScreen(made)) as eye:
        await revealed(eye)
        # What happens between a decision and its being safe on the disk: the window loses its focus.
        made.match.play(next(iter(made.match.game.moves(made.match.state))))
        eye.send(events.AppBlur())
        await eye.settle()
        assert isinstance(eye.screen, Curtain)
        eye.table.go_on()
        await eye.settle()
        assert [isinstance(screen, Curtain) for screen in eye.app.screen_stack].count(True) == 1
        assert "B   Ben" in eye.text


async def test_cards_that_were_laid_are_told_together():
    async with showing(table(3)) as eye:
        for number, letter in enumerate("abc", start=1):
            await revealed(eye, letter)
            await eye.press("down", "enter")
            await eye.until(lambda number=number: len(eye.match.moves) == number)
        assert not isinstance(eye.match.state.phase, Lay)
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        await eye.until(lambda: "All cards are revealed" in eye.text)


async def test_the_curtain_in_ascii():
    async with showing(table(2), likeness=ascii_likeness) as eye:
        assert eye.text.isascii()
        assert "+==" in eye.text or "+--" in eye.text
