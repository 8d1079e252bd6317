"""The trees of NUT: one player's grid, and the ghost of the card that is to be placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from nutgames.games.nut import (
    COLOURS,
    FREE,
    LEFT,
    NOTHING,
    OPPOSITE,
    SIDE_NAMES,
    WILD,
    Over,
    Place,
    PutCard,
    Side,
    State,
    Tallies,
    Trees,
    points,
    tallies,
    trunk_at,
    uncovered,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice
from nutgames.play.words.nut import (
    SKY,
    TRUNK,
    Bounds,
    TableWords,
    bounds,
    changes,
    covered,
    edge_at,
    signed,
    tally_text,
)
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, clipped, filled, fitted, length, wrapped
from nutgames.tui.widgets.keys import pressed

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
OWN_INKS = {f"ink--{ink}" for ink in (*DYE_INKS, "wild", "blank", "trunk", "sky", "ghost", "wrong")}


def own_css(widget: str) -> str:
    """How a widget draws with the inks of this game. On every theme a nut looks the same."""
    rules = [
        "ink--wild { background: #F4E9D4; color: #3B2D1C; }",
        "ink--blank { background: $shade; color: $faint; }",
        "ink--trunk { color: $nut; }",
        "ink--sky { color: $seat-b; }",
        "ink--ghost { text-style: bold reverse; }",
        "ink--wrong { color: $error; }",
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


SCALES = ((5, 2), (3, 2), (3, 1))
"""How wide and how high a portion is drawn, as large as all of the trees can be seen."""
ROOMY = 11
"""Lines from which on there is a title, and two lines below the grid."""
NUMBERED = 6
"""Lines from which on the columns have numbers."""
LABELS = 4
"""Cells on the left of the grid, where the rows are numbered."""
PANEL_FROM = 66
"""Columns from which on there is room beside the grid to tell about the card and the place."""


class TreeView(Canvas, can_focus=True):
    """A player's trees. Whoever places a card moves its ghost over them."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = "TreeView { width: 1fr; height: 1fr; }\n" + own_css("TreeView")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(0,-1)", "Up", show=False, id="nut.up"),
        Binding("down,j", "move(0,1)", "Down", show=False, id="nut.down"),
        Binding("left,h", "move(-1,0)", "Left", show=False, id="nut.left"),
        Binding("right,l", "move(1,0)", "Right", show=False, id="nut.right"),
        Binding("N,n", "next(1)", "Next", key_display="N", id="nut.next"),
        Binding("P,p", "next(-1)", "Previous", key_display="P", show=False, id="nut.previous"),
        Binding("B,b", "best", "Best", key_display="B", id="nut.best"),
        Binding("T,t", "turn", "Turn", key_display="T", show=False, id="nut.turn"),
        Binding("enter", "place", "Place", key_display="Enter", id="nut.place"),
    ]

    class Placed(Message):
        """The player wants to place the card there."""

        def __init__(self, put: PutCard) -> None:
            super().__init__()
            self.put = put

    class Moved(Message):
        """The mouse has moved the ghost, or something is to be said about it."""

        def __init__(self, text: str = "") -> None:
            super().__init__()
            self.text = text

    def __init__(self, words: TableWords) -> None:
        super().__init__(id="trees")
        self.words = words
        self.panel = CardPanel(self)
        """Shown where there is room for it."""
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
        self._best: PutCard | None = None
        """Where the key for the best places has led."""
        self.plan = Plan(0, 1, 1, 0, 0, 3, 1)
        self.is_alone = False
        """Whether the window is so low that nothing else tells the points."""
        self._is_held = False
        """Whether the window stays where it is, even if the ghost is not inside."""
        self._windows: dict[int, Plan] = {}
        """What each player's trees were last seen through."""

    # What is shown

    def show(self, view: State, choices: Sequence[Choice]) -> None:
        """Another view; the choices are the places for the card in hand."""
        self.view = view
        self.seat = view.turn
        self.spots = {}
        self._best = None
        if choices:
            assert isinstance(view.phase, Place)
            for choice in choices:
                self.spots[choice.move] = Spot(choice, *self.words.game.change(view, choice.move))
            self.order = sorted(self.spots, key=lambda put: (put.y, put.x, put.trunk))
            self.ranking = sorted(self.order, key=lambda put: -self.spots[put].gain)
            self._start(view)
        self.redraw()

    def redraw(self) -> None:
        """The panel tells about the same ghost."""
        super().redraw()
        self.panel.redraw()

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Without a card in hand the trees can only be looked at."""
        return action == "move" or self.places

    def hides(self, action: str) -> bool:
        """The panel tells of the best places, the line of keys where there is no panel."""
        return action == "best" and self.panel.display

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
        index = self.ranking.index(self.put) + 1 if self.put == self._best else 0
        self._best = self.ranking[index % len(self.ranking)]
        self._jump(self._best)

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

    def _follow(self, event: events.MouseEvent) -> None:
        """The ghost's top portion goes to the mouse, as the dots mark tops."""
        if not self.places or not (place := self._at(event)) or place == (self.x, self.y):
            return
        x, y = place
        reach = self._reach()
        if reach.left <= x <= reach.right and reach.top <= y <= reach.bottom:
            # The trees stand still: only keys scroll, or the ghost would run from the mouse.
            self.x, self.y = x, y
            self._redraw_in_place()
            self.post_message(self.Moved())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The ghost follows."""
        self._follow(event)

    def on_click(self, event: events.Click) -> None:
        """A click on the ghost places the card; anywhere else it brings the ghost.

        What a place would bring is seen first; not every terminal tells where the mouse is before a click.
        """
        if self._at(event) in [(self.x, self.y + row) for row in range(3)]:
            self.action_place()
        else:
            self._follow(event)

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
        self._windows[self.seat] = plan._replace(x=x, y=y)
        self._redraw_in_place()

    def _redraw_in_place(self) -> None:
        """Draw again with the window where it is, even if the ghost is not inside."""
        self._is_held = True
        self.redraw()
        self._is_held = False

    # Where things lie

    def _planned(self, width: int, height: int) -> Plan:
        """How large portions are drawn, and what part of the trees is in the window."""
        trees = self.trees
        area = bounds(trees)
        top = 2 if height >= ROOMY else int(height >= NUMBERED)
        below = 0 if self.panel.display else 2 if height >= ROOMY else 1
        room = max(height - top - below, 1)
        across, down = area.right - area.left + 3, area.bottom - area.top + 5
        wide, high = next(
            (wide, high)
            for wide, high in SCALES
            if (across * (wide + 1) + 1 + LABELS <= width and down * high <= room) or high == 1
        )
        columns = max((width - LABELS - 2) // (wide + 1), 1)
        rows = max(room // high, 1)
        last = self._windows.get(self.seat)
        if last and (last.columns, last.rows) == (columns, rows):
            x, y = last.x, last.y
        else:
            x = area.left - (columns - (area.right - area.left + 1)) // 2
            y = area.top - (rows - (area.bottom - area.top + 1)) // 2
        if not self._is_held:
            x = _window(x, columns, area.left - 1, area.right + 1, (self.x, self.x) if self.places else None)
            y = _window(y, rows, area.top - 2, area.bottom + 2, (self.y, self.y + 2) if self.places else None)
        plan = self._windows[self.seat] = Plan(top, rows, columns, x, y, wide, high)
        return plan

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """The grid; where there is no panel, what is to be said about the ghost below it."""
        if self.view is None or not height:
            return []
        self.plan = plan = self._planned(width, height)
        lines: list[Line] = []
        if height >= ROOMY:
            lines.append(self._title(width))
        if plan.top:
            lines.append(self._numbers(plan))
        lines += self._grid(plan)
        if self.panel.display:
            titles = lines[: plan.top - 1] if plan.top else []
            lines += [[]] * (height - len(lines))
            return [*titles, *(self._edged(line, width) for line in lines[len(titles) :])]
        lines += [[]] * (height - len(lines) - (2 if height >= ROOMY else 1))
        return [*lines, *self._below(width, 2 if height >= ROOMY else 1)][:height]

    @staticmethod
    def _edged(line: Line, width: int) -> Line:
        """A line up to the edge that sets the panel apart."""
        return [*filled(line, width - 1), ("│", "rule")]

    def _title(self, width: int) -> Line:
        """Whose trees these are."""
        ink = f"seat-{letter(self.seat).lower()} strong"
        name = fitted(self.words.name(self.seat), max(width - 16, 8)).rstrip()
        title = f" {letter(self.seat)} {name}'s trees "
        rest = "─" * max(width - cell_len(title) - 3, 0) + ("┐" if self.panel.display else "─")
        return [("──", "rule"), (title, ink), (rest, "rule")]

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

    def _below(self, width: int, room: int) -> Iterator[Line]:
        """Where there is no room for a panel: one or two lines about the ghost, or about the player."""
        if not self.places:
            assert self.view is not None
            total = points(tallies(self.trees))
            whose = f"{letter(self.seat)} {self.words.name(self.seat)}: {total} points"
            others = fitted(f" · {self.whose()}", max(width - cell_len(whose), 0))
            line: list[Inked] = [(whose, f"seat-{letter(self.seat).lower()} strong")]
            at_home = self.is_alone and self.seat == self.view.turn
            yield self._with_totals(line, width) if at_home else [*line, (others, "faint")]
            return
        text, ink = self.verdict()
        if room == 1:
            told: Line = [(f"{self.card} {text}", ink)]
            if length(told) > width and self.put in self.spots:
                told = self._in_letters(self.spots[self.put], ink)
            told = clipped(told, width)
            yield self._with_totals(told, width) if self.is_alone else told
            return
        first, *rest = wrapped(f"x {self.x} y {self.y} {text}", width)
        yield [(first, ink)]
        if rest:
            yield [(fitted(" ".join(rest), width), ink)]

    def _in_letters(self, spot: Spot, ink: str) -> Line:
        """What a place would bring, where there is no room for a sentence."""
        line: list[Inked] = [(f"{self.card} {signed(spot.gain)}", ink)]
        for face, _, then, now in changes(spot.before, spot.after):
            line += [(" ", ""), (face, face_ink(face)), (f"{tally_text(then)}→{tally_text(now)}", ink)]
        hidden = covered(self.trees, self.put)
        return [*line, (" ░", ""), *((face, face_ink(face)) for face in hidden)] if hidden else line

    def _with_totals(self, line: Line, width: int) -> Line:
        """A line that ends with everybody's points, if there is room for them."""
        assert self.view is not None
        totals = [
            (f" {letter(seat)} {points(tallies(trees))}", f"seat-{letter(seat).lower()} strong")
            for seat, trees in enumerate(self.view.trees, start=1)
        ]
        gap = width - length(line) - length(totals)
        return [*line, (" " * gap, ""), *totals] if gap > 0 else line

    def verdict(self) -> tuple[str, str]:
        """What the ghost's place would bring, or why it is none; and the ink for it."""
        spot = self.spots.get(self.put)
        if spot is None:
            assert self.view is not None
            return f"✗ {self.words.why_not(self.view, self.put)}", "wrong"
        return spot.choice.effect, "good" if spot.gain > 0 else "bad" if spot.gain < 0 else ""

    def rank(self) -> str:
        """What place the ghost's has among all, if the key for the best ones has led there."""
        if self.put != self._best:
            return ""
        better = sum(spot.gain > self.spots[self.put].gain for spot in self.spots.values())
        return f"no. {better + 1} of {len(self.spots)}" if better else "the best"

    def whose(self) -> str:
        """Whose trees can be looked at."""
        assert self.view is not None
        on, back = pressed(self, "Tab", "nut.others"), pressed(self, "Esc", "nut.own")
        if not self.can_focus:
            return f"{on}: another player's trees"
        if self.seat != self.view.turn and not isinstance(self.view.phase, Over):
            home = f"{back} back to {self.words.name(self.view.turn)}"
            return home if self.is_alone else f"{on} goes on, {home}"
        return f"{on}: other trees"


TALK = 12
"""Lines of the panel that are kept for the card and its place."""


class CardPanel(Canvas):
    """Beside the trees: the card in hand, what its place would bring, the signs, the others' trees."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = "CardPanel { width: 30; height: 1fr; padding-left: 1; }\n" + own_css("CardPanel")

    def __init__(self, grid: TreeView) -> None:
        super().__init__(id="card-panel")
        self.grid = grid

    def lines(self, width: int, height: int) -> list[Line]:
        """From above what is about the ghost, from below what the signs mean."""
        view = self.grid.view
        if view is None:
            return []
        lines: list[Line] = []
        if self.grid.places:
            lines += [*self._about_card(width), [], *self._about_place(width)]
        elif self.grid.seat != view.turn and not isinstance(view.phase, Over) and self.grid.can_focus:
            lines += [[(text, "")] for text in wrapped(self.grid.whose(), width)]
        key = list(self._key())
        room = height - len(key) - (TALK if self.grid.places else len(lines)) - 1
        below = [*self._small_trees(width, room), [], *key]
        # What lies below stands still while the ghost moves, and gives way only where room is short.
        for part in (below, key):
            gap = height - len(lines) - len(part)
            if gap >= 0:
                return [*lines, *[[]] * gap, *part]
        return lines[:height]

    def _about_card(self, width: int) -> Iterator[Line]:
        """Its faces as the ghost shows them, with trunk and sky, and what kind it is."""
        grid = self.grid
        put, ways = grid.put, grid.words.game.ways[grid.card]
        kind = {"Squirrels": "squirrel", "Wild nuts": "wild nut", "Standard cards": "standard card"}
        notes = [
            kind[grid.words.kind(grid.card)],
            "stays upright" if len(ways) == 1 else "",
            "T turns it" if grid.trees.trunk is None and len(ways) > 1 else "",
        ]
        edges = (TRUNK, SKY) if put.trunk == LEFT else (SKY, TRUNK)
        inks = ["trunk" if edge == TRUNK else "sky" for edge in edges]
        for face, note in zip(ways[put.trunk], notes, strict=True):
            yield [
                (edges[0], inks[0]),
                (f" {face} ", face_ink(face)),
                (edges[1], inks[1]),
                (fitted(f"  {note}", width - 5), "faint"),
            ]

    def _about_place(self, width: int) -> Iterator[Line]:
        """The change, colour by colour, and what is covered. Few inks: each is a long word to a terminal."""
        grid = self.grid
        put, (text, ink) = grid.put, grid.verdict()
        spot = grid.spots.get(put)
        if spot is None:
            yield from ([(part, ink)] for part in wrapped(f"x {put.x} y {put.y} {text}", width))
            return
        yield [(f"x {put.x} y {put.y}  {signed(spot.gain)}", f"{ink} strong"), (f"  {grid.rank()}", "faint")]
        for face, name, then, now in changes(spot.before, spot.after):
            ink = "good" if now.points > then.points else "bad" if now.points < then.points else ""
            line = f" {name:<6} {tally_text(then)} → {tally_text(now)}"
            yield [(f" {face} ", face_ink(face)), (line, ink)]
        if hidden := covered(grid.trees, put):
            yield [("░ covers ", ""), *((f" {face} ", face_ink(face)) for face in hidden)]

    def _key(self) -> Iterator[Line]:
        """What the signs mean."""
        yield [(TRUNK, "trunk"), (" trunk  ", "faint"), (SKY, "sky"), (" sky", "faint")]
        yield [(" y ", face_ink("y")), (" squirrel ", "faint"), (" * ", face_ink(WILD)), (" wild", "faint")]
        if self.grid.places:
            yield [("·", ""), (" the top may lie here", "faint")]
            legal, best = pressed(self, "N P", "nut.next", "nut.previous"), pressed(self, "B", "nut.best")
            yield [(legal, "strong"), (" next legal  ", "faint"), (best, "strong"), (" best", "faint")]

    def _small_trees(self, width: int, room: int) -> Iterator[Line]:
        """The trees that are not shown large, if there is room for them."""
        assert self.grid.view is not None
        for seat, trees in enumerate(self.grid.view.trees, start=1):
            if seat == self.grid.seat or not trees.strips:
                continue
            area, seen = bounds(trees), uncovered(trees)
            if room < area.bottom - area.top + 3 or (area.right - area.left + 1) * 2 > width:
                continue
            room -= area.bottom - area.top + 3
            ink = f"seat-{letter(seat).lower()} strong"
            yield []
            yield [(fitted(f"{letter(seat)} {self.grid.words.name(seat)}", width), ink)]
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
        return f"✗{ghost}✗", "ghost wrong"
    if face == FREE:
        return (" · " if is_top else "   "), ""
    return f"{'·' if is_top else ' '}{face} ", face_ink(face)


def _stretched(text: str, width: int) -> str:
    """A portion that is drawn wider."""
    pad = (width - 3) // 2
    return text[0] + " " * pad + text[1] + " " * pad + text[2]
