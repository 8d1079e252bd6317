"""The table of Nut Job: the board, what can be said and done, and what pressing a space means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from nutgames.games.nut_job import (
    Direction,
    MoveOn,
    MoveSquirrel,
    PlaceSquirrel,
    ReturnCard,
    Say,
    Space,
    State,
    squirrel_at_turn,
)
from nutgames.play.words import Choice
from nutgames.play.words.nut_job import KINDS, NORTH, ROWS, SOUTH, TableWords, destination
from nutgames.tui.tables import Board, Table
from nutgames.tui.tables.nut_job_forest import ForestBoard
from nutgames.tui.widgets.choices import Row, plain_rows

PLACES = {
    **{space: (column, 0) for column, space in enumerate(NORTH, start=1)},
    **{space: (column, 4) for column, space in enumerate(SOUTH, start=1)},
    **{west: (0, row) for row, (west, _, _) in enumerate(ROWS, start=1)},
    **{east: (4, row) for row, (_, _, east) in enumerate(ROWS, start=1)},
}
"""Where the spaces are on the screen, in columns and rows of cards."""
ARROWS = {
    (-1, -1): "↖",
    (0, -1): "↑",
    (1, -1): "↗",
    (-1, 0): "←",
    (1, 0): "→",
    (-1, 1): "↙",
    (0, 1): "↓",
    (1, 1): "↘",
}
"""By the signs of how far something goes to the right and down."""


class GameTable(Table):
    """The table of Nut Job."""

    signs: ClassVar[Sequence[str]] = (
        "▶ whose turn it is",
        "● ●● a nut card with one or two nuts, · none left there",
        "› ‹ the nut card that is run for",
        "Ac▲ Ana's squirrel (by her letter) with colours up, Af with forms; ▲ ▼ ◀ ▶ where it looks",
        "(Ac) where it would be put, or go",
        "✓ a side that was named right, ✗ one that has just been named wrong",
        "»mush R« in a small window: the card that is asked about, [leaf B] others that are run past",
        "↑ W1 the way a step goes, and where to",
        "(roR), leB/mY memory aid: on the other side is rock red, mushroom yellow",
    )
    words: TableWords

    def make_board(self) -> Board:
        """The forest."""
        return ForestBoard(self.words)

    def on_resize(self, event: events.Resize) -> None:
        """The board keeps its height whatever there is to choose from."""
        height = event.size.height
        lines = 7 if height >= 34 else 6 if height >= 21 else 4 if height >= 15 else 3
        styles = self.choices.styles
        styles.height = styles.min_height = styles.max_height = lines

    # The choices

    def rows(self, view: State) -> list[Row]:
        """Words in one row, steps in another; a row for each space where something may be put."""
        choices, refusals = self.words.choices(view), self.words.refusals(view)
        rows: list[Row] = []
        said = [choice for choice in choices if isinstance(choice.move, Say)]
        steps = [choice for choice in choices if isinstance(choice.move, MoveSquirrel)]
        if said:
            words = [str(choice.move.word) for choice in said]
            keys = tuple(word[0].upper() for word in words)
            ways = tuple(f"{key} {word}" for key, word in zip(keys, words, strict=True))
            rows.append(Row("Say", ways, tuple(said), keys=keys))
        if steps:
            rows.append(
                Row("Move", tuple(self._step(view, choice.move.direction) for choice in steps), tuple(steps))
            )
        for space in Space:
            here = [
                choice
                for choice in choices
                if isinstance(choice.move, PlaceSquirrel | ReturnCard) and choice.move.space is space
            ]
            if len(here) == 1:
                rows.append(Row(here[0].what, ("",), tuple(here)))
            elif here:
                rows.append(Row(space.name, tuple(self._way(choice) for choice in here), tuple(here)))
        return rows + plain_rows([], refusals)

    @staticmethod
    def _step(view: State, direction: Direction) -> str:
        """Which way a squirrel goes as one sees it, and where to."""
        here, there = PLACES[squirrel_at_turn(view).space], PLACES[destination(view, direction)]
        right, down = there[0] - here[0], there[1] - here[1]
        arrow = ARROWS[(right > 0) - (right < 0), (down > 0) - (down < 0)]
        return f"{arrow} {destination(view, direction).name}"

    @staticmethod
    def _way(choice: Choice) -> str:
        """What one of the things is called that can be done at a space."""
        match choice.move:
            case PlaceSquirrel(_, side):
                return KINDS[side]
            case ReturnCard(worth, _):
                return f"give back {worth}"
        return ""

    def section(self, choice: Choice) -> str:
        """The rules about a choice."""
        match choice.move:
            case PlaceSquirrel():
                return "Squirrel cards"
            case Say():
                return "Trying for nuts"
            case MoveSquirrel():
                return "Winning nuts" if isinstance(self.view.phase, MoveOn) else "The ring"
        return super().section(choice)

    # Mouse

    def on_forest_board_space_pressed(self, message: ForestBoard.SpacePressed) -> None:
        """A neighbouring space is a step. Elsewhere the first click points, and the next one takes."""
        message.stop()
        choice = self._about(message.space)
        if choice is None:
            return
        was_pointed = choice == self.choices.choice
        self.choices.point(choice)
        if was_pointed or isinstance(choice.move, MoveSquirrel):
            self.post_message(self.Decided(choice.move))

    def _about(self, space: Space) -> Choice | None:
        """The choice that pressing a space means; where there are several, one like that pointed at."""
        view: State = self.view
        way = self.choices.way
        for row in self.choices.rows:
            here = [choice for choice in row.choices if self._leads_to(view, choice, space)]
            if here:
                return here[min(way, len(here) - 1)] if len(here) > 1 else here[0]
        return None

    @staticmethod
    def _leads_to(view: State, choice: Choice, space: Space) -> bool:
        match choice.move:
            case PlaceSquirrel(there, _) | ReturnCard(_, there):
                return there is space
            case MoveSquirrel(direction):
                return destination(view, direction) is space
        return False
