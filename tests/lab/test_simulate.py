"""Simulating: the same rows however the games are shared out, and what is counted from them."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

import pytest

from nutgames.bots import Budget, bot
from nutgames.games import GAMES, HIDDEN, Game, hibernation, new
from nutgames.games.hibernation import Card
from nutgames.lab import simulate
from nutgames.lab.simulate import Row, digest, report, run, run_chunk, summary, wilson
from support import TABLES, Terminal, environment, foreign, talk
from support import run as run_program

NUTS = hibernation.Deck({Card.FORAGE: 40, Card.ROT: 5}, hibernation.DECK.titles)


def spec_of(game: str, seats: int, seed: str = "1", max_moves: int = 10_000, **options: Any) -> simulate.Spec:
    return simulate.spec(game, seats, options, None, ["random"], seed, max_moves)


# --- Playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_any_chunks_give_the_same_rows(game: str, seats: int) -> None:
    spec = spec_of(game, seats)
    rows = run_chunk(spec, 1, 7)
    assert rows == [*run_chunk(spec, 1, 3), *run_chunk(spec, 4, 4), *run_chunk(spec, 5, 7)]
    assert rows == list(run(spec, 7, lambda _: None))
    assert [row.game for row in rows] == list(range(1, 8))
    assert digest(row.line() for row in rows) != digest(row.line() for row in run_chunk(spec, 2, 8))
    assert rows != run_chunk(spec._replace(seed="2"), 1, 7)


def test_other_processes_play_the_same_games() -> None:
    specs = [
        spec_of("nutty-business", 3),
        simulate.spec("hibernation", 2, {"months": "1"}, NUTS, ["random"], "x"),
    ]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for spec in specs:
            assert pickle.loads(pickle.dumps(spec)) == spec
            assert pool.submit(run_chunk, spec, 3, 5).result() == run_chunk(spec, 3, 5)


def test_everybody_starts_in_turn_unless_somebody_is_named() -> None:
    assert [row.first for row in run_chunk(spec_of("nut-job", 4), 3, 9)] == [3, 4, 1, 2, 3, 4, 1]
    assert [row.first for row in run_chunk(spec_of("nut-job", 4, first="2"), 3, 6)] == [2] * 4


@pytest.mark.parametrize("game", GAMES)
def test_a_row_tells_how_the_game_went(game: str) -> None:
    seats = GAMES[game].seats[-1]
    (row,) = run_chunk(spec_of(game, seats, seed="7"), 2, 2)
    assert row.finished
    assert len(row.ranking) == len(row.places) == seats
    assert row.places == tuple(1 + sum(other > own for other in row.ranking) for own in row.ranking)
    assert json.loads(row.line()) == {
        "game": 2,
        "first": 2,
        "moves": row.moves,
        "finished": True,
        "ranking": [list(each) for each in row.ranking],
        "places": list(row.places),
    }
    assert row.line().count("\n") == 1


def test_a_game_is_given_up_after_so_many_moves() -> None:
    spec = spec_of("nutty-business", 2, max_moves=30)
    rows = run_chunk(spec, 1, 40)
    whole = run_chunk(spec._replace(max_moves=10_000), 1, 40)
    assert {row.finished for row in rows} == {True, False}
    for row, other in zip(rows, whole, strict=True):
        assert row.moves == min(other.moves, 30)
        assert row.finished == (other.moves <= 30)
        assert row == other or not row.finished


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bots_get_views_and_the_log_as_their_seat_may_read_it(name: str, seats: int) -> None:
    told: list[tuple[Any, list[Any], int]] = []

    def spy(game: Game[Any, Any], view: Any, log: Sequence[Any], seat: int, rng: Random, _: Budget) -> Any:
        assert game.view(view, seat) == view
        assert game.actor(view) == seat
        told.append((view, list(log), seat))
        return rng.choice(list(game.moves(view)))

    game = new(name, seats)
    spec = spec_of(name, seats, max_moves=200)
    row = simulate.play(game, [spy] * seats, spec, 1)
    assert row == simulate.play(game, [bot("random")] * seats, spec, 1)
    # Played again from what was chosen, everything that was told is what a match would have shown.
    longest = max(told, key=lambda each: len(each[1]))
    assert len(longest[1]) >= row.moves - 20
    for view, log, seat in told:
        assert all(game.parse(str(move)) == move for move in log)
        if name == "hibernation":
            others = [hand for owner, hand in enumerate(view.hands, start=1) if owner != seat]
            seen = [hand for hand in others if set(hand) - {HIDDEN}]
            assert len(seen) <= (type(view.phase).__name__ == "Snoop")
            assert "shuffle ?" in map(str, log)
            assert not any(re.match("shuffle [^?]", str(move)) for move in log)


# --- Counting ---------------------------------------------------------------------------------------------


def row(number: int, places: tuple[int, ...], *, finished: bool = True, moves: int = 10) -> Row:
    return Row(number, 1, moves, finished, tuple((10 - place,) for place in places), places)


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    rows = [
        row(1, (1, 2, 3), moves=5),
        row(2, (1, 1, 3), moves=8),
        row(3, (1, 1, 1), moves=20),
        row(4, (3, 1, 1), moves=9),
        row(5, (1, 2, 3), finished=False, moves=99),
    ]
    found = summary(spec_of("nutty-business", 3), rows, seconds=2.0)
    assert (found["games"], found["unfinished"]) == (5, 1)
    assert found["moves_per_game"] == {"min": 5, "median": 8.5, "mean": 10.5, "max": 20}
    assert found["moves_per_second"] == (5 + 8 + 20 + 9 + 99) / 2
    assert [seat["seat"] for seat in found["by_seat"]] == [1, 2, 3]
    assert [seat["games"] for seat in found["by_seat"]] == [4, 4, 4]
    assert [seat["wins"] for seat in found["by_seat"]] == pytest.approx([11 / 6, 4 / 3, 5 / 6])
    assert sum(seat["wins"] for seat in found["by_seat"]) == pytest.approx(4)
    assert [seat["win_rate"] for seat in found["by_seat"]] == pytest.approx([11 / 24, 1 / 3, 5 / 24])
    assert found["by_seat"][0]["mean_score"] == (9 + 9 + 9 + 7) / 4
    assert found["digest"] == hashlib.sha256("".join(each.line() for each in rows).encode()).hexdigest()


def test_without_a_finished_game_there_is_nothing_to_tell() -> None:
    spec = spec_of("hibernation", 2, max_moves=3)
    found = summary(spec, run_chunk(spec, 1, 4), 1.0)
    assert (found["games"], found["unfinished"]) == (4, 4)
    assert set(found["moves_per_game"].values()) == {None}
    assert found["by_seat"][0] == {
        "seat": 1,
        "games": 0,
        "wins": 0,
        "win_rate": None,
        "interval": None,
        "mean_score": None,
    }
    assert "unfinished  4" in report(found)
    assert not any("win rate" in line for line in report(found))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # from the formula of Wilson (1927), as tables print it
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (1, 29, 0.0061, 0.1718),
        (0, 1, 0.0, 0.7935),
    ],
)
def test_the_interval_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


# --- The command ------------------------------------------------------------------------------------------

NUT = ("lab", "simulate", "nut", "--seats", "2", "--games", "6", "--seed", "s")


def test_the_json_object_has_exactly_its_keys() -> None:
    done = talk(*NUT, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    found = json.loads(done.out)
    keys = "game seats options bots seed games unfinished moves_per_game moves_per_second by_seat digest"
    assert list(found) == keys.split()
    assert list(found["moves_per_game"]) == ["min", "median", "mean", "max"]
    assert [list(seat) for seat in found["by_seat"]] == (
        [["seat", "games", "wins", "win_rate", "interval", "mean_score"]] * 2
    )
    assert (found["game"], found["seats"], found["games"], found["seed"]) == ("nut", 2, 6, "s")
    assert (found["bots"], found["options"]) == (["random", "random"], {"first": None})
    assert found["moves_per_game"] == {"min": 61, "median": 61, "mean": 61, "max": 61}
    for seat in found["by_seat"]:
        low, high = seat["interval"]
        assert 0 <= low <= seat["win_rate"] <= high <= 1
    rows = run_chunk(spec_of("nut", 2, seed="s"), 1, 6)
    assert found["digest"] == digest(each.line() for each in rows)


def test_options_are_reported_with_who_starts() -> None:
    done = talk(*NUT[:-2], "--set", "first=2", "--json")
    assert json.loads(done.out)["options"] == {"first": 2}
    words = "lab simulate hibernation --seats 3 --games 1 --set months=1 --json"
    done = talk(*words.split())
    options = {"first": None, "nuts": 12, "months": 1, "rotation": "clockwise"}
    assert json.loads(done.out)["options"] == options


def test_the_report_for_people() -> None:
    done = talk(*NUT)
    assert (done.code, done.err) == (0, "")
    assert foreign(done.out) == set()
    lines = done.out.splitlines()
    assert lines[0] == "nut, 2 seats, 6 games, seed s"
    assert lines[1:4] == ["bots        random, random", "unfinished  0", lines[3]]
    assert lines[3] == "moves       min 61, median 61, mean 61.0, max 61"
    assert re.fullmatch(r"speed       [\d,]+ moves per second", lines[4])
    assert len(lines[5:-1]) == 3
    assert all(len(line) <= 80 for line in lines[:-1])
    assert re.fullmatch("digest      [0-9a-f]{64}", lines[-1])


def test_without_a_seed_the_games_are_new_and_can_be_had_again() -> None:
    command = ["lab", "simulate", "nutty-business", "--seats", "2", "--games", "3", "--json"]
    one, other = (json.loads(talk(*command).out) for _ in range(2))
    assert one["digest"] != other["digest"]
    assert json.loads(talk(*command, "--seed", one["seed"]).out)["digest"] == one["digest"]


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_the_same_whatever_strings_hash_to(game: str) -> None:
    command = ("lab", "simulate", game, "--seats", "3", "--games", "3", "--seed", "1", "--json")
    digests = {
        json.loads(run_program(*command, env=environment(PYTHONHASHSEED=seed)).out)["digest"]
        for seed in ("0", "1", "77")
    }
    assert len(digests) == 1


def test_any_bytes_make_a_seed() -> None:
    command = ("lab", "simulate", "nut", "--seats", "2", "--games", "1", "--seed", b"\xff\x1b[31m")
    for more in ((), ("--json",)):
        done = run_program(*command, *more)
        assert (done.code, done.err) == (0, "")
        assert foreign(done.out) == set()


def test_the_rows_are_written_as_lines_of_json(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    out.write_text("what was there before")
    done = talk(*NUT, "--out", str(out), "--json")
    lines = out.read_text("utf-8").splitlines(keepends=True)
    assert [json.loads(line)["game"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert lines == [each.line() for each in run_chunk(spec_of("nut", 2, seed="s"), 1, 6)]
    assert hashlib.sha256(out.read_bytes()).hexdigest() == json.loads(done.out)["digest"]
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_rows_on_the_standard_output_stand_there_alone(name: str) -> None:
    done = talk(*NUT, "--out", name)
    assert (done.code, done.err) == (0, "")
    assert done.out == "".join(each.line() for each in run_chunk(spec_of("nut", 2, seed="s"), 1, 6))
    done = talk(*NUT, "--out", name, "--json")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"nutgames: --json and --out {name} both want the standard output\n"


def test_rows_that_cannot_be_written_are_one_line_before_a_game_is_played(tmp_path: Path) -> None:
    many = ("lab", "simulate", "nut", "--seats", "2", "--games", "99999999", "--out")
    for path in (tmp_path, tmp_path / "nowhere" / "rows", tmp_path / "no where" / "rows", Path("/dev/null")):
        done = talk(*many, str(path))
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.startswith(f"nutgames: {quote(str(path))}: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("nut --games 3", "'--seats'"),
        ("nut --seats 2", "'--games'"),
        ("nuts --seats 2 --games 3", "unknown game 'nuts'; did you mean nut?"),
        ("nut --seats 4 --games 3", "NUT is for 2 to 3 players, not 4"),
        ("nut --seats two --games 3", "'two'"),
        ("nut --seats 2 --games 0", "0"),
        ("nut --seats 2 --games 1.5", "'1.5'"),
        ("nut --seats 2 --games 3 --max-moves 0", "0"),
        ("nut --seats 2 --games 3 --bots rand", "unknown bot 'rand'; did you mean random?"),
        ("nut --seats 2 --games 3 --bots random,clever", "unknown bot 'clever'; there is random"),
        ("nut --seats 2 --games 3 --bots random,random,random", "there are 3 bots for 2 seats"),
        ("nut --seats 2 --games 3 --bots ,", "unknown bot ''"),
        ("nut --seats 2 --games 3 --set first=3", "option first: there is no seat 3"),
        ("nut --seats 2 --games 3 --set nuts=3", "unknown option 'nuts'"),
        ("nut-job --seats 2 --games 3 --set overdose=1 --set razzia=1", "overdose and razzia do not go"),
        ("nut --seats 2 --games 3 --deck nowhere.toml", "deck nowhere.toml: no such file"),
        ("nut --seats 2 --games 3 more", "more"),
    ],
)
def test_what_is_mistyped_is_one_line(words: str, reason: str) -> None:
    done = talk("lab", "simulate", *words.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("nutgames: ")
    assert reason in done.err


def test_one_bot_a_seat() -> None:
    done = talk(*NUT, "--bots", "random,random", "--json")
    assert done.out.split('"moves_per_second"')[0] == talk(*NUT, "--json").out.split('"moves_per_second"')[0]


def test_a_bar_on_a_terminal_and_none_in_a_pipe() -> None:
    with Terminal("lab", "simulate", "nut", "--seats", "2", "--games", "300") as terminal:
        assert terminal.end() == 0
        written = terminal.raw.decode()
        assert "━" in written
        assert "300/300" in written
        assert written.index("300/300") < written.index("digest")
    piped = run_program(*NUT)
    assert piped.err == ""
    assert "\x1b" not in piped.out


def test_the_bar_leaves_the_json_alone(tmp_path: Path) -> None:
    """Only standard error is a terminal."""
    script = (
        "import pty, subprocess, sys, os\n"
        "outer, inner = pty.openpty()\n"
        "done = subprocess.run([sys.executable, '-m', 'nutgames', *sys.argv[1:]],"
        " stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=inner)\n"
        "assert os.read(outer, 9999)\n"
        "sys.stdout.buffer.write(done.stdout)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *NUT, "--json"],
        capture_output=True,
        check=True,
        env=environment(TERM="xterm"),
    )
    assert json.loads(done.stdout)["games"] == 6


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_long_simulation_can_be_stopped(number: signal.Signals, tmp_path: Path) -> None:
    """The cursor that the bar has hidden comes back, and no half file stays."""
    many = ("lab", "simulate", "nut", "--seats", "2", "--games", "99999999")
    with Terminal(*many, "--out", str(tmp_path / "rows")) as terminal:
        terminal.until("99999999")
        assert len(list(tmp_path.iterdir())) == 1
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
        written = terminal.raw.decode()
    assert "Traceback" not in written
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l")
    assert list(tmp_path.iterdir()) == []
