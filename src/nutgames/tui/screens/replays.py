"""The stored games, to look at one of them again."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from nutgames.games.core import GAMES
from nutgames.play.store import Saved, StoreError
from nutgames.play.watching import store_to_read
from nutgames.play.when import when
from nutgames.play.words import Choice, listed
from nutgames.tui.screens.once import Once
from nutgames.tui.screens.replay import ReplayScreen
from nutgames.tui.screens.table import Note
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import KeyBar


def stored() -> tuple[list[Saved], str]:
    """All stored games, those that have a result first; and what is wrong with the store, if anything."""
    try:
        with store_to_read() as store:
            return sorted(store.games(), key=lambda game: game.state != "finished"), ""
    except StoreError as error:
        return [], f"✗ {error}"


class ReplayList(ChoiceList):
    """The games that can be looked at again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Open", key_display="Enter", id="replays.open"),
    ]


class Replays(Once, Screen[None]):
    """A list of all stored games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,Q,q", "close", "Back", key_display="Esc", id="replays.close"),
    ]

    def compose(self) -> ComposeResult:
        """A title, the list, a line to read and the keys."""
        yield Static(Content(" Replays"), id="header")
        yield ReplayList(id="replays")
        yield Note()
        yield KeyBar()

    def on_mount(self) -> None:
        """The games, as soon as the disk has told of them."""
        self.query_one(ReplayList).focus()
        self.run_worker(self._look())

    async def _look(self) -> None:
        games, trouble = await to_thread(stored)
        self.offer(games)
        self.say(trouble)
        if not games and not trouble:
            self.query_one(ReplayList).offer([Row("", (), (), "No game has been kept yet.", is_heading=True)])

    def offer(self, games: Sequence[Saved]) -> None:
        """One row a game."""
        rows = []
        for game in games:
            moves = "1 move" if game.moves == 1 else f"{game.moves} moves"
            outcome = f"{listed(game.winners)} won" if game.winners else game.state
            about = " · ".join([", ".join(game.seats), when(game.finished or game.played), moves, outcome])
            if game.game in GAMES:
                title = GAMES[game.game].title
                rows.append(Row(title, ("",), (Choice(game.id, title, about),)))
            else:
                rows.append(Row(game.id, (), (), f"there is no game {game.game!r} in this program"))
        self.query_one(ReplayList).offer(rows)

    def say(self, text: str, ink: str = "faint") -> None:
        """Something to read below the list."""
        self.query_one(Note).say(text, ink)

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """The game from its start; or a line that says why not."""
        try:
            screen = ReplayScreen.stored(message.choice.move)
        except StoreError as error:
            self.say(f"✗ {error}", "refused")
            return
        self.app.push_screen(screen)

    def action_close(self) -> None:
        """Back to the list of games."""
        self.dismiss(None)
