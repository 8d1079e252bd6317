"""Deck files of Hibernation: for each kind of card its title on the screen and the number of copies."""

from __future__ import annotations

from typing import Self

from nutgames.games.core import nearest
from nutgames.games.hibernation import DECK, Card, Deck
from nutgames.play.decks.form import DeckFile, Part
from nutgames.play.names import clean


class Kind(Part):
    """One kind of card."""

    title: str = ""
    """Empty: the title that it has in the built-in deck."""
    copies: int


class File(DeckFile):
    """Any of the 26 kinds; of those that are left out there is no copy."""

    cards: dict[str, Kind]

    def deck(self) -> Deck:
        """The copies of those kinds that there are any of; titles are cleaned like names."""
        copies, titles = dict[Card, int](), dict(DECK.titles)
        for name, kind in self.cards.items():
            card = _card(name)
            if kind.copies:
                copies[card] = kind.copies
                titles[card] = clean(kind.title) or DECK.titles[card]
        return Deck(copies, titles)

    @classmethod
    def of(cls, deck: Deck) -> Self:
        """The kinds that there are any of, in the order of the rules."""
        titles = {**DECK.titles, **deck.titles}
        return cls(
            cards={
                card.value: Kind(title=clean(titles[card]), copies=deck.copies[card])
                for card in Card
                if deck.copies.get(card)
            }
        )

    @staticmethod
    def is_built_in(deck: Deck) -> bool:
        """Other titles are other cards to those who read them."""
        return File.of(deck) == File.of(DECK)


def _card(name: str) -> Card:
    """The card of that name in the notation."""
    try:
        return Card(name)
    except ValueError:
        raise ValueError(f"there is no card {name!r}{nearest(name, Card)}") from None
