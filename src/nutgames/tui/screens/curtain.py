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
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import wrapped
from nutgames.tui.widgets.keys import KeyBar

DEAF: Final = 0.3
"""Seconds after it has come up in which a wary screen hears nothing."""


class Wary(Once):
    """A screen that hears nothing at first, for a key may still be held; its keys are greyed for so long."""

    def __init__(self) -> None:
        super().__init__()
        self._since = monotonic()

    def on_mount(self) -> None:
        """From now on it is deaf for a moment."""
        self._since = monotonic()
        if self._is_deaf:
            self.set_timer(DEAF, self.listen)
        else:
            self.listen()

    @property
    def _is_deaf(self) -> bool:
        return monotonic() - self._since < DEAF

    def listen(self) -> None:
        """The moment is over, and people see that it is."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys that do nothing yet are grey."""
        return None if self._is_deaf else True


class Curtain(Wary, Screen[Literal["reveal", "undo", "leave"]]):
    """An opaque screen that only the next player's letter lifts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "Rules", key_display="?", id="curtain.rules"),
        Binding("U,u", "lift('undo')", "Undo", key_display="U", id="curtain.undo"),
        Binding("Q,q", "lift('leave')", "Leave", key_display="Q", id="curtain.leave"),
    ]

    def __init__(
        self,
        seat: int,
        name: str,
        news: Sequence[str],
        rules: tuple[str, str],
        no_undo: str = "",
        has_looked: bool = False,
    ) -> None:
        """`news` is what everybody may know of what has happened since that player looked last, or, if that
        has never been, since the table was opened; `rules` are the game and the section that `?` opens;
        `no_undo` is why nothing can be undone."""
        super().__init__()
        self.seat = seat
        self._name = name
        self._news = news
        self._no_undo = no_undo
        self._rules = rules
        self._has_looked = has_looked
        self._was_early = False

    def compose(self) -> ComposeResult:
        """Whose turn it is to look, and what everybody may know."""
        key = letter(self.seat)
        seat_class = f"seat-{key.lower()}"
        with Middle():
            with Vertical(id="curtain"):
                yield Static("Pass the keyboard to")
                yield Static(Content(f"{key}   {self._name}"), id="whose", classes=seat_class)
                yield Static("One moment …", id="ready")
                yield Static("and nobody else is looking.", id="alone")
            yield Static(Content("\n".join(self._latest())), id="news")
        yield KeyBar()

    def _latest(self) -> list[str]:
        """As much of the news as there is room for; the last things that happened matter most."""
        width, height = self.app.size
        lines = [line for each in self._news for line in wrapped(each, min(width - 6, 58))]
        room = max(height - (14 if height >= LOW else 7), 1)
        heading = f"Since {self._name} looked last:" if self._has_looked else "What has happened:"
        return [*wrapped(heading, width - 6), *lines[-room:]] if lines else []

    def listen(self) -> None:
        """Says what to press, now that it helps."""
        super().listen()
        key = letter(self.seat)
        ready, alone = f"Press  {key}  when you are ready", "and nobody else is looking."
        if self._was_early:
            ready, alone = f"Too early. Press  {key}  once more", "when nobody else is looking."
        self.query_one("#ready", Static).update(Content(ready))
        self.query_one("#alone", Static).update(Content(alone))

    def on_key(self, event: events.Key) -> None:
        """The player's letter, small or capital, wins over every other key."""
        is_letter = event.character is not None and event.character.upper() == letter(self.seat)
        if self._is_deaf:
            self._was_early |= is_letter
        if self._is_deaf or is_letter:
            event.stop()
            event.prevent_default()
        if is_letter and not self._is_deaf:
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

    def action_rules(self) -> None:
        """The rules, which are no secret."""
        self.app.push_screen(Reader("Rules", RulesSheet(*self._rules)))

    def action_lift(self, why: Literal["undo", "leave"]) -> None:
        """Something else than looking."""
        if self._is_deaf:
            return
        if why == "undo" and self._no_undo:
            self.say(f"✗ No undo: {self._no_undo}")
        else:
            self.dismiss(why)
