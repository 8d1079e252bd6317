"""The rules pages: every section can be found, by a word or two, and wherever the program looks for it."""

from __future__ import annotations

import pytest

from nutgames.games import GAMES
from nutgames.play import rulebook
from nutgames.play.rulebook import page, section, sections
from nutgames.play.words import words_for
from support import ROOT, TABLES, random_match

CARDS = ["Contraband", "Bank", "Police Raid", "Customs", "Robbery", "Hideout"]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> str:
    """A page of our own."""
    text = (
        "# A Game\n\nIntro.\n\n## Setting up\n\nDeal.\n\n```\n# no heading\n## nor this\n```\n\n"
        "## The cards\n\nAll.\n\n### Police Raid\n\nRaids.\n\n### Bank\n\nSafe.\n\n"
        "#hashtag is no heading\n\n## The end\n\nOver.\n"
    )
    sections.cache_clear()
    monkeypatch.setattr(rulebook, "page", lambda _: text)
    yield text  # type: ignore[misc]
    sections.cache_clear()


def test_a_page_falls_into_its_sections(made_up: str) -> None:
    found = sections("a-game")
    assert [(each.level, each.title) for each in found] == [
        (1, "A Game"),
        (2, "Setting up"),
        (2, "The cards"),
        (3, "Police Raid"),
        (3, "Bank"),
        (2, "The end"),
    ]
    assert found[0].text == made_up
    assert found[1].text.startswith("## Setting up\n")
    assert "nor this" in found[1].text
    assert "The cards" not in found[1].text
    assert found[2].text.endswith("#hashtag is no heading\n\n")
    assert found[3].text == "### Police Raid\n\nRaids.\n\n"


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("Setting up", "Setting up"),
        ("SETTING UP", "Setting up"),
        ("setting-up", "Setting up"),
        ("set", "Setting up"),
        ("police", "Police Raid"),
        ("raid", "Police Raid"),
        (" bank ", "Bank"),
        ("end", "The end"),
        ("a game", "A Game"),
    ],
)
@pytest.mark.usefixtures("made_up")
def test_a_word_or_two_find_a_section(wanted: str, title: str) -> None:
    assert section("a-game", wanted).title == title


@pytest.mark.parametrize("wanted", ["bnak", "zebra", "", " ", "\x1b[31m"])
@pytest.mark.usefixtures("made_up")
def test_a_word_that_finds_nothing_is_answered_with_what_there_is(wanted: str) -> None:
    with pytest.raises(ValueError, match="no section") as caught:
        section("a-game", wanted)
    assert "bank" in str(caught.value)


def test_a_game_without_a_page_says_so() -> None:
    with pytest.raises(ValueError, match="no rules page for no-such-game"):
        page("no-such-game")
    with pytest.raises(ValueError, match="no rules page"):
        section("no-such-game", "end")


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_is_the_one_in_the_checkout(name: str) -> None:
    text = page(name)
    assert text == (ROOT / "rules" / f"{name}.md").read_text("utf-8")
    assert text.startswith(f"# {GAMES[name].title}\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_section_is_found_by_its_whole_title(name: str) -> None:
    found = sections(name)
    assert len({each.title.casefold() for each in found}) == len(found)
    for each in found:
        assert section(name, each.title) == each
        assert section(name, each.title.upper()) == each
        assert each.text.startswith("#" * each.level + f" {each.title}\n")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_moment_of_a_game_has_its_section(name: str, seats: int) -> None:
    match = random_match(name, seats, seed=2)
    words = words_for(match.game, match.names)
    asked = {words.section(step.before) for step in match.log(0)} | {words.section(match.view(0))}
    titles = {each.title for each in sections(name)}
    assert asked - {""} <= titles


@pytest.mark.parametrize("card", CARDS)
def test_every_card_of_nutty_business_has_its_section(card: str) -> None:
    assert section("nutty-business", card).title == card
    assert section("nutty-business", card).level == 3
