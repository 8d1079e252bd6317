"""Claims: who plays a stored game has it alone, by holding a lock on a file that is called like its ID."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, Self

from nutgames.play.files import ordinary, without_waiting
from nutgames.play.store.faults import DiskError, Taken, cause, give_up, told

try:
    import fcntl
except ImportError:  # Windows: nobody is kept from opening a game twice
    fcntl = None  # type: ignore[assignment]

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""What IDs are made of: nothing that looks like something else, nothing that a file name cannot hold."""


def new_id() -> str:
    """An ID that no game has."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def lock_file(folder: Path, number: str) -> Path:
    """The file by which a game of the store in that folder is claimed. Raises StoreError."""
    if not number or set(number) - set(LETTERS):  # somebody has made it up; it must name no other file
        give_up(f"the stored game {number!r} is damaged")
    return folder / "locks" / number


def is_claimed(folder: Path, number: str) -> bool:
    """Whether somebody may be about to write to a game; nothing is written to find out."""
    path = lock_file(folder, number)
    if fcntl is None:
        return False
    try:
        with ordinary(path) as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


class Claim:
    """A lock file that is held as long as this process lives and has not released it."""

    def __init__(self, folder: Path, number: str) -> None:
        """Raises Taken if another instance has the game, StoreError if it cannot be claimed at all."""
        self._path = lock_file(folder, number)
        self._file: IO[Any] | None = None
        with told(folder, "locked"):
            self._path.parent.mkdir(exist_ok=True)
        if fcntl is None:
            return
        try:
            while not self._has_its_name():
                self._close()
                self._file = open(self._path, "w", opener=without_waiting)  # noqa: SIM115, it is held
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise Taken(number) from None
        except OSError as error:
            self._close()
            give_up(f"the game {number} cannot be locked: {cause(error)}", DiskError)

    def _has_its_name(self) -> bool:
        """Whether ours is the file that others find: who had it before may have deleted it since."""
        if self._file is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def release(self) -> None:
        """Others may have it; nothing is left behind."""
        with suppress(OSError):
            if self._has_its_name():
                self._path.unlink()
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
