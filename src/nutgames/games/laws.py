"""The laws that every game keeps, whatever its rules say.

Each law is a function `law(game, state, rng)` that raises AssertionError where a state breaks it. `check`
plays whole games at random and holds every state against all of them; the tests do the same with states
that are searched for more cleverly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from nutgames.games.core import (
    CHANCE,
    HIDDEN,
    Game,
    IllegalMove,
    Seat,
    imagine,
    random_move,
    ranked,
    seat_after,
)

AnyGame = Game[Any, Any]
Law = Callable[[AnyGame, Any, Random], None]


def hold(true: bool, otherwise: str) -> None:
    """Raises AssertionError with the text unless it is true (also under `python -O`)."""
    if not true:
        raise AssertionError(otherwise)


def seats(game: AnyGame) -> range:
    """All seats at the table."""
    return range(1, game.seats + 1)


def refuses(game: AnyGame, state: Any, move: Any) -> bool:
    """Whether the move is refused, with a reason."""
    try:
        game.play(state, move)
    except IllegalMove as reason:
        hold(bool(str(reason)), f"{move} is refused without a reason")
        return True
    return False


# --- Moves and text ---------------------------------------------------------------------------------------


def legal_moves_can_be_played(game: AnyGame, state: Any, rng: Random) -> None:
    """Whoever is to act can do everything that is called legal, and the outcome is always the same."""
    legal = list(game.moves(state))
    actor = game.actor(state)
    hold(bool(legal) == (actor in seats(game)), f"{len(legal)} legal moves for actor {actor}")
    for move in [game.deal(state, rng)] if actor == CHANCE else legal:
        after = game.play(state, move)
        hold(after == game.play(state, move), f"{move} has two outcomes")
        hold(hash(after) == hash(game.play(state, move)), f"{move}: equal states hash differently")


def moves_read_as_they_are_written(game: AnyGame, state: Any, rng: Random) -> None:
    """The text of a move is its own, unique among the legal ones, in plain ASCII on one line."""
    moves = [game.deal(state, rng)] if game.actor(state) == CHANCE else list(game.moves(state))
    texts = [str(move) for move in moves]
    hold(len(set(texts)) == len(texts), f"two legal moves are written alike: {texts}")
    for move, text in zip(moves, texts, strict=True):
        hold(text.isascii() and text.isprintable(), f"{text!r} is not plain ASCII")
        hold(game.parse(text) == move, f"{text!r} is read as {game.parse(text)!r}")
        for other in (text + " ", " " + text, text.upper() + "!", text.replace(" ", "  ", 1) + "\n"):
            try:
                game.parse(other)
            except IllegalMove:
                continue
            raise AssertionError(f"{other!r} is taken for {text!r}")


def other_moves_are_refused(game: AnyGame, state: Any, rng: Random) -> None:
    """What is legal elsewhere in the game and is not called legal here is refused, and changes nothing."""
    before = repr(state)
    legal = set(game.moves(state))
    for actor, move in strangers(game, rng):
        # Whether what chance did there fits here too is for the game's own tests.
        if move not in legal and not actor == game.actor(state) == CHANCE:
            hold(refuses(game, state, move), f"{move} is played, though not legal")
    hold(repr(state) == before, "a refused move changed the state")


def strangers(game: AnyGame, rng: Random) -> Iterator[tuple[int | None, Any]]:
    """Moves from all over another game at the same table, with who made them or could have."""
    for state, move in walk(game, Random(rng.randrange(50)), 300):
        if rng.random() < 0.2:
            for each in [move, *list(game.moves(state))[:3]]:
                yield game.actor(state), each


# --- What a seat may know ---------------------------------------------------------------------------------


def a_view_is_enough_to_play_from(game: AnyGame, state: Any, rng: Random) -> None:  # noqa: ARG001
    """From its view a seat knows who acts, how things stand and, when it acts itself, what it can do."""
    for seat in (0, *seats(game)):
        view = game.view(state, seat)
        hold(game.actor(view) == game.actor(state), f"seat {seat} does not see who acts")
        hold(game.standings(view) == game.standings(state), f"seat {seat} sees other standings")
        hold(game.view(view, seat) == view, f"seat {seat} sees less at a second look")
        if seat and seat == game.actor(state):
            hold(list(game.moves(view)) == list(game.moves(state)), f"seat {seat} sees other moves")


def what_is_hidden_changes_nothing(game: AnyGame, state: Any, rng: Random) -> None:
    """In every truth that a seat takes for possible it sees the same, may do the same and reads the same."""
    actor = game.actor(state)
    for seat in (0, *seats(game)):
        view = game.view(state, seat)
        truth = imagine(game, view, seat, rng)
        hold(game.view(truth, seat) == view, f"seat {seat} sees that it only imagined {truth}")
        hold(game.actor(truth) == actor, f"seat {seat} imagines that another seat acts")
        hold(not any(pool.places for pool in game.unseen(truth, seat)), f"{truth} still hides something")
        if seat == actor:
            moves = list(game.moves(state))
            hold(list(game.moves(truth)) == moves, f"the moves of seat {seat} tell the truth")
            for move in moves:
                hold(game.shown(truth, move, seat) == move, f"seat {seat} may not read its own {move}")
        elif actor != CHANCE and actor is not None:
            # A move that is possible in both truths must read the same, whichever of them it was played in.
            for move in set(game.moves(state)) & set(game.moves(truth)):
                same = game.shown(truth, move, seat) == game.shown(state, move, seat)
                hold(same, f"seat {seat} reads the truth from {move}")


def a_hidden_move_is_text_only(game: AnyGame, state: Any, rng: Random) -> None:
    """What a seat reads in place of a move it must not know can be read back, and cannot be played."""
    actor = game.actor(state)
    if actor is None:
        return
    for move in [game.deal(state, rng)] if actor == CHANCE else list(game.moves(state)):
        for seat in (0, *seats(game)):
            shown = game.shown(state, move, seat)
            if shown != move:
                hold(str(HIDDEN) in str(shown), f"{move} is shown as {shown}, which hides nothing")
                hold(game.parse(str(shown)) == shown, f"{shown} cannot be read back")
                hold(refuses(game, state, shown), f"{shown} can be played")


# --- The game as a whole ----------------------------------------------------------------------------------


def nothing_gets_lost(game: AnyGame, state: Any, rng: Random) -> None:
    """Each move leaves everything on the table that was on it."""
    actor = game.actor(state)
    if actor is not None:
        for move in [game.deal(state, rng)] if actor == CHANCE else list(game.moves(state)):
            after = game.play(state, move)
            hold(game.inventory(after) == game.inventory(state), f"{move} loses or makes something")


def places_follow_from_the_ranking(game: AnyGame, state: Any, rng: Random) -> None:  # noqa: ARG001
    """Larger is better in every ranking, equals share a place."""
    standings = game.standings(state)
    hold(standings == ranked(standings.ranking), f"{standings} does not rank by its own numbers")
    hold(len(standings.places) == game.seats, "not everybody has a place")


def seats_are_alike(game: AnyGame, state: Any, rng: Random) -> None:
    """Turned round by one seat the table plays the same game; checked on a whole game of its own."""
    if state != game.start():
        return
    turned = turned_round(game)
    other = turned.start()
    for here, move in walk(game, rng, 2_000):
        expected = sorted(str(relabelled(each, game.seats)) for each in game.moves(here))
        hold(
            sorted(map(str, turned.moves(other))) == expected, f"other moves at the turned table: {expected}"
        )
        other = turned.play(other, relabelled(move, game.seats))
        ranking = game.standings(game.play(here, move)).ranking
        hold(turned.standings(other).ranking == (*ranking[-1:], *ranking[:-1]), "other ranking when turned")


def turned_round(game: AnyGame) -> AnyGame:
    """The same table where everybody has moved on by one seat."""
    first = seat_after(game.options.first, game.seats)
    return type(game)(game.seats, game.options.model_copy(update={"first": first}), game.deck)


def relabelled(value: Any, seats: int, hint: Any = None) -> Any:
    """A move in which each `Seat` is the next one; what is kept in seat order stays in seat order."""
    if isinstance(value, Struct):
        hints = get_type_hints(type(value), include_extras=True)
        return type(value)(
            **{name: relabelled(getattr(value, name), seats, hints[name]) for name in value.__struct_fields__}
        )
    origin, args = get_origin(hint), get_args(hint)
    if hint == Seat:
        return seat_after(value, seats)
    if origin in (Union, UnionType):
        return relabelled(value, seats, Seat if Seat in args and type(value) is int else None)
    if origin is tuple and args[-1] is Ellipsis:
        items = [relabelled(item, seats, args[0]) for item in value]
        return tuple(sorted(items) if starts_with_seat(args[0]) else items)
    if origin is tuple:
        return tuple(relabelled(item, seats, arg) for item, arg in zip(value, args, strict=True))
    return value


def starts_with_seat(hint: Any) -> bool:
    """Whether values of this type are seats or start with one."""
    return bool(hint == Seat or (get_origin(hint) is tuple and get_args(hint)[0] == Seat))


# --- Checking ---------------------------------------------------------------------------------------------

LAWS: tuple[Law, ...] = (
    legal_moves_can_be_played,
    moves_read_as_they_are_written,
    other_moves_are_refused,
    a_view_is_enough_to_play_from,
    what_is_hidden_changes_nothing,
    a_hidden_move_is_text_only,
    nothing_gets_lost,
    places_follow_from_the_ranking,
    seats_are_alike,
)


class Checked(NamedTuple):
    """What `check` has looked at."""

    games: int
    states: int
    unfinished: int
    """Games that had not ended after the largest number of moves: perhaps no fault, but never hidden."""


def walk(game: AnyGame, rng: Random, max_moves: int) -> Iterator[tuple[Any, Any]]:
    """The states of a random game, each with the move played in it."""
    state = game.start()
    for _ in range(max_moves):
        if game.actor(state) is None:
            return
        move = random_move(game, state, rng)
        yield state, move
        state = game.play(state, move)


def check(game: AnyGame, games: int, seed: int, max_moves: int, laws: tuple[Law, ...] = LAWS) -> Checked:
    """Hold every state of some random games against the laws.

    Raises AssertionError that names the law, what is wrong, and the moves that lead there.
    """
    states = unfinished = 0
    for number in range(games):
        rng = Random(f"{seed} {number}")
        state, moves, past = game.start(), list[str](), list[tuple[Any, str]]()
        while True:
            states += 1
            past.append((state, repr(state)))
            for law in laws:
                try:
                    law(game, state, rng)
                except AssertionError as wrong:
                    law_name = law.__name__.replace("_", " ")
                    raise AssertionError(f"{law_name}: {wrong} (after {'; '.join(moves)})") from wrong
            if game.actor(state) is None or len(moves) == max_moves:
                break
            move = random_move(game, state, rng)
            moves.append(str(move))
            state = game.play(state, move)
        unfinished += game.actor(state) is not None
        hold(all(repr(old) == text for old, text in past), "an old state has changed")
    return Checked(games, states, unfinished)
