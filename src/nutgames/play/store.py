"""The store: every game, move by move, in one SQLite file, so that a game is never lost.

A move is safe when `keep` has returned: it has been committed, and the disk has said that it has it. Whoever
plays a stored game has claimed it; a second instance can read it and cannot write to it. Calls on one store
come from one thread at a time; an app hands them to a thread of their own, because a disk may take its time.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn, Self

from nutgames.play import folders
from nutgames.play.files import ODD, ordinary, without_waiting
from nutgames.play.match import Match, Player
from nutgames.play.names import WIDEST, clean
from nutgames.play.records import FORMAT, Record, RecordError, Result, loads, record, replayed
from nutgames.play.words import words_for

try:
    import fcntl
except ImportError:  # Windows: nobody is kept from opening a game twice
    fcntl = None  # type: ignore[assignment]

FILE: Final = "games.sqlite"
LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""What IDs are made of: nothing that looks like something else, nothing that a file name cannot hold."""

WIDEST_MOMENT: Final = 40
"""Terminal cells that the words for a moment may take."""

NO_FOLDER: Final = (errno.EEXIST, errno.ENOTDIR, errno.ELOOP)
"""What the system answers where a file, or a link that leads nowhere, stands in the way of a folder."""

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
        number = _text(number)
        super().__init__(
            clean(f"the stored game {number} {why}: `nutgames saves delete {number}` forgets it", 300)
        )


class Saved(NamedTuple):
    """A game in the store, as it stands in lists."""

    id: str
    game: str
    seats: tuple[str, ...]
    """The players' names."""
    started: str
    finished: str | None
    moves: int
    played: str
    """When it was last written to."""
    moment: str
    """Where in the game that was, as everybody may know it; empty if nobody has noted it."""
    is_abandoned: bool
    winners: tuple[str, ...]
    """The names of those who share the first place of a finished game."""

    @property
    def state(self) -> str:
        """In a word: open, finished or abandoned."""
        if self.finished is None:
            return "open"
        return "abandoned" if self.is_abandoned else "finished"


class Standing(NamedTuple):
    """How far a game has come: enough to notice that somebody else has written to it."""

    moves: int
    last: str
    """The last move, "" before the first."""
    has_ended: bool


class Ended(NamedTuple):
    """A game that has ended, with everything that statistics ask of it."""

    finished: str
    started: str
    game: str
    players: tuple[Player, ...]
    moves: int
    result: Result | None
    """None if it was abandoned."""


class Store:
    """The games of one folder."""

    def __init__(self, folder: Path | None = None, read_only: bool = False) -> None:
        """Opens the store, and makes it or brings it up to date where that is needed.

        `read_only` takes it as it is and changes nothing, wherever it lies.
        """
        self.folder = folder or folders.data()
        try:
            if not read_only:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = self._connected(read_only)
        except (OSError, sqlite3.Error) as error:
            is_no_folder = self.folder.exists() and not self.folder.is_dir()
            reason = (
                "it is no folder"
                if is_no_folder or getattr(error, "errno", None) in NO_FOLDER
                else _reason(error)
            )
            _give_up(
                f"games cannot be kept in {self.folder}: {reason}; NUTGAMES_HOME can name another", DiskError
            )
        try:
            with self._told("opened"):
                if not read_only:
                    self._db.execute("PRAGMA journal_mode = WAL")
                    self._db.execute("PRAGMA synchronous = FULL")
                    self._db.execute("PRAGMA foreign_keys = ON")
                    self._migrate()
                elif self.version > len(MIGRATIONS):
                    self._refuse_newer()
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
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, uri=read_only)

    def close(self) -> None:
        """Nothing is lost if this is never called."""
        self._db.close()
        self._files.pop(f"{FILE}-wal", None)  # what lay there is in the file itself now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def is_there(self) -> bool:
        """Whether what is written gets where it belongs: SQLite writes on into a deleted file."""
        return FILE in self._files and self._files.items() <= self._on_disk().items()

    def _insist(self) -> None:
        """What has been written is where the next one looks for it."""
        if not self.is_there():
            _give_up(f"the games in {self.folder} are gone: somebody has deleted or moved them", DiskError)

    def _on_disk(self) -> dict[str, tuple[int, int]]:
        """Which files have the names of the store's files now."""
        found = {}
        for name in (FILE, f"{FILE}-wal"):
            with suppress(OSError):
                status = os.stat(self.folder / name)
                found[name] = (status.st_dev, status.st_ino)
        return found

    # Lists

    def games(self, only_unfinished: bool = False) -> list[Saved]:
        """All games, those played last first."""
        where = "WHERE finished IS NULL" if only_unfinished else ""
        with self._told("read"):
            rows = self._db.execute(
                f"""
                SELECT id, game, started, finished,
                       (SELECT count(*) FROM moves WHERE moves.game = games.id),
                       played, moment, result
                FROM games {where} ORDER BY played DESC, rowid DESC
                """
            ).fetchall()
            return [
                Saved(
                    _text(number),
                    _text(game),
                    names := self._names(number),
                    _text(started),
                    finished and _text(finished),
                    moves,
                    _text(played, 30),
                    _text(moment, WIDEST_MOMENT),
                    bool(finished and result is None),
                    _winners(result, names),
                )
                for number, game, started, finished, moves, played, moment, result in rows
            ]

    def numbers(self) -> list[str]:
        """The IDs of all games."""
        with self._told("read"):
            return [str(number) for (number,) in self._db.execute("SELECT id FROM games ORDER BY rowid")]

    def ended(self) -> tuple[list[Ended], list[str]]:
        """All games that have ended, the abandoned ones too; and the IDs of those with a damaged result."""
        with self._told("read"):
            rows = self._db.execute(
                """
                SELECT id, finished, started, game,
                       (SELECT count(*) FROM moves WHERE moves.game = games.id), result
                FROM games WHERE finished IS NOT NULL
                """
            ).fetchall()
            seats = self._db.execute("SELECT game, name, bot FROM seats ORDER BY game, seat").fetchall()
        players: dict[str, list[Player]] = {}
        for number, name, bot in seats:
            players.setdefault(number, []).append(Player(_text(name), bot and _text(bot)))
        ended, damaged = list[Ended](), list[str]()
        for number, finished, started, game, moves, written in rows:
            seated = tuple(players.get(number, ()))
            result = written and _result(written, len(seated))
            if written and result is None:
                damaged.append(_text(number))
                continue
            ended.append(Ended(_text(finished), _text(started), _text(game), seated, moves, result))
        return ended, damaged

    def _names(self, number: str) -> tuple[str, ...]:
        rows = self._db.execute("SELECT name FROM seats WHERE game = ? ORDER BY seat", (number,))
        return tuple(_text(name) for (name,) in rows)

    def found(self, number: str | None) -> str:
        """The ID that starts like this; without one, that of the unfinished game that was played last.

        Games that are damaged are passed over as long as there is another.
        """
        saved = self.games(only_unfinished=number is None)
        if number is None:
            if not saved:
                _give_up("there is no unfinished game to resume")
            return next((game.id for game in saved if self._can_be_read(game.id)), saved[0].id)
        fitting = [game.id for game in saved if game.id.startswith(number.strip().lower())]
        if len(fitting) != 1 or not number.strip():
            what = "no game" if not fitting or not number.strip() else "more than one game"
            _give_up(f"{what} has the ID {clean(number)!r}; `nutgames saves list` shows them")
        return fitting[0]

    def _can_be_read(self, number: str) -> bool:
        try:
            self.load(number)
        except Damaged:
            return False
        return True

    # Whole games

    def load(self, number: str) -> Match:
        """The match as it was when its last move was kept."""
        try:
            return replayed(self._record(number))
        except RecordError as error:
            raise Damaged(number, f"cannot be replayed: {error}") from None

    def latest(self, game: str) -> Match | None:
        """The match of that game that was played last; None if there is none that can be read."""
        with self._told("read"):
            rows = self._db.execute(
                "SELECT id FROM games WHERE game = ? ORDER BY played DESC, rowid DESC", (game,)
            ).fetchall()
        for (number,) in rows:
            with suppress(StoreError):
                return self.load(number)
        return None

    def add(self, data: bytes) -> str:
        """Keeps a game that comes as the bytes of a record, and returns its new ID. Raises RecordError."""
        number = new_id()
        self._insert(number, loads(data))
        return number

    def abandon(self, number: str) -> None:
        """Ends a game for good, without a result; not one that is being played."""
        with self.claim(number):
            match = self.load(number)
            try:
                match.abandon()
            except ValueError:
                _give_up(f"the game {number} has ended already")
            self.write(number, match, len(match.moves), standing(match)._replace(has_ended=False))

    def delete(self, number: str) -> None:
        """Forgets a game; not one that is being played."""
        with self.claim(number), self._transaction("deleted"):
            self._db.execute("DELETE FROM games WHERE id = ?", (number,))

    def _record(self, number: str) -> Record:
        with self._told("read"):
            row = self._rows("games", "game, rules, options, deck, started, finished, result", "id", number)
            seats = self._rows("seats", "name, bot", "game", number, "ORDER BY seat")
            moves = self._rows("moves", "move", "game", number, "ORDER BY number")
        if not row:
            _give_up(f"the game {number} is gone")
        game, rules, options, deck, started, finished, result = row[0]
        try:
            return Record.model_validate(
                {
                    "format": FORMAT,
                    "game": game,
                    "rules": rules,
                    "options": json.loads(options),
                    "deck": deck and json.loads(deck),
                    "seats": [{"name": name, "bot": bot} for name, bot in seats],
                    "started": started,
                    "finished": finished,
                    "moves": [move for (move,) in moves],
                    "result": result and json.loads(result),
                }
            )
        except (ValueError, TypeError, RecursionError):
            raise Damaged(number, "is damaged") from None

    def _rows(self, table: str, columns: str, key: str, number: str, order: str = "") -> list[Any]:
        return self._db.execute(
            f"SELECT {columns} FROM {table} WHERE {key} = ? {order}", (number,)
        ).fetchall()

    # A game being played

    def begin(self, match: Match, number: str = "") -> Keeper:
        """A new game, claimed by whoever plays it; `number` is the ID that it has had, if it has had one."""
        number = number or new_id()
        claim = self.claim(number)
        try:
            self._insert(number, match)
        except StoreError:
            claim.release()
            raise
        return Keeper(self, number, claim, match)

    def resume(self, number: str) -> tuple[Match, Keeper]:
        """A stored game, claimed by whoever plays on.

        What nobody had claimed may have been opened by anybody once it was over: no end is taken back then.
        Raises StoreError if it is open elsewhere or has been abandoned.
        """
        claim = self.claim(number)
        try:
            match = self.load(number)
            if match.is_abandoned:
                _give_up(f"the game {number} has been abandoned: nobody plays on")
            match.is_opened = match.finished is not None
        except StoreError:
            claim.release()
            raise
        return match, Keeper(self, number, claim, match)

    def claim(self, number: str) -> Claim:
        """The right to write to a game. Raises StoreError if another instance has it."""
        path = self._lock(number)
        with self._told("locked"):
            path.parent.mkdir(exist_ok=True)
        return Claim(path, number)

    def is_claimed(self, number: str) -> bool:
        """Whether somebody may be about to write to a game; nothing is written to find out."""
        path = self._lock(number)
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

    def _lock(self, number: str) -> Path:
        """The file by which a game is claimed. Raises StoreError."""
        if not number or set(number) - set(LETTERS):  # somebody has made it up; it must name no other file
            _give_up(f"the stored game {number!r} is damaged")
        return self.folder / "locks" / number

    def _insert(self, number: str, match: Match) -> None:
        written = record(match).model_dump(mode="json")
        with self._transaction("kept"):
            self._db.execute(
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
                    _now(),
                    _moment(match),
                ),
            )
            self._db.executemany(
                "INSERT INTO seats (game, seat, name, bot) VALUES (?, ?, ?, ?)",
                [
                    (number, seat, player["name"], player["bot"])
                    for seat, player in enumerate(written["seats"], start=1)
                ],
            )
            self._write_moves(number, match, 0)
        self._insist()

    def write(self, number: str, match: Match, kept: int, before: Standing) -> None:
        """Brings a stored game up to date; its first `kept` moves are the same already.

        `before` is where whoever writes has left it. Raises StoreError if it is elsewhere now.
        """
        written = record(match)
        result = written.result and json.dumps(written.result.model_dump())
        finished = written.model_dump(mode="json", include={"finished"})["finished"]
        with self._transaction("kept"):
            if self._standing(number) not in (before, standing(match)):  # the latter if told of too late
                _give_up(f"the game {number} has been changed by another window, and stays as it is there")
            self._db.execute(
                "UPDATE games SET finished = ?, result = ?, played = ?, moment = ? WHERE id = ?",
                (finished, result, _now(), _moment(match), number),
            )
            self._db.execute("DELETE FROM moves WHERE game = ? AND number > ?", (number, kept))
            self._write_moves(number, match, kept)
        self._insist()

    def _standing(self, number: str) -> Standing:
        row = self._db.execute(
            """
            SELECT (SELECT count(*) FROM moves WHERE game = id),
                   (SELECT move FROM moves WHERE game = id ORDER BY number DESC LIMIT 1),
                   finished IS NOT NULL
            FROM games WHERE id = ?
            """,
            (number,),
        ).fetchone()
        if row is None:
            _give_up(f"the game {number} is gone")
        moves, last, has_ended = row
        return Standing(moves, last or "", bool(has_ended))

    def _write_moves(self, number: str, match: Match, kept: int) -> None:
        self._db.executemany(
            "INSERT INTO moves (game, number, move) VALUES (?, ?, ?)",
            [(number, place, str(move)) for place, move in enumerate(match.moves[kept:], start=kept + 1)],
        )

    # The file

    def _migrate(self) -> None:
        """Brings the file to the present version, one version after the other, each as a whole."""
        while (version := self.version) < len(MIGRATIONS):
            with self._transaction("brought up to date"):
                if self.version == version:  # nobody else has done it meanwhile
                    for statement in MIGRATIONS[version]:
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {version + 1}")
        if version > len(MIGRATIONS):
            self._refuse_newer()

    def _refuse_newer(self) -> NoReturn:
        _give_up(f"the games in {self.folder} were kept by a newer nutgames: update this one", Newer)

    @property
    def version(self) -> int:
        """How many of MIGRATIONS have made the file what it is."""
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return version

    def changes(self) -> int:
        """A number that is another one as soon as another instance has written anything."""
        with self._told("read"):
            version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def is_intact(self) -> bool:
        """Whether SQLite finds nothing wrong with the file."""
        with self._told("checked"):
            return bool(self._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok")

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

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """What goes wrong with the file is told in one line."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            name = getattr(error, "sqlite_errorname", None) or ""
            reason, kind = _reason(error), DiskError
            if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                reason, kind = "another program has locked the file", Busy
            elif name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
                reason = f"{reason}; once {FILE} is moved away, games are kept in a new one"
            _give_up(f"the games in {self.folder} cannot be {what}: {reason}", kind)


class Claim:
    """A lock file that is held as long as this process lives and has not released it."""

    def __init__(self, path: Path, number: str) -> None:
        self._path = path
        self._file: IO[Any] | None = None
        if fcntl is None:
            return
        try:
            while not self._has_its_name():
                self._close()
                self._file = open(path, "w", opener=without_waiting)  # noqa: SIM115, it is held
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise Taken(number) from None
        except OSError as error:
            self._close()
            _give_up(f"the game {number} cannot be locked: {_reason(error)}", DiskError)

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


class Keeper:
    """Keeps one match that is being played."""

    def __init__(self, store: Store, number: str, claim: Claim, match: Match) -> None:
        """`match` is stored already, as it is."""
        self.store = store
        self.id = number
        self._claim = claim
        self._kept = list(match.moves)
        self._finished = match.finished
        self._standing = standing(match)

    def keep(self, match: Match) -> None:
        """Writes down what has happened since the last time, undone moves included.

        When it returns, all of it is safe. Raises StoreError; then nothing of it is stored, and the next
        call tries again with everything.
        """
        moves = list(match.moves)
        shorter = min(len(self._kept), len(moves))
        same = next((place for place in range(shorter) if self._kept[place] != moves[place]), shorter)
        if not same == len(moves) == len(self._kept) or match.finished != self._finished:
            self.store.write(self.id, match, same, self._standing)
        self._kept, self._finished, self._standing = moves, match.finished, standing(match)

    def release(self) -> None:
        """The game may be opened elsewhere."""
        self._claim.release()


def new_id() -> str:
    """An ID that no game has."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def standing(match: Match) -> Standing:
    """How far a match has come."""
    last = str(match.moves[-1]) if match.moves else ""
    return Standing(len(match.moves), last, match.finished is not None)


def _result(written: str, seats: int) -> Result | None:
    """A result as it is stored, if it is one for so many seats."""
    try:
        result = Result.model_validate_json(written)
    except (ValueError, TypeError, RecursionError):
        return None
    is_whole = len(result.places) == len(result.ranking) == seats and all(result.ranking)
    return result if is_whole and min(result.places, default=0) == 1 else None


def _text(value: object, widest: int = WIDEST) -> str:
    """What stands in a column that should hold a text."""
    return clean(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value), widest)


def _winners(written: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Who is first in a stored result; nobody where it is damaged: whoever opens the game is told."""
    result = _result(written, len(names)) if written else None
    places = result.places if result else ()
    return tuple(name for name, place in zip(names, places, strict=False) if place == 1)


def _now() -> str:
    """This moment, finely enough to tell which of two games was played last."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _moment(match: Match) -> str:
    """Where the game is, in words that everybody may read."""
    return clean(words_for(match.game, match.names).briefly(match.view(0)), WIDEST_MOMENT)


def _reason(error: Exception) -> str:
    """What the system says of it."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _give_up(reason: str, kind: type[StoreError] = StoreError) -> NoReturn:
    raise kind(clean(reason, 300)) from None
