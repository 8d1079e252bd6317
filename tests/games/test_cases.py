"""Games with known results: every step's actor, its complete legal moves, and how the game ends."""

import json
from pathlib import Path

import pytest

from nutgames.games import GAMES, new

CASES = [
    pytest.param(case, id=f"{case['game']}-{case['seats']}-{number}")
    for file in sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
    for number, case in enumerate(json.loads(file.read_text("utf-8")))
]


def test_every_game_has_cases():
    assert {case.values[0]["game"] for case in CASES} == set(GAMES)


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    game = new(case["game"], case["seats"], **case["options"])
    state = game.start()
    for step in case["steps"]:
        assert game.actor(state) == step["actor"]
        assert sorted(map(str, game.moves(state))) == step["legal"]
        state = game.play(state, game.parse(step["move"]))
    assert game.actor(state) is None
    ranking, places = game.standings(state)
    assert [list(row) for row in ranking] == case["ranking"]
    assert list(places) == case["places"]
