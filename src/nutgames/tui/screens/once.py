"""Screens that are answered once."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen


class Once(Screen[Any]):
    """A screen that goes with the first answer.

    Keys that came together with it, from a slow line or a doubled press, mean nothing any more; Textual would
    let them take away the screen below. Nor does a key that is held on.
    """

    _is_answered = False
    lets_in: ClassVar[bool] = False
    """Whether a letter only opens what is behind this screen, and is no answer that Enter might confirm."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Answers, unless that has happened."""
        if self._is_answered or not self.is_current:
            return AwaitComplete()
        self._is_answered = True
        self.app.decided(not self.lets_in)  # type: ignore[attr-defined]  # NutgamesApp has it
        return super().dismiss(result)
