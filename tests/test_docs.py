"""The code in the docs does what they say."""

import json
import re
import shlex
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from nutgames.games import GAMES, check, new
from nutgames.games.core import Entry
from nutgames.play.decks import deck_of
from nutgames.play.records import dumps
from nutgames.play.store import Store
from support import random_match, talk

DOCS = Path(__file__).parents[1] / "docs"


def python_blocks(page):
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


@pytest.fixture
def last_nut(monkeypatch):
    """The game of docs/adding-a-game.md, registered as the page says."""
    rules, _, entry = python_blocks("adding-a-game.md")
    module = ModuleType("nutgames.games.last_nut")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(rules, module.__dict__)
    games = eval("{" + entry + "}", {"Entry": Entry})
    monkeypatch.setattr("nutgames.games.core.GAMES", {**GAMES, **games})
    return module


def test_the_game_of_the_docs_keeps_every_law(last_nut):
    for seats in (2, 3, 4):
        checked = check(new("last-nut", seats, nuts="21"), games=20)
        assert checked.unfinished == 0


def test_the_library_example_runs(capsys):
    exec(python_blocks("engine.md")[0], {})
    assert re.fullmatch(r"\(\(\d+, .*\)\) \(\d, \d, \d\)\n", capsys.readouterr().out)


def test_the_simulation_example_runs(capsys):
    exec(python_blocks("engine.md")[1], {})
    seats = eval(capsys.readouterr().out)
    assert [(seat["seat"], seat["games"]) for seat in seats] == [(1, 20), (2, 20), (3, 20)]


@pytest.mark.parametrize("command", ["perft", "simulate"])
def test_the_commands_print_what_the_docs_say(command):
    page = (DOCS / "engine.md").read_text("utf-8")
    words, out = re.search(rf"\$ nutgames (lab {command} .*)\n((?:.*\n)*?)```", page).groups()
    speed = re.compile(r"[\d,]+(?= moves per second)")
    printed = talk(*shlex.split(words))
    assert speed.sub("", printed.out) == speed.sub("", out)


def test_the_decks_of_the_docs_are_decks():
    page = (DOCS / "decks.md").read_text("utf-8")
    texts = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    job, nut, hibernation = (tomllib.loads(text) for text in texts)
    assert deck_of("nut-job", job) is None
    assert deck_of("nut", nut) is None
    assert deck_of("hibernation", hibernation).titles["forage"] == "Gather"
    for link in re.findall(r"\]\((\.\./[^)]*)\)", page):
        assert (DOCS / link).is_file()


def test_every_figure_of_the_statistics_is_explained():
    page = (DOCS / "statistics.md").read_text("utf-8")
    with Store() as store:
        store.add(dumps(random_match("nutty-business", 2, seed=1)).encode())
    for key, rows in json.loads(talk("stats", "--json").out).items():
        assert f"\n| `{key}` |" in page
        for figure in rows[0] if isinstance(rows, list) else ():
            assert f"`{figure}`" in page
    head = talk("stats", "--csv").out.splitlines()[0]
    for column in head.split(","):
        assert f"`{column}`" in page
