"""Records of format 1 can be read for ever: the first version wrote these files, and they never change."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from nutgames.games import GAMES
from nutgames.play.records import dumps, loads
from nutgames.play.store import Store

FOLDER = Path(__file__).with_name("format1")
KNOWN: dict[str, tuple[str, int, tuple[tuple[int, ...], ...], tuple[int, ...]]] = {
    "nutty-business": (
        "f57f8262012924c00b20f9bf0b34d0f5b0b828c4e0f1c86e97a0f9cacec024f1",
        80,
        ((29, 0, 0), (34, 0, 2), (35, 0, 5)),
        (3, 2, 1),
    ),
    "nut-job": (
        "de9211aea7fe7142cc2b8df1627d5b954ef5a83e06f70ef60b9570d9cdcbdcc9",
        287,
        ((5,), (1,), (0,)),
        (1, 2, 3),
    ),
    "nut": (
        "f6d84bbe5a407fd60d7d4eef17f0855a0586311ca29138a5490c4369babd17de",
        61,
        ((11, 5, 2, 1, 1, 1, 1), (14, 6, 2, 2, 2, 1, 1)),
        (2, 1),
    ),
    "hibernation": (
        "e3821a4841e6aa9442f4b0df9f57a0a326468b30a6c8991661281086b52a5e5f",
        279,
        ((8,), (12,), (22,), (15,)),
        (4, 3, 1, 2),
    ),
}
"""Per game: the digest of the file, how many moves it has, and how the game ended."""


def test_every_game_has_its_file() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(KNOWN) == set(GAMES)


@pytest.mark.parametrize("game", KNOWN)
def test_a_record_of_format_1_is_read_for_ever(game: str) -> None:
    data = (FOLDER / f"{game}.json").read_bytes()
    digest, moves, ranking, places = KNOWN[game]
    assert sha256(data).hexdigest() == digest, "this file must not be changed"
    match = loads(data)
    assert len(match.moves) == moves
    assert match.actor is None
    assert match.game.standings(match.state) == (ranking, places)
    assert f"{match.started:%H:%M:%S} {match.finished:%H:%M:%S}" == "19:30:05 20:02:41"
    assert match.players[1].bot == "random"
    with Store() as store:
        assert dumps(store.load(store.add(data))).encode() == data
