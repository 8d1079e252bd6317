"""The table of NUT: the columns to forage in, what counts in each colour, and trees to build on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from nutgames.games.nut import (
    COLOURS,
    COLUMNS,
    FREE,
    LEFT,
    NOTHING,
    OPPOSITE,
    SIDE_NAMES,
    WILD,
    Forage,
    Over,
    Place,
    PutCard,
    Side,
    State,
    TakeCard,
    Tallies,
    Trees,
    points,
    tallies,
    trunk_at,
    uncovered,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice, Words
from nutgames.play.words.nut import (
    SKY,
    TAKEN,
    TRUNK,
    Bounds,
    TableWords,
    bounds,
    changes,
    covered,
    covering_text,
    edge_at,
    signed,
    tally_text,
)
from nutgames.tui.tables import Board, Table
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, fitted, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row

DYES = {
    "R": ("#D55E00", "#000000", "#7A3600"),
    "O": ("#E69F00", "#000000", "#805800"),
    "Y": ("#F0E442", "#000000", "#6E6800"),
    "G": ("#009E73", "#000000", "#005840"),
    "B": ("#0072B2", "#FFFFFF", "#003F63"),
    "P": ("#CC79A7", "#000000", "#7A3F60"),
}
"""Okabe and Ito's colours: a nut, the letter on it, and the darker coat of the squirrel."""

DYE_INKS = {f"nut-{face.lower()}" for face in DYES} | {f"squirrel-{face.lower()}" for face in DYES}
OWN_INKS = {f"ink--{ink}" for ink in (*DYE_INKS, "wild", "blank", "trunk", "sky", "ghost", "wrong", "bad")}


def own_css(widget: str) -> str:
    """How a widget draws with the inks of this game. On every theme a nut looks the same."""
    rules = [
        "ink--wild { background: #F4E9D4; color: #3B2D1C; }",
        "ink--blank { background: $shade; color: $faint; }",
        "ink--trunk { color: $nut; }",
        "ink--sky { color: $seat-b; }",
        "ink--ghost { text-style: bold reverse; }",
        "ink--wrong { color: $error; }",
        "ink--bad { color: $error; }",
    ]
    for face, (nut, text, coat) in DYES.items():
        rules.append(f"ink--nut-{face.lower()} {{ background: {nut}; color: {text}; }}")
        rules.append(f"ink--squirrel-{face.lower()} {{ background: {coat}; color: #FFFFFF; }}")
    return "\n".join(f"{widget} > .{rule}" for rule in rules)


def face_ink(face: str) -> str:
    """The ink of a face."""
    if face == WILD:
        return "wild strong"
    if face == NOTHING:
        return "blank"
    return f"nut-{face.lower()} strong" if face in COLOURS else f"squirrel-{face} strong"


class NutBoard(Board):
    """The columns on the left, and beside them what counts for everybody."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = own_css("NutBoard")

    class CardPressed(Message):
        """Somebody clicked on a card in a column."""

        def __init__(self, take: TakeCard) -> None:
            super().__init__()
            self.take = take

    COLUMN = 7
    """Cells of a column: a mark, the trunk or a blank on both sides of three faces, and a gap."""
    MARGIN = 3
    """Cells before the first column."""

    words: TableWords

    def __init__(self, words: TableWords) -> None:
        super().__init__(words)
        self.view: State | None = None
        self.pointed: TakeCard | None = None
        self.shown_seat = 1
        """Whose trees are looked at: the one player for whom there is room in a low window."""
        self._top = 1
        """The line of row 1 of the columns; below 0 while they are not drawn."""

    def show(self, view: State) -> None:
        """Another view."""
        self.pointed = None
        super().show(view)

    def point(self, choice: Choice) -> None:
        """The card that a choice is about is marked."""
        if isinstance(choice.move, TakeCard) and choice.move != self.pointed:
            self.pointed = choice.move
            self.redraw()

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002, its height follows from the room
        """Side by side, one above the other, or one line."""
        view = self.view
        if view is None:
            return []
        rows = self.app.size.height
        self._top = 1
        if width >= 72:
            each = 5 if width >= 78 else 4
            name_width = min(width - 34 - 6 * each, 15)
            return list(_beside(self._columns(view), self._scores(view, each, name_width)))
        if rows >= 24:
            return [*self._columns(view), [], *self._scores(view, 4, max(width - 34, 4))]
        score = self._score(view, self.shown_seat, width)
        if rows >= 16 and isinstance(view.phase, Forage):
            head, *cards = self._columns(view)
            return [[*head, (f" deck {len(view.deck)}", "faint")], *cards, score]
        self._top = -1
        return [score]

    def _columns(self, view: State) -> Iterator[Line]:
        """The cards as they lie, with the size of the deck."""
        phase = view.phase
        chosen = phase.column if isinstance(phase, Forage | Place) else None
        head: list[Inked] = [(" " * self.MARGIN, "")]
        for column in COLUMNS:
            mark = "▾" if column == chosen else " "
            head.append((f"  {mark}{column}   ", "cursor strong" if column == chosen else "faint"))
        yield head
        for row in range(1, self._rows(view) + 1):
            line: list[Inked] = [(f"{row:>2} ", "faint")]
            for column, cards in zip(COLUMNS, view.columns, strict=True):
                card = cards[row - 1] if row <= len(cards) else None
                line += self._card(card, self.pointed == TakeCard(column, row))
            yield line

    def _rows(self, view: State) -> int:
        return max(map(len, view.columns), default=0) or self.words.game.seats

    def _card(self, card: str | None, is_pointed: bool) -> list[Inked]:
        """A card in a column; a squirrel's trunk is drawn, as it must not be turned."""
        if card is None:
            return [(f"   {TAKEN}   ", "faint")]
        look = self.words.look(card).ljust(5)
        return [
            ("▸" if is_pointed else " ", "cursor strong" if is_pointed else ""),
            (look[0], "trunk"),
            *((face, face_ink(face)) for face in look[1:4]),
            (look[4], "trunk"),
            (" ", ""),
        ]

    def _scores(self, view: State, each: int, name_width: int) -> Iterator[Line]:
        """What counts for everybody, colour by colour."""
        head: list[Inked] = [(fitted(f"    deck {len(view.deck)}", name_width + 4), "faint")]
        for face in COLOURS:
            head += [(" ", ""), (f" {face} ", face_ink(face)), (" " * (each - 4), "")]
        yield [*head, (" total", "faint")]
        for seat, trees in enumerate(view.trees, start=1):
            ink = f"seat-{letter(seat).lower()} strong"
            is_turn = seat == view.turn and not isinstance(view.phase, Over)
            line: list[Inked] = [("▶" if is_turn else " ", "cursor strong" if is_turn else ""), (" ", "")]
            line += [(f"{letter(seat)} ", ink), (fitted(self.words.name(seat), name_width), ink)]
            now = tallies(trees)
            for tally in now:
                text = tally_text(tally) if tally.nuts else "·"
                ink = "gold strong" if tally.squirrel else "" if tally.nuts else "faint"
                line.append((f" {text:^{each - 1}}" if len(text) > 1 else f"  {text:<{each - 2}}", ink))
            yield [*line, (f"{points(now):>6}", "gold strong")]

    def _score(self, view: State, seat: int, width: int) -> Line:
        """What counts for one player, in one line, and the others' totals if there is room."""
        ink = f"seat-{letter(seat).lower()} strong"
        now = tallies(view.trees[seat - 1])
        line: list[Inked] = [(f"{letter(seat)} ", ink)]
        for face, tally in zip(COLOURS, now, strict=True):
            line += [
                (face, face_ink(face)),
                (f"{tally_text(tally)} ", "gold strong" if tally.squirrel else ""),
            ]
        line.append((f"={points(now)}", "gold strong"))
        for other, trees in enumerate(view.trees, start=1):
            text = f"  {letter(other)} {points(tallies(trees))}"
            if other != seat and sum(cell_len(part) for part, _ in line) + cell_len(text) <= width:
                line.append((text, f"seat-{letter(other).lower()}"))
        return line

    # Mouse

    def _at(self, event: events.MouseEvent) -> TakeCard | None:
        """The card under the mouse."""
        x, y = event.x - self.gutter.left - self.MARGIN, event.y - self.gutter.top
        if self.view is None or self._top < 0 or x < 0 or x // self.COLUMN >= len(COLUMNS):
            return None
        column, row = COLUMNS[x // self.COLUMN], y - self._top + 1
        return TakeCard(column, row) if 1 <= row <= self._rows(self.view) else None

    def on_click(self, event: events.Click) -> None:
        """Cards can be pressed."""
        if take := self._at(event):
            self.post_message(self.CardPressed(take))


def _beside(left: Iterator[Line], right: Iterator[Line]) -> Iterator[Line]:
    """Two blocks of lines, the right one after a gap; the shorter one ends early."""
    ones, twos = list(left), list(right)
    room = max(sum(cell_len(text) for text, _ in line) for line in ones)
    for y in range(max(len(ones), len(twos))):
        one = list(ones[y]) if y < len(ones) else []
        used = sum(cell_len(text) for text, _ in one)
        yield [*one, (" " * (room - used), ""), *(twos[y] if y < len(twos) else [])]


class Spot(NamedTuple):
    """A legal placement, and what would come of it."""

    choice: Choice
    before: Tallies
    after: Tallies

    @property
    def gain(self) -> int:
        """The change of the total."""
        return points(self.after) - points(self.before)


class Plan(NamedTuple):
    """Where the grid lies on the canvas, and which part of the trees it shows."""

    top: int
    """The line of the first row of cells."""
    rows: int
    columns: int
    x: int
    """The column at the left end."""
    y: int
    """The row at the upper end."""
    wide: int
    """Cells of the screen that a portion is wide, without its edge."""
    high: int
    """Lines of the screen that a portion is high."""
    grid_width: int


LABELS = 4
"""Cells on the left of the grid, where the rows are numbered."""
PANEL = 29
"""Cells beside the grid, where there is room, that tell about the card and the place."""
PANEL_FROM = 66
"""Columns from which on there is room for it."""


class TreeView(Canvas, can_focus=True):
    """A player's trees. Whoever places a card moves its ghost over them."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = "TreeView { height: 1fr; }\n" + own_css("TreeView")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(0,-1)", "Up", show=False, id="nut.up"),
        Binding("down,j", "move(0,1)", "Down", show=False, id="nut.down"),
        Binding("left,h", "move(-1,0)", "Left", show=False, id="nut.left"),
        Binding("right,l", "move(1,0)", "Right", show=False, id="nut.right"),
        Binding("N,n", "next(1)", "Next", key_display="N", id="nut.next"),
        Binding("P,p", "next(-1)", "Previous", key_display="P", show=False, id="nut.previous"),
        Binding("B,b", "best", "Best", key_display="B", show=False, id="nut.best"),
        Binding("T,t", "turn", "Turn", key_display="T", show=False, id="nut.turn"),
        Binding("enter", "place", "Put", id="nut.place"),
    ]

    class Placed(Message):
        """The player wants to place the card there."""

        def __init__(self, put: PutCard) -> None:
            super().__init__()
            self.put = put

    class Moved(Message):
        """Something else is to be said about the ghost."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, words: TableWords) -> None:
        super().__init__(id="trees")
        self.words = words
        self.view: State | None = None
        self.seat = 1
        """Whose trees are shown."""
        self.spots: dict[PutCard, Spot] = {}
        self.ranking: list[PutCard] = []
        """The legal placements, best first."""
        self.order: list[PutCard] = []
        """The same, as one reads."""
        self.x = self.y = 0
        """Where the ghost's top portion is."""
        self.side: Side = LEFT
        """The side of the trunk where the player may choose it."""
        self.plan = Plan(0, 1, 1, 0, 0, 3, 1, 1)
        self._scrolled: dict[int, tuple[int, int]] = {}
        """For each seat the column and row in the middle of the grid."""

    # What is shown

    def show(self, view: State, choices: Sequence[Choice]) -> None:
        """Another view; the choices are the places for the card in hand."""
        self.view = view
        self.seat = view.turn
        self.spots = {}
        if choices:
            assert isinstance(view.phase, Place)
            for choice in choices:
                self.spots[choice.move] = Spot(choice, *self.words.game.change(view, choice.move))
            self.order = sorted(self.spots, key=lambda put: (put.y, put.x, put.trunk))
            self.ranking = sorted(self.order, key=lambda put: -self.spots[put].gain)
            self._start(view)
        self.redraw()

    def look_at(self, seat: int) -> None:
        """Another player's trees."""
        self.seat = seat
        self.redraw()

    def _start(self, view: State) -> None:
        """The ghost begins near the middle of the trees, where it covers least."""
        trees = view.trees[view.turn - 1]
        area = bounds(trees)
        x, y = (area.left + area.right) / 2, (area.top + area.bottom) / 2

        def from_the_middle(put: PutCard) -> tuple[int, float]:
            return len(covered(trees, put)), abs(put.x - x) * 2 + abs(put.y + 1 - y)

        near = min(self.order, key=from_the_middle)
        self.x, self.y, self.side = near.x, near.y, near.trunk

    @property
    def places(self) -> bool:
        """Whether the ghost is there to be moved: a card is to be placed, and in these trees."""
        return self.view is not None and bool(self.spots) and self.seat == self.view.turn

    @property
    def trees(self) -> Trees:
        """Those that are shown."""
        assert self.view is not None
        return self.view.trees[self.seat - 1]

    @property
    def card(self) -> str:
        """The card in hand."""
        assert self.view is not None
        assert isinstance(self.view.phase, Place)
        return self.view.phase.card

    @property
    def put(self) -> PutCard:
        """The placement that the ghost shows. Its side follows from the column, where the card can follow."""
        return self._put_at(self.x, self.y)

    def _put_at(self, x: int, y: int) -> PutCard:
        ways = self.words.game.ways[self.card]
        trunk = trunk_at(self.trees, x) or self.side
        return PutCard(x, y, trunk if trunk in ways else next(iter(ways)))

    # Keys

    def _go(self, x: int, y: int) -> None:
        if (x, y) != (self.x, self.y):
            self.x, self.y = x, y
            self.redraw()

    def _reach(self) -> Bounds:
        """How far the ghost may stray."""
        area = bounds(self.trees)
        return Bounds(area.left - 2, area.right + 2, area.top - 4, area.bottom + 2)

    def action_move(self, dx: int, dy: int) -> None:
        """The ghost moves; without one, the trees do."""
        if self.view is None:
            return
        if not self.places:
            self._scroll(dx, dy)
            return
        reach = self._reach()
        self._go(
            min(max(self.x + dx, reach.left), reach.right), min(max(self.y + dy, reach.top), reach.bottom)
        )

    def action_next(self, step: int) -> None:
        """To the next legal place, line by line, and round again."""
        if not self.places:
            return
        put = self.put
        if put in self.spots:
            index = self.order.index(put) + step
        else:
            later = sum((each.y, each.x) < (put.y, put.x) for each in self.order)
            index = later if step > 0 else later - 1
        self._jump(self.order[index % len(self.order)])

    def action_best(self) -> None:
        """To the best place; from there to the next best, and so on."""
        if not self.places:
            return
        put = self.put
        index = self.ranking.index(put) + 1 if put in self.spots else 0
        if self._best != put:
            index = 0
        self._jump(self.ranking[index % len(self.ranking)])
        self._best = self.put

    _best: PutCard | None = None
    """Where the key for the best places has led."""

    def _jump(self, put: PutCard) -> None:
        self.side = put.trunk
        if (put.x, put.y) == (self.x, self.y):
            self.redraw()
        self._go(put.x, put.y)

    def action_turn(self) -> None:
        """The other way round, where both are possible."""
        if not self.places:
            return
        side = trunk_at(self.trees, self.x)
        if len(self.words.game.ways[self.card]) == 1:
            self.post_message(self.Moved(f"{self.card} must not be turned: its squirrel sits upright."))
        elif side is not None:
            text = f"Nothing to choose: in column {self.x} every trunk is on the {SIDE_NAMES[side]}."
            self.post_message(self.Moved(text))
        else:
            self.side = OPPOSITE[self.side]
            self.redraw()

    def action_place(self) -> None:
        """The card goes there, or the table says why not."""
        if self.places:
            self.post_message(self.Placed(self.put))

    # Mouse

    def _at(self, event: events.MouseEvent) -> tuple[int, int] | None:
        """The column and row under the mouse."""
        plan = self.plan
        x, y = event.x - self.gutter.left - LABELS - 1, event.y - self.gutter.top - plan.top
        column, row = x // (plan.wide + 1), y // plan.high
        if x < 0 or y < 0 or column >= plan.columns or row >= plan.rows:
            return None
        return plan.x + column, plan.y + row

    def _follow(self, event: events.MouseEvent) -> bool:
        """The ghost's middle portion goes to the mouse; whether it could."""
        if not self.places or not (place := self._at(event)):
            return False
        x, y = place[0], place[1] - 1
        reach = self._reach()
        if not (reach.left <= x <= reach.right and reach.top <= y <= reach.bottom):
            return False
        if (x, y) != (self.x, self.y):
            # The trees stand still: only keys scroll, or the ghost would run from the mouse.
            self.x, self.y = x, y
            self._redraw_in_place()
        return True

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The ghost follows."""
        self._follow(event)

    def on_click(self, event: events.Click) -> None:
        """A click places."""
        if self._follow(event):
            self.action_place()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the trees."""
        event.stop()
        self._scroll(0, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel moves the trees."""
        event.stop()
        self._scroll(0, -1)

    def _scroll(self, dx: int, dy: int) -> None:
        area, plan = bounds(self.trees), self.plan
        x = min(max(plan.x + dx, area.left - plan.columns + 1), area.right)
        y = min(max(plan.y + dy, area.top - plan.rows + 1), area.bottom)
        self._scrolled[self.seat] = (x, y)
        self._redraw_in_place()

    def _redraw_in_place(self) -> None:
        """Draw again with the window where it is, even if the ghost is not inside."""
        self._is_held = True
        self.redraw()
        self._is_held = False

    _is_held = False
    """Whether the window stays where it is."""

    # Where things lie

    def _planned(self, width: int, height: int) -> Plan:
        """How large portions are drawn, and what part of the trees is in the window."""
        trees = self.trees
        area = bounds(trees)
        panel = PANEL + 2 if width >= PANEL_FROM else 0
        grid_width = width - panel
        top = 2 if height >= 9 else 0
        below = 0 if panel else 2 if height >= 6 else 1
        room = max(height - top - below, 1)
        across, down = area.right - area.left + 3, area.bottom - area.top + 5
        wide, high = 3, 1
        if across * 6 + 1 + LABELS <= grid_width and down * 2 <= room:
            wide, high = 5, 2
        columns = max((grid_width - LABELS - 1) // (wide + 1), 1)
        rows = max(room // high, 1)
        x, y = self._scrolled.get(self.seat, (None, None))
        if x is None or y is None:
            x = area.left - (columns - (area.right - area.left + 1)) // 2
            y = area.top - (rows - (area.bottom - area.top + 1)) // 2
        if not self._is_held:
            x = _window(x, columns, area.left - 1, area.right + 1, (self.x, self.x) if self.places else None)
            y = _window(y, rows, area.top - 2, area.bottom + 2, (self.y, self.y + 2) if self.places else None)
        self._scrolled[self.seat] = (x, y)
        return Plan(top, rows, columns, x, y, wide, high, grid_width)

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """The grid, and beside or below it what is to be said about the ghost."""
        if self.view is None or not height:
            return []
        self.plan = plan = self._planned(width, height)
        lines: list[Line] = []
        if plan.top:
            lines += [self._title(width), self._numbers(plan)]
        lines += self._grid(plan)
        if width < PANEL_FROM:
            lines += [[]] * (height - len(lines) - (2 if height >= 6 else 1))
            return [*lines, *self._below(width)][:height]
        grid, panel = lines[1:] if plan.top else lines, self._panel(PANEL, height - bool(plan.top))
        joined: list[Line] = []
        for y in range(height - bool(plan.top)):
            left = list(grid[y]) if y < len(grid) else []
            used = sum(cell_len(text) for text, _ in left)
            right = panel[y] if y < len(panel) else []
            joined.append([*left, (" " * (plan.grid_width - used), ""), ("│ ", "rule"), *right])
        return [*lines[:1], *joined] if plan.top else joined

    def _title(self, width: int) -> Line:
        """Whose trees these are, and where the ghost is."""
        ink = f"seat-{letter(self.seat).lower()} strong"
        where = f" x {self.x}  y {self.y} " if self.places else ""
        name = (
            f" {letter(self.seat)} {fitted(self.words.name(self.seat), max(width - 40, 8)).rstrip()}'s trees "
        )
        rest = max(width - cell_len(name) - len(where) - 4, 0)
        return [("──", "rule"), (name, ink), ("─" * rest, "rule"), (where, "strong"), ("──", "rule")]

    def _numbers(self, plan: Plan) -> Line:
        """The numbers of the columns."""
        line: list[Inked] = [(" " * (LABELS + 1), "")]
        for x in range(plan.x, plan.x + plan.columns):
            here = self.places and x == self.x
            line.append((f"{x:^{plan.wide}} ", "cursor strong" if here else "faint"))
        return line

    def _grid(self, plan: Plan) -> Iterator[Line]:
        """The cells, with trunks and skies between them."""
        trees = self.trees
        seen = uncovered(trees)
        ghost: dict[tuple[int, int], str] = {}
        legal = True
        tops: set[tuple[int, int]] = set()
        if self.places:
            put = self.put
            legal = put in self.spots
            faces = self.words.game.ways[self.card][put.trunk]
            ghost = {(put.x, put.y + row): face for row, face in enumerate(faces)}
            tops = {(each.x, each.y) for each in self.spots}
        for y in range(plan.y, plan.y + plan.rows):
            here = self.places and self.y <= y <= self.y + 2
            for part in range(plan.high):
                label = f"{y:>3} " if part == 0 else "    "
                line: list[Inked] = [(label, "cursor strong" if here else "faint")]
                for x in range(plan.x, plan.x + plan.columns + 1):
                    line.append(self._edge(x, y, seen, ghost, legal))
                    if x < plan.x + plan.columns:
                        place = (x, y)
                        text, ink = _cell(seen.get(place, FREE), ghost.get(place), legal, place in tops)
                        if part:
                            text = text[0] + " " + text[2] if place in ghost else "   "
                        line.append((_stretched(text, plan.wide), ink))
                yield line

    def _edge(
        self,
        x: int,
        y: int,
        seen: dict[tuple[int, int], str],
        ghost: dict[tuple[int, int], str],
        legal: bool,
    ) -> Inked:
        """What lies between a cell and the one on its left."""
        if (x, y) in ghost or (x - 1, y) in ghost:
            trunk_left = self.put.trunk == LEFT
            edge = TRUNK if trunk_left == ((x, y) in ghost) else SKY
            return edge, "ghost" if legal else "ghost wrong"
        if (x, y) in seen or (x - 1, y) in seen:
            edge = edge_at(self.trees, x)
            return edge, "trunk" if edge == TRUNK else "sky"
        return " ", ""

    def _below(self, width: int) -> Iterator[Line]:
        """Where there is no room for a panel: one or two lines about the ghost."""
        if not self.places:
            yield [(fitted(self._whose(), width), "faint")]
            return
        put, (verdict, ink) = self.put, self._verdict()
        hidden = covered(self.trees, put)
        head = f"x {put.x} y {put.y} {verdict}"
        text = f"{head}; {covering_text(hidden)}" if hidden else head
        first, *rest = wrapped(text, width)
        yield [(first, ink)]
        if rest:
            yield [(fitted(" ".join(rest), width), ink)]

    def _verdict(self) -> tuple[str, str]:
        """What the ghost's place would bring, or why it is none; and the ink for it."""
        spot = self.spots.get(self.put)
        if spot is None:
            assert self.view is not None
            return f"✗ {self.words.why_not(self.view, self.put)}", "wrong"
        change = spot.choice.effect.partition("; covers")[0]
        return change, "good" if spot.gain > 0 else "bad" if spot.gain < 0 else ""

    def _whose(self) -> str:
        assert self.view is not None
        if self.seat != self.view.turn and not isinstance(self.view.phase, Over):
            return f"Tab goes on, Esc back to {self.words.name(self.view.turn)}"
        return "Tab: the others' trees"

    def _panel(self, width: int, height: int) -> list[Line]:
        """The card in hand, what the ghost's place would bring, what the signs mean, the others' trees."""
        lines: list[Line] = []
        if self.places:
            lines += self._about_card(width)
            lines.append([])
            lines += self._about_place(width)
        elif self.seat != self._turn():
            lines += [[(text, "")] for text in wrapped(self._whose(), width)]
        key = list(self._key())
        room = height - len(lines) - len(key) - 1
        lines += self._small_trees(width, room)
        if len(lines) + len(key) < height:
            lines += [[]] * (height - len(lines) - len(key))
        return [*lines, *key][: max(height, 0)] if len(lines) + len(key) <= height else lines

    def _turn(self) -> int:
        assert self.view is not None
        return 0 if isinstance(self.view.phase, Over) else self.view.turn

    def _about_card(self, width: int) -> Iterator[Line]:
        """Its faces as the ghost shows them, with trunk and sky, and what kind it is."""
        put = self.put
        faces = self.words.game.ways[self.card][put.trunk]
        kind = {"Squirrels": "squirrel", "Wild nuts": "wild nut", "Standard cards": "standard card"}
        notes = [
            kind[self.words.kind(self.card)],
            "stays upright" if len(self.words.game.ways[self.card]) == 1 else "",
            "T turns it" if self.trees.trunk is None and len(self.words.game.ways[self.card]) > 1 else "",
        ]
        edges = (TRUNK, SKY) if put.trunk == LEFT else (SKY, TRUNK)
        inks = ["trunk" if edge == TRUNK else "sky" for edge in edges]
        for face, note in zip(faces, notes, strict=True):
            yield [
                (edges[0], inks[0]),
                (f" {face} ", face_ink(face)),
                (edges[1], inks[1]),
                (fitted(f"  {note}", width - 5), "faint"),
            ]

    def _about_place(self, width: int) -> Iterator[Line]:
        """The change, colour by colour, and what is covered."""
        put = self.put
        spot = self.spots.get(put)
        if spot is None:
            text, ink = self._verdict()
            for part in wrapped(text, width):
                yield [(part, ink)]
            return
        better = sum(self.spots[each].gain > spot.gain for each in self.ranking)
        ink = "good strong" if spot.gain > 0 else "bad strong" if spot.gain < 0 else "strong"
        best = self.spots[self.ranking[0]].gain
        rank = "the best" if not better else f"best is {signed(best)}"
        yield [("here ", ""), (signed(spot.gain), ink), (f"   {rank}", "faint")]
        for face, name, then, now in changes(spot.before, spot.after):
            up = now.points > then.points
            yield [
                (f" {face} ", face_ink(face)),
                (f" {name:<7}{tally_text(then)} → ", ""),
                (tally_text(now), "good strong" if up else "bad strong"),
            ]
        hidden = covered(self.trees, put)
        if hidden:
            line: list[Inked] = [("░ covers ", "")]
            for face in hidden:
                line += [(f" {face} ", face_ink(face)), (" ", "")]
            yield line

    def _key(self) -> Iterator[Line]:
        """What the signs mean."""
        yield [(TRUNK, "trunk"), (" trunk  ", "faint"), (SKY, "sky"), (" sky", "faint")]
        yield [(" y ", face_ink("y")), (" squirrel ", "faint"), (" * ", face_ink(WILD)), (" wild", "faint")]
        if self.places:
            yield [("·", "strong"), (" the top may lie here", "faint")]
            yield [("N P", "strong"), (" next legal  ", "faint"), ("B", "strong"), (" best", "faint")]

    def _small_trees(self, width: int, room: int) -> Iterator[Line]:
        """The trees that are not shown large, if there is room for them."""
        assert self.view is not None
        for seat, trees in enumerate(self.view.trees, start=1):
            if seat == self.seat or not trees.strips:
                continue
            area, seen = bounds(trees), uncovered(trees)
            if room < area.bottom - area.top + 4 or (area.right - area.left + 1) * 2 > width:
                continue
            room -= area.bottom - area.top + 3
            ink = f"seat-{letter(seat).lower()} strong"
            yield []
            yield [(fitted(f"{letter(seat)} {self.words.name(seat)}", width), ink)]
            for y in range(area.top, area.bottom + 1):
                yield [
                    (f"{face} ", face_ink(face) if face != FREE else "")
                    for face in (seen.get((x, y), FREE) for x in range(area.left, area.right + 1))
                ]


def _window(start: int, size: int, low: int, high: int, inside: tuple[int, int] | None) -> int:
    """Where a window of that size begins so that it shows what must be inside, moving as little as it can."""
    if high - low + 1 <= size:
        start = min(max(start, high - size + 1), low)
    else:
        start = min(max(start, low), high - size + 1)
    if inside:
        start = min(max(start, inside[1] - size + 1), inside[0])
    return start


def _cell(face: str, ghost: str | None, legal: bool, is_top: bool) -> Inked:
    """A portion of the grid, three cells wide."""
    if ghost is not None and legal:
        sides = "░░" if face != FREE else "[]"
        return f"{sides[0]}{ghost}{sides[1]}", f"{face_ink(ghost)} strong"
    if ghost is not None:
        return f"✗{ghost}✗", "wrong"
    if face == FREE:
        return (" · " if is_top else "   "), "strong"
    return f"{'·' if is_top else ' '}{face} ", face_ink(face)


def _stretched(text: str, width: int) -> str:
    """A portion that is drawn wider."""
    pad = (width - 3) // 2
    return text[0] + " " * pad + text[1] + " " * pad + text[2]


class Takings(ChoiceList):
    """The cards that may be taken. Tab is left to the table, which shows the others' trees."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "pass_on", "Trees", id="nut.pass-tab"),
    ]

    def action_pass_on(self) -> None:
        """Somebody else's key."""
        raise SkipAction


class GameTable(Table):
    """The table of NUT."""

    DEFAULT_CSS = """
    GameTable > #board { height: auto; }
    GameTable > #choices { min-height: 1; max-height: 50%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "others(1)", "Trees", id="nut.others"),
        Binding("shift+tab", "others(-1)", "Trees", show=False, id="nut.others-back"),
        Binding("escape", "own", "Own trees", show=False, id="nut.own"),
    ]

    words: TableWords
    board: NutBoard

    def __init__(self, words: Words) -> None:
        assert isinstance(words, TableWords)
        super().__init__(words)
        self.choices = Takings(id="choices")
        self.trees = TreeView(words)

    def make_board(self) -> Board:
        """Columns and scores."""
        return NutBoard(self.words)

    def compose(self) -> ComposeResult:
        """Columns and scores, the question with the cards to take, and the trees."""
        yield self.board
        yield self.prompt
        yield self.choices
        yield self.trees

    def show(self, view: State, may_choose: bool) -> None:
        """Another view: cards are taken from the list, and placed in the trees."""
        self.board.shown_seat = view.turn
        super().show(view, may_choose)
        self.choices.display = may_choose and isinstance(view.phase, Forage)
        places = may_choose and isinstance(view.phase, Place)
        self.trees.show(
            view, [choice for row in self.choices.rows for choice in row.choices] if places else []
        )
        if not may_choose:
            self.trees.focus()

    def attend(self) -> None:
        """The list while cards are taken, otherwise the trees."""
        (self.choices if self.choices.display else self.trees).focus()

    def rows(self, view: State) -> list[Row]:
        """A row for each column with its cards; while a card is placed, the list is not shown."""
        if not isinstance(view.phase, Forage):
            return super().rows(view)
        choices, rows = self.words.choices(view), []
        for column in COLUMNS:
            cards = [choice for choice in choices if choice.move.column == column]
            names = [choice.what.partition(" ")[2].strip() for choice in cards]
            if len(cards) == 1:
                rows.append(Row(f"Column {column}: {names[0]}", ("",), (cards[0],)))
            elif cards:
                rows.append(Row(f"Column {column}", tuple(names), tuple(cards)))
        refusals = self.words.refusals(view)
        return rows + [Row(refusal.what, (), (), refusal.reason) for refusal in refusals]

    def section(self, choice: Choice) -> str:
        """What kind of card it is about."""
        match choice.move:
            case TakeCard(column, row):
                card = self.view.columns[COLUMNS.index(column)][row - 1]
                return self.words.kind(card)
        return super().section(choice)

    # The others' trees

    def action_others(self, step: int) -> None:
        """The next player's trees."""
        self._look_at((self.trees.seat - 1 + step) % self.words.game.seats + 1)

    def action_own(self) -> None:
        """Back to the trees of whoever is to choose."""
        if self.view is None or self.trees.seat == self.view.turn:
            raise SkipAction
        self._look_at(self.view.turn)

    def _look_at(self, seat: int) -> None:
        self.board.shown_seat = seat
        self.board.redraw()
        self.trees.look_at(seat)

    # What is decided

    def on_tree_view_placed(self, message: TreeView.Placed) -> None:
        """The engine says why not where it is not legal."""
        message.stop()
        self.post_message(self.Decided(message.put))

    def on_tree_view_moved(self, message: TreeView.Moved) -> None:
        """Something to read."""
        message.stop()
        say: Any = getattr(self.screen, "say", None)
        if say is not None:
            say(message.text)

    def on_nut_board_card_pressed(self, message: NutBoard.CardPressed) -> None:
        """A card that is pressed is taken, or the engine says why not."""
        message.stop()
        if isinstance(self.view.phase, Forage) and self.choices.display:
            self.post_message(self.Decided(message.take))
