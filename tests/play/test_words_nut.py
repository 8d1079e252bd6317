"""NUT told in words: each effect comes as announced, and trees are drawn as they stand."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nutgames.games import new
from nutgames.games.core import ranked
from nutgames.games.nut import (
    COLOURS,
    COLUMNS,
    LEFT,
    Deck,
    Forage,
    Place,
    PutCard,
    TakeCard,
    points,
    tallies,
    trunk_at,
    uncovered,
)
from nutgames.plain.encoding import ascii_likeness
from nutgames.play.match import Match, Player
from nutgames.play.rulebook import section, sections
from nutgames.play.words import Choice, words_for
from nutgames.play.words.nut import TableWords, bounds
from nutgames.play.wrapping import wrapped
from support import NAMES, random_match, talk

LETTER = {name: letter for letter, name in COLOURS.items()}
SEATS = st.integers(2, 3)
SEEDS = st.integers(0, 10**6)

EXAMPLE = ("YRO .*. BYo OGP GRB", "0 0 L;-1 -1 R;1 -1 R;0 1 L;-2 0 L")
"""The rules page's example: Ana's cards, and where she puts them."""


def words_of(match: Match) -> TableWords:
    words = words_for(match.game, match.names)
    assert isinstance(words, TableWords)
    return words


def told_by(match: Match) -> list[Choice]:
    return words_of(match).choices(match.view(match.actor or 0))


def example(placed: int = 5) -> Match:
    """Ana's part of the example, with Ben putting whatever he takes wherever it goes first."""
    cards = [*EXAMPLE[0].split()]
    pack = list(new("nut", 2).pack)
    for card in cards:
        pack.remove(card)
    order: list[str] = []
    for number, card in enumerate(cards):
        # The forager changes, so that Ana's card is the first or the second to be taken.
        order += [card, pack.pop(0)] if number % 2 == 0 else [pack.pop(0), card]
    # Rounds go through column A only: it is filled again from the deck.
    deal = order[:2] + pack[:4] + order[2:] + pack[4:]
    match = Match(new("nut", 2, first=1), [Player("Ana"), Player("Ben")])
    match.play(match.game.parse("deal " + " ".join(deal)))
    puts = EXAMPLE[1].split(";")
    for number in range(placed):
        for row in (1, 2):
            mine = match.actor == 1
            match.play(match.game.parse(f"take A{row}"))
            legal = list(match.game.moves(match.state))
            match.play(match.game.parse(f"put {puts[number]}") if mine else legal[0])
    return match


# --- What a choice says is what it does --------------------------------------------------------------------

TALLY = re.compile(r"(\d+)(×2)?$")


def worth(text: str) -> int:
    """The points behind `4×2`."""
    found = TALLY.match(text)
    assert found, text
    return int(found[1]) * (2 if found[2] else 1)


def change_is_true(effect: str, before: Any, after: Any) -> None:
    """Holds "+3: yellow 4 → 4×2, red 3 → 2" against the trees before and after."""
    total, _, changes = effect.partition(": ")
    assert int(total.replace("±", "")) == points(tallies(after)) - points(tallies(before))
    said = {}
    for change in changes.split(", ") if changes != "nothing changes" else []:
        colour, _, numbers = change.partition(" ")
        said[LETTER[colour]] = tuple(numbers.split(" → "))
    for letter, then, now in zip(COLOURS, tallies(before), tallies(after), strict=True):
        assert (then != now) == (letter in said)
        if letter in said:
            assert [worth(text) for text in said[letter]] == [then.points, now.points]
            assert ["×2" in text for text in said[letter]] == [then.squirrel, now.squirrel]


@given(seats=SEATS, seed=SEEDS, moves=st.integers(1, 60))
def test_every_placement_changes_what_it_says(seats: int, seed: int, moves: int) -> None:
    match = random_match("nut", seats, seed, moves)
    if not match.actor or not isinstance(match.state.phase, Place):
        return
    seat = match.actor
    before = match.state.trees[seat - 1]
    for choice in told_by(match):
        put = choice.move
        assert isinstance(put, PutCard)
        after = match.game.play(match.state, put).trees[seat - 1]
        change, _, covers = choice.effect.partition("; covers ")
        change_is_true(change, before, after)
        under = [uncovered(before).get((put.x, y)) for y in range(put.y, put.y + 3)]
        names = {"*": "wild", ".": "blank"}
        assert covers.split() == [names.get(face, face) for face in under if face]
        assert choice.what.startswith(f"column {put.x}, row {put.y}")
        assert ("trunk" in choice.what) == (before.trunk is None)


@given(seats=SEATS, seed=SEEDS, moves=st.integers(1, 60))
def test_every_card_is_what_it_says(seats: int, seed: int, moves: int) -> None:
    match = random_match("nut", seats, seed, moves)
    if not match.actor or not isinstance(match.state.phase, Forage):
        return
    game, state, seat = match.game, match.state, match.actor
    for choice in told_by(match):
        take = choice.move
        assert isinstance(take, TakeCard)
        after = game.play(state, take)
        card = after.phase.card
        assert card in choice.what
        assert choice.what.startswith(f"{take.column}{take.row} ")
        faces, *rest = choice.effect.split("; ")
        assert [name.split()[0] for name in faces.split(", ")] == [
            {"*": "wild", ".": "blank"}.get(face, COLOURS.get(face.upper())) for face in card[:3]
        ]
        assert faces.count("squirrel") == sum(face.islower() for face in card[:3])
        sides = set(game.ways[card])
        assert [text for text in rest if text.startswith("trunk")] == (
            [] if len(sides) > 1 else [f"trunk {'left' if sides == {LEFT} else 'right'}"]
        )
        assert not [text for text in rest if text.startswith("at best")], "nobody has asked"
        totals = [points(tallies(game.play(after, put).trees[seat - 1])) for put in game.moves(after)]
        best = max(totals) - points(tallies(state.trees[seat - 1]))
        assert words_of(match).hint(state, take).replace("±", "+") == f"at best {best:+}"
        left = [other for other in after.columns[COLUMNS.index(take.column)] if other]
        assert [text for text in rest if text.startswith("leaves")] == (
            [f"leaves {' and '.join(left)}"] if left else []
        )


@given(seats=SEATS, seed=SEEDS)
def test_the_number_of_places_is_told(seats: int, seed: int) -> None:
    match = random_match("nut", seats, seed, 40)
    words = words_of(match)
    if isinstance(match.state.phase, Place):
        number = len(list(match.game.moves(match.state)))
        assert f" {number} place" in words.question(match.view(0))


@given(seats=SEATS, seed=SEEDS, moves=st.integers(1, 60), shuffle=SEEDS)
def test_the_order_of_the_deck_changes_no_word(seats: int, seed: int, moves: int, shuffle: int) -> None:
    """Two games alike up to now whose decks lie in another order are told with the same words."""
    match = random_match("nut", seats, seed, moves, first=1)
    shown = {card for columns in match.state.columns for card in columns if card}
    deck = list(match.state.deck)
    Random(shuffle).shuffle(deck)
    dealt = list(match.moves[0].cards)
    twin = Match(match.game, match.players)
    twin.play(type(match.moves[0])(tuple(dealt[: len(dealt) - len(deck)] + deck)))
    for move in match.moves[1:]:
        twin.play(move)
    assert shown == {card for columns in twin.state.columns for card in columns if card}
    told = []
    for each in (match, twin):
        words = words_of(each)
        for seat in range(seats + 1):
            view = each.view(seat)
            told.append(
                [
                    words.moment(view),
                    words.question(view),
                    words.tables(view),
                    words.inspected(view),
                    words.choices(view),
                    words.refusals(view),
                    words.score(view),
                    words.log(each, seat),
                ]
            )
    assert all(each == told[0] for each in told)


# --- The table ---------------------------------------------------------------------------------------------


@given(seats=SEATS, seed=SEEDS, moves=st.integers(1, 60))
def test_trees_are_drawn_as_they_stand(seats: int, seed: int, moves: int) -> None:
    match = random_match("nut", seats, seed, moves)
    words, view = words_of(match), match.view(0)
    for seat, trees in enumerate(view.trees, start=1):
        (title,), rows = words.tree(view, seat)
        assert title == f"{words.label(seat)}'s trees"
        if not trees.strips:
            assert rows == (("no card yet",),)
            continue
        area, seen = bounds(trees), uncovered(trees)
        numbers, *lines = [row[0] for row in rows]
        assert [int(number) for number in numbers.split()[1:]] == list(range(area.left, area.right + 1))
        assert len(lines) == area.bottom - area.top + 1
        for y, line in enumerate(lines, start=area.top):
            assert int(line[1:4]) == y
            line = line.ljust(100)
            for x in range(area.left, area.right + 1):
                at = 7 + 4 * (x - area.left)
                assert line[at] == seen.get((x, y), " ")
                if (x, y) in seen:
                    edges = line[at - 2] + line[at + 2]
                    assert edges == ("║┊" if trunk_at(trees, x) == LEFT else "┊║")


def test_the_example_of_the_rules_is_drawn_like_there() -> None:
    match = example()
    words, view = words_of(match), match.view(0)
    assert words.tree(view, 1).rows == (
        ("  x  -2  -1   0   1",),
        ("y -1     ┊ . ║   ┊ B ║",),
        ("   0 ║ G ┊ * ║ Y ┊ Y ║",),
        ("   1 ║ R ┊ . ║ O ┊ o ║",),
        ("   2 ║ B ┊   ║ G ┊",),
        ("   3         ║ P ┊",),
    )
    assert words.breakdown(view.trees[0]) == ("1", "1×2", "3", "2", "1", "1", "10")
    assert words.detail(view, 1) == "R 1 · O 1×2 · Y 3 · G 2 · B 1 · P 1 · total 10"


def test_the_log_tells_whole_sentences() -> None:
    match = example(placed=2)
    log = words_of(match).log(match, 0)
    assert log[0].startswith("The cards are dealt: A YRO, ")
    assert log[1:4] == [
        "Round 1 of 15, forager Ana.",
        "Ana, the forager, takes YRO from column A.",
        "Ana places YRO in column 0, row 0: +3: red 0 → 1, orange 0 → 1, yellow 0 → 1.",
    ]
    assert log[4].startswith("Ben takes ")
    assert log[4].endswith(" from column A.")
    assert log[6].startswith("Round 2 of 15, forager Ben; ")
    assert log[6].endswith(" and .*. come into column A.")
    assert "Ana places .*. in column -1, row -1: +1: yellow 1 → 2." in log


def test_what_is_covered_is_told() -> None:
    match = example(placed=4)
    (line,) = [each for each in words_of(match).log(match, 0) if "places OGP" in each]
    assert line == (
        "Ana places OGP in column 0, row 1: "
        "+2: red 1 → 0, orange 1 → 1×2, green 0 → 1, purple 0 → 1; covers R O."
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_columns_lie_as_dealt(seats: int) -> None:
    match = random_match("nut", seats, seed=1, moves=2, first=1)
    grid = words_of(match).columns(match.view(0))
    assert [head.strip() for head in grid.head] == ["row", "A", "B", "C", "deck"]
    assert len(grid.rows) == seats
    assert grid.rows[0][-1] == str(30 - 3 * seats)
    cells = [cell.strip(" ║") for row in grid.rows for cell in row[1:4]]
    assert cells.count("·") == 1
    assert sorted([*cells, match.state.phase.card]) == sorted(
        ["·", *(card.removesuffix("/R") for card in match.moves[0].cards[: 3 * seats])]
    )


def test_cards_still_to_come_are_listed_without_their_order() -> None:
    match = random_match("nut", 2, seed=3, moves=20)
    *_, last = words_of(match).inspected(match.view(0))
    assert last.split(": ")[1].split() == sorted(match.state.deck)
    over = random_match("nut", 2, seed=3)
    assert words_of(over).inspected(over.view(0))[-1] == "The draw deck is empty."


def test_every_section_is_on_the_rules_page() -> None:
    titles = {each.title for each in sections("nut")}
    named = set()
    for seed in range(8):
        match = random_match("nut", 2, seed, 0)
        rng = Random(seed)
        while True:
            view = match.view(0)
            named.add(words_of(match).section(view))
            if match.actor is None:
                break
            moves = list(match.game.moves(match.state))
            match.play(rng.choice(moves) if moves else match.game.deal(match.state, rng))
    assert named == {"Setting up", "A turn", "Placing a card", "Squirrels", "Wild nuts", "The end"}
    assert named <= titles
    assert section("nut", "Standard cards").title in titles


# --- Why not -----------------------------------------------------------------------------------------------


def refused(match: Match) -> dict[str, str]:
    return {each.what: each.reason for each in words_of(match).refusals(match.view(0))}


def test_other_columns_are_refused_by_name() -> None:
    match = random_match("nut", 3, seed=5, moves=1, first=2)
    for text in ("take B2", str(next(match.game.moves(match.game.play(match.state, TakeCard("B", 2)))))):
        match.play(match.game.parse(text))
    reason = "Ben has chosen column B: take a card from there"
    assert refused(match) == {"Column A": reason, "Column C": reason}


def test_places_that_are_not_open_are_told_with_their_reason() -> None:
    match = example(placed=3)
    match.play(match.game.parse("take A1"))  # a standard card, Ben's
    reasons = refused(match)
    assert any(what.startswith("Column") and "trunk" in what for what in reasons)
    assert "a long edge of the card must touch" in " ".join(reasons.values())
    assert all(reasons.values())


def test_a_squirrel_is_not_turned() -> None:
    match = Match(new("nut", 2, first=1), [Player("Ana"), Player("Ben")])
    pack = list(match.game.pack)
    pack.remove("OGr")
    match.play(match.game.parse(f"deal OGr {' '.join(pack)}"))
    match.play(match.game.parse("take A1"))
    assert refused(match)["OGr turned round"] == "the squirrel of OGr stays upright: its trunk is on the left"
    assert words_of(match).section(match.view(0)) == "Squirrels"
    (choice,) = told_by(match)
    assert choice == Choice(PutCard(0, 0, LEFT), "column 0, row 0, trunk left", choice.effect)


def test_decks_of_ones_own_are_told_too() -> None:
    """Squirrels of both sides with the same faces, and a wild nut beside a squirrel."""
    deck = Deck(cards=("YRO", ".*.") * 12, squirrels_left=("OGr", "*.p", "OGr"), squirrels_right=("OGr",) * 3)
    game = new("nut", 2, deck=deck)
    match = Match(game, [Player(name) for name in NAMES[:2]])
    rng = Random(1)
    match.deal(rng)
    while match.actor is not None:
        words, view = words_of(match), match.view(0)
        assert words.tables(view)
        assert words.refusals(view) is not None
        match.play(rng.choice(words.choices(view)).move)
    assert words_of(match).log(match, 0)


# --- The end -----------------------------------------------------------------------------------------------


def test_the_score_is_detail_by_colour() -> None:
    match = random_match("nut", 3, seed=11)
    words, view = words_of(match), match.view(0)
    score = words.score(view)
    assert score.head == ("place", "player", *COLOURS.values(), "total")
    places = match.game.standings(view).places
    assert [row[0] for row in score.rows] == [str(place) for place in sorted(places)]
    for row in score.rows:
        assert sum(map(worth, row[2:-1])) == int(row[-1])
    assert words.question(view) == "The last card has been placed: the game is over"
    assert words.log(match, 0)[-1] == "That was the last card: the game is over."


def test_ties_are_told_by_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match("nut", 2, seed=1)
    rows = ((20, 8, 4, 4, 2, 1, 1), (20, 8, 6, 2, 2, 1, 1))
    monkeypatch.setattr(match.game, "standings", lambda state: ranked(rows))
    assert words_of(match).verdict(match.view(0)) == [
        "Ben wins with 20 points.",
        "Equal at 20 points and 8 best colour, told apart by 2nd best colour: Ben 6, Ana 4.",
    ]


# --- Plain mode --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["Ana,Ben", "Ana,Ben,Cid"])
def test_a_pipe_plays_to_the_final_places(names: str) -> None:
    ran = talk("play", "nut", "--plain", "--players", names, "--seed", "7", typed="\n" * 100)
    assert (ran.code, ran.err) == (0, "")
    assert "Final places" in ran.out
    for name in names.split(","):
        assert name in ran.out.split("Final places")[1]
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_move_can_be_typed_and_is_refused_with_the_rules_reason() -> None:
    typed = "take A1\nput 0 0 L\ntake B1\nput 5 5 L\ni\nh\nr\nu\nq\n"
    ran = talk(
        *("play", "nut", "--plain", "--players", "Ana,Ben", "--seed", "7", "--set", "first=1"), typed=typed
    )
    assert ran.code == 0
    assert "✗ Ana has chosen column A: take a card from there" in ran.out
    assert "✗ first take a card from a column" in ran.out
    assert "In the draw deck, in an order that nobody knows:" in ran.out
    assert "✗ Column C: Ana has chosen column A" in ran.out
    assert "── A turn ──" in ran.out
    assert "The last decision is taken back." in ran.out


@pytest.mark.parametrize("width", [20, 30, 50])
def test_long_choices_fit_into_short_lines(width: int) -> None:
    for margin in (0, 3, width - 1, width, 2 * width):
        lines = wrapped("  1  column 0, row 0, trunk right  +3: red 0 → 1", width, " " * margin)
        assert max(map(len, lines)) <= width
        assert " ".join(" ".join(lines).split()).startswith("1 column 0, row 0, trunk right")


def test_ascii_keeps_trunk_and_sky_apart() -> None:
    assert ascii_likeness("║ Y ┊░") == "| Y :#"
