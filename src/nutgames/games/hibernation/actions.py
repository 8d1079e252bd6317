"""What the cards of Hibernation do: the table ACTIONS, one line for each, and what its lines are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from nutgames.games.core import Hidden, Seat, with_seat
from nutgames.games.hibernation.components import (
    Card,
    Choice,
    PlayCard,
    Side,
    State,
    score,
    with_card,
    without_card,
)


class Need(Struct, frozen=True):
    """What the action of a card needs; without it the card can only be discarded (4.3)."""

    met: Callable[[State], bool]
    unmet: str


class Action(Struct, frozen=True):
    """What a card does. All that applies happens in the order of these fields (4.5)."""

    names: Callable[[State], Sequence[Choice]] | None = None
    """All that can be named, if something has to be. With nothing to name, the card is played without it."""
    must_name: bool = False
    """Whether the action is impossible where there is nothing to name (4.3)."""
    needs: tuple[Need, ...] = ()
    """What else would make it impossible."""
    look: bool = False
    """The target's hand is seen, and a card of it taken."""
    does: Callable[[State, Any], State] | None = None
    """What this card alone does, to what it names."""
    take: int = 0
    """Nuts from the target's pile to the own."""
    collect: int = 0
    """Nuts from the centre to the own pile."""
    stash: int = 0
    """Nuts from the own pile to the own stash."""
    ends: bool = False
    """The month ends."""
    draw: int = 0
    further: bool = False
    """One more card has to be played."""


# What a card names


@cache
def open_rivals(turn: Seat, protected: tuple[bool, ...]) -> tuple[Seat, ...]:
    """The opponents who are not protected (4.6)."""
    return tuple(seat for seat, safe in enumerate(protected, start=1) if not safe and seat != turn)


def an_opponent(state: State) -> Sequence[Seat]:
    """Any opponent who is not protected; an empty hand or pile can be swapped too (4.2)."""
    return open_rivals(state.turn, state.protected)


def one_with_nuts(state: State) -> Sequence[Seat]:
    """An opponent from whose pile something can be taken."""
    return [seat for seat in open_rivals(state.turn, state.protected) if state.piles[seat - 1]]


def one_with_cards(state: State) -> Sequence[Seat]:
    """An opponent whose hand there is something to see of."""
    return [seat for seat in open_rivals(state.turn, state.protected) if state.hands[seat - 1]]


def one_not_trapped(state: State) -> Sequence[Seat]:
    """An opponent who has a next turn to forfeit."""
    return [seat for seat in open_rivals(state.turn, state.protected) if not state.trapped[seat - 1]]


UNFIT: Final[Mapping[Callable[[State], Sequence[Choice]], str]] = {
    one_with_nuts: "has no nut in the pile",
    one_with_cards: "has no card in hand",
    one_not_trapped: "is trapped already",
}
"""What is to be said of an opponent who is not protected and yet no target."""


def a_side(_: State) -> Sequence[Side]:
    """The left or the right neighbour."""
    return SIDES


SIDES: Final = tuple(Side)


def a_discarded_card(state: State) -> Sequence[Card]:
    """Any kind of card that lies in the discard."""
    return list(dict.fromkeys(state.discard))


# What a card does that others do not

PRICE = 2
"""The nuts that a golden-trade returns to the centre."""

WINTER_SCORE = 13
"""The score that an early-winter needs."""


def swap_hands(state: State, target: Seat) -> State:
    """The two hands change owners; this card has left the hand before."""
    own, other = state.hands[state.turn - 1], state.hands[target - 1]
    return replace(state, hands=with_seat(with_seat(state.hands, state.turn, other), target, own))


def swap_piles(state: State, target: Seat) -> State:
    """The two piles change owners; stashes and the golden nut stay (4.7, 4.8)."""
    own, other = state.piles[state.turn - 1], state.piles[target - 1]
    return replace(state, piles=with_seat(with_seat(state.piles, state.turn, other), target, own))


def dig_up(state: State, card: Card) -> State:
    """The card goes from the discard to the hand; a copy of it lay there before this play (4.5)."""
    hand = with_card(state.hands[state.turn - 1], card)
    return replace(
        state,
        hands=with_seat(state.hands, state.turn, hand),
        discard=without_card(state.discard, card),
    )


def pass_piles(state: State, side: Side) -> State:
    """Every unprotected pile goes to the neighbour on that side."""
    return replace(state, piles=passed_on(state.piles, side, state.protected))


def pass_hands(state: State, side: Side) -> State:
    """Every unprotected hand goes to the neighbour on that side."""
    return replace(state, hands=passed_on(state.hands, side, state.protected))


def passed_on(row: tuple[Any, ...], side: Side, protected: tuple[bool, ...]) -> tuple[Any, ...]:
    """A per-seat tuple after everybody has passed theirs on; the protected are skipped (4.6)."""
    ring = [index for index, safe in enumerate(protected) if not safe]
    receivers = ring[1:] + ring[:1] if side is Side.LEFT else ring[-1:] + ring[:-1]
    passed = list(row)
    for giver, receiver in zip(ring, receivers, strict=True):
        passed[receiver] = row[giver]
    return tuple(passed)


def hide(state: State, _: None) -> State:
    """The player is protected until their next turn begins (4.6)."""
    return replace(state, protected=with_seat(state.protected, state.turn, True))


def set_trap(state: State, target: Seat) -> State:
    """The target forfeits the next turn (4.10)."""
    return replace(state, trapped=with_seat(state.trapped, target, True))


def take_golden_nut(state: State, _: None) -> State:
    """The golden nut comes from wherever it is."""
    return replace(state, golden_nut=state.turn)


def trade_for_golden_nut(state: State, _: None) -> State:
    """The price goes from the pile to the centre; the golden nut comes from wherever it is (4.7)."""
    pile = state.piles[state.turn - 1] - PRICE
    return replace(
        state,
        centre=state.centre + PRICE,
        piles=with_seat(state.piles, state.turn, pile),
        golden_nut=state.turn,
    )


def let_rot(state: State, _: None) -> State:
    """Half of the centre, rounded down, is destroyed."""
    lost = state.centre // 2
    return replace(state, centre=state.centre - lost, destroyed=state.destroyed + lost)


def let_wither(state: State, _: None) -> State:
    """Half of every unprotected pile, rounded down, is destroyed (4.6, 4.7)."""
    lost = [0 if safe else pile // 2 for pile, safe in zip(state.piles, state.protected, strict=True)]
    piles = tuple(pile - gone for pile, gone in zip(state.piles, lost, strict=True))
    return replace(state, piles=piles, destroyed=state.destroyed + sum(lost))


# What a card needs

ANOTHER_TURN = Need(
    lambda _state: False,
    "a cancel answers what somebody else plays; on your own turn you can only discard it",
)
GOLDEN_NUT_IN_REACH = Need(
    lambda state: state.golden_nut is None or not state.protected[state.golden_nut - 1],
    "whoever has the golden nut is protected",
)
NUTS_TO_TRADE = Need(
    lambda state: state.piles[state.turn - 1] >= PRICE, f"a golden-trade needs {PRICE} nuts in your pile"
)
NUTS_FOR_WINTER = Need(
    lambda state: score(state, state.turn) >= WINTER_SCORE,
    f"an early-winter needs a score of {WINTER_SCORE} this month",
)

# The table

ACTIONS: Final[Mapping[Card, Action]] = {
    Card.FORAGE: Action(collect=2),
    Card.GOOD_HAUL: Action(collect=3),
    Card.BUMPER_CROP: Action(collect=4),
    Card.PICKPOCKET: Action(one_with_nuts, take=1, collect=1),
    Card.BURGLAR: Action(one_with_nuts, take=2, collect=1),
    Card.HEIST: Action(one_with_nuts, take=3, stash=1),
    Card.SNOOP: Action(one_with_cards, look=True, collect=1),
    Card.HAND_SWAP: Action(an_opponent, does=swap_hands, collect=1),
    Card.NUT_SWAP: Action(an_opponent, must_name=True, does=swap_piles),
    Card.SNIFF_OUT: Action(collect=2, draw=1),
    Card.SEARCH: Action(collect=1, draw=2),
    Card.TUCK_AWAY: Action(collect=1, stash=1, further=True),
    Card.BURY: Action(collect=1, stash=2, draw=1),
    Card.DEEP_CACHE: Action(collect=1, stash=3),
    Card.DIG_UP: Action(a_discarded_card, does=dig_up, collect=1),
    Card.LANDSLIDE: Action(a_side, does=pass_piles),
    Card.MIGRATION: Action(a_side, does=pass_hands, collect=1),
    Card.HOLLOW_OAK: Action(does=hide, collect=1),
    Card.TRAP: Action(one_not_trapped, must_name=True, does=set_trap),
    Card.SCURRY: Action(collect=1, draw=1, further=True),
    Card.CANCEL: Action(needs=(ANOTHER_TURN,)),
    Card.GOLDEN_NUT: Action(needs=(GOLDEN_NUT_IN_REACH,), does=take_golden_nut),
    Card.GOLDEN_TRADE: Action(needs=(NUTS_TO_TRADE, GOLDEN_NUT_IN_REACH), does=trade_for_golden_nut),
    Card.ROT: Action(does=let_rot),
    Card.EARLY_WINTER: Action(needs=(NUTS_FOR_WINTER,), collect=1, ends=True),
    Card.BLIGHT: Action(does=let_wither),
}
"""The whole of ruling 4's table of cards."""


def choices(state: State, card: Card) -> Sequence[Choice]:
    """What a card can name when it is played now (4.2); none at all if its action is impossible (4.3)."""
    action = ACTIONS[card]
    for need in action.needs:
        if not need.met(state):
            return ()
    if action.names is None:
        return NOTHING
    return action.names(state) or (() if action.must_name else NOTHING)


NOTHING: Final = (None,)

SIMPLE_PLAYS: Final[Mapping[Card | Hidden, PlayCard]] = {
    card: PlayCard(card) for card, action in ACTIONS.items() if action.names is None and not action.needs
}
"""The cards that can always be played, in one way only."""


def why_not(state: State, card: Card, choice: Choice) -> str:
    """Why a card of the hand cannot be played like this."""
    action = ACTIONS[card]
    for need in action.needs:
        if not need.met(state):
            return need.unmet
    if action.names is None:
        return f"{card} names nothing: just play it"
    if action.names is a_side:
        return f"{card} goes left or right: say which"
    if action.names is a_discarded_card:
        return f"no {choice} lies in the discard" if choice else f"say which card of the discard {card} takes"
    if choice is None:
        targets = " or ".join(f"seat {seat}" for seat in action.names(state))
        return (
            f"say whom {card} is aimed at: {targets}" if targets else f"{card} needs a target; there is none"
        )
    if choice not in range(1, len(state.piles) + 1) or choice == state.turn:
        return f"{card} is aimed at an opponent at the table"
    unfit = UNFIT.get(action.names) if choice in an_opponent(state) else "is protected"
    return f"seat {choice} {unfit}"


def acted(state: State, card: Card, choice: Choice) -> State:
    """The state after the action of a card, but for what it draws and plays after that (4.5)."""
    action = ACTIONS[card]
    if action.does and (choice is not None or action.names is None):
        state = action.does(state, choice)
    take, collect, stash = action.take, action.collect, action.stash
    if not (take or collect or stash):
        return state
    own = state.turn - 1
    piles, stashes = list(state.piles), state.stashes
    if take and isinstance(choice, int):
        loot = min(take, piles[choice - 1])
        piles[choice - 1] -= loot
        piles[own] += loot
    income = min(collect, state.centre)
    piles[own] += income
    if stash:
        saved = min(stash, piles[own])
        piles[own] -= saved
        stashes = with_seat(stashes, state.turn, stashes[own] + saved)
    return replace(state, centre=state.centre - income, piles=tuple(piles), stashes=stashes)
