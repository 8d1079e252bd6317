"""Nut Job, for 2 to 4 players. Source: its rulebook and rulings 2.1 to 2.6.

Nine forest cards form a square with nut cards all around it. A squirrel runs for the nut card at the other
end of its row or column by naming the hidden sides of the three forest cards between. Nobody has secrets
from the others: what is hidden is hidden from all, and what has been turned over all have seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from itertools import chain
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, model_validator

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


class Form(StrEnum):
    """What grows or lies on a side of a forest card."""

    LEAF = "leaf"
    MUSHROOM = "mushroom"
    ROCK = "rock"


class Color(StrEnum):
    """The color it has."""

    YELLOW = "yellow"
    RED = "red"
    BLUE = "blue"


class Face(NamedTuple):
    """One side of a forest card."""

    form: Form
    color: Color

    def __str__(self) -> str:
        return f"{self.form} {self.color}"


FACES = {str(Face(form, color)): Face(form, color) for form in Form for color in Color}
"""All faces, by the text that stands for them in a deck."""


class ForestCard(Struct, frozen=True, gc=False):
    """A forest card as it lies in the square."""

    up: Face
    down: Face | Hidden
    seen: bool = False
    """Whether it has ever been turned over: then everybody knows both its sides (2.5)."""


class NutCard(Struct, frozen=True, gc=False):
    """A nut card on a space beside the square."""

    worth: int | Hidden
    face_down: bool = False

    def __str__(self) -> str:
        return f"{self.worth}*" if self.face_down else f"{self.worth}"


class Side(StrEnum):
    """The two sides of a squirrel card: what its owner has to name."""

    COLORS = "colors"
    FORMS = "forms"


COLORS, FORMS = Side.COLORS, Side.FORMS


class Deck(Struct, frozen=True):
    """The cards of a copy of the game."""

    forest: tuple[tuple[str, str], ...]
    """The nine forest cards, each with the faces of its sides A and B: `leaf red`."""
    nuts: tuple[int, ...]
    """What the twelve nut cards are worth."""


DECK = Deck(
    forest=(
        ("mushroom yellow", "mushroom red"),
        ("leaf yellow", "leaf blue"),
        ("rock red", "rock blue"),
        ("mushroom yellow", "leaf yellow"),
        ("mushroom red", "rock red"),
        ("leaf blue", "rock blue"),
        ("mushroom blue", "leaf red"),
        ("mushroom blue", "rock yellow"),
        ("leaf red", "rock yellow"),
    ),
    nuts=(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2),
)


GOAL = 5
"""The nuts that win the game."""


def check_deck(deck: Deck) -> None:
    """Raises ValueError, one line, if the game cannot be played with these cards."""
    cards, nuts = len(deck.forest), len(deck.nuts)
    if cards != 9:
        raise ValueError(f"Nut Job is played with exactly nine forest cards; this deck has {cards}")
    for number, sides in enumerate(deck.forest, start=1):
        if len(sides) != 2:
            raise ValueError(f"forest card {number}: a card has two sides, A and B, not {len(sides)}")
        for side in sides:
            if side not in FACES:
                raise ValueError(
                    f"forest card {number}: there is no face {side!r}; a face is a form ({', '.join(Form)}) "
                    f"and a color ({', '.join(Color)}), like 'leaf red'"
                )
    if nuts != 12:
        raise ValueError(f"Nut Job is played with exactly twelve nut cards; this deck has {nuts}")
    for number, worth in enumerate(deck.nuts, start=1):
        if worth not in (1, 2):
            raise ValueError(f"nut card {number}: a nut card is worth 1 or 2, not {worth!r}")
    # With one nut less each of four players could be stuck one short of the goal.
    least = 4 * (GOAL - 1) + 1
    if sum(deck.nuts) < least:
        raise ValueError(
            f"the nut cards are worth {sum(deck.nuts)} together; it takes {least}, so that somebody wins"
        )


class Options(TableOptions):
    """The choices before the game; all but overdose with razzia go together (2.3)."""

    baby: Literal["none", "colors", "forms"] = Field(
        "none",
        title="Baby squirrel",
        description="Everybody names only colours, or only forms, for the whole game.",
        json_schema_extra={"called": {"colors": "colours"}},  # on the screen; the notation says colors
    )
    one_is_one: bool = Field(
        False,
        title="One is one",
        description="A nut card is one point, whatever it shows; three points win.",
    )
    overdose: bool = Field(
        False,
        title="Overdose",
        description="Only exactly five nuts win; whoever takes more puts two earlier nut cards back.",
    )
    razzia: bool = Field(
        False,
        title="Food razzia",
        description="There is no goal: the game lasts until all nut cards are won.",
    )
    mystery: int = Field(
        0,
        ge=0,
        le=12,
        title="Mystery",
        description="So many nut cards lie face down.",
        json_schema_extra={"proposal": 4},  # what the set-up screen offers to those who switch it on
    )

    @model_validator(mode="after")
    def _one_way_to_end(self) -> Self:
        if self.overdose and self.razzia:
            raise ValueError(
                "overdose and razzia do not go together: "
                "one game stops at exactly five nuts, the other at no number"
            )
        return self


# --- The table --------------------------------------------------------------------------------------------


class Space(IntEnum):
    """The twelve spaces around the square, clockwise; each may hold a nut card and any squirrels."""

    N1 = 0
    N2 = 1
    N3 = 2
    E1 = 3
    E2 = 4
    E3 = 5
    S3 = 6
    S2 = 7
    S1 = 8
    W3 = 9
    W2 = 10
    W1 = 11


class Direction(StrEnum):
    """Where a squirrel may move, as it looks at the forest: left is clockwise."""

    LEFT = "left"
    RIGHT = "right"


BESIDE = {
    Direction.LEFT: tuple(Space((space + 1) % 12) for space in Space),
    Direction.RIGHT: tuple(Space((space - 1) % 12) for space in Space),
}
"""By direction and space: where a squirrel gets to with one step, also round the corner."""

FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}

OPPOSITE = tuple(Space[FACING[space.name[0]] + space.name[1]] for space in Space)
"""By space: the other end of its row or column."""


def path(space: Space) -> tuple[int, int, int]:
    """The three forest cards a squirrel crosses from there, nearest first.

    The places of the square are counted row by row from the north-west, 0 to 8.
    """
    edge, line = space.name[0], int(space.name[1]) - 1
    column, row = (line, line + 3, line + 6), (3 * line, 3 * line + 1, 3 * line + 2)
    return {"N": column, "S": column[::-1], "W": row, "E": row[::-1]}[edge]


PATHS = tuple(path(space) for space in Space)

# --- Moves ------------------------------------------------------------------------------------------------


class DealCards(Struct, frozen=True):
    """Set-up, by chance: the forest row by row from the north-west, the nut cards clockwise from N1.

    To the players it reads HIDDEN: what it lays open they see on the table.
    """

    forest: tuple[str, ...] | Hidden
    """Which card with which side up: `3B`."""
    nuts: tuple[NutCard, ...] = ()

    def __str__(self) -> str:
        if isinstance(self.forest, Hidden):
            return f"deal {HIDDEN}"
        return f"deal {' '.join(self.forest)} / {' '.join(map(str, self.nuts))}"


class PlaceSquirrel(Struct, frozen=True):
    """Set-up: a squirrel card goes on a space, with that side up."""

    space: Space
    side: Side

    def __str__(self) -> str:
        return f"place {self.space.name} {self.side}"


class Say(Struct, frozen=True):
    """An attempt: names what the hidden side of the next forest card shows; the card is turned over."""

    final: ClassVar[bool] = True
    """No undo takes this move back, not even where nobody has learnt anything new: a card was turned."""

    word: Color | Form

    def __str__(self) -> str:
        return f"say {self.word}"


class MoveSquirrel(Struct, frozen=True):
    """Instead of an attempt, and after every win: one step along the ring of spaces."""

    direction: Direction

    def __str__(self) -> str:
        return f"move {self.direction}"


class ReturnCard(Struct, frozen=True):
    """Overdose: a nut card won earlier goes back on a space without one."""

    worth: int
    space: Space

    def __str__(self) -> str:
        return f"return {self.worth} {self.space.name}"


Move = DealCards | PlaceSquirrel | Say | MoveSquirrel | ReturnCard

FOREST_CARDS = {f"{number}{side}" for number in range(1, 10) for side in "AB"}
NUT_CARDS = {str(card): card for worth in (1, 2) for card in (NutCard(worth), NutCard(worth, face_down=True))}
SPACES = {space.name: space for space in Space}


def read(words: list[str]) -> Move:
    """The move that these words of the notation stand for; raises ValueError."""
    match words:
        case ["deal", "?"]:
            return DealCards(HIDDEN)
        case ["deal", *cards]:
            slash = cards.index("/")
            forest, nuts = cards[:slash], cards[slash + 1 :]
            if FOREST_CARDS.issuperset(forest) and NUT_CARDS.keys() >= set(nuts):
                return DealCards(tuple(forest), tuple(NUT_CARDS[nut] for nut in nuts))
        case ["place", space, side] if space in SPACES:
            return PlaceSquirrel(SPACES[space], Side(side))
        case ["say", word]:
            return Say(Color(word) if word in tuple(Color) else Form(word))
        case ["move", direction]:
            return MoveSquirrel(Direction(direction))
        case ["return", worth, space] if space in SPACES:
            return ReturnCard(int(worth), SPACES[space])
    raise ValueError(words)


STEPS = (MoveSquirrel(Direction.LEFT), MoveSquirrel(Direction.RIGHT))
NAMES_A_COLOR = tuple(Say(color) for color in Color)
NAMES_A_FORM = tuple(Say(form) for form in Form)

# --- State ------------------------------------------------------------------------------------------------


class Deal(Struct, frozen=True):
    """Set-up: nothing lies on the table yet."""


class Place(Struct, frozen=True):
    """Set-up: everybody in turn places a squirrel."""


class Turn(Struct, frozen=True):
    """A player's turn begins: an attempt or a step."""


class Attempt(Struct, frozen=True):
    """An attempt is under way: the next forest card has to be named."""

    crossed: int
    """How many of the three cards have been named rightly."""


class Return(Struct, frozen=True):
    """Overdose: whoever went over the goal puts nut cards back."""

    due: int
    """How many are still to come."""


class MoveOn(Struct, frozen=True):
    """After a win the squirrel has to leave its space."""


class Over(Struct, frozen=True):
    """The game has ended."""


class Squirrel(Struct, frozen=True, gc=False):
    """A squirrel card on the table."""

    space: Space
    side: Side


class State(Struct, frozen=True):
    """A moment of the game. Per-seat tuples: index 0 is seat 1."""

    turn: Seat
    """Whose turn it is; during the set-up, who places."""
    phase: Deal | Place | Turn | Attempt | Return | MoveOn | Over
    forest: tuple[ForestCard, ...]
    """Row by row from the north-west; empty before the deal."""
    nuts: tuple[NutCard | None, ...]
    """By space, clockwise from N1; empty before the deal."""
    squirrels: tuple[Squirrel | None, ...]
    """Each player's, once it is placed."""
    won: tuple[tuple[int, ...], ...]
    """What each player's nut cards are worth, the latest last; they lie open (2.2)."""


def squirrel_at_turn(state: State) -> Squirrel:
    """The squirrel of the player whose turn it is."""
    squirrel = state.squirrels[state.turn - 1]
    assert squirrel is not None
    return squirrel


def with_item(row: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """A tuple that has another item at that index."""
    return (*row[:index], item, *row[index + 1 :])


# --- The game ---------------------------------------------------------------------------------------------


class NutJob(Game[State, Move]):
    """The rules at one table."""

    def __init__(self, seats: int, options: Options, deck: Deck | None = None) -> None:
        self.seats = seats
        self.options: Options = options
        self.deck = deck
        if deck is not None:
            check_deck(deck)
        self._goal = 3 if options.one_is_one else GOAL
        cards = deck or DECK
        self._nuts = tuple(sorted(cards.nuts))
        self._forest = dict[str, ForestCard]()
        for number, (side_a, side_b) in enumerate(cards.forest, start=1):
            self._forest[f"{number}A"] = ForestCard(FACES[side_a], FACES[side_b])
            self._forest[f"{number}B"] = ForestCard(FACES[side_b], FACES[side_a])
        self._pairs = tuple(sorted(pair(self._forest[f"{number}A"]) for number in range(1, 10)))

    def start(self) -> State:
        """All cards are still in the box."""
        return State(
            turn=self.options.first,
            phase=Deal(),
            forest=(),
            nuts=(),
            squirrels=(None,) * self.seats,
            won=((),) * self.seats,
        )

    def actor(self, state: State) -> int | None:
        """Chance deals, then the player whose turn it is."""
        match state.phase:
            case Deal():
                return CHANCE
            case Over():
                return None
        return state.turn

    def moves(self, state: State) -> Iterator[Move]:
        """What may be placed, said, moved or returned now."""
        match state.phase:
            case Place():
                return iter(placements(self.options.baby))
            case Turn():
                return iter(self._choices(state))
            case Attempt():
                return iter(announcements(squirrel_at_turn(state)))
            case Return():
                return iter(self._returns(state))
            case MoveOn():
                return iter(STEPS)
        return iter(())

    def play(self, state: State, move: Move) -> State:
        """The deal, or one step of the set-up or of a turn."""
        match state.phase:
            case Deal():
                return self._deal(state, move)
            case Place():
                return self._place(state, move)
            case Turn():
                return self._take_turn(state, move)
            case Attempt(crossed):
                return self._say(state, move, crossed)
            case Return(due):
                return self._return(state, move, due)
            case MoveOn():
                return self._move_on(state, move)
            case Over():
                raise IllegalMove("the game is over")

    # Set-up

    def _deal(self, state: State, move: Move) -> State:
        """All cards of the deck are laid out; mystery says how many nut cards lie face down (2.3)."""
        if not isinstance(move, DealCards):
            raise IllegalMove("first the cards have to be dealt")
        if isinstance(move.forest, Hidden):
            raise IllegalMove("say how the cards are dealt")
        different = {name[0] for name in move.forest if name in self._forest}
        if len(different) != 9 or len(move.forest) != 9:
            raise IllegalMove("each of the nine forest cards is dealt once, with side A or B up")
        if sorted(str(card.worth) for card in move.nuts) != list(map(str, self._nuts)):
            ones, twos = self._nuts.count(1), self._nuts.count(2)
            raise IllegalMove(f"twelve nut cards are dealt: {ones} worth 1 and {twos} worth 2")
        face_down = sum(card.face_down for card in move.nuts)
        if face_down != self.options.mystery:
            raise IllegalMove(f"nut cards face down: {self.options.mystery} in this game, not {face_down}")
        return replace(
            state,
            phase=Place(),
            forest=tuple(self._forest[name] for name in move.forest),
            nuts=move.nuts,
        )

    def _place(self, state: State, move: Move) -> State:
        """A squirrel card goes on any space, either side up; the last one starts the first turn."""
        if not isinstance(move, PlaceSquirrel):
            raise IllegalMove("first everybody places a squirrel, with colors or with forms up")
        if move not in placements("none"):
            raise IllegalMove("a squirrel goes on one of the twelve spaces, with colors or with forms up")
        if move not in placements(self.options.baby):
            raise IllegalMove(f"in this game everybody plays with {self.options.baby}")
        turn = seat_after(state.turn, self.seats)
        squirrel = Squirrel(move.space, move.side)
        return replace(
            state,
            turn=turn,
            phase=Turn() if turn == self.options.first else state.phase,
            squirrels=with_item(state.squirrels, state.turn - 1, squirrel),
        )

    # A turn: an attempt or a step

    def _choices(self, state: State) -> tuple[Move, ...]:
        """An attempt needs a nut card on the opposite space; a step is always possible (2.1)."""
        squirrel = squirrel_at_turn(state)
        if state.nuts[OPPOSITE[squirrel.space]] is None:
            return STEPS
        return (*announcements(squirrel), *STEPS)

    def _take_turn(self, state: State, move: Move) -> State:
        """The player starts an attempt or moves the squirrel."""
        if isinstance(move, MoveSquirrel):
            return self._move(state, move)
        if not isinstance(move, Say):
            raise IllegalMove("a turn is an attempt or a step to the left or right")
        opposite = OPPOSITE[squirrel_at_turn(state).space]
        if state.nuts[opposite] is None:
            raise IllegalMove(f"no nut card lies opposite on {opposite.name}: your squirrel can only move")
        return self._say(state, move, 0)

    def _move(self, state: State, move: MoveSquirrel) -> State:
        """The squirrel goes one space along the ring, and the turn passes."""
        if move not in STEPS:
            raise IllegalMove("a squirrel moves one space to the left or to the right")
        squirrel = squirrel_at_turn(state)
        moved = Squirrel(BESIDE[move.direction][squirrel.space], squirrel.side)
        return replace(
            state,
            turn=seat_after(state.turn, self.seats),
            phase=Turn(),
            squirrels=with_item(state.squirrels, state.turn - 1, moved),
        )

    def _say(self, state: State, move: Move, crossed: int) -> State:
        """The next forest card is turned over and stays so.

        A wrong word ends the turn; the third right one wins the nut card (2.1).
        """
        squirrel = squirrel_at_turn(state)
        if move not in announcements(squirrel):
            raise IllegalMove(why_not_said(move, squirrel))
        assert isinstance(move, Say)
        place = PATHS[squirrel.space][crossed]
        card = state.forest[place]
        shows = card.down
        if shows is HIDDEN:
            raise IllegalMove("nobody here knows the hidden side of that card")
        forest = with_item(state.forest, place, ForestCard(shows, card.up, seen=True))
        if move.word not in shows:
            return replace(state, turn=seat_after(state.turn, self.seats), phase=Turn(), forest=forest)
        if crossed < 2:
            return replace(state, phase=Attempt(crossed + 1), forest=forest)
        return self._win(replace(state, forest=forest), OPPOSITE[squirrel.space])

    # A win

    def _win(self, state: State, space: Space) -> State:
        """The nut card is taken; that may end the game, and in Overdose it may be too much (2.2, 2.3)."""
        card = state.nuts[space]
        assert card is not None
        if card.worth is HIDDEN:
            raise IllegalMove("nobody here knows what that nut card is worth")
        held = (*state.won[state.turn - 1], card.worth)
        state = replace(
            state,
            nuts=with_item(state.nuts, space, None),
            won=with_item(state.won, state.turn - 1, held),
        )
        if self._ends(state, held):
            return replace(state, phase=Over())
        if self.options.overdose and self._points(held) > self._goal:
            return replace(state, phase=Return(due=2))
        return self._turn_squirrels(state)

    def _ends(self, state: State, held: tuple[int, ...]) -> bool:
        """Whether a win was the last: that of the goal, or in a razzia that of the last card (2.2, 2.3)."""
        if self.options.razzia:
            return not any(state.nuts)
        if self.options.overdose:
            return self._points(held) == self._goal
        return self._points(held) >= self._goal

    def _free(self, state: State) -> list[Space]:
        """The spaces without a nut card; squirrels do not matter (2.3)."""
        return [space for space in Space if state.nuts[space] is None]

    def _returns(self, state: State) -> list[ReturnCard]:
        """Any card held before this win goes back, to any free space; equal cards are one choice (2.3)."""
        earlier = sorted(set(state.won[state.turn - 1][:-1]))
        return [ReturnCard(worth, space) for worth in earlier for space in self._free(state)]

    def _return(self, state: State, move: Move, due: int) -> State:
        """A card goes back face up; after the second one the game goes on as after any win (2.3)."""
        if not isinstance(move, ReturnCard):
            raise IllegalMove("you went over five nuts: return nut cards that you had won before")
        held = state.won[state.turn - 1]
        if move.worth not in held[:-1]:
            raise IllegalMove(f"you had no nut card worth {move.worth} before this win")
        if move.space not in self._free(state):
            raise IllegalMove("a nut card is returned to a space that has none")
        first = held.index(move.worth)
        returned = replace(
            state,
            phase=Return(due - 1),
            nuts=with_item(state.nuts, move.space, NutCard(move.worth)),
            won=with_item(state.won, state.turn - 1, held[:first] + held[first + 1 :]),
        )
        return returned if due > 1 else self._turn_squirrels(returned)

    def _turn_squirrels(self, state: State) -> State:
        """All squirrels but the winner's turn over, unless the game is for babies (2.2, 2.3)."""
        squirrels = state.squirrels
        if self.options.baby == "none":
            squirrels = tuple(
                squirrel if squirrel is None or seat == state.turn else turned_over(squirrel)
                for seat, squirrel in enumerate(squirrels, start=1)
            )
        return replace(state, phase=MoveOn(), squirrels=squirrels)

    def _move_on(self, state: State, move: Move) -> State:
        """The winner's squirrel has to move (2.2)."""
        if not isinstance(move, MoveSquirrel):
            raise IllegalMove("after a win your squirrel moves one space to the left or to the right")
        return self._move(state, move)

    # The end

    def _points(self, held: tuple[int, ...]) -> int:
        """What a player's nut cards count (2.4)."""
        return len(held) if self.options.one_is_one else sum(held)

    def standings(self, state: State) -> Standings:
        """Points alone; equals share a place (2.4)."""
        return ranked([(self._points(held),) for held in state.won])

    # What a seat may know

    def view(self, state: State, seat: int) -> State:  # noqa: ARG002, all know the same
        """Everything but the backs that nobody has seen yet and the nut cards that lie face down (2.5)."""
        return replace(
            state,
            forest=tuple(card if card.seen else ForestCard(card.up, HIDDEN) for card in state.forest),
            nuts=tuple(
                NutCard(HIDDEN, face_down=True) if card and card.face_down else card for card in state.nuts
            ),
        )

    def shown(self, state: State, move: Move, seat: int) -> Move:  # noqa: ARG002, all read the same
        """The deal names cards whose backs nobody has seen; everything else is said aloud."""
        return DealCards(HIDDEN) if isinstance(move, DealCards) else move

    def unseen(self, view: State, seat: int) -> list[Pool]:  # noqa: ARG002, the view tells all
        """The hidden backs, all together as one layout that fits the deck (2.5); and the nut cards face down.

        A visible face may belong to two cards, so the backs cannot be drawn one by one: what lies under one
        card tells which cards are left for the others.
        """
        faces = tuple(card.up for card in view.forest if card.down is HIDDEN)
        cards = list(self._pairs)
        for card in view.forest:
            if card.down is not HIDDEN:
                cards.remove(pair(card))
        worths = list(self._nuts)
        for worth in known_worths(view):
            worths.remove(worth)
        hidden = sum(card is not None and card.worth is HIDDEN for card in view.nuts)
        return [Pool(layouts(faces, tuple(cards)), 1 if faces else 0), Pool(worths, hidden)]

    def filled(self, view: State, cards: Sequence[Sequence[Any]]) -> State:
        """The view with this layout of backs, and with nut cards of this worth face down."""
        layout, worths = chain.from_iterable(cards[0]), iter(cards[1])
        return replace(
            view,
            forest=tuple(
                ForestCard(card.up, next(layout)) if card.down is HIDDEN else card for card in view.forest
            ),
            nuts=tuple(
                NutCard(next(worths), face_down=True) if card and card.worth is HIDDEN else card
                for card in view.nuts
            ),
        )

    def inventory(self, state: State) -> tuple[list[Any], list[Any]]:
        """The nine forest cards, and what all nut cards are worth, on the table or won."""
        if isinstance(state.phase, Deal):
            return list(self._pairs), list(self._nuts)
        return sorted(map(pair, state.forest)), sorted(known_worths(state))

    # Chance and notation

    def deal(self, state: State, rng: Random) -> DealCards:
        """The order of all cards, the sides and which nut cards lie face down: all at random."""
        if not isinstance(state.phase, Deal):
            raise IllegalMove("the cards have been dealt")
        numbers = rng.sample(range(1, 10), 9)
        worths = rng.sample(self._nuts, 12)
        face_down = rng.sample(range(12), self.options.mystery)
        return DealCards(
            tuple(f"{number}{rng.choice('AB')}" for number in numbers),
            tuple(NutCard(worth, place in face_down) for place, worth in enumerate(worths)),
        )

    def parse(self, text: str) -> Move:
        """The move written like this."""
        return parsed(text, read)


# --- What depends on the cards alone ----------------------------------------------------------------------

Pair = tuple[Face, Face]
"""A forest card by its two sides, in alphabetical order: the same whichever lies up."""


def pair(card: ForestCard) -> Pair:
    """Which card of the deck that is, as far as can be told from its faces."""
    assert not isinstance(card.down, Hidden)
    return min((card.up, card.down), (card.down, card.up))


@cache
def placements(baby: str) -> tuple[PlaceSquirrel, ...]:
    """Any space, with any side up or the one that babies play with (2.3)."""
    return tuple(
        PlaceSquirrel(space, side) for space in Space for side in Side if baby in ("none", side.value)
    )


def announcements(squirrel: Squirrel) -> tuple[Say, ...]:
    """The three words that it may try."""
    return NAMES_A_COLOR if squirrel.side is COLORS else NAMES_A_FORM


def why_not_said(move: Move, squirrel: Squirrel) -> str:
    """The reason for refusing a move in the middle of an attempt, or a word of the wrong kind."""
    words = " or ".join(str(say.word) for say in announcements(squirrel))
    if isinstance(move, Say):
        return f"your squirrel plays with {squirrel.side}: say {words}"
    return f"an attempt once begun goes on: say {words}"


def turned_over(squirrel: Squirrel) -> Squirrel:
    """A squirrel card with its other side up."""
    return Squirrel(squirrel.space, FORMS if squirrel.side is COLORS else COLORS)


def known_worths(state: State) -> list[int]:
    """What the nut cards are worth that have been won or do not lie hidden."""
    around = [card.worth for card in state.nuts if card is not None and not isinstance(card.worth, Hidden)]
    return around + [worth for held in state.won for worth in held]


@lru_cache(maxsize=1024)
def layouts(faces: tuple[Face, ...], cards: tuple[Pair, ...]) -> tuple[tuple[Face, ...], ...]:
    """All that can lie under these visible faces, if they are these cards in some order (2.5).

    Chance has laid every card in every place and either way round equally often, so all layouts are equally
    likely; cards that look alike are one card here, in each layout with the same weight.
    """
    return tuple(backs_under(faces, cards))


def backs_under(faces: tuple[Face, ...], cards: tuple[Pair, ...]) -> Iterator[tuple[Face, ...]]:
    """The layouts one by one: each card that may lie in the first place, with all that follows from it."""
    if not faces:
        yield ()
        return
    for card in dict.fromkeys(cards):
        if faces[0] in card:
            first = cards.index(card)
            back = card[1] if card[0] == faces[0] else card[0]
            for others in backs_under(faces[1:], cards[:first] + cards[first + 1 :]):
                yield (back, *others)
