"""Windows: moments in which whoever likes may step in, though the rules ask one player after the other.

The table is asked once. Whoever wants to looks at the own hand in private and steps in, or does not; a look
that comes to nothing leaves no trace. For all who did not step in the rules hear the same answer, whether
they could have or not, so that nothing tells who holds what.
"""

from __future__ import annotations

from typing import Any

from nutgames.games.core import CHANCE
from nutgames.play.match import Match
from nutgames.play.words import Window, Words


def asked(match: Match, window: Window, seat: int) -> Any:
    """What a seat that looks will see: the moment in which the rules ask it."""
    return match.game.view(_when_asked(match, window, seat), seat)


def _when_asked(match: Match, window: Window, seat: int) -> Any:
    """The state in which the rules ask this seat, if nobody before it steps in."""
    state = match.state
    while match.game.actor(state) != seat:
        state = match.game.play(state, window.passing)
    return state


def step_in(match: Match, window: Window, seat: int, move: Any) -> None:
    """A seat that has looked does something; those whom the rules ask before it let it pass.

    Raises IllegalMove with the reason; then nothing has changed.
    """
    if move == window.passing:
        return
    match.game.play(_when_asked(match, window, seat), move)  # refused before anybody has passed
    while match.actor != seat:
        match.play(window.passing)
    match.play(move)


def close(match: Match, window: Window) -> None:
    """Nobody steps in."""
    for _ in window.seats:
        match.play(window.passing)


def caught_up(match: Match, words: Words) -> list[int]:
    """How many moves each seat had seen when it decided last; index 0 is nobody's, and 0 means never.

    It is all that is known of a game that was left. To let something pass is no decision, for the rules hear
    it of those who have not looked.
    """
    told = [0] * (match.game.seats + 1)
    for number in reversed(range(len(match.moves))):
        if all(told[1:]):
            break
        step = next(match.log(0, number))
        window = words.window(step.before)
        if (
            step.actor != CHANCE
            and not told[step.actor]
            and not (window and match.moves[number] == window.passing)
        ):
            told[step.actor] = number
    return told


def undo(match: Match, words: Words) -> None:
    """Takes back the last decision; what was answered in a window is one decision of the whole table."""
    match.undo()
    window = words.window(match.view(0))
    while window and match.moves and match.moves[-1] == window.passing and not match.why_no_undo():
        match.undo()
