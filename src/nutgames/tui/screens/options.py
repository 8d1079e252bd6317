"""The options: what is chosen once, for every game. What is changed holds at once, and is kept."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from nutgames.play.names import clean
from nutgames.settings import CHOICES, FILE, KEYS, NAMES, path
from nutgames.tui.keymap import bindings
from nutgames.tui.screens.reader import Reader
from nutgames.tui.widgets.form import Button, Field, Form, FormScreen, Help, NameInput, Setting
from nutgames.tui.widgets.keys import KeyBar, pressed

if TYPE_CHECKING:
    from nutgames.tui.app import NutgamesApp

NARROW = 76
"""Columns below which what a key does is told by its name alone."""


def place() -> str:
    """Where the file lies, in short where it lies at home."""
    try:
        return f"~/{path().relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path())


class Option(Setting):
    """A setting that Enter changes too: there is nothing to go on to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "change", "Next value", key_display="Enter", id="option.change"),
    ]

    def action_change(self) -> None:
        """To the next value."""
        self.action_turn(1)


class NamesInput(NameInput):
    """Several names with commas between."""

    WIDEST = 300

    @property
    def names(self) -> tuple[str, ...]:
        """The names, cleaned."""
        return tuple(filter(None, map(clean, self.value.split(","))))


class OptionsScreen(FormScreen):
    """Every setting with what it means, and where they are kept."""

    app: NutgamesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", key_display="Esc", id="options.back"),
    ]

    def compose(self) -> ComposeResult:
        """The settings, the names, the keys, and what is wrong with the file."""
        yield Static(Content(" Options"), id="header")
        with Form(id="form"):
            yield Static("", id="troubles", markup=False)
            key = pressed(self, "Enter", "button.press")
            aside = f"{key} writes a new file; the old one is kept as {FILE}.bad."
            yield Button("Start afresh", aside, id="afresh")
            yield Static("For every game, from now on", classes="heading")
            for name, choice in CHOICES.items():
                values = [(called, value) for value, called in choice.values.items()]
                option = Option(name, choice.title, choice.help, values, 0)
                option.choose(getattr(self.app.settings, name))
                yield option
            with Horizontal(classes="name-row"):
                yield Static(f"  {NAMES.title}", id="names-title")
                names = NamesInput(", ".join(self.app.settings.names), id="names", compact=True)
                names.placeholder = "as in the last game"
                names.help_text = "Whom a new game proposes, in clockwise order, with commas between."
                yield names
            yield Static("", classes="gap")
            yield Button(
                "Keys",
                f"{key} lists what everything with a key is called in the file.",
                id="all-keys",
            )
            yield Static("", classes="gap")
            yield Static(Content(f"Kept in {place()}; it can be written by hand too."), id="place")
        yield Help()
        yield KeyBar()

    def on_mount(self) -> None:
        """The first setting."""
        self._tell()
        self.query_one("#setting-theme").focus()

    def _tell(self, done: str = "") -> None:
        """What has been done about the file, or what is wrong with it, and a way out of that."""
        text = done or "\n".join(f"✗ {trouble}" for trouble in self.app.troubles)
        troubles = self.query_one("#troubles", Static)
        troubles.update(Content(text))
        troubles.set_class(bool(text) and not text.startswith("✗"), "-done")
        troubles.display = bool(text)
        self.query_one("#afresh").display = self.app.loaded.is_broken

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What the field with the cursor means."""
        if isinstance(event.widget, Field):
            self.say(event.widget.help_text)

    def say(self, text: str, ink: str = "faint") -> None:
        """Something to read in the line for help."""
        self.query_one(Help).say(text, ink)

    # Changing

    def on_setting_changed(self, message: Setting.Changed) -> None:
        """Another value holds at once."""
        self.say(message.setting.help_text)
        self.app.choose(message.setting.option, message.setting.value)

    def on_input_changed(self, message: NamesInput.Changed) -> None:
        """Every letter of a name counts, so that none is lost."""
        if isinstance(message.input, NamesInput) and message.input.names != self.app.settings.names:
            self.app.choose("names", message.input.names)

    def on_name_input_pasted(self, message: NameInput.Pasted) -> None:
        """Names from lines stand beside each other."""
        message.field.value = ", ".join(filter(None, [message.field.value, *message.names]))

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """The list of keys, or a new file."""
        if message.button.id == "afresh":
            self._tell(self.app.start_afresh())
            self.query_one("#setting-theme").focus()
        else:
            self.run_worker(self._show_keys())

    async def _show_keys(self) -> None:
        known = await to_thread(bindings)
        self.app.push_screen(Reader(KEYS.title, list(self._keys(known))))

    def _keys(self, known: Any) -> Iterator[str]:
        """What has a key, by the name that it has in the file."""
        yield f"In {place()}, below [keys], a line like"
        yield '  "table.undo" = "f3,ctrl+t"'
        yield "gives something other keys. The names, and their keys now:"
        group = ""
        for name, binding in sorted(known.items()):
            if name.partition(".")[0] != group:
                group = name.partition(".")[0]
                yield ""
            keys = self.app.settings.keys.get(name, binding.key)
            if self.app.size.width < NARROW:
                yield f"{name:<19} {keys}"
            else:
                yield f"{name:<20} {keys:<16} {binding.description}".rstrip()

    def action_back(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)
