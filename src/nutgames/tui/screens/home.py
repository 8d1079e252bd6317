"""The first screen: which game?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nutgames.games.core import GAMES
from nutgames.play.rulebook import section
from nutgames.play.words import Choice
from nutgames.tui.screens.reader import Reader
from nutgames.tui.widgets.canvas import Canvas, Line, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import KeyBar

ACORN = (
    "    ▗▖    ",
    "  ▗▟██▙▖  ",
    " ▟██████▙ ",
    " ▀▀▀▀▀▀▀▀ ",
    " ▐██████▌ ",
    "  ▜████▛  ",
    "   ▝▜▛▘   ",
)
"""Cap, shell and tip."""

KEYS = (
    "↑ ↓ or j k     choose",
    "← → or h l     choose among the ways of doing it",
    "Enter          open, take",
    "1 2 3 …        jump to a line",
    "",
    "At a table:",
    "?              the rules, at the section of what is chosen",
    "H              what is possible, what is not, and why",
    "E              the log",
    "I              inspect piles and hands",
    "U              take back the last decision",
    "X              cover a private screen",
    "PgUp, PgDn     scroll what stands beside the table",
    "Esc            one step back",
    "Q, Ctrl+Q      leave; Ctrl+Q does not ask",
    "Ctrl+P         all commands, and the themes",
    "",
    "The mouse works everywhere: move to see, click to take. The keys in the last",
    "line of each screen can be clicked too.",
)


class Banner(Canvas):
    """A nut and the name."""

    def __init__(self) -> None:
        super().__init__(id="banner")

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The nut on the left, words on the right; on a small screen the words alone."""
        words = {
            2: [("n u t g a m e s", "title strong")],
            4: [("games of nuts for friends" + " at one keyboard" * (width >= 50), "faint")],
        }
        if self.app.size.height < 20:
            return [[("  ", ""), *words[2]], [("  ", ""), *words[4]], []]
        lines: list[Line] = [[]]
        for number, row in enumerate(ACORN):
            ink = "edge" if number < 4 else "nut"
            lines.append([("   ", ""), (row, ink), ("    ", ""), *words.get(number, [])])
        return [*lines, []]


NARROW = 76
"""Columns below which the games are listed in words."""


class Columns(Canvas):
    """What the numbers in the list are."""

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """One line, as far as there is room for it."""
        title = max(len(entry.title) for entry in GAMES.values())
        return [[(f"    {'':<{title}}  {'':<22}players  minutes  hidden cards", "faint")]]


class Games(ChoiceList):
    """The list of games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Open", key_display="Enter", id="home.open"),
    ]


class About(Canvas):
    """What the game that is pointed at is about, in the words of its rules."""

    def __init__(self) -> None:
        super().__init__(id="about")
        self.game = ""

    def tell(self, game: str) -> None:
        """Another game."""
        self.game = game
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """A headline and the first section of the rules."""
        if not self.game:
            return
        title = f" {GAMES[self.game].title} "
        yield [("──", "rule"), (title, "strong"), ("─" * max(width - cell_len(title) - 2, 0), "rule")]
        for text in wrapped(in_short(self.game), min(width - 4, 84)):
            yield [("  ", ""), (text, "")]


def in_short(game: str) -> str:
    """The first section of a game's rules, as one paragraph."""
    try:
        _, _, text = section(game, "In short").text.partition("\n")
    except ValueError:
        return GAMES[game].teaser
    return " ".join(text.split())


class Home(Screen[None]):
    """The games that can be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("R,r", "rules", "Rules", key_display="R", id="home.rules"),
        Binding("question_mark", "keys", "Keys", key_display="?", id="home.keys"),
        Binding("Q,q", "app.quit", "Quit", key_display="Q", id="home.quit"),
    ]

    def compose(self) -> ComposeResult:
        """The banner, the list and the keys."""
        yield Banner()
        yield Columns()
        yield Games(id="games")
        yield About()
        yield KeyBar()

    def on_mount(self) -> None:
        """A row for each game."""
        self._offer()
        self.query_one(Games).focus()

    def on_resize(self) -> None:
        """The banner shrinks with the window, and so do the rows."""
        self.query_one(Banner).refresh(layout=True)
        self._offer()

    def _offer(self) -> None:
        """The games in columns, or in words where there is no room for columns."""
        games, at = self.query_one(Games), 0
        has_columns = self.app.size.width >= NARROW
        self.query_one(Columns).display = has_columns
        rows = []
        for number, (name, entry) in enumerate(GAMES.items()):
            players = f"{entry.seats[0]}–{entry.seats[-1]}"
            if has_columns:
                effect = f"{entry.teaser:<22}{players:^7}  {entry.minutes:^7}  {entry.hidden}"
            else:
                effect = f"{entry.teaser}; {players} players, {entry.minutes} minutes"
            rows.append(Row(entry.title, ("",), (Choice(name, entry.title, effect),)))
            if games.choice and games.choice.move == name:
                at = number
        if rows != games.rows:
            games.offer(rows)
            games.action_jump(at)

    def on_choice_list_pointed(self, message: ChoiceList.Pointed) -> None:
        """Another game is pointed at."""
        self.query_one(About).tell(str(message.choice.move))

    @property
    def game(self) -> str:
        """The game that is pointed at."""
        choice = self.query_one("#games", ChoiceList).choice
        return str(choice.move) if choice else next(iter(GAMES))

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """On to the set-up."""
        from nutgames.tui.screens.setup import SetUpScreen

        self.app.push_screen(SetUpScreen(message.choice.move))

    def action_rules(self) -> None:
        """The rules of the game that is pointed at."""
        self.app.push_screen(Reader("Rules", rules=self.game))

    def action_keys(self) -> None:
        """What the keys do."""
        self.app.push_screen(Reader("Keys", KEYS))
