"""A match: one game being played by certain people, move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from nutgames.games.core import CHANCE, Game, IllegalMove, imagine


class Player(NamedTuple):
    """Who sits at a seat."""

    name: str
    bot: str | None = None
    """The bot's level, None for a human."""


class Step(NamedTuple):
    """One entry of the log, as a certain seat may read it."""

    actor: int
    """The seat that moved, or CHANCE."""
    before: Any
    """What the reader saw before the move: a view."""
    move: Any
    """The move as the reader may know it."""
    after: Any
    """What the reader saw after it."""


class UndoRefused(ValueError):
    """The last decision stands. The text is the reason; it names a player as `seat N`."""


def now() -> datetime:
    """This moment, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Match:
    """A game, its players and its log. The log is the truth; the states it led through are kept for undo."""

    def __init__(
        self, game: Game[Any, Any], players: Sequence[Player], clock: Callable[[], datetime] = now
    ) -> None:
        if len(players) != game.seats:
            raise ValueError(f"{len(players)} players for {game.seats} seats")
        self.game = game
        self.players = tuple(players)
        self.moves: list[Any] = []
        self._states: list[Any] = [game.start()]
        self._clock = clock
        self.started = clock()
        self.finished: datetime | None = None
        self.is_opened = False
        """Whether the game is over and somebody has looked at what was hidden in it (see `play.replay`)."""

    @property
    def state(self) -> Any:
        """The present state: for the referee's eyes only. Whoever draws or decides takes `view`."""
        return self._states[-1]

    @property
    def actor(self) -> int | None:
        """Who decides now: a seat, CHANCE, or None when the game is over."""
        return self.game.actor(self.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; index 0 is seat 1."""
        return tuple(player.name for player in self.players)

    def view(self, seat: int) -> Any:
        """The present state as a seat may know it; seat 0 is the onlooker."""
        return self.game.view(self.state, seat)

    def play(self, move: Any) -> None:
        """Plays a move of the actor. Raises IllegalMove with the reason; then nothing has changed."""
        if self.is_abandoned:
            raise IllegalMove("the game has been abandoned")
        self._states.append(self.game.play(self.state, move))
        self.moves.append(move)
        if self.actor is None:
            self.finished = self._clock()

    def deal(self, rng: Random) -> None:
        """Plays the moves of chance that are due."""
        while self.actor == CHANCE:
            self.play(self.game.deal(self.state, rng))

    @property
    def is_abandoned(self) -> bool:
        """Whether people have ended the game before the rules did: it has no result, and nobody plays on."""
        return self.finished is not None and self.actor is not None

    def abandon(self) -> None:
        """Ends the game without a result. Raises ValueError if it has ended already."""
        if self.finished is not None:
            raise ValueError("the game has ended already")
        self.finished = self._clock()

    def is_private(self) -> bool:
        """Whether the actor decides behind the curtain: seeing or choosing what the others must not see."""
        seat = self.actor
        if seat is None or seat == CHANCE:
            return False
        state, game = self.state, self.game
        secret = getattr(getattr(state, "phase", None), "secret", False)
        if secret or game.view(state, seat) != game.view(state, 0):
            return True
        return any(game.shown(state, move, 0) != move for move in game.moves(state))

    def log(self, seat: int, since: int = 0) -> Iterator[Step]:
        """The moves so far as a seat may read them, from a certain move on."""
        for number in range(since, len(self.moves)):
            before, after = self._states[number], self._states[number + 1]
            yield Step(
                self.game.actor(before) or CHANCE,
                self.game.view(before, seat),
                self.game.shown(before, self.moves[number], seat),
                self.game.view(after, seat),
            )

    def until(self, moves: int) -> Match:
        """The match as it was after so many moves: a value of its own, as cheap as a list of references."""
        earlier = copy(self)
        earlier.moves, earlier._states = self.moves[:moves], self._states[: moves + 1]
        if moves < len(self.moves):
            earlier.finished = None
        return earlier

    # Undo

    def why_no_undo(self) -> str | None:
        """Why the last move stands, or None when it can be taken back.

        A decision can be taken back as long as nobody has learnt anything from it: it was the last thing
        that happened, and it told no seat which of the truths it took for possible is the true one.
        """
        if self.is_abandoned:
            return "the game has been abandoned"
        if not self.moves:
            return "nothing has been played yet"
        if self.is_opened:
            return "the game is over, and all cards have been looked at"
        before, move, after = self._states[-2], self.moves[-1], self._states[-1]
        actor = self.game.actor(before)
        if actor == CHANCE:
            return "cards have been dealt since the last decision"
        if getattr(move, "final", False):
            return f"seat {actor} has looked at a card"
        for seat in range(self.game.seats + 1):
            if learns(self.game, before, move, after, seat):
                return f"what seat {actor} did has shown somebody a card"
        return None

    def undo(self) -> Any:
        """Takes back the last decision and returns it. Raises UndoRefused with the reason."""
        reason = self.why_no_undo()
        if reason:
            raise UndoRefused(reason)
        self._states.pop()
        self.finished = None
        return self.moves.pop()


TRUTHS = 8
"""How many possible truths are tried: one that differs is not missed by all of them."""


def learns(game: Game[Any, Any], before: Any, move: Any, after: Any, seat: int) -> bool:
    """Whether a seat learns something hidden from a move.

    It does if the move would have looked otherwise to it, or would have been impossible, in another truth
    that it took for possible.
    """
    view, seen, rng = game.view(before, seat), game.view(after, seat), Random(0)
    for _ in range(TRUTHS):
        truth = imagine(game, view, seat, rng)
        try:
            if game.view(game.play(truth, move), seat) != seen:
                return True
        except IllegalMove:
            return True
    return False
