"""Opens the app at a crowded table, for what measures it from outside.

    python tests/benchmarks/positions.py nut-tower|hibernation-crowd

`nut-tower` is fifteen cards piled up in two columns, `hibernation-crowd` six players and a hand of ten kinds
of card.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from nutgames.games.nut import Place
from nutgames.play.words import words_for
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from winter import crowd


def tower() -> Sitting:
    """NUT: Ana piles her cards as high as the rules let her, in two columns, and holds the last but one."""
    sitting = Sitting(SetUp("nut", ("Ana", "Ben"), {"first": 1}, seed="3"))
    match = sitting.match
    match.deal(sitting.deals)
    while not (isinstance(match.state.phase, Place) and match.actor == 1 and match.state.round > 13):
        legal = list(match.game.moves(match.state))
        if isinstance(match.state.phase, Place) and match.actor == 1:
            legal = [put for put in legal if put.x in (0, 1)] or legal
            legal.sort(key=lambda put: (put.y, put.x))
        match.play(legal[0])
    return sitting


def crowded_winter() -> Sitting:
    """Hibernation: late in a month, with everything lying about."""
    match = crowd()
    sitting = Sitting(SetUp("hibernation", list(match.names), {}, seed="1"))
    sitting.match, sitting.game = match, match.game
    sitting.words = words_for(match.game, match.names)
    return sitting


if __name__ == "__main__":
    made = {"nut-tower": tower, "hibernation-crowd": crowded_winter}[sys.argv[1]]()
    NutgamesApp(TableScreen(made, wait=0)).run()
