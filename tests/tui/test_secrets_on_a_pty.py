"""What an onlooker sees on a real terminal: two games that differ only in secrets write the same bytes.

Each game is played twice by the same keys as far as everybody may see them; what differs is what only one
player may know. While a curtain is down or a question is open to the whole table, every byte must be the
same, whatever happens meanwhile: a key held down, a window resized, the program suspended and taken up again.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

from nutgames.games import new
from nutgames.games.hibernation.components import DECK, Card
from nutgames.play.match import Match, Player
from nutgames.play.store import Store

sys.path.insert(0, str(Path(__file__).parents[1] / "terminal"))

from ptyterm import PtyApp, private_home

OPEN = 3.5
"""Seconds after which a question to the table can be closed, and no longer counts them."""
QUIET = 0.6
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

    def watch(self, text: str, after: float = 0.0) -> None:
        """Everybody looks at a screen with this text; after some seconds all kinds of things happen to it."""
        self.until(text)
        time.sleep(after)
        self.app.settle(QUIET, 5.0)
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
        self.seen.append(without_repetition(bytes(self.app.raw[start:])))


def without_repetition(written: bytes) -> bytes:
    """What was written, without a screen that is painted again as it is.

    How often a busy machine repaints while windows are resized is chance; what is painted is not.
    """
    paints = re.split(rb"(?=\x1b\[\d+;\d+H)", written)
    return b"".join(paint for number, paint in enumerate(paints) if paint not in paints[:number])


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
        onlooker.watch("Does anybody cancel it?", OPEN)
        onlooker.press("c")
        onlooker.watch("C   Cid")
        onlooker.press("c")
        onlooker.until("only C Cid looks now")
        onlooker.press("x")  # he covers it again,
        onlooker.watch("C   Cid")
        onlooker.press("c")
        onlooker.until("only C Cid looks now")
        onlooker.press("\x1b[F", "\r")  # looks once more, and passes
        onlooker.watch("Does anybody cancel it?", OPEN)
        onlooker.press(" ")
        onlooker.watch("B   Ben")
        return onlooker.seen


def test_hibernation_whoever_holds_a_cancel(tmp_path):
    """The onlooker cannot tell from a window who could have cancelled, nor what anybody holds."""
    plain = ["forage bury scurry trap rot", "search search bury trap heist", "snoop snoop bury trap heist"]
    other = [
        "forage bumper-crop migration burglar blight",
        "cancel cancel dig-up hollow-oak golden-nut",
        "cancel cancel rot hollow-oak golden-trade",
    ]
    one = reacting(tmp_path / "one", plain)
    two = reacting(tmp_path / "two", other)
    assert len(one) == 6
    assert [len(part) for part in one] == [len(part) for part in two]
    assert one == two
