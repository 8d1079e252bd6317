"""What an onlooker sees on a real terminal: two games that differ only in secrets write the same bytes.

Each game is played twice by the same keys as far as everybody may see them; what differs is what only one
player may know. While a curtain is down or a question is open to the whole table, every byte must be the
same, whatever happens meanwhile: a key held down, a window resized, the program suspended and taken up again.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from nutgames.games import new
from nutgames.games.hibernation.components import DECK, Card
from nutgames.play.match import Match, Player
from nutgames.play.store import Store

sys.path.insert(0, str(Path(__file__).parents[1] / "terminal"))

from ptyterm import PtyApp, private_home

from tui.screens_text import paints

QUIET = 0.3
"""Seconds without a change after which a screen stands still."""


class Onlooker:
    """A terminal that somebody looks at from behind, and remembers what it wrote while all may look."""

    def __init__(self, arguments: list[str], home: Path, rows: int = 24) -> None:
        environment = {**private_home(), "NUTGAMES_HOME": str(home), "TEXTUAL_ANIMATIONS": "none"}
        command = [sys.executable, "-m", "nutgames", *arguments]
        self.app = PtyApp(command, 80, rows, env=environment)
        self.seen: list[bytes] = []

    def __enter__(self) -> Onlooker:
        return self

    def __exit__(self, *_: object) -> None:
        self.app.kill()

    def until(self, text: str, limit: float = 30.0) -> None:
        """Waits until the screen shows a text and stands still."""
        end = time.perf_counter() + limit
        while text not in self.app.text():
            assert self.app.alive(), self.app.text()
            assert time.perf_counter() < end, f"no {text!r} in\n{self.app.text()}"
            self.app.settle(0.2, 1.0)
        self.app.settle(QUIET, 5.0)

    def press(self, *keys: str) -> None:
        """Presses keys that the player at the keyboard presses."""
        for key in keys:
            self.app.send(key.encode())
            self.app.settle(0.25, 3.0)

    def watch(self, text: str) -> None:
        """Everybody looks at a screen with this text, and all kinds of things happen to it."""
        self.until(text)
        start = len(self.app.raw)
        for _ in range(10):  # a key held down
            self.app.send(b"\r")
            time.sleep(0.03)
        self.app.settle(QUIET, 5.0)
        for size in ((100, 30), (80, 24)):
            self.app.resize(*size)
            self.app.settle(QUIET, 5.0)
        self.app.send(b"\x1b[O\x1b[I")  # another window has the focus, and this one again
        self.app.settle(QUIET, 5.0)
        os.kill(self.app.pid, signal.SIGTSTP)
        time.sleep(0.3)
        os.kill(self.app.pid, signal.SIGCONT)
        self.until(text)
        self.seen.append(bytes(self.app.raw[start:]))


def laying(home: Path, cards: str) -> list[bytes]:
    """The set-up of Nutty Business, with the cards that three players lay."""
    options = ["--players", "Ana,Ben,Cid", "--set", "first=1"]
    with Onlooker(["play", "nutty-business", *options], home) as onlooker:
        for letter, name, card in zip("abc", ("Ana", "Ben", "Cid"), cards, strict=True):
            onlooker.watch(f"{letter.upper()}   {name}")
            onlooker.press(letter)
            onlooker.until(f"{name}: which card")
            onlooker.press(card, "\r")
        onlooker.until("All cards are revealed")
        return onlooker.seen


def test_nutty_business_until_the_reveal(tmp_path):
    one = laying(tmp_path / "one", "135")
    other = laying(tmp_path / "other", "762")
    assert len(one) == 3
    assert [paints(part) for part in one] == [paints(part) for part in other]


def stored(home: Path, hands: list[str]) -> None:
    """A game of Hibernation for three in which everybody has been dealt these cards."""
    game = new("hibernation", 3, months=1)
    dealt = [[Card(card) for card in hand.split()] for hand in hands]
    order = [dealt[seat][place] for place in range(5) for seat in range(3)]
    rest = [card for card in Card for _ in range(DECK.copies[card])]
    for card in order:
        rest.remove(card)
    match = Match(game, [Player("Ana"), Player("Ben"), Player("Cid")])
    match.play(game.parse("shuffle " + " ".join([*order, *rest])))
    with Store(home) as store:
        store.begin(match).release()


def reacting(home: Path, hands: list[str]) -> list[bytes]:
    """Ana plays her Forage; Cid looks at his hand and lets it pass; then it is Ben's turn."""
    stored(home, hands)
    with Onlooker(["resume"], home) as onlooker:
        onlooker.watch("A   Ana")
        onlooker.press("a")
        onlooker.until("which card is played")
        onlooker.press("\x1b[H", "\r")  # her first card
        onlooker.watch("Does anybody cancel it?")
        onlooker.press("c")
        onlooker.watch("C   Cid")
        onlooker.press("c")
        onlooker.until("only C Cid looks now")
        onlooker.press("x")  # he covers it again,
        onlooker.watch("C   Cid")
        onlooker.press("c")
        onlooker.until("only C Cid looks now")
        onlooker.press("\x1b[F", "\r")  # looks once more, and passes
        onlooker.watch("Does anybody cancel it?")
        time.sleep(3.2)  # the question stays open at least so long
        onlooker.press(" ")
        onlooker.watch("B   Ben")
        return onlooker.seen


@pytest.mark.parametrize("who", ["both", "nobody", "Ben", "Cid"])
def test_hibernation_whoever_holds_a_cancel(tmp_path, who, count):
    """The onlooker cannot tell from a window who could have cancelled, nor what anybody holds."""
    if who not in count(["both"], ["both", "nobody"], ["both", "nobody", "Ben", "Cid"]):
        return
    plain = ["forage bury scurry trap rot", "search search bury trap heist", "snoop snoop bury trap heist"]
    other = ["forage bumper-crop migration burglar blight", *plain[1:]]
    if who in ("Ben", "both"):
        other[1] = "cancel cancel dig-up hollow-oak golden-nut"
    if who in ("Cid", "both"):
        other[2] = "cancel cancel early-winter hollow-oak golden-trade"
    one = reacting(tmp_path / "one", plain)
    two = reacting(tmp_path / "two", other)
    assert len(one) == 6
    assert [paints(part) for part in one] == [paints(part) for part in two]
