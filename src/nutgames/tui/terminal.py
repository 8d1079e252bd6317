"""What terminals do to programs, and what is done about it before the app starts."""

from __future__ import annotations

import codecs
import errno
import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from rich.console import Console
    from textual._compositor import ChopsUpdate

SMALLEST = (40, 12)
"""Columns and rows that the screens need at least."""


LOW = 20
"""Rows below which every line counts."""


def why_plain() -> str | None:
    """Why a screen cannot be shown here, or None if it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return "no terminal"
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return "a terminal that only knows lines"
    columns, rows = shutil.get_terminal_size()
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        return f"a window smaller than {SMALLEST[0]}×{SMALLEST[1]}"
    return None


def tolerate_any_byte() -> None:
    """Make Textual's driver read bytes that are no UTF-8 as �, where it would give up.

    Old terminals send single bytes for Alt and accented keys. The driver asks its module's
    `getincrementaldecoder` for a decoder; a test types such a byte, so a Textual that does it another way
    is noticed.
    """
    from textual.drivers import linux_driver

    def forgiving(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
        return lambda: codecs.getincrementaldecoder(encoding)(errors="replace")

    linux_driver.getincrementaldecoder = forgiving  # type: ignore[attr-defined, assignment]


def tolerate_any_sequence() -> None:
    """Make Textual's driver read what the terminal sends with a parser that does not give up."""
    from textual.drivers import linux_driver

    from nutgames.tui.parser import ForgivingParser

    linux_driver.XTermParser = ForgivingParser  # type: ignore[attr-defined]


def is_closed() -> bool:
    """Whether nobody is on the other side of the terminal any more."""
    if termios is None or sys.__stderr__ is None:
        return False
    try:
        termios.tcgetattr(sys.__stderr__.fileno())
    except termios.error as error:
        return bool(error.args[0] == errno.EIO)
    except (OSError, ValueError):
        return True
    return False


def paint_what_has_changed() -> None:
    """Make Textual paint a region from where it begins, and not from the left edge of its widget.

    Over a slow line that is most of what a key costs. A test counts the bytes, so a Textual that paints in
    another way is noticed.
    """
    from textual import _compositor

    _compositor.ChopsUpdate.render_segments = painted  # type: ignore[method-assign, assignment]


def painted(update: ChopsUpdate, console: Console) -> str:
    """What is written for an update: for each span of a line, the cells in it and nothing beside them."""
    from rich.control import Control

    written = []
    for y, first, last in update.spans:
        for (x, strip), end in zip(update.chops[y].items(), update.chop_ends[y], strict=True):
            start, stop = max(x, first), min(end, last)
            if strip is not None and start < stop:
                written += [
                    Control.move_to(start, y).segment.text,
                    strip.crop(start - x, stop - x).render(console),
                ]
    return "".join(written)
