"""The way in for tools: the registry, `new`, and what it says of wrong arguments."""

from random import Random

import pytest

from nutgames.games import CHANCE, GAMES, HIDDEN, imagine, new
from nutgames.games.core import name_of, nearest, ranked
from strategies import TABLES


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_new_makes_the_game(name, seats):
    game = new(name, seats=seats, first=seats)
    assert name_of(game) == name
    assert game.seats == seats
    assert game.options.first == seats
    assert game.actor(game.start()) in (CHANCE, seats)
    assert game.standings(game.start()).places == (1,) * seats


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_complete(name):
    entry = GAMES[name]
    assert isinstance(entry.seats, range)
    assert entry.title
    assert entry.minutes > 0
    assert issubclass(type(new(name, entry.seats[0])), object)
    for option, field in entry.Options.model_fields.items():
        assert field.title, option
        assert field.description, option
        assert not field.is_required(), option


@pytest.mark.parametrize(
    ("name", "seats", "options", "said"),
    [
        ("nutty", 2, {}, "unknown game 'nutty'; did you mean nutty-business?"),
        ("nutty-business", 1, {}, "Nutty Business is for 2 to 5 players, not 1"),
        ("nutty-business", 6, {}, "Nutty Business is for 2 to 5 players, not 6"),
        ("nutty-business", True, {}, "not True"),
        ("nutty-business", 2.0, {}, "not 2.0"),
        ("nutty-business", 2, {"fist": 1}, "unknown option 'fist'; did you mean first?"),
        ("nutty-business", 2, {"first": 3}, "option first: there is no seat 3 at a table of 2"),
        ("nutty-business", 2, {"first": 0}, "option first: 0 should be at least 1"),
        ("nutty-business", 2, {"first": True}, "option first: True should be a whole number"),
        ("nutty-business", 2, {"first": "x"}, "option first: 'x' should be a whole number"),
        ("nutty-business", 2, {"bank_blocks_customs": 1}, "bank_blocks_customs: 1 should be true or false"),
        ("nutty-business", 2, {"bank_blocks_customs": None}, "bank_blocks_customs: None should be"),
    ],
)
def test_wrong_arguments_are_named_in_one_line(name, seats, options, said):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as error:
        new(name, seats, **options)
    assert said in str(error.value)


def test_options_may_be_texts():
    options = new("nutty-business", 3, first="2", bank_blocks_customs="false").options
    assert options.first == 2
    assert options.bank_blocks_customs is False


def test_a_deck_is_refused_where_everybody_has_the_same_cards():
    with pytest.raises(ValueError, match="takes no deck"):
        new("nutty-business", 2, deck=object())


def test_equals_share_a_place_and_the_next_stays_empty():
    assert ranked([(3,), (5,), (3,), (1,)]).places == (2, 1, 2, 4)
    assert ranked([(3, 1), (3, 2)]).places == (2, 1)


def test_nearest_names_what_was_meant_or_what_there_is():
    assert nearest("raids", ["raid", "rob"]) == "; did you mean raid?"
    assert nearest("NUT", ["nutty-business", "nut-job", "nut"]) == "; did you mean nut?"
    assert nearest("xyz", ["raid", "rob"]) == "; there is raid, rob"
    assert nearest("", ["raid", "rob"]) == "; there is raid, rob"


def test_all_truths_are_equally_likely():
    """Three laid cards, one of them known: 64 truths for the other two, each about as often."""
    game = new("nutty-business", 3)
    state = game.start()
    for text in ("lay bank", "lay raid"):
        state = game.play(state, game.parse(text))
    view = game.view(state, 3)
    assert view.phase.laid == (HIDDEN, HIDDEN, None)
    rng, seen = Random(1), {}
    for _ in range(6400):
        laid = imagine(game, view, 3, rng).phase.laid
        seen[laid] = seen.get(laid, 0) + 1
    assert len(seen) == 64
    assert all(60 < times < 150 for times in seen.values())
