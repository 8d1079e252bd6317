"""A match: the log as each seat may read it, what can be taken back, and what never changes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nutgames.games import CHANCE, HIDDEN, IllegalMove, new, random_move
from nutgames.games.hibernation.components import Deal
from nutgames.play.match import Match, Player, UndoRefused
from nutgames.play.records import dumps, loads
from support import NAMES, TABLES, random_match
from winter import play, position


def match_after(*texts: str, seats: int = 2, **options: Any) -> Match:
    """Nutty Business after these moves."""
    match = Match(new("nutty-business", seats, **options), [Player(name) for name in NAMES[:seats]])
    for text in texts:
        match.play(match.game.parse(text))
    return match


def test_a_match_needs_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        Match(new("nutty-business", 3), [Player("Ana"), Player("Ben")])


# --- What is read and seen --------------------------------------------------------------------------------


def test_the_log_hides_a_laid_card_from_all_but_its_owner() -> None:
    match = match_after("lay bank", "lay raid", seats=3)
    texts = {seat: [str(step.move) for step in match.log(seat)] for seat in range(4)}
    assert texts == {
        0: ["lay ?", "lay ?"],
        1: ["lay bank", "lay ?"],
        2: ["lay ?", "lay raid"],
        3: ["lay ?", "lay ?"],
    }


def test_the_log_keeps_the_secret_of_how_the_cards_came_there_but_shows_them_revealed() -> None:
    match = match_after("lay bank", "lay raid")
    first, last = match.log(0)
    assert str(first.move) == "lay ?"
    assert last.after.piles == ((("bank",),), (("raid",),))


@pytest.mark.parametrize("seat", range(4))
def test_no_step_of_the_log_contains_another_seats_laid_card(seat: int) -> None:
    laid = ("bank", "raid", "hideout")
    match = match_after(*(f"lay {card}" for card in laid[:2]), seats=3)
    for step in match.log(seat):
        for owner, card in enumerate(laid[:2], start=1):
            if owner != seat:
                assert card not in str(step.move)
                for view in (step.before, step.after):
                    assert card not in map(str, view.phase.laid)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_log_tells_who_moved_and_what_each_saw(name: str, seats: int) -> None:
    match = random_match(name, seats, seed=11, moves=60)
    for seat in range(seats + 1):
        state = match.game.start()
        steps = list(match.log(seat))
        assert len(steps) == len(match.moves)
        for step, move in zip(steps, match.moves, strict=True):
            assert step.actor == (match.game.actor(state) or CHANCE)
            assert step.before == match.game.view(state, seat)
            assert step.move == match.game.shown(state, move, seat)
            if seat == step.actor != CHANCE:
                assert step.move == move
            state = match.game.play(state, move)
            assert step.after == match.game.view(state, seat)
        assert list(match.log(seat, 5)) == steps[5:]


def test_everybody_lays_in_private_the_last_one_too() -> None:
    match, rng = match_after(seats=4), Random(3)
    while match.actor is not None:
        assert match.is_private() == (len(match.moves) < 4)
        match.play(random_move(match.game, match.state, rng))
    assert not match.is_private()


def test_a_refused_move_changes_nothing() -> None:
    match = match_after("lay bank", "lay raid")
    before = (match.state, list(match.moves), match.finished, dumps(match))
    for text in ("lay bank", "play bank 1", "play customs 3", "rob", "collect 5", "raid 2 cover 1", "lay ?"):
        with pytest.raises(IllegalMove):
            match.play(match.game.parse(text))
        assert (match.state, match.moves, match.finished, dumps(match)) == before


# --- Undo -------------------------------------------------------------------------------------------------


def test_nothing_can_be_taken_back_before_anything_was_played() -> None:
    match = match_after()
    assert match.why_no_undo() == "nothing has been played yet"
    with pytest.raises(UndoRefused, match="nothing has been played yet"):
        match.undo()


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_card_that_was_laid_can_be_taken_back_until_all_are_revealed(seats: int) -> None:
    match = match_after(seats=seats)
    for number in range(1, seats):
        match.play(match.game.parse("lay bank"))
        assert match.why_no_undo() is None
        match.undo()
        assert len(match.moves) == number - 1
        match.play(match.game.parse("lay raid"))
    before = match.state
    match.play(match.game.parse("lay customs"))
    revealed = match.state
    assert match.why_no_undo() == "everybody has seen a card that was hidden"
    with pytest.raises(UndoRefused, match="everybody has seen a card"):
        match.undo()
    assert match.state == revealed != before
    assert len(match.moves) == seats


def test_whoever_lays_first_in_the_round_the_last_lay_reveals() -> None:
    match = match_after("lay bank", "lay raid", "lay customs", seats=3, first=2)
    assert match.why_no_undo() == "everybody has seen a card that was hidden"


def test_everything_after_the_set_up_can_be_taken_back_to_there() -> None:
    match = random_match("nutty-business", 3, seed=9)
    states = []
    while match.why_no_undo() is None:
        states.append((match.state, match.undo()))
    assert len(match.moves) == 3
    for state, move in reversed(states):
        match.play(move)
        assert match.state == state


def test_the_end_of_a_game_can_be_taken_back() -> None:
    match = random_match("nutty-business", 2, seed=4)
    end, finished = match.state, match.finished
    assert match.actor is None
    assert finished is not None
    move = match.undo()
    assert match.actor is not None
    assert match.finished is None
    match.play(move)
    assert match.state == end
    assert match.finished is not None


def test_a_deal_is_never_taken_back() -> None:
    for name, seats in TABLES:
        match = random_match(name, seats, seed=1, moves=1)
        if match.game.actor(match.game.start()) == CHANCE:
            assert match.why_no_undo() == "cards have been dealt since the last decision"


def hidden(value: Any) -> int:
    """How many things are HIDDEN in a view."""
    if value is HIDDEN:
        return 1
    if hasattr(value, "__struct_fields__"):
        return sum(hidden(getattr(value, name)) for name in value.__struct_fields__)
    return sum(map(hidden, value)) if isinstance(value, tuple) else 0


# --- Play, refuse, undo, save and load in any order -------------------------------------------------------


class AnyOrder(RuleBasedStateMachine):
    """Whatever is done with a match, it is the plain game after the moves that stand."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6))
    def sit_down(self, table: tuple[str, int], seed: int) -> None:
        name, seats = table
        self.rng = Random(seed)
        game = new(name, seats, first=self.rng.randint(1, seats))
        self.match = Match(game, [Player(each) for each in NAMES[:seats]])
        self.started = self.match.started
        self.moves: list[Any] = []
        other = random_match(name, seats, seed, moves=60)
        self.elsewhere = list(dict.fromkeys(other.moves))

    def play_move(self, move: Any) -> None:
        self.match.play(move)
        self.moves.append(move)

    @precondition(lambda self: self.match.actor is not None)
    @rule()
    def go_on(self) -> None:
        self.play_move(random_move(self.match.game, self.match.state, self.rng))

    @precondition(lambda self: self.match.actor is not None)
    @rule()
    def play_to_the_end(self) -> None:
        for _ in range(3_000):
            if self.match.actor is None:
                return
            self.go_on()

    @rule(number=st.integers(0, 10**6))
    def play_what_is_not_allowed(self, number: int) -> None:
        move = self.elsewhere[number % len(self.elsewhere)]
        if self.match.actor == CHANCE or move in self.match.game.moves(self.match.state):
            return
        with pytest.raises(IllegalMove):
            self.match.play(move)

    @rule()
    def take_back(self) -> None:
        reason = self.match.why_no_undo()
        if reason is None:
            assert self.match.undo() == self.moves.pop()
        else:
            with pytest.raises(UndoRefused) as caught:
                self.match.undo()
            assert str(caught.value) == reason

    @rule()
    def take_back_and_play_again(self) -> None:
        before, actor = self.match.state, self.match.actor
        if self.match.why_no_undo() is None:
            self.match.play(self.match.undo())
            assert (self.match.state, self.match.actor) == (before, actor)

    @rule()
    def save_and_load(self) -> None:
        text = dumps(self.match)
        self.match = loads(text.encode())
        assert dumps(self.match) == text

    @invariant()
    def it_is_the_plain_game(self) -> None:
        match, game = self.match, self.match.game
        state = game.start()
        for move in self.moves:
            state = game.play(state, move)
        assert match.moves == self.moves
        assert match.state == state
        assert match.actor == game.actor(state)
        assert match.started == self.started
        assert (match.finished is not None) == (match.actor is None)
        for seat in range(game.seats + 1):
            assert match.view(seat) == game.view(state, seat)

    @invariant()
    def nobody_unlearns_a_card(self) -> None:
        """What can be taken back has shown no seat anything that it did not see before."""
        game = self.match.game
        if self.match.why_no_undo() is None:
            steps = {seat: list(self.match.log(seat, len(self.moves) - 1)) for seat in range(game.seats + 1)}
            for (step,) in steps.values():
                assert step.actor != CHANCE
                gathered = isinstance(
                    getattr(step.after, "phase", None), Deal
                )  # all cards, which says nothing
                assert gathered or hidden(step.after) >= hidden(step.before)


TestAnyOrder = AnyOrder.TestCase


@given(seed=st.integers(0, 10**6), moves=st.integers(1, 60))
@settings(max_examples=25)
def test_only_the_last_lay_of_the_set_up_stands(seed: int, moves: int) -> None:
    match = random_match("nutty-business", 4, seed, moves)
    assert (match.why_no_undo() is None) == (len(match.moves) != 4)


# Undo where cards change hands while others are hidden: what counts is whether anybody has learnt anything


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_no_undo_of_what_has_told_somebody_a_hidden_card(seats, seed):
    """After every move of a game: if it can be taken back, nobody's hand shows a card that it did not."""
    match, rng = Match(new("hibernation", seats), [Player(str(seat)) for seat in range(seats)]), Random(seed)
    before = None
    for _ in range(400):
        if match.actor is None:
            break
        before = match.state
        match.play(random_move(match.game, match.state, rng))
        if match.why_no_undo() is None:
            for seat in range(1, seats + 1):
                then, now = match.game.view(before, seat), match.view(seat)
                assert not Counter(now.hands[seat - 1]) - Counter(then.hands[seat - 1]), match.moves[-1]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["play forage"], "everybody has seen a card that was hidden"),
        (["play forage", "pass"], None),
        (["play forage", "pass", "pass"], "seat 2 has seen a card that was hidden"),
        (["play forage", "cancel"], "everybody has seen a card that was hidden"),
        (["play snoop 3", "pass", "pass"], "seat 1 has seen a card that was hidden"),
        (["play snoop 3", "pass", "pass", "take bury"], "seat 2 has seen a card that was hidden"),
        (["play bury", "pass", "pass"], "several players have seen cards that were hidden"),
        (["play migration left", "pass", "pass"], "several players have seen cards that were hidden"),
    ],
)
def test_the_reason_names_who_has_seen_a_card_and_not_who_let_it_pass(moves, reason):
    """Seats 2 and 3 are asked, seat 2 draws at the beginning of its turn."""
    match = position("forage snoop bury migration", "cancel heist", "bury", deck="scurry trap rot")
    assert play(match, *moves).why_no_undo() == reason


def test_a_snoop_stands_once_the_next_card_is_drawn():
    match = Match(new("hibernation", 2), [Player("Ana"), Player("Ben")])
    rng = Random(3)
    while not any(str(move).startswith("take") for move in match.moves):
        if match.actor is None:
            match = Match(new("hibernation", 2), [Player("Ana"), Player("Ben")])
        match.play(random_move(match.game, match.state, rng))
    assert match.why_no_undo() is not None


def test_an_abandoned_match_stands_still() -> None:
    match = match_after("lay bank")
    assert not match.is_abandoned
    match.abandon()
    assert match.is_abandoned
    ended, moves = match.finished, list(match.moves)
    with pytest.raises(IllegalMove, match="abandoned"):
        match.play(match.game.parse("lay raid"))
    with pytest.raises(UndoRefused, match="abandoned"):
        match.undo()
    with pytest.raises(ValueError, match="ended already"):
        match.abandon()
    assert (match.finished, match.moves, match.actor) == (ended, moves, 2)


def test_a_match_that_is_over_cannot_be_abandoned() -> None:
    match = random_match("nutty-business", 2, seed=1)
    before = dumps(match)
    with pytest.raises(ValueError, match="ended already"):
        match.abandon()
    assert not match.is_abandoned
    assert dumps(match) == before
