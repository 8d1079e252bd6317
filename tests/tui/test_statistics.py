"""The statistics on the screen: pages, figures, bars, small windows."""

import re

import pytest
from rich.cells import cell_len

from nutgames.games import GAMES
from nutgames.play.match import Player
from nutgames.play.records import dumps
from nutgames.play.store import Store
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.statistics import StatisticsScreen
from screens import showing
from support import random_match

SIZES = ((80, 24), (120, 40), (40, 12))


def played(games=6, names=("Ana", "Ben", "Maximilian von Haselnuss")):
    """A store with so many finished games of Nutty Business, two of NUT, and one that was abandoned."""
    made = [random_match("nutty-business", 2 + seed % 2, seed, names=names) for seed in range(games)]
    made += [random_match("nut", 2, seed, names=(*names[:1], "Hazel")) for seed in (1, 2)]
    for match in made[-2:]:
        match.players = (match.players[0], Player("Hazel", "easy"))
    made.append(random_match("hibernation", 3, 1, 5, names=names))
    made[-1].abandon()
    with Store() as store:
        for match in made:
            store.add(dumps(match).encode())


async def pages(eye):
    """Every page, by its title, scrolled to its end."""
    found = {}
    for section in eye.screen._sections:
        seen = []
        while eye.lines() != seen[-len(eye.lines()) :]:
            seen += eye.lines()
            await eye.press("space")
        found[section.title] = "\n".join(seen)
        await eye.press("right")
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_figure_can_be_read_in_every_window(size):
    played()
    async with showing(StatisticsScreen(), size) as eye:
        await eye.rest()
        found = await pages(eye)
        assert list(found) == ["Players", "Nutty Business", "NUT", "Hibernation"]
        assert all(cell_len(line) <= size[0] for text in found.values() for line in text.splitlines())
        for title, text in found.items():
            assert f"{title}]" in text or f"‹ {title} ›" in text, "where we are"
        assert "8 games · 1 abandoned" in found["Players"]
        assert re.search(r"Ana +8 +[\d.]+ +\d+%", found["Players"])
        assert re.search(r"Hazel \(easy\) +2 +[\d.]+ +–", found["NUT"])
        assert "Seats of 2" in found["NUT"]
        assert re.search(r"\bB\b +3 +[\d.]+ +–", found["Nutty Business"])
        for name in ("mean", "best"):
            assert name in found["NUT"]
        assert ("█" in found["Nutty Business"]) == (size[0] >= 80)


async def test_pages_turn_by_keys_and_by_mouse():
    played()
    async with showing(StatisticsScreen()) as eye:
        await eye.rest()

        def page():
            return re.search(r"\[(.*?)\]", eye.text)[1]

        assert page() == "Players"
        for key, title in (
            *(("left", "Hibernation"), ("l", "Players"), ("tab", "Nutty Business")),
            *(("h", "Players"), ("shift+tab", "Hibernation"), ("right", "Players")),
        ):
            await eye.press(key)
            assert page() == title
        await eye.click(" NUT ")
        assert page() == "NUT"
        await eye.press("q")
        assert isinstance(eye.screen, Home)


async def test_a_click_turns_the_page_where_one_title_stands_alone():
    played()
    async with showing(StatisticsScreen(), (40, 12)) as eye:
        await eye.rest()
        await eye.click("Players")
        assert "‹ Nutty Business ›  2 of 4" in eye.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_before_the_first_game_there_is_a_kind_word(size):
    async with showing(StatisticsScreen(), size) as eye:
        await eye.press("right", "tab", "down", "space")
        assert "No game has been played to its end" in eye.text
        assert "Next page" not in eye.text
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


async def test_a_store_that_fails_is_told():
    played()
    with Store() as store:
        store._db.execute("UPDATE games SET result = '[]' WHERE result IS NOT NULL")
    async with showing(StatisticsScreen()) as eye:
        assert "✗ not counted, because damaged" in eye.text
        await eye.press("right", "escape")
        assert isinstance(eye.screen, Home)


def test_titles_of_all_games_fit_a_window():
    assert sum(cell_len(entry.title) + 3 for entry in GAMES.values()) + cell_len("Players") + 3 <= 76
