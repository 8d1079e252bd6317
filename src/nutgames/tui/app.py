"""The app: the frame around the screens, and what happens when it ends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.console import RenderableType
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.geometry import Size
from textual.keys import format_key
from textual.screen import Screen
from textual.worker import WorkerFailed

from nutgames.settings import Loaded, Settings, SettingsError, load, save, start_afresh, trouble
from nutgames.tui.keymap import bindings, twice, unknown, unusable
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.palette import use_our_palette
from nutgames.tui.terminal import (
    LARGEST,
    LOW,
    SMALLEST,
    fatal_signals,
    is_closed,
    paint_what_has_changed,
    tolerate_any_byte,
    tolerate_any_sequence,
)
from nutgames.tui.theme import DEFAULTS, THEMES, Colourless, Likeness
from nutgames.tui.widgets.canvas import Canvas, Line, wrapped
from nutgames.tui.widgets.keys import pressed

if TYPE_CHECKING:
    from nutgames.tui.screens.setup import Draft
    from nutgames.tui.sitting import Sitting


LEAVING: Final = (".leave", ".home", "home.quit")
"""How the names of keys end by which people leave a game, or the program."""
HELD: Final = 0.2
"""Seconds between two presses of a key up to which it may be one that is held down."""

ANSWERED: Final = 0.7
"""Seconds after a letter that has decided something in which Enter decides nothing: the letter was enough."""

TOGETHER: Final = 0.1
"""Seconds between two keys up to which the first one may still be at work when the second one comes."""


def drawn(size: Size) -> Size:
    """As much of a window as is drawn."""
    return Size(*map(min, size, LARGEST))


class TooSmall(Screen[None]):
    """What stands in front of everything else while the window is very small."""

    def compose(self) -> ComposeResult:
        """One kind line."""
        yield Larger()

    def on_screen_resume(self) -> None:
        """The window may have grown while something else stood in front."""
        cast("NutgamesApp", self.app).fit()


class Larger(Canvas):
    """Asks for a larger window."""

    DEFAULT_CSS = "Larger { height: 1fr; }"

    def lines(self, width: int, height: int) -> list[Line]:
        """One kind line; below it how large, and how to leave, as far as there is room."""
        text = "A little larger, please." if width >= 24 else "Larger!"
        least, now = (f"{columns} × {rows}" for columns, rows in (SMALLEST, (width, height)))
        leave = f"{pressed(self, 'Ctrl+Q', 'app.quit')} leaves."
        more = [line for each in (f"At least {least}, now {now}.", leave) for line in wrapped(each, width)]
        lines = [(text, "strong"), *((line, "faint") for line in more)][: max(height, 1)]
        return [*[[]] * ((height - len(lines)) // 2), *([(text.center(width), ink)] for text, ink in lines)]


class NutgamesApp(App[int]):
    """Home, tables and everything between. Its result is the exit code."""

    TITLE = "nutgames"
    CSS_PATH: ClassVar[list[str | Path]] = [  # type: ignore[assignment]
        "theme.tcss",
        "screens/screens.tcss",
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Leave at once", False, "Ctrl+Q", priority=True, id="app.quit"),
        Binding("ctrl+c", "help_quit", "How to leave", show=False, system=True, id="app.ctrl-c"),
        Binding("ctrl+z", "suspend_process", "To the shell", show=False, priority=True, id="app.suspend"),
        # Pages over a table have the table's key, whatever else they are; not where letters are typed.
        Binding("X,x", "cover", "Cover", False, "X", priority=True, id="table.cover"),
    ]

    def __init__(
        self,
        first: Screen[None] | None = None,
        theme: str | None = None,
        animate: bool = True,
        likeness: Callable[[str], str] | None = None,
        loaded: Loaded = Loaded(),  # noqa: B008, it never changes
    ) -> None:
        """`first` is the screen that opens in front of the home screen.

        `theme` and `animate` win over the settings in `loaded` until others are chosen in the app. `likeness`
        writes a text with the characters that the terminal has, in as many cells.
        """
        tolerate_any_byte()
        tolerate_any_sequence()
        use_our_palette()
        paint_what_has_changed()
        self._has_no_color = os.environ.pop("NO_COLOR", "") != ""
        super().__init__()
        self._first = first
        self.loaded = loaded
        self.settings = loaded.settings
        self.troubles = list(loaded.troubles)
        """What is wrong with the settings, or with keeping them."""
        self._unwritten: dict[str, Any] = {}
        self._writing = asyncio.Lock()
        self._colourless = Colourless(enabled=False)
        self._filters.append(self._colourless)
        if likeness is not None:
            self._filters.append(Likeness(likeness))
        for each in THEMES.values():
            self.register_theme(each)
        self._use_theme(theme or self.settings.theme)
        self._most_motion = self.animation_level if animate else "none"
        self._use_motion()
        keys = self.settings.keys
        self.keys: Mapping[str, str]
        """Those that people have chosen, by the names of what they do."""
        self._use_keys(keys, {name: why for name, key in keys.items() if (why := unusable(name, key))})
        self.crash: BaseException | None = None
        self.sitting: Sitting | None = None
        """The table at which it crashed."""
        self.came_from: Sitting | None = None
        """The table that was left last, over or not."""
        self.left: Sitting | None = None
        """A game that was left unfinished: how to go on is told once the terminal is given back."""
        self.drafts: dict[str, Draft] = {}
        """What has been filled in, per game, where a set-up was left without a start."""
        self._is_to_stop = False
        """Whether the program has been told to stop, and not yet to go on."""
        self._has_given_back = False
        """Whether the terminal is somebody else's until the program goes on."""
        self._pressed = events.Key("", None)
        """The last key."""
        self._spent = ""
        """A key that has decided something. As long as it is held it decides nothing else, nor does the Enter
        of those who think that their letter needs one."""
        self._confirming = ANSWERED
        """For how many seconds it does not."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What the tables are drawn with under a theme that is not ours."""
        return dict(DEFAULTS)

    async def on_mount(self) -> None:
        """Home, and in front of it what was asked for."""
        self.app_resume_signal.subscribe(self, self._resume)
        await self.push_screen(Home())
        if self._first is not None:
            await self.push_screen(self._first)
        if self.settings.keys:
            self.run_worker(self._look_for_keys())

    # Settings

    def choose(self, name: str, value: Any) -> None:
        """Sets a setting: at once, and from the next time on if the disk agrees."""
        self.settings = self.settings._replace(**{name: value})
        if name == "theme":
            self._use_theme(value)
        elif name == "motion":
            self._use_motion()
        self._unwritten[name] = value
        self.run_worker(self._write())

    async def _write(self) -> None:
        async with self._writing:
            changes, self._unwritten = self._unwritten, {}
            try:
                if changes:
                    await asyncio.to_thread(save, changes)
            except SettingsError as error:
                self.say(f"✗ It lasts for this time only: {error}")

    def write_the_rest(self) -> None:
        """What was chosen in the last moment. Raises SettingsError."""
        if self._unwritten:
            save(self._unwritten)

    def _use_theme(self, theme: str) -> None:
        self.theme = "mono" if self._has_no_color else theme

    def watch_theme(self, theme: str) -> None:
        """`mono` is drawn without any colour, wherever it has been chosen."""
        self._colourless.enabled = theme == "mono" or self._has_no_color
        self.set_class(self._colourless.enabled, "-mono")

    def _use_motion(self) -> None:
        self.animation_level = self._most_motion if self.settings.motion else "none"

    def _use_keys(self, keys: Mapping[str, str], wrong: Mapping[str, str]) -> None:
        """The keys that people have chosen, but for those that cannot be used; why not is told."""
        self.troubles += [trouble(self.loaded.text, f"keys.{name}", why) for name, why in wrong.items()]
        self.keys = {name: key for name, key in keys.items() if name not in wrong}
        self.set_keymap(self.keys)

    def get_key_display(self, binding: Binding) -> str:
        """What is written for a key that somebody has chosen, like those that are written by hand here."""
        if binding.key_display:
            return binding.key_display
        *modifiers, key = binding.key.split("+")
        shown = format_key(key)
        shown = shown.upper() if modifiers else shown if len(shown) == 1 else shown.capitalize()
        return "+".join([*map(str.capitalize, modifiers), shown])

    def reread(self) -> None:
        """Whoever was told of troubles may have mended the file meanwhile; what it says new holds."""
        before, self.loaded = self.loaded, load()
        old, new = before.settings._asdict(), self.loaded.settings._asdict()
        changed = {name: value for name, value in new.items() if value != old[name]}
        self.settings = self.settings._replace(**changed)
        if "theme" in changed:
            self._use_theme(self.settings.theme)
        self._use_motion()
        self.troubles = list(self.loaded.troubles)
        keys = self.settings.keys
        self._use_keys(keys, {name: why for name, key in keys.items() if (why := unusable(name, key))})
        if keys:
            self.run_worker(self._look_for_keys())

    async def _look_for_keys(self) -> None:
        """Only all screens together know which names mean nothing, and which keys are given twice.

        To know them takes a moment.
        """
        known = await asyncio.to_thread(bindings)
        wrong = {name: why for name in self.settings.keys if (why := unknown(name, known))}
        self._use_keys(self.keys, wrong | twice(self.keys, known))
        for screen in self.screen_stack:
            if isinstance(screen, Home):
                screen.complain()

    def start_afresh(self) -> str:
        """Settings that cannot be read are put aside for good ones; what has come of it, in a sentence."""
        try:
            aside = start_afresh()
        except SettingsError as error:
            return f"✗ {error}"
        self.loaded, self.troubles = Loaded(), []
        chosen = zip(Settings._fields, self.settings, Settings(), strict=True)
        self._unwritten |= {name: value for name, value, default in chosen if value != default}
        self.run_worker(self._write())
        return f"A new file has been written; the old one is kept as {aside.name}."

    def action_options(self) -> None:
        """The settings."""
        from nutgames.tui.screens.options import OptionsScreen

        if self.troubles:
            self.reread()
        self.push_screen(OptionsScreen())

    def say(self, text: str) -> None:
        """Something to read on the screen in front, where it has a place for that."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(text)

    def warn(self, text: str) -> None:
        """Something to read for a moment, where there is a place for that."""
        warn = getattr(self.screen, "warn", None)
        (warn or self.say)(text)

    # Keys

    def decided(self, is_answer: bool = True) -> None:
        """Something has been decided, perhaps by a key that is still held down.

        `is_answer` tells whether it is what people might confirm with Enter. A letter that lifts a curtain is
        not: it is Enter's turn right after it, unless both were pressed as one.
        """
        self._spent = self._pressed.key
        self._confirming = ANSWERED if is_answer else TOGETHER

    async def on_event(self, event: events.Event) -> None:
        """All keys and clicks come past here, and the sizes that the terminal has.

        A key that is held repeats itself faster than people press it again.
        """
        if isinstance(event, events.Key) and self._exit:
            return  # what opens now would open without anything in it
        if isinstance(event, events.Key) and not event.is_forwarded:
            last, after = self._pressed, event.time - self._pressed.time
            is_confirming = last.is_printable and event.key == "enter"
            if is_confirming and after < TOGETHER:
                await asyncio.sleep(TOGETHER)  # what the letter does is not known before
                if not self.screen_stack:
                    return  # it has ended the program
            self._pressed = event
            if self._spent == last.key == event.key and after < HELD:
                return
            if is_confirming and self._spent == last.key and after < self._confirming:
                self._spent = event.key
                # What the letter has opened may only be coming.
                self.set_timer(TOGETHER, partial(self.warn, "✗ The letter was enough, without Enter."))
                return
            self._spent = ""
        elif isinstance(event, events.Resize):
            event.size = drawn(event.size)
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded and self.screen_stack:
            getattr(self.screen, "touched", lambda: None)()
        await super().on_event(event)

    # Size

    @property
    def size(self) -> Size:
        """As much of the window as is drawn."""
        return drawn(super().size)

    def on_resize(self, event: events.Resize) -> None:
        """Small windows are drawn tighter, and very small ones not at all."""
        if self.has_class("-low") != (event.size.height < LOW):
            self.toggle_class("-low")
            for screen in self.screen_stack[:-1]:  # Textual tells only the one in front
                self.stylesheet.update(screen)
        self.fit(event.size)

    def fit(self, size: Size | None = None) -> None:
        """A window that is too small shows one kind line, and the game when it grows again."""
        size = size or self.size
        too_small = size.width < SMALLEST[0] or size.height < SMALLEST[1]
        if too_small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not too_small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    # Private screens

    @property
    def private(self) -> Screen[Any] | None:
        """The screen that only one player may look at now, wherever it lies in the stack."""
        return next((screen for screen in self.screen_stack if getattr(screen, "onlooker", 0)), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A private table covers itself; whatever lies over it is covered from here."""
        if action == "cover":
            return self.private not in (None, self.screen)
        return super().check_action(action, parameters)

    def action_cover(self) -> None:
        """The curtain comes down, from a page over a private table."""
        self.cover()

    def cover(self) -> None:
        """What only one player may see goes behind the curtain, and so does what lies over it."""
        private = self.private
        if private is None:
            return
        while self.screen is not private:
            self.pop_screen()
        private.action_cover()  # type: ignore[attr-defined]  # who has an onlooker has a curtain
        self.fit()

    def on_app_blur(self) -> None:
        """Whoever looks elsewhere may leave the keyboard to somebody else."""
        self.cover()

    def action_suspend_process(self) -> None:
        """Back to the shell; whoever comes back finds the curtain."""
        self._is_to_stop = True
        self.cover()
        self.call_after_refresh(self._suspend)

    def _suspend(self) -> None:
        """Gives the terminal back and stops, unless the program has been told meanwhile to go on."""
        driver = self._driver
        if driver is None or not driver.can_suspend or not self._is_to_stop:
            return
        self._suspend_signal()
        if not self._has_given_back:
            driver.suspend_application_mode()
            self._has_given_back = True
        if self._is_to_stop:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self, _: object) -> None:
        """The terminal has forgotten what was drawn, and who looks now is not known."""
        self.cover()
        self.refresh(layout=True)

    # Leaving

    def _build_driver(self, *words: Any, **more: Any) -> Driver:
        """What talks with the terminal; whatever ends the app is heard before the terminal is touched."""
        driver = super()._build_driver(*words, **more)
        self._catch_signals()
        return driver

    def action_help_quit(self) -> None:
        """Ctrl+C copies in other programs: it only tells how to leave."""
        say = getattr(self.screen, "say", None)
        at_once = pressed(self, "Ctrl+Q", "app.quit")
        bindings = (active.binding for active in self.screen.active_bindings.values())
        leave = next((each for each in bindings if (each.id or "").endswith(LEAVING)), None)
        key = self.get_key_display(leave) if leave else ""
        if say is not None:
            leaves = f"{key} leaves, {at_once}" if key else at_once
            say(f"{leaves} leaves at once (to quit in the middle of anything).")
        else:
            self.notify(f"Press {f'{key} or {at_once}' if key else at_once} to quit.", timeout=3)

    def _catch_signals(self) -> None:
        """A signal ends the app like a key does: the terminal is given back first."""
        loop = asyncio.get_running_loop()
        for number in fatal_signals():
            try:
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
            except (NotImplementedError, ValueError, RuntimeError):  # Windows
                return

        if hasattr(signal, "SIGCONT"):
            # What opens a screen has to run where the app's messages do.
            loop.add_signal_handler(signal.SIGTSTP, partial(self.call_later, self.action_suspend_process))
            signal.signal(signal.SIGCONT, partial(self._continue, loop))

    def _continue(self, loop: asyncio.AbstractEventLoop, *_: object) -> None:
        """Goes on after a stop, or instead of one that was about to come."""
        self._is_to_stop = False
        with suppress(RuntimeError):  # the app has just ended
            loop.call_soon_threadsafe(self.call_later, self._take_again)

    def _take_again(self) -> None:
        """The terminal, if it was given back; whoever stopped the program from outside has left it to us.

        To a program in the background the terminal is refused, and the next time to go on is waited for.
        """
        driver = self._driver
        if driver is not None and self._has_given_back:
            driver._must_signal_resume = True  # type: ignore[attr-defined]  # what calls `_resume`
            driver.resume_application_mode()
            self._has_given_back = driver._must_signal_resume  # type: ignore[attr-defined]
        else:
            self._resume(None)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette; no pictures are taken of what only one player may see."""
        yield SystemCommand("Options", "Colours, motion, keys and the like", self.action_options)
        if getattr(screen, "can_abandon", False):
            abandon = screen.action_abandon  # type: ignore[attr-defined]  # a table has it
            yield SystemCommand("Abandon the game", "End it without a result", abandon)
        for command in super().get_system_commands(screen):
            if command.title != "Screenshot" or self.private is None:
                yield command

    # Crashing

    def _note(self, error: BaseException) -> None:
        """The first failure, and the table it happened at, are what is reported."""
        if self.crash is None:
            self.crash = error.error if isinstance(error, WorkerFailed) else error
            sittings = (getattr(screen, "sitting", None) for screen in self.screen_stack)
            self.sitting = next((each for each in sittings if each is not None), None)

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002
        """Something failed outside of the message loop, as the input thread does."""
        self._return_code = 1
        self._note(sys.exception() or RuntimeError("the terminal could not be read"))
        self._close_messages_no_wait()

    def _handle_exception(self, error: Exception) -> None:
        """Ends the app; what is printed about it later shows no values, for they could be hidden cards."""
        self._note(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Textual would print the local variables here, hands included."""
        self._close_messages_no_wait()


def run(app: NutgamesApp) -> int:
    """Runs the app to its end and returns the exit code; a crash is reported."""
    # These would print what errors say, which may be a card.
    logging.getLogger("asyncio").addHandler(logging.NullHandler())
    threading.excepthook = lambda _: app.panic()
    sys.unraisablehook = lambda _: None
    try:
        app.run()
    except Exception as error:  # while it was ending
        app._note(error)
    if is_closed():  # whatever failed: nobody is there any more, and nothing can be said
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 128 + signal.SIGHUP
    if app.crash is not None:
        from nutgames import crash

        at_table = (app.sitting.match, app.sitting.saving.farewell) if app.sitting else ()
        return crash.told(app.crash, *at_table)
    try:
        app.write_the_rest()
    except SettingsError as error:
        app.troubles.append(str(error))
    for each in app.troubles:
        print(f"nutgames: {each}", file=sys.stderr)
    if app.left:
        print(app.left.saving.farewell)
    return app.return_code or 0
