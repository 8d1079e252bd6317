"""Nut Job in words. The game is about remembering, so no word tells of a face that lies hidden.

What lies on the table is told from the faces that are up. The log is read again later, when some of those
faces have been turned down; so it tells a naming in full (“Ana says red: right, it is rock / red”) only as
long as the card lies as that naming left it. Once the card is turned again, the same entry reads “Ana names a
colour: right”: no word, no face. Whatever word or face stands anywhere in the log, the face it is about lies
up now. That somebody was right or wrong stays, as it was heard by all and names nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from nutgames.games.nut_job import (
    BESIDE,
    COLORS,
    DECK,
    FORMS,
    OPPOSITE,
    PATHS,
    Attempt,
    Color,
    Deal,
    DealCards,
    Direction,
    Face,
    ForestCard,
    Form,
    Move,
    MoveOn,
    MoveSquirrel,
    NutCard,
    NutJob,
    Over,
    Place,
    PlaceSquirrel,
    Return,
    ReturnCard,
    Say,
    Side,
    Space,
    State,
    Turn,
    squirrel_at_turn,
)
from nutgames.play.match import Match, Step
from nutgames.play.names import letter
from nutgames.play.words import Choice, Grid, Words, listed

KINDS = {COLORS: "colours", FORMS: "forms"}
"""What a squirrel names, by the side that lies up."""
KIND = {COLORS: "colour", FORMS: "form"}

ROWS = (
    (Space.W1, (0, 1, 2), Space.E1),
    (Space.W2, (3, 4, 5), Space.E2),
    (Space.W3, (6, 7, 8), Space.E3),
)
"""The rows of the forest: the space on its west, its cards, and the space on its east."""
NORTH = (Space.N1, Space.N2, Space.N3)
SOUTH = (Space.S1, Space.S2, Space.S3)


def named_face(face: Face) -> str:
    """A face in a sentence."""
    return f"{face.form} / {face.color}"


def crossed(view: State) -> int:
    """How many cards of its line the squirrel at turn has crossed in this turn."""
    match view.phase:
        case Attempt(cards):
            return cards
        case MoveOn() | Return():
            return 3
    return 0


def asked(view: State) -> int | None:
    """The place of the forest card whose hidden side may be named now."""
    squirrel = view.squirrels[view.turn - 1]
    if squirrel is None or not isinstance(view.phase, Turn | Attempt):
        return None
    if view.nuts[OPPOSITE[squirrel.space]] is None:
        return None
    return PATHS[squirrel.space][crossed(view)]


def destination(view: State, direction: Direction) -> Space:
    """Where a step would lead."""
    return BESIDE[direction][squirrel_at_turn(view).space]


class TableWords(Words):
    """The words for one table of Nut Job."""

    game: NutJob

    forgets = True
    """What was told earlier may tell of faces that have been turned down since."""

    def named(self, reason: str) -> str:
        """The notation says colors, as code does; people are told of colours."""
        return super().named(reason).replace("colors", "colours")

    # The table

    def moment(self, view: State) -> str:
        """What the player is about to do."""
        if isinstance(view.phase, Deal):
            return "set-up"
        name = self.name(view.turn)
        match view.phase:
            case Place():
                return "set-up: the squirrels"
            case Turn() if asked(view) is None:
                return f"{name} moves"
            case Turn():
                return f"{name} names {self.kinds(view)} or moves"
            case Attempt(cards):
                return f"{name} names {self.kinds(view)} · card {cards + 1} of 3"
            case Return(due):
                return f"{name} returns {'two nut cards' if due == 2 else 'one more nut card'}"
            case MoveOn():
                return f"{name} moves on after the win"
            case _:
                return "the game is over"

    def kinds(self, view: State) -> str:
        """What the player at turn names: colours or forms."""
        return KINDS[squirrel_at_turn(view).side]

    def kind(self, view: State) -> str:
        """One of them."""
        return KIND[squirrel_at_turn(view).side]

    def question(self, view: State) -> str:
        """What the player is asked to choose."""
        name = self.name(view.turn)
        match view.phase:
            case Deal():
                return "The cards are dealt"
            case Place():
                return f"{name}: where does the squirrel start, and with which side up?"
            case Turn() | Attempt():
                place = asked(view)
                if place is None:
                    space = OPPOSITE[squirrel_at_turn(view).space]
                    return (
                        f"{name}: no nut card lies opposite on {space.name}; which way does the squirrel go?"
                    )
                hidden = (
                    f"what {self.kind(view)} is on the other side of {named_face(view.forest[place].up)}?"
                )
                return f"{name}: {hidden}" + (" Or move" if isinstance(view.phase, Turn) else "")
            case Return():
                return f"{name}: which nut card goes back, and to which space?"
            case MoveOn():
                return f"{name}: after the win the squirrel has to move; which way?"
            case Over():
                return self.ending(view)

    def ending(self, view: State) -> str:
        """Why the game is over (2.3)."""
        options, name, points = self.game.options, self.name(view.turn), self.points(view, view.turn)
        if options.razzia:
            return f"{name} has taken the last nut card: the game is over"
        goal = "3" if options.one_is_one else "exactly 5" if options.overdose else "5 or more"
        return f"{name} has {points} {self.unit(points)}: {goal} end the game at once"

    def section(self, view: State) -> str:
        """The rules about this moment."""
        match view.phase:
            case Deal() | Place():
                return "Setting up"
            case Turn():
                return "A turn"
            case Attempt():
                return "Trying for nuts"
            case Return():
                return "Overdose"
            case MoveOn():
                return "Winning nuts"
            case Over():
                return "Food razzia" if self.game.options.razzia else "The end"

    def goal(self) -> str:
        """How the game is won."""
        options = self.game.options
        unit = self.unit(3)
        if options.razzia:
            return f"most {unit} win"
        if options.one_is_one:
            return f"first to 3 {unit}"
        return f"exactly 5 {unit} win" if options.overdose else f"first to 5 {unit}"

    def unit(self, count: int) -> str:
        """What counts: nuts, or cards where one is one."""
        thing = "card" if self.game.options.one_is_one else "nut"
        return thing if count == 1 else f"{thing}s"

    def points(self, view: State, seat: int) -> int:
        """What a player has."""
        return self.game.standings(view).ranking[seat - 1][0]

    def tables(self, view: State) -> list[Grid]:
        """The forest with the ring around it, and the players."""
        grids = [self._players(view)]
        if view.forest:
            grids.insert(0, self._forest(view))
        if view.forest and self.memory_aid:
            grids.append(self._memory(view))
        return grids

    def _forest(self, view: State) -> Grid:
        """Nine cards by what lies up, the nut cards around them, and who stands where."""
        head = ("", *(self._space(view, space) for space in NORTH), "")
        rows = [
            (self._space(view, west), *(self._card(view, place) for place in places), self._space(view, east))
            for west, places, east in ROWS
        ]
        rows.append(("", *(self._space(view, space) for space in SOUTH), ""))
        return Grid(head, tuple(rows))

    def _space(self, view: State, space: Space) -> str:
        """A space: its nut card in brackets, and the letters of the squirrels on it."""
        card = view.nuts[space]
        nuts = "-" if card is None else "?" if card.face_down else str(card.worth)
        there = "".join(letter(seat) for seat in self.standing(view, space))
        if space.name[0] == "W":
            return f"{there:>1} {space.name} ({nuts})" if there else f"  {space.name} ({nuts})"
        return f"{space.name} ({nuts}) {there}".rstrip()

    def standing(self, view: State, space: Space) -> list[int]:
        """The seats whose squirrels are there."""
        return [seat for seat, each in enumerate(view.squirrels, start=1) if each and each.space is space]

    def _card(self, view: State, place: int) -> str:
        """The side that lies up, marked if it is asked about or has been crossed."""
        up = view.forest[place].up
        mark = "▸" if place == asked(view) else "✓" if place in self.behind(view) else " "
        return f"{mark} {up.form} {up.color}"

    def behind(self, view: State) -> tuple[int, ...]:
        """The places that the squirrel at turn has crossed in this turn."""
        squirrel = view.squirrels[view.turn - 1]
        return PATHS[squirrel.space][: crossed(view)] if squirrel else ()

    def _players(self, view: State) -> Grid:
        """Points, cards and squirrels of everybody."""
        rows = []
        for seat in range(1, self.game.seats + 1):
            is_turn = seat == view.turn and not isinstance(view.phase, Deal | Over)
            squirrel = view.squirrels[seat - 1]
            rows.append(
                (
                    f"{'▶' if is_turn else ' '} {self.label(seat)}",
                    str(self.points(view, seat)),
                    " ".join(f"({worth})" for worth in view.won[seat - 1]) or "–",
                    KINDS[squirrel.side] if squirrel else "–",
                    squirrel.space.name if squirrel else "–",
                    self.prize(view, OPPOSITE[squirrel.space]) if squirrel else "–",
                )
            )
        head = (f"  {self.goal()}", self.unit(2), "won", "names", "on", "runs for")
        return Grid(head, tuple(rows))

    def prize(self, view: State, space: Space) -> str:
        """What somebody can win on a space."""
        card = view.nuts[space]
        return f"{nuts_on(card)} on {space.name}" if card else f"nothing on {space.name}"

    def _memory(self, view: State) -> Grid:
        """The backs that everybody has seen."""
        backs = [self.remembered(card) or "?" for card in view.forest]
        rows = [("", *backs[start : start + 3]) for start in (0, 3, 6)]
        return Grid(("backs seen", "", "", ""), tuple(rows))

    def remembered(self, card: ForestCard) -> str:
        """A back that is known, where the table may remind of it: in a view, one that all have seen."""
        if not self.memory_aid or not isinstance(card.down, Face):
            return ""
        return f"{card.down.form} {card.down.color}"

    def inspected(self, view: State) -> list[str]:
        """Everybody's cards and line, what is left to win, and which cards the forest is made of."""
        if not view.forest:
            return []
        lines = [line for seat in range(1, self.game.seats + 1) for line in self._about(view, seat)]
        around = [card for card in view.nuts if card]
        open_nuts = [card.worth for card in around if not card.face_down]
        counts = [f"{open_nuts.count(worth)} worth {worth}" for worth in (1, 2)]
        face_down = len(around) - len(open_nuts)
        if face_down:
            counts.append(f"{face_down} face down")
        lines += [f"Nut cards on the table: {listed(counts)}.", "", "The nine forest cards, side / side:"]
        return lines + [f"  {' / '.join(sides)}" for sides in (self.game.deck or DECK).forest]

    def _about(self, view: State, seat: int) -> Iterator[str]:
        """A player's cards and squirrel."""
        points = self.points(view, seat)
        won = ", ".join(map(str, view.won[seat - 1]))
        cards = f" (nut cards worth {won})" if won else ""
        yield f"{self.label(seat)}: {points} {self.unit(points)}{cards}"
        if squirrel := view.squirrels[seat - 1]:
            past = ", ".join(named_face(view.forest[place].up) for place in PATHS[squirrel.space])
            yield f"  names {KINDS[squirrel.side]}; on {squirrel.space.name}, past {past}"
            yield f"  to {self.prize(view, OPPOSITE[squirrel.space])}"

    # The choices

    def choice(self, view: State, move: Move) -> Choice:
        """A legal move and what it would do."""
        match move:
            case PlaceSquirrel(space, side):
                return Choice(move, f"{space.name}, {KINDS[side]} up", self.run(view, space))
            case Say(word):
                return Choice(move, f"Say {word}", self._trying(view))
            case MoveSquirrel(direction):
                space = destination(view, direction)
                effect = f"to its own {direction}; {self.run(view, space)}"
                return Choice(move, f"Move to {space.name}", effect)
            case ReturnCard(worth, space):
                return Choice(
                    move, f"Give back {worth} to {space.name}", self._giving_back(view, worth, space)
                )
            case DealCards():
                return Choice(move, "Deal", "")

    def shows_effects(self, view: State) -> bool:
        """While the squirrels are placed: the nut card opposite and the first forest card lie open."""
        return isinstance(view.phase, Place)

    def run(self, view: State, space: Space) -> str:
        """What a squirrel would run for from a space, and the first card in its way."""
        first = named_face(view.forest[PATHS[space][0]].up)
        return f"runs for {self.prize(view, OPPOSITE[space])}, first {first}"

    def _trying(self, view: State) -> str:
        """What comes of a right and of a wrong word."""
        cards = crossed(view)
        if cards == 2:
            return f"right {self._winning(view)}; wrong ends the turn"
        following = view.forest[PATHS[squirrel_at_turn(view).space][cards + 1]].up
        return f"right: on to {named_face(following)}; wrong ends the turn"

    def _winning(self, view: State) -> str:
        """What a win would bring."""
        options = self.game.options
        target = OPPOSITE[squirrel_at_turn(view).space]
        card = view.nuts[target]
        assert card is not None
        prize = self.prize(view, target)
        if options.razzia:
            is_last = sum(each is not None for each in view.nuts) == 1
            return f"wins {prize}" + (", the last card: the game ends" if is_last else "")
        if card.face_down and not options.one_is_one:
            return f"wins {prize}"
        assert isinstance(card.worth, int) or options.one_is_one
        gain = 1 if options.one_is_one else int(card.worth)
        points, goal = self.points(view, view.turn) + gain, 3 if options.one_is_one else 5
        if points == goal or (points > goal and not options.overdose):
            return f"wins {prize} and the game"
        if points > goal:
            return f"wins {prize}, but {points} are too many: two earlier cards go back"
        return f"wins {prize} ({points} in all)"

    def _giving_back(self, view: State, worth: int, space: Space) -> str:
        """What is left, and who would run for the card that is given back."""
        left = self.points(view, view.turn) - worth
        facing = [self.name(seat) for seat in self.standing(view, OPPOSITE[space])]
        keeps = f"keeps {left} {self.unit(left)}"
        return f"{keeps}; there it lies opposite {listed(facing)}" if facing else keeps

    def wishes(self, view: State) -> Iterator[tuple[str, Move]]:
        """Words of the other kind when one is asked for, steps in the middle of an attempt."""
        match view.phase:
            case Place():
                for side in Side:
                    if side.value != self.game.options.baby != "none":
                        yield f"{KINDS[side].capitalize()} up", PlaceSquirrel(Space.N1, side)
            case Turn() | Attempt() if asked(view) is not None:
                yield from self._other_words(view)
            case Return():
                yield "Move", MoveSquirrel(Direction.LEFT)
                held = view.won[view.turn - 1]
                if held[-1] not in held[:-1]:
                    yield f"Give back the {held[-1]} just won", ReturnCard(held[-1], self._free(view))

    def _other_words(self, view: State) -> Iterator[tuple[str, Move]]:
        """What cannot be done while a card is asked about."""
        if squirrel_at_turn(view).side is COLORS:
            yield "Name a form", Say(Form.LEAF)
        else:
            yield "Name a colour", Say(Color.RED)
        if isinstance(view.phase, Attempt):
            yield "Move", MoveSquirrel(Direction.LEFT)

    @staticmethod
    def _free(view: State) -> Space:
        """A space without a nut card; where one has just been won, there is one."""
        return next(space for space in Space if view.nuts[space] is None)

    # The log

    def log(self, match: Match, seat: int, since: int = 0) -> list[str]:
        """The log. Until the game is over, a naming whose card has been turned again tells neither its word
        nor a face."""
        if match.actor is None or not self.forgets:
            return super().log(match, seat, since)
        steps = list(match.log(seat, since))
        latest = {asked(step.before): step for step in steps if isinstance(step.move, Say)}
        lines = []
        for step in steps:
            lies = not isinstance(step.move, Say) or latest[asked(step.before)] is step
            lines += self._told(step, lies)
        return lines

    def told(self, step: Step) -> list[str]:
        """What has just happened."""
        return self._told(step, lies=True)

    def _told(self, step: Step, lies: bool) -> list[str]:
        """What happened; `lies` tells whether the card that was turned still lies as it did then."""
        before, after = step.before, step.after
        name = self.name(step.actor) if step.actor else ""
        match step.move:
            case PlaceSquirrel(space, side):
                return [f"{name} puts a squirrel on {space.name}, {KINDS[side]} up."]
            case MoveSquirrel():
                return [f"{name} moves to {after.squirrels[step.actor - 1].space.name}."]
            case Say():
                lines = [self._naming(step, lies)]
                if len(after.won[step.actor - 1]) > len(before.won[step.actor - 1]):
                    lines += self._win(step)
                return lines
            case ReturnCard(worth, space):
                lines = [f"{name} puts a nut card worth {worth} back on {space.name}."]
                return lines + self._turned(step) if isinstance(after.phase, MoveOn) else lines
            case _:
                return ["The forest and the nut cards are dealt."]

    def _naming(self, step: Step, lies: bool) -> str:
        """A word and whether it was right."""
        name, word = self.name(step.actor), step.move.word
        place = asked(step.before)
        assert place is not None
        face = step.after.forest[place].up
        verdict = "right" if word in face else "wrong"
        if not lies:
            return f"{name} names a {self.kind(step.before)}: {verdict}."
        return f"{name} says {word}: {verdict}, it is {named_face(face)}."

    def _win(self, step: Step) -> list[str]:
        """What was won, and what follows from it."""
        name, after = self.name(step.actor), step.after
        space = OPPOSITE[squirrel_at_turn(step.before).space]
        worth, points = after.won[step.actor - 1][-1], self.points(after, step.actor)
        nuts = f"{worth} nut{'s' if worth > 1 else ''}"
        lines = [f"{name} takes {nuts} from {space.name} and has {points} {self.unit(points)}."]
        match after.phase:
            case Over():
                lines.append(f"{self.ending(after)}.")
            case Return():
                lines.append(f"That is too much for {name}: two earlier nut cards go back.")
            case _:
                lines += self._turned(step)
        return lines

    def _turned(self, step: Step) -> list[str]:
        """The squirrels that a win has turned over."""
        if self.game.options.baby != "none":
            return []
        now = [
            f"{self.name(seat)} names {KINDS[squirrel.side]}"
            for seat, squirrel in enumerate(step.after.squirrels, start=1)
            if seat != step.actor
        ]
        return [f"The other squirrels turn over: {listed(now)}."]

    # The end

    def counted(self) -> tuple[str, ...]:
        """What ranks the players."""
        return (self.unit(2),)

    def what_counts(self) -> str:
        """Who is first at the goal has won, as the verdict says; only a razzia is played for the most."""
        return super().what_counts() if self.game.options.razzia else ""


def nuts_on(card: NutCard) -> str:
    """A nut card in a sentence."""
    if card.face_down:
        return "a face-down card"
    return f"{card.worth} nut{'s' if card.worth != 1 else ''}"
