"""How Hibernation is played: months, turns, reactions, the end, and what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from nutgames.games.core import (
    CHANCE,
    HIDDEN,
    Game,
    Hidden,
    IllegalMove,
    Pool,
    Seat,
    Standings,
    parsed,
    ranked,
    seat_after,
    with_seat,
)
from nutgames.games.hibernation.actions import ACTIONS, SIMPLE_PLAYS, acted, choices, why_not
from nutgames.games.hibernation.components import (
    CANCEL,
    CANCEL_OR_PASS,
    DECK,
    HAND_SIZE,
    MOST_CARDS,
    PASS_ONLY,
    PLAY,
    Cancel,
    Card,
    Choice,
    Deal,
    Deck,
    DiscardCard,
    Move,
    Options,
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
    read,
    score,
    spent,
    with_card,
    without_card,
)


class Hibernation(Game[State, Move]):
    """The rules at one table."""

    def __init__(self, seats: int, options: Options, deck: Deck | None = None) -> None:
        self.seats = seats
        self.options: Options = options
        self.deck = deck
        if deck is not None:
            check_deck(deck)
        copies = (deck or DECK).copies
        self.cards = tuple(sorted(card for card in Card for _ in range(copies.get(card, 0))))
        """All cards of the game, sorted."""
        least = HAND_SIZE * seats + 1
        if len(self.cards) < least:
            raise ValueError(
                f"a deck for {seats} players has at least {least} cards; this one has {len(self.cards)}"
            )
        clockwise = options.rotation == "clockwise"
        self._after = {
            seat: seat_after(seat, seats) if clockwise else (seat - 1 or seats)
            for seat in range(1, seats + 1)
        }
        """The next seat in rotation."""

    def start(self) -> State:
        """Everything lies in the middle, nothing is dealt."""
        return self._gathered(self.options.first, ())

    def actor(self, state: State) -> int | None:
        """The player whose turn it is, who is asked to react, or chance."""
        return state.actor

    def moves(self, state: State) -> Iterator[Move]:
        """What may be played, answered or taken now."""
        match state.phase:
            case React():
                asked = state.hands[state.actor - 1] if state.actor else ()
                return iter(CANCEL_OR_PASS if CANCEL in asked else PASS_ONLY)
            case Play():
                return iter(self._plays(state))
            case Snoop(target):
                return iter([TakeCard(card) for card in dict.fromkeys(state.hands[target - 1])])
            case Deal() | Reshuffle() | Over():
                return iter(())

    def play(self, state: State, move: Move) -> State:
        """One step: a card is played, answered or taken, or the deck is shuffled."""
        match state.phase:
            case React():
                return self._react(state, state.phase, move)
            case Play():
                return self._play(state, move)
            case Snoop(target):
                return self._take(state, target, move)
            case Deal():
                return self._deal(state, shuffled(state, move))
            case Reshuffle(draws, further):
                state = replace(state, deck=shuffled(state, move), discard=())
                return self._draw(state, draws, further)
            case Over():
                raise IllegalMove("the game is over")

    # The start of a month

    def _gathered(self, starter: Seat, months: tuple[tuple[int, ...], ...]) -> State:
        """All cards and nuts are in the middle, and nobody is protected or trapped (4.9)."""
        none, nobody = (0,) * self.seats, (False,) * self.seats
        return State(
            actor=CHANCE,
            turn=starter,
            phase=Deal(),
            centre=self.options.nuts * self.seats,
            destroyed=0,
            piles=none,
            stashes=none,
            golden_nut=None,
            protected=nobody,
            trapped=nobody,
            hands=((),) * self.seats,
            deck=(),
            discard=self.cards,
            months=months,
        )

    def _deal(self, state: State, deck: tuple[Card, ...]) -> State:
        """Everybody gets cards one at a time, in rotation from the starter, whose turn begins."""
        hands = list(state.hands)
        seat = state.turn
        for place in range(self.seats):
            hands[seat - 1] = tuple(sorted(deck[place : HAND_SIZE * self.seats : self.seats]))
            seat = self._after[seat]
        state = replace(state, hands=tuple(hands), deck=deck[HAND_SIZE * self.seats :], discard=())
        return self._draw(state, 1, True)

    # A turn: draw cards, play a card

    def _draw(self, state: State, draws: int, further: bool) -> State:
        """Cards are drawn, then one is played, if either is owed and possible (4.1, 4.5)."""
        turn, hands, deck = state.turn, state.hands, state.deck
        drawn = min(draws, len(deck))
        if drawn:
            hands = with_seat(hands, turn, tuple(sorted(hands[turn - 1] + deck[:drawn])))
            deck = deck[drawn:]
        if drawn < draws and state.discard:
            rest = Reshuffle(draws - drawn, further)
            return replace(state, actor=CHANCE, phase=rest, hands=hands, deck=deck)
        if further and hands[turn - 1]:
            return replace(state, actor=turn, phase=PLAY, hands=hands, deck=deck)
        return self._end_turn(replace(state, hands=hands, deck=deck))

    def _plays(self, state: State) -> list[Move]:
        """Every card of the hand, with all that it can name; a card without an action is discarded (4.3)."""
        plays: list[Move] = []
        for card in dict.fromkeys(state.hands[state.turn - 1]):
            if card in SIMPLE_PLAYS:
                plays.append(SIMPLE_PLAYS[card])
            elif card is not HIDDEN:
                found = choices(state, card)
                plays += [PlayCard(card, choice) for choice in found] if found else [DiscardCard(card)]
        return plays

    def _play(self, state: State, move: Move) -> State:
        """A card of the hand is played, or thrown away if it can do nothing."""
        match move:
            case PlayCard(card, choice):
                if card not in state.hands[state.turn - 1]:
                    raise IllegalMove(f"{card} is not in your hand")
                if choice not in choices(state, card):
                    raise IllegalMove(why_not(state, card, choice))
                return self._ask(spent(state, state.turn, card), React(move, 0, state.turn))
            case DiscardCard(card):
                if card not in state.hands[state.turn - 1]:
                    raise IllegalMove(f"{card} is not in your hand")
                if choices(state, card):
                    raise IllegalMove(f"{card} can be played for its action, so it is not discarded")
                return self._end_turn(spent(state, state.turn, card))
        raise IllegalMove("it is your turn: play a card of your hand")

    def _end_turn(self, state: State) -> State:
        """The turn passes to the next in rotation who is not trapped, whose protection ends (4.6, 4.10)."""
        turn = self._after[state.turn]
        while state.trapped[turn - 1]:
            state = replace(state, trapped=with_seat(state.trapped, turn, False))
            turn = self._after[turn]
        protected = state.protected
        if protected[turn - 1]:
            protected = with_seat(protected, turn, False)
        return self._draw(replace(state, turn=turn, protected=protected), 1, True)

    # Reactions

    def _ask(self, state: State, question: React) -> State:
        """The questions start with the next seat after whoever has just played (4.4)."""
        return replace(state, actor=self._after[question.last], phase=question)

    def _react(self, state: State, question: React, move: Move) -> State:
        """Everybody is asked once; a cancel starts the questions anew (4.4)."""
        asked = state.actor
        assert asked
        match move:
            case Pass() if self._after[asked] == question.last:
                return self._settle(state, question)
            case Pass():
                return replace(state, actor=self._after[asked])
            case Cancel():
                if CANCEL not in state.hands[asked - 1]:
                    raise IllegalMove("you hold no cancel")
                cancelled = React(question.play, question.cancels + 1, asked)
                return self._ask(spent(state, asked, CANCEL), cancelled)
        raise IllegalMove(f"{question.play.card} has been played: cancel or pass")

    def _settle(self, state: State, question: React) -> State:
        """Nobody cancels any more: the card is void after an odd number of cancels, else it acts (4.4)."""
        if question.cancels % 2:
            return self._end_turn(state)
        card, target = question.play.card, question.play.choice
        if ACTIONS[card].look and isinstance(target, int) and state.hands[target - 1]:
            return replace(state, actor=state.turn, phase=Snoop(target))
        return self._act(state, card, target)

    # The action

    def _take(self, state: State, target: Seat, move: Move) -> State:
        """A card that the snoop has seen changes hands; then the rest of the action follows."""
        if not isinstance(move, TakeCard):
            raise IllegalMove(f"you see the hand of seat {target}: take a card of it")
        card = move.card
        if card is HIDDEN:
            raise IllegalMove("say which card is taken")
        if card not in state.hands[target - 1]:
            raise IllegalMove(f"seat {target} does not hold {card}")
        hands = with_seat(state.hands, target, without_card(state.hands[target - 1], card))
        hands = with_seat(hands, state.turn, with_card(hands[state.turn - 1], card))
        return self._act(replace(state, hands=hands), Card.SNOOP, target)

    def _act(self, state: State, card: Card, choice: Choice) -> State:
        """The card acts. Then the month may be over; if not, it may draw and play one more (4.9)."""
        state, action = acted(state, card, choice), ACTIONS[card]
        if action.ends or not state.centre:
            return self._end_month(state)
        return self._draw(state, action.draw, action.further)

    # The end

    def _end_month(self, state: State) -> State:
        """Everybody's score is written down; the next month starts with the next seat, or none does (4.9)."""
        months = (*state.months, tuple(score(state, seat) for seat in self._after))
        if len(months) == self.options.months:
            return replace(state, actor=None, phase=Over(), months=months)
        return self._gathered(self._after[state.turn], months)

    def standings(self, state: State) -> Standings:
        """The total of the finished months (4.11)."""
        totals = [sum(month[index] for month in state.months) for index in range(self.seats)]
        return ranked([(total,) for total in totals])

    # What a seat may know

    def view(self, state: State, seat: int) -> State:
        """Everything but the deck and the hands of others; a snoop who is choosing sees that hand too."""
        seen = {seat}
        if isinstance(state.phase, Snoop) and seat == state.turn:
            seen.add(state.phase.target)
        hands = tuple(
            hand if owner in seen else (HIDDEN,) * len(hand)
            for owner, hand in enumerate(state.hands, start=1)
        )
        return replace(state, hands=hands, deck=(HIDDEN,) * len(state.deck))

    def shown(self, state: State, move: Move, seat: int) -> Move:
        """Nobody reads the deck; what a snoop takes, only those read who see it go or come."""
        match move, state.phase:
            case Shuffle(), _:
                return Shuffle(HIDDEN)
            case TakeCard(), Snoop(target) if seat not in (state.turn, target):
                return TakeCard(HIDDEN)
        return move

    def unseen(self, view: State, seat: int) -> list[Pool]:  # noqa: ARG002, the view tells all
        """What lies neither open nor in a hand that is seen is in some other hand or in the deck."""
        places = [*view.deck, *(card for hand in view.hands for card in hand)]
        seen = Counter(card for card in places if card is not HIDDEN) + Counter(view.discard)
        unseen = Counter(self.cards) - seen
        return [Pool(tuple(unseen.elements()), places.count(HIDDEN))]

    def filled(self, view: State, cards: Sequence[Sequence[Card]]) -> State:
        """The view with these cards in the hands, from seat 1 on, and then in the deck."""
        down = iter(cards[0])
        hands = tuple(
            tuple(sorted(next(down) if card is HIDDEN else card for card in hand)) for hand in view.hands
        )
        deck = tuple(next(down) if card is HIDDEN else card for card in view.deck)
        return replace(view, hands=hands, deck=deck)

    def inventory(self, state: State) -> tuple[Counter[Card | Hidden], int]:
        """All cards, and all nuts but the golden one (4.8)."""
        cards = Counter(state.deck) + Counter(state.discard) + Counter(sum(state.hands, ()))
        return cards, state.centre + state.destroyed + sum(state.piles) + sum(state.stashes)

    # Chance and notation

    def deal(self, state: State, rng: Random) -> Move:
        """All cards of the discard, in any order."""
        if state.actor != CHANCE:
            raise IllegalMove("nothing is to be shuffled now")
        return Shuffle(tuple(rng.sample(state.discard, len(state.discard))))

    def parse(self, text: str) -> Move:
        """The move written like this."""
        return parsed(text, read)


def check_deck(deck: Deck) -> None:
    """Raises ValueError, one line, if no table at all can play with these cards (4.12)."""
    for card, copies in deck.copies.items():
        if copies not in range(MOST_CARDS + 1):
            raise ValueError(f"{card}: there can be 0 to {MOST_CARDS} copies of a card, not {copies!r}")
    total = sum(deck.copies.values())
    if total > MOST_CARDS:
        raise ValueError(f"a deck has at most {MOST_CARDS} cards; this one has {total}")
    cards = [card for card in Card if deck.copies.get(card)]
    # An early-winter collects too, but nobody gets the score for it if nothing else does.
    if not any(ACTIONS[card].collect and not ACTIONS[card].ends for card in cards):
        raise ValueError("no card of this deck collects nuts, so a month would never end")
    called = dict[str, Card]()
    for card in cards:
        title = deck.titles.get(card, card.value)
        other = called.setdefault(title.casefold(), card)
        if other is not card:
            raise ValueError(f"{card}: {title!r} is the title of {other} already")


def shuffled(state: State, move: Move) -> tuple[Card, ...]:
    """The deck that a shuffle makes of the discard."""
    if not isinstance(move, Shuffle):
        raise IllegalMove("the cards are being shuffled")
    if move.cards is HIDDEN:
        raise IllegalMove("say in which order the cards lie in the deck")
    if tuple(sorted(move.cards)) != state.discard:
        raise IllegalMove("the deck is made of exactly the cards of the discard")
    return move.cards
