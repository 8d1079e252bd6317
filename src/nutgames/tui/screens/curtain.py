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
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from nutgames.play.names import letter
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import cut, wrapped
from nutgames.tui.widgets.keys import KeyBar

DEAF: Final = 0.3
"""Seconds after it has come up in which a wary screen hears nothing."""


class Wary(Once):
    """A screen that hears nothing at first, for a key may still be held; its keys are greyed for so long."""

    lets_in: ClassVar[bool] = True

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


class Curtain(Wary, Screen[Literal["reveal", "back", "undo", "leave"]]):
    """An opaque screen that only the next player's letter lifts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "lift('back')", "Back", key_display="Esc", id="curtain.back"),
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
        can_go_back: bool = False,
        has_begun: bool = True,
    ) -> None:
        """`news` is what everybody may know of what has happened since that player looked last, or, if that
        has never been, from the start; `rules` are the game and the section that `?` opens;
        `no_undo` is why nothing can be undone; `can_go_back` to what the whole table is asked;
        `has_begun` tells whether there is anything to undo."""
        super().__init__()
        self.seat = seat
        self._name = name
        self._news = news
        self._no_undo = no_undo
        self._rules = rules
        self._has_looked = has_looked
        self._can_go_back = can_go_back
        self._has_begun = has_begun
        self._said = ""
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
                yield Static(" ", id="alone")
            yield Static(id="news")
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """There is room for more news, or for less."""
        text = self._said or "\n".join(self._latest(event.size))
        self.query_one("#news", Static).update(Content(text))

    def _latest(self, size: Size) -> list[str]:
        """As much of the news as there is room for; the last things that happened matter most."""
        width = min(size.width - 6, 58)
        lines = [line for each in self._news for line in wrapped(each, width)]
        if not lines:
            return []
        heading = f"Since {self._name} looked last:" if self._has_looked else "What has happened:"
        room = max(size.height - (14 if size.height >= LOW else 8), 1)
        if len(lines) > room:
            heading += f" ▲ {len(lines) - room} more"
        return [cut(heading, width), *lines[-room:]]

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Back goes only whoever pressed a letter at a question; and there must be something to undo."""
        if parameters == ("back",) and not self._can_go_back:
            return False
        if parameters == ("undo",) and not self._has_begun:
            return False
        return super().check_action(action, parameters)

    def refuses(self, action: str) -> bool:
        """Undo is greyed when it tells why it cannot be done."""
        return action == "lift('undo')" and bool(self._no_undo)

    def say(self, text: str) -> None:
        """Something to read below the box."""
        self._said = text
        self.query_one("#news", Static).update(Content(text))

    def action_rules(self) -> None:
        """The rules, which are no secret."""
        self.app.push_screen(Reader("Rules", RulesSheet(*self._rules)))

    def action_lift(self, why: Literal["back", "undo", "leave"]) -> None:
        """Something else than looking."""
        if self._is_deaf:
            return
        if why == "undo" and self._no_undo:
            self.say(f"✗ No undo: {self._no_undo}")
        else:
            self.dismiss(why)
