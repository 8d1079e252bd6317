"""One question with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static


class Question(ModalScreen[bool]):
    """Asks once; Y says yes, everything else no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "answer(True)", "Yes", key_display="Y", id="question.yes"),
        Binding("n,N,escape,enter", "answer(False)", "No", key_display="N", id="question.no"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and its keys."""
        with Vertical(id="question"):
            yield Static(Content(self._question))
        yield Footer(show_command_palette=False)

    def action_answer(self, answer: bool) -> None:
        """The answer."""
        self.dismiss(answer)
