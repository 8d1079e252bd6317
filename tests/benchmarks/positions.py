"""Opens the app at a crowded table, for what measures it from outside.

    python tests/benchmarks/positions.py nut-tower|hibernation-crowd

`nut-tower` is fifteen cards piled up in two columns, `hibernation-crowd` six players and a hand of ten kinds
of card.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from nutgames.play.words import words_for
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting


def nut_tower() -> Sitting:
    """Ana is to place her last card but one on trees that only ever grew upwards."""
    from tui.test_nut import tower

    return tower()


def hibernation_crowd() -> Sitting:
    """Late in a month; everything lies about."""
    from tui.test_hibernation import crowd

    match = crowd()
    sitting = Sitting(SetUp("hibernation", list(match.names), {}, seed="1"))
    sitting.match, sitting.game = match, match.game
    sitting.words = words_for(match.game, match.names)
    return sitting


if __name__ == "__main__":
    made = {"nut-tower": nut_tower, "hibernation-crowd": hibernation_crowd}[sys.argv[1]]()
    NutgamesApp(TableScreen(made, wait=0)).run()
