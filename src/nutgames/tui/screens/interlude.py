"""Between two parts of a game: the score so far, for everybody to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from nutgames.play.words import Interlude
from nutgames.tui.screens.curtain import Wary
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, fitted, wrapped
from nutgames.tui.widgets.keys import KeyBar


class Score(Canvas):
    """The score in a table; a row takes the ink of the seat whose letter it begins with."""

    def __init__(self, interlude: Interlude) -> None:
        super().__init__(id="interlude")
        self.interlude = interlude

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Title, table and what follows; where there is little room, the gaps go."""
        grid, gap = self.interlude.grid, 3 if width >= 64 else 1
        is_roomy = self.app.size.height >= LOW
        widths = [max(map(cell_len, column)) for column in zip(grid.head, *grid.rows, strict=True)]
        widths[0] = max(min(widths[0], width - sum(widths[1:]) - gap * (len(widths) - 1)), 6)
        for number, row in enumerate((grid.head, *grid.rows)):
            ink = "faint" if not number else f"seat-{row[0][0].lower()} strong"
            cells: list[Inked] = [(fitted(row[0], widths[0]), ink)]
            for place, (cell, wide) in enumerate(zip(row[1:], widths[1:], strict=True), start=1):
                is_last = place == len(widths) - 1
                cells += [
                    (" " * gap, ""),
                    (fitted(cell, wide), "faint" if not number else "strong" * is_last),
                ]
            yield cells
        if is_roomy:
            yield []
        for sentence in self.interlude.lines:
            for text in wrapped(sentence, width):
                yield [(text, "legal")]


class Pause(Wary, Screen[None]):
    """Shown until somebody goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Go on", key_display="Enter", id="pause.go-on")
    ]

    def __init__(self, interlude: Interlude) -> None:
        super().__init__()
        self.interlude = interlude

    def compose(self) -> ComposeResult:
        """The title and the score."""
        yield Static(Content(f" {self.interlude.title}"), id="header")
        with Middle():
            yield Score(self.interlude)
        yield KeyBar()

    def on_click(self) -> None:
        """A click goes on too."""
        self.action_go_on()

    def action_go_on(self) -> None:
        """To the next part."""
        if not self._is_deaf:
            self.dismiss(None)
