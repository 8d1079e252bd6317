"""`nutgames doctor`: whether everything is as the games need it, and a word of what to do where it is not.

It looks and changes nothing: what does not exist yet is not made, and the games are only read.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len

from nutgames import crash, settings
from nutgames.plain.encoding import NEAREST, is_limited
from nutgames.plain.lines import Lines
from nutgames.play import folders
from nutgames.play.names import clean
from nutgames.play.store import FILE, MIGRATIONS, Busy, Newer, Store, StoreError
from nutgames.tui.terminal import SMALLEST, why_plain

try:
    import select
    import termios
    import tty
except ImportError:  # Windows: keys and widths are not asked for
    tty = None  # type: ignore[assignment]

COMFORTABLE: Final = (80, 24)
"""Columns and rows that show everything."""
ROOM: Final = 16 * 2**20
"""Bytes below which a disk is about to be full; a thousand games take less."""
ANSWER: Final = 1.0
"""Seconds that a terminal has to answer."""
SILENCE: Final = 8.0
"""Seconds without a key that end the test of the keys."""
HESITATION: Final = 0.2
"""Seconds after which a lone Escape is no beginning of something longer."""
WEIGHT: Final = {"ok": 0, "skip": 0, "warn": 1, "bad": 2}
"""How bad a finding is; what could not be looked at is not bad."""
LEAVE: Final = "\x04"
"""What ends the test of the keys at once: Ctrl+D."""


class Finding(NamedTuple):
    """One thing that was looked at."""

    how: Literal["ok", "skip", "warn", "bad"]
    what: str
    text: str


def examine(lines: Lines) -> int:
    """Tells all findings, and returns the exit code: 2 if something is bad."""
    worst = 0
    sections = (
        of_terminal(),
        of_folders(),
        of_crashes(),
        of_settings(),
        of_games(),
        of_versions(),
        of_widths(lines),
        of_keys(lines),
    )
    for finding in chain.from_iterable(sections):
        tell(lines, finding)
        worst = max(worst, WEIGHT[finding.how])
    lines.say()
    lines.say(("All is well.", "It works; see the lines with “warn”.", "See the lines with “bad”.")[worst])
    return 2 if worst == 2 else 0


def tell(lines: Lines, finding: Finding) -> None:
    """One line; on a terminal a few where it is long."""
    line = f"{finding.how:<6}{finding.what:<14}{clean(finding.text, 500)}"
    if lines.target.isatty():
        lines.say(line, indent=20)
    else:
        lines.target.write(f"{line}\n")


# --- What is looked at ------------------------------------------------------------------------------------


def of_terminal() -> Iterator[Finding]:
    """What the terminal is, and whether the screens fit it."""
    reason = why_plain()
    columns, rows = shutil.get_terminal_size()
    if not sys.stdout.isatty():
        yield Finding("ok", "terminal", "the output is no terminal: there the games are played in lines")
    elif reason:
        yield Finding("warn", "terminal", f"{reason}: the games are played in lines here")
    elif columns < COMFORTABLE[0] or rows < COMFORTABLE[1]:
        more = f"from {COMFORTABLE[0]}×{COMFORTABLE[1]} on everything is in sight"
        yield Finding(
            "warn", "terminal", f"{columns}×{rows}: {more}, {SMALLEST[0]}×{SMALLEST[1]} is the least"
        )
    else:
        yield Finding("ok", "terminal", f"{columns}×{rows}")
    if sys.stdout.isatty():
        yield _of_colours()
    encoding = str(sys.stdout.encoding)
    if is_limited(sys.stdout):
        advice = "for the real frames and names choose a UTF-8 locale"
        yield Finding("warn", "encoding", f"{encoding}: drawn with ASCII only; {advice}")
    else:
        yield Finding("ok", "encoding", encoding)


def _of_colours() -> Finding:
    name, depth = os.environ.get("TERM", ""), os.environ.get("COLORTERM", "")
    if os.environ.get("NO_COLOR"):
        return Finding("ok", "colours", "none, because NO_COLOR is set")
    if depth in ("truecolor", "24bit"):
        return Finding("ok", "colours", f"16 million (TERM {name}, COLORTERM {depth})")
    if "256color" in name:
        return Finding("ok", "colours", f"256 (TERM {name}); COLORTERM=truecolor if the terminal knows more")
    return Finding("warn", "colours", f"few (TERM {name or 'not set'}); `--theme mono` does without")


def of_folders() -> Iterator[Finding]:
    """Whether games, settings and reports have a place to lie."""
    seen: dict[Path, str] = {}
    for what, folder in (
        ("games", folders.data()),
        ("settings", folders.config()),
        ("reports", folders.state()),
    ):
        seen[folder] = f"{seen[folder]}, {what}" if folder in seen else what
    for folder, what in seen.items():
        yield _of_folder(what, folder)


def _of_folder(what: str, folder: Path) -> Finding:
    folders_above = (folder.absolute(), *folder.absolute().parents)
    there = next(parent for parent in folders_above if os.path.lexists(parent))
    try:
        folder.lstat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return Finding(
                "bad", "folder", f"({what}): a name that is too long; NUTGAMES_HOME can name another"
            )
    if not there.is_dir():
        return Finding(
            "bad", "folder", f"{folder} ({what}): {there} is no folder; NUTGAMES_HOME can name another"
        )
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            "bad", "folder", f"{folder} ({what}): it may not be written to; NUTGAMES_HOME can name another"
        )
    free = shutil.disk_usage(there).free
    room = f"{free / 2**30:.1f} GiB free" if free > 2**30 else f"{free / 2**20:.1f} MiB free"
    when = "" if there == folder.absolute() else "not made yet, "
    if free < ROOM:
        return Finding(
            "bad" if free < ROOM / 16 else "warn", "folder", f"{folder} ({what}): only {room}; make room"
        )
    return Finding("ok", "folder", f"{folder} ({what}): {when}{room}")


def of_crashes() -> Iterator[Finding]:
    """Whether the program has crashed, and where it has told so."""
    if reports := crash.reports():
        times = "once" if len(reports) == 1 else f"{len(reports)} times"
        yield Finding("warn", "crashes", f"{times}; report it with {reports[-1]}, then delete that")


def of_settings() -> Iterator[Finding]:
    """Whether the settings can be read, and the keys in them mean something."""
    loaded = settings.load()
    wrong = dict[str, str]()
    if loaded.settings.keys:
        from nutgames.tui.keymap import bindings, unknown, unusable  # which imports every screen

        known = bindings()
        wrong = {
            name: unknown(name, known) or unusable(name, keys) for name, keys in loaded.settings.keys.items()
        }
    keys = [settings.trouble(loaded.text, f"keys.{name}", why) for name, why in wrong.items() if why]
    for trouble in (*loaded.troubles, *keys):
        yield Finding("warn", "settings", trouble)
    if not loaded.troubles and not keys:
        yield Finding(
            "ok", "settings", "as they are written" if loaded.text else "as they come: nothing is chosen"
        )


def of_games() -> Iterator[Finding]:
    """Whether the stored games are whole, and each of them can be played again."""
    file = folders.data() / FILE
    if not os.path.lexists(file):
        yield Finding("ok", "games", "none is kept yet")
        return
    try:
        with Store(read_only=True) as store:
            version, numbers, is_intact = store.version, store.numbers(), store.is_intact()
            lost = [number for number in numbers if not _can_be_played_again(store, number)]
    except StoreError as error:
        is_damaged = file.is_file() and not isinstance(error, Busy | Newer)
        advice = f"; a copy of {file} may still be saved by somebody who knows SQLite" if is_damaged else ""
        yield Finding("bad", "games", f"{error}{advice}")
        return
    if not is_intact:
        yield Finding(
            "bad", "games", f"{file} is damaged: export what can be exported, then move the file away"
        )
    count = f"{len(numbers)} {'game' if len(numbers) == 1 else 'games'}"
    old = f"; of version {version}, brought up to date when the next game is opened" * (
        version < len(MIGRATIONS)
    )
    yield Finding("ok", "games", f"{count}, all can be opened{old}" if not lost else f"{count}{old}")
    if lost:
        some = ", ".join(lost[:5]) + ", …" * (len(lost) > 5)
        yield Finding(
            "warn", "games", f"{len(lost)} cannot be opened: {some}; `nutgames saves delete ID` forgets one"
        )


def _can_be_played_again(store: Store, number: str) -> bool:
    try:
        store.load(number)
    except StoreError:
        return False
    return True


def of_versions() -> Iterator[Finding]:
    """What runs here."""
    for what, version in crash.versions().items():
        is_there = version != "missing"
        yield Finding(
            "ok" if is_there else "bad", what, version if is_there else "missing: install nutgames anew"
        )


# --- What a terminal is asked -----------------------------------------------------------------------------


def _can_be_asked() -> bool:
    return tty is not None and sys.stdin.isatty() and sys.stdout.isatty()


def of_widths(lines: Lines) -> Iterator[Finding]:
    """Whether the terminal draws our characters as wide as we count them."""
    if not _can_be_asked() or os.environ.get("TERM", "dumb") == "dumb" or is_limited(sys.stdout):
        yield Finding("skip", "widths", "not looked at: that needs a terminal with UTF-8")
        return
    ours = [*map(chr, NEAREST), "é", "e\u0301", "日", "한"]
    with Keyboard() as keyboard:
        measured = _measured(lines, ours, keyboard)
    lines.target.write("\r\x1b[K")
    lines.target.flush()
    other = [char for char, width in zip(ours, measured, strict=False) if width != cell_len(char)]
    if len(measured) < len(ours):
        yield Finding(
            "warn", "widths", "the terminal does not tell where its cursor is: nothing was measured"
        )
    elif other:
        advice = "choose narrow “ambiguous” characters in its settings, or `--ascii`"
        yield Finding("warn", "widths", f"drawn in other widths than ours: {' '.join(other)}; {advice}")
    else:
        yield Finding("ok", "widths", f"{len(ours)} characters are as wide as they should be")


def _measured(lines: Lines, chars: list[str], keyboard: Keyboard) -> list[int]:
    """How far each character moves the cursor, as far as the terminal answers."""
    widths: list[int] = []
    for char in chars:
        lines.target.write(f"\r{char}\x1b[6n")
        lines.target.flush()
        answer = ""
        while not answer.endswith("R"):
            piece = keyboard.read(ANSWER)
            if not piece:
                return widths
            answer += piece
        column = answer.rpartition(";")[2].removesuffix("R")
        if not column.isdecimal():
            return widths
        widths.append(int(column) - 1)
    return widths


def of_keys(lines: Lines) -> Iterator[Finding]:
    """Which keys arrive as what, if somebody presses some."""
    if not _can_be_asked():
        yield Finding("skip", "keys", "not tried: that needs a terminal and somebody who presses some")
        return
    from textual import events

    from nutgames.tui.parser import ForgivingParser  # what the screens read keys with

    parser, names = ForgivingParser(), list[str]()
    with Keyboard() as keyboard:
        lines.say(
            f"Press some keys: arrows, Enter, letters. Ctrl+D, or {SILENCE:.0f} silent seconds, end it."
        )
        lines.target.flush()
        while (typed := keyboard.read(SILENCE)) and LEAVE not in typed:
            found = [*parser.feed(typed)]
            time.sleep(HESITATION)
            keys = [event.key for event in (*found, *parser.tick()) if isinstance(event, events.Key)]
            lines.say(f"      {' '.join(keys) or 'no key'}  ({typed.encode().hex(' ')})")
            names += keys
    if names:
        yield Finding(
            "ok", "keys", f"{len(names)} arrived; if one has another name than yours, tell us the terminal"
        )
    else:
        yield Finding("skip", "keys", "none was pressed, or none arrived")


class Keyboard:
    """The terminal while each key is read by itself, and not drawn; given back as it was."""

    def __enter__(self) -> Keyboard:
        self._before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin, termios.TCSADRAIN)
        modes = termios.tcgetattr(sys.stdin)
        modes[0] &= ~termios.ICRNL  # so that Enter arrives as it is sent
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)
        return self

    def __exit__(self, *_: object) -> None:
        # What the terminal still answers must not be taken for typed commands.
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, self._before)

    def read(self, seconds: float) -> str:
        """What arrives within that time, "" if nothing does."""
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return os.read(sys.stdin.fileno(), 1024).decode("utf-8", "replace") if ready else ""
