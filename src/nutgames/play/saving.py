"""Keeping a game while it is played; or playing on without, if the disk fails and people agree."""

from __future__ import annotations

from threading import Lock

from nutgames.play.match import Match
from nutgames.play.store import Keeper, Store


class Saving:
    """One game on its way to the store."""

    def __init__(self, is_on: bool = True, keeper: Keeper | None = None) -> None:
        """`keeper` has the game if it is stored already; otherwise it is stored when it is first kept."""
        self.is_on = is_on
        self._keeper = keeper
        self._id = keeper.id if keeper else ""
        self._writing = Lock()

    def keep(self, match: Match) -> None:
        """When it returns, all that has happened is safe. Raises StoreError; the next call tries again."""
        if not self.is_on:
            return
        with self._writing:
            if self._keeper is None:
                self._keeper = Store().begin(match)
                self._id = self._keeper.id
            else:
                self._keeper.keep(match)
        if not self.is_on:
            self._close()  # released meanwhile

    def release(self) -> None:
        """Somebody else may go on with the game, as soon as what is being written has been written."""
        self.is_on = False
        if not self._writing.locked():
            self._close()

    def _close(self) -> None:
        with self._writing:
            if self._keeper is not None:
                self._keeper.release()
                self._keeper.store.close()
                self._keeper = None

    @property
    def farewell(self) -> str:
        """What to say when people leave in the middle of the game."""
        if not self._id:
            return "The game is left unfinished; it was not kept."
        return f"The game is kept: nutgames resume {self._id} goes on."
