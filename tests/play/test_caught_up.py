"""What each player has seen when a game is taken up again: everything up to the own last decision."""

from hypothesis import given
from hypothesis import strategies as st

from nutgames.play.windows import caught_up
from nutgames.play.words import words_for
from support import TABLES, random_match
from winter import play, position


@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_nobody_is_told_less_than_has_happened_since_then(table, seed, moves):
    match = random_match(*table, seed, moves)
    words = words_for(match.game, match.names)
    told = caught_up(match, words)
    assert told[0] == 0
    steps = list(match.log(0))
    for seat in range(1, match.game.seats + 1):
        own = [
            number
            for number, step in enumerate(steps)
            if step.actor == seat and (step.before.phase is None or str(step.move) != "pass")
        ]
        assert told[seat] == (own[-1] if own else 0)


def test_to_let_something_pass_is_no_decision():
    match = position("burglar forage", "rot forage", "rot cancel", piles=(0, 5, 0))
    play(match, "play burglar 2", "pass", "pass", "play forage", "cancel", "pass", "pass")
    assert caught_up(match, words_for(match.game, match.names)) == [0, 0, 3, 4]
