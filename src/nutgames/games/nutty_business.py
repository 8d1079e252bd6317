"""Nutty Business, for 2 to 5 players. Source: its rulebook and rulings 1.1 to 1.8.

Everybody owns the same eight cards and plays them on at most two piles. Only the tops of the piles count.
All cards lie open but one: the card that everybody lays face down before the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from random import Random
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from nutgames.games.core import (
    HIDDEN,
    Game,
    Hidden,
    IllegalMove,
    Pool,
    Seat,
    Standings,
    parsed,
    ranked,
    seat_after,
    with_seat,
)
from nutgames.games.options import TableOptions

# --- Components -------------------------------------------------------------------------------------------


class Card(StrEnum):
    """The eight cards of everybody's set, by their names in the notation."""

    CONTRABAND_2 = "contraband-2"
    CONTRABAND_3 = "contraband-3"
    CONTRABAND_5 = "contraband-5"
    BANK = "bank"
    RAID = "raid"
    CUSTOMS = "customs"
    ROBBERY = "robbery"
    HIDEOUT = "hideout"


SET = tuple(Card)
BANK, RAID, CUSTOMS, ROBBERY, HIDEOUT = Card.BANK, Card.RAID, Card.CUSTOMS, Card.ROBBERY, Card.HIDEOUT

WORTH = {Card.CONTRABAND_2: 2, Card.CONTRABAND_3: 3, Card.CONTRABAND_5: 5}
"""The number on a contraband card: its income, and what it counts in a tie."""

CONTRABAND = {worth: card for card, worth in WORTH.items()}

FEE = {2: 1, 3: 1, 5: 2}
"""What an officer charges for contraband of that worth."""

Pile = tuple[Card, ...]
"""The cards of a pile, from its bottom to its top."""

Payment = tuple[tuple[Seat, int], ...]
"""Who of the customs officers gets how many nuts; seats ascending, nobody with nothing."""


class Options(TableOptions):
    """The choices before the game."""

    bank_blocks_customs: bool = Field(
        True,
        title="Bank blocks customs",
        description="A bank on top of one's piles exempts from customs too, not only from robbery.",
    )


# --- Moves ------------------------------------------------------------------------------------------------


class LayCard(Struct, frozen=True):
    """Set-up: a card goes face down on the table. HIDDEN to the others."""

    card: Card | Hidden

    def __str__(self) -> str:
        return f"lay {self.card}"


class PlayCard(Struct, frozen=True):
    """Step 1 of a turn: a card from the hand goes on pile 1 or 2."""

    card: Card
    pile: int

    def __str__(self) -> str:
        return f"play {self.card} {self.pile}"


class Collect(Struct, frozen=True):
    """Step 2: the income of the contraband of that worth, less what customs get of it."""

    worth: int
    payment: Payment = ()

    def __str__(self) -> str:
        fees = "".join(f" {seat}:{nuts}" for seat, nuts in self.payment)
        return f"collect {self.worth} pay{fees}" if fees else f"collect {self.worth}"


class Raid(Struct, frozen=True):
    """Step 2: a rival's other pile goes on top of this pile of theirs."""

    seat: Seat
    pile: int

    def __str__(self) -> str:
        return f"raid {self.seat} cover {self.pile}"


class Rob(Struct, frozen=True):
    """Step 2: the robbery takes from everybody."""

    def __str__(self) -> str:
        return "rob"


Move = LayCard | PlayCard | Collect | Raid | Rob


def read(words: list[str]) -> Move:
    """The move that these words of the notation stand for; raises ValueError."""
    match words:
        case ["lay", "?"]:
            return LayCard(HIDDEN)
        case ["lay", card]:
            return LayCard(Card(card))
        case ["play", card, pile]:
            return PlayCard(Card(card), int(pile))
        case ["collect", worth]:
            return Collect(int(worth))
        case ["collect", worth, "pay", *fees]:
            pairs = [fee.split(":") for fee in fees]
            return Collect(int(worth), tuple((int(seat), int(nuts)) for seat, nuts in pairs))
        case ["raid", seat, "cover", pile]:
            return Raid(int(seat), int(pile))
        case ["rob"]:
            return Rob()
    raise ValueError(words)


# --- State ------------------------------------------------------------------------------------------------


class Lay(Struct, frozen=True):
    """Set-up: everybody in turn chooses the card that they will reveal together.

    The chosen cards stay in their hands until then, so nothing but `laid` is ever hidden.
    """

    secret: ClassVar[bool] = True
    """Nobody looks over anybody's shoulder, not even the last one's, whose card is revealed at once."""

    laid: tuple[Card | Hidden | None, ...]


class Place(Struct, frozen=True):
    """Step 1 of a turn: a card has to be placed."""


class Effects(Struct, frozen=True):
    """Step 2 of a turn: the tops of the own piles take effect, in any order."""

    pending: tuple[Card, ...]
    fresh: Card
    """The card placed in step 1: only contraband played this turn owes customs."""
    applied: tuple[Card, ...] = ()
    """The tops that have taken effect in this turn."""


class Over(Struct, frozen=True):
    """The game has ended."""


class State(Struct, frozen=True):
    """A moment of the game. Per-seat tuples: index 0 is seat 1."""

    turn: Seat
    """Whose turn it is; during the set-up, who lays."""
    phase: Lay | Place | Effects | Over
    nuts: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    """Each in the order of SET."""
    piles: tuple[tuple[Pile, ...], ...]
    """Each player's one or two piles; none before the cards are revealed."""


def tops(piles: tuple[Pile, ...]) -> list[Card]:
    """The active cards of a player's piles."""
    return [pile[-1] for pile in piles]


# --- The game ---------------------------------------------------------------------------------------------


class NuttyBusiness(Game[State, Move]):
    """The rules at one table."""

    def __init__(self, seats: int, options: Options, deck: None = None) -> None:
        if deck is not None:
            raise ValueError("Nutty Business takes no deck: everybody plays the same eight cards")
        self.seats = seats
        self.options: Options = options
        self.deck = None

    def start(self) -> State:
        """Everybody has a set in hand, nothing lies on the table."""
        seats = self.seats
        return State(
            turn=self.options.first,
            phase=Lay(laid=(None,) * seats),
            nuts=(0,) * seats,
            hands=(SET,) * seats,
            piles=((),) * seats,
        )

    def actor(self, state: State) -> int | None:
        """The player whose turn it is; nobody deals in this game."""
        return None if isinstance(state.phase, Over) else state.turn

    def moves(self, state: State) -> Iterator[Move]:
        """What may be laid, placed, or taken effect now."""
        match state.phase:
            case Lay():
                return iter(layings())
            case Place():
                return iter(placements(state.hands[state.turn - 1]))
            case Effects(pending):
                return iter([move for top in pending for move in self._applications(state, top)])
            case Over():
                return iter(())

    def play(self, state: State, move: Move) -> State:
        """One step of the set-up or of a turn."""
        match state.phase:
            case Lay():
                return self._lay(state, move)
            case Place():
                return self._place(state, move)
            case Effects():
                return self._apply(state, move)
            case Over():
                raise IllegalMove("the game is over")

    # Set-up

    def _lay(self, state: State, move: Move) -> State:
        """A card is laid; the last one turns them all face up, without effect."""
        if not isinstance(move, LayCard):
            raise IllegalMove("before the first turn everybody lays one card face down")
        if move.card is HIDDEN:
            raise IllegalMove("say which card is laid")
        assert isinstance(state.phase, Lay)
        laid = with_seat(state.phase.laid, state.turn, move.card)
        turn = seat_after(state.turn, self.seats)
        if not self._is_last_to_lay(state):
            return replace(state, turn=turn, phase=Lay(laid))
        return replace(
            state,
            turn=turn,
            phase=Place(),
            hands=tuple(tuple(card for card in SET if card is not down) for down in laid),
            piles=tuple(((down,),) for down in laid),
        )

    def _is_last_to_lay(self, state: State) -> bool:
        """Whether the set-up ends with this player's card."""
        return seat_after(state.turn, self.seats) == self.options.first

    # 1. Place a card on one of the piles

    def _place(self, state: State, move: Move) -> State:
        """A card covers a pile or starts the second one; a hideout takes the pile back to hand (1.1)."""
        if not isinstance(move, PlayCard):
            raise IllegalMove("first place a card from your hand on one of your piles")
        seat, card, number = state.turn, move.card, move.pile
        hand, piles = state.hands[seat - 1], state.piles[seat - 1]
        if card not in hand:
            raise IllegalMove(f"{card} is not in your hand")
        if number not in (1, 2):
            raise IllegalMove("nobody has more than two piles: choose pile 1 or 2")
        hand = tuple(held for held in hand if held is not card)
        if number > len(piles):
            piles = (*piles, (card,))
        elif card is HIDEOUT:
            under = piles[number - 1]
            hand = tuple(own for own in SET if own in hand or own in under)
            piles = with_seat(piles, number, (card,))
        else:
            piles = with_seat(piles, number, (*piles[number - 1], card))
        placed = State(
            seat,
            state.phase,
            state.nuts,
            with_seat(state.hands, seat, hand),
            with_seat(state.piles, seat, piles),
        )
        pending = tuple(top for top in tops(piles) if self._takes_effect(placed, top))
        return self._go_on(placed, pending, card)

    # 2. Apply the effects of the tops of the piles

    def _takes_effect(self, state: State, top: Card) -> bool:
        """Whether a top has to be applied on its owner's turn (1.2)."""
        if top is RAID:
            return bool(self.targets(state))
        return top in WORTH or top is ROBBERY

    def _applications(self, state: State, top: Card) -> Sequence[Move]:
        """Every way to apply a pending effect."""
        if top is RAID:
            return [Raid(rival, pile) for rival in self.targets(state) for pile in (1, 2)]
        if top is ROBBERY:
            return [Rob()]
        worth = WORTH[top]
        return [Collect(worth, payment) for payment in payments(worth, self.officers(state, top))]

    def _apply(self, state: State, move: Move) -> State:
        """One of the pending effects takes place."""
        match move:
            case Collect():
                return self._collect(state, move)
            case Raid():
                return self._raid(state, move)
            case Rob():
                return self._rob(state)
        raise IllegalMove("a card has been placed: now the tops of your piles take effect")

    def _collect(self, state: State, move: Collect) -> State:
        """Contraband brings its worth from the supply; customs get their fees out of it (1.3)."""
        card = CONTRABAND.get(move.worth)
        if card is None:
            raise IllegalMove("there is contraband worth 2, 3 and 5")
        self._must_be_pending(state, card)
        officers = self.officers(state, card)
        allowed = payments(move.worth, officers)
        if move.payment not in allowed:
            raise IllegalMove(why_not_paid(move.worth, officers))
        nuts = list(state.nuts)
        nuts[state.turn - 1] += move.worth
        for officer, fee in move.payment:
            nuts[state.turn - 1] -= fee
            nuts[officer - 1] += fee
        return self._done(replace(state, nuts=tuple(nuts)), card)

    def _raid(self, state: State, move: Raid) -> State:
        """A rival's two piles become one; 2 nuts for covering a bank, 1 for anything else (1.5)."""
        self._must_be_pending(state, RAID)
        rival, number = move.seat, move.pile
        if rival not in self._rivals(state):
            raise IllegalMove("a raid goes against an opponent at the table")
        piles = state.piles[rival - 1]
        if len(piles) != 2:
            raise IllegalMove(f"a raid needs an opponent with two piles; seat {rival} has one")
        if number not in (1, 2):
            raise IllegalMove("choose which pile is covered: 1 or 2")
        covered, other = piles[number - 1], piles[2 - number]
        loot = 2 if covered[-1] is BANK else 1
        raided = replace(
            state,
            nuts=with_seat(state.nuts, state.turn, state.nuts[state.turn - 1] + loot),
            piles=with_seat(state.piles, rival, (covered + other,)),
        )
        return self._done(raided, RAID)

    def _rob(self, state: State) -> State:
        """Everybody without a bank gives 1 nut for each contraband on top, as far as they have nuts (1.6)."""
        self._must_be_pending(state, ROBBERY)
        nuts = list(state.nuts)
        for rival, loot in self.loot(state):
            nuts[rival - 1] -= loot
            nuts[state.turn - 1] += loot
        return self._done(replace(state, nuts=tuple(nuts)), ROBBERY)

    def _must_be_pending(self, state: State, card: Card) -> None:
        """Refuses an effect that is not due."""
        assert isinstance(state.phase, Effects)
        if card in state.phase.pending:
            return
        if card in state.phase.applied:
            raise IllegalMove("already applied this turn")
        if card not in tops(state.piles[state.turn - 1]):
            raise IllegalMove(f"{card} is not on top of one of your piles")
        # Of the tops that take effect, only a raid may have nothing to do (1.2).
        raise IllegalMove("a raid needs an opponent with two piles")

    def _rivals(self, state: State) -> list[Seat]:
        """Everybody but the player whose turn it is."""
        return [seat for seat in range(1, self.seats + 1) if seat != state.turn]

    def officers(self, state: State, card: Card) -> tuple[Seat, ...]:
        """Who charges customs on that contraband now (1.3, 1.4)."""
        assert isinstance(state.phase, Effects)
        if card is not state.phase.fresh:
            return ()
        if self.options.bank_blocks_customs and BANK in tops(state.piles[state.turn - 1]):
            return ()
        return tuple(rival for rival in self._rivals(state) if CUSTOMS in tops(state.piles[rival - 1]))

    def targets(self, state: State) -> list[Seat]:
        """Who can be raided: everybody else with two piles (1.5)."""
        return [rival for rival in self._rivals(state) if len(state.piles[rival - 1]) == 2]

    def loot(self, state: State) -> list[tuple[Seat, int]]:
        """What each rival would lose to a robbery (1.4, 1.6)."""
        return [(rival, self._robbed(state, rival)) for rival in self._rivals(state)]

    def _robbed(self, state: State, rival: Seat) -> int:
        """1 nut for each contraband on top, as far as there are nuts; a bank keeps them all."""
        active = tops(state.piles[rival - 1])
        return 0 if BANK in active else min(state.nuts[rival - 1], sum(top in WORTH for top in active))

    def _done(self, state: State, applied: Card) -> State:
        """An effect has been applied; the next one is due."""
        assert isinstance(state.phase, Effects)
        pending = tuple(top for top in state.phase.pending if top is not applied)
        return self._go_on(state, pending, state.phase.fresh, (*state.phase.applied, applied))

    def _go_on(
        self, state: State, pending: tuple[Card, ...], fresh: Card, applied: tuple[Card, ...] = ()
    ) -> State:
        """The turn goes on while effects are pending; then it passes, or the game ends (1.2, 1.7)."""
        if pending:
            return replace(state, phase=Effects(pending, fresh, applied))
        turn = seat_after(state.turn, self.seats)
        return replace(state, turn=turn, phase=Place() if state.hands[turn - 1] else Over())

    # The end

    def standings(self, state: State) -> Standings:
        """Nuts, then the contraband in hand, then the contraband on top (1.8)."""
        return ranked(
            [
                (
                    nuts,
                    sum(WORTH.get(card, 0) for card in hand),
                    sum(WORTH.get(top, 0) for top in tops(piles)),
                )
                for nuts, hand, piles in zip(state.nuts, state.hands, state.piles, strict=True)
            ]
        )

    # What a seat may know

    def view(self, state: State, seat: int) -> State:
        """Everything but the cards that others have laid and not yet revealed."""
        if not isinstance(state.phase, Lay):
            return state
        laid = tuple(
            card if card is None or owner == seat else HIDDEN
            for owner, card in enumerate(state.phase.laid, start=1)
        )
        return replace(state, phase=Lay(laid))

    def shown(self, state: State, move: Move, seat: int) -> Move:
        """What is laid face down only its owner reads, unless it is the last card: then all are revealed."""
        if isinstance(move, LayCard) and seat != state.turn and not self._is_last_to_lay(state):
            return LayCard(HIDDEN)
        return move

    def unseen(self, view: State, seat: int) -> list[Pool]:  # noqa: ARG002, the view tells all
        """Behind each hidden card may lie any of its owner's eight."""
        laid = view.phase.laid if isinstance(view.phase, Lay) else ()
        return [Pool(SET, 1) for card in laid if card is HIDDEN]

    def filled(self, view: State, cards: Sequence[Sequence[Card]]) -> State:
        """The view with these cards laid."""
        if not isinstance(view.phase, Lay):
            return view
        down = iter(cards)
        laid = tuple(next(down)[0] if card is HIDDEN else card for card in view.phase.laid)
        return replace(view, phase=Lay(laid))

    def inventory(self, state: State) -> tuple[list[Card], ...]:
        """Each player's eight cards, wherever they are."""
        return tuple(
            sorted(hand + sum(piles, ())) for hand, piles in zip(state.hands, state.piles, strict=True)
        )

    # Notation

    def deal(self, state: State, rng: Random) -> Move:  # noqa: ARG002, nothing to draw
        """Chance has no part in this game."""
        raise IllegalMove("nothing is dealt in Nutty Business")

    def parse(self, text: str) -> Move:
        """The move written like this."""
        return parsed(text, read)


# --- What depends on the cards alone ----------------------------------------------------------------------


@cache
def layings() -> tuple[LayCard, ...]:
    """Any card may be laid, the hideout too."""
    return tuple(LayCard(card) for card in SET)


@cache
def placements(hand: tuple[Card, ...]) -> tuple[PlayCard, ...]:
    """Every card of the hand goes on either pile; the second one starts with it if need be."""
    return tuple(PlayCard(card, pile) for card in hand for pile in (1, 2))


@cache
def payments(worth: int, officers: tuple[Seat, ...]) -> tuple[Payment, ...]:
    """Every legal way to pay the customs officers out of an income (1.3).

    Everybody in full where that is possible. Otherwise the whole income goes out to as many officers as
    possible, and whoever pays decides who gets how much of it.
    """
    fee = FEE[worth]
    if fee * len(officers) <= worth:
        return (tuple((officer, fee) for officer in officers),)
    reached = min(worth, len(officers))
    return tuple(
        tuple((officer, share) for officer, share in zip(officers, shares, strict=True) if share)
        for shares in product(range(fee + 1), repeat=len(officers))
        if sum(shares) == worth and len(officers) - shares.count(0) == reached
    )


def why_not_paid(worth: int, officers: tuple[Seat, ...]) -> str:
    """The reason for refusing a payment."""
    if not officers:
        return "no customs are due on this income"
    names = " and ".join(f"seat {officer}" for officer in officers)
    if FEE[worth] * len(officers) <= worth:
        return f"customs must be paid in full: {FEE[worth]} to {names}"
    return (
        f"customs take all {worth}, from as many of {names} as possible, "
        f"nobody more than {FEE[worth]}; write who gets how much, seats ascending"
    )
