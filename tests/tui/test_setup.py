"""Setting a game up: by keys alone, with names and options as people type and paste them."""

import pytest
from textual import events

from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.setup import SetUpScreen
from nutgames.tui.screens.table import TableScreen
from screens import showing


def names(eye):
    """What stands in the fields for names."""
    return [field.value for field in eye.screen.query("NameInput").results() if field.parent.display]


async def focus(eye, wanted):
    """Goes down until a field has the focus."""
    for _ in range(30):
        if eye.app.focused is not None and eye.app.focused.id == wanted:
            return
        await eye.press("down")
    raise AssertionError(f"{wanted} cannot be reached with the arrow keys:\n{eye.text}")


async def test_from_home_to_the_table_by_keys_alone():
    async with showing() as eye:
        await eye.press("enter", "l", "h", "right")
        await focus(eye, "name-1")
        await eye.type("Ana")
        await eye.press("enter")
        await eye.type("Ben")
        await eye.press("enter", "enter")
        assert "by chance" in eye.text
        await eye.press("right", "right")
        assert "‹ B Ben" in eye.text
        await focus(eye, "setting-bank_blocks_customs")
        await eye.press("space")
        await focus(eye, "start")
        await eye.press("enter")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert eye.match.names == ("Ana", "Ben", "Player C")
        assert eye.match.game.options.first == 2
        assert eye.match.game.options.bank_blocks_customs is False


async def test_the_help_line_tells_what_the_focused_field_means():
    async with showing(SetUpScreen("nutty-business")) as eye:
        assert "How many play." in eye.text
        await focus(eye, "name-1")
        assert "Player A" in eye.lines()[-3]
        await focus(eye, "setting-bank_blocks_customs")
        assert "exempts from customs" in eye.text
        await focus(eye, "start")
        assert "Enter starts the game" in eye.text


async def test_every_field_is_scrolled_into_sight_in_a_small_window():
    async with showing(SetUpScreen("nutty-business"), (40, 12)) as eye:
        await eye.press("left")
        seen = set()
        for _ in range(9):
            await eye.until(lambda: eye.screen.can_view_entire(eye.app.focused))
            seen.add(eye.app.focused.id)
            await eye.press("down")
        assert seen >= {"setting-players", "name-1", "name-5", "setting-bank_blocks_customs", "start"}


PASTED = {
    "[red]Ana[/red] [/] [@click=app.quit]x": "[red]Ana[/red] [/] [@cli",
    "\x1b[31mBen\x1b[2J\x07": "[31mBen[2J",
    "  two\n lines\t here ": "two lines here",
    "\u202eevil\u202c \u200b\u2066x": "evil x",
    "橡" * 20: "橡" * 12,
    "e\u0301\u0301\u0301\u0301\u0301": "é",
}


@pytest.mark.parametrize(("pasted", "kept"), PASTED.items())
async def test_pasted_names_are_cleaned(pasted, kept):
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-1")
        eye.send(events.Paste(pasted))
        await eye.settle()
        first = pasted.splitlines()[0] if "\n" in pasted else None
        assert names(eye)[0].rstrip() in (kept, first and first.strip(), kept + "\u0301\u0301")
        await eye.press("ctrl+s")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert all(char.isprintable() for char in eye.match.names[0])


async def test_typed_names_keep_their_blanks_while_somebody_types_on():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-1")
        await eye.type(" Anna Maria von Haselnussbusch")
        assert names(eye)[0] == "Anna Maria von Haselnuss"


async def test_equal_names_get_a_number():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-1")
        await eye.type("Ana")
        await focus(eye, "name-2")
        await eye.type("ANA")
        await eye.press("ctrl+s")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert eye.match.names == ("Ana", "ANA 2")


async def test_letters_that_are_keys_elsewhere_are_typed_into_names():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-1")
        await eye.type("hjklquexiURQ?12")
        assert names(eye)[0] == "hjklquexiURQ?12"


async def test_escape_leads_back_and_f1_shows_the_rules():
    async with showing() as eye:
        await eye.press("enter", "f1")
        await eye.until(lambda: "Squirrels in the smuggling trade" in eye.text)
        await eye.press("escape")
        assert isinstance(eye.screen, SetUpScreen)
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


async def test_fewer_players_take_a_later_starter_back():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await eye.press("left")
        await focus(eye, "setting-first")
        await eye.press("left")
        assert "‹ E Player E" in eye.text
        for _ in range(6):
            await eye.press("up")
        await eye.press("right")
        await eye.until(lambda: "Player E" not in eye.text)
        await eye.press("ctrl+s")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert eye.match.game.options.first <= 2


async def test_options_from_the_command_line_are_chosen_already():
    async with showing(SetUpScreen("nutty-business", {"bank_blocks_customs": "false", "first": "2"})) as eye:
        await eye.press("ctrl+s")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert eye.match.game.options.bank_blocks_customs is False
        assert eye.match.game.options.first == 2


async def test_ctrl_c_tells_how_to_leave_also_from_a_name():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-1")
        await eye.press("ctrl+c")
        assert "Ctrl+Q leaves" in eye.text
        await eye.press("ctrl+q")
    assert not any(isinstance(screen, TableScreen) for screen in eye.app.screen_stack)
    assert eye.app.return_code == 0
