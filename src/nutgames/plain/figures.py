"""Statistics in lines."""

from __future__ import annotations

import sys

from nutgames.plain.lines import Lines
from nutgames.play.figures import EMPTY, NOTES, sections
from nutgames.play.statistics import Statistics


def report(statistics: Statistics) -> None:
    """All figures on standard output."""
    lines = Lines(sys.stdin, sys.stdout)
    found = sections(statistics)
    for section in found:
        lines.heading(f"{section.title}: {section.summary}")
        for block in section.blocks:
            lines.say()
            lines.say(block.title)
            lines.grid(block.grid, gives_way=block.grid.head[0])
    if found:
        lines.say()
    for text in NOTES if found else EMPTY:
        lines.say(text)
