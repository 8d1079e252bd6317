"""Finding something in a long text: where it stands, how that is marked, and the line that it is typed in."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from nutgames.play.names import clean
from nutgames.tui.widgets.canvas import Line

if TYPE_CHECKING:
    from nutgames.tui.app import NutgamesApp
    from nutgames.tui.screens.reader import Page

WIDEST = 40
"""Cells that may be typed."""


class Piece(NamedTuple):
    """Characters of a line."""

    line: int
    start: int
    end: int


Match = tuple[Piece, ...]
"""What was looked for; it begins in one line and may end in another."""


def found(lines: Sequence[Line], wanted: str) -> list[Match]:
    """Every place where some words stand, in small letters or large, also where a line ends between them."""
    words = wanted.split()
    if not words:
        return []
    texts = ["".join(text for text, _ in line) for line in lines]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    between = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    return [
        tuple(_pieces(each.start(), each.end(), texts, starts)) for each in between.finditer("\n".join(texts))
    ]


def _pieces(start: int, end: int, texts: Sequence[str], starts: Sequence[int]) -> Iterator[Piece]:
    """A part of the whole text, line by line, without the blanks that set a line in."""
    for line in range(bisect(starts, start) - 1, bisect(starts, end - 1)):
        text = texts[line]
        inset = len(text) - len(text.lstrip()) if starts[line] > start else 0
        yield Piece(line, max(start - starts[line], inset), min(end - starts[line], len(text)))


def marked(lines: Sequence[Line], matches: Sequence[Match], here: int) -> list[Line]:
    """The lines with all that was found in them; `here` is the match that one has come to."""
    result = list(lines)
    pieces = [
        (piece, " here" if number == here else " found")
        for number, match in enumerate(matches)
        for piece in match
    ]
    for line, on_it in groupby(pieces, key=lambda each: each[0].line):
        inks = [ink for text, ink in lines[line] for _ in text]
        for piece, ink in on_it:
            for at in range(piece.start, piece.end):
                inks[at] += ink
        chars = zip("".join(text for text, _ in lines[line]), inks, strict=True)
        runs = groupby(chars, key=itemgetter(1))
        result[line] = [("".join(char for char, _ in run), ink) for ink, run in runs]
    return result


class Words(Input):
    """What is looked for; it is looked for while somebody types."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "app.help_quit", "How to leave", show=False, id="find.ctrl-c"),
        Binding("X", "cover", "Cover", key_display="X", priority=True, id="find.cover"),
    ]

    app: NutgamesApp

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Small and large letters are the same here, so that the large X is free to cover what is private."""
        return self.app.private is not None if action == "cover" else super().check_action(action, parameters)

    def action_cover(self) -> None:
        """The curtain comes down."""
        self.app.cover()

    def validate_value(self, value: str) -> str:
        """Only what can be drawn, and a blank at the end while somebody types on."""
        ending = " " if value[-1:].isspace() and value.strip() else ""
        return clean(value, WIDEST) + ending


class Finder(Horizontal):
    """The line in which one types what is looked for, with the number of places where it stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", "Done", key_display="Enter", priority=True, id="find.done"),
        Binding("down", "next(1)", "Next", key_display="↑ ↓", priority=True, id="find.next"),
        Binding("up", "next(-1)", "Previous", show=False, priority=True, id="find.previous"),
        Binding("escape", "cancel", "Cancel", key_display="Esc", priority=True, id="find.cancel"),
    ]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        """The words, and how many times they are there."""
        yield Static("Find ", id="find-title")
        yield Words(compact=True)
        yield Static("", id="find-count")

    @property
    def words(self) -> Words:
        """Where one types."""
        return self.query_one(Words)

    @property
    def is_typing(self) -> bool:
        """Whether what is pressed now belongs to the words."""
        return any(words.has_focus for words in self.query(Words))  # none at first, and none at last

    def tell(self) -> None:
        """At which of how many places one is."""
        sheet = self.page.sheet
        count = f"{sheet.here + 1} of {len(sheet.found)}" if sheet.found else "not found"
        self.query_one("#find-count", Static).update(count if self.words.value.strip() else "")
        self.screen.refresh_bindings()

    def on_input_changed(self) -> None:
        """Every letter counts."""
        self.page.look_for(self.words.value)

    def action_next(self, step: int) -> None:
        """On to the next place, or back to the one before."""
        self.page.action_next(step)

    def action_done(self) -> None:
        """What was found stays marked; the keys go to the page."""
        self.page.focus()

    def action_cancel(self) -> None:
        """As if nobody had looked for anything."""
        self.page.forget()
