"""A match looked at again: where one can stop, through whose eyes, and what had been told by then.

States are values, so going back costs no more than going on. A game that is not over is shown as an onlooker
knows it; once it is over, everything may be opened, and then nothing that was hidden at the end can be taken
back any more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Any, Final

from nutgames.games.core import CHANCE, GAMES, name_of
from nutgames.play.match import Match, Step
from nutgames.play.words import Words, words_for

ONLOOKER: Final = 0
"""The viewpoint of everybody together, as elsewhere; a seat is its own viewpoint."""
OPEN: Final = -1
"""The viewpoint from which nothing is hidden."""


class Replay:
    """One match. A position is a number of moves: 0 is before the first, `end` after the last."""

    def __init__(self, match: Match, is_held: bool = False) -> None:
        """The match must not go on meanwhile; of one that does, another replay is made."""
        self.match = match
        self.is_held = is_held
        """Whether another instance has the match before it, and may still take its end back."""
        self.words: Words = words_for(match.game, match.names)
        self.words.forgets &= not self.is_over
        self.end = len(match.moves)

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.match.actor is None

    @property
    def goes_on(self) -> bool:
        """Whether more moves may follow."""
        return self.match.finished is None

    # Where one can stop

    @property
    def first(self) -> int:
        """The earliest position that may be looked at."""
        return 0 if self.why_no_way_back() is None else self.end

    @property
    def opening(self) -> int:
        """The earliest one where somebody is to decide, after whatever chance does first."""
        return next((number for number in range(self.first, self.end) if self._is_decided(number)), self.end)

    def _is_decided(self, position: int) -> bool:
        return self.match.until(position).actor != CHANCE

    def why_no_way_back(self) -> str | None:
        """Why only the present may be looked at, or None: who is to remember must not look it up."""
        if self.words.forgets and self.goes_on:
            title = GAMES[name_of(self.match.game)].title
            return f"until {title} is over, only what lies on the table now is shown"
        return None

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The positions that one steps through: after each move of which something is told."""
        if self.first == self.end:
            return (self.end,)
        told = [number for number, step in self._steps if number == self.end or self.words.told(step)]
        return (self.first, *told)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The positions at which a player's turn begins."""
        begun = [number for number, step in self._steps if self.words.begins_turn(step)]
        return (0, *begun) if self.match.until(0).actor != CHANCE else tuple(begun)

    @cached_property
    def _steps(self) -> list[tuple[int, Step]]:
        """The moves as everybody may know them, each with the position after it."""
        return list(enumerate(self.match.log(ONLOOKER), start=1))

    def turn(self, position: int) -> int:
        """Which turn it is, from 1; 0 while nobody's has begun."""
        return bisect_right(self.turns, position)

    def following(self, position: int, by_turns: bool = False) -> int:
        """The next stop, or the beginning of the next turn."""
        places = self.turns if by_turns else self.stops
        later = bisect_right(places, position)
        return places[later] if later < len(places) else self.end

    def preceding(self, position: int, by_turns: bool = False) -> int:
        """The stop before, or the beginning of this turn, and from there of the one before."""
        places = self.turns if by_turns else self.stops
        earlier = bisect_left(places, position) - 1
        return max(places[earlier], self.first) if earlier >= 0 else self.first

    def found(self, text: str) -> int:
        """The position that somebody asks for: `14` is a move, `t6` a turn. Raises ValueError."""
        what, word = (self.turns, "turn") if text[:1] in "tT" and text else (range(self.end + 1), "move")
        number = text.lstrip("tT").strip()
        if not (number.isascii() and number.isdecimal()):
            raise ValueError("type the number of a move, or t and the number of a turn, as in t6")
        index = int(number[:9]) - (word == "turn")
        if not 0 <= index < len(what):
            raise ValueError(f"the last {word} is {self.end if word == 'move' else len(self.turns)}")
        if what[index] < self.first:
            raise ValueError(str(self.why_no_way_back()))
        return what[index]

    # What is seen there

    @property
    def viewpoints(self) -> tuple[int, ...]:
        """From where one may look."""
        return (ONLOOKER,) if self.why_closed() else (ONLOOKER, *range(1, self.match.game.seats + 1), OPEN)

    def why_closed(self) -> str | None:
        """Why one may look as an onlooker only, or None."""
        if self.match.is_abandoned:
            return "the game was abandoned: what was hidden in it stays so"
        if not self.is_over:
            return "nothing is opened before the game is over"
        if self.is_held and not self.match.is_opened:
            return "the game still stands open in another window"
        return None

    def open(self) -> None:
        """From now on every viewpoint is open. Raises ValueError with the reason if that must not be."""
        reason = self.why_closed()
        if reason:
            raise ValueError(reason)
        self.match.is_opened = self.match.is_opened or not self._hides_nothing

    @cached_property
    def _hides_nothing(self) -> bool:
        """Whether everybody knows everything anyway now, so that an opened game can still be taken back."""
        return bool(self.match.view(ONLOOKER) == self.match.state)

    def view(self, position: int, viewpoint: int) -> Any:
        """The state there as it is seen from a viewpoint: that seat's view, or all of it."""
        moment = self._moment(position, viewpoint)
        return moment.state if viewpoint == OPEN else moment.view(viewpoint)

    def log(self, position: int, viewpoint: int, since: int = 0) -> list[str]:
        """What had been told by then, to whoever looks from there; from a certain move on."""
        moment = self._moment(position, viewpoint)
        if viewpoint != OPEN:
            return self.words.log(moment, viewpoint, since)
        return [line for lines in self._told_openly[since:position] for line in lines]

    @cached_property
    def _told_openly(self) -> list[list[str]]:
        """What each move is told as where nothing is hidden."""
        told, states = [], [self.match.until(number).state for number in range(self.end + 1)]
        for before, move, after in zip(states, self.match.moves, states[1:], strict=False):
            actor = self.match.game.actor(before) or CHANCE
            told.append(self.words.told(Step(actor, before, move, after)))
        return told

    def _moment(self, position: int, viewpoint: int) -> Match:
        """The match as it was there. Raises ValueError if it must not be seen from that viewpoint."""
        if not self.first <= position <= self.end:
            raise ValueError(f"position {position} is not among {self.first} to {self.end}")
        is_open = viewpoint == ONLOOKER or self.match.is_opened or (self.is_over and self._hides_nothing)
        if viewpoint not in self.viewpoints or not is_open:
            raise ValueError(self.why_closed() or "the hands have not been opened")
        return self.match.until(position)
