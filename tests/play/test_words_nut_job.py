"""Nut Job in words: everything is told that lies up, and nothing that lies down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nutgames.games import CHANCE, GAMES, HIDDEN, imagine, new
from nutgames.games.nut_job import (
    OPPOSITE,
    PATHS,
    Attempt,
    Color,
    Deck,
    Face,
    ForestCard,
    Form,
    MoveOn,
    MoveSquirrel,
    NutCard,
    Over,
    PlaceSquirrel,
    Return,
    ReturnCard,
    Say,
    Turn,
    squirrel_at_turn,
)
from nutgames.play.match import Match, Player
from nutgames.play.rulebook import section
from nutgames.play.words import Words, words_for
from nutgames.play.words.nut_job import asked
from support import NAMES

FACES = [Face(form, color) for form in Form for color in Color]

OPTIONS: list[dict[str, Any]] = [
    {"baby": baby, "one_is_one": one_is_one, "overdose": end == "overdose", "razzia": end == "razzia"}
    | {"mystery": mystery}
    for baby, one_is_one, end, mystery in product(
        ("none", "colors", "forms"), (False, True), ("goal", "overdose", "razzia"), (0, 4)
    )
]
"""Every combination that can be played."""
SOME = [OPTIONS[number] for number in (0, 2, 4, 7, 13, 18, 27, 35)]


def right_word(match: Match) -> Say:
    """What lies under the card that is asked about: only a referee can know."""
    state = match.state
    down = state.forest[asked(state)].down
    return Say(down.color if squirrel_at_turn(state).side == "colors" else down.form)


def play_on(match: Match, rng: Random, moves: int, luck: float = 0.8) -> Iterator[None]:
    """Plays like people with a good memory, so that a game comes to wins, returns and its end."""
    while match.actor is not None and len(match.moves) < moves:
        legal = list(match.game.moves(match.state))
        if match.actor == CHANCE:
            match.deal(rng)
        elif isinstance(legal[0], Say) and rng.random() < luck:
            match.play(right_word(match))
        else:
            match.play(rng.choice(legal))
        yield


def a_match(seats: int = 3, deck: Deck | None = None, **options: Any) -> tuple[Match, Words]:
    match = Match(new("nut-job", seats, deck=deck, **options), [Player(name) for name in NAMES[:seats]])
    return match, words_for(match.game, match.names)


def played(seats: int, seed: int, moves: int, luck: float = 0.8, **options: Any) -> tuple[Match, Words]:
    match, words = a_match(seats, **options)
    for _ in play_on(match, Random(seed), moves, luck):
        pass
    return match, words


def told_of(words: Words, view: Any) -> list[object]:
    """All that is told of a moment from what lies on the table."""
    return [
        words.moment(view),
        words.question(view),
        words.tables(view),
        words.inspected(view),
        words.section(view),
        words.choices(view),
        words.refusals(view),
        words.score(view),
        words.verdict(view),
    ]


# --- Nothing is told of what lies down --------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_word_depends_on_what_lies_down(options: dict[str, Any]) -> None:
    """Whatever is under the cards, seen before or not, and whatever nut cards lie face down."""
    seats = 2 + OPTIONS.index(options) % 3
    rng = Random(seats)
    match, words = a_match(seats, **options)
    for _ in play_on(match, rng, 60):
        view = match.view(0)
        told = told_of(words, view)
        for down in (HIDDEN, None):
            other = replace(
                view,
                forest=tuple(
                    ForestCard(card.up, down or rng.choice(FACES), seen=rng.random() < 0.5)
                    for card in view.forest
                ),
                nuts=tuple(
                    NutCard(rng.choice((1, 2)), face_down=True) if card and card.face_down else card
                    for card in view.nuts
                ),
            )
            assert told_of(words, other) == told
        truth = imagine(match.game, view, 0, rng)
        assert told_of(words, match.game.view(truth, 0)) == told


NAMING = re.compile(
    r"(?P<name>\w+) (?:says (?P<word>\w+): (?P<verdict>right|wrong), it is (?P<form>\w+) / (?P<color>\w+)"
    r"|names a (?P<kind>colour|form): (?:right|wrong))\."
)
ANY_FACE = re.compile(rf"\b({'|'.join([*Form, *Color])})\b")


def the_log_is_kept(match: Match, words: Words) -> None:
    """Every face and every word in the log is about a side that lies up now, or the game is over."""
    lines = words.log(match, 0)
    namings = [found for line in lines if (found := NAMING.fullmatch(line))]
    said = [step for step in match.log(0) if isinstance(step.move, Say)]
    assert len(namings) == len(said)
    others = [line for line in lines if not NAMING.fullmatch(line)]
    assert not any(ANY_FACE.search(line) for line in others), others
    turned_later = set()
    for step, line in zip(reversed(said), reversed(namings), strict=True):
        place = asked(step.before)
        up = step.after.forest[place].up
        assert line["name"] == match.names[step.actor - 1]
        if place in turned_later and match.actor is not None:
            assert line["kind"], line[0]
        else:
            assert (line["form"], line["color"]) == (up.form, up.color)
            assert line["word"] == step.move.word
            assert (line["verdict"] == "right") == (line["word"] in up)
        turned_later.add(place)


@pytest.mark.parametrize("options", SOME, ids=str)
@given(seed=st.integers(0, 10**6), moves=st.integers(5, 120), seats=st.integers(2, 4))
def test_the_log_tells_no_face_that_lies_down(
    options: dict[str, Any], seed: int, moves: int, seats: int
) -> None:
    match, words = played(seats, seed, moves, luck=0.6, **options)
    the_log_is_kept(match, words)
    since = seed % len(match.moves)
    assert words.log(match, 0)[-1:] == words.log(match, 0, since)[-1:]


def test_the_log_is_kept_at_every_step() -> None:
    match, words = a_match(3)
    for _ in play_on(match, Random(5), 80, luck=0.6):
        the_log_is_kept(match, words)


def with_other_backs(match: Match, seats: int, rng: Random) -> Match:
    """The same game as far as anybody can read it now, with other faces on the sides that lie down.

    What was said of those sides was then another word, as right or as wrong as the one that was said.
    """
    deal, *moves = match.moves
    faces = {face: rng.choice(FACES) for face in FACES}
    downs = {place: faces[card.down] for place, card in enumerate(match.state.forest)}
    forest = []
    for place, name in enumerate(deal.forest):
        up, down = match.state.forest[place].up, downs[place]
        first = match.game.play(match.game.start(), deal).forest[place].up
        sides = (up, down) if first == up and is_up_again(match, place) else (down, up)
        forest.append((name, sides if name[1] == "A" else sides[::-1]))
    deck = Deck(forest=tuple(tuple(map(str, sides)) for _, sides in sorted(forest)), nuts=(1,) * 6 + (2,) * 6)
    other, _ = a_match(seats, deck=deck)
    other.play(deal)
    for move in moves:
        if isinstance(move, Say):
            place = asked(other.state)
            was = match_at(match, len(other.moves)).forest[place].down
            now = other.state.forest[place].down
            kind = type(move.word)
            is_right = move.word in was
            if was != now:
                right = now.color if kind is Color else now.form
                move = Say(right if is_right else next(each for each in kind if each != right))
        other.play(move)
    return other


def is_up_again(match: Match, place: int) -> bool:
    """Whether a card has been turned an even number of times."""
    turned = [step for step in match.log(0) if isinstance(step.move, Say) and asked(step.before) == place]
    return len(turned) % 2 == 0


def match_at(match: Match, moves: int) -> Any:
    """The state after so many moves."""
    return match._states[moves]


@given(seed=st.integers(0, 10**6), moves=st.integers(4, 70), seats=st.integers(2, 4))
def test_games_that_differ_in_what_lies_down_now_are_told_alike(seed: int, moves: int, seats: int) -> None:
    """Even the whole story: nobody can tell from it which face is under a card that was turned back."""
    match, words = played(seats, seed, moves, luck=0.6)
    if isinstance(match.state.phase, Over):
        return
    other = with_other_backs(match, seats, Random(seed))
    ups, others_up = ([card.up for card in each.state.forest] for each in (match, other))
    assert ups == others_up
    assert words.log(other, 0) == words.log(match, 0)
    assert words.tables(other.view(0)) == words.tables(match.view(0))


def test_a_naming_is_told_until_its_card_is_turned_again() -> None:
    match, words = a_match(2)
    match.play(match.game.parse("deal 4A 6A 1A 7A 3A 9A 2A 5A 8A / 2 1 1 1 2 2 2 1 1 2 2 1"))
    for text in ("place S1 colors", "place S1 forms", "say red"):
        match.play(match.game.parse(text))
    assert words.log(match, 0)[-1] == "Ana says red: wrong, it is leaf / blue."
    match.play(match.game.parse("say mushroom"))
    assert words.log(match, 0)[-2:] == [
        "Ana names a colour: wrong.",
        "Ben says mushroom: wrong, it is leaf / yellow.",
    ]


# --- The memory aid ---------------------------------------------------------------------------------------


def test_the_memory_aid_is_off_until_it_is_wanted() -> None:
    match, words = a_match(2)
    match.play(match.game.parse("deal 4A 6A 1A 7A 3A 9A 2A 5A 8A / 2 1 1 1 2 2 2 1 1 2 2 1"))
    for text in ("place S1 colors", "place E2 forms", "say blue"):
        match.play(match.game.parse(text))
    view = match.view(0)
    assert len(words.tables(view)) == 2
    words.memory_aid = True
    backs = words.tables(view)[2]
    assert [cell for row in backs.rows for cell in row[1:]] == ["?"] * 6 + ["leaf yellow", "?", "?"]


# --- What is told is true ---------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**6), moves=st.integers(2, 150), options=st.sampled_from(OPTIONS))
def test_every_choice_does_what_it_says(seed: int, moves: int, options: dict[str, Any]) -> None:
    match, words = played(2 + seed % 3, seed, moves, **options)
    if match.actor is None:
        return
    state, game = match.state, match.game
    for choice in words.choices(match.view(0)):
        move = choice.move
        after = game.play(state, move)
        match move:
            case PlaceSquirrel(space, side):
                assert choice.what == f"{space.name}, {'colours' if side == 'colors' else 'forms'} up"
                assert runs_for(choice.effect, state, space)
            case MoveSquirrel(direction):
                space = after.squirrels[state.turn - 1].space
                assert choice.what == f"Move to {space.name}"
                way, _, running = choice.effect.partition("; ")
                assert way == f"to its own {direction}"
                assert runs_for(running, state, space)
            case ReturnCard(worth, space):
                assert choice.what == f"Give back {worth} to {space.name}"
                left = game.standings(after).ranking[state.turn - 1][0]
                assert re.match(rf"keeps {left} (nut|card)s?\b", choice.effect)
                facing = [
                    name
                    for name, squirrel in zip(match.names, state.squirrels, strict=True)
                    if OPPOSITE[squirrel.space] is space
                ]
                assert all(name in choice.effect for name in facing)
            case Say():
                assert choice.what == f"Say {move.word}"
                if move == right_word(match):
                    saying_is_true(choice.effect, state, after, words)
                else:
                    assert isinstance(after.phase, Turn)


def runs_for(effect: str, state: Any, space: Any) -> bool:
    """Whether a text tells what lies opposite a space and which card comes first."""
    card, first = state.nuts[OPPOSITE[space]], state.forest[PATHS[space][0]].up
    worth = (
        "nothing"
        if card is None
        else "a face-down card"
        if card.face_down
        else "1 nut"
        if card.worth == 1
        else "2 nuts"
    )
    told = f"runs for {worth} on {OPPOSITE[space].name}, first {first.form} / {first.color}"
    return effect.endswith(told)


def saying_is_true(effect: str, state: Any, after: Any, words: Words) -> None:
    """What is promised for a right word comes."""
    right, wrong = effect.split("; ")
    assert wrong == "wrong ends the turn"
    if isinstance(after.phase, Attempt):
        up = after.forest[asked(after)].up
        assert right == f"right: on to {up.form} / {up.color}"
        return
    assert right.startswith("right wins ")
    assert OPPOSITE[squirrel_at_turn(state).space].name in right
    card = state.nuts[OPPOSITE[squirrel_at_turn(state).space]]
    options = words.game.options
    if card.face_down and not options.one_is_one:
        assert ("the last card" in right) == isinstance(after.phase, Over) or not options.razzia
        return
    ends = "and the game" in right or "the game ends" in right
    assert ends == isinstance(after.phase, Over)
    assert ("too many" in right) == isinstance(after.phase, Return)
    points = words.game.standings(after).ranking[state.turn - 1][0]
    if isinstance(after.phase, MoveOn) and not options.razzia:
        assert f"({points} in all)" in right


def test_the_example_of_the_rules_page_reads_like_this() -> None:
    match, words = a_match(2)
    page = section("nut-job", "How moves are written").text
    for text in page[page.index("    deal 4A") :].splitlines():
        if text:
            match.play(match.game.parse(text.strip()))
    assert words.log(match, 0) == [
        "The forest and the nut cards are dealt.",
        "Ana puts a squirrel on S1, colours up.",
        "Ben puts a squirrel on E2, forms up.",
        "Ana names a colour: right.",
        "Ana names a colour: wrong.",
        "Ben says rock: right, it is rock / yellow.",
        "Ben says rock: right, it is rock / blue.",
        "Ben names a form: right.",
        "Ben takes 2 nuts from W2 and has 2 nuts.",
        "The other squirrels turn over: Ana names forms.",
        "Ben moves to E3.",
        "Ana says leaf: right, it is leaf / yellow.",
        "Ana says leaf: right, it is leaf / red.",
        "Ana says leaf: right, it is leaf / yellow.",
        "Ana takes 2 nuts from N1 and has 2 nuts.",
        "The other squirrels turn over: Ben names colours.",
        "Ana moves to W3.",
    ]


def test_a_game_of_overdose_is_told_to_its_end() -> None:
    lines = [
        line
        for seed in range(12)
        for line in words_and_log(played(2, seed, 600, luck=0.95, overdose=True, baby="colors"))
    ]
    assert any(re.fullmatch(r"That is too much for \w+: two earlier nut cards go back\.", x) for x in lines)
    assert any(re.fullmatch(r"\w+ puts a nut card worth [12] back on [NESW][123]\.", x) for x in lines)
    assert any(re.fullmatch(r"\w+ has 5 nuts: exactly 5 end the game at once\.", x) for x in lines)
    assert not any("turn over" in line for line in lines), "babies' squirrels stay as they are"


def words_and_log(match_and_words: tuple[Match, Words]) -> list[str]:
    match, words = match_and_words
    return words.log(match, 0)


@pytest.mark.parametrize(
    ("options", "goal", "unit"),
    [
        ({}, "first to 5 nuts", "nuts"),
        ({"one_is_one": True}, "first to 3 cards", "cards"),
        ({"overdose": True}, "exactly 5 nuts win", "nuts"),
        ({"razzia": True}, "most nuts win", "nuts"),
        ({"razzia": True, "one_is_one": True}, "most cards win", "cards"),
    ],
)
def test_the_goal_is_told(options: dict[str, Any], goal: str, unit: str) -> None:
    match, words = played(2, 1, 1_000, luck=1, **options)
    players = words.tables(match.view(0))[1]
    assert players.head[:2] == (f"  {goal}", unit)
    assert words.counted() == (unit,)
    assert unit in words.verdict(match.view(0))[0]


@pytest.mark.parametrize(
    ("moves", "reasons"),
    [
        (
            ("place S1 colors", "place E2 forms"),
            {"Name a form": "your squirrel plays with colours: say yellow or red or blue"},
        ),
        (
            ("place S1 colors", "place E2 forms", "say blue"),
            {
                "Name a form": "your squirrel plays with colours: say yellow or red or blue",
                "Move": "an attempt once begun goes on: say yellow or red or blue",
            },
        ),
        (
            ("place S1 colors", "place E2 forms", "say blue", "say red", "say yellow"),
            {},
        ),
    ],
)
def test_what_cannot_be_done_is_told_with_its_reason(moves: tuple[str, ...], reasons: dict[str, str]) -> None:
    match, words = a_match(2)
    match.play(match.game.parse("deal 4A 6A 1A 7A 3A 9A 2A 5A 8A / 2 1 1 1 2 2 2 1 1 2 2 1"))
    for text in moves:
        match.play(match.game.parse(text))
    assert {each.what: each.reason for each in words.refusals(match.view(0))} == reasons


def test_an_empty_space_opposite_and_a_baby_game_refuse_with_reasons() -> None:
    match, words = a_match(2, baby="forms")
    match.play(match.game.parse("deal 4A 6A 1A 7A 3A 9A 2A 5A 8A / 2 1 1 1 2 2 2 1 1 2 2 1"))
    (colours,) = words.refusals(match.view(0))
    assert colours == ("Colours up", "in this game everybody plays with forms")
    for text in ("place S1 forms", "place S1 forms", "say leaf", "say leaf", "say leaf", "move left"):
        match.play(match.game.parse(text))
    assert match.view(0).nuts[0] is None
    assert not words.refusals(match.view(0)), "nobody is asked to name anything"
    assert "no nut card lies opposite on N1" in words.question(match.view(0))
    assert words.moment(match.view(0)) == "Ben moves"


@given(seed=st.integers(0, 10**6), moves=st.integers(0, 150), options=st.sampled_from(OPTIONS))
def test_the_rules_have_a_section_for_every_moment(seed: int, moves: int, options: dict[str, Any]) -> None:
    match, words = played(2 + seed % 3, seed, moves, **options)
    title = words.section(match.view(0))
    assert section("nut-job", title).title == title


def test_all_seat_counts_are_met() -> None:
    assert list(GAMES["nut-job"].seats) == [2, 3, 4]


@pytest.mark.parametrize(
    ("options", "why", "counts"),
    [
        ({}, r"(\w+) has [56] nuts: 5 or more end the game at once\.", False),
        ({"one_is_one": True}, r"(\w+) has 3 cards: 3 end the game at once\.", False),
        ({"overdose": True}, r"(\w+) has 5 nuts: exactly 5 end the game at once\.", False),
        ({"razzia": True}, r"(\w+) has taken the last nut card: the game is over\.", True),
    ],
)
def test_a_result_says_what_has_ended_the_game(options: dict[str, Any], why: str, counts: bool) -> None:
    match, words = played(2, 1, 1_000, luck=1, **options)
    assert match.actor is None
    found = re.fullmatch(why, words.verdict(match.view(0))[-1])
    assert found
    assert found[1] == words.name(match.state.turn)
    assert bool(words.what_counts()) == counts
