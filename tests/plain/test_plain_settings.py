"""What is chosen in the settings holds in plain mode too."""

import json
import re

import pytest

from nutgames import settings
from support import Terminal, run, talk


def write(text):
    """The settings file says this."""
    settings.path().parent.mkdir(parents=True, exist_ok=True)
    settings.path().write_text(text)


def saved():
    """The moves of the game that was played last."""
    games = json.loads(talk("saves", "list", "--json").out)
    return json.loads(talk("saves", "export", games[0]["id"]).out)["moves"]


@pytest.mark.parametrize("game", ["nutty-business", "nut"])
def test_a_pipe_plays_the_same_game_with_fewer_questions(game):
    outs, moves = [], []
    for text in ("", "forced_moves = true\n"):
        write(text)
        done = talk("play", game, "--plain", "--players", "Ana,Ben", "--seed", "1", typed="\n" * 2_000)
        assert done.code == 0
        outs.append(done.out)
        moves.append(saved())
    assert moves[0] == moves[1]
    assert outs[0].partition("Final places")[2] == outs[1].partition("Final places")[2] != ""
    assert outs[1].count("\n> ") < outs[0].count("\n> ")
    assert "(the only way)" in outs[1]
    assert "(the only way)" not in outs[0]
    # Whoever decides in private is asked all the same.
    assert outs[0].count("Pass the keyboard") == outs[1].count("Pass the keyboard")


def test_hibernation_is_asked_and_told_alike():
    outs = []
    for text in ("", "forced_moves = true\n"):
        write(text)
        words = ("play", "hibernation", "--plain", "--players", "Ana,Ben,Cid", "--seed", "1")
        outs.append(talk(*words, "--set", "months=1", typed="\n" * 2_000).out)
    assert outs[0] == outs[1]


def test_names_of_the_settings_are_proposed_on_a_terminal():
    write('names = ["Ana", "B\\u001b[31men", "C", "D", "E", "F", "G"]\n')
    with Terminal("play", "nutty-business", "--plain") as terminal:
        terminal.until("Enter: Ana, B[31men, C, D, E: ")
        terminal.answer("", "Enter starts")
        terminal.answer("", "Enter when")
        terminal.answer("q", "nutgames resume")
        assert terminal.end() == 0
    seats = json.loads(talk("saves", "list", "--json").out)[0]["seats"]
    assert seats == ["Ana", "B[31men", "C", "D", "E"]


def test_the_memory_aid_is_a_setting():
    words = ("play", "nut-job", "--plain", "--players", "Ana,Ben", "--seed", "1")
    outs = []
    for text in ("", "memory_aid = true\n"):
        write(text)
        outs.append(talk(*words, typed="\n" * 40).out)
    assert "backs seen" not in outs[0]
    assert re.search(r"backs seen", outs[1])


def test_resume_follows_the_settings():
    write("forced_moves = true\n")
    talk("play", "nutty-business", "--plain", "--players", "Ana,Ben", "--seed", "1", typed="\n" * 20)
    assert "(the only way)" in talk("resume", "--plain", typed="e\n" + "\n" * 20).out


def test_a_process_tells_what_is_wrong_and_goes_on():
    write("theme = dark\n")
    done = run("play", "nutty-business", "--players", "Ana,Ben", typed="q\n")
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "line 1" in done.err
