"""Looking at a match again: stepping is playing, a view is the game's, and secrets keep until the end."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nutgames.games import CHANCE, GAMES, HIDDEN, IllegalMove, imagine, new, random_move
from nutgames.games.hibernation.components import Pass, Play
from nutgames.games.nut_job import Say
from nutgames.play.match import Match, Player, UndoRefused
from nutgames.play.records import dumps, loads
from nutgames.play.replay import ONLOOKER, OPEN, Replay
from support import NAMES, TABLES, random_match

SEEDS = st.integers(0, 10_000)


def replay_of(name: str, seats: int, seed: int, moves: int = 10_000) -> Replay:
    return Replay(random_match(name, seats, seed, moves))


def stepped(replay: Replay, by_turns: bool = False) -> list[int]:
    """Where one stops on the way from the start to the end."""
    positions = [replay.first]
    while positions[-1] < replay.end:
        positions.append(replay.following(positions[-1], by_turns))
    return positions


# --- Stepping ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_position_is_what_playing_led_to(name: str, seats: int) -> None:
    replay = replay_of(name, seats, seed=5)
    replay.open()
    state, game = replay.match.game.start(), replay.match.game
    for position, move in enumerate([None, *replay.match.moves]):
        state = game.play(state, move) if move else state
        assert replay.view(position, OPEN) == state
        for seat in range(seats + 1):
            assert replay.view(position, seat) == game.view(state, seat)
    assert position == replay.end


@given(table=st.sampled_from(TABLES), seed=SEEDS, moves=st.integers(0, 300))
@settings(max_examples=30)
def test_steps_lead_from_the_start_to_the_end_and_back(table: tuple[str, int], seed: int, moves: int) -> None:
    replay = replay_of(*table, seed, moves)
    for by_turns in (False, True):
        there = stepped(replay, by_turns)
        assert there == sorted(set(there))
        back = [replay.end]
        while back[-1] > replay.first:
            back.append(replay.preceding(back[-1], by_turns))
        assert back[::-1] == there
        assert replay.following(replay.end, by_turns) == replay.end
        assert replay.preceding(replay.first, by_turns) == replay.first


@given(table=st.sampled_from(TABLES), seed=SEEDS)
@settings(max_examples=20)
def test_what_the_steps_tell_is_the_log(table: tuple[str, int], seed: int) -> None:
    replay = replay_of(*table, seed)
    replay.open()
    for viewpoint in replay.viewpoints:
        stops, told = stepped(replay), list[str]()
        for before, after in pairwise(stops):
            news = replay.log(after, viewpoint, before)
            assert news or after == replay.end
            told += news
        assert told == replay.log(replay.end, viewpoint)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("moves", [1, 20, 10_000])
def test_the_log_up_to_a_moment_is_the_one_of_that_moment(name: str, seats: int, moves: int) -> None:
    match = random_match(name, seats, 3)
    replay, moves = Replay(match), min(moves, len(match.moves))
    then = random_match(name, seats, 3, moves)
    assert replay.match.moves[:moves] == then.moves
    assert replay.log(moves, ONLOOKER) == replay.words.log(then, ONLOOKER)


def test_letting_something_pass_is_no_step_of_its_own() -> None:
    replay = replay_of("hibernation", 6, seed=2)
    passes = [
        number
        for number, move in enumerate(replay.match.moves, start=1)
        if isinstance(move, Pass) and number not in replay.stops
    ]
    assert len(passes) > replay.end / 2
    assert len(stepped(replay)) + len(passes) == replay.end + 1


# --- Turns ------------------------------------------------------------------------------------------------


@given(table=st.sampled_from(TABLES), seed=SEEDS)
@settings(max_examples=30)
def test_a_turn_is_one_players_and_the_next_one_anothers(table: tuple[str, int], seed: int) -> None:
    replay = replay_of(*table, seed)
    game, states = replay.match.game, [replay.view(each, ONLOOKER) for each in range(replay.end + 1)]
    assert replay.turns == tuple(sorted(set(replay.turns)))
    whose = [states[position].turn for position in replay.turns]
    for start, end in zip(replay.turns, [*replay.turns[1:], replay.end], strict=True):
        for position in range(start, end):
            if game.actor(states[position]) != CHANCE:
                assert states[position].turn == states[start].turn
                assert replay.turn(position) == replay.turns.index(start) + 1
    if table[0] in ("nutty-business", "nut-job"):
        assert all(one != two for one, two in pairwise(whose))
    if table[0] == "nut":
        rounds = [states[position].round for position in replay.turns]
        assert len(set(zip(rounds, whose, strict=True))) == len(whose), "one turn a round for each"


@pytest.mark.parametrize(
    ("play", "turns"), [("trap 2", (1, 3)), ("scurry", (1,)), ("forage", (1, 3)), ("snoop 2", (1, 4))]
)
def test_where_a_turn_of_hibernation_begins(play: str, turns: tuple[int, ...]) -> None:
    """After the trap Ben is passed over and Ana has another turn; what she plays after Scurry is the same."""
    game = new("hibernation", 2)
    match = Match(game, [Player("Ana"), Player("Ben")])
    first = play.split()[0]
    cards = sorted(match.state.discard, key=lambda card: (card != first, card != "forage"))
    for text in (f"shuffle {' '.join(cards)}", f"play {play}", "pass"):
        match.play(game.parse(text))
    if first == "snoop":
        match.play(next(game.moves(match.state)))
    assert match.actor == (1 if first in ("trap", "scurry") else 2)
    assert isinstance(match.state.phase, Play)
    assert Replay(match).turns == turns


# --- Asking for a place -----------------------------------------------------------------------------------


def test_a_move_or_a_turn_can_be_asked_for() -> None:
    replay = replay_of("nut", 2, seed=1)
    assert [replay.found(text) for text in ("0", "7", "61")] == [0, 7, 61]
    assert replay.found("t1") == replay.turns[0] == 1
    assert replay.found("T 30") == replay.turns[29]
    for text in ("", "t", "x", "-1", "1.5", "６", "t0", "t31", "62", "9" * 5_000, "tt\x1b"):
        with pytest.raises(ValueError, match=r"type the number|the last (move is 61|turn is 30)"):
            replay.found(text)


# --- Who may see what -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_unfinished_game_opens_nothing(name: str, seats: int) -> None:
    replay = replay_of(name, seats, seed=8, moves=20)
    assert not replay.is_over
    assert replay.viewpoints == (ONLOOKER,)
    with pytest.raises(ValueError, match="before the game is over"):
        replay.open()
    for viewpoint in (*range(1, seats + 1), OPEN, seats + 1, -2):
        for look in (replay.view, replay.log):
            with pytest.raises(ValueError, match="before the game is over"):
                look(replay.end, viewpoint)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_finished_game_opens_when_somebody_asks_and_then_what_was_hidden_stays(
    name: str, seats: int
) -> None:
    replay = replay_of(name, seats, seed=8)
    match = replay.match
    hides = match.view(ONLOOKER) != match.state
    assert hides == (name == "hibernation"), "only there hands and the deck are hidden to the end"
    if hides:
        with pytest.raises(ValueError, match="not been opened"):
            replay.view(0, OPEN)
    assert replay.viewpoints == (ONLOOKER, *range(1, seats + 1), OPEN)
    replay.open()
    replay.view(0, OPEN)
    if hides:
        with pytest.raises(UndoRefused, match="may have been looked at"):
            match.undo()
    else:
        assert "have been looked at" not in (match.why_no_undo() or "")


def test_everything_open_hides_nothing() -> None:
    replay = replay_of("hibernation", 3, seed=1)
    replay.open()
    told = "\n".join(replay.log(replay.end, OPEN))
    assert not re.search(r"takes a card\b", told)
    assert re.search(r"takes a card\b", "\n".join(replay.log(replay.end, ONLOOKER)))
    for seat in range(1, 4):
        assert f"{NAMES[seat - 1]} is dealt" in told
    assert HIDDEN not in str(replay.view(replay.end, OPEN))
    assert "Ana lays a card" not in "\n".join(open_log("nutty-business"))
    wordings = [line for line in open_log("nut-job") if " says " in line]
    assert wordings
    assert not any(" names a " in line for line in open_log("nut-job"))


def test_a_finished_nut_job_tells_all_that_was_said() -> None:
    replay = replay_of("nut-job", 2, seed=1)
    for position in range(0, replay.end + 1, 10):
        said = [move for move in replay.match.moves[:position] if isinstance(move, Say)]
        log = replay.log(position, ONLOOKER)
        assert [line.split()[2] for line in log if " says " in line] == [f"{move.word}:" for move in said]


def open_log(name: str) -> list[str]:
    replay = replay_of(name, 2, seed=1)
    replay.open()
    return replay.log(replay.end, OPEN)


def test_until_nut_job_is_over_nobody_looks_back() -> None:
    replay = replay_of("nut-job", 3, seed=1, moves=60)
    assert replay.first == replay.end == 60
    assert replay.stops == (60,)
    assert replay.following(60) == replay.preceding(60) == replay.preceding(60, by_turns=True) == 60
    with pytest.raises(ValueError, match="until Nut Job is over"):
        replay.found("12")
    with pytest.raises(ValueError, match="position 59"):
        replay.view(59, ONLOOKER)
    assert replay_of("nut-job", 3, seed=1).first == 0


def two_truths(name: str, seats: int, seed: int, moves: int) -> tuple[Match, Match]:
    """Two unfinished games that have always looked the same to an onlooker."""
    rng = Random(seed)
    one, two = (Match(new(name, seats), [Player(each) for each in NAMES[:seats]]) for _ in "12")
    game = one.game
    for _ in range(moves):
        if one.actor is None:
            break
        if one.actor == CHANCE:
            one.play(game.deal(one.state, rng))
            two._states.append(imagine(game, one.view(0), 0, rng))
            two.moves.append(one.moves[-1])
            continue
        alike = [
            (here, there)
            for here in game.moves(one.state)
            for there in game.moves(two.state)
            if game.shown(one.state, here, 0) == game.shown(two.state, there, 0)
            and game.view(game.play(one.state, here), 0) == game.view(game.play(two.state, there), 0)
        ]
        alike = [pair for pair in alike if game.actor(game.play(one.state, pair[0])) is not None]
        if not alike:
            break
        here, there = rng.choice(alike)
        one.play(here)
        two.play(there)
    return one, two


def all_seen(replay: Replay) -> Any:
    """Everything that somebody can find out by going through a replay."""
    positions = range(replay.first, replay.end + 1)
    return (
        replay.stops,
        replay.turns,
        replay.viewpoints,
        [replay.log(position, ONLOOKER) for position in positions],
        [replay.words.tables(replay.view(position, ONLOOKER)) for position in positions],
        [replay.words.inspected(replay.view(position, ONLOOKER)) for position in positions],
    )


@pytest.mark.parametrize("name", GAMES)
def test_truths_that_look_alike_replay_alike(name: str, count: Any) -> None:
    different = 0
    for seed in range(count(dev=4, ci=12, nightly=300)):
        seats = GAMES[name].seats[seed % len(GAMES[name].seats)]
        one, two = two_truths(name, seats, seed, moves=1 + seed % 3 if name == "nutty-business" else 25)
        assert all_seen(Replay(one)) == all_seen(Replay(two))
        different += one.state != two.state
    assert different, "the truths are the same: nothing has been tried"


# --- A match until a moment -------------------------------------------------------------------------------


@given(table=st.sampled_from(TABLES), seed=SEEDS, moves=st.integers(0, 200))
@settings(max_examples=20)
def test_a_match_until_a_moment_is_a_match(table: tuple[str, int], seed: int, moves: int) -> None:
    match = random_match(*table, seed)
    before = dumps(match)
    then = match.until(min(moves, len(match.moves)))
    assert dumps(loads(dumps(then).encode())) == dumps(then)
    if then.actor is not None:
        assert then.finished is None
        then.play(random_move(then.game, then.state, Random(seed)))
        with pytest.raises(IllegalMove):
            then.play("nonsense")
    assert dumps(match) == before, "playing on from there changes nothing here"


def test_an_abandoned_game_opens_nothing_but_can_be_looked_back_at() -> None:
    for name in ("nut-job", "hibernation"):
        match = random_match(name, 2, seed=1, moves=30)
        match.abandon()
        replay = Replay(match)
        assert replay.first == 0
        assert not replay.goes_on
        assert replay.viewpoints == (ONLOOKER,)
        with pytest.raises(ValueError, match="was abandoned"):
            replay.open()
