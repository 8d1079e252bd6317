"""The end of a game: who won and why, and what now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual._time import get_time
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from nutgames.games.core import GAMES, name_of
from nutgames.play.names import letter
from nutgames.play.replay import Replay
from nutgames.play.words import Choice
from nutgames.tui import tables
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.reader import LogSheet, Reader, RulesSheet, Scroll
from nutgames.tui.sitting import Sitting
from nutgames.tui.widgets.canvas import Canvas, Line, fitted, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.form import Help
from nutgames.tui.widgets.keys import KeyBar

What = Literal["again", "next", "replay", "table", "home", "undo"]


LOW = 20
"""Rows below which only the places are told."""
OTHERS = 7
"""Rows of everything but the result: header, choices and keys."""


class Podium(Canvas):
    """Places with a bar each, the numbers that rank, and how ties were broken."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(id="podium")
        self.sitting = sitting

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The result, and a line that sets it apart where there is room for one."""
        lines = list(self._result(width))
        return [*lines, []] if len(lines) < self.app.size.height - OTHERS - 1 else lines

    def _result(self, width: int) -> Iterator[Line]:
        """Who won; then everybody, best first; then what counts."""
        words, match = self.sitting.words, self.sitting.match
        view = match.view(0)
        ranking, places = self.sitting.game.standings(view)
        counted = words.counted()
        roomy = self.app.size.height >= LOW
        first, *others = words.verdict(view)
        for number, text in enumerate(wrapped(first, max(width - 4, 8))):
            yield [("  " if number else "★ ", "gold strong"), (text, "title strong")]
        if roomy and self.app.size.height >= 2 * self.sitting.game.seats + 15:
            yield []
        most = max(max(row[0] for row in ranking), 1)
        name_width = min(max(cell_len(name) for name in words.names), max(width // 3, 8))
        room = max(width - name_width - 11 - len(f"{most} {counted[0]}"), 4)
        for seat in sorted(range(1, self.sitting.game.seats + 1), key=lambda seat: places[seat - 1]):
            row, place = ranking[seat - 1], places[seat - 1]
            ink = f"seat-{letter(seat).lower()}"
            yield [
                ("★ " if place == 1 else "  ", "gold strong"),
                (f"{place}  ", "strong"),
                (f"{letter(seat)} {fitted(words.name(seat), name_width)}  ", f"{ink} strong"),
                (bar(row[0], most, room), ink),
                (f" {words.amount(row[0])}", "gold strong" if place == 1 else ""),
            ]
            indent = name_width + 9
            if width >= 60 and roomy:
                detail = words.earned(match, seat) or words.detail(view, seat)
                yield from ([(" " * indent + text, "faint")] for text in wrapped(detail, width - indent))
        if roomy:
            yield []
        for sentence in filter(None, [*others, words.what_counts()]):
            yield from ([(f"  {text}", "faint")] for text in wrapped(sentence, max(width - 4, 8)))


def bar(value: int, most: int, room: int) -> str:
    """A length for a value: a nut for each one where they fit, else as long in proportion."""
    if 2 * most <= room:
        return "● " * max(value, 0)
    return "█" * round(room * max(value, 0) / most)


class End(Once, Screen[What]):
    """Shown when a game is over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "Rules", key_display="?", id="end.rules"),
        Binding("U,u", "undo", "Undo", key_display="U", id="end.undo"),
        Binding("E,e", "log", "Log", key_display="E", id="end.log"),
        Binding("S,s", "statistics", "Statistics", key_display="S", id="end.statistics"),
        Binding("escape", "table", "Table", key_display="Esc", id="end.table"),
        Binding("Q,q", "home", "Home", key_display="Q", id="end.home"),
        Binding("pageup", "scroll(-1)", "Up", show=False, id="end.up"),
        Binding("pagedown", "scroll(1)", "Down", show=False, id="end.down"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self._hears = 0.0
        """From when on choices are heard: one Enter too many at the table does not begin another game."""

    def compose(self) -> ComposeResult:
        """The podium above, what can be done next below."""
        title = GAMES[name_of(self.sitting.game)].title
        yield Static(Content(f" {title} · the game is over"), id="header")
        with Scroll(id="result", can_focus=False):
            yield Podium(self.sitting)
        yield ChoiceList(id="choices")
        yield Help()
        yield KeyBar()

    def on_resize(self) -> None:
        """What can be done next stays in sight, and close to the places."""
        self._arrange()

    def _arrange(self) -> None:
        height = self.app.size.height
        others = OTHERS if height >= LOW else OTHERS + 2  # for what the choice would do
        others += 2 * self.query_one(Help).display
        self.query_one("#result").styles.max_height = max(height - others, 1)

    def say(self, text: str) -> None:
        """Something to read below what can be done next, until another of these is pointed at."""
        help_line = self.query_one(Help)
        help_line.say(text, "refused")
        help_line.display = bool(text)
        self._arrange()

    def on_choice_list_pointed(self) -> None:
        """What was refused has been read."""
        self.say("")

    def action_scroll(self, pages: int) -> None:
        """Scrolls the places where the window is small."""
        result = self.query_one("#result")
        result.scroll_relative(y=pages * max(result.size.height - 1, 1), animate=False)

    def on_mount(self) -> None:
        """Offers what can be done next."""
        self._hears = get_time() + tables.PASSED
        wishes: list[tuple[What, str, str]] = [
            ("again", "Play again", "the same seats, the same player starts"),
            ("next", "Next starter", "the same seats, the next player starts"),
            ("replay", "Replay", "from the first move on; all cards may be opened"),
            ("table", "Look at the table", "as it lies at the end"),
            ("home", "Home", "choose another game"),
        ]
        rows = [Row(what, ("",), (Choice(wish, what, effect),)) for wish, what, effect in wishes]
        choices = self.query_one(ChoiceList)
        choices.offer(rows)
        choices.focus()

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """One of them; a replay comes back here."""
        if message.time < self._hears:
            return
        if message.choice.move == "replay":
            # Not above: it is made of parts of the table, which this screen follows.
            from nutgames.tui.screens.replay import ReplayScreen

            self.app.push_screen(ReplayScreen(Replay(self.sitting.match)))
            return
        self.dismiss(message.choice.move)

    def on_screen_resume(self) -> None:
        """Whoever comes back from the replay may have opened all cards; then there is no undo."""
        self.refresh_bindings()

    def refuses(self, action: str) -> bool:
        """Undo is greyed when it tells why it cannot be done."""
        return action == "undo" and self.sitting.match.why_no_undo() is not None

    def action_undo(self) -> None:
        """Takes the last decision back, or says why it stands."""
        if reason := self.sitting.match.why_no_undo():
            self.say(f"✗ No undo: {self.sitting.words.named(reason)}")
        else:
            self.dismiss("undo")

    def action_rules(self) -> None:
        """The rules about the end."""
        words, match = self.sitting.words, self.sitting.match
        section = words.section(match.view(0))
        self.app.push_screen(Reader("Rules", RulesSheet(name_of(self.sitting.game), section)))

    def action_log(self) -> None:
        """Everything that has happened."""
        words = self.sitting.words
        self.app.push_screen(Reader("Log", LogSheet(words.names, words.log(self.sitting.match, 0))))

    def action_statistics(self) -> None:
        """Who has won how often, this game included."""
        from nutgames.tui.screens.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen(name_of(self.sitting.game)))

    def action_table(self) -> None:
        """The table as it lies."""
        self.dismiss("table")

    def action_home(self) -> None:
        """Back to the list of games."""
        self.dismiss("home")
