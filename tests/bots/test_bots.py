"""Bots: they play what is legal, know what their seat may know, and do the same again with the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from nutgames.bots import BOTS, Budget, Choose, bot
from nutgames.games import CHANCE, Game, imagine, new, random_move
from nutgames.games.hibernation import State
from support import TABLES

BUDGET = Budget(simulations=20)


def moments(game: Game[Any, Any], rng: Random, most: int) -> Iterator[tuple[Any, int, list[list[Any]]]]:
    """The decisions of a random game: the state, who decides, and everybody's log so far."""
    state, logs = game.start(), [list[Any]() for _ in range(game.seats)]
    for _ in range(most):
        actor = game.actor(state)
        if actor is None:
            return
        if actor != CHANCE:
            yield state, actor, logs
        move = random_move(game, state, rng)
        for seat, log in enumerate(logs, start=1):
            log.append(game.shown(state, move, seat))
        state = game.play(state, move)


def knows_too_much(choose: Choose, game: Game[Any, Any], seed: int, most: int = 60) -> bool:
    """Whether a choice of the bot depends on what its seat must not know."""
    rng = Random(seed)
    for state, actor, logs in moments(game, rng, most):
        truths = [state, imagine(game, game.view(state, actor), actor, rng)]
        chosen = [
            choose(game, game.view(truth, actor), logs[actor - 1], actor, Random(seed), BUDGET)
            for truth in truths
        ]
        assert chosen[0] in list(game.moves(state))
        if chosen[0] != chosen[1]:
            return True
    return False


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_bot_plays_by_its_view_alone(game: str, seats: int, name: str) -> None:
    for seed in range(3):
        assert not knows_too_much(bot(name), new(game, seats), seed)


def test_a_bot_that_cheats_is_caught() -> None:
    """It is handed states in place of views, and looks at the neighbour's hand."""

    def cheat(
        game: Game[Any, Any], view: State, log: object, seat: int, rng: Random, budget: Budget
    ) -> object:
        moves = list(game.moves(view))
        return moves[len(str(view.hands[seat % game.seats])) % len(moves)]

    class Careless(type(new("hibernation", 3))):  # type: ignore[misc]
        def view(self, state: State, seat: int) -> State:
            return state

    honest = new("hibernation", 3)
    careless = Careless(3, honest.options)
    rng = Random(1)
    caught = 0
    for state, actor, logs in moments(honest, rng, 60):
        truths = [state, imagine(honest, honest.view(state, actor), actor, rng)]
        chosen = [cheat(careless, truth, logs[actor - 1], actor, Random(1), BUDGET) for truth in truths]
        caught += chosen[0] != chosen[1]
    assert caught
    assert not knows_too_much(cheat, honest, 1)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_bot_does_the_same_again(game: str, seats: int, name: str) -> None:
    rules, choose = new(game, seats), bot(name)
    for state, actor, logs in moments(rules, Random(1), 30):
        view = rules.view(state, actor)
        chosen = {choose(rules, view, logs[actor - 1], actor, Random(9), BUDGET) for _ in range(3)}
        assert len(chosen) == 1


def test_the_random_bot_likes_all_moves_equally() -> None:
    game = new("nutty-business", 2)
    rng, state = Random(1), game.start()
    chosen = Counter(bot("random")(game, game.view(state, 1), [], 1, rng, Budget()) for _ in range(8_000))
    assert chosen.keys() == set(game.moves(state))
    assert all(abs(times - 1_000) < 130 for times in chosen.values())


def test_an_unknown_bot_is_one_line() -> None:
    with pytest.raises(ValueError, match=r"^unknown bot 'rand'; did you mean random\?$"):
        bot("rand")
    with pytest.raises(ValueError, match=r"^unknown bot 'x'; there is "):
        bot("x")
    with pytest.raises(ValueError, match="unknown bot ''"):
        bot("")
