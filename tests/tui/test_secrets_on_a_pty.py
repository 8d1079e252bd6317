"""What an onlooker sees on a real terminal: two games that differ only in secrets write the same bytes.

A whole game of Hibernation for three people is played twice, by the same decisions as far as everybody may
know them; what differs is every card that never came to light. While a curtain is down or a question is open
to the whole table, every byte must be the same, whatever happens meanwhile: a key held down, a window
resized, the rules opened, an undo tried, the program suspended and taken up again.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Barrier, BrokenBarrierError
from typing import Any, NamedTuple

from nutgames.games import new
from nutgames.games.core import CHANCE
from nutgames.games.hibernation.components import DECK, Card
from nutgames.play.match import Match, Player
from nutgames.play.names import letter
from nutgames.play.store import Store
from nutgames.play.windows import asked
from nutgames.play.words import words_for
from nutgames.tui.tables import table_for

sys.path.insert(0, str(Path(__file__).parents[1] / "terminal"))

from ptyterm import PtyApp, key_bytes, private_home

from tui.screens_text import words_in

QUIET = 0.45
"""Seconds without a change after which a screen stands still, and has heard everything for a while."""
BRIEF = 0.1
"""The same where nobody compares what is written."""
PLAYERS = ("Ana", "Ben", "Cid")
SETTINGS = "reaction_seconds = 0\nforced_moves = true\n"
"""Nobody has to wait; and who can only let it pass must not be seen by that being done at once."""
TOAST = "Ctrl+Q to quit."
ASKED = "Does anybody cancel"
"""What the whole table is asked."""
TRIES = 4
"""How often two screens may differ by chance: a busy machine lays out a window once more or once less."""
PATIENCE = 300.0
"""Seconds that one game waits for the other."""


# --- Two games that look the same -------------------------------------------------------------------------


class Twins(NamedTuple):
    """The same game in two truths: the orders of the deck, and the moves from the first turn on."""

    orders: tuple[Sequence[Card], Sequence[Card]]
    moves: tuple[Sequence[Any], Sequence[Any]]


def table() -> Any:
    """A short game for three."""
    return new("hibernation", 3, months=1, nuts=4)


def dealt(order: Sequence[Card]) -> Match:
    """A game whose deck lies in this order, before the first turn."""
    game = table()
    match = Match(game, [Player(name) for name in PLAYERS])
    match.play(game.parse("shuffle " + " ".join(order)))
    return match


def at_random(order: Sequence[Card], rng: Random) -> Match | None:
    """A game played at random; None if it needs a second shuffle."""
    match = dealt(order)
    while match.actor is not None:
        if match.actor == CHANCE:
            return None
        match.play(rng.choice(list(match.game.moves(match.state))))
    return match


def alike(match: Match, order: Sequence[Card]) -> Match | None:
    """The game with another deck that an onlooker cannot tell from this one, if there is one."""
    other, game = dealt(order), match.game
    for step in match.log(0, 1):
        if other.view(0) != step.before:
            return None
        fitting = (move for move in game.moves(other.state) if game.shown(other.state, move, 0) == step.move)
        move = next(fitting, None)
        if move is None:
            return None
        other.play(move)
    return other if other.view(0) == match.view(0) else None


def holders(match: Match) -> list[tuple[bool, ...]]:
    """Who held a cancel whenever the table was asked."""
    return [
        tuple(Card.CANCEL in hand for hand in state.hands)
        for state in match._states
        if type(state.phase).__name__ == "React"
    ]


def twins() -> Twins:
    """The shortest of some games in which all kinds of things happen, and its twin that differs the most."""
    every = [card for card in Card for _ in range(DECK.copies[card])]
    found = []
    for seed in range(250):
        rng = Random(seed)
        order = rng.sample(every, len(every))
        match = at_random(order, rng)
        if match and {"cancel", "take", "discard"} <= {str(move).split()[0] for move in match.moves}:
            found.append((len(match.moves), seed, order, match))
    _, seed, order, match = min(found)
    rng, best, twin = Random(seed), order, match
    for _ in range(3000):
        places = rng.sample(range(len(order)), rng.randint(2, 8))
        mixed = list(best)
        for place, source in zip(places, [*places[1:], places[0]], strict=True):
            mixed[place] = best[source]
        other = alike(match, mixed)
        if other and unlikeness(match, other) > unlikeness(match, twin):
            best, twin = mixed, other
    return Twins((order, best), (match.moves[1:], twin.moves[1:]))


def unlikeness(one: Match, other: Match) -> int:
    """In how many hands two games differ over time; whether somebody could have cancelled counts most."""
    hands = sum(a != b for a, b in zip(all_hands(one), all_hands(other), strict=True))
    return hands + 20 * sum(a != b for a, b in zip(holders(one), holders(other), strict=True))


def all_hands(match: Match) -> list[Any]:
    """Every hand of every moment."""
    return [hand for state in match._states for hand in state.hands]


def test_the_twins_differ_in_what_counts():
    """Otherwise the test below would show nothing."""
    made = twins()
    one, other = (dealt(order) for order in made.orders)
    for match, moves in zip((one, other), made.moves, strict=True):
        for move in moves:
            match.play(move)
    assert match.actor is None
    assert len(one.moves) > 20
    pairs = list(zip(holders(one), holders(other), strict=True))
    assert sum(any(a) != any(b) for a, b in pairs) >= 5, "in some windows only one of them could be stopped"
    assert one.view(0) == other.view(0)


# --- Playing them on a terminal ---------------------------------------------------------------------------


class Sight(NamedTuple):
    """What an onlooker has seen: what happened to a screen, what was written then, and what it shows."""

    happened: str
    written: bytes
    shown: str


class Both:
    """Two onlookers, who compare what they see screen by screen."""

    def __init__(self) -> None:
        self._sights = [Sight("", b"", "")] * 2
        self._waiting = Barrier(2)

    def compare(self, which: int, sight: Sight) -> tuple[Sight, Sight]:
        """Shows the other one what was seen, and gets to know what both have seen."""
        self._sights[which] = sight
        self._waiting.wait(PATIENCE)
        one, other = self._sights
        self._waiting.wait(PATIENCE)  # nobody looks again before both have read
        return one, other

    def give_up(self) -> None:
        """Nobody waits for somebody who has stopped."""
        self._waiting.abort()


class Onlooker:
    """Somebody who looks at a terminal from behind, at one of two games."""

    def __init__(self, home: Path, which: int, both: Both) -> None:
        environment = {**private_home(), "NUTGAMES_HOME": str(home), "TEXTUAL_ANIMATIONS": "none"}
        (home / "settings.toml").write_text(
            "reaction_seconds = 0\n"
        )  # it shortens the test, and hides nothing
        self.app = PtyApp([sys.executable, "-m", "nutgames", "resume"], 80, 24, env=environment)
        self.which, self.both = which, both
        self.screens = 0

    def __enter__(self) -> Onlooker:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self.app.kill()
        if error:
            self.both.give_up()

    def until(self, text: str, quiet: float = QUIET, limit: float = 60.0) -> None:
        """Waits until the screen shows a text and stands still."""
        end = time.perf_counter() + limit
        while text not in self.app.text():
            assert self.app.alive(), self.app.text()
            assert time.perf_counter() < end, f"no {text!r} in\n{self.app.text()}"
            self.settle(0.05)
        self.settle(quiet)

    def settle(self, quiet: float = QUIET) -> None:
        """Takes in what is written, until nothing more comes and the program has nothing to do."""
        while True:
            for chunk in self.app.drain(quiet, 5.0, at_least=0):
                self.app.stream.feed(chunk.data)
            if not self.app.is_busy():
                break

    def press(self, *keys: str) -> None:
        """Keys, each answered before the next."""
        for key in keys:
            self.app.send(key_bytes(key))
            self.settle(BRIEF)

    def suspend(self) -> None:
        """Back to the shell, and here again as soon as the program has stopped."""
        os.kill(self.app.pid, signal.SIGTSTP)
        while Path(f"/proc/{self.app.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "T":
            self.settle(0.05)
        os.kill(self.app.pid, signal.SIGCONT)
        self.settle()

    def watch(self, text: str, happening: Happening) -> None:
        """Everybody looks at a screen with this text, and something happens to it: in both games the same.

        No word may be written in only one of them. How often and in which pieces a screen is painted may
        differ by chance on a busy machine, but not every time.
        """
        self.screens += 1
        for _ in range(TRIES):
            one, other = self.both.compare(self.which, self.sight(text, happening))
            assert words_in(one.written) == words_in(other.written), f"screen {self.screens}, {one.happened}"
            assert one.shown == other.shown, f"screen {self.screens}, {one.happened}"
            if one.written == other.written:
                return
        assert one.written == other.written, f"the bytes of screen {self.screens}, {one.happened}"

    def sight(self, text: str, happening: Happening) -> Sight:
        """What is written while something happens to a screen with this text."""
        self.until(text)
        start = len(self.app.raw)
        happening(self, text)
        self.until(text, BRIEF)
        written = without_repetition(bytes(self.app.raw[start:]))
        return Sight(happening.__name__, written, self.app.text())


Happening = Callable[[Onlooker, str], None]


def without_repetition(written: bytes) -> bytes:
    """What was written, without a screen that is painted again as it is.

    How often a busy machine repaints while windows are resized is chance; what is painted is not.
    """
    paints = re.split(rb"(?=\x1b\[\d+;\d+H)", written)
    return b"".join(paint for number, paint in enumerate(paints) if paint not in paints[:number])


# What happens to a screen that everybody may see


def held_enter(seen: Onlooker, text: str) -> None:
    """A key held down."""
    for _ in range(12):
        seen.app.send(b"\r")
        time.sleep(0.03)
    seen.settle()


def resized(seen: Onlooker, text: str) -> None:
    """Another window, and the old one again."""
    for size in ((100, 30), (44, 14), (80, 24)):
        start = len(seen.app.raw)
        seen.app.resize(*size)
        while b"\x1b[%d;" % size[1] not in seen.app.raw[start:]:  # its last line has not been painted yet
            assert seen.app.alive()
            seen.settle()
        seen.settle()


def looked_away(seen: Onlooker, text: str) -> None:
    """Another window has the focus, and this one again."""
    seen.app.send(b"\x1b[O\x1b[I")
    seen.settle()


def suspended(seen: Onlooker, text: str) -> None:
    """Back to the shell, and here again."""
    seen.suspend()


def undone(seen: Onlooker, text: str) -> None:
    """Somebody tries to undo: why it is refused must not tell what is hidden."""
    seen.press("u")
    seen.settle()


def told_how_to_leave(seen: Onlooker, text: str) -> None:
    """What is said at the edge of the screen, as a toast or in place."""
    seen.press("ctrl+c")
    seen.settle()
    while TOAST in seen.app.text():  # how long it takes until it goes is not the same in both games
        seen.settle()


def read_up(seen: Onlooker, text: str) -> None:
    """The rules are opened, scrolled and closed."""
    seen.press("?")
    seen.until("Esc Close")
    seen.press("down", "pagedown", "escape")
    seen.settle()


def searched_for_commands(seen: Onlooker, text: str) -> None:
    """The palette with all commands."""
    seen.press("ctrl+p")
    seen.settle()
    seen.press("escape")
    seen.settle()


PUBLIC: tuple[Happening, ...] = (
    held_enter,
    undone,
    resized,
    looked_away,
    read_up,
    suspended,
    told_how_to_leave,
    searched_for_commands,
)


# What the player who may look does meanwhile


PRIVATE = (("e",), ("i",), ("?", *"/burglar"), ("H",), ("ctrl+c",), ("u",), ("ctrl+p",))
"""Log, piles, words in the rules, what is possible, how to leave, undo, commands: all goes with it."""


def played(home: Path, twins: Twins, which: int, both: Both, each: int) -> int:
    """Plays one of the games to its end; how many screens everybody saw. To each so many things happen."""
    match = dealt(twins.orders[which])
    with Store(home) as store:
        store.begin(match).release()
    words, table = words_for(match.game, PLAYERS), table_for(words_for(match.game, PLAYERS))
    moves, happening, looks = list(twins.moves[which]), cycle(PUBLIC), cycle(PRIVATE)
    idling = cycle((True, False, False))
    with Onlooker(home, which, both) as seen:

        def watch(text: str) -> None:
            for _ in range(each):
                seen.watch(text, next(happening))

        def look(seat: int) -> None:
            """A player lifts the curtain, looks at this and that, covers it, and lifts it again."""
            name = PLAYERS[seat - 1]
            watch(f"Press  {letter(seat)}  when")
            seen.press(letter(seat).lower())
            seen.until(f"only {letter(seat)} {name} looks now", BRIEF)
            seen.press(*next(looks))
            seen.suspend()  # which covers everything
            watch(f"Press  {letter(seat)}  when")
            seen.press(letter(seat))
            seen.until(f"only {letter(seat)} {name} looks now", BRIEF)

        def decide(seat: int, view: Any, move: Any) -> None:
            """The keys of a decision: the card, and what it is aimed at."""
            rows = table.rows(view)
            row = next(row for row in rows if any(choice.move == move for choice in row.choices))
            way = [choice.move for choice in row.choices].index(move)
            seen.press("home", *["right"] * rows.index(row), "enter")
            if row.ways != ("",):
                seen.press("home", *["right"] * way, "enter")

        while (seat := match.actor) is not None:
            window = words.window(match.view(0))
            if window is None:
                look(seat)
                decide(seat, match.view(seat), moves[0])
                match.play(moves.pop(0))
                continue
            answers = moves[: len(window.seats)]
            stepping = next((place for place, move in enumerate(answers) if move != window.passing), None)
            watch(ASKED)
            if stepping is None:
                if next(idling):  # somebody looks, and nothing comes of it
                    idle = window.seats[-1]
                    seen.press(letter(idle))
                    look(idle)
                    decide(idle, asked(match, window, idle), window.passing)
                    watch(ASKED)
                seen.press("space")
                answered = len(window.seats)
            else:
                player = window.seats[stepping]
                seen.press(letter(player))
                look(player)
                decide(player, asked(match, window, player), answers[stepping])
                answered = stepping + 1
            for _ in range(answered):
                match.play(moves.pop(0))
        assert not moves
        seen.watch("the game is over", resized)
        return seen.screens


def test_a_whole_game_looks_the_same_whoever_holds_what(tmp_path, count):
    """The onlooker cannot tell what is in a hand or in the deck, nor who could have cancelled."""
    made, both, each = twins(), Both(), count(dev=1, ci=1, nightly=len(PUBLIC))
    with ThreadPoolExecutor(2) as players:
        runs = [players.submit(played, tmp_path / str(which), made, which, both, each) for which in (0, 1)]
    runs.sort(key=lambda run: isinstance(run.exception(), BrokenBarrierError))  # who only waited comes last
    one, other = (run.result() for run in runs)
    assert one == other > 25
