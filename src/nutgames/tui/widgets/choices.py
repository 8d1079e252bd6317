"""The choices that are open now: a list to walk through, each with what it would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from nutgames.play.words import Choice, Refusal
from nutgames.play.wrapping import wrapped as hung
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, clipped, filled, fitted, length, wrapped


class Row(NamedTuple):
    """A line of the list: something to do, in one way or in several."""

    label: str
    ways: tuple[str, ...]
    """What the ways are called; a single one may be nameless."""
    choices: tuple[Choice, ...]
    """One for each way; empty if the rules refuse it."""
    reason: str = ""
    """Why it is refused."""
    keys: tuple[str, ...] = ()
    """Letters that take a way at once, one for each; they win over every other key."""
    is_numbered: bool = True
    """Whether a digit jumps to it."""
    is_heading: bool = False
    """Whether it stands above others and is nothing to choose; `reason` stands behind it."""


def plain_rows(choices: Sequence[Choice], refusals: Sequence[Refusal]) -> list[Row]:
    """A row for each choice, and below them what cannot be done."""
    rows = [Row(choice.what, ("",), (choice,)) for choice in choices]
    return rows + [Row(refusal.what, (), (), refusal.reason) for refusal in refusals]


class ChoiceList(Canvas, can_focus=True):
    """Arrow keys and hjkl walk, Enter or a click takes, digits jump.

    A click on the name of what can be done in several ways points at it first.
    """

    DEFAULT_CSS = "ChoiceList { height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1)", "Choose", show=False, id="choices.up"),
        Binding("down,j,tab", "walk(1)", "Choose", show=False, id="choices.down"),
        Binding("home", "jump(0)", "First", show=False, id="choices.first"),
        Binding("end", "jump(-1)", "Last", show=False, id="choices.last"),
        Binding("enter", "take", "Take", key_display="Enter", id="choices.take"),
        Binding("left,h", "turn(-1)", "Choose", show=False, id="choices.left"),
        Binding("right,l", "turn(1)", "Ways", key_display="← →", id="choices.right"),
    ]

    class Pointed(Message):
        """Another choice is pointed at."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Taken(Message):
        """A choice is taken."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows: list[Row] = []
        self.row = 0
        self.way = 0
        self._top = self._shown = 0

    def offer(self, rows: Sequence[Row]) -> None:
        """Other choices are open now."""
        self.rows = list(rows)
        self.row = next((number for number, row in enumerate(rows) if row.choices), 0)
        self.way = self._top = 0
        self._drawn = (-1, -1)
        self.refresh(layout=True)
        self.refresh_bindings()
        self._tell()

    @property
    def choice(self) -> Choice | None:
        """The choice that is pointed at."""
        if self.row < len(self.rows) and self.way < len(self.rows[self.row].choices):
            return self.rows[self.row].choices[self.way]
        return None

    def point(self, choice: Choice) -> None:
        """Point at a choice that somebody touched elsewhere on the table."""
        for number, row in enumerate(self.rows):
            if choice in row.choices:
                self._go(number, row.choices.index(choice))

    # Walking

    def action_walk(self, step: int) -> None:
        """To the next row that can be taken, round and round."""
        count = len(self.rows)
        for distance in range(1, count + 1):
            row = (self.row + step * distance) % count
            if self.rows[row].choices:
                self._go(row, min(self.way, len(self.rows[row].choices) - 1))
                return

    def action_turn(self, step: int) -> None:
        """To the next way of doing it."""
        if self.rows and (ways := len(self.rows[self.row].choices)) > 1:
            self._go(self.row, (self.way + step) % ways)

    def action_jump(self, row: int) -> None:
        """To the first or the last row."""
        open_rows = [number for number, each in enumerate(self.rows) if each.choices]
        if open_rows and -len(open_rows) <= row < len(open_rows):
            self._go(open_rows[row], 0)

    def jump_to(self, number: int) -> bool:
        """To the row of that number; whether there is one."""
        numbered = [place for place, row in enumerate(self.rows) if row.choices and row.is_numbered]
        if len(numbered) < number:
            return False
        self._go(numbered[number - 1], 0)
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys that mean nothing here are left to whoever else has a use for them.

        Those for the ways mean the same on all rows, and are grey where there is only one way.
        """
        if action == "take":
            return self.choice is not None
        return action != "turn" or any(len(row.choices) > 1 for row in self.rows)

    def refuses(self, action: str) -> bool:
        """Whether a key that is offered does nothing on the row that is pointed at."""
        return action == "turn(1)" and len(self.rows[self.row].choices) < 2

    def action_take(self) -> None:
        """Take what is pointed at."""
        if choice := self.choice:
            self.post_message(self.Taken(choice))

    def _go(self, row: int, way: int) -> None:
        if (row, way) != (self.row, self.way):
            had_ways = len(self.rows[self.row].choices) > 1
            self.row, self.way = row, way
            self.redraw()
            if had_ways != (len(self.rows[row].choices) > 1):
                self.refresh_bindings()
            self._tell()

    def _tell(self) -> None:
        if choice := self.choice:
            self.post_message(self.Pointed(choice))

    def on_key(self, event: events.Key) -> None:
        """Digits jump to a row; the letters of an answer give it."""
        for number, row in enumerate(self.rows):
            if event.character and event.character.upper() in row.keys:
                event.stop()
                self._go(number, row.keys.index(event.character.upper()))
                self.action_take()
                return
        if event.character and event.character in "123456789":
            event.stop()
            say = getattr(self.screen, "say", None)
            if not self.jump_to(int(event.character)) and self.rows and say is not None:
                say(f"✗ There is no {event.character}.")

    # Mouse

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What the mouse is over is pointed at."""
        place = self._at(event)
        if place and place[1] is not None:
            self._go(place[0], place[1])

    def on_click(self, event: events.Click) -> None:
        """A click takes what is pointed at, or that way of doing it."""
        if place := self._at(event):
            row, way = place
            is_clear = way is not None or row == self.row
            self._go(row, min(self.way, len(self.rows[row].choices) - 1) if way is None else way)
            if is_clear:
                self.action_take()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel walks."""
        event.stop()
        self.action_walk(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel walks."""
        event.stop()
        self.action_walk(-1)

    def _at(self, event: events.MouseEvent) -> tuple[int, int | None] | None:
        """The row under the mouse, and the way if it is over one."""
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        row = y + self._top
        if not 0 <= y < self._shown or not self.rows[row].choices:
            return None
        if len(self.rows[row].choices) == 1:
            return row, 0
        first = start = self._label_room(self.content_size.width) + 6
        for way, name in enumerate(self._ways(self.rows[row], self.content_size.width)):
            if start <= x < start + cell_len(name) + 3:
                return row, way
            start += cell_len(name) + 3
        return (row, None) if x < first or row == self.row else None

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """What is drawn, and where, stays as it is while the list is only measured."""
        place = self._top, self._shown
        height = super().get_content_height(container, viewport, width)
        self._top, self._shown = place
        return height

    def _label_width(self) -> int:
        return max((cell_len(row.label) for row in self.rows if row.choices), default=0)

    def _label_room(self, width: int) -> int:
        return min(self._label_width(), max(width - 12, 8))

    def _ways(self, row: Row, width: int) -> tuple[str, ...]:
        """What the ways are called: in one word where there is no room for more."""
        needed = self._label_width() + 6 + sum(cell_len(way) + 3 for way in row.ways)
        return row.ways if needed <= width else tuple(way.split()[0] for way in row.ways)

    def lines(self, width: int, height: int) -> Iterator[Line]:
        """The rows, and what the one that is pointed at would do."""
        several = any(len(row.ways) > 1 for row in self.rows)
        listed = list(self._listed(width, with_effects=not several))
        effect = self.choice.effect if self.choice else ""
        if several and width >= 70:
            yield from self._with_effect_beside(listed, effect, width, height)
            return
        detail = wrapped(effect, width - 2) if several or self._is_cut(width) else []
        room = max(height - min(sum(1 for row in self.rows if row.choices), 2), 1)
        if height and len(detail) > room:
            # That there is another choice matters more than the end of what this one does.
            detail[room - 1 :] = [fitted(" ".join(detail[room - 1 :]), max(width - 2, 1))]
        room = height - len(detail) if height else len(listed)
        shown = self._window(listed, max(room, 1), width)
        yield from self._unfolded(shown, room - len(shown), width)
        for text in detail:
            yield [("  " + text, "legal")]

    def _with_effect_beside(self, listed: list[Line], effect: str, width: int, height: int) -> Iterator[Line]:
        """The list on the left; on the right the effect, set apart by a line. Below, what is refused.

        The effect begins beside its row, or as far above it as it must to end where the list does.
        """
        count = sum(1 for row in self.rows if row.choices)
        room = max(height or len(listed), 1)
        left = max(length(line) for line in listed[:count]) + 1
        if room < len(listed):
            left += cell_len(" ▼ 99 more")
        detail = wrapped(effect, width - left - 4)
        shown = self._window(listed, room, left)
        refused = shown[count - self._top :]
        shown = shown[: count - self._top]
        shown += [[]] * (min(len(detail), height or len(detail)) - len(shown))
        start = max(min(self.row - self._top, len(shown) - len(detail)), 0)
        detail = [""] * start + detail
        for y, line in enumerate(shown):
            text = detail[y] if y < len(detail) else ""
            yield [*filled(line, left), ("│ ", "rule"), (text, "legal")]
        yield from self._unfolded(refused, room - len(shown) - len(refused), width, count)

    def _unfolded(self, shown: list[Line], spare: int, width: int, first: int = 0) -> Iterator[Line]:
        """Refusals at the end of the list, cut to a line each, in full where as many lines are left.

        `shown` are the lines of the rows from `first` on, if any are left: then the whole list is seen.
        """
        last = max((number for number, row in enumerate(self.rows) if row.choices), default=-1)
        for number, line in enumerate(shown, first):
            lines = [line]
            if spare > 0 and number > last and not self.rows[number].is_heading:
                lines = self._refusal(self.rows[number], width)
                if len(lines) - 1 > spare:
                    lines = [line]
                spare -= len(lines) - 1
            yield from lines

    @staticmethod
    def _refusal(row: Row, width: int) -> list[Line]:
        """Why a row is refused, in as many lines as that takes."""
        texts = hung(f"✗ {row.label}: {row.reason}", max(width - 4, 8), "  ")
        return [[("    ", ""), (text, "refused")] for text in texts]

    def _window(self, listed: list[Line], room: int, width: int) -> list[Line]:
        """So many of the lines that the one pointed at is among them, with marks that tell of the others."""
        self._shown = min(len(listed), room)
        self._top = min(max(self._top, self.row - self._shown + 1), self.row, len(listed) - self._shown)
        shown = listed[self._top : self._top + self._shown]
        above, below = self._top, len(listed) - self._top - self._shown
        if self._shown == 1:
            shown[0] = _marked(shown[0], above, below, width)
        elif shown:
            shown[0] = _marked(shown[0], above, 0, width)
            shown[-1] = _marked(shown[-1], 0, below, width)
        return shown

    def _is_cut(self, width: int) -> bool:
        """Whether the effect of what is pointed at does not fit behind it."""
        room = width - self._label_width() - 6
        return self.choice is not None and cell_len(self.choice.effect) > room

    def _listed(self, width: int, with_effects: bool) -> Iterator[Line]:
        label_width = self._label_room(width)
        digits = 0
        for number, row in enumerate(self.rows):
            if row.is_heading:
                yield [(f"  {row.label}", "title"), (row.reason, "faint")]
                continue
            if not row.choices:
                text = fitted(f"✗ {row.label}: {row.reason}", max(width - 4, 1)).rstrip()
                yield [("    ", ""), (text, "refused")]
                continue
            digits += row.is_numbered
            here = number == self.row
            digit = str(digits) if row.is_numbered and digits < 10 else " "
            arrow: Inked = ("▸ ", "cursor strong") if here else ("  ", "")
            line: list[Inked] = [arrow, (f"{digit} ", "faint")]
            if len(row.ways) > 1:
                line += [(fitted(row.label, label_width) + "  ", "strong" if here else "")]
                for way, name in enumerate(self._ways(row, width)):
                    inks = "cursor strong" if here and way == self.way else "legal"
                    line += [(f"[{name}]" if here and way == self.way else f" {name} ", inks), (" ", "")]
            else:
                line += [(fitted(row.label, label_width) + "  ", "cursor strong" if here else "strong")]
                if with_effects:
                    room = max(width - label_width - 6, 0)
                    line += [(fitted(row.choices[0].effect, room).rstrip(), "legal" if here else "")]
            yield line


def _marked(line: Line, above: int, below: int, width: int) -> Line:
    """A line of the list that says at its end how many more there are above and below.

    Where that does not fit behind it the line loses its end, but not for the sake of a number or a word.
    """
    counts = [(sign, count) for sign, count in (("▲", above), ("▼", below)) if count]
    if not counts:
        return line
    line = list(line)
    while line and not line[-1][0].strip():
        line.pop()
    line[-1:] = [(text.rstrip(), inks) for text, inks in line[-1:]]
    used = sum(cell_len(text) for text, _ in line)
    forms = [
        "".join(f"  {sign} {count} more" for sign, count in counts),
        "".join(f"  {sign} {count}" for sign, count in counts),
        "".join(f" {sign}" for sign, _ in counts),
    ]
    mark = next((form for form in forms if used + cell_len(form) <= width), forms[1])
    start = clipped(line, width - cell_len(mark))
    gap = width - cell_len(mark) - sum(cell_len(text) for text, _ in start)
    return [*start, (" " * gap, ""), (mark, "faint")]
