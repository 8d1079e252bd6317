"""Watching a stored game while another instance may go on with it. Nothing is written."""

from __future__ import annotations

from threading import Lock

from nutgames.play.match import Match
from nutgames.play.store import DiskError, Store, StoreError


def store_to_read() -> Store:
    """The store, also where nothing can be written to it. Raises StoreError."""
    try:
        return Store()
    except DiskError as trouble:
        try:
            return Store(read_only=True)
        except StoreError:
            raise trouble from None


class Watch:
    """One stored game. Its methods wait for the disk: an app calls them in a thread, one at a time."""

    def __init__(self, number: str) -> None:
        """`number` is the game's ID. Raises StoreError if there are no games to look at."""
        self.id = number
        self._store = store_to_read()
        self._seen: int | None = None
        self._known: tuple[object, ...] = ()
        self._is_closed = False
        self._reading = Lock()

    def news(self) -> Match | None:
        """The game as it is now, or None if it is as it was at the last call.

        Raises StoreError: the game has been deleted meanwhile, or cannot be read.
        """
        try:
            with self._reading:
                return None if self._is_closed else self._read()
        finally:
            if self._is_closed:
                self._store.close()

    def _read(self) -> Match | None:
        changes = self._store.changes()
        if changes == self._seen:
            return None
        match = self._store.load(self.id)
        self._seen, before = changes, self._known
        self._known = (match.moves, match.finished)
        return None if self._known == before else match  # somebody may have written about other games

    def close(self) -> None:
        """Nobody watches any more. What is being read is read first, and nobody has to wait for it."""
        self._is_closed = True
        if self._reading.acquire(blocking=False):
            self._store.close()
            self._reading.release()
