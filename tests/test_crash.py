"""A crash: one line, exit code 1, a report without any value, and the game goes on from its last move."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from nutgames import crash
from nutgames.games import CHANCE, GAMES, imagine
from nutgames.play.match import Match
from support import NAMES, TABLES, Ran, environment, random_match

FAILING = """
import sys
from nutgames.__main__ import main
from nutgames.play.match import Match

whole = Match.play
def play(self, move):
    whole(self, move)
    if len(self.moves) == 12:
        secret = self.state
        try:
            raise KeyError(f"no {move} in {secret}")
        except KeyError as error:
            raise ValueError(f"{self.names} {self.state}") from error
Match.play = play
sys.argv[0] = "nutgames"
main()
"""
"""The program, with rules that fail at the twelfth move and say everything that nobody must see."""

BROKEN_COMMAND = """
import sys
from nutgames import cli
from nutgames.__main__ import main

def fail(*_):
    raise ValueError("Ana holds a Burglar")
cli.games.callback = fail
sys.argv[0] = "nutgames"
main()
"""


def broken(script: str, *words: str, typed: str = "", **env: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        input=typed.encode(),
        capture_output=True,
        env=environment(**env),
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def reports(home: Path) -> list[Path]:
    return sorted((home / "crashes").glob("*"))


def test_a_crash_in_lines_is_one_line_and_a_report(tmp_path: Path) -> None:
    ran = broken(FAILING, "play", "hibernation", "--players", "Ana,Ben", "--seed", "1", typed="\n" * 99)
    assert ran.code == 1
    said = re.fullmatch(
        r"nutgames crashed: ValueError in nutgames/plain/table\.py, line \d+\."
        r" The game is kept: nutgames resume (\w{6}) goes on; report: (\S+)\n",
        ran.err,
    )
    assert said, ran.err
    assert "Traceback" not in ran.out
    (path,) = reports(tmp_path / "home")
    assert str(path) == said[2]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
    text = path.read_text("utf-8")
    for part in (
        *("ValueError\n  nutgames/plain/home.py, line ", "which came of KeyError\n", "in play\n"),
        *("nutgames: ", "python: ", "textual: ", "sqlite: ", "terminal: none", "encoding: "),
        *("game: hibernation, rules 1, 2 seats, 12 moves", "options: {'first': ", "deck: built-in"),
        " hidden)",
    ):
        assert part in text, part
    assert not any(name in text for name in ("Ana", "Ben"))
    assert str(tmp_path) not in text
    resumed = broken("from nutgames.__main__ import main; main()", "resume", said[1], typed="\n" * 9_999)
    assert resumed.code == 0
    assert "Final places" in resumed.out


def test_a_crash_of_any_command_is_one_line(tmp_path: Path) -> None:
    ran = broken(BROKEN_COMMAND, "games")
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(
        r"nutgames crashed: ValueError in nutgames/cli\.py, line \d+; report: \S+\n", ran.err
    ), ran.err
    (path,) = reports(tmp_path / "home")
    assert "game:" not in path.read_text("utf-8")
    assert "Burglar" not in path.read_text("utf-8")


def test_where_no_report_can_be_written_the_line_is_said_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    ran = broken(BROKEN_COMMAND, "games", NUTGAMES_DEBUG="1")
    assert ran.code == 1
    *trace, line = ran.err.splitlines()
    assert re.fullmatch(
        r"nutgames crashed: ValueError in nutgames/cli\.py, line \d+; no report could be written", line
    )
    assert trace[0] == "ValueError"
    assert "Burglar" not in ran.err
    assert "Traceback" not in ran.err


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "crashes"
    folder.mkdir(parents=True)
    for number in range(15):
        (folder / f"crash-20260101T0000{number:02}Z-1.txt").touch()
    (folder / "notes.txt").write_text("somebody else's")
    path = crash.kept("a report")
    assert path is not None
    names = [each.name for each in reports(tmp_path / "home")]
    assert len(names) == crash.KEPT + 1
    assert names[-2:] == [path.name, "notes.txt"]
    assert names[0] == "crash-20260101T000006Z-1.txt"


def report_of(match: Match) -> str:
    try:
        raise ValueError(f"{match.names} {match.state}")
    except ValueError as error:
        return crash.report(error, match)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_report_is_the_same_whatever_is_hidden(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch, count: Callable[..., int]
) -> None:
    moment = crash.now()
    monkeypatch.setattr(crash, "now", lambda: moment)
    rng = Random(f"{name} {seats}")
    for seed in range(count(dev=2, ci=3, nightly=50)):
        match = random_match(name, seats, seed, moves=rng.randrange(60))
        report = report_of(match)
        assert not any(player in report for player in NAMES)
        match._states[-1] = imagine(match.game, match.view(0), 0, rng)
        assert report_of(match) == report


def test_reports_would_tell_if_they_told_the_state() -> None:
    """What the test above relies on: something is hidden, and another truth reads differently."""
    match, rng = random_match("hibernation", 3, seed=1, moves=30), Random(1)
    assert match.actor != CHANCE
    assert repr(imagine(match.game, match.view(0), 0, rng)) != repr(match.state)
    assert "hibernation" in GAMES


def test_a_view_that_fails_does_not_fail_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match("nut", 2, seed=1, moves=5)
    monkeypatch.setattr(type(match.game), "view", lambda *_: 1 / 0)
    assert "no view: ZeroDivisionError in nutgames/play/match.py" in report_of(match)


def test_a_recursion_without_end_makes_a_short_report() -> None:
    def deeper() -> None:
        deeper()

    try:
        deeper()
    except RecursionError as error:
        text = crash.report(error)
    assert text.count("in deeper") == crash.FRAMES
