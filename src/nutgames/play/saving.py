"""Keeping a game while it is played; or playing on without, if the disk fails and people agree."""

from __future__ import annotations

from nutgames.play.match import Match
from nutgames.play.store import Keeper, Store


class Saving:
    """One game on its way to the store."""

    def __init__(self, is_on: bool = True, keeper: Keeper | None = None) -> None:
        """`keeper` has the game if it is stored already; otherwise it is stored when it is first kept."""
        self.is_on = is_on
        self._keeper = keeper

    def keep(self, match: Match) -> None:
        """When it returns, all that has happened is safe. Raises StoreError; the next call tries again."""
        if not self.is_on:
            return
        if self._keeper is None:
            self._keeper = Store().begin(match)
        else:
            self._keeper.keep(match)

    def release(self) -> None:
        """Somebody else may go on with the game."""
        if self._keeper is not None:
            self._keeper.release()
            self._keeper.store.close()
            self._keeper = None
        self.is_on = False

    @property
    def farewell(self) -> str:
        """What to say when people leave in the middle of the game."""
        if self._keeper is None:
            return "The game is left unfinished; it was not kept."
        return f"The game is kept: nutgames resume {self._keeper.id} goes on."
