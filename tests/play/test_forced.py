"""Decisions that leave no choice, played by the app: the same games, fewer questions, no secrets told."""

from random import Random

import pytest
from msgspec.structs import replace

from nutgames.games import new, random_move
from nutgames.games.core import CHANCE
from nutgames.games.hibernation.components import Card, React
from nutgames.play.match import Match, Player, UndoRefused
from nutgames.play.words import words_for
from support import NAMES, TABLES, random_match


def played(name, seats, seed, plays_forced):
    """A whole game in which each decision depends on the moment alone; and what had to be decided."""
    match = Match(new(name, seats), [Player(each) for each in NAMES[:seats]])
    match.plays_forced = plays_forced
    asked = []
    while match.actor is not None and len(match.moves) < 600:
        if match.play_forced():
            continue
        asked.append((match.actor, len(list(match.game.moves(match.state))), match.is_private()))
        match.play(random_move(match.game, match.state, Random(f"{seed} {len(match.moves)}")))
    return match, asked


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whole_games_are_the_same(name, seats, count):
    for seed in range(count(dev=1, ci=2, nightly=50)):
        plain, all_asked = played(name, seats, seed, plays_forced=False)
        quick, asked = played(name, seats, seed, plays_forced=True)
        assert quick.moves[:600] == plain.moves[:600]
        assert [each for each in asked if each[0] != CHANCE and each[1] == 1 and not each[2]] == []
        assert [each for each in all_asked if each[2]] == [each for each in asked if each[2]]
        if name in ("nutty-business", "nut"):
            assert len(asked) < len(all_asked)


@pytest.mark.parametrize("name", ["nutty-business", "nut"])
def test_undo_goes_back_to_the_last_real_decision(name):
    match = Match(new(name, 2), [Player("Ana"), Player("Ben")])
    match.plays_forced = True
    words = words_for(match.game, match.names)
    went_back = 0
    rng = Random(1)
    while match.actor is not None:
        if match.actor == CHANCE:
            match.deal(rng)
            continue
        if match.play_forced():
            before, log = list(match.moves), words.log(match, 0)
            assert "(the only way)" in log[-1]
            try:
                decision = match.undo()
            except UndoRefused:
                assert match.moves == before
                continue
            # Nothing would happen by itself now: somebody has a choice again.
            assert not match.play_forced()
            assert words.log(match, 0)[-1:] != log[-1:]
            went_back = max(went_back, len(before) - len(match.moves))
            match.play(decision)
            match.play_forced()
            assert match.moves == before
        if match.actor:
            match.play(random_move(match.game, match.state, rng))
    assert went_back >= 2


def test_undo_at_the_very_start_has_nothing_to_take_back():
    match = random_match("nutty-business", 2, seed=1, moves=0)
    match.plays_forced = True
    assert match.why_no_undo() == "nothing has been played yet"


def test_a_bot_decides_by_itself():
    match = random_match("nutty-business", 2, seed=1)
    forced = [number for number in range(len(match.moves)) if only_way(match, number)]
    assert forced
    match = Match(match.game, [Player("Ana", "random"), Player("Ben", "random")])
    match.plays_forced = True
    assert not match.play_forced()


def only_way(match, number):
    """Whether a move was forced, and openly."""
    earlier = Match(match.game, match.players)
    for move in match.moves[:number]:
        earlier.play(move)
    return len(list(match.game.moves(earlier.state))) == 1 and not earlier.is_private()


def test_nobody_passes_in_a_window_by_itself_not_even_with_an_empty_hand():
    match = random_match("hibernation", 3, seed=1, moves=1)
    while not isinstance(match.state.phase, React):
        match.play(next(iter(match.game.moves(match.state))))
    match.plays_forced = True
    for hand in ((), (Card.FORAGE,), (Card.CANCEL,)):
        hands = [*match.state.hands]
        hands[match.actor - 1] = hand
        asked = Match(match.game, match.players)
        asked._states = [replace(match.state, hands=tuple(hands))]
        asked.plays_forced = True
        assert asked.is_private()
        assert not asked.play_forced()


@pytest.mark.parametrize("name", ["nutty-business", "nut"])
def test_the_last_decision_is_neither_chance_nor_forced(name):
    match = Match(new(name, 2), [Player("Ana"), Player("Ben")])
    match.plays_forced = True
    assert match.last_decision == 0
    rng, decided = Random(2), 0
    passed_over = set()
    while match.actor is not None:
        if match.actor == CHANCE:
            match.deal(rng)
            passed_over.add("chance")
        elif match.play_forced():
            passed_over.add("forced")
        else:
            decided = len(match.moves)
            match.play(random_move(match.game, match.state, rng))
        assert match.last_decision == decided
    assert passed_over == ({"forced"} if name == "nutty-business" else {"chance", "forced"})
