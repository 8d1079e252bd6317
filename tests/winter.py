"""Positions of Hibernation, set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from nutgames.games import new
from nutgames.games.hibernation import DECK, Card
from nutgames.games.hibernation.components import PLAY
from nutgames.play.match import Match, Player
from support import NAMES


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def others(taken: Iterable[Card]) -> tuple[Card, ...]:
    """What is left of the 100 cards, in the order of the ruling's table."""
    every, taken = Counter({card: DECK.copies[card] for card in Card}), Counter(taken)
    assert not taken - every, "more copies than there are"
    return tuple((every - taken).elements())


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
    rest: str | int = "deck",
    past: tuple[tuple[int, ...], ...] = (),
    names: Sequence[str] = NAMES,
    **options: object,
) -> Match:
    """A match in which a seat is to play a card.

    Hands, deck and discard are words; `rest` says where the other cards lie: deck, discard, a seat. Nuts that
    lie nowhere are destroyed, if `centre` says how many are not. `past` has the scores of finished months.
    """
    seats = len(hands)
    game = new("hibernation", seats, **options)
    places: dict[str | int, tuple[Card, ...]] = {"deck": cards(deck), "discard": cards(discard)}
    places |= {seat: cards(hand) for seat, hand in enumerate(hands, start=1)}
    places[rest] += others(sum(places.values(), ()))
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
        hands=tuple(tuple(sorted(places[seat])) for seat in everybody),
        deck=places["deck"],
        discard=tuple(sorted(places["discard"])),
        months=past,
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
        "past": ((11, 8, 14, 9, 3, 20)[:seats],),
    }
    return position(*CROWD[:seats], **(lying | changes))
