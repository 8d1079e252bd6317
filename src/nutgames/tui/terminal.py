"""What terminals do to programs, and what is done about it before the app starts."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from collections.abc import Callable

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
