"""The engine: pure rules behind one contract.

    from nutgames.games import GAMES, new

Importing this costs next to nothing: a game's rules are loaded when it is first made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nutgames.games.core import (
    CHANCE,
    GAMES,
    HIDDEN,
    Entry,
    Game,
    IllegalMove,
    Pool,
    Seat,
    Standings,
    imagine,
    new,
    random_move,
)

if TYPE_CHECKING:
    from nutgames.games.laws import Checked

__all__ = [
    "CHANCE",
    "GAMES",
    "HIDDEN",
    "Entry",
    "Game",
    "IllegalMove",
    "Pool",
    "Seat",
    "Standings",
    "check",
    "imagine",
    "new",
    "random_move",
]


def check(game: Game[Any, Any], games: int = 10, seed: int = 0, max_moves: int = 10_000) -> Checked:
    """Play a game at random and hold every state against the laws of `nutgames.games.laws`.

    For authors of new games. Raises AssertionError with the law, what was wrong and the moves so far.
    """
    from nutgames.games import laws

    return laws.check(game, games, seed, max_moves)
