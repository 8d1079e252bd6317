"""Something to read over the table: the log, the piles, why not, the rules, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from nutgames.play.rulebook import page, section
from nutgames.tui.screens.once import Once
from nutgames.tui.widgets.keys import KeyBar


class Scroll(VerticalScroll, can_focus=True):
    """A column of text that the arrow keys and hjkl move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_down", "Scroll", key_display="↑ ↓", id="reader.down"),
        Binding("up,k", "scroll_up", "Up", show=False, id="reader.up"),
        Binding("space", "page_down", "Page", key_display="Space", id="reader.page"),
    ]


class RulesPage(Scroll):
    """The rules of a game, opened at a section."""

    def __init__(self, game: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.game = game
        self.wanted = ""

    def compose(self) -> ComposeResult:
        """The page; Markdown is imported here because it takes its time."""
        from textual.widgets import Markdown

        yield Markdown(page(self.game), open_links=False)

    def open(self, wanted: str) -> None:
        """Scrolls to the section that a title, or the beginning of one, means."""
        self.wanted = wanted
        self.call_after_refresh(self._find)

    def on_markdown_table_of_contents_updated(self) -> None:
        """The page has been laid out."""
        self.call_after_refresh(self._find)

    def _find(self) -> None:
        from textual.widgets import Markdown

        if not self.wanted:
            return
        try:
            title = section(self.game, self.wanted).title
        except ValueError:
            return
        for _, heading, block in self.query_one(Markdown).table_of_contents:
            if block is not None and str(heading) == title:
                self.scroll_to_widget(self.query_one(f"#{block}"), top=True, animate=False)
                return


class Reader(Once, ModalScreen[None]):
    """A page over the table; any of its keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter", "close", "Close", key_display="Esc", id="reader.close"),
    ]

    def __init__(self, title: str, lines: Sequence[str] = (), rules: str = "", section: str = "") -> None:
        """Plain lines, or the rules of a game opened at a section."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._rules = rules
        self._section = section

    def compose(self) -> ComposeResult:
        """A framed page and the keys."""
        with Vertical(id="page"):
            yield Static(Content(self._title), id="page-title")
            if self._rules:
                rules = RulesPage(self._rules)
                rules.open(self._section)
                yield rules
            else:
                with Scroll():
                    yield Static(Content("\n".join(self._lines)))
        yield KeyBar()

    def on_mount(self) -> None:
        """The text has the focus."""
        self.query_one(Scroll).focus()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)
