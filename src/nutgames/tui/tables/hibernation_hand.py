"""A hand of Hibernation: cards that look like cards, or a list of them, and what they are aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from nutgames.games.hibernation.components import Pass, PlayCard
from nutgames.play.words import Refusal
from nutgames.play.words.hibernation import brief, full_text
from nutgames.tui.widgets.canvas import Inked, Line, clipped, cut, filled, fitted, length, sign, wrapped
from nutgames.tui.widgets.choices import ChoiceList, Row
from nutgames.tui.widgets.keys import pressed


class Face(NamedTuple):
    """A kind of card in a hand."""

    title: str
    text: str
    """What it does, in a few words."""
    full: str
    """What the rules page says."""
    copies: int = 1
    fresh: int = 0
    """How many of the copies have come since its player decided last."""
    is_dull: bool = False
    """Whether it can only be discarded."""
    refused: tuple[Refusal, ...] = ()
    """What it cannot be aimed at."""
    browses: bool = False
    """Whether it is aimed at cards of the discard, of which there may be many."""

    @property
    def note(self) -> str:
        """How many copies there are, and how many of them are new: "new", "×3", "×3 new", "×3·1 new"."""
        copies = f"×{self.copies}" if self.copies > 1 else ""
        if not self.fresh:
            return copies
        return f"{copies}·{self.fresh} new" if self.fresh < self.copies else f"{copies} new".lstrip()


AIMS, FEWEST_AIMS = 5, 3
"""Lines for what a card can be aimed at and what it does, where the texts of all cards stand below."""
MORE = " … more with ?"
"""Stands where a card's text is cut off."""


def within(lines: Sequence[Line], room: int, width: int) -> list[Line]:
    """As many lines as there is room for; the end of the last one tells if there is more."""
    if len(lines) <= room or room < 1:
        return list(lines[: max(room, 0)])
    last = lines[room - 1]
    mark = next((mark for mark in (MORE, " …") if length(last) + cell_len(mark) <= width), "…")
    return [*lines[: room - 1], [*clipped(last, width - cell_len(mark), ""), (mark, "faint")]]


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
    note = f" {face.note} " if face.note else ""
    dashes = corner[4] * (inner - cell_len(key) - cell_len(note) - 1)
    bottom: list[Inked] = [(corner[2], edge), (key, "faint"), (dashes, edge)]
    bottom += [(note, "fresh strong" if face.fresh else "strong"), (corner[4] + corner[3], edge)]
    return [*rows, [*bottom, (below[2], "edge")]]


def side_by_side(blocks: Sequence[list[list[Inked]]]) -> list[Line]:
    """Cards in a row."""
    return [[cell for block in blocks for cell in block[y]] for y in range(len(blocks[0]))]


class HandCards(ChoiceList):
    """A hand of cards: ← → ↑ ↓ point at one, Enter plays it, or goes on to what it is aimed at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "turn(1)", "Choose", show=False, id="choices.right"),
        Binding("escape,backspace", "put_back", "Another card", key_display="Esc", id="choices.back"),
        Binding("escape", "decline", "Back", key_display="Esc", id="hibernation.pass"),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.faces: list[Face] = []
        self.title = ""
        """Whose hand it is."""
        self.others: Sequence[tuple[Inked, str]] = ()
        """Where all hands lie open: the other players, and what they hold."""
        self.can_pick = False
        """Whether the cards are what is chosen from; otherwise they are only shown, below the choices."""
        self.is_aiming = False
        """Whether the card is chosen, and what it is aimed at is not."""
        self._across = 1
        """How many cards, or ways, lie side by side."""
        self._regions: list[tuple[int, int, int, int, int | None]] = []
        """What can be pressed: line, first and last column, row, and the way if it is one."""

    def lay(
        self,
        rows: Sequence[Row],
        faces: Sequence[Face],
        can_pick: bool,
        title: str,
        others: Sequence[tuple[Inked, str]] = (),
    ) -> None:
        """Another hand; if its cards are the choices, there is a row for each of them."""
        self.faces, self.can_pick, self.title, self.others = list(faces), can_pick, title, others
        self.is_aiming = False
        self.offer(rows)

    @property
    def ways(self) -> int:
        """In how many ways the card that is pointed at can be played."""
        return len(self.rows[self.row].choices) if self.rows else 0

    @property
    def is_asked(self) -> bool:
        """Whether something is left to choose once the card is: whom it is for, or that it goes to waste."""
        return bool(self.rows) and self.rows[self.row].ways != ("",)

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

    def jump_to(self, number: int) -> bool:
        """Digits choose what is chosen from now: cards, or targets."""
        if not self.is_aiming:
            return super().jump_to(number)
        self.action_jump(number - 1)
        return number <= self.ways

    def action_take(self) -> None:
        """Plays the card, once it is clear what it is aimed at."""
        if self.can_pick and not self.is_aiming and self.is_asked:
            self._aim(True)
        else:
            super().action_take()

    def action_put_back(self) -> None:
        """Another card after all."""
        self._aim(False)

    def _aim(self, is_aiming: bool) -> None:
        self.is_aiming = is_aiming
        self.way = 0
        self.redraw()
        self.refresh_bindings()
        self._tell()

    def action_decline(self) -> None:
        """Back to the question, where nothing has been decided: one may look once more."""
        for row in self.rows:
            if row.choices and row.choices[0].move == Pass():
                self.point(row.choices[0])
                self.action_take()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is aimed and nothing asked, Esc belongs to the screen. Cards lie in rows."""
        if action == "decline":
            return any(choice.move == Pass() for row in self.rows for choice in row.choices)
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
        if self.is_asked or face.refused:
            lines += self._aims(width, top)
        lines += self._effect(width)
        texts = self._texts(width)
        spare = room - len(texts)
        if spare >= FEWEST_AIMS:
            gap = max(min(AIMS, spare) - len(lines), 1)
            yield from [*lines, *[[]] * gap, *texts][:room]
            return
        text = wrapped(face.full, width - 2)
        left = room - len(lines)
        if len(text) > left > 0:
            text = [*text[: left - 1], cut(" ".join(text[left - 1 :]), width - 2, MORE)]
        lines += [[("  " + line, "faint")] for line in text[: max(left, 0)]]
        yield from within(lines, room, width)

    def _texts(self, width: int) -> list[Line]:
        """What the rules page says of every card in the hand."""
        lines: list[Line] = []
        for number, face in enumerate(self.faces):
            first, *others = wrapped(f"{face.title}: {face.full}", width - 4)
            is_here = number == self.row
            title = first[: len(face.title) + 1]
            lines.append([sign("▸ ", is_here), (title, "strong"), (first[len(title) :], "faint")])
            lines += [[("    " + text, "faint")] for text in others]
        return lines

    def _effect(self, width: int) -> list[Line]:
        """What would happen, or how to go on."""
        choice = self.choice
        if self.ways > 1 and not self.is_aiming:
            take, back = pressed(self, "Enter", "choices.take"), pressed(self, "Esc", "choices.back")
            return [[(f"  {take}, then choose; {back} comes back", "legal")]]
        texts = wrapped(choice.effect, width - 4) if choice else []
        return [
            [("→ " if not y else "  ", "good strong"), (text, "good strong")] for y, text in enumerate(texts)
        ]

    @property
    def _way_back(self) -> str:
        return f"{pressed(self, 'Esc', 'choices.back')}: another card"

    def _aims(self, width: int, top: int) -> list[Line]:
        """All that the card can be aimed at, and what it cannot, with the reason."""
        row = self.rows[self.row]
        lines: list[list[Inked]] = [[sign("▸ ", self.is_aiming)]]
        cells: list[tuple[str, str, int | None]] = []
        if self.is_asked:
            for way, name in enumerate(row.ways):
                is_here = self.is_aiming and way == self.way
                cells.append(
                    (f"[{name}]" if is_here else f" {name} ", "cursor strong" if is_here else "legal", way)
                )
        cells += [(f"✗ {each.what} {each.reason} ", "refused", None) for each in self.faces[self.row].refused]
        for text, ink, place in cells:
            used = length(lines[-1])
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
        told = f"  {self.way + 1} of {self.ways} · {self._way_back}"
        yield clipped([(told, "faint")], width)
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
        yield from within(texts, room - shown - 2, width)

    def _listing(self, width: int, room: int) -> Iterator[Line]:
        """One line for each card, or for each target of the one that is played."""
        if not self.is_aiming and len(self.rows) > room - 2:
            yield from self._names(width, room)
            return
        self._across = 1
        face, lines = self.faces[self.row], list[Line]()
        here, count = (self.way, self.ways) if self.is_aiming else (self.row, len(self.rows))
        if self.is_aiming and room > 4:
            lines.append([(f" {face.title}", "strong"), (f": {face.text} · {self._way_back}", "faint")])
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
            rest = cut(text, max(width - wide - 6, 0))
            lines.append([sign("▸ ", is_here), (f"{key} ", "faint"), label, (rest, ink)])
        lines += effect
        if room - len(lines) > 2:
            lines += [[], *([("  " + part, "faint")] for part in wrapped(face.full, width - 2))]
        yield from within(lines, room, width)

    def _names(self, width: int, room: int) -> Iterator[Line]:
        """The whole hand by the names of its cards, and what the one that is pointed at does."""
        self._across = len(self.rows)
        lines, here = list[list[Inked]]([[]]), 0
        regions = []
        for number, face in enumerate(self.faces):
            name = face.title + f"×{face.copies}" * (face.copies > 1)
            is_here = number == self.row
            text = f"[{name}]" if is_here else f" {name} "
            if lines[-1] and length(lines[-1]) + cell_len(text) > width:
                lines.append([])
            here = len(lines) - 1 if is_here else here
            start = length(lines[-1])
            regions.append((len(lines) - 1, start, start + cell_len(text), number))
            ink = "faint" if face.is_dull else "fresh" if face.fresh else "card"
            lines[-1].append((text, "cursor strong" if is_here else ink))
        shown = min(len(lines), max(room - 1, 1))
        first = min(max(here - shown + 1, 0), len(lines) - shown)
        self._regions = [
            (y - first, start, end, number, None)
            for y, start, end, number in regions
            if first <= y < first + shown
        ]
        yield from lines[first : first + shown]
        face = self.faces[self.row]
        does = self._effect(width) if self.ways == 1 else [[(f" {face.text}", "good strong")]]
        full = ([(f" {part}", "faint")] for part in wrapped(face.full, width - 1))
        yield from within([*does, *full], room - shown, width)

    def _entries(self) -> list[tuple[str, str, str]]:
        """What is listed: name, text and ink. First comes what can be chosen."""
        face, row = self.faces[self.row], self.rows[self.row]
        if self.is_aiming:
            open_ = [(name, row.choices[way].effect, "") for way, name in enumerate(row.ways)]
            return open_ + [(f"✗ {each.what}", each.reason, "refused") for each in face.refused]
        return [
            (
                f"{face.title} {face.note}".rstrip(),
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
        if not self.rows and not self.faces and not self.others:
            return
        left = room - len(answers)
        others = self._others(width)
        names = [face.title + (f" ×{face.copies}" if face.copies > 1 else "") for face in self.faces]
        text = f"{self.title}: {', '.join(names) or 'no cards'}"
        hand: list[Line] = [[("  " + part, "card")] for part in wrapped(text, width - 2)]
        below = len(others) + 1 if others else 0
        cards = self._cards(width, left - 1 - below) if is_roomy else None
        if cards is not None:
            yield from [[], [(f" {self.title}", "faint")], *cards, *others]
        elif len(hand) + len(others) <= left:
            yield from [*hand, *others]
        elif others and left > 1:
            way_on = f"{pressed(self, 'Tab', 'replay.player')}: the next player's hand"
            yield from [*within(hand, left - 1, width), clipped([(f"  {way_on}", "faint")], width)]
        else:
            yield from within(hand, left, width)

    def _others(self, width: int) -> list[Line]:
        """What the others hold, below the hand in front."""
        lines: list[Line] = []
        for (name, ink), cards in self.others:
            first, *more = wrapped(f"{name}: {cards}", width - 4)
            lines.append([(f" {name}", ink), (first[len(name) :], "card")])
            lines += [[("   " + part, "card")] for part in more]
        return lines
