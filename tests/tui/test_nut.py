"""The table of NUT: games by keys and by mouse, the ghost, and what the screen shows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from benchmarks.positions import tower
from nutgames.games.core import random_move
from nutgames.games.nut import COLUMNS, LEFT, RIGHT, Forage, Place, PutCard, points, tallies
from nutgames.play.match import Match
from nutgames.play.words import words_for
from nutgames.play.words.nut import TableWords, signed
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.end import End
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.reader import Reader
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.tables.nut import GameTable, NutBoard
from nutgames.tui.tables.nut_trees import LABELS, TreeView
from support import random_match
from tui.screens_text import looks_like, screen_text, settled

NAMES = ("Ana", "Ben", "Cid")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys follow each other as soon as the one before has had its effect."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", settled)


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
    def trees(self) -> TreeView:
        return self.table.trees

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        deadline = monotonic() + 30
        while self.app.screen.size != (width, height) or self.app.size != (width, height):
            assert monotonic() < deadline
            await self.pilot.pause(0.02)
        await self.pilot.pause(0.05)

    def text(self) -> str:
        return screen_text(self.app)


def sat(seats: int, seed: int, moves: int, greedy: bool = False, names: Sequence[str] = NAMES) -> Sitting:
    """A table where so many moves have been played, at random or for the most points."""
    sitting = Sitting(SetUp("nut", names[:seats], {"first": 1}, seed=str(seed)))
    match, rng = sitting.match, Random(seed)
    match.deal(sitting.deals)
    while len(match.moves) < moves and match.actor:
        if greedy and isinstance(match.state.phase, Place):
            legal = list(match.game.moves(match.state))
            match.play(max(legal, key=lambda put: points(match.game.change(match.state, put)[1])))
        else:
            match.play(random_move(match.game, match.state, rng))
    return sitting


@asynccontextmanager
async def seen(
    sitting: Sitting, size: tuple[int, int] = (80, 24), theme: str = "dark"
) -> AsyncIterator[Seen]:
    app = NutgamesApp(TableScreen(sitting), theme=theme, animate=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seen(pilot, app, sitting.match)


# --- What is told, and what only to those who ask ----------------------------------------------------------


async def test_the_best_place_is_told_to_those_who_ask() -> None:
    async with seen(sat(2, seed=1, moves=24)) as game:
        best = max(spot.gain for spot in game.trees.spots.values())
        for key in ("", "n", "n", "up"):
            await game.press(*filter(None, [key]))
            assert "the best" not in game.text()
        await game.press("b")
        assert f"{best:+}  the best" in game.text()
        while game.trees.spots[game.trees.put].gain == best:
            await game.press("b")
        rank = f" of {len(game.trees.spots)}"
        assert rank in game.text()
        await game.press("n", "n")
        assert rank not in game.text()
    async with seen(sat(2, seed=1, moves=23)) as game:
        assert isinstance(game.match.state.phase, Forage)
        assert "at best" not in game.text()
        await game.press("H")
        assert "at best" in game.text()


async def test_a_low_window_tells_everybodys_points_and_the_whole_change() -> None:
    async with seen(sat(2, seed=1, moves=24), (40, 12)) as game:
        totals = [points(tallies(trees)) for trees in game.match.state.trees]
        for put, spot in game.trees.spots.items():
            game.trees._jump(put)
            await game.pilot.pause()
            line = game.text().splitlines()[9]
            assert "…" not in line
            assert line.startswith(f"{game.trees.card} {signed(spot.gain)}")
            if cell_len(line) == 40:
                assert line.endswith(f"A {totals[0]} B {totals[1]}")


# --- Whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "seats"), [((80, 24), 2), ((120, 40), 3)])
async def test_a_game_by_keys_alone(size: tuple[int, int], seats: int) -> None:
    rng = Random(seats)
    async with seen(sat(seats, seed=4, moves=1), size) as game:
        match = game.match
        while match.actor is not None:
            count = len(match.moves)
            if isinstance(match.state.phase, Forage):
                keys = rng.choices(["down", "right", "j", "l", "2", "tab"], k=rng.randrange(2))
                await game.press(*keys)
                if "tab" in keys:
                    await game.press("enter")
                    assert len(match.moves) == count, "others' trees are looked at"
                    await game.press("escape")
                choice = game.table.choices.choice
                assert choice is not None
                await game.press("enter")
                assert match.moves[count:] == [choice.move]
            else:
                await game.press(rng.choice(["n", "B", "N", "P"]))
                put = game.trees.put
                assert put in list(match.game.moves(match.state))
                await game.press("enter")
                assert match.moves[count:] == [put]
        assert isinstance(game.app.screen, End)
        text = game.text()
        for seat, total in enumerate(row[0] for row in match.game.standings(match.state).ranking):
            assert f"{'ABC'[seat]} {NAMES[seat]}" in text
            assert f"{total} points" in text
        assert f"total {match.game.standings(match.state).ranking[0][0]}" in text


async def test_a_game_by_mouse_alone() -> None:
    rng = Random(1)
    async with seen(sat(2, seed=9, moves=1), (80, 24)) as game:
        match = game.match
        while match.actor is not None:
            count = len(match.moves)
            legal = list(match.game.moves(match.state))
            if isinstance(match.state.phase, Forage):
                take = rng.choice(legal)
                await game.pilot.click(NutBoard, offset=(3 + 7 * COLUMNS.index(take.column) + 3, take.row))
                assert match.moves[count:] == [take]
                continue
            put = rng.choice([each for each in legal if place_of(game.trees, each)])
            place = place_of(game.trees, put)
            assert place is not None
            await game.pilot.hover(TreeView, offset=place)
            await game.pilot.click(TreeView, offset=place)
            assert [(each.x, each.y) for each in match.moves[count:]] == [(put.x, put.y)]
        assert isinstance(game.app.screen, End)
        for y, line in enumerate(game.text().splitlines()):
            if "another game" in line:
                await game.pilot.click(offset=(line.index("Home") + 1, y))
                break
        assert isinstance(game.app.screen, Home)


def place_of(trees: TreeView, put: PutCard) -> tuple[int, int] | None:
    """Where on the widget the dot of a placement is, if it is in the window."""
    plan = trees.plan
    column, row = put.x - plan.x, put.y - plan.y
    if not (0 <= column < plan.columns and 0 <= row < plan.rows):
        return None
    return LABELS + 1 + column * (plan.wide + 1) + 1, plan.top + row * plan.high


async def test_a_game_ends_in_the_smallest_window() -> None:
    async with seen(sat(3, seed=2, moves=41), (40, 12)) as game:
        while game.match.actor is not None:
            count = len(game.match.moves)
            await game.press("enter")
            assert len(game.match.moves) == count + 1
        assert isinstance(game.app.screen, End)


# --- The ghost ---------------------------------------------------------------------------------------------


async def test_the_ghost_goes_through_all_legal_places() -> None:
    sitting = sat(2, seed=3, moves=26)
    async with seen(sitting) as game:
        trees, legal = game.trees, set(game.match.game.moves(game.match.state))
        assert trees.put in legal
        visited = []
        for _ in legal:
            await game.press("n")
            visited.append(trees.put)
        assert set(visited) == legal
        assert sorted(visited, key=lambda put: (put.y, put.x)) != visited or visited == trees.order
        await game.press("p")
        assert trees.put == visited[-2]
        gains = []
        for _ in legal:
            await game.press("b")
            gains.append(trees.spots[trees.put].gain)
        assert gains == sorted(gains, reverse=True)
        await game.press("up", "up", "up", "up", "up", "up", "up", "up", "n")
        assert trees.put in legal


async def test_the_change_is_shown_before_it_is_made() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        match, trees = game.match, game.trees
        for key in "bnnn":
            await game.press(key)
            before, after = match.game.change(match.state, trees.put)
            gain = points(after) - points(before)
            told = f"x {trees.x} y {trees.y}  {gain:+}".replace("+0", "±0")
            assert told in game.text()
        seat, put = match.actor or 0, trees.put
        after = match.game.change(match.state, put)[1]
        await game.press("enter")
        assert match.moves[-1] == put
        assert tallies(match.state.trees[seat - 1]) == after


async def test_what_will_be_covered_is_marked() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        trees = game.trees
        assert "░" not in game.text()
        while not trees.spots[trees.put].choice.effect.partition("covers ")[2]:
            await game.press("n")
        hidden = trees.spots[trees.put].choice.effect.partition("covers ")[2].split()
        grid = "".join(line[:50] for line in game.text().splitlines()[6:-2])
        assert grid.count("░") == 2 * len(hidden)


async def test_a_place_that_is_not_legal_tells_why() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        match, trees = game.match, game.trees
        count = len(match.moves)
        for _ in range(20):
            await game.press("up")
        assert trees.put not in trees.spots
        shown = " ".join(line.partition("│")[2].strip() for line in game.text().splitlines())
        assert "✗ a long edge of the card must touch a card beside it" in " ".join(shown.split())
        await game.press("enter")
        assert len(match.moves) == count
        assert "✗ a long edge of the card must touch" in game.text().splitlines()[-2]


async def test_the_first_card_can_be_turned() -> None:
    sitting = sat(2, seed=5, moves=2)
    async with seen(sitting) as game:
        trees = game.trees
        assert len(game.match.game.ways[game.match.state.phase.card]) == 2
        assert trees.put == PutCard(0, 0, LEFT)
        await game.press("t")
        assert trees.put == PutCard(0, 0, RIGHT)
        assert "T turns it" in game.text()
        await game.press("enter")
        assert str(game.match.moves[-1]) == "put 0 0 R"


async def test_other_cards_follow_their_column() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        put = game.trees.put
        await game.press("T")
        assert game.trees.put == put
        note = game.text().splitlines()[-2]
        assert "Nothing to choose" in note or "must not be turned" in note


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 15), ((40, 12), 7)])
async def test_the_ghost_stays_in_the_window(size: tuple[int, int], rows: int) -> None:
    """Fifteen cards that climb: the window follows the ghost from one end of the trees to the other."""
    async with seen(tower(), size) as game:
        assert game.trees.plan.rows >= rows
        trees = game.trees
        strips = trees.trees.strips
        assert max(len(strip.faces) for strip in strips) > trees.plan.rows
        for key in ("up", "down"):
            for _ in range(45):
                await game.press(key)
                plan = trees.plan
                assert plan.y <= trees.y
                assert trees.y + 2 < plan.y + plan.rows
                assert plan.x <= trees.x < plan.x + plan.columns
        await game.press("b", "enter")
        assert isinstance(game.match.moves[-1], PutCard)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_a_click_brings_the_ghost_to_its_dot_and_the_next_one_places(size: tuple[int, int]) -> None:
    """Also where the mouse is told only when it clicks, where portions are large, and after the wheel."""
    async with seen(sat(2, seed=3, moves=26), size) as game:
        trees = game.trees
        await game.pilot._post_mouse_events([MouseScrollDown], TreeView, (20, 5))
        region, count = trees.region, len(game.match.moves)
        seen_ones = [put for put in trees.order if place_of(trees, put)]
        assert len(seen_ones) > 3
        for put in seen_ones[:: max(len(seen_ones) // 4, 1)]:
            x, y = place_of(trees, put) or (0, 0)
            if put.x != trees.x or not trees.y <= put.y <= trees.y + 2:  # else the ghost covers its dot
                line = game.text().splitlines()[region.y + y]
                width = trees.plan.wide
                assert "·" in line[region.x + x - 1 : region.x + x - 1 + width]
                await game.pilot.click(TreeView, offset=(x, y))
            else:
                trees._jump(put)
            assert (trees.x, trees.y) == (put.x, put.y)
            assert signed(trees.spots[trees.put].gain) in game.text(), "what it would bring is seen"
            assert len(game.match.moves) == count
        put, plan = trees.put, trees.plan
        low = min(1, plan.y + plan.rows - 1 - put.y)
        x, y = place_of(trees, put) or (0, 0)
        await game.pilot.click(TreeView, offset=(x, y + low * plan.high))
        assert game.match.moves[count:] == [put], "a click on the ghost itself"


async def test_what_is_said_about_the_ghost_goes_when_it_moves() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        news = game.text().splitlines()[-2]
        for step in ("n", "up", "tab"):
            await game.press("T")
            assert game.text().splitlines()[-2] != news
            await game.press(step)
            assert game.text().splitlines()[-2] == news, step
        await game.press("escape", *["up"] * 20, "enter")
        assert "✗" in game.text().splitlines()[-2]
        put = next(put for put in game.trees.order if place_of(game.trees, put))
        await game.pilot.hover(TreeView, offset=place_of(game.trees, put) or (0, 0))
        assert game.text().splitlines()[-2] == news, "by mouse"


async def test_a_low_window_tells_where_the_ghost_is_and_how_to_find_the_best_place() -> None:
    async with seen(sat(2, seed=3, moves=26), (40, 12)) as game:
        for key in "nnb":
            await game.press(key)
            lines = game.text().splitlines()
            assert str(game.trees.x) in lines[1].split()
            assert any(line.split()[:1] == [str(game.trees.y)] for line in lines[2:9])
            assert " B " in lines[-1]
        await game.resize(80, 24)
        assert " B " not in game.text().splitlines()[-1], "the panel tells it"


async def test_hovering_does_not_move_the_trees() -> None:
    async with seen(tower(), (80, 24)) as game:
        trees = game.trees
        plan = trees.plan
        for row in (0, plan.rows - 1):
            await game.pilot.hover(TreeView, offset=(LABELS + 2 + 4 * (1 - plan.x), plan.top + row))
            assert (trees.plan.x, trees.plan.y) == (plan.x, plan.y)
            assert (trees.x, trees.y - plan.y) == (1, row)


# --- The others' trees --------------------------------------------------------------------------------------


async def test_tab_shows_the_others_trees() -> None:
    async with seen(sat(3, seed=3, moves=28)) as game:
        match, trees = game.match, game.trees
        actor = match.actor or 0
        put, count = trees.put, len(match.moves)
        for step in (1, 2):
            await game.press("tab")
            assert trees.seat == (actor - 1 + step) % 3 + 1
            assert f"{'ABC'[trees.seat - 1]} {NAMES[trees.seat - 1]}'s trees" in game.text()
            await game.press("enter", "n", "left", "t")
        assert len(match.moves) == count
        await game.press("escape")
        assert trees.seat == actor
        assert trees.put == put
        await game.press("shift+tab")
        assert trees.seat == (actor - 2) % 3 + 1


async def test_the_others_trees_can_be_seen_while_a_card_is_chosen() -> None:
    async with seen(sat(2, seed=3, moves=25)) as game:
        assert isinstance(game.match.state.phase, Forage)
        seat = game.trees.seat
        await game.press("tab")
        assert game.trees.seat == 3 - seat
        await game.press("enter")
        assert isinstance(game.match.state.phase, Forage), "nothing is taken while others' trees are seen"
        assert f"✗ Esc first, back to {game.match.names[seat - 1]}'s trees." in game.text()
        await game.press("escape", "enter")
        assert isinstance(game.match.state.phase, Place)
        assert game.trees.seat == seat


async def test_the_finished_table_can_be_looked_at() -> None:
    sitting = sat(2, seed=3, moves=60)
    async with seen(sitting) as game:
        assert isinstance(game.match.state.phase, Place)
        await game.press("b", "enter")
        assert isinstance(game.app.screen, End)
        await game.press("escape")
        text = game.text()
        assert "the game is over" in text
        await game.press("tab")
        assert game.text() != text
        assert "[" not in game.text().split("trees")[1]


# --- Around the table --------------------------------------------------------------------------------------


async def test_other_columns_are_refused_with_the_reason() -> None:
    async with seen(sat(2, seed=3, moves=3)) as game:
        assert isinstance(game.match.state.phase, Forage)
        column = game.match.state.phase.column
        assert f"has chosen column {column}" in game.text()
        other = next(each for each in COLUMNS if each != column)
        count = len(game.match.moves)
        await game.pilot.click(NutBoard, offset=(3 + 7 * COLUMNS.index(other) + 3, 1))
        assert len(game.match.moves) == count
        assert "✗ Ana has chosen column" in game.text().splitlines()[-2]


async def test_the_rules_open_at_the_kind_of_card() -> None:
    async with seen(sat(2, seed=5, moves=45)) as game:
        screen = game.app.screen
        assert isinstance(screen, TableScreen)
        sections = set()
        for row in game.table.choices.rows:
            for choice in row.choices:
                game.table.choices.point(choice)
                await game.pilot.pause()
                card = game.match.state.columns[COLUMNS.index(choice.move.column)][choice.move.row - 1]
                words = game.table.words
                kind = words.kind(card)
                assert screen.section == ("A turn" if kind == "Standard cards" else kind)
                sections.add(screen.section)
        assert len(sections) > 1
        await game.press("I")
        assert isinstance(game.app.screen, Reader)
        assert "draw deck" in game.text() or "trees:" in game.text()


async def test_undo_brings_the_card_back() -> None:
    async with seen(sat(2, seed=3, moves=26)) as game:
        await game.press("u")
        assert isinstance(game.match.state.phase, Forage)
        assert game.table.choices.display
        await game.press("enter")
        assert isinstance(game.match.state.phase, Place)
        assert game.trees.places


async def test_the_window_can_shrink_and_grow() -> None:
    async with seen(sat(3, seed=3, moves=30), (120, 40)) as game:
        large = [line[:76] for line in game.text().splitlines()]
        for size in ((40, 12), (60, 18), (200, 60), (120, 40)):
            await game.resize(*size)
            plan, trees = game.trees.plan, game.trees
            assert plan.x <= trees.x < plan.x + plan.columns
            assert plan.y <= trees.y
            assert trees.y + 2 < plan.y + plan.rows
        assert [line[:76] for line in game.text().splitlines()[:-2]] == large[:-2]


async def test_names_are_no_markup() -> None:
    names = ("[/]", "[b]Ben[/b] and a long one", "木の実")
    async with seen(sat(3, seed=3, moves=28, names=names)) as game:
        text = game.text()
        assert "A [/]" in text
        assert "B [b]Ben" in text
        assert "木の実" in text
        await game.press("tab", "tab", "tab", "escape", "b", "enter")


async def test_a_step_of_the_ghost_paints_few_lines() -> None:
    async with seen(sat(2, seed=3, moves=50), (120, 40)) as game:
        trees = game.trees
        await game.press("b")
        before = list(trees._strips)
        await game.press("down")
        changed = [y for y, (one, two) in enumerate(zip(before, trees._strips, strict=True)) if one != two]
        assert 0 < len(changed) < len(before) / 2


# --- Every size --------------------------------------------------------------------------------------------


@given(
    seats=st.integers(2, 3),
    seed=st.integers(0, 10**6),
    moves=st.integers(1, 61),
    width=st.integers(36, 160),
    height=st.integers(1, 60),
    has_panel=st.booleans(),
    steps=st.lists(st.sampled_from([(0, -1), (0, 1), (-1, 0), (1, 0)]), max_size=12),
)
def test_every_line_fits(
    seats: int,
    seed: int,
    moves: int,
    width: int,
    height: int,
    has_panel: bool,
    steps: list[tuple[int, int]],
) -> None:
    match = random_match("nut", seats, seed, moves)
    words = words_for(match.game, match.names)
    assert isinstance(words, TableWords)
    trees, view = TreeView(words), match.view(0)
    places = isinstance(view.phase, Place)
    trees.panel.display = has_panel
    trees.show(view, words.choices(view) if places else [])
    for dx, dy in steps:
        trees.action_move(dx, dy)
        trees.action_next(1)
    lines = trees.lines(width, height)
    assert len(lines) <= height
    for line in lines:
        assert sum(cell_len(text) for text, _ in line) <= width, line
    beside = trees.panel.lines(29, height)
    assert len(beside) <= height
    for line in beside:
        assert sum(cell_len(text) for text, _ in line) <= 29, line
    if places and height >= 12:
        text = "\n".join("".join(text for text, _ in line) for line in lines)
        assert text.count("[") + text.count("░") >= 3


# --- Snapshots ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "moves", "size", "keys"),
    [
        ("nut-first-card", 2, 2, (80, 24), ["t"]),
        ("nut-early-take", 3, 7, (80, 24), []),
        ("nut-early-place", 3, 8, (80, 24), ["right", "up"]),
        ("nut-crowded-take", 2, 45, (80, 24), ["down", "right"]),
        ("nut-crowded-place", 2, 46, (80, 24), ["b"]),
        ("nut-crowded-covering", 2, 46, (120, 40), ["n", "n", "n", "n", "n", "n", "n", "n", "n", "n"]),
        ("nut-crowded-others", 3, 46, (80, 24), ["tab"]),
        ("nut-small-take", 2, 45, (40, 12), []),
        ("nut-small-place", 2, 46, (40, 12), ["b"]),
        ("nut-small-final", 3, 60, (40, 12), ["b", "enter", "escape"]),
        ("nut-large-early", 3, 8, (120, 40), ["b"]),
        ("nut-large-final", 3, 60, (120, 40), ["b", "enter", "escape"]),
        ("nut-middling", 3, 45, (60, 20), []),
        ("nut-end", 3, 60, (80, 24), ["b", "enter"]),
        ("nut-final", 3, 60, (80, 24), ["b", "enter", "escape"]),
    ],
)
async def test_the_screen_looks_like_this(
    name: str, seats: int, moves: int, size: tuple[int, int], keys: list[str]
) -> None:
    async with seen(sat(seats, 5, moves, greedy=True), size) as game:
        await game.press(*keys)
        for _ in range(3):
            await game.pilot.pause(0.05)  # the log beside the table scrolls to its end in its own time
        looks_like(game.app, name)


async def test_without_colours_everything_is_still_told() -> None:
    async with seen(sat(2, 5, 46, greedy=True), theme="mono") as game:
        await game.press("b")
        text = game.text()
        assert not any(
            segment.style and (segment.style.color or segment.style.bgcolor)
            for strip in game.app.screen._compositor.render_strips()
            for segment in strip.apply_filter(game.app._filters[-1], game.app.screen.styles.background)
        )
    async with seen(sat(2, 5, 46, greedy=True)) as game:
        await game.press("b")
        assert game.text() == text
