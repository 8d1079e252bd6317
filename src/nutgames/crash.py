"""When the program itself fails: one line for whoever sits there, and a report for whoever mends it.

A report tells places in the code and no value: neither what an error says nor a variable, for any of them may
be a card in somebody's hand. Of a game it has what everybody at the table may see, and nobody's name. It is a
short text, so that people can read what they are about to send.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import nutgames
from nutgames.games.core import GAMES, name_of
from nutgames.play import folders
from nutgames.play.files import replacing
from nutgames.play.match import Match, now
from nutgames.play.names import clean

KEPT: Final = 10
"""Reports that are kept; older ones make room."""
FRAMES: Final = 40
"""Places of one error that are told: a recursion without end has thousands."""
LIBRARIES: Final = ("textual", "rich", "click", "msgspec", "pydantic", "platformdirs", "tomlkit")


class Crashed(Exception):
    """The program has failed in the middle of a game; the failure is the cause."""

    def __init__(self, match: Match, farewell: str) -> None:
        super().__init__()
        self.match = match
        self.farewell = farewell


def told(error: BaseException, match: Match | None = None, farewell: str = "") -> int:
    """Writes a report, says one line on standard error, and returns the exit code for a crash.

    `match` is the game that was on the table, if there was one, and `farewell` what is true of it now.
    NUTGAMES_DEBUG=1 shows where it happened as well; not even then a value.
    """
    if isinstance(error, Crashed) and error.__cause__ is not None:
        match, farewell, error = error.match, error.farewell, error.__cause__
    path = kept(report(error, match))
    line = f"nutgames crashed: {where(error)}"
    if farewell:
        line += f". {farewell.rstrip('.')}"
    line += f"; report: {path}" if path else "; no report could be written"
    with suppress(OSError):  # where nobody can be told, the exit code still tells
        if os.environ.get("NUTGAMES_DEBUG"):
            print(*steps(error), sep="\n", file=sys.stderr)
        print(clean(line, 500), file=sys.stderr, flush=True)
    return 1


# --- What is told -----------------------------------------------------------------------------------------


def report(error: BaseException, match: Match | None = None) -> str:
    """Everything that helps to find the fault and that everybody may know."""
    lines = [
        f"nutgames crash report, {now():%Y-%m-%d %H:%M:%S} UTC",
        "It tells places in the program and what everybody at the table could see: no name, no hidden card.",
        "",
        *steps(error),
        "",
        *(f"{what}: {which}" for what, which in {**versions(), **terminal()}.items()),
    ]
    if match is not None:
        lines += ["", *game(match)]
    return "\n".join(lines) + "\n"


def where(error: BaseException) -> str:
    """The kind of an error and the place in our code where it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    package = Path(nutgames.__file__).parent
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(package)] or frames
    place = f" in {_within(Path(ours[-1].filename))}, line {ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}{place}"


def steps(error: BaseException) -> Iterator[str]:
    """The kinds and places of an error and of those it came from, the last call last."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        yield f"{'which came of ' if seen else ''}{type(cause).__name__}"
        seen.add(id(cause))
        frames = traceback.extract_tb(cause.__traceback__)
        for frame in frames[-FRAMES:]:
            yield f"  {_within(Path(frame.filename))}, line {frame.lineno}, in {frame.name}"
        cause = cause.__cause__ or cause.__context__


def _within(path: Path) -> str:
    """The path below the folder that Python imports from: where that lies is nobody's business."""
    roots = [Path(root) for root in sys.path if root and path.is_relative_to(root)]
    longest = max(roots, key=lambda root: len(root.parts), default=path.parent)
    return path.relative_to(longest).as_posix()


def versions() -> dict[str, str]:
    """What runs here."""
    found = {"nutgames": nutgames.__version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "missing"
    return {**found, "sqlite": sqlite3.sqlite_version, "system": platform.platform()}


def terminal() -> dict[str, str]:
    """What the terminal says of itself."""
    columns, rows = shutil.get_terminal_size()
    streams = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name).isatty()]
    return {
        "terminal": ", ".join(streams) or "none",
        "size": f"{columns}×{rows}",
        "encoding": str(sys.stdout.encoding),
        **{
            name: os.environ.get(name, "not set")
            for name in ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL")
        },
    }


def game(match: Match) -> Iterator[str]:
    """The game on the table, as everybody may see it."""
    from rich.pretty import pretty_repr

    name = name_of(match.game)
    yield f"game: {name}, rules {GAMES[name].rules}, {match.game.seats} seats, {len(match.moves)} moves"
    yield f"options: {match.game.options.model_dump(mode='json')}"
    yield f"deck: {'built-in' if match.game.deck is None else 'of their own'}"
    try:
        view = re.sub(r"<\w+\.\w+: ('[^']*')>", r"\1", pretty_repr(match.view(0), max_width=100))
        yield re.sub(r"\(\s*(?:'\?',?\s*)+\)", lambda found: f"({found[0].count('?')} hidden)", view)
    except Exception as error:  # it may be the view that fails
        yield f"no view: {where(error)}"


# --- Where it goes ----------------------------------------------------------------------------------------


def reports() -> list[Path]:
    """The reports that are kept, the newest last."""
    try:
        return sorted((folders.state() / "crashes").glob("crash-*.txt"))
    except OSError:  # there can be no such folder
        return []


def kept(text: str) -> Path | None:
    """Writes a report for the owner's eyes only and returns its path, None if that cannot be done."""
    folder = folders.state() / "crashes"
    path = folder / f"crash-{now():%Y%m%dT%H%M%SZ}-{os.getpid()}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with replacing(path, is_private=True) as file:
            file.write(text)
        for old in reports()[:-KEPT]:
            old.unlink()
    except OSError:
        return path if path.exists() else None
    return path
