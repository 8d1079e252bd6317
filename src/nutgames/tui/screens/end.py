"""The end of a game: who won and why, and what now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from nutgames.play.names import letter
from nutgames.play.words import Choice
from nutgames.tui.screens.reader import Reader
from nutgames.tui.sitting import Sitting
from nutgames.tui.widgets.canvas import Canvas, Line, fitted, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row

What = Literal["again", "next", "table", "home", "undo"]


class Podium(Canvas):
    """Places with a bar each, the numbers that rank, and how ties were broken."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(id="podium")
        self.sitting = sitting

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Best first."""
        words, view = self.sitting.words, self.sitting.match.view(0)
        ranking, places = self.sitting.game.standings(view)
        counted = words.counted()
        most = max(max(row[0] for row in ranking), 1)
        name_width = min(max(cell_len(name) for name in words.names), max(width // 3, 8))
        for seat in sorted(range(1, self.sitting.game.seats + 1), key=lambda seat: places[seat - 1]):
            row, place = ranking[seat - 1], places[seat - 1]
            ink = f"seat-{letter(seat).lower()}"
            room = max(width - name_width - 24, 4)
            bar = "█" * round(room * max(row[0], 0) / most)
            yield [
                ("★ " if place == 1 else "  ", "gold strong"),
                (f"{place}  ", "strong"),
                (f"{letter(seat)} {fitted(words.name(seat), name_width)}  ", f"{ink} strong"),
                (bar, ink),
                (f" {row[0]} {counted[0]}", "gold strong" if place == 1 else ""),
            ]
            detail = words.detail(view, seat)
            if detail and width >= 60:
                yield [(fitted(" " * (name_width + 9) + detail, width), "faint")]
        yield []
        for sentence in words.verdict(view):
            for text in wrapped(sentence, width):
                yield [(text, "title")]


class End(Screen[What]):
    """Shown when a game is over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("U,u", "undo", "Undo", key_display="U", id="end.undo"),
        Binding("E,e", "log", "Log", key_display="E", id="end.log"),
        Binding("escape", "table", "Table", id="end.table"),
        Binding("Q,q", "home", "Home", key_display="Q", id="end.home"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    def compose(self) -> ComposeResult:
        """The podium above, what can be done next below."""
        yield Static(Content("The game is over"), id="header")
        yield Podium(self.sitting)
        yield ChoiceList(id="choices")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Offers what can be done next."""
        wishes: list[tuple[What, str, str]] = [
            ("again", "Play again", "the same seats, the same player starts"),
            ("next", "Next starter", "the same seats, the next player starts"),
            ("table", "Look at the table", "as it lies at the end"),
            ("home", "Home", "another game"),
        ]
        rows = [Row(what, ("",), (Choice(wish, what, effect),)) for wish, what, effect in wishes]
        choices = self.query_one(ChoiceList)
        choices.offer(rows)
        choices.focus()

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """One of them."""
        self.dismiss(message.choice.move)

    def action_undo(self) -> None:
        """Takes the last decision back."""
        self.dismiss("undo")

    def action_log(self) -> None:
        """Everything that has happened."""
        self.app.push_screen(Reader("Log", self.sitting.words.log(self.sitting.match, 0)))

    def action_table(self) -> None:
        """The table as it lies."""
        self.dismiss("table")

    def action_home(self) -> None:
        """Back to the list of games."""
        self.dismiss("home")
