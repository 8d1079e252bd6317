"""Positions of Hibernation, set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from nutgames.games import new
from nutgames.games.hibernation import DECK, Card
from nutgames.games.hibernation.components import PLAY
from nutgames.play.match import Match, Player
from support import NAMES


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def position(
    *hands: str,
    turn: int = 1,
    piles: Sequence[int] = (),
    stashes: Sequence[int] = (),
    centre: int | None = None,
    golden_nut: int | None = None,
    protected: Sequence[int] = (),
    trapped: Sequence[int] = (),
    deck: str = "",
    discard: str = "",
    rest_in_deck: bool = True,
    months: tuple[tuple[int, ...], ...] = (),
    names: Sequence[str] = NAMES,
    **options: object,
) -> Match:
    """A match in which a seat is to play a card; other cards are at the bottom of the deck."""
    seats = len(hands)
    game = new("hibernation", seats, **options)
    placed = sum(map(cards, [*hands, deck, discard]), ())
    every = Counter({card: DECK.copies[card] for card in Card})
    assert not Counter(placed) - every, "more copies than there are"
    rest = tuple((every - Counter(placed)).elements())
    piles, stashes = tuple(piles) or (0,) * seats, tuple(stashes) or (0,) * seats
    left = game.options.nuts * seats - sum(piles) - sum(stashes)
    centre = left if centre is None else centre
    everybody = range(1, seats + 1)
    state = replace(
        game.start(),
        actor=turn,
        turn=turn,
        phase=PLAY,
        centre=centre,
        destroyed=left - centre,
        piles=piles,
        stashes=stashes,
        golden_nut=golden_nut,
        protected=tuple(seat in protected for seat in everybody),
        trapped=tuple(seat in trapped for seat in everybody),
        hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
        deck=cards(deck) + rest * rest_in_deck,
        discard=tuple(sorted(cards(discard) + rest * (not rest_in_deck))),
        months=months,
    )
    match = Match(game, [Player(name) for name in names[:seats]])
    match._states = [state]
    return match


def play(match: Match, *texts: str) -> Match:
    """Moves, one after the other."""
    for text in texts:
        match.play(match.game.parse(text))
    return match


CROWD = (
    "forage forage burglar heist snoop dig-up landslide hollow-oak trap cancel golden-trade",
    "snoop forage rot bury trap",
    "cancel rot heist search",
    "forage forage good-haul",
    "migration bury bury",
    "scurry scurry tuck-away cancel",
)
"""Six hands; the first one has ten kinds of card."""


def crowd(seats: int = 6, **changes: Any) -> Match:
    """Late in a month, with everything lying about."""
    lying: dict[str, Any] = {
        "piles": (6, 7, 2, 4, 12, 0)[:seats],
        "stashes": (3, 0, 5, 1, 0, 8)[:seats],
        "golden_nut": 2,
        "protected": [3],
        "trapped": [4],
        "discard": "forage cancel search good-haul good-haul pickpocket scurry bumper-crop tuck-away blight",
        "months": ((11, 8, 14, 9, 3, 20)[:seats],),
    }
    return position(*CROWD[:seats], **(lying | changes))
