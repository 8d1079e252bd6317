"""A game that is kept, left, lost from memory, resumed, exported and replayed is the game that was played."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from nutgames.games import GAMES, random_move
from nutgames.play.records import dumps, loads
from nutgames.play.saving import Saving
from nutgames.play.store import Store
from support import random_match


class Story(RuleBasedStateMachine):
    """One game beside the same game that never leaves the memory."""

    game: str
    home: Path

    @initialize(seats=st.integers(0, 9), seed=st.integers(0, 9_999))
    def begin(self, seats: int, seed: int) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        choice = GAMES[self.game].seats
        self.match = random_match(self.game, choice[seats % len(choice)], seed, moves=0)
        self.plain = loads(dumps(self.match).encode())
        self.saving = Saving()
        self.record = ""
        """The game as it was called kept last."""

    @rule(seed=st.integers(0, 9_999), moves=st.sampled_from([1, 1, 1, 5, 25, 200]))
    def play(self, seed: int, moves: int) -> None:
        rng = Random(seed)
        for _ in range(moves):
            if self.match.actor is None:
                break
            move = random_move(self.match.game, self.match.state, rng)
            self.match.play(move)
            self.plain.play(move)

    @rule()
    def undo(self) -> None:
        assert self.match.why_no_undo() == self.plain.why_no_undo()
        if not self.match.why_no_undo():
            assert self.match.undo() == self.plain.undo()

    @rule(seed=st.integers(0, 9_999))
    def change_ones_mind(self, seed: int) -> None:
        """What is kept has as many moves as before, and other ones."""
        self.keep()
        self.undo()
        self.play(seed, 1)
        self.keep()

    @rule()
    def keep(self) -> None:
        self.saving.keep(self.match)
        self.record = dumps(self.match)

    def resume(self, number: str) -> None:
        """Whatever was not kept is gone, on both sides."""
        self.match, self.saving = Saving.resumed(number)
        self.plain = loads(self.record.encode())
        self.plain.is_opened = self.plain.actor is None  # anybody may have looked at its cards meanwhile

    @precondition(lambda self: self.record)
    @rule()
    def leave_and_come_back(self) -> None:
        number = self.saving.id
        self.saving.release()
        self.resume(number)

    @precondition(lambda self: self.record)
    @rule()
    def lose_the_memory(self) -> None:
        number = self.saving.id
        del self.match, self.saving  # neither released nor closed
        self.resume(number)

    @precondition(lambda self: self.record)
    @rule()
    def export_and_import(self) -> None:
        with Store() as store:
            assert dumps(store.load(self.saving.id)) == self.record
            copy = store.add(self.record.encode())
            assert dumps(store.load(copy)) == self.record
            store.delete(copy)
            assert store.numbers() == [self.saving.id]

    @rule()
    def replay(self) -> None:
        again = loads(dumps(self.match).encode())
        assert again.state == self.match.state
        assert dumps(again) == dumps(self.match)

    @invariant()
    def is_the_same_game(self) -> None:
        assert self.match.moves == self.plain.moves
        assert self.match.state == self.plain.state
        assert self.match.players == self.plain.players

    def teardown(self) -> None:
        self.saving.release()
        if self.record:
            with Store() as store:
                assert store.is_intact()
                assert [dumps(store.load(number)) for number in store.numbers()] == [self.record]


@pytest.mark.parametrize("game", GAMES)
def test_a_story_in_any_order(game: str, tmp_path: Path, count: Callable[..., int]) -> None:
    story = type("StoryOf", (Story,), {"game": game, "home": tmp_path / "home"})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        story,
        settings=settings(
            max_examples=count(dev=4, ci=40, nightly=300),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
