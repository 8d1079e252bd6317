"""What is always there at a table: undo, rules, why, inspect, log, leaving, another game; and any window."""

import re
from random import Random

import pytest
from textual import events
from textual.command import CommandPalette

from nutgames.games.nutty_business import WORTH, Effects, Lay, Place
from nutgames.play.names import letter
from nutgames.play.words.nutty_business import summed
from nutgames.tui.app import TooSmall
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader, RulesPage
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.widgets.keys import KeyBar
from screens import play_on, showing, sitting, table


def at(seats, phase, seed=1, least=0):
    """A table at the first moment of that kind."""
    made = sitting(seats)
    rng = Random(seed)
    while len(made.match.moves) < least or not isinstance(made.match.state.phase, phase):
        made.match.play(rng.choice(list(made.match.game.moves(made.match.state))))
    return TableScreen(made)


# --- Undo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["u", "U"])
async def test_undo_takes_the_last_decision_back(key):
    async with showing(at(2, Effects)) as eye:
        moves = list(eye.match.moves)
        await eye.press(key)
        assert eye.match.moves == moves[:-1]
        assert "The last decision is taken back." in eye.text


@pytest.mark.parametrize("key", ["u", "U"])
async def test_undo_is_greyed_when_it_stands_and_tells_why(key):
    async with showing(at(2, Place)) as eye:
        shown = {each.shown: each.enabled for each in eye.screen.query_one(KeyBar).offered()}
        assert shown["U"] is False
        await eye.press(key)
        assert "has seen a card that was hidden" in eye.text
        assert eye.match.moves
        await eye.press("down")
        await eye.click("U Undo")
        assert "No undo" in eye.text


async def test_undo_by_mouse():
    async with showing(at(2, Effects)) as eye:
        moves = len(eye.match.moves)
        await eye.click("U Undo")
        assert len(eye.match.moves) == moves - 1


async def test_undo_from_the_end():
    async with showing(table(2, moves=500)) as eye:
        assert isinstance(eye.screen, End)
        await eye.press("u")
        assert eye.match.actor is not None
        assert isinstance(eye.screen, TableScreen)


# --- What is pointed at, and what stands beside the table -------------------------------------------------


async def test_a_careless_enter_covers_what_brings_least():
    async with showing(at(2, Place)) as eye:
        game, table, rng = eye.match.game, eye.table.table, Random(1)
        state, seen = eye.match.state, set()
        while game.actor(state) is not None:
            if isinstance(state.phase, Place):
                table.show(game.view(state, 0), may_choose=True)
                piles = state.piles[state.turn - 1]
                worth = [WORTH.get(pile[-1], 0) for pile in piles] + [-1] * (2 - len(piles))
                assert table.choices.row == 0
                assert worth[table.choices.choice.move.pile - 1] == min(worth)
                seen.add(min(worth))
            state = game.play(state, rng.choice(list(game.moves(state))))
        assert {-1, 0} <= seen


async def test_beside_a_wide_table_stand_all_hands_and_the_log():
    async with showing(at(3, Effects, least=6), (120, 40)) as eye:
        for size in ((120, 40), (110, 24)):
            await eye.resize(*size)
            beside = " ".join(" ".join(line.ljust(size[0])[-40:] for line in eye.lines()[1:]).split())
            for seat, hand in enumerate(eye.match.state.hands, 1):
                told = beside.partition(f"{letter(seat)} {eye.match.names[seat - 1]} ")[2]
                assert told.startswith(summed(hand))
        assert eye.lines()[1].count("Hands") == 1
        await eye.press("question_mark")
        await eye.rest()
        assert "Hands" not in eye.text
        await eye.press("escape")
        assert "Hands" in eye.text
        await eye.resize(100, 30)
        assert "Hands" not in eye.text


async def test_a_click_on_a_name_points_and_the_next_one_takes():
    """A row that can be done in several ways; a click on a way takes it at once."""
    async with showing(at(3, Place)) as eye:
        choices, moves = eye.table.table.choices, len(eye.match.moves)
        for number, row in enumerate(choices.rows):
            if len(row.choices) > 1 and number != choices.row:
                await eye.click(re.compile(rf"\d {row.label} "))
                assert choices.row == number
                assert len(eye.match.moves) == moves
        last, wanted = choices.rows[choices.row], choices.choice.move
        await eye.click(re.compile(rf"\d {last.label} "))
        assert eye.match.moves[moves:] == [wanted]
    async with showing(at(3, Place)) as eye:
        choices = eye.table.table.choices
        row = next(row for row in choices.rows[1:] if len(row.choices) > 1)
        x, y = eye.find(re.compile(rf"\d {row.label} "))
        await eye.click_at(eye.lines()[y].index(row.ways[1], x), y)
        assert eye.match.moves[-1] == row.choices[1].move


@pytest.mark.parametrize("game", ["nutty-business", "nut-job", "nut", "hibernation"])
async def test_what_stands_beside_a_table_never_takes_the_keys(game, monkeypatch):
    """Wherever one clicks, Enter decides; the log scrolls by its own keys and by the wheel all the same."""
    monkeypatch.setattr(curtain, "DEAF", 0)
    made = sitting(3, moves=30, game=game)
    while made.words.window(made.match.view(0)):
        play_on(made.match, 1, Random(1))
    async with showing(TableScreen(made), (120, 40)) as eye:
        if isinstance(eye.screen, Curtain):
            await eye.press(letter(eye.table.looker).lower())
        table, log = eye.table.table, eye.screen.query_one("#log-scroll")
        for x, y in ((100, 3), (100, 30), (30, 3), (30, 20), (30, 34)):
            at_first = table.attentive
            eye.send(events.MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y))
            await eye.settle()
            assert eye.app.focused is at_first, (x, y)
        await eye.rest()
        end = log.scroll_y
        await eye.press("pageup")
        assert log.scroll_y < end
        await eye.press("?")
        assert isinstance(eye.screen.query_one(RulesPage), RulesPage)
        await eye.press("slash", *"nut", "enter")
        assert eye.app.focused is eye.screen.query_one(RulesPage), "the next place is found by a key"
        await eye.resize(60, 20)
        assert eye.app.focused is table.attentive, "what is hidden hears nothing"
        assert "/ Find" not in eye.lines()[-1]
        await eye.resize(120, 40)
        await eye.press("slash", "escape")
        assert eye.app.focused is table.attentive


# --- Rules ------------------------------------------------------------------------------------------------


async def test_the_rules_open_at_the_card_that_is_pointed_at():
    async with showing(at(2, Place)) as eye:
        await eye.press("end", "question_mark")
        assert isinstance(eye.screen, Reader)
        heading, _, text, *_ = eye.lines()[2:]
        assert "Hideout" in heading
        assert "Play it on one of your piles" in text
        await eye.press("escape")
        assert isinstance(eye.screen, TableScreen)


async def test_the_rules_stand_beside_the_table_from_110_columns_on():
    async with showing(at(2, Place), (110, 30)) as eye:
        await eye.press("question_mark")
        await eye.until(lambda: "As long as it is on top" in eye.text)
        assert isinstance(eye.screen, TableScreen)
        # The game goes on beside them, and they can be scrolled without losing the choices.
        page = eye.screen.query_one(RulesPage)
        before = page.scroll_y
        await eye.press("pagedown")
        await eye.until(lambda: page.scroll_y > before)
        moves = len(eye.match.moves)
        await eye.press("enter")
        assert len(eye.match.moves) == moves + 1
        await eye.press("question_mark")
        assert not eye.screen.query(RulesPage)
        assert "plays" in eye.text


async def test_the_rules_are_over_the_table_at_109_columns():
    async with showing(at(2, Place), (109, 30)) as eye:
        await eye.press("question_mark")
        assert isinstance(eye.screen, Reader)


# --- Why, inspect, log ------------------------------------------------------------------------------------


async def test_why_not_tells_what_is_refused_and_for_which_reason():
    made = sitting(2)
    for text in ("lay bank", "lay customs", "play raid 2"):
        made.match.play(made.game.parse(text))
    for text in ("play contraband-2 1", "collect 2"):
        made.match.play(made.game.parse(text))
    async with showing(TableScreen(made)) as eye:
        assert "Not in hand: Bank, Police Raid" in eye.text
        await eye.press("H")
        assert "✗ Not in hand: Bank, Police Raid" in eye.text
        assert "▸ Contraband 2, left:" in eye.text
        await eye.press("q")
        assert isinstance(eye.screen, TableScreen)


async def test_inspect_shows_piles_to_their_bottom_and_hands():
    async with showing(at(3, Place, least=20)) as eye:
        await eye.press("I")
        for seat in range(3):
            assert f"{'ABC'[seat]} {eye.match.names[seat]}:" in eye.text
        assert eye.text.count("left pile, top first:") == 3
        await eye.click("Esc Close")
        assert isinstance(eye.screen, TableScreen)


async def test_the_log_tells_everything_and_stands_at_its_end_in_the_pane():
    async with showing(table(3, moves=45), (120, 24)) as eye:
        if isinstance(eye.screen, End):
            await eye.press("escape")
        last = eye.table.sitting.words.log(eye.match, 0)[-1]
        await eye.until(lambda: last[:30] in eye.text)
        await eye.press("e", "home")
        await eye.until(lambda: "Ana lays a card face down." in eye.text)


# --- Deciding ---------------------------------------------------------------------------------------------


async def test_a_choice_that_was_pressed_twice_is_taken_once():
    async with showing(at(2, Place)) as eye:
        choice = eye.screen.table.choices.choice
        seat = eye.match.actor
        for _ in range(2):
            eye.screen.table.choices.action_take()
        await eye.settle()
        assert str(eye.match.moves[-1]) == str(choice.move)
        assert len(eye.match.moves) == 3
        assert seat == 1


async def test_digits_and_ends_jump():
    async with showing(at(2, Place)) as eye:
        choices = eye.screen.table.choices
        await eye.press("3")
        assert choices.row == 2
        await eye.press("home")
        assert choices.row == 0
        await eye.press("end")
        assert choices.row == len([row for row in choices.rows if row.choices]) - 1
        await eye.press("j")
        assert choices.row == 0
        await eye.press("9")
        assert choices.row == 0


# --- Leaving ----------------------------------------------------------------------------------------------


async def test_leaving_asks_where_the_game_is_not_kept():
    async with showing(at(2, Place)) as eye:
        await eye.press("q")
        assert isinstance(eye.screen, Question)
        await eye.press("enter")
        assert isinstance(eye.screen, TableScreen)
        await eye.press("Q", "n")
        assert isinstance(eye.screen, TableScreen)
        await eye.press("q", "escape")
        assert isinstance(eye.screen, TableScreen)
        await eye.click("Q Leave")
        await eye.click("No, play on")
        assert isinstance(eye.screen, TableScreen)
        await eye.press("q", "y")
        assert isinstance(eye.screen, Home)


@pytest.mark.parametrize("opened", ["", "q", "question_mark", "i", "ctrl+p"])
async def test_ctrl_q_leaves_at_once_from_anywhere(opened):
    async with showing(at(2, Place)) as eye:
        if opened:
            await eye.press(opened)
        await eye.press("ctrl+q")
        await eye.until(lambda: not eye.app.is_running)
    assert eye.app.return_code == 0


async def test_ctrl_c_tells_how_to_leave():
    async with showing(at(2, Place)) as eye:
        await eye.press("ctrl+c")
        assert "Ctrl+Q leaves at once" in eye.text
        assert isinstance(eye.screen, TableScreen)


async def test_escape_never_leaves():
    async with showing(at(2, Place)) as eye:
        await eye.press("escape", "escape")
        assert isinstance(eye.screen, TableScreen)


# --- The end ----------------------------------------------------------------------------------------------


async def test_the_same_seats_play_again_and_the_next_one_starts():
    async with showing(table(3, moves=500)) as eye:
        assert eye.match.game.options.first == 1
        await eye.press("2", "enter")
        await eye.until(lambda: isinstance(eye.screen, Curtain))
        assert eye.match.game.options.first == 2
        assert eye.match.names == ("Ana", "Ben", "Cid")
        assert "B   Ben" in eye.text


async def test_the_table_of_a_finished_game_can_be_looked_at():
    async with showing(table(2, moves=500)) as eye:
        await eye.press("4", "enter")
        assert isinstance(eye.screen, TableScreen)
        assert "The game is over. Esc shows the places again" in eye.text
        await eye.press("escape")
        assert isinstance(eye.screen, End)
        await eye.press("e")
        assert isinstance(eye.screen, Reader)
        await eye.press("escape", "q")
        assert isinstance(eye.screen, Home)


async def test_a_refused_undo_leaves_the_places_where_they_are_and_tells_why():
    made = sitting(4, moves=2_000, game="nut-job")
    made.match.is_opened = True
    why = made.words.named(made.match.why_no_undo())
    async with showing(TableScreen(made)) as eye:
        for size in ((80, 24), (40, 12), (120, 40)):
            await eye.resize(*size)
            await eye.press("u")
            assert isinstance(eye.screen, End)
            assert f"✗ No undo: {why}" in " ".join(eye.text.split())
            assert "★ " in eye.text
            assert all(choice in eye.text for choice in ("Play again", "5 Home"))
            assert "Home" in eye.lines()[-1]
            await eye.press("down")
            assert "No undo" not in eye.text
        await eye.press("u", "1", "enter")
        assert isinstance(eye.screen, TableScreen)
        assert eye.match is not made.match, "Enter still means what is pointed at"


async def test_the_rules_open_at_the_end_from_the_places():
    made = sitting(2, moves=5_000, game="hibernation")
    async with showing(TableScreen(made)) as eye:
        await eye.press("?")
        assert isinstance(eye.screen, Reader)
        await eye.rest()
        assert "The end" in " ".join(eye.lines()[1:6])
        await eye.press("escape")
        assert isinstance(eye.screen, End)


async def test_all_places_and_choices_are_in_sight_at_80_by_24(count):
    for seed in range(count(3, 12, 500)):
        async with showing(table(5, moves=500, seed=seed)) as eye:
            assert eye.screen.query_one("#result").max_scroll_y == 0, eye.text
            assert "Home" in eye.text


# --- Windows ----------------------------------------------------------------------------------------------

STORM = ((40, 12), (200, 60), (20, 5), (1, 1), (120, 3), (110, 24), (109, 24), (39, 12), (80, 24))


@pytest.mark.parametrize("screen", ["home", "set-up", "curtain", "table", "page", "rules", "end"])
async def test_any_window_at_any_moment(screen, count):
    first = {
        "curtain": lambda: table(2),
        "table": lambda: table(5, moves=40),
        "page": lambda: table(5, moves=40),
        "rules": lambda: table(5, moves=40),
        "end": lambda: table(5, moves=500),
    }.get(screen, lambda: None)()
    keys = {"set-up": "enter", "page": "i", "rules": "question_mark"}
    async with showing(first) as eye:
        if screen in keys:
            await eye.press(keys[screen])
        before = eye.screen
        for size in STORM * count(1, 2, 50):
            await eye.resize(*size)
            small = size[0] < 40 or size[1] < 12
            assert isinstance(eye.screen, TooSmall) == small
            if small:
                assert "larger" in eye.text.lower() or size[0] < 7
        assert eye.screen is before


async def test_a_window_that_is_too_small_tells_how_large_and_how_to_leave():
    async with showing(at(2, Place)) as eye:
        for size in ((36, 10), (39, 30), (200, 11), (20, 5)):
            await eye.resize(*size)
            text = " ".join(eye.text.split())
            assert f"At least 40 × 12, now {size[0]} × {size[1]}. Ctrl+Q leaves." in text
        await eye.resize(1, 1)
        await eye.resize(39, 11)
        await eye.press("ctrl+q")
        assert not eye.app.is_running


async def test_a_game_goes_on_where_the_window_was_too_small():
    async with showing(at(2, Place)) as eye:
        await eye.resize(30, 8)
        moves = len(eye.match.moves)
        await eye.press("enter", "down", "q")
        assert len(eye.match.moves) == moves
        await eye.resize(80, 24)
        await eye.press("enter")
        assert len(eye.match.moves) == moves + 1


async def test_nothing_stays_in_front_when_the_window_grew_behind_a_curtain():
    async with showing(at(2, Lay)) as eye:
        await eye.until(lambda: not eye.screen._is_deaf)
        await eye.press("a")
        await eye.resize(20, 5)
        assert isinstance(eye.screen, TooSmall)
        eye.send(events.AppBlur())
        await eye.settle()
        await eye.resize(80, 24)
        assert isinstance(eye.screen, Curtain)
        await eye.until(lambda: not eye.screen._is_deaf)
        await eye.press("a")
        assert isinstance(eye.screen, TableScreen)


# --- The command palette ----------------------------------------------------------------------------------


async def test_the_palette_takes_no_picture_of_a_private_screen():
    async with showing(at(2, Lay)) as eye:
        await eye.until(lambda: not eye.screen._is_deaf)
        await eye.press("a")
        private = [command.title for command in eye.app.get_system_commands(eye.screen)]
        assert "Screenshot" not in private
        assert "Theme" in private
        await eye.press("ctrl+p")
        assert isinstance(eye.screen, CommandPalette)
        await eye.press("escape")
        assert isinstance(eye.screen, TableScreen)
    async with showing(at(2, Place)) as eye:
        assert "Screenshot" in [command.title for command in eye.app.get_system_commands(eye.screen)]


async def test_another_theme_while_a_game_is_played():
    async with showing(at(3, Effects)) as eye:
        before = eye.styles()
        for theme in ("light", "contrast", "mono", "nord", "dark"):
            eye.app.theme = theme
            await eye.settle()
            assert eye.match.names[0] in eye.text
        assert eye.styles() == before


@pytest.mark.parametrize("seats", [2, 5])
async def test_the_board_stands_still_while_a_game_is_played(seats):
    """Whatever there is to choose from; and the hand is told whole, as cards where there is room."""
    async with showing(table(seats, moves=seats)) as eye:
        for size in ((80, 24), (120, 40), (40, 12)):
            await eye.resize(*size)
            eye.table.go_on()
            await eye.settle()
            where, kinds = eye.table.table.board.region, set()
            assert where.height >= seats
            for _ in range(9):
                kinds.add(type(eye.match.state.phase).__name__)
                assert eye.table.table.board.region == where
                assert eye.table.table.choices.region.height >= 1
                if (
                    "Effects" in str(type(eye.match.state.phase))
                    and eye.match.state.hands[eye.match.actor - 1]
                ):
                    has_room = size[1] >= 24 and len(eye.table.table.choices.rows) <= 4
                    assert ("╭" in "".join(eye.lines()[-6:])) == has_room
                await eye.press("enter")
            assert kinds == {"Place", "Effects"}
