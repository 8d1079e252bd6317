"""Names of players. Text from people and files is data: it is cleaned before anything shows it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

WIDEST = 24
"""Terminal cells that a name may take."""

LONGEST = 1_000
"""Characters of a text that are looked at: putting marks in order takes time that grows with the square."""

STACKED = 2
"""Combining marks that a letter may carry; more of them run into the lines above and below."""


BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and symbols that draw nothing, though Unicode calls them printable."""


def letter(seat: int) -> str:
    """The letter of a seat, drawn beside its colour everywhere: A for seat 1."""
    return "ABCDEFGHIJ"[seat - 1]


def clean(text: str, widest: int = WIDEST) -> str:
    """The text as one printable line of at most `widest` cells, in NFC; it may be empty.

    Control and format characters go (escape sequences, bidirectional overrides, joiners), as do variation
    selectors and towers of combining marks, all of which make a terminal draw other cells than it counts.
    """
    kept: list[str] = []
    stacked = STACKED  # nothing yet that a mark could stand on
    for char in unicodedata.normalize("NFC", text[:LONGEST]):
        if char.isspace() or char in BLANKS:
            char, stacked = " ", STACKED
        elif unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
            stacked += 1
            if stacked > STACKED or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
                continue
        elif char.isprintable():
            stacked = 0
        else:
            continue
        kept.append(char)
    line = " ".join("".join(kept).split())
    if cell_len(line) > widest:
        line = set_cell_size(line, widest).rstrip()
    return unicodedata.normalize("NFC", line)


def seated(typed: Sequence[str]) -> tuple[str, ...]:
    """The names for seats 1, 2, …: cleaned, never empty, and all different."""
    names: list[str] = []
    for wanted in _wanted(typed):
        name, number = wanted, 2
        taken = {other.casefold() for other in names}
        while name.casefold() in taken:
            ending = f" {number}"
            name, number = clean(wanted, WIDEST - len(ending)) + ending, number + 1
        names.append(name)
    return tuple(names)


def told_apart(typed: Sequence[str]) -> str:
    """What `seated` has changed because a name was taken, as a sentence; empty if nothing was."""
    both = zip(_wanted(typed), seated(typed), strict=True)
    changed = [f"{letter(seat)} is {name}" for seat, (wanted, name) in enumerate(both, 1) if name != wanted]
    return f"So that names differ: {', '.join(changed)}." if changed else ""


def _wanted(typed: Sequence[str]) -> list[str]:
    return [clean(text) or f"Player {letter(seat)}" for seat, text in enumerate(typed, start=1)]
