"""The rules pages: one a game, for players, in Markdown. Where they lie, and their sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from nutgames.games.core import nearest


class Section(NamedTuple):
    """A heading and everything below it, deeper headings included."""

    title: str
    level: int
    """1 for the page itself, 2 for its parts, 3 for a card or piece."""
    text: str
    """Markdown, with the heading."""
    own: str
    """The same without deeper sections."""


@cache
def page(game: str) -> str:
    """The whole page of a game. Raises ValueError if there is none."""
    name = f"{game}.md"
    installed = files("nutgames") / "rules" / name
    if installed.is_file():
        return installed.read_text("utf-8")
    # A checkout, also one that is installed in editable mode: the pages lie beside `src`.
    beside = Path(__file__).parents[3] / "rules" / name
    if not beside.is_file():
        raise ValueError(f"there is no rules page for {game}")
    return beside.read_text("utf-8")


@cache
def sections(game: str) -> tuple[Section, ...]:
    """All sections of a page, in its order; the first one is the page."""
    lines = page(game).splitlines(keepends=True)
    starts = list(_headings(lines))
    found = []
    for position, (start, level, title) in enumerate(starts):
        later = [line for line, _, _ in starts[position + 1 :]]
        beyond = [line for line, depth, _ in starts[position + 1 :] if depth <= level]
        text, own = ("".join(lines[start : next(iter(ends), len(lines))]) for ends in (beyond, later))
        found.append(Section(title, level, text, own))
    return tuple(found)


def _headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Line number, level and title of every heading outside of code blocks."""
    in_code = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code and (heading := re.match(r"(#+) +(.+)", line)):
            marks, title = heading.groups()
            yield number, len(marks), title.strip()


def section(game: str, wanted: str) -> Section:
    """The section whose title is meant by a word or two. Raises ValueError with what there is."""
    word = wanted.strip().casefold().replace("-", " ")
    titles = {each.title.casefold(): each for each in sections(game)}
    for fits in (word.__eq__, lambda title: title.startswith(word), lambda title: word in title):
        for title, each in titles.items():
            if word and fits(title):
                return each
    raise ValueError(f"no section {wanted!r}{nearest(word, titles)}")
