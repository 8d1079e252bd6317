"""Plain mode from outside: games through pipes and terminals, whatever is typed and wherever it runs."""

from __future__ import annotations

import io
import os
import re
import subprocess
import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from made_up import high_card
from nutgames.games import CHANCE, GAMES
from nutgames.plain.lines import EndOfInput, Lines
from nutgames.play.match import Match
from nutgames.play.names import seated
from support import (
    NAMES,
    OURS,
    TABLES,
    Ran,
    Terminal,
    command,
    environment,
    foreign,
    random_match,
    run,
    started,
    talk,
)

__all__ = ["high_card"]

SILENCE = "\n" * 50_000
"""Enter, held down for longer than any game lasts."""

READY = "Enter when you are ready: "
PRIVATE = re.compile(re.escape(READY) + r"[^\n]*\n(.*?)\n{50,}", re.DOTALL)
"""What is written for one pair of eyes, up to its cover."""


def is_kept(out):
    """Whether it ends with how to go on with the game."""
    return re.search(r"The game is kept: nutgames resume [a-z0-9]{6} goes on\.\n$", out) is not None


LEFT = re.compile(r"\nThe game is kept: nutgames resume \S+ goes on\.\n\Z")
"""What a game says that is left in the middle."""


def business(*names: str) -> tuple[str, ...]:
    """The words that start Nutty Business in lines, with seat 1 to begin."""
    return (
        *("play", "nutty-business", "--plain", "--seed", "7", "--set", "first=1"),
        *("--players", ",".join(names)),
    )


def answers(match: Match, numbers: bool = False) -> list[str]:
    """What people type who play such a game: moves, or their numbers, and Enter at each curtain."""
    game, state, lines = match.game, match.game.start(), []
    replay = Match(game, match.players)
    for move in match.moves:
        if game.actor(state) != CHANCE:
            if replay.is_private():
                lines.append("")
            lines.append(str(list(game.moves(state)).index(move) + 1) if numbers else str(move))
        replay.play(move)
        state = replay.state
    return lines


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def ending(ran: Ran) -> str:
    """What a finished game says last."""
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Final places") == 1, ran.out[-500:]
    return ran.out.split("Final places")[1]


def public(out: str) -> str:
    """What somebody may read who looks away behind each curtain."""
    return PRIVATE.sub("", out)


# --- Whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAMES["nutty-business"].seats)
def test_somebody_who_only_presses_enter_sees_a_whole_game(seats: int) -> None:
    ran = run("play", "nutty-business", "--plain", "--players", ",".join(NAMES[:seats]), typed=SILENCE)
    places = ending(ran)
    rows = re.findall(r"^(\d)  +([A-E]) (\w+) ", places, re.MULTILINE)
    assert sorted(name for _, _, name in rows) == sorted(NAMES[:seats])
    assert [place for place, _, _ in rows] == sorted(place for place, _, _ in rows)
    assert rows[0][0] == "1"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_comes_to_its_end_through_a_pipe(name: str, seats: int) -> None:
    words = ("play", name, "--plain", "--players", ",".join(NAMES[:seats]))
    first, again = (talk(*words, "--seed", "1", typed=SILENCE) for _ in range(2))
    for person in NAMES[:seats]:
        assert person in ending(first)
    assert first == again, "the same seed told another game"
    assert not foreign(first.out)


def test_a_seed_settles_everything_in_any_process() -> None:
    words = ("play", "nutty-business", "--players", "Ana,Ben,Cid", "--seed")
    games = {
        run(*words, "x", typed=SILENCE, env=environment(PYTHONHASHSEED=hash_seed)) for hash_seed in "123"
    }
    assert len(games) == 1
    assert games != {run(*words, "y", typed=SILENCE)}


def test_the_seed_settles_who_starts() -> None:
    def starter(seed: str) -> str:
        return re.findall(r"Pass the keyboard to . (\w+)", talk(*words, seed).out)[0]

    words = ("play", "nutty-business", "--players", "Ana,Ben,Cid,Dora", "--seed")
    assert {starter(str(seed)) for seed in range(40)} == {"Ana", "Ben", "Cid", "Dora"}


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_by_numbers_is_the_game_by_notation(name: str, seats: int) -> None:
    if name != "nutty-business":
        return  # in other games chance would have to deal the same again
    match = random_match(name, seats, seed=seats, first=1)
    by_moves, by_numbers = (
        ending(talk(*business(*NAMES[:seats]), typed=typed(answers(match, numbers))))
        for numbers in (False, True)
    )
    assert by_moves == by_numbers
    places = match.game.standings(match.state).places
    for person, place in zip(match.names, places, strict=True):
        assert re.search(rf"^{place}  +. {person} ", by_moves, re.MULTILINE)


def test_a_pipe_is_asked_for_nothing_before_the_game() -> None:
    ran = talk("play", "nutty-business", typed=SILENCE)
    assert "A Player A" in ending(ran)
    assert "B Player B" in ending(ran)


# --- Commands and mistakes --------------------------------------------------------------------------------

MATCH = random_match("nutty-business", 3, seed=21, first=1)
ANSWERS = answers(MATCH)


@cache
def expected() -> str:
    """How that game ends when nobody asks or mistypes anything."""
    return ending(talk(*business("Ana", "Ben", "Cid"), typed=typed(ANSWERS)))


WRONG = [
    *("0", "99", "-1", "1.0", "１", "²", "٣", "1 2", "9" * 900, "x" * 10_000, "play bank 3", "play bank"),
    *(
        "raid 9 cover 1",
        "raid 1 cover 1 ",
        "collect 7",
        "collect 5 pay 1:0",
        "collect 5 pay",
        "lay ?",
        "deal",
    ),
    *("PLAY BANK 1", "🌰", "play\u00a0bank 1!", "[red]x[/]", "\x1b[2J", "\u202eab", "--help", "u2", "quit"),
    *("play hideout ٢", "rob rob", "lay", "shuffle ?", "seat 1"),
]


@pytest.mark.parametrize("answer", WRONG)
def test_a_wrong_answer_gets_a_reason_and_changes_nothing(answer: str) -> None:
    before = 8
    lines = [*ANSWERS[:before], answer, answer, *ANSWERS[before:]]
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))
    assert ending(ran) == expected()
    assert len(re.findall(r"^  ✗ |^✗ ", ran.out, re.MULTILINE)) == 2
    assert not foreign(ran.out)


@pytest.mark.parametrize("answer", WRONG)
def test_a_wrong_answer_behind_the_curtain_keeps_it_closed(answer: str) -> None:
    lines = ["", answer, *ANSWERS[1:]]
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))
    assert ending(ran) == expected()
    assert "✗" not in public(ran.out)


def test_a_wrong_move_is_answered_with_the_nearest_right_one() -> None:
    ran = talk(*business("Ana", "Ben"), typed="\nlay bnak\nfly me to the moon\n")
    assert "✗ “lay bnak” is no move here: did you mean “lay bank”?" in ran.out
    assert "is no move here: type a number, a move like “lay contraband-2”, or ?" in " ".join(ran.out.split())


def test_what_was_typed_is_quoted_as_it_was_typed() -> None:
    ran = talk(*business("Ana", "Ben"), typed="\nseat 1\n")
    assert "“seat 1” is no move here" in ran.out


def test_the_rules_reason_is_given_with_names() -> None:
    lines = ["", "lay raid", "", "lay robbery", "", "lay bank"]
    lines += ["play customs 2", "play customs 2", "rob", "play hideout 1", "play bank 2", "raid 3 cover 1"]
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))
    assert "✗ a raid needs an opponent with two piles; Cid has one" in ran.out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("?", ["a number", "empty line  the choice, one at random", "take back the last decision", "leave"]),
        ("i", ["A Ana:", "hand: "]),
        ("e", ["• Ana lays a card face down.", "• All cards are revealed: "]),
        ("r", ["── A turn ──", "1 Place a card. Choose", "Sections: "]),
        ("r customs", ["\nCustoms\n", "\n contraband    income  fee to each officer\n"]),
        ("r the end", ["── The end ──"]),
        ("R CUSTOMS", ["\nCustoms\n"]),
        ("r zebra", ["✗ no section 'zebra'"]),
        ("E", ["• Ana lays a card face down."]),
    ],
)
def test_what_can_be_asked_at_any_time(asked: str, told: list[str]) -> None:
    before = len(ANSWERS) - 3
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed([*ANSWERS[:before], asked, *ANSWERS[before:]]))
    assert ending(ran) == expected()
    answer = ran.out.split(f"> {asked}\n", 1)[1].split("\n> ", 1)[0]
    for text in told:
        assert text in answer


@pytest.mark.parametrize("asked", ["?", "h", "i", "e", "r", "r bank", "r zebra", "u"])
def test_after_something_was_read_the_choices_are_there_again(asked: str) -> None:
    lines = ["", "lay bank", "", "lay raid", asked]
    ran = talk(*business("Ana", "Ben"), typed=typed(lines))
    again = ran.out.split(f"> {asked}\n", 1)[1]
    if asked == "u":
        assert "✗ no undo" in again
    assert "\nAna: which card goes on which pile?\n  1  " in again
    shown = ran.out.split(f"> {asked}\n", 1)[0].rpartition("which pile?")[2]
    assert again.rpartition("which pile?")[2].startswith(shown.rpartition("\n")[0])


def test_the_question_to_the_table_is_asked_again_after_something_was_read() -> None:
    words = ("play", "hibernation", "--players", "Ana,Ben,Cid", "--seed", "1", "--set", "first=1")
    out = talk(*words, typed=typed(["", "1", "r", "?"])).out
    assert len(re.findall("type your letter to look at your hand", out)) == 3
    assert "── Reactions ──" in out


def test_what_is_not_possible_is_told_with_the_reason() -> None:
    lines = ["", "h", "lay raid", "", "lay contraband-3", "play contraband-2 2", "h"]
    ran = talk(*business("Ana", "Ben"), typed=typed(lines))
    assert "Everything that could be done is among the choices." in ran.out
    assert "✗ Police Raid on Ben: a raid needs an opponent with two piles" in ran.out


@given(
    noise=st.lists(
        st.tuples(
            st.integers(0, len(ANSWERS)),
            st.sampled_from(["?", "h", "i", "e", "r", "r bank", "0", "x", "play bank 9"]),
        ),
        max_size=12,
    )
)
def test_whatever_is_asked_and_mistyped_in_between_changes_nothing(noise: list[tuple[int, str]]) -> None:
    lines = list(ANSWERS)
    for place, text in sorted(noise, reverse=True):
        if place < len(lines) and lines[place] == "":
            continue  # a curtain is waiting: Enter and any other text mean the same there
        lines.insert(place, text)
    assert ending(talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))) == expected()


@given(places=st.sets(st.integers(4, len(ANSWERS) - 1)))
def test_a_decision_taken_back_and_made_again_changes_nothing(places: set[int]) -> None:
    lines: list[str] = []
    for number, answer in enumerate(ANSWERS):
        lines.append(answer)
        if number in places and number > 5 and number < len(ANSWERS) - 1:
            lines += ["u", answer]
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))
    assert ending(ran) == expected()
    assert ran.out.count("The last decision is taken back.") == lines.count("u")


def test_what_is_decided_instead_is_told() -> None:
    lines = ["", "lay raid", "", "lay bank", "play customs 2", "u", "play robbery 2", "rob"]
    out = talk(*business("Ana", "Ben"), typed=typed(lines)).out
    assert "• Ana plays Robbery on the right pile: starts a new pile." in out
    assert "• Ana, Robbery: nothing to take: Ben has a bank." in out


def test_a_laid_card_can_be_taken_back_at_the_next_curtain_and_behind_it() -> None:
    for lines in (["", "lay bank", "u", "", "lay raid"], ["", "lay bank", "", "u", "", "lay raid"]):
        ran = talk(
            *business("Ana", "Ben", "Cid"), typed=typed([*lines, "", "lay customs", "", "lay robbery"])
        )
        assert "The last decision is taken back." in ran.out
        assert "All cards are revealed: Ana Police Raid, Ben Customs and Cid Robbery." in ran.out
        assert "Bank" not in public(ran.out).split("All cards are revealed")[0]


def test_the_lay_that_reveals_the_cards_stands() -> None:
    ran = talk(*business("Ana", "Ben"), typed=typed(["", "lay bank", "", "lay raid", "u", "q"]))
    assert "✗ no undo: everybody has seen a card that was hidden" in ran.out


def test_nothing_is_taken_back_before_the_first_decision() -> None:
    ran = talk(*business("Ana", "Ben"), typed=typed(["u", "", "u", "q"]))
    assert ran.out.count("✗ no undo: nothing has been played yet") == 2


def test_equal_names_are_told_apart_before_the_game() -> None:
    ran = talk("play", "nut", "--plain", "--players", "Ana,ana", typed="q\n")
    assert ran.out.startswith("So that names differ: B is ana 2.\n")


@pytest.mark.parametrize("lines", [["q"], ["", "q"], ["", "lay bank", "q"], [*ANSWERS[:9], "Q"]])
def test_q_leaves(lines: list[str]) -> None:
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(lines))
    assert (ran.code, ran.err) == (0, "")
    assert is_kept(ran.out)


@pytest.mark.parametrize("kept", range(len(ANSWERS) + 1))
def test_the_input_may_end_at_any_moment(kept: int) -> None:
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(ANSWERS[:kept]))
    assert (ran.code, ran.err) == (0, "")
    if kept < len(ANSWERS):
        assert is_kept(ran.out)
        assert "Final places" not in ran.out
    else:
        assert ending(ran) == expected()


@pytest.mark.parametrize(
    "text", ["", "\n", "\nlay bank", "\nlay bank\n\nl", "\x00", "\r\n\r\n", "x" * 100_000]
)
def test_the_input_may_end_in_the_middle_of_a_line(text: str) -> None:
    ran = run(*business("Ana", "Ben"), typed=text)
    assert (ran.code, ran.err) == (0, "")
    assert is_kept(ran.out)
    assert not foreign(ran.out)


# --- What nobody else may see -----------------------------------------------------------------------------

SECRETS = [
    ("bank", "raid", "customs"),
    ("hideout", "contraband-5", "customs"),
    ("robbery", "bank", "customs"),
]


def set_up(cards: tuple[str, ...]) -> list[str]:
    """A set-up in which everybody lays one of these cards, each behind the curtain."""
    return [line for card in cards for line in ("", f"lay {card}")]


@pytest.mark.parametrize("cards", SECRETS)
def test_what_was_laid_is_covered_and_told_to_nobody(cards: tuple[str, ...]) -> None:
    titles = {"bank": "Bank", "raid": "Police Raid", "hideout": "Hideout", "robbery": "Robbery"}
    ran = talk(*business("Ana", "Ben", "Cid"), typed=typed(set_up(cards)))
    before = ran.out.split("All cards are revealed")[0]
    for number, card in enumerate(cards[:-1]):
        covered = before.split(f"lay {card}\n")
        assert len(covered) == 2, "the answer is written once, as it is typed"
        assert covered[1].startswith("\n" * 50), "nothing comes between the answer and its cover"
        later = covered[1].lstrip("\n")
        told = PRIVATE.sub("", later).rsplit("Cid: which card", 1)[0]
        assert card not in told
        assert titles.get(card, "Contraband 5") not in told, f"{card} of seat {number + 1}"


def test_games_that_differ_in_what_was_laid_look_the_same_until_all_is_revealed() -> None:
    """To those who look away behind the curtains; and behind each, but for what one types oneself."""
    shown, behind = set(), []
    for cards in SECRETS:
        out = talk(*business("Ana", "Ben", "Cid"), typed=typed(set_up(cards))).out
        before = out.split("\n• Cid lays")[0]
        shown.add(public(before))
        behind.append([re.sub(r"> lay .*", "", text) for text in PRIVATE.findall(before)])
    assert len(shown) == 1
    assert all(private == behind[0] for private in behind)
    assert len(behind[0]) == 3


def test_the_log_before_a_curtain_is_everybodys(high_card: str) -> None:
    """Also that of a player who has hidden something before and is about to look again."""
    words = ("play", high_card, "--players", "Ana,Ben", "--seed", "1", "--set", "first=1")
    lines = ["", "1", "", "1", "e", "", "e", "q"]
    out = talk(*words, typed=typed(lines)).out
    before_the_curtain, behind_it = out.rsplit(f"{READY}e\n", 1)[1].split(f"{READY}\n", 1)
    assert "• Ana: put ?" in before_the_curtain
    assert "• Ben: put ?" in before_the_curtain
    assert re.search(r"• Ana: put \d", behind_it)
    assert "• Ben: put ?" in behind_it


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_told_before_a_curtain_is_told_to_everybody(high_card: str, seats: int) -> None:
    words = ("play", high_card, "--players", ",".join(NAMES[:seats]), "--seed", "3")
    out = public(talk(*words, typed=SILENCE).out)
    put = re.findall(r"• (\w+: put .+)", out)
    assert len(put) == 2 * seats
    assert all(line.endswith("put ?") for line in put[:-1]), "only the last one turns them up"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_without_words_is_played_in_its_notation(high_card: str, seats: int) -> None:
    words = ("play", high_card, "--players", ",".join(NAMES[:seats]), "--seed", "2")
    ran = talk(*words, typed=SILENCE)
    assert re.search("wins with|share the first place", ending(ran))
    for asked in ("?", "h", "i", "e", "u", "r", "r end"):
        ran = talk(*words, typed=f"\n{asked}\n" + SILENCE)
        assert ran.code == 0, asked
    assert "✗ there is no rules page for high-card" in ran.out


# --- Looks ------------------------------------------------------------------------------------------------


def columns_line_up(out: str) -> int:
    """Checks every table of Nutty Business in an output; how many there were."""
    tables = re.findall(r"^  seat .*\n(?:(?:▶|>|  ).*\n)+", out, re.MULTILINE)
    for table in tables:
        head, *rows = table.splitlines()
        starts = [found.start() for found in re.finditer(r"(?<=  )\S", head)][1:]
        for row in rows:
            cells = "".join(char + "\0" * (cell_len(char) - 1) for char in row if cell_len(char))
            for start in starts:
                assert cells[start - 2 : start] == "  ", f"{row!r} under {head!r}"
                assert cells[start] not in " \0", f"{row!r} under {head!r}"
    return len(tables)


LONG = ("Maximilian von der Nuss", "日本の友達と一緒に遊ぶ", "ÅÄÖ åäö ÅÄÖ åäö", "e\u0301" * 30, "x" * 99)


@pytest.mark.parametrize("names", [NAMES[:5], LONG, ("A", "B"), ("日", "本本本")])
@pytest.mark.parametrize("only_ascii", [False, True])
def test_columns_line_up_and_lines_fit(names: tuple[str, ...], only_ascii: bool) -> None:
    words = (*business(*names), "--ascii") if only_ascii else business(*names)
    ran = run(*words, typed=SILENCE)
    assert columns_line_up(ran.out) > 20
    assert max(cell_len(line) for line in ran.out.splitlines()) <= 80
    if only_ascii:
        assert ran.out.isascii()


@pytest.mark.parametrize("seed", range(5))
def test_a_turn_fits_on_a_screen_of_24_lines(seed: int) -> None:
    words = ("play", "nutty-business", "--players", "Ana,Ben", "--seed", str(seed))
    out = public(talk(*words, typed=SILENCE).out)
    turns = re.split(r"^> .*\n(?:  .*\n)?", out.split("All cards are revealed")[1], flags=re.MULTILINE)
    assert max(turn.count("\n") for turn in turns[:-1]) <= 24


# --- Names ------------------------------------------------------------------------------------------------

HOSTILE: list[bytes | str] = [
    *(b"\x1b[31mred", b"\x1b]0;title\x07", b"\x1b[2J\x1b[H", b"\x1bc", b"\x1b(0", b"\x1b[?1049h"),
    *(b"\x9b31m", b"\xc2\x9b31m", b"\xc2\x90q", b"\xc2\x85", b"\x07\x08\x7f", b"a\rb", b"a\nb", b"a\tb"),
    *(
        "\u202eevil",
        "\u2066x\u2069",
        "\u200fא",
        "\u061cب",
        "\u202a\u202b\u202d\u202c",
        "a\u200bb\u2060c\ufeff",
    ),
    *("Z" + "\u0300\u0316" * 40, "\u0301" * 30, "\u20dd\u0489" * 5, "e\u0301", "ﷺ", "𒐫"),
    *("👩\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈", "🇩🇪🇫🇷", "👍🏽", "1\ufe0f\u20e3", "❤\ufe0f", "☃\ufe0e"),
    *(
        "日本語のとても長い名前です本当に",
        "한국어",
        "ﾊﾝｶｸ",
        "Ｆｕｌｌ",
        "ไทย",
        "हिन्दी",
        "\u3164",
        "\u2800",
        "\u3000",
    ),
    *("[red]x[/red]", "[/", "[bold", "\\[", ":smile:", "{0}%s$HOME`id`", "'\"", "<b>&amp;", "-h", "--help"),
    *(b"x" * 10_000, "日".encode() * 3_000, b"\xff\xfe", b"\xed\xa0\x80", b"A\xc3", b"\xf0\x9f", b" ", b"?"),
    *(b"bot", b"Ana", b"ANA", "ＡＮＡ", "ana\u200b", b"q", b"u"),
]
NAMES_TYPED = [name.encode() if isinstance(name, str) else name for name in HOSTILE]


def test_there_are_plenty_of_hostile_names() -> None:
    assert len(set(NAMES_TYPED)) >= 50


@pytest.mark.parametrize("part", range(0, len(NAMES_TYPED), 5))
def test_hostile_names_on_the_command_line_do_no_harm(part: int) -> None:
    names = [*NAMES_TYPED[part : part + 5], b"Ana"][:5]
    done = subprocess.run(
        command("play", "nutty-business", "--plain", b"--players=" + b",".join(names)),
        input=b"\n" * 300 + b"e\ni\nh\n" + b"\n" * 1_000,
        capture_output=True,
        env=environment(),
        check=False,
    )
    out = done.stdout.decode()  # strictly
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Final places" in out
    assert not foreign(out)
    assert columns_line_up(out)
    for name in seated([os.fsdecode(name) for name in names]):
        assert name in out


@pytest.mark.parametrize("part", range(0, len(NAMES_TYPED), 5))
def test_hostile_names_at_the_prompt_do_no_harm(part: int) -> None:
    keys = re.compile(rb"[\x00-\x1f\x7f]")  # a terminal would take these for keys
    names = [*(keys.sub(b"", name)[:300] for name in NAMES_TYPED[part : part + 5]), b"Ana"]
    names = [name.strip() or b"Ed" for name in names][:5]
    with Terminal("play", "nutty-business", "--plain", "--seed", "1") as terminal:
        terminal.until("clockwise order: ")
        terminal.be_silent()
        said = terminal.answer(b",".join(names), until=": ")
        if "is for 2 to 5 players" in said:
            # one of them was nothing at all once it was cleaned: then all are asked for again
            said = terminal.answer(b",".join(b"Ed " + name for name in names), until="option=value: ")
        terminal.answer("", until=READY)
        terminal.answer("", until="\n> ")
        terminal.answer("1", until=READY)
        terminal.answer("q", until="goes on.")
        assert terminal.end() == 0
        assert not foreign(terminal.raw.decode())


# --- Terminals --------------------------------------------------------------------------------------------


def start(terminal: Terminal, names: str = "Ana, Ben, Cid", *options: str) -> str:
    """Sits down at a game from its first question on."""
    terminal.until("clockwise order: ")
    text = terminal.answer(names, until="option=value: ")
    for option in options:
        text += terminal.answer(option, until="option=value: ")
    return text + terminal.answer("", until=READY)


def test_a_terminal_is_asked_for_names_and_options() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        assert "2 to 5 names" in terminal.until("clockwise order: ")
        assert "is for 2 to 5 players" in terminal.answer("Ana", until="clockwise order: ")
        assert "is for 2 to 5 players" in terminal.answer("A,B,C,D,E,F", until="clockwise order: ")
        assert "is for 2 to 5 players" in terminal.answer("Ana,,Ben", until="clockwise order: ")
        said = terminal.answer("Ana, Ben, Cid", until="option=value: ")
        assert "first = random" in said
        assert "bank_blocks_customs = true" in said
        for wrong, reason in {
            "frist=2": "✗ there is no option frist; did you mean first?",
            "first=9": "✗ option first: there is no seat 9 at a table of 3",
            "first=x": "✗ option first",
            "nonsense": "✗ there is no option nonsense",
            "bank_blocks_customs=perhaps": "✗ option bank_blocks_customs",
        }.items():
            assert reason in terminal.answer(wrong, until="option=value: ")
        assert "  first = 3" in terminal.answer("first=3", until="option=value: ")
        assert "  first = random" in terminal.answer("first = random", until="option=value: ")
        assert "  first = 2" in terminal.answer(" first = 2 ", until="option=value: ")
        assert "  bank_blocks_customs = no" in terminal.answer(
            "bank_blocks_customs = no", until="option=value: "
        )
        assert "Pass the keyboard to B Ben" in terminal.answer("", until=READY)
        said = terminal.answer("", until="\n> ")
        assert re.search(r"4  Bank +safe from robbery\r\n", said), "the option is not in force"


@pytest.mark.parametrize("answers", [["q"], ["Q"], ["Ana,Ben", "q"]])
def test_q_leaves_before_the_game_begins(answers: list[str]) -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        terminal.until("order: ")
        for answer in answers[:-1]:
            terminal.answer(answer, until="option=value: ")
        terminal.type(answers[-1] + "\n")
        assert terminal.end() == 0
        assert "The game" not in terminal.raw.decode()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_terminal_is_cleared_after_each_secret(term: str) -> None:
    words = ("play", "nutty-business") if term == "dumb" else ("play", "nutty-business", "--plain")
    with Terminal(*words, TERM=term) as terminal:
        start(terminal, "Ana, Ben, Cid", "first=1")
        for card in ("bank", "hideout"):
            terminal.answer("", until="\n> ")
            said = terminal.answer(f"lay {card}", until="• ")
            covering = said.split(f"lay {card}\r\n", 1)[1].split("• ")[0]
            if term == "dumb":
                assert covering.replace("\r\n", "") == ""
                assert covering.count("\n") >= 50
            else:
                assert covering.replace("\r\n", "") == "\x1b[H\x1b[2J\x1b[3J"
            if card == "bank":
                assert card not in terminal.until(READY).casefold()
        raw = terminal.raw.decode()
        assert not foreign(raw)
        assert len(OURS.findall(raw)) == (0 if term == "dumb" else 2)


def test_enter_on_a_terminal_decides_nothing_unless_there_is_one_choice() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        start(terminal, "Ana, Ben", "first=1")
        terminal.answer("", until="\n> ")
        assert "1  Contraband 2" in terminal.answer("", until="\n> ")
        terminal.answer("lay contraband-2", until=READY)
        terminal.answer("", until="\n> ")
        terminal.answer("lay bank", until="\n> ")
        assert "one effect left" in terminal.answer("play customs 2", until="\n> ")
        assert "Ana, Contraband 2: take 2." in terminal.answer("", until="\n> ")


def test_what_was_typed_ahead_of_a_curtain_does_not_lift_it() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        start(terminal, "Ana, Ben", "first=1")
        terminal.answer("", until="\n> ")
        terminal.type("lay bank\n\n\nlay raid\n\n")
        for _ in range(10):  # and Enter is held on
            time.sleep(0.03)
            terminal.type("\n")
        terminal.until(READY)
        time.sleep(0.3)
        assert terminal.process.poll() is None
        said = terminal.answer("", until="\n> ")
        assert "Ben: which card do you lay" in said
        assert b"Ben lays" not in terminal.raw


def play_to_the_end(terminal: Terminal, seats: int) -> Match:
    """Types a whole game; what it was."""
    match = random_match("nutty-business", seats, seed=seats, first=1)
    start(terminal, ", ".join(NAMES[:seats]), "first=1")
    lines = answers(match)
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        terminal.type(line + ("\n" if following is not None else "\n\n"))  # one too many does not leave
        if following == "":  # what is typed before the curtain is down does not count
            terminal.until(READY)
    terminal.until("e tells everything: ")
    return match


def test_at_the_end_of_a_game_there_is_time_to_look_and_to_take_back() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        match = play_to_the_end(terminal, 2)
        end = "e tells everything: "
        assert "• Ana lays a card face down." in terminal.answer("e", until=end)
        assert "✗ the game is over" in terminal.answer("1", until=end)
        assert "Enter       the choice, when there is only one" in terminal.answer("?", until=end)
        for asked in ("h", "i", "r"):
            terminal.answer(asked, until=end)
        assert "The last decision is taken back." in terminal.answer("u", until="\n> ")
        assert "Final places" in terminal.answer(str(match.moves[-1]), until=end)
        said = terminal.raw
        terminal.type("\n")
        assert terminal.end() == 0
        assert b"The game is" not in terminal.raw[len(said) :]


@pytest.mark.parametrize("last", ["q", "Q", ""])
def test_a_finished_game_is_not_kept_to_go_on_with(last: str) -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        play_to_the_end(terminal, 2)
        terminal.type(last + "\n")
        assert terminal.end() == 0
        assert b"The game is kept" not in terminal.raw


def test_ctrl_d_leaves() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        start(terminal)
        terminal.type(b"\x04")
        assert terminal.end() == 0
        assert is_kept(terminal.raw.decode().replace("\r", ""))


# --- Home -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["1", "nutty-business", "NUTTY-BUSINESS"])
def test_home_starts_the_game_that_is_chosen(answer: str) -> None:
    ran = talk(typed=f"0\n999\nx\n-1\n²\n?\n{answer}\n" + SILENCE)
    assert ran.out.startswith("nutgames: choose a game.\n  1  Nutty Business: ")
    assert ran.out.count("Type a number from 1 to ") == 6
    assert "Nutty Business. ? tells what can be typed." in ran.out
    ending(ran)


@pytest.mark.parametrize("text", ["", "q\n", "Q\n", "x\nq\n", "x\n", "x"])
def test_home_can_be_left(text: str) -> None:
    ran = talk(typed=text)
    assert (ran.code, ran.err) == (0, "")
    assert "Pass the keyboard" not in ran.out


def test_home_lists_every_game() -> None:
    out = talk(typed="q\n").out
    for number, entry in enumerate(GAMES.values(), start=1):
        assert re.search(rf"^ *{number}  {entry.title}: ", out, re.MULTILINE)


def test_a_pipe_that_says_nothing_at_home_gets_some_game() -> None:
    seen = {talk("play", "--seed", str(seed), typed="\n").out.split("\n>")[1][:60] for seed in range(20)}
    assert len(seen) == len(GAMES)


# --- Where it runs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nutty-business", "--players", "Ana,Ben"),
        ("rules", "nutty-business"),
        ("games",),
        ("--help",),
        ("--version",),
        ("lab", "perft", "nutty-business", "--seats", "2", "--depth", "4"),
    ],
)
@pytest.mark.parametrize("lines", [0, 1, 5])
def test_a_closed_output_ends_quietly(words: tuple[str, ...], lines: int) -> None:
    process = started(*words)
    if lines == 0:
        process.stdout.close()
    try:
        process.stdin.write(SILENCE.encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["games", "play nutty-business", ""])
def test_closed_streams_do_no_harm(closed: str, words: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {' '.join(map(str, command()))} {words} {closed}"],
        input=b"",
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


POOR = {
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
}


@pytest.mark.parametrize("place", POOR)
@pytest.mark.parametrize("only_ascii", [False, True])
def test_poor_places_get_what_they_can_show(place: str, only_ascii: bool) -> None:
    words = [*business("Zoë", "日本", "Ａ１", "Łukasz", "Ben"), *(["--ascii"] if only_ascii else [])]
    done = subprocess.run(
        command(*words),
        input=b"e\n\n\xff\xfe\n?\nh\n" + b"\n" * 2_000,
        capture_output=True,
        env=environment(**POOR[place]),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    is_ascii = only_ascii or place in ("C", "POSIX", "ascii")
    out = done.stdout.decode("ascii" if is_ascii else place)
    assert "Final places" in out
    assert columns_line_up(out) > 20
    assert not foreign(out)
    assert "Traceback" not in out
    if place == "latin-1" and not only_ascii:
        assert "Zoë" in out
    if place == "ascii" or (only_ascii and not place.startswith(("C", "POSIX"))):
        assert "Zoe" in out


@pytest.mark.parametrize("place", POOR)
@pytest.mark.parametrize(
    "words", [("games",), ("rules", "nutty-business"), ("--help",), ("play", "--help"), ("play", "нет")]
)
def test_every_command_can_be_shown_in_poor_places(place: str, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        command(*words),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(**POOR[place]),
        check=False,
    )
    assert done.returncode == (2 if words == ("play", "нет") else 0)
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "text", [b"\xff\n", b"\xc3\x28\n", b"\xed\xa0\x80\n", b"\x80" * 5_000 + b"\n", b"\x00\n"]
)
def test_bytes_that_are_no_text_are_no_answer(text: bytes) -> None:
    ran = run(*business("Ana", "Ben"), typed=b"\n" + text + b"lay bank\n\nlay raid\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("✗") == 1
    assert "All cards are revealed: Ana Bank and Ben Police Raid." in ran.out


def test_an_endless_line_takes_no_room() -> None:
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29));"
    limited += "from nutgames.__main__ import main; main()"
    done = subprocess.run(
        [command()[0], "-c", limited, *business("Ana", "Ben")],
        input=b"x" * 400_000_000,
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) < 20_000


# --- Lines without an end ---------------------------------------------------------------------------------


class Endless(io.TextIOBase):
    """A line that never ends."""

    def __init__(self) -> None:
        self.read_so_far = 0

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """So many characters more."""
        self.read_so_far += size
        assert self.read_so_far < 10**6, "it is read for ever"
        return "\0" * size


def test_a_line_without_an_end_is_the_end() -> None:
    said = io.StringIO()
    with pytest.raises(EndOfInput):
        Lines(Endless(), said).ask()
    assert "A line of more than 65,536 characters is no answer." in said.getvalue()


@pytest.mark.parametrize("length", [999, 1_000, 1_001, 60_000])
def test_of_a_long_line_the_beginning_is_looked_at(length: int) -> None:
    lines = Lines(io.StringIO("x" * length + "\nnext\n"), io.StringIO())
    assert lines.ask() == "x" * min(length, 1_000)
    assert lines.ask() == "next"
