"""Simulating: bots play many games, and it is counted who wins how often.

Every game has generators of its own, made from the seed and its number, so it does not matter which process
plays which games in which order: the rows are the same, and so is their digest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from statistics import fmean, median
from typing import Any, NamedTuple

from nutgames.bots import Budget, Choose, bot
from nutgames.games.core import CHANCE, Game, set_up
from nutgames.play.chance import stream
from nutgames.play.names import clean

MAX_MOVES = 10_000
"""Moves after which a game is given up, unless told otherwise."""


class Spec(NamedTuple):
    """What is played. It can be pickled, so that it can be sent to other processes."""

    game: str
    seats: int
    options: Mapping[str, Any]
    """The game's own; unless `first` is among them, everybody starts in turn."""
    deck: Any
    bots: tuple[str, ...]
    """One a seat."""
    seed: str
    max_moves: int = MAX_MOVES

    @property
    def rotates(self) -> bool:
        """Whether everybody starts in turn."""
        return "first" not in self.options

    def tables(self) -> list[Game[Any, Any]]:
        """The game with each player who starts one. Raises ValueError, one line, if there is no such game."""
        starters = [{"first": seat} for seat in range(1, self.seats + 1)] if self.rotates else [{}]
        return [set_up(self.game, self.seats, {**self.options, **first}, self.deck) for first in starters]


def spec(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    deck: Any,
    bots: Sequence[str],
    seed: str,
    max_moves: int = MAX_MOVES,
) -> Spec:
    """What is to be played, checked; one bot plays at all seats. Raises ValueError, one line."""
    set_up(game, seats, options, deck)
    for name in bots:
        bot(name)
    if len(bots) not in (1, seats):
        raise ValueError(f"there are {len(bots)} bots for {seats} seats: name one for all, or one a seat")
    return Spec(game, seats, options, deck, tuple(bots) * (seats // len(bots)), seed, max_moves)


class Row(NamedTuple):
    """How one game went."""

    game: int
    """Its number, from 1 on."""
    first: int
    """The seat that started."""
    moves: int
    """Those of chance included."""
    finished: bool
    ranking: tuple[tuple[int, ...], ...]
    """Per seat what ranks it; of an unfinished game, as things stood."""
    places: tuple[int, ...]

    def line(self) -> str:
        """The row as a line of JSON."""
        return json.dumps(self._asdict(), separators=(",", ":")) + "\n"


def run_chunk(spec: Spec, first: int, last: int) -> list[Row]:
    """Plays the games of these numbers, both included."""
    tables, choosers = spec.tables(), [bot(name) for name in spec.bots]
    return [
        play(tables[(number - 1) % len(tables)], choosers, spec, number) for number in range(first, last + 1)
    ]


def play(game: Game[Any, Any], choosers: Sequence[Choose], spec: Spec, number: int) -> Row:
    """One game, to its end or to the largest number of moves."""
    seats = range(1, game.seats + 1)
    deals = stream(spec.seed, f"{number} deals")
    rngs = [stream(spec.seed, f"{number} seat {seat}") for seat in seats]
    logs: list[list[Any]] = [[] for _ in seats]
    budget = Budget()
    state, moves = game.start(), 0
    while (actor := game.actor(state)) is not None and moves < spec.max_moves:
        if actor == CHANCE:
            move = game.deal(state, deals)
        else:
            here = actor - 1
            move = choosers[here](game, game.view(state, actor), logs[here], actor, rngs[here], budget)
        for seat in seats:
            logs[seat - 1].append(game.shown(state, move, seat))
        state = game.play(state, move)
        moves += 1
    return Row(number, game.options.first, moves, actor is None, *game.standings(state))


def run(spec: Spec, games: int, played: Callable[[int], object]) -> Iterator[Row]:
    """All the games, in order; tells `played` how many more there are from time to time."""
    # A hundredth at a time, so that a bar moves; but not so many that nothing seems to happen.
    step = max(1, min(games // 100, 50))
    for first in range(1, games + 1, step):
        rows = run_chunk(spec, first, min(first + step - 1, games))
        played(len(rows))
        yield from rows


# --- What it comes to -------------------------------------------------------------------------------------


def digest(lines: Iterable[str]) -> str:
    """SHA-256 of the rows in order: the same as of the file they are written to."""
    total = sha256()
    for line in lines:
        total.update(line.encode())
    return total.hexdigest()


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval: where the true rate lies, 19 times out of 20."""
    z = 1.959964
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt((rate * (1 - rate) + spread / 4) / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def summary(spec: Spec, rows: Sequence[Row], seconds: float) -> dict[str, Any]:
    """All that is reported of these games. Unfinished ones are counted, and left out of everything else."""
    finished = [row for row in rows if row.finished]
    lengths = [row.moves for row in finished]
    options = spec.tables()[0].options.model_dump(mode="json")
    return {
        "game": spec.game,
        "seats": spec.seats,
        "options": {**options, "first": None} if spec.rotates else options,
        "bots": list(spec.bots),
        "seed": spec.seed,
        "games": len(rows),
        "unfinished": len(rows) - len(finished),
        "moves_per_game": {
            name: measure(lengths) if lengths else None
            for name, measure in (("min", min), ("median", median), ("mean", fmean), ("max", max))
        },
        "moves_per_second": round(sum(row.moves for row in rows) / max(seconds, 1e-9), 1),
        "by_seat": [_seat(seat, finished) for seat in range(1, spec.seats + 1)],
        "digest": digest(row.line() for row in rows),
    }


def _seat(seat: int, rows: Sequence[Row]) -> dict[str, Any]:
    """How one seat did; a shared first place is a part of a win."""
    shares = [Fraction(row.places[seat - 1] == 1, row.places.count(1)) for row in rows]
    wins, games = float(sum(shares)), len(rows)
    return {
        "seat": seat,
        "games": games,
        "wins": wins,
        "win_rate": wins / games if games else None,
        "interval": list(wilson(wins, games)) if games else None,
        "mean_score": fmean([row.ranking[seat - 1][0] for row in rows]) if games else None,
    }


def report(found: Mapping[str, Any]) -> list[str]:
    """A summary as lines for people."""
    played = found["games"]
    games = "1 game" if played == 1 else f"{played} games"
    lines = [
        f"{found['game']}, {found['seats']} seats, {games}, seed {clean(found['seed'], 60)}",
        f"bots        {', '.join(found['bots'])}",
        f"unfinished  {found['unfinished']}",
    ]
    if played > found["unfinished"]:
        lengths = found["moves_per_game"]
        lines.append(
            f"moves       min {lengths['min']}, median {lengths['median']:g}, mean {lengths['mean']:.1f}, "
            f"max {lengths['max']}"
        )
    lines.append(f"speed       {found['moves_per_second']:,.0f} moves per second")
    if played > found["unfinished"]:
        lines.append("seat  games      wins  win rate  95 % interval   mean score")
        for row in found["by_seat"]:
            low, high = row["interval"]
            lines.append(
                f"{row['seat']:>4}{row['games']:>7}{row['wins']:>10.1f}{row['win_rate']:>10.1%}"
                f"{low:>8.1%}–{high:<7.1%}{row['mean_score']:>11.2f}"
            )
    return [*lines, f"digest      {found['digest']}"]
