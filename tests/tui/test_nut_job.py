"""The table of Nut Job: games by keys and by mouse, what lies hidden, every size, and its looks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from nutgames.games.nut_job import (
    Attempt,
    Color,
    Face,
    ForestCard,
    Form,
    MoveOn,
    MoveSquirrel,
    NutCard,
    Place,
    PlaceSquirrel,
    Return,
    ReturnCard,
    Say,
    Side,
    Space,
    Turn,
    squirrel_at_turn,
)
from nutgames.plain.encoding import ascii_likeness
from nutgames.play.match import Match
from nutgames.play.words.nut_job import KINDS, asked
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.end import End
from nutgames.tui.screens.setup import Setting, SetUpScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.tables.nut_job import GameTable
from nutgames.tui.tables.nut_job_forest import FLIP, ForestBoard, initials, planned
from nutgames.tui.widgets.canvas import Line
from tui.screens_text import looks_like, screen_text, settled

NAMES = ("Ana", "Ben", "Cid", "Dora")
FACES = [Face(form, color) for form in Form for color in Color]
VARIANTS: list[dict[str, Any]] = [
    {},
    {"mystery": 4, "razzia": True},
    {"baby": "colors", "overdose": True},
    {"baby": "forms", "one_is_one": True, "mystery": 12},
]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys follow each other as soon as the one before has had its effect."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", settled)


pytestmark = pytest.mark.usefixtures("quick")


def right_word(match: Match) -> Say:
    """What lies under the card that is asked about: only a referee can know."""
    state = match.state
    down = state.forest[asked(state)].down
    return Say(down.color if squirrel_at_turn(state).side is Side.COLORS else down.form)


def good_move(match: Match, rng: Random, luck: float) -> Any:
    """What somebody plays who remembers nearly everything: such games come to their end."""
    legal = list(match.game.moves(match.state))
    if isinstance(legal[0], Say) and rng.random() < luck:
        return right_word(match)
    return rng.choice(legal)


def sat(
    seats: int,
    seed: int = 1,
    moves: int = 1,
    luck: float = 0.8,
    until: Callable[[Match], bool] = lambda match: False,
    names: Sequence[str] = NAMES,
    **options: Any,
) -> Sitting:
    """A table where so many moves have been played, or until something is true."""
    sitting = Sitting(SetUp("nut-job", names[:seats], {"first": 1, **options}, seed=str(seed)))
    match, rng = sitting.match, Random(seed)
    match.deal(sitting.deals)
    while len(match.moves) < moves and match.actor and not until(match):
        match.play(good_move(match, rng, luck))
    return sitting


class Seen(NamedTuple):
    """A game on the screen."""

    pilot: Pilot[int]
    app: NutgamesApp
    match: Match

    @property
    def table(self) -> GameTable:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        assert isinstance(screen.table, GameTable)
        return screen.table

    @property
    def board(self) -> ForestBoard:
        board = self.table.board
        assert isinstance(board, ForestBoard)
        return board

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def point(self, move: Any) -> None:
        """Walks with the arrow keys until a move is pointed at."""
        choices = self.table.choices
        for key, part in (("down", "row"), ("right", "way")):
            row = next(n for n, each in enumerate(choices.rows) if any(c.move == move for c in each.choices))
            wanted = (
                row if part == "row" else [choice.move for choice in choices.rows[row].choices].index(move)
            )
            while getattr(choices, part) != wanted:
                await self.press(key)

    def text(self) -> str:
        return screen_text(self.app)


@asynccontextmanager
async def seen(
    sitting: Sitting, size: tuple[int, int] = (80, 24), theme: str = "dark", animate: bool = False
) -> AsyncIterator[Seen]:
    app = NutgamesApp(TableScreen(sitting), theme=theme, animate=animate)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seen(pilot, app, sitting.match)


# --- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "seats", "options"),
    [
        ((80, 24), 2, VARIANTS[0]),
        ((120, 40), 3, VARIANTS[1]),
        ((80, 24), 4, VARIANTS[2]),
        ((120, 40), 2, VARIANTS[3]),
    ],
)
async def test_a_game_by_keys_alone(size: tuple[int, int], seats: int, options: dict[str, Any]) -> None:
    rng = Random(seats)
    async with seen(sat(seats, seed=4, **options), size) as game:
        match = game.match
        while match.actor is not None:
            count, move = len(match.moves), good_move(match, rng, 0.9)
            if isinstance(move, Say) and rng.random() < 0.7:
                key = move.word[0]
                await game.press(rng.choice((key, key.upper())))
            else:
                await game.point(move)
                await game.press("enter")
            assert match.moves[count:] == [move]
        assert isinstance(game.app.screen, End)
        assert any(name in game.text() for name in NAMES[:seats])
        await game.press("escape")
        assert "game is over" in game.text()


async def test_a_game_by_mouse_alone() -> None:
    rng = Random(2)
    async with seen(sat(3, seed=6)) as game:
        match = game.match
        while match.actor is not None:
            count, move = len(match.moves), good_move(match, rng, 0.9)
            if isinstance(move, Say):
                await click_on_word(game, move)
            else:
                await click_on_space(game, move)
            assert match.moves[count:] == [move]
        assert isinstance(game.app.screen, End)


async def click_on_word(game: Seen, move: Say) -> None:
    lines = game.text().splitlines()
    y = next(number for number, line in enumerate(lines) if " 1 Say " in line)
    x = lines[y].index(f"{move.word[0].upper()} {move.word}")
    await game.pilot.click(offset=(x + 1, y))
    await game.pilot.pause()


async def click_on_space(game: Seen, move: PlaceSquirrel | MoveSquirrel) -> None:
    """A step is one click; to place takes one on the space, which points, and one on the side."""
    state = game.match.state
    if isinstance(move, MoveSquirrel):
        await click_on(game, game.match.game.play(state, move).squirrels[state.turn - 1].space)
        return
    if game.table.choices.choice.move.space is not move.space:
        await click_on(game, move.space)
    if game.table.choices.choice.move == move:
        await click_on(game, move.space)
        return
    lines = game.text().splitlines()
    y = next(number for number, line in enumerate(lines) if line.startswith(" ▸ "))
    await game.pilot.click(offset=(lines[y].index(KINDS[move.side]) + 1, y))
    await game.pilot.pause()


async def click_on(game: Seen, space: Space) -> None:
    board = game.board
    width, height = board.content_size
    points = [(x, y) for y in range(height) for x in range(width) if board.at(x, y) is space]
    assert points, f"{space} is nowhere on the board"
    await game.pilot.click("#board", offset=points[len(points) // 2])
    await game.pilot.pause()


# --- Keys -------------------------------------------------------------------------------------------------


def forms_are_asked(match: Match) -> bool:
    state = match.state
    return (
        isinstance(state.phase, Turn)
        and asked(state) is not None
        and squirrel_at_turn(state).side is Side.FORMS
    )


@pytest.mark.parametrize("key", ["l", "L", "m", "r", "R"])
async def test_letters_of_the_answer_win_over_every_other_key(key: str) -> None:
    async with seen(sat(2, seed=3, moves=99, until=forms_are_asked)) as game:
        count = len(game.match.moves)
        await game.press(key)
        assert [move.word[0] for move in game.match.moves[count:]] == [key.lower()]


async def test_letters_answer_nothing_where_nothing_is_asked() -> None:
    async with seen(sat(2)) as game:
        await game.press("r", "b", "y", "m", "L")
        assert len(game.match.moves) == 1
        await game.press("l")
        assert game.table.choices.way == 1, "there, l walks as everywhere"


async def test_a_naming_is_not_taken_back() -> None:
    async with seen(sat(2, seed=3, moves=99, until=forms_are_asked)) as game:
        await game.press("l", "u")
        assert "No undo" in game.text()
        assert game.match.moves[-1] == Say(Form.LEAF)


async def test_a_step_is_taken_back() -> None:
    async with seen(sat(2, seed=3, moves=99, until=forms_are_asked)) as game:
        before = game.match.state
        count = len(game.match.moves)
        await game.press("down", "enter")
        assert len(game.match.moves) == count + 1
        await game.press("u")
        assert game.match.state == before


# --- What lies hidden -------------------------------------------------------------------------------------


def all_lines(board: ForestBoard, view: Any) -> list[list[Line]]:
    """The board at several sizes."""
    board.view = view
    return [board.lines(*size) for size in ((78, 14), (76, 29), (40, 5), (56, 12), (110, 40))]


@given(seed=st.integers(0, 10**6), moves=st.integers(2, 90), variant=st.sampled_from(VARIANTS))
def test_the_board_shows_nothing_that_lies_down(seed: int, moves: int, variant: dict[str, Any]) -> None:
    sitting, rng = sat(2 + seed % 3, seed, moves, luck=0.6, **variant), Random(seed)
    board = ForestBoard(sitting.words)
    view = sitting.match.view(0)
    other = replace(
        view,
        forest=tuple(ForestCard(card.up, rng.choice(FACES), seen=rng.random() < 0.5) for card in view.forest),
        nuts=tuple(
            NutCard(rng.choice((1, 2)), face_down=True) if card and card.face_down else card
            for card in view.nuts
        ),
    )
    for choice in sitting.words.choices(view) or [None]:
        board.choice = choice
        assert all_lines(board, view) == all_lines(board, other)


async def test_the_log_on_the_screen_names_only_faces_that_lie_up() -> None:
    async with seen(sat(3, seed=8, moves=60, luck=0.6)) as game:
        await game.press("e")
        newest = game.text()
        await game.press("home")
        for _ in range(100):  # a page scrolls in its own time
            if "deals" in game.text() or "are dealt" in game.text():
                break
            await game.pilot.pause(0.02)
        text = newest + game.text()
        told = [line.split("it is ")[1].split(".")[0] for line in text.splitlines() if "it is " in line]
        assert told
        assert set(told) <= {f"{card.up.form} / {card.up.color}" for card in game.match.state.forest}
        assert "names a colour: " in text


def written(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_the_memory_aid_shows_backs_that_were_seen_and_no_others() -> None:
    sitting = sat(2, seed=8, moves=40, luck=0.6)
    board, view = ForestBoard(sitting.words), sitting.match.view(0)
    board.view = view
    without = written(board.lines(110, 40))
    sitting.words.memory_aid = True
    shown = written(board.lines(110, 40))
    assert "(" not in without
    backs = sorted((card.down.form[:2], card.down.color[0].upper()) for card in view.forest if card.seen)
    assert backs
    found = [part.split(")")[0].split() for part in shown.split("(")[1:]]
    assert sorted((form[:2], color[0].upper()) for form, color in found) == backs
    for size in ((78, 14), (60, 7)):
        small = written(board.lines(*size))
        assert all(f"{form}{color}" in small for form, color in backs)
    both = [
        f"{initials(str(card.up))}/{card.down.form[0]}{card.down.color[0].upper()}"
        for card in view.forest
        if card.seen
    ]
    for size in ((52, 5), (38, 5)):
        assert sorted(re.findall(r"\w+/\w+", written(board.lines(*size)))) == sorted(both)
    sitting.words.memory_aid = False
    assert "/" not in written(board.lines(38, 5))


# --- Every size -------------------------------------------------------------------------------------------

WIDE_NAMES = ("坚果坚果坚果坚果坚果", "[b]Ben[/b]", "é́" * 9, "Dorothea-Magdalena Nut")


@given(
    width=st.integers(38, 170),
    height=st.integers(5, 60),
    seed=st.integers(0, 10**6),
    variant=st.sampled_from(VARIANTS),
    aid=st.booleans(),
)
def test_everything_is_in_sight_at_every_size(
    width: int, height: int, seed: int, variant: dict[str, Any], aid: bool
) -> None:
    seats = 2 + seed % 3
    sitting = sat(seats, seed, 3 + seed % 80, names=WIDE_NAMES, **variant)
    sitting.words.memory_aid = aid
    board, view = ForestBoard(sitting.words), sitting.match.view(0)
    board.view = view
    for choice in sitting.words.choices(view) or [None]:
        board.choice = choice
        lines = board.lines(width, height)
        assert len(lines) == height
        assert all(sum(cell_len(text) for text, _ in line) == width for line in lines)
        cards = [part for line in lines for part in line if "-card" in part[1] or part[1] == "strong"]
        letters = "".join(text for text, _ in cards)
        assert sum(letters.count(key) for key in "RYB") >= 9
        nuts = "".join(text for line in lines for text, _ in line).replace(" ?  1 or 2 nuts", "")
        assert nuts.count("?") == sum(card is not None and card.face_down for card in view.nuts)
        for seat in range(1, seats + 1):
            ink = f"seat-{'abcd'[seat - 1]}"
            assert any(
                text.startswith("ABCD"[seat - 1]) and ink in inks for line in lines for text, inks in line
            )


@pytest.mark.parametrize("size", [(78, 14), (76, 29), (63, 20), (52, 12), (40, 5), (38, 5), (170, 57)])
def test_every_space_can_be_clicked(size: tuple[int, int]) -> None:
    sitting = sat(4, seed=2, moves=20)
    board = ForestBoard(sitting.words)
    board.view = sitting.match.view(0)
    board.lines(*size)
    found = {board.at(x, y) for y in range(size[1]) for x in range(size[0])}
    assert found == {None, *Space}


def test_cards_grow_with_the_room() -> None:
    sizes = [planned(width, 14 + width // 4).tall for width in range(78, 140, 4)]
    assert all(one <= two for one, two in pairwise(sizes))
    assert planned(78, 14).panel
    assert planned(76, 29).tall >= 6
    assert planned(40, 5).tall == 0


def test_pointing_at_another_word_repaints_no_card() -> None:
    sitting = sat(2, seed=3, moves=99, until=forms_are_asked)
    board, view = ForestBoard(sitting.words), sitting.match.view(0)
    board.view = view
    drawn = []
    for choice in sitting.words.choices(view)[:3]:
        board.choice = choice
        drawn.append(board.lines(78, 14))
    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("scene", ["start", "crowded", "moves-on"])
def test_in_ascii_only_face_down_cards_are_question_marks(scene: str) -> None:
    sitting = SCENES[scene]()
    board, view = ForestBoard(sitting.words), sitting.match.view(0)
    board.view = view
    for choice in sitting.words.choices(view):
        board.choice = choice
        for size in ((78, 14), (76, 29), (40, 5)):
            drawn = ascii_likeness(written(board.lines(*size)).replace("\n", " "))
            assert drawn.isascii()
            assert drawn.count("?") == sum(card is not None and card.face_down for card in view.nuts)


# --- Motion -----------------------------------------------------------------------------------------------


async def test_a_card_turns_over_before_everybodys_eyes() -> None:
    async with seen(sat(2, seed=3, moves=99, until=forms_are_asked), animate=True) as game:
        board, place = game.board, asked(game.match.state)
        await game.press("l")
        assert list(board.turned) == [place]
        assert board._frame < len(FLIP)
        early = written(board.lines(78, 14))
        up = game.match.state.forest[place].up
        board._frame = FLIP.index("edge")
        assert "┃" in written(board.lines(78, 14))
        board._next_frame(board._flips)
        assert FLIP[board._frame] == "face"
        late = written(board.lines(78, 14))
        assert late.count(up.form) == early.count(up.form) + 1
        flips = board._flips
        await game.press("l" if game.table.choices.rows[0].label == "Say" else "enter")
        board._next_frame(flips)
        assert board._frame in (0, len(FLIP)), "a timer of an earlier card comes too late"


async def test_without_motion_the_card_lies_at_once() -> None:
    async with seen(sat(2, seed=3, moves=99, until=forms_are_asked)) as game:
        await game.press("l")
        assert game.board._frame == len(FLIP)
        is_right = not isinstance(game.match.state.phase, Turn)
        assert ("✓" if is_right else "✗") in written(game.board.lines(78, 14))


# --- Set-up -----------------------------------------------------------------------------------------------


async def test_switching_mystery_on_proposes_four() -> None:
    app = NutgamesApp(SetUpScreen("nut-job"), animate=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for press, value in (("right", 4), ("right", 5), ("left", 4), ("left", 3)):
            app.screen.query_one("#setting-mystery", Setting).focus()
            await pilot.press(press)
            assert app.screen.query_one("#setting-mystery", Setting).value == value
        for name, value in (("baby", "colors"), ("one_is_one", True), ("overdose", True)):
            setting = app.screen.query_one(f"#setting-{name}", Setting)
            setting.focus()
            while setting.value != value:
                await pilot.press("right")
        await pilot.press("ctrl+s")
        while screen_text(app).count("?") < 3:  # the disk keeps the game before it is shown
            await pilot.pause(0.05)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        options = screen.sitting.game.options
        assert (options.mystery, options.baby) == (3, "colors")
        assert options.one_is_one
        assert options.overdose
        for _ in range(100):  # the table is drawn when the game is on the disk
            if screen_text(app).count("?") >= 3:
                break
            await pilot.pause(0.05)
        assert screen_text(app).count("?") >= 3


# --- Snapshots --------------------------------------------------------------------------------------------


def second_card(match: Match) -> bool:
    return match.state.phase == Attempt(1) and len(match.moves) > 40


def crowded(seats: int) -> Sitting:
    """Everybody stands on one space, and faces face down lie around."""
    sitting = sat(seats, seed=5, mystery=4)
    while isinstance(sitting.match.state.phase, Place):
        side = Side.COLORS if sitting.match.state.turn % 2 else Side.FORMS
        sitting.match.play(PlaceSquirrel(Space.W2, side))
    return sitting


def returns_are_due(match: Match) -> bool:
    return isinstance(match.state.phase, Return)


def overdose() -> Sitting:
    """Somebody has taken too much."""
    sittings = (sat(2, seed, 600, 0.95, returns_are_due, overdose=True) for seed in range(99))
    return next(sitting for sitting in sittings if sitting.match.actor)


SCENES: dict[str, Callable[[], Sitting]] = {
    "start": lambda: sat(2, seed=3),
    "second-card": lambda: sat(3, seed=3, moves=400, luck=0.6, until=second_card),
    "crowded": lambda: crowded(4),
    "moves-on": lambda: sat(3, 3, 400, 0.9, lambda match: isinstance(match.state.phase, MoveOn)),
    "overdose": overdose,
}
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x12": (40, 12), "60x20": (60, 20)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
async def test_the_table_looks_like_this(scene: str, size: str) -> None:
    async with seen(SCENES[scene](), SIZES[size]) as game:
        looks_like(game.app, f"nut-job-{scene}-{size}")


@pytest.mark.parametrize("size", ["80x24", "40x12"])
async def test_the_finished_table_looks_like_this(size: str) -> None:
    async with seen(sat(4, 7, 2_000, 0.9), SIZES[size]) as game:
        assert game.match.actor is None
        looks_like(game.app, f"nut-job-end-{size}")
        await game.press("escape")
        looks_like(game.app, f"nut-job-final-{size}")


@pytest.mark.parametrize("theme", ["light", "contrast", "mono"])
async def test_letters_stand_on_the_cards_in_every_theme(theme: str) -> None:
    async with seen(SCENES["second-card"](), theme=theme) as game:
        assert game.text() == _text_in_dark()


def _text_in_dark() -> str:
    from tui.screens_text import SNAPSHOTS

    return (SNAPSHOTS / "nut-job-second-card-80x24.txt").read_text("utf-8")


async def test_all_that_comes_of_a_win_is_told_below_the_table() -> None:
    sitting = SCENES["moves-on"]()
    log = sitting.words.log(sitting.match, 0)
    async with seen(sitting, (120, 40)) as game:
        note = game.text().splitlines()[-2]
        naming, taking, _ = (line.removesuffix(".") for line in log[-3:])
        assert ": right, it is " in naming
        assert " takes " in taking
        assert note.startswith(f" {naming} · {taking} · The other squirrels")


@pytest.mark.parametrize("returned", [1, 2])
async def test_returns_are_made_by_walking_over_the_free_spaces(returned: int) -> None:
    async with seen(overdose()) as game:
        match = game.match
        for number in range(returned):
            moves = list(match.game.moves(match.state))
            assert all(isinstance(move, ReturnCard) for move in moves)
            move = moves[-1 - number]
            await game.point(move)
            assert game.board.pointed() is move.space
            await game.press("enter")
            assert match.moves[-1] == move


async def test_a_step_says_which_way_it_goes_on_the_screen() -> None:
    """From every space, both ways: what the arrow says is where the squirrel goes."""
    async with seen(sat(2, moves=3)) as game:
        table, view = game.table, game.match.view(0)
        squirrel = view.squirrels[view.turn - 1]
        seen_arrows = set()
        for space in Space:
            squirrels = list(view.squirrels)
            squirrels[view.turn - 1] = replace(squirrel, space=space)
            moved = replace(view, squirrels=tuple(squirrels))
            table.show(moved, may_choose=True)
            await game.pilot.pause()
            row = next(row for row in table.choices.rows if row.label == "Move")
            assert len(set(row.ways)) == 2
            for way, choice in zip(row.ways, row.choices, strict=True):
                arrow, there = way.split()
                assert choice.effect.startswith(f"to its own {choice.move.direction}; ")
                seen_arrows.add(arrow)
                before, after = (middle_of(game, each) for each in (space, Space[there]))
                assert ("←" in arrow or arrow in "↖↙") == (after[0] < before[0])
                assert ("→" in arrow or arrow in "↗↘") == (after[0] > before[0])
                assert (arrow in "↑↖↗") == (after[1] < before[1])
                assert (arrow in "↓↙↘") == (after[1] > before[1])
        assert len(seen_arrows) == 8


def middle_of(game: Seen, space: Space) -> tuple[int, int]:
    """In which third of the board a space lies, across and down, by what a click on it would mean."""
    board = game.board
    width, height = board.content_size
    cells = [(x, y) for y in range(height) for x in range(width) if board.at(x, y) is space]
    x, y = (sum(part) / len(cells) for part in zip(*cells, strict=True))
    plan = board.plan
    across = 0 if x < plan.left else 4 if x >= plan.right else 1 + int(x - plan.left) // (plan.inner + 1)
    down = 0 if y < plan.top else 4 if y >= plan.bottom else 1 + int(y - plan.top) // (plan.tall + 1)
    return across, down
