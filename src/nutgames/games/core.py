"""What every game has in common: the contract, and the list of games.

A game is a handful of pure functions over immutable states. Nothing here, and nothing in a rules module,
reads a clock, a file or a random generator of its own; chance is a move like any other, made by nobody.

    game = new("nutty-business", seats=3)
    state = game.start()
    while (seat := game.actor(state)) is not None:
        move = game.deal(state, rng) if seat == CHANCE else pick(list(game.moves(state)))
        state = game.play(state, move)
    game.standings(state).places

To add a game, write `games/x.py` with a class that keeps this contract and a model `Options`, and add one
line to `GAMES`. `nutgames.games.check` then plays it at random and reports the first law it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

    from nutgames.games.options import TableOptions

CHANCE: Final = 0
"""The actor who deals and shuffles: nobody. In `view` and `shown`, seat 0 is the onlooker, who knows what
everybody knows."""

Seat = Annotated[int, "seat"]
"""A seat, 1..n clockwise. Moves say `Seat` where they name one, so that a table can be turned round."""


class Hidden(StrEnum):
    """The type of HIDDEN: what stands in a view in place of what the seat must not know."""

    HIDDEN = "?"


HIDDEN: Final = Hidden.HIDDEN


class IllegalMove(ValueError):
    """A move that the rules do not allow. Its text is the reason, in a player's words.

    Where the reason names a player it says `seat N`, so that whoever shows it can put the name there.
    """


class Standings(NamedTuple):
    """How the players stand; index 0 is seat 1."""

    ranking: tuple[tuple[int, ...], ...]
    """Per seat what ranks it, in order of weight, larger is better: points, then the tie-breaks."""
    places: tuple[int, ...]
    """Per seat its place, 1 = first; equals share a place and the places after it stay empty."""


def ranked(ranking: Sequence[tuple[int, ...]]) -> Standings:
    """The standings that follow from what ranks each seat."""
    return Standings(tuple(ranking), tuple(1 + sum(other > own for other in ranking) for own in ranking))


class Pool(NamedTuple):
    """Some places whose cards a seat cannot see, and the cards that may lie there."""

    cards: Sequence[Any]
    """One entry a copy. They must be sortable: the order they are stored in could tell the truth."""
    places: int
    """How many of them lie there; each selection in each order is equally likely."""


S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules of one game at one table: pure functions over immutable states.

    S is the game's state, M the union of its moves; both are frozen values that compare and hash. A move
    whose class says `final = True` is never undone, whatever anybody has learnt from it.
    """

    seats: int
    """How many play."""
    options: TableOptions
    """The game's own options, all of them."""
    deck: Any
    """The deck that is played with, None for the built-in one."""

    def __init__(self, seats: int, options: Any, deck: Any = None) -> None:
        """A table; use `new`, which checks what it is given."""

    # Six functions make a game.

    def start(self) -> S:
        """The state before anything is dealt or chosen."""
        ...

    def actor(self, state: S) -> int | None:
        """Who decides now: a seat, CHANCE, or None when the game is over."""
        ...

    def moves(self, state: S) -> Iterator[M]:
        """The legal moves of the actor, each once; none for CHANCE and none when the game is over.

        For the seat that acts they are the same from its view as from the state.
        """
        ...

    def play(self, state: S, move: M) -> S:
        """The state after a move. Takes exactly what `moves` yields (for CHANCE: every possible deal).

        Raises IllegalMove with the reason; `state` is the same before and after, whatever happens.
        """
        ...

    def view(self, state: S, seat: int) -> S:
        """The state as `seat` may know it: what it must not know is HIDDEN. Seat 0 is the onlooker."""
        ...

    def standings(self, state: S) -> Standings:
        """How the players stand; also of an unfinished game, as things are."""
        ...

    # Three serve them with chance and with text.

    def deal(self, state: S, rng: Random) -> M:
        """A move of CHANCE, each possible one equally likely. The only place that draws."""
        ...

    def parse(self, text: str) -> M:
        """The move that `str` writes as this text, exactly; raises IllegalMove."""
        ...

    def shown(self, state: S, move: M, seat: int) -> M:
        """The move, played in `state`, as `seat` may read it in the log (`lay ?`)."""
        ...

    # And three tell what lies hidden and what lasts.

    def unseen(self, view: S, seat: int) -> Sequence[Pool]:
        """The cards that `seat` cannot place, by the places where they may lie."""
        ...

    def filled(self, view: S, cards: Sequence[Sequence[Any]]) -> S:
        """The view with these cards in its hidden places; one sequence for each pool of `unseen`."""
        ...

    def inventory(self, state: S) -> object:
        """All that neither appears nor vanishes while the game goes on: equal in every state of a game."""
        ...


def imagine(game: Game[S, M], view: S, seat: int, rng: Random) -> S:
    """A state that could be the truth behind the view; all consistent truths are equally likely.

    The pools are sorted first: the order in which cards are stored must not reach the generator.
    """
    return game.filled(
        view, [rng.sample(sorted(pool.cards), pool.places) for pool in game.unseen(view, seat)]
    )


def random_move(game: Game[S, M], state: S, rng: Random) -> M:
    """A deal where chance is to act, otherwise a uniformly random legal move."""
    return game.deal(state, rng) if game.actor(state) == CHANCE else rng.choice(list(game.moves(state)))


def parsed(text: str, read: Callable[[list[str]], M]) -> M:
    """The move that `read` makes of the words of a text, if it prints as that very text."""
    try:
        move = read(text.split(" "))
    except ValueError:
        move = None
    if move is None or str(move) != text:
        raise IllegalMove("this is not how a move is written here")
    return move


def seat_after(seat: int, seats: int) -> int:
    """The next seat clockwise, the left neighbour."""
    return seat % seats + 1


def with_seat(row: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    """A per-seat tuple in which one seat has another value."""
    return (*row[: seat - 1], value, *row[seat:])


class Entry(NamedTuple):
    """What is known of a game without loading its rules."""

    title: str
    seats: range
    """The numbers of players it can be played by."""
    minutes: int
    """How long people take, roughly."""
    teaser: str
    hidden: str
    """What the players hide from each other."""
    rules: int
    """Version of the rules; a record says which one it was played by."""
    module: str
    name: str
    """The class in the module that keeps the contract."""

    @property
    def Options(self) -> type[TableOptions]:  # noqa: N802, it is the class
        """The model of the game's options; loads the rules."""
        options: type[TableOptions] = self._load().Options
        return options

    @property
    def Deck(self) -> type | None:  # noqa: N802, it is the class
        """What a deck of other cards is made as, None if the game is played with its own; loads the rules."""
        return getattr(self._load(), "Deck", None)

    def table(self, seats: int, options: TableOptions, deck: Any = None) -> Game[Any, Any]:
        """The game at one table; loads the rules."""
        game: Game[Any, Any] = getattr(self._load(), self.name)(seats, options, deck)
        return game

    def _load(self) -> Any:
        from importlib import import_module

        return import_module(f"nutgames.games.{self.module}")


GAMES: Final[Mapping[str, Entry]] = {
    "nutty-business": Entry(
        title="Nutty Business",
        seats=range(2, 6),
        minutes=15,
        teaser="smuggle, bribe",
        hidden="first card only",
        rules=1,
        module="nutty_business",
        name="NuttyBusiness",
    ),
    "nut-job": Entry(
        title="Nut Job",
        seats=range(2, 5),
        minutes=10,
        teaser="remember and dash",
        hidden="none",
        rules=1,
        module="nut_job",
        name="NutJob",
    ),
    "nut": Entry(
        title="NUT",
        seats=range(2, 4),
        minutes=20,
        teaser="grow nut trees",
        hidden="none",
        rules=1,
        module="nut",
        name="Nut",
    ),
    "hibernation": Entry(
        title="Hibernation",
        seats=range(2, 7),
        minutes=30,
        teaser="hoard and cancel",
        hidden="yes",
        rules=1,
        module="hibernation",
        name="Hibernation",
    ),
}


def new(name: str, seats: int, deck: Any = None, **options: Any) -> Game[Any, Any]:
    """A game at a table of so many seats. Raises one ValueError that names what is wrong."""
    return set_up(name, seats, options, deck)


def set_up(name: str, seats: int, options: Mapping[str, Any], deck: Any = None) -> Game[Any, Any]:
    """The same for options that somebody else has named: a file, a command line."""
    if name not in GAMES:
        raise ValueError(f"unknown game {name!r}{nearest(name, GAMES)}")
    entry = GAMES[name]
    if type(seats) is not int or seats not in entry.seats:
        raise ValueError(f"{entry.title} is for {entry.seats[0]} to {entry.seats[-1]} players, not {seats!r}")
    if deck is not None and not (entry.Deck and isinstance(deck, entry.Deck)):
        raise ValueError(
            f"a deck for {entry.title} is made as its Deck, not as {type(deck).__name__}"
            if entry.Deck
            else f"{entry.title} is played with its own cards and takes no deck"
        )
    from nutgames.games.options import chosen

    return entry.table(seats, chosen(entry.Options, options, seats), deck)


def name_of(game: Game[Any, Any]) -> str:
    """The name under which `new` makes such a game."""
    return next(name for name, entry in GAMES.items() if entry.name == type(game).__name__)


def nearest(word: str, words: Iterable[str]) -> str:
    """“; did you mean …?” with the word that was probably meant, or the list of what there is."""
    from difflib import get_close_matches

    known, meant = list(words), word.lower()
    close = sorted((each for each in known if meant.strip("-_ ") and meant in each), key=len)
    close = close or get_close_matches(meant, known, 1, 0.5)
    if not close and len(meant) > 2:
        # Perhaps only the beginning was typed, and not quite right.
        starts = {each[: len(meant) + 1]: each for each in known}
        close = [starts[start] for start in get_close_matches(meant, starts, 1, 0.7)]
    return f"; did you mean {close[0]}?" if close else f"; there is {', '.join(known)}"
