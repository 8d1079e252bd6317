"""The table of Hibernation: the centre, everybody's nuts, and a hand of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from nutgames.games.core import HIDDEN
from nutgames.games.hibernation.components import (
    CANCEL,
    Card,
    Over,
    Play,
    PlayCard,
    React,
    Snoop,
    State,
    score,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice, Refusal, Words
from nutgames.play.words.hibernation import TableWords, brief, counted_cards, full_text, heading
from nutgames.tui.tables import Board, Table
from nutgames.tui.widgets.canvas import Inked, Line, fitted, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row, plain_rows

# --- Nuts and cards ---------------------------------------------------------------------------------------


def tokens(nuts: int, room: int) -> list[Inked]:
    """A heap of nuts as tokens of ten, five and one, as far as there is room for them."""
    tens, rest = divmod(nuts, 10)
    fives, ones = divmod(rest, 5)
    if tens + fives + ones > room:
        return [(("◉" * tens)[:room], "gold strong")]
    return [("◉" * tens, "gold strong"), ("◎" * fives, "gold"), ("●" * ones, "nut")]


def filled(cells: Sequence[Inked], width: int) -> list[Inked]:
    """Some texts and blanks, `width` cells together."""
    return [*cells, (" " * max(width - sum(cell_len(text) for text, _ in cells), 0), "")]


def before(view: State) -> tuple[tuple[int, ...], ...]:
    """The months before the one that lies on the table; the last one stays there when the game is over."""
    return view.months[:-1] if isinstance(view.phase, Over) else view.months


class Face(NamedTuple):
    """A kind of card in a hand."""

    title: str
    text: str
    """What it does, in a few words."""
    full: str
    """What the rules page says."""
    copies: int = 1
    is_new: bool = False
    """Whether it has come since its player looked last."""
    is_dull: bool = False
    """Whether it can only be discarded."""
    refused: tuple[Refusal, ...] = ()
    """What it cannot be aimed at."""
    browses: bool = False
    """Whether it is aimed at cards of the discard, of which there may be many."""


NARROWEST, WIDEST, LOWEST, HIGHEST = 15, 22, 4, 7
"""Columns and rows of a card."""


def in_parts(text: str, width: int) -> list[str]:
    """What a card does in lines of at most `width` cells, broken after commas where that is possible."""
    lines = [""]
    for part in text.split(", "):
        if lines[-1] and cell_len(f"{lines[-1]}, {part}") < width:
            lines[-1] += f", {part}"
            continue
        if lines[-1]:
            lines[-1] += ","
        lines += wrapped(part, width)
    return lines[1:]


def drawn(face: Face, width: int, height: int, key: str, ink: str, is_here: bool) -> list[list[Inked]]:
    """A card, with the edge of those below it on its right; heavy lines mark the one that is pointed at."""
    corner = "┏┓┗┛━┃" if is_here else "╭╮╰╯─│"
    edge = "cursor strong" if is_here else "faint" if face.is_dull else "edge"
    inner = width - 3
    margin = " " if width > NARROWEST + 1 else ""
    below = "╮│╯" if face.copies > 1 else "   "
    faint = "face-faint" if face.is_dull else ""
    body = [(text, faint or ink) for text in in_parts(face.text, inner - len(margin))]
    if height > LOWEST:
        top: list[Inked] = [(corner[0] + corner[4] * inner + corner[1], edge)]
        gap = [("", "face")] if height > LOWEST + 1 else []
        body = [(face.title, f"{faint or 'face'} strong"), *gap, *body]
    else:
        title = fitted(face.title, min(inner, cell_len(face.title)))
        line = corner[4] * (inner - cell_len(title))
        title_ink = "cursor" if is_here else "faint" if face.is_dull else "card"
        top = [(corner[0], edge), (title, f"{title_ink} strong"), (line + corner[1], edge)]
    rows = [[*top, (below[0], "edge")]]
    for y in range(height - 2):
        text, inks = body[y] if y < len(body) else ("", "face")
        inside = (fitted(margin + text, inner), inks)
        rows.append([(corner[5], edge), inside, (corner[5], edge), (below[1], "edge")])
    notes = ["new"] * face.is_new + [f"×{face.copies}"] * (face.copies > 1)
    note = f" {' '.join(notes)} " if notes else ""
    dashes = corner[4] * (inner - cell_len(key) - cell_len(note) - 1)
    bottom: list[Inked] = [(corner[2], edge), (key, "faint"), (dashes, edge)]
    bottom += [(note, "fresh strong" if face.is_new else "strong"), (corner[4] + corner[3], edge)]
    return [*rows, [*bottom, (below[2], "edge")]]


def side_by_side(blocks: Sequence[list[list[Inked]]]) -> list[Line]:
    """Cards in a row."""
    return [[cell for block in blocks for cell in block[y]] for y in range(len(blocks[0]))]


NARROW = (9, 14, 5, 4)
"""Columns of name, score, hand and months before, where a window is narrow."""

ENOUGH = 12
"""Lines that the question, a hand of two rows and what the card does take."""

# --- The board --------------------------------------------------------------------------------------------


class WinterBoard(Board):
    """The middle and the players, drawn as large as the room allows."""

    class PlayerPressed(Message):
        """Somebody clicked on a player."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    words: TableWords

    def __init__(self, words: TableWords) -> None:
        super().__init__(words)
        self.view: State | None = None
        self.aimed: frozenset[int] = frozenset()
        """The players that a choice is about."""
        self._room = 0
        self._first = 0
        """The line in which the players begin."""
        self._places: list[tuple[int, int]] = []
        """For each line from there on: its player, and from which column on it shows the next one."""

    def show(self, view: State) -> None:
        """Another view."""
        self.aimed = frozenset()
        super().show(view)

    def point(self, choice: Choice) -> None:
        """The target of a choice is marked."""
        move = choice.move
        target = move.choice if isinstance(move, PlayCard) else None
        aimed = frozenset([target]) if isinstance(target, int) else frozenset[int]()
        if aimed != self.aimed:
            self.aimed = aimed
            self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """What is left for the choices decides how large the players are drawn."""
        self._room = container.height
        return super().get_content_height(container, viewport, width)

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:  # noqa: ARG002
        """The middle, and below it a block, a line or half a line for each player."""
        view = self.view
        if view is None:
            return []
        seats = range(1, self.words.game.seats + 1)
        left = (self._room or 99) - self.reserve - len(seats)  # if each gets one line
        if width >= 70 and left - 3 - 2 * len(seats) >= ENOUGH:
            self._first, self._places = 3, [(seat, width) for seat in seats for _ in range(3)]
            tall = [line for seat in seats for line in self._tall(view, seat, width)]
            return [*self._tall_middle(view, width), *tall]
        if width >= 70 and left - 4 >= ENOUGH:
            above = [*self._tall_middle(view, width), self._head(view, width)]
        elif left - 2 >= (8 if width >= 70 else 5):
            above = [self._middle(view, width), self._head(view, width)]
        elif left - 1 >= 5:
            above = [self._middle(view, width)]
        else:
            return [self._middle(view, width), *self._pairs(view, width)]
        self._first, self._places = len(above), [(seat, width) for seat in seats]
        return [*above, *(self._flat(view, seat, width) for seat in seats)]

    def _player(self, view: State, seat: int, width: int) -> list[Inked]:
        """The seat's letter and name; marks for whose turn it is and for who is aimed at."""
        ink = f"seat-{letter(seat).lower()} strong"
        is_turn = seat == view.turn and not isinstance(view.phase, Over)
        mark = "▸ " if seat in self.aimed else "▶ " if is_turn else "  "
        name = fitted(self.words.name(seat), max(width - 4, 1))
        if seat in self.aimed:
            ink = "cursor strong"
        return [(mark, "cursor strong"), (f"{letter(seat)} ", ink), (name, ink)]

    def _golden(self, view: State) -> str:
        return self.words.name(view.golden_nut) if view.golden_nut else "in the middle"

    def _middle(self, view: State, width: int) -> Line:
        """Centre, golden nut, deck, discard and destroyed nuts in one line."""
        if width < 70:
            golden = f"★{letter(view.golden_nut)}" if view.golden_nut else "★"
            line: list[Inked] = [(" centre ", "faint"), (f"{view.centre} ", "gold strong")]
            line += [*tokens(view.centre, 4), (f" {golden}", "gold strong")]
            rest = f"  deck {len(view.deck)}  discard {len(view.discard)}"
            used = sum(cell_len(text) for text, _ in line)
            return [*line, (fitted(rest, min(cell_len(rest), max(width - used, 0))), "faint")]
        line = [(" centre ", "faint"), (f"{view.centre} ", "gold strong")]
        line += [*tokens(view.centre, 9), ("   ★ ", "gold strong"), ("golden nut ", "faint")]
        line += [(self._golden(view), "gold strong"), ("   deck ", "faint"), (f"{len(view.deck)}", "strong")]
        line += [("   discard ", "faint"), (f"{len(view.discard)}", "strong")]
        line += [("   destroyed ", "faint"), (f"{view.destroyed}", "strong")]
        return line

    def _head(self, view: State, width: int) -> Line:
        """What the columns are."""
        month, earlier = f"month {self.words.month(view)}", "before" if before(view) else ""
        if width < 70:
            heads = ["  player", "pile+stash", "hand", earlier[: NARROW[3] - 1]]
            wides = (NARROW[0] + max(min(width - 52, 8), 0), *NARROW[1:])
            return [(fitted(text, wide), "faint") for text, wide in zip(heads, wides, strict=True)]
        heads = ["  player", "pile", "stash", "hand", month, earlier]
        cells = zip(heads, self._columns(width), strict=True)
        return [(fitted(text, wide), "faint") for text, wide in cells]

    @staticmethod
    def _columns(width: int) -> tuple[int, ...]:
        """The widths of name, pile, stash, hand, month, and the months before."""
        return (20, 13, 11, 13, 9, 7) if width >= 90 else (16, 12, 10, 11, 8, 7)

    def _flat(self, view: State, seat: int, width: int) -> Line:
        """A player in one line."""
        nuts, saved, cards = view.piles[seat - 1], view.stashes[seat - 1], len(view.hands[seat - 1])
        has_gold = view.golden_nut == seat
        finished = before(view)
        so_far = str(sum(each[seat - 1] for each in finished)) if finished else ""
        if width < 70:
            name, score_, hand, earlier = NARROW
            name += max(min(width - 52, 8), 0)
            sum_ = f"2×({nuts}+1)+{saved}=" if has_gold else f"{nuts}+{saved}="
            line = filled(self._player(view, seat, name - 1), name)
            line += filled([(sum_, "gold"), (f"{score(view, seat)}", "gold strong")], score_)
            line += [(f"{f'▒{cards}':<{hand}}", "card"), (f"{so_far:<{earlier}}", "faint")]
        else:
            name, pile, stash, hand, month, earlier = self._columns(width)
            gold = " ★×2" if has_gold else ""
            line = filled(self._player(view, seat, name - 1), name)
            line += filled(
                [(f"{nuts:>2} ", "gold strong"), *tokens(nuts, pile - 7), (gold, "gold strong")], pile
            )
            line += filled([(f"{saved:>2} ", "gold strong"), *tokens(saved, stash - 4)], stash)
            line += filled([(f"{cards:>2} ", "strong"), ("▌" * min(cards, hand - 4), "card")], hand)
            line += [
                (f"{score(view, seat):^{month - 2}}  ", "strong"),
                (f"{so_far:^{earlier - 1}} ", "faint"),
            ]
        used = sum(cell_len(text) for text, _ in line)
        return [*line, (fitted(self._status(view, seat), max(width - used, 0)).rstrip(), "good")]

    def _status(self, view: State, seat: int) -> str:
        """What is to be said of a player beside the numbers."""
        return ", ".join(self._statuses(view, seat))

    def _statuses(self, view: State, seat: int) -> list[str]:
        found = [
            "trapped" if view.trapped[seat - 1] else "",
            "protected" if view.protected[seat - 1] else "",
            "golden nut" if view.golden_nut == seat else "",
        ]
        return [each for each in found if each]

    def _pairs(self, view: State, width: int) -> Iterator[Line]:
        """Two players in a line."""
        seats, half = range(1, self.words.game.seats + 1), width // 2
        self._first, self._places = 1, [(seat, half) for seat in seats[::2]]
        for first in seats[::2]:
            line: list[Inked] = []
            for seat in (first, first + 1):
                if seat in seats:
                    line += filled(self._tiny(view, seat, half), half)
            yield line

    def _tiny(self, view: State, seat: int, width: int) -> list[Inked]:
        """A player in very little room: pile, golden nut, stash, cards, and letters for the status."""
        about = f"{view.piles[seat - 1]}"
        gold = "★" if view.golden_nut == seat else ""
        marks = "".join(each[0].upper() for each in self._statuses(view, seat) if each != "golden nut")
        rest = f"+{view.stashes[seat - 1]} ▒{len(view.hands[seat - 1])}"
        used = cell_len(about + gold + rest + marks) + (1 if marks else 0)
        player = self._player(view, seat, max(width - used - 1, 5))
        cells = [*player, (about, "gold strong"), (gold, "gold strong"), (rest, "")]
        return [*cells, (f" {marks}", "good")]

    # Tall

    def _tall_middle(self, view: State, width: int) -> list[Line]:
        """The middle with its piles drawn as piles."""
        wide = 25 if width < 90 else 36
        lost = f" destroyed {view.destroyed} " if view.destroyed else ""
        heap = self._box(" centre ", view.centre, "", wide, "edge")
        heap[2] = [(f"╰{'─' * (wide - 4 - len(lost))}", "edge"), (lost, "faint"), ("─╯ ", "edge")]
        deck = self._stack("▒▒" if view.deck else "  ", " deck ", len(view.deck))
        discard = self._stack("░░" if view.discard else "  ", " discard ", len(view.discard))
        golden: list[list[Inked]] = [
            [],
            [("★ ", "gold strong"), ("golden nut", "faint")],
            [("  ", ""), (fitted(self._golden(view), width - wide - 37).rstrip(), "gold strong")],
        ]
        return [[*heap[y], *filled(deck[y], 16), *filled(discard[y], 19), *golden[y]] for y in range(3)]

    @staticmethod
    def _stack(face: str, label: str, cards: int) -> list[list[Inked]]:
        """A pile of cards and how many there are."""
        edges = "╮│╯" if cards > 1 else "   "
        return [
            [(f"  ╭──╮{edges[0]}", "edge")],
            [
                ("  │", "edge"),
                (face, "card"),
                (f"│{edges[1]}", "edge"),
                (label, "faint"),
                (f"{cards}", "strong"),
            ],
            [(f"  ╰──╯{edges[2]}", "edge")],
        ]

    def _tall(self, view: State, seat: int, width: int) -> list[Line]:
        """A player in three lines: pile and stash in boxes, the hand as backs of cards."""
        name, pile, stash = (20, 20, 18) if width >= 84 else (17, 18, 16)
        nuts, saved, cards = view.piles[seat - 1], view.stashes[seat - 1], len(view.hands[seat - 1])
        has_gold = view.golden_nut == seat
        status = self._statuses(view, seat)
        about: list[list[Inked]] = [
            self._player(view, seat, name),
            *([("    " + each, "gold strong" if each == "golden nut" else "good")] for each in status[:2]),
            [],
            [],
        ]
        edge = "cursor strong" if seat in self.aimed else "edge"
        gold = " ★×2 " if has_gold else ""
        backs = min(cards, 8)
        hand = (
            ("╭" * (backs - 1) + "╭──╮", "│" * (backs - 1) + "│▒▒│", "╰" * (backs - 1) + "╰──╯")
            if cards
            else ("", "no cards", "")
        )
        finished = before(view)
        so_far = sum(each[seat - 1] for each in finished)
        numbers: list[list[Inked]] = [
            [(f"{'hand':<8}", "faint"), (f"{cards:>3}", "")],
            [(f"{f'month {self.words.month(view)}':<8}", "faint"), (f"{score(view, seat):>3}", "strong")],
            [(f"{'before':<8}{so_far:>3}" if finished else "", "faint")],
        ]
        boxes = (
            self._box(" pile ", nuts, gold, pile, edge),
            self._box(" stash ", saved, "", stash, edge),
        )
        return [
            [
                *filled(about[y], name),
                *boxes[0][y],
                *boxes[1][y],
                (" ", ""),
                *filled([(hand[y], "card" if cards else "faint")], 13),
                *numbers[y],
            ]
            for y in range(3)
        ]

    @staticmethod
    def _box(label: str, nuts: int, note: str, width: int, edge: str) -> list[list[Inked]]:
        """A heap of nuts with a frame."""
        inner = width - 3
        heap = tokens(nuts, inner - 5 - cell_len(note))
        inside = filled([(f" {nuts:>2} ", "gold strong"), *heap], inner - cell_len(note))
        return [
            [(f"╭{label}{'─' * (inner - len(label))}╮", edge), (" ", "")],
            [("│", edge), *inside, (note, "gold strong"), ("│", edge), (" ", "")],
            [(f"╰{'─' * inner}╯", edge), (" ", "")],
        ]

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Players can be pressed."""
        if self.view is None:
            return
        line = event.y - self.gutter.top - self._first
        if 0 <= line < len(self._places):
            seat, half = self._places[line]
            seat += event.x - self.gutter.left >= half
            if seat <= self.words.game.seats:
                self.post_message(self.PlayerPressed(seat))


# --- The hand ---------------------------------------------------------------------------------------------


class HandCards(ChoiceList):
    """A hand of cards: ← → ↑ ↓ point at one, Enter plays it, or goes on to what it is aimed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "put_back", "Another card", id="choices.back"),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.faces: list[Face] = []
        self.title = ""
        """Whose hand it is."""
        self.can_pick = False
        """Whether the cards are what is chosen from; otherwise they are only shown, below the choices."""
        self.is_aiming = False
        """Whether the card is chosen, and what it is aimed at is not."""
        self._across = 1
        """How many cards, or ways, lie side by side."""
        self._regions: list[tuple[int, int, int, int, int | None]] = []
        """What can be pressed: line, first and last column, row, and the way if it is one."""

    def lay(self, rows: Sequence[Row], faces: Sequence[Face], can_pick: bool, title: str) -> None:
        """Another hand; if its cards are the choices, there is a row for each of them."""
        self.faces, self.can_pick, self.title = list(faces), can_pick, title
        self.is_aiming = False
        self.offer(rows)

    @property
    def ways(self) -> int:
        """In how many ways the card that is pointed at can be played."""
        return len(self.rows[self.row].choices) if self.rows else 0

    def _tell(self) -> None:
        """Before anything is aimed at, only the card is pointed at."""
        choice = self.choice
        if choice and self.can_pick and not self.is_aiming and self.ways > 1:
            choice = choice._replace(move=PlayCard(choice.move.card))
        if choice:
            self.post_message(self.Pointed(choice))

    # Walking

    def action_turn(self, step: int) -> None:
        """To the next card, or to the next target."""
        if not self.can_pick:
            super().action_walk(step)
        elif self.is_aiming:
            self._go(self.row, (self.way + step) % self.ways)
        elif self.rows:
            self._go((self.row + step) % len(self.rows), 0)

    def action_walk(self, step: int) -> None:
        """To the card, or the target, below or above."""
        if not self.can_pick:
            super().action_walk(step)
            return
        here, count = (self.way, self.ways) if self.is_aiming else (self.row, len(self.rows))
        if not count:
            return
        there = here + step * self._across
        if self._across >= count or not 0 <= there < count:
            there = (here + step) % count
        self._go(*((self.row, there) if self.is_aiming else (there, 0)))

    def action_jump(self, row: int) -> None:
        """To that card, or to that target."""
        if self.is_aiming and -self.ways <= row < self.ways:
            self._go(self.row, row % self.ways)
        elif not self.is_aiming:
            super().action_jump(row)

    def action_take(self) -> None:
        """Plays the card, once it is clear what it is aimed at."""
        if self.can_pick and not self.is_aiming and self.ways > 1:
            self.is_aiming = True
            self.way = 0
            self.redraw()
            self._tell()
        else:
            super().action_take()

    def action_put_back(self) -> None:
        """Another card after all."""
        self.is_aiming = False
        self.way = 0
        self.redraw()
        self._tell()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is aimed, Esc belongs to the screen. Cards can be turned to: they lie in rows."""
        if action == "put_back":
            return self.is_aiming
        return action == "turn" or super().check_action(action, parameters)

    def aim(self, seat: int) -> None:
        """Somebody pressed a player: the card that is pointed at is played on that one, if it can be."""
        for way, choice in enumerate(self.rows[self.row].choices if self.rows else ()):
            if isinstance(choice.move, PlayCard) and choice.move.choice == seat:
                self._go(self.row, way)
                super().action_take()

    # Mouse

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What the mouse is over is pointed at; while something is aimed at, only targets are."""
        if self.can_pick:
            event.prevent_default()
            region = self._under(event)
            if region and (region[1] is not None or not self.is_aiming):
                self._point_at(*region)

    def on_click(self, event: events.Click) -> None:
        """A card is taken up, a target is chosen."""
        if not self.can_pick:
            return
        event.prevent_default()
        region = self._under(event)
        if region is None:
            return
        row, way = region
        if way is None:
            self.is_aiming = False
            self._go(row, 0)
        else:
            self.is_aiming = True
            self._go(row, way)
        self.action_take()

    def _under(self, event: events.MouseEvent) -> tuple[int, int | None] | None:
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        for line, start, end, row, way in self._regions:
            if line == y and start <= x < end:
                return row, way
        return None

    def _point_at(self, row: int, way: int | None) -> None:
        self._go(row, 0 if way is None else way)

    # Drawing

    def lines(self, width: int, height: int) -> Iterator[Line]:
        """The cards and what the one that is pointed at does; in little room, a list."""
        self._regions = []
        room = height or 12
        if not self.can_pick:
            yield from self._answers(width, room)
        elif not self.rows:
            yield [(" no cards", "faint")]
        elif self.is_aiming and self.faces[self.row].browses:
            yield from self._browser(width, room)
        else:
            cards = self._cards(width, room - 3, here=self.row)
            if cards is None:
                yield from self._listing(width, room)
            else:
                yield from cards
                yield from self._about(width, room - len(cards), len(cards))

    def _cards(self, width: int, room: int, here: int = -1) -> list[Line] | None:
        """The hand as cards, in one row or two; None if they do not fit."""
        count = len(self.faces)
        if width < 3 * NARROWEST or not count:
            return None
        lines = -(-count // max(width // NARROWEST, 1))
        across = -(-count // lines)
        wide = min(width // across, WIDEST)
        most = max(len(in_parts(face.text, wide - 4)) for face in self.faces)
        tall = min((room - 1) // lines if room // lines > LOWEST else room // lines, HIGHEST, most + 4)
        if tall < LOWEST:
            return None
        self._across = across
        drawing: list[Line] = []
        for start in range(0, count, across):
            blocks = []
            for number in range(start, min(start + across, count)):
                key = str(number + 1) if number < 9 and here >= 0 else ""
                ink = "face-nut" if "●" in self.faces[number].text else "face"
                blocks.append(drawn(self.faces[number], wide, tall, key, ink, number == here))
                left = (number - start) * wide
                top = len(drawing)
                self._regions += [(top + y, left, left + wide, number, None) for y in range(tall)]
            drawing += side_by_side(blocks)
        return drawing

    def _about(self, width: int, room: int, top: int) -> Iterator[Line]:
        """What the card can be aimed at, what it would do, and what the rules page says of it."""
        face, lines = self.faces[self.row], list[Line]()
        if self.ways > 1 or face.refused:
            lines += self._aims(width, top)
        lines += self._effect(width)
        text = wrapped(face.full, width - 2)
        left = room - len(lines)
        if len(text) > left > 0:
            text = [*text[: left - 1], set_cell_size(text[left - 1], width - 9).rstrip() + " … (?)"]
        lines += [[("  " + line, "faint")] for line in text[: max(left, 0)]]
        yield from lines[:room]

    def _effect(self, width: int) -> list[Line]:
        """What would happen, or how to go on."""
        choice = self.choice
        if self.ways > 1 and not self.is_aiming:
            return [[("  Enter, then choose; Esc comes back", "legal")]]
        texts = wrapped(choice.effect, width - 4) if choice else []
        return [
            [("→ " if not y else "  ", "good strong"), (text, "good strong")] for y, text in enumerate(texts)
        ]

    def _aims(self, width: int, top: int) -> list[Line]:
        """All that the card can be aimed at, and what it cannot, with the reason."""
        row = self.rows[self.row]
        lines: list[list[Inked]] = [[("▸ " if self.is_aiming else "  ", "cursor strong")]]
        cells: list[tuple[str, str, int | None]] = []
        if self.ways > 1:
            for way, name in enumerate(row.ways):
                is_here = self.is_aiming and way == self.way
                cells.append(
                    (f"[{name}]" if is_here else f" {name} ", "cursor strong" if is_here else "legal", way)
                )
        cells += [(f"✗ {each.what} {each.reason} ", "refused", None) for each in self.faces[self.row].refused]
        for text, ink, place in cells:
            used = sum(cell_len(cell) for cell, _ in lines[-1])
            if used > 2 and used + cell_len(text) + 1 > width:
                lines.append([("  ", "")])
                used = 2
            if place is not None:
                self._regions.append((top + len(lines) - 1, used, used + cell_len(text), self.row, place))
            lines[-1] += [(text, ink), (" ", "")]
        self._across = max(self._across, self.ways) if self.is_aiming else self._across
        return list(lines)

    def _browser(self, width: int, room: int) -> Iterator[Line]:
        """The cards that a card can be aimed at, in columns, and the text of the one that is pointed at."""
        row, choice = self.rows[self.row], self.choice
        most = max(width // 19, 1)
        fits = (across for across in range(min(2, most), most) if -(-self.ways // across) <= room - 4)
        across = self._across = next(fits, most)
        wide = min(width // across, 38)
        count = -(-self.ways // across)
        shown = min(count, max(room - 4, 2))
        first = min(max(self.way // across - shown + 1, 0), count - shown)
        label = f" {self.faces[self.row].title}: which card?  "
        yield [(label, "strong"), (f"{self.way + 1} of {self.ways} · Esc: another card", "faint")]
        for y in range(first, first + shown):
            line: list[Inked] = []
            for way in range(y * across, min((y + 1) * across, self.ways)):
                is_here = way == self.way
                name = f"▸[{row.ways[way]}]" if is_here else f"  {row.ways[way]}"
                cells: list[Inked] = [(fitted(name, min(19, wide)), "cursor strong" if is_here else "card")]
                if wide > 30:
                    cells.append((fitted(brief(row.choices[way].move.choice), wide - 20) + " ", "faint"))
                line += filled(cells, wide)
                left = (way - y * across) * wide
                self._regions.append((1 + y - first, left, left + wide, self.row, way))
            yield line
        yield []
        texts = self._effect(width)
        if choice:
            texts += [[("  " + text, "faint")] for text in wrapped(full_text(choice.move.choice), width - 2)]
        yield from texts[: max(room - shown - 2, 0)]

    def _listing(self, width: int, room: int) -> Iterator[Line]:
        """One line for each card, or for each target of the one that is played."""
        self._across = 1
        face, lines = self.faces[self.row], list[Line]()
        here, count = (self.way, self.ways) if self.is_aiming else (self.row, len(self.rows))
        if self.is_aiming and room > 4:
            lines.append([(f" {face.title}", "strong"), (f": {face.text} · Esc: another card", "faint")])
        entries = self._entries()
        effect = self._effect(width)[: 0 if self.is_aiming and width >= 60 else 2]
        shown = max(room - len(lines) - (len(effect) if room > 3 else 0), 1)
        first = min(max(here - shown + 1, 0), max(len(entries) - shown, 0))
        wide = min(max(cell_len(name) for name, *_ in entries), max(width // 2, 8))
        for number, (name, text, ink) in enumerate(entries[first : first + shown], start=first):
            is_here = number == here
            if number < count:
                row, way = (self.row, number) if self.is_aiming else (number, None)
                self._regions.append((len(lines), 0, width, row, way))
            key = str(number + 1) if number < min(9, count) else " "
            label = (fitted(name, wide) + "  ", "cursor strong" if is_here else ink or "strong")
            rest = fitted(text, max(width - wide - 6, 0)).rstrip()
            lines.append(
                [("▸ " if is_here else "  ", "cursor strong"), (f"{key} ", "faint"), label, (rest, ink)]
            )
        lines += effect
        if room - len(lines) > 2:
            lines += [[], *([("  " + part, "faint")] for part in wrapped(face.full, width - 2))]
        yield from lines[:room]

    def _entries(self) -> list[tuple[str, str, str]]:
        """What is listed: name, text and ink. First comes what can be chosen."""
        face, row = self.faces[self.row], self.rows[self.row]
        if self.is_aiming:
            open_ = [(name, row.choices[way].effect, "") for way, name in enumerate(row.ways)]
            return open_ + [(f"✗ {each.what}", each.reason, "refused") for each in face.refused]
        return [
            (
                face.title + f" ×{face.copies}" * (face.copies > 1) + " new" * face.is_new,
                face.text,
                "faint" if face.is_dull else "",
            )
            for face in self.faces
        ]

    def _answers(self, width: int, room: int) -> Iterator[Line]:
        """The choices as a list, and the hand below them."""
        is_roomy = room > len(self.rows) + 6
        answers = list(super().lines(width, min(len(self.rows) + is_roomy, max(room - 1, 1))))
        yield from answers
        if not self.rows and not self.faces:
            return
        left = room - len(answers)
        cards = self._cards(width, left - 1) if is_roomy else None
        if cards is not None:
            yield []
            yield [(f" {self.title}", "faint")]
            yield from cards
            return
        names = [face.title + (f" ×{face.copies}" if face.copies > 1 else "") for face in self.faces]
        text = f"{self.title}: {', '.join(names) or 'no cards'}"
        yield from ([("  " + part, "card")] for part in wrapped(text, width - 2)[:left])


class GameTable(Table):
    """The table of Hibernation."""

    DEFAULT_CSS = """
    GameTable.-winter > #board { height: auto; }
    GameTable.-winter > #choices { height: 1fr; min-height: 1; max-height: 100%; }
    GameTable.-winter > #hand { height: auto; max-height: 3; }
    """

    signs: ClassVar[Sequence[str]] = (
        "▶ whose turn it is, ▸ whom the card is aimed at",
        "● a nut, ◎ five nuts, ◉ ten nuts",
        "★ the golden nut: at the end of the month it and the pile count twice",
        "▌ a card in hand",
        "month what the month would count now, before the months that are over",
    )

    words: TableWords
    board: WinterBoard
    choices: HandCards

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.add_class("-winter")
        self._seen: dict[int, Counter[object]] = {}
        """What each player's hand was when that player decided last."""

    def make_board(self) -> WinterBoard:
        """The middle and the players."""
        return WinterBoard(self.words)

    def make_choices(self) -> HandCards:
        """The hand."""
        return HandCards(id="choices")

    def show(self, view: State, may_choose: bool) -> None:
        """Another view; the hand of whoever may choose is laid out."""
        super().show(view, may_choose)
        if may_choose:
            owner = view.phase.target if isinstance(view.phase, Snoop) else view.actor or 0
            can_pick = isinstance(view.phase, Play | Snoop)
            title = f"{self.words.name(owner)}'s hand"
            self.choices.lay(self.rows(view), self.faces(view, owner), can_pick, title)
        else:
            self.choices.lay([], [], False, "")

    def look_at(self, view: State, seat: int, is_next: bool) -> None:
        """The player's hand if it is seen; else the board has all the room."""
        super().look_at(view, seat, is_next)
        owner = seat or view.turn
        hand = view.hands[owner - 1]
        faces = [self._face(card)._replace(copies=copies) for card, copies in counted_cards(hand)]
        self.choices.lay([], faces, False, f"{self.words.name(owner)}'s hand")
        self.choices.display = bool(faces)
        self.board.reserve = 0 if faces else -ENOUGH

    def faces(self, view: State, owner: int) -> list[Face]:
        """The cards of a hand as they are drawn."""
        hand = Counter(view.hands[owner - 1])
        seen = self._seen.get(owner, hand) if owner == view.actor else hand
        faces = []
        for card, copies in counted_cards(view.hands[owner - 1]):
            refused, is_dull = list[Refusal](), isinstance(view.phase, React) and card is not CANCEL
            if isinstance(view.phase, Play):
                refused = self.words.refusals_of(view, card)
                is_dull = any(refusal.what == self.words.titles[card] for refusal in refused)
                refused = [] if is_dull else refused
            faces.append(
                self._face(card)._replace(
                    copies=copies,
                    is_new=bool(seen) and hand[card] > seen[card],
                    is_dull=is_dull,
                    refused=tuple(refused),
                    browses=card is Card.DIG_UP and isinstance(view.phase, Play),
                )
            )
        return faces

    def _face(self, card: Card) -> Face:
        """A card by itself; what only collects shows the nuts."""
        text = brief(card)
        nuts = int(text[1:]) if text[1:].isdigit() else 0
        return Face(
            self.words.titles[card], f"{'●' * nuts} {text}".lstrip() if nuts else text, full_text(card)
        )

    def rows(self, view: State) -> list[Row]:
        """A row for each kind of card that can be chosen; in a reaction, the answers."""
        choices = self.words.choices(view)
        if isinstance(view.phase, React):
            return plain_rows(choices, self.words.refusals(view))
        owner = view.phase.target if isinstance(view.phase, Snoop) else view.turn
        rows = []
        for card, _ in counted_cards(view.hands[owner - 1]):
            ways = [choice for choice in choices if choice.move.card is card]
            if card is Card.DIG_UP:
                ways.sort(
                    key=lambda choice: list(Card).index(choice.move.choice) if choice.move.choice else 0
                )
            names = tuple(
                self.words.way(view, choice.move) if isinstance(choice.move, PlayCard) else ""
                for choice in ways
            )
            rows.append(Row(self.words.titles[card], names, tuple(ways)))
        return rows

    def cards(self, view: State) -> list[Line]:
        """The own hand, while somebody else's is looked at."""
        if not isinstance(view.phase, Snoop) or HIDDEN in view.hands[view.turn - 1]:
            return []
        cards = self.words.cards(view.hands[view.turn - 1]) or "empty"
        text = f"{self.words.name(view.turn)}'s own hand: {cards}"
        return [[(f" {part}", "faint")] for part in wrapped(text, max(self.size.width - 2, 20))]

    def picture(self, view: State) -> list[Line]:
        """The card that has been played, and the cancels on it."""
        if not isinstance(view.phase, React):
            return []
        face = self._face(view.phase.play.card)
        rows = drawn(face, 18, 6, "", "face-nut" if "●" in face.text else "face", is_here=False)
        if view.phase.cancels:
            cancel = self._face(CANCEL)._replace(copies=view.phase.cancels)
            rows = [*rows[:4], *drawn(cancel, 18, LOWEST, "", "face", is_here=True)]
        return list(rows)

    def section(self, choice: Choice) -> str:
        """The card's own section."""
        card = getattr(choice.move, "card", None)
        return heading(card) if isinstance(card, Card) else self.words.section(self.view)

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:  # noqa: ARG002, the table plays it
        """From now on what this player draws is new."""
        view: State = self.view
        if view.actor:
            self._seen[view.actor] = Counter(view.hands[view.actor - 1])

    def on_winter_board_player_pressed(self, message: WinterBoard.PlayerPressed) -> None:
        """A player who is pressed is what the card is aimed at."""
        message.stop()
        if self.choices.can_pick:
            self.choices.aim(message.seat)
