"""Hibernation in words. What a card does is read off the table of the rules, so it is written once.

`cards` tells of a card by itself, `effects` of what it would do as things stand, `story` of what has happened
(`steps` says what that was), and `table` of what there is to see and to choose.
"""

from nutgames.play.words.hibernation.cards import brief, counted_cards, full_text, heading
from nutgames.play.words.hibernation.table import TableWords

__all__ = ["TableWords", "brief", "counted_cards", "full_text", "heading"]
