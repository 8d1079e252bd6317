"""What is played, and what it would do as things stand: it is tried out, and told by what has changed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nutgames.games.core import Hidden
from nutgames.games.hibernation.actions import (
    ACTIONS,
    PRICE,
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
)
from nutgames.games.hibernation.components import (
    DECK,
    Card,
    DiscardCard,
    Play,
    PlayCard,
    React,
    Side,
    State,
    score,
)
from nutgames.games.hibernation.game import Hibernation
from nutgames.play.names import clean
from nutgames.play.words import Words
from nutgames.play.words.hibernation.cards import brief, counted_cards, heading, plural


class CardWords(Words):
    """The cards of one table, as its deck calls them."""

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

    # What is played

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

    def aim(self, move: PlayCard | DiscardCard) -> str:
        """What is asked once a card is chosen."""
        match move:
            case DiscardCard(card):
                return f"{self.titles[card]}: to be wasted?"
            case PlayCard(card, Side()):
                return f"{self.titles[card]}: to which side?"
            case PlayCard(card, Card()):
                return f"{self.titles[card]}: which card?"
        return f"{self.titles[move.card]}: on whom?"

    def _last_played(self, phase: React) -> str:
        """What a cancel would be played against."""
        return f"{self.name(phase.last)}'s cancel" if phase.cancels else self.what(phase.play)

    # What it would do

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
            if not view.hands[choice - 1]:
                return f"{self.name(choice)} has no card left to take"
            return f"sees {self.name(choice)}'s {cards}, takes one"
        if does is swap_piles and isinstance(choice, int):
            return f"{own}'s {view.piles[view.turn - 1]} for {self.name(choice)}'s {view.piles[choice - 1]}"
        if does is swap_hands:
            if not isinstance(choice, int):
                return "nobody to swap with"
            theirs = len(view.hands[choice - 1])
            return f"{own}'s {plural(self._cards_left(view), 'card')} for {self.name(choice)}'s {theirs}"
        if does is dig_up:
            if not isinstance(choice, Card):
                return "nothing to dig up"
            return f"gets {self.titles[choice]} ({brief(choice)})"
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

    @staticmethod
    def _cards_left(view: State) -> int:
        """The cards that the player at turn has left once the card in question is played."""
        return len(view.hands[view.turn - 1]) - isinstance(view.phase, Play)
