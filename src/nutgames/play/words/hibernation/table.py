"""What lies on the table, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nutgames.games.core import HIDDEN
from nutgames.games.hibernation.actions import ACTIONS, a_discarded_card, a_side, choices, why_not
from nutgames.games.hibernation.components import (
    Cancel,
    Card,
    Deal,
    DiscardCard,
    Move,
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
from nutgames.play.words import Choice, Grid, Refusal, Window
from nutgames.play.words.hibernation.cards import brief, counted_cards, heading, plural, seen_hands
from nutgames.play.words.hibernation.story import Story

ROW = 4
"""Cards of a hand that stand beside each other in lines of text."""

AT_LENGTH = {
    "golden nut": "golden nut",
    "protected": "protected till next turn",
    "trapped": "trapped: skips a turn",
}
"""What a status means, where there is room for it."""


class TableWords(Story):
    """The words for one table of Hibernation."""

    # The table

    def moment(self, view: State) -> str:
        """Month, whose turn, and which way round."""
        month = f"month {self.month(view)} of {self.game.options.months}"
        if isinstance(view.phase, Over):
            return f"{month} · the game is over"
        return f"{month} · {self.name(view.turn)}'s turn · {self.game.options.rotation}"

    def briefly(self, view: State) -> str:
        """Month, and whose turn it is, whoever else is asked meanwhile."""
        month = f"month {self.month(view)}"
        return month if isinstance(view.phase, Over | Deal) else f"{month}, {self.name(view.turn)}'s turn"

    def question(self, view: State) -> str:
        """What the player is asked to choose."""
        name = self.name(view.actor) if view.actor else ""
        match view.phase:
            case Play():
                return f"{name}: which card is played?"
            case React():
                return f"{name}: cancel {self._last_played(view.phase)}, or let it pass?"
            case Snoop(target):
                return f"{name} sees {self.name(target)}'s hand: which card is taken?"
            case Deal():
                return "All cards are to be shuffled"
            case Reshuffle():
                return "The discard becomes the new deck"
            case Over():
                return "The last month is over"

    def section(self, view: State) -> str:
        """The rules about this moment."""
        match view.phase:
            case Play():
                return "A turn"
            case React():
                return "Reactions"
            case Snoop():
                return heading(Card.SNOOP)
            case Deal() | Reshuffle():
                return "Setting up"
            case Over():
                return "The end"

    def piles(self, view: State) -> tuple[int, tuple[Card, ...]]:
        """How many cards the deck has, and the discard; what is gathered for a month is its deck (4.9)."""
        if isinstance(view.phase, Deal):
            return len(view.discard), ()
        return len(view.deck), view.discard

    def tables(self, view: State) -> list[Grid]:
        """The middle, the players, and the hands that the reader may see."""
        deck, discard = self.piles(view)
        middle = Grid(
            ("centre", "golden nut", "deck", "discard", "destroyed"),
            (
                (
                    plural(view.centre, "nut"),
                    self.name(view.golden_nut) if view.golden_nut else "in the middle",
                    plural(deck, "card"),
                    plural(len(discard), "card"),
                    plural(view.destroyed, "nut"),
                ),
            ),
        )
        rows = tuple(self._row(view, seat) for seat in range(1, self.game.seats + 1))
        columns = ("  seat", "pile", "stash", "hand", f"month {self.month(view)}")
        before = ("before",) if view.months else ()
        players = Grid((*columns, *before, "status"), rows)
        return [middle, players, *self._hands(view)]

    def _row(self, view: State, seat: int) -> tuple[str, ...]:
        """A player's nuts, cards and status."""
        mark = "▶" if seat == view.turn and not isinstance(view.phase, Over) else " "
        pile = str(view.piles[seat - 1])
        row = (
            f"{mark} {seat} {self.label(seat)}",
            f"({pile}+1)×2" if view.golden_nut == seat else pile,
            str(view.stashes[seat - 1]),
            str(len(view.hands[seat - 1])),
            str(score(view, seat)),
        )
        before = (self.months_so_far(view, seat),) if view.months else ()
        return (*row, *before, ", ".join(self.status(view, seat)))

    def status(self, view: State, seat: int) -> list[str]:
        """Everything about a player that is not a number; the fewer there is, the more is said."""
        found = [
            *(["golden nut"] if view.golden_nut == seat else []),
            *(["protected"] if view.protected[seat - 1] else []),
            *(["trapped"] if view.trapped[seat - 1] else []),
        ]
        return found if len(found) > 1 else [AT_LENGTH[each] for each in found]

    def _hands(self, view: State) -> Iterator[Grid]:
        """The hands that are seen, a few cards in a line."""
        for seat in seen_hands(view):
            cells = [self.copies(card, number) for card, number in counted_cards(view.hands[seat - 1])]
            rows = [cells[start : start + ROW] for start in range(0, len(cells), ROW)]
            width = len(rows[0])
            head = (f"{self.name(seat)}'s hand", *[""] * (width - 1))
            yield Grid(head, tuple((*row, *[""] * (width - len(row))) for row in rows))

    def inspected(self, view: State) -> list[str]:
        """The discard, whose order means nothing, and the hands that the reader may see."""
        _, discard = self.piles(view)
        lines = [f"In the discard: {plural(len(discard), 'card')}."]
        lines += [f"  {self.copies(card, number)}" for card, number in counted_cards(discard)]
        for seat in seen_hands(view):
            lines.append(f"{self.name(seat)}'s hand:")
            for card, number in counted_cards(view.hands[seat - 1]):
                lines.append(f"  {self.copies(card, number)}: {brief(card)}")
        return lines

    # The choices

    def choice(self, view: State, move: Move) -> Choice:
        """A legal move and what it would do."""
        match move:
            case PlayCard():
                return Choice(move, self.what(move), self.effect(view, move))
            case DiscardCard(card):
                is_aimed = ACTIONS[card].must_name
                reason = "nobody can be chosen" if is_aimed else self.named(why_not(view, card, None))
                return Choice(move, f"Discard {self.titles[card]}", f"no effect: {reason}")
            case Cancel():
                assert isinstance(view.phase, React)
                return Choice(move, "Cancel", self._cancelling(view.phase))
            case Pass():
                assert isinstance(view.phase, React)
                return Choice(move, "Let it pass", self._passing(view.phase))
            case TakeCard(card):
                assert isinstance(card, Card)
                return Choice(move, f"Take {self.titles[card]}", brief(card))
            case Shuffle():
                return Choice(move, "Shuffle", "")

    def _cancelling(self, phase: React) -> str:
        """What a cancel would do, if nobody cancels it in turn."""
        title = self.titles[phase.play.card]
        return f"{title} is void" if phase.cancels % 2 == 0 else f"{title} works again"

    def _passing(self, phase: React) -> str:
        """What comes of letting it pass, if nobody else cancels."""
        outcome = "is void" if phase.cancels % 2 else "works"
        return f"{self.titles[phase.play.card]} {outcome}, unless somebody else cancels"

    def wishes(self, view: State) -> Iterator[tuple[str, Move]]:
        """To play every card of the hand, on everybody; to cancel."""
        match view.phase:
            case Play():
                for card, _ in counted_cards(view.hands[view.turn - 1]):
                    for choice in self._imaginable(view, card):
                        play = PlayCard(card, choice)
                        yield self.what(play), play
            case React() if view.actor and HIDDEN not in view.hands[view.actor - 1]:
                yield "Cancel", Cancel()

    def _imaginable(self, view: State, card: Card) -> list[Any]:
        """All that somebody might want a card to name, possible or not."""
        action = ACTIONS[card]
        if action.names is None or any(not need.met(view) for need in action.needs):
            return [None]
        if action.names in (a_side, a_discarded_card):
            return []
        return [seat for seat in range(1, self.game.seats + 1) if seat != view.turn]

    def refusals_of(self, view: State, card: Card) -> list[Refusal]:
        """Whom a card cannot be aimed at, or why it can only be discarded."""
        legal = choices(view, card)
        return [
            Refusal(self.name(choice) if choice else self.titles[card], self._unfit(view, card, choice))
            for choice in self._imaginable(view, card)
            if choice not in legal
        ]

    def _unfit(self, view: State, card: Card, choice: int | None) -> str:
        """Why this is not a target; the name of the player stands before it."""
        reason = why_not(view, card, choice)
        return reason.removeprefix(f"seat {choice} ") if choice else self.named(reason)

    def window(self, view: State) -> Window | None:
        """Everybody who has not played last may cancel that."""
        phase = view.phase
        if not isinstance(phase, React) or not view.actor:
            return None
        step = 1 if self.game.options.rotation == "clockwise" else -1
        seats, seat = [], view.actor
        while seat != phase.last:
            seats.append(seat)
            seat = (seat - 1 + step) % self.game.seats + 1
        title = self.titles[phase.play.card]
        player = self.name(view.turn)
        effect = self.effect(view, phase.play)
        if not phase.cancels:
            happened = f"{player} plays {self.what(phase.play)}"
            return Window(happened, effect, "Does anybody cancel it?", tuple(seats), Pass())
        against = f"{player}'s {self.what(phase.play)}"
        if phase.cancels == 1:
            happened = f"{self.name(phase.last)} cancels {against}"
        else:
            happened = f"{self.name(phase.last)} cancels the cancel against {against}"
            if phase.cancels > 2:
                happened += f" ({phase.cancels} cancels so far)"
        means = f"{title} is void" if phase.cancels % 2 else f"{title} works: {effect}"
        return Window(happened, means, "Does anybody cancel the cancel?", tuple(seats), Pass())
