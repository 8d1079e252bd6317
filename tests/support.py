"""What several tests need: games in progress, and the program from outside."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from nutgames.games import GAMES, new, random_move
from nutgames.play.match import Match, Player
from nutgames.play.store import Store

ROOT = Path(__file__).parents[1]
TABLES = [(name, seats) for name, entry in GAMES.items() for seats in entry.seats]
"""Every game at every number of players."""
NAMES = ("Ana", "Ben", "Cid", "Dora", "Ed", "Fay")


def random_match(
    name: str, seats: int, seed: int, moves: int = 10_000, names: Sequence[str] = NAMES, **options: Any
) -> Match:
    """A game that has been played at random for so many moves, or to its end."""
    rng = Random(seed)
    options.setdefault("first", rng.randint(1, seats))
    match = Match(new(name, seats, **options), [Player(each) for each in names[:seats]])
    while match.actor is not None and len(match.moves) < moves:
        match.play(random_move(match.game, match.state, rng))
    return match


# --- The disk ---------------------------------------------------------------------------------------------


@contextmanager
def unwritable() -> Iterator[None]:
    """Nothing can be written to the store, as where the folder may only be read."""
    connected = Store._connected

    def refuse(self: Store, read_only: bool) -> sqlite3.Connection:
        if not read_only:
            raise sqlite3.OperationalError("unable to open database file")
        return connected(self, read_only)

    with patch.object(Store, "_connected", refuse):
        yield


# --- The program as a process -----------------------------------------------------------------------------


def environment(**changes: str) -> dict[str, str]:
    """An environment in which nothing is set but what a test says; variables set to "" are left out."""
    plain = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/"),
        "PYTHONPATH": str(ROOT / "src"),
        "LC_ALL": "C.UTF-8",
        "NUTGAMES_HOME": os.environ["NUTGAMES_HOME"],
    }
    return {name: value for name, value in {**plain, **changes}.items() if value}


def command(*words: str | bytes) -> list[str | bytes]:
    """The command line of `nutgames` with these words."""
    return [sys.executable, "-m", "nutgames", *words]


class Ran(NamedTuple):
    """What came of running the program."""

    code: int
    out: str
    err: str


def run(*words: str | bytes, typed: str | bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
    """Runs `nutgames` as a process of its own; what it writes must be UTF-8."""
    done = subprocess.run(
        command(*words),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=env or environment(),
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def started(*words: str | bytes) -> subprocess.Popen[bytes]:
    """`nutgames` while it runs, with pipes on all sides."""
    return subprocess.Popen(
        command(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


def talk(*words: str, typed: str = "") -> Ran:
    """Runs `nutgames` within this process, through pipes: quicker, for the many."""
    from nutgames.cli import run as run_here

    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["nutgames", *words]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
    ):
        code = run_here()
    return Ran(code, out.getvalue(), err.getvalue())


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *words: str | bytes, **env: str) -> None:
        self.fd, inside = pty.openpty()
        self.process = subprocess.Popen(
            command(*words),
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environment(**{"TERM": "xterm", **env}),
            start_new_session=True,
        )
        os.close(inside)
        self.raw = b""
        self.read = 0
        """How much of it `until` has come past."""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.fd)

    def until(self, text: str, seconds: float = 30) -> str:
        """What is written from here on, up to that text."""
        start, deadline = self.read, time.monotonic() + seconds
        while text.encode() not in self.raw[start:]:
            assert self._more(deadline), f"no {text!r} in {self.raw[start:]!r}"
        self.read = self.raw.index(text.encode(), start) + len(text.encode())
        return self.raw[start : self.read].decode()

    def says_nothing(self, seconds: float = 0.3) -> bool:
        """Whether it has nothing more to say than `until` has come past, for so long."""
        return self.read == len(self.raw) and not self._more(time.monotonic() + seconds)

    def type(self, text: str | bytes) -> None:
        """Keys are pressed."""
        os.write(self.fd, text.encode() if isinstance(text, str) else text)

    def answer(self, text: str | bytes, until: str) -> str:
        """One line is typed; what is written then."""
        self.type((text.encode() if isinstance(text, str) else text) + b"\n")
        return self.until(until)

    def be_silent(self) -> None:
        """From here on the terminal itself does not write what is typed."""
        modes = termios.tcgetattr(self.fd)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, modes)

    def end(self, seconds: float = 30) -> int:
        """Waits until the program has ended; its exit code."""
        deadline = time.monotonic() + seconds
        while self._more(deadline):
            pass
        return self.process.wait(max(deadline - time.monotonic(), 1))

    def _more(self, deadline: float) -> bool:
        """Some more of what is written; whether there was any."""
        ready, _, _ = select.select([self.fd], [], [], max(deadline - time.monotonic(), 0))
        try:
            piece = os.read(self.fd, 65536) if ready else b""
        except OSError:  # how a terminal tells that nobody is on the other side any more
            piece = b""
        self.raw += piece
        return bool(piece)


# --- What must not be in an output ------------------------------------------------------------------------

OURS = re.compile(r"\x1b\[H\x1b\[2J\x1b\[3J")
"""The only escape sequences that plain mode writes."""


def foreign(text: str) -> set[str]:
    """Characters that only somebody else can have brought in: controls, escapes, bidi, surrogates."""
    ours = OURS.sub("", text).replace("\r\n", "\n")
    return {char for char in ours if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co")}
