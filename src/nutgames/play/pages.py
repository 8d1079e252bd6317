"""The rules pages laid out in lines of so many columns: for the screens, for plain mode and for the pager."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Final, NamedTuple

from rich import markdown
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from nutgames.play.rulebook import sections

Inked = tuple[str, str]
"""A text and the names of the inks that it is drawn with, separated by blanks."""

INKS: Final[Mapping[str, str]] = {
    "markdown.h1": "title",
    "markdown.h2": "title",
    "markdown.h3": "title",
    "markdown.strong": "strong",
    "markdown.em": "aside",
    "markdown.code": "code",
    "markdown.code_block": "code",
    "markdown.item.bullet": "faint",
    "markdown.item.number": "faint",
    "markdown.table.header": "strong",
    "markdown.table.border": "rule",
    "markdown.hr": "rule",
}
"""What the parts of a page are drawn with."""

WIDEST = 84
"""Columns beyond which a line of text is tiring to read."""


class Heading(markdown.Heading):
    """On the left; parts of the page are set apart by a rule."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line, or more where it is narrow."""
        room = options.max_width - cell_len(self.text.plain) - 4
        mark = {"h1": "═", "h2": "─"}.get(self.tag)
        if mark is None or room < 1:
            yield self.text
        else:
            yield Text.assemble(
                (f"{mark * 2} ", "markdown.hr"), self.text, (f" {mark * room}", "markdown.hr")
            )


class Code(markdown.CodeBlock):
    """Moves as they are written; they need no colours of a programming language."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, set in a little."""
        yield Padding(Text(str(self.text).rstrip(), "markdown.code_block"), (0, 0, 0, 4))


class Page(markdown.Markdown):
    """A text in Markdown, as it is drawn in a terminal."""

    elements: ClassVar[dict[str, type[markdown.MarkdownElement]]] = {
        **markdown.Markdown.elements,
        "heading_open": Heading,
        "fence": Code,
        "code_block": Code,
    }

    def __init__(self, text: str) -> None:
        super().__init__(text, hyperlinks=False)


class LaidOut(NamedTuple):
    """The rules of a game in lines of a certain width."""

    lines: tuple[tuple[Inked, ...], ...]
    starts: Mapping[str, int]
    """The line with the heading of each section, by its title."""

    def start(self, title: str) -> int:
        """The line of the section that a title, or the beginning of one, means; 0 if there is none."""
        named = (start for each, start in self.starts.items() if title and each.startswith(title))
        return self.starts.get(title, next(named, 0))


@lru_cache(maxsize=8)
def laid_out(game: str, width: int) -> LaidOut:
    """The whole page of a game. Raises ValueError if there is none."""
    lines: list[tuple[Inked, ...]] = []
    starts: dict[str, int] = {}
    for each in sections(game):
        starts[each.title] = len(lines) + bool(lines)
        lines += [(), *_lines(each.own, width)] if lines else _lines(each.own, width)
    return LaidOut(tuple(lines), starts)


def plain(text: str, width: int) -> list[str]:
    """A text in Markdown as lines without its signs."""
    return ["".join(piece for piece, _ in line).rstrip() for line in _lines(text, width)]


def _lines(text: str, width: int) -> list[tuple[Inked, ...]]:
    """A text in Markdown in inks; no two blank lines follow each other."""
    console = _console()
    options = console.options.update(width=max(min(width, WIDEST), 16))
    lines: list[tuple[Inked, ...]] = []
    for segments in console.render_lines(Page(text), options, pad=False):
        line = tuple((segment.text, _ink(segment)) for segment in Segment.simplify(segments))
        if any(piece.strip() for piece, _ in line):
            lines.append(line)
        elif lines and lines[-1]:
            lines.append(())
    return lines[:-1] if lines and not lines[-1] else lines


def _ink(segment: Segment) -> str:
    """The inks of a piece: what stands for them in its style."""
    return str(segment.style.meta.get("ink", "")) if segment.style else ""


@cache
def _console() -> Console:
    """Draws into memory, with inks in place of colours."""
    styles = {name: Style(meta={"ink": ink}) for name, ink in INKS.items()}
    return Console(file=io.StringIO(), color_system=None, theme=Theme(styles), legacy_windows=False)
