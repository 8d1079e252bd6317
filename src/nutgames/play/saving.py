"""Keeping a game while it is played; or playing on without, if the disk fails and people agree."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, Self

from nutgames.play.match import Match
from nutgames.play.store import DiskError, Keeper, Store, StoreError


class Saving:
    """One game on its way to the store."""

    def __init__(self, is_on: bool = True, keeper: Keeper | None = None) -> None:
        """`keeper` has the game if it is stored already; otherwise it is stored when it is first kept."""
        self.is_on = is_on
        self.is_behind = False
        """Whether something has happened since that is not stored."""
        self._keeper = keeper
        self._id = keeper.id if keeper else ""
        self._store = keeper.store if keeper else None
        self._read: Sequence[Any] | None = None
        """The moves of a stored game that could be read and has not been claimed yet."""
        self._writing = Lock()

    @classmethod
    def resumed(cls, number: str | None) -> tuple[Match, Self]:
        """The stored game whose ID starts like this, or the newest unfinished one. Raises StoreError.

        A game that can be read and not written to is there all the same; then `keep` says what is wrong.
        """
        try:
            match, keeper = _claimed(number)
            return match, cls(keeper=keeper)
        except DiskError as trouble:
            try:
                with Store(read_only=True) as store:
                    found = store.found(number)
                    match, saving = store.load(found), cls()
                    match.is_opened = match.finished is not None  # as where it is claimed
            except StoreError:
                raise trouble from None
            saving._id, saving._read = found, tuple(match.moves)
            return match, saving

    def keep(self, match: Match) -> None:
        """When it returns, all that has happened is safe. Raises StoreError; the next call tries again."""
        self.is_behind = tuple(match.moves) != self._read
        if not self.is_on:
            return
        with self._writing:
            try:
                if self._keeper is None:
                    is_to_go_on = self._read is not None
                    self._keeper = self._resumed() if is_to_go_on else _begun(match, self._id)
                    self._id, self._store, self._read = self._keeper.id, self._keeper.store, None
                self._keeper.keep(match)
            except DiskError:
                if self._store and not self._store.is_there():  # the next time it is stored anew
                    self._let_go()
                raise
            self.is_behind = False
        if not self.is_on:
            self._close()  # released meanwhile

    def _resumed(self) -> Keeper:
        """The game that could only be read so far, unless somebody has played on with it."""
        match, keeper = _claimed(self._id)
        if tuple(match.moves) != self._read:
            keeper.release()
            keeper.store.close()
            raise StoreError(f"the game {self._id} has been played on in another window")
        return keeper

    def release(self) -> None:
        """Somebody else may go on with the game, as soon as what is being written has been written."""
        self.is_on = False
        if not self._writing.locked():
            self._close()

    def _close(self) -> None:
        with self._writing:
            self._let_go()

    def _let_go(self) -> None:
        if self._keeper is not None:
            self._keeper.release()
            self._keeper.store.close()
            self._keeper = None

    @property
    def id(self) -> str:
        """The ID under which the game, or its beginning, is found again; "" if nowhere."""
        return "" if self._store and not self._store.is_there() else self._id

    @property
    def farewell(self) -> str:
        """What to say when people leave in the middle of the game."""
        if not self.id:
            return "The game is left unfinished; it was not kept."
        if self.is_behind:
            return f"The game is kept without its last moves: nutgames resume {self.id} goes on from there."
        return f"The game is kept: nutgames resume {self.id} goes on."


def _begun(match: Match, number: str) -> Keeper:
    """A game that is stored from now on, by the ID that it has had where its store is gone.

    That store may be there again, as one on a disk that was unplugged is.
    """
    store = Store()
    try:
        if number in {game.id for game in store.games()}:
            return _gone_on_with(match, number, store) or store.begin(match)
        return store.begin(match, number)
    except StoreError:
        store.close()
        raise


def _gone_on_with(match: Match, number: str, store: Store) -> Keeper | None:
    """The game as it was kept before, unless somebody else has it or has played on."""
    try:
        before, keeper = store.resume(number)
    except StoreError:
        return None
    if before.moves == match.moves[: len(before.moves)]:
        return keeper
    keeper.release()
    return None


def _claimed(number: str | None) -> tuple[Match, Keeper]:
    """A stored game for us alone."""
    store = Store()
    try:
        return store.resume(store.found(number))
    except StoreError:
        store.close()
        raise
