"""The options: every change holds at once, is kept, and nothing that somebody wrote is lost."""

import asyncio
import re

import pytest
from textual import events

from nutgames import settings
from nutgames.games import random_move
from nutgames.games.core import CHANCE
from nutgames.play.words import words_for
from nutgames.settings import CHOICES, Loaded, Settings
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.options import OptionsScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.screens.window import Around
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.widgets.canvas import wrapped
from nutgames.tui.widgets.form import Field
from screens import showing, sitting
from winter import position


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """The moment in which opaque screens hear nothing is tested elsewhere."""
    monkeypatch.setattr(curtain, "DEAF", 0)


def write(text):
    """The settings file says this."""
    file = settings.path()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def kept():
    """What stands in the file."""
    return settings.load().settings


def winter(*hands):
    """A table of Hibernation."""
    match = position(*hands)
    made = Sitting(SetUp("hibernation", match.names, {}, seed="1"))
    made.match, made.game, made.words = match, match.game, words_for(match.game, match.names)
    return TableScreen(made)


async def test_everything_is_changed_by_keys_and_kept():
    async with showing() as eye:
        await eye.press("O")
        assert isinstance(eye.screen, OptionsScreen)
        for name, choice in CHOICES.items():
            assert eye.app.focused.id == f"setting-{name}"
            assert choice.help in eye.text
            values = list(choice.values)
            for way, step in (("right", 1), ("enter", 1), ("space", 1), ("left", -1)):
                at = values.index(getattr(eye.app.settings, name))
                await eye.press(way)
                value = values[(at + step) % len(values)]
                assert getattr(eye.app.settings, name) == value
                assert f"‹ {choice.values[value]} " in eye.text
                assert getattr(kept(), name) == value
            await eye.press("down")
        await eye.type("Ana, Ben ,,C")
        assert kept().names == ("Ana", "Ben", "C")
        eye.send(events.Paste("Dora\nEd\n"))
        await eye.settle()
        assert kept().names == ("Ana", "Ben", "C", "Dora", "Ed")
        assert kept() == eye.app.settings
        await eye.press("escape", "3")
        assert not isinstance(eye.screen, OptionsScreen)


async def test_everything_is_changed_by_mouse():
    async with showing() as eye:
        await eye.click("O Options")
        for name, choice in CHOICES.items():
            before = getattr(eye.app.settings, name)
            await eye.click(choice.title)
            assert getattr(eye.app.settings, name) != before
            assert getattr(kept(), name) == getattr(eye.app.settings, name)
        await eye.click("[ Keys ]")
        await eye.until(lambda: "table.undo" in eye.text)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_everything_is_in_sight_and_explained_at_every_size(size):
    write("names =\n")
    async with showing(OptionsScreen(), size, loaded=settings.load()) as eye:
        seen = set()
        for _ in range(9):
            field = eye.app.focused
            await eye.until(lambda: eye.screen.can_view_entire(eye.app.focused))
            lines = wrapped(field.help_text, size[0] - 2)
            assert len(lines) <= 2
            assert all(line in eye.text for line in lines)
            seen.add(field.id)
            await eye.press("down")
        assert seen == {field.id for field in eye.screen.walk_children(Field)}


async def test_themes_are_seen_at_once_and_mono_takes_every_colour_away():
    async with showing(OptionsScreen()) as eye:
        looks = []
        for _ in range(4):
            await eye.rest()
            looks.append((eye.app.theme, any("#" in style for style in eye.styles())))
            await eye.press("right")
        themes = list(CHOICES["theme"].values)
        assert looks == [(theme, theme != "mono") for theme in themes]
        await eye.rest()
        assert any("#" in style for style in eye.styles())


async def test_what_the_command_line_says_wins_until_something_else_is_chosen():
    loaded = Loaded(Settings(theme="light", motion=True))
    async with showing(OptionsScreen(), theme="contrast", animate=False, loaded=loaded) as eye:
        assert eye.app.theme == "contrast"
        assert "‹ light" in eye.text
        await eye.press("right", "right", "down", "right", "right")
        assert eye.app.theme == "mono"
        assert eye.app.animation_level == "none"


async def test_motion_is_a_setting():
    async with showing(OptionsScreen(), animate=True, loaded=Loaded(Settings(motion=False))) as eye:
        assert eye.app.animation_level == "none"
        await eye.press("down", "right")
        assert eye.app.animation_level == "full"


async def test_without_colour_no_theme_brings_any(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with showing(OptionsScreen()) as eye:
        for _ in range(4):
            await eye.press("right")
            assert not any("#" in style for style in eye.styles())


# --- A file that cannot be read, or written ---------------------------------------------------------------


async def test_a_broken_file_is_told_of_and_left_alone_until_somebody_wants_another():
    file = write("# precious\ntheme = dark\n")
    async with showing(loaded=settings.load(), size=(120, 40)) as eye:
        assert "settings.toml, line 2: Invalid value" in re.sub(r"\s+", " ", eye.text)
        await eye.press("O", "right")
        assert eye.app.theme == "light"
        assert "for this time only" in eye.text
        assert file.read_text() == "# precious\ntheme = dark\n"
        await eye.press("up", "enter")
        assert "settings.toml.bad" in eye.text
        assert file.with_name("settings.toml.bad").read_text() == "# precious\ntheme = dark\n"
        await eye.settle()
        assert kept() == Settings(theme="light")
        assert "Start afresh" not in eye.text
        assert "✗" not in eye.text


async def test_a_file_that_was_mended_meanwhile_is_read_again():
    file = write("theme = dark\nmotion = false\n")
    async with showing(loaded=settings.load(), size=(120, 40), theme="contrast") as eye:
        await eye.press("O", "up")
        assert "the old one is kept as settings.toml.bad" in eye.text
        await eye.press("escape")
        file.write_text('motion = false\nmemory_aid = true\n[keys]\n"table.undo" = "f3"\n"no.such" = "f4"\n')
        await eye.press("O")
        assert "Start afresh" not in eye.text
        assert "line 1: Invalid value" not in eye.text
        assert eye.app.settings.memory_aid
        assert not eye.app.settings.motion
        assert eye.app.theme == "contrast", "the file says nothing new about it"
        assert eye.app.keys == {"table.undo": "f3"}
        await eye.until(lambda: any("no.such" in each for each in eye.app.troubles))
        await eye.press("escape")
        file.write_text("motion = true\n")
        await eye.press("O")
        assert "✗" not in eye.text
        assert eye.app.settings.motion
        await eye.press("right")
        await eye.settle()
    assert kept() == Settings(theme=eye.app.settings.theme)


async def test_the_keys_that_change_a_value_are_all_told():
    async with showing(OptionsScreen()) as eye:
        assert "← → Change" in eye.lines()[-1]
        await eye.click("Enter Next value")
        assert eye.app.theme == "light"


async def test_a_folder_that_cannot_be_written_to():
    settings.path().parent.parent.mkdir(parents=True, exist_ok=True)
    settings.path().parent.write_text("")
    async with showing(OptionsScreen()) as eye:
        await eye.press("right")
        assert eye.app.theme == "light"
        assert "for this time only" in eye.text


async def test_what_is_chosen_in_the_last_moment_is_written_when_the_app_has_ended():
    async with showing() as eye:
        await eye.app._writing.acquire()  # the disk is busy
        eye.app.choose("theme", "light")
        await asyncio.sleep(0.05)
        assert not settings.path().exists()
    eye.app.write_the_rest()
    assert kept().theme == "light"


# --- At a table -------------------------------------------------------------------------------------------


async def test_the_options_are_among_the_commands_of_every_table():
    async with showing(TableScreen(sitting(3, moves=20))) as eye:
        commands = {each.title: each for each in eye.app.get_system_commands(eye.screen)}
        commands["Options"].callback()
        await eye.settle()
        assert isinstance(eye.screen, OptionsScreen)
        before = eye.match.moves[:]
        await eye.press("escape")
        assert eye.screen is eye.table
        assert eye.match.moves == before
        await eye.press("enter")
        assert len(eye.match.moves) > len(before)


async def test_the_time_to_react_is_a_setting():
    async with showing(winter("forage", "rot"), loaded=Loaded(Settings(reaction_seconds=10))) as eye:
        await eye.press("a", "enter")
        assert "nobody (works in 10 s)" in eye.text
        await eye.press("space")
        assert isinstance(eye.screen, Around)
    async with showing(winter("forage", "rot"), loaded=Loaded(Settings(reaction_seconds=0))) as eye:
        await eye.press("a", "enter", "space")
        assert isinstance(eye.screen, Curtain)


async def test_the_memory_aid_is_a_setting_that_can_be_changed_at_the_table():
    made = sitting(2, game="nut-job")
    while not any(card.seen for card in made.match.state.forest or ()):
        if made.match.actor == CHANCE:
            made.match.deal(made.deals)
        else:
            made.match.play(random_move(made.match.game, made.match.state, made.deals))
    async with showing(TableScreen(made), (120, 40)) as eye:
        without = eye.text
        eye.app.action_options()
        await eye.settle()
        await eye.press("up", "up", "up", "enter")
        assert eye.app.settings.memory_aid
        await eye.press("escape")
        assert eye.text.count("(") > without.count("(")


# --- Forced moves -----------------------------------------------------------------------------------------

FORCED = Loaded(Settings(forced_moves=True))


async def test_only_decisions_are_asked_for():
    """A whole game of which the app plays what leaves no choice."""
    made = sitting(2, seed=3)
    asked = played = 0
    async with showing(TableScreen(made), (120, 40), loaded=FORCED) as eye:
        while not isinstance(eye.screen, End):
            if isinstance(eye.screen, Curtain):
                await eye.press("AB"[eye.screen.seat - 1])
            played = max(played, len(eye.match.moves))
            assert eye.match.is_private() or len(list(eye.match.game.moves(eye.match.state))) > 1
            await eye.press("end", "enter")
            asked += 1
            assert asked < 200
        assert len(eye.match.moves) > asked
        await eye.press("e")
        assert "(the only way)" in eye.text


async def test_undo_takes_forced_moves_back_with_the_decision_before_them():
    made = sitting(2, seed=3)
    async with showing(TableScreen(made), (120, 40), loaded=FORCED) as eye:
        for key in ("a", "enter", "b", "enter"):
            await eye.press(key)
        for _ in range(40):
            before = eye.match.moves[:]
            await eye.press("enter")
            if len(eye.match.moves) > len(before) + 1 and eye.match.why_no_undo() is None:
                break
        assert "(the only way)" in eye.text
        await eye.press("u")
        assert eye.match.moves == before
        assert "taken back" in eye.text


@pytest.mark.parametrize("forced", [False, True], ids=["free", "forced"])
async def test_a_window_tells_nobody_who_could_not_have_cancelled(forced):
    """The same screens, for as long, whether the only way is to let it pass or not."""
    loaded = Loaded(Settings(forced_moves=forced, reaction_seconds=10))  # longer than the test takes
    shown, countdown = [], re.compile(r"in \d+ s\) *")  # which a busy machine may paint late
    for hands in (("cancel rot", "cancel search"), ("trap rot", "snoop search")):
        async with showing(winter("forage forage", *hands), loaded=loaded) as eye:
            await eye.press("a", "enter")
            seen = [eye.text]
            await eye.press("space", "b")  # too early to close it; somebody looks
            assert isinstance(eye.screen, Curtain)
            seen.append(eye.text)
            await eye.press("b")
            assert eye.screen is eye.table
            assert "B Ben" in eye.lines()[0]  # who sees the hand, and decides, also if there is only one way
            before = len(eye.match.moves)
            await eye.press("enter")
            assert isinstance(eye.screen, Around)
            assert len(eye.match.moves) == before
            seen.append(eye.text)
            shown.append(seen)
    one, other = ([countdown.sub("in some s)", text) for text in seen] for seen in shown)
    assert one == other
