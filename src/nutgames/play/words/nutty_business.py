"""Nutty Business in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from nutgames.games.core import HIDDEN
from nutgames.games.nutty_business import (
    BANK,
    CUSTOMS,
    HIDEOUT,
    RAID,
    ROBBERY,
    SET,
    WORTH,
    Card,
    Collect,
    Effects,
    Lay,
    LayCard,
    Move,
    NuttyBusiness,
    Over,
    Pile,
    Place,
    PlayCard,
    Raid,
    Rob,
    State,
    payments,
    tops,
)
from nutgames.play.match import Match, Step
from nutgames.play.words import Choice, Grid, Refusal, Words, listed

TITLES = {
    Card.CONTRABAND_2: "Contraband 2",
    Card.CONTRABAND_3: "Contraband 3",
    Card.CONTRABAND_5: "Contraband 5",
    Card.BANK: "Bank",
    Card.RAID: "Police Raid",
    Card.CUSTOMS: "Customs",
    Card.ROBBERY: "Robbery",
    Card.HIDEOUT: "Hideout",
}

BRIEF = {
    CUSTOMS: "contraband pays you 1, a 5 pays 2",
    HIDEOUT: "nothing to take back; placed on a pile, takes it to hand",
    RAID: "joins an opponent's two piles, for 1 nut; on a bank for 2",
    ROBBERY: "1 nut for each contraband on opponents' tops",
}

SIDES = {1: "left", 2: "right"}

SOURCES = ("contraband", "customs", "raids", "robbery", "robbed")
"""What brings nuts, and at last what takes them away; contraband after its customs have been paid."""


def titles(cards: tuple[Card, ...]) -> str:
    """Cards by their titles."""
    return ", ".join(TITLES[card] for card in cards)


def summed(cards: Collection[Card]) -> str:
    """A hand in few words: "Contraband 2 3 5, Bank"."""
    worths = " ".join(str(WORTH[card]) for card in SET if card in WORTH and card in cards)
    others = [TITLES[card] for card in SET if card not in WORTH and card in cards]
    return ", ".join([*([f"Contraband {worths}"] if worths else []), *others]) or "empty"


class TableWords(Words):
    """The words for one table of Nutty Business."""

    game: NuttyBusiness

    def named(self, reason: str) -> str:
        """Cards are told of by their titles."""
        card, is_not, rest = super().named(reason).partition(" is not ")
        return f"{TITLES[Card(card)] if card in SET else card}{is_not}{rest}"

    # The table

    def moment(self, view: State) -> str:
        """The two steps of a turn, after the news that it is one of the last."""
        match view.phase:
            case Lay():
                return "set-up: a card face down"
            case Place():
                return self._last_turns(view) + "1 PLACE  2 effects"
            case Effects():
                return self._last_turns(view) + "1 place ✓  2 EFFECTS"
            case Over():
                return "the game is over"

    def _last_turns(self, view: State) -> str:
        """How many turns are left, once that is certain: hands grow on their owners' turns only (1.7)."""
        for turns in range(1, self.game.seats + 1):
            seat = (view.turn - 1 + turns) % self.game.seats + 1
            if not view.hands[seat - 1]:
                left = "last turn" if turns == 1 else f"{turns} turns left"
                return f"{left}: {self.name(seat)} has no cards · "
        return ""

    def question(self, view: State) -> str:
        """What the player is asked to choose."""
        name = self.name(view.turn)
        match view.phase:
            case Lay():
                return f"{name}: which card do you lay face down? All are revealed together"
            case Place():
                return f"{name}: which card goes on which pile?"
            case Effects(pending):
                left = "one effect left" if len(pending) == 1 else f"{len(pending)} effects left, any order"
                return f"{name}: {left}"
            case Over():
                return self.ending(view)

    def section(self, view: State) -> str:
        """The rules about this moment."""
        match view.phase:
            case Lay():
                return "Setting up"
            case Place() | Effects():
                return "A turn"
            case Over():
                return "The end"

    def tables(self, view: State) -> list[Grid]:
        """Nuts, hands and piles."""
        rows = []
        for seat in range(1, self.game.seats + 1):
            mark = "▶" if seat == view.turn and not isinstance(view.phase, Over) else " "
            piles = [self._pile(view, seat, pile) for pile in view.piles[seat - 1]]
            has_laid = isinstance(view.phase, Lay) and view.phase.laid[seat - 1] is not None
            if has_laid:
                piles = ["face down"]
            rows.append(
                (
                    f"{mark} {seat} {self.label(seat)}",
                    str(view.nuts[seat - 1]),
                    str(len(view.hands[seat - 1]) - has_laid),
                    *[*piles, "–", "–"][:2],
                )
            )
        return [Grid(("  seat", "nuts", "hand", "pile 1 (left)", "pile 2 (right)"), tuple(rows))]

    def _pile(self, view: State, seat: int, pile: Pile) -> str:
        """A pile by its top, and how many cards it has."""
        fresh = isinstance(view.phase, Effects) and seat == view.turn and pile[-1] is view.phase.fresh
        size = f" ×{len(pile)}" if len(pile) > 1 else ""
        return TITLES[pile[-1]] + size + (" new" if fresh else "")

    def inspected(self, view: State) -> list[str]:
        """Every pile to its bottom, and the hands, which are known to all once the cards are revealed."""
        lines = []
        for seat in range(1, self.game.seats + 1):
            lines.append(f"{self.label(seat)}:")
            hand = view.hands[seat - 1]
            if isinstance(view.phase, Lay):
                has_laid = view.phase.laid[seat - 1] is not None
                lines.append(
                    f"  {'left pile: one card face down; ' * has_laid}{len(hand) - has_laid} in hand"
                )
                continue
            for number, pile in enumerate(view.piles[seat - 1], start=1):
                lines.append(f"  {SIDES[number]} pile, top first: {titles(pile[::-1])}")
            lines.append(f"  hand: {titles(hand) or 'empty'}")
        return lines

    def hand(self, view: State, seat: int) -> str:
        """A player's hand, which is known to all once the cards are revealed (1.2)."""
        hand = view.hands[seat - 1]
        laid = view.phase.laid[seat - 1] if isinstance(view.phase, Lay) else None
        if laid is HIDDEN:
            return "all cards but the one that lies face down"
        kept = [card for card in hand if card is not laid]
        return "all eight cards" if len(kept) == len(SET) else summed(kept)

    # The choices

    def choice(self, view: State, move: Move) -> Choice:
        """A legal move and what it would do."""
        match move:
            case LayCard(card):
                assert isinstance(card, Card)
                return Choice(move, TITLES[card], self._brief(card))
            case PlayCard(card, pile):
                place = f"{TITLES[card]}, {SIDES[pile]}"
                effects = (self._covering(view, move), self._then(view, move))
                return Choice(move, place, "; ".join(filter(None, effects)))
            case Collect(worth):
                return Choice(move, self._income(view, worth), self._customs(move))
            case Raid(seat, pile):
                covered, other = view.piles[seat - 1][pile - 1][-1], view.piles[seat - 1][2 - pile][-1]
                effect = (
                    f"{TITLES[other]} goes on top of {TITLES[covered]}; take {2 if covered is BANK else 1}"
                )
                return Choice(move, f"Police Raid ({SIDES[pile]} pile) on {self.name(seat)}", effect)
            case Rob():
                return Choice(move, "Robbery", self._loot(view) or self._why_no_loot(view))

    def _brief(self, card: Card) -> str:
        """What a card does on top of a pile."""
        if card in WORTH:
            return f"{WORTH[card]} nuts a turn"
        if card is BANK:
            blocks = self.game.options.bank_blocks_customs
            return "safe from robbery and customs" if blocks else "safe from robbery"
        return BRIEF[card]

    def _covering(self, view: State, move: PlayCard) -> str:
        """What happens to the pile that a card is placed on."""
        piles = view.piles[view.turn - 1]
        if move.pile > len(piles):
            return "starts a new pile"
        under = piles[move.pile - 1]
        if move.card is HIDEOUT:
            return f"back to hand: {titles(under)}"
        return f"covers {TITLES[under[-1]]}"

    def _then(self, view: State, move: PlayCard) -> str:
        """What the placed card would do this turn, as things stand."""
        after = self.game.play(view, move)
        card = move.card
        here = State(view.turn, Effects((card,), card), after.nuts, after.hands, after.piles)
        if card in WORTH:
            officers = [
                Collect(WORTH[card], payment)
                for payment in payments(WORTH[card], self.game.officers(here, card))
            ]
            if len(officers) > 1:
                return f"take {WORTH[card]}; customs take it all"
            return self._customs(officers[0])
        if card is ROBBERY:
            return self._loot(here) or "nothing to take"
        if card is HIDEOUT:
            return "nothing to take back" if move.pile > len(view.piles[view.turn - 1]) else ""
        if card is RAID:
            targets = [self.name(each) for each in self.game.targets(here)]
            return f"raid {' or '.join(targets)}" if targets else "nobody to raid"
        return self._brief(card)

    def _income(self, view: State, worth: int) -> str:
        """Which contraband brings the income."""
        assert isinstance(view.phase, Effects)
        fresh = WORTH.get(view.phase.fresh) == worth
        return f"Contraband {worth}{' (new)' if fresh else ''}"

    def _customs(self, move: Collect) -> str:
        """What an income leaves after customs."""
        if not move.payment:
            return f"take {move.worth}"
        fees = ", ".join(f"{self.name(seat)} {nuts}" for seat, nuts in move.payment)
        kept = move.worth - sum(nuts for _, nuts in move.payment)
        return f"take {move.worth}; customs: {fees} → keep {kept}"

    def _loot(self, view: State) -> str:
        """What a robbery would bring; nothing is the empty text."""
        loot = [(rival, nuts) for rival, nuts in self.game.loot(view) if nuts]
        victims = ", ".join(f"{self.name(rival)} {nuts}" for rival, nuts in loot)
        return f"take {sum(nuts for _, nuts in loot)}: {victims}" if loot else ""

    def _why_no_loot(self, view: State) -> str:
        """Why a robbery brings nothing."""
        reasons = [self._why_nothing_of(view, rival) for rival, _ in self.game.loot(view)]
        return f"nothing to take: {'; '.join(reasons)}"

    def _why_nothing_of(self, view: State, rival: int) -> str:
        """Why a player gives nothing."""
        active = tops(view.piles[rival - 1])
        if BANK in active:
            return f"{self.name(rival)} has a bank"
        if not any(top in WORTH for top in active):
            return f"{self.name(rival)} has no contraband on top"
        return f"{self.name(rival)} has no nuts"

    def refusals(self, view: State) -> list[Refusal]:
        """What cannot be done; cards that are not in hand are told in one line."""
        refused = super().refusals(view)
        if not isinstance(view.phase, Place) or not refused:
            return refused
        return [Refusal("Not in hand", ", ".join(refusal.what for refusal in refused))]

    def wishes(self, view: State) -> Iterator[tuple[str, Move]]:
        """To place any card of the set; to apply any top of one's own piles, against anybody."""
        match view.phase:
            case Place():
                for card in SET:
                    yield TITLES[card], PlayCard(card, 1)
            case Effects():
                for top in tops(view.piles[view.turn - 1]):
                    yield from self._applying(view, top)

    def _applying(self, view: State, top: Card) -> Iterator[tuple[str, Move]]:
        """The ways one might apply a top."""
        if top in WORTH:
            yield TITLES[top], self._collect(view, WORTH[top])
        elif top is ROBBERY:
            yield TITLES[top], Rob()
        elif top is RAID and isinstance(view.phase, Effects) and RAID in view.phase.applied:
            yield TITLES[top], Raid(view.turn, 1)
        elif top is RAID:
            for rival in range(1, self.game.seats + 1):
                if rival != view.turn:
                    yield f"{TITLES[top]} on {self.name(rival)}", Raid(rival, 1)

    def _collect(self, view: State, worth: int) -> Collect:
        """A payment for that income that would be legal if the income were due."""
        legal = (move for move in self.game.moves(view) if isinstance(move, Collect) and move.worth == worth)
        return next(legal, Collect(worth))

    # The log

    def told(self, step: Step) -> list[str]:
        """What happened."""
        before, after = step.before, step.after
        name = self.name(step.actor)
        match step.move:
            case LayCard(card):
                # With the last card all are revealed, and told together.
                is_secret = isinstance(after.phase, Lay)
                what = TITLES[card] if is_secret and isinstance(card, Card) else "a card"
                lines = [f"{name} lays {what} face down."]
            case PlayCard(card, pile):
                covering = self._covering(before, step.move)
                lines = [f"{name} plays {TITLES[card]} on the {SIDES[pile]} pile: {covering}."]
                if not after.hands[step.actor - 1]:
                    lines.append(
                        f"{name} has no card left: the game ends when the turn comes back to {name}."
                    )
            case Collect(worth):
                lines = [f"{name}, {self._income(before, worth)}: {self._customs(step.move)}."]
            case Raid() | Rob():
                choice = self.choice(before, step.move)
                lines = [f"{name}, {choice.what}: {choice.effect}."]
        if isinstance(before.phase, Lay) and not isinstance(after.phase, Lay):
            open_now = [
                f"{self.name(seat)} {TITLES[piles[0][0]]}" for seat, piles in enumerate(after.piles, start=1)
            ]
            lines.append(f"All cards are revealed: {listed(open_now)}.")
        if isinstance(after.phase, Over):
            lines.append(
                f"The turn comes to {self.name(after.turn)}, who has no card in hand: the game is over."
            )
        return lines

    # The end

    def ending(self, view: State) -> str:
        """Who was to play and could not (1.7)."""
        return f"{self.name(view.turn)} has no card in hand when the turn comes: the game is over"

    def earned(self, match: Match, seat: int) -> str:
        """A player's nuts by where they came from and went to: they add up to what the player has."""
        sums: Counter[str] = Counter()
        for step in match.log(0):
            sums[source(step, seat)] += step.after.nuts[seat - 1] - step.before.nuts[seat - 1]
        return " · ".join(f"{what} {sums[what]}" for what in SOURCES if sums[what]) or "no nuts"

    def counted(self) -> tuple[str, ...]:
        """What ranks the players."""
        return "nuts", "value in hand", "value on top"

    def what_counts(self) -> str:
        """What ranks the players, in order."""
        return "The most nuts win; if equal, contraband in hand counts, then on top."


def source(step: Step, seat: int) -> str:
    """What a step of the log brings a player nuts by, if it does; one of SOURCES."""
    match step.move:
        case Collect():
            return "contraband" if seat == step.actor else "customs"
        case Raid():
            return "raids"
        case Rob():
            return "robbery" if seat == step.actor else "robbed"
    return ""
