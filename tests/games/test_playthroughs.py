"""Golden playthroughs: whole games as readable text, with what everybody could do and know at each step.

A change of the rules shows here as a difference that a person can read. After checking it, write the files
anew with `NUTGAMES_WRITE_GOLDEN=1 python -m pytest tests/games/test_playthroughs.py`.
"""

import os
from pathlib import Path
from random import Random

import pytest

from nutgames.games import CHANCE, new, random_move
from strategies import TABLES

GOLDEN = Path(__file__).parents[1] / "golden"
MOST = 400
"""Moves of a game that are written down."""
LONG, SHORT = 40, 8
"""Rows longer than LONG, such as a deck of a hundred cards, are written down to their first SHORT things."""


def playthrough(name, seats):
    """A random game in text: the legal moves, the move as all may read it, what changed in the state."""
    game = new(name, seats, first=seats)
    state, rng = game.start(), Random(f"{name} {seats}")
    options = " ".join(f"{key}={value}" for key, value in game.options.model_dump(mode="json").items())
    lines = [f"{name}, {seats} seats, {options}", "", *shown(state, None)]
    for number in range(1, MOST + 1):
        actor = game.actor(state)
        if actor is None:
            break
        move = random_move(game, state, rng)
        legal = sorted(map(str, game.moves(state)))
        lines += ["", f"{number}. {'chance' if actor == CHANCE else f'seat {actor}'}: {move}"]
        readers = [seat for seat in range(seats + 1) if game.shown(state, move, seat) != move]
        if readers:
            lines.append(f"   to seats {readers}: {game.shown(state, move, readers[0])}")
        lines += [f"   of {len(legal)}: {', '.join(legal)}"] if legal else []
        after = game.play(state, move)
        lines += shown(after, state)
        hidden = [seat for seat in range(seats + 1) if game.view(after, seat) != after]
        if hidden:
            lines.append(f"   seats {hidden} do not see all of it")
            lines += [f"   0 sees {line.strip()}" for line in shown(game.view(after, 0), after)]
        state = after
    lines += ["", f"ranking {game.standings(state).ranking}", f"places {game.standings(state).places}"]
    return "\n".join(lines) + "\n"


def shown(state, before):
    """The fields of a state that differ from those of the state before."""
    return [
        f"   {field} = {plain(getattr(state, field))}"
        for field in state.__struct_fields__
        if before is None or getattr(state, field) != getattr(before, field)
    ]


def plain(value):
    """A value without the names of classes that only say how it is stored."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        rest = [f"and {len(value) - SHORT} more"] if len(value) > LONG else []
        return "(" + " ".join([*map(plain, value[:SHORT] if rest else value), *rest]) + ")"
    if hasattr(value, "__struct_fields__"):
        parts = [f"{field}={plain(getattr(value, field))}" for field in value.__struct_fields__]
        return " ".join([type(value).__name__, *parts])
    return repr(value)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_playthrough(name, seats):
    file = GOLDEN / f"{name}-{seats}.txt"
    text = playthrough(name, seats)
    if os.environ.get("NUTGAMES_WRITE_GOLDEN"):
        file.write_text(text, "utf-8")
    assert file.exists(), f"{name} has no golden playthrough for {seats} seats"
    assert file.read_text("utf-8") == text


def test_no_playthrough_is_left_over():
    assert {file.name for file in GOLDEN.iterdir()} == {f"{name}-{seats}.txt" for name, seats in TABLES}
