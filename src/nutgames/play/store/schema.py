"""The file of the store: its name, its tables, and how they have come about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nutgames.play.names import WIDEST, clean

FILE: Final = "games.sqlite"

WIDEST_MOMENT: Final = 40
"""Terminal cells that the words for a moment may take."""

MIGRATIONS: Final[Sequence[Sequence[str]]] = (
    (
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            options TEXT NOT NULL,
            deck TEXT,
            started TEXT NOT NULL,
            finished TEXT,
            result TEXT
        )
        """,
        """
        CREATE TABLE seats (
            game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            bot TEXT,
            PRIMARY KEY (game, seat)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE moves (
            game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,
            move TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE games ADD COLUMN played TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN moment TEXT NOT NULL DEFAULT ''",
        "UPDATE games SET played = started",
    ),
)
"""What makes each version of the file out of the one before; the first makes it out of nothing."""


def text(value: object, widest: int = WIDEST) -> str:
    """What stands in a column that should hold a text."""
    return clean(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value), widest)
