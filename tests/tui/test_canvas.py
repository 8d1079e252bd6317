"""What is painted when a little has changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from nutgames.tui.app import NutgamesApp
from nutgames.tui.widgets.canvas import Canvas, Line, _cells, changed, cut

INKS = [Style(), Style(bold=True), Style(color="red")]
pieces = st.tuples(st.sampled_from(["", "a", "bc", "橡子", "e\u0301", "   "]), st.sampled_from(INKS))


def strip(texts: list[tuple[str, Style]]) -> Strip:
    return Strip([Segment(text, style) for text, style in texts])


@given(st.lists(pieces, max_size=8), st.lists(pieces, max_size=8))
def test_what_has_changed_is_enough_to_get_from_one_line_to_the_other(
    before: list[tuple[str, Style]], after: list[tuple[str, Style]]
) -> None:
    old, new = _cells(strip(before)), _cells(strip(after))
    shown = [*old, *[None] * (len(new) - len(old))]
    last = -1
    for start, end in changed(strip(before), strip(after)):
        assert last < start < end <= max(len(old), len(new))
        shown[start:end] = [new[x] if x < len(new) else None for x in range(start, end)]
        last = end
    assert [cell for cell in shown if cell is not None] == new


def test_a_line_that_stays_the_same_is_not_painted() -> None:
    assert changed(strip([("oak", INKS[0])]), strip([("oak", INKS[0])])) == []


def test_far_changes_are_painted_apart_and_near_ones_together() -> None:
    before, after = strip([("." * 40, INKS[0])]), strip([("x.x" + "." * 30 + "x" + "." * 6, INKS[0])])
    assert changed(before, after) == [(0, 3), (33, 34)]


class Row(Canvas):
    """A long line with a letter in it."""

    DEFAULT_CSS = "Row { height: 1; padding: 0 2; }"
    where = 0

    def lines(self, width: int, height: int) -> Iterator[Line]:
        yield [("." * self.where, "faint"), ("X", "strong"), ("." * (width - self.where - 1), "faint")]


@pytest.mark.parametrize(("start", "to"), [(50, 51), (10, 60)])
async def test_only_the_cells_that_have_changed_are_written(start: int, to: int) -> None:
    app = NutgamesApp(animate=False)
    async with app.run_test() as pilot:
        row = Row()
        row.where = start
        await app.screen.mount(row)
        await pilot.pause()
        row.where = to
        row.redraw()
        compositor = app.screen._compositor
        compositor.update_widgets({row})
        written = compositor.render_partial_update().render_segments(app.console)
        assert written.count("X") == 1
        assert 1 <= written.count(".") <= 2
        assert f"\x1b[{row.region.y + 1};{min(start, to) + 3}H" in written


@given(text=st.text(st.sampled_from("ab 栗·,"), max_size=30), width=st.integers(0, 30))
def test_what_is_cut_fits_and_ends_between_words_where_one_fits(text: str, width: int) -> None:
    short = cut(text, width)
    assert cell_len(short) <= max(width, 0)
    if cell_len(text) <= width:
        assert short == text
    elif text.split() and cell_len(text.split()[0]) < width:
        assert short.endswith("…")
        whole = short.removesuffix("…").split()
        assert [each.rstrip(",·") for each in whole] == [
            each.rstrip(",·") for each in text.split()[: len(whole)]
        ]
