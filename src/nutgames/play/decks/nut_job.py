"""Deck files of Nut Job: forest cards with both their sides, and what the nut cards are worth."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import FailFast

from nutgames.games.nut_job import DECK, Deck
from nutgames.play.decks.form import DeckFile, Texts


class File(DeckFile):
    """Nine forest cards, whose numbers in the notation are their places here, and twelve nut cards."""

    forest: Annotated[list[Texts], FailFast()]
    nuts: Annotated[list[int], FailFast()]

    def deck(self) -> Deck:
        """The cards in the order of the file."""
        # That a card has two sides is for the rules to check, like all else about it.
        return Deck(tuple(map(tuple, self.forest)), tuple(self.nuts))  # type: ignore[arg-type]

    @classmethod
    def of(cls, deck: Deck) -> Self:
        """Forest cards as pairs of side A and side B."""
        return cls(forest=[list(sides) for sides in deck.forest], nuts=list(deck.nuts))

    @staticmethod
    def is_built_in(deck: Deck) -> bool:
        """With the same numbers and sides, by which a record calls the forest cards."""
        return deck.forest == DECK.forest and sorted(deck.nuts) == sorted(DECK.nuts)
