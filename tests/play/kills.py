"""Players and migrations that are killed with SIGKILL at random moments, and what is found on the disk then.

    python kills.py HOW ROUNDS SEED FOLDER

One warm process forks each victim, so that a kill costs a few hundredths of a second. Prints one JSON object:
rounds, acknowledged (what had been called done), underway (rounds whose victim died while it wrote),
faults (what was lost or damaged, one line each). Some ways are wrong on purpose: they must have faults.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest.mock import patch

from nutgames.games import GAMES, new, random_move
from nutgames.play.match import Match, Player
from nutgames.play.records import dumps, loads, record
from nutgames.play.saving import Saving
from nutgames.play.store import FILE, MIGRATIONS, Store, StoreError, database
from support import NAMES, random_match

Say = Callable[..., None]


def digest(match: Match) -> str:
    """What stands for a match as it is."""
    return sha256("\n".join(map(str, match.moves)).encode()).hexdigest()[:16]


# --- Players ----------------------------------------------------------------------------------------------


class Rewriting:
    """Saving as a beginner would do it: the whole record, written over the one before."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.id = f"{rng.randrange(10**9)}"
        self._path = folder / f"{self.id}.json"

    def keep(self, match: Match) -> None:
        self._path.write_text(dumps(match), "utf-8")


def play(folder: Path, rng: Random, say: Say, how: str) -> None:
    """Plays one game after the other, and says before and after each move is kept how the game stands."""
    while True:
        name = rng.choice(list(GAMES))
        match = Match(new(name, 2, first=1), [Player(each) for each in NAMES[:2]])
        saving = Rewriting(folder, rng) if how == "rewriting" else Saving()
        for _ in range(60):
            if how == "early" and saving.id:  # and written a moment later, as many programs do
                say("kept", saving.id, digest(match))
                time.sleep(0.002)
            else:
                say("trying", saving.id or "-", digest(match))
            saving.keep(match)
            say("kept", saving.id, digest(match))
            if rng.random() < 0.2 and not match.why_no_undo():
                match.undo()
            if match.actor is None:
                break
            match.play(random_move(match.game, match.state, rng))
        if isinstance(saving, Saving):
            saving.release()


def stored(folder: Path, how: str) -> dict[str, str]:
    """The games that are found, with their digests. Raises whatever is wrong with them."""
    if how == "rewriting":
        return {path.stem: digest(loads(path.read_bytes())) for path in folder.glob("*.json")}
    with Store() as store:
        assert store.is_intact(), "the file is damaged"
        return {number: digest(store.load(number)) for number in store.numbers()}


def kill_players(how: str, rounds: int, seed: int, folder: Path) -> dict[str, object]:
    """Kills so many players."""
    rng = Random(seed)
    acknowledged = underway = 0
    faults = []
    known: dict[str, str] = {}
    for number in range(rounds):
        if number % 8 == 0:  # some begin with a store that is not there yet
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            known = {}
        lines = killed(
            lambda say, n=number: play(folder, Random(seed + n), say, how), rng.uniform(0.001, 0.1)
        )
        acknowledged += sum(line[0] == "kept" for line in lines)
        may_be: dict[str, set[str]] = {game: {was} for game, was in known.items()}
        for _, game, what in [line for line in lines if line[0] == "kept"]:
            may_be[game] = {what}
        new_game = ""
        if lines and lines[-1][0] == "trying":
            underway += 1
            _, game, what = lines[-1]
            if game in may_be:
                may_be[game].add(what)
            else:
                new_game = what
        try:
            found = stored(folder, how)
        except Exception as error:
            faults.append(f"round {number}: {type(error).__name__} {error}")
            shutil.rmtree(folder)
            folder.mkdir()
            known = {}
            continue
        for game, digests in may_be.items():
            if found.get(game) not in digests:
                faults.append(f"round {number}: {game} is {found.get(game)}, not {digests}")
        unknown = {game: what for game, what in found.items() if game not in may_be}
        if len(unknown) > 1 or set(unknown.values()) - {new_game}:
            faults.append(f"round {number}: nobody has begun {unknown}")
        known = found
    return {"rounds": rounds, "acknowledged": acknowledged, "underway": underway, "faults": faults}


def killed(victim: Callable[[Say], None], after: float) -> list[list[str]]:
    """What a victim has said before it was killed, so many seconds after it began."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            victim(lambda *words: os.write(writing, f"{' '.join(words)}\n".encode()))
        except BaseException as error:
            os.write(writing, f"failed {type(error).__name__} {str(error).replace(' ', '_')}\n".encode())
        os._exit(0)
    os.close(writing)
    time.sleep(after)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with open(reading, encoding="utf-8") as pipe:
        lines = [line.split() for line in pipe.read().splitlines()]
    assert not any(line[0] == "failed" for line in lines), lines[-1]
    return lines


# --- Migrations -------------------------------------------------------------------------------------------

LATER = (
    (
        "ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT ''",
        "UPDATE games SET colour = 'brown'",
        "CREATE TABLE copies AS SELECT * FROM moves",
        "CREATE INDEX copied ON copies (game, number)",
    ),
    ("UPDATE moves SET move = move || ''", "DROP TABLE copies"),
)
"""Migrations of some later day: they touch every row."""


def oldest(file: Path, matches: list[Match]) -> None:
    """A file as the first version of the program left it."""
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN")
    for statement in MIGRATIONS[0]:
        db.execute(statement)
    for number, match in enumerate(matches):
        written = record(match).model_dump(mode="json")
        game = f"old{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]}"
        rows = [game, written["game"], written["rules"], json.dumps(written["options"]), written["started"]]
        result = written["result"] and json.dumps(written["result"])
        db.execute(
            "INSERT INTO games (id, game, rules, options, started, finished, result)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*rows, written["finished"], result),
        )
        for seat, player in enumerate(written["seats"], start=1):
            db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (game, seat, player["name"], player["bot"]))
        for place, move in enumerate(written["moves"], start=1):
            db.execute("INSERT INTO moves VALUES (?, ?, ?)", (game, place, move))
    db.execute("PRAGMA user_version = 1")
    db.execute("COMMIT")
    db.close()


@contextmanager
def no_transaction(store: Store, what: str) -> Iterator[None]:
    """Each statement by itself."""
    yield


def migrate(say: Say, how: str) -> None:
    """Opens the store and says so."""
    if how == "hasty":
        with patch.object(Store, "_transaction", no_transaction):
            Store()
    else:
        Store()
    say("migrated")
    time.sleep(10)


def kill_migrations(how: str, rounds: int, seed: int, folder: Path) -> dict[str, object]:
    """Kills so many programs that bring an old file up to date."""
    rng = Random(seed)
    games = list(GAMES)
    matches = [random_match(games[number % 4], 2, seed=number, moves=80) for number in range(8)] * 12
    folder.mkdir()
    template = folder.with_name("template.sqlite")
    oldest(template, matches)
    database.MIGRATIONS = (*MIGRATIONS, *LATER)
    faults, done, underway = [], 0, 0
    for number in range(rounds):
        shutil.rmtree(folder)
        folder.mkdir()
        shutil.copyfile(template, folder / FILE)
        lines = killed(lambda say: migrate(say, how), rng.uniform(0.001, 0.04))
        done += bool(lines)
        try:
            with sqlite3.connect(folder / FILE) as db:
                version = db.execute("PRAGMA user_version").fetchone()[0]
            db.close()
            underway += 1 < version < len(database.MIGRATIONS) or (version == 1 and not lines)
            assert version == len(database.MIGRATIONS) or not lines, "it had been called up to date"
            with Store() as store:
                assert store.is_intact(), "the file is damaged"
                sample = rng.sample(list(enumerate(store.numbers())), 4)
                assert len(store.numbers()) == len(matches), "games are lost"
                assert all(dumps(store.load(game)) == dumps(matches[place]) for place, game in sample), (
                    "another game"
                )
                moves = store._db.execute("SELECT count(*) FROM moves").fetchone()[0]
                assert moves == sum(len(match.moves) for match in matches), "moves are lost"
        except (AssertionError, StoreError) as error:
            faults.append(f"round {number}: {error}")
    return {"rounds": rounds, "acknowledged": done, "underway": underway, "faults": faults}


def main() -> None:
    how, rounds, seed, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    os.environ["NUTGAMES_HOME"] = str(folder)
    for entry in GAMES.values():
        entry.Options  # noqa: B018  # warm
    kill = kill_migrations if how in ("migration", "hasty") else kill_players
    print(json.dumps(kill(how, rounds, seed, folder)))


if __name__ == "__main__":
    main()
