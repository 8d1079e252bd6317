"""The board of Nut Job: the forest, the ring of nut cards around it, and the squirrels that run."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import events
from textual.message import Message

from nutgames.games.core import HIDDEN
from nutgames.games.nut_job import (
    DECK,
    OPPOSITE,
    PATHS,
    Color,
    Deal,
    Face,
    ForestCard,
    Form,
    MoveSquirrel,
    Over,
    PlaceSquirrel,
    Return,
    ReturnCard,
    Side,
    Space,
    State,
    Turn,
)
from nutgames.play.names import letter
from nutgames.play.words import Choice
from nutgames.play.words.nut_job import KINDS, NORTH, ROWS, SOUTH, TableWords, asked, destination
from nutgames.tui.tables import Board
from nutgames.tui.widgets.canvas import Inked, Line, fitted, length
from nutgames.tui.widgets.sheet import Sheet

HUES = {
    Color.RED: ("#D55E00", "#000000", "#6B2B00"),
    Color.YELLOW: ("#F0E442", "#000000", "#857A00"),
    Color.BLUE: ("#0072B2", "#FFFFFF", "#00324F"),
}
"""Okabe and Ito's colours: a card, what is written on it, and the picture on it. The same on every theme."""

PICTURES = {
    Form.LEAF: ("  ▗▟██▛", " ▟███▛ ", "▞▀▀▀   "),
    Form.MUSHROOM: (" ▄▟█▙▄ ", "▜█████▛", "  ▐█▌  "),
    Form.ROCK: ("  ▄▄▖  ", "▗▟███▙▖", "▟██████"),
}
"""What is seen on a card that is drawn large."""
SMALL_PICTURES = {
    Form.LEAF: ("▗▟▛", "▞▘ "),
    Form.MUSHROOM: ("▟█▙", " █ "),
    Form.ROCK: ("▗▄ ", "▟█▙"),
}

SHORT = {Form.LEAF: "leaf", Form.MUSHROOM: "mush", Form.ROCK: "rock"}
"""Forms where there is little room."""
SIDE_MARK = {Side.COLORS: "c", Side.FORMS: "f"}
"""Stands behind a squirrel's letter: what it names."""
LOOKS = {"N": "▼", "S": "▲", "W": "▶", "E": "◀"}
"""Where a squirrel looks, by its side of the forest."""

NUTS = {1: "● ", 2: "●●"}

FLIP = ("narrow", "edge", "face")
"""How a card is turned over, frame by frame."""
FRAME = 0.11
"""Seconds a frame lasts."""
LINGER = 0.8
"""Seconds for which a card that has been turned stands out."""


def own_css(widget: str) -> str:
    """How a widget draws with the inks of this game."""
    rules = []
    for color, (card, text, picture) in HUES.items():
        rules.append(f"ink--{color}-card {{ background: {card}; color: {text}; }}")
        rules.append(f"ink--{color}-picture {{ background: {card}; color: {picture}; }}")
    rules.append("ink--path { color: $accent; text-style: bold; }")
    return "\n".join(f"{widget} > .{rule}" for rule in rules)


OWN_INKS = {f"ink--{color}-{part}" for color in Color for part in ("card", "picture")} | {"ink--path"}


class Plan(NamedTuple):
    """Where things lie on the board at a certain size."""

    inner: int
    """Columns of a card without its frame."""
    tall: int
    """Lines of a card; 0: without frames, one line each."""
    ring: int
    """Lines of the ring above and below the forest: one, or nut cards and squirrels apart."""
    left: int
    """The column of the forest's frame."""
    top: int
    """The line of the forest's frame."""
    panel: int
    """The column where the players stand; 0: they stand in the corners."""

    def card(self, place: int) -> tuple[int, int]:
        """Where the inside of a card begins."""
        row, column = divmod(place, 3)
        if not self.tall:
            return self.left + column * self.inner, self.top + row
        return self.left + 1 + column * (self.inner + 1), self.top + 1 + row * (self.tall + 1)

    @property
    def right(self) -> int:
        """The first column on the right of the forest."""
        return self.left + (3 * self.inner + 4 if self.tall else 3 * self.inner)

    @property
    def bottom(self) -> int:
        """The first line below the forest."""
        return self.top + (3 * self.tall + 4 if self.tall else 3)


ZONE = 8
"""Columns on the left and on the right of the forest, for nut cards and squirrels."""
NARROW_ZONE = 7
"""The same where cards have no frames."""
PANEL = 14
"""Columns that the players need at least."""
INNERS = (17, 15, 13, 11, 10)
"""Columns of a card, from wide to narrow."""
TALLS = ((8, 2), (7, 2), (6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (2, 1))
"""Lines of a card, and lines of the ring above and below the forest."""
STATELY = {17: 7, 15: 5}
"""From how many lines on a card may be as wide as that, so that it still looks like one."""


def planned(width: int, height: int) -> Plan:
    """The largest cards for which there is room: best with the players beside them."""
    for needed in (1 + PANEL, 0):
        names = 0 if needed else 2
        for tall, ring in TALLS:
            used = 3 * tall + 4 + 2 * ring
            fitting = [
                inner
                for inner in INNERS
                if 3 * inner + 4 + 2 * ZONE + needed <= width and tall >= STATELY.get(inner, 0)
            ]
            if fitting and (used + names <= height or (ring == 1 and used <= height)):
                whole = 3 * fitting[0] + 4 + 2 * ZONE
                left = max((width - whole - 24) // 2, 0) + ZONE
                top = min((height - used) // 2, 3 if needed else 0) + ring
                return Plan(fitting[0], tall, ring, left, top, left - ZONE + whole + 1 if needed else 0)
    zone = NARROW_ZONE if width < 52 else NARROW_ZONE + 3
    return Plan(max(min((width - 2 * zone) // 3, 14), 6), 0, 1, zone, 1, 0)


class ForestBoard(Board):
    """The forest in the middle, the ring around it, the players beside it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = OWN_INKS
    DEFAULT_CSS = own_css("ForestBoard")

    class SpacePressed(Message):
        """Somebody clicked on a space of the ring."""

        def __init__(self, space: Space) -> None:
            super().__init__()
            self.space = space

    words: TableWords

    def __init__(self, words: TableWords) -> None:
        super().__init__(words)
        self.view: State | None = None
        self.choice: Choice | None = None
        self.gained: tuple[int, ...] = ()
        self.plan = planned(80, 14)
        self.turned: dict[int, bool] = {}
        """The cards that the last move has turned over, and whether they were named rightly."""
        self._before: State | None = None
        self._frame = len(FLIP)
        self._flips = 0
        """How many cards have been set in motion: a timer of an earlier one comes too late."""

    # What is shown

    def show(self, view: State) -> None:
        """Another view: cards are turned before everybody's eyes, and what has been won is written down."""
        before, self.choice = self.view, None
        self.turned, self.gained = {}, ()
        if before is not None and before.forest and len(before.won) == len(view.won):
            points = self.words.points
            seats = range(1, self.words.game.seats + 1)
            self.gained = tuple(points(view, seat) - points(before, seat) for seat in seats)
            is_right = not isinstance(view.phase, Turn)
            self.turned = {
                place: is_right
                for place, (old, new) in enumerate(zip(before.forest, view.forest, strict=True))
                if old != new
            }
        self._before = before
        self._frame = len(FLIP)
        self._flips += 1
        if self.turned and self.app.animation_level != "none":
            self._frame = 0
            self._wait(FRAME)
        super().show(view)

    def _wait(self, seconds: float) -> None:
        flip = self._flips
        self.set_timer(seconds, lambda: self._next_frame(flip))

    def _next_frame(self, flip: int) -> None:
        if flip != self._flips:
            return
        self._frame += 1
        if self._frame < len(FLIP):
            self._wait(FRAME if self._frame < len(FLIP) - 1 else LINGER)
        self.redraw()

    def point(self, choice: Choice) -> None:
        """Shows on the board what a choice is about."""
        if choice != self.choice:
            self.choice = choice
            self.redraw()

    def pointed(self) -> Space | None:
        """The space that the choice pointed at is about."""
        match self.choice and self.choice.move:
            case PlaceSquirrel(space, _) | ReturnCard(_, space):
                return space
            case MoveSquirrel(direction) if self.view is not None:
                return destination(self.view, direction)
        return None

    def start(self) -> Space | None:
        """Where the line begins that is shown: the space pointed at, or that of the squirrel at turn."""
        view = self.view
        assert view is not None
        if isinstance(view.phase, Deal | Over | Return):
            return None
        if self.pointed() is not None:
            return self.pointed()
        squirrel = view.squirrels[view.turn - 1]
        return squirrel.space if squirrel else None

    def asked(self) -> int | None:
        """The card that is asked about, unless the player thinks of moving."""
        assert self.view is not None
        return asked(self.view) if self.pointed() is None else None

    # Drawing

    def lines(self, width: int, height: int) -> list[Line]:
        """Everything on one sheet."""
        if self.view is None:
            return []
        height = height or 14
        self.plan = plan = planned(width, height)
        sheet = Sheet(width, height)
        if plan.tall:
            self._frames(sheet)
        for place in range(9):
            if self.view.forest:
                self._card(sheet, place)
            else:  # nothing has been dealt
                x, y = plan.card(place)
                sheet.put(x + plan.inner // 2, y + plan.tall // 2, "·", "faint")
        for space in Space if self.view.forest else ():
            self._space(sheet, space)
        if plan.panel:
            self._panel(sheet, width - plan.panel)
        else:
            self._corners(sheet)
        return list(sheet.lines())

    # Forest cards

    def _frames(self, sheet: Sheet) -> None:
        """The lines between the cards: those of the line one runs stand out, double around the card asked."""
        plan, start = self.plan, self.start()
        across, width = "─" * plan.inner, 3 * plan.inner + 4
        for line in range(4):
            left, middle, right = ("┌┬┐", "├┼┤", "├┼┤", "└┴┘")[line]
            y = plan.top + line * (plan.tall + 1)
            sheet.put(plan.left, y, left + middle.join([across] * 3) + right, "edge")
            if line < 3:
                for row in range(1, plan.tall + 1):
                    for x in range(0, width, plan.inner + 1):
                        sheet.put(plan.left + x, y + row, "│", "edge")
        if start is not None:
            for place in PATHS[start]:
                self._tint(sheet, place, "path")
        for place in self.turned:
            if self._frame == FLIP.index("face"):
                self._tint(sheet, place, "fresh strong")
        if (asked_now := self.asked()) is not None:
            self._double(sheet, asked_now)

    def _around(self, place: int) -> tuple[int, int]:
        x, y = self.plan.card(place)
        return x - 1, y - 1

    def _tint(self, sheet: Sheet, place: int, ink: str) -> None:
        """The frame of a card in another ink."""
        (x, y), plan = self._around(place), self.plan
        for line in (y, y + plan.tall + 1):
            sheet.tint(x, line, plan.inner + 2, ink)
        for line in range(y + 1, y + plan.tall + 1):
            sheet.tint(x, line, 1, ink)
            sheet.tint(x + plan.inner + 1, line, 1, ink)

    def _double(self, sheet: Sheet, place: int) -> None:
        """A frame that cannot be overlooked."""
        (x, y), plan = self._around(place), self.plan
        ink = "path"
        sheet.put(x, y, f"╔{'═' * plan.inner}╗", ink)
        for line in range(y + 1, y + plan.tall + 1):
            sheet.put(x, line, "║", ink)
            sheet.put(x + plan.inner + 1, line, "║", ink)
        sheet.put(x, y + plan.tall + 1, f"╚{'═' * plan.inner}╝", ink)

    def _mark(self, place: int) -> str:
        """✓ on a card that has been crossed, ✗ on one that has just been named wrongly."""
        assert self.view is not None
        if place in self.words.behind(self.view):
            return "✓"
        return "" if self.turned.get(place, True) else "✗"

    def _card(self, sheet: Sheet, place: int) -> None:
        """A forest card, or how it is turned over."""
        assert self.view is not None
        card, (x, y), plan = self.view.forest[place], self.plan.card(place), self.plan
        moves = place in self.turned and self._frame < FLIP.index("face")
        if not plan.tall:
            self._flat_card(sheet, place, card)
            return
        if not moves:
            for line, pieces in enumerate(self._inside(card, self._mark(place))):
                sheet.row(x, y + line, pieces)
            return
        narrow = FLIP[self._frame] == "narrow"
        wide = plan.inner // 2 if narrow else 1
        assert self._before is not None
        ink = f"{self._before.forest[place].up.color}-card" if narrow else "strong"
        for line in range(plan.tall):
            text = " " * wide if narrow else "┃"
            sheet.put(x + (plan.inner - wide) // 2, y + line, text, ink)

    def _inside(self, card: ForestCard, mark: str) -> list[list[Inked]]:
        """What stands on a card: form, colour and letter, and a picture if there is room."""
        plan, face = self.plan, card.up
        ink, drawn = f"{face.color}-card", f"{face.color}-picture"
        key = face.color[0].upper()
        seen = self.words.remembered(card)
        if plan.tall <= 3:  # the picture stands beside the words
            icon = SMALL_PICTURES[face.form] if plan.inner >= 13 else ("", "")
            heads = (fitted(f" {face.form}", 9), fitted(f" {face.color}", 8) + key)
            room = plan.inner - 9
            lines: list[list[Inked]] = []
            for number in (0, 1):
                gap = mark if mark and not number else " "
                right = f"{gap}{icon[number]}".ljust(room)[:room]
                if seen and number and room >= 4 and plan.tall == 2:
                    lines.append([(heads[1], f"{ink} strong"), (f" {initials(seen)}".ljust(room), ink)])
                    continue
                lines.append([(heads[number], f"{ink} strong"), (right, drawn)])
            if mark and plan.inner >= 13:
                lines[0][1:] = [(mark, f"{ink} strong"), (icon[0].ljust(room - 1), drawn)]
            return lines if plan.tall == 2 else [*lines, [(self._small(seen), ink)]]
        above, below = (f" {key} ", f" {mark or ' '} ") if plan.inner >= 12 else ("", f"{mark or ' '}{key} ")
        lines = [
            [(fitted(f" {text}", plan.inner - len(end)) + end, f"{ink} strong")]
            for text, end in ((face.form, above), (face.color, below))
        ]
        picture: tuple[str, ...] = PICTURES[face.form] if plan.tall >= 5 else SMALL_PICTURES[face.form]
        room = plan.tall - 2 - bool(seen)
        shown = picture[: max(room, 0)] if len(picture) > room else picture
        first = (room - len(shown) + 1) // 2
        for number in range(room):
            here = number - first
            text = shown[here] if 0 <= here < len(shown) else ""
            lines.append([(text.center(plan.inner), drawn)])
        if seen:
            lines.append([(self._small(seen), ink)])
        return lines

    def _small(self, seen: str) -> str:
        """What somebody has seen on the back, as far as there is room for it."""
        form, color = seen.split() if seen else ("", "")
        texts = (f" ({seen})", f" ({form} {color[0].upper()})", f" ({initials(seen)})") if seen else ("",)
        return fitted(next(text for text in texts if len(text) <= self.plan.inner), self.plan.inner)

    def _flat_card(self, sheet: Sheet, place: int, card: ForestCard) -> None:
        """A forest card in one line: form and letter between brackets that tell what it has to do now."""
        plan, face = self.plan, card.up
        x, y = plan.card(place)
        start = self.start()
        on_line = start is not None and place in PATHS[start]
        if place in self.turned and self._frame < FLIP.index("face"):
            sheet.put(x, y, "┃".center(plan.inner), "strong")
            return
        room = plan.inner - 2
        form, key = str(face.form) if room >= 10 else SHORT[face.form], face.color[0].upper()
        text = f"{fitted(form, room - 2)} {key}"
        if seen := self.words.remembered(card):
            text = fitted(_beside(face, seen, room), room)
        ink = f"{face.color}-card strong"
        ends = "»«" if place == self.asked() else "[]" if on_line else "  "
        ends = (self._mark(place) or ends[0]) + ends[1]
        sheet.put(x, y, ends[0], "path" if ends[0] != " " else "")
        sheet.put(x + 1, y, text, ink)
        sheet.put(x + plan.inner - 1, y, ends[1], "path" if ends[1] != " " else "")

    # The ring

    def _nuts(self, space: Space) -> tuple[str, str]:
        """A nut card in two columns, and its ink."""
        assert self.view is not None
        card = self.view.nuts[space]
        if card is None:
            if self.choice and isinstance(self.choice.move, ReturnCard) and self.pointed() is space:
                return NUTS.get(self.choice.move.worth, "● "), "cursor strong"
            return "· ", "faint"
        if card.face_down:  # its worth is known only where everything is open
            is_known = self.words.memory_aid and card.worth is not HIDDEN
            return (f"?{card.worth}" if is_known else "? "), "face strong"
        return NUTS[int(card.worth)], "face-nut strong"

    def _is_target(self, space: Space) -> bool:
        """Whether the line that is shown leads there, or a card may be put there now."""
        assert self.view is not None
        if isinstance(self.view.phase, Return):
            return self.pointed() is space
        start = self.start()
        return start is not None and OPPOSITE[start] is space

    def _chip(self, space: Space) -> list[Inked]:
        """A nut card as a small card of four columns."""
        text, ink = self._nuts(space)
        ends = "›‹" if self._is_target(space) else "  "
        if ends != "  " and not ink.startswith("face"):
            ink = "cursor strong"
        return [(f"{ends[0]}{text}{ends[1]}", ink)]

    def _squirrels(self, space: Space, room: int, with_look: bool = True) -> list[Inked]:
        """The squirrels on a space: letters and what they name; where one may go stands its shadow."""
        view = self.view
        assert view is not None
        seats = self.words.standing(view, space)
        look = LOOKS[space.name[0]] if with_look else ""
        pieces: list[Inked] = []
        with_sides = 2 * len(seats) + len(look) <= room
        for seat in seats:
            squirrel = view.squirrels[seat - 1]
            assert squirrel is not None
            ink = f"seat-{letter(seat).lower()}"
            pieces.append((letter(seat), f"{ink} strong"))
            if with_sides:
                pieces.append((SIDE_MARK[squirrel.side], ink))
        is_shadow = self.pointed() is space and not isinstance(view.phase, Return)
        shadow = f"({letter(view.turn)}{self._side()})"
        if is_shadow and length(pieces) + len(shadow) + len(look) <= room:
            pieces.append((shadow, "cursor strong"))
        if pieces and look:
            is_turn = view.turn in seats or is_shadow
            pieces.append((look, "cursor strong" if is_turn else "faint"))
        return pieces

    def _side(self) -> str:
        """The side of the squirrel that is about to be placed or moved."""
        assert self.view is not None
        match self.choice and self.choice.move:
            case PlaceSquirrel(_, side):
                return SIDE_MARK[side]
            case MoveSquirrel():
                squirrel = self.view.squirrels[self.view.turn - 1]
                return SIDE_MARK[squirrel.side] if squirrel else ""
        return ""

    def _name_ink(self, space: Space) -> str:
        return "cursor strong" if self.pointed() is space else "faint"

    def _space(self, sheet: Sheet, space: Space) -> None:
        """A space of the ring with its nut card and its squirrels."""
        side, number = space.name[0], int(space.name[1]) - 1
        if not self.plan.tall:
            self._flat_space(sheet, space, side, number)
        elif side in "NS":
            self._north_or_south(sheet, space, side, number)
        else:
            self._west_or_east(sheet, space, side, number)

    def _north_or_south(self, sheet: Sheet, space: Space, side: str, number: int) -> None:
        plan = self.plan
        x, _ = plan.card(number)
        nuts: list[Inked] = [(f"{space.name} ", self._name_ink(space)), *self._chip(space)]
        if plan.ring == 1:
            there = self._squirrels(space, plan.inner - 8)
            pieces = [*nuts, (" ", ""), *there]
            y = plan.top - 1 if side == "N" else plan.bottom
            sheet.row(x + (plan.inner - 12) // 2 if not there else x, y, pieces)
            return
        there = self._squirrels(space, plan.inner)
        wide = length(there)
        rows = (plan.top - 2, plan.top - 1) if side == "N" else (plan.bottom + 1, plan.bottom)
        middle = x + plan.inner // 2
        sheet.row(middle - 4, rows[0], nuts)
        sheet.row(middle - wide // 2, rows[1], there)

    def _west_or_east(self, sheet: Sheet, space: Space, side: str, number: int) -> None:
        plan = self.plan
        _, y = plan.card(3 * number)
        y += (plan.tall - 1) // 2
        there = self._squirrels(space, ZONE - 1, with_look=False)
        look: list[Inked] = []
        if there:
            full = self._squirrels(space, ZONE)
            look = full[-1:] if full[-1][0] == LOOKS[side] else []
        wide = length(there) + len(look)
        name: Inked = (space.name, self._name_ink(space))
        if side == "W":
            sheet.row(plan.left - ZONE, y, [name, (" ", ""), *self._chip(space)])
            sheet.row(plan.left - 1 - wide, y + 1, [*there, *look])
        else:
            sheet.row(plan.right + 1, y, [*self._chip(space), (" ", ""), name])
            sheet.row(plan.right + 1, y + 1, [*look, *there])

    def _flat_space(self, sheet: Sheet, space: Space, side: str, number: int) -> None:
        """A space where there is little room: the nut card, a mark if one runs for it, and letters."""
        plan = self.plan
        text, ink = self._nuts(space)
        target = self._is_target(space)
        mark: Inked = ("›", "cursor strong") if target else (" ", "")
        there = self._squirrels(space, 4, with_look=False)
        wide = length(there)
        name: list[Inked] = [(space.name, self._name_ink(space))] if plan.left > NARROW_ZONE else []
        if side in "NS":
            x = plan.left + number * plan.inner + 1
            y = plan.top - 1 if side == "N" else plan.bottom
            nuts: list[Inked] = [mark, (text, ink), *there]
            sheet.row(x, y, [*name, *nuts] if plan.inner >= 10 else nuts)
        elif side == "W":
            sheet.row(0, plan.top + number, name)
            x = plan.left - 3
            sheet.row(x - wide, plan.top + number, [*there, mark, (text, ink)])
        else:
            mark = ("‹", mark[1]) if target else mark
            sheet.row(plan.right, plan.top + number, [(text, ink), mark, *there])
            sheet.row(plan.right + 8, plan.top + number, name)

    # The players

    def _standing(self, seat: int) -> list[Inked]:
        """Whose turn it is, and a player's letter."""
        assert self.view is not None
        is_turn = seat == self.view.turn and not isinstance(self.view.phase, Deal | Over)
        arrow: Inked = ("▶ ", "cursor strong") if is_turn else ("  ", "")
        return [arrow, (f"{letter(seat)} ", f"{ink_of(seat)} strong")]

    def _panel(self, sheet: Sheet, width: int) -> None:
        """The goal and the players, one below the other; below them the cards of the deck."""
        view, words, x = self.view, self.words, self.plan.panel
        assert view is not None
        seats = words.game.seats
        each = 3 if sheet.height >= 3 * seats + 1 else 2
        sheet.put(x, 0, fitted(words.goal(), width).rstrip(), "title")
        y = 1 if sheet.height < 3 * seats + 2 else 2
        for seat in range(1, seats + 1):
            gain = self.gained[seat - 1] if self.gained else 0
            note = f"{gain:+}" if gain else ""
            name = fitted(words.name(seat), max(width - 5 - len(note), 1)).rstrip()
            pieces = [*self._standing(seat), (f"{name} ", f"{ink_of(seat)} strong")]
            sheet.row(x, y, [*pieces, (note, "good strong" if gain > 0 else "bad strong")])
            points = words.points(view, seat)
            unit = f" {words.unit(points)}"
            wide = 4 if 4 + len(unit) + 1 + len("colours") <= width else 3
            unit = unit if wide + len(unit) + 1 + len("colours") <= width else " ·"
            sheet.row(
                x,
                y + 1,
                [(f"{points:>{wide}}", "gold strong"), (f"{unit} ", ""), *self._kind(seat)],
            )
            if each == 3 and view.won[seat - 1]:
                won = " ".join(NUTS[worth].strip() for worth in view.won[seat - 1])
                sheet.put(x + 4, y + 2, fitted(won, width - 4).rstrip(), "nut")
            y += each
        self._signs(sheet, self._deck(sheet, y + 1, width), width)

    def _kind(self, seat: int) -> list[Inked]:
        """What a player names. Its first letter stands beside the squirrel, so it stands out."""
        assert self.view is not None
        squirrel = self.view.squirrels[seat - 1]
        if squirrel is None:
            return []
        kind = KINDS[squirrel.side]
        if self._has_turned(seat):
            return [(kind, "fresh strong")]
        return [(kind[0], "strong"), (kind[1:], "faint")]

    def _has_turned(self, seat: int) -> bool:
        """Whether a player's squirrel has just been turned over."""
        assert self.view is not None
        before = self._before.squirrels[seat - 1] if self._before else None
        now = self.view.squirrels[seat - 1]
        return before is not None and now is not None and before.side is not now.side

    def _deck(self, sheet: Sheet, y: int, width: int) -> int:
        """The nine cards that the forest is made of: from them one can work out what nobody has seen.

        Returns the line below them.
        """
        pairs = (self.words.game.deck or DECK).forest
        if y + 1 + len(pairs) > sheet.height or width < 15:
            return y
        x = self.plan.panel
        sheet.put(x, y, "the nine cards", "faint")
        for number, sides in enumerate(pairs, start=1):
            pieces: list[Inked] = []
            for text in sides:
                form, color = text.split()
                pieces += [(f"{SHORT[Form(form)]} ", "faint"), (color[0].upper(), f"{color}-card strong")]
                pieces += [(" / ", "faint")] if len(pieces) == 2 else []
            sheet.row(x, y + number, pieces)
        return y + 2 + len(pairs)

    def _signs(self, sheet: Sheet, y: int, width: int) -> None:
        """What the signs mean, if there is room for it."""
        assert self.view is not None
        signs = [
            ("c f", "colour/form"),
            ("› ‹", "the prize"),
            (" ✓ ", "was right"),
            *([(" ? ", "1 or 2 nuts")] if any(card and card.face_down for card in self.view.nuts) else []),
        ]
        if y + len(signs) > sheet.height or width < 15:
            return
        for number, (sign, meaning) in enumerate(signs):
            sheet.row(self.plan.panel, y + number, [(sign, "cursor strong"), (f" {meaning}", "faint")])

    def _corners(self, sheet: Sheet) -> None:
        """The players in the corners of the ring, clockwise, and with their names below if there is room."""
        view, words, plan = self.view, self.words, self.plan
        assert view is not None
        right = plan.right
        places = [(0, plan.top - 1), (right, plan.top - 1), (right, plan.bottom), (0, plan.bottom)]
        lowest = plan.bottom + plan.ring
        spare = sheet.height - lowest
        for seat in range(1, words.game.seats + 1):
            squirrel = view.squirrels[seat - 1]
            side = SIDE_MARK[squirrel.side] if squirrel else ""
            x, y = places[seat - 1]
            standing = self._standing(seat)
            points: Inked = (f"{words.points(view, seat)}●", "gold strong")
            sheet.row(
                x,
                y,
                [
                    (standing[0][0][0], standing[0][1]),
                    (standing[1][0][0], standing[1][1]),
                    points,
                    (f" {side}", "faint"),
                ],
            )
            column, row = divmod(seat - 1, (words.game.seats + 1) // 2)
            if row < spare:
                wide = sheet.width // 2 - 16
                name: Inked = (f"{fitted(words.name(seat), wide)} ", f"{ink_of(seat)} strong")
                kind = KINDS[squirrel.side] if squirrel else ""
                at = column * (sheet.width // 2)
                sheet.row(at, lowest + row, [*standing, name, points, (f" {kind}", "faint")])
        if spare > (words.game.seats + 1) // 2:
            sheet.put(2, sheet.height - 1, words.goal(), "title")

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Spaces can be pressed."""
        space = self.at(event.x - self.gutter.left, event.y - self.gutter.top)
        if space is not None and self.view is not None:
            self.post_message(self.SpacePressed(space))

    def at(self, x: int, y: int) -> Space | None:
        """The space at a point of the board."""
        plan = self.plan
        step, across = (plan.tall + 1, plan.inner + 1) if plan.tall else (1, plan.inner)
        column, row = (x - plan.left) // across, (y - plan.top) // step
        if plan.left <= x < plan.right and 0 <= column < 3:
            if plan.top - plan.ring <= y < plan.top:
                return NORTH[column]
            if plan.bottom <= y < plan.bottom + plan.ring:
                return SOUTH[column]
        if plan.top <= y < plan.bottom and 0 <= row < 3:
            if 0 <= x < plan.left:
                return ROWS[row][0]
            if plan.right <= x < plan.right + plan.left:
                return ROWS[row][2]
        return None


def _beside(face: Face, seen: str, room: int) -> str:
    """A face, and in brackets what somebody has seen on the back; in very little room `leB/mY`."""
    form, color = seen.split()
    up, back = initials(str(face)), initials(seen)
    texts = (f"{face.form} {up[-1]} ({back})", f"{SHORT[face.form]} {up[-1]} ({back})", f"{up} ({back})")
    return next((text for text in texts if len(text) <= room), f"{up}/{form[0]}{color[0].upper()}")


def initials(face: str) -> str:
    """A face in three columns: `muY`."""
    form, color = face.split()
    return form[:2] + color[0].upper()


def ink_of(seat: int) -> str:
    """The ink of a player."""
    return f"seat-{letter(seat).lower()}"
