"""The table of Nutty Business: everybody's nuts, hand and two piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from nutgames.games.core import HIDDEN
from nutgames.games.nutty_business import (
    BANK,
    CUSTOMS,
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
from nutgames.tui.tables import WIDE, Board, Table, tokens
from nutgames.tui.widgets.canvas import Inked, Line, clipped, filled, fitted, length, sign, wrapped
from nutgames.tui.widgets.choices import Row, plain_rows

MOTTO = {
    Card.CONTRABAND_2: "2 nuts a turn",
    Card.CONTRABAND_3: "3 nuts a turn",
    Card.CONTRABAND_5: "5 nuts a turn",
    BANK: "safe from robbery",
    RAID: "two piles into one",
    CUSTOMS: "1 nut, 2 for a 5",
    ROBBERY: "1 per contraband",
    Card.HIDEOUT: "no effect",
}
"""What stands on a card that is drawn large."""

PICTURES = {
    Card.CONTRABAND_2: ("●      ", "       ", "      ●"),
    Card.CONTRABAND_3: ("●      ", "   ●   ", "      ●"),
    Card.CONTRABAND_5: ("●     ●", "   ●   ", "●     ●"),
    BANK: ("  ▄▄▄  ", "▄▀▀▀▀▀▄", "█▄█▄█▄█"),
    RAID: ("▚ ▄▄▄ ▞", " ▟███▙ ", "▄█████▄"),
    CUSTOMS: ("▄      ", "█▞▞▞▞▞▞", "█      "),
    ROBBERY: ("▄▄▄▄▄▄▄", "█▘▝█▘▝█", "▀▀▀ ▀▀▀"),
    Card.HIDEOUT: (" ▗▟█▙▖ ", "▟█▀▀▀█▙", "▐█   █▌"),
}
"""What is seen on a card that is drawn very large: a heap of nuts, or what the card is about."""

BRIEFER = {"Contraband": "Contr."}
BRIEFEST = {"Contraband ": "Contr", "Police ": ""}
"""Words that are cut where a card is narrow, and where it is very narrow."""

FLIP = ("back", "edge", "face")
"""How a card comes to the table, frame by frame."""
FRAME = 0.11
"""Seconds a frame lasts."""
LINGER = 0.8
"""Seconds for which a pile that has changed stands out."""


class CardFace(NamedTuple):
    """A pile as it is drawn: its top, and what is to be said of it."""

    top: Card | None = None
    """None: nothing lies there, or its face is not to be seen."""
    depth: int = 0
    note: str = ""
    note_ink: str = "faint"
    """One of faint, good, bad and fresh."""
    edge: str = "edge"
    is_marked: bool = False
    is_down: bool = False
    stage: str = "back"
    """Of a card that lies face down: its back is seen, or its edge while it turns."""


class Plan(NamedTuple):
    """Where things lie on the board at a certain size."""

    block: int
    """Lines of a card: 1, 3, 5 or 7."""
    pitch: int
    """Lines from one player to the next."""
    top: int
    """The line of the first player."""
    left: int
    """The column of the left pile."""
    each: int
    """Columns from the left pile to the right one, and of each of them."""

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The seat and the pile at a point; both may be ones that there are not."""
        seat, line = divmod(y - self.top, self.pitch)
        return (seat + 1 if line < self.block else 0), (x - self.left) // self.each + 1


SIZES = (7, 5, 3)
"""Lines of a card that is drawn as one."""
CARD_COLUMNS = 72
"""Columns from which on there is room for cards that are drawn as such."""


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
        self.styles.min_height = words.game.seats
        self.view: State | None = None
        self.gained: tuple[int, ...] = ()
        self.marked: frozenset[tuple[int, int]] = frozenset()
        self.plan = Plan(1, 1, 0, 0, 1)
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
        is_marked = (seat, pile) in self.marked
        edge = "cursor strong" if is_marked else "edge"
        if isinstance(view.phase, Lay):
            laid = view.phase.laid[seat - 1]
            if laid is None or pile == 2:
                return CardFace(edge="rule")
            if not isinstance(laid, Card):
                return CardFace(depth=1, is_down=True)
            return CardFace(laid, 1, "face down")
        piles = view.piles[seat - 1]
        if pile > len(piles):
            return CardFace(edge=edge if is_marked else "rule", is_marked=is_marked)
        top, depth = piles[pile - 1][-1], len(piles[pile - 1])
        if (seat, pile) in self._moving:
            stage = FLIP[min(self._frame, len(FLIP) - 1)]
            if stage != "face":
                return CardFace(depth=depth, edge="fresh", is_down=True, stage=stage)
            edge = "fresh strong"
        if isinstance(view.phase, Effects) and seat == view.turn and top is view.phase.fresh:
            return CardFace(top, depth, "new", "fresh", "fresh strong", is_marked)
        note, ink = ("safe", "good") if top is BANK else (self._threat(seat, top), "bad")
        return CardFace(top, depth, note, ink, edge, is_marked)

    def _threat(self, seat: int, top: Card) -> str:
        """What somebody else's top would do to the player whose turn it is, as things stand."""
        view = self.view
        assert view is not None
        turn = view.turn
        if seat == turn or isinstance(view.phase, Over):
            return ""
        mine = tops(view.piles[turn - 1])
        who = letter(turn)
        if top is CUSTOMS and not (BANK in mine and self.words.game.options.bank_blocks_customs):
            return f"charges {who}"
        if (
            top is ROBBERY
            and BANK not in mine
            and view.nuts[turn - 1]
            and any(card in WORTH for card in mine)
        ):
            return f"robs {who}"
        if top is RAID and len(mine) == 2:
            return f"raids {who}"
        return ""

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """A head, and everybody's block."""
        if self.view is None:
            return []
        seats = self.words.game.seats
        self.plan = plan = self._planned(width, height or seats)
        lines: list[Line] = [[]] * (plan.top - 1)
        if plan.top:
            lines.append(self._head(plan, width))
        for seat in range(1, seats + 1):
            block = self._tall(seat, plan) if plan.block > 1 else [self._flat(seat, width, plan)]
            lines += [*block, *[[]] * (plan.pitch - plan.block)]
        return lines

    def _planned(self, width: int, height: int) -> Plan:
        """The largest cards for which there is room, and the rest of the room spread evenly."""
        seats = self.words.game.seats
        head = 1 if height > seats and width >= 60 else 0
        room = (height - head) // seats
        tall = [size for size in SIZES if size <= room] if width >= CARD_COLUMNS else []
        block = tall[0] if tall else 1
        gap = min(room - block, 1 if block == 1 else 2)
        over = height - head - seats * (block + gap) + gap
        top = head + min(over // 2, 4) if block > 1 and head else head
        if block > 1:
            left = 28
            return Plan(block, block + gap, top, left, min((width - left) // 2, 32))
        left = 4 + self._name_width(width) + 8 + (10 if width >= 76 else 0) + (8 if width >= 60 else 3)
        return Plan(1, 1 + gap, top, left, max((width - left) // 2, 6))

    def _head(self, plan: Plan, width: int) -> Line:
        """What stands in the columns."""
        about = "    player"
        if plan.block == 1:
            about = fitted(about, 4 + self._name_width(width)) + "nuts"
        columns = (fitted(about, plan.left), fitted("left pile", plan.each), "right pile")
        return [("".join(columns), "faint")]

    @staticmethod
    def _name_width(width: int) -> int:
        """Columns of a name in a flat line."""
        return 12 if width >= 76 else 8 if width >= 50 else 4

    def _player(self, seat: int, width: int) -> list[Inked]:
        """The seat's letter and name, with an arrow at whose turn it is."""
        assert self.view is not None
        is_turn = seat == self.view.turn and not isinstance(self.view.phase, Over)
        ink = f"seat-{letter(seat).lower()} strong"
        name = fitted(self.words.name(seat), max(width, 1))
        return [sign("▶ ", is_turn), (f"{letter(seat)} ", ink), (name, ink)]

    def _gain(self, seat: int) -> Inked:
        change = self.gained[seat - 1] if self.gained else 0
        return (f"{change:+}" if change else ""), ("good strong" if change > 0 else "bad strong")

    def _hand_size(self, seat: int) -> int:
        assert self.view is not None
        phase = self.view.phase
        return len(self.view.hands[seat - 1]) - (isinstance(phase, Lay) and phase.laid[seat - 1] is not None)

    def _flat(self, seat: int, width: int, plan: Plan) -> Line:
        """A player in one line."""
        assert self.view is not None
        nuts = self.view.nuts[seat - 1]
        gain, gain_ink = self._gain(seat)
        line = self._player(seat, self._name_width(width))
        line += [(f"{nuts:>3} ", "gold strong"), (f"{gain:<3}", gain_ink), (" ", "")]
        if width >= 76:
            line += filled(tokens(nuts), 10)
        hand = self._hand_size(seat)
        line += [(f"hand {hand}  " if width >= 60 else f"h{hand} ", "faint")]
        for pile in (1, 2):
            line += self._flat_face(self.face(seat, pile), plan.each)
        return line

    def _flat_face(self, face: CardFace, width: int) -> list[Inked]:
        """A pile in one line, `width` cells wide."""
        ends = "»«" if face.is_marked else "[]"
        if face.is_down:
            wide = min(10, width - 3)
            return [("[", face.edge), ("▒" * wide, "edge"), ("]", face.edge), (" " * (width - wide - 2), "")]
        if face.top is None:
            text = "»new pile«" if face.is_marked else "–"
            return [(fitted(text, width), face.edge if face.is_marked else "faint")]
        depth = f" ×{face.depth}" if face.depth > 1 else ""
        note = f" {face.note}" if face.note else ""
        notes = (depth + note, note or depth, depth, "")
        title = TITLES[face.top]
        titles = (title, brief(title), brief(title, BRIEFEST))
        # The title matters most, then the note, then how deep the pile is; the first pair that fits is drawn.
        fits = ((title, note) for note in notes for title in titles)
        title, note = next(
            ((title, note) for title, note in fits if cell_len(title) + cell_len(note) + 3 <= width),
            (fitted(titles[-1], max(width - 3, 1)), ""),
        )
        rest = max(width - 2 - cell_len(title) - cell_len(note), 0)
        ink = f"{face.note_ink} strong" if face.note and face.note in note else "faint"
        cells: list[Inked] = [(ends[0], face.edge), (title, "card strong"), (ends[1], face.edge), (note, ink)]
        return [*cells, (" " * rest, "")]

    def _tall(self, seat: int, plan: Plan) -> list[Line]:
        """A player with cards that look like cards: 3, 5 or 7 lines."""
        assert self.view is not None
        nuts, hand = self.view.nuts[seat - 1], self._hand_size(seat)
        heap: list[Inked] = [(f"    {nuts:>2} ", "gold strong"), *tokens(nuts)]
        heap += [("no nuts yet", "faint")] if not nuts else []
        gain, gain_ink = self._gain(seat)
        heap += [(f" {gain}", gain_ink)]
        about: list[Line] = [
            self._player(seat, plan.left - 6),
            heap,
            [(f"    {hand:>2} ", "faint"), ("▮" * hand + " " * (hand > 0), "edge"), ("in hand", "faint")],
        ]
        about = [[]] * ((plan.block - len(about)) // 2) + about
        boxes = [self._box(self.face(seat, pile), plan) for pile in (1, 2)]
        lines: list[Line] = []
        for y in range(plan.block):
            side = list(about[y]) if y < len(about) else []
            lines.append([*filled(side, plan.left), *boxes[0][y], *boxes[1][y]])
        return lines

    def _box(self, face: CardFace, plan: Plan) -> list[list[Inked]]:
        """A card with a frame; the edges of the cards below it show on its right."""
        inner = plan.each - 4
        rows = range(plan.block - 2)
        if face.top is None and not face.is_down:
            middle = "new pile" if face.is_marked else ""
            lines = [("┌" + "╌" * inner + "┐  ", face.edge)]
            for y in rows:
                text = middle.center(inner) if y == len(rows) // 2 else " " * inner
                lines.append((f"┊{text}┊  ", face.edge))
            return [[line] for line in [*lines, ("└" + "╌" * inner + "┘  ", face.edge)]]
        corners, across, down = ("╔╗╚╝", "═", "║") if face.is_marked else ("╭╮╰╯", "─", "│")
        below = "╮│╯" if face.depth > 1 else "   "
        size = f" ×{face.depth} " if face.depth > 1 else ""
        top: list[Inked] = [(corners[0] + across * inner + corners[1], face.edge), (f"{below[0]} ", "edge")]
        bottom: list[Inked] = [(corners[2] + across * (inner - cell_len(size) - 1), face.edge)]
        bottom += [(size, "faint"), (across + corners[3], face.edge), (f"{below[2]} ", "edge")]
        sides: list[Inked] = [(down, face.edge), (down, face.edge), (f"{below[1]} ", "edge")]
        body = [[sides[0], *self._inside(face, y, len(rows), inner), *sides[1:]] for y in rows]
        return [top, *body, bottom]

    def _inside(self, face: CardFace, y: int, rows: int, width: int) -> list[Inked]:
        """A line of what stands on a card."""
        if face.top is None:
            return [("▒" * width if face.stage == "back" else "┃".center(width), "edge")]
        if y == 0:
            note = f" {face.note} " if face.note else ""
            room = width - cell_len(note)
            title = TITLES[face.top]
            titles = (title, brief(title), brief(title, BRIEFEST))
            title = next((each for each in titles if cell_len(each) < room), titles[-1])
            return [(fitted(f" {title}", room), "face strong"), (note, f"face-{face.note_ink} strong")]
        is_nuts = face.top in WORTH
        if y == rows - 1:
            if rows == 3 and is_nuts:
                return [(fitted(f" {'● ' * WORTH[face.top]}", width), "face-nut")]
            return [(fitted(f" {MOTTO[face.top]}", width), "face-faint")]
        if rows >= len(PICTURES[face.top]) + 2:
            return [(PICTURES[face.top][y - 1].center(width), "face-nut" if is_nuts else "face-picture")]
        return [(" " * width, "face")]

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Piles can be pressed."""
        if self.view is None:
            return
        seat, pile = self.plan.place(event.x - self.gutter.left, event.y - self.gutter.top)
        if 1 <= seat <= self.words.game.seats and pile in (1, 2):
            self.post_message(self.PilePressed(seat, pile))


def brief(title: str, shorter: Mapping[str, str] = BRIEFER) -> str:
    """A card's title where there is little room."""
    for long, short in shorter.items():
        title = title.replace(long, short)
    return title


ROOMY = 30
"""Lines from which on there is room for a hand drawn as cards whatever the size of the board."""
MOST = 9
"""Lines for the choices and the hand: the whole set with its piles, and what is not in hand."""


class GameTable(Table):
    """The table of Nutty Business."""

    signs: ClassVar[Sequence[str]] = (
        "▶ whose turn it is",
        "● a nut, ◎ five nuts, ◉ ten nuts",
        "▮ a card in hand",
        "×3 three cards in the pile, of which the one on top counts",
        "new, » « placed this turn",
        "charges, robs what a rival's card does to whoever is at turn",
        "safe a bank: no robbery; beside new contraband no customs either",
    )
    has_fronts = True
    aside_title = "Hands"
    words: TableWords
    front: int | None = None
    """The player whose hand is looked at in a game that is only looked at; 0 for all of them."""

    def show(self, view: State, may_choose: bool) -> None:
        """Another view. What a careless Enter would cover brings as little as possible."""
        super().show(view, may_choose)
        if may_choose and isinstance(view.phase, Place):
            ways = self.choices.rows[0].choices
            self.choices.point(min(ways, key=lambda way: _worth_under(view, way.move.pile)))
        self._share()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002
        """The hand is drawn as large as there is room for."""
        if self.view is not None:
            is_open = bool(self.choices.rows)
            self.hand.tell(self.cards(self.view) if is_open else self._looked_at(self.view))
            self._share()

    def _share(self) -> None:
        """Until the game is over the board keeps its height, and everybody's line is in sight."""
        room = 1 if isinstance(self.view.phase, Over) else self._room()
        hand = len(self.hand.shown)
        self.hand.styles.height = hand
        styles = self.choices.styles
        styles.height = styles.min_height = styles.max_height = max(room - hand, 1)

    def _room(self) -> int:
        """Lines for the choices and the hand."""
        return min(self.size.height - self.words.game.seats - 1, MOST)

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
        return self._hand(view, view.turn, is_roomy=self._room() >= len(self.rows(view)) + 5)

    def aside(self, view: State, width: int) -> list[Line]:
        """Everybody's hand."""
        return [*self._hands(view, width), []]

    def _hands(self, view: State, width: int) -> Iterator[Line]:
        """Everybody's hand in words, under each other."""
        widest = min(max(map(cell_len, self.words.names)), width // 3)
        for seat in range(1, self.words.game.seats + 1):
            name = f"{letter(seat)} {fitted(self.words.name(seat), widest)}  "
            yield from self._in_words(view, seat, (name, f"seat-{letter(seat).lower()} strong"), width)

    def _in_words(self, view: State, seat: int, head: Inked, width: int) -> Iterator[Line]:
        """A hand in words behind what heads it."""
        used = cell_len(head[0])
        first, *others = wrapped(self.words.hand(view, seat), width - used)
        yield [head, (first, "")]
        yield from ([(" " * used, ""), (part, "")] for part in others)

    def _hand(self, view: State, seat: int, is_roomy: bool = False) -> list[Line]:
        """A player's cards in one line, where there is room as cards, or else in words."""
        width, most = self.size.width, max(self._room() - 1, 1)
        whose = f"{self.words.name(seat)}'s hand "
        whose = whose if cell_len(whose) <= width // 3 else f"{letter(seat)}'s hand "
        in_words = list(self._in_words(view, seat, (f"{whose} ", "faint"), width))
        if len(in_words) > most:
            in_words[most - 1 :] = [clipped([*in_words[most - 1], (" …", "faint")], width)]
        laid = view.phase.laid[seat - 1] if isinstance(view.phase, Lay) else None
        titles = [brief(TITLES[card]) for card in view.hands[seat - 1] if card is not laid]
        if not titles or laid is HIDDEN:
            return in_words
        if is_roomy and sum(len(title) + 4 for title in titles) <= self.size.width:
            edges = [("│", "edge"), ("│", "edge")]
            return [
                [(whose, "faint")],
                [(f"╭{'─' * (len(title) + 2)}╮", "edge") for title in titles],
                [cell for title in titles for cell in (edges[0], (f" {title} ", "face strong"), edges[1])],
                [(f"╰{'─' * (len(title) + 2)}╯", "edge") for title in titles],
            ]
        line: list[Inked] = [(whose, "faint")]
        for title in titles:
            line += [(" [", "edge"), (title, "card strong"), ("]", "edge")]
        return [line] if length(line) <= self.size.width else in_words

    def look_at(self, view: State, seat: int, is_next: bool) -> None:
        """Hands are public."""
        super().look_at(view, seat, is_next)
        self.front = seat
        self.hand.tell(self._looked_at(view))
        self._share()

    def _looked_at(self, view: State) -> list[Line]:
        """Of a game that is only looked at, all hands; where they stand beside the table, or one player is in
        front, only one."""
        if self.front is None:
            return []
        if not self.front and self.app.size.width < WIDE:
            lines = list(self._hands(view, self.size.width))
            if len(lines) < self.size.height - self.words.game.seats:
                return lines
        return self._hand(view, self.front or view.turn, is_roomy=self.size.height >= ROOMY)

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


def _worth_under(view: State, pile: int) -> int:
    """What the top under a card on that pile brings a turn; where nothing lies, less than nothing."""
    piles = view.piles[view.turn - 1]
    return WORTH.get(piles[pile - 1][-1], 0) if pile <= len(piles) else -1
