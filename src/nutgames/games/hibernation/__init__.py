"""Hibernation, for 2 to 6 players. Source: its rulebook and rulings 4.1 to 4.12.

For some months everybody gathers nuts from the centre. A turn is a card drawn and a card played; everybody
else may cancel what is played, and cancel the cancel. Hands and deck are hidden, all else lies open.

`components` is what there is, `actions` what each card does, `game` how it is played.
"""

from nutgames.games.hibernation.components import DECK, Card, Deck, Options, State
from nutgames.games.hibernation.game import Hibernation

__all__ = ["DECK", "Card", "Deck", "Hibernation", "Options", "State"]
