"""The table of Hibernation: the centre, everybody's nuts, and a hand of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.message import Message

from nutgames.games.core import HIDDEN
from nutgames.games.hibernation.components import (
    CANCEL,
    Card,
    DiscardCard,
    Over,
    Pass,
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
from nutgames.tui.tables import Board, Table, tokens
from nutgames.tui.tables.hibernation_hand import LOWEST, Face, HandCards, drawn
from nutgames.tui.widgets.canvas import Inked, Line, clipped, filled, fitted, length, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row, plain_rows

# --- Nuts and cards ---------------------------------------------------------------------------------------


def before(view: State) -> tuple[tuple[int, ...], ...]:
    """The months before the one that lies on the table; the last one stays there when the game is over."""
    return view.months[:-1] if isinstance(view.phase, Over) else view.months


WIDE = 105
"""Columns from which on there is room for a table of the months."""

GOLDEN = 13
"""Columns in which it is told in one line who has the golden nut."""

WASTE = "Discard for nothing"
"""What is asked before a card goes to waste while another one could be played."""

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
            above = [self._briefly(view, width)]
        else:
            return [self._briefly(view, width), *self._pairs(view, width)]
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
        return [(mark, "cursor strong" if mark.strip() else ""), (f"{letter(seat)} ", ink), (name, ink)]

    def _golden(self, view: State) -> str:
        return self.words.name(view.golden_nut) if view.golden_nut else "in the middle"

    def _middle(self, view: State, width: int) -> Line:
        """Centre, golden nut, deck, discard and destroyed nuts in one line."""
        deck, discard = self.words.piles(view)
        if width < 70:
            golden = f"★{letter(view.golden_nut)}" if view.golden_nut else "★"
            line: list[Inked] = [(" centre ", "faint"), (f"{view.centre} ", "gold strong")]
            line += [*tokens(view.centre, 4), (f" {golden}", "gold strong")]
            rest = f"  deck {deck}  discard {len(discard)}"
            used = length(line)
            return [*line, (fitted(rest, min(cell_len(rest), max(width - used, 0))), "faint")]
        where = self._golden(view)
        golden = fitted(where, min(cell_len(where), GOLDEN))
        others: list[Inked] = [("  ★ ", "gold strong"), ("golden nut ", "faint"), (golden, "gold strong")]
        others += [("  deck ", "faint"), (f"{deck}", "strong")]
        others += [("  discard ", "faint"), (f"{len(discard)}", "strong")]
        others += [("  destroyed ", "faint"), (f"{view.destroyed}", "strong")]
        line = [(" centre ", "faint"), (f"{view.centre} ", "gold strong")]
        heap = tokens(view.centre, min(max(width - length(line) - length(others), 0), 9))
        return clipped([*line, *heap, *others], width)

    def _briefly(self, view: State, width: int) -> Line:
        """The middle, and what the numbers of the players are, for there is no line to head them."""
        golden = f"★ {letter(view.golden_nut)}" if view.golden_nut else "★"
        line: list[Inked] = [(" centre ", "faint"), (f"{view.centre}", "gold strong")]
        line += [(f" {golden}", "gold strong"), (f" deck {self.words.piles(view)[0]}", "faint")]
        signs = "pile+stash ▒hand"
        return [*filled(line, width - cell_len(signs) - 1), (signs, "faint")]

    def _head(self, view: State, width: int) -> Line:
        """What the columns are."""
        month, earlier = f"month {self.words.month(view)}", "before" if before(view) else ""
        if width < 70:
            wides = self._narrow(width)
            heads = ["  player", "pile+stash", "hand", earlier[: wides[3] - 1]]
            return [(fitted(text, wide), "faint") for text, wide in zip(heads, wides, strict=True)]
        heads = ["  player", "pile", "stash", "hand", month, earlier]
        cells = zip(heads, self._columns(width), strict=True)
        return [(fitted(text, wide), "faint") for text, wide in cells]

    @staticmethod
    def _narrow(width: int) -> tuple[int, int, int, int]:
        """The widths of name, score, hand, and the months before, where a window is narrow."""
        return (9 + max(min(width - 52, 8), 0), 14, 5, 7 if width >= 52 else 4)

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
            name, score_, hand, earlier = self._narrow(width)
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
        used = length(line)
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
        """A player in very little room: pile, golden nut, stash, cards, and the status as far as it fits."""
        about = f"{view.piles[seat - 1]}"
        gold = "★" if view.golden_nut == seat else ""
        states = [each for each in self._statuses(view, seat) if each != "golden nut"]
        rest = f"+{view.stashes[seat - 1]} ▒{len(view.hands[seat - 1])}"
        needed = cell_len(about + gold + rest) + min(cell_len(self.words.name(seat)), 4) + 6
        cuts = (" ".join(each[:size] for each in states) for size in (9, 4, 1))
        marks = next((f" {each}" for each in cuts if each and cell_len(each) < width - needed), "")
        player = self._player(view, seat, max(width - cell_len(about + gold + rest + marks) - 2, 5))
        return [
            *player,
            (" ", ""),
            (about, "gold strong"),
            (gold, "gold strong"),
            (rest, ""),
            (marks, "good"),
        ]

    # Tall

    def _tall_middle(self, view: State, width: int) -> list[Line]:
        """The middle with its piles drawn as piles."""
        wide = 25 if width < 90 else 36
        lost = f" destroyed {view.destroyed} " if view.destroyed else ""
        heap = self._box(" centre ", view.centre, "", wide, "edge")
        heap[2] = [(f"╰{'─' * (wide - 4 - len(lost))}", "edge"), (lost, "faint"), ("─╯ ", "edge")]
        left, discarded = self.words.piles(view)
        deck = self._stack("▒▒" if left else "  ", " deck ", left)
        discard = self._stack("░░" if discarded else "  ", " discard ", len(discarded))
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
        if width >= WIDE:
            numbers = [filled(cells, 14) for cells in numbers]
            for cells, more in zip(numbers, self._months(view, seat), strict=True):
                cells += more
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

    def _months(self, view: State, seat: int) -> list[list[Inked]]:
        """What a player has got in each month, as far as there is room, and together."""
        scores = [str(each[seat - 1]) for each in before(view)] + [str(score(view, seat))]
        total = sum(map(int, scores))
        scores = (scores + ["·"] * (self.words.game.options.months - len(scores)))[-3:]
        first = max(self.words.game.options.months, len(scores)) - len(scores) + 1
        heads = "".join(f"{month:>4}" for month in range(first, first + len(scores)))
        return [
            [(f" month{heads}  total", "faint")],
            [("      " + "".join(f"{each:>4}" for each in scores), "strong"), (f"{total:>7}", "gold strong")],
            [],
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

    has_fronts = True
    aside_title = "Discard"
    words: TableWords
    board: WinterBoard
    choices: HandCards

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.add_class("-winter")

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
        """The player's hand if it is seen, and the others' if all are; else the board has all the room."""
        super().look_at(view, seat, is_next)
        owner = seat or (view.phase.target if isinstance(view.phase, Snoop) else view.actor) or view.turn
        hand = view.hands[owner - 1]
        faces = [self._face(card)._replace(copies=copies) for card, copies in counted_cards(hand)]
        others = [] if any(HIDDEN in each for each in view.hands) else self._others(view, owner)
        self.choices.lay([], faces, False, f"{self.words.name(owner)}'s hand", others)
        self.choices.display = bool(faces or others)
        self.board.reserve = 0 if faces or others else -ENOUGH

    def _others(self, view: State, owner: int) -> list[tuple[Inked, str]]:
        """The players but one, with the cards they hold, if anybody holds any."""
        hands = enumerate(view.hands, start=1) if any(view.hands) else ()
        return [
            (
                (f"{letter(seat)} {self.words.name(seat)}", f"seat-{letter(seat).lower()} strong"),
                self.words.cards(hand) or "no cards",
            )
            for seat, hand in hands
            if seat != owner
        ]

    def faces(self, view: State, owner: int) -> list[Face]:
        """The cards of a hand as they are drawn."""
        fresh = self.fresh if owner == view.actor else Counter()
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
                    fresh=fresh[card],
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
            choices.sort(key=lambda choice: choice.move != Pass())  # an Enter too many must cost no cancel
            return plain_rows(choices, self.words.refusals(view))
        owner = view.phase.target if isinstance(view.phase, Snoop) else view.turn
        can_play = any(isinstance(choice.move, PlayCard) for choice in choices)
        rows = []
        for card, _ in counted_cards(view.hands[owner - 1]):
            ways = [choice for choice in choices if choice.move.card is card]
            if card is Card.DIG_UP and isinstance(view.phase, Play):
                ways.sort(
                    key=lambda choice: list(Card).index(choice.move.choice) if choice.move.choice else 0
                )
            names = tuple(self.words.way(view, choice.move) for choice in ways) if len(ways) > 1 else ("",)
            if can_play and any(isinstance(choice.move, DiscardCard) for choice in ways):
                names = (WASTE,)
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

    def aside(self, view: State, width: int) -> list[Line]:
        """The discard, which everybody may look through."""
        _, discard = self.words.piles(view)
        return [*([(line, "")] for line in wrapped(self.words.cards(discard) or "empty", width)), []]

    def section(self, choice: Choice) -> str:
        """The card's own section."""
        card = getattr(choice.move, "card", None)
        return heading(card) if isinstance(card, Card) else self.words.section(self.view)

    def on_choice_list_pointed(self, message: ChoiceList.Pointed) -> None:  # noqa: ARG002, see the base
        """The question names the card as soon as one is chosen: it may itself be out of sight."""
        if self.choices.is_aiming:
            self.prompt.ask(self.words.aim(self.choices.rows[self.choices.row].choices[0].move))
        else:
            self.prompt.ask(self.words.question(self.view))

    def on_winter_board_player_pressed(self, message: WinterBoard.PlayerPressed) -> None:
        """A player who is pressed is what the card is aimed at."""
        message.stop()
        if self.choices.can_pick:
            self.choices.aim(message.seat)
