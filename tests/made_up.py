"""A game that the program does not know: it has no words and no rules page, but cards that are hidden.

Everybody is dealt three cards and puts two of them face down, one at a time; then all are turned up, and the
highest sum wins.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from nutgames.games import CHANCE, GAMES, HIDDEN, Entry, IllegalMove, Pool, Standings
from nutgames.games.core import parsed, ranked, seat_after
from nutgames.games.options import TableOptions


class Options(TableOptions):
    """Nothing of its own."""


class Deal(Struct, frozen=True):
    hands: tuple[tuple[int, ...], ...] | str

    def __str__(self) -> str:
        if isinstance(self.hands, str):
            return f"deal {self.hands}"
        return "deal " + " / ".join(" ".join(map(str, hand)) for hand in self.hands)


class Put(Struct, frozen=True):
    card: int | str

    def __str__(self) -> str:
        return f"put {self.card}"


class State(Struct, frozen=True):
    turn: int
    hands: tuple[Any, ...]
    down: tuple[tuple[Any, ...], ...]


class HighCard:
    """The rules."""

    def __init__(self, seats: int, options: Options, deck: Any = None) -> None:
        self.seats, self.options, self.deck = seats, options, deck

    def start(self) -> State:
        return State(self.options.first, (), ((),) * self.seats)

    def actor(self, state: State) -> int | None:
        if not state.hands:
            return CHANCE
        return None if self._put(state) == 2 * self.seats else state.turn

    def _put(self, state: State) -> int:
        """How many cards lie face down."""
        return sum(map(len, state.down))

    def moves(self, state: State) -> Iterator[Put]:
        if self.actor(state) not in (CHANCE, None):
            yield from map(Put, state.hands[state.turn - 1])

    def play(self, state: State, move: Any) -> State:
        actor = self.actor(state)
        if actor == CHANCE:
            if not isinstance(move, Deal) or isinstance(move.hands, str):
                raise IllegalMove("first the cards are dealt")
            cards = sorted(card for hand in move.hands for card in hand)
            if cards != self._cards() or any(len(hand) != 3 for hand in move.hands):
                raise IllegalMove("three cards for each, every card once")
            if any(list(hand) != sorted(hand) for hand in move.hands):
                raise IllegalMove("lower cards come first")
            # The first hand is for the seat that starts.
            start = self.options.first - 1
            hands = [move.hands[(seat - start) % self.seats] for seat in range(self.seats)]
            return replace(state, hands=tuple(hands))
        if actor is None:
            raise IllegalMove("the game is over")
        if move not in self.moves(state):
            raise IllegalMove("put down a card from your hand")
        hand = tuple(card for card in state.hands[actor - 1] if card != move.card)
        return State(
            seat_after(actor, self.seats),
            (*state.hands[: actor - 1], hand, *state.hands[actor:]),
            (*state.down[: actor - 1], (*state.down[actor - 1], move.card), *state.down[actor:]),
        )

    def _cards(self) -> list[int]:
        return list(range(1, 3 * self.seats + 1))

    def view(self, state: State, seat: int) -> State:
        if self.actor(state) is None:
            return state
        return replace(
            state,
            hands=tuple(
                hand if owner == seat else (HIDDEN,) * len(hand)
                for owner, hand in enumerate(state.hands, start=1)
            ),
            down=tuple(
                cards if owner == seat else (HIDDEN,) * len(cards)
                for owner, cards in enumerate(state.down, start=1)
            ),
        )

    def standings(self, state: State) -> Standings:
        over = self.actor(state) is None
        return ranked([(sum(cards) if over else 0,) for cards in state.down])

    def deal(self, state: State, rng: Random) -> Deal:
        cards = rng.sample(self._cards(), 3 * self.seats)
        return Deal(tuple(tuple(sorted(cards[3 * seat : 3 * seat + 3])) for seat in range(self.seats)))

    def parse(self, text: str) -> Any:
        def read(words: list[str]) -> Any:
            match words:
                case ["deal", "?"]:
                    return Deal(HIDDEN)
                case ["deal", *cards]:
                    hands = " ".join(cards).split(" / ")
                    return Deal(tuple(tuple(map(int, hand.split(" "))) for hand in hands))
                case ["put", "?"]:
                    return Put(HIDDEN)
                case ["put", card]:
                    return Put(int(card))
            raise ValueError(words)

        return parsed(text, read)

    def shown(self, state: State, move: Any, seat: int) -> Any:
        if isinstance(move, Deal):
            return Deal(HIDDEN)
        is_last = self._put(state) == 2 * self.seats - 1  # then all cards are turned up
        return move if seat == state.turn or is_last else Put(HIDDEN)

    def unseen(self, view: State, seat: int) -> Sequence[Pool]:
        if not view.hands:
            return []
        seen = [card for cards in (*view.hands, *view.down) for card in cards]
        hidden = [card for card in self._cards() if card not in seen]
        return [Pool(hidden, seen.count(HIDDEN))]

    def filled(self, view: State, cards: Sequence[Sequence[int]]) -> State:
        if not view.hands:
            return view
        left = list(cards[0])

        def fill(card: Any) -> Any:
            return left.pop() if card is HIDDEN else card

        return replace(
            view,
            hands=tuple(tuple(sorted(fill(card) for card in hand)) for hand in view.hands),
            down=tuple(tuple(map(fill, cards)) for cards in view.down),
        )

    def inventory(self, state: State) -> object:
        return self.seats


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the game, which is known while a test runs."""
    module = ModuleType("nutgames.games.high_card")
    vars(module).update(HighCard=HighCard, Options=Options)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    entry = Entry("High Card", range(2, 4), 1, "put one down", "hands", 1, "high_card", "HighCard")
    monkeypatch.setitem(GAMES, "high-card", entry)  # type: ignore[arg-type]
    return "high-card"
