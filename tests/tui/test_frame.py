"""What all tables share: pages to read, lists that are longer than their room, keys that mean something."""

from __future__ import annotations

import asyncio
import re
from threading import Event

import pytest
from textual import events

from nutgames.games import GAMES
from nutgames.games.nutty_business import Effects, Place
from nutgames.plain.encoding import ascii_likeness
from nutgames.play.pages import laid_out
from nutgames.play.rulebook import sections
from nutgames.play.saving import Saving
from nutgames.play.words.nutty_business import TITLES
from nutgames.tui import app as app_module
from nutgames.tui import tables
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.interlude import Pause
from nutgames.tui.screens.reader import Page, Reader, RulesSheet, hanging
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.screens.window import Around
from nutgames.tui.tables import table_for
from nutgames.tui.terminal import LARGEST
from nutgames.tui.widgets.choices import ChoiceList
from nutgames.tui.widgets.keys import KeyBar
from screens import showing, sitting, table


def at(phase: type, seats: int = 2) -> TableScreen:
    """A table of Nutty Business in the first phase of a kind."""
    made = sitting(seats, moves=seats)
    while not isinstance(made.match.state.phase, phase):
        made.match.play(next(iter(made.game.moves(made.match.state))))
    return TableScreen(made)


def keys_of(eye) -> dict[str, bool]:
    """The keys in the last line, and whether each is bright."""
    return {key.shown: key.enabled for key in eye.screen.query_one(KeyBar).offered()}


async def hearing(eye) -> None:
    """Waits until the curtain listens."""
    await eye.until(lambda: isinstance(eye.screen, Curtain) and "Press" in eye.text)


# --- Size -------------------------------------------------------------------------------------------------


async def test_of_a_window_that_cannot_be_only_a_part_is_drawn():
    """A terminal says how large it is, or somebody who writes to it."""
    async with showing(size=(65_535, 65_535)) as eye:
        assert eye.app.size == eye.screen.size == LARGEST
        drawn = {(80, 24): (80, 24), (100_000, 30): (1_000, 30), (120, 10**12): (120, 300)}
        for said, size in drawn.items():
            eye.send(events.Resize.from_dimensions(said, (1, 1)))
            await eye.until(lambda size=size: eye.screen.size == size)
        assert "Squirrels in the smuggling trade" in eye.text


# --- Pages ------------------------------------------------------------------------------------------------


def on_top(eye) -> str:
    """The first line of the page."""
    lines = eye.lines()
    top = next((y for y, line in enumerate(lines) if "╭─ " in line), len(lines) - 2)
    return "".join(lines[top + 1 : top + 2]).partition("│ ")[2].partition(" │")[0].strip("─ ▁▂▃▄▅▆▇█")


async def test_the_rules_stand_at_their_section_from_the_first_paint_on():
    async with showing(at(Place)) as eye:
        titles = [each.title for each in sections("nutty-business") if each.level == 3]
        for title in titles:
            eye.app.push_screen(Reader("Rules", RulesSheet("nutty-business", title)))
            painted = set()
            for _ in range(60):
                await asyncio.sleep(0)
                if isinstance(eye.screen, Reader) and eye.screen.query(Page) and eye.screen.size:
                    painted.add(on_top(eye))
            await eye.settle()
            assert on_top(eye) == title
            assert painted <= {"", title}, "the page does not jump"
            await eye.press("escape")


async def test_a_page_is_read_on_at_the_same_place_in_another_window():
    async with showing(at(Place)) as eye:
        eye.app.push_screen(Reader("Rules", RulesSheet("nutty-business", "Police Raid")))
        await eye.settle()
        for size in ((40, 12), (120, 40), (60, 18), (80, 24)):
            await eye.resize(*size)
            await eye.rest()
            assert on_top(eye) == "Police Raid"
            width = eye.screen.query_one(Page).sheet.size.width
            above = laid_out("nutty-business", width).starts["Police Raid"]
            assert f"▲ {above} more" in eye.text


async def test_a_page_tells_how_much_there_is_above_and_below():
    async with showing(at(Place)) as eye:
        eye.app.push_screen(Reader("Counting", [f"line {number}" for number in range(1, 101)]))
        await eye.settle()
        room = eye.screen.query_one(Page).size.height
        assert f"▼ {100 - room} more" in eye.text
        assert "▲" not in eye.text
        await eye.press("down", "j", "end")
        await eye.rest()
        assert f"▲ {100 - room} more" in eye.text
        assert "▼" not in eye.text
        await eye.press("k")
        await eye.rest()
        assert f"▲ {99 - room} more  ▼ 1 more" in eye.text
        await eye.click_at(1, 22)
        assert isinstance(eye.screen, TableScreen), "a click beside the page closes it"


@pytest.mark.parametrize("moves", [45, 500])
async def test_the_log_opens_where_it_is_newest(moves):
    async with showing(table(3, moves=moves)) as eye:
        assert isinstance(eye.screen, End if moves == 500 else TableScreen)
        log = eye.table.sitting.words.log(eye.match, 0)
        await eye.press("e")
        assert isinstance(eye.screen, Reader)
        assert log[-1][-12:] in eye.text
        assert log[0] not in eye.text
        assert "▲" in eye.text
        await eye.press("home")
        await eye.rest()
        assert log[0] in eye.text


@pytest.mark.parametrize("width", [8, 12, 20, 34, 60])
def test_what_is_too_long_hangs_under_its_beginning(width):
    for text, label in (
        ("Enter          opens what is chosen and takes it", 15),
        ("  hand: a, b, c, d, e, f, g, h", 2),
    ):
        lines = hanging(text, width)
        assert " ".join(" ".join(lines).split()) == " ".join(text.split())
        assert all(len(line) <= width for line in lines)
        if label <= width // 2:
            assert all(line.startswith(" " * label) for line in lines[1:])


# --- Lists ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nut-job", "nutty-business"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (60, 14)])
async def test_a_list_tells_how_many_lines_there_are_above_and_below(game, size):
    async with showing(
        TableScreen(sitting(4, moves=4 if game == "nutty-business" else 1, game=game)), size
    ) as eye:
        choices = eye.table.query_one(ChoiceList)
        seen = set()
        for _ in choices.rows:
            top, height = choices.region.y, choices.region.height
            drawn = "\n".join(eye.lines()[top : top + height])
            above, below = (
                int(found[1]) if (found := re.search(rf"{sign} (\d+)", drawn)) else 0 for sign in "▲▼"
            )
            assert (above, below) == (choices._top, len(choices.rows) - choices._top - choices._shown)
            seen |= {above > 0, below > 0}
            await eye.press("down")
        assert seen == ({True, False} if len(choices.rows) > choices._shown else {False})


# --- Keys -------------------------------------------------------------------------------------------------


async def test_the_small_h_asks_why_where_nothing_else_wants_it():
    async with showing(at(Effects)) as eye:
        await eye.press("h")
        assert isinstance(eye.screen, Reader)
        assert "What cannot be done" in eye.text
    async with showing(at(Place)) as eye:
        await eye.press("right")
        before = eye.table.table.choices.choice
        await eye.press("h")
        assert isinstance(eye.screen, TableScreen)
        assert eye.table.table.choices.choice != before
        await eye.press("H")
        assert isinstance(eye.screen, Reader)


@pytest.mark.parametrize("game", GAMES)
async def test_keys_that_do_nothing_are_not_offered_when_the_game_is_over(game):
    made = sitting(2, moves=10_000, game=game)
    async with showing(TableScreen(made)) as eye:
        assert isinstance(eye.screen, End)
        can_undo = made.match.why_no_undo() is None
        assert keys_of(eye)["U"] is can_undo
        await eye.press("escape")
        offered = keys_of(eye)
        assert not {"Enter", "H", "X", "N"} & set(offered)
        assert offered["U"] is can_undo
        assert {"?", "E", "I", "Q", "Esc"} <= set(offered)
        for key, came in (("?", Reader), ("e", Reader), ("i", Reader), ("escape", End)):
            await eye.press(key)
            assert isinstance(eye.screen, came)
            await eye.press("escape")
        assert isinstance(eye.screen, TableScreen)


async def test_esc_is_offered_while_the_rules_stand_beside_the_table():
    async with showing(at(Place), (120, 30)) as eye:
        assert "Esc" not in keys_of(eye)
        await eye.press("?")
        assert keys_of(eye)["Esc"]
        await eye.press("escape")
        assert "Esc" not in keys_of(eye)


async def test_a_key_that_is_held_decides_once(monkeypatch):
    monkeypatch.setattr(app_module, "HELD", 30.0)  # however slow the machine is that repeats it
    async with showing(at(Place, 3)) as eye:
        before = len(eye.match.moves)
        for _ in range(25):
            await eye.press("enter")
        assert len(eye.match.moves) == before + 1
        monkeypatch.setattr(app_module, "HELD", 0.05)
        await asyncio.sleep(0.1)
        await eye.press("enter")
        assert len(eye.match.moves) == before + 2, "pressed again it decides again"
        await eye.press("down", "up", "enter")
        assert len(eye.match.moves) == before + 3, "another key in between tells that it is not held"


async def test_a_key_that_is_held_does_not_answer_the_next_screen(monkeypatch):
    monkeypatch.setattr(app_module, "HELD", 10)
    made = sitting(2, moves=10_000, game="nut")
    made.match.undo()
    async with showing(TableScreen(made)) as eye:
        eye.table.show(0, may_choose=True)
        await eye.settle()
        await eye.press("enter", "enter", "enter")
        assert isinstance(eye.screen, End), "Enter is not yet to play again"
        await eye.press("down", "enter", "enter", "enter")
        assert eye.table.sitting is not made
        assert not [move for move in eye.match.moves if move.__class__.__name__ == "TakeCard"]


async def test_keys_that_are_held_still_walk_and_scroll(monkeypatch):
    monkeypatch.setattr(app_module, "HELD", 10)
    async with showing(at(Place, 3)) as eye:
        choices = eye.table.table.choices
        await eye.press("down", "down", "down")
        assert choices.row == 3
        await eye.press("enter")
        moves = len(eye.match.moves)
        await eye.press("enter", "enter")
        assert len(eye.match.moves) == moves


@pytest.mark.parametrize("take", ["enter", "mouse"])
async def test_one_enter_too_many_does_not_play_for_the_next_player(take, monkeypatch):
    monkeypatch.setattr(tables, "PASSED", 2.0)
    made = sitting(2, moves=2, game="nut-job")
    async with showing(TableScreen(made)) as eye:

        async def decide() -> None:
            if take == "enter":
                await eye.press("enter")
            else:
                await eye.click("▸")

        seat, before = eye.match.actor, len(eye.match.moves)
        await decide()
        assert len(eye.match.moves) == before + 1, "whoever is asked first need not wait"
        assert eye.match.actor != seat
        row = eye.table.table.choices.row
        await eye.press("down")
        assert eye.table.table.choices.row != row, "one may look around meanwhile"
        await decide()
        assert len(eye.match.moves) == before + 1
        assert "╌╌" in eye.text, "it can be seen that nothing is heard"
        await eye.until(lambda: "╌╌" not in eye.text)
        await decide()
        assert len(eye.match.moves) == before + 2


async def test_one_enter_too_many_does_not_begin_another_game(monkeypatch):
    monkeypatch.setattr(tables, "PASSED", 2.0)
    async with showing(table(2, moves=500)) as eye:
        await eye.press("enter")
        assert isinstance(eye.screen, End)
        await asyncio.sleep(2.0)
        await eye.press("enter")
        assert not isinstance(eye.screen, End)


async def test_what_a_choice_does_stands_beside_it():
    async with showing(at(Place, 3)) as eye:
        choices = eye.table.table.choices
        for _ in range(len([row for row in choices.rows if row.choices])):
            (line,) = [line for line in eye.lines() if "▸" in line and "│" in line]
            beside = line.partition("│")[2].split()
            assert beside
            if len(choices.choice.effect) < 20:
                assert beside == choices.choice.effect.split()
            await eye.press("down")


async def test_refusals_stand_in_full_where_there_is_room():
    made = sitting(3, moves=8, game="nut-job")
    async with showing(TableScreen(made)) as eye:
        (refused,) = [row for row in eye.table.table.choices.rows if not row.choices]
        words = " ".join(eye.text.split())
        assert f"✗ {refused.label}: {refused.reason}" in words
        await eye.resize(40, 12)
        await eye.rest()
        assert "▸" in eye.text


async def test_ways_are_offered_and_what_is_not_there_is_told():
    made = sitting(2, moves=2, game="nut-job")
    while any(len(row.ways) > 1 for row in TableScreen(made).table.rows(made.match.view(0))) is False:
        made.match.play(next(iter(made.game.moves(made.match.state))))
    async with showing(TableScreen(made)) as eye:
        several = {len(row.choices) > 1 for row in eye.table.table.choices.rows if row.choices}
        assert True in several
        assert keys_of(eye)["← →"] is (len(eye.table.table.choices.rows[0].choices) > 1)
        way = eye.table.table.choices.way
        await eye.click("← → Ways")
        assert eye.table.table.choices.way != way
        missing = sum(1 for row in eye.table.table.choices.rows if row.choices) + 1
        if missing < 10:
            await eye.press(str(missing))
            assert f"✗ There is no {missing}." in eye.text
    async with showing(table(2, moves=500)) as eye:
        assert "← →" not in keys_of(eye)


async def test_nothing_of_the_table_is_seen_around_a_page_and_short_pages_are_short():
    async with showing(at(Place, 3)) as eye:
        for key, is_short in (("e", True), ("?", False)):
            await eye.press(key)
            await eye.rest()
            lines = eye.lines()[:-1]
            top, bottom = (next(y for y, line in enumerate(lines) if sign in line) for sign in "╭╰")
            assert not "".join(lines[:top] + lines[bottom + 1 :]).strip()
            left, right = lines[top].index("╭"), lines[top].index("╮")
            assert not "".join(line[:left] + line[right + 1 :] for line in lines).strip()
            assert (bottom - top < 12) is is_short
            await eye.press("escape")


# --- Screens that wait ------------------------------------------------------------------------------------


async def test_the_curtain_says_when_it_hears_and_asks_again_for_a_letter_that_was_too_early(monkeypatch):
    monkeypatch.setattr(curtain, "DEAF", 1)
    async with showing(table(3)) as eye:
        assert "One moment" in eye.text
        assert keys_of(eye) == {"?": False, "U": False, "Q": False}
        await eye.press("a", "a")
        await eye.until(lambda: "Too early. Press  A  once more" in eye.text)
        assert keys_of(eye) == {"?": True, "U": False, "Q": True}
        await eye.press("a", "down", "enter")
        assert "One moment" in eye.text
        await eye.press("enter", "down")
        await eye.until(lambda: "Press  B  when you are ready" in eye.text)


async def test_the_rules_can_be_read_in_front_of_the_curtain():
    async with showing(table(3)) as eye:
        await hearing(eye)
        await eye.press("?")
        assert isinstance(eye.screen, Reader)
        assert on_top(eye) == "Setting up"
        await eye.press("a")
        assert not eye.table.onlooker, "a letter lifts no curtain that is not in front"
        await eye.press("escape", "a")
        assert eye.table.onlooker == 1


async def test_the_question_to_the_table_and_the_score_say_when_they_hear(monkeypatch):
    monkeypatch.setattr(curtain, "DEAF", 0.7)
    made = sitting(3, game="hibernation")
    async with showing(TableScreen(made, wait=0.0)) as eye:
        await hearing(eye)
        await eye.press("a")
        while not isinstance(eye.screen, Around):
            await eye.press("enter")
        assert "One moment" in eye.text
        assert not any(keys_of(eye).values())
        height = eye.screen.announcement.size.height
        await eye.until(lambda: "Press your letter" in eye.text)
        assert keys_of(eye)["Space"]
        assert eye.screen.announcement.size.height == height
        while not eye.table._interlude():
            made.match.play(next(iter(made.game.moves(made.match.state))))
        eye.app.pop_screen()
        eye.table.go_on()
        await eye.settle()
        assert isinstance(eye.screen, Pause)
        assert not keys_of(eye)["Enter"]
        await eye.until(lambda: keys_of(eye)["Enter"])


class Slow(Saving):
    """A disk that takes as long as the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.done = Event()
        self.done.set()

    def keep(self, match) -> None:
        """Waits."""
        assert self.done.wait(20)


async def test_the_hand_is_covered_as_soon_as_it_was_played_from_however_long_the_disk_takes():
    made = sitting(3)
    made.saving = Slow()
    async with showing(TableScreen(made)) as eye:
        await hearing(eye)
        await eye.press("a")
        assert TITLES["bank"] in eye.text
        made.saving.done.clear()
        eye.table.table.choices.action_take()
        await eye.until(lambda: eye.table.is_keeping)
        for _ in range(50):  # the disk takes its time
            await asyncio.sleep(0.002)
        assert not any(title in eye.text for title in TITLES.values())
        await eye.pilot.resize_terminal(30, 10)
        await eye.pilot.resize_terminal(80, 24)
        for _ in range(50):
            await asyncio.sleep(0.002)
        assert not any(title in eye.text for title in TITLES.values())
        made.saving.done.set()
        await hearing(eye)
        assert "B   Ben" in eye.text


# --- Looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_nothing_moves_between_placing_and_the_effects(size):
    async with showing(at(Place, 3), size) as eye:
        prompts, heights = set(), set()
        while len(eye.match.moves) < 12:
            prompts.add(eye.table.table.prompt.region.y)
            heights.add(eye.table.table.board.region.height)
            await eye.press("enter")
        assert len(prompts) == len(heights) == 1


async def test_a_table_looks_the_same_whatever_was_played_before():
    """The stylesheet of one game's table is for that game alone."""
    alone = {}
    for game in GAMES:
        async with showing(TableScreen(sitting(2, moves=3, game=game))) as eye:
            eye.table.show(0, may_choose=True)
            await eye.settle()
            alone[game] = [*map(str, (each.region for each in eye.table.table.children))]
    async with showing() as eye:
        for game in [*GAMES, *GAMES]:
            await eye.app.push_screen(screen := TableScreen(sitting(2, moves=3, game=game)))
            await eye.settle()
            while eye.app.screen is not screen:
                eye.app.pop_screen()
            screen.show(0, may_choose=True)
            await eye.settle()
            now = [*map(str, (each.region for each in screen.table.children))]
            assert now == alone[game], game


SIGNS = "◉◎●▮▌★▾┊›‹"
"""Signs that nobody knows without being told."""


@pytest.mark.parametrize("game", GAMES)
async def test_the_signs_on_the_table_are_explained(game):
    made = sitting(2, moves=30, game=game)
    told = " ".join(table_for(made.words).signs)
    assert "?" not in ascii_likeness(told)
    async with showing(TableScreen(made)) as eye:
        eye.table.show(0)
        await eye.settle()
        drawn = "".join(strip.text for strip in eye.table._compositor.render_strips())
        assert {sign for sign in SIGNS if sign in drawn} <= set(told)
        eye.table.action_inspect()
        await eye.settle()
        await eye.press("end")
        await eye.rest()
        assert table_for(made.words).signs[-1].split()[-1] in eye.text
