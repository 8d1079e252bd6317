"""A game looked at again, or watched while another instance plays it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator
from typing import ClassVar, Self

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widgets import Input

from nutgames.games.core import GAMES, name_of
from nutgames.play.replay import ONLOOKER, OPEN, Replay
from nutgames.play.store import StoreError
from nutgames.play.watching import Watch
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import LogSheet, Reader, RulesSheet, Scroll
from nutgames.tui.screens.table import Header, Note
from nutgames.tui.tables import WIDE, Aside, Table, table_for
from nutgames.tui.widgets.canvas import Canvas, Line, fitted
from nutgames.tui.widgets.keys import KeyBar

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps a second."""
LEAST = 6
"""Columns of the bar that are kept for it."""
POLL = 1.0
"""Seconds after which a watched game is looked at again."""


class Timeline(Canvas):
    """Where one is in the game, how fast it goes on, and through whose eyes one looks."""

    class Pressed(Message):
        """Somebody clicked on the bar."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self) -> None:
        super().__init__(id="timeline")
        self.position = self.end = self.turn = self.turns = 0
        self.pace = self.viewpoint = ""
        self._bar = (0, 0)
        """The column where the bar begins, and how wide it is."""

    def tell(self, position: int, end: int, turn: int, turns: int, pace: str, viewpoint: str) -> None:
        """Another position, pace or viewpoint."""
        self.position, self.end, self.turn, self.turns = position, end, turn, turns
        self.pace, self.viewpoint = pace, viewpoint
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line: numbers, the bar, pace and viewpoint. The bar stands still while the numbers grow."""
        position = f"{self.position:>{len(str(self.end))}}"
        turn = f"{self.turn or '–':>{len(str(self.turns))}}"
        if width >= 70:
            place, turn = f" move {position} of {self.end}", f" · turn {turn} of {self.turns}"
        else:
            place, turn = f" {position}/{self.end}", f" t{turn}"
        pace = f" {self.pace:>5} "
        start = cell_len(place) + cell_len(turn) + 1
        left = width - start - cell_len(pace) - LEAST - 2
        eyes = self.viewpoint if width >= 70 else self.viewpoint.removeprefix("as ")
        eyes = f" {fitted(eyes, min(cell_len(eyes), left))} " if left > 2 else ""
        room = max(width - start - cell_len(pace) - cell_len(eyes), 1)
        self._bar = (start, room)
        here = round((room - 1) * self.position / max(self.end, 1))
        yield [
            (place, "strong"),
            (turn, ""),
            (" ", ""),
            ("━" * here, "title"),
            ("●", "title strong"),
            ("─" * (room - here - 1), "faint"),
            (pace, ""),
            (eyes, ""),
        ]

    def on_click(self, event: events.Click) -> None:
        """The moment at that place of the bar."""
        start, room = self._bar
        column = event.x - self.gutter.left - start
        if 0 <= column < room:
            self.post_message(self.Pressed(round(self.end * column / max(room - 1, 1))))


class Place(Input):
    """The number of a move or a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Go", key_display="Enter", id="go-to.go"),
        Binding("ctrl+c", "app.help_quit", show=False, id="go-to.ctrl-c"),
    ]


class GoTo(Once, ModalScreen[int]):
    """Asks in one line for a move or a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", key_display="Esc", id="go-to.back"),
    ]

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay

    def compose(self) -> ComposeResult:
        """What can be typed, and where it is typed."""
        with Vertical(id="go-to"):
            yield Note()
            yield Place(compact=True, max_length=12)
        yield KeyBar()

    def on_mount(self) -> None:
        """The line has the focus."""
        turns = len(self.replay.turns)
        self.say(f"Move 0–{self.replay.end}" + (f", or turn t1–t{turns}?" if turns else "?"))
        self.query_one(Place).focus()

    def say(self, text: str, ink: str = "") -> None:
        """Something to read above the line."""
        self.query_one(Note).say(text, ink)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """There, or a line that says why not."""
        try:
            self.dismiss(self.replay.found(message.value.strip()))
        except ValueError as reason:
            self.say(f"✗ {reason}", "refused")

    def action_back(self) -> None:
        """Nowhere."""
        self.dismiss(None)


class ReplayScreen(Once, Screen[None]):
    """One match, move by move."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "step(1)", "Step", key_display="← →", id="replay.step"),
        Binding("left,h", "step(-1)", "Step back", show=False, id="replay.step-back"),
        Binding("n,pagedown", "turn(1)", "Turn", key_display="B N", id="replay.turn"),
        Binding("b,pageup", "turn(-1)", "Turn back", show=False, id="replay.turn-back"),
        Binding("home", "jump(0)", "Start", show=False, id="replay.start"),
        Binding("end", "jump(1)", "End", show=False, id="replay.end"),
        Binding("G,g", "go_to", "Go", key_display="G", id="replay.go-to"),
        Binding("P,p", "play", "Play", key_display="P", id="replay.play"),
        Binding("plus,equals_sign", "speed(1)", "Speed", key_display="- +", id="replay.faster"),
        Binding("minus", "speed(-1)", "Slower", show=False, id="replay.slower"),
        Binding("V,v", "viewpoint", "View", key_display="V", id="replay.viewpoint"),
        Binding("tab", "front(1)", "Seat", key_display="Tab", id="replay.player"),
        Binding("shift+tab", "front(-1)", "Seat", show=False, id="replay.player-back"),
        Binding("question_mark", "rules", "Rules", key_display="?", id="replay.rules"),
        Binding("I,i", "inspect", "Inspect", key_display="I", id="replay.inspect"),
        Binding("E,e", "log", "Log", key_display="E", id="replay.log"),
        Binding("escape,Q,q", "close", "Back", key_display="Esc", id="replay.close"),
        Binding("up,k", "pan(0,-1)", "Up", show=False, id="replay.up"),
        Binding("down,j", "pan(0,1)", "Down", show=False, id="replay.down"),
        Binding("shift+left", "pan(-1,0)", "Left", show=False, id="replay.left"),
        Binding("shift+right", "pan(1,0)", "Right", show=False, id="replay.right"),
    ]

    def __init__(self, replay: Replay, source: Watch | None = None, follows: bool = False) -> None:
        """`source` tells of new moves; whoever follows them stands at the end of the game."""
        super().__init__()
        self.replay = replay
        self.source = source
        self.follows = follows
        self.position = replay.end if follows else replay.opening
        self.viewpoint = ONLOOKER
        self.front = 0
        """The player whose cards lie in front; 0: as the viewpoint and the moment have it."""
        self.pace = SPEEDS.index(1.0)
        self.table: Table = table_for(replay.words)
        self._playing: Timer | None = None
        self._polling: Timer | None = None
        self._is_polled = False

    @classmethod
    def stored(cls, number: str, follows: bool = False) -> Self:
        """The screen of a stored game. Raises StoreError."""
        source = Watch(number)
        try:
            match = source.news()
        except StoreError:
            source.close()
            raise
        assert match is not None  # at first everything is new
        return cls(Replay(match, source.is_held), source, follows)

    # Putting it together

    def compose(self) -> ComposeResult:
        """Header, table, log, what has happened, where in the game it is, and keys."""
        yield Header()
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self.table
            with Vertical(id="side"):
                yield Aside(self.table)
                with Scroll(id="log-scroll", can_focus=False) as scroll:
                    scroll.border_title = " Log "
                    yield LogSheet(self.replay.words.names, id="log-lines")
        yield Note()
        yield Timeline()
        yield KeyBar()

    def on_mount(self) -> None:
        """The first picture; a stored game is looked at again and again."""
        self.query_one("#side").display = self.app.size.width >= WIDE
        self.show()
        if self.source is not None:
            self._polling = self.set_interval(POLL, self._poll)

    def on_unmount(self) -> None:
        """Nobody watches any more."""
        if self.source is not None:
            self.source.close()

    def on_resize(self, event: events.Resize) -> None:
        """The log comes and goes with the width."""
        self.query_one("#side").display = event.size.width >= WIDE

    # What is seen

    def show(self, is_next: bool = False) -> None:
        """The moment at this position; only what comes next is told from the one before."""
        replay, words = self.replay, self.table.words
        view = replay.view(self.position, self.viewpoint)
        actor = replay.match.game.actor(view) or 0
        title = GAMES[name_of(replay.match.game)].title
        self.query_one(Header).tell(title, words.moment(view), actor, words.name(actor) if actor else "")
        words.memory_aid = self.viewpoint == OPEN
        self.table.look_at(view, self.front or max(self.viewpoint, 0), is_next)
        self.query_one(Aside).redraw()
        self.query_one(LogSheet).tell(replay.log(self.position, self.viewpoint))
        self.query_one("#log-scroll", Scroll).anchor()
        self._tell_what_happened()
        self.tell_where()

    def _tell_what_happened(self) -> None:
        """What the last step was, and at the end who has won."""
        replay, position = self.replay, self.position
        news = replay.log(position, self.viewpoint, replay.preceding(position))
        news = news or replay.log(position, self.viewpoint)[-1:]  # where there is no way back
        if position == replay.end and replay.is_over:
            verdict = replay.words.verdict(replay.view(position, ONLOOKER))[0]
            self.say(f"★ {verdict} {' '.join(news)}", "strong")
        else:
            self.say(" ".join(news) or "Before the first move.")

    def tell_where(self) -> None:
        """Position, pace and viewpoint."""
        replay, turn = self.replay, self.replay.turn(self.position)
        pace = "live" if self.follows else f"{'▶ ' if self._playing else ''}{SPEEDS[self.pace]:g}/s"
        timeline = self.query_one(Timeline)
        timeline.tell(self.position, replay.end, turn, len(replay.turns), pace, self._whose_eyes())
        self.refresh_bindings()

    def _whose_eyes(self) -> str:
        """The viewpoint in words."""
        if self.viewpoint == OPEN:
            return "all open"
        return f"as {self.replay.words.label(self.viewpoint)}" if self.viewpoint else "as everybody"

    def say(self, text: str, ink: str = "faint") -> None:
        """Something to read in the note line."""
        self.query_one(Note).say(text, ink)

    def refuse(self, reason: str) -> None:
        """Why something cannot be done."""
        self.say(f"✗ {reason[0].upper()}{reason[1:]}.", "refused")

    # Going through the game

    def go(self, position: int, is_next: bool = False) -> None:
        """To another position."""
        self.follows = self.follows and position == self.replay.end
        self.position = position
        self.show(is_next)

    def go_back(self, position: int) -> None:
        """To an earlier position, or a line that says why there is no way back."""
        reason = self.replay.why_no_way_back()
        if reason:
            self.refuse(reason)
        else:
            self.go(position)

    def action_step(self, step: int) -> None:
        """The next thing that happened, or the one before."""
        self._stop()
        if step < 0:
            self.go_back(self.replay.preceding(self.position))
        elif self.position < self.replay.end:
            self.go(self.replay.following(self.position), is_next=True)

    def action_turn(self, step: int) -> None:
        """The beginning of the next turn, or of this one and those before."""
        self._stop()
        if step < 0:
            self.go_back(self.replay.preceding(self.position, by_turns=True))
        else:
            self.go(self.replay.following(self.position, by_turns=True))

    def action_jump(self, to_end: int) -> None:
        """To the start; or to the end, where new moves of a game that goes on are followed."""
        self._stop()
        if not to_end:
            self.go_back(0)
            return
        self.follows = self._polling is not None and self.replay.goes_on
        self.go(self.replay.end)

    def action_go_to(self) -> None:
        """Asks where to."""
        self._stop()
        self.app.push_screen(GoTo(self.replay), self._go_to)

    def _go_to(self, position: int | None) -> None:
        if position is not None:
            self.go(position)

    def on_timeline_pressed(self, message: Timeline.Pressed) -> None:
        """To the moment that was pressed."""
        self._stop()
        if message.position < self.position:
            self.go_back(message.position)
        else:
            self.go(message.position)

    # Playing

    def action_play(self) -> None:
        """Goes on by itself, from the end on from the start; or stops."""
        if self._playing:
            self._stop()
        elif reason := self.replay.why_no_way_back():
            self.refuse(reason)
        else:
            if self.position == self.replay.end:
                self.go(self.replay.opening)
            self.follows = False
            self._playing = self.set_interval(1 / SPEEDS[self.pace], self._tick)
        self.tell_where()

    def action_speed(self, step: int) -> None:
        """Faster or slower."""
        self.pace = min(max(self.pace + step, 0), len(SPEEDS) - 1)
        if self._playing:
            self._playing.stop()
            self._playing = self.set_interval(1 / SPEEDS[self.pace], self._tick)
        self.tell_where()

    def _tick(self) -> None:
        """The next step, unless something stands in front."""
        if self.app.screen is not self:
            return
        if self.position < self.replay.end:
            self.go(self.replay.following(self.position), is_next=True)
        if self.position == self.replay.end:
            self._stop()
            self.tell_where()

    def _stop(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None

    # What the keys mean, and through whose eyes one looks

    def refuses(self, action: str) -> bool:
        """The viewpoint is greyed as long as there is only one."""
        return action == "viewpoint" and bool(self.replay.why_closed())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Nobody's cards lie in front where nobody has any; and at first there is nothing to move."""
        return self.is_mounted and (action != "front" or self.table.has_fronts)

    def hides(self, action: str) -> bool:
        """How fast it goes on is told while it does, in place of what is for those who stand still."""
        return action == ("inspect" if self._playing else "speed(1)")

    def action_viewpoint(self) -> None:
        """Everybody, each player, all open, and round again; or why there is only one."""
        if reason := self.replay.why_closed():
            self.refuse(reason)
            return
        self.replay.open()
        viewpoints = self.replay.viewpoints
        self.viewpoint = viewpoints[(viewpoints.index(self.viewpoint) + 1) % len(viewpoints)]
        self.front = 0
        self.show()

    def action_front(self, step: int) -> None:
        """Another player's cards in front, as far as they are seen from here."""
        seats = self.replay.match.game.seats
        self.front = (self.front + step) % (seats + 1)
        self.show()
        label = self.replay.words.label(self.front) if self.front else "whoever it is about"
        self.say(f"In front: {label}.")

    def action_pan(self, dx: int, dy: int) -> None:
        """Moves what is larger than its place."""
        self.table.pan(dx, dy)

    # Watching

    def _poll(self) -> None:
        if not self._is_polled:
            self._is_polled = True
            self.run_worker(self._look())

    async def _look(self) -> None:
        """Whether there is anything new; a disk may take its time."""
        assert self.source is not None
        try:
            match = await to_thread(self.source.news)
        except StoreError as error:
            self._give_up(str(error))
            return
        finally:
            self._is_polled = False
        if match is not None:
            self.take(Replay(match, self.source.is_held))
        elif self.replay.is_held != self.source.is_held:
            self.replay.is_held = self.source.is_held
            self.refresh_bindings()

    def _give_up(self, reason: str) -> None:
        """The game is gone, or cannot be read; what has been played until now is still here."""
        if self._polling:
            self._polling.stop()
            self._polling = None
        self.follows = False
        self.tell_where()
        self.refuse(f"{reason}. No more moves will come")

    def take(self, replay: Replay) -> None:
        """The game has gone on, or a decision has been taken back."""
        before, self.replay = self.replay, replay
        if before.match.is_opened and not replay.why_closed():
            replay.open()
        else:
            self.viewpoint = ONLOOKER
        same = replay.match.moves[: self.position] == before.match.moves[: self.position]
        goes_on = self.follows and same
        if self.follows or not replay.first <= self.position <= replay.end:
            self.position = replay.end
        self.show(is_next=goes_on and replay.preceding(replay.end) <= before.end)
        if not replay.goes_on:
            self.follows = False
            self.tell_where()

    # Things to read

    def action_rules(self) -> None:
        """The rules about this moment."""
        view = self.replay.view(self.position, self.viewpoint)
        rules = RulesSheet(name_of(self.replay.match.game), self.replay.words.section(view))
        self.app.push_screen(Reader("Rules", rules))

    def action_inspect(self) -> None:
        """Every pile to its bottom, the hands that are seen from here, and what the signs mean."""
        lines = self.table.inspected(self.replay.view(self.position, self.viewpoint))
        self.app.push_screen(Reader("What lies open", lines))

    def action_log(self) -> None:
        """Everything that has happened until now."""
        texts = self.replay.log(self.position, self.viewpoint) or ["Nothing has happened yet."]
        self.app.push_screen(Reader("Log", LogSheet(self.replay.words.names, texts)))

    def action_close(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)


class OpenElsewhere(Question):
    """Another instance plays the game that is wanted: it can be watched."""

    def __init__(self, number: str) -> None:
        super().__init__("This game is open in another window.", "Watch it", "Back")
        self.number = number

    def answer(self, yes: bool) -> None:
        """The game, as an onlooker sees it; or a line that says why not, if it is gone by now."""
        if not yes:
            self.dismiss(False)
            return
        try:
            self.app.switch_screen(ReplayScreen.stored(self.number, follows=True))
        except StoreError as error:
            self.app.switch_screen(Reader("This game cannot be watched", [f"✗ {error}."]))
