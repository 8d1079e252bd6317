"""Who plays, and with which options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from nutgames.games.core import GAMES
from nutgames.play.names import clean, letter, seated
from nutgames.play.saving import Saving
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.widgets.canvas import Canvas, Line, fitted, wrapped
from nutgames.tui.widgets.keys import KeyBar

RANDOM = "by chance"
"""The value of the option `first` that leaves it to chance."""


ROOMY = 30
"""Rows from which on what a setting means stands below it, not only in the line for it."""


class NameInput(Input):
    """A name; whatever is typed or pasted is cleaned before it is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Go", key_display="↑ ↓", id="name.next"),
        Binding("up", "app.focus_previous", "Previous", show=False, id="name.previous"),
        Binding("enter", "submit", "Next", key_display="Enter", id="name.done"),
        Binding("ctrl+c", "app.help_quit", show=False, id="name.ctrl-c"),
    ]

    def validate_value(self, value: str) -> str:
        """Only what a name may contain, and a blank at the end while somebody types on."""
        ending = " " if value[-1:].isspace() and value.strip() else ""
        return clean(value) + ending


class Setting(Canvas, can_focus=True):
    """A choice among a few values: ← → change it, a click too."""

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
    ) -> None:
        """`proposal` is where whoever switches it on, away from the first value, gets to."""
        super().__init__(id=f"setting-{name}")
        self.proposal = proposal
        self.option = name
        self.title = title
        self.help_text = help_text
        self.values = values
        self.at = at

    @property
    def value(self) -> Any:
        """The value that is chosen."""
        return self.values[self.at][1]

    def offer(self, values: list[tuple[str, Any]]) -> None:
        """Other values can be chosen from now on."""
        self.values = values
        self.at = min(self.at, len(values) - 1)
        self.redraw()

    def action_turn(self, step: int) -> None:
        """The next value, round and round."""
        was = self.at
        self.at = (self.at + step) % len(self.values)
        if was == 0 and self.proposal is not None:
            self.at = self.proposal
        self.redraw()
        self.post_message(self.Changed(self))

    def action_advance(self) -> None:
        """On to what comes next."""
        self.screen.focus_next()

    def on_click(self) -> None:
        """The next value."""
        self.focus()
        self.action_turn(1)

    def on_focus(self) -> None:
        """The help text belongs to what has the focus."""
        self.redraw()
        self.post_message(self.Changed(self))

    def on_blur(self) -> None:
        """Another one has the focus."""
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """Title and value."""
        here = self.has_focus
        wide = min(24, width // 2)
        value_ink = "cursor strong" if here else ""
        yield [
            ("▸ " if here else "  ", "cursor strong"),
            (fitted(self.title, wide), "strong" if here else ""),
            ("‹ ", "legal" if here else "faint"),
            (fitted(self.values[self.at][0], min(22, max(width - wide - 6, 4))), value_ink),
            (" ›", "legal" if here else "faint"),
        ]
        if self.app.size.height >= ROOMY and self.option != "players":
            yield from ([(f"    {text}", "faint")] for text in wrapped(self.help_text, min(width - 6, 76)))


class Start(Canvas, can_focus=True):
    """The button that starts the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "Start", key_display="Enter", id="setup.start")
    ]

    class Pressed(Message):
        """Start."""

    def __init__(self) -> None:
        super().__init__(id="start")

    def action_press(self) -> None:
        """Start."""
        self.post_message(self.Pressed())

    def on_click(self) -> None:
        """Start."""
        self.action_press()

    def on_focus(self) -> None:
        """Looks different with the focus."""
        self.redraw()

    def on_blur(self) -> None:
        """Looks different without."""
        self.redraw()

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The button."""
        marks = "▸◂" if self.has_focus else "[]"
        return [
            [
                ("  ", ""),
                (f" {marks[0]} Start the game {marks[1]} ", "button" if self.has_focus else "strong"),
            ]
        ]


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


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """What is to be settled; the arrow keys go from one thing to the next, and it scrolls along."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Go", key_display="↑ ↓", id="setup.next"),
        Binding("up", "app.focus_previous", "Previous", show=False, id="setup.previous"),
    ]


class SetUpScreen(Once, Screen[None]):
    """Names, seats and the game's options, made from its model."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start", key_display="Ctrl+S", id="setup.go"),
        Binding("f1", "rules", "Rules", key_display="F1", id="setup.rules"),
        Binding("escape", "back", "Back", key_display="Esc", id="setup.back"),
    ]

    def __init__(
        self, game: str, options: dict[str, Any] | None = None, deck: Any = None, seed: str | None = None
    ) -> None:
        """`options` are texts from the command line that the settings start with."""
        super().__init__()
        self.game = game
        self.entry = GAMES[game]
        self.given = options or {}
        self.deck = deck
        self.seed = seed

    def compose(self) -> ComposeResult:
        """Names above, options below."""
        cards = "" if self.deck is None else " · with a deck of your own"
        yield Static(Content(f" {self.entry.title} · set-up{cards}"), id="header")
        with Form(id="form"):
            yield Static("Who plays, in clockwise order? Names may stay empty.", classes="heading")
            yield Setting("players", "Players", "How many play.", self._numbers(), 0)
            for seat in self._seats(self.entry.seats[-1]):
                key = letter(seat)
                with Horizontal(classes="name-row", id=f"name-row-{seat}"):
                    yield Static(Content(f"  {key} "), classes=f"seat-letter seat-{key.lower()}")
                    yield NameInput(placeholder=f"Player {key}", id=f"name-{seat}", compact=True)
            yield Static("How is it played?", classes="heading")
            for name, field in self.entry.Options.model_fields.items():
                yield self._setting(name, field)
            yield Static("", classes="gap")
            yield Start()
        yield Help()
        yield KeyBar()

    def on_mount(self) -> None:
        """The number of players comes first."""
        self._seat_players()
        self.query_one("#setting-players").focus()

    @staticmethod
    def _seats(count: int) -> range:
        return range(1, count + 1)

    def _numbers(self) -> list[tuple[str, Any]]:
        return [(str(count), count) for count in self.entry.seats]

    def _setting(self, name: str, field: FieldInfo) -> Setting:
        """An option of the game as a choice among its values."""
        values: list[tuple[str, Any]]
        kind = field.annotation
        if name == "first":
            values = self._starters(self.entry.seats[0])
        elif kind is bool:
            values = [("yes", True), ("no", False)]
        elif get_origin(kind) is Literal:
            values = [(str(value), value) for value in get_args(kind)]
        else:
            lowest = next(limit.ge for limit in field.metadata if hasattr(limit, "ge"))
            highest = next(limit.le for limit in field.metadata if hasattr(limit, "le"))
            values = [(str(number), number) for number in range(lowest, highest + 1)]
        wanted = self.given.get(name, None if name == "first" else field.default)
        texts = [str(value).lower() for _, value in values]
        at = texts.index(str(wanted).lower()) if str(wanted).lower() in texts else 0
        extra = field.json_schema_extra
        proposed = extra.get("proposal") if isinstance(extra, dict) else None
        places = [place for place, (_, value) in enumerate(values) if value == proposed]
        proposal = places[0] if places and proposed is not None else None
        return Setting(name, field.title or name, field.description or "", values, at, proposal)

    def _starters(self, count: int) -> list[tuple[str, Any]]:
        fields = [self.query(f"#name-{seat}") for seat in self._seats(count)]
        named = seated([field.first(Input).value if field else "" for field in fields])
        return [(RANDOM, None), *((f"{letter(seat)} {named[seat - 1]}", seat) for seat in self._seats(count))]

    # Changing things

    @property
    def count(self) -> int:
        """How many play."""
        return int(self.query_one("#setting-players", Setting).value)

    def _seat_players(self) -> None:
        """As many name rows as there are players, and as many possible starters."""
        for seat in self._seats(self.entry.seats[-1]):
            self.query_one(f"#name-row-{seat}").display = seat <= self.count
        self.query_one("#setting-first", Setting).offer(self._starters(self.count))

    def on_setting_changed(self, message: Setting.Changed) -> None:
        """Another number of players, or another option to explain."""
        if message.setting.option == "players":
            self._seat_players()
        self.query_one(Help).say(message.setting.help_text)

    def on_input_changed(self) -> None:
        """The starter is called by name."""
        self.query_one("#setting-first", Setting).offer(self._starters(self.count))

    def on_input_submitted(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A name needs little help."""
        if isinstance(event.widget, Input):
            otherwise = event.widget.placeholder
            self.query_one(Help).say(f"The name as everybody will see it; if left empty, “{otherwise}”.")
        elif isinstance(event.widget, Start):
            self.query_one(Help).say("Enter starts the game. What is not said is as it stands above.")

    def say(self, text: str, ink: str = "faint") -> None:
        """Something to read in the line for help."""
        self.query_one(Help).say(text, ink)

    # Leaving

    def on_start_pressed(self) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """To the table, or a line that says what is wrong."""
        from nutgames.tui.screens.table import TableScreen

        names = [self.query_one(f"#name-{seat}", Input).value for seat in self._seats(self.count)]
        options = {
            setting.option: setting.value
            for setting in self.query(Setting)
            if setting.option != "players" and setting.value is not None
        }
        try:
            sitting = Sitting(SetUp(self.game, names, options, self.deck, self.seed), Saving())
        except ValueError as error:
            self.say(f"✗ {error}", "refused")
            return
        self.app.switch_screen(TableScreen(sitting))

    def action_rules(self) -> None:
        """The rules of this game."""
        self.app.push_screen(Reader("Rules", RulesSheet(self.game)))

    def action_back(self) -> None:
        """Back to the list of games."""
        self.dismiss(None)
