"""Statistics: counted by hand, held to their laws, and the same wherever the games are stored."""

from __future__ import annotations

import csv
import json
from collections import Counter
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nutgames.games import GAMES
from nutgames.play.figures import sections
from nutgames.play.match import Player
from nutgames.play.records import Result, dumps, loads
from nutgames.play.statistics import COLUMNS, ENOUGH, Statistics, Tally, count, harmless, sheet, tree
from nutgames.play.store import Ended, Store
from support import random_match

ANA, BEN, CID = Player("Ana"), Player("Ben"), Player("Cid")
HAZEL = Player("Hazel", "easy")


def ended(
    *rows: tuple[Player, int, int], day: int = 1, game: str = "nut", moves: int = 100, abandoned: bool = False
) -> Ended:
    """A game in which each player had so many points and came to that place."""
    players, points, places = zip(*rows, strict=True)
    result = Result(ranking=[[each, 7] for each in points], places=list(places))
    at = f"2026-01-{day:02}T12:00:00Z"
    return Ended(at, at, game, players, moves, None if abandoned else result)


def rows_of(statistics: Statistics, table: str) -> list[dict[str, object]]:
    """One list of the JSON object, in which None, 0 and 0.0 are told apart."""
    found: list[dict[str, object]] = json.loads(json.dumps(tree(statistics)))[table]
    return found


# --- By hand ----------------------------------------------------------------------------------------------

GAMES_PLAYED = [
    ended((ANA, 20, 1), (BEN, 10, 2), day=1, moves=80),
    ended((BEN, 30, 1), (ANA, 30, 1), day=3, moves=90),  # they share the first place
    ended((ANA, 25, 1), (BEN, 12, 2), day=2),
    ended((ANA, 5, 2), (BEN, 14, 1), day=4),
    ended((ANA, 9, 1), (BEN, 4, 2), day=5),
    ended((BEN, 3, 2), (HAZEL, 6, 1), (CID, 1, 3), day=6, game="nut-job", moves=300),
    ended((ANA, 1, 1), (BEN, 1, 1), day=7, abandoned=True),
    ended((CID, 1, 1), (Player("ana"), 1, 1), day=8, abandoned=True, game="nut-job"),
]


def test_players_in_all_games() -> None:
    figures = {row["name"]: row for row in rows_of(count(GAMES_PLAYED), "players")}
    assert list(figures) == ["Ana", "Ben", "Cid", "ana", "Hazel"], "who has won most; then bots"
    assert figures["Ana"] == {
        "name": "Ana",
        "bot": None,
        "played": 5,
        "won": 3.5,
        "win_rate": 0.7,
        "streak": 1,
        "longest_streak": 3,
        "abandoned": 1,
    }
    assert figures["Ben"]["win_rate"] == 1.5 / 6
    assert (figures["Ben"]["streak"], figures["Ben"]["longest_streak"]) == (0, 2)
    assert (figures["Hazel"]["bot"], figures["Hazel"]["won"], figures["Hazel"]["win_rate"]) == (
        "easy",
        1.0,
        None,
    )
    assert (figures["ana"]["played"], figures["ana"]["abandoned"]) == (0, 1), "another name, another player"


def test_players_in_each_game() -> None:
    rows = rows_of(count(GAMES_PLAYED), "scores")
    assert [(row["game"], row["name"]) for row in rows] == [
        *(("nut-job", "Ben"), ("nut-job", "Cid"), ("nut-job", "Hazel"), ("nut", "Ana"), ("nut", "Ben")),
    ]
    assert rows[3] == {
        "game": "nut",
        "name": "Ana",
        "bot": None,
        "played": 5,
        "won": 3.5,
        "win_rate": 0.7,
        "points_mean": 17.8,
        "points_best": 30,
    }


def test_games_and_seats_at_each_number_of_players() -> None:
    found = count([*GAMES_PLAYED, ended((ANA, 1, 1), (BEN, 0, 2), (CID, 0, 2), abandoned=True, day=9)])
    games = {(row["game"], row["players"]): row for row in rows_of(found, "games")}
    assert list(games) == [("nut-job", 2), ("nut-job", 3), ("nut", 2), ("nut", 3)]
    assert games["nut", 2] == {
        "game": "nut",
        "players": 2,
        "finished": 5,
        "abandoned": 1,
        "longest": 100,
        "points_mean": 15.9,
        "points_best": 30,
    }
    assert games["nut", 3] == {
        "game": "nut",
        "players": 3,
        "finished": 0,
        "abandoned": 1,
        "longest": None,
        "points_mean": None,
        "points_best": None,
    }
    seats = {(row["game"], row["players"], row["seat"], row["bot"]): row for row in rows_of(found, "seats")}
    assert list(seats) == [
        *(("nut-job", 3, 1, None), ("nut-job", 3, 3, None), ("nut-job", 3, 2, "easy")),
        *(("nut", 2, 1, None), ("nut", 2, 2, None)),
    ]
    assert seats["nut", 2, 1, None]["won"] == 3.5
    assert seats["nut", 2, 2, None]["win_rate"] == 0.3


def test_a_rate_is_told_from_a_certain_number_on() -> None:
    for played in range(ENOUGH + 2):
        tally = Tally(played, Fraction(played), 3 * played, 3)
        assert tally.win_rate == (1.0 if played >= ENOUGH else None)


def test_nothing_is_nothing() -> None:
    assert tree(count([])) == {"enough": ENOUGH, "games": [], "players": [], "scores": [], "seats": []}
    assert sheet(count([])) == ",".join(COLUMNS) + "\n"
    assert sections(count([])) == []


# --- Laws -------------------------------------------------------------------------------------------------

PEOPLE = ("Ana", "Ben", "ben", "Cid", "=1+1", "Ёлка")


@st.composite
def endings(draw: st.DrawFn) -> Ended:
    """A game that has ended somehow."""
    names = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique_by=str.casefold))
    players = tuple(Player(name, draw(st.sampled_from((None, None, "easy", "hard")))) for name in names)
    points = [draw(st.integers(0, 9)) for _ in names]
    places = [1 + sum(other > each for other in points) for each in points]
    at = f"2026-01-0{draw(st.integers(1, 3))}T12:00:0{draw(st.integers(0, 3))}Z"
    result = Result(ranking=[[each] for each in points], places=places)
    return Ended(
        at,
        at,
        draw(st.sampled_from((*GAMES, "chess"))),
        players,
        draw(st.integers(1, 300)),
        draw(st.sampled_from((result, result, None))),
    )


@given(st.lists(endings(), max_size=25), st.randoms(use_true_random=False))
def test_laws(games: list[Ended], rng: object) -> None:
    found = count(games)
    finished = [game for game in games if game.result is not None]
    assert found.finished == len(finished)
    assert found.abandoned == len(games) - len(finished)
    places = sum(len(game.players) for game in finished)
    for tallies in (
        [row.tally for row in found.players],
        [row.tally for row in found.scores],
        [row.tally for row in found.seats],
    ):
        assert sum(tally.won for tally in tallies) == len(finished), "each game is won once"
        assert sum(tally.played for tally in tallies) == places
    points = sum(row[0] for game in finished for row in game.result.ranking) if finished else 0
    for table in (found.games, found.scores, found.seats):
        assert sum(row.tally.points for row in table) == points
    for game in found.games:
        seats = Counter[int]()
        for row in found.seats:
            if (row.game, row.players) == (game.game, game.players):
                seats[row.seat] += row.tally.played
        assert set(seats.values()) <= {game.finished}
        assert game.tally.played == game.finished * game.players
    for row in found.players:
        assert 0 <= row.streaks.current <= row.streaks.longest <= row.tally.played
        assert row.tally.won <= row.tally.played
    rng.shuffle(games)  # type: ignore[attr-defined]
    assert count(games) == found, "the order in which they are stored is no matter"


@given(st.lists(endings(), max_size=25))
def test_all_forms_tell_the_same(games: list[Ended]) -> None:
    found = count(games)
    lists = {name: rows for name, rows in tree(found).items() if isinstance(rows, list)}
    lines = list(csv.DictReader(StringIO(sheet(found))))
    assert [line["table"] for line in lines] == [name for name, rows in lists.items() for _ in rows]
    for line, row in zip(lines, (row for rows in lists.values() for row in rows), strict=True):
        assert {key: cell for key, cell in line.items() if cell and key != "table"} == {
            key: str(harmless(value)) for key, value in row.items() if value is not None
        }
        assert not any(cell.startswith(tuple("=+-@\t\r")) for cell in line.values())
    told = sections(found)
    for section in told[1:]:
        title = next((name for name, entry in GAMES.items() if entry.title == section.title), section.title)
        figures = [row for block in section.blocks for row in block.grid.rows]
        assert len(figures) == sum(row["game"] == title for row in lists["scores"] + lists["seats"])
        rates = [rate for block in section.blocks for rate in block.rates]
        assert [row[3] == "–" for row in figures] == [rate is None for rate in rates]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "﹢1", "－1", "＠1"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Ana", "'=1", "1=1", "", "–", None, -3, 0.5])
def test_other_cells_stay_as_they_are(cell: object) -> None:
    assert harmless(cell) is cell


# --- There and back ---------------------------------------------------------------------------------------


@cache
def some_game(number: int) -> str:
    """The record of a game that is finished, abandoned or open."""
    name, seats, moves = [("nutty-business", 2, 999), ("nutty-business", 3, 9), ("hibernation", 2, 7)][
        number % 3
    ]
    match = random_match(name, seats, number, moves)
    if number % 2 and match.finished is None:
        match.abandon()
    return dumps(match)


@st.composite
def records(draw: st.DrawFn) -> str:
    """Such a record with other names and times."""
    record = json.loads(some_game(draw(st.integers(0, 11))))
    names = draw(st.lists(st.sampled_from(PEOPLE), min_size=3, max_size=3, unique_by=str.casefold))
    for seat, name in zip(record["seats"], names, strict=False):
        seat.update(name=name, bot=draw(st.sampled_from((None, "hard"))))
    for moment in ("started", "finished"):
        if record[moment]:
            record[moment] = f"2026-01-0{draw(st.integers(1, 3))}T12:00:00Z"
    return json.dumps(record)


@settings(max_examples=max(settings().max_examples // 3, 5))
@given(st.lists(records(), max_size=5), st.randoms(use_true_random=False))
def test_exported_games_make_the_same_statistics_when_they_are_imported(
    games: list[str], rng: object
) -> None:
    with TemporaryDirectory() as folder, Store(Path(folder) / "a") as one, Store(Path(folder) / "b") as other:
        numbers = [one.add(game.encode()) for game in games]
        rng.shuffle(numbers)  # type: ignore[attr-defined]
        for number in numbers:
            other.add(dumps(one.load(number)).encode())
        found = count(one.ended()[0])
        assert count(other.ended()[0]) == found
        states = Counter(saved.state for saved in one.games())
        assert states == Counter(saved.state for saved in other.games())
        assert (found.finished, found.abandoned) == (states["finished"], states["abandoned"])
        assert found == count(
            Ended(
                *(record["finished"], record["started"], record["game"]),
                tuple(Player(seat["name"], seat["bot"]) for seat in record["seats"]),
                len(record["moves"]),
                record["result"] and loads_result(record),
            )
            for record in map(json.loads, games)
            if record["finished"]
        )


def loads_result(record: dict[str, object]) -> Result:
    """The result of a record that is read anew."""
    match = loads(json.dumps(record).encode())
    ranking, places = match.game.standings(match.state)
    return Result(ranking=[list(row) for row in ranking], places=list(places))
