"""A game told in words: what lies on the table, what a move would do, what happened, how the score comes.

Plain mode and the tables on the screen say the same things because both take them from here. Everything is
told from a view, so it can tell no more than that seat may know. A game without words of its own is told in
the notation of its moves; `words/x.py` makes it friendlier.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from nutgames.games.core import CHANCE, GAMES, Game, IllegalMove, name_of
from nutgames.play.names import letter

if TYPE_CHECKING:
    from nutgames.play.match import Match, Step


class Grid(NamedTuple):
    """A small table of texts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Choice(NamedTuple):
    """Something that can be done now."""

    move: Any
    what: str
    """What is done: "Bank on the left pile"."""
    effect: str
    """What it would do: "covers Customs; safe from robbery"."""


class Refusal(NamedTuple):
    """Something that a player might want to do now and cannot."""

    what: str
    reason: str


class Window(NamedTuple):
    """A moment in which whoever likes may step in, after a look at the own hand (see `play.windows`)."""

    happened: str
    """What has been done: "Ana plays Burglar on Ben"."""
    means: str
    """What comes of it if nobody steps in."""
    question: str
    """What everybody is asked: "Does anybody cancel it?"."""
    seats: tuple[int, ...]
    """Who may step in, in the order in which the rules ask."""
    passing: Any
    """The move of those who do not."""


class Interlude(NamedTuple):
    """A part of the game has ended and the next one is about to be dealt: time to look at the score."""

    title: str
    grid: Grid
    lines: tuple[str, ...]


class Words:
    """The words for one table, for a game that brings none of its own."""

    forgets = False
    """Whether the players are to remember what lay open earlier, so that it must not be read again."""

    memory_aid = False
    """Whether the table reminds of it nevertheless."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str]) -> None:
        self.game = game
        self.names = tuple(names)

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.names[seat - 1]

    def label(self, seat: int) -> str:
        """The player as listed: seat letter and name."""
        return f"{letter(seat)} {self.name(seat)}"

    def named(self, reason: str) -> str:
        """A reason of the rules with names in place of `seat N`."""
        return re.sub(
            r"\bseat (\d+)",
            lambda found: self.name(int(found[1])) if 1 <= int(found[1]) <= len(self.names) else found[0],
            reason,
        )

    # What a table shows, each from a view

    def moment(self, view: Any) -> str:  # noqa: ARG002, games tell theirs
        """Where in the turn the game is."""
        return ""

    def briefly(self, view: Any) -> str:
        """Where the game is, in a few words: for lists of games."""
        actor = self.game.actor(view)
        return f"{self.name(actor)}'s turn" if actor else ""

    def question(self, view: Any) -> str:
        """What is asked of the actor."""
        actor = self.game.actor(view)
        return f"{self.name(actor)} is to move" if actor else "The game is over"

    def tables(self, view: Any) -> list[Grid]:
        """What lies on the table."""
        fields = [
            (field, value)
            for field in view.__struct_fields__
            if isinstance(value := getattr(view, field), tuple) and len(value) == self.game.seats
        ]
        rows = tuple(
            (self.label(seat), *(plainly(value[seat - 1]) for _, value in fields))
            for seat in range(1, self.game.seats + 1)
        )
        return [Grid(("player", *(field for field, _ in fields)), rows)]

    def inspected(self, view: Any) -> list[str]:  # noqa: ARG002, games tell theirs
        """What lies open but under something else, line by line."""
        return []

    def section(self, view: Any) -> str:  # noqa: ARG002, games tell theirs
        """The section of the rules that is about this moment."""
        return ""

    def choices(self, view: Any) -> list[Choice]:
        """The legal moves, each with what it would do."""
        return [self.choice(view, move) for move in self.game.moves(view)]

    def choice(self, view: Any, move: Any) -> Choice:  # noqa: ARG002, games look at the view
        """One legal move."""
        return Choice(move, str(move), "")

    def hint(self, view: Any, move: Any) -> str:  # noqa: ARG002, few games have any
        """What else a legal move could bring: for those who ask, as it takes some of the game away."""
        return ""

    def shows_effects(self, view: Any) -> bool:  # noqa: ARG002, few tables tell it all
        """Whether the table as it lies shows already what each choice would do."""
        return False

    def refusals(self, view: Any) -> list[Refusal]:
        """What one might want to do and cannot, with the reason the rules give."""
        found = []
        for what, move in self.wishes(view):
            try:
                self.game.play(view, move)
            except IllegalMove as reason:
                found.append(Refusal(what, self.named(str(reason))))
        return found

    def wishes(self, view: Any) -> Iterator[tuple[str, Any]]:  # noqa: ARG002, games tell theirs
        """Moves that a player might think of now, legal or not."""
        return iter(())

    def window(self, view: Any) -> Window | None:  # noqa: ARG002, few games have any
        """Whether several players may step in now, each after a look in private; told alike from any view."""
        return None

    # What happened

    def begins_turn(self, step: Step) -> bool:
        """Whether somebody's turn begins with what lies after a step of the log."""
        actor = self.game.actor(step.after)
        return actor not in (None, CHANCE, step.actor)

    def told(self, step: Step) -> list[str]:
        """A step of the log in sentences about players, never "you"."""
        return [f"{self.name(step.actor)}: {step.move}" if step.actor else str(step.move)]

    def log(self, match: Match, seat: int, since: int = 0) -> list[str]:
        """The log as a seat may read it."""
        return [line for step in match.log(seat, since) for line in self._marked(step)]

    def news(self, match: Match, seat: int, since: int) -> list[str]:
        """The log from a certain move on, for whoever catches up with it."""
        return self.log(match, seat, since)

    def _marked(self, step: Step) -> list[str]:
        """A step in sentences; what the app has played says why."""
        *lines, last = self.told(step) or [""]
        if step.was_forced and last:
            last = f"{last.removesuffix('.')} (the only way)" + "." * last.endswith(".")
        return [*lines, last] if last else lines

    def secrets(self, match: Match, seat: int, since: int = 0) -> list[str]:
        """What only some, a seat among them, may read in the log: the lines that the onlooker lacks."""
        steps = zip(match.log(0, since), match.log(seat, since), strict=True)
        return [line for open_, own in steps for line in self.told(own) if line not in self.told(open_)]

    def fresh(self, match: Match, seat: int) -> Counter[Any]:  # noqa: ARG002, games with hands tell theirs
        """How many of each kind of card in a hand have come since its player decided last."""
        return Counter()

    def interlude(self, step: Step) -> Interlude | None:  # noqa: ARG002, few games have any
        """What everybody looks at after a step that has ended a part of the game, but not the game."""
        return None

    # The end

    def detail(self, view: Any, seat: int) -> str:
        """A player's result as far as a view tells it: by default the numbers that break ties."""
        row = self.game.standings(view).ranking[seat - 1]
        return " · ".join(f"{what}: {value}" for what, value in zip(self.counted()[1:], row[1:], strict=True))

    def earned(self, match: Match, seat: int) -> str:  # noqa: ARG002, games that gain bit by bit tell it
        """Where a player's points have come from in the course of a match."""
        return ""

    def score(self, view: Any) -> Grid:
        """The standings, broken down as the game counts them, best first."""
        ranking, places = self.game.standings(view)
        order = sorted(range(1, self.game.seats + 1), key=lambda seat: places[seat - 1])
        columns = len(ranking[0]) if has_equals(ranking) else 1
        rows = tuple(
            (str(places[seat - 1]), self.label(seat), *map(str, ranking[seat - 1][:columns]))
            for seat in order
        )
        return Grid(("place", "player", *self.counted()[:columns]), rows)

    def counted(self) -> tuple[str, ...]:
        """What the numbers of the ranking are."""
        return tuple("points" if number == 0 else f"tie-break {number}" for number in range(9))[
            : len(self.game.standings(self.game.start()).ranking[0])
        ]

    def amount(self, value: int) -> str:
        """So many of what ranks the players first."""
        unit = self.counted()[0]
        return f"{value} {unit.removesuffix('s') if value == 1 else unit}"

    def what_counts(self) -> str:
        """What ranks the players, in order; nothing where the verdict says it all."""
        first, *rest = self.counted()
        ties = "".join(f", then the most {what}" for what in rest)
        return f"The most {first} win{ties and '; if equal' + ties.removeprefix(', then')}."

    def ending(self, view: Any) -> str:  # noqa: ARG002, games that end before their time tell why
        """What has ended the game."""
        return ""

    def verdict(self, view: Any) -> list[str]:
        """Who won, how ties were broken, and what has ended the game."""
        ranking, places = self.game.standings(view)
        winners = [seat for seat, place in enumerate(places, start=1) if place == 1]
        best = ranking[winners[0] - 1]
        counted = self.counted()
        if len(winners) > 1:
            names = " and ".join(self.name(seat) for seat in winners)
            lines = [f"{names} share the first place: they are equal in {listed(counted)}."]
        else:
            lines = [f"{self.name(winners[0])} wins with {self.amount(best[0])}."]
        lines += self._ties(ranking)
        if self.game.actor(view) is None and (ending := self.ending(view)):
            lines.append(f"{ending}.")
        return lines

    def _ties(self, ranking: Sequence[tuple[int, ...]]) -> Iterator[str]:
        """How players who are equal in the first numbers were told apart by the next one."""
        counted = self.counted()
        for depth in range(1, len(counted)):
            for equal in sorted({row[:depth] for row in ranking}, reverse=True):
                tied = [seat for seat, row in enumerate(ranking, start=1) if row[:depth] == equal]
                if len({ranking[seat - 1][depth] for seat in tied}) > 1:
                    tied.sort(key=lambda seat: ranking[seat - 1][depth], reverse=True)
                    counts = ", ".join(f"{self.name(seat)} {ranking[seat - 1][depth]}" for seat in tied)
                    at = listed([f"{number} {what}" for number, what in zip(equal, counted, strict=False)])
                    yield f"Equal at {at}, told apart by {counted[depth]}: {counts}."


def words_for(game: Game[Any, Any], names: Sequence[str]) -> Words:
    """The game's own words for this table, or the notation where it has none."""
    module = f"nutgames.play.words.{GAMES[name_of(game)].module}"
    if find_spec(module) is None:
        return Words(game, names)
    words: Words = import_module(module).TableWords(game, names)
    return words


def has_equals(ranking: Sequence[tuple[int, ...]]) -> bool:
    """Whether the first number leaves players equal, so that the next ones matter."""
    return len({row[0] for row in ranking}) < len(ranking)


def plainly(value: Any) -> str:
    """A part of a state as text; a part that has parts, one after the other."""
    return " ".join(map(plainly, value)) or "–" if isinstance(value, tuple) else str(value)


def listed(items: Sequence[str]) -> str:
    """A, B and C."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
