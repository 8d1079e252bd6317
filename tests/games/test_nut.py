"""NUT by its rulebook and the rulings 3.1 to 3.7, each in a position made for it."""

import tomllib
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nutgames.games import CHANCE, HIDDEN, IllegalMove, check, imagine, new
from nutgames.games.nut import (
    COLOURS,
    DECK,
    FACES,
    Deck,
    Forage,
    Over,
    Place,
    Trees,
    grown,
    placements,
    points,
    ranking,
    tallies,
    tallies_after,
    trunk_at,
    uncovered,
)
from nutgames.lab.perft import perft

PRINTED = (
    "YRO ROG RBO ROP RGY YBR YRP GRB GPR BPR OYG BYO POY OGB OGP POB GBY PYG BPY PBG "
    "OGr GyP bPO BYo BgR pRY .*. .*. *.* *.*"
)
WAYS = dict(DECK.pack())


def go_on(game, state, *texts):
    for text in texts:
        state = game.play(state, game.parse(text))
    return state


def dealt(game, first_cards=""):
    """The state after a deal of these cards and then the others."""
    cards, rest = first_cards.split(), PRINTED.split()
    for card in cards:
        rest.remove(card)
    return go_on(game, game.start(), "deal " + " ".join([*cards, *rest]))


def legal(game, state):
    return sorted(map(str, game.moves(state)))


def reason(game, state, text):
    with pytest.raises(IllegalMove) as refused:
        game.play(state, game.parse(text))
    return str(refused.value)


def put(text):
    return new("nut", 2).parse(f"put {text}")


def planted(*texts):
    """Trees of cards like `YRO 0 0 L`, placed one after the other, each where it may lie."""
    trees = Trees()
    for text in texts:
        card, _, place = text.partition(" ")
        assert put(place) in placements(trees, tuple(WAYS[card])), text
        trees = grown(trees, WAYS[card][put(place).trunk], put(place))
    return trees


def places(trees, card):
    return sorted(str(each) for each in placements(trees, tuple(WAYS[card])))


def painted(*rows):
    """Trees that show this picture, whatever the cards: three, six or nine rows, from column 0 on."""
    trees = Trees()
    for x, column in enumerate(zip(*rows, strict=True)):
        for y in range(0, len(rows), 3):
            trees = grown(trees, "".join(column[y : y + 3]), put(f"{x} {y} {'LR'[x % 2]}"))
    return trees


def counting(*rows):
    """What counts in such a picture: nuts and squirrel of each colour that is worth something."""
    counted = dict(zip(COLOURS, tallies(painted(*rows)), strict=True))
    return {colour: tuple(tally) for colour, tally in counted.items() if tally.nuts}


# --- Components -------------------------------------------------------------------------------------------


def test_the_deck_has_a_standard_for_every_three_colours():
    standards = [sorted(card) for card in DECK.cards if "*" not in card]
    assert sorted(standards) == sorted(map(sorted, combinations(COLOURS, 3)))


def test_the_deck_has_a_squirrel_of_each_colour_and_four_wilds():
    squirrels = DECK.squirrels_left + DECK.squirrels_right
    assert sorted(face.upper() for card in squirrels for face in card if face.islower()) == sorted(COLOURS)
    assert sorted(card for card in DECK.cards if "*" in card) == ["*.*", "*.*", ".*.", ".*."]
    assert sorted(card for card, _ in DECK.pack()) == sorted(PRINTED.split())


def test_the_deck_file_is_the_built_in_deck():
    file = Path(__file__).parents[2] / "rules" / "decks" / "nut.toml"
    lists = tomllib.loads(file.read_text("utf-8"))
    assert Deck(**{name: tuple(cards) for name, cards in lists.items()}) == DECK


TWINS = Deck(
    cards=DECK.cards,
    squirrels_left=("OGr", "OGr", "bPO"),
    squirrels_right=("OGr", "OGr", "pRY"),
)
"""A deck with squirrels of the same faces on both sides."""


def test_squirrels_with_the_same_faces_on_both_sides_have_different_names():
    names = [card for card, _ in TWINS.pack()]
    assert names[-6:] == ["OGr", "OGr", "bPO", "OGr/R", "OGr/R", "pRY"]
    game = new("nut", 2, deck=TWINS)
    assert game.deck is TWINS
    assert game.ways["OGr"] == {"L": "OGr"}
    assert game.ways["pRY"] == {"R": "pRY"}
    state = go_on(game, game.start(), "deal " + " ".join(sorted(names, key=lambda card: card != "OGr/R")))
    state = go_on(game, state, "take A1")
    assert legal(game, state) == ["put 0 0 R"]
    state = go_on(game, state, "put 0 0 R")
    assert uncovered(state.trees[0]) == {(0, 0): "O", (0, 1): "G", (0, 2): "r"}


def test_games_with_such_a_deck_keep_every_law():
    assert check(new("nut", 3, deck=TWINS), games=1).unfinished == 0


# --- Perft and positions made by hand ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, [6, 12, 12, 24, 144, 1440]), (3, [9, 18, 36, 72, 72, 144, 1296])],
)
def test_perft(seats, counts):
    game = new("nut", seats)
    assert [perft(game, dealt(game), depth) for depth in range(1, len(counts) + 1)] == counts


def rounds_in_column_a(deal, puts):
    """Seat 1 takes A1 in each round and places as told; seat 2 takes A2 and starts the even rounds.

    Yields what seat 1 may do before each of its placements, and the state after it.
    """
    game = new("nut", 2)
    state = go_on(game, game.start(), f"deal {deal}")
    for number, text in enumerate(puts):
        if number % 2 == 1:
            state = go_on(game, state, "take A2", "put 1 0 R")
        state = go_on(game, state, "take A1")
        choices = legal(game, state)
        state = go_on(game, state, f"put {text}")
        yield choices, state
        if number % 2 == 0:
            state = go_on(game, state, "take A2", "put 0 0 L")


def test_the_rulebooks_23_points():
    steps = list(
        rounds_in_column_a(
            "*.* YRO GPR BPR OYG BYO .*. ROG GyP RBO BYo ROP YBR RGY POY YRP OGP GRB OGB POB GBY PYG BPY "
            "PBG OGr bPO BgR pRY .*. *.*",
            ["0 0 L", "-1 -1 R", "-2 0 L", "1 -1 R", "0 -3 L", "-1 1 R", "0 1 L"],
        )
    )
    assert [len(choices) for choices, _ in steps] == [2, 10, 10, 15, 30, 36, 40]
    trees = [state.trees[0] for _, state in steps]
    assert [points(tallies(each)) for each in trees] == [0, 0, 4, 8, 11, 18, 23]
    assert tallies(trees[-1]) == (
        (3, False),
        (3, True),
        (4, True),
        (3, False),
        (1, False),
        (2, False),
    )
    assert new("nut", 2).standings(steps[-1][1]).ranking[0] == (23, 8, 6, 3, 3, 2, 1)
    picture = ["  Y ", "  B ", " .RB", "G**Y", "yYOo", "POG ", " PP "]
    assert uncovered(trees[-1]) == {
        (x, y): face
        for y, row in enumerate(picture, start=-3)
        for x, face in enumerate(row, start=-2)
        if face != " "
    }


def test_3_4_a_squirrel_that_faces_like_the_only_column_covers_a_part_of_it():
    steps = list(
        rounds_in_column_a(
            "YRO ROG YRP GRB GPR BPR GyP RBO OGr ROP bPO RGY BYo YBR OYG BYO POY OGB OGP POB GBY PYG BPY "
            "PBG BgR pRY .*. .*. *.* *.*",
            ["0 0 L", "0 2 L", "0 -2 L", "0 0 L", "1 0 R"],
        )
    )
    choices = [choices for choices, _ in steps]
    assert choices[1] == sorted(f"put 0 {y} L" for y in range(-2, 3))
    assert choices[2] == sorted(f"put 0 {y} L" for y in range(-2, 5))
    assert choices[3] == sorted(f"put 0 {y} L" for y in range(-4, 5))
    assert choices[4] == sorted(f"put {x} {y} R" for x in (-1, 1) for y in range(-4, 5))
    assert [points(tallies(state.trees[0])) for _, state in steps[1:4]] == [4, 5, 3]


# --- Rulings, one by one ----------------------------------------------------------------------------------


def test_3_1_three_columns_of_as_many_cards_as_players():
    for seats in (2, 3):
        game = new("nut", seats)
        state = dealt(game)
        cards = PRINTED.split()
        assert state.columns == tuple(tuple(cards[i * seats : (i + 1) * seats]) for i in range(3))
        assert list(state.deck) == cards[3 * seats :]


def test_3_1_a_deal_names_exactly_the_cards_of_the_deck():
    game = new("nut", 2)
    assert game.actor(game.start()) == CHANCE
    assert legal(game, game.start()) == []
    cards = PRINTED.split()
    for wrong in (cards[1:], [*cards, "YRO"], [*cards[1:], "ROG"], [*cards[:-1], ".*."]):
        assert "each of the 30 cards once" in reason(game, game.start(), f"deal {' '.join(wrong)}")
    assert "how the cards are dealt" in reason(game, game.start(), "deal ?")
    assert "not been dealt" in reason(game, game.start(), "take A1")
    right = go_on(game, game.start(), f"deal {' '.join(cards[::-1])}")
    assert right.columns[0] == ("*.*", "*.*")
    assert "first take" in reason(game, right, f"deal {' '.join(cards)}")


def test_3_1_the_forager_chooses_a_column_and_the_others_take_from_it():
    game = new("nut", 3, first=2)
    state = dealt(game)
    assert game.actor(state) == 2
    assert legal(game, state) == [f"take {column}{row}" for column in "ABC" for row in "123"]
    state = go_on(game, state, "take B2")
    assert state.phase == Place("RGY", "B")
    assert "now place it" in reason(game, state, "take B1")
    state = go_on(game, state, "put 0 0 L")
    assert game.actor(state) == 3
    assert legal(game, state) == ["take B1", "take B3"]
    assert reason(game, state, "take A1") == "seat 2 has chosen column B: take a card from there"
    assert reason(game, state, "take B2") == "there is no card at B2"
    state = go_on(game, state, "take B3", "put 0 0 L")
    assert game.actor(state) == 1
    assert legal(game, state) == ["take B1"]


def test_3_1_who_forages_goes_round():
    """With two players the one who took last takes first in the next round."""
    for seats, takers in ((2, "2112211221"), (3, "231312123231")):
        game = new("nut", seats, first=2)
        state = dealt(game)
        for taker in takers:
            assert game.actor(state) == int(taker)
            assert game.forager(state.round) == int(takers[(state.round - 1) * seats])
            state = game.play(state, next(iter(game.moves(state))))
            assert game.actor(state) == int(taker)
            state = game.play(state, next(iter(game.moves(state))))


def test_3_1_the_emptied_column_is_refilled_after_the_last_placement():
    game = new("nut", 2)
    state = dealt(game)
    state = go_on(game, state, "take B2", "put 0 0 L", "take B1")
    assert state.columns[1] == (None, None)
    assert (state.round, len(state.deck)) == (1, 24)
    state = go_on(game, state, "put 0 0 L")
    assert state.columns == (("YRO", "ROG"), ("YRP", "GRB"), ("RGY", "YBR"))
    assert (state.round, len(state.deck), state.deck[0]) == (2, 22, "GPR")
    assert state.phase == Forage(None)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 15), (3, 10)])
def test_3_1_the_game_ends_with_the_last_card_of_the_last_column(seats, rounds):
    game = new("nut", seats)
    assert game.rounds() == rounds
    state = dealt(game)
    rng = Random(1)
    for number in range(1, rounds + 1):
        assert state.round == number
        assert len(state.deck) == max(0, 30 - (number + 2) * seats)
        assert sum(map(any, state.columns)) == min(3, rounds + 1 - number)
        for _ in range(2 * seats):
            assert not isinstance(state.phase, Over)
            state = game.play(state, rng.choice(list(game.moves(state))))
    assert state.phase == Over()
    assert game.actor(state) is None
    assert legal(game, state) == []
    assert sorted(state.placed) == sorted(PRINTED.split())
    assert state.round == rounds
    assert "over" in reason(game, state, "take A1")


def test_3_2_the_first_card_lies_at_0_0():
    game = new("nut", 2)
    state = go_on(game, dealt(game, "YRO OGr BYo"), "take A1")
    assert legal(game, state) == ["put 0 0 L", "put 0 0 R"]
    assert reason(game, state, "put 1 0 L") == "your first card goes to 0 0"
    assert reason(game, state, "put 0 1 L") == "your first card goes to 0 0"
    state = go_on(game, state, "put 0 0 L", "take A2")
    assert legal(game, state) == ["put 0 0 L"]
    upright = "the squirrel of OGr stays upright: its trunk is on the left"
    assert reason(game, state, "put 0 0 R") == upright
    state = go_on(game, dealt(game, "YRO BPR BYo"), "take B1")
    assert legal(game, state) == ["put 0 0 R"]


def test_3_2_a_card_that_is_turned_shows_its_faces_the_other_way_round():
    assert uncovered(planted("YRO 0 0 L")) == {(0, 0): "Y", (0, 1): "R", (0, 2): "O"}
    assert uncovered(planted("YRO 0 0 R")) == {(0, 0): "O", (0, 1): "R", (0, 2): "Y"}
    assert uncovered(planted("BYo 0 0 R")) == {(0, 0): "B", (0, 1): "Y", (0, 2): "o"}


@pytest.mark.parametrize(("first", "other"), ["LR", "RL"])
def test_3_3_columns_alternate(first, other):
    trees = planted(f"YRO 0 0 {first}", f"ROG 1 0 {other}", f"RBO 2 0 {first}", f"ROP -1 0 {other}")
    assert {(each.x, each.trunk) for each in placements(trees, ("L", "R"))} == {
        (-2, first),
        (-1, other),
        (0, first),
        (1, other),
        (2, first),
        (3, other),
    }
    assert [trunk_at(trees, x) for x in (-2, -1, 0, 1, 2)] == [first, other, first, other, first]


def test_3_3_a_squirrel_keeps_to_the_columns_that_face_its_way():
    trees = planted("YRO 0 0 L", "ROG 1 0 R")
    assert {each.x for each in placements(trees, ("L",))} == {0, 2}
    assert {each.x for each in placements(trees, ("R",))} == {-1, 1}
    game = new("nut", 2)
    state = go_on(game, dealt(game, "YRO ROG OGr RBO"), "take A1", "put 0 0 L", "take A2", "put 0 0 R")
    state = go_on(game, state, "take B1")
    assert reason(game, state, "put 1 0 R") == "the squirrel of OGr stays upright: its trunk is on the left"
    assert legal(game, state) == sorted(f"put {x} {y} L" for x in (-1, 1) for y in range(-2, 3))
    state = go_on(game, state, "put 1 2 L", "take B2")
    assert reason(game, state, "put 1 0 L").endswith("in column 1 the trunk is on the right")
    assert reason(game, state, "put 0 0 R").endswith("in column 0 the trunk is on the left")


def test_3_4_one_portion_must_touch():
    assert places(planted("YRO 0 0 L"), "ROG") == sorted(
        f"put {x} {y} R" for x in (-1, 1) for y in range(-2, 3)
    )
    trees = planted("YRO 0 0 L", "ROG 1 2 R")
    assert places(trees, "RBO") == sorted(
        [f"put {x} {y} R" for x in (-1, 1) for y in range(-2, 3)]
        + [f"put {x} {y} L" for x in (0, 2) for y in range(0, 5)]
    )


def test_3_4_covering_or_meeting_end_to_end_alone_is_not_touching():
    game = new("nut", 2)
    state = go_on(game, dealt(game), "take A1", "put 0 0 L", "take A2", "put 0 0 L", "take B1")
    for text in ("put 0 0 L", "put 0 1 L", "put 0 3 L", "put 1 3 R", "put 1 -3 R", "put 2 0 L"):
        assert reason(game, state, text).startswith("a long edge of the card must touch"), text
    trees = planted("YRO 0 0 L", "ROG 1 2 R")
    assert "put 1 5 R" not in places(trees, "RBO")
    assert "put 1 3 R" not in places(trees, "RBO")
    assert "put 1 1 R" in places(trees, "RBO")


def test_3_4_covering_hides_parts_of_one_or_several_cards():
    trees = planted("YRO 0 0 L", "ROG 1 -2 R", "RBO 1 1 R")
    assert [uncovered(trees)[1, y] for y in range(-2, 4)] == list("GOROBR")
    over_both = grown(trees, "GPR", put("1 0 R"))
    assert [uncovered(over_both)[1, y] for y in range(-2, 4)] == list("GOGPRR")
    again = grown(over_both, "BPR", put("1 0 R"))
    assert [uncovered(again)[1, y] for y in range(-2, 4)] == list("GOBPRR")
    assert len(uncovered(again)) == 9


def test_3_4_a_gap_in_a_column_stays_and_can_be_filled():
    trees = planted("YRO 0 0 L", "ROG 1 -2 R", "RBO 1 2 R")
    assert {y for x, y in uncovered(trees) if x == 1} == {-2, -1, 0, 2, 3, 4}
    filled = grown(trees, "GPR", put("1 0 R"))
    assert [uncovered(filled)[1, y] for y in range(-2, 5)] == list("GOGPRBR")


def test_3_4_an_empty_portion_touches_and_hides():
    trees = planted(".*. 0 0 L")
    assert "put 1 2 R" in places(trees, "YRO"), "it touches nothing but the empty portion"
    trees = planted("YRO 0 0 L", "ROG 1 0 R")
    assert (tallies(trees)[2], tallies_after(trees, ".*.", put("0 -2 L"))[2]) == ((1, False), (0, False))
    assert uncovered(grown(trees, ".*.", put("0 -2 L")))[0, 0] == "."


def test_3_4_the_fallback_ends_with_a_second_column():
    game = new("nut", 2)
    deal = "OGr YRO GyP ROG BYo RBO bPO"
    state = go_on(game, dealt(game, deal), "take A1", "put 0 0 L", "take A2", "put 0 0 L", "take B2")
    state = go_on(game, state, "put 1 0 R", "take B1")
    assert legal(game, state) == sorted(f"put 0 {y} L" for y in range(-2, 3))
    for text in ("put 0 3 L", "put 0 -3 L", "put 2 0 L"):
        assert "must cover a part of column 0" in reason(game, state, text)
    state = go_on(game, state, "put 0 1 L", "take C1")
    assert legal(game, state) == sorted(f"put {x} {y} R" for x in (-1, 1) for y in range(-2, 4))
    both = planted("OGr 0 0 L", "ROG 1 0 R")
    assert places(both, "GyP") == sorted(f"put {x} {y} L" for x in (0, 2) for y in range(-2, 3))


def test_3_4_a_card_that_can_lie_both_ways_has_no_fallback():
    assert {each.x for each in placements(planted("YRO 0 0 L"), ("L", "R"))} == {-1, 1}
    assert {each.x for each in placements(planted("YRO 0 0 L"), ("R",))} == {-1, 1}
    assert {each.x for each in placements(planted("YRO 0 0 R"), ("R",))} == {0}


def test_3_5_covered_faces_do_not_count():
    trees = planted("YRO 0 0 L", "YRP 1 0 R")
    assert tallies(trees) == ((2, False), (1, False), (1, False), (0, False), (0, False), (1, False))
    trees = planted("YRO 0 0 L", "YRP 1 0 R", "YBR 1 0 R")
    assert tallies(trees) == ((1, False), (1, False), (1, False), (0, False), (1, False), (0, False))


def test_3_5_clusters_connect_along_edges_not_diagonally():
    assert counting("RR.", ".R.", "..R") == {"R": (3, False)}
    assert counting("R.R", ".R.", "R.R") == {"R": (1, False)}


def test_3_5_trunk_and_sky_do_not_separate():
    assert counting("GGG", "...", "...") == {"G": (3, False)}


def test_3_5_wilds_count_and_serve_several_clusters():
    assert counting("R*G", "...", ".B.") == {"R": (2, False), "G": (2, False), "B": (1, False)}
    assert counting("R**", "..*", "GG*") == {"R": (5, False), "G": (6, False)}


def test_3_5_a_wild_joined_through_another_wild_or_a_squirrel_belongs():
    assert counting("R*.", ".*.", ".*.") == {"R": (4, False)}
    assert counting("Rr*", "...", "...") == {"R": (2, True)}


def test_3_5_wilds_and_squirrels_without_a_nut_are_worth_nothing():
    assert counting("r*.", "**.", "..g") == {}
    assert counting("r..", "*..", "..R") == {"R": (1, False)}
    trees = painted("*", ".", ".")
    assert tallies_after(trees, "*r.", put("1 0 R")) == tallies(trees) == ((0, False),) * 6
    assert tallies_after(trees, "*R.", put("1 0 R"))[0] == (3, False)


def test_3_5_a_squirrel_connects_its_own_colour_only():
    assert counting("RrR", "...", "...") == {"R": (2, True)}
    assert counting("RgR", "...", "...") == {"R": (1, False)}
    assert counting("R.R", "gGg", "...") == {"R": (1, False), "G": (1, True)}


def test_3_6_the_largest_cluster_counts_not_the_sum():
    assert counting("RRR", "...", "RR.") == {"R": (3, False)}


def test_3_6_three_without_the_squirrel_beat_two_with_it():
    assert counting("RRR", "...", "RRr") == {"R": (3, False)}
    trees = painted("RRR", "...", "RRr")
    assert tallies(trees)[0].points == 3


def test_3_6_a_cluster_of_the_largest_size_with_a_squirrel_is_doubled_wherever_it_lies():
    assert counting("RR.", "...", "RRr") == {"R": (2, True)}
    assert counting("RRr", "...", "RR.") == {"R": (2, True)}


def test_3_6_doubled_once_whatever_the_number_of_squirrels():
    assert counting("rRr", "RRR", ".r.") == {"R": (4, True)}
    assert tallies(painted("rRr", "RRR", ".r."))[0].points == 8


def test_3_6_a_further_nut_can_cost_points():
    trees = painted("RRr", "...", "RR.")
    before, after = tallies(trees), tallies_after(trees, "R..", put("2 2 L"))
    assert before[0] == (2, True)
    assert after[0] == (3, False)
    assert (points(before), points(after)) == (4, 3)


def test_3_7_total_then_the_colours_from_the_best_one_down():
    assert ranking(tallies(painted("RRR", "GGg", "B*."))) == (11, 6, 3, 2, 0, 0, 0)
    game = new("nut", 2)
    state = go_on(game, dealt(game), "take A1", "put 0 0 L", "take A2", "put 0 0 L", "take B1")
    assert game.standings(state).ranking == ((3, 1, 1, 1, 0, 0, 0),) * 2
    assert game.standings(state).places == (1, 1)
    # Two tables with as many points; the better single colour wins.
    first = ranking(tallies(painted("RRR", "...", "G.B")))
    second = ranking(tallies(painted("RR.", "...", "GGB")))
    assert first[0] == second[0] == 5
    assert first > second


def test_nothing_but_the_deck_is_hidden():
    game = new("nut", 2)
    state = dealt(game)
    for seat in (0, 1, 2):
        view = game.view(state, seat)
        assert view.deck == (HIDDEN,) * 24
        assert view.columns == state.columns
        assert str(game.shown(game.start(), game.parse(f"deal {PRINTED}"), seat)) == "deal ?"
        assert str(game.shown(state, game.parse("take A1"), seat)) == "take A1"
        (pool,) = game.unseen(view, seat)
        assert sorted(pool.cards) == sorted(state.deck)
        truth = imagine(game, view, seat, Random(1))
        assert sorted(truth.deck) == sorted(state.deck)
        assert truth.deck != state.deck


# --- The same rules written another way -------------------------------------------------------------------


class Table:
    """A playing area as cells with a face and two edges each; nothing is kept but what lies on top."""

    def __init__(self):
        self.face = {}
        self.left_edge = {}

    def put(self, faces, move):
        for portion in range(3):
            cell = (move.x, move.y + portion)
            self.face[cell] = faces[portion]
            self.left_edge[cell] = "trunk" if move.trunk == "L" else "sky"

    def edge(self, cell, direction):
        """What a cell shows to its neighbour on the left (-1) or on the right (1)."""
        other = {"trunk": "sky", "sky": "trunk"}
        return self.left_edge[cell] if direction == -1 else other[self.left_edge[cell]]

    def fits(self, x, y, side):
        touched = False
        for row in (y, y + 1, y + 2):
            for direction in (-1, 1):
                beside = (x + direction, row)
                if beside in self.face:
                    own = "trunk" if (side == "L") == (direction == -1) else "sky"
                    if own != self.edge(beside, -direction):
                        return False
                    touched = True
        return touched

    def legal(self, ways):
        if not self.face:
            return {(0, 0, side) for side in ways}
        xs, ys = zip(*self.face, strict=True)
        found = {
            (x, y, side)
            for x in range(min(xs) - 2, max(xs) + 3)
            for y in range(min(ys) - 4, max(ys) + 5)
            for side in ways
            if self.fits(x, y, side)
        }
        return found or {
            (0, y, side)
            for y in range(min(ys) - 4, max(ys) + 5)
            for side in ways
            if any((0, row) in self.face for row in (y, y + 1, y + 2))
        }

    def score(self):
        """Per colour nuts and whether they are doubled: labels spread until nothing changes."""
        result = []
        for colour in "ROYGBP":
            label = {
                c: i
                for i, (c, f) in enumerate(sorted(self.face.items()))
                if f in (colour, colour.lower(), "*")
            }
            while True:
                spread = {
                    (x, y): min(
                        label[cell]
                        for cell in ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                        if cell in label
                    )
                    for x, y in label
                }
                if spread == label:
                    break
                label = spread
            groups = [
                "".join(self.face[cell] for cell in label if label[cell] == number)
                for number in set(label.values())
            ]
            groups = [group for group in groups if colour in group]
            sizes = [group.count(colour) + group.count("*") for group in groups]
            best = max(sizes, default=0)
            doubled = any(
                size == best and colour.lower() in group for size, group in zip(sizes, groups, strict=True)
            )
            result.append((best, doubled))
        return tuple(result)


def compare(game, rng, choose):
    """A game in which every list of places, score and announced change is checked against `Table`."""
    state = game.play(game.start(), game.deal(game.start(), rng))
    tables = [Table() for _ in range(game.seats)]
    while game.actor(state) is not None:
        moves = list(game.moves(state))
        if isinstance(state.phase, Place):
            seat, ways = state.turn, game.ways[state.phase.card]
            table = tables[seat - 1]
            assert {(each.x, each.y, each.trunk) for each in moves} == table.legal(ways)
            assert len(set(moves)) == len(moves)
            move = choose(game, state, moves)
            before, after = game.change(state, move)
            assert before == table.score()
            table.put(ways[move.trunk], move)
            assert after == table.score()
            state = game.play(state, move)
            assert uncovered(state.trees[seat - 1]) == table.face
            assert tallies(state.trees[seat - 1]) == after
            total = sum(nuts * 2 if doubled else nuts for nuts, doubled in after)
            assert game.standings(state).ranking[seat - 1][0] == total
        else:
            state = game.play(state, rng.choice(moves))


def at_random(rng):
    return lambda game, state, moves: rng.choice(moves)


def crowded(rng):
    """Cards close together, one over the other: large clusters, much covering."""
    return lambda game, state, moves: min(
        rng.sample(moves, min(4, len(moves))), key=lambda each: abs(each.x) + abs(each.y)
    )


def greedy(rng):
    return lambda game, state, moves: max(
        rng.sample(moves, min(6, len(moves))), key=lambda each: points(game.change(state, each)[1])
    )


@pytest.mark.parametrize("way", [at_random, crowded, greedy])
@pytest.mark.parametrize("seats", [2, 3])
def test_places_and_scores_are_those_of_a_plain_program(seats, way, count):
    for number in range(count(dev=15, ci=60, nightly=2_000)):
        rng = Random(f"{seats} {way.__name__} {number}")
        compare(new("nut", seats), rng, way(rng))


standards = st.text(st.sampled_from([face for face in FACES if not face.islower()]), min_size=3, max_size=3)
squirrels = st.text(st.sampled_from(FACES), min_size=3, max_size=3).filter(
    lambda card: any(map(str.islower, card))
)
decks = st.builds(
    Deck,
    cards=st.lists(standards, min_size=20, max_size=20).map(tuple),
    squirrels_left=st.lists(squirrels, min_size=5, max_size=5).map(tuple),
    squirrels_right=st.lists(squirrels, min_size=5, max_size=5).map(tuple),
)


@given(deck=decks, rng=st.randoms(use_true_random=False))
def test_places_and_scores_with_any_deck(deck, rng):
    compare(new("nut", 2, deck=deck), rng, crowded(rng))


@given(st.lists(st.text(st.sampled_from("RrR*G.gG*"), min_size=6, max_size=6), min_size=6, max_size=6))
def test_the_score_of_any_picture(rows):
    table = Table()
    table.face = {(x, y): face for y, row in enumerate(rows) for x, face in enumerate(row)}
    assert tallies(painted(*rows)) == table.score()


@pytest.mark.parametrize(
    "corner",
    [
        lambda each: (each.y, each.x),
        lambda each: (-each.y, each.x),
        lambda each: (each.x, each.y),
        lambda each: (-each.x, -each.y),
        lambda each: (each.y, abs(each.x)),
        lambda each: (-each.y, abs(each.x)),
    ],
)
def test_trees_may_grow_as_far_as_fifteen_cards_reach(corner):
    compare(new("nut", 2), Random(1), lambda game, state, moves: min(moves, key=corner))


# --- Refusals and notation --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["take A3", "take A0", "take C-1", "take B99"])
def test_there_is_no_such_card(text):
    game = new("nut", 2)
    assert reason(game, dealt(game), text) == f"there is no card at {text[5:]}"


@pytest.mark.parametrize("place", ["0 99999999999999999999 R", "-50 0 L", "1 -33 R", "1 -1000 R", "40 32 L"])
def test_far_away_nothing_can_be_placed(place):
    game = new("nut", 2)
    state = go_on(game, dealt(game), "take A1", "put 0 0 L", "take A2", "put 0 0 L", "take B1")
    assert reason(game, state, f"put {place}")


def test_what_cannot_be_done_now():
    game = new("nut", 2)
    state = dealt(game)
    assert "first take a card" in reason(game, state, "put 0 0 L")
    state = go_on(game, state, "take A1")
    assert reason(game, state, "take A2") == "YRO has been taken: now place it"
    assert "now place it" in reason(game, state, "deal ?")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "deal",
        "deal ",
        "deal YRO ",
        "deal YRO  ROG",
        "deal yro",
        "deal YRO OGr\n",
        "deal ? ?",
        "deal YRO ?",
        "deal OGr/R",
        "take",
        "take ",
        "take A",
        "take 1",
        "take a1",
        "take D1",
        "take A 1",
        "take A01",
        "take A+1",
        "take A1 ",
        "take A١",
        "take ?",
        "put",
        "put 0 0",
        "put 0 0 l",
        "put 0 0 LR",
        "put 0 0 L ",
        "put 0 0 ?",
        "put -0 0 L",
        "put 0 00 L",
        "put 0.0 0 L",
        "put 0 0 L R",
        "put x 0 L",
        "put 0 " + "9" * 5000 + " L",
    ],
)
def test_what_is_no_move(text):
    with pytest.raises(IllegalMove):
        new("nut", 2).parse(text)


@pytest.mark.parametrize("seats", [2, 3])
def test_games_keep_every_law(seats):
    assert check(new("nut", seats, first=seats), games=1).unfinished == 0


# --- State machine ----------------------------------------------------------------------------------------


class NutMachine(RuleBasedStateMachine):
    """Anything that can happen at a table, with what must be true of every position."""

    @initialize(seats=st.integers(2, 3), rng=st.randoms(use_true_random=False), data=st.data())
    def sit_down(self, seats, rng, data):
        self.game = new("nut", seats, first=data.draw(st.integers(1, seats)))
        self.state = self.game.play(self.game.start(), self.game.deal(self.game.start(), rng))

    @precondition(lambda self: self.game.actor(self.state) is not None)
    @rule(data=st.data())
    def play(self, data):
        before = self.state
        move = data.draw(st.sampled_from(list(self.game.moves(before))))
        self.state = self.game.play(before, move)
        others = [seat for seat in range(self.game.seats) if seat != before.turn - 1]
        assert all(self.state.trees[seat] is before.trees[seat] for seat in others)
        if isinstance(before.phase, Place):
            own = before.turn - 1
            seen, seen_after = uncovered(before.trees[own]), uncovered(self.state.trees[own])
            card = {(move.x, move.y + portion) for portion in range(3)}
            assert seen_after.keys() == seen.keys() | card
            assert all(seen_after[cell] == seen[cell] for cell in seen.keys() - card)

    @rule(seat=st.integers(0, 3), rng=st.randoms(use_true_random=False))
    def look(self, seat, rng):
        view = self.game.view(self.state, seat)
        truth = imagine(self.game, view, seat, rng)
        assert self.game.inventory(truth) == sorted(PRINTED.split())
        assert self.game.view(truth, seat) == view

    @precondition(lambda self: self.game.actor(self.state) is not None)
    @rule(seed=st.integers(0, 9))
    def go_on_for_a_round(self, seed):
        rng = Random(seed)
        for _ in range(2 * self.game.seats):
            moves = list(self.game.moves(self.state))
            if moves:
                self.state = self.game.play(self.state, rng.choice(moves))

    @precondition(lambda self: self.game.actor(self.state) is not None)
    @rule(x=st.integers(-20, 20), y=st.integers(-40, 40), trunk=st.sampled_from("LR"))
    def misplace(self, x, y, trunk):
        text = f"put {x} {y} {trunk}"
        if text not in legal(self.game, self.state):
            assert reason(self.game, self.state, text)

    @precondition(lambda self: self.game.actor(self.state) is not None)
    @rule(text=st.text(max_size=20))
    def mistype(self, text):
        if text not in legal(self.game, self.state):
            with pytest.raises(IllegalMove):
                self.game.play(self.state, self.game.parse(text))

    @invariant()
    def every_card_is_somewhere(self):
        if hasattr(self, "game"):
            assert self.game.inventory(self.state) == sorted(PRINTED.split())

    @invariant()
    def everybody_has_placed_as_often_as_their_turn_came(self):
        if hasattr(self, "game"):
            done = len(self.state.placed)
            rounds, rest = divmod(done, self.game.seats)
            if not isinstance(self.state.phase, Over):
                assert self.state.round == rounds + 1
                assert (self.state.turn - self.game.forager(self.state.round)) % self.game.seats == rest
            assert len(self.state.deck) == max(0, 30 - (min(rounds, 15) + 3) * self.game.seats)

    @invariant()
    def the_column_in_use_is_the_only_one_with_empty_places(self):
        if hasattr(self, "game") and isinstance(self.state.phase, Forage | Place):
            for letter, cards in zip("ABC", self.state.columns, strict=True):
                assert len(cards) in (0, self.game.seats)
                assert None not in cards or letter == self.state.phase.column

    @invariant()
    def occupied_columns_have_no_gap(self):
        if hasattr(self, "game"):
            for trees in self.state.trees:
                xs = {x for x, _ in uncovered(trees)}
                assert not xs or xs == set(range(min(xs), max(xs) + 1))
                assert not xs or 0 in xs

    @invariant()
    def the_ranking_adds_up(self):
        if hasattr(self, "game"):
            for row in self.game.standings(self.state).ranking:
                assert row[0] == sum(row[1:])
                assert list(row[1:]) == sorted(row[1:], reverse=True)


TestStateMachine = NutMachine.TestCase
