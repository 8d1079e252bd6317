"""What has happened: the log, the months, and how the score has come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from nutgames.games.core import HIDDEN
from nutgames.games.hibernation.components import (
    Cancel,
    Card,
    Deal,
    DiscardCard,
    Over,
    Pass,
    Play,
    PlayCard,
    React,
    Reshuffle,
    Shuffle,
    Snoop,
    State,
    TakeCard,
    score,
)
from nutgames.play.match import Match, Step
from nutgames.play.words import Grid, Interlude, listed
from nutgames.play.words.hibernation import steps
from nutgames.play.words.hibernation.cards import plural, seen_hands
from nutgames.play.words.hibernation.effects import CardWords

MANY_MONTHS = 4
"""More months than these are only told as a sum where there is little room."""


def pile(state: State, seat: int) -> str:
    """A pile as it counts: the golden nut lies on it and doubles it."""
    nuts = state.piles[seat - 1]
    return f"2×({nuts}+1)" if state.golden_nut == seat else str(nuts)


class Story(CardWords):
    """The words for what happens at one table."""

    # The log

    def begins_turn(self, step: Step) -> bool:
        """A further card belongs to the turn; if all others are trapped, the same player has the next one."""
        before, after = step.before, step.after
        if isinstance(before.phase, Deal) or not isinstance(after.phase, Play | Reshuffle):
            return isinstance(before.phase, Deal)
        is_drawing = isinstance(after.phase, Reshuffle) and not after.phase.further
        return before.turn != after.turn or not (is_drawing or steps.goes_on(before))

    def told(self, step: Step) -> list[str]:
        """What happened; letting something pass is only told by what comes of it."""
        before, after = step.before, step.after
        name = self.name(step.actor) if step.actor else ""
        match step.move:
            case Shuffle():
                lines = [self._shuffled(step)]
            case PlayCard():
                lines = [f"{name} plays {self.what(step.move)}."]
            case DiscardCard(card):
                lines = [f"{name} discards {self.titles[card]}."]
            case Cancel():
                lines = [f"{name} cancels {self._last_played(before.phase)}."]
            case Pass():
                if isinstance(after.phase, React):
                    return []
                lines = [self._settled(before, after)]
            case TakeCard(card):
                what = self.titles[card] if isinstance(card, Card) else "a card"
                play = PlayCard(Card.SNOOP, before.phase.target)
                outcome = ", ".join(self._outcome(before, steps.table_after(step), play.card))
                lines = [
                    f"{name} takes {what} from {self.name(before.phase.target)}'s hand.",
                    f"{name}'s {self.what(play)}: {outcome}.",
                ]
        if len(after.months) > len(before.months):
            lines.append(self._month_over(step))
        elif not isinstance(before.phase, Deal):
            trapped = steps.table_after(step).trapped
            for seat in range(1, self.game.seats + 1):
                if trapped[seat - 1] and not after.trapped[seat - 1]:
                    lines.append(f"{self.name(seat)} is trapped and skips the turn.")
        return lines + list(self._received(step))

    def news(self, match: Match, seat: int, since: int) -> list[str]:
        """That a card was played goes without saying where the next line tells what came of it."""
        lines = self.log(match, seat, since)
        return [line for line, after in pairwise([*lines, ""]) if not self._leads_to(line, after)]

    def _leads_to(self, line: str, after: str) -> bool:
        """Whether the second line of the log tells what came of the card that is played in the first."""
        return any(
            line.startswith(start := f"{name} plays ")
            and after.startswith(f"{name}'s {line.removeprefix(start).removesuffix('.')}: ")
            for name in self.names
        )

    def _shuffled(self, step: Step) -> str:
        """Why there is a new deck."""
        if not isinstance(step.before.phase, Deal):
            return "The deck is empty: the discard is shuffled into a new one."
        month, nuts = self.month(step.after), plural(step.after.centre, "nut")
        starter = self.name(step.before.turn)
        return f"Month {month}: {nuts} in the centre, the cards are shuffled, {starter} starts."

    def _settled(self, before: State, after: State) -> str:
        """What comes of a card that nobody cancels any more."""
        phase = before.phase
        assert isinstance(phase, React)
        what = f"{self.name(before.turn)}'s {self.what(phase.play)}"
        if phase.cancels % 2:
            return f"{what} is void."
        if isinstance(after.phase, Snoop):
            return f"{self.name(before.turn)} looks at {self.name(after.phase.target)}'s hand."
        return f"{what}: {self.effect(before, phase.play)}."

    def _received(self, step: Step) -> Iterator[str]:
        """The cards that came to hands which the reader sees; what has been drawn comes first."""
        before, after = step.before, step.after
        changed_hands = steps.changed_hands(step)
        for seat in seen_hands(after):
            if HIDDEN in before.hands[seat - 1]:
                continue
            kept, new = steps.undrawn(step, seat), after.hands[seat - 1]
            if len(new) > len(kept):
                verb = "is dealt" if isinstance(before.phase, Deal) else "draws"
                is_known = HIDDEN not in kept
                drawn = tuple((Counter(new) - Counter(kept)).elements())
                what = self.cards(drawn) if is_known else plural(len(new) - len(kept), "card")
                yield f"{self.name(seat)} {verb} {what}."
            if seat in changed_hands and before.hands[seat - 1] != new:
                yield f"{self.name(seat)}'s hand is now {self.cards(new)}."

    def fresh(self, match: Match, seat: int) -> Counter[Card]:
        """How many of each kind of card in a hand have come since its player decided last.

        Letting something pass is no decision, and the first hand of a month is as a whole not marked.
        """
        fresh = Counter[Card]()
        for step in match.log(seat) if seat else ():
            if isinstance(step.before.phase, Deal) or (step.actor == seat and step.move != Pass()):
                fresh.clear()
            if isinstance(step.before.phase, Deal):
                continue
            old, new = Counter(step.before.hands[seat - 1]), Counter(step.after.hands[seat - 1])
            if seat in steps.changed_hands(step):
                fresh = new
            elif old != new or isinstance(step.move, TakeCard | DiscardCard):
                stayed = old & new & Counter(steps.undrawn(step, seat))
                fresh = (fresh & stayed) + (new - stayed)
        return fresh

    # The end of a month and of the game

    def month(self, view: State) -> int:
        """The month that is played, or the last one."""
        return min(len(view.months) + 1, self.game.options.months)

    def months_so_far(self, view: State, seat: int) -> str:
        """The scores of the finished months and their sum; of many months, the sum alone."""
        scores = [month[seat - 1] for month in view.months]
        if not 1 < len(scores) <= MANY_MONTHS:
            return str(sum(scores))
        return f"{'+'.join(map(str, scores))} = {sum(scores)}"

    def _month_over(self, step: Step) -> str:
        """A line for the log."""
        last = steps.table_after(step)
        scores = [f"{self.name(seat)} {self.counting(last, seat)}" for seat in range(1, self.game.seats + 1)]
        return f"Month {len(step.after.months)} is over, stash + pile: {listed(scores)}."

    @staticmethod
    def counting(state: State, seat: int) -> str:
        """How a score of a month comes about."""
        return f"{state.stashes[seat - 1]} + {pile(state, seat)} = {score(state, seat)}"

    def interlude(self, step: Step) -> Interlude | None:
        """A month is over and another one follows."""
        before, after = step.before, step.after
        if len(after.months) == len(before.months) or isinstance(after.phase, Over):
            return None
        last, month = steps.table_after(step), len(after.months)
        order = sorted(
            range(1, self.game.seats + 1), key=lambda seat: -sum(each[seat - 1] for each in after.months)
        )
        rows = tuple(
            (
                self.label(seat),
                str(last.stashes[seat - 1]),
                pile(last, seat),
                str(score(last, seat)),
                str(sum(each[seat - 1] for each in after.months)),
            )
            for seat in order
        )
        starter = (
            f"{self.name(after.turn)} starts month {month + 1}; all nuts and cards go back to the middle."
        )
        return Interlude(
            f"Month {month} of {self.game.options.months} is over",
            Grid(("player", "stash", "pile", f"month {month}", "total"), rows),
            (f"{self._what_came(last)}.", starter),
        )

    def _what_came(self, last: State) -> str:
        """What has ended a month, by how the table lies at its end."""
        return "The centre is empty" if last.centre == 0 else f"{self.titles[Card.EARLY_WINTER]} has come"

    def ending(self, view: State) -> str:
        """What has ended the last month."""
        return self._what_came(view)

    def counted(self) -> tuple[str, ...]:
        """What ranks the players."""
        return ("nuts",)

    def score(self, view: State) -> Grid:
        """Every month, and the sum."""
        ranking, places = self.game.standings(view)
        order = sorted(range(1, self.game.seats + 1), key=lambda seat: places[seat - 1])
        months = range(1, len(view.months) + 1)
        head = [
            f"month {month}" if month == 1 or len(months) <= MANY_MONTHS else str(month) for month in months
        ]
        rows = tuple(
            (
                str(places[seat - 1]),
                self.label(seat),
                *(str(month[seat - 1]) for month in view.months),
                str(ranking[seat - 1][0]),
            )
            for seat in order
        )
        return Grid(("place", "player", *head, "nuts"), rows)

    def earned(self, match: Match, seat: int) -> str:
        """How each of a player's months has come about."""
        ends = [step for step in match.log(0) if len(step.after.months) > len(step.before.months)]
        sums = [self.counting(steps.table_after(end), seat).replace(" ", "") for end in ends]
        return f"stash + pile: {' · '.join(sums)}" if sums else ""
