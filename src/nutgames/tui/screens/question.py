"""One question with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from nutgames.play.words import Choice
from nutgames.tui.screens.once import Once
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import KeyBar


class Question(Once, ModalScreen[bool]):
    """Asks once; whoever presses Enter without looking has said no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "say_yes", "Yes", key_display="Y", id="question.yes"),
        Binding("n,N", "say_no", "No", key_display="N", id="question.no"),
        Binding("escape", "back", "Back", show=False, id="question.back"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        """A question and its two answers."""
        super().__init__()
        self._question = question
        self._answers = {False: no, True: yes}

    def compose(self) -> ComposeResult:
        """The question, its answers and the keys."""
        with Vertical(id="question"):
            yield Static(Content(self._question))
            yield ChoiceList(id="answers")
        yield KeyBar()

    def on_mount(self) -> None:
        """No stands first."""
        answers = self.query_one(ChoiceList)
        answers.offer([Row(what, ("",), (Choice(way, what, ""),)) for way, what in self._answers.items()])
        answers.focus()

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """One of the two."""
        self.answer(message.choice.move)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Where the answers are not yes and no there are no letters for them."""
        return not action.startswith("say_") or self._answers[True].startswith("Yes")

    def action_say_yes(self) -> None:
        """By its letter."""
        self.answer(True)

    def action_say_no(self) -> None:
        """By its letter."""
        self.answer(False)

    def action_back(self) -> None:
        """Back to where it was asked is what nobody regrets."""
        self.answer(False)

    def answer(self, yes: bool) -> None:
        """The answer goes to whoever has asked."""
        self.dismiss(yes)
