"""A disk that fails at any point: one line, nothing that was kept is lost or half there, the game goes on."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from nutgames.games import random_move
from nutgames.play import files
from nutgames.play.files import replacing
from nutgames.play.match import Match
from nutgames.play.records import dumps
from nutgames.play.saving import Saving
from nutgames.play.store import FILE, DiskError, Store, StoreError, claims
from support import command, environment, random_match, talk, unwritable

REASONS = ("database or disk is full", "disk I/O error", "attempt to write a readonly database")


# --- SQLite fails at each statement -----------------------------------------------------------------------


class Disk:
    """Counts what SQLite is asked to do, and fails from the `first` time on, `often` times."""

    def __init__(self, first: int, often: int, reason: str) -> None:
        self.asked = 0
        self.failing = range(first, first + often)
        self.reason = reason

    def use(self) -> None:
        self.asked += 1
        if self.asked in self.failing:
            raise sqlite3.OperationalError(self.reason)


@contextmanager
def on(disk: Disk) -> Iterator[None]:
    """Every connection is one to that disk."""

    class Connection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            disk.use()
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            disk.use()
            return super().executemany(*arguments)

    connect = sqlite3.connect
    with patch.object(sqlite3, "connect", lambda *words, **more: connect(*words, factory=Connection, **more)):
        yield


def played(saving: Saving, agreed: Callable[[str], None]) -> tuple[Match, list[str]]:
    """A match with an undo, kept after each decision; the match, and the moves that were called kept last."""
    match, rng, safe = random_match("nut", 2, seed=3, moves=8), Random(3), list[str]()
    for step in range(4):
        if step == 2:
            match.undo()
        else:
            match.play(random_move(match.game, match.state, rng))
        try:
            saving.keep(match)
            safe = [str(move) for move in match.moves]
        except StoreError as error:
            agreed(str(error))
    return match, safe


def found(number: str) -> list[str]:
    with Store() as store:
        assert store.is_intact()
        assert store.numbers() in ([], [number])
        return [str(move) for move in store.load(number).moves] if number else []


def test_a_disk_that_fails_at_any_statement(tmp_path: Path, count: Callable[..., int]) -> None:
    whole = Disk(0, 0, "")
    with on(whole):
        played(Saving(), pytest.fail)
    assert whole.asked > 25
    for first in range(1, whole.asked + 1, count(dev=3, ci=1, nightly=1)):
        for often in (1, 10_000):
            shutil.rmtree(tmp_path / "home", ignore_errors=True)
            reason, lines = REASONS[first % 3], list[str]()
            saving = Saving()
            disk = Disk(first, often, reason)
            with on(disk):
                match, safe = played(saving, lines.append)
                farewell = saving.farewell
            disk.failing = range(0)  # there is room again
            assert all(line.isprintable() and reason in line for line in lines), lines
            assert lines or often == 1  # a statement that only tidies up may fail unnoticed
            assert ("without its last moves" in farewell or "not kept" in farewell) == saving.is_behind
            number = saving.id
            assert found(number) == safe, (first, often)
            saving.keep(match)
            saving.release()
            assert found(saving.id) == [str(move) for move in match.moves]
            assert os.listdir(tmp_path / "home" / "locks") == []


# --- Files fail at each call ------------------------------------------------------------------------------

CALLS = ("mkstemp", "open", "fsync", "chmod", "replace")


@contextmanager
def failing(call: str, number: int) -> Iterator[None]:
    with patch.object(files if call in ("mkstemp", "open") else os, call, create=True) as broken:
        broken.side_effect = OSError(number, os.strerror(number))
        yield


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("call", CALLS)
def test_a_file_is_there_as_a_whole_or_not_at_all(tmp_path: Path, call: str, number: int) -> None:
    target = tmp_path / "there"
    target.write_text("before")
    with pytest.raises(OSError, match=os.strerror(number)), failing(call, number), replacing(target) as file:
        file.write("after" * 10_000)
    assert target.read_text() == "before"
    assert os.listdir(tmp_path) == ["there"]


@pytest.mark.parametrize("call", CALLS)
def test_an_export_that_fails_is_one_line(tmp_path: Path, call: str) -> None:
    with Store() as store:
        number = store.add(dumps(random_match("nut", 2, seed=1)).encode())
    with failing(call, errno.ENOSPC):
        ran = talk("saves", "export", number, str(tmp_path / "game.json"))
    assert (ran.code, ran.out) == (2, "")
    assert "no space left on device" in ran.err
    assert ran.err.count("\n") == 1
    assert os.listdir(tmp_path) == ["home"]


# --- A disk that is really full, or may not be written to -------------------------------------------------

STORY = """
set -e
play="$1 -m nutgames play nutty-business --plain --seed 1 --players Ana,Ben"
limit() { :; }
if [ "$2" = tmpfs ]; then
    mount -t tmpfs -o size=128k tmpfs "$NUTGAMES_HOME"
else
    limit() { ulimit -f 100; }
fi
(limit; yes '' | $play) > "$3/full.out" 2> "$3/full.err"; echo full $?
if [ "$2" = tmpfs ]; then
    mount -o remount,size=8m tmpfs "$NUTGAMES_HOME"
fi
$1 -m nutgames doctor < /dev/null > "$3/doctor.out"; echo doctor $?
$1 -m nutgames saves list --json > "$3/list.json"; echo list $?
if [ "$2" = tmpfs ]; then
    cat /dev/zero > "$NUTGAMES_HOME/more" 2> /dev/null || true
    $1 -m nutgames saves list --json | cmp - "$3/list.json" >&2; echo filled $?
    rm "$NUTGAMES_HOME/more"
    mount -o remount,ro tmpfs "$NUTGAMES_HOME"
    $1 -m nutgames saves list --json | cmp - "$3/list.json" >&2; echo locked $?
    (yes '' | $1 -m nutgames resume) > "$3/resume.out" 2> "$3/resume.err"; echo resume $?
    (yes '' | $play) > "$3/play.out" 2> "$3/play.err"; echo play $?
fi
"""


@pytest.mark.parametrize("how", ["tmpfs", "ulimit"])
def test_a_game_on_a_full_disk_is_played_to_its_end(tmp_path: Path, how: str) -> None:
    (tmp_path / "home").mkdir()
    shell = ["sh", "-c", STORY, "sh", str(command()[0]), how, str(tmp_path)]
    if how == "tmpfs":
        if subprocess.run(["unshare", "-rm", "true"], check=False, capture_output=True).returncode:
            pytest.skip("no file system may be mounted here")
        shell = ["unshare", "-rm", *shell]
    done = subprocess.run(shell, env=environment(), capture_output=True, text=True, timeout=120, check=False)
    more = ["filled", "locked", "resume", "play"] if how == "tmpfs" else []
    codes = dict(line.split() for line in done.stdout.splitlines())
    assert codes == dict.fromkeys(["full", "doctor", "list", *more], "0"), done
    for name in ["full"] + ["resume", "play"] * (how == "tmpfs"):
        out = (tmp_path / f"{name}.out").read_text()
        refused = re.findall(r"✗ [^✗]*? cannot be \w+:", " ".join(out.split()))
        assert len(refused) == out.count("\n✗") == 1, out[:2_000]
        assert "Final places" in out
        assert (tmp_path / f"{name}.err").read_text() == ""
    assert "bad" not in (tmp_path / "doctor.out").read_text()


def test_a_pipe_plays_on_and_its_game_is_kept_as_soon_as_that_is_possible() -> None:
    words = ("play", "nutty-business", "--plain", "--seed", "1", "--players", "Ana,Ben")
    with on(Disk(40, 9, REASONS[0])):
        ran = talk(*words, typed="\n" * 500)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("✗ ") == ran.out.count(REASONS[0]) == 1
    before, after = ran.out.split("The game is kept again.")
    assert "The game goes on, and is kept as soon as that is possible." in before
    assert "Final places" in after
    with Store() as store:
        (saved,) = store.games()
        assert saved.state == "finished"
        assert store.load(saved.id).actor is None
    with unwritable():
        ran = talk(*words, typed="\n" * 500)
    assert ran.out.count("✗ ") == 1
    assert "kept again" not in ran.out
    assert "Final places" in ran.out


# --- A store that somebody deletes ------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["folder", "file", "moved"])
def test_a_store_that_is_gone_is_noticed_and_made_anew(tmp_path: Path, gone: str) -> None:
    home, match, saving = tmp_path / "home", random_match("nut-job", 2, seed=2, moves=9), Saving()
    saving.keep(match)
    first, rng = saving.id, Random(1)
    assert f"resume {first}" in saving.farewell
    match.play(random_move(match.game, match.state, rng))
    if gone == "folder":
        shutil.rmtree(home)
    elif gone == "file":
        (home / FILE).unlink()
    else:
        home.rename(tmp_path / "elsewhere")
    assert "not kept" in saving.farewell
    with pytest.raises(DiskError, match="somebody has deleted or moved them"):
        saving.keep(match)
    assert "not kept" in saving.farewell
    saving.keep(match)
    assert saving.id == first
    assert found(saving.id) == [str(move) for move in match.moves]
    saving.release()
    assert f"resume {saving.id}" in saving.farewell
    shutil.rmtree(home)
    assert "not kept" in saving.farewell


def test_a_game_that_was_deleted_by_hand_is_not_called_kept() -> None:
    match, saving = random_match("nut", 2, seed=2, moves=9), Saving()
    saving.keep(match)
    with Store() as store:
        store._db.execute("DELETE FROM games")
    match.play(random_move(match.game, match.state, Random(1)))
    with pytest.raises(StoreError, match="is gone"):
        saving.keep(match)


# --- A stored game that can be read and not written to ----------------------------------------------------


def test_a_game_that_can_only_be_read_can_be_played_and_is_kept_as_soon_as_possible() -> None:
    with Store() as store:
        number = store.begin(random_match("nut", 2, seed=2, moves=9)).id
    with unwritable():
        match, saving = Saving.resumed(None)
        assert len(match.moves) == 9
        for _ in range(2):
            with pytest.raises(StoreError, match="unable to open"):
                saving.keep(match)
            match.play(random_move(match.game, match.state, Random(1)))
        assert "without its last moves" in saving.farewell
    saving.keep(match)
    saving.release()
    assert found(number) == [str(move) for move in match.moves]


def test_nobody_writes_over_what_somebody_else_has_played_meanwhile() -> None:
    with Store() as store:
        store.begin(random_match("nut", 2, seed=2, moves=9)).release()
    with unwritable():
        match, saving = Saving.resumed(None)
    other, others = Saving.resumed(None)
    other.play(random_move(other.game, other.state, Random(2)))
    others.keep(other)
    others.release()
    match.play(random_move(match.game, match.state, Random(1)))
    with pytest.raises(StoreError, match="played on in another window"):
        saving.keep(match)
    assert found(saving.id) == [str(move) for move in other.moves]


# --- Locks ------------------------------------------------------------------------------------------------


def test_no_lock_is_left_behind_and_a_lock_that_was_deleted_locks_nobody_out(tmp_path: Path) -> None:
    locks = tmp_path / "home" / "locks"
    with Store() as store:
        keeper = store.begin(random_match("nut", 2, seed=1, moves=3))
        assert os.listdir(locks) == [keeper.id]
        keeper.release()
        keeper.release()
        assert os.listdir(locks) == []
        (locks / keeper.id).touch()  # as after a kill
        _, again = store.resume(keeper.id)
        (locks / keeper.id).unlink()
        (locks / keeper.id).touch()
        again.release()
        assert os.listdir(locks) == [keeper.id], "that one is somebody else's"


def test_whoever_opens_a_lock_that_is_being_deleted_takes_the_next_one(tmp_path: Path) -> None:
    locks = tmp_path / "home" / "locks"
    with Store() as store:
        number = store.begin(random_match("nut", 2, seed=1, moves=3)).id
        flock, times = claims.fcntl.flock, 0

        def too_late(*words: Any) -> None:
            nonlocal times
            times += 1
            if times == 1:  # who had it has deleted it after we opened it
                (locks / number).unlink()
            flock(*words)

        with patch.object(claims.fcntl, "flock", too_late):
            claim = store.claim(number)
        assert times == 2
        with pytest.raises(StoreError, match="open in another window"):
            store.claim(number)
        claim.release()


@pytest.mark.parametrize("number", ["../../x", "..", "/tmp/x", "a/b", "a\x00b", "A", "", "a\nb", "\u202e"])
def test_a_hostile_id_in_the_file_names_no_other_file(tmp_path: Path, number: str) -> None:
    with Store() as store:
        store.begin(random_match("nut", 2, seed=1, moves=3)).release()
        store._db.execute("PRAGMA foreign_keys = OFF")
        store._db.execute("UPDATE games SET id = ?", (number,))
        store._db.execute("UPDATE moves SET game = ?", (number,))
        before = sorted(tmp_path.rglob("*"))
        for refused in (store.resume, store.delete, store.claim):
            with pytest.raises(StoreError) as error:
                refused(number)
            assert str(error.value).isprintable()
        assert sorted(tmp_path.rglob("*")) == before
