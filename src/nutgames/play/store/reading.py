"""What the tables say. Any program may have written them, so what they say is cleaned, or found damaged."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from nutgames.play.match import Player
from nutgames.play.records import FORMAT, Record, Result
from nutgames.play.store.faults import Damaged, give_up
from nutgames.play.store.schema import WIDEST_MOMENT, text


class Saved(NamedTuple):
    """A game in the store, as it stands in lists."""

    id: str
    game: str
    seats: tuple[str, ...]
    """The players' names."""
    started: str
    finished: str | None
    moves: int
    played: str
    """When it was last written to."""
    moment: str
    """Where in the game that was, as everybody may know it; empty if nobody has noted it."""
    is_abandoned: bool
    winners: tuple[str, ...]
    """The names of those who share the first place of a finished game."""

    @property
    def state(self) -> str:
        """In a word: open, finished or abandoned."""
        if self.finished is None:
            return "open"
        return "abandoned" if self.is_abandoned else "finished"


class Ended(NamedTuple):
    """A game that has ended, with everything that statistics ask of it."""

    finished: str
    started: str
    game: str
    players: tuple[Player, ...]
    moves: int
    result: Result | None
    """None if it was abandoned."""


def saved(db: sqlite3.Connection, only_unfinished: bool) -> list[Saved]:
    """All games, those played last first."""
    where = "WHERE finished IS NULL" if only_unfinished else ""
    rows = db.execute(
        f"""
        SELECT id, game, started, finished,
               (SELECT count(*) FROM moves WHERE moves.game = games.id),
               played, moment, result
        FROM games {where} ORDER BY played DESC, rowid DESC
        """
    ).fetchall()
    return [
        Saved(
            text(number),
            text(game),
            names := _names(db, number),
            text(started),
            finished and text(finished),
            moves,
            text(played, 30),
            text(moment, WIDEST_MOMENT),
            bool(finished and result is None),
            _winners(result, names),
        )
        for number, game, started, finished, moves, played, moment, result in rows
    ]


def _names(db: sqlite3.Connection, number: str) -> tuple[str, ...]:
    rows = db.execute("SELECT name FROM seats WHERE game = ? ORDER BY seat", (number,))
    return tuple(text(name) for (name,) in rows)


def _winners(written: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Who is first in a stored result; nobody where it is damaged: whoever opens the game is told."""
    result = _result(written, len(names)) if written else None
    places = result.places if result else ()
    return tuple(name for name, place in zip(names, places, strict=False) if place == 1)


def ended(db: sqlite3.Connection) -> tuple[list[Ended], list[str]]:
    """All games that have ended, the abandoned ones too; and the IDs of those with a damaged result."""
    rows = db.execute(
        """
        SELECT id, finished, started, game,
               (SELECT count(*) FROM moves WHERE moves.game = games.id), result
        FROM games WHERE finished IS NOT NULL
        """
    ).fetchall()
    seats = db.execute("SELECT game, name, bot FROM seats ORDER BY game, seat").fetchall()
    players: dict[str, list[Player]] = {}
    for number, name, bot in seats:
        players.setdefault(number, []).append(Player(text(name), bot and text(bot)))
    whole, damaged = list[Ended](), list[str]()
    for number, finished, started, game, moves, written in rows:
        seated = tuple(players.get(number, ()))
        result = written and _result(written, len(seated))
        if written and result is None:
            damaged.append(text(number))
            continue
        whole.append(Ended(text(finished), text(started), text(game), seated, moves, result))
    return whole, damaged


def _result(written: str, seats: int) -> Result | None:
    """A result as it is stored, if it is one for so many seats."""
    try:
        result = Result.model_validate_json(written)
    except (ValueError, TypeError, RecursionError):
        return None
    is_whole = len(result.places) == len(result.ranking) == seats and all(result.ranking)
    return result if is_whole and min(result.places, default=0) == 1 else None


def recorded(db: sqlite3.Connection, number: str) -> Record:
    """A whole game as it is written down. Raises StoreError if there is none, or if it is damaged."""
    row = _rows(db, "games", "game, rules, options, deck, started, finished, result", "id", number)
    seats = _rows(db, "seats", "name, bot", "game", number, "ORDER BY seat")
    moves = _rows(db, "moves", "move", "game", number, "ORDER BY number")
    if not row:
        give_up(f"the game {number} is gone")
    game, rules, options, deck, started, finished, result = row[0]
    try:
        return Record.model_validate(
            {
                "format": FORMAT,
                "game": game,
                "rules": rules,
                "options": json.loads(options),
                "deck": deck and json.loads(deck),
                "seats": [{"name": name, "bot": bot} for name, bot in seats],
                "started": started,
                "finished": finished,
                "moves": [move for (move,) in moves],
                "result": result and json.loads(result),
            }
        )
    except (ValueError, TypeError, RecursionError):
        raise Damaged(number, "is damaged") from None


def _rows(
    db: sqlite3.Connection, table: str, columns: str, key: str, number: str, order: str = ""
) -> list[Any]:
    return db.execute(f"SELECT {columns} FROM {table} WHERE {key} = ? {order}", (number,)).fetchall()
