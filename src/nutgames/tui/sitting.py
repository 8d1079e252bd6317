"""A sitting: people at a table who play a game, and perhaps another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from nutgames.games.core import name_of, seat_after
from nutgames.games.core import set_up as make
from nutgames.play.chance import stream
from nutgames.play.match import Match, Player
from nutgames.play.names import seated
from nutgames.play.saving import Saving
from nutgames.play.words import Words, words_for


class SetUp(NamedTuple):
    """What is settled before the first move."""

    game: str
    players: Sequence[str]
    options: Mapping[str, Any]
    """The game's own; who starts is left to chance unless `first` is among them."""
    deck: Any = None
    """The deck that is played with, None for the built-in one."""
    seed: str | None = None
    """Makes who starts and everything that chance does repeatable."""


class Sitting:
    """A match with its words and its chance. Raises ValueError if the set-up is wrong."""

    def __init__(self, set_up: SetUp, saving: Saving | None = None) -> None:
        """Without `saving` nothing is kept."""
        seats = len(set_up.players)
        options = dict(set_up.options)
        options.setdefault("first", stream(set_up.seed, "first").randint(1, max(seats, 1)))
        self.set_up = set_up
        self.game = make(set_up.game, seats, options, set_up.deck)
        self.match = Match(self.game, [Player(name) for name in seated(set_up.players)])
        self.words: Words = words_for(self.game, self.match.names)
        self.deals = stream(set_up.seed, "deals")
        self.saving = saving or Saving(is_on=False)

    @classmethod
    def resumed(cls, match: Match, saving: Saving) -> Self:
        """A stored match, from where it was left."""
        game = match.game
        set_up = SetUp(name_of(game), match.names, game.options.model_dump(), game.deck)
        sitting = cls(set_up, saving)
        sitting.match = match
        return sitting

    def again(self, next_starter: bool) -> Self:
        """The same people play the same game once more."""
        first = self.game.options.first
        if next_starter:
            first = seat_after(first, self.game.seats)
        seed = None if self.set_up.seed is None else f"{self.set_up.seed} again"
        options = {**self.set_up.options, "first": first}
        set_up = self.set_up._replace(players=self.match.names, options=options, seed=seed)
        saving = Saving(self.saving.is_on)
        self.saving.release()
        return type(self)(set_up, saving)
