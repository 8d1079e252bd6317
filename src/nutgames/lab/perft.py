"""Perft: counting move sequences, the referee between two implementations of the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nutgames.games.core import CHANCE, Game, IllegalMove


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; a line ends where nobody or chance moves."""
    if game.actor(state) in (None, CHANCE):
        return 0
    if depth == 1:
        return sum(1 for _ in game.moves(state))
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def position(game: Game[Any, Any], texts: Sequence[str]) -> Any:
    """The state after these moves. Raises IllegalMove that names the first one that cannot be played."""
    state = game.start()
    for number, text in enumerate(texts, start=1):
        try:
            state = game.play(state, game.parse(text))
        except IllegalMove as reason:
            raise IllegalMove(f"move {number}, {text!r}: {reason}") from None
    return state
