"""What Hibernation is played with: cards and deck, moves and their notation, the state of the table."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from nutgames.games.core import HIDDEN, Hidden, Seat, with_seat
from nutgames.games.options import TableOptions

# --- Components -------------------------------------------------------------------------------------------


class Card(StrEnum):
    """The 26 kinds of card, by their names in the notation. ACTIONS says what they do."""

    FORAGE = "forage"
    GOOD_HAUL = "good-haul"
    BUMPER_CROP = "bumper-crop"
    PICKPOCKET = "pickpocket"
    BURGLAR = "burglar"
    HEIST = "heist"
    SNOOP = "snoop"
    HAND_SWAP = "hand-swap"
    NUT_SWAP = "nut-swap"
    SNIFF_OUT = "sniff-out"
    SEARCH = "search"
    TUCK_AWAY = "tuck-away"
    BURY = "bury"
    DEEP_CACHE = "deep-cache"
    DIG_UP = "dig-up"
    LANDSLIDE = "landslide"
    MIGRATION = "migration"
    HOLLOW_OAK = "hollow-oak"
    TRAP = "trap"
    SCURRY = "scurry"
    CANCEL = "cancel"
    GOLDEN_NUT = "golden-nut"
    GOLDEN_TRADE = "golden-trade"
    ROT = "rot"
    EARLY_WINTER = "early-winter"
    BLIGHT = "blight"


CANCEL = Card.CANCEL


class Deck(Struct, frozen=True):
    """What a deck is made of: the copies of each kind of card, and the titles the screen gives them."""

    copies: Mapping[Card, int]
    titles: Mapping[Card, str]


DECK: Final = Deck(
    copies={
        Card.FORAGE: 10,
        Card.GOOD_HAUL: 8,
        Card.BUMPER_CROP: 4,
        Card.PICKPOCKET: 6,
        Card.BURGLAR: 4,
        Card.HEIST: 3,
        Card.SNOOP: 4,
        Card.HAND_SWAP: 2,
        Card.NUT_SWAP: 2,
        Card.SNIFF_OUT: 5,
        Card.SEARCH: 4,
        Card.TUCK_AWAY: 4,
        Card.BURY: 4,
        Card.DEEP_CACHE: 4,
        Card.DIG_UP: 3,
        Card.LANDSLIDE: 1,
        Card.MIGRATION: 2,
        Card.HOLLOW_OAK: 4,
        Card.TRAP: 4,
        Card.SCURRY: 5,
        Card.CANCEL: 8,
        Card.GOLDEN_NUT: 2,
        Card.GOLDEN_TRADE: 2,
        Card.ROT: 2,
        Card.EARLY_WINTER: 1,
        Card.BLIGHT: 2,
    },
    titles={card: card.replace("-", " ").title() for card in Card},
)
"""The built-in deck of 100 cards."""

MOST_CARDS = 200
"""How many cards a deck can have."""

HAND_SIZE = 5
"""How many cards everybody is dealt at the start of a month."""

Cards = tuple[Card | Hidden, ...]
"""Some cards; sorted, unless their order means something."""


class Side(StrEnum):
    """The neighbour that everybody passes something to; left is clockwise, whatever the rotation."""

    LEFT = "left"
    RIGHT = "right"


Choice = Seat | Card | Side | None
"""What a card names when it is played: a target, a card of the discard, a side, or nothing."""


class Options(TableOptions):
    """The choices before the game."""

    nuts: int = Field(
        12,
        ge=4,
        le=30,
        title="Nuts per player",
        description="How many nuts lie in the centre when a month starts, for each player.",
    )
    months: int = Field(
        3,
        ge=1,
        le=12,
        title="Months",
        description="A month ends when the centre is empty. The nuts of all months count.",
    )
    rotation: Literal["clockwise", "counterclockwise"] = Field(
        "clockwise", title="Rotation", description="Which way round the table the turns pass."
    )


# --- Moves ------------------------------------------------------------------------------------------------


class Shuffle(Struct, frozen=True):
    """Chance: the new draw deck, its top first. HIDDEN to everybody."""

    cards: tuple[Card, ...] | Hidden

    def __str__(self) -> str:
        return "shuffle ?" if self.cards is HIDDEN else f"shuffle {' '.join(self.cards)}"


class PlayCard(Struct, frozen=True):
    """A turn: a card of the hand is played for its action, naming what it has to name."""

    card: Card
    choice: Choice = None

    def __str__(self) -> str:
        return f"play {self.card}" if self.choice is None else f"play {self.card} {self.choice}"


class DiscardCard(Struct, frozen=True):
    """A turn: a card whose action is impossible is thrown away."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Cancel(Struct, frozen=True):
    """Reaction: a cancel against the card, or against the cancel, that was played last."""

    def __str__(self) -> str:
        return "cancel"


class Pass(Struct, frozen=True):
    """Reaction: what was played last may stand."""

    def __str__(self) -> str:
        return "pass"


class TakeCard(Struct, frozen=True):
    """Snoop: a card of the hand that is seen goes to the own hand. HIDDEN to those who see neither."""

    card: Card | Hidden

    def __str__(self) -> str:
        return f"take {self.card}"


Move = Shuffle | PlayCard | DiscardCard | Cancel | Pass | TakeCard


def read(words: list[str]) -> Move:
    """The move that these words of the notation stand for; raises ValueError."""
    match words:
        case ["shuffle", "?"]:
            return Shuffle(HIDDEN)
        case ["shuffle", first, *others]:
            return Shuffle((Card(first), *map(Card, others)))
        case ["play", card]:
            return PlayCard(Card(card))
        case ["play", card, ("left" | "right") as side]:
            return PlayCard(Card(card), Side(side))
        case ["play", card, name]:
            return PlayCard(Card(card), int(name) if name.isdigit() else Card(name))
        case ["discard", card]:
            return DiscardCard(Card(card))
        case ["cancel"]:
            return Cancel()
        case ["pass"]:
            return Pass()
        case ["take", "?"]:
            return TakeCard(HIDDEN)
        case ["take", card]:
            return TakeCard(Card(card))
    raise ValueError(words)


PASS_ONLY = (Pass(),)
CANCEL_OR_PASS = (Cancel(), Pass())

# --- State ------------------------------------------------------------------------------------------------


class Deal(Struct, frozen=True):
    """A month starts: all cards lie in the discard and are to be shuffled and dealt."""


class Play(Struct, frozen=True):
    """A card of the hand has to be played."""


PLAY = Play()


class React(Struct, frozen=True):
    """Everybody but the one who played last is asked, in rotation, whether to cancel that (4.4)."""

    secret: ClassVar[bool] = True
    """Whoever is asked answers in secret, an empty hand included."""

    play: PlayCard
    """What happens unless it is cancelled. Its card lies in the discard already."""
    cancels: int
    """How many have been played against it and against each other."""
    last: Seat
    """Who played the card or the last cancel: the questions end before coming round to this seat."""


class Snoop(Struct, frozen=True):
    """The player whose turn it is sees the target's hand and has to take a card of it."""

    target: Seat


class Reshuffle(Struct, frozen=True):
    """A draw has found the deck empty: the discard is to be shuffled into a new one (4.5)."""

    draws: int
    """How many cards are still to be drawn."""
    further: bool
    """Whether a card has to be played after that."""


class Over(Struct, frozen=True):
    """The last month has ended; the table stays as it was at that moment."""


class State(Struct, frozen=True):
    """A moment of the game. Per-seat tuples: index 0 is seat 1."""

    actor: int | None
    """Who decides now: a seat, CHANCE, or None when the game is over."""
    turn: Seat
    """Whose turn it is; between two months, who starts the next one."""
    phase: Deal | Play | React | Snoop | Reshuffle | Over
    centre: int
    destroyed: int
    piles: tuple[int, ...]
    stashes: tuple[int, ...]
    golden_nut: Seat | None
    """Who has it; None while it lies in the middle."""
    protected: tuple[bool, ...]
    """Who sits in a hollow oak until their next turn begins (4.6)."""
    trapped: tuple[bool, ...]
    """Who forfeits their next turn (4.10)."""
    hands: tuple[Cards, ...]
    deck: Cards
    """The top first. The only cards whose order means something."""
    discard: tuple[Card, ...]
    """With the card that is being played and the cancels against it (4.4)."""
    months: tuple[tuple[int, ...], ...]
    """Everybody's score of each finished month."""


def score(state: State, seat: Seat) -> int:
    """What a seat has in this month: the golden nut counts 1 and doubles the pile, not the stash (4.7)."""
    pile, stash = state.piles[seat - 1], state.stashes[seat - 1]
    return stash + 2 * (pile + 1) if state.golden_nut == seat else stash + pile


def with_card(cards: tuple[Any, ...], card: Card) -> tuple[Any, ...]:
    """Sorted cards and one more."""
    place = bisect(cards, card)
    return (*cards[:place], card, *cards[place:])


def without_card(cards: tuple[Any, ...], card: Card) -> tuple[Any, ...]:
    """The cards without one copy of this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def spent(state: State, seat: Seat, card: Card) -> State:
    """The state after a card has gone from a hand to the discard."""
    hand = without_card(state.hands[seat - 1], card)
    return replace(
        state,
        hands=with_seat(state.hands, seat, hand),
        discard=with_card(state.discard, card),
    )
