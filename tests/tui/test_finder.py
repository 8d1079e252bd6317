"""Finding something in what is written: in the rules, the log and all other pages, and who may see it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from nutgames.play.pages import laid_out
from nutgames.tui.screens import curtain
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.reader import Page, Reader, RulesSheet
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.widgets.finder import Words, found, marked
from screens import CHARACTERS, Eye, showing, sitting, table

TEXTS = st.lists(st.text("ab  ·Ä", max_size=9), max_size=6)


def text_of(line) -> str:
    return "".join(text for text, _ in line)


@given(TEXTS, st.text("ab ä", max_size=5), st.integers(0, 3))
def test_what_is_found_is_what_stands_there(texts: list[str], wanted: str, here: int) -> None:
    lines = [[(text[:2], "ink"), (text[2:], "")] for text in texts]
    matches = found(lines, wanted)
    words = " ".join(wanted.split()).casefold()
    for match in matches:
        pieces = [texts[piece.line][piece.start : piece.end] for piece in match]
        assert " ".join(" ".join(pieces).split()).casefold() == words
    once = " ".join(" ".join(texts).split()).casefold().count(words) if words else 0
    assert len(matches) >= once if once else matches == []
    after = marked(lines, matches, here)
    assert list(map(text_of, after)) == texts
    here_now = "".join(text for line in after for text, inks in line if "here" in inks.split())
    expected = "".join(texts[p.line][p.start : p.end] for p in matches[here]) if here < len(matches) else ""
    assert here_now == expected


# --- On a page --------------------------------------------------------------------------------------------


def page(game: str = "nutty-business") -> Reader:
    return Reader("Rules", RulesSheet(game))


def at_once(eye: Eye, text: str) -> None:
    """Keys that come together, faster than anything is drawn."""
    names = {"/": "slash", "\r": "enter", " ": "space"}
    for char in text:
        name = names.get(char, char)
        eye.send(events.Key(name, CHARACTERS.get(name, char)))


def count(eye: Eye) -> str:
    """What stands at the end of the line in which one types."""
    line = next(line for line in eye.lines() if re.search(r"(│ |^) Find ", line))
    found = re.search(r"(\d+ of \d+|not found)\W*$", line)
    return found[1] if found else ""


def line_of_match(eye: Eye) -> str:
    """The line on the screen in which the place stands that one has come to."""
    sheet = eye.app.screen.query_one(Page).sheet
    return text_of(sheet.lines(sheet.size.width, 0)[sheet.found[sheet.here][0].line]).strip()


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_somebody_finds_a_word_in_the_rules(size: tuple[int, int]) -> None:
    async with showing(page(), size) as eye:
        width = eye.screen.query_one(Page).sheet.size.width
        whole = " ".join(" ".join(map(text_of, laid_out("nutty-business", width).lines)).split()).lower()
        number = whole.count("supply")
        assert number > 2
        assert "n N" not in eye.lines()[-1]
        at_once(eye, "/SupplY")
        await eye.settle()
        assert count(eye) == f"1 of {number}"
        assert all(key in eye.lines()[-1] for key in ("↑ ↓", "Enter", "Esc"))
        assert line_of_match(eye) in eye.text
        await eye.press("enter")
        assert "n N" in eye.lines()[-1]
        for keys, at in (("n", 2), ("n", 3), ("N", 2), ("NN", number), ("n", 1)):
            await eye.press(*keys)
            assert count(eye) == f"{at} of {number}"
            assert line_of_match(eye) in eye.text
        await eye.press("enter", "enter")
        assert count(eye) == f"3 of {number}", "one Enter too many goes on, and closes nothing"
        await eye.resize(*((40, 12) if size == (80, 24) else (120, 40)))
        await eye.rest()
        assert count(eye) == f"3 of {number}"
        assert line_of_match(eye) in eye.text
        await eye.press("escape")
        assert not isinstance(eye.screen, Reader)


async def test_who_looks_for_something_in_vain_is_where_they_were() -> None:
    async with showing(page()) as eye:
        await eye.press("down", "down")
        await eye.rest()
        before = eye.text
        await eye.press("/")
        await eye.type("supply")
        assert eye.text != before
        await eye.type("x/n")
        assert count(eye) == "not found"
        await eye.press("down", "up", "backspace", "backspace", "backspace")
        await eye.press("down")
        assert count(eye).startswith("2 of")
        await eye.press("escape")
        await eye.rest()
        assert eye.text == before
        await eye.press("n", "/", "enter")
        assert isinstance(eye.screen, Reader)


async def test_what_is_pasted_is_cleaned() -> None:
    async with showing(page()) as eye:
        await eye.press("/")
        eye.send(events.Paste("\x1b[31msup\u202eply\x07\nmore"))
        await eye.settle()
        assert eye.screen.query_one(Words).value == "[31msupply"
        assert count(eye) == "not found"


async def test_other_pages_are_looked_through_too() -> None:
    async with showing(TableScreen(sitting(3, moves=45))) as eye:
        await eye.press("e")
        at_once(eye, "/covers\r")
        await eye.settle()
        log = " ".join(eye.table.sitting.words.log(eye.match, 0))
        assert count(eye).endswith(f" of {log.count('covers')}")


# --- Beside the table, and who may see it -----------------------------------------------------------------


async def test_beside_the_table_no_letter_that_is_typed_plays() -> None:
    async with showing(TableScreen(sitting(3, moves=2, game="nut-job")), (120, 40)) as eye:
        moves = len(eye.match.moves)
        assert "/ Find" not in eye.lines()[-1]
        await eye.press("?")
        assert "/ Find" in eye.lines()[-1]
        at_once(eye, "/blue ruby lmn\r\r")
        await eye.settle()
        assert eye.screen.query_one(Words).value == "blue ruby lmn"
        assert len(eye.match.moves) == moves
        await eye.press("/")
        await eye.type("blue")
        first = int(count(eye).split()[0])
        assert first > 1, "what stands nearest comes first"
        await eye.press("enter", "enter", "n")
        assert count(eye).startswith(f"{first + 2} of")
        assert len(eye.match.moves) == moves
        await eye.press("escape")
        assert "Find" not in eye.text
        await eye.press("down")
        assert len(eye.match.moves) == moves
        assert eye.app.focused is eye.table.table.choices


@pytest.mark.parametrize("how", ["cover", "decide"])
async def test_the_next_player_learns_nothing_of_what_was_looked_for(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(curtain, "DEAF", 0)
    async with showing(table(2), (120, 40)) as eye:
        await eye.press("a", "enter", "b", "?")
        at_once(eye, "/robbery\r")
        await eye.settle()
        assert "Find robbery" in eye.text
        if how == "cover":
            await eye.press("x")
            assert isinstance(eye.screen, Curtain)
            await eye.press("b")
        else:
            eye.table.table.attend()  # as a click into the table does
            await eye.press("enter")
            assert len(eye.match.moves) == 2
        assert (eye.table.onlooker == 0) == (how == "decide")
        assert "Find" not in eye.text
        assert not eye.table.query(Words)


async def test_a_page_over_a_private_table_goes_with_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curtain, "DEAF", 0)
    async with showing(table(2)) as eye:
        await eye.press("a", "?")
        at_once(eye, "/police")
        await eye.settle()
        assert "Find police" in eye.text
        eye.send(events.AppBlur())
        await eye.settle()
        assert isinstance(eye.screen, Curtain)
        assert "police" not in eye.text
        await eye.press("a", "?", "/")
        assert eye.screen.query_one(Words).value == ""
