"""The table of NUT: the columns to forage in, what counts in each colour, and trees to build on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from nutgames.games.nut import (
    COLOURS,
    COLUMNS,
    Forage,
    Over,
    Place,
    State,
    TakeCard,
    points,
    tallies,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice, Words
from nutgames.play.words.nut import (
    TAKEN,
    TableWords,
    tally_text,
)
from nutgames.tui.tables import Board, Table
from nutgames.tui.tables.nut_trees import OWN_INKS, PANEL_FROM, TreeView, face_ink, own_css
from nutgames.tui.widgets.canvas import Inked, Line, beside, fitted, length, sign
from nutgames.tui.widgets.choices import ChoiceList, Row


class NutBoard(Board):
    """The columns on the left, and beside them what counts for everybody."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = own_css("NutBoard")

    class CardPressed(Message):
        """Somebody clicked on a card in a column."""

        def __init__(self, take: TakeCard) -> None:
            super().__init__()
            self.take = take

    COLUMN = 7
    """Cells of a column: a mark, the trunk or a blank on both sides of three faces, and a gap."""
    MARGIN = 3
    """Cells before the first column."""

    words: TableWords

    def __init__(self, words: TableWords) -> None:
        super().__init__(words)
        self.view: State | None = None
        self.pointed: TakeCard | None = None
        self.shown_seat = 1
        """Whose trees are looked at: the one player for whom there is room in a low window."""
        self._top = 1
        """The line of row 1 of the columns; below 0 while they are not drawn."""

    def show(self, view: State) -> None:
        """Another view."""
        self.pointed = None
        super().show(view)

    def point(self, choice: Choice) -> None:
        """The card that a choice is about is marked."""
        if isinstance(choice.move, TakeCard) and choice.move != self.pointed:
            self.pointed = choice.move
            self.redraw()

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002, its height follows from the room
        """Side by side, one above the other, or one line."""
        view = self.view
        if view is None:
            return []
        rows = self.app.size.height
        self._top = 1
        if width >= 72:
            each = 5 if width >= 78 else 4
            name_width = min(width - 34 - 6 * each, 15)
            columns = list(self._columns(view))
            scores = list(self._scores(view, each, name_width))
            return beside(columns, scores, self.MARGIN + self.COLUMN * len(COLUMNS), gap=0)
        if rows >= 24:
            return [*self._columns(view), [], *self._scores(view, 4, max(width - 34, 4))]
        score = self._score(view, self.shown_seat, width)
        if rows >= 16 and isinstance(view.phase, Forage):
            head, *cards = self._columns(view)
            return [[*head, (f" deck {len(view.deck)}", "faint")], *cards, score]
        self._top = -1
        return [score]

    def _columns(self, view: State) -> Iterator[Line]:
        """The cards as they lie, with the size of the deck."""
        phase = view.phase
        chosen = phase.column if isinstance(phase, Forage | Place) else None
        head: list[Inked] = [(" " * self.MARGIN, "")]
        for column in COLUMNS:
            mark = "▾" if column == chosen else " "
            head.append((f"  {mark}{column}   ", "cursor strong" if column == chosen else "faint"))
        yield head
        for row in range(1, self._rows(view) + 1):
            line: list[Inked] = [(f"{row:>2} ", "faint")]
            for column, cards in zip(COLUMNS, view.columns, strict=True):
                card = cards[row - 1] if row <= len(cards) else None
                line += self._card(card, self.pointed == TakeCard(column, row))
            yield line

    def _rows(self, view: State) -> int:
        return max(map(len, view.columns), default=0) or self.words.game.seats

    def _card(self, card: str | None, is_pointed: bool) -> list[Inked]:
        """A card in a column; a squirrel's trunk is drawn, as it must not be turned."""
        if card is None:
            return [(f"   {TAKEN}   ", "faint")]
        look = self.words.look(card).ljust(5)
        return [
            sign("▸", is_pointed),
            (look[0], "trunk"),
            *((face, face_ink(face)) for face in look[1:4]),
            (look[4], "trunk"),
            (" ", ""),
        ]

    def _scores(self, view: State, each: int, name_width: int) -> Iterator[Line]:
        """What counts for everybody, colour by colour."""
        head: list[Inked] = [(fitted(f"    deck {len(view.deck)}", name_width + 4), "faint")]
        for face in COLOURS:
            head += [(" ", ""), (f" {face} ", face_ink(face)), (" " * (each - 4), "")]
        yield [*head, (" total", "faint")]
        for seat, trees in enumerate(view.trees, start=1):
            ink = f"seat-{letter(seat).lower()} strong"
            is_turn = seat == view.turn and not isinstance(view.phase, Over)
            line: list[Inked] = [sign("▶", is_turn), (" ", "")]
            line += [(f"{letter(seat)} ", ink), (fitted(self.words.name(seat), name_width), ink)]
            now = tallies(trees)
            for tally in now:
                text = tally_text(tally) if tally.nuts else "·"
                ink = "gold strong" if tally.squirrel else "" if tally.nuts else "faint"
                line.append((f" {text:^{each - 1}}" if len(text) > 1 else f"  {text:<{each - 2}}", ink))
            yield [*line, (f"{points(now):>6}", "gold strong")]

    def _score(self, view: State, seat: int, width: int) -> Line:
        """What counts for one player, in one line, and the others' totals if there is room."""
        ink = f"seat-{letter(seat).lower()} strong"
        now = tallies(view.trees[seat - 1])
        line: list[Inked] = [(f"{letter(seat)} ", ink)]
        for face, tally in zip(COLOURS, now, strict=True):
            line += [
                (face, face_ink(face)),
                (f"{tally_text(tally)} ", "gold strong" if tally.squirrel else ""),
            ]
        line.append((f"={points(now)}", "gold strong"))
        for other, trees in enumerate(view.trees, start=1):
            text = f"  {letter(other)} {points(tallies(trees))}"
            if other != seat and length(line) + cell_len(text) <= width:
                line.append((text, f"seat-{letter(other).lower()}"))
        return line

    # Mouse

    def _at(self, event: events.MouseEvent) -> TakeCard | None:
        """The card under the mouse."""
        x, y = event.x - self.gutter.left - self.MARGIN, event.y - self.gutter.top
        if self.view is None or self._top < 0 or x < 0 or x // self.COLUMN >= len(COLUMNS):
            return None
        column, row = COLUMNS[x // self.COLUMN], y - self._top + 1
        return TakeCard(column, row) if 1 <= row <= self._rows(self.view) else None

    def on_click(self, event: events.Click) -> None:
        """Cards can be pressed."""
        if take := self._at(event):
            self.post_message(self.CardPressed(take))


class Takings(ChoiceList):
    """The cards that may be taken. Tab is left to the table, which shows the others' trees."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "pass_on", "Trees", key_display="Tab", id="nut.pass-tab"),
    ]

    def action_pass_on(self) -> None:
        """Somebody else's key."""
        raise SkipAction


TIGHT = 12
"""Lines below which only the cards to take and the trees are shown."""


class GameTable(Table):
    """The table of NUT."""

    DEFAULT_CSS = """
    GameTable.-nut > #board { height: auto; }
    GameTable.-nut > #trees-row { height: 1fr; }
    GameTable.-nut > #choices { min-height: 1; max-height: 50%; }
    GameTable.-nut.-tight > #board, GameTable.-nut.-tight > #prompt { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "others(1)", "Trees", key_display="Tab", id="nut.others"),
        Binding("shift+tab", "others(-1)", "Trees", show=False, id="nut.others-back"),
        Binding("escape", "own", "Own trees", show=False, id="nut.own"),
    ]

    signs: ClassVar[Sequence[str]] = (
        "▶ whose turn it is, ▾ the column that the forager has chosen",
        "║ trunk, ┊ sky: where a card lies, its letters stand between them",
        "R a red nut, r a squirrel that gathers red, * a wild nut",
        "2×2 nuts in the largest cluster of a colour, doubled by a squirrel",
        "· the top of the card may lie here, ░ what it will cover",
    )

    has_fronts = True
    words: TableWords
    board: NutBoard

    def __init__(self, words: Words) -> None:
        assert isinstance(words, TableWords)
        super().__init__(words)
        self.choices = Takings(id="choices")
        self.trees = TreeView(words)

    def make_board(self) -> Board:
        """Columns and scores."""
        return NutBoard(self.words)

    def compose(self) -> ComposeResult:
        """Columns and scores, the question with the cards to take, and the trees."""
        yield self.board
        yield self.prompt
        yield self.choices
        with Horizontal(id="trees-row"):
            yield self.trees
            yield self.trees.panel

    def on_resize(self, event: events.Resize) -> None:
        """The panel comes and goes with the width; in a low window the trees get nearly all of it."""
        self.trees.panel.display = event.size.width >= PANEL_FROM
        self.refresh_bindings()
        self.trees.is_alone = event.size.height < TIGHT
        self.set_class(self.trees.is_alone, "-tight")

    def show(self, view: State, may_choose: bool) -> None:
        """Another view: cards are taken from the list, and placed in the trees."""
        self.board.shown_seat = view.turn
        super().show(view, may_choose)
        self.choices.display = may_choose and isinstance(view.phase, Forage)
        places = may_choose and isinstance(view.phase, Place)
        self.trees.show(
            view, [choice for row in self.choices.rows for choice in row.choices] if places else []
        )
        if not may_choose:
            self.trees.focus()

    def look_at(self, view: State, seat: int, is_next: bool) -> None:
        """The player's trees."""
        self.trees.can_focus = False
        super().look_at(view, seat, is_next)
        self._look_at(seat or view.turn)

    def pan(self, dx: int, dy: int) -> None:
        """Trees may be larger than the window."""
        self.trees.action_move(dx, dy)

    @property
    def attentive(self) -> Widget:
        """The list while cards are taken, otherwise the trees."""
        return self.choices if self.choices.display else self.trees

    def rows(self, view: State) -> list[Row]:
        """A row for each column with its cards; while a card is placed, the list is not shown."""
        if not isinstance(view.phase, Forage):
            return super().rows(view)
        choices, rows = self.words.choices(view), []
        for column in COLUMNS:
            cards = [choice for choice in choices if choice.move.column == column]
            names = [choice.what.partition(" ")[2].strip() for choice in cards]
            if len(cards) == 1:
                rows.append(Row(f"Column {column}: {names[0]}", ("",), (cards[0],)))
            elif cards:
                rows.append(Row(f"Column {column}", tuple(names), tuple(cards)))
        refusals = self.words.refusals(view)
        return rows + [Row(refusal.what, (), (), refusal.reason) for refusal in refusals]

    def section(self, choice: Choice) -> str:
        """The kind of card it is about, if that has rules of its own."""
        match choice.move:
            case TakeCard(column, row):
                kind = self.words.kind(self.view.columns[COLUMNS.index(column)][row - 1])
                if kind != "Standard cards":
                    return kind
        return super().section(choice)

    # The others' trees

    def action_others(self, step: int) -> None:
        """The next player's trees."""
        self._look_at((self.trees.seat - 1 + step) % self.words.game.seats + 1)

    def action_own(self) -> None:
        """Back to the trees of whoever is to choose."""
        self._look_at(self.view.turn)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Where the own trees are seen already, Esc belongs to the screen."""
        return action != "own" or (self.view is not None and self.trees.seat != self.view.turn)

    def _look_at(self, seat: int) -> None:
        self.board.shown_seat = seat
        self.board.redraw()
        self.trees.look_at(seat)
        self.refresh_bindings()

    # What is decided

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """Nothing is taken while somebody else's trees are looked at, as nothing is placed then."""
        if self.trees.seat != self.view.turn:
            message.stop()
            message.prevent_default()
            self._say(f"✗ Esc first, back to {self.words.name(self.view.turn)}'s trees.")

    def on_tree_view_placed(self, message: TreeView.Placed) -> None:
        """The engine says why not where it is not legal."""
        message.stop()
        self.post_message(self.Decided(message.put))

    def on_tree_view_moved(self, message: TreeView.Moved) -> None:
        """Something to read, or nothing that is still true."""
        message.stop()
        self._say(message.text)

    def _say(self, text: str) -> None:
        say: Any = getattr(self.screen, "say", None)
        if say is not None:
            say(text)

    def on_nut_board_card_pressed(self, message: NutBoard.CardPressed) -> None:
        """A card that is pressed is taken, or the engine says why not."""
        message.stop()
        if isinstance(self.view.phase, Forage) and self.choices.display:
            self.post_message(self.Decided(message.take))
