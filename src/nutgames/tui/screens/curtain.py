"""The curtain: between two players, nothing is to be seen (UX: private screens)."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar, Final, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from nutgames.play.names import letter
from nutgames.tui.screens.once import Once
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import wrapped
from nutgames.tui.widgets.keys import KeyBar

DEAF: Final = 0.3
"""Seconds after it has come down in which the curtain hears nothing: a key may still be held."""


class Curtain(Once, Screen[Literal["reveal", "undo", "leave"]]):
    """An opaque screen that only the next player's letter lifts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("U,u", "lift('undo')", "Undo", key_display="U", id="curtain.undo"),
        Binding("Q,q", "lift('leave')", "Leave", key_display="Q", id="curtain.leave"),
    ]

    def __init__(self, seat: int, name: str, news: Sequence[str], no_undo: str = "") -> None:
        """`news` is what everybody may know of what has happened since that player looked last; `no_undo`
        is why nothing can be undone."""
        super().__init__()
        self.seat = seat
        self._name = name
        self._news = news
        self._no_undo = no_undo
        self._since = monotonic()

    def compose(self) -> ComposeResult:
        """Whose turn it is to look, and what everybody may know."""
        key = letter(self.seat)
        seat_class = f"seat-{key.lower()}"
        with Middle():
            with Vertical(id="curtain"):
                yield Static("Pass the keyboard to")
                yield Static(Content(f"{key}   {self._name}"), id="whose", classes=seat_class)
                yield Static(Content(f"Press  {key}  when you are ready"), id="ready")
                yield Static("and nobody else is looking.", id="alone")
            yield Static(Content("\n".join(self._latest())), id="news")
        yield KeyBar()

    def _latest(self) -> list[str]:
        """As much of the news as there is room for; the last things that happened matter most."""
        width, height = self.app.size
        lines = [line for each in self._news for line in wrapped(each, min(width - 6, 58))]
        room = max(height - (14 if height >= LOW else 7), 1)
        return ["Since your last turn:", *lines[-room:]] if lines else []

    def on_mount(self) -> None:
        """From now on it is deaf for a moment."""
        self._since = monotonic()

    @property
    def _is_deaf(self) -> bool:
        return monotonic() - self._since < DEAF

    def on_key(self, event: events.Key) -> None:
        """The player's letter, small or capital, wins over every other key."""
        if self._is_deaf:
            event.stop()
            event.prevent_default()
        elif event.character and event.character.upper() == letter(self.seat):
            event.stop()
            event.prevent_default()
            self.dismiss("reveal")

    def on_click(self, event: events.Click) -> None:
        """A click on the line that says what to press lifts it too."""
        if not self._is_deaf and event.widget is not None and event.widget.id in ("whose", "ready", "alone"):
            self.dismiss("reveal")

    def refuses(self, action: str) -> bool:
        """Undo is greyed when it tells why it cannot be done."""
        return action == "lift('undo')" and bool(self._no_undo)

    def say(self, text: str) -> None:
        """Something to read below the box."""
        self.query_one("#news", Static).update(Content(text))

    def action_lift(self, why: Literal["undo", "leave"]) -> None:
        """Something else than looking."""
        if self._is_deaf:
            return
        if why == "undo" and self._no_undo:
            self.say(f"✗ No undo: {self._no_undo}")
        else:
            self.dismiss(why)
