"""A match: one game being played by certain people, move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import UTC, datetime
from itertools import islice
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
    was_forced: bool = False
    """Whether the app has played it, because there was no other way."""


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
        """Whether the game is over and somebody may have looked at what was hidden (see `play.replay`)."""
        self.plays_forced = False
        """Whether the app plays open decisions that leave no choice."""

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

    def play_forced(self) -> bool:
        """Plays what leaves no choice, if the app is to, until there is one; whether there was anything."""
        before = len(self.moves)
        plays = self.plays_forced and not self.is_abandoned
        while plays and (move := self._only_move(self.state)) is not None:
            self.play(move)
        return len(self.moves) > before

    def _only_move(self, state: Any) -> Any:
        """The one thing that a human can do, in the open; None where there is a choice or a secret.

        Whether somebody has a choice behind the curtain, or in a window, is nobody else's business.
        """
        seat = self.game.actor(state)
        if seat is None or seat == CHANCE or self.players[seat - 1].bot is not None:
            return None
        moves = list(islice(self.game.moves(state), 2))
        return moves[0] if len(moves) == 1 and not self._is_private(state) else None

    def is_private(self) -> bool:
        """Whether the actor decides behind the curtain: seeing or choosing what the others must not see."""
        return self._is_private(self.state)

    def _is_private(self, state: Any) -> bool:
        game = self.game
        seat = game.actor(state)
        if seat is None or seat == CHANCE:
            return False
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
                self._was_forced(number),
            )

    def _was_forced(self, number: int) -> bool:
        """Whether the app has played a move, because there was no other way."""
        return self.plays_forced and self._only_move(self._states[number]) is not None

    @property
    def last_decision(self) -> int:
        """The number of the last move that was somebody's choice; of the first move before there is one."""
        for number in reversed(range(len(self.moves))):
            if self.game.actor(self._states[number]) != CHANCE and not self._was_forced(number):
                return number
        return 0

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
        that happened, and it told no seat which of the truths it took for possible is the true one. What the
        app has played since, because there was no other way, is taken back with it.
        """
        if self.is_abandoned:
            return "the game has been abandoned"
        if self.moves and self.is_opened:
            return "the game is over, and all cards may have been looked at"
        for number in reversed(range(len(self.moves))):
            reason = self._why_it_stands(number)
            if reason or not self._was_forced(number):
                return reason
        return "nothing has been played yet"

    def _why_it_stands(self, number: int) -> str | None:
        """Why a move stands, whatever has come after it."""
        before, move, after = self._states[number], self.moves[number], self._states[number + 1]
        actor = self.game.actor(before) or CHANCE
        if actor == CHANCE:
            return "cards have been dealt since the last decision"
        if getattr(move, "final", False):
            return f"seat {actor} has looked at a card"
        seats = range(self.game.seats + 1)
        if not any(learns(self.game, before, move, after, seat) for seat in seats):
            return None
        # It need not be who has moved: one player lets a card pass, and the next one draws.
        shown = [seat for seat in seats if is_shown(self.game, before, move, after, seat)] or [actor]
        if 0 in shown:
            return "everybody has seen a card that was hidden"
        if len(shown) > 1:
            return "several players have seen cards that were hidden"
        return f"seat {shown[0]} has seen a card that was hidden"

    def undo(self) -> Any:
        """Takes back the last decision and returns it. Raises UndoRefused with the reason."""
        reason = self.why_no_undo()
        if reason:
            raise UndoRefused(reason)
        while True:
            was_forced = self._was_forced(len(self.moves) - 1)
            self._states.pop()
            self.finished = None
            move = self.moves.pop()
            if not was_forced:
                return move


TRUTHS = 8
"""How many possible truths are tried: one that differs is not missed by all of them."""


def learns(game: Game[Any, Any], before: Any, move: Any, after: Any, seat: int) -> bool:
    """Whether a seat learns something hidden from a move.

    It does if the move would have looked otherwise to it, or would have been impossible, in another truth
    that it took for possible.
    """
    seen = game.view(after, seat)
    for truth in truths(game, before, seat):
        try:
            if game.view(game.play(truth, move), seat) != seen:
                return True
        except IllegalMove:
            return True
    return False


def is_shown(game: Game[Any, Any], before: Any, move: Any, after: Any, seat: int) -> bool:
    """Whether a seat sees something hidden because of a move, which may itself be hidden from it.

    It does if in another truth that it took for possible no move would have looked the same to it.
    """
    looks, seen = game.shown(before, move, seat), game.view(after, seat)
    for truth in truths(game, before, seat):
        alike = [each for each in game.moves(truth) if game.shown(truth, each, seat) == looks]
        if all(game.view(game.play(truth, each), seat) != seen for each in alike):
            return True
    return False


def truths(game: Game[Any, Any], state: Any, seat: int) -> Iterator[Any]:
    """Some states that a seat takes for possible."""
    view, rng = game.view(state, seat), Random(0)
    return (imagine(game, view, seat, rng) for _ in range(TRUTHS))
