"""Nut Job in lines: games through a pipe, and a terminal that does not remember for the players."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from nutgames.games import CHANCE, new
from nutgames.games.nut_job import Say, Space, squirrel_at_turn
from nutgames.plain.lines import CLEAR
from nutgames.play.chance import stream
from nutgames.play.words.nut_job import asked
from support import NAMES, Terminal, foreign, run, talk

SILENCE = "\n" * 50_000
"""Enter, held down for longer than any game lasts."""

VARIANTS = [
    {},
    {"mystery": "4", "razzia": "true"},
    {"baby": "colors", "overdose": "true"},
    {"baby": "forms", "one_is_one": "true", "mystery": "12"},
]


def job(seats: int, **options: str) -> list[str]:
    """The words that start the game in lines, with seat 1 to begin."""
    words = ["play", "nut-job", "--plain", "--seed", "5", "--players", ",".join(NAMES[:seats])]
    for name, value in {"first": "1", **options}.items():
        words += ["--set", f"{name}={value}"]
    return words


def good_memory(seats: int, by_number: bool, **options: Any) -> list[str]:
    """What people type who are mostly right: moves, or their numbers."""
    game = new("nut-job", seats, first=1, **options)
    state, rng, lines = game.start(), Random(seats), list[str]()
    deals = stream("5", "deals")
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            move = game.deal(state, deals)
        else:
            legal = list(game.moves(state))
            move = rng.choice(legal)
            if isinstance(legal[0], Say) and rng.random() < 0.9:
                down = state.forest[asked(state)].down
                move = Say(down.color if squirrel_at_turn(state).side == "colors" else down.form)
            lines.append(str(legal.index(move) + 1) if by_number else str(move))
        state = game.play(state, move)
    return lines


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("by_number", [True, False])
def test_a_game_with_good_memory_comes_to_its_end(seats: int, by_number: bool) -> None:
    ran = talk(*job(seats), typed="\n".join(good_memory(seats, by_number)) + "\n")
    assert (ran.code, ran.err) == (0, "")
    assert "✗" not in ran.out
    places = ran.out.split("Final places")[1]
    assert all(name in places for name in NAMES[:seats])
    assert re.search(r"\w+ wins with [56] nuts\.", places)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_variant_comes_to_its_end_in_silence(variant: dict[str, str]) -> None:
    ran = talk(*job(2 + VARIANTS.index(variant) % 3, **variant), typed=SILENCE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Final places") == 1
    assert not foreign(ran.out)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_process_of_its_own_plays_the_same_game() -> None:
    typed = "\n".join(good_memory(2, by_number=True)) + "\n"
    assert run(*job(2), typed=typed) == talk(*job(2), typed=typed)


def test_the_table_is_drawn_with_brackets_and_letters() -> None:
    out = talk(*job(2, mystery="2"), typed="place W2 colors\nplace E2 forms\nq\n").out
    table = out.rsplit("──\n", 1)[1]
    assert re.search(r"^ +N1 \([12?]\) +N2 \([12?]\) +N3 \([12?]\)$", table, re.M)
    assert re.search(r"^A W2 \([12?]\)  ▸ \w+ \w+ .+ E2 \([12?]\) B$", table, re.M)
    assert len(re.findall(r"\(\?\)", table)) == 2
    assert re.search(r"^▶ A Ana +0 +– +colours +W2 +\S.+ on E2$", table, re.M)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_and_all_first_places_fit_on_a_screen_of_24_lines(seats: int) -> None:
    places = [f"place {space} forms\n" for space in ("N1", "E2", "S3", "W1")][: seats - 1]
    questions = talk(*job(seats), typed="".join(places)).out.split("\n> ")[:seats]
    for question in questions:
        assert question.count("\n") < 24
        found = re.findall(r"(\d+)  ([NESW]\d), (colours|forms) up", question)
        sides = [(space.name, side) for space in Space for side in ("colours", "forms")]
        assert found == [(str(number), *each) for number, each in enumerate(sides, start=1)]


def test_a_terminal_is_cleared_so_that_nobody_reads_what_lay_open() -> None:
    with Terminal(*job(2)) as terminal:
        terminal.until("which side up?")
        screens = [terminal.answer("place S1 colors", "which side up?")]
        screens.append(terminal.answer("place E2 forms", "Or move"))
        screens.append(terminal.answer("say red", "Ana says red"))
        assert all(screen.count(CLEAR) == 1 for screen in screens)
        terminal.answer("q", "The game is kept")


def test_a_terminal_is_not_cleared_where_nothing_is_hidden() -> None:
    with Terminal("play", "nut", "--plain", "--players", "Ana,Ben") as terminal:
        terminal.until("forages: which card?")
        terminal.answer("1", until="where does")
        terminal.answer("1", until="which card of column")
        terminal.answer("q", "The game is kept")
        assert "\x1b" not in terminal.raw.decode()


def test_a_pipe_is_not_cleared() -> None:
    assert CLEAR not in talk(*job(2), typed="place S1 colors\nplace E2 forms\nsay red\n").out
