"""Hibernation in lines: the whole table is asked once, looks are private, and nothing public tells a hand."""

from __future__ import annotations

import contextlib
import io
import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nutgames import settings
from nutgames.games import imagine
from nutgames.games.hibernation.components import React
from nutgames.plain import table as plain_table
from nutgames.plain.lines import EndOfInput, Lines
from nutgames.plain.table import Left, Table
from nutgames.play.match import Match
from nutgames.play.names import letter
from nutgames.play.words import words_for
from support import NAMES, Terminal, foreign, random_match, run, talk
from winter import play, position

PRIVATE = re.compile(r"(?<=Enter when you are ready: )\n.*?\n{50,}", re.DOTALL)
"""What is written between a hand-over and the next cover."""


def sit(match: Match, *answers: str) -> str:
    """Plays a match with these answers from where it is; what is written."""
    out = io.StringIO()
    lines = Lines(io.StringIO("".join(f"{answer}\n" for answer in answers)), out)
    with contextlib.suppress(EndOfInput, Left):
        Table(match, lines, Random(1), Random(2)).play()
    return out.getvalue()


def public(text: str) -> str:
    """What those who do not look at the right moments get to read."""
    return PRIVATE.sub("\n[private]\n", text + "\n" * 50)


def texts(match: Match) -> list[str]:
    return list(map(str, match.moves))


# --- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_silence_plays_a_game_to_its_end(seats: int) -> None:
    done = talk(
        *("play", "hibernation", "--plain", "--players", ",".join(NAMES[:seats]), "--seed", str(seats)),
        typed="\n" * 6_000,
    )
    assert (done.code, done.err) == (0, "")
    assert "── Final places ──" in done.out
    assert re.search(r"^\w+ (and \w+ )?(wins|share)", done.out, re.MULTILINE)
    assert not foreign(done.out)
    assert done.out.count("• Month ") == 3 * 2
    assert done.out.count("── Month ") == 2
    plays = len(re.findall(r"^• \w+ plays ", done.out, re.MULTILINE))
    assert done.out.count("── Does anybody cancel it? ──") == plays > 20
    for name in NAMES[:seats]:
        assert f"Only {name} may know:" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_pipe_of_a_process_does_the_same() -> None:
    words = ("play", "hibernation", "--plain", "--players", "Ana,Ben", "--seed", "7", "--set", "months=1")
    done = run(*words, typed="\n" * 2_000)
    assert (done.code, done.err) == (0, "")
    assert done.out == talk(*words, typed="\n" * 2_000).out


# --- Windows ----------------------------------------------------------------------------------------------


def cancelled(*answers: str) -> tuple[str, Match]:
    """A Burglar of Ana's on Ben; Ben and Dora hold a cancel."""
    match = position("burglar cancel", "cancel rot", "rot", "cancel", piles=(0, 7, 0, 0))
    return sit(match, "", "play burglar 2", *answers), match


def test_nobody_cancels_with_one_answer() -> None:
    out, match = cancelled("")
    assert texts(match) == ["play burglar 2", "pass", "pass", "pass"]
    assert "Ana plays Burglar on Ben: takes 2 of Ben's 7, +1." in out
    assert "B Ben, C Cid, D Dora: type your letter to look at your hand in private.\n" in out
    assert "\nYour letter, or Enter for nobody: \n" in out
    assert "Pass the keyboard to B Ben." in out


@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        (("d", "", "cancel", ""), ["pass", "pass", "cancel", "pass", "pass", "pass"]),
        (("B", "", "1", ""), ["cancel", "pass", "pass", "pass"]),
        (("c", "", "", "b", "", "pass", ""), ["pass", "pass", "pass"]),
        (
            ("b", "", "cancel", "a", "", "cancel", ""),
            ["cancel", "pass", "pass", "cancel", "pass", "pass", "pass"],
        ),
        (("pass",), ["pass", "pass", "pass"]),
    ],
)
def test_whoever_wants_to_looks_and_the_others_pass(answers: tuple[str, ...], moves: list[str]) -> None:
    _, match = cancelled(*answers)
    assert texts(match)[1:] == moves


def test_a_look_that_cancels_nothing_leaves_no_trace() -> None:
    _, without = cancelled("")
    out, match = cancelled("c", "", "pass", "b", "", "pass", "")
    assert texts(match) == texts(without)
    asked = re.findall(r"── Does anybody cancel it\?.*?for nobody: ", out, re.DOTALL)
    assert len(asked) == 3
    assert len(set(asked)) == 1


def test_a_look_shows_the_hand_and_what_a_cancel_would_do() -> None:
    out, _ = cancelled("b", "")
    look = out.rpartition("Enter when you are ready:")[2]
    assert re.search(r"Ben's hand\nCancel +Rot\n", look)
    assert "1  Cancel       Burglar is void" in look
    assert "2  Let it pass  Burglar works, unless somebody else cancels" in look


def test_who_holds_none_is_told_so_in_private() -> None:
    out, match = cancelled("c", "", "h", "cancel", "")
    assert "✗ Cancel: you hold no cancel" in out
    assert "✗ you hold no cancel" in out
    assert texts(match) == ["play burglar 2"]


def test_letters_win_and_others_are_told_who_is_asked() -> None:
    out, match = cancelled("a", "e", "x", "?", "cancel")
    assert "✗ Ana is not asked" in out
    assert "• Ana plays Burglar on Ben.\n• Ana plays Burglar on Ben." not in out
    assert "✗ “x”? Type a letter (B, C, D), or Enter: nobody" in out
    assert "✗ “cancel”? Type a letter (B, C, D), or Enter: nobody" in out
    assert "a letter    where the whole table is asked" in out
    assert texts(match) == ["play burglar 2"]
    five = position("forage", "rot", "rot", "heist", "heist")
    assert "Pass the keyboard to E Ed." in sit(five, "", "play forage", "e")


def test_undo_in_a_window_is_refused_because_a_card_has_been_shown() -> None:
    out, _ = cancelled("u")
    assert "✗ no undo: everybody has seen a card that was hidden" in out


def test_undo_takes_back_what_the_whole_table_has_answered() -> None:
    match = position("tuck-away forage", "rot", "rot")
    out = sit(match, "", "play tuck-away", "", "", "u", "")
    assert "The last decision is taken back." in out
    assert out.count("── Does anybody cancel it? ──") == 2
    assert texts(match) == ["play tuck-away", "pass", "pass"]


def test_private_news_come_after_the_hand_over_and_once() -> None:
    match = position("snoop", "heist rot", "forage", deck="bury scurry")
    out = sit(match, "", "play snoop 2", "", "", "take rot", "", "play heist 1", "", "", "play forage", "")
    assert "Only Ben may know:\n• Ana takes Rot from Ben's hand.\n• Ben draws Bury." in out
    assert "• Ana takes a card from Ben's hand." in public(out)
    assert "Bury" not in public(out)
    assert "takes Rot" not in public(out)
    assert out.count("Ana takes Rot from Ben's hand.") == 1


READY = "Enter when you are ready: "
NOBODY = "for nobody: "


@pytest.mark.parametrize("seconds", [0, 10])
def test_one_enter_too_many_takes_nobodys_reaction_away(seconds: int) -> None:
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text(f"reaction_seconds = {seconds}\n")
    words = ("play", "hibernation", "--plain", "--players", "Ana,Ben", "--seed", "1", "--set", "first=1")
    with Terminal(*words) as terminal:
        terminal.until(READY)
        terminal.answer("", until="\n> ")
        terminal.type("1\n\n\n")  # typed ahead
        terminal.until(NOBODY)
        assert terminal.says_nothing()
        if seconds:
            assert "✗ everybody has 10 seconds to think" in terminal.answer("", until=NOBODY)
        else:
            terminal.answer("", until="Pass the keyboard to B Ben")
            terminal.until(READY)
        terminal.answer("q", until="goes on.")
    assert json.loads(talk("saves", "list", "--json").out)[0]["moves"] == (2 if seconds else 3)


def test_the_time_to_step_in_counts_from_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer takes a second; a look does not make the others wait anew, the next card does."""
    clock = [0]

    class SlowPeople(Lines):
        def ask(self, prompt: str = "> ") -> str:
            clock[0] += 1
            return super().ask(prompt)

    monkeypatch.setattr(plain_table, "monotonic", lambda: clock[0])
    match = position("forage", "rot forage", "rot")
    answers = ("", "play forage", "", "b", "", "pass", "", "", "play forage", "", "pass", "")
    out = io.StringIO()
    lines = SlowPeople(io.StringIO("".join(f"{answer}\n" for answer in answers)), out)
    lines.asks_people = True
    table = Table(match, lines, Random(1), Random(2))
    table.reaction_seconds = 3
    with contextlib.suppress(EndOfInput):
        table.play()
    early = re.findall(r"• (\w+) plays[^•]*?✗ everybody has 3 seconds", out.getvalue())
    assert early == ["Ana", "Ben"]
    assert out.getvalue().count("✗ everybody has 3 seconds") == 3
    assert texts(match) == ["play forage", "pass", "pass", "play forage", "pass", "pass"]


# --- Nothing public tells what is hidden ------------------------------------------------------------------


def other_truth(match: Match, seed: int, *known: int) -> Match:
    """The same game as far as everybody knows, with other hands but for these seats', and another deck."""
    state = match.state
    hidden = match.game.view(state, 0)
    hands = tuple(
        hand if seat in known else hidden.hands[seat - 1] for seat, hand in enumerate(state.hands, start=1)
    )
    truth = imagine(match.game, replace(hidden, hands=hands), 0, Random(seed))
    other = Match(match.game, match.players)
    other._states = [truth]
    return other


def fork(match: Match) -> Match:
    """The same match from here on, without what happened before."""
    copy = Match(match.game, match.players)
    copy._states = [match.state]
    return copy


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), moves=st.integers(1, 150))
def test_looks_in_a_window_read_the_same_whoever_holds_what(seats: int, seed: int, moves: int) -> None:
    match = random_match("hibernation", seats, seed, moves)
    while match.actor is not None and not isinstance(match.state.phase, React):
        match.deal(Random(seed))
        if match.actor:
            match.play(next(iter(match.game.moves(match.state))))
    if match.actor is None:
        return
    window = words_for(match.game, match.names).window(match.view(0))
    letters = [letter(seat) for seat in window.seats]
    answers = [each for key in letters for each in (key, "", "pass")]
    told = {public(sit(each, *answers, "i", "h", "e")) for each in (fork(match), other_truth(match, seed))}
    assert len(told) == 1


def test_two_games_that_differ_in_hidden_cards_read_the_same_in_public() -> None:
    """Ben, Cid and the deck hold other cards; they look, and let everything pass."""
    seen = []
    for ben, cid, deck in (
        ("cancel cancel rot", "snoop scurry", "trap bury"),
        ("heist trap bury", "cancel forage", "cancel cancel"),
    ):
        match = position("forage good-haul tuck-away", ben, cid, deck=deck)
        answers = ("", "play tuck-away", "b", "", "pass", "c", "", "pass", "", "", "play forage")
        out = sit(match, *answers, "c", "", "pass", "b", "", "pass", "", "u")
        seen.append(public(out))
    assert seen[0] == seen[1]
    assert seen[0].count("✗ no undo: Ben has seen a card that was hidden") == 1  # and not Cid, who passed
    assert seen[0].count("[private]") == 7


def test_a_name_is_only_a_name() -> None:
    match = position("burglar", "rot", piles=(0, 2), names=("[red]A", "seat 1"))
    out = sit(match, "", "play burglar 2", "")
    assert "[red]A plays Burglar on seat 1: takes 2 of seat 1's 2, +1." in out
    assert play(position("forage", ""), "play forage").actor == 2
