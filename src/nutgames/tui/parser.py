"""What the terminal sends, read by Textual's parser where it can, and never given up on."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Final

from textual._xterm_parser import BRACKETED_PASTE_END, XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

SILENCE: Final = 1.0
"""Seconds without anything new after which no paste goes on."""


class ForgivingParser(XTermParser):
    """Ignores what cannot be read, where Textual's parser would fail or wait for ever.

    There are sequences with numbers in them that are no character, or parts that it does not know. And a
    paste whose end never comes, because the connection broke within it, would swallow every key from then
    on. Tests type such things, so a Textual that reads them in another way is noticed.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._fed = 0.0
        """When something came last; 0 once that is long enough ago."""

    def feed(self, data: str) -> Iterable[Message]:
        """What comes of some more characters."""
        self._fed = monotonic()
        yield from super().feed(data)

    def tick(self) -> Iterable[Message]:
        """What comes of waiting. Outside of a paste, its end means nothing."""
        yield from super().tick()
        if self._fed and monotonic() - self._fed >= SILENCE:
            self._fed = 0.0
            yield from super().feed(BRACKETED_PASTE_END)

    def parse_mouse_code(self, code: str) -> Message | None:
        """What a mouse has done, if that can be."""
        try:
            return super().parse_mouse_code(code)
        except (ValueError, ArithmeticError):
            return None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        """The keys that send a sequence."""
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, ArithmeticError):
            return [Key(Keys.Ignore, None)]
