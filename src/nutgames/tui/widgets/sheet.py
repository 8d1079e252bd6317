"""A sheet of cells to draw on in any order, where a picture is more than lines one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from nutgames.tui.widgets.canvas import Inked, Line


class Sheet:
    """Cells to draw on in any order; what is drawn later covers what is there."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._chars = [[" "] * width for _ in range(height)]
        self._inks = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> int:
        """Writes a text; the column after it. What lies outside is cut off."""
        if not 0 <= y < self.height:
            return x
        chars, inks = self._chars[y], self._inks[y]
        for char in text:
            wide = cell_len(char)
            if wide == 0:
                if 0 < x <= self.width:
                    chars[x - 1] += char
                continue
            if x >= 0 and x + wide <= self.width:
                chars[x], inks[x] = char, ink
                for rest in range(x + 1, x + wide):
                    chars[rest], inks[rest] = "", ink
            x += wide
        return x

    def row(self, x: int, y: int, pieces: list[Inked]) -> None:
        """Writes texts one after the other."""
        for text, ink in pieces:
            x = self.put(x, y, text, ink)

    def tint(self, x: int, y: int, width: int, ink: str) -> None:
        """Another ink for what is there."""
        if 0 <= y < self.height:
            for column in range(max(x, 0), min(x + width, self.width)):
                self._inks[y][column] = ink

    def lines(self) -> Iterator[Line]:
        """The cells as lines."""
        for chars, inks in zip(self._chars, self._inks, strict=True):
            line: list[Inked] = []
            start = 0
            for x in range(1, self.width + 1):
                if x == self.width or inks[x] != inks[start]:
                    line.append(("".join(chars[start:x]), inks[start]))
                    start = x
            yield line
