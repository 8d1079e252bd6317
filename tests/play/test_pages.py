"""The rules laid out in lines: nothing is lost or too wide, and every section is where it is said to be."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from rich.cells import cell_len

from nutgames.games import GAMES
from nutgames.play.pages import WIDEST, laid_out, plain
from nutgames.play.rulebook import page, sections


def words(text: str) -> Counter[str]:
    """What is said, whatever it is drawn with."""
    return Counter(re.findall(r"\w+", text.replace("_", "")))


def texts(game: str, width: int) -> list[str]:
    return ["".join(text for text, _ in line) for line in laid_out(game, width).lines]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [60, WIDEST, 200])
def test_every_word_is_there(name: str, width: int) -> None:
    assert words("\n".join(texts(name, width))) == words(page(name))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [20, 34, 66, 84, 200])
def test_lines_fit_and_sections_start_where_they_are_said_to(name: str, width: int) -> None:
    lines = texts(name, width)
    starts = laid_out(name, width).starts
    assert max(map(cell_len, lines)) <= min(width, WIDEST)
    assert list(starts) == [each.title for each in sections(name)]
    for title, start in starts.items():
        assert lines[start].strip("═─ ").rstrip() == title[: len(lines[start].strip("═─ "))]
        assert not start or not lines[start - 1].strip()
    blank = [not line.strip() for line in lines]
    assert not any(one and other for one, other in pairwise(blank)), "no line is wasted"


@pytest.mark.parametrize("name", GAMES)
def test_without_styles_no_sign_of_markdown_is_left(name: str) -> None:
    for each in sections(name):
        for line in plain(each.own, 80):
            assert not re.search(r"\*\*|`|^#|\|---|\*\w|[a-z]\*", line), line
            assert line == line.rstrip()


def test_what_is_set_apart_keeps_its_ink() -> None:
    lines = laid_out("nutty-business", 66).lines
    inks = {ink: text for line in lines for text, ink in line if ink}
    assert {"title", "rule", "strong", "aside", "code", "faint"} <= set(inks)
    assert ("Bank", "title") in [piece for line in lines for piece in line]
