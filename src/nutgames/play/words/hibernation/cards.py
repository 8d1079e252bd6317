"""A card by itself in words: what it does, in short and at length. Read off the table of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from nutgames.games.core import HIDDEN, Hidden
from nutgames.games.hibernation.actions import (
    ACTIONS,
    PRICE,
    dig_up,
    hide,
    let_rot,
    let_wither,
    pass_hands,
    pass_piles,
    set_trap,
    swap_hands,
    swap_piles,
    take_golden_nut,
    trade_for_golden_nut,
)
from nutgames.games.hibernation.components import DECK, Card, State
from nutgames.play.rulebook import section

IN_SHORT: Final[Mapping[Callable[[State, Any], State], str]] = {
    swap_hands: "swap hands",
    swap_piles: "swap piles",
    dig_up: "a discarded card",
    pass_piles: "piles move on",
    pass_hands: "hands move on",
    hide: "protected",
    set_trap: "one loses a turn",
    take_golden_nut: "get the golden nut",
    trade_for_golden_nut: f"pay {PRICE}: the golden nut",
    let_rot: "halves the centre",
    let_wither: "halves every pile",
}
"""What a card does that others do not, in a few words."""


@cache
def brief(card: Card) -> str:
    """What a card does, as short as it can be said on its face."""
    action = ACTIONS[card]
    parts = [
        "voids a card" if card is Card.CANCEL else "",
        "take a card you see" if action.look else "",
        IN_SHORT[action.does] if action.does else "",
        f"steal {action.take}" if action.take else "",
        f"+{action.collect}" if action.collect else "",
        f"stash {action.stash}" if action.stash else "",
        "ends the month" if action.ends else "",
        f"draw {action.draw}" if action.draw else "",
        "play again" if action.further else "",
    ]
    return ", ".join(filter(None, parts))


def heading(card: Card) -> str:
    """The heading of a card on the rules page, which calls it by its built-in title."""
    return DECK.titles[card]


@cache
def full_text(card: Card) -> str:
    """What the rules page says about a card, without the number of copies: a deck may have others."""
    _, _, text = section("hibernation", heading(card)).text.partition("\n")
    text = " ".join(re.sub(r"\s*\*\(ruling\)\*|\*\*", "", text).split())
    return re.sub(r"\s*\w+ cop(?:y|ies)\.$", "", text)


def counted_cards(cards: Sequence[Card | Hidden]) -> list[tuple[Card, int]]:
    """The kinds among some cards in the order of the rules page, with how many there are of each."""
    copies = Counter(cards)
    return [(card, copies[card]) for card in Card if copies[card]]


def plural(number: int, what: str) -> str:
    """3 cards, 1 card."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def seen_hands(view: State) -> Iterator[int]:
    """The seats whose cards the reader sees."""
    for seat, hand in enumerate(view.hands, start=1):
        if hand and HIDDEN not in hand:
            yield seat
