"""What terminals send, as the app reads it."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest
from textual import _parser, events

from nutgames.tui import parser as module
from nutgames.tui.parser import SILENCE, ForgivingParser


class Typed:
    """A parser that is fed and has to wait, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 100.0
        self.parser = ForgivingParser()
        self.seen: list[events.Event] = []

    def feed(self, text: str, wait: float = 0.0) -> Typed:
        """Something arrives, and then nothing for a while."""
        with (
            patch.object(module, "monotonic", lambda: self.now),
            patch.object(_parser, "get_time", lambda: self.now),
        ):
            self.seen += self.parser.feed(text)
            for _ in range(round(wait * 10)):
                self.now += 0.1
                self.seen += self.parser.tick()
        return self

    @property
    def keys(self) -> list[str]:
        """The keys that were pressed."""
        return [event.key for event in self.seen if isinstance(event, events.Key)]

    @property
    def pasted(self) -> list[str]:
        """The texts that were pasted."""
        return [event.text for event in self.seen if isinstance(event, events.Paste)]


@pytest.mark.parametrize("start", ["\x1b[200~", "\x1b[200~Ana", "\x1b[200~Ana\x1b", "\x1b[200~Ana\x1b[20"])
def test_a_paste_that_never_ends_ends_after_a_silence(start: str) -> None:
    typed = Typed().feed(start, SILENCE + 0.2).feed("\x11")
    assert typed.keys[-1:] == ["ctrl+q"]
    assert "".join(typed.pasted).strip("\x1b") == ("Ana" if "Ana" in start else "")


def test_a_paste_over_a_slow_line_is_one_paste() -> None:
    typed = Typed()
    for piece in ("\x1b[200~An", "a,Q", "Ben", "\x1b[201~"):
        typed.feed(piece, SILENCE - 0.2)
    assert (typed.pasted, typed.keys) == (["Ana,QBen"], [])


def test_keys_after_a_silence_are_what_they_were() -> None:
    assert Typed().feed("a", 2).feed("\x1b", 2).feed("\x1b[A", 2).feed("b", 5).keys == [
        "a",
        "escape",
        "up",
        "b",
    ]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[97;1:3u",
        "\x1b[99999999999999999999u",
        "\x1b[1114112u",
        "\x1b[27;5;99999999~",
        "\x1b[48;0;0;0;0t\x1b[<35;5;5M",  # a window without any size, and a mouse in it
        "\x1b[<99999999999;-1;-1M",
        "\x1b[?2026;99999999$y",
    ],
)
def test_what_cannot_be_read_is_passed_over(sequence: str) -> None:
    assert Typed().feed(sequence, 0.5).feed("\x11").keys[-1:] == ["ctrl+q"]


PIECES = (
    *(
        "\x1b[200~",
        "\x1b[201~",
        "\x1b[",
        "\x1b",
        "\x1b[<",
        "\x1b[48;",
        "\x1b[?",
        "\x1bO",
        "M",
        "u",
        "t",
        "$y",
    ),
    *("0", "9999999999", ";", ":", "-", "~", "\x1b[I", "\x1b[O", "\ufffd", "\U0010ffff", "\x00", "橡"),
)


def test_after_any_noise_a_key_is_a_key(count) -> None:  # type: ignore[no-untyped-def]
    for seed in range(count(dev=20, ci=60, nightly=5_000)):
        rng = Random(seed)
        noise = "".join(rng.choices(PIECES, k=rng.randint(1, 100)))
        assert Typed().feed(noise, SILENCE + 0.2).feed("\x11").keys[-1:] == ["ctrl+q"], repr(noise)
