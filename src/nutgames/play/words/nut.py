"""NUT in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nutgames.games.core import HIDDEN
from nutgames.games.nut import (
    COLOURS,
    COLUMNS,
    FREE,
    LEFT,
    NOTHING,
    OPPOSITE,
    SIDE_NAMES,
    WILD,
    Deal,
    DealCards,
    Forage,
    Move,
    Nut,
    Over,
    Place,
    PutCard,
    Side,
    State,
    TakeCard,
    Tallies,
    Tally,
    Trees,
    placements,
    points,
    tallies,
    tallies_after,
    trunk_at,
    uncovered,
)
from nutgames.play.match import Step
from nutgames.play.words import Choice, Grid, Words, listed

TRUNK, SKY = "║", "┊"
"""How the two long edges of a card are drawn."""

TAKEN = "·"
"""Stands in a column where a card has been taken."""


class Bounds(NamedTuple):
    """The columns and rows that a player's trees fill."""

    left: int
    right: int
    top: int
    bottom: int


def bounds(trees: Trees) -> Bounds:
    """How far the trees reach; before the first card, the place where it will lie."""
    strips = trees.strips
    if not strips:
        return Bounds(0, 0, 0, 2)
    bottom = max(strip.top + len(strip.faces) for strip in strips) - 1
    return Bounds(trees.left, trees.left + len(strips) - 1, min(strip.top for strip in strips), bottom)


def edge_at(trees: Trees, x: int) -> str:
    """What lies between column x − 1 and column x: trunks meet there, or skies."""
    return TRUNK if trunk_at(trees, x) == LEFT else SKY


def face_name(face: str) -> str:
    """A face in words."""
    if face == WILD:
        return "wild"
    if face == NOTHING:
        return "blank"
    return COLOURS[face] if face in COLOURS else f"{COLOURS[face.upper()]} squirrel"


def tally_text(tally: Tally) -> str:
    """What counts in a colour; a squirrel's doubling is written out."""
    return f"{tally.nuts}×2" if tally.squirrel else str(tally.nuts)


def covered(trees: Trees, put: PutCard) -> str:
    """The faces that a placement would cover, from the top."""
    seen = uncovered(trees)
    return "".join(seen.get((put.x, y), "") for y in range(put.y, put.y + 3))


def covering_text(faces: str) -> str:
    """What is covered: nuts and squirrels by their letters."""
    return "covers " + " ".join({WILD: "wild", NOTHING: "blank"}.get(face, face) for face in faces)


class TableWords(Words):
    """The words for one table of NUT."""

    game: Nut

    # Cards

    def faces(self, card: str, trunk: Side | None = None) -> str:
        """The three faces of a card from the top; as it is printed unless a side is named."""
        ways = self.game.ways[card]
        return ways[trunk] if trunk else next(iter(ways.values()))

    def look(self, card: str) -> str:
        """A card as it lies in a column; where it must not be turned, with its trunk."""
        ways, faces = self.game.ways[card], self.faces(card)
        if len(ways) > 1:
            return f" {faces}"
        return f"{TRUNK}{faces}" if LEFT in ways else f" {faces}{TRUNK}"

    def kind(self, card: str) -> str:
        """The section of the rules about cards like this one."""
        if len(self.game.ways[card]) == 1:
            return "Squirrels"
        return "Wild nuts" if WILD in self.faces(card) else "Standard cards"

    def card_text(self, card: str) -> str:
        """The faces of a card in words."""
        return ", ".join(map(face_name, self.faces(card)))

    # The table

    def moment(self, view: State) -> str:
        """Round, forager, and which half of the turn it is."""
        match view.phase:
            case Deal():
                return "set-up"
            case Forage():
                half = "1 TAKE  2 place"
            case Place():
                half = "1 take ✓  2 PLACE"
            case Over():
                return "the game is over"
        forager = self.name(self.game.forager(view.round))
        return f"round {view.round} of {self.game.rounds()} · forager {forager} · {half}"

    def briefly(self, view: State) -> str:
        """The round."""
        return f"round {view.round} of {self.game.rounds()}"

    def question(self, view: State) -> str:
        """What the player is asked to choose."""
        name = self.name(view.turn)
        match view.phase:
            case Deal():
                return "The cards are dealt"
            case Forage(None):
                return f"{name} forages: which card? The others follow in the same column"
            case Forage(column):
                return f"{name}: which card of column {column}?"
            case Place(card):
                number = len(placements(view.trees[view.turn - 1], tuple(self.game.ways[card])))
                return f"{name}: where does {card} go? {number} place{'s' if number > 1 else ''}"
            case Over():
                return "The last card has been placed: the game is over"

    def section(self, view: State) -> str:
        """The rules about this moment; about a card in hand, where they say more."""
        match view.phase:
            case Deal():
                return "Setting up"
            case Forage():
                return "A turn"
            case Place(card):
                kind = self.kind(card)
                return "Placing a card" if kind == "Standard cards" else kind
            case Over():
                return "The end"

    def tables(self, view: State) -> list[Grid]:
        """The columns, what counts for everybody, and all trees, those of the player to act last."""
        order = [*range(view.turn + 1, self.game.seats + 1), *range(1, view.turn + 1)]
        return [self.columns(view), self.colours(view), *(self.tree(view, seat) for seat in order)]

    def columns(self, view: State) -> Grid:
        """The cards to forage, as they lie."""
        height = max(self.game.seats, *map(len, view.columns))
        rows = []
        for row in range(height):
            cards = [cards[row] if row < len(cards) else None for cards in view.columns]
            looks = [self.look(card) if card else f"  {TAKEN}" for card in cards]
            rows.append((str(row + 1), *looks, str(len(view.deck)) if row == 0 else ""))
        return Grid(("row", *(f"  {column}" for column in COLUMNS), "deck"), tuple(rows))

    def colours(self, view: State) -> Grid:
        """What counts for everybody, colour by colour."""
        rows = []
        for seat, trees in enumerate(view.trees, start=1):
            mark = "▶" if seat == view.turn and not isinstance(view.phase, Over) else " "
            rows.append((f"{mark} {self.label(seat)}", *self.breakdown(trees)))
        return Grid(("  player", *COLOURS, "total"), tuple(rows))

    def breakdown(self, trees: Trees) -> tuple[str, ...]:
        """What counts in each colour, and the total."""
        now = tallies(trees)
        return (*map(tally_text, now), str(points(now)))

    def tree(self, view: State, seat: int) -> Grid:
        """A player's trees as they stand, with the numbers of columns and rows."""
        trees = view.trees[seat - 1]
        title = f"{self.label(seat)}'s trees"
        if not trees.strips:
            return Grid((title,), (("no card yet",),))
        area, seen = bounds(trees), uncovered(trees)
        numbers = " ".join(f"{x:^3}" for x in range(area.left, area.right + 1))
        lines = [f"  x  {numbers}"]
        for y in range(area.top, area.bottom + 1):
            cells = [seen.get((x, y), FREE) for x in range(area.left - 1, area.right + 2)]
            line = f"{'y' if y == area.top else '':<1}{y:>3} "
            for x, face in enumerate(cells[1:], start=area.left):
                beside = cells[x - area.left]
                edge = edge_at(trees, x) if face + beside != FREE + FREE else " "
                line += edge + (f" {face} " if x <= area.right else "")
            lines.append(line)
        return Grid((title,), tuple((line.rstrip(),) for line in lines))

    def inspected(self, view: State) -> list[str]:
        """Every tree, what is where in it, and which cards are still to come."""
        lines = []
        for seat in range(1, self.game.seats + 1):
            (title,), rows = self.tree(view, seat)
            lines += [f"{title}: {self.detail(view, seat)}", *(f"  {row[0]}" for row in rows), ""]
        (pool,) = self.game.unseen(view, 0)
        if view.deck and HIDDEN not in view.deck:
            lines.append(f"In the draw deck, the next one first: {' '.join(view.deck)}")
        elif pool.places:
            lines.append(f"In the draw deck, in an order that nobody knows: {' '.join(sorted(pool.cards))}")
        else:
            lines.append("The draw deck is empty.")
        return lines

    # The choices

    def choice(self, view: State, move: Move) -> Choice:
        """A legal move and what it would do."""
        match move:
            case TakeCard(column, row):
                card = view.columns[COLUMNS.index(column)][row - 1]
                assert card is not None
                return Choice(move, f"{column}{row} {self.look(card)}", self._taking(view, move, card))
            case PutCard():
                assert isinstance(view.phase, Place)
                what = f"column {move.x}, row {move.y}"
                if view.trees[view.turn - 1].trunk is None:
                    what += f", trunk {SIDE_NAMES[move.trunk]}"
                return Choice(move, what, self._placing(view, move))
        raise AssertionError("chance does not choose")

    def _taking(self, view: State, move: TakeCard, card: str) -> str:
        """What a card is, and what is left for those who follow."""
        assert isinstance(view.phase, Forage)
        ways = self.game.ways[card]
        sides = [f"trunk {SIDE_NAMES[side]}" for side in ways] if len(ways) == 1 else []
        parts = [self.card_text(card), *sides]
        left = [
            other
            for row, other in enumerate(view.columns[COLUMNS.index(move.column)], start=1)
            if other and row != move.row
        ]
        if left:
            parts.append(f"leaves {listed(left)}")
        return "; ".join(parts)

    def hint(self, view: State, move: Move) -> str:
        """What a card to take would bring at its best place, as the player's trees stand."""
        if not isinstance(move, TakeCard):
            return ""
        card = view.columns[COLUMNS.index(move.column)][move.row - 1]
        assert card is not None
        trees, ways = view.trees[view.turn - 1], self.game.ways[card]
        now = points(tallies(trees))
        best = max(
            points(tallies_after(trees, ways[put.trunk], put)) for put in placements(trees, tuple(ways))
        )
        return f"at best {signed(best - now)}"

    def _placing(self, view: State, move: PutCard) -> str:
        """What changes colour by colour, and what is covered."""
        before, after = self.game.change(view, move)
        hidden = covered(view.trees[view.turn - 1], move)
        change = change_text(before, after)
        return f"{change}; {covering_text(hidden)}" if hidden else change

    def why_not(self, view: State, move: Move) -> str:
        """Why a move is refused; nothing if it is legal."""
        try:
            self.game.play(view, move)
        except ValueError as reason:
            return self.named(str(reason))
        return ""

    def wishes(self, view: State) -> Iterator[tuple[str, Move]]:
        """To take from any column; to place in any column, a card apart from all others, one turned round."""
        match view.phase:
            case Forage():
                for column, cards in zip(COLUMNS, view.columns, strict=True):
                    row = next((row for row, card in enumerate(cards, start=1) if card), 1)
                    yield f"Column {column}", TakeCard(column, row)
            case Place(card):
                yield from self._places(view.trees[view.turn - 1], card)

    def _places(self, trees: Trees, card: str) -> Iterator[tuple[str, Move]]:
        """Places that might be thought of."""
        ways = self.game.ways[card]
        side = next(iter(ways))
        area = bounds(trees)
        if trees.trunk is None:
            yield "Somewhere else than at column 0, row 0", PutCard(1, 0, side)
            if len(ways) == 1:
                yield f"{card} turned round", PutCard(0, 0, OPPOSITE[side])
            return
        possible = {put.x for put in placements(trees, tuple(ways))}
        for x in range(area.left - 1, area.right + 2):
            if x not in possible:
                yield f"{card} in column {x}", PutCard(x, area.top, side)
        x = next(iter(sorted(possible)))
        if len(ways) > 1:
            wrong = OPPOSITE[trunk_at(trees, x) or side]
            yield f"Column {x} with the trunk {SIDE_NAMES[wrong]}", PutCard(x, area.top, wrong)
        else:
            yield f"{card} turned round", PutCard(x, area.top, OPPOSITE[side])
        apart = area.bottom + 1
        yield f"Column {x}, row {apart}, below everything", PutCard(x, apart, trunk_at(trees, x) or side)

    # The log

    def begins_turn(self, step: Step) -> bool:
        """Who ends a round may begin the next one."""
        return super().begins_turn(step) or step.before.round < step.after.round

    def told(self, step: Step) -> list[str]:
        """What happened."""
        before, after = step.before, step.after
        name = self.name(step.actor) if step.actor else ""
        match step.move:
            case DealCards():
                columns = [
                    f"{column} {', '.join(cards)}"
                    for column, cards in zip(COLUMNS, after.columns, strict=True)
                ]
                rest = f"the deck has {len(after.deck)} more"
                lines = [f"The cards are dealt: {'; '.join(columns)}; {rest}.", self._round(before, after)]
            case TakeCard(column, _):
                forager = "" if before.phase.column else ", the forager,"
                lines = [f"{name}{forager} takes {after.phase.card} from column {column}."]
            case PutCard(x, y):
                effect = self._placing(before, step.move)
                lines = [f"{name} places {before.phase.card} in column {x}, row {y}: {effect}."]
                if isinstance(after.phase, Over):
                    lines.append("That was the last card: the game is over.")
                elif after.round != before.round:
                    lines.append(self._round(before, after))
        return lines

    def _round(self, before: State, after: State) -> str:
        """The beginning of a round."""
        start = f"Round {after.round} of {self.game.rounds()}, forager {self.name(after.turn)}"
        for column, then, now in zip(COLUMNS, before.columns, after.columns, strict=True):
            if any(now) and not any(then) and not isinstance(before.phase, Deal):
                start += f"; {listed(list(filter(None, now)))} come into column {column}"
        return f"{start}."

    # The end

    def score(self, view: State) -> Grid:
        """The standings, colour by colour, best first."""
        places = self.game.standings(view).places
        order = sorted(range(1, self.game.seats + 1), key=lambda seat: places[seat - 1])
        rows = tuple(
            (str(places[seat - 1]), self.label(seat), *self.breakdown(view.trees[seat - 1])) for seat in order
        )
        return Grid(("place", "player", *COLOURS.values(), "total"), rows)

    def counted(self) -> tuple[str, ...]:
        """What ranks the players."""
        return (
            "points",
            "best colour",
            *(f"{number} best colour" for number in ("2nd", "3rd", "4th", "5th", "6th")),
        )

    def what_counts(self) -> str:
        """What ranks the players, in order."""
        return "The most points win; if equal the best colour decides, then the 2nd best, and so on."

    def detail(self, view: State, seat: int) -> str:
        """What counts for a player, colour by colour."""
        *colours, total = self.breakdown(view.trees[seat - 1])
        return " · ".join(
            [*(f"{face} {text}" for face, text in zip(COLOURS, colours, strict=True)), f"total {total}"]
        )


def signed(change: int) -> str:
    """A change of points."""
    return f"{change:+}" if change else "±0"


def changes(before: Tallies, after: Tallies) -> Iterator[tuple[str, str, Tally, Tally]]:
    """The colours that change: their letter and name, what counted in them and what counts then."""
    for (face, name), then, now in zip(COLOURS.items(), before, after, strict=True):
        if then != now:
            yield face, name, then, now


def change_text(before: Tallies, after: Tallies) -> str:
    """The change of the total, and of each colour that changes."""
    parts = [
        f"{name} {tally_text(then)} → {tally_text(now)}" for _, name, then, now in changes(before, after)
    ]
    return f"{signed(points(after) - points(before))}: {', '.join(parts) or 'nothing changes'}"
