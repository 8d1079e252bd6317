"""Forms: fields below each other, gone through by keys, and a line that explains the one with the cursor."""

from __future__ import annotations

from asyncio import Queue
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from nutgames.play.names import WIDEST, clean
from nutgames.tui.screens.once import Once
from nutgames.tui.widgets.canvas import Canvas, Line, fitted, wrapped

ROOMY = 30
"""Rows from which on what a setting means stands below it, not only in the line for it."""


MOVING = ("app.focus_next", "app.focus_previous")
"""What Tab does, which is the whole screen's."""


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """What is to be settled; the arrow keys go from one thing to the next, and it scrolls along."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Go", key_display="↑ ↓", id="setup.next"),
        Binding("up", "app.focus_previous", "Previous", show=False, id="setup.previous"),
    ]


class Field(Widget):
    """Something to settle. Keys that come all at once, however fast, reach the field they are meant for.

    Textual gives a key to what has the focus when it comes, and finds out later that an earlier one moves the
    focus. A field obeys its keys at once, and hands on to the next field those that have come meanwhile.
    """

    help_text = ""
    """What it means, in a sentence or two."""

    async def on_key(self, event: events.Key) -> None:
        """Does what the key is bound to, unless it is a letter that is typed."""
        if isinstance(self, Input) and event.is_printable:
            return
        active = self.screen.active_bindings.get(event.key)
        if active is None:
            event.stop()  # the next field must not hear it either
        elif isinstance(active.node, Field | Form) or active.binding.action in MOVING:
            event.stop()
            event.prevent_default()
            await self.app.run_action(active.binding.action, active.node)
            self._hand_on()

    def _hand_on(self) -> None:
        """Keys that wait here follow the focus."""
        focused = self.screen.focused
        if focused is None or focused is self:
            return
        queue: Queue[Message] = self._message_queue
        waiting = [queue.get_nowait() for _ in range(queue.qsize())]
        if self._pending_message is not None:  # the first that waits is not in the queue any more
            waiting.insert(0, self._pending_message)
            self._pending_message = None
        for message in waiting:
            (focused if isinstance(message, events.Key) else self).post_message(message)


class FormScreen(Once, Screen[None]):
    """A screen with a form. Its fields follow each other as they were put there, drawn already or not."""

    def focus_next(self, selector: object = None) -> Widget | None:  # noqa: ARG002, there are only fields
        """On to the next field."""
        return self._go(1)

    def focus_previous(self, selector: object = None) -> Widget | None:  # noqa: ARG002
        """Back to the field before."""
        return self._go(-1)

    def _go(self, step: int) -> Widget | None:
        fields: list[Widget] = [field for field in self.walk_children(Field) if is_shown(field)]
        at = fields.index(self.focused) if self.focused in fields else -step
        self.set_focus(fields[(at + step) % len(fields)])
        return self.focused


def is_shown(widget: Widget) -> bool:
    """Whether it has a place on its screen."""
    return all(node.display for node in widget.ancestors_with_self if isinstance(node, Widget))


class NameInput(Input, Field):
    """A name; whatever is typed or pasted is cleaned before it is shown."""

    WIDEST: ClassVar[int] = WIDEST
    """Cells that it takes at most."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Go", key_display="↑ ↓", id="name.next"),
        Binding("up", "app.focus_previous", "Previous", show=False, id="name.previous"),
        Binding("enter,ctrl+j", "submit", "Next", key_display="Enter", id="name.done"),
        Binding("ctrl+c", "app.help_quit", "How to leave", show=False, id="name.ctrl-c"),
    ]

    class Pasted(Message):
        """Several names at once."""

        def __init__(self, field: NameInput, names: Sequence[str]) -> None:
            super().__init__()
            self.field = field
            self.names = names

    def validate_value(self, value: str) -> str:
        """Only what a name may contain, and a blank at the end while somebody types on."""
        ending = " " if value[-1:].isspace() and value.strip() else ""
        return clean(value, self.WIDEST) + ending

    async def action_submit(self) -> None:
        """On to what comes next."""
        self.screen.focus_next()

    def on_paste(self, event: events.Paste) -> None:
        """Several lines are several names."""
        names = [clean(line) for line in event.text.splitlines()]
        if len(names) > 1:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(self, [name for name in names if name]))


TYPED: Final = 1.0
"""Seconds between two digits up to which they are parts of one number."""


class Setting(Canvas, Field, can_focus=True):
    """A choice among a few values: ← → change it, a click too. Numbers can be typed, and have two ends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Less", show=False, id="setting.less"),
        Binding("right,l,space", "turn(1)", "Change", key_display="← →", id="setting.more"),
        Binding("enter", "advance", "Next", key_display="Enter", id="setting.next"),
    ]

    class Changed(Message):
        """Another value."""

        def __init__(self, setting: Setting) -> None:
            super().__init__()
            self.setting = setting

    def __init__(
        self,
        name: str,
        title: str,
        help_text: str,
        values: list[tuple[str, Any]],
        at: int,
        proposal: int | None = None,
        turned: Callable[[], None] | None = None,
    ) -> None:
        """`proposal` is where whoever switches it on, away from the first value, gets to; `turned` is called
        as soon as there is another value, before the next key is heard."""
        super().__init__(id=f"setting-{name}")
        self._turned = turned
        self.proposal = proposal
        self.option = name
        self.title = title
        self.help_text = help_text
        self.values = values
        self.at = at
        self._digits, self._typed = "", 0.0
        """What has been typed of a number, and when the last digit was."""

    @property
    def is_number(self) -> bool:
        """Whether the values are numbers, in their order."""
        return all(called.isdecimal() for called, _ in self.values)

    @property
    def value(self) -> Any:
        """The value that is chosen."""
        return self.values[self.at][1]

    def choose(self, value: Any) -> None:
        """Chooses one of the values."""
        self.at = [each for _, each in self.values].index(value)
        self.redraw()

    def offer(self, values: list[tuple[str, Any]]) -> None:
        """Other values can be chosen from now on."""
        self.values = values
        self.at = min(self.at, len(values) - 1)
        self.redraw()

    def action_turn(self, step: int) -> None:
        """The next value: of numbers up to the last one, of others round and round."""
        there = self.at + step
        if self.is_number and not 0 <= there < len(self.values):
            self._say(f"✗ {self.title}: {self.values[self.at][0]} is the {'most' if step > 0 else 'least'}.")
            return
        if self.at == 0 and self.proposal is not None:
            there = self.proposal
        self._turn_to(there % len(self.values))

    def on_key(self, event: events.Key) -> None:  # type: ignore[override]  # Textual calls the field's too
        """Digits that follow each other make one number."""
        if not self.is_number or event.character is None or event.character not in "0123456789":
            return
        is_another = event.time - self._typed > TYPED
        self._digits, self._typed = (
            event.character if is_another else self._digits + event.character,
            event.time,
        )
        names = [called for called, _ in self.values]
        if self._digits in names:
            self._turn_to(names.index(self._digits))
            return
        self._say(f"✗ {self.title}: {names[0]} to {names[-1]}, not {self._digits}.")
        if not any(name.startswith(self._digits) for name in names):
            self._digits = ""

    def _say(self, text: str) -> None:
        say: Any = getattr(self.screen, "say", None)
        if say is not None:
            say(text, "refused")

    def _turn_to(self, at: int) -> None:
        self.at = at
        self.redraw()
        if self._turned:
            self._turned()
        self.post_message(self.Changed(self))

    def action_advance(self) -> None:
        """On to what comes next."""
        self.screen.focus_next()

    def on_click(self, event: events.Click) -> None:
        """The next value; the one before where the sign for it is."""
        self.focus()
        before = 1 + self._title_width(self.content_size.width)
        is_before = before <= event.x - self.gutter.left <= before + 2
        self.action_turn(-1 if is_before else 1)

    def on_focus(self) -> None:
        """Looks different with the focus."""
        self.redraw()

    def on_blur(self) -> None:
        """Looks different without; the next digit begins another number."""
        self._digits = ""
        self.redraw()

    @staticmethod
    def _title_width(width: int) -> int:
        return min(24, width // 2)

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Title and value."""
        here = self.has_focus
        wide = self._title_width(width)
        before = not self.is_number or self.at > 0
        after = not self.is_number or self.at < len(self.values) - 1
        value_ink = "cursor strong" if here else ""
        yield [
            ("▸ " if here else "  ", "cursor strong"),
            (fitted(self.title, wide), "strong" if here else ""),
            ("‹ " if before else "  ", "legal" if here else "faint"),
            (fitted(self.values[self.at][0], min(22, max(width - wide - 6, 4))), value_ink),
            (" ›" if after else "  ", "legal" if here else "faint"),
        ]
        if self.app.size.height >= ROOMY and self.option != "players":
            yield from ([(f"    {text}", "faint")] for text in wrapped(self.help_text, min(width - 6, 76)))


class Button(Canvas, Field, can_focus=True):
    """Something that is done at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "Do it", key_display="Enter", id="button.press")
    ]

    class Pressed(Message):
        """Do it."""

        def __init__(self, button: Button) -> None:
            super().__init__()
            self.button = button

    def __init__(self, title: str, help_text: str, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.title = title
        self.help_text = help_text
        self.detail = ""
        """What stands beside it."""

    def tell(self, detail: str) -> None:
        """Something else stands beside it."""
        self.detail = detail
        self.redraw()

    def action_press(self) -> None:
        """Do it."""
        self.post_message(self.Pressed(self))

    def on_click(self) -> None:
        """A click does it."""
        self.action_press()

    def on_focus(self) -> None:
        """Looks different with the focus."""
        self.redraw()

    def on_blur(self) -> None:
        """Looks different without."""
        self.redraw()

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The button, and what stands beside it."""
        marks = "▸◂" if self.has_focus else "[]"
        text = f" {marks[0]} {self.title} {marks[1]} "
        room = max(width - cell_len(text) - 4, 0)
        detail = fitted(self.detail, min(cell_len(self.detail), room))
        return [[("  ", ""), (text, "button" if self.has_focus else "strong"), (f"  {detail}", "faint")]]


class Help(Canvas):
    """What the focused setting means, or what is wrong."""

    def __init__(self) -> None:
        super().__init__(id="help")
        self.text, self.ink = "", "faint"

    def say(self, text: str, ink: str = "faint") -> None:
        """Another text."""
        self.text, self.ink = text, ink
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Two lines at most."""
        texts = [*wrapped(self.text, max(width - 2, 8)), "", ""][:2]
        yield from ([(f" {text}", self.ink)] for text in texts)
