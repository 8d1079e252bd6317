"""The table of Nutty Business: everybody's nuts, hand and two piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from nutgames.games.nutty_business import (
    BANK,
    RAID,
    ROBBERY,
    WORTH,
    Card,
    Collect,
    Effects,
    Lay,
    Over,
    Place,
    PlayCard,
    Raid,
    Rob,
    State,
    tops,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice
from nutgames.play.words.nutty_business import SIDES, TITLES, TableWords
from nutgames.tui.tables import Board, Table
from nutgames.tui.widgets.canvas import Inked, Line, fitted
from nutgames.tui.widgets.choices import Row, plain_rows

MOTTO = {
    Card.CONTRABAND_2: "● ●",
    Card.CONTRABAND_3: "● ● ●",
    Card.CONTRABAND_5: "● ● ● ● ●",
    BANK: "nobody robs you",
    RAID: "two piles into one",
    Card.CUSTOMS: "1 nut, 2 for a 5",
    ROBBERY: "1 per contraband",
    Card.HIDEOUT: "back to hand",
}
"""What stands on a card that is drawn large."""

BRIEFER = {"Contraband": "Contr."}
BRIEFEST = {"Contraband ": "Contr", "Police ": ""}
"""Words that are cut where a card is narrow, and where it is very narrow."""

FLIP = ("back", "edge", "face")
"""How a card comes to the table, frame by frame."""
FRAME = 0.11
"""Seconds a frame lasts."""
LINGER = 0.8
"""Seconds for which a pile that has changed stands out."""


def tokens(nuts: int) -> list[Inked]:
    """A heap of nuts as tokens of ten, five and one."""
    tens, rest = divmod(nuts, 10)
    fives, ones = divmod(rest, 5)
    return [("◉" * tens, "gold strong"), ("◎" * fives, "gold"), ("●" * ones, "nut")]


class CardFace(NamedTuple):
    """A pile as it is drawn: its top, and what is to be said of it."""

    title: str
    motto: str
    note: str
    depth: int
    ink: str
    edge: str
    is_down: bool = False
    stage: str = "back"
    """Of a card that lies face down: its back is seen, or its edge while it turns."""


FREE = CardFace("", "", "", 0, "faint", "rule")


class BusinessBoard(Board):
    """One block a player, as tall as the room allows."""

    class PilePressed(Message):
        """Somebody clicked on a pile, or on the place for one."""

        def __init__(self, seat: int, pile: int) -> None:
            super().__init__()
            self.seat = seat
            self.pile = pile

    words: TableWords

    def __init__(self, words: TableWords) -> None:
        super().__init__(words)
        self.view: State | None = None
        self.gained: tuple[int, ...] = ()
        self.marked: frozenset[tuple[int, int]] = frozenset()
        self._block = 1
        self._flat_start = (0, 1)
        """Where the first pile begins in a line, and how wide each is."""
        self._moving: frozenset[tuple[int, int]] = frozenset()
        """The piles that have just changed and are still in motion."""
        self._frame = 0

    # What is shown

    def show(self, view: State) -> None:
        """Another view; what has been gained or lost since the last one is written beside the nuts."""
        before = self.view
        self.gained = (
            tuple(now - then for now, then in zip(view.nuts, before.nuts, strict=True)) if before else ()
        )
        self.marked = frozenset()
        self._set_in_motion(before, view)
        super().show(view)

    def _set_in_motion(self, before: State | None, view: State) -> None:
        """Cards that have come to the top are turned up before everybody's eyes, unless motion is off."""
        self._moving, self._frame = frozenset(), 0
        if before is None or self.app.animation_level == "none":
            return
        self._moving = frozenset(
            (seat, number)
            for seat, piles in enumerate(view.piles, start=1)
            for number, pile in enumerate(piles, start=1)
            if before.piles[seat - 1][number - 1 : number] != (pile,)
        )
        if self._moving:
            self.set_timer(FRAME, self._next_frame)

    def _next_frame(self) -> None:
        self._frame += 1
        if self._frame < len(FLIP) - 1:
            self.set_timer(FRAME, self._next_frame)
        elif self._frame == len(FLIP) - 1:
            self.set_timer(LINGER, self._next_frame)
        else:
            self._moving = frozenset()
        self.redraw()

    def point(self, choice: Choice) -> None:
        """The piles that a choice is about are marked."""
        assert self.view is not None
        turn = self.view.turn
        match choice.move:
            case PlayCard(_, pile):
                marked = {(turn, min(pile, len(self.view.piles[turn - 1]) + 1))}
            case Raid(seat, pile):
                marked = {(seat, pile)}
            case Collect(worth):
                marked = {(turn, number) for number, top in self._tops(turn) if WORTH.get(top) == worth}
            case Rob():
                marked = {
                    (rival, number)
                    for rival, nuts in self.words.game.loot(self.view)
                    if nuts
                    for number, top in self._tops(rival)
                    if top in WORTH
                }
            case _:
                marked = set()
        if marked != self.marked:
            self.marked = frozenset(marked)
            self.redraw()

    def _tops(self, seat: int) -> list[tuple[int, Card]]:
        assert self.view is not None
        return list(enumerate(tops(self.view.piles[seat - 1]), start=1))

    def face(self, seat: int, pile: int) -> CardFace:
        """What lies in one of a player's two places."""
        view = self.view
        assert view is not None
        edge = "cursor strong" if (seat, pile) in self.marked else "edge"
        if isinstance(view.phase, Lay):
            laid = view.phase.laid[seat - 1]
            if laid is None or pile == 2:
                return FREE._replace(edge=edge if (seat, pile) in self.marked else "rule")
            if not isinstance(laid, Card):
                return CardFace("", "", "", 1, "faint", edge, is_down=True)
            return CardFace(TITLES[laid], "", "face down", 1, "faint", edge)
        piles = view.piles[seat - 1]
        if pile > len(piles):
            return FREE._replace(edge=edge if (seat, pile) in self.marked else "rule")
        top = piles[pile - 1][-1]
        if (seat, pile) in self._moving:
            stage = FLIP[min(self._frame, len(FLIP) - 1)]
            if stage != "face":
                return CardFace("", "", "", len(piles[pile - 1]), "faint", "fresh", is_down=True, stage=stage)
            edge = "fresh strong"
        is_new = isinstance(view.phase, Effects) and seat == view.turn and top is view.phase.fresh
        note = "new" if is_new else "safe" if top is BANK else ""
        return CardFace(
            TITLES[top], MOTTO[top], note, len(piles[pile - 1]), "card strong", "fresh" if is_new else edge
        )

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """Everybody's block."""
        if self.view is None:
            return []
        seats = self.words.game.seats
        room = (height or 3 * seats) // seats
        self._block = 5 if room >= 5 and width >= 72 else 3 if room >= 3 and width >= 72 else 1
        lines: list[Line] = []
        for seat in range(1, seats + 1):
            lines += self._tall(seat, width) if self._block > 1 else [self._flat(seat, width)]
        return lines

    def _player(self, seat: int, width: int) -> list[Inked]:
        """The seat's letter and name, with an arrow at whose turn it is."""
        assert self.view is not None
        is_turn = seat == self.view.turn and not isinstance(self.view.phase, Over)
        ink = f"seat-{letter(seat).lower()} strong"
        name = fitted(self.words.name(seat), max(width - 4, 1))
        return [("▶ " if is_turn else "  ", "cursor strong"), (f"{letter(seat)} ", ink), (name, ink)]

    def _gain(self, seat: int) -> str:
        change = self.gained[seat - 1] if self.gained else 0
        return f"{change:+}" if change else ""

    def _hand_size(self, seat: int) -> int:
        assert self.view is not None
        phase = self.view.phase
        return len(self.view.hands[seat - 1]) - (isinstance(phase, Lay) and phase.laid[seat - 1] is not None)

    def _flat(self, seat: int, width: int) -> Line:
        """A player in one line."""
        assert self.view is not None
        nuts = self.view.nuts[seat - 1]
        name_width = 16 if width >= 76 else 12 if width >= 50 else 8
        line = self._player(seat, name_width)
        hand = self._hand_size(seat)
        line += [(f"{nuts:>3}", "gold strong"), (f"{self._gain(seat):<3}", "good"), (" ", "")]
        if width >= 76:
            heap = tokens(nuts)
            line += [*heap, (" " * max(9 - sum(len(text) for text, _ in heap), 0), "")]
        line += [(f"hand {hand}  " if width >= 60 else f"h{hand} ", "faint")]
        used = sum(cell_len(text) for text, _ in line)
        each = max((width - used) // 2, 6)
        self._flat_start = (used, each)
        for pile in (1, 2):
            line += self._flat_face(self.face(seat, pile), each)
        return line

    def _flat_face(self, face: CardFace, width: int) -> list[Inked]:
        """A pile in one line, `width` cells wide."""
        if face.is_down:
            return [("[", face.edge), ("▒" * min(10, width - 3), "edge"), ("]", face.edge), (" ", "")]
        if not face.title:
            text = "–" if face.edge == "rule" else "[new pile]"
            return [(fitted(text, width), "faint" if face.edge == "rule" else face.edge)]
        depth = f" ×{face.depth}" if face.depth > 1 else ""
        notes = (f"{depth} {face.note}" if face.note else depth, depth, "")
        titles = (face.title, brief(face.title), brief(face.title, BRIEFEST))
        # The title matters most, then how deep the pile is, then the note; the first pair that fits is drawn.
        fits = ((title, note) for note in notes for title in titles)
        title, note = next(
            ((title, note) for title, note in fits if cell_len(title) + cell_len(note) + 3 <= width),
            (fitted(titles[-1], max(width - 3, 1)), ""),
        )
        rest = max(width - 2 - cell_len(title) - cell_len(note), 0)
        return [
            ("[", face.edge),
            (title, face.ink),
            ("]", face.edge),
            (note, "fresh" if face.note == "new" else "faint"),
            (" " * rest, ""),
        ]

    def _tall(self, seat: int, width: int) -> list[Line]:
        """A player with cards that look like cards: 3 or 5 lines."""
        assert self.view is not None
        left = 26 if width >= 78 else 22
        each = min((width - left) // 2 - 1, 30)
        nuts = self.view.nuts[seat - 1]
        heap: list[Inked] = [("    ", ""), (f"{nuts:>2} ", "gold strong"), *tokens(nuts)]
        heap += [(" no nuts", "faint")] if not nuts else []
        heap += [(f" {self._gain(seat)}", "good strong")]
        about: list[Line] = [
            self._player(seat, left - 1),
            heap,
            [(f"    hand {self._hand_size(seat)}", "faint")],
        ]
        if self._block == 5:
            about.insert(0, [])
        blocks = [self._box(self.face(seat, pile), each) for pile in (1, 2)]
        lines: list[Line] = []
        for y in range(self._block):
            side = list(about[y]) if y < len(about) else []
            used = sum(cell_len(text) for text, _ in side)
            lines.append([*side, (" " * max(left - used, 1), ""), *blocks[0][y], (" ", ""), *blocks[1][y]])
        return lines

    def _box(self, face: CardFace, width: int) -> list[list[Inked]]:
        """A card with a frame; the edges of the cards below it show on its right."""
        inner = width - 4
        if not face.title and not face.is_down:
            middle = "new pile" if face.edge != "rule" else ""
            rows = [("┌" + "╌" * inner + "┐  ", face.edge)]
            for y in range(self._block - 2):
                text = middle.center(inner) if y == (self._block - 3) // 2 else " " * inner
                rows.append((f"┊{text}┊  ", face.edge))
            return [[row] for row in [*rows, ("└" + "╌" * inner + "┘  ", face.edge)]]
        stack = ["╮│╯"[part] if face.depth > 1 else " " for part in (0, 1, 2)]
        size = f" ×{face.depth} " if face.depth > 1 else ""
        top = [("╭" + "─" * inner + "╮" + stack[0] + " ", face.edge)]
        bottom: list[Inked] = [("╰" + "─" * (inner - cell_len(size) - 1), face.edge), (size, "faint")]
        bottom += [("─╯" + stack[2] + " ", face.edge)]
        body = [self._inside(face, y, inner) for y in range(self._block - 2)]
        rows_of_box = [[("│", face.edge), *cells, ("│" + stack[1] + " ", face.edge)] for cells in body]
        return [top, *rows_of_box, bottom]

    def _inside(self, face: CardFace, y: int, width: int) -> list[Inked]:
        """A line of what stands on a card."""
        if face.is_down:
            return [("▒" * width if face.stage == "back" else "┃".center(width), "edge")]
        note_ink = "fresh strong" if face.note == "new" else "good"
        if y == 0:
            note = f"{face.note} " if face.note else ""
            title = f" {face.title}"
            if cell_len(title) + cell_len(note) > width:
                title = f" {brief(face.title)}"
            return [(fitted(title, width - cell_len(note)), face.ink), (note, note_ink)]
        if y == 1:
            return [(fitted(f" {face.motto}", width), "nut" if "●" in face.motto else "faint")]
        return [(" " * width, "")]

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Piles can be pressed."""
        if self.view is None:
            return
        seat = (event.y - self.gutter.top) // self._block + 1
        width = self.content_size.width
        if not 1 <= seat <= self.words.game.seats:
            return
        if self._block > 1:
            left = 26 if width >= 78 else 22
            each = min((width - left) // 2 - 1, 30) + 1
        else:
            left, each = self._flat_start
        pile = (event.x - self.gutter.left - left) // each + 1
        if pile in (1, 2):
            self.post_message(self.PilePressed(seat, pile))


def brief(title: str, shorter: Mapping[str, str] = BRIEFER) -> str:
    """A card's title where there is little room."""
    for long, short in shorter.items():
        title = title.replace(long, short)
    return title


class GameTable(Table):
    """The table of Nutty Business."""

    words: TableWords

    def make_board(self) -> Board:
        """The players' piles."""
        return BusinessBoard(self.words)

    def rows(self, view: State) -> list[Row]:
        """When a card is placed: a row for each card of the set, with the piles as ways."""
        choices, refusals = self.words.choices(view), self.words.refusals(view)
        if not isinstance(view.phase, Place):
            return plain_rows(choices, refusals)
        rows = []
        for card in view.hands[view.turn - 1]:
            ways = [choice for choice in choices if choice.move.card is card]
            sides = tuple(f"{SIDES[choice.move.pile]} pile" for choice in ways)
            rows.append(Row(TITLES[card], sides, tuple(ways)))
        return rows + plain_rows([], refusals)

    def cards(self, view: State) -> list[Line]:
        """The hand while effects are applied; before that, the choices are the hand."""
        if not isinstance(view.phase, Effects):
            return []
        line: list[Inked] = [(f"{self.words.name(view.turn)}'s hand ", "faint")]
        for card in view.hands[view.turn - 1]:
            line += [(" [", "edge"), (brief(TITLES[card]), "card"), ("]", "edge")]
        return [[*line, *([] if view.hands[view.turn - 1] else [(" empty", "faint")])]]

    def section(self, choice: Choice) -> str:
        """The card's own section."""
        match choice.move:
            case Collect():
                return "Contraband"
            case Raid():
                return TITLES[RAID]
            case Rob():
                return TITLES[ROBBERY]
            case move:
                return TITLES[move.card].rstrip(" 235")

    def on_business_board_pile_pressed(self, message: BusinessBoard.PilePressed) -> None:
        """A pile that is pressed is a choice if there is one about it."""
        message.stop()
        choice = self._about(message.seat, message.pile)
        if choice is not None:
            self.choices.point(choice)
            self.post_message(self.Decided(choice.move))

    def _about(self, seat: int, pile: int) -> Choice | None:
        """The choice that pressing a pile means: to place the card pointed at, or to apply the top."""
        view: State = self.view
        pointed = self.choices.choice
        for choice in (each for row in self.choices.rows for each in row.choices):
            match choice.move:
                case PlayCard(card, number):
                    same_card = pointed is not None and pointed.move.card is card
                    if seat == view.turn and number == pile and same_card:
                        return choice
                case Raid(rival, number):
                    if (rival, number) == (seat, pile):
                        return choice
                case Collect() | Rob():
                    top = view.piles[seat - 1][pile - 1][-1] if pile <= len(view.piles[seat - 1]) else None
                    mine = WORTH.get(top) == getattr(choice.move, "worth", 0) if top else False
                    if seat == view.turn and top and (mine or (top is ROBBERY and choice.move == Rob())):
                        return choice
        return None
