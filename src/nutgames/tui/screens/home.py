"""The first screen: which game?"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nutgames.games.core import GAMES
from nutgames.play.rulebook import section
from nutgames.play.words import Choice
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.widgets.canvas import Canvas, Line, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import KeyBar

if TYPE_CHECKING:
    from nutgames.play.store import Saved

MOST = 5
"""Stored games that are shown."""

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
    "Q              leave; it asks where the game is not kept",
    "Ctrl+Q         leave at once, from anywhere",
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

        self.trouble = ""

    def tell(self, game: str) -> None:
        """Another game."""
        self.game = game
        self.redraw()

    def say(self, trouble: str) -> None:
        """What is wrong."""
        self.trouble = trouble
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """A headline and the first section of the rules."""
        for text in wrapped(self.trouble, max(width - 4, 8)):
            yield [("  ", ""), (text, "bad")]
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


def unfinished() -> tuple[list[Saved], str]:
    """The games that can be resumed, the newest few; and what is wrong with the store, if anything."""
    from nutgames.play.store import Store, StoreError  # not before the first paint

    try:
        with Store() as store:
            return store.games(only_unfinished=True)[:MOST], ""
    except StoreError as error:
        return [], f"✗ {error}"


def about(saved: Saved) -> str:
    """Who plays a stored game, and since when."""
    try:
        day = datetime.fromisoformat(saved.started).astimezone()
        when = f"today {day:%H:%M}" if day.date() == datetime.now().astimezone().date() else f"{day:%b %d}"
    except (ValueError, OverflowError, OSError):  # no day of this calendar and this zone
        when = saved.started
    return f"resume: {', '.join(saved.seats)} · {when}"


class Home(Screen[None]):
    """The games that can be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("R,r", "rules", "Rules", key_display="R", id="home.rules"),
        Binding("question_mark", "keys", "Keys", key_display="?", id="home.keys"),
        Binding("Q,q", "app.quit", "Quit", key_display="Q", id="home.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._saved: Sequence[Saved] = []

    def compose(self) -> ComposeResult:
        """The banner, the list and the keys."""
        yield Banner()
        yield Columns()
        yield Games(id="games")
        yield About()
        yield KeyBar()

    def on_mount(self) -> None:
        """The games at once; those that can be resumed as soon as the disk has told of them."""
        self._offer()
        self.query_one(Games).focus()

    def on_screen_resume(self) -> None:
        """Whoever comes back may have left a game behind."""
        self.run_worker(self._look_for_saves(), exclusive=True)

    async def _look_for_saves(self) -> None:
        self._saved, trouble = await to_thread(unfinished)
        self.say(trouble)
        self._offer()

    def say(self, text: str) -> None:
        """Something to read below the list."""
        self.query_one(About).say(text)

    def on_resize(self) -> None:
        """The banner shrinks with the window, and so do the rows."""
        self.query_one(Banner).refresh(layout=True)
        self._offer()

    def _offer(self) -> None:
        """What can be resumed stands above what can be begun; whoever has gone down the list stays there."""
        games = self.query_one(Games)
        has_columns = self.app.size.width >= NARROW
        self.query_one(Columns).display = has_columns
        rows = [
            Row(GAMES[game.game].title, ("",), (Choice(game, GAMES[game.game].title, about(game)),))
            for game in self._saved
            if game.game in GAMES
        ]
        for name, entry in GAMES.items():
            players = f"{entry.seats[0]}–{entry.seats[-1]}"
            if has_columns:
                effect = f"{entry.teaser:<22}{players:^7}  {entry.minutes:^7}  {entry.hidden}"
            else:
                effect = f"{entry.teaser}; {players} players, {entry.minutes} minutes"
            rows.append(Row(entry.title, ("",), (Choice(name, entry.title, effect),)))
        if rows == games.rows:
            return
        pointed = games.choice if games.row else None
        games.offer(rows)
        for row in rows:
            if pointed and row.choices[0].move == pointed.move:
                games.point(row.choices[0])

    def on_choice_list_pointed(self) -> None:
        """Another game is pointed at."""
        self.query_one(About).tell(self.game)

    @property
    def game(self) -> str:
        """The game that is pointed at."""
        choice = self.query_one("#games", ChoiceList).choice
        if choice is None:
            return next(iter(GAMES))
        return choice.move if isinstance(choice.move, str) else choice.move.game

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """On to the set-up, or back to a game that was left."""
        if not isinstance(message.choice.move, str):
            self._resume(message.choice.move)
            return
        from nutgames.tui.screens.setup import SetUpScreen

        self.app.push_screen(SetUpScreen(message.choice.move))

    def _resume(self, saved: Saved) -> None:
        """The game as it was left; or a line that says why not."""
        from nutgames.play.store import Store, StoreError
        from nutgames.tui.screens.table import TableScreen
        from nutgames.tui.sitting import Sitting

        try:
            match, keeper = Store().resume(saved.id)
        except StoreError as error:
            self.say(f"✗ {error}")
            return
        self.app.push_screen(TableScreen(Sitting.resumed(match, keeper)))

    def action_rules(self) -> None:
        """The rules of the game that is pointed at."""
        self.app.push_screen(Reader("Rules", RulesSheet(self.game)))

    def action_keys(self) -> None:
        """What the keys do."""
        self.app.push_screen(Reader("Keys", KEYS))
