"""NUT, for 2 or 3 players. Source: its rulebook and rulings 3.1 to 3.7.

Everybody forages cards and grows trees with them, trunk to trunk and sky to sky, over older cards if need be.
In the end the best cluster of nuts counts in each of six colours. Only the order of the deck is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, cycle
from random import Random
from typing import Final, Literal, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from nutgames.games.core import (
    CHANCE,
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
)
from nutgames.games.options import TableOptions

# --- Components -------------------------------------------------------------------------------------------

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
"""The six colours by the face of a nut, in the order in which they are counted.

A squirrel's face is the small letter.
"""

WILD = "*"
"""The face of a wild nut."""

NOTHING = "."
"""The face of a portion that shows neither nut nor squirrel."""

FREE = " "
"""No face at all: no card lies there."""

FACES = (*COLOURS, *map(str.lower, COLOURS), WILD, NOTHING)

Side = Literal["L", "R"]
"""Where the trunk-side of a card lies, left or right; the sky-side is opposite."""

LEFT: Final[Side] = "L"
RIGHT: Final[Side] = "R"
OPPOSITE: Mapping[Side, Side] = {LEFT: RIGHT, RIGHT: LEFT}
SIDE_NAMES = {LEFT: "left", RIGHT: "right"}

Ways = Mapping[Side, str]
"""How a card may lie: for each possible side of its trunk the three faces that show, from top to bottom."""


class Deck(Struct, frozen=True):
    """The cards of the game: one entry a copy, its three faces from top to bottom.

    Moves call a card by its faces. Where squirrels on both sides have the same faces, those with the trunk
    on the right are called `faces/R`, so that a name tells how its card may lie.
    """

    cards: tuple[str, ...]
    """Standards and wilds as they look with the trunk on the left; having no squirrel they may be turned."""
    squirrels_left: tuple[str, ...]
    """Cards whose squirrel sits upright when the trunk is on the left."""
    squirrels_right: tuple[str, ...]
    """Cards whose squirrel sits upright when the trunk is on the right."""

    def pack(self) -> list[tuple[str, Ways]]:
        """Each card's name and how it may lie; only squirrels must not be turned."""
        pack: list[tuple[str, Ways]] = []
        pack += [(faces, {LEFT: faces, RIGHT: faces[::-1]}) for faces in self.cards]
        pack += [(faces, {LEFT: faces}) for faces in self.squirrels_left]
        pack += [
            (f"{faces}/R" if faces in self.squirrels_left else faces, {RIGHT: faces})
            for faces in self.squirrels_right
        ]
        return pack


STANDARD = "YRO ROG RBO ROP RGY YBR YRP GRB GPR BPR OYG BYO POY OGB OGP POB GBY PYG BPY PBG"
DECK = Deck(
    cards=(*STANDARD.split(), ".*.", ".*.", "*.*", "*.*"),
    squirrels_left=("OGr", "GyP", "bPO"),
    squirrels_right=("BYo", "BgR", "pRY"),
)
"""The built-in deck: a standard card for every three colours, a squirrel of each colour, four wilds."""

CARDS = 30
"""How many cards a deck has: all are placed, fifteen by each of two players or ten by each of three."""


def check_deck(deck: Deck) -> None:
    """Raises ValueError, one line, if the game cannot be played with these cards."""
    cards = (*deck.cards, *deck.squirrels_left, *deck.squirrels_right)
    if len(cards) != CARDS:
        raise ValueError(f"NUT is played with exactly {CARDS} cards; this deck has {len(cards)}")
    for card in cards:
        if len(card) != 3:
            raise ValueError(f"card {card!r}: a card has exactly three faces, not {len(card)}")
        for face in card:
            if face not in FACES:
                raise ValueError(f"card {card!r}: there is no face {face!r}; there is {' '.join(FACES)}")
    for card in deck.cards:
        if any(map(str.islower, card)):
            raise ValueError(
                f"card {card!r} has a squirrel: it belongs to squirrels_left or squirrels_right, "
                "where it is upright with the trunk on that side"
            )
    for card in deck.squirrels_left + deck.squirrels_right:
        if not any(map(str.islower, card)):
            raise ValueError(f"card {card!r} has no squirrel (a small letter): it belongs to cards")


Column = Literal["A", "B", "C"]
"""One of the three columns to forage in."""

COLUMNS: tuple[Column, ...] = get_args(Column)


class Options(TableOptions):
    """The choices before the game."""


# --- Moves ------------------------------------------------------------------------------------------------


class DealCards(Struct, frozen=True):
    """Chance: all cards in order, column A from its top, then B, C and the draw deck."""

    cards: tuple[str, ...] | Hidden

    def __str__(self) -> str:
        return f"deal {self.cards if self.cards is HIDDEN else ' '.join(self.cards)}"


class TakeCard(Struct, frozen=True):
    """Foraging: a card is taken from a column; row 1 is its top."""

    column: Column
    row: int

    def __str__(self) -> str:
        return f"take {self.column}{self.row}"


class PutCard(Struct, frozen=True):
    """Placing: the card goes to column x of the own trees, its top portion to row y; rows grow downwards."""

    x: int
    y: int
    trunk: Side

    def __str__(self) -> str:
        return f"put {self.x} {self.y} {self.trunk}"


Move = DealCards | TakeCard | PutCard


# --- State ------------------------------------------------------------------------------------------------


class Strip(Struct, frozen=True):
    """What can be seen in one column of a player's trees."""

    top: int
    """The number of the first row that is occupied."""
    faces: str
    """The uncovered faces from there down; a space where no card lies."""


class Trees(Struct, frozen=True):
    """A player's playing area. Every card touches another, so the occupied columns have no gap."""

    trunk: Side | None = None
    """The side of the trunk in column 0; None before the first card."""
    left: int = 0
    """The number of the leftmost column."""
    strips: tuple[Strip, ...] = ()
    """The columns, from left to right."""


class Deal(Struct, frozen=True):
    """Set-up: the cards have to be dealt."""


class Forage(Struct, frozen=True):
    """A card has to be taken."""

    column: Column | None
    """The column of this round; None while the forager may choose."""


class Place(Struct, frozen=True):
    """The card just taken has to be placed."""

    card: str
    column: Column
    """The column of this round."""


class Over(Struct, frozen=True):
    """The game has ended."""


class State(Struct, frozen=True):
    """A moment of the game."""

    round: int
    """Counted from 1."""
    turn: Seat
    """Who takes and places a card."""
    phase: Deal | Forage | Place | Over
    columns: tuple[tuple[str | None, ...], ...]
    """A, B and C, each from its top; None where a card has been taken."""
    deck: tuple[str | Hidden, ...]
    """From its top; before the deal, all cards."""
    trees: tuple[Trees, ...]
    """Index 0 is seat 1."""
    placed: tuple[str, ...]
    """All cards placed so far, those covered since then too: everybody has seen them."""


# --- The game ---------------------------------------------------------------------------------------------


class Nut(Game[State, Move]):
    """The rules at one table."""

    def __init__(self, seats: int, options: Options, deck: Deck | None = None) -> None:
        self.seats = seats
        self.options: Options = options
        self.deck = deck
        if deck is not None:
            check_deck(deck)
        pack = (deck or DECK).pack()
        self.pack = tuple(card for card, _ in pack)
        """The names of all cards, one entry a copy."""
        self.ways = dict(pack)
        """How each card may lie."""

    def start(self) -> State:
        """Nothing has been dealt or placed."""
        return State(
            round=1,
            turn=self.options.first,
            phase=Deal(),
            columns=((),) * len(COLUMNS),
            deck=self.pack,
            trees=(Trees(),) * self.seats,
            placed=(),
        )

    def actor(self, state: State) -> int | None:
        """The player whose turn it is; chance deals."""
        match state.phase:
            case Deal():
                return CHANCE
            case Over():
                return None
        return state.turn

    def moves(self, state: State) -> Iterator[Move]:
        """The cards that may be taken, or the places where the card taken may go."""
        match state.phase:
            case Place(card):
                return iter(placements(state.trees[state.turn - 1], tuple(self.ways[card])))
            case Forage(column):
                return iter(takings(state.columns, column))
        return iter(())

    def play(self, state: State, move: Move) -> State:
        """The deal, or one half of a turn."""
        match state.phase:
            case Place():
                return self._place(state, state.phase, move)
            case Forage():
                return self._take(state, state.phase, move)
            case Deal():
                return self._deal(state, move)
            case Over():
                raise IllegalMove("the game is over")

    # Setup

    def _deal(self, state: State, move: Move) -> State:
        """Three columns of as many cards as there are players; the rest is the draw deck (3.1)."""
        if not isinstance(move, DealCards):
            raise IllegalMove("the cards have not been dealt yet")
        cards, n = move.cards, self.seats
        if cards is HIDDEN:
            raise IllegalMove("say how the cards are dealt")
        if sorted(cards) != sorted(self.pack):
            raise IllegalMove(f"a deal names each of the {len(self.pack)} cards once")
        return replace(
            state,
            phase=Forage(None),
            columns=(cards[:n], cards[n : 2 * n], cards[2 * n : 3 * n]),
            deck=cards[3 * n :],
        )

    # Foraging

    def rounds(self) -> int:
        """How many rounds the game has: everybody takes one card in each (3.1)."""
        return len(self.pack) // self.seats

    def forager(self, number: int) -> Seat:
        """Who takes first in the round of that number: the role goes round (3.1)."""
        return (self.options.first + number - 2) % self.seats + 1

    def _take(self, state: State, phase: Forage, move: Move) -> State:
        """The forager takes from any column, the others from the same one (3.1)."""
        if not isinstance(move, TakeCard):
            raise IllegalMove("first take a card from a column")
        if phase.column not in (None, move.column):
            forager = self.forager(state.round)
            raise IllegalMove(f"seat {forager} has chosen column {phase.column}: take a card from there")
        index = COLUMNS.index(move.column)
        cards = state.columns[index]
        card = cards[move.row - 1] if 1 <= move.row <= len(cards) else None
        if card is None:
            raise IllegalMove(f"there is no card at {move.column}{move.row}")
        cards = (*cards[: move.row - 1], None, *cards[move.row :])
        return State(
            state.round,
            state.turn,
            Place(card, move.column),
            (*state.columns[:index], cards, *state.columns[index + 1 :]),
            state.deck,
            state.trees,
            state.placed,
        )

    # Placing cards

    def _place(self, state: State, phase: Place, move: Move) -> State:
        """The card is placed; then the next player takes one, or the round is over (3.1)."""
        card, seat = phase.card, state.turn
        if not isinstance(move, PutCard):
            raise IllegalMove(f"{card} has been taken: now place it")
        trees, ways = state.trees[seat - 1], self.ways[card]
        if move not in placements(trees, tuple(ways)):
            raise IllegalMove(why_not_placed(trees, card, ways, move))
        trees = grown(trees, ways[move.trunk], move)
        placed = State(
            state.round,
            seat_after(seat, self.seats),
            Forage(phase.column),
            state.columns,
            state.deck,
            (*state.trees[: seat - 1], trees, *state.trees[seat:]),
            (*state.placed, card),
        )
        return placed if any(state.columns[COLUMNS.index(phase.column)]) else self._refill(placed)

    def _refill(self, state: State) -> State:
        """The empty column is refilled while the deck lasts, and the next forager's round begins (3.1)."""
        columns = tuple(cards if any(cards) else state.deck[: self.seats] for cards in state.columns)
        if not any(columns):
            return replace(state, phase=Over(), columns=columns)
        number = state.round + 1
        return State(
            number,
            self.forager(number),
            Forage(None),
            columns,
            state.deck[self.seats :],
            state.trees,
            state.placed,
        )

    def change(self, state: State, move: PutCard) -> tuple[Tallies, Tallies]:
        """What counts for the player to act, colour by colour, before and after this legal placement."""
        assert isinstance(state.phase, Place)
        trees = state.trees[state.turn - 1]
        return tallies(trees), tallies_after(trees, self.ways[state.phase.card][move.trunk], move)

    # Game end

    def standings(self, state: State) -> Standings:
        """The total, then the colours from the best one down (3.7)."""
        return ranked([ranking(tallies(trees)) for trees in state.trees])

    # What a seat may know

    def view(self, state: State, seat: int) -> State:  # noqa: ARG002, all see the same
        """Everything but the deck."""
        return replace(state, deck=(HIDDEN,) * len(state.deck))

    def shown(self, state: State, move: Move, seat: int) -> Move:  # noqa: ARG002, all see the same
        """Nobody reads how the cards were dealt; those in the columns lie open on the table."""
        return DealCards(HIDDEN) if isinstance(move, DealCards) else move

    def unseen(self, view: State, seat: int) -> list[Pool]:  # noqa: ARG002, all see the same
        """In the deck lies what has not been in the open."""
        left = Counter(self.pack) - Counter(in_the_open(view))
        return [Pool(tuple(left.elements()), view.deck.count(HIDDEN))]

    def filled(self, view: State, cards: Sequence[Sequence[str]]) -> State:
        """The view with this deck."""
        return replace(view, deck=tuple(cards[0])) if HIDDEN in view.deck else view

    def inventory(self, state: State) -> list[str]:
        """All cards, wherever they are."""
        return sorted([*state.deck, *in_the_open(state)])

    # Notation

    def deal(self, state: State, rng: Random) -> Move:  # noqa: ARG002, there is only one deal
        """The cards in any order."""
        return DealCards(tuple(rng.sample(sorted(self.pack), len(self.pack))))

    def parse(self, text: str) -> Move:
        """The move written like this."""
        return parsed(text, self._read)

    def _read(self, words: list[str]) -> Move:
        """The move that these words of the notation stand for; raises ValueError."""
        match words:
            case ["deal", "?"]:
                return DealCards(HIDDEN)
            case ["deal", *cards] if self.ways.keys() >= set(cards):
                return DealCards(tuple(cards))
            case ["take", place]:
                return TakeCard(COLUMNS[COLUMNS.index(place[:1])], int(place[1:]))
            case ["put", x, y, ("L" | "R") as trunk]:
                return PutCard(int(x), int(y), trunk)
        raise ValueError(words)


# --- What lies on the table -------------------------------------------------------------------------------


def takings(columns: tuple[tuple[str | None, ...], ...], chosen: Column | None) -> list[TakeCard]:
    """Every card of the chosen column; of all columns while none is chosen."""
    return [
        TakeCard(column, row)
        for column, cards in zip(COLUMNS, columns, strict=True)
        if chosen is None or chosen == column
        for row, card in enumerate(cards, start=1)
        if card is not None
    ]


def in_the_open(state: State) -> list[str]:
    """The cards that have left the deck: they are in a column, in a hand, or placed."""
    taken = [state.phase.card] if isinstance(state.phase, Place) else []
    return [*filter(None, chain.from_iterable(state.columns)), *taken, *state.placed]


def uncovered(trees: Trees) -> dict[tuple[int, int], str]:
    """The faces that can be seen in a player's trees, by column and row."""
    return {
        (x, y): face
        for x, strip in enumerate(trees.strips, trees.left)
        for y, face in enumerate(strip.faces, strip.top)
        if face != FREE
    }


# --- Placing cards ----------------------------------------------------------------------------------------


def trunk_at(trees: Trees, x: int) -> Side | None:
    """The side of the trunk in a column: as trunk meets trunk and sky meets sky, columns alternate (3.3)."""
    return trees.trunk if x % 2 == 0 or trees.trunk is None else OPPOSITE[trees.trunk]


@lru_cache(32)  # whoever asks what is legal plays one of the answers next
def placements(trees: Trees, sides: tuple[Side, ...]) -> tuple[PutCard, ...]:
    """Every place for a card that may have its trunk on these sides.

    The first card starts the trees (3.2). Each other one needs the right side for its column (3.3), and an
    occupied cell beside it (3.4).
    """
    if trees.trunk is None:
        return tuple([PutCard(0, 0, side) for side in sides])
    rows = [occupied(strip) for strip in trees.strips]
    x = trees.left - 1
    trunks = cycle((trunk_at(trees, x), trunk_at(trees, x + 1)))
    beside = [
        puts_upon(x, left | right, trunk)
        for x, trunk, left, right in zip(count(x), trunks, [0, 0, *rows], [*rows, 0, 0])
        if trunk in sides
    ]
    # Only a squirrel that faces like the only column has no such place; it must cover a part of it (3.4).
    return tuple(chain.from_iterable(beside)) or puts_upon(0, rows[0], trees.trunk)


Rows = int
"""A set of rows of a column, as bits: row y is bit MIDDLE + y."""

MIDDLE = 32
"""Each of fifteen cards reaches at most two rows further than those before: rows −28 to 30 are enough."""


@lru_cache(10_000)
def occupied(strip: Strip) -> Rows:
    """The rows where a card lies."""
    return sum([1 << MIDDLE + y for y, face in enumerate(strip.faces, strip.top) if face != FREE])


@lru_cache(10_000)
def puts_upon(x: int, rows: Rows, trunk: Side) -> tuple[PutCard, ...]:
    """The placements in a column that have at least one portion in one of these rows."""
    tops = rows | rows >> 1 | rows >> 2
    return tuple([PutCard(x, bit - MIDDLE, trunk) for bit in range(tops.bit_length()) if tops >> bit & 1])


def why_not_placed(trees: Trees, card: str, ways: Ways, put: PutCard) -> str:
    """The reason for refusing a placement."""
    if put.trunk not in ways:
        (side,) = ways
        return f"the squirrel of {card} stays upright: its trunk is on the {SIDE_NAMES[side]}"
    trunk = trunk_at(trees, put.x)
    if trunk is None:
        return "your first card goes to 0 0"
    if put.trunk != trunk:
        return f"trunk meets trunk, sky meets sky: in column {put.x} the trunk is on the {SIDE_NAMES[trunk]}"
    if len(trees.strips) == 1 and trunk_at(trees, 1) not in ways:
        return f"no card can be touched by {card} yet: it must cover a part of column 0"
    return "a long edge of the card must touch a card beside it; covering or meeting end to end is not enough"


def grown(trees: Trees, faces: str, put: PutCard) -> Trees:
    """The trees with one more card, which shows these faces; what lay there is covered (3.4)."""
    index = put.x - trees.left
    strip = trees.strips[index] if 0 <= index < len(trees.strips) else Strip(put.y, "")
    top = min(put.y, strip.top)
    line = FREE * (strip.top - top) + strip.faces
    above, below = line[: put.y - top].ljust(put.y - top), line[put.y - top + 3 :]
    strip = Strip(top, above + faces + below)
    return Trees(
        trees.trunk or put.trunk,
        min(put.x, trees.left),
        (*trees.strips[: max(index, 0)], strip, *trees.strips[index + 1 :]),
    )


# --- Scoring ----------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """A cluster as it counts. Larger is better; among equals, one with a squirrel is (3.6)."""

    nuts: int
    squirrel: bool

    @property
    def points(self) -> int:
        """One for each nut, doubled by a squirrel."""
        return self.nuts * 2 if self.squirrel else self.nuts


Tallies = tuple[Tally, ...]
"""The cluster that counts in each colour, in the order of COLOURS."""

NO_CLUSTER = Tally(0, False)


def points(counted: Tallies) -> int:
    """The points of all colours together."""
    return sum([tally.points for tally in counted])


def ranking(counted: Tallies) -> tuple[int, ...]:
    """What ranks a player: the total, then the colours' points, sorted downwards (3.7)."""
    return points(counted), *sorted([tally.points for tally in counted], reverse=True)


Cells = int
"""A set of places in a player's trees, as bits, one column after the other.

The first column is a free one on the left of the trees, for a card to come. The rows at both ends of a column
are never reached, so a step from bit to bit does not lead from one column into the next.
"""

HEIGHT = 2 * MIDDLE
"""How many bits a column has, that is, how far it is to the cell beside."""

Faces = Mapping[str, Cells]
"""Where each face can be seen."""


@lru_cache(1_000)
def tallies(trees: Trees) -> Tallies:
    """What counts in each colour (3.5, 3.6)."""
    faces = visible(trees)
    return tuple([best_cluster(faces, colour, around=faces[colour]) for colour in COLOURS])


def tallies_after(trees: Trees, shown: str, put: PutCard) -> Tallies:
    """What counts in each colour when a card that shows these three faces has been placed.

    Compared with `tallies(trees)` it tells, colour by colour, what the placement changes.
    """
    before = visible(trees)
    top = 1 << HEIGHT * (put.x - trees.left + 1) + MIDDLE + put.y
    card = 0b111 * top
    after = {face: cells & ~card for face, cells in before.items()}
    for portion, face in enumerate(shown):
        after[face] |= top << portion
    counted = []
    for colour, best in zip(COLOURS, tallies(trees), strict=True):
        if belonging(before, colour) & card:
            counted.append(best_cluster(after, colour, around=after[colour]))
        else:
            # Nothing of the colour is covered, so clusters only grow, and only around the card.
            counted.append(best_cluster(after, colour, around=card, best=best))
    return tuple(counted)


@lru_cache(1_000)
def visible(trees: Trees) -> Faces:
    """Where each face can be seen: only uncovered faces count (3.5)."""
    faces = dict.fromkeys(FACES, 0)
    for column, strip in enumerate(trees.strips, start=1):
        for y, face in enumerate(strip.faces, strip.top):
            if face != FREE:
                faces[face] |= 1 << HEIGHT * column + MIDDLE + y
    return faces


def belonging(faces: Faces, colour: str) -> Cells:
    """What may belong to a cluster of the colour: its nuts, its squirrels, and wilds (3.5)."""
    return faces[colour] | faces[colour.lower()] | faces[WILD]


def best_cluster(faces: Faces, colour: str, around: Cells, best: Tally = NO_CLUSTER) -> Tally:
    """The best cluster of the colour among those around some cells, if it is better than that one.

    Nuts and wilds count, squirrels only connect; without a nut of the very colour it is no cluster (3.5).
    """
    nuts, squirrels, belongs = faces[colour], faces[colour.lower()], belonging(faces, colour)
    around &= belongs
    while around:
        cluster = connected(around & -around, belongs)
        around &= ~cluster
        if cluster & nuts:
            best = max(best, Tally((cluster & ~squirrels).bit_count(), cluster & squirrels != 0))
    return best


def connected(cells: Cells, belongs: Cells) -> Cells:
    """All that is connected with these cells along edges, over cells that belong to the cluster (3.5)."""
    while True:
        reached = cells | cells << 1 | cells >> 1 | cells << HEIGHT | cells >> HEIGHT
        if cells == (cells := reached & belongs):
            return cells
