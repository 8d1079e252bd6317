"""The stored games from outside: lists, files, abandoning, statistics."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from ptyterm import PtyApp
from rich.cells import cell_len

from nutgames.play import files
from nutgames.play.match import Match, Player
from nutgames.play.records import dumps
from nutgames.play.store import Store
from support import foreign, random_match, run, talk, unwritable

LONG = ("Maximilian von Haselnuss", "Ёлка 橡子 ñandú", "C", "Dora", "Ed")


def kept(match: Match) -> str:
    """Stores it, and returns its ID."""
    with Store() as store:
        return store.add(dumps(match).encode())


def mistake(*words: str) -> str:
    """The one line that tells of a person's error."""
    ran = talk(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
    assert ".nutgames-" not in ran.err, "nobody has heard of that file"
    return ran.err.strip()


@pytest.fixture
def three() -> dict[str, str]:
    """A finished, an abandoned and an open game."""
    abandoned = random_match("hibernation", 3, seed=2, moves=9)
    abandoned.abandon()
    return {
        "finished": kept(random_match("nutty-business", 5, seed=1, names=LONG)),
        "abandoned": kept(abandoned),
        "open": kept(random_match("nut-job", 2, seed=3, moves=4)),
    }


# --- Lists ------------------------------------------------------------------------------------------------


def test_the_list_fits_a_terminal_and_tells_times_as_clocks_do(three: dict[str, str]) -> None:
    ran = talk("saves", "list")
    head, *rows = ran.out.splitlines()
    assert head.split() == ["ID", "game", "players", "played", "state", "moves"]
    assert [row.split()[0] for row in rows] == [three[state] for state in ("open", "abandoned", "finished")]
    assert all(cell_len(row) <= 80 for row in (head, *rows))
    for row, state in zip(rows, ("open", "abandoned", "finished"), strict=True):
        assert re.search(rf"today \d\d:\d\d  {state} +\d+$", row)
    assert "…" in rows[-1]
    assert "Ana, Ben, Cid" in rows[1]


def test_the_list_for_programs_has_everything_and_nothing_new(three: dict[str, str]) -> None:
    rows = json.loads(talk("saves", "list", "--json").out)
    assert {tuple(row) for row in rows} == {("id", "game", "seats", "started", "finished", "moves")}
    by_id = {row["id"]: row for row in rows}
    assert by_id[three["open"]]["finished"] is None
    for state in ("finished", "abandoned"):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", by_id[three[state]]["finished"])
    assert by_id[three["finished"]]["seats"] == list(LONG)


# --- Abandoning -------------------------------------------------------------------------------------------


def test_an_open_game_is_abandoned_and_nobody_plays_on(three: dict[str, str]) -> None:
    told = f"Nut Job with Ana, Ben ({three['open']}).\n"
    assert talk("saves", "abandon", three["open"][:5]) == (0, f"Abandoned: {told}", "")
    assert re.search(rf"^{three['open']} .* abandoned ", talk("saves", "list").out, re.MULTILINE)
    assert "has been abandoned" in mistake("resume", three["open"])
    assert "no unfinished game" in mistake("resume")
    for state in three.values():
        assert "has ended already" in mistake("saves", "abandon", state)
    record = json.loads(talk("saves", "export", three["open"]).out)
    assert record["finished"]
    assert record["result"] is None


# --- Files ------------------------------------------------------------------------------------------------


def test_a_record_that_tells_what_is_hidden_says_so(three: dict[str, str], tmp_path: Path) -> None:
    hands = kept(random_match("hibernation", 2, seed=1, moves=5))
    for words in (("saves", "export", hands), ("saves", "export", hands, str(tmp_path / "game.json"))):
        ran = talk(*words)
        assert ran.code == 0
        assert re.fullmatch(
            r"nutgames: the game is not over, and its record tells what is hidden.*\n", ran.err
        )
    assert (tmp_path / "game.json").read_text("utf-8") == talk("saves", "export", hands).out
    for state in ("finished", "abandoned"):
        assert talk("saves", "export", three[state]).err == ""
    in_the_open = kept(random_match("nutty-business", 2, seed=1, moves=6))
    assert talk("saves", "export", in_the_open).err == "", "all that was hidden has been revealed"


def test_a_file_that_cannot_be_written_is_told_by_its_name(
    three: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "nofile/: this is the name of a folder" in mistake("saves", "export", three["open"], "nofile/")
    assert "no/where: no such file or directory" in mistake("saves", "export", three["open"], "no/where")
    assert "a directory" in mistake("saves", "export", three["open"], ".")
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == []


def test_what_is_no_ordinary_file_is_not_imported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for odd in (str(tmp_path / "pipe"), "/dev/zero", "/dev/null"):
        assert "not an ordinary file" in mistake("saves", "import", odd)
    assert "a directory" in mistake("saves", "import", str(tmp_path))
    assert json.loads(talk("saves", "list", "--json").out) == []
    assert talk("saves", "list").out == "No game is kept yet.\n"


@pytest.mark.parametrize("name", ["games.sqlite", "games.sqlite-wal", "settings.toml"])
@pytest.mark.parametrize(
    "words", [("saves", "list"), ("resume",), ("stats",), ("doctor",), ("play", "nut", "--deck", "pipe")]
)
def test_nothing_is_waited_for_where_a_pipe_lies(
    words: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    os.mkfifo(home / name)
    os.mkfifo("pipe")
    ran = talk(*words)
    assert ran.err.count("\n") <= 1
    if "--deck" in words or (name != "settings.toml" and words != ("doctor",)):
        assert ran.code == 2
        assert "not an ordinary file" in ran.err


def test_a_dash_is_standard_input_and_output(three: dict[str, str]) -> None:
    exported = talk("saves", "export", three["finished"], "-")
    assert exported == talk("saves", "export", three["finished"])
    ran = run("saves", "import", "-", typed=exported.out)
    assert ran.code == 0
    assert talk("saves", "export", ran.out.strip()).out == exported.out
    assert run("replay", "-", typed=exported.out).out == talk("replay", three["finished"]).out
    assert "larger than 1 MiB" in run("saves", "import", "-", typed=b" " * (2**20 + 1)).err


def test_a_file_is_told_by_its_name_whatever_is_wrong_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "odd").write_text("{}")
    for command in (("saves", "import"), ("replay",)):
        assert "nutgames: loop: too many levels" in mistake(*command, "loop")
        assert "nutgames: odd: format: " in mistake(*command, "odd")
        assert "nutgames: ./none: no such file" in mistake(*command, "./none")


def test_a_file_that_has_nothing_to_tell_just_now_is_not_waited_for(tmp_path: Path) -> None:
    """As the messages of the system's kernel, which look like an ordinary file, once they have been read."""

    class Silent(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:  # type: ignore[override]
            return None  # type: ignore[return-value]

    @contextmanager
    def silent(_: object) -> Iterator[Silent]:
        yield Silent()

    deck, home = tmp_path / "deck.toml", tmp_path / "home"
    home.mkdir()
    for file in (deck, home / "settings.toml"):
        file.touch()
    with patch.object(files, "ordinary", silent):
        for words in (
            ("saves", "import", str(deck)),
            ("replay", str(deck)),
            ("play", "nut", "--deck", str(deck)),
        ):
            assert "not an ordinary file" in mistake(*words)
        ran = talk("play", "nut", "--plain")
        assert ran.err.endswith("settings.toml cannot be read: Not an ordinary file\n")


def test_an_empty_name_is_seen() -> None:
    assert "''" in mistake("saves", "import", "")
    assert "''" in mistake("play", "nut", "--deck", "")


def test_what_only_looks_works_where_nothing_can_be_written(three: dict[str, str]) -> None:
    looks = [
        *(("saves", "list"), ("stats",), ("stats", "--csv")),
        *(("saves", "export", three["open"]), ("replay", three["finished"])),
    ]
    before = [talk(*words) for words in looks]
    with unwritable():
        assert [talk(*words) for words in looks] == before
        for words in (("saves", "delete", three["open"]), ("saves", "abandon", three["open"])):
            assert "NUTGAMES_HOME can name another" in mistake(*words)
        ran = talk("resume", three["open"], typed="q\n")
        assert "is kept: nutgames resume" in ran.out, "nothing has been played that could be lost"


def test_one_damaged_game_stands_in_the_way_of_no_other(three: dict[str, str]) -> None:
    damaged = kept(random_match("nut", 2, seed=5, moves=8))
    ended = kept(random_match("nut", 2, seed=5))
    with Store() as store:
        store._db.execute("UPDATE moves SET move = 'rob' WHERE game = ?", (damaged,))
        store._db.execute("UPDATE games SET result = '1' WHERE id = ?", (ended,))
    for words in (("resume",), ("replay",), ("saves", "export"), ("saves", "abandon")):
        assert f"`nutgames saves delete {damaged}` forgets it" in mistake(*words, damaged)
    ran = talk("resume", typed="q\n")
    assert f"nutgames resume {three['open']} " in ran.out
    ran = talk("stats", "--json")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert f"because damaged: {ended};" in ran.err
    assert [game["game"] for game in json.loads(ran.out)["games"]] == ["nutty-business", "hibernation"]


@pytest.mark.parametrize("kind", ["file", "link to itself", "link to nowhere", "device", "below a file"])
def test_a_home_that_is_no_folder(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "place"
    match kind:
        case "file" | "below a file":
            place.touch()
        case "link to itself":
            place.symlink_to(place)
        case "link to nowhere":
            place.symlink_to("/dev/null/nowhere")
        case "device":
            place = Path(os.devnull)
    monkeypatch.setenv("NUTGAMES_HOME", str(place / "below" if kind == "below a file" else place))
    for words in (("saves", "list"), ("resume",), ("stats",)):
        assert "it is no folder; NUTGAMES_HOME can name another" in mistake(*words)
    ran = talk("doctor")
    assert ran.code == 2
    assert re.search(r"^bad +folder .* is no folder; NUTGAMES_HOME can name another", ran.out, re.MULTILINE)


def test_an_exported_game_comes_back_under_a_new_id(three: dict[str, str], tmp_path: Path) -> None:
    for state, number in three.items():
        file = str(tmp_path / f"{state}.json")
        talk("saves", "export", number, file)
        ran = talk("saves", "import", file)
        assert ran.code == 0
        again = ran.out.strip()
        assert f"kept as {number} already; `nutgames saves delete {again}` forgets" in ran.err
        assert re.search(rf"^{again} .* {state} ", talk("saves", "list").out, re.MULTILINE)
        assert talk("saves", "export", again).out == Path(file).read_text("utf-8")
        talk("saves", "delete", number)
        talk("saves", "delete", again)
        assert talk("saves", "import", file).err == "", "it is the only one"


@pytest.mark.parametrize(("command", "asked"), [("delete", "Delete"), ("abandon", "Abandon")])
def test_on_a_terminal_people_are_asked_before_a_game_goes(
    three: dict[str, str], command: str, asked: str
) -> None:
    number = three["open"]
    before = talk("saves", "list").out
    for answer, is_meant in (
        (b"\r", False),
        (b"n\r", False),
        (b"\x03", False),
        (b"\x04", False),
        (b"y\r", True),
    ):
        app = PtyApp([sys.executable, "-m", "nutgames", "saves", command, number])
        while "[y/N]" not in app.text():
            app.settle(0.05)
        assert f"{asked} Nut Job with Ana, Ben ({number}) for good?" in app.text()
        app.send(answer)
        assert app.wait(20) == 0
        assert (f"{asked.rstrip('e')}ed: Nut Job" in app.text()) == is_meant
        assert (talk("saves", "list").out != before) == is_meant
    assert talk("saves", command, three["finished"], "--yes").code == (0 if command == "delete" else 2)


def test_a_finished_game_stands_in_lists_when_it_was_played(three: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    record = json.loads(talk("saves", "export", three["finished"]).out)
    file.write_text(
        json.dumps(record | {"started": "2024-05-06T07:08:09Z", "finished": "2024-05-06T08:08:09Z"})
    )
    number = talk("saves", "import", str(file)).out.strip()
    *_, last = talk("saves", "list").out.splitlines()
    assert last.startswith(number)
    assert re.search(r"2024-05-06 +finished", last), last


# --- Statistics -------------------------------------------------------------------------------------------


def test_statistics_before_the_first_game() -> None:
    assert "No game has been played to its end yet" in talk("stats").out
    assert json.loads(talk("stats", "--json").out)["games"] == []
    assert talk("stats", "--csv").out.count("\n") == 1


def test_statistics_in_lines_in_json_and_for_spreadsheets(three: dict[str, str]) -> None:
    ran = talk("stats")
    assert (ran.code, ran.err) == (0, "")
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())
    assert re.search(r"── Players: 1 game · 1 abandoned ─", ran.out)
    assert re.search(r"── Nutty Business: 1 game · the longest: \d+ moves ─", ran.out)
    assert "Nut Job" not in ran.out, "a game that can be resumed is not counted"
    ran = talk("stats", "--json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    found = json.loads(ran.out)
    assert sum(row["won"] for row in found["players"]) == 1
    assert [row["win_rate"] for row in found["players"]] == [None] * 8
    lines = list(csv.DictReader(io.StringIO(talk("stats", "--csv").out)))
    assert len(lines) == sum(len(rows) for rows in found.values() if isinstance(rows, list))


def test_a_name_from_elsewhere_is_harmless(tmp_path: Path) -> None:
    names = ["=cmd|' /C calc'!A0", "@SUM(1+9)", "+1\x1b[31m", '-2,"x"']
    match = random_match("nutty-business", 4, seed=1)
    match.players = tuple(map(Player, names))
    record = tmp_path / "record.json"
    record.write_text(dumps(match), "utf-8")
    assert talk("saves", "import", str(record)).code == 0
    for form in ("--json", "--csv", None):
        ran = talk("stats", *filter(None, [form]))
        assert ran.code == 0
        assert not foreign(ran.out)
    lines = list(csv.DictReader(io.StringIO(talk("stats", "--csv").out)))
    named = [line["name"] for line in lines if line["table"] == "players"]
    assert sorted(named) == ["'+1[31m", '\'-2,"x"', "'=cmd|' /C calc'!A0", "'@SUM(1+9)"]


def test_a_damaged_result_is_one_line(three: dict[str, str]) -> None:
    with Store() as store:
        store._db.execute("UPDATE games SET result = '[]' WHERE id = ?", (three["finished"],))
    assert (
        f"because damaged: {three['finished']}; `nutgames saves delete ID` forgets one" in talk("stats").err
    )
    assert talk("saves", "delete", three["finished"]).code == 0
    assert talk("stats").err == ""
