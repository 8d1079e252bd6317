"""The app from outside, on a terminal of its own: what reaches it, byte by byte, and what it does to it."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest
from hostile import COLOUR_SGR, SCENARIOS, Hostile
from ptyterm import PtyApp, key_bytes

from nutgames.play.store import FILE, Store
from nutgames.tui.terminal import fatal_signals, tolerate_any_variable
from support import random_match
from tui.screens_text import paints, words_in

ROOT = Path(__file__).parents[2]
PLAY = ("play", "nutty-business", "--set", "first=1", "--seed", "1")
CARDS = ("Contraband", "Bank", "Police Raid", "Customs", "Robbery", "Hideout")


class App(PtyApp):
    """`nutgames` with these words."""

    def __init__(self, *words, size=(80, 24), program=("-m", "nutgames"), waits=True, **env):
        command = [sys.executable, *program, *words]
        env = {"PYTHONPATH": str(ROOT / "src"), "CI": None, **env}
        super().__init__(command, *size, env=env)
        if waits:
            self.see("Quit|Leave|Start|larger|choose", 30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def see(self, pattern, seconds=20.0):
        """Waits until that is on the screen."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text()):
            assert time.monotonic() < end, f"no {pattern!r} on the screen:\n{self.text()}"
            assert self.alive(), f"ended with {self.status}:\n{self.text()}"
            if chunk := self.read(0.05):
                self.stream.feed(chunk.data)

    def press(self, *names):
        """Keys."""
        for name in names:
            self.send(key_bytes(name))
            self.settle(0.1, 5.0)

    def look(self, key, *meanwhile):
        """Opens a page, presses something there, and closes it; each once the screen is ready for it."""
        before = self.text()
        self.press(key)
        end = time.monotonic() + 20.0
        while self.text() == before:
            assert time.monotonic() < end, f"{key!r} opens nothing on the screen:\n{before}"
            self.settle(0.1, 5.0)
        self.settle(0.15, 5.0)
        self.press(*meanwhile, "escape")
        self.settle(0.15, 5.0)

    def reveal(self, letter):
        """Lifts the curtain for a player, once it listens."""
        self.see(f"Press  {letter}  when")
        time.sleep(0.4)
        self.send(letter.lower().encode())
        self.see("which card do you lay")

    def ends(self, *codes):
        """Waits for the end; the terminal is as it was."""
        self.wait(10)
        assert self.status in codes, (self.status, self.text())
        assert not self.modes_left_on()
        assert self.tty_restored()
        assert b"Traceback" not in self.raw


def test_start_play_and_quit():
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.reveal("A")
        app.press("down", "enter")
        app.reveal("B")
        app.press("down", "up", "enter")
        app.see("All cards are revealed")
        app.see("── Ana: which card")  # dashed until it hears
        app.press("right", "enter")
        app.see("plays")
        app.press("ctrl+q")
        app.ends(0)


def test_home_opens_and_q_quits():
    with App() as app:
        app.see("Squirrels in the smuggling trade")
        app.press("q")
        app.ends(0)


def test_what_is_typed_after_q_opens_nothing():
    with App() as app:
        app.see("Squirrels in the smuggling trade")
        app.send(b"qo?srp")
        app.ends(0)


def test_resize_storm():
    with App(*PLAY, "--players", "Ana,Ben,Cid") as app:
        for size in ((40, 12), (200, 60), (20, 5), (1, 1), (120, 3), (119, 40), (80, 24)) * 2:
            app.resize(*size)
            app.settle(0.05, 0.5)
        app.see("Press  A  when")
        app.reveal("A")
        app.press("ctrl+q")
        app.ends(0)


def test_a_very_small_window_waits():
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.resize(30, 8)
        app.see("A little larger, please")
        app.resize(80, 24)
        app.see("Press  A  when")


ASKED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
FATAL = sorted({*fatal_signals(), *ASKED})
SOME = (signal.SIGQUIT, *ASKED, signal.SIGALRM)


def test_signals_give_the_terminal_back(count):
    for number in count(SOME[:3], SOME, FATAL):
        with App(*PLAY, "--players", "Ana,Ben") as app:
            app.reveal("A")
            os.kill(app.pid, number)
            app.ends(128 + number)


def test_what_a_signal_ends_is_known():
    """A program that catches nothing says which signals end it."""
    program = "import os, signal; signal.signal({0}, signal.SIG_DFL); os.kill(os.getpid(), {0})"
    kinds = {signal.SIGQUIT: True, signal.SIGUSR1: True, signal.SIGPWR: True}
    kinds |= {signal.SIGWINCH: False, signal.SIGURG: False, signal.SIGCHLD: False}
    for number, is_fatal in kinds.items():
        done = subprocess.run([sys.executable, "-SIc", program.format(int(number))], check=False)
        assert done.returncode == (-number if is_fatal else 0)
        assert (number in FATAL) == is_fatal


def test_a_key_is_no_signal_here():
    with App() as app:
        app.send(b"\x1c")  # Ctrl+\ ends what reads lines
        app.press("?")
        app.see("choose among the ways")
        app.press("ctrl+q")
        app.ends(0)


def test_variables_that_mean_nothing_are_left_alone(tmp_path):
    names = ["COLOR_SYSTEM", "DRIVER", "LOG", "THEME", "FILTERS", "PRESS", "SCREENSHOT_LOCATION"]
    wrong = {f"TEXTUAL_{name}": str(tmp_path / "none" / "such") for name in names}
    numbers = dict.fromkeys(
        ("ESCDELAY", "TEXTUAL_FPS", "TEXTUAL_DIM_FACTOR", "TEXTUAL_SCREENSHOT"), "9" * 400
    )
    with App(TEXTUAL="debug,devtools", TEXTUAL_DEBUG="1", **wrong, **numbers) as app:
        app.press("q")
        app.ends(0)


def test_variables_for_people_are_heeded(monkeypatch):
    right = {
        "ESCDELAY": "25",
        "TEXTUAL_ANIMATIONS": "NONE",
        "TEXTUAL_COLOR_SYSTEM": "256",
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    }
    wrong = {"ESCDELAY_": "", "TEXTUAL_COLOR_SYSTEM": "", "TEXTUAL_SCREENSHOT": "1", "TEXTUALIZE": "1"}
    for name, value in {**wrong, **right}.items():
        monkeypatch.setenv(name, value)
    tolerate_any_variable()
    assert right.items() <= os.environ.items()
    assert "TEXTUAL_SCREENSHOT" not in os.environ
    assert os.environ["TEXTUALIZE"] == "1"
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolour")
    tolerate_any_variable()
    assert "TEXTUAL_COLOR_SYSTEM" not in os.environ


AT_THE_START = """
import os, sys
from textual.drivers.linux_driver import LinuxDriver
from nutgames.__main__ import main

_, when, number, *sys.argv[1:] = sys.argv
start = LinuxDriver.start_application_mode
def started(driver):
    for moment, step in (("before", lambda: None), ("after", lambda: start(driver))):
        step()
        if moment == when:
            os.kill(os.getpid(), int(number))
LinuxDriver.start_application_mode = started
main()
"""
"""The app, to which a signal comes just before or just after it has taken the terminal."""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_signal_at_the_very_start_gives_the_terminal_back(when, tmp_path):
    program = tmp_path / "early.py"
    program.write_text(AT_THE_START, "utf-8")
    for number in (signal.SIGTERM, signal.SIGHUP):
        with App(when, str(int(number)), program=[str(program)], waits=False) as app:
            app.ends(128 + number)


def test_stopped_and_told_to_go_on_again_and_again_it_goes_on(count):
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.see("Press  A  when")
        for _ in range(count(4, 6, 100)):
            for number in (signal.SIGTSTP, signal.SIGCONT):
                os.kill(app.pid, number)
                app.settle(0.02, 0.05)
        app.settle(0.2, 2.0)
        app.screen.reset()
        os.kill(app.pid, signal.SIGCONT)
        app.reveal("A")
        assert state_of(app.pid) != "T"
        app.press("ctrl+q")
        app.ends(0)


TABLE = (*PLAY, "--players", "Ana,Ben")


@pytest.mark.parametrize(
    ("words", "keys"),
    [((), None), (TABLE, None), (TABLE, ()), (TABLE, ("?",)), (TABLE, ("ctrl+p",)), (TABLE, ("q",))],
    ids=["home", "curtain", "a private table", "rules over it", "commands over it", "a question over it"],
)
def test_a_terminal_that_is_closed_is_no_crash(words, keys, tmp_path):
    """The kernel tells the program to go on as well, which brings the curtain down."""
    app = App(*words)
    app.settle()
    if keys is not None:
        app.reveal("A")
        app.see("which card do you lay")
        app.press(*keys)
        app.settle()
    os.close(app.master)
    os.close(app.slave)
    end = time.monotonic() + 10
    while app.alive():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert app.status == 128 + signal.SIGHUP
    assert not list(tmp_path.rglob("crashes/*"))


def test_sequences_that_are_no_key_are_ignored():
    with App("play", "nut-job", "--players", "Ana,Ben", "--seed", "1") as app:
        app.settle()
        before = app.text()
        for sequence in (
            b"\x1b[97;1:3u",  # a key is let go
            b"\x1b[99999999999999999999u",
            b"\x1b[1114112u",
            b"\x1b[27;5;99999999~",
            b"\x1b[5;99999999999~",
        ):
            app.send(sequence)
            app.settle(0.1, 3.0)
        assert app.text() == before
        app.press("ctrl+q")
        app.ends(0)


def state_of(pid):
    """The state of a process: T is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


@pytest.mark.parametrize("how", ["key", "SIGTSTP"])
def test_suspending_covers_and_gives_the_terminal_back(how):
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.reveal("A")
        if how == "key":
            app.send(b"\x1a")
        else:
            os.kill(app.pid, signal.SIGTSTP)
        end = time.monotonic() + 10
        while state_of(app.pid) != "T" and time.monotonic() < end:
            app.settle(0.05, 0.2)
        assert state_of(app.pid) == "T"
        app.settle(0.2, 2.0)
        assert app.tty_restored()
        assert not app.modes_left_on()
        seen = len(app.raw)
        app.screen.reset()  # as the other screen of a terminal is when it is entered again
        os.kill(app.pid, signal.SIGCONT)
        app.see("Press  A  when")
        assert not any(card.encode() in app.raw[seen:] for card in CARDS)
        app.reveal("A")
        app.press("ctrl+q")
        app.ends(0)


def test_stopped_from_outside_it_goes_on():
    with App(*PLAY, "--players", "Ana,Ben") as app:
        os.kill(app.pid, signal.SIGSTOP)
        time.sleep(0.2)
        os.kill(app.pid, signal.SIGCONT)
        app.reveal("A")
        app.press("ctrl+q")
        app.ends(0)


def test_the_window_that_loses_the_focus_is_covered():
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.reveal("A")
        app.send(b"\x1b[O")
        app.see("Press  A  when")
        app.settle(0.3, 5)
        assert not any(card in app.text() for card in CARDS)


@pytest.mark.parametrize("typed", [b"\xe9", b"\xff\xfe", b"\xc3(", b"\x80" * 50])
def test_bytes_that_are_no_text_change_nothing(typed):
    with App(*PLAY, "--players", "Ana,Ben") as app:
        app.reveal("A")
        app.send(typed)
        app.press("down")
        app.see("▸ 2 Contraband 3")
        app.press("ctrl+q")
        app.ends(0)


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"words": "--ascii"}]
)
def test_ascii_where_the_terminal_knows_no_more(env):
    words = [env["words"]] if "words" in env else []
    with App(*PLAY, "--players", "Ana,Ёлка", *words, **({} if words else env)) as app:
        app.reveal("A")
        app.see("> 1 Contraband 2(?s:.)*Leave")  # to the last line
        assert app.text().isascii()
        assert bytes(app.raw).isascii()


@pytest.mark.parametrize("how", ["NO_COLOR", "--theme"])
def test_no_colour_code_at_all(how):
    words, env = (["--theme", "mono"], {}) if how == "--theme" else ([], {"NO_COLOR": "1"})
    with App(*PLAY, "--players", "Ana,Ben", *words, **env) as app:
        app.reveal("A")
        app.press("down", "?", "escape", "e", "escape", "q")
        app.see("1 Yes|1 No|Nutty Business")
        assert not COLOUR_SGR.findall(bytes(app.raw))


# --- Crashing ---------------------------------------------------------------------------------------------

FAILING = """
from nutgames.tui.widgets import keys
from nutgames.__main__ import main
import sys

whole = keys.KeyBar.lines
def lines(self, width, height):
    hand = ["Contraband 5", "Robbery", "Hideout"]
    if getattr(self.screen, "onlooker", 0):
        raise ValueError(f"no room for {hand}")
    return whole(self, width, height)
keys.KeyBar.lines = lines
sys.argv[0] = "nutgames"
main()
"""
"""The app with a widget that fails when a player looks at a private screen."""


def test_a_crash_says_one_line_without_any_card(tmp_path):
    plant = tmp_path / "failing.py"
    plant.write_text(FAILING, "utf-8")
    with App(*PLAY, "--players", "Ana,Ben", program=[str(plant)]) as app:
        app.see("Press  A  when")
        time.sleep(0.4)
        app.send(b"a")
        app.wait(10)
        assert app.status == 1
        assert app.tty_restored()
        assert not app.modes_left_on()
        *_, after = bytes(app.raw).split(b"\x1b[?1049l")
        lines = [line for line in OURS.sub(b"", after).decode().splitlines() if line.strip()]
        said = re.match(
            r"nutgames crashed: ValueError in nutgames/[\w/]+\.py, line \d+\."
            r" The game is kept: nutgames resume \w+ goes on; report: (\S+)$",
            "".join(lines),  # the terminal is narrower than the line
        )
        assert said, lines
        report = Path(said[1]).read_text("utf-8")
        assert "game: nutty-business, rules 1, 2 seats" in report
        for text in ("".join(lines), report):
            assert not any(card in text for card in (*CARDS, "Ana", "Ben"))
        assert b"Traceback" not in app.raw


# --- Privacy ----------------------------------------------------------------------------------------------


def while_the_curtain_is_down(card, tmp_path):
    """What is written from the moment the curtain is down until the next player lifts it."""
    home = mkdtemp(dir=tmp_path)
    with App(*PLAY, "--players", "Ana,Ben,Cid", "--no-animation", NUTGAMES_HOME=home) as app:
        app.reveal("A")
        app.press("home", *["down"] * card)
        app.settle(0.3, 5)
        app.send(b"\r")
        app.see("Press  B  when")
        app.settle(0.5, 5)
        start = len(app.raw)
        for _ in range(20):  # Enter is still held
            app.send(b"\r")
            time.sleep(0.03)
        app.settle(0.5, 5)
        assert len(app.raw) == start
        for size in ((100, 30), (30, 8), (80, 24)):
            app.resize(*size)
            app.settle(0.5, 5)
        app.send(b"\x03")  # tells how to leave
        app.settle(0.5, 5)
        app.send(b"\x1b[O")
        app.settle(0.3, 5)
        app.send(b"\x1b[I")
        app.settle(0.3, 5)
        app.send(b"\x1a")
        end = time.monotonic() + 10
        while state_of(app.pid) != "T" and time.monotonic() < end:
            app.settle(0.05, 0.2)
        os.kill(app.pid, signal.SIGCONT)
        app.settle(0.6, 5)
        assert "Press  B  when" in app.text()
        return bytes(app.raw[start:])


TRIES = 3
"""How often two runs may differ by chance: a busy machine lays out a window once more or once less."""


def test_two_runs_that_differ_in_the_laid_card_write_the_same_bytes(tmp_path, count):
    cards = count([0, 5], [0, 3, 5, 7], range(8))
    with ThreadPoolExecutor(4) as several:
        expected, *others = several.map(lambda card: while_the_curtain_is_down(card, tmp_path), cards)
    assert len(expected) > 1_000
    assert not any(card.encode() in expected for card in CARDS)
    for card, written in zip(cards[1:], others, strict=True):
        for _ in range(TRIES):
            assert words_in(written) == words_in(expected)
            if paints(written) == paints(expected):
                break
            written = while_the_curtain_is_down(card, tmp_path)
            expected = while_the_curtain_is_down(cards[0], tmp_path)
        assert paints(written) == paints(expected)


# --- Names ------------------------------------------------------------------------------------------------

OURS = re.compile(
    rb"\x1b\[[?>=<]?[\d;:]*[a-zA-Z~$]|\x1b\[\?\d+\$p|\x1b\]22;[a-z]*\x07|\x1b[78=>]|\x1bP[^\x1b]*\x1b\\\\"
)
"""Sequences that Textual writes, whole."""
BIDI = frozenset("\u200b\u200d\u200e\u200f\u061c\u2028\u2029\ufeff" + "\u202a\u202b\u202c\u202d\u202e")
BIDI |= frozenset("\u2066\u2067\u2068\u2069")
EVIL = (
    *(
        "\x1b[31mred",
        "\x1b]0;title\x07x",
        "\x1b]8;;http://x\x1b\\link",
        "\x9b31mC1",
        "\x9d0;x\x9c",
        "\x1bP1$r\x1b\\",
    ),
    *(
        "\u202eRTL",
        "\u2066iso\u2069",
        "a\u200bb\u200d\ufeff",
        "\u2028line\u2029par",
        "\U000e0041tag",
        "\u3164",
    ),
    *("[red]x[/red]", "[/]", "[@click=app.quit]x[/]", "\\[", "{0}", "%s", "$(x)", "`x`", "'\""),
    *("\x07\x08\x7f", "x\r\ny", "\t\x0b\x0c", " ", "Player B", "-", "--"),
    *("e" + "\u0301" * 50, "👩\u200d👩\u200d👧", "🌰", "橡" * 30, "ﷺ" * 10, "A" * 500, "\ufffd"),
)


def hostile_name(rng):
    """Something nobody is called, without a comma, which parts names."""
    return "".join(rng.choices(EVIL, k=rng.randint(1, 3)))


def foreign(raw):
    """What is in an output that only a name can have brought there."""
    rest = OURS.sub(b"", raw).decode("utf-8", "replace")
    controls = {chr(code) for code in (*range(32), *range(127, 160))} - set("\r\n\x0e\x0f")
    return set(rest) & (controls | BIDI)


def test_hostile_names_that_come_with_the_command(count):
    rng = Random("names")
    names = [hostile_name(rng) for _ in range(count(10, 20, 1_000))]
    assert foreign(b"\x1b[31mfine\x1b[0m \x1b]0") == {"\x1b"}

    def play(five):
        with App(*PLAY, "--players", ",".join(five), "--no-animation") as app:
            for letter in "ABCDE"[:2]:
                app.reveal(letter)
                app.press("home", "enter")  # Enter together with the letter would decide nothing
            app.see("Press  C  when")
            time.sleep(0.4)
            app.press("c")
            for key in ("e", "escape", "i", "escape", "H", "escape", "ctrl+c"):
                app.press(key)
            app.press("ctrl+q")
            app.ends(0)
            assert not foreign(bytes(app.raw)), five

    with ThreadPoolExecutor(3) as several:
        list(several.map(play, (names[start : start + 5] for start in range(0, len(names), 5))))


LEFT = (("nutty-business", 5, 20), ("nut-job", 4, 40), ("nut", 3, 30), ("hibernation", 6, 40))
"""Games that were left: seats and moves."""


def store_of(home, names):
    """A store that somebody has written these names into, past everything that cleans them."""
    with Store(home) as store:
        for game, seats, moves in (("nutty-business", 5, 10_000), *LEFT):
            store.begin(random_match(game, seats, 1, moves)).release()
    with closing(sqlite3.connect(home / FILE)) as db:
        for (game, seat), name in zip(
            db.execute("SELECT game, seat FROM seats").fetchall(), names, strict=True
        ):
            db.execute("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, game, seat))
        db.commit()


def test_hostile_names_from_the_store_on_every_screen(tmp_path, count):
    rng = Random("stored names")
    each = 5 + sum(seats for _, seats, _ in LEFT)
    names = [[hostile_name(rng) for _ in range(each)] for _ in range(count(1, 3, 44))]
    with ThreadPoolExecutor(3) as several:
        list(several.map(look_everywhere, (tmp_path / str(number) for number in range(len(names))), names))


def look_everywhere(home, names):
    """Opens every screen of every game that people with these names have left."""
    store_of(home, names)
    with App("play", "--no-animation", NUTGAMES_HOME=str(home)) as app:
        app.see("Resume")
        app.look("S", "right", "right")
        app.look("O")
        app.press("P")
        app.see("moves")
        app.press("enter")
        app.see("Step")
        app.press("right")
        app.look("e")
        app.look("i")
        app.press("v", "v")
        app.look("i")
        app.press("escape")
        app.see("moves")
        app.press("escape")
        for down in range(len(LEFT)):
            app.see("Resume")
            app.press("home", *["down"] * down)
            app.look("A")
            app.press("enter")
            app.see("Leave")
            if curtain := re.search("Press  ([A-F])  when", app.text()):
                time.sleep(0.4)
                app.press(curtain[1])
            app.press("tab", "down")
            offered = app.text().splitlines()[-1].split()
            for page in ({"E", "I", "H", "?"} & {*offered}) | {"ctrl+c"}:
                app.look(page)
            app.press("q")
        app.see("Resume")
        app.press("ctrl+q")
        app.ends(0)
        assert not foreign(bytes(app.raw)), names


def test_hostile_names_typed_and_pasted_into_the_set_up():
    with App("play", "nutty-business") as app:
        app.press("down")
        for name in EVIL:
            app.send(b"\x1b[200~" + name.encode("utf-8", "replace") + b"\x1b[201~")
            app.settle(0.05, 1)
            app.send(b"\x15")
        app.press("ctrl+q")
        app.ends(0)
        assert not foreign(bytes(app.raw))


# --- Trouble that users of terminal programs report -------------------------------------------------------

SAMPLE = {
    "home": ("hostile-paste", "terminal-closed", "stdin-piped-with-a-tty"),
    "table": ("quit-restores-terminal", "ctrl-c", "key-repeat-flood", "paste-that-never-ends"),
}
"""What the quick profile looks at; the others look at everything."""


class Arguments:
    """What the script for hostile terminals is told on its command line."""

    quit = "ctrl+q"

    def __init__(self, command, setup):
        self.command, self.setup = command, setup


NUTGAMES = [sys.executable, "-m", "nutgames"]
PLACES = {
    "home": (NUTGAMES, ""),
    "table": ([*NUTGAMES, "play", "nut-job", "--seed", "1", "--players", "Ana,Ben"], ""),
}
"""Commands, and keys that lead to a table."""


@pytest.mark.parametrize("place", ["home", "table"])
@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_hostile_terminals(name, place, monkeypatch, count):
    if name not in count(SAMPLE[place], SCENARIOS, SCENARIOS):
        return
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    command, setup = PLACES[place]
    hostile = Hostile(Arguments(command, setup))
    try:
        result = SCENARIOS[name](hostile)
    finally:
        if hostile.last:
            hostile.last.kill()
    assert result["ok"], result
