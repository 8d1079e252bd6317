"""Statistics: who has won how often, with how many points, and from which seat.

They are counted from the results of the games that have ended. An abandoned game is counted as such and as
nothing else; one that can still be resumed is not counted at all. Players are the same if their names are the
same to the letter, and bots are kept apart from people, level by level.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any, Final, NamedTuple, TypeVar

from nutgames.games.core import GAMES
from nutgames.play.match import Player
from nutgames.play.store import Ended

ENOUGH: Final = 5
"""Games below which a rate says nothing, and is not told."""


# --- Counting ---------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """What one player had of one finished game."""

    game: str
    players: int
    """How many played."""
    seat: int
    player: Player
    won: Fraction
    """1 for the winner; where k players share the first place, 1/k for each."""
    points: int
    """What ranks the players first: the larger the better."""


class Tally(NamedTuple):
    """Some shares in figures."""

    played: int
    won: Fraction
    points: int
    """The sum."""
    best: int | None
    """None if nothing was played, as for the mean."""

    @property
    def win_rate(self) -> float | None:
        """Between 0 and 1; None where too little was played."""
        return float(self.won / self.played) if self.played >= ENOUGH else None

    @property
    def mean(self) -> float | None:
        """Points a game."""
        return self.points / self.played if self.played else None


class Streaks(NamedTuple):
    """Games that were won one after the other; a shared first place is a win here."""

    current: int
    longest: int


class GameRow(NamedTuple):
    """A game at one number of players."""

    game: str
    players: int
    finished: int
    abandoned: int
    longest: int | None
    """Moves of the longest finished game, those of chance included."""
    tally: Tally
    """Of all seats together."""


class PlayerRow(NamedTuple):
    """A player in all games."""

    player: Player
    tally: Tally
    streaks: Streaks
    abandoned: int


class ScoreRow(NamedTuple):
    """A player in one game."""

    game: str
    player: Player
    tally: Tally


class SeatRow(NamedTuple):
    """A seat of a game at one number of players, taken by people, or by bots of one level."""

    game: str
    players: int
    seat: int
    bot: str | None
    tally: Tally


class Statistics(NamedTuple):
    """Everything that is counted, each list in the order in which it is told."""

    games: list[GameRow]
    players: list[PlayerRow]
    scores: list[ScoreRow]
    seats: list[SeatRow]

    @property
    def finished(self) -> int:
        """Games that were played to their end."""
        return sum(row.finished for row in self.games)

    @property
    def abandoned(self) -> int:
        """Games that were not."""
        return sum(row.abandoned for row in self.games)


def count(games: Iterable[Ended]) -> Statistics:
    """The statistics of these games. They do not depend on the order in which the games are given."""
    ended = sorted(games, key=_order)
    shares = [share for game in ended for share in _shares(game)]
    return Statistics(_games(ended), _players(ended, shares), _scores(shares), _seats(shares))


def left_out(damaged: Sequence[str]) -> str:
    """What is said of stored games whose result cannot be read; "" if there are none."""
    if not damaged:
        return ""
    some = ", ".join(damaged[:5]) + ", …" * (len(damaged) > 5)
    return f"not counted, because damaged: {some}; `nutgames saves delete ID` forgets one"


def _games(ended: Sequence[Ended]) -> list[GameRow]:
    rows = []
    for (name, players), games in grouped(ended, lambda game: (game.game, len(game.players))).items():
        finished = [game for game in games if game.result is not None]
        longest = max((game.moves for game in finished), default=None)
        tally = _tally([share for game in finished for share in _shares(game)])
        rows.append(GameRow(name, players, len(finished), len(games) - len(finished), longest, tally))
    return sorted(rows, key=lambda row: (_place(row.game), row.players))


def _players(ended: Sequence[Ended], shares: Sequence[Share]) -> list[PlayerRow]:
    theirs = grouped(shares, lambda share: share.player)
    abandoned = Counter(player for game in ended if game.result is None for player in game.players)
    rows = []
    for player in {*theirs, *abandoned}:
        some = theirs.get(player, [])
        rows.append(PlayerRow(player, _tally(some), _streaks(some), abandoned[player]))
    return sorted(rows, key=_best_first)


def _scores(shares: Sequence[Share]) -> list[ScoreRow]:
    groups = grouped(shares, lambda share: (share.game, share.player))
    rows = [ScoreRow(name, player, _tally(some)) for (name, player), some in groups.items()]
    return sorted(rows, key=lambda row: (_place(row.game), _best_first(row)))


def _seats(shares: Sequence[Share]) -> list[SeatRow]:
    groups = grouped(shares, lambda share: (share.game, share.players, share.seat, share.player.bot))
    rows = [SeatRow(*key, _tally(some)) for key, some in groups.items()]
    return sorted(rows, key=lambda row: (_place(row.game), row.players, row.bot or "", row.seat))


def _best_first(row: PlayerRow | ScoreRow) -> tuple[object, ...]:
    """People before bots, and who has won most before the others."""
    return (row.player.bot or "", -row.tally.won, row.player.name)


Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items by their keys, in their order."""
    groups: dict[Key, list[Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def _order(game: Ended) -> tuple[object, ...]:
    """What puts games in the order in which they ended, wherever they are stored."""
    players = [(player.name, player.bot or "") for player in game.players]
    result = game.result.model_dump_json() if game.result else ""
    return (game.finished, game.started, game.game, players, game.moves, result)


def _place(game: str) -> tuple[int, str]:
    """Where a game stands among the games."""
    names = list(GAMES)
    return (names.index(game) if game in names else len(names), game)


def _shares(game: Ended) -> Iterable[Share]:
    """Who had what of a game; nobody anything of an abandoned one."""
    if game.result is None:
        return
    winner = Fraction(1, game.result.places.count(1))
    rows = zip(game.players, game.result.places, game.result.ranking, strict=True)
    for seat, (player, place, ranking) in enumerate(rows, start=1):
        won = winner if place == 1 else Fraction(0)
        yield Share(game.game, len(game.players), seat, player, won, ranking[0])


def _tally(shares: Sequence[Share]) -> Tally:
    points = [share.points for share in shares]
    won = sum((share.won for share in shares), Fraction(0))
    return Tally(len(shares), won, sum(points), max(points, default=None))


def _streaks(shares: Sequence[Share]) -> Streaks:
    current = longest = 0
    for share in shares:
        current = current + 1 if share.won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


# --- For programs -----------------------------------------------------------------------------------------


def tree(statistics: Statistics) -> dict[str, Any]:
    """The statistics as one JSON object; docs/statistics.md says what everything in it is."""
    return {
        "enough": ENOUGH,
        "games": [
            {
                "game": row.game,
                "players": row.players,
                "finished": row.finished,
                "abandoned": row.abandoned,
                "longest": row.longest,
                "points_mean": row.tally.mean,
                "points_best": row.tally.best,
            }
            for row in statistics.games
        ],
        "players": [
            {
                "name": row.player.name,
                "bot": row.player.bot,
                "played": row.tally.played,
                "won": float(row.tally.won),
                "win_rate": row.tally.win_rate,
                "streak": row.streaks.current,
                "longest_streak": row.streaks.longest,
                "abandoned": row.abandoned,
            }
            for row in statistics.players
        ],
        "scores": [
            {"game": row.game, "name": row.player.name, "bot": row.player.bot, **_figures(row.tally)}
            for row in statistics.scores
        ],
        "seats": [
            {
                "game": row.game,
                "players": row.players,
                "seat": row.seat,
                "bot": row.bot,
                **_figures(row.tally),
            }
            for row in statistics.seats
        ],
    }


def _figures(tally: Tally) -> dict[str, Any]:
    return {
        "played": tally.played,
        "won": float(tally.won),
        "win_rate": tally.win_rate,
        "points_mean": tally.mean,
        "points_best": tally.best,
    }


COLUMNS: Final = (
    *("table", "game", "players", "seat", "name", "bot", "played", "won", "win_rate"),
    *("points_mean", "points_best", "streak", "longest_streak", "finished", "abandoned", "longest"),
)
"""Of the CSV file. `table` is the list in `tree` that a line comes from; what that lacks is empty."""


def sheet(statistics: Statistics) -> str:
    """The statistics as CSV with a head line: the same figures as in `tree`."""
    lists = {name: rows for name, rows in tree(statistics).items() if isinstance(rows, list)}
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for name, rows in lists.items():
        for row in rows:
            writer.writerow({"table": name, **{key: harmless(value) for key, value in row.items()}})
    return text.getvalue()


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: such a text gets an apostrophe before it."""
    if isinstance(cell, str) and unicodedata.normalize("NFKC", cell)[:1] in tuple("=+-@\t\r"):
        return f"'{cell}"
    return cell
