"""The first screen: which game?"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nutgames.games.core import GAMES, name_of
from nutgames.play.rulebook import section
from nutgames.play.when import when
from nutgames.play.words import Choice, listed
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import Canvas, Line, fitted, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import KeyBar, pressed

if TYPE_CHECKING:
    from nutgames.play.store import Saved
    from nutgames.tui.app import NutgamesApp
    from nutgames.tui.sitting import Sitting

MOST = 9
"""Stored games that are shown."""
REST = 18
"""Rows that everything else takes, with a small banner."""
TALLER = 5
"""Rows that a large one takes more."""

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
KERNEL = (" ▟██▙ ", " ▜██▛ ")
"""The same where there is little room."""

KEYS: Final[Sequence[tuple[str, str, *tuple[str, ...]] | str]] = (
    ("↑ ↓ or j k", "choose", "choices.up", "choices.down"),
    ("← → or h l", "choose among the ways of doing it", "choices.left", "choices.right"),
    ("Enter", "open, take", "home.open"),
    ("1 2 3 …", "jump to a line"),
    ("A, D", "abandon, or delete, the game that could be resumed", "home.abandon", "home.delete"),
    ("S", "statistics", "home.statistics"),
    "",
    "At a table:",
    ("?", "the rules, at the section of what is chosen", "table.rules"),
    ("H", "what is possible, what is not, and why", "table.why"),
    ("E", "the log", "table.log"),
    ("I", "inspect piles and hands", "table.inspect"),
    ("U", "take back the last decision", "table.undo"),
    ("X", "cover a private screen", "table.cover"),
    ("PgUp, PgDn", "scroll what stands beside the table", "table.side-up", "table.side-down"),
    ("Esc", "one step back", "table.back"),
    ("Q", "leave; it asks where the game is not kept", "table.leave"),
    ("Ctrl+Q", "leave at once, from anywhere", "app.quit"),
    ("Ctrl+P", "all commands, the options among them"),
    "",
    "On a page:",
    ("/", "find words in it", "reader.find"),
    ("n N", "the next place where they stand, the one before", "reader.next", "reader.previous"),
    "",
    "In a replay:",
    ("← → or Space", "one step back or on", "replay.step-back", "replay.step"),
    ("B N, PgUp PgDn", "to the turn before, to the next one", "replay.turn-back", "replay.turn"),
    (
        "Home End, G",
        "to the start, to the end, to a certain move or turn",
        "replay.start",
        "replay.end",
        "replay.go-to",
    ),
    ("P, - +", "play by itself, slower, faster", "replay.play", "replay.slower", "replay.faster"),
    ("V, Tab", "through whose eyes; whose cards lie in front", "replay.viewpoint", "replay.player"),
    "",
    "The mouse works everywhere: move to see, click to take. The keys in the last",
    "line of each screen can be clicked too.",
)
"""Keys, what they do, and by which names they can be changed; and what stands between them."""


class Banner(Canvas):
    """A nut and the name."""

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.is_large = True

    def resize(self, is_large: bool) -> None:
        """Whether there is room for the whole nut."""
        if is_large != self.is_large:
            self.is_large = is_large
            self.refresh(layout=True)

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """The nut on the left, words on the right."""
        name = "n u t g a m e s"
        about = "games of nuts for friends" + " at one keyboard" * (width >= 50)
        if not self.is_large:
            if self.app.size.height >= LOW:
                yield []
            for row, ink, text, inks in zip(KERNEL, ("edge", "nut"), (name, about), INKS, strict=True):
                yield [("  ", ""), (row, ink), ("  ", ""), (text, inks)]
            yield []
            return
        words = {2: (name, INKS[0]), 4: (about, INKS[1])}
        yield []
        for number, row in enumerate(ACORN):
            yield [
                ("   ", ""),
                (row, "edge" if number < 4 else "nut"),
                ("    ", ""),
                words.get(number, ("", "")),
            ]
        yield []


INKS = ("title strong", "faint")
"""Of the name, and of what stands below it."""

NARROW = 76
"""Columns below which the games are listed in words."""


class Games(ChoiceList):
    """The list of games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Open", key_display="Enter", id="home.open"),
    ]

    @property
    def has_walked(self) -> bool:
        """Whether another line is pointed at than the first."""
        return any(row.choices for row in self.rows[: self.row])


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
        self.set_class(bool(trouble), "-trouble")
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """A headline and the first section of the rules."""
        for trouble in self.trouble.splitlines():
            yield from ([("  ", ""), (text, "bad")] for text in wrapped(trouble, max(width - 4, 8)))
        if not self.game or self.app.size.height < LOW:
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
    """The games that can be resumed; and what is wrong with the store, if anything."""
    from nutgames.play.store import StoreError  # not before the first paint
    from nutgames.play.watching import store_to_read

    try:
        with store_to_read() as store:
            return store.games(only_unfinished=True), ""
    except StoreError as error:
        return [], f"✗ {error}"


Ending = Literal["abandon", "delete"]
"""How a stored game comes to an end that nobody plays on."""


def ended(saved: Saved, do: Ending) -> str:
    """Ends a stored game; what is wrong, if it cannot be done."""
    from nutgames.play.store import Store, StoreError

    try:
        with Store() as store:
            store.abandon(saved.id) if do == "abandon" else store.delete(saved.id)
    except StoreError as error:
        return f"✗ {error}"
    return ""


def resumable(saved: Sequence[Saved], count: int, width: int) -> Iterator[Row]:
    """Stored games: who plays, where they are, and when that was. The digits are left to the new games."""
    if not saved:
        return
    more = f"   {len(saved)} of {count}: nutgames saves list has them all" if count > len(saved) else ""
    yield Row("Resume", (), (), more, is_heading=True)
    moments = min(max(cell_len(game.moment) for game in saved), 26)
    room = width - 10 - TITLES - 2 - moments - 2 - 11
    room = min(room, max(cell_len(", ".join(game.seats)) for game in saved) + 4)
    for game in saved:
        names, at, moment = ", ".join(game.seats), when(game.played), game.moment
        if width >= NARROW:
            effect = f"{fitted(names, room)}  {fitted(moment, moments)}  {at}"
        else:
            effect = " · ".join(filter(None, (cut(names, 28), cut(moment, 20), at)))
        title = GAMES[game.game].title
        yield Row(title, ("",), (Choice(game, title, effect),), is_numbered=False)
    yield Row("", (), (), is_heading=True)


def cut(text: str, width: int) -> str:
    """The text in at most so many cells."""
    return fitted(text, min(cell_len(text), width))


def new_games(width: int) -> Iterator[Row]:
    """The games that there are."""
    columns = f"{'':<{TITLES + 18}}players  minutes  hidden cards"
    yield Row("New game", (), (), columns, is_heading=True)
    for name, entry in GAMES.items():
        players = f"{entry.seats[0]}–{entry.seats[-1]}"
        if width >= NARROW:
            effect = f"{entry.teaser:<22}{players:^7}  {entry.minutes:^7}  {entry.hidden}"
        else:
            effect = f"{entry.teaser}; {players} players, {entry.minutes} minutes"
        yield Row(entry.title, ("",), (Choice(name, entry.title, effect),))


TITLES = max(len(entry.title) for entry in GAMES.values())
"""Columns of the longest title."""


class Home(Screen[None]):
    """The games that can be played."""

    app: NutgamesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("R,r", "rules", "Rules", key_display="R", id="home.rules"),
        Binding("S,s", "statistics", "Stats", key_display="S", id="home.statistics"),
        Binding("P,p", "replays", "Replays", key_display="P", id="home.replays"),
        Binding("A,a", "abandon", "Abandon", key_display="A", id="home.abandon"),
        Binding("D,d", "delete", "Delete", key_display="D", id="home.delete"),
        Binding("O,o", "app.options", "Options", key_display="O", id="home.options"),
        Binding("question_mark", "keys", "Keys", key_display="?", id="home.keys"),
        Binding("Q,q", "app.quit", "Quit", key_display="Q", id="home.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._saved: Sequence[Saved] = []
        self._trouble = ""
        """What is wrong with the store."""
        self._is_opening = False
        """Whether the disk is asked for a game that was chosen."""
        self._refusal = ""
        """Why what was asked for last has not been done."""
        self._left: Sitting | None = None
        """The table that was left last, once it has been pointed at."""

    def compose(self) -> ComposeResult:
        """The banner, the list and the keys."""
        yield Banner()
        yield Games(id="games")
        yield About()
        yield KeyBar()

    def on_mount(self) -> None:
        """The games at once; those that can be resumed as soon as the disk has told of them."""
        self._offer()
        self.query_one(Games).focus()

    def on_screen_resume(self) -> None:
        """Whoever comes back may have left a game behind."""
        self._look_for_saves()

    def on_screen_suspend(self) -> None:
        """What was refused before is told no more."""
        self._refusal = ""

    @work(exclusive=True)
    async def _look_for_saves(self) -> None:
        self._saved, trouble = await to_thread(unfinished)
        self._trouble = trouble
        self.complain()
        self._offer()
        self._point_at_what_was_left()

    def _point_at_what_was_left(self) -> None:
        """Once: whoever comes back from a game may want to go on with it, or to be rid of it.

        One that is over, or not kept, is pointed at by its kind.
        """
        left, self._left = self._left, self.app.came_from
        if self._left is None or self._left is left:
            return
        games = self.query_one(Games)
        choices = [choice for row in games.rows for choice in row.choices]
        kind = (choice for choice in choices if choice.move == name_of(self._left.game))
        same = (choice for choice in choices if getattr(choice.move, "id", None) == self._left.saving.id)
        games.point(next(same, next(kind)))

    def complain(self) -> None:
        """Why something was refused, or what is wrong with the store and with the settings, if anything."""
        troubles = [self._trouble, *(f"✗ {each}" for each in self.app.troubles)]
        self.say(self._refusal or "\n".join(filter(None, troubles)))

    def say(self, text: str) -> None:
        """Something to read below the list."""
        self.query_one(About).say(text)

    def on_resize(self) -> None:
        """The banner shrinks with the window, and so do the rows, once the list has its new place."""
        self.call_after_refresh(self._offer)

    def _offer(self) -> None:
        """What can be resumed stands above what can be begun; whoever has gone down the list stays there."""
        games = self.query_one(Games)
        size = self.app.size
        saved = [game for game in self._saved if game.game in GAMES]
        room = min(max(size.height - REST - 2, 2), MOST)
        above = list(resumable(saved[:room], len(saved), size.width))
        self.query_one(Banner).resize(size.height >= REST + len(above) + TALLER)
        rows = [*above, *new_games(size.width)]
        if size.height < LOW or size.width < NARROW:
            rows = [row for row in rows if not row.is_heading]
        if rows == games.rows:
            return
        pointed = games.choice if games.has_walked else None
        games.offer(rows)
        for row in rows:
            if pointed and row.choices and row.choices[0].move == pointed.move:
                games.point(row.choices[0])

    def on_choice_list_pointed(self) -> None:
        """Another game is pointed at."""
        self.query_one(About).tell(self.game)
        self.complain()
        self.refresh_bindings()

    @property
    def game(self) -> str:
        """The game that is pointed at."""
        choice = self.query_one(Games).choice
        if choice is None:
            return next(iter(GAMES))
        return choice.move if isinstance(choice.move, str) else choice.move.game

    @property
    def saved(self) -> Saved | None:
        """The stored game that is pointed at, if it is one."""
        choice = self.query_one(Games).choice
        return None if choice is None or isinstance(choice.move, str) else choice.move

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only what could be resumed can be abandoned or deleted."""
        return action not in ("abandon", "delete") or self.saved is not None

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """On to the set-up, or back to a game that was left."""
        if not isinstance(message.choice.move, str):
            if not self._is_opening:
                self._is_opening = True
                self.run_worker(self._resume(message.choice.move), group="resume")
            return
        from nutgames.tui.screens.setup import SetUpScreen

        self.app.push_screen(SetUpScreen(message.choice.move))

    async def _resume(self, saved: Saved) -> None:
        """The game as it was left, or a look at it if it is open elsewhere; or a line that says why not."""
        from nutgames.play.saving import Saving
        from nutgames.play.store import StoreError, Taken
        from nutgames.tui.screens.replay import OpenElsewhere
        from nutgames.tui.screens.table import TableScreen
        from nutgames.tui.sitting import Sitting

        try:
            match, saving = await to_thread(Saving.resumed, saved.id)
        except Taken:
            if self.app.screen is self:
                self.app.push_screen(OpenElsewhere(saved.id))
            return
        except StoreError as error:
            self.say(f"✗ {error}")
            return
        finally:
            self._is_opening = False
        if self.app.screen is not self:  # something else has been opened meanwhile
            saving.release()
            return
        self.app.push_screen(TableScreen(Sitting.resumed(match, saving)))

    def action_abandon(self) -> None:
        """Ends a stored game without a result, if people mean it."""
        self._ask("Abandon", "Nobody can go on with it then, and statistics count it apart.", "abandon")

    def action_delete(self) -> None:
        """Forgets a stored game, if people mean it."""
        self._ask("Delete", "Nothing of it remains.", "delete")

    def _ask(self, what: str, means: str, do: Ending) -> None:
        saved = self.saved
        if saved is None:
            return
        question = f"{what} {GAMES[saved.game].title} with {cut(listed(saved.seats), 60)}? {means}"
        answers = (f"Yes, {what.lower()} it", "No, keep it")

        def answered(yes: bool | None) -> None:
            if yes:
                self._end(saved, do)

        self.app.push_screen(Question(question, *answers), answered)

    @work(group="end")
    async def _end(self, saved: Saved, do: Ending) -> None:
        self._refusal = await to_thread(ended, saved, do)
        self._look_for_saves()

    def action_statistics(self) -> None:
        """Who has won how often."""
        from nutgames.tui.screens.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen())

    def action_rules(self) -> None:
        """The rules of the game that is pointed at."""
        self.app.push_screen(Reader("Rules", RulesSheet(self.game)))

    def action_replays(self) -> None:
        """All stored games, to look at one again."""
        from nutgames.tui.screens.replays import Replays

        self.app.push_screen(Replays())

    def action_keys(self) -> None:
        """What the keys do."""
        lines = []
        for each in KEYS:
            if isinstance(each, str):
                lines.append(each)
            else:
                usual, what, *names = each
                lines.append(f"{pressed(self, usual, *names):<14} {what}")
        self.app.push_screen(Reader("Keys", lines))
