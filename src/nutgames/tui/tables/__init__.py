"""The tables: one widget a game. It gets a view and the choices, and gives back a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual._time import get_time
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from nutgames.games.core import GAMES, name_of
from nutgames.play.words import Choice, Words
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, clipped, fitted
from nutgames.tui.widgets.choices import ChoiceList, Row, plain_rows

WIDE: Final = 110
"""Columns of the window from which on the log or the rules stand beside the table."""

PASSED: Final = 0.7
"""Seconds in which nothing is decided once somebody else is asked: one Enter too many is not theirs."""


def tokens(nuts: int, room: int = 99) -> list[Inked]:
    """A heap of nuts as tokens of ten, five and one, as far as there is room for them."""
    tens, rest = divmod(nuts, 10)
    fives, ones = divmod(rest, 5)
    if tens + fives + ones > room:
        return [(("◉" * tens)[:room], "gold strong")]
    return [("◉" * tens, "gold strong"), ("◎" * fives, "gold"), ("●" * ones, "nut")]


class Prompt(Canvas):
    """What is asked of the player."""

    def __init__(self) -> None:
        super().__init__(id="prompt")
        self.text = ""
        self.is_deaf = False
        """Whether no answer is heard yet."""

    def ask(self, text: str) -> None:
        """Another question."""
        self.text = text
        self.redraw()

    def hear(self, is_deaf: bool) -> None:
        """Whether answers are heard from now on."""
        self.is_deaf = is_deaf
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line between rules; as long as no answer is heard it is faint, and the rules have gaps."""
        rule, ink = ("╌", "faint") if self.is_deaf else ("─", "strong")
        text = fitted(f" {self.text} ", min(cell_len(self.text) + 2, max(width - 4, 1)))
        yield [(rule * 2, "rule"), (text, ink), (rule * max(width - cell_len(text) - 2, 0), "rule")]


class Hand(Canvas):
    """The cards of whoever is to choose."""

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.shown: Sequence[Line] = ()

    def tell(self, shown: Sequence[Line]) -> None:
        """Another hand."""
        self.shown = shown
        self.display = bool(shown)
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Its lines; what does not fit is cut off with a mark."""
        yield from (clipped(line, width) for line in self.shown)


class Aside(Canvas):
    """Above the log where a window is wide: what else a table has to show."""

    def __init__(self, table: Table) -> None:
        super().__init__(id="aside")
        self.table = table
        self.border_title = f" {table.aside_title} "
        self.display = bool(table.aside_title)

    def lines(self, width: int, height: int) -> Sequence[Line]:  # noqa: ARG002
        """All of it; in a low window its beginning is seen."""
        return self.table.aside(self.table.view, width) if self.table.view is not None else []


class Table(Widget):
    """What a table does for any game: the grids of its words, and the list of choices."""

    DEFAULT_CSS = """
    Table { height: 1fr; layout: vertical; }
    Table > #board { height: 1fr; }
    Table > #choices { min-height: 8; max-height: 70%; }
    Table > #hand { height: 1; }
    """

    signs: ClassVar[Sequence[str]] = ()
    """What the signs on the table mean, for those who inspect it."""

    aside_title: ClassVar[str] = ""
    """The heading of what stands above the log where a window is wide, if anything does."""

    has_fronts: ClassVar[bool] = False
    """Whether players have something of their own, of which one's lies in front when a game is looked at."""

    class Decided(Message):
        """The player has decided."""

        def __init__(self, move: Any) -> None:
            super().__init__()
            self.move = move

    class Pointed(Message):
        """The player looks at something that the rules have a section about."""

        def __init__(self, section: str) -> None:
            super().__init__()
            self.section = section

    def __init__(self, words: Words) -> None:
        super().__init__()
        # What one game's table says of its style holds for no other one that is opened later.
        self.add_class(f"-{name_of(words.game)}")
        self.words = words
        self.view: Any = None
        self.since = 0.0
        """When what is seen now was shown first."""
        self.hears = 0.0
        """From when on decisions are heard."""
        self.fresh = Counter[Any]()
        """How many of each kind of card are new to whoever looks at the hand."""
        self.board = self.make_board()
        self.prompt = Prompt()
        self.choices = self.make_choices()
        self.hand = Hand()

    def make_board(self) -> Board:
        """The widget that shows what lies on the table."""
        return Board(self.words)

    def make_choices(self) -> ChoiceList:
        """The widget that offers what can be done."""
        return ChoiceList(id="choices")

    def picture(self, view: Any) -> list[Line]:  # noqa: ARG002, games that have cards draw one
        """What has just been played, for a window in which players may step in."""
        return []

    def compose(self) -> ComposeResult:
        """The table above, the choices below."""
        yield self.board
        yield self.prompt
        yield self.choices
        yield self.hand

    def show(self, view: Any, may_choose: bool) -> None:
        """Another view; if nobody may choose, the choices stay empty."""
        self.view = view
        self.since = self.hears = get_time()
        self.prompt.hear(False)
        self.board.show(view)
        self.prompt.ask(self.words.question(view))
        self.hand.tell(self.cards(view) if may_choose else [])
        self.choices.offer(self.rows(view) if may_choose else [])

    def hesitate(self) -> None:
        """Somebody else is asked now: for a moment nothing is decided, and that can be seen."""
        self.hears = self.since + PASSED
        self._listen()

    def _listen(self) -> None:
        left = self.hears - get_time()
        self.prompt.hear(left > 0)
        if left > 0:
            self.set_timer(left, self._listen)

    def look_at(self, view: Any, seat: int, is_next: bool) -> None:  # noqa: ARG002, tables with hands do
        """A view of a game that is only looked at, with a player's cards where they are seen.

        `seat` is 0 for whoever it is about anyway. Only what comes next is told from what was shown before.
        """
        if not is_next:
            self.board.view = None
        self.choices.can_focus = False
        self.show(view, may_choose=False)
        self.choices.display = False

    def pan(self, dx: int, dy: int) -> None:
        """Moves what is larger than its place, where a table has such things."""

    @property
    def attentive(self) -> Widget:
        """What the keys belong to: whatever the player is to choose from."""
        return self.choices

    def attend(self) -> None:
        """The keys go there."""
        self.attentive.focus()

    def rows(self, view: Any) -> list[Row]:
        """The choices as rows of the list."""
        return plain_rows(self.words.choices(view), self.words.refusals(view))

    def cards(self, view: Any) -> list[Line]:  # noqa: ARG002, games with hands have some
        """The hand of whoever is to choose, where the choices do not show it already."""
        return []

    def aside(self, view: Any, width: int) -> list[Line]:  # noqa: ARG002, games that have more to show do
        """What stands above the log where a window is wide."""
        return []

    def section(self, choice: Choice) -> str:  # noqa: ARG002, games tell theirs
        """The section of the rules about a choice."""
        return self.words.section(self.view)

    def inspected(self, view: Any) -> list[str]:
        """What lies open but under something else, and what the signs mean."""
        lines = self.words.inspected(view) or ["Everything is in sight."]
        signs = ["", "Signs on the table:", *(f"  {sign}" for sign in self.signs)]
        return lines + (signs if self.signs else [])

    def on_choice_list_pointed(self, message: ChoiceList.Pointed) -> None:
        """The rules open at what is pointed at."""
        message.stop()
        self.board.point(message.choice)
        self.post_message(self.Pointed(self.section(message.choice)))

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """A choice is a decision, unless it was pressed twice and the table has gone on since."""
        message.stop()
        if message.time >= self.since:
            self.post_message(self.Decided(message.choice.move))


class Board(Canvas):
    """What lies on the table, as the words of the game put it in grids."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="board")
        self.words = words
        self.view: Any = None
        self.reserve = 0
        """Lines of its container that it must leave to something else than choices."""

    def show(self, view: Any) -> None:
        """Another view."""
        self.view = view
        self.redraw()

    def point(self, choice: Choice) -> None:
        """The player looks at a choice: boards that can show it on the cards do."""

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The grids, one below the other."""
        lines: list[Line] = []
        for grid in self.words.tables(self.view) if self.view is not None else []:
            widths = [max(map(cell_len, column)) + 2 for column in zip(grid.head, *grid.rows, strict=True)]
            for row, inks in [(grid.head, "faint"), *((row, "") for row in grid.rows)]:
                lines.append([(fitted(cell, wide), inks) for cell, wide in zip(row, widths, strict=True)])
        return lines


def table_for(words: Words) -> Table:
    """The game's own table, or one that shows any game."""
    module = f"nutgames.tui.tables.{GAMES[name_of(words.game)].module}"
    if find_spec(module) is None:
        return Table(words)
    table: Table = import_module(module).GameTable(words)
    return table
