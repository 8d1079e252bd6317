"""Written, then on the disk, then called kept: seen from outside, in the calls to the system."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from support import environment

pytestmark = pytest.mark.strace

PLAYER = """
import os, sys
from random import Random
from nutgames.games import new, random_move
from nutgames.play.files import replacing
from nutgames.play.match import Match, Player
from nutgames.play.records import dumps
from nutgames.play.saving import Saving
from nutgames.play.store import Store

if sys.argv[1] == "careless":
    def connected(self, read_only, whole=Store._connected):
        db = whole(self, read_only)
        class Careless:
            def __getattr__(self, name):
                return getattr(db, name)
            def execute(self, text, *more):
                return db.execute(text.replace("FULL", "OFF"), *more)
        return Careless()
    Store._connected = connected
match, rng, saving = Match(new("nut", 2, first=1), [Player("Ana"), Player("Ben")]), Random(1), Saving()
for _ in range(12):
    saving.keep(match)
    os.write(1, b"kept\\n")
    match.play(random_move(match.game, match.state, rng))
saving.release()
with replacing("game.json") as file:
    file.write(dumps(match))
os.write(1, b"exported\\n")
"""


class Call(NamedTuple):
    """One call to the system."""

    name: str
    file: str
    """The file it was made on."""
    rest: str


def calls(how: str, folder: Path) -> list[Call]:
    """What the program asks of the system, in order."""
    trace = folder / "trace"
    watched = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,ftruncate"
    subprocess.run(
        ["strace", "-f", "-y", "-o", trace, "-e", f"trace={watched}", sys.executable, "-c", PLAYER, how],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        timeout=120,
        check=True,
    )
    pattern = re.compile(r"^\d+ +(\w+)\((?:\d+<([^>]*)>)?(.*)$", re.MULTILINE)
    return [Call(*found.groups(default="")) for found in pattern.finditer(trace.read_text("utf-8"))]


def unsafe(traced: list[Call]) -> list[str]:
    """Where something was called kept before the disk had it."""
    waiting: set[str] = set()  # files that were written to since they were last on the disk
    faults = []
    for number, call in enumerate(traced):
        name = Path(call.file).name
        if call.name in ("write", "pwrite64") and re.search(r"sqlite(-wal|-journal)?$", name):
            waiting.add(name)
        elif call.name in ("fsync", "fdatasync"):
            waiting.discard(name)
        elif call.name == "write" and '"kept' in call.rest and waiting:
            faults.append(f"call {number}: kept before {sorted(waiting)} was on the disk")
    return faults


def test_a_move_is_on_the_disk_before_it_is_called_kept(tmp_path: Path) -> None:
    traced = calls("careful", tmp_path)
    assert sum('"kept' in call.rest for call in traced) == 12
    log = [call.name for call in traced if call.file.endswith("-wal")]
    assert log.count("pwrite64") > 12
    assert log.count("fdatasync") + log.count("fsync") >= 12
    assert unsafe(traced) == []


def test_carelessness_would_be_noticed(tmp_path: Path) -> None:
    assert unsafe(calls("careless", tmp_path))


def test_a_file_is_on_the_disk_before_it_takes_its_name(tmp_path: Path) -> None:
    traced = calls("careful", tmp_path)
    ours = [
        call.name
        for call in traced
        if ".nutgames-" in call.file + call.rest or call.file == str(tmp_path) or "exported" in call.rest
    ]
    assert [name for name, _ in groupby(ours)] == ["write", "fsync", "rename", "fsync", "write"]
