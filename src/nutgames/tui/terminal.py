"""What terminals do to programs, and what is done about it before the app starts."""

from __future__ import annotations

import codecs
import errno
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from rich.console import Console
    from textual._compositor import ChopsUpdate

SMALLEST = (40, 12)
"""Columns and rows that the screens need at least."""

LARGEST: Final = (1_000, 300)
"""Columns and rows that are drawn at most. No window has more; to fill what a broken or a hostile one says it
has would take minutes."""

LOW = 20
"""Rows below which every line counts."""

HEEDED: Final = {
    "ESCDELAY": r"\d{1,4}",
    "TEXTUAL_ALLOW_SIGNALS": r".*",
    "TEXTUAL_ANIMATIONS": r"(?i)none|basic|full",
    "TEXTUAL_COLOR_SYSTEM": r"auto|standard|256|truecolor",
    "TEXTUAL_DISABLE_KITTY_KEY": r"[01]",
    "TEXTUAL_DRIVER": r"textual\.drivers\.web_driver:WebDriver",
    "TEXTUAL_FPS": r"\d{1,3}",
    "TEXTUAL_SMOOTH_SCROLL": r"[01]",
    "TEXTUAL_SPEEDUPS": r"[01]",
}
"""The variables for terminals that Textual reads, and the values of theirs that mean something."""


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


def tolerate_any_variable() -> None:
    """Leave out of the environment what Textual could not read, and what is for those who develop with it.

    It reads its variables when it is imported, so this comes before. A value that it does not know makes it
    give up; others write what is on the screen, private or not, into files.
    """
    for name, value in list(os.environ.items()):
        known = HEEDED.get(name, "")
        if (name.partition("_")[0] == "TEXTUAL" or known) and not re.fullmatch(known, value):
            del os.environ[name]


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


HARMLESS: Final = ("CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "WINCH")
"""Signals that do not end a program that knows nothing of them."""
FAULTS: Final = ("KILL", "ILL", "BUS", "FPE", "SEGV")
"""Signals that cannot be caught, or that come again for as long as they are."""


def fatal_signals() -> Iterator[int]:
    """Every signal that would end the program here and now, and need not."""
    spared = {getattr(signal, f"SIG{name}", None) for name in (*HARMLESS, *FAULTS)}
    asked = {getattr(signal, f"SIG{name}", None) for name in ("TERM", "HUP", "INT")}
    for number in signal.valid_signals() - spared:
        if number in asked or signal.getsignal(number) is signal.SIG_DFL:
            yield number


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
