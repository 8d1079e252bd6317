"""Deck files of NUT: every card by its three faces."""

from __future__ import annotations

from typing import Self

from nutgames.games.nut import DECK, Deck
from nutgames.play.decks.form import DeckFile, Texts


class File(DeckFile):
    """Thirty cards, one entry a copy."""

    cards: Texts
    squirrels_left: Texts
    squirrels_right: Texts

    def deck(self) -> Deck:
        """The cards in the order of the file."""
        return Deck(tuple(self.cards), tuple(self.squirrels_left), tuple(self.squirrels_right))

    @classmethod
    def of(cls, deck: Deck) -> Self:
        """One list for each way in which a card may lie."""
        return cls(
            cards=list(deck.cards),
            squirrels_left=list(deck.squirrels_left),
            squirrels_right=list(deck.squirrels_right),
        )

    @staticmethod
    def is_built_in(deck: Deck) -> bool:
        """In whatever order: they are shuffled anyway."""
        return sorted(deck.pack(), key=str) == sorted(DECK.pack(), key=str)
