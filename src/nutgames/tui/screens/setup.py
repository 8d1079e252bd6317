"""Who plays, and with which options."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, cast, get_args, get_origin

from pydantic.fields import FieldInfo
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from nutgames.games.core import GAMES, set_up
from nutgames.play.names import letter, seated, told_apart
from nutgames.play.saving import Saving
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.widgets.form import Button, Field, Form, FormScreen, Help, NameInput, Setting
from nutgames.tui.widgets.keys import KeyBar, pressed

if TYPE_CHECKING:
    from nutgames.play.match import Match
    from nutgames.tui.app import NutgamesApp

RANDOM = "by chance"
"""The value of the option `first` that leaves it to chance."""


START = "{} starts the game. Players without a name are called Player A, Player B, …"
AGAIN = "{} deals to the same players, with the same options and cards."


def last_time(game: str) -> Match | None:
    """The last such game that was begun; None also where the store cannot tell (home says why)."""
    from nutgames.play.store import StoreError
    from nutgames.play.watching import store_to_read

    try:
        with store_to_read() as store:
            return store.latest(game)
    except StoreError:
        return None


class Draft(NamedTuple):
    """What has been filled in so far."""

    names: tuple[str, ...]
    """Of all seats that the game has."""
    values: dict[str, Any]
    """The number of players and the options."""


class SetUpScreen(FormScreen):
    """Names, seats and the game's options, made from its model."""

    app: NutgamesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start", key_display="Ctrl+S", id="setup.go"),
        Binding("question_mark", "rules", "Rules", key_display="? F1", id="setup.rules"),
        Binding("f1", "rules", "Rules", key_display="F1", id="setup.rules-anywhere"),
        Binding("escape", "back", "Back", key_display="Esc", id="setup.back"),
    ]

    def __init__(
        self, game: str, options: dict[str, Any] | None = None, deck: Any = None, seed: str | None = None
    ) -> None:
        """`options` are texts from the command line that the settings start with. Raises ValueError if one of
        them is wrong."""
        super().__init__()
        self.game = game
        self.entry = GAMES[game]
        self.given = options or {}
        self.options = set_up(game, self.entry.seats[-1], self.given).options
        self.deck = deck
        self.seed = seed
        self.last: Match | None = None
        """The last such game, once it has been found."""
        self._proposed: Draft
        """What stood there before anybody changed anything."""

    def compose(self) -> ComposeResult:
        """Names above, options below."""
        key = pressed(self, "Enter", "button.press")
        cards = "" if self.deck is None else " · with a deck of your own"
        yield Static(Content(f" {self.entry.title} · set-up{cards}"), id="header")
        with Form(id="form"):
            yield Button("Deal again as last time", AGAIN.format(key), id="again")
            yield Static("Who plays, in clockwise order? Names may stay empty.", classes="heading")
            yield Setting(
                "players", "Players", "How many play.", self._numbers(), 0, turned=self._seat_players
            )
            for seat in self._seats(self.entry.seats[-1]):
                own = letter(seat)
                with Horizontal(classes="name-row", id=f"name-row-{seat}"):
                    yield Static(Content(f"  {own} "), classes=f"seat-letter seat-{own.lower()}")
                    yield NameInput(placeholder=f"Player {own}", id=f"name-{seat}", compact=True)
            yield Static("How is it played?", classes="heading")
            for name, field in self.entry.Options.model_fields.items():
                yield self._setting(name, field)
            yield Static("", classes="gap")
            yield Button("Start the game", START.format(key), id="start")
        yield Help()
        yield KeyBar()

    def on_mount(self) -> None:
        """The number of players comes first."""
        self.query_one("#again").display = False
        self.query_one("#setting-players").focus()
        self._propose(self.app.settings.names)
        self._seat_players()
        self._proposed = self._draft()
        draft = self.app.drafts.get(self.game)
        if draft and not self.given:
            self._take_up(draft)
        self.run_worker(self._remember())

    async def _remember(self) -> None:
        """What was played last can be played again."""
        self.last = await to_thread(last_time, self.game)
        if self.last is not None:
            again = self.query_one("#again", Button)
            again.tell(", ".join(self.last.names))
            again.display = True
            self._propose(self.last.names)

    def _propose(self, names: Sequence[str]) -> None:
        """Fills in names, as long as nobody has begun to."""
        fields = list(self.query(NameInput))
        is_touched = any(field.value for field in fields) or self.count != self.entry.seats[0]
        if names and not is_touched and not isinstance(self.focused, NameInput):
            self._fill(1, names)
            self._proposed = self._draft()

    def _draft(self) -> Draft:
        names = tuple(field.value for field in self.query(NameInput))
        return Draft(names, {setting.option: setting.value for setting in self.query(Setting)})

    def _take_up(self, draft: Draft) -> None:
        """Goes on with what was filled in when this was left; who starts depends on how many play."""
        for field, name in zip(self.query(NameInput), draft.names, strict=True):
            field.value = name
        self.query_one("#setting-players", Setting).choose(draft.values["players"])
        self._seat_players()
        for setting in self.query(Setting):
            setting.choose(draft.values[setting.option])

    def _fill(self, first: int, names: Sequence[str]) -> None:
        """These names from a seat on, at a table that is large enough for them."""
        last = min(first + len(names) - 1, self.entry.seats[-1])
        if last > self.count:
            self.query_one("#setting-players", Setting).choose(last)
        for seat, name in zip(range(first, last + 1), names, strict=False):
            self.query_one(f"#name-{seat}", NameInput).value = name
        self._seat_players()

    @staticmethod
    def _seats(count: int) -> range:
        return range(1, count + 1)

    def _numbers(self) -> list[tuple[str, Any]]:
        return [(str(count), count) for count in self.entry.seats]

    def _setting(self, name: str, field: FieldInfo) -> Setting:
        """An option of the game as a choice among its values."""
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        values: list[tuple[str, Any]]
        kind = field.annotation
        if name == "first":
            values = self._starters(self.entry.seats[0])
        elif kind is bool:
            values = [("yes", True), ("no", False)]
        elif get_origin(kind) is Literal:
            called = cast("Mapping[str, str]", extra.get("called", {}))
            values = [(called.get(value, value), value) for value in get_args(kind)]
        else:
            lowest = next(limit.ge for limit in field.metadata if hasattr(limit, "ge"))
            highest = next(limit.le for limit in field.metadata if hasattr(limit, "le"))
            values = [(str(number), number) for number in range(lowest, highest + 1)]
        places = {value: place for place, (_, value) in enumerate(values)}
        wanted = None if name == "first" and name not in self.given else getattr(self.options, name)
        title, help_text = field.title or name, field.description or ""
        proposal = places.get(extra["proposal"]) if "proposal" in extra else None
        return Setting(name, title, help_text, values, places.get(wanted, 0), proposal)

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

    def on_input_changed(self) -> None:
        """The starter is called by name; what the names are is told while one is typed."""
        self.query_one("#setting-first", Setting).offer(self._starters(self.count))
        if isinstance(self.focused, NameInput):
            self._explain(self.focused)

    def on_name_input_pasted(self, message: NameInput.Pasted) -> None:
        """A name for each player from there on."""
        first = int((message.field.id or "").removeprefix("name-"))
        self._fill(first, message.names)
        last = min(first + len(message.names) - 1, self.entry.seats[-1])
        self.query_one(f"#name-{last}").focus()

    def on_setting_changed(self, message: Setting.Changed) -> None:
        """What was said is old; what does not go together is told at once."""
        self.say(message.setting.help_text)
        try:
            set_up(self.game, self.count, self._options())
        except ValueError as error:
            self.say(self._told(error)[0], "refused")

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What the field with the cursor means."""
        self._explain(event.widget)

    def _explain(self, field: Widget) -> None:
        """A name needs little help, unless somebody else has it."""
        told = told_apart(self._names())
        if isinstance(field, Input):
            self.say(told or f"The name as everybody will see it; if left empty, “{field.placeholder}”.")
        elif isinstance(field, Field):
            self.say((field.id == "start" and told) or field.help_text)

    def say(self, text: str, ink: str = "faint") -> None:
        """Something to read in the line for help."""
        self.query_one(Help).say(text, ink)

    # Leaving

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Start, or start again."""
        if message.button.id == "start":
            self.action_start()
        elif self.last is not None:
            game = self.last.game
            options = game.options.model_dump(exclude={"first"})
            self._start(SetUp(self.game, self.last.names, options, game.deck, self.seed))

    def action_start(self) -> None:
        """To the table, or a line that says what is wrong."""
        self._start(SetUp(self.game, self._names(), self._options(), self.deck, self.seed))

    def _names(self) -> list[str]:
        """What stands in the fields of those who play."""
        return [self.query_one(f"#name-{seat}", Input).value for seat in self._seats(self.count)]

    def _options(self) -> dict[str, Any]:
        """The options as they are chosen; what is left to chance is not among them."""
        return {
            setting.option: setting.value
            for setting in self.query(Setting)
            if setting.option != "players" and setting.value is not None
        }

    def _told(self, error: ValueError) -> tuple[str, list[Setting]]:
        """What is wrong, with the options called as they are here; and those that it is about."""
        what, colon, why = str(error).partition(":")
        options = [setting for setting in self.query(Setting) if setting.option != "players"]
        named = [setting for setting in options if re.search(rf"\b{setting.option}\b", what)]
        for setting in named:
            what = re.sub(rf"\b{setting.option}\b", setting.title, what)
        return f"✗ {what}{colon}{why}", named

    def _start(self, settled: SetUp) -> None:
        from nutgames.tui.screens.table import TableScreen

        try:
            sitting = Sitting(settled, Saving())
        except ValueError as error:
            text, named = self._told(error)
            if named and self.focused not in named:
                self.set_focus(named[-1])
            # A field tells what it means when the cursor comes to it, and that is only after this.
            self.call_after_refresh(self.say, text, "refused")
            return
        self.app.drafts.pop(self.game, None)
        self.app.switch_screen(TableScreen(sitting))

    def action_rules(self) -> None:
        """The rules of this game."""
        self.app.push_screen(Reader("Rules", RulesSheet(self.game)))

    def action_back(self) -> None:
        """Back to the list of games; what has been filled in is kept for the next time."""
        draft = self._draft()
        if draft == self._proposed:
            self.app.drafts.pop(self.game, None)
        else:
            self.app.drafts[self.game] = draft
        self.dismiss(None)
