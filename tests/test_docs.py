"""The code in the docs does what they say."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from nutgames.games import GAMES, check, new
from nutgames.games.core import Entry

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
