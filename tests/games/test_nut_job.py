"""Nut Job: known games, every ruling of its page, and a second referee that plays along."""

from __future__ import annotations

import json
import pickle
import tomllib
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nutgames.games import CHANCE, GAMES, HIDDEN, IllegalMove, check, imagine, new
from nutgames.games.nut_job import (
    DECK,
    SPACES,
    Attempt,
    Deal,
    DealCards,
    Deck,
    Direction,
    MoveOn,
    MoveSquirrel,
    NutCard,
    Over,
    Place,
    PlaceSquirrel,
    Return,
    ReturnCard,
    Say,
    Side,
    Space,
    Squirrel,
    State,
    Turn,
)

HERE = Path(__file__).parent
CASES = json.loads((HERE.parent / "cases" / "nut-job.json").read_text())
D1 = "deal 1A 2A 3A 4A 5A 6A 7A 8A 9A / 1 2 1 2 1 2 1 2 1 2 1 2"
RING = ["N1", "N2", "N3", "E1", "E2", "E3", "S3", "S2", "S1", "W3", "W2", "W1"]
COLORS = ["say yellow", "say red", "say blue"]
FORMS = ["say leaf", "say mushroom", "say rock"]
STEPS = ["move left", "move right"]


def table(seats=2, **options):
    return new("nut-job", seats=seats, **options)


def after(game, *texts, state=None):
    state = game.start() if state is None else state
    for text in texts:
        state = game.play(state, game.parse(text))
    return state


def legal(game, state):
    return sorted(map(str, game.moves(state)))


def forest(state):
    """Which card lies where with which side up, by the names of the built-in deck."""
    names = {
        (up, down): f"{number}{side}"
        for number, (a, b) in enumerate(DECK.forest, start=1)
        for side, up, down in (("A", a, b), ("B", b, a))
    }
    return " ".join(names[str(card.up), str(card.down)] for card in state.forest)


def nuts(state):
    return " ".join("-" if card is None else str(card) for card in state.nuts)


def squirrels(state):
    return [f"{squirrel.space.name} {squirrel.side}" for squirrel in state.squirrels]


def at(game, places, won=(), around="1 2 1 2 1 2 1 2 1 2 1 2", turn=1, phase=None):
    """A position: everybody placed on the forest of D1, with these nut cards won and around the square."""
    base = after(table(), D1)
    placed = [place.split() for place in places]
    cards = [None if card == "-" else NutCard(int(card[0]), card.endswith("*")) for card in around.split()]
    return State(
        turn,
        Turn() if phase is None else phase,
        base.forest,
        tuple(cards),
        tuple(Squirrel(SPACES[space], Side(side)) for space, side in placed),
        tuple(won) or ((),) * game.seats,
    )


def refusal(game, state, move):
    with pytest.raises(IllegalMove) as refused:
        game.play(state, game.parse(move) if isinstance(move, str) else move)
    return str(refused.value)


S2_WINS = ("say yellow", "say red", "say blue")
"""On D1 from S2 with colors up."""


# --- Known games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seats']} seats, {case['options']}")
def test_known_game(case):
    game = table(case["seats"], **case["options"])
    state = game.start()
    for step in case["steps"]:
        assert game.actor(state) == step["actor"]
        assert legal(game, state) == step["legal"]
        state = after(game, step["move"], state=state)
    assert game.actor(state) is None
    assert list(game.moves(state)) == []
    standings = game.standings(state)
    assert [list(row) for row in standings.ranking] == case["ranking"]
    assert list(standings.places) == case["places"]


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        ((D1,), (24, 576, 2880)),
        ((D1, "place S2 colors", "place N2 forms"), (5, 23, 105, 478, 2178, 9924)),
    ],
)
def test_perft(start, counts):
    game = table()
    state = after(game, *start)
    assert tuple(perft(game, state, depth) for depth in range(1, len(counts) + 1)) == counts


def test_two_wins_from_opposite_ends():
    game = table()
    state = after(game, D1, "place S2 colors", "place N2 forms", *S2_WINS)
    assert game.standings(state).ranking == ((2,), (0,))
    assert nuts(state) == "1 - 1 2 1 2 1 2 1 2 1 2"
    assert forest(state) == "1A 2B 3A 4A 5B 6A 7A 8B 9A"
    assert squirrels(state) == ["S2 colors", "N2 colors"]
    assert game.actor(state) == 1
    assert legal(game, state) == STEPS
    state = after(game, "move left", *S2_WINS, "move left", state=state)
    assert forest(state) == "1A 2A 3A 4A 5A 6A 7A 8A 9A"
    assert squirrels(state) == ["S1 forms", "N3 colors"]
    assert game.standings(state).ranking == ((2,), (2,))
    assert game.actor(state) == 1
    assert len(legal(game, state)) == 5


def test_a_failed_attempt_from_the_west():
    game = table()
    state = after(game, D1, "place W1 colors", "place S2 forms", "say red")
    assert legal(game, state) == sorted(COLORS)
    state = after(game, "say yellow", state=state)
    assert forest(state) == "1B 2B 3A 4A 5A 6A 7A 8A 9A"
    assert game.standings(state).ranking == ((0,), (0,))
    assert game.actor(state) == 2
    assert len(legal(game, state)) == 5


def test_the_example_of_the_rules_page():
    page = (HERE.parents[1] / "rules" / "nut-job.md").read_text()
    example = page.split("The example:\n\n")[1].split("\n\n")[0]
    game = table()
    state = after(game, *(line.strip() for line in example.splitlines()))
    assert game.standings(state).ranking == ((2,), (2,))
    assert squirrels(state) == ["W3 forms", "E3 colors"]


# --- The cards --------------------------------------------------------------------------------------------


def test_deck_is_the_one_of_the_rulings_page():
    assert [" / ".join(card) for card in DECK.forest] == [
        "mushroom yellow / mushroom red",
        "leaf yellow / leaf blue",
        "rock red / rock blue",
        "mushroom yellow / leaf yellow",
        "mushroom red / rock red",
        "leaf blue / rock blue",
        "mushroom blue / leaf red",
        "mushroom blue / rock yellow",
        "leaf red / rock yellow",
    ]
    assert Counter(DECK.nuts) == {1: 6, 2: 6}


def test_every_face_stands_on_two_sides_and_never_tells_its_back():
    backs = {}
    for a, b in DECK.forest:
        backs.setdefault(a, []).append(b)
        backs.setdefault(b, []).append(a)
    assert len(backs) == 9
    for one, other in backs.values():
        assert one.split()[0] != other.split()[0]
        assert one.split()[1] != other.split()[1]


def test_deck_file_holds_the_built_in_deck():
    file = HERE.parents[1] / "rules" / "decks" / "nut-job.toml"
    read = tomllib.loads(file.read_text())
    assert Deck(tuple(map(tuple, read["forest"])), tuple(read["nuts"])) == DECK
    assert read.keys() == {"forest", "nuts"}


OTHER_DECK = Deck(
    forest=(
        ("leaf red", "rock blue"),
        ("leaf red", "rock blue"),
        ("leaf red", "leaf red"),
        ("leaf red", "mushroom yellow"),
        ("rock blue", "mushroom yellow"),
        ("rock blue", "rock red"),
        ("rock red", "leaf yellow"),
        ("leaf yellow", "leaf blue"),
        ("leaf blue", "mushroom red"),
    ),
    nuts=(2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 2),
)


def test_another_deck():
    game = table(deck=OTHER_DECK)
    assert game.deck == OTHER_DECK
    assert table().deck is None
    deal = "deal 1A 2B 3A 4B 5A 6A 7A 8A 9B / 1 1 1 1 1 1 1 2 2 2 2 2"
    state = after(game, deal, "place N1 forms", "place W1 colors")
    assert [str(card.up) for card in state.forest][:4] == [
        "leaf red",
        "rock blue",
        "leaf red",
        "mushroom yellow",
    ]
    state = after(game, "say rock", "say leaf", "say leaf", state=state)
    assert game.standings(state).ranking == ((2,), (0,))
    assert "7 worth 1 and 5 worth 2" in refusal(game, game.start(), D1)
    assert "6 worth 1 and 6 worth 2" in refusal(table(), game.start(), deal)
    assert check(game, games=1, max_moves=40).games == 1


# --- Spaces -----------------------------------------------------------------------------------------------


def test_the_spaces_are_a_ring_and_left_is_clockwise():
    assert [space.name for space in Space] == RING
    game = table()
    state = at(game, ["N1 colors", "S2 forms"])
    lefts, rights = [], []
    left = right = state
    for _ in RING:
        lefts.append(left.squirrels[0].space.name)
        rights.append(right.squirrels[0].space.name)
        left = after(game, "move left", "move left", state=left)
        right = after(game, "move right", "move right", state=right)
    assert lefts == RING
    assert rights == [RING[0], *reversed(RING[1:])]
    assert squirrels(left) == squirrels(right) == squirrels(state)


@pytest.mark.parametrize(
    ("before", "direction", "behind"),
    [
        ("S1", "left", "W3"),
        ("W1", "left", "N1"),
        ("N3", "left", "E1"),
        ("E3", "left", "S3"),
        ("N1", "right", "W1"),
        ("E1", "right", "N3"),
        ("S3", "right", "E3"),
        ("W3", "right", "S1"),
    ],
)
def test_a_step_goes_round_the_corner(before, direction, behind):
    game = table()
    state = after(game, f"move {direction}", state=at(game, [f"{before} forms", "N2 forms"]))
    assert squirrels(state) == [f"{behind} forms", "N2 forms"]


RUNS = {
    "N1": ("S1", "147"),
    "N2": ("S2", "258"),
    "N3": ("S3", "369"),
    "S1": ("N1", "741"),
    "S2": ("N2", "852"),
    "S3": ("N3", "963"),
    "W1": ("E1", "123"),
    "W2": ("E2", "456"),
    "W3": ("E3", "789"),
    "E1": ("W1", "321"),
    "E2": ("W2", "654"),
    "E3": ("W3", "987"),
}
"""By space: the opposite one, and the cards of D1 that lie between, nearest first."""


@pytest.mark.parametrize("side", ["colors", "forms"])
@pytest.mark.parametrize("space", RING)
def test_a_squirrel_crosses_its_row_or_column_nearest_card_first(space, side):
    opposite, cards = RUNS[space]
    game = table()
    around = " ".join("2" if each == opposite else "1" for each in RING)
    state = at(game, [f"{space} {side}", f"{space} {side}"], around=around)
    for card in cards:
        word = DECK.forest[int(card) - 1][1].split()[side == "colors"]
        before = forest(state)
        state = after(game, f"say {word}", state=state)
        assert forest(state) == before.replace(f"{card}A", f"{card}B")
    assert state.won == ((2,), ())
    assert state.nuts[RING.index(opposite)] is None


def test_squirrels_may_share_a_space_and_stand_opposite():
    game = table(4)
    state = after(game, D1, "place S2 forms", "place S2 forms", "place S2 colors", "place N2 colors")
    assert squirrels(state) == ["S2 forms", "S2 forms", "S2 colors", "N2 colors"]
    state = after(game, "move left", "move left", state=state)
    assert squirrels(state)[:2] == ["S1 forms", "S1 forms"]


# --- Set-up -----------------------------------------------------------------------------------------------


def test_the_set_up_goes_clockwise_from_the_first_player():
    game = table(3, first=2)
    state = game.start()
    assert game.actor(state) == CHANCE
    assert list(game.moves(state)) == []
    state = after(game, D1)
    order = []
    for place in ("place N1 forms", "place E1 colors", "place S1 forms"):
        order.append(game.actor(state))
        assert len(legal(game, state)) == 24
        state = after(game, place, state=state)
    assert order == [2, 3, 1]
    assert squirrels(state) == ["S1 forms", "N1 forms", "E1 colors"]
    assert game.actor(state) == 2
    assert isinstance(state.phase, Turn)


def test_a_deal_lays_the_forest_row_by_row_and_the_nut_cards_from_n1():
    state = after(table(mystery=2), "deal 3B 1A 2A 4B 5A 6A 9B 8A 7A / 1* 2 2 1 1 2 2 1 1 2 1 2*")
    assert forest(state) == "3B 1A 2A 4B 5A 6A 9B 8A 7A"
    assert nuts(state) == "1* 2 2 1 1 2 2 1 1 2 1 2*"
    assert not any(card.seen for card in state.forest)


def test_a_deal_draws_everything_uniformly():
    game = table(mystery=3)
    rng = Random(1)
    firsts, places, sides, face_down, worths = Counter(), Counter(), Counter(), Counter(), Counter()
    for _ in range(1_800):
        deal = game.deal(game.start(), rng)
        game.play(game.start(), deal)
        firsts[deal.forest[0]] += 1
        places[deal.forest.index(next(name for name in deal.forest if name[0] == "1"))] += 1
        sides.update(name[1] for name in deal.forest)
        face_down.update(place for place, card in enumerate(deal.nuts) if card.face_down)
        worths.update(place for place, card in enumerate(deal.nuts) if card.worth == 2)
    for counts, kinds, expected in (
        (firsts, 18, 100),
        (places, 9, 200),
        (sides, 2, 8_100),
        (face_down, 12, 450),
        (worths, 12, 900),
    ):
        assert len(counts) == kinds
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values()), counts


def test_nothing_is_dealt_twice():
    game = table()
    with pytest.raises(IllegalMove, match="have been dealt"):
        game.deal(after(game, D1), Random(1))


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("deal ?", "say how"),
        (D1.replace("9A", "8B"), "nine forest cards is dealt once"),
        (D1.replace("9A", "8A"), "nine forest cards is dealt once"),
        (D1.replace("9A ", ""), "nine forest cards is dealt once"),
        (D1.replace("9A", "9A 9B"), "nine forest cards is dealt once"),
        (D1.replace("/ 1", "/ 2"), "6 worth 1 and 6 worth 2"),
        (D1 + " 2", "6 worth 1 and 6 worth 2"),
        (D1.removesuffix(" 2"), "6 worth 1 and 6 worth 2"),
        (D1 + "*", "face down: 0 in this game, not 1"),
    ],
)
def test_only_deals_of_this_deck_and_these_options(deal, reason):
    game = table()
    assert reason in refusal(game, game.start(), deal)


def test_a_deal_lays_as_many_nut_cards_face_down_as_mystery_says():
    for mystery in range(13):
        game = table(mystery=mystery)
        for stars in range(13):
            cards = [f"{1 + place % 2}{'*' * (place < stars)}" for place in range(12)]
            deal = f"{D1.split('/')[0]}/ {' '.join(cards)}"
            if stars == mystery:
                assert nuts(after(game, deal)) == " ".join(cards)
            else:
                assert f"face down: {mystery} in" in refusal(game, game.start(), deal)


# --- Ruling 2.1: attempts ---------------------------------------------------------------------------------


def test_ruling_2_1_an_attempt_needs_a_nut_card_opposite():
    game = table()
    state = at(game, ["S2 colors", "N1 forms"], around="1 - 1 2 1 2 1 2 1 2 1 2")
    assert legal(game, state) == STEPS
    assert "no nut card lies opposite on N2" in refusal(game, state, "say red")
    state = after(game, "move left", state=state)
    assert legal(game, state) == sorted(FORMS + STEPS)


def test_ruling_2_1_all_three_words_of_the_own_kind_and_no_other():
    game = table()
    state = at(game, ["S2 colors", "N1 forms"])
    assert list(map(str, game.moves(state))) == COLORS + STEPS
    assert "plays with colors: say yellow or red or blue" in refusal(game, state, "say rock")
    state = after(game, "move left", state=state)
    assert list(map(str, game.moves(state))) == FORMS + STEPS
    assert "plays with forms: say leaf or mushroom or rock" in refusal(game, state, "say red")


def test_ruling_2_1_the_hidden_side_is_named_not_the_visible_one():
    game = table()
    state = after(game, "say blue", state=at(game, ["S2 colors", "N1 forms"]))
    assert state.turn == 2
    state = after(game, "say yellow", state=at(game, ["S2 colors", "N1 forms"]))
    assert state.turn == 1


def test_ruling_2_1_once_begun_an_attempt_goes_on():
    game = table()
    state = at(game, ["S2 colors", "N1 forms"])
    for crossed, word in enumerate(S2_WINS[:2], start=1):
        state = after(game, word, state=state)
        assert state.phase == Attempt(crossed)
        assert state.turn == 1
        assert list(map(str, game.moves(state))) == COLORS
        assert "once begun" in refusal(game, state, "move left")
        assert "plays with colors" in refusal(game, state, "say leaf")


@pytest.mark.parametrize("right", [0, 1, 2])
def test_ruling_2_1_a_wrong_word_ends_the_turn_and_the_cards_stay_turned(right):
    game = table()
    wrong = {"say yellow": "say red", "say red": "say blue", "say blue": "say yellow"}
    texts = [*S2_WINS[:right], wrong[S2_WINS[right]]]
    state = after(game, *texts, state=at(game, ["S2 colors", "N1 forms"]))
    assert (state.turn, state.phase) == (2, Turn())
    assert state.won == ((), ())
    assert squirrels(state) == ["S2 colors", "N1 forms"]
    turned = ["8", "5", "2"][: right + 1]
    assert forest(state) == " ".join(f"{n}{'B' if n in turned else 'A'}" for n in "123456789")


def test_ruling_2_1_the_next_attempt_starts_at_the_nearest_card_again():
    game = table()
    state = after(game, "say yellow", "say blue", "move left", state=at(game, ["S2 colors", "N1 forms"]))
    assert state.turn == 1
    state = after(game, "say blue", state=state)  # the mushroom blue that lay there first
    assert forest(state) == "1A 2A 3A 4A 5B 6A 7A 8A 9A"


def test_ruling_2_1_there_is_no_passing():
    game = table()
    empty = " ".join("-" * 12)
    assert legal(game, at(game, ["S2 colors", "N1 forms"], around=empty)) == STEPS
    with pytest.raises(IllegalMove):
        game.parse("pass")


# --- Ruling 2.2: wins -------------------------------------------------------------------------------------


def test_ruling_2_2_a_win_turns_all_other_squirrels_and_moves_the_winner():
    game = table(4, first=2)
    state = at(game, ["N1 colors", "S2 colors", "E1 forms", "S2 colors"], turn=2)
    state = after(game, *S2_WINS, state=state)
    assert state.won == ((), (2,), (), ())
    assert state.nuts[RING.index("N2")] is None
    assert squirrels(state) == ["N1 forms", "S2 colors", "E1 colors", "S2 forms"]
    assert state.turn == 2
    assert list(map(str, game.moves(state))) == STEPS
    assert "after a win your squirrel moves" in refusal(game, state, "say red")
    state = after(game, "move right", state=state)
    assert (state.turn, state.phase) == (3, Turn())
    assert squirrels(state) == ["N1 forms", "S3 colors", "E1 colors", "S2 forms"]


def test_ruling_2_2_the_goal_ends_the_game_at_once():
    game = table(3)
    state = at(game, ["S2 colors", "N1 forms", "E1 colors"], won=((2, 1), (2, 2), (1,)))
    state = after(game, *S2_WINS, state=state)
    assert isinstance(state.phase, Over)
    assert game.actor(state) is None
    assert squirrels(state) == ["S2 colors", "N1 forms", "E1 colors"]
    assert state.won == ((2, 1, 2), (2, 2), (1,))
    assert refusal(game, state, "move left") == "the game is over"


# --- Ruling 2.3: goals and options ------------------------------------------------------------------------


def win_with(game, held, card):
    """Seat 1 wins a card of that worth, having held those."""
    around = f"1 {card} 1 2 1 2 1 2 1 2 1 2"
    state = at(game, ["S2 colors", "N1 forms"], won=(held, ()), around=around)
    return after(game, *S2_WINS, state=state)


@pytest.mark.parametrize(
    ("held", "card", "over"),
    [
        ((2, 1), 1, False),
        ((1, 1), 2, False),
        ((2, 1), 2, True),
        ((2, 2), 1, True),
        ((2, 2), 2, True),
        ((1, 1, 1, 1), 2, True),
    ],
)
def test_ruling_2_3_the_goal_is_five_nuts_and_six_do_too(held, card, over):
    state = win_with(table(), held, card)
    assert isinstance(state.phase, Over if over else MoveOn)


@pytest.mark.parametrize(
    ("side", "words"), [("colors", S2_WINS), ("forms", ("say rock", "say rock", "say leaf"))]
)
def test_ruling_2_3_baby_keeps_one_side_for_the_whole_game(side, words):
    game = table(3, baby=side)
    state = after(game, D1)
    assert legal(game, state) == sorted(f"place {space} {side}" for space in RING)
    other = "forms" if side == "colors" else "colors"
    assert f"everybody plays with {side}" in refusal(game, state, f"place S2 {other}")
    places = [f"place S2 {side}", f"place N1 {side}", f"place S2 {side}"]
    state = after(game, *places, *words, state=state)
    assert squirrels(state) == [f"S2 {side}", f"N1 {side}", f"S2 {side}"]
    assert list(map(str, game.moves(state))) == STEPS
    state = after(game, "move left", state=state)
    assert game.actor(state) == 2


@pytest.mark.parametrize(("held", "over"), [((2,), False), ((2, 2), True), ((1, 1), True)])
@pytest.mark.parametrize("overdose", [False, True])
def test_ruling_2_3_one_is_one_counts_cards_up_to_three(held, over, overdose):
    game = table(one_is_one=True, overdose=overdose)
    state = win_with(game, held, 2)
    assert isinstance(state.phase, Over if over else MoveOn)
    assert game.standings(state).ranking == ((len(held) + 1,), (0,))


@pytest.mark.parametrize(
    ("held", "card", "phase"),
    [
        ((2, 1), 1, MoveOn()),
        ((2, 1), 2, Over()),
        ((2, 2), 1, Over()),
        ((2, 2), 2, Return(2)),
        ((1, 1, 1, 1), 2, Return(2)),
    ],
)
def test_ruling_2_3_overdose_wants_exactly_five(held, card, phase):
    assert win_with(table(overdose=True), held, card).phase == phase


def test_ruling_2_3_overdose_returns_two_cards_held_before():
    game = table(overdose=True)
    around = "1 2 - - 1 2 1 2 1 2 1 2"
    state = at(game, ["S2 colors", "N1 forms"], won=((1, 2, 1), (1,)), around=around)
    state = after(game, *S2_WINS, state=state)
    assert state.phase == Return(2)
    assert state.won == ((1, 2, 1, 2), (1,))
    assert squirrels(state) == ["S2 colors", "N1 forms"]
    # Equal cards are one choice; the space just emptied is one of those to choose from.
    assert list(map(str, game.moves(state))) == [
        f"return {v} {s}" for v in (1, 2) for s in ("N2", "N3", "E1")
    ]
    assert "has none" in refusal(game, state, "return 1 N1")
    assert "went over five nuts" in refusal(game, state, "move left")
    assert "went over five nuts" in refusal(game, state, "say red")
    state = after(game, "return 2 N2", state=state)
    assert state.phase == Return(1)
    assert state.won == ((1, 1, 2), (1,))
    # The 2 that is left is the one just won: it stays.
    assert list(map(str, game.moves(state))) == ["return 1 N3", "return 1 E1"]
    assert "no nut card worth 2 before this win" in refusal(game, state, "return 2 N3")
    assert squirrels(state) == ["S2 colors", "N1 forms"]
    state = after(game, "return 1 E1", state=state)
    assert state.phase == MoveOn()
    assert state.won == ((1, 2), (1,))
    assert nuts(state) == "1 2 - 1 1 2 1 2 1 2 1 2"
    assert squirrels(state) == ["S2 colors", "N1 colors"]
    assert game.standings(state).ranking == ((3,), (1,))
    state = after(game, "move left", state=state)
    assert (state.turn, state.phase) == (2, Turn())


def test_ruling_2_3_overdose_returns_also_to_spaces_with_squirrels():
    game = table(overdose=True)
    around = "- 2 1 2 1 2 1 - 1 2 1 2"
    state = at(game, ["S2 colors", "N1 forms"], won=((2, 2), ()), around=around)
    state = after(game, *S2_WINS, state=state)
    assert list(map(str, game.moves(state))) == ["return 2 N1", "return 2 N2", "return 2 S2"]
    state = after(game, "return 2 S2", "return 2 N1", "move left", state=state)
    assert state.won == ((2,), ())
    assert nuts(state) == "2 - 1 2 1 2 1 2 1 2 1 2"


def test_ruling_2_3_overdose_may_empty_the_table_for_a_moment():
    game = table(overdose=True)
    around = " ".join("2" if space == "N2" else "-" for space in RING)
    state = at(game, ["S2 colors", "N1 forms"], won=((2, 2), (2, 2)), around=around)
    state = after(game, *S2_WINS, state=state)
    assert nuts(state) == " ".join("-" * 12)
    assert (game.actor(state), state.phase) == (1, Return(2))
    assert legal(game, state) == sorted(f"return 2 {space}" for space in RING)


def test_ruling_2_3_overdose_returns_a_mystery_card_face_up():
    game = table(overdose=True, mystery=3)
    around = "1 2* 1 2* 1 2* 1 2 1 2 1 2"
    state = at(game, ["S2 colors", "N1 forms"], won=((2, 2), ()), around=around)
    assert str(game.view(state, 1).nuts[1]) == "?*"
    state = after(game, *S2_WINS, "return 2 N2", state=state)
    assert nuts(state) == "1 2 1 2* 1 2* 1 2 1 2 1 2"
    assert str(game.view(state, 2).nuts[1]) == "2"


def test_ruling_2_3_only_a_razzia_ends_with_an_empty_table():
    around = " ".join("2" if space == "N2" else "-" for space in RING)
    for razzia in (True, False):
        game = table(razzia=razzia)
        state = at(game, ["S2 colors", "N1 forms"], won=((1,), (2,)), around=around)
        state = after(game, *S2_WINS, state=state)
        assert isinstance(state.phase, Over if razzia else MoveOn)
        assert squirrels(state)[1] == ("N1 forms" if razzia else "N1 colors")


@pytest.mark.parametrize("one_is_one", [True, False])
def test_ruling_2_3_a_razzia_has_no_goal(one_is_one):
    state = win_with(table(razzia=True, one_is_one=one_is_one), (2, 2, 2, 2), 2)
    assert isinstance(state.phase, MoveOn)


def test_ruling_2_3_a_mystery_card_shows_its_worth_when_it_is_won():
    game = table(mystery=1)
    deal = D1.replace("/ 1 2 ", "/ 1 2* ")
    state = after(game, deal, "place S2 colors", "place N1 forms", *S2_WINS)
    for seat in range(3):
        assert game.view(state, seat).won == ((2,), ())
    assert nuts(state) == "1 - 1 2 1 2 1 2 1 2 1 2"


def test_ruling_2_3_overdose_with_razzia_is_refused():
    with pytest.raises(ValueError, match="overdose and razzia do not go together") as refused:
        table(overdose=True, razzia=True)
    assert "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="overdose and razzia do not go together"):
        table(overdose="true", razzia="yes")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"baby": "both"}, "option baby: .*'none', 'colors' or 'forms'"),
        ({"mystery": 13}, "option mystery: "),
        ({"mystery": -1}, "option mystery: "),
        ({"mystery": "many"}, "option mystery: "),
        ({"razzia": 1}, "option razzia: "),
        ({"first": 3}, "option first: "),
        ({"raszia": True}, "did you mean razzia"),
    ],
)
def test_options_are_refused_by_name(options, named):
    with pytest.raises(ValueError, match=named) as refused:
        table(**options)
    assert "\n" not in str(refused.value)


def test_options_have_defaults_titles_and_help():
    options = GAMES["nut-job"].Options
    assert options().model_dump() == {
        "first": 1,
        "baby": "none",
        "one_is_one": False,
        "overdose": False,
        "razzia": False,
        "mystery": 0,
    }
    assert all(field.title and field.description for field in options.model_fields.values())
    assert table(mystery="4", baby="forms", overdose="true").options.mystery == 4
    assert options.model_fields["mystery"].json_schema_extra == {"proposal": 4}


def test_registry():
    entry = GAMES["nut-job"]
    assert (entry.title, entry.seats, entry.rules) == ("Nut Job", range(2, 5), 1)
    for seats in (1, 5):
        with pytest.raises(ValueError, match="for 2 to 4 players"):
            table(seats)


# --- Ruling 2.4: ranking ----------------------------------------------------------------------------------


def test_ruling_2_4_points_rank_and_equals_share_a_place():
    won = ((1, 2), (1, 1, 1), (2, 2), ())
    places = ["N1 forms"] * 4
    game = table(4)
    assert game.standings(at(game, places, won)) == (((3,), (3,), (4,), (0,)), (2, 2, 1, 4))
    game = table(4, one_is_one=True, razzia=True)
    assert game.standings(at(game, places, won)) == (((2,), (3,), (2,), (0,)), (2, 1, 2, 4))


# --- Ruling 2.5: what is known ----------------------------------------------------------------------------


def known(view):
    return "".join("-" if card.down is HIDDEN else "x" for card in view.forest)


def test_ruling_2_5_a_back_is_known_to_all_once_its_card_was_turned():
    game = table(3)
    state = after(game, D1, "place S2 colors", "place N1 forms", "place W2 forms")
    assert known(game.view(state, 0)) == "---------"
    state = after(game, "say yellow", "say blue", state=state)
    for seat in range(4):
        view = game.view(state, seat)
        assert known(view) == "----x--x-"
        assert [str(card.up) for card in view.forest] == [str(card.up) for card in state.forest]
        assert (str(view.forest[7].up), str(view.forest[7].down)) == ("rock yellow", "mushroom blue")
    # Turned back, it is still known.
    state = after(game, "move left", "move left", "say blue", state=state)
    assert forest(state) == "1A 2A 3A 4A 5B 6A 7A 8A 9A"
    assert known(game.view(state, 0)) == "----x--x-"


def test_ruling_2_5_nut_cards_face_down_are_hidden_from_all():
    game = table(mystery=12)
    state = after(game, str(game.deal(game.start(), Random(4))))
    for seat in range(3):
        assert {str(card) for card in game.view(state, seat).nuts} == {"?*"}
    assert game.standings(game.view(state, 1)) == game.standings(state)


def test_ruling_2_5_the_deal_is_not_read_by_the_players():
    game = table(3)
    deal = game.parse(D1)
    for seat in range(4):
        assert str(game.shown(game.start(), deal, seat)) == "deal ?"
    state = after(game, D1)
    for move in game.moves(state):
        assert all(game.shown(state, move, seat) == move for seat in range(4))


def test_a_view_names_no_card_and_no_back():
    game = table(mystery=12)
    first = after(game, "deal 1A 2A 3A 4A 5A 6A 7A 8A 9A / 1* 2* 1* 2* 1* 2* 1* 2* 1* 2* 1* 2*")
    # The same faces up, three other cards under them, and other nut cards.
    other = after(game, "deal 4A 2A 3A 1A 5A 6A 8A 7A 9A / 2* 2* 2* 2* 2* 2* 1* 1* 1* 1* 1* 1*")
    assert first != other
    for seat in range(3):
        assert game.view(first, seat) == game.view(other, seat)


def test_play_goes_on_from_full_states_only():
    game = table(mystery=1)
    state = at(game, ["S2 colors", "N1 forms"], around="1 2* 1 2 1 2 1 2 1 2 1 2")
    assert "nobody here knows the hidden side" in refusal(game, game.view(state, 1), "say yellow")
    state = game.view(after(game, *S2_WINS[:2], state=state), 1)
    seen = imagine(game, state, 1, Random(1))
    last = f"say {seen.forest[1].down.color}"
    assert game.play(seen, game.parse(last)).won[0]
    unknown = State(seen.turn, seen.phase, seen.forest, state.nuts, seen.squirrels, seen.won)
    assert "nobody here knows what that nut card is worth" in refusal(game, unknown, last)


# --- Imagining --------------------------------------------------------------------------------------------


def layouts_by_hand(view, deck):
    """The layouts of the unseen backs, by laying the unseen cards in every order and either way round.

    Each with the number of ways it comes about, which is its weight.
    """
    cards = [tuple(sorted(card)) for card in deck.forest]
    faces = []
    for card in view.forest:
        if card.down is HIDDEN:
            faces.append(str(card.up))
        else:
            cards.remove(tuple(sorted((str(card.up), str(card.down)))))
    found = Counter()
    for order in permutations(range(len(cards))):
        if all(face in cards[number] for face, number in zip(faces, order, strict=True)):
            ways = [(cards[number], cards[number][::-1]) for number in order]
            for lying in product(*ways):
                if all(up == face for (up, _), face in zip(lying, faces, strict=True)):
                    found[tuple(down for _, down in lying)] += 1
    return found


@given(
    deck=st.sampled_from([None, OTHER_DECK]),
    seen=st.sets(st.integers(0, 8), min_size=3, max_size=9),
    seed=st.integers(0, 2**32),
)
def test_imagined_are_exactly_the_layouts_that_fit_the_nine_cards(deck, seen, seed):
    game = table(deck=deck)
    state = after(game, str(game.deal(game.start(), Random(seed))))
    lying = [type(card)(card.up, card.down, place in seen) for place, card in enumerate(state.forest)]
    view = game.view(State(1, Place(), tuple(lying), state.nuts, state.squirrels, state.won), 1)
    assert known(view) == "".join("x" if place in seen else "-" for place in range(9))
    backs, worths = game.unseen(view, 1)
    by_hand = layouts_by_hand(view, deck or DECK)
    assert len(set(by_hand.values())) == 1
    assert Counter(tuple(map(str, layout)) for layout in backs.cards) == Counter(by_hand.keys())
    assert backs.places == (len(seen) < 9)
    assert worths.places == 0


def test_every_layout_is_imagined_equally_often():
    game = table(mystery=2)
    deal = "deal 1A 2B 3A 4A 5B 6A 7A 8A 9A / 1* 2 1 2 1 2 1 2 1 2 1 2*"
    view = game.view(after(game, deal, "place N1 forms"), 2)
    layouts = game.unseen(view, 2)[0].cards
    assert len(layouts) == 16
    rng = Random(2)
    backs, worths = Counter(), Counter()
    for _ in range(4_000):
        truth = imagine(game, view, 2, rng)
        backs[tuple(card.down for card in truth.forest)] += 1
        worths[truth.nuts[0].worth, truth.nuts[11].worth] += 1
    assert set(backs) == set(layouts)
    assert all(abs(count - 250) < 80 for count in backs.values()), backs
    assert set(worths) == {(1, 2), (2, 1)}
    assert abs(worths[1, 2] - 2_000) < 160


def test_four_to_sixteen_layouts_fit_a_new_deal():
    game = table()
    rng = Random(6)
    counts = Counter()
    for _ in range(400):
        view = game.view(game.play(game.start(), game.deal(game.start(), rng)), 0)
        counts[len(game.unseen(view, 0)[0].cards)] += 1
    assert sorted(counts) == [4, 8, 16]


def test_states_and_games_travel_between_processes():
    game = table(3, mystery=4)
    state = game.play(game.start(), game.deal(game.start(), Random(1)))
    copy, here = pickle.loads(pickle.dumps((game, (state, game.view(state, 1)))))
    assert here == (state, game.view(state, 1))
    assert copy.view(here[0], 1) == here[1]
    assert all(card.down is HIDDEN for card in here[1].forest)


# --- Ruling 2.6 and undo ----------------------------------------------------------------------------------


def test_ruling_2_6_there_is_no_move_limit():
    game = table()
    state = at(game, ["S2 colors", "N1 forms"])
    for _ in range(5_000):
        state = game.play(state, MoveSquirrel(Direction.LEFT))
    assert game.actor(state) == 1


def test_only_a_say_is_final():
    moves = (Say, MoveSquirrel, PlaceSquirrel, ReturnCard, DealCards)
    assert [getattr(move, "final", False) for move in moves] == [True, False, False, False, False]


# --- Notation and refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "say",
        "say green",
        "say Red",
        "say red red",
        "say ?",
        "move",
        "move up",
        "move left ",
        " move left",
        "place S2",
        "place S4 colors",
        "place s2 colors",
        "place S2 color",
        "place S2 ?",
        "return 1",
        "return 01 N1",
        "return one N1",
        "return 1 N4",
        "return 1\u00a0N1",
        "deal",
        "deal /",
        "deal ? ?",
        "deal 1C / 1",
        D1.replace(" /", ""),
        D1.replace("/", "/ /"),
        D1.replace("1A", "10A"),
        D1.replace("/ 1", "/ 3"),
        D1.replace("/ 1", "/ ?*"),
        D1.replace("/ 1", "/ 1**"),
        D1 + "\n",
    ],
)
def test_what_is_no_move_is_not_read(text):
    with pytest.raises(IllegalMove, match="not how a move is written"):
        table().parse(text)


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        (Deal(), "say red", "first the cards have to be dealt"),
        (Place(), "say red", "first everybody places a squirrel"),
        (Place(), PlaceSquirrel(12, Side.COLORS), "twelve spaces"),
        (Place(), PlaceSquirrel(-1, Side.COLORS), "twelve spaces"),
        (Turn(), "place S2 colors", "a turn is an attempt or a step"),
        (Turn(), D1, "a turn is an attempt or a step"),
        (Turn(), "return 1 N2", "a turn is an attempt or a step"),
        (Turn(), MoveSquirrel("up"), "one space to the left or to the right"),
        (Attempt(1), "move left", "once begun goes on: say yellow or red or blue"),
        (Attempt(1), "say leaf", "your squirrel plays with colors"),
        (Return(2), "move left", "you went over five nuts"),
        (Return(2), "return 3 N2", "no nut card worth 3"),
        (Return(2), "return 1 N1", "to a space that has none"),
        (Return(2), ReturnCard(1, -11), "to a space that has none"),
        (MoveOn(), "say red", "after a win your squirrel moves"),
        (MoveOn(), MoveSquirrel("up"), "one space to the left or to the right"),
        (Over(), "move left", "the game is over"),
        (Over(), D1, "the game is over"),
    ],
)
def test_refusals_tell_why(phase, move, reason):
    game = table()
    around = "1 - 1 2 1 2 1 2 1 2 1 2" if isinstance(phase, Return) else "1 2 1 2 1 2 1 2 1 2 1 2"
    state = at(game, ["S2 colors", "N1 forms"], won=((1, 1, 2), ()), around=around, phase=phase)
    assert reason in refusal(game, state, move)


# --- The laws, with many options --------------------------------------------------------------------------

ENDINGS = ({}, {"overdose": True}, {"razzia": True})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_hold_in_whole_games(seats):
    checked = check(table(seats, first=seats, mystery=seats), games=1, seed=seats, max_moves=2_000)
    assert checked.unfinished == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {"overdose": True, "mystery": 6},
        {"razzia": True, "baby": "colors"},
        {"one_is_one": True, "mystery": 12, "baby": "forms"},
        {"one_is_one": True, "overdose": True, "mystery": 1},
        {"one_is_one": True, "razzia": True, "first": 2},
    ],
)
def test_laws_hold_with_options(seats, options):
    assert check(table(seats, **options), games=1, max_moves=60).games == 1


@pytest.mark.parametrize("mystery", range(13))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_options_end_and_lose_nothing(seats, mystery):
    for ending, baby, one_is_one in product(ENDINGS, ("none", "colors", "forms"), (False, True)):
        rng = Random(f"{seats} {mystery} {ending} {baby} {one_is_one}")
        options = {"baby": baby, "one_is_one": one_is_one, "mystery": mystery, "first": rng.randint(1, seats)}
        game = table(seats, **options, **ending)
        state = game.play(game.start(), game.deal(game.start(), rng))
        contents = game.inventory(game.start())
        for _ in range(20_000):
            if game.actor(state) is None:
                break
            state = game.play(state, rng.choice(list(game.moves(state))))
            if rng.random() < 0.05:
                assert game.inventory(state) == contents
        points = [row[0] for row in game.standings(state).ranking]
        assert game.actor(state) is None
        assert game.inventory(state) == contents
        if "razzia" in ending:
            assert sum(points) == (12 if one_is_one else 18)
            assert not any(state.nuts)
        else:
            goal = 3 if one_is_one else 5
            assert points[state.turn - 1] in ((goal,) if one_is_one or ending else (5, 6))
            assert sum(point >= goal for point in points) == 1


# --- A second referee -------------------------------------------------------------------------------------


class Referee:
    """The rules once more, on texts and in place: slow, and as unlike the engine as possible."""

    def __init__(self, seats, first, baby, one_is_one, ending, deal):
        self.seats, self.first, self.baby, self.one_is_one, self.ending = (
            seats,
            first,
            baby,
            one_is_one,
            ending,
        )
        cards, ring = deal.removeprefix("deal ").split(" / ")
        self.forest = {str(place): name for place, name in enumerate(cards.split(), start=1)}
        self.turned = set()
        self.ring = dict(zip(RING, ring.split(), strict=True))
        self.at, self.side = {}, {}
        self.won = {seat: [] for seat in range(1, seats + 1)}
        self.seat, self.due, self.said = first, "place", 0

    def run(self):
        """The opposite space and the places of the forest on the way, 1 to 9."""
        return RUNS[self.at[self.seat]]

    def words(self):
        return COLORS if self.side[self.seat] == "colors" else FORMS

    def legal(self):
        match self.due:
            case "place":
                sides = ["colors", "forms"] if self.baby == "none" else [self.baby]
                return {f"place {space} {side}" for space in RING for side in sides}
            case "turn":
                return set(STEPS + (self.words() if self.ring[self.run()[0]] else []))
            case "say":
                return set(self.words())
            case "step":
                return set(STEPS)
            case "return 2" | "return 1":
                old = self.won[self.seat][:-1]
                return {f"return {worth} {space}" for worth in old for space in RING if not self.ring[space]}
        return set()

    def hidden_side(self):
        place = self.run()[1][self.said]
        number, up = self.forest[place]
        return DECK.forest[int(number) - 1][up == "A"]

    def next_seat(self):
        self.seat, self.due, self.said = self.seat % self.seats + 1, "turn", 0

    def points(self, seat):
        return len(self.won[seat]) if self.one_is_one else sum(self.won[seat])

    def would_have(self):
        """How many nuts it would be with the card opposite."""
        card = self.ring[self.run()[0]] if self.seat in self.at else ""
        return sum(self.won[self.seat]) + int(card[:1] or 0)

    def play(self, text):
        verb, *rest = text.split()
        if verb == "place":
            self.at[self.seat], self.side[self.seat] = rest
            self.next_seat()
            if len(self.at) < self.seats:
                self.due = "place"
        elif verb == "move":
            turn = {"left": 1, "right": -1}[rest[0]]
            self.at[self.seat] = RING[(RING.index(self.at[self.seat]) + turn) % 12]
            self.next_seat()
        elif verb == "return":
            self.won[self.seat].remove(int(rest[0]))
            self.ring[rest[1]] = rest[0]
            self.due = {"return 2": "return 1", "return 1": "flip"}[self.due]
        else:
            right = rest[0] in self.hidden_side().split()
            place = self.run()[1][self.said]
            self.forest[place] = self.forest[place][0] + ("B" if self.forest[place][1] == "A" else "A")
            self.turned.add(place)
            self.said += 1
            self.due = "say"
            if not right:
                self.next_seat()
            elif self.said == 3:
                self.take(self.run()[0])
        if self.due == "flip":
            self.due = "step"
            for seat in self.side:
                if seat != self.seat and self.baby == "none":
                    self.side[seat] = "forms" if self.side[seat] == "colors" else "colors"

    def take(self, space):
        self.won[self.seat].append(int(self.ring[space][0]))
        self.ring[space] = ""
        points, goal = self.points(self.seat), 3 if self.one_is_one else 5
        self.due = "flip"
        if self.ending == "razzia":
            if not any(self.ring.values()):
                self.due = "over"
        elif points == goal or (points > goal and self.ending != "overdose"):
            self.due = "over"
        elif points > goal:
            self.due = "return 2"


EVERY_MOVE = [
    *(f"place {space} {side}" for space in RING for side in ("colors", "forms")),
    *COLORS,
    *FORMS,
    *STEPS,
    *(f"return {worth} {space}" for worth in (1, 2) for space in RING),
    D1,
]


class BothReferees(RuleBasedStateMachine):
    """Engine and second referee play the same game, move for move."""

    @initialize(
        seats=st.integers(2, 4),
        first=st.integers(1, 4),
        baby=st.sampled_from(["none", "none", "colors", "forms"]),
        one_is_one=st.sampled_from([False, False, True]),
        ending=st.sampled_from(["goal", "overdose", "overdose", "razzia"]),
        mystery=st.integers(0, 12),
        seed=st.integers(0, 2**32),
        wins=st.sampled_from([0, 4, 8, 12]),
    )
    def sit_down(self, seats, first, baby, one_is_one, ending, mystery, seed, wins):
        first = min(first, seats)
        options = {"first": first, "baby": baby, "one_is_one": one_is_one, "mystery": mystery}
        if ending != "goal":
            options[ending] = True
        self.game = table(seats, **options)
        self.rng = Random(seed)
        deal = self.game.deal(self.game.start(), self.rng)
        self.dealt = sorted(card.worth for card in deal.nuts)
        self.mystery = mystery
        self.state = self.game.play(self.game.start(), deal)
        self.referee = Referee(seats, first, baby, one_is_one, ending, str(deal))
        self.past = []
        self.a_run_of_luck(wins)

    def go_on(self, text):
        self.past.append((self.state, repr(self.state)))
        self.state = self.game.play(self.state, self.game.parse(text))
        self.referee.play(text)

    def playing(self):
        return self.referee.due != "over"

    @precondition(playing)
    @rule(number=st.integers(0, 23))
    def any_move(self, number):
        texts = sorted(self.referee.legal())
        self.go_on(texts[number % len(texts)])

    @precondition(playing)
    @rule(wins=st.integers(1, 4))
    def luck(self, wins):
        self.a_run_of_luck(wins)

    def a_run_of_luck(self, wins):
        """Several attempts succeed: with words at random that would take long.

        In Overdose nobody starts one that would win the game, so that sooner or later one is too much.
        """
        for _ in range(100):
            if not wins or not self.playing():
                break
            legal = self.referee.legal()
            ends = self.referee.ending == "overdose" and self.referee.would_have() == 5
            if self.referee.due == "turn" and ends:
                self.go_on(self.rng.choice(STEPS))
            elif self.referee.due in ("turn", "say") and legal != set(STEPS):
                names = self.referee.hidden_side().split()
                self.go_on(next(text for text in self.referee.words() if text.split()[1] in names))
                wins -= self.referee.due not in ("turn", "say")
            else:
                self.go_on(self.rng.choice(sorted(legal)))
            self.both_see_the_same_table()
            self.exactly_the_legal_moves_can_be_played()

    @rule(seat=st.integers(0, 4))
    def look_and_imagine(self, seat):
        """Whoever imagines what is hidden sees the same afterwards, and plays on from there."""
        seat = min(seat, self.game.seats)
        view = self.game.view(self.state, seat)
        truth = imagine(self.game, view, seat, self.rng)
        assert self.game.view(truth, seat) == view
        assert self.game.inventory(truth) == self.game.inventory(self.state)
        hidden = [
            card.down for place, card in enumerate(self.state.forest) if view.forest[place].down is HIDDEN
        ]
        layouts = self.game.unseen(view, seat)[0].cards
        assert tuple(hidden) in layouts
        for _ in range(5):
            if self.game.actor(truth) is not None:
                truth = self.game.play(truth, self.rng.choice(list(self.game.moves(truth))))

    @invariant()
    def both_see_the_same_table(self):
        state, referee = self.state, self.referee
        assert self.game.actor(state) == (referee.seat if self.playing() else None)
        assert forest(state) == " ".join(referee.forest.values())
        assert nuts(state) == " ".join(card or "-" for card in referee.ring.values())
        placed = {
            seat: (squirrel.space.name, squirrel.side)
            for seat, squirrel in enumerate(state.squirrels, start=1)
            if squirrel
        }
        assert placed == {seat: (referee.at[seat], referee.side[seat]) for seat in referee.at}
        points = [referee.points(seat) for seat in sorted(referee.won)]
        assert self.game.standings(state).ranking == tuple((point,) for point in points)

    @invariant()
    def exactly_the_legal_moves_can_be_played(self):
        allowed = self.referee.legal()
        texts = [str(move) for move in self.game.moves(self.state)]
        assert sorted(texts) == sorted(allowed)
        for text in EVERY_MOVE:
            move = self.game.parse(text)
            if text in allowed:
                self.game.play(self.state, move)
            else:
                with pytest.raises(IllegalMove):
                    self.game.play(self.state, move)

    @invariant()
    def nothing_gets_lost(self):
        around = [card.worth for card in self.state.nuts if card]
        assert sorted(around + [worth for held in self.state.won for worth in held]) == self.dealt
        assert sorted(name[0] for name in forest(self.state).split()) == list("123456789")
        assert self.game.inventory(self.state) == self.game.inventory(self.game.start())

    @invariant()
    def views_show_what_everybody_has_seen(self):
        views = [self.game.view(self.state, seat) for seat in range(self.game.seats + 1)]
        for view in views:
            assert view == views[0]
            assert self.game.actor(view) == self.game.actor(self.state)
            assert list(self.game.moves(view)) == list(self.game.moves(self.state))
            for place, (card, true) in enumerate(zip(view.forest, self.state.forest, strict=True), start=1):
                assert card.up == true.up
                assert card.down == (true.down if str(place) in self.referee.turned else HIDDEN)
            for card, true in zip(view.nuts, self.referee.ring.values(), strict=True):
                assert ("" if card is None else str(card)) == ("?*" if "*" in true else true)

    @invariant()
    def the_past_stays_as_it_was(self):
        if self.past:
            state, text = self.past[-1]
            assert repr(state) == text
            assert state == self.past[-1][0]


TestBothReferees = BothReferees.TestCase
