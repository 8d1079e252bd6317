"""The keys that mean something now, in one line at the bottom; each can be clicked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import Screen

from nutgames.tui.widgets.canvas import Canvas, Line

if TYPE_CHECKING:
    from nutgames.tui.app import NutgamesApp


class Key(NamedTuple):
    """A key and what it does."""

    key: str
    shown: str
    what: str
    enabled: bool


def pressed(node: DOMNode, usual: str, *names: str) -> str:
    """What to press for things with these names, for every text that tells of a key.

    `usual` begins with a word for each of them. It holds unless somebody has chosen other keys.
    """
    if not node.is_attached:  # nobody reads it
        return usual
    app = cast("NutgamesApp", node.app)
    if app.keys.keys().isdisjoint(names):
        return usual
    words = [word.strip(",") for word in usual.split()]
    return " ".join(
        app.get_key_display(Binding(app.keys[name].split(",")[0].strip(), "")) if name in app.keys else word
        for name, word in zip(names, words, strict=False)
    )


class KeyBar(Canvas):
    """Every key stays in sight however narrow the window is: where room is short, words are left out.

    A greyed key can be pressed and clicked like the others, for it answers with the reason.
    """

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; background: $footer-background; }"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._spans: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Follows what the screen's keys mean."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:  # noqa: ARG002
        self.redraw()

    def offered(self) -> list[Key]:
        """One for each action, in the order of the bindings."""
        found: dict[str, Key] = {}
        focused = self.screen.focused
        for active in self.screen.active_bindings.values():
            binding = active.binding
            other = focused if focused is not active.node else None
            if other and other.check_consume_key(binding.key, key_to_character(binding.key)):
                continue  # it types a letter
            refuses = getattr(active.node, "refuses", lambda _: False)
            hides = getattr(active.node, "hides", lambda _: False)
            if binding.show and not hides(binding.action):
                shown = self.app.get_key_display(binding)
                enabled = active.enabled and not refuses(binding.action)
                found.setdefault(binding.action, Key(binding.key, shown, binding.description, enabled))
        return list(found.values())

    def lines(self, width: int, height: int) -> Iterator[Line]:  # noqa: ARG002
        """One line, and where each key stands in it."""
        keys = self.offered()
        gap = "  " if self._needed(keys, 2) <= width else " "
        while self._needed(keys, len(gap)) > width and any(key.what for key in keys):
            longest = max(keys, key=lambda key: cell_len(key.what))
            keys[keys.index(longest)] = longest._replace(what="")
        is_full = self._needed(keys, len(gap)) > width
        line, at = [(" ", "")], 1
        self._spans = []
        for key in keys:
            what = f" {key.what}" if key.what else ""
            line += [(key.shown, "key" if key.enabled else "faint"), (what, "" if key.enabled else "faint")]
            # Without a word it would seem to do what the next one does, if it did not stand apart.
            after = gap if key.what or is_full else "  "
            line.append((after, ""))
            end = at + cell_len(key.shown) + cell_len(what)
            self._spans.append((at, end, key.key))
            at = end + len(after)
        yield line

    @staticmethod
    def _needed(keys: list[Key], gap: int) -> int:
        """Columns that these keys take."""
        gaps = [gap if key.what else 2 for key in keys[:-1]]
        return 1 + sum(gaps) + sum(cell_len(f"{key.shown} {key.what}".rstrip()) for key in keys)

    def on_click(self, event: events.Click) -> None:
        """A click is the key."""
        event.stop()
        for start, end, key in self._spans:
            if start <= event.x < end:
                self.app.simulate_key(key)
