"""The bot that plays anything: what every other one has to beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from nutgames.bots import Budget
from nutgames.games.core import Game


def choose(
    game: Game[Any, Any],
    view: Any,
    log: Sequence[Any],  # noqa: ARG001
    seat: int,  # noqa: ARG001
    rng: Random,
    budget: Budget,  # noqa: ARG001
) -> Any:
    """A legal move, each equally likely."""
    return rng.choice(list(game.moves(view)))
