"""Who has won how often: a page for all games together and one for each."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple, Self

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from nutgames.play.figures import EMPTY, Block, Section, sections
from nutgames.play.names import letter
from nutgames.play.statistics import count, left_out
from nutgames.play.store import StoreError
from nutgames.play.watching import store_to_read
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.reader import Scroll
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, fitted, wrapped
from nutgames.tui.widgets.keys import KeyBar

BAR = 30
"""Columns of the longest bar."""
SHORTEST = 8
"""Columns below which there are none."""


def counted() -> tuple[list[Section], str]:
    """All pages, and what is wrong with the store, if anything."""
    try:
        with store_to_read() as store:
            ended, damaged = store.ended()
            return sections(count(ended)), f"✗ {left_out(damaged)}" if damaged else ""
    except StoreError as error:
        return [], f"✗ {error}"


class Titles(Canvas):
    """The pages that there are; a click opens one."""

    def __init__(self) -> None:
        super().__init__(id="titles")
        self.titles: Sequence[str] = ()
        self.at = 0
        self._spans: list[tuple[int, int, int]] = []

    def tell(self, titles: Sequence[str], at: int) -> None:
        """Another page is open."""
        self.titles, self.at = titles, at
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line; where the titles do not fit, the open one alone and where it stands."""
        self._spans = []
        if not self.titles:
            yield []
            return
        if sum(cell_len(title) + 3 for title in self.titles) > width:
            title, place = f" {self.titles[self.at]} ", f"  {self.at + 1} of {len(self.titles)}"
            yield [("‹", "faint"), (title, "cursor strong"), ("›", "faint"), (place, "faint")]
            return
        line, at = list[Inked](), 0
        for page, title in enumerate(self.titles):
            is_open = page == self.at
            text = f"[{title}]" if is_open else f" {title} "
            line += [(text, "cursor strong" if is_open else ""), (" ", "")]
            self._spans.append((at, at + cell_len(text), page))
            at += cell_len(text) + 1
        yield line

    def on_click(self, event: events.Click) -> None:
        """The page whose title it is; where only one title stands, the next page."""
        screen = self.screen
        assert isinstance(screen, StatisticsScreen)
        if not self._spans:
            screen.action_turn(1)
        for start, end, page in self._spans:
            if start <= event.x - self.gutter.left < end:
                screen.open(page)


class Figures(Canvas):
    """The tables of one page, with a bar for each rate."""

    def __init__(self) -> None:
        super().__init__(id="figures")
        self.section: Section | None = None
        self.texts: Sequence[str] = ()

    def tell(self, section: Section | None, texts: Sequence[str]) -> None:
        """Another page, and what else is to be said below it."""
        self.section, self.texts = section, texts
        self._drawn = (-1, -1)
        self.refresh(layout=True)

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Block by block."""
        if self.section:
            yield from ([(text, "strong")] for text in wrapped(self.section.summary, width))
            yield from tables(self.section.blocks, width)
            yield []
        for text in self.texts:
            yield from ([(part, "faint")] for part in wrapped(text, width))


class Columns(NamedTuple):
    """How wide the columns of a page are, the same in all its tables."""

    first: int
    figures: list[int]
    beside: int
    """How many of the figures stand behind the name; the last ones stand below it where there is no room."""
    bar: int

    @classmethod
    def of(cls, blocks: Sequence[Block], width: int) -> Self:
        """The widths for tables of at most `width` cells."""
        rows = [row for block in blocks for row in (block.grid.head, *block.grid.rows)]
        figures = [max(map(cell_len, column)) + 2 for column in zip(*(row[1:] for row in rows), strict=True)]
        wanted = max(cell_len(text) for text in (*(row[0] for row in rows), *(each.title for each in blocks)))
        beside = len(figures)
        while beside > 3 and wanted + sum(figures[:beside]) > width:
            beside -= 1
        room = width - sum(figures[:beside])
        first = max(min(wanted, room), 4)
        return cls(first, figures, beside, min(room - first - 3, BAR))


def tables(blocks: Sequence[Block], width: int) -> Iterator[Line]:
    """The blocks one below the other; there are none where all games were abandoned."""
    if blocks:
        columns = Columns.of(blocks, width)
        for block in blocks:
            yield []
            yield from table(block, columns, width)


def table(block: Block, columns: Columns, width: int) -> Iterator[Line]:
    """A block, a line for each row, or two."""
    yield [
        (fitted(block.title, columns.first), "title"),
        (_figures(block.grid.head[1:], columns), "faint"),
    ]
    for row, rate, seat in zip(block.grid.rows, block.rates, block.seats, strict=True):
        ink = f"seat-{letter(seat).lower()} strong" if seat else "strong"
        line: list[Inked] = [(fitted(row[0], columns.first), ink), (_figures(row[1:], columns), "")]
        if rate is not None and columns.bar >= SHORTEST:
            full = round(columns.bar * rate)
            line += [("  ", ""), ("█" * full, ink if seat else "nut"), ("─" * (columns.bar - full), "rule")]
        yield line
        below = list(zip(block.grid.head, row, strict=True))[columns.beside + 1 :]
        if below:
            told = " · ".join(f"{what} {figure}" for what, figure in below)
            yield [(fitted(f"  {told}", width), "faint")]


def _figures(texts: Sequence[str], columns: Columns) -> str:
    """Those that stand in the first line."""
    shown = zip(texts, columns.figures[: columns.beside], strict=False)
    return "".join(f"{text:>{room}}" for text, room in shown)


class Page(Scroll):
    """What scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,tab", "screen.turn(1)", "Next page", key_display="← →", id="statistics.next"),
        Binding("left,h,shift+tab", "screen.turn(-1)", "Page", show=False, id="statistics.previous"),
    ]


class StatisticsScreen(Once, Screen[None]):
    """All figures."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter", "close", "Back", key_display="Esc", id="statistics.close"),
    ]

    def __init__(self, game: str = "") -> None:
        """Opens at the page of a game, where one is named and has figures."""
        super().__init__()
        self._game = game
        self._sections: list[Section] = []
        self._at = 0
        self._trouble = ""
        """What is wrong with some of the games."""

    def compose(self) -> ComposeResult:
        """Titles, figures and keys."""
        yield Static(Content(" Statistics"), id="header")
        yield Titles()
        with Page(id="statistics"):
            yield Figures()
        yield KeyBar()

    def on_mount(self) -> None:
        """The figures, as soon as they have been counted."""
        self.query_one(Page).focus()
        self.run_worker(self._count())

    async def _count(self) -> None:
        self._sections, trouble = await to_thread(counted)
        if self._sections:
            self._trouble = trouble
            self.refresh_bindings()
            games = [section.game for section in self._sections]
            self.open(games.index(self._game) if self._game in games else 0)
        else:
            self.query_one(Figures).tell(None, [trouble] if trouble else EMPTY)

    def open(self, page: int) -> None:
        """One of the pages, from its top."""
        self._at = page
        self.query_one(Titles).tell([section.title for section in self._sections], page)
        notes = [*self._sections[page].notes, *filter(None, [self._trouble])]
        self.query_one(Figures).tell(self._sections[page], notes)
        self.query_one(Page).scroll_home(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """A single page has no next one."""
        return action != "turn" or len(self._sections) > 1

    def action_turn(self, step: int) -> None:
        """The next page, round and round."""
        if self._sections:
            self.open((self._at + step) % len(self._sections))

    def action_close(self) -> None:
        """Back to where it was opened."""
        self.dismiss(None)
