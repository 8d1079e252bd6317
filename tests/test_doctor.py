"""The doctor: each line ok, skip, warn or bad; nothing is changed; 2 only where something is bad."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from nutgames import crash
from nutgames.plain.encoding import NEAREST
from nutgames.play.store import FILE, MIGRATIONS, Store
from support import Ran, Terminal, environment, random_match, run, talk


def findings(ran: Ran) -> dict[str, tuple[str, str]]:
    """What was found, by what was looked at; every line but the last is one."""
    *lines, blank, closing = ran.out.splitlines()
    assert blank == ""
    assert closing
    assert ran.err == ""
    found = [re.fullmatch(r"(ok|skip|warn|bad) +(\w+) +(\S.*)", line) for line in lines]
    assert all(found), lines
    assert ran.code == (2 if any(each and each[1] == "bad" for each in found) else 0)
    return {each[2]: (each[1], each[3]) for each in found if each}


def content(folder: Path) -> dict[str, tuple[int, str]]:
    """Everything below a folder; how SQLite's readers agree among themselves is not content."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in sorted(folder.rglob("*"))
        if not path.name.endswith("-shm")
    }


def test_a_fresh_machine_is_well_and_stays_as_it_is(tmp_path: Path) -> None:
    found = findings(run("doctor"))
    assert {how for how, _ in found.values()} == {"ok", "skip"}
    assert "not made yet" in found["folder"][1]
    assert found["games"] == ("ok", "none is kept yet")
    assert {"nutgames", "python", "textual", "rich", "click", "msgspec", "pydantic", "sqlite"} <= set(found)
    assert "no terminal" in found["terminal"][1]
    assert found["keys"][0] == "skip"
    assert list(tmp_path.iterdir()) == []


def test_settings_are_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "home" / "settings.toml"
    file.parent.mkdir()
    for text, how, told in (
        ('theme = "light"\n', "ok", "as they are written"),
        ('theme = "lihgt"\n', "warn", "line 1"),
        ('theme = "light\n', "warn", "line 1"),
        ('motion = true\n[keys]\n"table.log" = "f4"\n', "ok", "as they are written"),
        ('motion = true\n[keys]\n"table.lgo" = "f4"\n', "warn", "line 3"),
        ('motion = true\n[keys]\n"table.log" = "f99x"\n', "warn", "line 3"),
    ):
        file.write_text(text)
        before = content(file.parent)
        found = findings(talk("doctor"))
        assert found["settings"][0] == how, text
        assert told in found["settings"][1], text
        assert content(file.parent) == before


def test_stored_games_are_looked_at_and_nothing_is_changed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Store() as store:
        keepers = [store.begin(random_match("nut", 2, seed=1, moves=moves)) for moves in (5, 9)]
        before = content(home)
        assert findings(talk("doctor"))["games"] == ("ok", "2 games, all can be opened")  # one open elsewhere
        assert content(home) == before
        keepers[0].release()
    before = content(home)
    assert findings(talk("doctor"))["games"][0] == "ok"
    assert content(home) == before


def test_games_of_a_killed_program_are_all_found(tmp_path: Path) -> None:
    script = (
        "import os, sys; from nutgames.play.store import Store; from support import random_match\n"
        "store = Store()\n"
        "store.begin(random_match('nut', 2, 1, 5)); store.begin(random_match('nut', 2, 2, 5))\n"
        "os.kill(os.getpid(), 9)"
    )
    path = f"{environment()['PYTHONPATH']}:{Path(__file__).parent}"
    subprocess.run([sys.executable, "-c", script], env=environment(PYTHONPATH=path), check=False)
    before = content(tmp_path / "home")
    assert f"{FILE}-wal" in before
    assert findings(talk("doctor"))["games"][1].startswith("2 games")
    assert content(tmp_path / "home") == before


def test_games_that_cannot_be_opened_are_named() -> None:
    with Store() as store:
        one, two = (store.begin(random_match("nut", 2, seed=seed, moves=9)).id for seed in (1, 2))
        store._db.execute("UPDATE moves SET move = 'sing' WHERE game = ? AND number = 5", (two,))
    ran = talk("doctor")
    lines = [line for line in ran.out.splitlines() if " games " in line[:20]]
    assert ran.code == 0
    assert lines[0].startswith("ok")
    assert lines[1].startswith("warn")
    assert two in lines[1]
    assert one not in lines[1]


def test_crashes_are_told_until_their_reports_are_deleted() -> None:
    report = crash.kept("what has happened")
    assert report
    assert findings(talk("doctor"))["crashes"] == ("warn", f"once; report it with {report}, then delete that")
    report.unlink()
    assert "crashes" not in findings(talk("doctor"))


def test_an_old_store_is_read_and_left_old(tmp_path: Path) -> None:
    with Store() as store:
        for column in ("played", "moment"):
            store._db.execute(f"ALTER TABLE games DROP COLUMN {column}")
        store._db.execute("PRAGMA user_version = 1")
    assert "of version 1, brought up to date when" in findings(talk("doctor"))["games"][1]
    with sqlite3.connect(tmp_path / "home" / FILE) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.parametrize("damage", ["no database", "a page", "newer", "a folder", "a link to itself"])
def test_a_store_that_is_broken_is_bad(tmp_path: Path, damage: str) -> None:
    home = tmp_path / "home"
    with Store() as store:
        for seed in range(4):
            store.begin(random_match("nut", 2, seed=seed, moves=30))
        if damage == "newer":
            store._db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    file = home / FILE
    if damage == "no database":
        file.write_bytes(b"no database, whatever it is called" * 1_000)
    elif damage == "a page":
        data = bytearray(file.read_bytes())
        data[-4096:-2048] = os.urandom(2048)
        file.write_bytes(data)
    elif damage == "a folder":
        file.unlink()
        file.mkdir()
    elif damage == "a link to itself":
        file.unlink()
        file.symlink_to(file)
    ran = talk("doctor")
    assert ran.code == 2
    assert ("update this one" in ran.out) == (damage == "newer")
    if damage != "a page":  # which is found sooner or later
        assert ("knows SQLite" in ran.out) == (damage == "no database")
    assert ran.err == ""
    assert re.search(r"^bad +games ", ran.out, re.MULTILINE)


def test_a_store_that_another_program_has_locked_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: connect(*words, **{**more, "timeout": 0}))
    with Store() as store:
        store.begin(random_match("nut", 2, seed=1, moves=30))
        store._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        store._db.execute("UPDATE games SET moment = ''")
        ran = talk("doctor")
        assert ran.code == 2
        assert "another program has locked the file" in ran.out
        assert "knows SQLite" not in ran.out


def test_a_place_that_is_no_folder_is_bad(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    how, text = findings(talk("doctor"))["folder"]
    assert how == "bad"
    assert "NUTGAMES_HOME can name another" in text


@pytest.mark.parametrize("folder", ["/tmp/" + "a" * 300, "/tmp" + "/a" * 3_000])
def test_a_name_that_no_folder_can_have_is_bad(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUTGAMES_HOME", folder)
    found = findings(talk("doctor"))
    assert found["folder"] == (
        "bad",
        "(games, settings, reports): a name that is too long; NUTGAMES_HOME can name another",
    )
    ran = talk("saves", "list")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "File name too long; NUTGAMES_HOME can name another" in ran.err
    ran = talk("play", "nutty-business", "--plain", "--players", "Ana,Ben", typed="\n" * 500)
    assert (ran.code, ran.err, ran.out.count("✗ ")) == (0, "", 1)
    assert "Final places" in ran.out


def test_a_folder_on_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        free = 100_000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Full)
    assert findings(talk("doctor"))["folder"][0] == "bad"


def test_on_a_terminal_widths_and_keys_are_tried() -> None:
    with Terminal("doctor", COLORTERM="truecolor", TERM="xterm-256color") as terminal:
        for _ in range(len(NEAREST) + 4):
            said = terminal.until("\x1b[6n").removesuffix("\x1b[6n")  # where is the cursor?
            terminal.type(f"\x1b[1;{1 + cell_len(said.rpartition(chr(13))[2])}R")
        terminal.until("end it.")
        for key, name in {"\x1b[A": "up", "\r": "enter", "q": "q", "\x1b": "escape"}.items():
            terminal.type(key)
            terminal.until(f" {name}  (")
        terminal.type("\x04")
        rest = terminal.until("All is well.")
        assert terminal.end() == 0
    text = terminal.raw.decode()
    assert "16 million" in text
    assert "characters are as wide as they should be" in text
    assert "4 arrived" in rest


def test_characters_of_other_widths_are_named() -> None:
    with Terminal("doctor") as terminal:
        for _ in range(len(NEAREST) + 4):
            said = terminal.until("\x1b[6n").removesuffix("\x1b[6n")
            char = said.rpartition("\r")[2]
            terminal.type(f"\x1b[1;{1 + cell_len(char) + (char == '●')}R")
        assert "other widths than ours: ●;" in terminal.until("Press some keys")
        terminal.until("end it.")
        terminal.type("\x04")
        assert terminal.end() == 0


def test_a_terminal_that_does_not_answer_is_not_waited_for() -> None:
    with Terminal("doctor") as terminal:
        terminal.until("end it.", 10)
        terminal.type("\x04")
        terminal.until("see the lines with")
        assert terminal.end() == 0
    text = " ".join(terminal.raw.decode().split())
    assert "nothing was measured" in text
    assert "none was pressed" in text
