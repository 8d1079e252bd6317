"""Statistics as people read them: tables of figures, on the screen and in lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from nutgames.games.core import GAMES
from nutgames.play.match import Player
from nutgames.play.names import letter
from nutgames.play.statistics import ENOUGH, PlayerRow, ScoreRow, Statistics, Tally, grouped
from nutgames.play.words import Grid

EMPTY: Final = (
    "No game has been played to its end yet.",
    "Once one has, this page tells who wins, how often, and from which seat.",
)
"""What stands there instead of the first figures."""

NOTES: Final = (
    f"A rate is told from {ENOUGH} games on. A shared first place is a part of a win.",
    "Games that can be resumed are not counted.",
    "Mean and best are points.",
)
"""What stands below the figures."""

FIGURES: Final = ("games", "won", "rate", "mean", "best")


class Block(NamedTuple):
    """A table of figures; its first column says of whom."""

    title: str
    grid: Grid
    rates: tuple[float | None, ...]
    """The win rate of each row, None where it is not told."""
    seats: tuple[int, ...]
    """The seat that each row is about, 0 where it is about a player."""


class Section(NamedTuple):
    """A page of the statistics."""

    title: str
    summary: str
    blocks: list[Block]
    game: str = ""
    """The game that it is about; empty if it is about all of them."""

    @property
    def notes(self) -> Sequence[str]:
        """What is to be said about its figures."""
        has_points = any("mean" in block.grid.head for block in self.blocks)
        return NOTES if has_points else NOTES[:-1]


def sections(statistics: Statistics) -> list[Section]:
    """The players in all games, and each game; nothing where no game has ended yet."""
    if not statistics.games:
        return []
    names = dict.fromkeys(row.game for row in statistics.games)
    return [_overall(statistics), *(_game(statistics, name) for name in names)]


def _overall(statistics: Statistics) -> Section:
    head = ("player", "games", "won", "rate", "streak", "longest", "abandoned")
    blocks = [
        _block(
            title,
            head,
            [
                (_name(row.player), *_share(row.tally), *map(str, (*row.streaks, row.abandoned)))
                for row in rows
            ],
            [row.tally for row in rows],
        )
        for title, rows in _apart(statistics.players).items()
    ]
    return Section("Players", _ended(statistics.finished, statistics.abandoned), blocks)


def _game(statistics: Statistics, name: str) -> Section:
    rows = [row for row in statistics.games if row.game == name]
    summary = _ended(sum(row.finished for row in rows), sum(row.abandoned for row in rows))
    if lengths := [row.longest for row in rows if row.longest is not None]:
        summary += f" · the longest: {max(lengths)} moves"
    blocks = [
        _block(
            title,
            ("player", *FIGURES),
            [(_name(row.player), *_share(row.tally), *_points(row.tally)) for row in scores],
            [row.tally for row in scores],
        )
        for title, scores in _apart([row for row in statistics.scores if row.game == name]).items()
    ]
    tables = grouped(
        (row for row in statistics.seats if row.game == name), lambda row: (row.players, row.bot)
    )
    for (players, bot), seats in tables.items():
        block = _block(
            f"Seats of {players}" + (f": {bot} bots" if bot else ""),
            ("seat", *FIGURES),
            [(letter(row.seat), *_share(row.tally), *_points(row.tally)) for row in seats],
            [row.tally for row in seats],
        )
        blocks.append(block._replace(seats=tuple(row.seat for row in seats)))
    return Section(GAMES[name].title if name in GAMES else name, summary, blocks, name)


Row = TypeVar("Row", PlayerRow, ScoreRow)


def _apart(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """People and bots."""
    return grouped(rows, lambda row: "Bots" if row.player.bot else "People")


def _block(
    title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]], tallies: Sequence[Tally]
) -> Block:
    return Block(title, Grid(head, tuple(rows)), tuple(tally.win_rate for tally in tallies), (0,) * len(rows))


def _ended(finished: int, abandoned: int) -> str:
    games = "1 game" if finished == 1 else f"{finished} games"
    return games + (f" · {abandoned} abandoned" if abandoned else "")


def _name(player: Player) -> str:
    return f"{player.name} ({player.bot})" if player.bot else player.name


def _share(tally: Tally) -> tuple[str, str, str]:
    won = f"{float(tally.won):.2f}".rstrip("0").rstrip(".")
    return str(tally.played), won, "–" if tally.win_rate is None else f"{tally.win_rate:.0%}"


def _points(tally: Tally) -> tuple[str, str]:
    if tally.mean is None:
        return "–", "–"
    return f"{tally.mean:.1f}", str(tally.best)
