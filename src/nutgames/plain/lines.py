"""Talking in lines: what is said, what is asked, and tables that line up."""

from __future__ import annotations

import os
import select
import shutil
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

from rich.cells import cell_len, set_cell_size

from nutgames.play.words import Grid
from nutgames.play.wrapping import wrapped

LONGEST = 1_000
"""Characters of an answer that are looked at."""

ENDLESS: Final = 65_536
"""Characters after which a line is not waited for any longer."""

QUIET: Final = 0.3
"""Seconds without a key after which none is held down any more."""

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, clear what has scrolled away."""


def fitted(text: str, width: int) -> str:
    """The text in exactly so many terminal cells; what is cut off is marked."""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    return set_cell_size(text, width)


class EndOfInput(Exception):
    """Nobody answers any more."""


class Lines:
    """A conversation: lines out, one line in for each question."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target
        self.asks_people = source.isatty()
        """Whether a person is at the keyboard, rather than a pipe or a file."""

    @property
    def width(self) -> int:
        """Columns that a line may have."""
        return shutil.get_terminal_size().columns if self.target.isatty() else 80

    def say(self, text: str = "", indent: int = 0) -> None:
        """One paragraph; lines after the first are indented."""
        self.target.write("\n".join(wrapped(text, max(self.width, 20), " " * indent)) + "\n")

    def heading(self, text: str) -> None:
        """A line that sets apart what follows."""
        self.target.write("\n")
        room = max(self.width - cell_len(text) - 4, 2)
        self.say(f"── {text} {'─' * min(room, 74 - min(cell_len(text), 72))}")

    def grid(self, grid: Grid, gives_way: str = "") -> None:
        """A table whose columns line up; one of them may be cut where the line would be too long."""
        widths = [max(map(cell_len, column)) for column in zip(grid.head, *grid.rows, strict=True)]
        if gives_way:
            too_long = sum(widths) + 2 * len(widths) - 2 - self.width
            place = grid.head.index(gives_way)
            widths[place] = max(widths[place] - max(too_long, 0), min(widths[place], 8))
        for row in (grid.head, *grid.rows):
            cells = [fitted(cell, width) for cell, width in zip(row, widths, strict=True)]
            self.target.write("  ".join(cells).rstrip() + "\n")

    def columns(self, texts: Sequence[str]) -> None:
        """Texts beside each other, as many in a line as there is room for."""
        widest = max(map(cell_len, texts), default=0)
        number = max((self.width + 1) // (widest + 1), 1)
        for start in range(0, len(texts), number):
            row = [set_cell_size(text, widest) for text in texts[start : start + number]]
            self.say(" ".join(row).rstrip(), indent=5)

    def ask(self, prompt: str = "> ") -> str:
        """The next line of input, without the blanks around it. Raises EndOfInput."""
        self.target.write(prompt)
        self.target.flush()
        answer = rest = self.source.readline(LONGEST)
        left = ENDLESS // LONGEST
        while left and len(rest) == LONGEST and not rest.endswith("\n"):
            rest = self.source.readline(LONGEST)
            left -= 1
        if not left:
            self.say(f"\n✗ A line of more than {ENDLESS:,} characters is no answer.")
            raise EndOfInput
        if not answer:
            self.target.write("\n")
            raise EndOfInput
        answer = " ".join(answer.split())
        if not self.asks_people:
            self.target.write(f"{answer if answer.isprintable() else '?'}\n")
        return answer

    def forget_keys(self) -> None:
        """Forgets what was typed ahead, and waits until no key is held down any more. A pipe has no keys."""
        if not self.asks_people:
            return
        with suppress(ImportError, OSError):  # Windows has no such thing
            import termios

            termios.tcflush(self.source, termios.TCIFLUSH)
            while select.select([self.source], [], [], QUIET)[0]:
                termios.tcflush(self.source, termios.TCIFLUSH)

    def cover(self) -> None:
        """Takes everything said so far out of sight."""
        if not self.clear():
            self.target.write("\n" * max(50, shutil.get_terminal_size().lines))

    def clear(self) -> bool:
        """Clears the terminal, if it can be done; whether it was."""
        can = self.target.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
        if can:
            self.target.write(CLEAR)
        return can
