"""Themes, no colour at all, ASCII, and motion."""

import ast
import re

import pytest
from textual.color import Color

from nutgames.games import GAMES
from nutgames.plain.encoding import ascii_likeness
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.theme import DEFAULTS, THEMES
from screens import showing, sitting, table
from support import ROOT


def contrast(one, other):
    """How well two colours can be told apart (WCAG): 4.5 is good for text, 3 for large things."""

    def light(color):
        parts = [part / 255 for part in Color.parse(color).rgb]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_every_colour_can_be_read(name):
    theme = THEMES[name]
    colours = {**DEFAULTS, **theme.variables}
    on_table = [key for key in colours if key.startswith("seat-")] + ["nut", "gold", "good", "card"]
    for key in on_table:
        assert contrast(colours[key], theme.background) >= 4.5, key
    for key in ("faint", "card-edge"):
        assert contrast(colours[key], theme.background) >= (4.5 if key == "faint" else 2.5), key
    if name != "mono":
        for key in (key for key in colours if key.startswith("on-face")):
            assert contrast(colours[key], colours["face"]) >= (3 if key == "on-face-picture" else 4.5), key


@pytest.mark.parametrize("how", [{"theme": "mono"}, {"NO_COLOR": "1"}])
async def test_no_colour_at_all(how, monkeypatch):
    if "NO_COLOR" in how:
        monkeypatch.setenv("NO_COLOR", how.pop("NO_COLOR"))
    async with showing(table(3, moves=30), **how) as eye:
        for key in ("down", "question_mark", "escape", "e", "escape", "q", "ctrl+c"):
            await eye.press(key)
            assert not any(re.search(r"#|rgb|color", style) for style in eye.styles())


async def test_what_is_chosen_can_be_told_without_colour():
    async with showing(table(3, moves=20, seed=3), theme="mono") as eye:
        assert "▸ 1" in eye.text
        assert "╔" in eye.text or "»" in eye.text


@pytest.mark.parametrize("theme", [name for name in THEMES if name != "mono"])
async def test_seats_have_their_colours_and_always_their_letters(theme):
    async with showing(table(5, moves=30), (120, 40), theme=theme) as eye:
        for letter, name in zip("ABCDE", eye.match.names, strict=True):
            assert f"{letter} {name}" in eye.text
        assert len({style for style in eye.styles() if style.startswith("bold #")}) >= 5


async def test_a_card_that_is_played_is_turned_up():
    async with showing(table(2, moves=2), animate=True) as eye:
        board = eye.table.table.board
        await eye.press("right", "enter")
        assert board._moving
        assert "▒" in eye.text or "┃" in eye.text
        await eye.until(lambda: not board._moving)


@pytest.mark.parametrize("how", ["option", "environment"])
async def test_motion_can_be_switched_off(how, monkeypatch):
    if how == "environment":
        monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    async with showing(table(2, moves=2), animate=how != "option") as eye:
        assert eye.app.animation_level == "none"
        await eye.press("right", "enter")
        assert not eye.table.table.board._moving
        assert "▒" not in eye.text


def test_everything_that_is_drawn_has_a_likeness_in_ascii():
    """Every sign that stands in the source of the screens and of the words, so that none is forgotten."""
    missing = {}
    for folder in ("tui", "play/words"):
        for path in (ROOT / "src/nutgames" / folder).rglob("*.py"):
            texts = [node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if is_text(node)]
            signs = {char for text in texts for char in text if not char.isascii()} - {"\ufffd"}
            missing |= {char: path.name for char in signs if ascii_likeness(char) == "?"}
    assert missing == {}


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize("game", GAMES)
async def test_blanks_are_not_reversed_without_colour(game):
    """What is pointed at is reversed there; a blank where nobody is must not be a block."""
    async with showing(TableScreen(sitting(2, 30, game=game)), theme="mono") as eye:
        if isinstance(eye.screen, Curtain):
            await eye.until(lambda: not eye.screen._is_deaf)
            await eye.press("abcdef"[eye.screen.seat - 1])
        for segment in (segment for strip in eye.strips() for segment in strip):
            if segment.style and segment.style.reverse:
                assert segment.text.strip(), eye.text
