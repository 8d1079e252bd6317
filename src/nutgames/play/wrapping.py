"""Long lines of text, broken where they have to be."""

from __future__ import annotations

import re

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int, margin: str) -> list[str]:
    """The text in lines of so many terminal cells, with a margin from the second one on.

    Where the lines are short the margin takes no more than half of them; no line is too short for one wide
    character.
    """
    width = max(width, 2)
    margin = margin[: width // 2]
    lines, line = list[str](), ""
    for word in re.findall(r"\s*\S+", text):
        if line.strip() and cell_len(line + word) > width:
            lines.append(line)
            line = margin + word.lstrip()
        else:
            line += word
        while cell_len(line) > width:
            head = chop_cells(line, width)[0]
            lines.append(head)
            line = margin + line[len(head) :]
    return [*lines, line]
