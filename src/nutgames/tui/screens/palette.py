"""The palette with all commands: Textual's, made safe for keys that come faster than it works."""

from __future__ import annotations

from typing import Final

from textual import app, on
from textual.command import CommandInput, CommandList, CommandPalette
from textual.message import Message
from textual.widgets import Button, Input, OptionList

from nutgames.tui.screens.once import Once

LONGEST: Final = 60
"""Characters in which a command is looked for; the time that takes grows with their square."""


def use_our_palette() -> None:
    """Wherever Textual opens a palette, it is ours. A test opens one."""
    app.CommandPalette = Palette  # type: ignore[attr-defined]


class Palette(CommandPalette, Once):
    """Is answered once, and is there before its list is.

    A doubled Enter would run a command twice, and a doubled Escape take away the screen below.
    """

    def on_mount(self) -> None:
        """A page that is pasted by mistake keeps nobody waiting; and the large X covers."""
        field = self.query_one(CommandInput)
        field.max_length = LONGEST
        field._bindings.bind("X", "app.cover", "Cover", show=False, priority=True)

    @on(Input.Submitted)
    @on(Button.Pressed)
    @on(OptionList.OptionSelected)
    def answer_once(self, event: Message) -> None:
        """What comes after the answer means nothing."""
        if self._is_answered:
            event.stop()
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        """Moves in the list; until it has been laid out, Textual would fail over the keys for a page."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
