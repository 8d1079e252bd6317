"""The table: a match being played by people who pass one keyboard."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from nutgames.games.core import CHANCE, GAMES, IllegalMove, name_of
from nutgames.play import windows
from nutgames.play.match import UndoRefused
from nutgames.play.names import letter, told_apart
from nutgames.play.store import StoreError
from nutgames.play.words import Interlude, Window
from nutgames.tui.screens.curtain import Curtain
from nutgames.tui.screens.end import End
from nutgames.tui.screens.interlude import Pause
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import LogSheet, Reader, RulesPage, RulesSheet, Scroll
from nutgames.tui.screens.window import Answer, Around
from nutgames.tui.sitting import Sitting
from nutgames.tui.tables import WIDE, Aside, Table, table_for
from nutgames.tui.widgets.canvas import Canvas, Line, cut, fitted
from nutgames.tui.widgets.keys import KeyBar, pressed

if TYPE_CHECKING:
    from nutgames.tui.app import NutgamesApp


class Header(Canvas):
    """Game, moment in the turn, and whose turn it is."""

    def __init__(self) -> None:
        super().__init__(id="header")
        self.game = self.moment = self.player = ""
        self.seat = 0
        self.only = ""

    def tell(self, game: str, moment: str, seat: int, player: str, is_private: bool = False) -> None:
        """Another moment."""
        self.game, self.moment, self.seat, self.player = game, moment, seat, player
        self.only = "only " if is_private else ""
        self.redraw()

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line."""
        left = f" {self.game}   " if width >= 60 else " "
        whose = f"{self.only}{letter(self.seat)} {self.player}" if self.seat else ""
        room = max(width - cell_len(left) - cell_len(whose) - 4, 0)
        if self.only and cell_len(f"{self.moment} looks now") <= room:
            whose += " looks now"
        moment = fitted(self.moment, min(room, cell_len(self.moment)))
        gap = max(width - cell_len(left) - cell_len(moment) - cell_len(whose) - 1, 1)
        ink = f"seat-{letter(self.seat).lower()} strong" if self.seat else "strong"
        yield [(left, "title"), (moment, "strong"), (" " * gap, ""), (whose, ink)]


LONG_ENOUGH = 4.0
"""Seconds for which a warning is to be read."""


class Note(Canvas):
    """What came of the last decision, the decision first; or why something cannot be done."""

    def __init__(self) -> None:
        super().__init__(id="note")
        self.text, self.ink = "", ""
        self.warning = self.remark = ""
        """What stands in front of the text, for a while or until somebody does something."""
        self._warned: Timer | None = None

    def say(self, text: str, ink: str = "faint") -> None:
        """Something else to say."""
        self.text, self.ink, self.remark = text, ink, ""
        self.warn("")

    def mention(self, text: str) -> None:
        """Something to say about what was just done; with the next key or click it is forgotten."""
        if text != self.remark:
            self.remark = text
            self.redraw()

    def warn(self, text: str) -> None:
        """Something to say for a while; then what came of the last decision is there again."""
        self.warning = text
        self.redraw()
        if self._warned:
            self._warned.stop()
        self._warned = self.set_timer(LONG_ENOUGH, partial(self.warn, "")) if text else None

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line."""
        aside = self.warning or self.remark
        text, ink = (aside, "refused") if aside else (self.text, self.ink)
        yield [(fitted(f" {cut(text, width - 1)}", width), ink)]


class TableScreen(Once, Screen[None]):
    """One match from its first decision to its end, and the next one."""

    app: NutgamesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "Rules", key_display="?", id="table.rules"),
        Binding("slash", "find", "Find", key_display="/", priority=True, id="table.find"),
        Binding("H,h", "why", "Why not", key_display="H", id="table.why"),
        Binding("U,u", "undo", "Undo", key_display="U", id="table.undo"),
        Binding("I,i", "inspect", "Inspect", key_display="I", id="table.inspect"),
        Binding("E,e", "log", "Log", key_display="E", id="table.log"),
        Binding("X,x", "cover", "Cover", key_display="X", id="table.cover"),
        Binding("Q,q", "leave", "Leave", key_display="Q", id="table.leave"),
        Binding("escape", "back", "Back", key_display="Esc", id="table.back"),
        Binding("pageup", "side(-1)", "Up", show=False, id="table.side-up"),
        Binding("pagedown", "side(1)", "Down", show=False, id="table.side-down"),
    ]

    def __init__(self, sitting: Sitting, wait: float | None = None) -> None:
        """`wait` is for how many seconds a window in which players may step in stays open at least; None
        leaves it to the settings."""
        super().__init__()
        self.sitting = sitting
        self.wait = wait
        self.onlooker = 0
        """The seat that may look at this screen now; 0: everybody."""
        self.looker = 0
        """The seat that a curtain is down for."""
        self.view: Any = None
        """What is seen now."""
        self.section = ""
        self._asked_last = 0
        """The seat that was asked last, in the open or in private."""
        self.told = windows.caught_up(sitting.match, sitting.words)
        """How many moves each seat has been told of, when it looked last; what was left and is taken up again
        knows only what each has decided last."""
        self.has_looked = {seat for seat, told in enumerate(self.told) if told}
        """The seats that have looked at something in private and decided."""
        self.table: Table = table_for(sitting.words)
        self._asked: tuple[Any, float] = None, 0.0
        """What the whole table was asked about last, and since when."""
        self.notice = ""
        """Something to say as soon as it can be seen."""
        self.is_keeping = False
        """Whether the disk is still writing what was decided last."""

    # Putting it together

    def compose(self) -> ComposeResult:
        """Header, table, side pane, note and keys."""
        yield Header()
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self.table
            with Vertical(id="side"):
                yield Aside(self.table)
                with Scroll(id="log-scroll", can_focus=False) as scroll:
                    scroll.border_title = " Log "
                    yield LogSheet(self.sitting.words.names, id="log-lines")
        yield Note()
        yield KeyBar()

    def on_mount(self) -> None:
        """The game begins."""
        self._arrange(self.app.size)
        self.notice = told_apart(self.sitting.set_up.players)
        self.go_on()

    def on_screen_resume(self) -> None:
        """The memory aid may have been chosen meanwhile."""
        self.sitting.words.memory_aid = self.app.settings.memory_aid
        self.table.board.redraw()

    def on_unmount(self) -> None:
        """Whoever leaves is told how to go on; the game may be opened elsewhere."""
        self._leave_behind()
        saving = self.sitting.saving
        if saving.is_on or saving.id:
            saving.release()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Home points at what is left there."""
        self._leave_behind()
        return super().dismiss(result)

    def _leave_behind(self) -> None:
        """Home points at the game; one that is kept and not over can be gone on with."""
        self.app.came_from = self.sitting
        saving = self.sitting.saving
        if saving.is_on or saving.id:
            is_over = self.sitting.match.finished is not None
            self.app.left = None if is_over else self.sitting

    def on_resize(self, event: events.Resize) -> None:
        """The side pane comes and goes with the width."""
        self._arrange(event.size)

    def _arrange(self, size: Size) -> None:
        side = self.query_one("#side")
        side.display = size.width >= WIDE
        if not side.display and self.focused and side in self.focused.ancestors:
            self.table.attend()  # what is out of sight hears no keys

    def get_focusable_widget_at(self, x: int, y: int) -> Widget | None:
        """A click gives the keys to the choices or to a line to type in, never to what only scrolls."""
        if self.table.region.contains(x, y):
            return self.table.attentive
        widget = super().get_focusable_widget_at(x, y)
        return widget if isinstance(widget, Input) else None

    # Playing

    def go_on(self) -> None:
        """Whatever comes next, as soon as what has happened is safe."""
        self._kept(self._pause)

    def _kept(self, then: Callable[[], None]) -> None:
        """Goes on when the disk has what has happened; keys, scrolling and motion never wait for it."""
        if not self.sitting.saving.is_on:
            then()
        elif not self.is_keeping:
            self.is_keeping = True
            self.run_worker(self._keep(then))

    async def _keep(self, then: Callable[[], None]) -> None:
        trouble = ""
        try:
            await to_thread(self.sitting.saving.keep, self.sitting.match)
        except StoreError as error:
            trouble = str(error)
        self.is_keeping = False
        if not trouble:
            then()
            return
        self.show(0)
        question = Question(f"{trouble[0].upper()}{trouble[1:]}.", "Play on without saving", "Try once more")
        self.app.push_screen(question, lambda yes: self._not_kept(yes, then))

    def _not_kept(self, play_on: bool | None, then: Callable[[], None]) -> None:
        if play_on:
            self.sitting.saving.release()
            self._kept(then)
        else:
            self._kept(partial(self._kept_after_all, then))

    def _kept_after_all(self, then: Callable[[], None]) -> None:
        """Trying once more has helped."""
        self.notice = f"The game is kept again: nutgames resume {self.sitting.saving.id} would go on."
        then()

    def _pause(self) -> None:
        """The end of a part of the game is looked at before chance deals the next one."""
        match = self.sitting.match
        interlude = self._interlude() if match.actor == CHANCE else None
        if interlude:
            self.show(0)
            self.app.push_screen(Pause(interlude), lambda _: self._deal())
        else:
            self._deal()

    def _interlude(self) -> Interlude | None:
        """What the last move has ended, if that is to be looked at."""
        match = self.sitting.match
        steps = match.log(0, len(match.moves) - 1) if match.moves else iter(())
        return next((self.sitting.words.interlude(step) for step in steps), None)

    def _deal(self) -> None:
        match = self.sitting.match
        if match.actor == CHANCE:
            match.deal(self.sitting.deals)
            self._kept(self._offer)
        else:
            self._offer()

    def _offer(self) -> None:
        """All players are asked, one behind the curtain, one in the open; or the game is over."""
        if self not in self.app.screen_stack:
            return  # it has been left while the disk was busy
        self._lift_old_curtains()
        match = self.sitting.match
        match.plays_forced = self.app.settings.forced_moves
        if match.play_forced():
            self.go_on()
            return
        seat = match.actor
        if seat is None:
            self.show(0)
            self.app.push_screen(End(self.sitting), self._after_the_end)
        elif window := self._window():
            self.ask_around(window)
        elif match.is_private():
            self.curtain(seat)
        else:
            self.show(0, may_choose=True)
            if self._asked_last not in (0, seat):
                self.table.hesitate()
            self._asked_last = seat
        if self.notice:
            self.query_one(Note).say(self.notice)
            self.notice = ""

    def _lift_old_curtains(self) -> None:
        """One may have come down, for whoever decided last, while the disk was busy."""
        stack = self.app.screen_stack
        while any(isinstance(screen, Curtain) for screen in stack[stack.index(self) :]):
            self.app.pop_screen()
            stack = self.app.screen_stack

    def _window(self) -> Window | None:
        """Whether the whole table is asked."""
        return self.sitting.words.window(self.sitting.match.view(0))

    def show(self, onlooker: int, may_choose: bool = False) -> None:
        """The table as a seat may see it; in a window, as it will see it when it is asked."""
        if self.onlooker and not onlooker:
            self._close_rules()  # what somebody has read and looked for in private tells of their cards
        self.onlooker = onlooker
        match, words, window = self.sitting.match, self.sitting.words, self._window()
        view = windows.asked(match, window, onlooker) if window and onlooker else match.view(onlooker)
        self.view = view
        actor = onlooker or match.actor or 0
        title, name = GAMES[name_of(match.game)].title, words.name(actor) if actor else ""
        self.query_one(Header).tell(title, words.moment(view), actor, name, onlooker > 0)
        self.table.fresh = words.fresh(match, onlooker)
        self.table.show(view, may_choose)
        log = words.log(match, onlooker)
        self.query_one(Aside).redraw()
        self.query_one(LogSheet).tell(log)
        self.query_one("#log-scroll", Scroll).anchor()
        news = words.log(match, onlooker, match.last_decision) or log[-1:]
        self.query_one(Note).say(in_a_line(news))
        self.section = words.section(view)
        self.refresh_bindings()
        if may_choose:
            self.table.attend()

    def ask_around(self, window: Window) -> None:
        """The whole table is asked whether anybody steps in."""
        self._close_rules()
        self.show(0)
        match, words = self.sitting.match, self.sitting.words
        game = name_of(match.game)
        board = self.table.make_board()
        board.show(self.view)
        title = f"{GAMES[game].title}   {words.moment(self.view)}"
        rules = (game, words.section(self.view))
        no_undo = words.named(match.why_no_undo() or "")
        wait = self.app.settings.reaction_seconds if self.wait is None else self.wait
        picture = self.table.picture(self.view)
        if self._asked[0] is not match.state:
            self._asked = match.state, monotonic()
        # A look that comes to nothing does not make everybody wait once more.
        wait = max(wait - (monotonic() - self._asked[1]), 0)
        log, inspected = words.log(match, 0), self.table.inspected(self.view)
        screen = Around(title, words, window, board, log, inspected, picture, rules, wait, no_undo)
        self.app.push_screen(screen, self._after_the_window)

    def _after_the_window(self, answer: Answer | None) -> None:
        window = self._window()
        match answer:
            case "undo":
                self._undo_or_go_on()
            case "leave":
                self.action_leave()
            case 0 if window:
                windows.close(self.sitting.match, window)
                self.go_on()
            case int() as seat:
                self.curtain(seat)

    def curtain(self, seat: int) -> None:
        """Nothing private is on this screen while the curtain is down."""
        self._close_rules()
        self.show(0)
        self.looker = self._asked_last = seat
        words, match = self.sitting.words, self.sitting.match
        news = words.news(match, 0, self.told[seat])
        rules = (name_of(match.game), words.section(self.view))
        no_undo = words.named(match.why_no_undo() or "")
        has_looked = seat in self.has_looked
        is_asked = self._window() is not None
        screen = Curtain(seat, words.name(seat), news, rules, no_undo, has_looked, is_asked, match.has_begun)
        self.app.push_screen(screen, self._after_the_curtain)

    def _after_the_curtain(self, why: str | None) -> None:
        match why:
            case "reveal":
                self._reveal(self.looker)
            case "back":
                self.go_on()
            case "undo":
                self._undo_or_go_on()
            case "leave":
                self.action_leave()

    def _reveal(self, seat: int) -> None:
        """Only now a player is told what only that player may know."""
        words, match = self.sitting.words, self.sitting.match
        self.show(seat, may_choose=True)
        secrets = words.secrets(match, seat, self.told[seat])
        if secrets:
            self.query_one(Note).say(" ".join(secrets), "fresh")

    def on_table_decided(self, message: Table.Decided) -> None:
        """A player has decided: about what is in sight, not about what was there before."""
        if self.is_keeping or self.app.screen is not self:
            return
        if message.time < self.table.since:
            return  # pressed twice
        if message.time < self.table.hears:
            self.warn(f"✗ Too soon: {self.sitting.words.name(self._asked_last)} is asked now.")
            return
        match, window, seat = self.sitting.match, self._window(), self.onlooker
        moves = len(match.moves)
        if seat:
            self.show(0)  # the hand is not to be seen any more, however long the disk takes
        try:
            if window:
                windows.step_in(match, window, seat, message.move)
            else:
                match.play(message.move)
        except IllegalMove as reason:
            if seat:
                self.show(seat, may_choose=True)
            self.say(f"✗ {self.sitting.words.named(str(reason))}")
            return
        self.told[seat] = moves
        self.has_looked.add(seat)
        self.app.decided()
        self.go_on()

    def on_table_pointed(self, message: Table.Pointed) -> None:
        """What the rules would open at."""
        self.section = message.section

    def say(self, text: str) -> None:
        """Something to read in the note line, as long as nothing else is done."""
        self.query_one(Note).mention(text)

    def touched(self) -> None:
        """Something else is done: what was said about the last thing is no longer about anything."""
        self.say("")

    def warn(self, text: str) -> None:
        """Something to read in the note line for a while."""
        self.query_one(Note).warn(text)

    def _after_the_end(self, what: Any) -> None:
        match what:
            case "again" | "next":
                self.app.switch_screen(
                    TableScreen(self.sitting.again(next_starter=what == "next"), self.wait)
                )
            case "undo":
                self.action_undo()
            case "table":
                back, home = pressed(self, "Esc", "table.back"), pressed(self, "Q", "table.leave")
                over = f"The game is over. {back} shows the places again, {home} leads home."
                self.query_one(Note).say(over)
            case _:
                self.dismiss(None)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are there when they mean something."""
        match action:
            case "cover":
                return self.onlooker != 0
            case "why":
                return bool(self.table.choices.rows)
            case "inspect":
                return self.view is not None
            case "find":
                page = self._rules()
                is_seen = page is not None and self.query_one("#side").display
                return is_seen and page is not None and page.check_action(action, parameters)
            case "back":
                return self.sitting.match.actor is None or self._rules() is not None
            case "undo":
                return self.sitting.match.has_begun
        return True

    def refuses(self, action: str) -> bool:
        """Undo is greyed when it tells why it cannot be done."""
        return action == "undo" and self.sitting.match.why_no_undo() is not None

    def action_undo(self) -> None:
        """Takes back the last decision, or says why it stands."""
        match = self.sitting.match
        if self.is_keeping:
            return
        try:
            windows.undo(match, self.sitting.words)
        except UndoRefused as reason:
            self.say(f"✗ No undo: {self.sitting.words.named(str(reason))}")
            return
        self.told = [min(told, len(match.moves)) for told in self.told]
        self.notice = "The last decision is taken back."
        self.go_on()

    def _undo_or_go_on(self) -> None:
        """From an opaque screen: what was asked there is asked again if nothing can be taken back."""
        moves = len(self.sitting.match.moves)
        self.action_undo()
        if len(self.sitting.match.moves) == moves:
            self.go_on()

    def action_rules(self) -> None:
        """The rules about what is pointed at: beside the table where there is room, over it elsewhere."""
        game = name_of(self.sitting.game)
        if self.app.size.width < WIDE:
            self.app.push_screen(Reader("Rules", RulesSheet(game, self.section)))
            return
        side = self.query_one("#side")
        if not self._close_rules():
            self._show_log(False)
            side.mount(RulesPage(game, self.section))
            self.refresh_bindings()

    def _rules(self) -> RulesPage | None:
        """The rules that stand beside the table."""
        pages = self.query("#side RulesPage").results(RulesPage)
        return next((page for page in pages if page.display), None)  # what goes is hidden first

    def on_rules_page_forgotten(self, message: RulesPage.Forgotten) -> None:
        """Whoever has nothing to look for any more chooses again."""
        message.stop()
        self.table.attend()

    async def action_find(self) -> None:
        """Something in the rules beside the table."""
        if page := self._rules():
            await page.action_find()

    def _close_rules(self) -> bool:
        """The log stands beside the table again; whether the rules did."""
        if self._rules() is None:
            return False
        rules = self.query("#side RulesPage, #side Finder")
        rules.set(display=False)
        rules.remove()
        self._show_log(True)
        self.refresh_bindings()
        self.table.attend()
        return True

    def _show_log(self, is_shown: bool) -> None:
        """The log beside the table, with what stands above it."""
        self.query_one("#log-scroll").display = is_shown
        self.query_one(Aside).display = is_shown and bool(self.table.aside_title)

    def action_side(self, pages: int) -> None:
        """Scrolls what stands beside the table."""
        for pane in self.query("#side Scroll").results(Scroll):
            if pane.display:
                pane.scroll_relative(y=pages * max(pane.size.height - 2, 1), animate=False)

    def action_why(self) -> None:
        """What is possible, what is not, and why."""
        words, view = self.sitting.words, self.view
        question = words.question(view)
        lines = [question if question.endswith("?") else f"{question}.", ""]
        if self.table.choices.rows:
            refused = [f"✗ {refusal.what}: {refusal.reason}" for refusal in words.refusals(view)]
            lines += [*(refused or ["Everything that could be done is possible."]), ""]
            for choice in words.choices(view):
                told = "; ".join(filter(None, (choice.effect, words.hint(view, choice.move))))
                lines.append(f"▸ {choice.what}: {told}")
        self.app.push_screen(Reader("What cannot be done, and what can", lines))

    def action_inspect(self) -> None:
        """Every pile to its bottom, and what the signs mean."""
        self.app.push_screen(Reader("What lies open", self.table.inspected(self.view)))

    def action_log(self) -> None:
        """Everything that has happened."""
        words = self.sitting.words
        texts = words.log(self.sitting.match, self.onlooker) or ["Nothing has happened yet."]
        self.app.push_screen(Reader("Log", LogSheet(words.names, texts)))

    def action_cover(self) -> None:
        """The curtain comes down again."""
        if self.onlooker:
            self.curtain(self.onlooker)

    def action_back(self) -> None:
        """The rules beside the table go; from the finished table it leads back to the places."""
        if not self._close_rules() and self.sitting.match.actor is None:
            self.app.push_screen(End(self.sitting), self._after_the_end)

    def action_leave(self) -> None:
        """At once where the game is kept; else it asks, because the game cannot be taken up again."""
        if self.sitting.match.actor is None or self.sitting.saving.is_on:
            self.dismiss(None)
        elif self.onlooker:
            # The question must not stand beside a private hand.
            seat = self.onlooker
            self.show(0)
            self.app.push_screen(self._whether_to_leave(), lambda yes: self._leave(yes, seat))
        else:
            self.app.push_screen(self._whether_to_leave(), self._leave)

    def _whether_to_leave(self) -> Question:
        """What is asked before something is lost."""
        lost = "What happened last is not kept." if self.sitting.saving.id else NO_WAY_BACK
        return Question(f"Leave the game? {lost}", "Yes, leave it", "No, play on")

    def _leave(self, yes: bool | None, seat: int = 0) -> None:
        if yes:
            self.dismiss(None)
        else:
            self._stay(seat)

    def _stay(self, seat: int) -> None:
        """Back to where a question was asked: behind the curtain, if it stood beside a private hand."""
        if seat:
            self.curtain(seat)
        elif self._window() or self.sitting.match.is_private():
            self.go_on()

    @property
    def can_abandon(self) -> bool:
        """Whether the game is kept, and goes on."""
        return self.sitting.saving.is_on and self.sitting.match.finished is None

    def action_abandon(self) -> None:
        """Asks once whether the game is to end here, without a result."""
        if self.is_keeping or not self.can_abandon:
            return
        seat = self.onlooker
        if seat:
            self.show(0)
        self.app.push_screen(Question(*ABANDON), lambda yes: self._abandon(yes, seat))

    def _abandon(self, yes: bool | None, seat: int) -> None:
        if yes:
            self.sitting.match.abandon()
            self._kept(partial(self._leave, True))
        else:
            self._stay(seat)


def in_a_line(news: Sequence[str]) -> str:
    """Several sentences as one."""
    return " · ".join([*(line.removesuffix(".") for line in news[:-1]), *news[-1:]])


NO_WAY_BACK = "It is not kept: there is no way back to it."

ABANDON = (
    "Abandon the game? Nobody can go on with it then, and statistics count it apart.",
    "Yes, abandon it",
    "No, play on",
)
"""What is asked before a game is ended without a result."""
