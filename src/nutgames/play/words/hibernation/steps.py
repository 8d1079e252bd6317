"""What a step of the log has done to the table: what its words are made of."""

from __future__ import annotations

from nutgames.games.core import Hidden
from nutgames.games.hibernation.actions import ACTIONS, acted, pass_hands, swap_hands
from nutgames.games.hibernation.components import (
    CANCEL,
    Cancel,
    Card,
    DiscardCard,
    Pass,
    PlayCard,
    React,
    Reshuffle,
    Snoop,
    State,
    TakeCard,
    with_card,
    without_card,
)
from nutgames.play.match import Step


def goes_on(view: State) -> bool:
    """Whether the turn goes on with a further card, if nobody cancels any more."""
    match view.phase:
        case Reshuffle(_, further):
            return further
        case React(play, cancels):
            return not cancels % 2 and ACTIONS[play.card].further
        case Snoop():
            return ACTIONS[Card.SNOOP].further
    return False


def in_effect(step: Step) -> PlayCard | None:
    """The card that acts in this step."""
    phase = step.before.phase
    if isinstance(step.move, TakeCard):
        return PlayCard(Card.SNOOP, phase.target)
    nobody_cancels = isinstance(step.move, Pass) and not isinstance(step.after.phase, React | Snoop)
    return phase.play if nobody_cancels and not phase.cancels % 2 else None


def table_after(step: Step) -> State:
    """The table after what a card of this step does, before anything is drawn or put back in the middle."""
    play = in_effect(step)
    before: State = step.before
    return acted(before, play.card, play.choice) if play else before


def changed_hands(step: Step) -> list[int]:
    """The seats whose whole hand another one has had before."""
    play = in_effect(step)
    does, before = ACTIONS[play.card].does if play else None, step.before
    if play and does is swap_hands and isinstance(play.choice, int):
        return [before.turn, play.choice]
    if does is pass_hands:
        seats = [seat for seat, safe in enumerate(before.protected, start=1) if not safe]
        return seats if len(seats) > 1 else []
    return []


def undrawn(step: Step, seat: int) -> tuple[Card | Hidden, ...]:
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
    return table_after(step).hands[seat - 1]
