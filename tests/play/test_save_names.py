"""Whatever a save is called, by whoever types it or by whoever made the file: no path leads anywhere else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from nutgames.play.files import replacing
from nutgames.play.records import dumps
from nutgames.play.store import Store
from support import Ran, foreign, random_match, talk

PARTS = (
    *(
        "..",
        "../",
        "../../",
        "/",
        "/etc/",
        "./",
        "~",
        "~root/",
        "\\",
        "..\\",
        "C:",
        "C:\\",
        "//host/",
        "file://",
    ),
    *("\n", "\r\n", "\t", "\x1b[2J", "\x1b]0;x\x07", "\x7f", "\x80", "\udcff", "\udce9"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "e\u0301", "日本", "🌰", "\u3164"),
    *("CON", "NUL", "aux.json", "LPT1", "COM1:", "$(touch x)", "`x`", ";x", "|x", "&", "*", "?", "%s", "{0}"),
    *("-", "--", "-o", "'", '"', " ", ".", "...", ".hidden", "x" * 300, "y" * 5_000, "games.sqlite", "locks"),
    *("a", "Z", "7", "save", ".json", "=", "[red]", "[/"),
)


def hostile(rng: Random) -> str:
    """A name that nobody means well with."""
    return "".join(rng.choices(PARTS, k=rng.randint(1, 4)))


def judge(ran: Ran, said: str) -> None:
    """Done, or one printable line; which may also tell that a game is kept already."""
    if ran.code == 0 and not ran.err:
        return
    assert ran.code == (0 if "is kept as" in ran.err else 2), (said, ran)
    assert ran.err.count("\n") == 1, (said, ran)
    assert ran.err.startswith("nutgames: ")
    assert not foreign(ran.err), (said, ran)


def files(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The ID of a stored game; whoever types stands in an empty folder."""
    with Store() as store:
        keeper = store.begin(random_match("nut", 2, seed=1))
        keeper.release()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return keeper.id


def test_no_id_leads_to_another_file(tmp_path: Path, stored: str, count: Callable[..., int]) -> None:
    rng, before = Random("ids"), files(tmp_path)
    for _ in range(count(dev=50, ci=200, nightly=2_000)):
        name = hostile(rng)
        if name.strip() and stored.startswith(name.strip().lower()):
            continue  # by chance it means the game
        for words in (("export",), ("delete",)):
            ran = talk("saves", *words, "--", name)
            judge(ran, name)
            assert ran.code == 2
        judge(talk("resume", "--plain", "--", name), name)
        assert files(tmp_path) == before
    with Store() as store:
        assert store.numbers() == [stored]


def test_an_export_is_where_it_was_asked_for(tmp_path: Path, stored: str, count: Callable[..., int]) -> None:
    rng, here, written = Random("files"), tmp_path / "here", 0
    before = files(tmp_path)
    for _ in range(count(dev=50, ci=200, nightly=2_000)):
        name = hostile(rng).replace("/", "|")
        target = here / name
        judge(talk("saves", "export", stored, str(target)), name)
        new = files(tmp_path) - before
        assert new <= {target}
        for path in new:
            judge(talk("saves", "import", str(path)), name)
            path.unlink()
            written += 1
    assert written > 20


def test_names_inside_a_record_are_only_names(tmp_path: Path, stored: str, count: Callable[..., int]) -> None:
    rng, file = Random("inside"), tmp_path / "here" / "game.json"
    with Store() as store:
        record = json.loads(dumps(store.load(stored)))
    before = files(tmp_path) | {file}
    for _ in range(count(dev=25, ci=100, nightly=2_000)):
        name = hostile(rng).replace("\udcff", "").replace("\udce9", "")
        inside = json.loads(json.dumps(record))
        inside["seats"][0]["name"] = name
        if rng.random() < 0.3:
            inside[rng.choice(["game", "started", "moves"])] = rng.choice([name, [name]])
        file.write_text(json.dumps(inside))
        ran = talk("saves", "import", str(file))
        judge(ran, name)
        if ran.code == 0:
            number = ran.out.strip()
            assert number.isalnum()
            judge(talk("saves", "export", number), name)
            judge(talk("saves", "delete", number), name)
        assert files(tmp_path) == before


@pytest.mark.parametrize("name", ["a\x00b", "\ud800", "x" * 300, "nowhere/at/all", ".", "..", ""])
def test_a_name_that_no_file_can_have_is_an_error_of_the_system(tmp_path: Path, name: str) -> None:
    before = files(tmp_path)
    with pytest.raises(OSError, match=r"\w"), replacing(f"{tmp_path}{os.sep}{name}"):
        pytest.fail("it was opened")
    assert files(tmp_path) == before
