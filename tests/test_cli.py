"""The command line from outside: what is right, what is wrong in one line, and what each command loads."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from nutgames import __version__
from nutgames.games import GAMES
from nutgames.plain.lines import CLEAR
from support import Ran, Terminal, command, environment, foreign, random_match, run, started, talk

COMMANDS = [
    *(("play",), ("replay",), ("games",), ("rules",), ("stats",)),
    *(("lab",), ("lab", "perft"), ("lab", "simulate")),
    *(("saves",), ("saves", "list"), ("saves", "import"), ("saves", "abandon")),
]


def mistake(ran: Ran) -> str:
    """The one line that tells of a person's error."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.endswith("\n")
    line = ran.err[:-1]
    assert line.startswith("nutgames: ")
    assert line.isprintable(), line
    assert not foreign(line)
    return line.removeprefix("nutgames: ")


# --- What is right ----------------------------------------------------------------------------------------


def test_the_version() -> None:
    for words in (("--version",), ("--version", "--version"), ("--version", "games")):
        assert run(*words) == (0, f"nutgames {__version__}\n", "")


@pytest.mark.parametrize("words", [(), *COMMANDS])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_everywhere(words: tuple[str, ...], option: str) -> None:
    ran = talk(*words, option)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: nutgames {' '.join(words)}".rstrip())
    assert "--help" in ran.out


def test_help_names_every_command() -> None:
    out = talk("--help").out
    for name in ("play", "games", "rules", "saves", "stats", "lab"):
        assert re.search(rf"^  {name} ", out, re.MULTILINE)


def test_the_games_are_listed() -> None:
    out = talk("games").out
    for name, entry in GAMES.items():
        players = f"{entry.seats[0]}–{entry.seats[-1]}"
        assert re.search(rf"^{name} +{entry.title} +{players} +{entry.minutes} ", out, re.MULTILINE)


def test_the_rules_are_shown_whole_or_by_section() -> None:
    whole = talk("rules", "nutty-business").out
    assert whole.count("\n") > 50
    customs = talk("rules", "nutty-business", "customs").out
    assert customs.startswith("Customs")
    assert customs.count("\n") < 40
    assert talk("rules", "nutty-business", "the", "end").out.startswith("── The end ──")


def test_names_are_given_in_seat_order() -> None:
    out = talk("play", "nutty-business", "--players", " Ana ,Ben,", "--set", "first=3").out
    assert "Pass the keyboard to C Player C" in out
    out = talk("play", "nutty-business", "--players", "Ana,Ben", "--set", "first=2").out
    assert "Pass the keyboard to B Ben" in out


def test_options_may_be_written_in_any_order_and_twice_alike() -> None:
    words = ("--set", "first=2", "--players", "A,B", "nutty-business", "--set", "bank_blocks_customs=no")
    ran = talk("play", *words, "--set", "first=2", typed="\n")
    assert ran.code == 0
    assert re.search(r"Bank +safe from robbery\n", ran.out)
    assert talk("play", "nutty-business", "--set", "first=random").code == 0


# --- What is wrong ----------------------------------------------------------------------------------------

PLAY = ("play", "nutty-business")
PERFT = ("lab", "perft", "nutty-business")

WRONG: list[tuple[tuple[str, ...], str]] = [
    (("plai",), "unknown command 'plai'; did you mean play?"),
    (("game",), "did you mean games?"),
    (("rule",), "did you mean rules?"),
    (("xyzzy",), "unknown command 'xyzzy'; there is play, "),
    (("",), "unknown command ''"),
    (("lab",), "missing command; there is perft"),
    (("lab", "pertf"), "unknown command 'pertf'; did you mean perft?"),
    (("lab", ""), "unknown command ''"),
    (("--colour",), "--colour"),
    (("-x",), "-x"),
    (("play", "nuty-business"), "unknown game 'nuty-business'; did you mean nutty-business?"),
    (("play", "nuttibus"), "did you mean nutty-business?"),
    (("play", "business"), "did you mean nutty-business?"),
    (("play", "chess"), "unknown game 'chess'; there is nutty-business"),
    (("play", ""), "unknown game ''"),
    (("play", "-"), "unknown game '-'; there is nutty-business"),
    ((*PLAY, "extra"), "extra"),
    ((*PLAY, "--players"), "--players"),
    ((*PLAY, "--players", "Ana"), "Nutty Business is for 2 to 5 players, not 1"),
    ((*PLAY, "--players", ""), "--players takes the names of those who play"),
    ((*PLAY, "--players", "A,B,C,D,E,F"), "2 to 5 players, not 6"),
    ((*PLAY, "--players", "," * 5_000), "2 to 5 players, not 5001"),
    ((*PLAY, "--players", "Ana,bot:hard"), "no bots yet"),
    ((*PLAY, "--set"), "--set"),
    ((*PLAY, "--set", "first"), "--set takes option=value, not 'first'"),
    ((*PLAY, "--set", ""), "--set takes option=value"),
    ((*PLAY, "--set", "=1"), "unknown option ''"),
    ((*PLAY, "--set", "frist=1"), "unknown option 'frist'; did you mean first?"),
    ((*PLAY, "--set", "bank=1"), "did you mean bank_blocks_customs?"),
    ((*PLAY, "--set", "colour=red"), "unknown option 'colour'; there is first, bank_blocks_customs"),
    ((*PLAY, "--set", "FIRST=1"), "did you mean first?"),
    *(
        ((*PLAY, "--set", f"{name}=3"), f"unknown option '{name}'")
        for name in ("seats", "name", "deck", "self")
    ),
    *(
        ((*PLAY, "--set", f"first={value}"), "option first")
        for value in ("0", "-1", "x", "", "1.5", "1e3", "9")
    ),
    ((*PLAY, "--set", "first=" + "9" * 10_000), "option first"),
    ((*PLAY, "--set", "bank_blocks_customs=perhaps"), "option bank_blocks_customs: 'perhaps'"),
    ((*PLAY, "--set", "first=1", "--set", "first=2"), "option first is set to '1' and to '2'"),
    ((*PLAY, "--seed"), "--seed"),
    ((*PLAY, "--plain=yes"), "--plain"),
    ((*PLAY, "--theme", "pink"), "--theme"),
    (("play", "--players", "A,B"), "--players, --set and --deck need the name of a game"),
    (("play", "--set", "first=1"), "--players, --set and --deck need the name of a game"),
    (("play", "--deck", "nut.toml"), "--players, --set and --deck need the name of a game"),
    ((*PLAY, "--deck"), "--deck"),
    ((*PLAY, "--deck", "nowhere.toml"), "deck nowhere.toml: Nutty Business is played with its own cards"),
    (("play", "nut", "--plain", "--deck", "nowhere.toml"), "deck nowhere.toml: no such file or directory"),
    (("games", "extra"), "extra"),
    (("stats", "extra"), "extra"),
    (("stats", "--json", "--csv"), "--json and --csv exclude each other"),
    (("saves",), "missing command; there is list"),
    (("saves", "abandn", "x"), "unknown command 'abandn'; did you mean abandon?"),
    (("saves", "abandon"), "ID"),
    (("saves", "abandon", "zzz"), "no game has the ID 'zzz'; `nutgames saves list` shows them"),
    (("saves", "import", "nowhere.json"), "nowhere.json"),
    (("rules",), "GAME"),
    (("rules", "chess"), "unknown game 'chess'"),
    (("rules", "nutty-business", "zebra"), "no section 'zebra'"),
    (("rules", "nutty-business", "costums"), "did you mean customs?"),
    (("rules", "nutty-business", ""), "no section ''"),
    (("lab", "perft"), "GAME"),
    (("lab", "perft", "chess", "--seats", "2", "--depth", "1"), "unknown game 'chess'"),
    (PERFT, "--seats"),
    ((*PERFT, "--seats", "2"), "--depth"),
    ((*PERFT, "--seats", "x", "--depth", "1"), "--seats"),
    ((*PERFT, "--seats", "1", "--depth", "1"), "2 to 5 players, not 1"),
    ((*PERFT, "--seats", "6", "--depth", "1"), "2 to 5 players, not 6"),
    ((*PERFT, "--seats", "2", "--depth", "0"), "--depth"),
    ((*PERFT, "--seats", "2", "--depth", "-3"), "--depth"),
    ((*PERFT, "--seats", "2", "--depth", "9" * 20), "--depth"),
    ((*PERFT, "--seats", "2", "--depth", "1", "--moves", "lay bnak"), "move 1, 'lay bnak'"),
    (
        (*PERFT, "--seats", "2", "--depth", "1", "--moves", "lay bank; rob"),
        "move 2, 'rob': before the first turn",
    ),
    ((*PERFT, "--seats", "2", "--depth", "1", "--set", "first=3"), "option first"),
    ((*PERFT, "--seats", "2", "--depth", "1", "--set", "first"), "--set takes option=value"),
    ((*PERFT, "--seats", "2", "--depth", "1", "--set", "seats=3"), "unknown option 'seats'"),
]


@pytest.mark.parametrize(("words", "reason"), WRONG)
def test_a_mistake_is_one_line(words: tuple[str, ...], reason: str) -> None:
    assert reason in mistake(talk(*words))


def test_every_missing_argument_is_named() -> None:
    assert mistake(talk("rules")) == "GAME is missing; there is nutty-business, nut-job, nut, hibernation"
    assert (
        mistake(talk("saves", "export"))
        == "ID is missing; `nutgames saves list` shows the games that are kept"
    )
    assert mistake(talk("replay")).startswith("ID|FILE is missing; `nutgames saves list`")
    assert mistake(talk("saves", "import")) == "Missing argument 'FILE'."


def test_an_option_in_the_wrong_place_is_told_where_it_belongs() -> None:
    assert mistake(talk("--plain")) == "--plain is an option of play: nutgames play --plain"
    assert (
        mistake(talk("resume", "--theme", "light")) == "--theme is an option of play: nutgames play --theme"
    )
    assert mistake(talk("--nonsense")) == "No such option '--nonsense'."


@pytest.mark.parametrize("name", ["nut-job", "Nut Job", "NUT-JOB", " nut job "])
def test_a_game_is_named_as_people_write_it(name: str) -> None:
    assert talk("rules", name, "mystery").out == talk("rules", "nut-job", "mystery").out != ""


HOSTILE = [
    *(b"\x1b[31mred\x1b[0m", b"\x1b]0;title\x07", b"\xc2\x9b2J", b"a\nb\r\nc", b"\x07\x08\x7f", b"\xff\xfe"),
    *(
        b"\xed\xa0\x80",
        "\u202egnp.exe".encode(),
        "\u2028".encode(),
        b"x" * 20_000,
        b"[red]x[/",
        b"%s{0}",
        b"\t",
    ),
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "words",
    [
        ("*",),
        ("lab", "*"),
        ("--*",),
        ("play", "*"),
        ("play", "nutty-business", "*"),
        ("play", "nutty-business", "--set", "*"),
        ("play", "nutty-business", "--set", "*=1"),
        ("play", "nutty-business", "--set", "first=*"),
        ("play", "nutty-business", "--players", "*"),
        ("play", "nutty-business", "--theme", "*"),
        ("rules", "*"),
        ("rules", "nutty-business", "*"),
        ("saves", "abandon", "*"),
        ("saves", "import", "*"),
        ("stats", "*"),
        ("lab", "perft", "nutty-business", "--seats", "*", "--depth", "1"),
        ("lab", "perft", "nutty-business", "--seats", "2", "--depth", "*"),
        ("lab", "perft", "nutty-business", "--seats", "2", "--depth", "1", "--moves", "x*"),
        ("play", "nut", "--deck", "*"),
        ("play", "nut", "--deck", "nowhere/*"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "*"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "1", "--bots", "*"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "1", "--max-moves", "*"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "1", "--deck", "*"),
        ("lab", "simulate", "nut", "--seats", "2", "--games", "1", "--out", "nowhere/*"),
    ],
)
def test_hostile_text_in_a_mistake_is_made_harmless(words: tuple[str, ...], text: bytes) -> None:
    line = mistake(talk(*(os.fsdecode(word.encode().replace(b"*", text)) for word in words)))
    assert len(line) <= 500


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_from_the_real_command_line_is_made_harmless(text: bytes) -> None:
    mistake(run("play", text))
    mistake(run("play", "nutty-business", "--set", b"first=" + text))


@pytest.mark.parametrize("seed", ["", "x", "日本", "\x1b[31m", "\udcff", "x" * 100_000])
def test_any_seed_will_do(seed: str) -> None:
    words = ("play", "nutty-business", "--players", "A,B", "--seed", seed)
    assert talk(*words, typed="\n" * 500) == talk(*words, typed="\n" * 500)
    assert talk(*words).code == 0


# --- Perft ------------------------------------------------------------------------------------------------

COUNTS = [
    (2, "", [8, 64, 896]),
    (2, "lay contraband-2; lay contraband-2", [14, 69, 356, 2157]),
    (2, " lay contraband-2 ;lay contraband-2; ", [14, 69, 356]),
    (3, "lay robbery; lay contraband-3; lay customs", [14, 69, 380, 2271]),
]


@pytest.mark.parametrize(("seats", "moves", "counts"), COUNTS)
def test_perft_counts(seats: int, moves: str, counts: list[int]) -> None:
    words = [
        *PERFT,
        "--seats",
        str(seats),
        "--depth",
        str(len(counts)),
        *(["--moves", moves] if moves else []),
    ]
    lines = "".join(f"{depth} {count}\n" for depth, count in enumerate(counts, start=1))
    assert talk(*words) == (0, lines, "")
    ran = talk(*words, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    assert json.loads(ran.out) == {
        "game": "nutty-business",
        "seats": seats,
        "options": {"first": 1, "bank_blocks_customs": True},
        "moves": [text.strip() for text in moves.split(";") if text.strip()],
        "counts": counts,
    }


def test_perft_takes_options() -> None:
    words = (
        "--seats",
        "2",
        "--depth",
        "2",
        "--set",
        "first=2",
        "--set",
        "bank_blocks_customs=false",
        "--json",
    )
    report = json.loads(talk(*PERFT, *words).out)
    assert report["options"] == {"first": 2, "bank_blocks_customs": False}
    assert report["counts"] == [8, 64]


def test_perft_does_not_look_beyond_the_end() -> None:
    match = random_match("nutty-business", 2, seed=3, first=1)
    moves = "; ".join(map(str, match.moves[:-2]))
    counts = talk(*PERFT, "--seats", "2", "--depth", "1000", "--moves", moves).out.split()[1::2]
    assert len(counts) == 1_000
    assert counts[1] != "0"
    assert set(counts[20:]) == {"0"}


def test_perft_of_a_game_that_is_over_is_nothing() -> None:
    match = random_match("nutty-business", 2, seed=3, first=1)
    moves = "; ".join(map(str, match.moves))
    assert talk(*PERFT, "--seats", "2", "--depth", "2", "--moves", moves).out == "1 0\n2 0\n"


# --- Completion -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(shell: str) -> None:
    ran = run(env=environment(_NUTGAMES_COMPLETE=f"{shell}_source", SHELL=f"/bin/{shell}"))
    assert (ran.code, ran.err) == (0, "")
    assert "_NUTGAMES_COMPLETE" in ran.out
    assert "nutgames" in ran.out


def completed(*words: str) -> list[str]:
    """What bash is told that the last word could become."""
    env = environment(
        _NUTGAMES_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(["nutgames", *words]),
        COMP_CWORD=str(len(words)),
    )
    ran = run(env=env)
    assert (ran.code, ran.err) == (0, "")
    return [line.split(",", 1)[1] for line in ran.out.splitlines() if line]


def test_words_are_completed() -> None:
    assert completed("pl") == ["play"]
    assert completed("play", "nutty") == ["nutty-business"]
    assert completed("play", "nut") == [name for name in GAMES if name.startswith("nut")]
    assert completed("rules", "nutty") == ["nutty-business"]
    assert completed("lab", "p") == ["perft"]
    assert completed("lab", "perft", "nutty") == ["nutty-business"]
    assert "--players" in completed("play", "--p")
    assert completed("play", "zebra") == []


@pytest.mark.parametrize(
    ("asked", "words", "word"),
    [
        ("tcsh_source", "nutgames x", "1"),
        ("bogus", "nutgames x", "1"),
        ("bash", "nutgames x", "1"),
        ("_complete", "nutgames x", "1"),
        ("bash_complete", None, None),
        ("zsh_complete", "nutgames x", None),
        ("bash_complete", "nutgames x", "z"),
        ("fish_complete", "nutgames x", " "),
    ],
)
def test_a_completion_that_nobody_can_give_is_one_line(
    monkeypatch: pytest.MonkeyPatch, asked: str, words: str | None, word: str | None
) -> None:
    monkeypatch.setenv("_NUTGAMES_COMPLETE", asked)
    for name, value in (("COMP_WORDS", words), ("COMP_CWORD", word)):
        if value is not None:
            monkeypatch.setenv(name, value)
    assert "COMP" in mistake(talk("games"))


# --- What is loaded ---------------------------------------------------------------------------------------


WATCHED = """
import atexit, sys
atexit.register(lambda: sys.__stderr__.write("MODULES " + " ".join(sys.modules)))
from nutgames.__main__ import main
main()
"""


def loaded(*words: str) -> set[str]:
    """The modules that a command imports."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        check=False,
    )
    return set(done.stderr.decode().split("MODULES ")[1].split())


def roots(modules: set[str]) -> set[str]:
    return {module.split(".")[0] for module in modules}


def test_the_version_needs_nothing() -> None:
    modules = loaded("--version")
    assert not roots(modules) & {"click", "rich", "pydantic", "msgspec", "textual", "random", "typing"}
    assert {module for module in modules if module.startswith("nutgames")} <= {
        "nutgames",
        "nutgames.__main__",
    }


QUICK = [
    *(("--help",), ("play", "--help"), ("games",), ("plai",), ("play", "chess"), ("rules", "chess")),
    *(("lab",), ("lab", "perft", "chess", "--seats", "2", "--depth", "1"), ("--colour",)),
]


@pytest.mark.parametrize("words", QUICK)
def test_small_questions_load_little(words: tuple[str, ...]) -> None:
    modules = loaded(*words)
    assert "click" in modules, "this is measured wrongly"
    assert not roots(modules) & {"pydantic", "msgspec", "textual", "markdown_it", "pygments"}
    assert "rich.markdown" not in modules
    assert not {
        module
        for module in modules
        if module.startswith("nutgames.games.") and module != "nutgames.games.core"
    }


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "nutty-business"),
        ("rules", "nutty-business", "zebra"),
        ("play", "nutty-business"),
        ("play", "nutty-business", "--set", "first=9"),
        ("lab", "perft", "nutty-business", "--seats", "2", "--depth", "1"),
        (),
    ],
)
def test_what_needs_no_screen_loads_no_screen(words: tuple[str, ...]) -> None:
    modules = loaded(*words)
    assert "click" in modules
    assert "textual" not in roots(modules)


def test_a_games_rules_are_loaded_for_that_game_only() -> None:
    modules = loaded("play", "nutty-business")
    assert "nutgames.games.nutty_business" in modules
    others = {f"nutgames.games.{entry.module}" for name, entry in GAMES.items() if name != "nutty-business"}
    assert not modules & others


# --- Signals ----------------------------------------------------------------------------------------------


KEPT = re.compile(r"\nThe game is kept: nutgames resume [a-z0-9]{6} goes on\.\r?\n\Z")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_tells_how_to_go_on_with_the_game(number: int, code: int) -> None:
    process = started("play", "nutty-business", "--players", "Ana,Ben")
    while not process.stdout.readline().startswith(b"Pass the keyboard"):
        pass
    time.sleep(0.2)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert KEPT.fullmatch(err.decode())


def test_ctrl_c_at_a_terminal_ends_with_130() -> None:
    with Terminal("play", "nutty-business", "--plain") as terminal:
        terminal.until("clockwise order: ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert b"Traceback" not in terminal.raw
        assert b"The game" not in terminal.raw, "none has begun"


def test_ctrl_c_behind_a_curtain_covers_what_was_there() -> None:
    with Terminal("play", "nutty-business", "--plain", "--players", "Ana,Ben") as terminal:
        terminal.until("Enter when you are ready: ")
        terminal.answer("", until="\n> ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert b"Traceback" not in terminal.raw
        assert KEPT.fullmatch(terminal.raw.decode().rpartition(CLEAR)[2].replace("\r", ""))


@pytest.mark.parametrize("moment", [0.02, 0.05, 0.08, 0.12, 0.2])
def test_an_interrupt_while_starting_prints_no_traceback(moment: float) -> None:
    process = started("play", "nutty-business")
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    if process.returncode == 130:
        assert b"Traceback" not in err
    # otherwise Python itself had not begun to run the program


def test_a_full_disk_behind_the_output_is_one_line():
    for words in (
        ["games"],
        ["rules", "nut"],
        ["saves", "list"],
        ["stats", "--csv"],
        ["--help"],
        ["--version"],
        ["lab", "perft", "nut", "--seats", "2", "--depth", "1"],
    ):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                command(*words), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
            )
        assert done.returncode == 2
        assert done.stderr == b"nutgames: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("streams", "code", "lines"),
    [("1</dev/null", 2, 1), ("<&- >/dev/full", 2, 1), (">&-", 0, 0), ("2>&- >/dev/full", 2, 0)],
)
def test_the_version_is_told_or_it_is_told_why_not(streams: str, code: int, lines: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m nutgames --version {streams}', sys.executable],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.count(b"nutgames: the output cannot be written: ") == done.stderr.count(b"\n") == lines
