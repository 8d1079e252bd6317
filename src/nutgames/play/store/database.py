"""The SQLite file of one folder: opened, brought up to date, and written to as a whole or not at all."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Self

from nutgames.play import folders
from nutgames.play.files import ODD
from nutgames.play.names import clean
from nutgames.play.store.faults import STRANGE, DiskError, Newer, StoreError, cause, give_up, told
from nutgames.play.store.schema import FILE, MIGRATIONS

NO_FOLDER: Final = (errno.EEXIST, errno.ENOTDIR, errno.ELOOP)
"""What the system answers where a file, or a link that leads nowhere, stands in the way of a folder."""

PATIENCE: Final = 10.0
"""Seconds that others have to let go of the file."""


class Database:
    """The file, without knowing what a game is."""

    def __init__(self, folder: Path | None = None, read_only: bool = False) -> None:
        """Opens the file, and makes it or brings it up to date where that is needed.

        `read_only` takes it as it is and changes nothing, wherever it lies. Raises StoreError.
        """
        self.folder = folder or folders.data()
        try:
            if not read_only:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = self._connected(read_only)
        except (OSError, sqlite3.Error) as error:
            is_no_folder = os.path.exists(self.folder) and not os.path.isdir(self.folder)
            reason = (
                "it is no folder"
                if is_no_folder or getattr(error, "errno", None) in NO_FOLDER
                else cause(error)
            )
            where = clean(str(self.folder), 150)
            give_up(f"games cannot be kept in {where}: {reason}; NUTGAMES_HOME can name another", DiskError)
        try:
            with self._told("opened"):
                self._recognise(read_only)
                if not read_only:
                    self._write_ahead()
                    self._db.execute("PRAGMA synchronous = FULL")
                    self._db.execute("PRAGMA foreign_keys = ON")
                    self._migrate()
        except StoreError:
            self._db.close()
            raise
        self._files = self._on_disk()

    def _connected(self, read_only: bool) -> sqlite3.Connection:
        """The open file. To read alone, SQLite needs what is not yet in the file itself, or none of that."""
        path: Path | str = self.folder / FILE
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            odd = self.folder / name
            if odd.exists() and not odd.is_file():  # from a pipe nothing might ever come
                raise OSError(errno.EINVAL, f"{name} is {ODD.lower()}")
        if read_only:
            wal = self.folder / f"{FILE}-wal"
            is_whole = not (wal.exists() and wal.stat().st_size)
            path = f"{(self.folder / FILE).absolute().as_uri()}?mode=ro" + "&immutable=1" * is_whole
        return sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=PATIENCE, uri=read_only
        )

    def _write_ahead(self) -> None:
        """Changes are written into a file beside it first; to begin with that SQLite waits for nobody."""
        deadline = monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
                sleep(0.01)

    def close(self) -> None:
        """Nothing is lost if this is never called."""
        self._db.close()
        self._files.pop(f"{FILE}-wal", None)  # what lay there is in the file itself now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Versions

    @property
    def version(self) -> int:
        """How many of MIGRATIONS have made the file what it is."""
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return version

    def _recognise(self, read_only: bool) -> None:
        """Refuses a file that this program has not made, or that it cannot know yet."""
        self._db.execute("BEGIN")  # one moment for both: another window may just be making the file
        version, is_empty = self.version, not self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
        self._db.execute("COMMIT")
        if version > len(MIGRATIONS):
            give_up(f"the games in {self.folder} were kept by a newer nutgames: update this one", Newer)
        if is_empty != (version == 0) or version < 0:
            give_up(f"the games in {self.folder} cannot be read: {STRANGE}")
        if is_empty and read_only:
            give_up(f"there are no games in {self.folder} yet")

    def _migrate(self) -> None:
        """Brings the file to the present version, one version after the other, each as a whole."""
        while (version := self.version) < len(MIGRATIONS):
            with self._transaction("brought up to date"):
                if self.version == version:  # nobody else has done it meanwhile
                    for statement in MIGRATIONS[version]:
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {version + 1}")

    # Writing

    @contextmanager
    def _transaction(self, what: str) -> Iterator[None]:
        """All of it happens, or nothing."""
        with self._told(what):
            if self._db.in_transaction:  # one that failed so badly that it could not even be cleared away
                self._db.execute("ROLLBACK")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # what failed is told, not that it could not be cleared away
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise

    def _told(self, what: str) -> AbstractContextManager[None]:
        """What goes wrong with the file is told in one line."""
        return told(self.folder, what)

    def is_there(self) -> bool:
        """Whether what is written gets where it belongs: SQLite writes on into a deleted file."""
        return FILE in self._files and self._files.items() <= self._on_disk().items()

    def _insist(self) -> None:
        """What has been written is where the next one looks for it."""
        if not self.is_there():
            give_up(f"the games in {self.folder} are gone: somebody has deleted or moved them", DiskError)

    def _on_disk(self) -> dict[str, tuple[int, int]]:
        """Which files have the names of the store's files now."""
        found = {}
        for name in (FILE, f"{FILE}-wal"):
            with suppress(OSError):
                status = os.stat(self.folder / name)
                found[name] = (status.st_dev, status.st_ino)
        return found

    # What others have done to it

    def changes(self) -> int:
        """A number that is another one as soon as another instance has written anything."""
        with self._told("read"):
            version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def is_intact(self) -> bool:
        """Whether SQLite finds nothing wrong with the file."""
        with self._told("checked"):
            return bool(self._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
