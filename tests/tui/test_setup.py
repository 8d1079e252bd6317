"""Setting a game up: by keys alone, with names and options as people type and paste them."""

import tomllib
from random import Random
from threading import Event

import pytest
from textual import events
from textual.keys import _character_to_key

from nutgames.games import new
from nutgames.play import decks, folders
from nutgames.play.match import Match, Player
from nutgames.play.store import FILE, Store
from nutgames.settings import Loaded, Settings
from nutgames.tui.screens import setup
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.setup import SetUpScreen, last_time
from nutgames.tui.screens.table import TableScreen
from screens import CHARACTERS, showing
from support import ROOT, random_match


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


async def test_names_that_are_the_same_are_told_apart_where_it_happens():
    async with showing(SetUpScreen("nut")) as eye:
        await focus(eye, "name-1")
        await eye.type("Ana")
        await eye.press("enter")
        await eye.type("an")
        assert "names differ" not in eye.text
        await eye.type("a")
        assert "So that names differ: B is ana 2." in eye.text
        await eye.type("t")
        assert "names differ" not in eye.text
        await eye.press("backspace", "down")
        await focus(eye, "start")
        assert "So that names differ: B is ana 2." in eye.text
        await eye.press("enter")
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        await eye.until(lambda: "So that names differ: B is ana 2." in eye.text)
        assert eye.match.names == ("Ana", "ana 2")


async def test_help_and_rules_open_as_everywhere_else():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await eye.press("?")
        await eye.until(lambda: "Squirrels in the smuggling trade" in eye.text)


async def test_what_was_filled_in_is_there_again_when_one_comes_back():
    async with showing() as eye:
        await eye.press("3", "enter")
        await focus(eye, "setting-players")
        await eye.press("right")
        await focus(eye, "name-1")
        assert "? F1" not in eye.lines()[-1], "a question mark is typed into a name"
        assert "F1 Rules" in eye.lines()[-1]
        await eye.type("Zoë?")
        await focus(eye, "setting-first")
        await eye.press("right")
        assert "? F1" in eye.lines()[-1]
        before = settled(eye)
        await eye.press("escape", "4", "enter")
        assert "Zoë" not in eye.text, "another game has its own"
        await eye.press("escape", "3", "enter")
        await focus(eye, "setting-first")
        assert settled(eye) == before
        await focus(eye, "name-1")
        await eye.press("backspace", "backspace", "backspace", "backspace")
        await focus(eye, "setting-players")
        await eye.press("left", "escape", "enter")
        assert names(eye) == ["", ""]


async def test_options_that_do_not_go_together_are_told_as_soon_as_they_are_chosen():
    async with showing(SetUpScreen("nut-job")) as eye:
        for option in ("overdose", "razzia"):
            await focus(eye, f"setting-{option}")
            assert "✗" not in eye.text
            await eye.press("right")
        told = "✗ Overdose and Food razzia do not go together"
        assert told in eye.text
        await focus(eye, "setting-players")
        assert told not in eye.text
        await eye.press("ctrl+s")
        assert told in eye.text
        assert eye.app.focused.id == "setting-razzia"
        await eye.press("right")
        assert "✗" not in eye.text


# --- Many keys at once ------------------------------------------------------------------------------------

MOVING = ("enter", "enter", "down", "up", "tab", "shift+tab")
KEYS = (*"Anné橡", *MOVING, "right", "left", "space", "backspace")


def settled(eye):
    """All that is settled so far, and where the cursor is."""
    values = [setting.values[setting.at][0] for setting in eye.screen.query("Setting").results()]
    return names(eye), values, eye.app.focused.id, type(eye.screen)


async def fast(eye, keys):
    """Keys that come in one piece, as from a paste or a slow line."""
    for key in keys:
        name = key if len(key) > 1 or key.isalnum() else _character_to_key(key)
        eye.send(events.Key(name, CHARACTERS.get(name, key if len(key) == 1 else None)))
    await eye.settle()


async def test_names_that_are_typed_ahead_land_in_their_fields():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await fast(eye, ["right", "enter", *"Ana", "enter", *"Ben", "tab", *"Cid", "enter", "right"])
        assert settled(eye)[0] == ["Ana", "Ben", "Cid"]
        assert "‹ A Ana" in eye.text


async def test_keys_mean_the_same_however_fast_they_come(count, monkeypatch):
    monkeypatch.setattr(SetUpScreen, "action_start", lambda screen: None)
    rng = Random(1)
    async with showing() as eye:
        for _ in range(count(dev=1, ci=4, nightly=200)):
            keys = rng.choices(KEYS, k=rng.randint(5, 60))
            found = []
            for way in (eye.press, lambda *keys: fast(eye, keys)):
                await eye.app.push_screen(SetUpScreen("nut-job"))
                await eye.settle()
                await way(*keys)
                found.append(settled(eye))
                await eye.press("escape")
                eye.app.drafts.clear()
            assert found[0] == found[1], keys


async def test_a_paste_of_several_lines_is_several_names():
    async with showing(SetUpScreen("nutty-business")) as eye:
        await focus(eye, "name-2")
        eye.send(events.Paste("Ben\r\n\n  Cid \x1b[31m\nDora\rEd\nFay\nGus\n"))
        await eye.settle()
        assert names(eye) == ["", "Ben", "Cid [31m", "Dora", "Ed"]
        assert eye.app.focused.id == "name-5"
        await eye.type("die")
        assert names(eye)[-1] == "die"


# --- The last time ----------------------------------------------------------------------------------------


def played(game="nutty-business", seats=3, **options):
    """A game that was begun some time ago."""
    with Store() as store:
        match = random_match(game, seats, seed=1, moves=4, names=("Zoe", "Yan", "Xia"), **options)
        store.begin(match).release()


async def test_a_first_game_proposes_nothing():
    played("nut")
    async with showing(SetUpScreen("nutty-business")) as eye:
        assert "last time" not in eye.text
        assert names(eye) == ["", ""]


async def test_the_names_of_the_last_game_are_proposed_and_are_typed_over():
    played()
    async with showing(SetUpScreen("nutty-business")) as eye:
        await eye.until(lambda: names(eye) == ["Zoe", "Yan", "Xia"])
        await focus(eye, "name-2")
        await eye.type("Ben")
        assert names(eye) == ["Zoe", "Ben", "Xia"]


async def test_names_of_the_settings_come_before_those_of_the_last_game():
    played()
    names_set = Loaded(Settings(names=("Ana", "Ben", "Cid", "Dora", "Ed", "Fay")))
    async with showing(SetUpScreen("nutty-business"), loaded=names_set) as eye:
        await eye.until(lambda: "Deal again as last time" in eye.text)
        assert names(eye) == ["Ana", "Ben", "Cid", "Dora", "Ed"]


async def test_what_somebody_has_begun_to_type_is_left_alone(monkeypatch):
    played()
    may_go_on = Event()
    monkeypatch.setattr(setup, "last_time", lambda game: may_go_on.wait(20) and last_time(game))
    async with showing(SetUpScreen("nutty-business")) as eye:
        for key in ("enter", "B"):
            eye.send(events.Key(key, CHARACTERS.get(key, key)))
        await eye.until(lambda: names(eye) == ["B", ""])
        may_go_on.set()
        await eye.until(lambda: "Deal again as last time" in eye.text)
        assert names(eye) == ["B", ""]


@pytest.mark.parametrize("how", ["keys", "mouse"])
async def test_deal_again_as_last_time(how):
    tree = tomllib.loads((ROOT / "rules" / "decks" / "nut-job.toml").read_text("utf-8"))
    deck = decks.deck_of("nut-job", {**tree, "nuts": [2] * 10 + [1] * 2})
    with Store() as store:
        game = new("nut-job", 3, deck=deck, first=2, overdose=True, baby="colors")
        store.begin(Match(game, [Player(name) for name in ("Zoe", "Yan", "Xia")])).release()
    async with showing(SetUpScreen("nut-job")) as eye:
        await eye.until(lambda: "Zoe, Yan, Xia" in eye.text)
        if how == "keys":
            await focus(eye, "again")
            assert "same players" in eye.text
            await eye.press("enter")
        else:
            await eye.click("Deal again as last time")
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        assert eye.match.names == ("Zoe", "Yan", "Xia")
        assert eye.match.game.deck == deck
        assert eye.match.game.options.overdose is True
        assert eye.match.game.options.baby == "colors"


async def test_a_store_that_cannot_be_read_proposes_nothing():
    (folders.data()).mkdir(parents=True)
    (folders.data() / FILE).write_text("no database")
    async with showing(SetUpScreen("nutty-business")) as eye:
        assert "last time" not in eye.text
        await eye.press("ctrl+s")
        await eye.until(lambda: not isinstance(eye.screen, SetUpScreen))


async def test_the_screen_spells_as_the_rules_do():
    async with showing(SetUpScreen("nut-job")) as eye:
        await focus(eye, "setting-baby")
        await eye.press("right")
        assert "‹ colours" in eye.text
        assert "colors" not in eye.text
        await eye.press("ctrl+s")
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        assert eye.match.game.options.baby == "colors"


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
