"""Names: whatever is typed, what is shown is one clean line of known width, and no two are alike."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from nutgames.play.names import STACKED, WIDEST, clean, letter, seated, told_apart

NASTY = st.sampled_from(
    [
        *("\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x00", "\x7f", "\n", "\t", "\r", "\x85", "\u2028"),
        *("\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\u200b", "\u200d", "\u2060", "\ufeff", "\xad"),
        *("\ud800", "\udc80", "\udfff", "\ue000", "\U000f0000", "\ufffe", "\U000e0041", "\u0378"),
        *("e\u0301", "\u0301", "\u0316", "\u0489", "\u20dd", "\ufe0f", "\U000e0101", "\u180b", "\u034f"),
        *(
            "👩\u200d👩\u200d👧",
            "🇩🇪",
            "👍🏽",
            "❤\ufe0f",
            "1\ufe0f\u20e3",
            "日本",
            "ﾊﾝｶｸ",
            "Ａ",
            "한",
            "\u1112\u1161\u11ab",
        ),
        *("\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\xa0", "\u3000", " ", "  "),
        *("ß", "ẞ", "İ", "ı", "ſ", "ﬁ", "Ana", "ANA", "ana 2", "[red]", "[/", "\\", "{0}", "%s", "seat 1"),
    ]
)
TEXTS = st.lists(st.one_of(NASTY, st.text(max_size=8)), max_size=30).map("".join)


@given(TEXTS)
def test_a_clean_text_is_one_printable_line(text: str) -> None:
    line = clean(text)
    assert line.isprintable()
    assert not {unicodedata.category(char) for char in line} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert line == line.strip()
    assert "  " not in line


@given(TEXTS)
def test_a_clean_text_is_composed(text: str) -> None:
    assert unicodedata.is_normalized("NFC", clean(text))


@given(TEXTS, st.integers(1, 60))
def test_a_clean_text_is_no_wider_than_asked(text: str, widest: int) -> None:
    assert cell_len(clean(text, widest)) <= widest
    assert cell_len(clean(text)) <= WIDEST


@given(TEXTS)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(TEXTS)
def test_marks_stand_on_letters_and_do_not_pile_up(text: str) -> None:
    stacked = STACKED
    for char in clean(text):
        is_mark = unicodedata.category(char) in ("Mn", "Me") or unicodedata.combining(char) > 0
        stacked = stacked + 1 if is_mark else STACKED if char == " " else 0
        assert stacked <= STACKED


@given(st.text(st.characters(categories=["L", "N"], max_codepoint=0x17F), min_size=1, max_size=WIDEST))
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    name = unicodedata.normalize("NFC", name)
    assert clean(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana  ", "Ana"),
        ("Ana\tMaria\nBerg", "Ana Maria Berg"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\u202eb", "ab"),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("z" + "\u0301" * 9, "ź\u0301\u0301"),
        (" \u0301a", "a"),
        ("x \u0301a", "x a"),
        ("日本" * 20, "日本" * 6),
        ("日" + "a" * 40, "日" + "a" * 22),
        ("a" + "日" * 40, "a" + "日" * 11),
        ("\u3164\u2800", ""),
        ("\ud800", ""),
        ("❤\ufe0f", "❤"),
        ("x" * 10_000, "x" * 24),
        ("\u0301" * 10_000, ""),
    ],
)
def test_how_a_name_is_cleaned(typed: str, name: str) -> None:
    assert clean(typed) == name


@given(st.lists(TEXTS, max_size=6))
def test_names_at_a_table_are_clean_and_all_different(typed: list[str]) -> None:
    names = seated(typed)
    assert len(names) == len(typed)
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert name
        assert clean(name) == name


@given(st.lists(TEXTS, max_size=6))
def test_seating_twice_changes_nothing(typed: list[str]) -> None:
    assert seated(seated(typed)) == seated(typed)


@given(TEXTS, st.integers(2, 6))
def test_one_name_for_all_gets_numbers(text: str, players: int) -> None:
    names = seated([text] * players)
    wanted = clean(text)
    if wanted:
        assert names[0] == wanted
        for name in names[1:]:
            assert re.search(r" \d$", name)
            assert cell_len(name) <= WIDEST
    else:
        assert names == tuple(f"Player {letter(seat)}" for seat in range(1, players + 1))


def test_numbers_avoid_the_names_that_are_there() -> None:
    assert seated(["Ana", "Ana 2", "ANA", "ana"]) == ("Ana", "Ana 2", "ANA 3", "ana 4")
    assert seated(["", "Player A", ""]) == ("Player A", "Player A 2", "Player C")
    assert seated(["Player B", ""]) == ("Player B", "Player B 2")
    assert seated(["STRASSE", "straße"]) == ("STRASSE", "straße 2")


def test_seats_have_letters() -> None:
    assert "".join(map(letter, range(1, 7))) == "ABCDEF"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (("Ana", "Ben", ""), ""),
        (("", "", ""), ""),
        (("Ana", " ana\x1b", "Ana 2"), "So that names differ: B is ana 2, C is Ana 2 2."),
        (("Player B", ""), "So that names differ: B is Player B 2."),
    ],
)
def test_names_that_are_changed_are_told(typed: tuple[str, ...], told: str) -> None:
    assert told_apart(typed) == told
