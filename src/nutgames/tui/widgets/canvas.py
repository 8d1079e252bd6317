"""A widget that is drawn line by line: text in inks, and only what has changed is painted again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

Inked = tuple[str, str]
"""A text and the names of its inks, separated by blanks."""
Line = Sequence[Inked]

INKS = (
    "strong",
    "faint",
    "title",
    "cursor",
    "legal",
    "refused",
    "aside",
    "code",
    "good",
    "bad",
    "nut",
    "gold",
    "card",
    "edge",
    "face",
    "face-faint",
    "face-good",
    "face-bad",
    "face-fresh",
    "face-nut",
    "face-picture",
    "button",
    "key",
    "fresh",
    "rule",
    "found",
    "here",
    *(f"seat-{letter}" for letter in "abcdef"),
)
"""Everything that can be drawn with; the theme's stylesheet says how each looks."""


class Canvas(Widget):
    """Lines of inked text. Subclasses say in `lines` what is drawn at a certain size."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{ink}" for ink in INKS}
    DEFAULT_CSS = "Canvas { height: auto; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._strips: list[Strip] = []
        self._drawn: tuple[int, int] = (-1, -1)
        self._styles: dict[str, Style] = {}

    @abstractmethod
    def lines(self, width: int, height: int) -> Iterable[Line]:
        """What is to be seen at this size; what is below `height` is cut off, and 0 means all of it."""

    def redraw(self) -> None:
        """Draw again and paint what looks different."""
        width, height = self.content_size
        if not width:
            self._drawn = (-1, -1)  # not laid out: whatever was drawn before is no longer true
            return
        old = self._strips
        self._draw(width, height)
        if len(old) != len(self._strips) and self.styles.auto_dimensions:
            self.refresh(layout=True)
            return
        blank = Strip.blank(width, self._style(""))
        for y in range(max(len(old), len(self._strips))):
            before = old[y] if y < len(old) else blank
            after = self._strips[y] if y < len(self._strips) else blank
            if before != after:
                # Textual counts from the content, inside of border and padding.
                self.refresh(*(Region(x, y, end - x, 1) for x, end in changed(before, after)))

    def _draw(self, width: int, height: int) -> None:
        self._strips = [self._strip(line, width) for line in self.lines(width, height)]
        self._drawn = (width, height)

    def _strip(self, line: Line, width: int) -> Strip:
        segments = [Segment(text, self._style(inks)) for text, inks in line if text]
        return Strip(segments).adjust_cell_length(width, self._style("")).simplify()

    def _style(self, inks: str) -> Style:
        """The style of some inks laid over each other."""
        style = self._styles.get(inks)
        if style is None:
            parts = [self.get_component_rich_style(f"ink--{ink}", partial=True) for ink in inks.split()]
            style = self._styles[inks] = Style.combine([self.rich_style, *parts])
        return style

    # What Textual asks of a widget

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._styles.clear()
        self._drawn = (-1, -1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as there are."""
        return sum(1 for _ in self.lines(width, 0))

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width, height = self.content_size
        if self._drawn != (width, height):
            self._draw(width, height)
        return self._strips[y] if y < len(self._strips) else Strip.blank(width, self._style(""))


APART = 3
"""Cells between two changes that are painted with them: to go past them takes as many bytes."""


def changed(before: Strip, after: Strip) -> list[tuple[int, int]]:
    """Where two lines differ: from which cell on, and up to which."""
    pairs = zip_longest(_cells(before), _cells(after))
    runs: list[tuple[int, int]] = []
    for x, (one, two) in enumerate(pairs):
        if one != two:
            near = runs and x - runs[-1][1] <= APART
            runs.append((runs.pop()[0] if near else x, x + 1))
    return runs


def _cells(strip: Strip) -> list[tuple[str, int, Style | None]]:
    """What is in each cell. A wide letter is in two, a mark that joins a letter in the cell after it."""
    cells: list[tuple[str, int, Style | None]] = []
    joined = ""
    for text, style, _ in strip:
        for char in text:
            joined += char
            if size := cell_len(char):
                cells += [(joined, part, style) for part in range(size)]
                joined = ""
    return cells


def length(line: Line) -> int:
    """How many cells a line takes."""
    return sum(cell_len(text) for text, _ in line)


def fitted(text: str, width: int) -> str:
    """The text in exactly so many cells; what is cut off is marked."""
    if cell_len(text) > width:
        return set_cell_size(text, max(width - 1, 0)) + "…"[:width]
    return set_cell_size(text, width)


def cut(text: str, width: int, mark: str = "…") -> str:
    """The text in at most so many cells, cut between words, with a mark in place of the rest."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(mark)
    first = wrapped(text, room)[0] if room >= 2 else ""
    return fitted(first.rstrip(" ,·") + mark, width).rstrip()


def sign(text: str, is_here: bool) -> Inked:
    """A sign for where one is, or as many blanks without ink: where there is no colour it is reversed."""
    return (text, "cursor strong") if is_here else (" " * cell_len(text), "")


def filled(cells: Sequence[Inked], width: int) -> list[Inked]:
    """Some texts and blanks, `width` cells together."""
    return [*cells, (" " * max(width - length(cells), 0), "")]


def clipped(line: Line, width: int, mark: str = "…") -> list[Inked]:
    """A line in at most so many cells; where something is cut off, a mark stands at its end."""
    if length(line) <= width:
        return list(line)
    short: list[Inked] = []
    room = max(width - cell_len(mark), 0)
    for text, inks in line:
        short.append((set_cell_size(text, min(cell_len(text), room)), inks))
        room -= cell_len(short[-1][0])
    return [*short, (mark, "faint")]


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words."""
    width = max(width, 2)
    lines, line = [], ""
    for word in text.split():
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
        while cell_len(line) > width:
            lines.append(set_cell_size(line, width))
            line = line[len(lines[-1].rstrip()) :] or ""
    return [*lines, line] if line else lines


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int = 2) -> list[Line]:
    """Two blocks side by side; the left one is `width` cells wide."""
    rows: list[Line] = []
    for y in range(max(len(left), len(right))):
        one = left[y] if y < len(left) else []
        two = right[y] if y < len(right) else []
        rows.append([*filled(one, width + gap), *two] if two else one)
    return rows
