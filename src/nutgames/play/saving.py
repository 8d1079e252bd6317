"""Keeping a game while it is played, or playing on without, if the disk will not have it and people agree."""

from __future__ import annotations

from collections.abc import Callable

from nutgames.play.match import Match
from nutgames.play.store import Keeper, Store, StoreError


class Saving:
    """One game on its way to the disk. What goes wrong is told once; then it is up to the players."""

    def __init__(self, keeper: Keeper | None) -> None:
        """With no keeper, nothing is kept."""
        self.keeper = keeper

    @classmethod
    def begin(cls, match: Match) -> Saving:
        """Keeps a new game from now on. Raises StoreError."""
        return cls(Store().begin(match))

    def keep(self, match: Match) -> None:
        """When it returns, all that has happened is safe. Raises StoreError."""
        if self.keeper:
            self.keeper.keep(match)

    def give_up(self) -> None:
        """Nothing is kept from now on; what is stored already stays."""
        if self.keeper:
            self.keeper.release()
            self.keeper.store.close()
            self.keeper = None

    @property
    def farewell(self) -> str:
        """What to say when people leave in the middle of the game."""
        if self.keeper is None:
            return "The game is left unfinished; it was not kept."
        return f"The game is kept: nutgames resume {self.keeper.id} goes on."


def kept_or_not(work: Callable[[], Saving], agree: Callable[[str], bool]) -> Saving | None:
    """What `work` gives; if the disk fails, a game that is not kept if people agree to that, else None."""
    try:
        return work()
    except StoreError as error:
        return Saving(None) if agree(str(error)) else None
