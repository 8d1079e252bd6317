"""Decks: read from files strictly, judged by the rules of their game, carried along in records."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Static

from nutgames.games import GAMES, check, hibernation, new, nut, nut_job
from nutgames.games.hibernation import Card
from nutgames.play import decks
from nutgames.play.decks import LARGEST, DeckError, deck_of, read, tree_of
from nutgames.play.match import Match
from nutgames.play.records import RecordError, dumps, loads
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.setup import Help, Setting, SetUpScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from support import ROOT, Terminal, environment, random_match, run, talk

RULES = ROOT / "rules"
NAMES = ("nut-job", "nut", "hibernation")
"""The games that take a deck."""
BUILT_IN = {"nut-job": nut_job.DECK, "nut": nut.DECK, "hibernation": hibernation.DECK}
TEXT = {name: (RULES / "decks" / f"{name}.toml").read_text("utf-8") for name in NAMES}

CHANGES: dict[str, tuple[str, str]] = {
    "nut-job": ('"mushroom yellow", "mushroom red"', '"rock yellow", "leaf blue"'),
    "nut": ('"YRO"', '"PRO"'),
    "hibernation": ("copies = 10", "copies = 12"),
}
"""A change that makes another deck of the built-in one."""


def changed(name: str, *changes: tuple[str, str]) -> str:
    """The built-in deck's file with something else in it."""
    text = TEXT[name]
    for old, other in changes:
        assert old in text, old
        text = text.replace(old, other, 1)
    return text


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Writes a deck file and returns its path."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "my.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


File = Callable[[str | bytes], str]


def expect_a_line(error: Exception) -> str:
    """What it says is one printable line."""
    line = str(error)
    assert line.isprintable()
    assert 0 < len(line) <= 200
    return line


def refusal(name: str, path: str) -> str:
    """The one printable line with which a file is refused."""
    with pytest.raises(DeckError) as caught:
        read(name, path)
    return expect_a_line(caught.value)


# --- There ------------------------------------------------------------------------------------------------


def test_every_game_that_takes_a_deck_has_its_file() -> None:
    assert [name for name, entry in GAMES.items() if entry.Deck] == list(NAMES)
    assert sorted(path.stem for path in (RULES / "decks").iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_to_copy_are_the_built_in_decks(name: str, file: File) -> None:
    assert read(name, file(TEXT[name])) is None
    form = decks._form(name)
    assert form.model_validate(tomllib.loads(TEXT[name])).deck() == BUILT_IN[name]
    assert form.of(BUILT_IN[name]).model_dump(mode="json") == tomllib.loads(TEXT[name])


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_of_ones_own_is_played_with(name: str, file: File) -> None:
    deck = read(name, file(changed(name, CHANGES[name])))
    assert deck != BUILT_IN[name]
    game = new(name, 2, deck=deck)
    assert game.deck is deck
    assert check(game, games=1, max_moves=30).games == 1


def test_the_order_of_cards_makes_no_other_deck(file: File) -> None:
    assert read("nut", file(changed("nut", ('"YRO", "ROG"', '"ROG", "YRO"')))) is None
    assert read("nut-job", file(changed("nut-job", ("[1, 1, 1, 1, 1, 1, 2", "[2, 1, 1, 1, 1, 1, 1")))) is None
    # But forest cards are called by their numbers and sides in the notation.
    turned = changed("nut-job", ('"mushroom yellow", "mushroom red"', '"mushroom red", "mushroom yellow"'))
    assert read("nut-job", file(turned)).forest[0] == ("mushroom red", "mushroom yellow")


def test_kinds_of_which_there_is_no_copy_can_be_left_out(file: File) -> None:
    text = '[cards.forage]\ncopies = 30\n[cards.rot]\ncopies = 0\ntitle = "Mould"\n'
    deck = read("hibernation", file(text))
    assert deck.copies == {Card.FORAGE: 30}
    assert deck.titles == hibernation.DECK.titles


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Nuts!", "Nuts!"),
        ("Ča\u0301pka", "Čápka"),
        (r"\u001b[31mred\u202e", "[31mred"),
        ("  two   words ", "two words"),
        ("", "Forage"),
        (r"\u200b", "Forage"),
        ("long " * 20, "long long long long long"),
    ],
)
def test_titles_are_cleaned_like_names(title: str, shown: str, file: File) -> None:
    deck = read(
        "hibernation", file(changed("hibernation", ('"Forage"', f'"{title}"'), CHANGES["hibernation"]))
    )
    assert deck.titles[Card.FORAGE] == shown
    assert deck.titles.keys() == set(Card)


def test_another_title_is_another_deck(file: File) -> None:
    deck = read("hibernation", file(changed("hibernation", ('"Forage"', '"Gather"'))))
    assert deck.copies == hibernation.DECK.copies
    assert deck.titles[Card.FORAGE] == "Gather"


def test_a_byte_order_mark_and_windows_lines_do_no_harm(file: File) -> None:
    text = changed("nut", CHANGES["nut"])
    deck = read("nut", file(text))
    assert read("nut", file(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())) == deck


# --- What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "other", "reason"),
    [
        ("nut", '"YRO"', '"YRX"', "card 'YRX': there is no face 'X'; there is R O Y"),
        ("nut", '"YRO"', '"YR "', "card 'YR ': there is no face ' '"),
        ("nut", '"YRO"', '"YR"', "card 'YR': a card has exactly three faces, not 2"),
        ("nut", '"YRO"', '"YROG"', "card 'YROG': a card has exactly three faces, not 4"),
        ("nut", '"YRO"', '""', "card '': a card has exactly three faces, not 0"),
        ("nut", '"YRO", ', "", "exactly 30 cards; this deck has 29"),
        ("nut", '"YRO"', '"YRO", "YRO"', "exactly 30 cards; this deck has 31"),
        (
            "nut",
            '"YRO"',
            '"YrO"',
            "card 'YrO' has a squirrel: it belongs to squirrels_left or squirrels_right",
        ),
        ("nut", '"OGr"', '"OGR"', "card 'OGR' has no squirrel (a small letter): it belongs to cards"),
        ("nut", '"pRY"', '".*."', "card '.*.' has no squirrel"),
        ("nut", '"YRO"', "3", "cards, entry 1 should be a text in quotes"),
        ("nut", '"ROG"', '["ROG"]', "cards, entry 2 should be a text in quotes"),
        ("nut", 'squirrels_left = ["OGr", "GyP", "bPO"]', "", "squirrels_left is missing"),
        ("nut", "squirrels_left", "squirels_left", "'squirels_left'; did you mean squirrels_left?"),
        ("nut", "cards =", "cards = []\ncards =", "not TOML: Cannot overwrite a value (at line"),
        ("nut", "cards = [", "cards = 3 # [", "not TOML"),
        (
            "nut-job",
            "leaf blue",
            "leaf green",
            "forest card 2: there is no face 'leaf green'; a face is a form",
        ),
        ("nut-job", "leaf blue", "blue leaf", "forest card 2: there is no face 'blue leaf'"),
        ("nut-job", "leaf blue", "Leaf blue", "forest card 2: there is no face 'Leaf blue'"),
        ("nut-job", ', "leaf blue"]', "]", "forest card 2: a card has two sides, A and B, not 1"),
        ("nut-job", '"leaf blue"]', '"leaf blue", "leaf red"]', "forest card 2: a card has two sides"),
        ("nut-job", '["leaf yellow", "leaf blue"],', "", "exactly nine forest cards; this deck has 8"),
        ("nut-job", '["leaf yellow", "leaf blue"]', '"leaf yellow"', "forest, entry 2 should be a list"),
        ("nut-job", '"leaf blue"', "7", "forest, entry 2, entry 2 should be a text"),
        ("nut-job", "[1, 1,", "[1,", "exactly twelve nut cards; this deck has 11"),
        ("nut-job", "[1, 1,", "[1, 1, 1,", "exactly twelve nut cards; this deck has 13"),
        ("nut-job", "[1, 1,", "[1, 3,", "nut card 2: a nut card is worth 1 or 2, not 3"),
        ("nut-job", "[1, 1,", "[1, 0,", "nut card 2: a nut card is worth 1 or 2, not 0"),
        ("nut-job", "2, 2, 2]", "2, 1, 1]", "worth 16 together; it takes 17"),
        ("nut-job", "[1, 1,", "[1, 1.0,", "nuts, entry 2 should be a whole number"),
        ("nut-job", "[1, 1,", "[1, true,", "nuts, entry 2 should be a whole number"),
        ("nut-job", "[1, 1,", "[1, nan,", "nuts, entry 2 should be a whole number"),
        ("nut-job", "[1, 1,", '[1, "1",', "nuts, entry 2 should be a whole number"),
        ("nut-job", "nuts =", "nut =", "unknown key 'nut'; did you mean nuts?"),
        ("hibernation", "[cards.forage]", "[cards.forrage]", "no card 'forrage'; did you mean forage?"),
        ("hibernation", "[cards.forage]", "[cards.Forage]", "no card 'Forage'; did you mean forage?"),
        ("hibernation", "[cards.forage]", "[forage]", "unknown key 'forage'"),
        (
            "hibernation",
            "copies = 10",
            "copies = -1",
            "forage: there can be 0 to 200 copies of a card, not -1",
        ),
        (
            "hibernation",
            "copies = 10",
            "copies = 201",
            "forage: there can be 0 to 200 copies of a card, not 201",
        ),
        ("hibernation", "copies = 10", "copies = 111", "at most 200 cards; this one has 201"),
        ("hibernation", "copies = 10", "copies = 1e1", "cards.forage.copies should be a whole number"),
        ("hibernation", "copies = 10", "copies = inf", "cards.forage.copies should be a whole number"),
        ("hibernation", "copies = 10", "copies = true", "cards.forage.copies should be a whole number"),
        ("hibernation", "copies = 10", 'copies = "10"', "cards.forage.copies should be a whole number"),
        ("hibernation", "copies = 10", "copies = 2026-01-31", "cards.forage.copies should be a whole number"),
        ("hibernation", "copies = 10", "copies = " + "9" * 1_900, "forage: there can be 0 to 200 copies"),
        ("hibernation", "copies = 10", "copies = 0x" + "f" * 1_900, "forage: there can be 0 to 200 copies"),
        ("hibernation", "copies = 10", "", "cards.forage.copies is missing"),
        ("hibernation", "copies = 10", "copies = 10\ncopies = 10", "Cannot overwrite a value (at line 8"),
        ("hibernation", "copies = 10", "copies = 10\ncolor = 3", "unknown key 'cards.forage.color'"),
        ("hibernation", "[cards.burglar]", "[cards.forage]", "twice (at line"),
        ("hibernation", 'title = "Forage"', "title = 3", "cards.forage.title should be a text in quotes"),
        ("hibernation", '"Forage"', '"HEIST"', "heist: 'Heist' is the title of forage already"),
        ("hibernation", '"Forage"', r'"\ud800"', "not TOML: Escaped character is not a Unicode scalar value"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(name: str, old: str, other: str, reason: str, file: File) -> None:
    line = refusal(name, file(changed(name, (old, other))))
    assert line.startswith("deck my.toml: ")
    assert reason in line


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hibernation", "", "cards is missing"),
        ("hibernation", "cards = 3", "cards should be a table of keys and values"),
        ("hibernation", "[cards]\nforage = 3", "cards.forage should be a table of keys and values"),
        ("hibernation", "[cards]", "no card of this deck collects"),
        ("hibernation", "[cards.rot]\ncopies = 50", "no card of this deck collects"),
        ("hibernation", "[cards.early-winter]\ncopies = 50", "no card of this deck collects"),
        (
            "hibernation",
            "[cards.cancel]\ncopies = 50\n[cards.forage]\ncopies = 0",
            "no card of this deck collects",
        ),
        ("hibernation", "[cards.forage]\ncopies = 10", "a deck for 2 players has at least 11 cards"),
        ("nut", "#" * (LARGEST + 1), "larger than 64 KiB"),
        ("nut", "# " + "x" * 3_000, "line 1 is longer than 2000 characters"),
        ("nut", b"\xff\xfe", "not UTF-8 text (byte 0)"),
        ("nut", TEXT["nut"].encode("utf-16"), "not UTF-8 text"),
        ("nut", TEXT["nut"].replace("NUT", "N\x00T"), "not TOML"),
        ("nut", "a = " + "[" * 1_900, "nested too deeply"),
        ("nut", "a = [\n" + "[\n" * 30_000, "nested too deeply"),
        ("nut", json.dumps(tomllib.loads(TEXT["nut"])), "not TOML"),
        ("nut", "\n".join(f"a{n}." + ".".join(["a"] * 990) + " = 1" for n in range(32)), "unknown key 'a0'"),
        ("nut", '"\\u001b[2J\\u202e" = 1', "unknown key"),
        ("nut-job", "forest = []\nnuts = []", "exactly nine forest cards; this deck has 0"),
        ("nutty-business", TEXT["nut"], "Nutty Business is played with its own cards and takes no deck"),
    ],
)
def test_what_is_no_deck_at_all(name: str, text: str | bytes, reason: str, file: File) -> None:
    assert reason in refusal(name, file(text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "deck nowhere.toml: no such file" in refusal("nut", str(tmp_path / "nowhere.toml"))
    assert f"deck {tmp_path.name}: is a directory" in refusal("nut", f"{tmp_path}/")
    assert "deck zero: not an ordinary file" in refusal("nut", "/dev/zero")
    assert "[31m" in refusal("nut", str(tmp_path / "\x1b[31m\u202e.toml"))


@pytest.mark.parametrize("seats", GAMES["hibernation"].seats)
def test_a_deck_may_be_too_small_for_some_tables(seats: int, file: File) -> None:
    deck = read("hibernation", file("[cards.forage]\ncopies = 16"))  # enough for three
    if seats <= 3:
        assert new("hibernation", seats, deck=deck).deck is deck
    else:
        with pytest.raises(
            ValueError, match=f"for {seats} players has at least {5 * seats + 1} cards; .* 16"
        ):
            new("hibernation", seats, deck=deck)


@pytest.mark.parametrize(
    ("name", "deck", "reason"),
    [
        ("nut", nut.Deck(nut.DECK.cards[1:], *((),) * 2), "exactly 30 cards; this deck has 23"),
        ("nut", nut.Deck(("xyz",) * 30, (), ()), "there is no face 'x'"),
        ("nut-job", nut_job.Deck((("leaf red", "leaf red"),) * 9, (1,) * 12), "worth 12 together"),
        ("hibernation", hibernation.Deck({Card.ROT: 90}, {}), "no card of this deck collects"),
        ("hibernation", hibernation.Deck({Card.FORAGE: 201}, {}), "0 to 200 copies"),
        ("nut", nut_job.DECK, "a deck for NUT is made as its Deck, not as Deck"),
        ("nut", {"cards": []}, "a deck for NUT is made as its Deck, not as dict"),
        ("nut", "nut.toml", "a deck for NUT is made as its Deck, not as str"),
        ("nutty-business", nut.DECK, "Nutty Business is played with its own cards and takes no deck"),
    ],
)
def test_the_rules_judge_decks_wherever_they_come_from(name: str, deck: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        new(name, 2, deck=deck)


# --- On the command line ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_with_a_deck_of_ones_own(name: str, file: File) -> None:
    path = file(changed(name, CHANGES[name]))
    played = talk(
        "play", name, "--plain", "--players", "Ana,Ben", "--deck", path, "--seed", "1", typed="\n" * 9_999
    )
    assert (played.code, played.err) == (0, "")
    assert re.search(r"^(Ana|Ben).* (wins?|share) ", played.out, re.MULTILINE)


def test_a_deck_for_every_command(file: File) -> None:
    deck = ("--deck", file("[cards.forage]\ncopies = 11"))
    few = talk("play", "hibernation", "--plain", "--players", "A,B,C", *deck)
    assert (few.code, few.err) == (
        2,
        "nutgames: a deck for 3 players has at least 16 cards; this one has 11\n",
    )
    moves = "shuffle" + " forage" * 11
    table = ("hibernation", "--seats", "2", *deck)
    counted = talk("lab", "perft", *table, "--depth", "2", "--moves", moves)
    assert counted.out == "1 1\n2 1\n"
    shown = talk("lab", "simulate", *table, "--games", "1", "--json")
    assert json.loads(shown.out)["unfinished"] == 0


@pytest.mark.parametrize(
    "command",
    [
        ("play", "nut", "--plain"),
        ("lab", "perft", "nut", "--seats", "2", "--depth", "1"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "1"),
    ],
)
def test_a_wrong_deck_is_one_line(command: tuple[str, ...], file: File) -> None:
    wrong = talk(*command, "--deck", file(changed("nut", ('"YRO"', '"YRX"'))))
    assert (wrong.code, wrong.out) == (2, "")
    assert re.fullmatch(r"nutgames: deck my\.toml: card 'YRX': .*\n", wrong.err)


def test_a_deck_needs_its_game(file: File) -> None:
    wrong = talk("play", "--plain", "--deck", file(TEXT["nut"]))
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "--deck need the name of a game" in wrong.err


def test_people_are_asked_again_where_the_deck_is_too_small(file: File) -> None:
    with Terminal(
        "play", "hibernation", "--plain", "--deck", file("[cards.forage]\ncopies = 11")
    ) as terminal:
        terminal.until("Who plays?")
        assert "a deck for 3 players has at least 16 cards" in terminal.answer("A,B,C", until="Who plays?")
        terminal.answer("A,B", until="Enter starts")
        terminal.type("q\n")
        assert terminal.end() == 0


def test_a_wrong_deck_is_told_without_loading_the_screen(file: File) -> None:
    done = run("play", "nut", "--deck", file("3"), env=environment(PYTHONPROFILEIMPORTTIME="1"))
    assert done.code == 2
    assert "textual" not in done.err


async def test_the_set_up_screen_leads_to_a_table_with_the_deck(file: File) -> None:
    deck = read("hibernation", file("[cards.forage]\ncopies = 16"))
    app = NutgamesApp(SetUpScreen("hibernation", {"months": "1"}, deck))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "with a deck of your own" in str(app.screen.query_one("#header", Static).render())
        app.screen.query_one("#setting-players", Setting).at = 2  # four, too many for so few cards
        await pilot.press("ctrl+s")
        assert isinstance(app.screen, SetUpScreen)
        assert "a deck for 4 players has at least 21 cards" in app.screen.query_one(Help).text
        app.screen.query_one("#setting-players", Setting).at = 1
        await pilot.press("ctrl+s")
        await pilot.pause()
        (table,) = (screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        sitting = table.sitting
    assert sitting.game.deck is deck
    assert (sitting.game.seats, sitting.game.options.months) == (3, 1)
    assert sitting.again(next_starter=True).game.deck is deck


def test_a_sitting_refuses_a_deck_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="takes no deck"):
        Sitting(SetUp("nutty-business", ("Ana", "Ben"), {}, nut.DECK))


# --- In a record ------------------------------------------------------------------------------------------

DECKS = {
    "nut-job": deck_of("nut-job", tomllib.loads(changed("nut-job", CHANGES["nut-job"]))),
    "nut": deck_of("nut", tomllib.loads(changed("nut", CHANGES["nut"], ('"BgR"', '"OGr"')))),
    "hibernation": deck_of(
        "hibernation",
        tomllib.loads(changed("hibernation", ('"Forage"', '"Čápka"'), ("copies = 10", "copies = 0"))),
    ),
}


def match_with(name: str, seats: int = 2, moves: int = 10_000, seed: int = 1) -> Match:
    return random_match(name, seats, seed, moves, deck=DECKS[name])


@pytest.mark.parametrize("moves", [0, 15, 10_000])
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in NAMES for seats in GAMES[name].seats])
def test_a_record_carries_its_deck_and_reads_back_byte_for_byte(name: str, seats: int, moves: int) -> None:
    match = match_with(name, seats, moves)
    text = dumps(match)
    tree = json.loads(text)
    assert tree["deck"] == tree_of(match.game)
    assert deck_of(name, tree["deck"]) == match.game.deck
    again = loads(text.encode())
    assert dumps(again) == text
    assert again.game.deck == match.game.deck
    assert again.state == match.state


@pytest.mark.parametrize("name", NAMES)
def test_the_built_in_deck_is_null(name: str) -> None:
    for deck in (None, BUILT_IN[name]):
        match = random_match(name, 2, seed=1, moves=10, deck=deck)
        assert json.loads(dumps(match))["deck"] is None
        assert dumps(loads(dumps(match).encode())) == dumps(match)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_with_the_built_in_deck_written_out_is_read_as_without(name: str) -> None:
    text = dumps(random_match(name, 2, seed=1, moves=10))
    tree = json.loads(text) | {"deck": tomllib.loads(TEXT[name])}
    assert dumps(loads(json.dumps(tree).encode())) == text


@pytest.mark.parametrize("name", NAMES)
def test_without_its_deck_a_record_tells_of_another_game(name: str) -> None:
    tree = json.loads(dumps(match_with(name)))
    with pytest.raises(RecordError):
        loads(json.dumps(tree | {"deck": None}).encode())


@pytest.mark.parametrize(
    ("name", "deck", "reason"),
    [
        ("nutty-business", {}, "deck: Nutty Business is played with its own cards and takes no deck"),
        ("nut", {}, "deck: cards is missing"),
        ("nut", tomllib.loads(changed("nut", ('"YRO"', '"YRX"'))), "deck: card 'YRX': there is no face 'X'"),
        ("nut", tomllib.loads(TEXT["nut"]) | {"more": 1}, "deck: unknown key 'more'"),
        ("nut", tomllib.loads(TEXT["nut-job"]), "deck: unknown key 'forest'"),
        ("hibernation", {"cards": {"forage": {"copies": 10}}}, "deck: a deck for 2 players has at least 11"),
        (
            "hibernation",
            {"cards": {"forage": {"copies": True}}},
            "deck: cards.forage.copies should be a whole",
        ),
        ("hibernation", {"cards": {"\x1b[31m": {"copies": 1}}}, "deck: there is no card '"),
        ("nut-job", {"forest": [[]] * 9, "nuts": [1] * 12}, "deck: forest card 1: a card has two sides"),
    ],
)
def test_a_wrong_deck_in_a_record_is_one_line(name: str, deck: object, reason: str) -> None:
    tree = json.loads(dumps(random_match(name, 2, seed=1, moves=5)))
    with pytest.raises(RecordError) as caught:
        loads(json.dumps(tree | {"deck": deck}).encode())
    assert reason in expect_a_line(caught.value)


ODDITIES: list[Any] = [
    *(None, True, 0, 1, 2, -1, 10**8, 1.5, "", "YRO", "OGr", "\x1b[31m", "\ud800", "leaf red", "forage"),
    *([], {}, [[]], [{}], {"copies": 3}, {"title": "x"}, ["leaf red", "leaf blue"], "x" * 10_000),
]


def places_of(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the list or object, and the index or key."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree))) if isinstance(tree, list) else []
    return [(tree, key) for key in keys] + [place for key in keys for place in places_of(tree[key])]


@pytest.mark.parametrize("name", NAMES)
def test_a_mutated_deck_is_a_deck_or_one_line(name: str, count: Callable[..., int]) -> None:
    """In a record, where every value of JSON can stand; what is taken is written and read again."""
    original = json.loads(dumps(match_with(name, moves=0)))
    rng, taken, sample = Random(name), 0, count(dev=400, ci=1_500, nightly=20_000)
    for _ in range(sample):
        tree = json.loads(json.dumps(original))
        for _ in range(rng.choice((1, 1, 2, 3))):
            inner, key = rng.choice(places_of(tree["deck"]))
            match rng.randrange(5):
                case 0:
                    inner[key] = deepcopy(rng.choice(ODDITIES))
                case 1:
                    del inner[key]
                case 2:
                    elsewhere, there = rng.choice(places_of(tree["deck"]))
                    inner[key], elsewhere[there] = json.loads(json.dumps([elsewhere[there], inner[key]]))
                case 3 if isinstance(inner, list):
                    inner.insert(key, deepcopy(rng.choice(inner)))
                case _ if isinstance(inner, dict):
                    inner[str(rng.choice(ODDITIES))] = deepcopy(rng.choice(ODDITIES))
            if not places_of(tree["deck"]):
                break
        try:
            match = loads(json.dumps(tree).encode())
        except RecordError as error:
            expect_a_line(error)
        else:
            taken += 1
            assert dumps(loads(dumps(match).encode())) == dumps(match)
    assert 0 < taken < sample


@pytest.mark.parametrize("name", NAMES)
def test_a_mutated_file_is_a_deck_or_one_line(name: str, file: File, count: Callable[..., int]) -> None:
    """Some bytes of a deck file changed, dropped or doubled."""
    rng = Random(name)
    for _ in range(count(dev=150, ci=600, nightly=10_000)):
        data = bytearray(TEXT[name].encode())
        for _ in range(rng.choice((1, 1, 2, 4))):
            start = rng.randrange(len(data))
            end = min(start + rng.choice((1, 2, 20)), len(data))
            match rng.randrange(4):
                case 0:
                    data[start] = rng.randrange(256)
                case 1:
                    del data[start:end]
                case 2:
                    data[start:start] = data[start:end]
                case 3:
                    data[start:start] = rng.choice(
                        (b'"', b"[", b"]", b"\n", b"9" * 30, b"\xff", b"=", b"nan")
                    )
        try:
            deck = read(name, file(bytes(data)))
        except DeckError as error:
            expect_a_line(error)
        else:
            assert deck is None or new(name, 2, deck=deck).deck == deck


# --- The rules pages --------------------------------------------------------------------------------------


def page(name: str) -> str:
    return (RULES / f"{name}.md").read_text("utf-8")


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def test_the_page_of_hibernation_has_the_cards_of_the_deck_file() -> None:
    cards = tomllib.loads(TEXT["hibernation"])["cards"].values()
    table = page("hibernation").split("## The cards")[1].split("###")[0]
    rows = re.findall(r"^\| (.+?) \| (\d+) \|", table, re.MULTILINE)
    assert rows == [(card["title"], str(card["copies"])) for card in cards]
    sections = re.findall(r"^### (.+?)\n\n(.+?)\n(?=\n#)", page("hibernation"), re.MULTILINE | re.DOTALL)
    told = {title: " ".join(text.split()).split(". ")[-1] for title, text in sections}
    for card in cards:
        copies = NUMBERS[card["copies"]].capitalize()
        assert told[card["title"]].endswith(f"{copies} {'copy' if card['copies'] == 1 else 'copies'}.")


def test_the_page_of_nut_has_the_faces_of_the_deck_file() -> None:
    deck = tomllib.loads(TEXT["nut"])
    cards = page("nut").split("## The cards")[1].split("\n## ")[0]
    standards = re.findall(r"\b[ROYGBP]{3}\b", cards.split("### Squirrels")[0].split("### Standard cards")[1])
    assert standards == deck["cards"][:20]
    for side in ("left", "right"):
        row = re.search(rf"^\| {side} \| (.*) \|$", cards, re.MULTILINE)
        assert row
        assert re.findall(r"`(\S+)`", row[1]) == deck[f"squirrels_{side}"]
    twice = re.findall(r"twice `(\S+)`", cards)
    assert sorted(twice * 2) == sorted(deck["cards"][20:])
    assert len(standards) + len(twice * 2) + 6 == 30


def test_the_page_of_nut_job_has_the_cards_of_the_deck_file() -> None:
    deck = tomllib.loads(TEXT["nut-job"])
    rows = re.findall(r"^\| (\d) \| (\w+ \w+) \| (\w+ \w+) \|$", page("nut-job"), re.MULTILINE)
    assert [[a, b] for _, a, b in rows] == deck["forest"]
    assert [int(number) for number, _, _ in rows] == list(range(1, 10))
    assert f"six worth 1, six worth 2, so {sum(deck['nuts'])} nuts in all" in page("nut-job")
    assert sorted(deck["nuts"]) == [1] * 6 + [2] * 6
