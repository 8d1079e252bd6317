"""The window: something has been played, and whoever likes may step in before it happens (UX: reactions)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from time import monotonic
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from nutgames.play.names import letter
from nutgames.play.words import Window, Words
from nutgames.tui.screens.curtain import Wary
from nutgames.tui.screens.reader import LogSheet, Reader, RulesSheet
from nutgames.tui.tables import Board
from nutgames.tui.terminal import LOW
from nutgames.tui.widgets.canvas import Canvas, Inked, Line, beside, cut, length, wrapped
from nutgames.tui.widgets.keys import KeyBar, pressed

Answer = int | Literal["undo", "leave"]
"""Who wants to look (0: nobody), or something else that was wanted."""

HEIGHT = 16
"""Lines that the question takes, with header and keys."""

CHOICES = 12
"""Lines that a board leaves to choices anyway."""

LONG_ENOUGH = 4.0
"""Seconds for which a refusal is to be read."""

PICTURE = 20
"""Columns for the picture of what has been played."""


class Announcement(Canvas):
    """What has been played, who may step in, and how."""

    class Pressed(Message):
        """Somebody clicked on a player's letter; 0: on what nobody presses."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, words: Words, window: Window, picture: Sequence[Line]) -> None:
        super().__init__(id="announcement")
        self.words = words
        self.window = window
        self.picture = picture
        self.left = 0
        """Seconds until nobody may close the window."""
        self.is_deaf = True
        """Whether no letter is heard yet."""
        self.note = ""
        """Something to say, for a while, in place of how it goes."""
        self._saying: Timer | None = None
        self._room = 0
        self._places: list[tuple[int, int, int, int]] = []
        """Line, first and last column and seat of everything that can be clicked."""

    def wait(self, seconds: int) -> None:
        """So many seconds are left."""
        if seconds != self.left:
            self.left = seconds
            self.redraw()

    def listen(self) -> None:
        """Letters are heard from now on."""
        self.is_deaf = False
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Where it does not fit, what can be done without is left out."""
        self._room = container.height
        return super().get_content_height(container, viewport, width)

    def say(self, text: str) -> None:
        """Something to say, for a while, in place of how it goes and in as many lines."""
        self.note = text
        self.redraw()
        if self._saying:
            self._saying.stop()
        self._saying = self.set_timer(LONG_ENOUGH, partial(self.say, "")) if text else None

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Everything; the picture stands on the left where there is room for it."""
        is_roomy = width >= 64 and self.app.size.height >= LOW
        picture = self.picture if is_roomy else ()
        left = PICTURE if picture else 0
        lines = self._texts(width - left, HOW if is_roomy else HOW_BRIEFLY, gaps=is_roomy)
        if self._room and len(lines) > self._room:
            lines = self._texts(width - left, "", gaps=False)
        self._places = [
            (y, start + left, start + left + wide, seat)
            for y, line in enumerate(lines)
            for start, wide, seat in self._pressable(line)
        ]
        yield from beside(picture, lines, left, 0) if picture else lines

    def _texts(self, width: int, how: str, gaps: bool) -> list[Line]:
        """The lines beside the picture."""
        gap: list[Line] = [[]] if gaps else []
        window = self.window
        lines: list[Line] = [[(text, "title")] for text in wrapped(window.happened, width)]
        lines += [[(text, "legal")] for text in wrapped(window.means, width)]
        told = wrapped(how, width)
        question = window.question if told or not self.note else cut(self.note, width)
        lines += [*gap, [(question, "strong")], *gap]
        line: list[Inked] = []
        for seat in sorted(window.seats):
            ink = "faint" if self.is_deaf else f"seat-{letter(seat).lower()} strong"
            cap: list[Inked] = [(f"[{letter(seat)}]", ink), (f" {self.words.name(seat)}", ink), ("   ", "")]
            if line and length([*line, *cap]) > width + 3:
                lines.append(line)
                line = []
            line += cap
        lines.append(line)
        lines += gap
        if told and (instead := "One moment …" if self.is_deaf else self.note):
            first, *others = wrapped(instead, width)
            # As many lines as before: whoever is about to press something must find it where it was.
            others = [cut(" ".join(others), width)] if others and len(told) > 1 else []
            told = [first if len(told) > 1 else cut(instead, width), *others, *[""] * len(told)][: len(told)]
        lines += [[(text, "faint")] for text in told]
        closing = f" nobody (works in {self.left} s)" if self.left else " nobody"
        ink = "faint" if self.left else "cursor strong"
        lines.append([(self._nobody, ink), (closing, "faint" if self.left else "strong")])
        return lines

    @property
    def _nobody(self) -> str:
        """The key of those who do not step in."""
        return f"[{pressed(self, 'Space', 'window.nobody')}]"

    def _pressable(self, line: Line) -> Iterator[tuple[int, int, int]]:
        """Where in a line something can be clicked: column, width and seat."""
        column, caps = 0, {f"[{letter(seat)}]": seat for seat in self.window.seats} | {self._nobody: 0}
        for number, (text, _) in enumerate(line):
            if text in caps:
                yield column, cell_len(text) + cell_len(line[number + 1][0]), caps[text]
            column += cell_len(text)

    def on_click(self, event: events.Click) -> None:
        """A letter or the line for nobody."""
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        for line, start, end, seat in self._places:
            if line == y and start <= x < end:
                self.post_message(self.Pressed(seat))


HOW = "Press your letter to look at your hand in private, and to step in or not."
HOW_BRIEFLY = "Your letter: look in private."


class Around(Wary, Screen[Answer]):
    """An opaque screen for the whole table. It looks the same whoever could step in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "nobody", "Nobody", key_display="Space", id="window.nobody"),
        Binding("question_mark", "rules", "Rules", key_display="?", id="window.rules"),
        Binding("U,u", "lift('undo')", "Undo", key_display="U", id="window.undo"),
        Binding("I,i", "inspect", "Inspect", key_display="I", id="window.inspect"),
        Binding("E,e", "log", "Log", key_display="E", id="window.log"),
        Binding("Q,q", "lift('leave')", "Leave", key_display="Q", id="window.leave"),
    ]

    def __init__(
        self,
        title: str,
        words: Words,
        window: Window,
        board: Board,
        log: Sequence[str] = (),
        inspected: Sequence[str] = (),
        picture: Sequence[Line] = (),
        rules: tuple[str, str] = ("", ""),
        wait: float = 0,
        no_undo: str = "",
    ) -> None:
        """`board`, `log` and `inspected` show what everybody sees; `rules` are the game and the section
        that `?` opens; for `wait` seconds the window cannot be closed, motion or not; `no_undo` is why
        nothing can be undone."""
        super().__init__()
        self._title = title
        self.window = window
        self.board = board
        self.board.reserve = HEIGHT - CHOICES
        self.announcement = Announcement(words, window, picture)
        self._log = log
        self._inspected = inspected
        self.rules = rules
        self.wait = wait
        self._no_undo = no_undo

    def compose(self) -> ComposeResult:
        """The table as everybody sees it, and the question below."""
        yield Static(Content(f" {self._title}"), id="header")
        yield self.board
        with Middle():
            yield self.announcement
        yield KeyBar()

    def on_mount(self) -> None:
        """The time to think begins."""
        self._count()
        self.set_interval(0.1, self._count)

    def listen(self) -> None:
        """The letters mean something now."""
        super().listen()
        self.announcement.listen()

    @property
    def _left(self) -> float:
        """Seconds that everybody has to think."""
        return max(self.wait - (monotonic() - self._since), 0)

    def _count(self) -> None:
        seconds = ceil(self._left)
        if not seconds and self.announcement.left:
            self.refresh_bindings()
        self.announcement.wait(seconds)

    def on_key(self, event: events.Key) -> None:
        """The players' letters, small or capital, win over every other key."""
        typed = (event.character or "").upper()
        seats = [seat for seat in range(1, len(self.announcement.words.names) + 1) if letter(seat) == typed]
        if self._is_deaf or seats:
            event.stop()
            event.prevent_default()
            if not self._is_deaf:
                self._look(seats[0])

    def on_announcement_pressed(self, message: Announcement.Pressed) -> None:
        """The mouse does what the key does."""
        if self._is_deaf:
            return
        if message.seat:
            self._look(message.seat)
        else:
            self.action_nobody()

    def _look(self, seat: int) -> None:
        if seat in self.window.seats:
            self.dismiss(seat)

    def action_nobody(self) -> None:
        """Nobody steps in, once everybody has had the time to think."""
        if not self._left:
            self.dismiss(0)

    def action_rules(self) -> None:
        """The rules about stepping in."""
        game, section = self.rules
        self.app.push_screen(Reader("Rules", RulesSheet(game, section)))

    def action_inspect(self) -> None:
        """What lies open, as everybody sees it."""
        self.app.push_screen(Reader("What lies open", self._inspected))

    def action_log(self) -> None:
        """What has happened, as everybody knows it."""
        self.app.push_screen(Reader("Log", LogSheet(self.announcement.words.names, self._log)))

    def refuses(self, action: str) -> bool:
        """Undo is greyed when it tells why it cannot be done."""
        return action == "lift('undo')" and bool(self._no_undo)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody is greyed until everybody has had the time to think; a player's letter is no other key."""
        if action == "log" and letter(len(self.announcement.words.names)) >= "E":
            return False
        return None if action == "nobody" and self._left else super().check_action(action, parameters)

    def action_lift(self, why: Literal["undo", "leave"]) -> None:
        """Something else."""
        if self._is_deaf:
            return
        if why == "undo" and self._no_undo:
            self.announcement.say(f"✗ No undo: {self._no_undo}")
        else:
            self.dismiss(why)
