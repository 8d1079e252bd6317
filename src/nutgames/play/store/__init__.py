"""The store: every game, move by move, in one SQLite file, so that a game is never lost.

A move is safe when `keep` has returned: it has been committed, and the disk has said that it has it. Whoever
plays a stored game has claimed it; a second instance can read it and cannot write to it. Calls on one store
come from one thread at a time; an app hands them to a thread of their own, because a disk may take its time.

`schema` is what the file looks like, `faults` what can go wrong, `database` the file itself, `claims` who may
write to a game, `reading` and `writing` what passes between matches and tables.
"""

from __future__ import annotations

from contextlib import suppress

from nutgames.play.match import Match
from nutgames.play.names import clean
from nutgames.play.records import RecordError, loads, replayed
from nutgames.play.store import claims, reading, writing
from nutgames.play.store.claims import Claim, new_id
from nutgames.play.store.database import Database
from nutgames.play.store.faults import Busy, Damaged, DiskError, Newer, StoreError, Taken, give_up
from nutgames.play.store.reading import Ended, Saved
from nutgames.play.store.schema import FILE, MIGRATIONS
from nutgames.play.store.writing import Standing, standing

__all__ = [
    "FILE",
    "MIGRATIONS",
    "Busy",
    "DiskError",
    "Ended",
    "Keeper",
    "Newer",
    "Saved",
    "Store",
    "StoreError",
    "Taken",
    "standing",
]


class Store(Database):
    """The games of one folder."""

    # Lists

    def games(self, only_unfinished: bool = False) -> list[Saved]:
        """All games, those played last first."""
        with self._told("read"):
            return reading.saved(self._db, only_unfinished)

    def numbers(self) -> list[str]:
        """The IDs of all games."""
        with self._told("read"):
            return [str(number) for (number,) in self._db.execute("SELECT id FROM games ORDER BY rowid")]

    def ended(self) -> tuple[list[Ended], list[str]]:
        """All games that have ended, the abandoned ones too; and the IDs of those with a damaged result."""
        with self._told("read"):
            return reading.ended(self._db)

    def found(self, number: str | None) -> str:
        """The ID that starts like this; without one, that of the unfinished game that was played last.

        Games that are damaged are passed over as long as there is another.
        """
        saved = self.games(only_unfinished=number is None)
        if number is None:
            if not saved:
                give_up("there is no unfinished game to resume")
            return next((game.id for game in saved if self._can_be_read(game.id)), saved[0].id)
        fitting = [game.id for game in saved if game.id.startswith(number.strip().lower())]
        if len(fitting) != 1 or not number.strip():
            what = "no game" if not fitting or not number.strip() else "more than one game"
            give_up(f"{what} has the ID {clean(number)!r}; `nutgames saves list` shows them")
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
        with self._told("read"):
            record = reading.recorded(self._db, number)
        try:
            return replayed(record)
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

    def twin(self, number: str) -> str | None:
        """The ID of another game with the same record: somebody has imported it again."""
        with self._told("read"):
            record = reading.recorded(self._db, number)
            others = self._db.execute(
                """
                SELECT other.id FROM games JOIN games AS other USING (game, started)
                WHERE games.id = ? AND other.id != games.id
                """,
                (number,),
            ).fetchall()
            for (other,) in others:
                with suppress(Damaged):
                    if reading.recorded(self._db, other) == record:
                        return str(other)
        return None

    def abandon(self, number: str) -> None:
        """Ends a game for good, without a result; not one that is being played."""
        with self.claim(number):
            match = self.load(number)
            try:
                match.abandon()
            except ValueError:
                give_up(f"the game {number} has ended already")
            self.write(number, match, len(match.moves), standing(match)._replace(has_ended=False))

    def delete(self, number: str) -> None:
        """Forgets a game; not one that is being played."""
        with self.claim(number), self._transaction("deleted"):
            self._db.execute("DELETE FROM games WHERE id = ?", (number,))

    def _insert(self, number: str, match: Match) -> None:
        with self._transaction("kept"):
            writing.insert(self._db, number, match)
        self._insist()

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
                give_up(f"the game {number} has been abandoned: nobody plays on")
            match.is_opened = match.finished is not None
        except StoreError:
            claim.release()
            raise
        return match, Keeper(self, number, claim, match)

    def claim(self, number: str) -> Claim:
        """The right to write to a game. Raises StoreError if another instance has it."""
        return Claim(self.folder, number)

    def is_claimed(self, number: str) -> bool:
        """Whether somebody may be about to write to a game; nothing is written to find out."""
        return claims.is_claimed(self.folder, number)

    def write(self, number: str, match: Match, kept: int, before: Standing) -> None:
        """Brings a stored game up to date; its first `kept` moves are the same already.

        `before` is where whoever writes has left it. Raises StoreError if it is elsewhere now.
        """
        with self._transaction("kept"):
            writing.update(self._db, number, match, kept, before)
        self._insist()


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
