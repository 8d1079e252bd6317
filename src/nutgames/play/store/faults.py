"""What can go wrong with stored games. Every fault is one line that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

from nutgames.play.names import clean
from nutgames.play.store.schema import FILE, text

STRANGE: Final = f"{FILE} is damaged; once it is moved away, games are kept in a new one"
"""What is said of a file that is not what this program has made."""


class StoreError(Exception):
    """The store cannot do it. The text is one line that says what to do."""


class Taken(StoreError):
    """Another instance plays the game; it can be watched."""

    def __init__(self, number: str) -> None:
        super().__init__(f"the game {number} is open in another window: leave it there first")
        self.number = number


class DiskError(StoreError):
    """It is the disk that fails, or the file on it: no room, no right to write, nothing there any more."""


class Busy(DiskError):
    """Another program does not let go of the file."""


class Newer(StoreError):
    """A newer version of the program has made the file what it is."""


class Damaged(StoreError):
    """A stored game that cannot be read, or not be played again."""

    def __init__(self, number: str, why: str) -> None:
        number = text(number)
        super().__init__(
            clean(f"the stored game {number} {why}: `nutgames saves delete {number}` forgets it", 300)
        )


def give_up(reason: str, kind: type[StoreError] = StoreError) -> NoReturn:
    """Raises the fault in a line that can be printed."""
    raise kind(clean(reason, 300)) from None


def cause(error: Exception) -> str:
    """What the system says of it."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


@contextmanager
def told(folder: Path, what: str) -> Iterator[None]:
    """What goes wrong with the file while it is read, kept, … is told in one line."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        reason, kind = cause(error), DiskError
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            reason, kind = "another program has locked the file", Busy
        elif name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")) or name == "SQLITE_ERROR":
            reason = f"{reason}: {STRANGE}"
        elif name.startswith("SQLITE_READONLY"):
            what, reason = "written to", f"{FILE} may only be read; NUTGAMES_HOME can name another folder"
        elif name.startswith("SQLITE_FULL"):
            reason = "the disk is full; make room, or let NUTGAMES_HOME name another folder"
        give_up(f"the games in {folder} cannot be {what}: {reason}", kind)
