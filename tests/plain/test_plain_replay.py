"""`nutgames replay` without a screen: a game told from its first move, and everything that is no game."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from nutgames.games import GAMES
from nutgames.play.match import Match
from nutgames.play.records import dumps
from nutgames.play.replay import ONLOOKER, OPEN, Replay
from nutgames.play.store import Store
from support import Ran, Terminal, command, environment, foreign, random_match, run, talk


def kept(match: Match) -> str:
    """The ID of a game that is stored."""
    with Store() as store:
        return store.add(dumps(match).encode())


def entries(out: str) -> str:
    """The log among what was printed, as one text whatever the width of the lines."""
    log = out.partition("── Final places")[0].split("\n\n")[1]
    return " ".join(log.split())


def refused(ran: Ran) -> str:
    """The one line of a mistake."""
    assert (ran.code, ran.out) == (2, "")
    line = ran.err.removesuffix("\n")
    assert line.isprintable()
    assert not foreign(line)
    return line.removeprefix("nutgames: ")


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_told_with_everything_open(name: str) -> None:
    match = random_match(name, 2, seed=4)
    ran = talk("replay", kept(match))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{GAMES[name].title}: A Ana, B Ben.\n")
    replay = Replay(match)
    replay.open()
    log = replay.log(replay.end, OPEN)
    assert entries(ran.out) == " ".join(f"• {line}" for line in log)
    assert ran.out.endswith(f"{replay.words.verdict(match.view(0))[-1]}\n")
    assert "Final places" in ran.out


@pytest.mark.parametrize("name", GAMES)
def test_an_unfinished_game_is_told_as_all_may_know_it(name: str) -> None:
    match = random_match(name, 2, seed=4, moves=18)
    ran = talk("replay", "--plain", kept(match))
    assert (ran.code, ran.err) == (0, "")
    assert "The game is not over" in ran.out
    assert "Final places" not in ran.out
    assert entries(ran.out) == " ".join(f"• {line}" for line in Replay(match).log(18, ONLOOKER))


def test_a_record_of_somebody_else_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    file.write_text(dumps(random_match("nut", 3, seed=2)))
    ran = talk("replay", str(file))
    assert ran.code == 0
    assert "Final places" in ran.out
    with Store() as store:
        assert store.games() == [], "it is only looked at"


def test_an_id_may_be_short_and_a_file_of_that_name_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = kept(random_match("nut", 2, seed=2))
    monkeypatch.chdir(tmp_path)
    assert talk("replay", number[:3].upper()).out.startswith("NUT:")
    Path(number).write_text(dumps(random_match("hibernation", 2, seed=2)))
    assert talk("replay", number).out.startswith("Hibernation:")
    assert "no such file" in refused(talk("replay", f"./x{number}"))


def test_what_is_no_game_is_one_line(tmp_path: Path) -> None:
    pipe, loop, secret = tmp_path / "pipe", tmp_path / "loop", tmp_path / "secret"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    huge = tmp_path / "huge"
    huge.write_bytes(b" " * (2**20 + 1))
    for what, reason in (
        (str(pipe), "not an ordinary file"),
        (str(tmp_path), "directory"),
        (".", "directory"),
        ("/dev/zero", "not an ordinary file"),
        (str(loop), "symbolic links"),
        (str(secret), "no such file"),
        (str(huge), "larger than 1 MiB"),
        (__file__, "not JSON"),
        ("zzzzzz", "no game has the ID"),
        ("", "no game has the ID"),
        ("x" * 5_000, ""),
        ("a/\x1b]0;evil\x07", "no such file"),
        ("\udcff", "no game has the ID"),
    ):
        assert reason in refused(talk("replay", what)), what
    assert "is missing" in refused(talk("replay"))


def test_a_mutated_record_is_told_or_refused_in_one_line(tmp_path: Path, count) -> None:
    file, rng = tmp_path / "record.json", Random(3)
    record = bytearray(dumps(random_match("nutty-business", 2, seed=2)).encode())
    told = 0
    for _ in range(count(dev=20, ci=40, nightly=3_000)):
        mutated = bytearray(record)
        for _ in range(rng.randint(1, 3)):
            mutated[rng.randrange(len(mutated))] = rng.randrange(256)
        file.write_bytes(mutated)
        ran = talk("replay", str(file))
        if ran.code == 0:
            told += 1
            assert not foreign(ran.out)
        else:
            refused(ran)
    assert told < count(dev=20, ci=40, nightly=3_000)


def test_an_output_that_is_closed_or_full() -> None:
    number = kept(random_match("hibernation", 3, seed=2))
    shell = subprocess.run(
        ["sh", "-c", '"$@" | head -2; exit 0', "sh", *command("replay", number)],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert shell.stdout.startswith(b"Hibernation: A Ana")
    assert shell.stderr == b""
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            command("replay", number), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert ran.returncode == 2
    assert ran.stderr.decode().startswith("nutgames: the output cannot be written")


def test_a_game_that_is_open_elsewhere_is_not_resumed_in_lines() -> None:
    with Store() as store:
        keeper = store.begin(random_match("nut", 2, seed=2, moves=9))
        line = refused(talk("resume", keeper.id[:4]))
        assert line == f"the game is open in another window; `nutgames replay {keeper.id}` shows it"
        assert "The game is not over" in talk("replay", keeper.id).out


def test_a_game_whose_end_may_still_be_taken_back_is_not_opened() -> None:
    match = random_match("hibernation", 2, seed=4)
    with Store() as store:
        keeper = store.begin(match)
        ran = talk("replay", keeper.id)
        assert (ran.code, ran.err) == (0, "")
        assert "The game still stands open in another window" in ran.out
        replay = Replay(match)
        assert entries(ran.out) == " ".join(f"• {line}" for line in replay.log(replay.end, ONLOOKER))
        assert "its record tells what is hidden" in talk("saves", "export", keeper.id).err
        keeper.release()
        ran = talk("replay", keeper.id)
        assert "another window" not in ran.out
        assert talk("saves", "export", keeper.id).err == ""
        resumed, keeper = store.resume(keeper.id)
        assert resumed.why_no_undo(), "meanwhile anybody may have looked"
        keeper.release()


def test_on_a_screen_it_is_asked_whether_to_watch() -> None:
    with Store() as store:
        keeper = store.begin(random_match("nut", 2, seed=2, moves=9))
        with Terminal("resume", keeper.id) as terminal:
            terminal.until("This game is open in another window.")
            terminal.type("2\r")
            terminal.until("live")
            terminal.type("\x11")
            assert terminal.end() == 0


def test_on_a_screen_what_is_wrong_is_said_before_it_opens() -> None:
    with Terminal("replay", "nonsense") as terminal:
        assert terminal.end() == 2
        assert b"no game has the ID" in terminal.raw
        assert b"\x1b[?1049h" not in terminal.raw


def test_help_says_what_is_a_file() -> None:
    assert "existing file" in " ".join(run("replay", "--help").out.split())
