"""Something to read over the table: the log, the piles, why not, the rules, the keys."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget

from nutgames.play.names import letter
from nutgames.play.wrapping import wrapped as hung
from nutgames.tui.screens.once import Once
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, wrapped
from nutgames.tui.widgets.finder import Finder, Match, found, marked
from nutgames.tui.widgets.keys import KeyBar


class Scroll(VerticalScroll, can_focus=True):
    """A column of text that the arrow keys and hjkl move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_down", "Scroll", key_display="↑ ↓", id="reader.down"),
        Binding("up,k", "scroll_up", "Up", show=False, id="reader.up"),
        Binding("space", "page_down", "Page", key_display="Space", id="reader.page"),
    ]

    def action_scroll_home(self) -> None:
        """At once: a long page takes too long to roll past."""
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        """At once."""
        self.scroll_end(animate=False)


# What is written


class Sheet(Canvas):
    """Something written. It is laid out once for each width."""

    begins_at_top: ClassVar[bool] = True
    """Whether it is opened at its beginning."""

    class LaidOut(Message):
        """It has another width now."""

        def __init__(self, width: int) -> None:
            super().__init__()
            self.width = width

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._laid_out: Sequence[Line] = ()
        self._marked: Sequence[Line] = ()
        self._width = self._told = -1
        self._wanted = ""
        self.found: Sequence[Match] = ()
        """Where what somebody looks for stands."""
        self.here = 0
        """The number of the place that one has come to."""
        self.is_open = True
        """Whether it is seen."""

    @abstractmethod
    def written(self, width: int) -> Sequence[Line]:
        """All lines at a width."""

    def opening(self, width: int, height: int) -> int:  # noqa: ARG002, some are read from their end
        """The line that stands on top when it is opened in so much room."""
        return 0

    def kept(self, line: int, before: int, width: int) -> int:
        """The line that means what that line meant in another width."""
        return round(line * len(self.lines(width, 0)) / max(len(self.written(before)), 1))

    def lines(self, width: int, height: int) -> Sequence[Line]:  # noqa: ARG002
        """All lines, from memory."""
        if width != self._width:
            self._width, self._laid_out = width, self.written(width)
            self._look()
        return self._marked

    def find(self, wanted: str, line: int) -> None:
        """Marks every place where that stands; the first one from a line on is where one is."""
        self._wanted = wanted
        self._look()
        self.go(next((number for number, match in enumerate(self.found) if match[0].line >= line), 0))

    def go(self, number: int) -> None:
        """To one of the places."""
        self.here = number
        self._marked = marked(self._laid_out, self.found, self.here)
        self.redraw()

    def _look(self) -> None:
        self.found = found(self._laid_out, self._wanted)
        self._marked = marked(self._laid_out, self.found, self.here)

    def render_line(self, y: int) -> Strip:
        """Nothing before it lies as it should."""
        return super().render_line(y) if self.is_open else Strip.blank(self.size.width, self.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        """Who shows it puts it where it belongs."""
        if event.size.width != self._told:
            self._told = event.size.width
            self.post_message(self.LaidOut(self._told))

    def rewrite(self) -> None:
        """Something else is written now."""
        self._width, self._drawn = -1, (-1, -1)
        self.refresh(layout=True)


class TextSheet(Sheet):
    """Lines of text. What is too long goes on below, under its own beginning."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self.texts = texts

    def written(self, width: int) -> list[Line]:
        """Each text in as many lines as it takes."""
        return [[(line, "")] for text in self.texts for line in hanging(text, width)]


class LogSheet(Sheet):
    """The log, the newest at the bottom, where it is opened."""

    begins_at_top = False

    def __init__(self, names: Sequence[str], texts: Sequence[str] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.names = names
        self.texts = texts

    def tell(self, texts: Sequence[str]) -> None:
        """The whole log as somebody may read it."""
        if texts != self.texts:
            self.texts = texts
            self.rewrite()

    def opening(self, width: int, height: int) -> int:
        """As much of the end as there is room for."""
        return max(len(self.lines(width, height)) - height, 0)

    def written(self, width: int) -> list[Line]:
        """Each entry wrapped, with a mark before it; whose it is stands out."""
        return [line for text in self.texts for line in self._entry(text, width)]

    def _entry(self, text: str, width: int) -> Iterator[Line]:
        name, ink = self._whose(text)
        first, *others = wrapped(text, max(width - 2, 8))
        name = name if first.startswith(name) else ""
        yield [("· ", "faint"), (name, ink), (first[len(name) :], "")]
        yield from ([("  ", ""), (part, "")] for part in others)

    def _whose(self, text: str) -> Inked:
        """The name that an entry begins with, in its player's ink."""
        whose = [(len(name), seat) for seat, name in enumerate(self.names, 1) if text.startswith(name)]
        seat = max(whose)[1] if whose else 0
        return (self.names[seat - 1], f"seat-{letter(seat).lower()} strong") if seat else ("", "")


class RulesSheet(Sheet):
    """The rules of a game, opened at a section."""

    begins_at_top = False

    def __init__(self, game: str, section: str = "") -> None:
        super().__init__()
        self.game = game
        self.section = section

    def written(self, width: int) -> Sequence[Line]:
        """The page; what lays it out is imported here because it takes its time."""
        from nutgames.play.pages import laid_out

        return laid_out(self.game, width).lines

    def opening(self, width: int, height: int) -> int:  # noqa: ARG002
        """The heading of the section."""
        from nutgames.play.pages import laid_out

        return laid_out(self.game, width).start(self.section)

    def kept(self, line: int, before: int, width: int) -> int:
        """The same section, as far below its heading."""
        from nutgames.play.pages import laid_out

        title, start = max(
            ((title, start) for title, start in laid_out(self.game, before).starts.items() if start <= line),
            key=lambda found: found[1],
        )
        return laid_out(self.game, width).starts[title] + line - start


def hanging(text: str, width: int) -> list[str]:
    """A text in lines of so many cells, the later ones set in as far as what the first one says.

    What comes before two blanks is a label, and so is a mark; a long label takes a line's beginning only.
    """
    width = max(width, 8)  # a window may be smaller than anything that can be read
    label = re.match(r" *(?:\S+(?: \S+)*  +|[^\w\s] )?", text)
    assert label is not None  # it may be empty
    return hung(text, width, " " * label.end() if label.end() <= width // 2 else "")


# What it is written on


class Page(Scroll):
    """A sheet to scroll: not seen before it lies as it should; its frame tells how much more there is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find", key_display="/", priority=True, id="reader.find"),
        Binding("n,enter", "next(1)", "Next", key_display="n N", id="reader.next"),
        Binding("N", "next(-1)", "Previous", show=False, id="reader.previous"),
    ]

    def __init__(self, sheet: Sheet, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.sheet = sheet
        sheet.is_open = sheet.begins_at_top
        self.finder: Finder | None = None
        self._began = 0
        """The line that stood on top when somebody began to look for something, in this width."""
        self._width = 0

    def compose(self) -> ComposeResult:
        """The sheet alone."""
        yield self.sheet

    def on_sheet_laid_out(self, message: Sheet.LaidOut) -> None:
        """Opens it; in a window of another width it stays where it was read."""
        width, before = message.width, self._width
        if before:
            line = self.sheet.kept(round(self.scroll_y), before, width)
        else:
            line = self.sheet.opening(width, self.size.height)
        self._width, self._began = width, line
        self.scroll_to(y=line, animate=False, immediate=True)
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        """It lies as it should."""
        self.sheet.is_open = True
        self.sheet.refresh()
        self._tell()
        if self.sheet.found:
            self._show_here()

    def on_resize(self) -> None:
        """There is room for more, or for less."""
        self._tell()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """It has been scrolled."""
        super().watch_scroll_y(old_value, new_value)
        self._tell()

    def _tell(self) -> None:
        above, below = round(self.scroll_y), round(self.max_scroll_y - self.scroll_y)
        marks = [f"▲ {above} more"] * (above > 0) + [f"▼ {below} more"] * (below > 0)
        self.border_subtitle = "  ".join(marks)

    # Finding something

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """A sign that is typed is none of ours, and there is a next place where there is any."""
        if action == "find":
            return not (self.finder and self.finder.is_typing)
        return action != "next" or bool(self.sheet.found)

    async def action_find(self) -> None:
        """Asks for words. What is typed next is theirs, however fast it comes."""
        self._began = round(self.scroll_y)
        if self.finder is None:
            self.finder = Finder(self)
            assert isinstance(self.parent, Widget)
            await self.parent.mount(self.finder, after=self)
        self.screen.set_focus(self.finder.words)

    def look_for(self, wanted: str) -> None:
        """Goes to the first place from where one was, and marks all of them."""
        self.sheet.find(wanted, self._began)
        self._show_here()

    def action_next(self, step: int) -> None:
        """To the next place, or the one before; after the last one comes the first."""
        if self.sheet.found:
            self.sheet.go((self.sheet.here + step) % len(self.sheet.found))
            self._show_here()

    def _show_here(self) -> None:
        """The place that one has come to is in sight."""
        height = self.size.height
        line = self.sheet.found[self.sheet.here][0].line if self.sheet.found else self._began
        if not self.scroll_y <= line < self.scroll_y + height:
            line = max(line - height // 3, 0) if self.sheet.found else line
            self.scroll_to(y=line, animate=False, immediate=True)
        if self.finder:
            self.finder.tell()

    def forget(self) -> None:
        """Back to where one was, and nothing is marked."""
        if self.finder:
            self.finder.remove()
            self.finder = None
        self.focus()
        self.look_for("")
        self.scroll_to(y=self._began, animate=False, immediate=True)


class RulesPage(Page):
    """The rules of a game beside a table. It has the keys while something is looked for."""

    class Forgotten(Message):
        """The keys are wanted no more."""

    def __init__(self, game: str, section: str = "") -> None:
        super().__init__(RulesSheet(game, section))

    def forget(self) -> None:
        """The keys go back to the table."""
        super().forget()
        self.post_message(self.Forgotten())


class Reader(Once, ModalScreen[None]):
    """A page over the table; any of its keys closes it, and so does whatever key has opened it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter", "close", "Close", key_display="Esc", id="reader.close"),
        Binding("question_mark,E,e,I,i,H,h", "close", "Close", show=False, id="reader.close-again"),
        Binding("X,x", "app.cover", "Cover", key_display="X", id="table.cover"),
    ]

    def __init__(self, title: str, what: Sheet | Sequence[str]) -> None:
        """Something written, or lines of text."""
        super().__init__()
        self._title = title
        self._sheet = what if isinstance(what, Sheet) else TextSheet(what)

    def compose(self) -> ComposeResult:
        """A framed page and the keys."""
        page = Page(self._sheet, id="page")
        page.border_title = self._title
        yield page
        yield KeyBar()

    def on_mount(self) -> None:
        """The text has the focus."""
        self.query_one(Page).focus()

    def on_click(self, event: events.Click) -> None:
        """A click beside the page closes it."""
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
