"""How a match gets into the tables, as a whole and move by move. Each of it belongs into one transaction."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from typing import NamedTuple

from nutgames.play.match import Match
from nutgames.play.names import clean
from nutgames.play.records import record
from nutgames.play.store.faults import give_up
from nutgames.play.store.schema import WIDEST_MOMENT
from nutgames.play.words import words_for


def insert(db: sqlite3.Connection, number: str, match: Match) -> None:
    """A game that has not been stored yet."""
    written = record(match).model_dump(mode="json")
    db.execute(
        "INSERT INTO games"
        " (id, game, rules, options, deck, started, finished, result, played, moment)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            written["game"],
            written["rules"],
            json.dumps(written["options"]),
            written["deck"] and json.dumps(written["deck"]),
            written["started"],
            written["finished"],
            written["result"] and json.dumps(written["result"]),
            min(_now(), written["finished"].replace("Z", ".0Z")) if written["finished"] else _now(),
            _moment(match),
        ),
    )
    db.executemany(
        "INSERT INTO seats (game, seat, name, bot) VALUES (?, ?, ?, ?)",
        [
            (number, seat, player["name"], player["bot"])
            for seat, player in enumerate(written["seats"], start=1)
        ],
    )
    _insert_moves(db, number, match, 0)


class Standing(NamedTuple):
    """How far a game has come: enough to notice that somebody else has written to it."""

    moves: int
    last: str
    """The last move, "" before the first."""
    has_ended: bool


def standing(match: Match) -> Standing:
    """How far a match has come."""
    last = str(match.moves[-1]) if match.moves else ""
    return Standing(len(match.moves), last, match.finished is not None)


def update(db: sqlite3.Connection, number: str, match: Match, kept: int, before: Standing) -> None:
    """Brings a stored game up to date; its first `kept` moves are the same already.

    `before` is where whoever writes has left it. Raises StoreError if it is elsewhere now.
    """
    if _stored_standing(db, number) not in (before, standing(match)):  # the latter if told of too late
        give_up(f"the game {number} has been changed by another window, and stays as it is there")
    written = record(match)
    result = written.result and json.dumps(written.result.model_dump())
    finished = written.model_dump(mode="json", include={"finished"})["finished"]
    db.execute(
        "UPDATE games SET finished = ?, result = ?, played = ?, moment = ? WHERE id = ?",
        (finished, result, _now(), _moment(match), number),
    )
    db.execute("DELETE FROM moves WHERE game = ? AND number > ?", (number, kept))
    _insert_moves(db, number, match, kept)


def _stored_standing(db: sqlite3.Connection, number: str) -> Standing:
    row = db.execute(
        """
        SELECT (SELECT count(*) FROM moves WHERE game = id),
               (SELECT move FROM moves WHERE game = id ORDER BY number DESC LIMIT 1),
               finished IS NOT NULL
        FROM games WHERE id = ?
        """,
        (number,),
    ).fetchone()
    if row is None:
        give_up(f"the game {number} is gone")
    moves, last, has_ended = row
    return Standing(moves, last or "", bool(has_ended))


def _insert_moves(db: sqlite3.Connection, number: str, match: Match, kept: int) -> None:
    """Those from `kept` on."""
    db.executemany(
        "INSERT INTO moves (game, number, move) VALUES (?, ?, ?)",
        [(number, place, str(move)) for place, move in enumerate(match.moves[kept:], start=kept + 1)],
    )


def _now() -> str:
    """This moment, finely enough to tell which of two games was played last."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _moment(match: Match) -> str:
    """Where the game is, in words that everybody may read."""
    return clean(words_for(match.game, match.names).briefly(match.view(0)), WIDEST_MOMENT)
