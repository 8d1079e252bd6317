"""Many random games of every game at every number of seats: 10,000 of each in the nightly profile.

All of them are played by the lab, as bots play, and keep the cheap laws: a game ends within 10,000 moves; the
seat that acts has a move, and the same ones from its view as from the state; every move played reads as it is
written; no move loses or makes anything; the texts of the moves alone lead to an equal state again; places
follow from the ranking. Everybody starts equally often, and every second game has its switches thrown at
random (options that are numbers keep their defaults: they only make games longer).

The laws that try every legal move of every state, or imagine other truths (`nutgames.games.laws.LAWS`), take
up to three seconds a game: those stand in `test_laws.py`, for 200 whole games a table in the nightly profile
and for the positions that Hypothesis searches out.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest

from nutgames.bots import bot
from nutgames.games import CHANCE, GAMES, Game, new
from nutgames.games.core import ranked
from nutgames.lab import simulate
from support import TABLES


def switches(name: str, rng: Random) -> dict[str, Any]:
    """Random values of the options that are no numbers, as far as they go together."""
    fields = GAMES[name].Options.model_fields.items()
    while True:
        options = {
            option: rng.choice((True, False) if field.annotation is bool else get_args(field.annotation))
            for option, field in fields
            if field.annotation is bool or get_origin(field.annotation) is Literal
        }
        try:
            GAMES[name].Options(**options)
        except ValueError:
            continue
        return options


class Watched:
    """A game whose laws are checked whenever a move is played in it; all else it leaves to the game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._inventory = game.inventory(game.start())
        self.texts: list[str] = []
        self.state: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def play(self, state: Any, move: Any) -> Any:
        """The state after the move, if all laws are kept."""
        game, actor, text = self._game, self._game.actor(state), str(move)
        self.texts.append(text)
        if actor != CHANCE:
            legal = list(game.moves(state))
            assert move in legal
            assert list(game.moves(game.view(state, actor))) == legal, f"seat {actor} sees other moves"
        assert game.parse(text) == move, f"{text} is read as something else"
        self.state = game.play(state, move)
        assert game.inventory(self.state) == self._inventory, f"{text} loses or makes something"
        return self.state


def keeps_the_laws(game: Game[Any, Any], spec: simulate.Spec, number: int) -> list[str]:
    """Plays the game of that number; returns the texts of its moves. Raises AssertionError that has them."""
    watched = Watched(game)
    try:
        row = simulate.play(watched, [bot("random")] * game.seats, spec, number)  # type: ignore[arg-type]
        assert row.finished, "no end"
        again = game.start()
        for text in watched.texts:
            again = game.play(again, game.parse(text))
        assert again == watched.state
        assert hash(again) == hash(watched.state)
        assert game.standings(again) == (row.ranking, row.places) == ranked(row.ranking)
    except Exception as wrong:
        options = game.options.model_dump()
        raise AssertionError(f"game {number} with {options} after {'; '.join(watched.texts)}") from wrong
    return watched.texts


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_many_random_games(name: str, seats: int, count: Callable[..., int]) -> None:
    spec = simulate.spec(name, seats, {}, None, ["random"], seed="many")
    for number in range(1, count(dev=6, ci=40, nightly=10_000) + 1):
        options = switches(name, Random(f"{name} {seats} {number}")) if number % 2 else {}
        game = new(name, seats, first=(number - 1) // 2 % seats + 1, **options)
        assert keeps_the_laws(game, spec, number)
