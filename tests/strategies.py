"""What Hypothesis searches through: tables and positions of every game, by the one contract."""

from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from nutgames.games import CHANCE, GAMES, Game, new

TABLES = [(name, seats) for name, entry in GAMES.items() for seats in entry.seats]
"""Every game at every number of seats."""


def option_values(field: Any, seats: int, name: str) -> st.SearchStrategy[Any]:
    """All values of an option, from its model."""
    if name == "first":
        return st.integers(1, seats)
    if field.annotation is bool:
        return st.booleans()
    if get_origin(field.annotation) is Literal:
        return st.sampled_from(get_args(field.annotation))
    lowest = max(each.ge for each in field.metadata if hasattr(each, "ge"))
    highest = min(each.le for each in field.metadata if hasattr(each, "le"))
    return st.integers(lowest, highest)


@st.composite
def tables(draw: st.DrawFn, name: str, seats: int) -> Game[Any, Any]:
    """The game with any options that go together."""
    fields = GAMES[name].Options.model_fields
    options = {key: draw(option_values(field, seats, key)) for key, field in fields.items()}
    try:
        return new(name, seats, **options)
    except ValueError:
        return draw(st.nothing())  # options that exclude each other


@st.composite
def positions(draw: st.DrawFn, game: Game[Any, Any], most: int = 400) -> tuple[Any, list[Any]]:
    """A state and the moves that lead to it, chance included."""
    state, moves = game.start(), []
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        actor = game.actor(state)
        if actor is None:
            break
        legal = list(game.moves(state))
        move = game.deal(state, rng) if actor == CHANCE else legal[rng.randrange(len(legal))]
        state = game.play(state, move)
        moves.append(move)
    return state, moves
