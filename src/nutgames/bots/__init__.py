"""Players made of code. They get views, never states: a bot knows what its seat may know, and no more.

A bot is one function, in a module of its name:

    choose(game, view, log, seat, rng, budget) -> move
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

from nutgames.games.core import Game, nearest


class Budget(NamedTuple):
    """How much a bot may think about one move; None: as much as it likes."""

    seconds: float | None = None
    simulations: int | None = None


Choose = Callable[[Game[Any, Any], Any, Sequence[Any], int, Random, Budget], Any]
"""Of the game, what the seat sees, the moves so far as it may read them, the seat, a generator and a budget:
a legal move. The log is a bot's only memory."""

BOTS: Final = ("random",)
"""All there are, from the weakest on."""


def bot(name: str) -> Choose:
    """The bot of that name. Raises ValueError, one line."""
    if name not in BOTS:
        raise ValueError(f"unknown bot {name!r}{nearest(name, BOTS)}")
    choose: Choose = import_module(f"nutgames.bots.{name}").choose
    return choose
