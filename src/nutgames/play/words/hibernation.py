"""Hibernation in words. What a card does is read off the table of the rules, so it is written once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

from nutgames.games.core import HIDDEN, Hidden
from nutgames.games.hibernation.actions import (
    ACTIONS,
    PRICE,
    a_discarded_card,
    a_side,
    acted,
    dig_up,
    hide,
    let_rot,
    let_wither,
    one_not_trapped,
    one_with_nuts,
    pass_hands,
    pass_piles,
    passed_on,
    set_trap,
    swap_hands,
    swap_piles,
    take_golden_nut,
    trade_for_golden_nut,
    why_not,
)
from nutgames.games.hibernation.actions import choices as nameable
from nutgames.games.hibernation.components import (
    CANCEL,
    DECK,
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
    Side,
    Snoop,
    State,
    TakeCard,
    score,
    with_card,
    without_card,
)
from nutgames.games.hibernation.game import Hibernation
from nutgames.play.match import Match, Step
from nutgames.play.names import clean
from nutgames.play.rulebook import section
from nutgames.play.words import Choice, Grid, Interlude, Refusal, Window, Words, listed

IN_SHORT: Final[Mapping[Callable[[State, Any], State], str]] = {
    swap_hands: "swap hands",
    swap_piles: "swap piles",
    dig_up: "a discarded card",
    pass_piles: "piles move on",
    pass_hands: "hands move on",
    hide: "protected",
    set_trap: "one loses a turn",
    take_golden_nut: "get the golden nut",
    trade_for_golden_nut: f"pay {PRICE}: the golden nut",
    let_rot: "halves the centre",
    let_wither: "halves every pile",
}
"""What a card does that others do not, in a few words."""

ROW = 4
"""Cards of a hand that stand beside each other in lines of text."""

AT_LENGTH = {
    "golden nut": "golden nut",
    "protected": "protected till next turn",
    "trapped": "trapped: skips a turn",
}
"""What a status means, where there is room for it."""

MANY_MONTHS = 4
"""More months than these are only told as a sum where there is little room."""


@cache
def brief(card: Card) -> str:
    """What a card does, as short as it can be said on its face."""
    action = ACTIONS[card]
    parts = [
        "voids a card" if card is Card.CANCEL else "",
        "take a card you see" if action.look else "",
        IN_SHORT[action.does] if action.does else "",
        f"steal {action.take}" if action.take else "",
        f"+{action.collect}" if action.collect else "",
        f"stash {action.stash}" if action.stash else "",
        "ends the month" if action.ends else "",
        f"draw {action.draw}" if action.draw else "",
        "play again" if action.further else "",
    ]
    return ", ".join(filter(None, parts))


def heading(card: Card) -> str:
    """The heading of a card on the rules page, which calls it by its built-in title."""
    return DECK.titles[card]


@cache
def full_text(card: Card) -> str:
    """What the rules page says about a card, without the number of copies: a deck may have others."""
    _, _, text = section("hibernation", heading(card)).text.partition("\n")
    text = " ".join(re.sub(r"\s*\*\(ruling\)\*|\*\*", "", text).split())
    return re.sub(r"\s*\w+ cop(?:y|ies)\.$", "", text)


def counted_cards(cards: Sequence[Card | Hidden]) -> list[tuple[Card, int]]:
    """The kinds among some cards in the order of the rules page, with how many there are of each."""
    copies = Counter(cards)
    return [(card, copies[card]) for card in Card if copies[card]]


def plural(number: int, what: str) -> str:
    """3 cards, 1 card."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class TableWords(Words):
    """The words for one table of Hibernation."""

    game: Hibernation

    def __init__(self, game: Hibernation, names: Sequence[str]) -> None:
        super().__init__(game, names)
        titles = (game.deck or DECK).titles
        self.titles = {card: clean(titles.get(card, ""), 16) or heading(card) for card in Card}
        """How the deck calls its cards."""

    def named(self, reason: str) -> str:
        """Cards by their titles too, as far as no other word is written like them."""
        hyphened = "|".join(card for card in Card if "-" in card)
        with_titles = re.sub(rf"\b({hyphened})\b", lambda found: self.titles[Card(found[1])], reason)
        return super().named(with_titles)

    def cards(self, cards: Sequence[Card | Hidden]) -> str:
        """Cards by their titles, equal ones counted."""
        return ", ".join(self.copies(card, number) for card, number in counted_cards(cards))

    def copies(self, card: Card, number: int) -> str:
        """A card and how many there are of it."""
        return self.titles[card] + (f" ×{number}" if number > 1 else "")

    # The table

    def month(self, view: State) -> int:
        """The month that is played, or the last one."""
        return min(len(view.months) + 1, self.game.options.months)

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

    def months_so_far(self, view: State, seat: int) -> str:
        """The scores of the finished months and their sum; of many months, the sum alone."""
        scores = [month[seat - 1] for month in view.months]
        if not 1 < len(scores) <= MANY_MONTHS:
            return str(sum(scores))
        return f"{'+'.join(map(str, scores))} = {sum(scores)}"

    def status(self, view: State, seat: int) -> list[str]:
        """Everything about a player that is not a number; the fewer there is, the more is said."""
        found = [
            *(["golden nut"] if view.golden_nut == seat else []),
            *(["protected"] if view.protected[seat - 1] else []),
            *(["trapped"] if view.trapped[seat - 1] else []),
        ]
        return found if len(found) > 1 else [AT_LENGTH[each] for each in found]

    def seen_hands(self, view: State) -> Iterator[int]:
        """The seats whose cards the reader sees."""
        for seat, hand in enumerate(view.hands, start=1):
            if hand and HIDDEN not in hand:
                yield seat

    def _hands(self, view: State) -> Iterator[Grid]:
        """The hands that are seen, a few cards in a line."""
        for seat in self.seen_hands(view):
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
        for seat in self.seen_hands(view):
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

    def what(self, play: PlayCard) -> str:
        """A card with what it names: "Burglar on Ben"."""
        title = self.titles[play.card]
        match play.choice:
            case Side() as side:
                return f"{title} to the {side}"
            case Card() as card:
                return f"{title} ({self.titles[card]})"
            case int() as seat:
                return f"{title} on {self.name(seat)}"
        return title

    def way(self, view: State, play: PlayCard) -> str:
        """What a card names and how much is to be had there: "Ben (7)"."""
        match play.choice:
            case Side() as side:
                return f"to the {side}"
            case Card() as card:
                return self.copies(card, view.discard.count(card))
            case int() as seat:
                names = ACTIONS[play.card].names
                if names is one_not_trapped:
                    return self.name(seat)
                of_nuts = names is one_with_nuts or ACTIONS[play.card].does is swap_piles
                there = view.piles[seat - 1] if of_nuts else plural(len(view.hands[seat - 1]), "card")
                return f"{self.name(seat)} ({there})"
        return ""

    def effect(self, view: State, play: PlayCard) -> str:
        """What a card would do as things stand, if nobody cancels it."""
        card, choice, action = play.card, play.choice, ACTIONS[play.card]
        after = acted(view, card, choice)
        parts = [self._special(view, after, play)]
        if action.take:
            taken = view.piles[choice - 1] - after.piles[choice - 1] if isinstance(choice, int) else 0
            parts.append(
                f"takes {taken} of {self.name(choice)}'s {view.piles[choice - 1]}"
                if isinstance(choice, int)
                else "nobody to take from"
            )
        return ", ".join(filter(None, [*parts, *self._outcome(view, after, card)]))

    @staticmethod
    def _outcome(view: State, after: State, card: Card) -> list[str]:
        """The part of a card's effect that needs no target: collecting, stashing, and what follows."""
        action, own = ACTIONS[card], view.turn - 1
        parts = []
        if action.collect:
            income = min(action.collect, view.centre)
            parts.append(f"+{income}" + (", all that is left" if income < action.collect else ""))
        if action.stash:
            parts.append(f"stashes {after.stashes[own] - view.stashes[own]}")
        if action.ends or not after.centre:
            return [*parts, "the month ends"]
        parts += [f"draws {action.draw}"] if action.draw else []
        parts += ["plays again"] if action.further else []
        return parts

    def _special(self, view: State, after: State, play: PlayCard) -> str:
        """The part of a card's effect that other cards do not have."""
        does, choice = ACTIONS[play.card].does, play.choice
        own = self.name(view.turn)
        if ACTIONS[play.card].look:
            if not isinstance(choice, int):
                return "nobody to look at"
            cards = plural(len(view.hands[choice - 1]), "card")
            return (
                f"sees {self.name(choice)}'s {cards}, takes one"
                if view.hands[choice - 1]
                else (f"{self.name(choice)} has no card left to take")
            )
        if does in (swap_hands, swap_piles) and isinstance(choice, int):
            if does is swap_piles:
                return (
                    f"{own}'s {view.piles[view.turn - 1]} for {self.name(choice)}'s {view.piles[choice - 1]}"
                )
            theirs = len(view.hands[choice - 1])
            return f"{own}'s {plural(self._cards_left(view), 'card')} for {self.name(choice)}'s {theirs}"
        if does is swap_hands:
            return "nobody to swap with"
        if does is dig_up:
            return (
                f"gets {self.titles[choice]} ({brief(choice)})"
                if isinstance(choice, Card)
                else ("nothing to dig up")
            )
        if does is pass_piles:
            return f"piles: {self._changes(view.piles, after.piles)}"
        if does is pass_hands and isinstance(choice, Side):
            return self._hands_passed(view, choice)
        if does is hide:
            return f"protected until {own}'s next turn"
        if does is set_trap and isinstance(choice, int):
            return f"{self.name(choice)} skips a turn"
        if does in (take_golden_nut, trade_for_golden_nut):
            price = f"gives {PRICE} back, " if does is trade_for_golden_nut else ""
            before, now = score(view, view.turn), score(after, view.turn)
            if view.golden_nut == view.turn:
                return f"{price}has the golden nut already"
            whence = f"from {self.name(view.golden_nut)}" if view.golden_nut else "from the middle"
            return f"{price}golden nut {whence}, score {before}→{now}"
        if does is let_rot:
            return f"destroys {view.centre - after.centre} of {view.centre} in the centre"
        if does is let_wither:
            return f"halves every pile: {self._changes(view.piles, after.piles)}"
        return ""

    @staticmethod
    def _cards_left(view: State) -> int:
        """The cards that the player at turn has left once the card in question is played."""
        return len(view.hands[view.turn - 1]) - isinstance(view.phase, Play)

    def _changes(self, before: Sequence[int], after: Sequence[int]) -> str:
        """Whose number changes, and how."""
        changes = [
            f"{self.name(seat)} {old}→{new}"
            for seat, (old, new) in enumerate(zip(before, after, strict=True), start=1)
            if old != new
        ]
        return ", ".join(changes) or "nothing changes"

    def _hands_passed(self, view: State, side: Side) -> str:
        """Whose hand the player gets in a migration, and who gets the player's; all others follow suit."""
        sizes = [len(hand) for hand in view.hands]
        sizes[view.turn - 1] = self._cards_left(view)
        seats = range(1, self.game.seats + 1)
        givers = passed_on(tuple(seats), side, view.protected)
        own = givers.index(view.turn) + 1
        if own == view.turn:
            return "nobody to swap with"
        before = givers[view.turn - 1]
        theirs = plural(sizes[before - 1], "card")
        return (
            f"{self.name(view.turn)} gets {self.name(before)}'s {theirs}, "
            f"{self.name(own)} gets {self.name(view.turn)}'s {sizes[view.turn - 1]}"
        )

    def _last_played(self, phase: React) -> str:
        """What a cancel would be played against."""
        return f"{self.name(phase.last)}'s cancel" if phase.cancels else self.what(phase.play)

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
                    for choice in self.imaginable(view, card):
                        play = PlayCard(card, choice)
                        yield self.what(play), play
            case React() if view.actor and HIDDEN not in view.hands[view.actor - 1]:
                yield "Cancel", Cancel()

    def imaginable(self, view: State, card: Card) -> list[Any]:
        """All that somebody might want a card to name, possible or not."""
        action = ACTIONS[card]
        if action.names is None or any(not need.met(view) for need in action.needs):
            return [None]
        if action.names in (a_side, a_discarded_card):
            return []
        return [seat for seat in range(1, self.game.seats + 1) if seat != view.turn]

    def refusals_of(self, view: State, card: Card) -> list[Refusal]:
        """Whom a card cannot be aimed at, or why it can only be discarded."""
        legal = nameable(view, card)
        return [
            Refusal(self.name(choice) if choice else self.titles[card], self._unfit(view, card, choice))
            for choice in self.imaginable(view, card)
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

    # The log

    def begins_turn(self, step: Step) -> bool:
        """A further card belongs to the turn; if all others are trapped, the same player has the next one."""
        before, after = step.before, step.after
        if isinstance(before.phase, Deal) or not isinstance(after.phase, Play | Reshuffle):
            return isinstance(before.phase, Deal)
        is_drawing = isinstance(after.phase, Reshuffle) and not after.phase.further
        return before.turn != after.turn or not (is_drawing or self._goes_on(before))

    @staticmethod
    def _goes_on(view: State) -> bool:
        """Whether the turn goes on with a further card, if nobody cancels any more."""
        match view.phase:
            case Reshuffle(_, further):
                return further
            case React(play, cancels):
                return not cancels % 2 and ACTIONS[play.card].further
            case Snoop():
                return ACTIONS[Card.SNOOP].further
        return False

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
                outcome = ", ".join(self._outcome(before, self._acted(step), play.card))
                lines = [
                    f"{name} takes {what} from {self.name(before.phase.target)}'s hand.",
                    f"{name}'s {self.what(play)}: {outcome}.",
                ]
        if len(after.months) > len(before.months):
            lines.append(self._month_over(step))
        elif not isinstance(before.phase, Deal):
            trapped = self._acted(step).trapped
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
        changed_hands = self._changed_hands(step)
        for seat in self.seen_hands(after):
            if HIDDEN in before.hands[seat - 1]:
                continue
            kept, new = self._undrawn(step, seat), after.hands[seat - 1]
            if len(new) > len(kept):
                verb = "is dealt" if isinstance(before.phase, Deal) else "draws"
                is_known = HIDDEN not in kept
                drawn = tuple((Counter(new) - Counter(kept)).elements())
                what = self.cards(drawn) if is_known else plural(len(new) - len(kept), "card")
                yield f"{self.name(seat)} {verb} {what}."
            if seat in changed_hands and before.hands[seat - 1] != new:
                yield f"{self.name(seat)}'s hand is now {self.cards(new)}."

    def _undrawn(self, step: Step, seat: int) -> tuple[Card | Hidden, ...]:
        """A hand after what the move takes from it and brings to it, before anything is drawn."""
        hand, move = step.before.hands[seat - 1], step.move
        match move:
            case PlayCard(card) | DiscardCard(card) if seat == step.actor:
                return without_card(hand, card)
            case Cancel() if seat == step.actor:
                return without_card(hand, CANCEL)
            case TakeCard(Card() as card) if seat == step.before.phase.target:
                return without_card(hand, card)
            case TakeCard(Card() as card) if seat == step.actor:
                return with_card(hand, card)
        return self._acted(step).hands[seat - 1]

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
            if seat in self._changed_hands(step):
                fresh = new
            elif old != new or isinstance(step.move, TakeCard | DiscardCard):
                stayed = old & new & Counter(self._undrawn(step, seat))
                fresh = (fresh & stayed) + (new - stayed)
        return fresh

    def _changed_hands(self, step: Step) -> list[int]:
        """The seats whose whole hand another one has had before."""
        play = self._in_effect(step)
        does, before = ACTIONS[play.card].does if play else None, step.before
        if play and does is swap_hands and isinstance(play.choice, int):
            return [before.turn, play.choice]
        if does is pass_hands:
            seats = [seat for seat, safe in enumerate(before.protected, start=1) if not safe]
            return seats if len(seats) > 1 else []
        return []

    def _acted(self, step: Step) -> State:
        """The table after what a card of this step does, before anything is drawn."""
        play = self._in_effect(step)
        before: State = step.before
        return acted(before, play.card, play.choice) if play else before

    @staticmethod
    def _in_effect(step: Step) -> PlayCard | None:
        """The card that acts in this step."""
        phase = step.before.phase
        if isinstance(step.move, TakeCard):
            return PlayCard(Card.SNOOP, phase.target)
        nobody_cancels = isinstance(step.move, Pass) and not isinstance(step.after.phase, React | Snoop)
        return phase.play if nobody_cancels and not phase.cancels % 2 else None

    # The end of a month and of the game

    def _at_the_end(self, step: Step) -> State:
        """The table as it lay when a month ended, before all went back to the middle."""
        return self._acted(step)

    @staticmethod
    def counting(state: State, seat: int) -> str:
        """How a score of a month comes about."""
        pile, stash = state.piles[seat - 1], state.stashes[seat - 1]
        doubled = f"2×({pile}+1)" if state.golden_nut == seat else str(pile)
        return f"{stash} + {doubled} = {score(state, seat)}"

    def _month_over(self, step: Step) -> str:
        """A line for the log."""
        last = self._at_the_end(step)
        scores = [f"{self.name(seat)} {self.counting(last, seat)}" for seat in range(1, self.game.seats + 1)]
        return f"Month {len(step.after.months)} is over, stash + pile: {listed(scores)}."

    def interlude(self, step: Step) -> Interlude | None:
        """A month is over and another one follows."""
        before, after = step.before, step.after
        if len(after.months) == len(before.months) or isinstance(after.phase, Over):
            return None
        last, month = self._at_the_end(step), len(after.months)
        order = sorted(
            range(1, self.game.seats + 1), key=lambda seat: -sum(each[seat - 1] for each in after.months)
        )
        rows = tuple(
            (
                self.label(seat),
                str(last.stashes[seat - 1]),
                f"2×({last.piles[seat - 1]}+1)" if last.golden_nut == seat else str(last.piles[seat - 1]),
                str(score(last, seat)),
                str(sum(each[seat - 1] for each in after.months)),
            )
            for seat in order
        )
        why = "The centre is empty." if last.centre == 0 else f"{self.titles[Card.EARLY_WINTER]} has come."
        starter = (
            f"{self.name(after.turn)} starts month {month + 1}; all nuts and cards go back to the middle."
        )
        return Interlude(
            f"Month {month} of {self.game.options.months} is over",
            Grid(("player", "stash", "pile", f"month {month}", "total"), rows),
            (why, starter),
        )

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
        lasts = [
            self._at_the_end(step)
            for step in match.log(0)
            if len(step.after.months) > len(step.before.months)
        ]
        sums = [self.counting(last, seat).replace(" ", "") for last in lasts]
        return f"stash + pile: {' · '.join(sums)}" if sums else ""
