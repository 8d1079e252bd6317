"""The screens are quick, by a bound ten times as wide as what tests/benchmarks/screens.py is read for."""

from benchmarks.screens import REFERENCE, SCREENS, one_run
from support import ROOT

BARS = {
    "first paint ms": 1.3,
    "key median ms": 1.5,
    "key p95 ms": 2,
    "memory MiB": 1.7,
}
"""Multiples of the least that a Textual board game needs."""
WIDE = 10
"""How much wider the bounds are here, where other tests run at the same time."""


def test_home_and_table_keep_their_bounds(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    theirs = one_run(REFERENCE, "", "right,left", presses=6)
    for name in ("home", "nutty-business"):
        ours = one_run(*SCREENS[name], presses=6)
        assert ours["keys without paint"] == 0
        for figure, bar in BARS.items():
            # The table's first paint is measured too, but its bar stands for home only.
            if figure != "first paint ms" or name == "home":
                assert ours[figure] <= WIDE * bar * theirs[figure], (name, figure)
        assert ours["bytes a key"] <= 2_000
        assert ours["idle CPU %"] <= WIDE * 1
