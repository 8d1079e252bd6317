"""Hibernation: its cards and rulings one by one, known games, and what random play never reaches."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from nutgames.games import CHANCE, GAMES, HIDDEN, IllegalMove, check, imagine, new, random_move
from nutgames.games.hibernation import DECK, Card, Deck
from nutgames.games.hibernation.actions import ACTIONS, passed_on
from nutgames.games.hibernation.components import (
    PLAY,
    Cancel,
    DiscardCard,
    Over,
    Pass,
    PlayCard,
    React,
    Reshuffle,
    Shuffle,
    Side,
    Snoop,
    TakeCard,
)
from winter import cards, others, position


class Table:
    """A table set up by hand, and what is played at it; what is not placed lies in the middle."""

    def __init__(self, *hands, **lying):
        """See `position`."""
        match = position(*hands, **lying)
        self.game, self.state = match.game, match.state
        self.inventory = self.game.inventory(self.state)
        assert self.inventory == self.game.inventory(self.game.start())

    def __getattr__(self, name):
        """What the state has: `table.piles`."""
        return getattr(self.state, name)

    def play(self, *texts):
        """Moves, one after the other."""
        for text in texts:
            self.state = self.game.play(self.state, self.game.parse(text))
            assert self.game.inventory(self.state) == self.inventory
        return self

    def let(self, *texts):
        """Cards that nobody cancels."""
        for text in texts:
            self.play(text)
            while isinstance(self.state.phase, React):
                self.play("pass")
        return self

    def legal(self):
        return {str(move) for move in self.game.moves(self.state)}

    def targets(self, card):
        """What can follow the name of this card of the hand."""
        plays = [text.split(" ") for text in self.legal() if text.startswith(("play", "discard"))]
        return {
            " ".join(more) if verb == "play" else "discard" for verb, name, *more in plays if name == card
        }

    def refusal(self, text):
        """Why this move is refused."""
        with pytest.raises(IllegalMove) as refused:
            self.game.play(self.state, self.game.parse(text))
        return str(refused.value)

    def hand(self, seat):
        return " ".join(self.state.hands[seat - 1])


def dealt(game, text, months=()):
    """The state after a deal of these cards and then the others, in the order of the table."""
    state = replace(game.start(), months=months)
    top = cards(text)
    return game.play(state, Shuffle(top + others(top)))


# --- Known positions --------------------------------------------------------------------------------------


def test_position_a_cancels_and_a_snoop_of_an_emptied_hand():
    table = Table("", "", months=1)
    table.state = dealt(
        table.game,
        "forage cancel cancel cancel cancel cancel cancel cancel snoop cancel "
        "good-haul tuck-away bumper-crop",
    )
    table.play("play forage", "cancel", "cancel", "cancel", "cancel", "cancel", "pass")
    assert (table.centre, table.turn, table.actor) == (24, 2, 2)
    assert table.hand(2) == "cancel cancel tuck-away"
    table.play("play tuck-away", "pass")
    assert (table.piles, table.stashes) == ((0, 0), (0, 1))
    assert table.legal() == {"discard cancel"}
    table.play("discard cancel")
    assert table.legal() == {"discard cancel", "play bumper-crop", "play good-haul", "play snoop 2"}
    table.play("play snoop 2", "cancel", "cancel", "pass")
    assert (table.piles, table.centre, len(table.deck), len(table.discard)) == ((1, 0), 22, 86, 11)
    assert (table.turn, table.phase) == (2, PLAY)


def test_position_b_three_seats_counterclockwise():
    table = Table("", "", "", first=2, rotation="counterclockwise", months=1)
    table.state = dealt(
        table.game,
        "good-haul bumper-crop golden-nut hollow-oak landslide blight migration pickpocket heist forage "
        "golden-trade early-winter forage cancel rot trap scurry search snoop bury dig-up sniff-out nut-swap",
    )
    for card in ("good-haul", "bumper-crop", "golden-nut", "hollow-oak"):
        table.play(f"play {card}", "pass", "pass")
    assert (table.piles, table.golden_nut, table.centre) == ((4, 4, 0), 3, 28)
    assert table.legal() == {
        "discard cancel",
        "play bury",
        "play golden-trade",
        "play landslide left",
        "play landslide right",
        "play pickpocket",
        "play scurry",
    }
    table.play("play landslide left", "pass", "pass")
    assert (table.piles, table.golden_nut) == ((0, 4, 4), 3)


# --- The cards --------------------------------------------------------------------------------------------


def test_the_deck_has_100_cards_of_26_kinds():
    assert len(others(())) == 100
    assert list(DECK.copies) == list(DECK.titles) == list(ACTIONS) == list(Card)
    assert len(Card) == 26


def test_the_deck_file_is_the_built_in_deck():
    path = Path(__file__).parents[2] / "rules" / "decks" / "hibernation.toml"
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    assert list(file) == ["cards"]
    assert {name: card["copies"] for name, card in file["cards"].items()} == DECK.copies
    assert {name: card["title"] for name, card in file["cards"].items()} == DECK.titles
    assert all(set(card) == {"title", "copies"} for card in file["cards"].values())


@pytest.mark.parametrize(("card", "nuts"), [("forage", 2), ("good-haul", 3), ("bumper-crop", 4)])
def test_forage_good_haul_bumper_crop_collect(card, nuts):
    table = Table(f"{card} rot", "rot").let(f"play {card}")
    assert (table.piles, table.centre, table.turn) == ((nuts, 0), 24 - nuts, 2)
    last = Table(f"{card} rot", "rot", centre=1).let(f"play {card}")
    assert last.months == ((1, 0),)


@pytest.mark.parametrize(
    ("card", "pile", "after"),
    [
        ("pickpocket", 5, (2, 4)),
        ("pickpocket", 1, (2, 0)),
        ("burglar", 5, (3, 3)),
        ("burglar", 1, (2, 0)),
    ],
)
def test_pickpocket_and_burglar_take_and_collect(card, pile, after):
    table = Table(f"{card} rot", "rot", piles=(0, pile)).let(f"play {card} 2")
    assert (table.piles, table.stashes, table.centre) == (after, (0, 0), 24 - pile - 1)


@pytest.mark.parametrize(("own", "pile", "after"), [(0, 5, (2, 2)), (0, 2, (1, 0)), (4, 1, (4, 0))])
def test_heist_takes_three_and_stashes_one(own, pile, after):
    table = Table("heist rot", "rot", piles=(own, pile)).let("play heist 2")
    assert (table.piles, table.stashes, table.centre) == (after, (1, 0), 24 - own - pile)


def test_snoop_sees_a_hand_and_takes_a_card():
    table = Table("snoop rot", "cancel forage forage", "trap", deck="bury").let("play snoop 2")
    assert (table.actor, table.phase, table.centre) == (1, Snoop(2), 36)
    assert table.legal() == {"take cancel", "take forage"}
    assert table.refusal("take rot") == "seat 2 does not hold rot"
    assert table.refusal("take ?") == "say which card is taken"
    assert table.refusal("pass") == "you see the hand of seat 2: take a card of it"
    table.play("take forage")
    assert (table.hand(1), table.hand(2)) == ("forage rot", "bury cancel forage")
    assert (table.piles, table.turn) == ((1, 0, 0), 2)


def test_hand_swap_swaps_what_is_left_after_the_card_is_played():
    table = Table("hand-swap rot rot", "forage", "trap", deck="blight").let("play hand-swap 2")
    assert (table.hand(1), table.hand(2), table.hand(3)) == ("forage", "blight rot rot", "trap")
    assert table.piles == (1, 0, 0)
    empty = Table("hand-swap", "forage", deck="blight").let("play hand-swap 2")
    assert (empty.hand(1), empty.hand(2)) == ("forage", "blight")


def test_nut_swap_swaps_piles_also_with_empty_ones():
    table = Table("nut-swap rot", "rot", "forage", piles=(0, 2, 5), stashes=(1, 2, 3)).let("play nut-swap 3")
    assert (table.piles, table.stashes, table.centre) == ((5, 2, 0), (1, 2, 3), 23)


@pytest.mark.parametrize(("card", "nuts", "drawn"), [("sniff-out", 2, "trap"), ("search", 1, "bury trap")])
def test_sniff_out_and_search_collect_and_draw(card, nuts, drawn):
    table = Table(f"{card} rot", "rot", deck="trap bury blight").let(f"play {card}")
    assert table.piles == (nuts, 0)
    assert table.hand(1) == " ".join(sorted(("rot " + drawn).split()))


def test_tuck_away_collects_stashes_and_plays_once_more():
    table = Table("tuck-away forage rot", "rot").let("play tuck-away")
    assert (table.piles, table.stashes, table.centre) == ((0, 0), (1, 0), 23)
    assert (table.actor, table.hand(1)) == (1, "forage rot")
    assert table.let("play forage").turn == 2


def test_bury_collects_stashes_two_and_draws():
    table = Table("bury rot", "rot", deck="trap").let("play bury")
    assert (table.piles, table.stashes, table.hand(1)) == ((0, 0), (1, 0), "rot trap")
    assert Table("bury", "rot", piles=(4, 0)).let("play bury").stashes == (2, 0)


@pytest.mark.parametrize(("own", "saved"), [(0, 1), (1, 2), (2, 3), (5, 3)])
def test_deep_cache_collects_and_stashes_three(own, saved):
    table = Table("deep-cache rot", "rot", piles=(own, 0)).let("play deep-cache")
    assert (table.piles, table.stashes) == ((own + 1 - saved, 0), (saved, 0))


def test_dig_up_takes_a_card_that_lay_in_the_discard_before():
    table = Table("dig-up rot", "cancel cancel", discard="forage trap")
    assert table.targets("dig-up") == {"forage", "trap"}
    assert table.refusal("play dig-up dig-up") == "no dig-up lies in the discard"
    assert table.refusal("play dig-up") == "say which card of the discard dig-up takes"
    table.play("play dig-up trap", "cancel", "pass")
    assert (table.hand(1), table.piles) == ("rot", (0, 0))
    table = Table("dig-up rot", "rot", discard="dig-up forage").let("play dig-up dig-up")
    assert (table.hand(1), table.piles, table.discard) == ("dig-up rot", (1, 0), cards("dig-up forage"))


def test_dig_up_with_an_empty_discard_is_played_alone():
    table = Table("dig-up rot", "rot")
    assert table.targets("dig-up") == {""}
    assert table.let("play dig-up").piles == (1, 0)
    assert table.hand(1) == "rot"


def test_landslide_passes_every_pile():
    setting = {"piles": (1, 2, 3, 4), "stashes": (4, 3, 2, 1)}
    left = Table("landslide", "rot", "rot", "forage", **setting).let("play landslide left")
    right = Table("landslide", "rot", "rot", "forage", **setting).let("play landslide right")
    assert (left.piles, right.piles) == ((4, 1, 2, 3), (2, 3, 4, 1))
    assert left.stashes == right.stashes == (4, 3, 2, 1)


def test_landslide_left_is_clockwise_whatever_the_rotation():
    table = Table("landslide", "rot", "rot", piles=(5, 0, 0), rotation="counterclockwise")
    assert table.let("play landslide left").piles == (0, 5, 0)


def test_migration_passes_every_hand_and_collects():
    for side, hands in (("left", ("bury", "rot rot", "search")), ("right", ("search", "bury", "rot rot"))):
        table = Table("migration rot rot", "search", "bury", deck="trap").let(f"play migration {side}")
        assert table.piles == (1, 0, 0)
        expected = [hands[0], " ".join(sorted((hands[1] + " trap").split())), hands[2]]
        assert [table.hand(seat) for seat in (1, 2, 3)] == expected


def test_hollow_oak_protects_and_collects():
    table = Table("hollow-oak", "burglar", "rot", piles=(3, 0, 1)).let("play hollow-oak")
    assert (table.piles, table.protected) == ((4, 0, 1), (True, False, False))
    assert table.targets("burglar") == {"3"}


def test_trap_makes_the_target_forfeit_the_next_turn():
    table = Table("trap rot", "forage", "forage", deck="bury search").let("play trap 2")
    assert (table.turn, table.trapped) == (3, (False, False, False))
    assert (table.hand(2), table.hand(3)) == ("forage", "bury forage")


def test_scurry_collects_draws_and_plays_once_more():
    table = Table("scurry rot", "rot", deck="trap").let("play scurry")
    assert (table.piles, table.hand(1), table.actor) == ((1, 0), "rot trap", 1)


def test_cancel_makes_a_card_void():
    table = Table("forage rot", "cancel", deck="bury").play("play forage")
    assert table.legal() == {"cancel", "pass"}
    table.play("cancel", "pass")
    assert (table.piles, table.turn, table.discard) == ((0, 0), 2, cards("cancel forage"))


@pytest.mark.parametrize("holder", [None, 1, 2, 3])
def test_golden_nut_is_taken_from_wherever_it_is(holder):
    table = Table("golden-nut rot", "rot", "forage", golden_nut=holder, piles=(1, 2, 3)).let(
        "play golden-nut"
    )
    assert (table.golden_nut, table.piles) == (1, (1, 2, 3))


@pytest.mark.parametrize("holder", [None, 1, 2])
def test_golden_trade_returns_two_and_takes_the_golden_nut(holder):
    table = Table("golden-trade rot", "rot", golden_nut=holder, piles=(3, 2)).let("play golden-trade")
    assert (table.golden_nut, table.piles, table.centre) == (1, (1, 2), 21)


@pytest.mark.parametrize(("centre", "left"), [(1, 1), (2, 1), (7, 4), (24, 12)])
def test_rot_destroys_half_of_the_centre_rounded_down(centre, left):
    table = Table("rot forage", "forage", centre=centre)
    destroyed = table.destroyed
    table.let("play rot")
    assert (table.centre, table.destroyed) == (left, destroyed + centre - left)
    assert table.turn == 2


def test_early_winter_ends_the_month_and_collects():
    table = Table("early-winter forage", "forage", piles=(10, 4), stashes=(3, 0)).let("play early-winter")
    assert table.months == ((14, 4),)
    assert table.actor == CHANCE


def test_blight_destroys_half_of_every_pile_rounded_down():
    table = Table("blight forage", "rot", "rot", piles=(5, 4, 1), stashes=(6, 0, 0)).let("play blight")
    assert (table.piles, table.destroyed, table.stashes) == ((3, 2, 1), 4, (6, 0, 0))


# --- The rulings ------------------------------------------------------------------------------------------


def test_ruling_4_1_deal_one_at_a_time_in_rotation_from_the_starter():
    top = "forage good-haul bumper-crop pickpocket burglar heist snoop hand-swap nut-swap sniff-out search "
    top += "tuck-away bury deep-cache dig-up landslide"
    game = new("hibernation", 3, first=2, rotation="counterclockwise")
    state = dealt(game, top)
    order = cards(top)
    starter, second, third = (tuple(sorted(order[place:15:3])) for place in range(3))
    assert state.hands == (second, tuple(sorted((*starter, order[15]))), third)
    assert (state.turn, state.actor, len(state.deck), state.discard) == (2, 2, 84, ())


def test_ruling_4_1_the_turn_passes_in_rotation():
    hands = ("forage", "forage", "forage", "forage")
    assert Table(*hands, turn=4).let("play forage").turn == 1
    assert Table(*hands, turn=1, rotation="counterclockwise").let("play forage").turn == 4
    assert Table(*hands, turn=3, rotation="counterclockwise").let("play forage").turn == 2


def test_ruling_4_1_with_an_empty_hand_after_the_draw_there_is_no_play():
    """Seat 3 holds all other cards; when seat 1 has drawn its own search again, nothing is left to draw."""
    table = Table("search", "", "", protected=(2,), rest=3).let("play search")
    assert table.phase == Reshuffle(2, False)
    table.play("shuffle search")
    assert (table.deck, table.discard, table.hand(1), table.hand(2)) == ((), (), "search", "")
    assert (table.turn, table.actor, table.phase) == (3, 3, PLAY)
    assert table.protected == (False, False, False)
    assert len(table.hands[2]) == 99  # seat 3 plays without having drawn


def test_ruling_4_1_an_empty_hand_is_filled_by_the_draw():
    table = Table("dig-up", "", "", discard="forage", rest=3).let("play dig-up forage")
    assert (table.phase, table.hand(1), table.hand(2)) == (Reshuffle(1, True), "forage", "")
    table.play("shuffle dig-up")
    assert (table.turn, table.hand(2), table.legal()) == (2, "dig-up", {"play dig-up"})


def test_ruling_4_1_a_further_play_with_an_empty_hand_lapses():
    table = Table("tuck-away", "forage").let("play tuck-away")
    assert (table.turn, table.stashes) == (2, (1, 0))


def test_ruling_4_1_a_further_play_is_not_optional():
    table = Table("tuck-away cancel", "forage").let("play tuck-away")
    assert (table.actor, table.legal()) == (1, {"discard cancel"})
    assert table.play("discard cancel").turn == 2


THEFTS = ("pickpocket", "burglar", "heist")


def test_ruling_4_2_targets_are_opponents_who_are_not_protected():
    hand = "pickpocket burglar heist snoop hand-swap nut-swap trap"
    table = Table(hand, "forage", "forage", "forage", piles=(1, 1, 1, 1), protected=(3,))
    for card in hand.split():
        assert table.targets(card) == {"2", "4"}
        assert table.refusal(f"play {card} 3") == "seat 3 is protected"
        for nobody in (1, 0, 5):
            assert table.refusal(f"play {card} {nobody}") == f"{card} is aimed at an opponent at the table"
        assert table.refusal(f"play {card}") == f"say whom {card} is aimed at: seat 2 or seat 4"
        assert table.refusal(f"play {card} left") == f"{card} is aimed at an opponent at the table"


def test_ruling_4_2_thefts_need_a_nut_snoop_a_card_and_trap_an_open_turn():
    hand = "pickpocket burglar heist snoop hand-swap nut-swap trap"
    table = Table(hand, "", "forage", "", piles=(1, 0, 1, 0), stashes=(0, 5, 0, 0), trapped=(3,))
    for card in THEFTS:
        assert table.targets(card) == {"3"}
        assert table.refusal(f"play {card} 2") == "seat 2 has no nut in the pile"
    assert table.targets("snoop") == {"3"}
    assert table.refusal("play snoop 4") == "seat 4 has no card in hand"
    assert table.targets("hand-swap") == table.targets("nut-swap") == {"2", "3", "4"}
    assert table.targets("trap") == {"2", "4"}
    assert table.refusal("play trap 3") == "seat 3 is trapped already"


@pytest.mark.parametrize(
    ("card", "pile", "stash"),
    [("pickpocket", 1, 0), ("burglar", 1, 0), ("heist", 0, 0), ("snoop", 1, 0), ("hand-swap", 1, 0)],
)
def test_ruling_4_2_without_a_target_only_the_rest_happens(card, pile, stash):
    table = Table(f"{card} rot", "forage", piles=(0, 3), protected=(2,), deck="bury")
    assert table.targets(card) == {""}
    assert table.refusal(f"play {card} 2") == "seat 2 is protected"
    table.let(f"play {card}")
    assert (table.piles, table.stashes) == ((pile, 3), (stash, 0))
    assert (table.hand(1), table.hand(2), table.turn) == ("rot", "bury forage", 2)


def test_ruling_4_2_heist_without_a_target_still_stashes():
    table = Table("heist rot", "forage", piles=(2, 0)).let("play heist")
    assert (table.piles, table.stashes) == ((1, 0), (1, 0))


def test_ruling_4_2_snoop_of_a_hand_emptied_by_a_cancel_takes_nothing():
    table = Table("snoop cancel rot", "cancel", "forage", deck="bury")
    table.play("play snoop 2", "cancel", "pass", "cancel", "pass", "pass")
    assert (table.piles, table.hand(1), table.hand(2)) == ((1, 0, 0), "rot", "bury")
    assert (table.turn, table.phase) == (2, PLAY)


def test_ruling_4_3_impossible_cards_can_only_be_discarded():
    hand = "cancel trap nut-swap golden-trade golden-nut early-winter"
    table = Table(hand, "cancel", "", piles=(1, 5, 5), protected=(2, 3), golden_nut=2, deck="bury")
    assert table.legal() == {f"discard {card}" for card in hand.split()}
    reasons = {
        "cancel": "a cancel answers what somebody else plays; on your own turn you can only discard it",
        "trap": "trap needs a target; there is none",
        "nut-swap": "nut-swap needs a target; there is none",
        "golden-trade": "a golden-trade needs 2 nuts in your pile",
        "golden-nut": "whoever has the golden nut is protected",
        "early-winter": "an early-winter needs a score of 13 this month",
    }
    for card, reason in reasons.items():
        assert table.refusal(f"play {card}") == reason
    table.play("discard trap")
    assert (table.turn, table.discard, table.piles) == (2, cards("trap"), (1, 5, 5))  # and nobody was asked


def test_ruling_4_3_what_can_act_is_not_discarded():
    table = Table("forage dig-up landslide golden-nut", "rot")
    for card in ("forage", "dig-up", "landslide", "golden-nut"):
        reason = f"{card} can be played for its action, so it is not discarded"
        assert table.refusal(f"discard {card}") == reason
    assert table.refusal("discard trap") == table.refusal("play trap 2") == "trap is not in your hand"


def test_ruling_4_3_trap_is_impossible_when_all_opponents_are_trapped():
    table = Table("trap", "rot", "rot", protected=(2,), trapped=(3,))
    assert table.legal() == {"discard trap"}
    assert table.refusal("play trap 3") == "seat 3 is trapped already"


def test_ruling_4_3_golden_cards_of_a_protected_holder():
    hand = "golden-nut golden-trade"
    assert Table(hand, "rot", "rot", piles=(2, 0, 0), golden_nut=3, protected=(3,)).legal() == {
        "discard golden-nut",
        "discard golden-trade",
    }
    both = {"play golden-nut", "play golden-trade"}
    assert Table(hand, "rot", "rot", piles=(2, 0, 0), golden_nut=3, protected=(2,)).legal() == both
    assert Table(hand, "rot", "rot", piles=(2, 0, 0), golden_nut=1, protected=(2, 3)).legal() == both


@pytest.mark.parametrize(("pile", "legal"), [(1, {"discard golden-trade"}), (2, {"play golden-trade"})])
def test_ruling_4_3_golden_trade_needs_two_nuts_in_the_pile(pile, legal):
    assert Table("golden-trade", "rot", piles=(pile, 0), stashes=(5, 0)).legal() == legal


@pytest.mark.parametrize(
    ("pile", "stash", "golden", "possible"),
    [
        (12, 0, None, False),
        (13, 0, None, True),
        (3, 9, None, False),
        (3, 10, None, True),
        (5, 0, 1, False),  # 2 × (5 + 1) = 12
        (5, 1, 1, True),
        (6, 0, 2, False),
        (0, 11, 1, True),
    ],
)
def test_ruling_4_3_early_winter_needs_thirteen(pile, stash, golden, possible):
    table = Table("early-winter", "rot", piles=(pile, 0), stashes=(stash, 0), golden_nut=golden)
    assert table.legal() == {"play early-winter" if possible else "discard early-winter"}


def test_ruling_4_4_everybody_is_asked_once_from_the_next_seat_on():
    asked = []
    table = Table("forage", "", "cancel", "rot", turn=1, trapped=(4,), protected=(2,), deck="bury")
    table.play("play forage")
    while isinstance(table.phase, React):
        asked.append((table.actor, table.legal()))
        table.play("pass")
    assert asked == [(2, {"pass"}), (3, {"cancel", "pass"}), (4, {"pass"})]
    table = Table("forage", "", "", "", turn=2, rotation="counterclockwise", rest=2).play("play forage")
    assert (table.actor, table.play("pass").actor, table.play("pass").actor) == (1, 4, 3)


def test_ruling_4_4_a_cancel_opens_a_new_round_to_everybody_but_the_canceller():
    table = Table("forage cancel", "rot", "cancel", "rot").play("play forage", "pass", "cancel")
    asked = []
    while isinstance(table.phase, React):
        asked.append((table.actor, table.legal()))
        table.play("pass")
    assert asked == [(4, {"pass"}), (1, {"cancel", "pass"}), (2, {"pass"})]
    assert (table.turn, table.piles) == (2, (0, 0, 0, 0))


@pytest.mark.parametrize("cancels", range(9))
def test_ruling_4_4_a_chain_of_cancels(cancels):
    """Two players with four cancels each: the card acts after an even number of them."""
    four = "cancel cancel cancel cancel"
    table = Table(f"scurry {four} rot", four, deck="bury trap").play("play scurry", *["cancel"] * cancels)
    assert table.legal() == ({"cancel", "pass"} if cancels < 8 else {"pass"})
    assert table.discard == cards("cancel " * cancels + "scurry")
    table.play("pass")
    if cancels % 2:
        assert (table.piles, table.turn, table.centre) == ((0, 0), 2, 24)
    else:
        assert (table.piles, table.turn, "bury" in table.hand(1)) == ((1, 0), 1, True)


def test_ruling_4_4_of_a_void_card_nothing_happens():
    table = Table("golden-trade tuck-away", "cancel cancel", piles=(5, 5), deck="bury bury")
    table.play("play golden-trade", "cancel", "pass")
    assert (table.piles, table.golden_nut, table.centre) == ((5, 5), None, 14)
    table = Table("tuck-away forage", "cancel").play("play tuck-away", "cancel", "pass")
    assert (table.turn, table.stashes) == (2, (0, 0))
    table = Table("early-winter", "cancel", piles=(13, 0)).play("play early-winter", "cancel", "pass")
    assert (table.turn, table.months) == (2, ())


def test_ruling_4_4_cancelling_needs_a_cancel():
    table = Table("forage", "rot", "cancel").play("play forage")
    assert table.refusal("cancel") == "you hold no cancel"
    assert table.refusal("play rot") == "forage has been played: cancel or pass"
    assert Table("forage", "rot").refusal("pass") == "it is your turn: play a card of your hand"


def test_ruling_4_5_draws_come_after_the_nuts_and_before_the_further_play():
    table = Table("scurry", "rot", deck="", discard="forage", rest=2).let("play scurry")
    assert (table.phase, table.actor, table.piles) == (Reshuffle(1, True), CHANCE, (1, 0))
    table.play("shuffle scurry forage")
    assert (table.hand(1), table.deck, table.discard) == ("scurry", cards("forage"), ())
    assert (table.actor, table.legal()) == (1, {"play scurry"})


def test_ruling_4_5_a_draw_that_finds_the_deck_empty_in_the_middle():
    table = Table("search rot", "rot", deck="trap", discard="forage bury", rest=2).let("play search")
    assert (table.phase, table.hand(1), table.deck) == (Reshuffle(1, False), "rot trap", ())
    assert table.refusal("shuffle forage bury") == "the deck is made of exactly the cards of the discard"
    assert table.refusal("shuffle forage bury bury") == "the deck is made of exactly the cards of the discard"
    assert table.refusal("shuffle ?") == "say in which order the cards lie in the deck"
    assert table.refusal("pass") == "the cards are being shuffled"
    table.play("shuffle search forage bury")
    assert (table.hand(1), table.turn, table.deck) == ("rot search trap", 2, cards("bury"))


def test_ruling_4_5_both_empty_after_a_reshuffle_the_second_draw_lapses():
    table = Table("search rot", "rot", rest=2).let("play search")
    assert table.phase == Reshuffle(2, False)
    table.play("shuffle search")
    assert (table.hand(1), table.turn, table.deck, table.discard) == ("rot search", 2, (), ())
    assert table.actor == 2  # who could not draw either, and plays


def test_ruling_4_5_a_single_card_is_shuffled_too_at_the_start_of_a_turn():
    table = Table("forage rot", "", rest=1)
    table.let("play forage")
    assert (table.turn, table.phase, table.actor) == (2, Reshuffle(1, True), CHANCE)
    assert str(table.game.deal(table.state, Random(1))) == "shuffle forage"
    assert table.play("shuffle forage").legal() == {"play forage"}


@pytest.mark.parametrize(
    ("protected", "left", "right"),
    [
        ((), (4, 1, 2, 3), (2, 3, 4, 1)),
        ((2,), (4, 2, 1, 3), (3, 2, 4, 1)),
        ((2, 4), (3, 2, 1, 4), (3, 2, 1, 4)),
        ((3, 4), (2, 1, 3, 4), (2, 1, 3, 4)),
        ((2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4)),
        ((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4)),
    ],
)
def test_ruling_4_6_landslide_and_migration_skip_the_protected(protected, left, right):
    safe = tuple(seat in protected for seat in (1, 2, 3, 4))
    assert passed_on((1, 2, 3, 4), Side.LEFT, safe) == left
    assert passed_on((1, 2, 3, 4), Side.RIGHT, safe) == right
    if 1 not in protected:
        hands = ("landslide migration", "rot", "search", "bury")
        for side, piles in (("left", left), ("right", right)):
            table = Table(*hands, piles=(1, 2, 3, 4), protected=protected)
            assert table.let(f"play landslide {side}").piles == piles
            table = Table(*hands, protected=protected, trapped=(2, 3, 4)).let(f"play migration {side}")
            kept = ("landslide", "rot", "search", "bury")
            for seat, giver in enumerate(piles, start=1):
                assert kept[giver - 1] in table.hand(seat)


def test_ruling_4_6_protection_ends_when_the_next_turn_begins():
    table = Table("hollow-oak rot", "forage", "pickpocket", piles=(1, 0, 0)).let("play hollow-oak")
    table.let("play forage")
    assert table.targets("pickpocket") == {"2"}
    table.let("play pickpocket 2")
    assert (table.turn, table.protected) == (1, (False, False, False))
    table = Table("hollow-oak", "trap", "rot").let("play hollow-oak", "play trap 3")
    assert (table.turn, table.protected) == (1, (False, False, False))
    table = Table("hollow-oak", "trap", "trap", "rot").let("play hollow-oak", "play trap 4")
    assert (table.turn, table.protected) == (3, (True, False, False, False))


def test_ruling_4_6_blight_spares_the_protected_rot_and_early_winter_do_not_care():
    table = Table("blight", "rot", piles=(4, 4), protected=(2,)).let("play blight")
    assert (table.piles, table.destroyed) == ((2, 4), 2)
    table = Table("rot", "forage", protected=(2,)).let("play rot")
    assert table.centre == 12
    table = Table("early-winter", "forage", piles=(13, 2), protected=(2,)).let("play early-winter")
    assert table.months == ((14, 2),)


def test_ruling_4_6_protection_stops_no_cancel():
    table = Table("hollow-oak", "cancel").play("play hollow-oak", "cancel", "pass")
    assert (table.protected, table.piles) == ((False, False), (0, 0))
    table = Table("forage cancel", "cancel", protected=(2,)).play("play forage", "cancel", "cancel", "pass")
    assert table.piles == (2, 0)


def test_ruling_4_7_the_golden_nut_doubles_the_pile_and_not_the_stash():
    table = Table("early-winter", "rot", "rot", piles=(10, 5, 0), stashes=(4, 3, 2), golden_nut=2)
    assert table.let("play early-winter").months == ((15, 15, 2),)
    table = Table("early-winter", "rot", "rot", piles=(0, 5, 0), stashes=(11, 3, 2), golden_nut=1)
    assert table.let("play early-winter").months == ((15, 8, 2),)  # 11 + 2 × (0 + 1 + 1)


def test_ruling_4_7_the_golden_nut_is_apart_from_the_pile():
    hand = "burglar nut-swap landslide blight hand-swap"
    start = {"piles": (4, 0, 2), "golden_nut": 2}
    table = Table(hand, "rot", "rot", **start)
    assert table.targets("burglar") == {"3"}
    for text in ("play nut-swap 2", "play landslide left", "play blight", "play hand-swap 2"):
        assert Table(hand, "rot", "rot", **start).let(text).golden_nut == 2
    table = Table("golden-trade", "rot", piles=(1, 0), golden_nut=1)
    assert table.legal() == {"discard golden-trade"}


def test_ruling_4_8_a_stash_is_never_touched():
    stashes = (1, 2, 3)
    for card in Card:
        hand = f"{card} rot"
        table = Table(hand, "bury", "forage", stashes=stashes, piles=(8, 2, 2), discard="trap")
        for text in sorted(table.legal()):
            if text.startswith(f"play {card}") and card is not Card.EARLY_WINTER:
                after = Table(hand, "bury", "forage", stashes=stashes, piles=(8, 2, 2), discard="trap").let(
                    text
                )
                assert after.stashes[1:] == (2, 3)
                assert after.stashes[0] >= 1


def test_ruling_4_9_an_emptied_centre_ends_the_month_before_draws_and_further_plays():
    for card in ("scurry", "tuck-away", "search", "bury"):
        table = Table(
            f"{card} forage", "cancel", "trap", centre=1, trapped=(2,), golden_nut=3, protected=(3,)
        )
        table.let(f"play {card}")
        assert table.months == ((1, 0, 2),)
        assert (table.actor, table.turn, table.phase) == (CHANCE, 2, table.game.start().phase)
        assert table.state == replace(table.game.start(), turn=2, months=((1, 0, 2),))


def test_ruling_4_9_no_reshuffle_where_the_month_is_over():
    table = Table("search forage", "rot", centre=1, discard="trap", rest=2).let("play search")
    assert (table.months, table.actor, table.deck) == (((1, 0),), CHANCE, ())
    assert len(table.discard) == 100


def test_ruling_4_9_snooping_the_last_nut_ends_the_month_after_the_take():
    table = Table("snoop forage", "rot", centre=1).let("play snoop 2")
    assert (table.phase, table.months) == (Snoop(2), ())
    assert table.play("take rot").months == ((1, 0),)


def test_ruling_4_9_the_next_starter_follows_whose_turn_it_was_trapped_or_not():
    table = Table("bumper-crop", "rot", "rot", centre=2, trapped=(2,)).let("play bumper-crop")
    assert (table.turn, table.trapped) == (2, (False, False, False))
    table = Table("bumper-crop", "rot", "rot", centre=2, rotation="counterclockwise").let("play bumper-crop")
    assert table.turn == 3
    state = table.game.play(table.state, table.game.deal(table.state, Random(2)))
    assert (state.actor, len(state.hands[2]), len(state.hands[0]), state.centre) == (3, 6, 5, 36)


def test_ruling_4_9_after_a_void_or_discarded_card_the_month_goes_on():
    table = Table("bumper-crop", "cancel", centre=2).play("play bumper-crop", "cancel", "pass")
    assert (table.turn, table.months) == (2, ())


def test_ruling_4_9_the_last_month_ends_without_a_shuffle():
    table = Table("bumper-crop", "rot", centre=2, months=1).let("play bumper-crop")
    assert (table.actor, table.phase, table.months) == (None, Over(), ((2, 0),))
    assert table.legal() == set()
    assert table.piles == (2, 0)
    for text in ("shuffle forage", "pass", "play rot"):
        assert table.refusal(text) == "the game is over"
    with pytest.raises(IllegalMove, match="nothing is to be shuffled"):
        table.game.deal(table.state, Random(1))


def test_ruling_4_10_forfeited_turns_are_skipped_one_after_the_other():
    table = Table("forage", "rot", "rot", "search", trapped=(2, 3), deck="bury").let("play forage")
    assert (table.turn, table.hand(4), table.trapped) == (4, "bury search", (False,) * 4)
    assert (table.hand(2), table.hand(3)) == ("rot", "rot")
    table = Table("trap forage", "rot", "rot", trapped=(3,), deck="bury").let("play trap 2")
    assert (table.turn, table.hand(1), table.trapped) == (1, "bury forage", (False,) * 3)


def test_ruling_4_10_the_trapped_may_cancel():
    table = Table("forage", "cancel", trapped=(2,)).play("play forage", "cancel", "pass")
    assert table.piles == (0, 0)
    assert table.turn == 1  # seat 2 has forfeited


def test_ruling_4_11_the_highest_total_wins_and_ties_share():
    game = new("hibernation", 3, months=2)
    state = game.start()
    assert game.standings(state) == (((0,), (0,), (0,)), (1, 1, 1))
    state = replace(state, months=((3, 5, 4), (5, 1, 4)))
    assert game.standings(state) == (((8,), (6,), (8,)), (1, 3, 1))
    table = Table("forage", "rot", piles=(9, 0))
    assert table.game.standings(table.state).ranking == ((0,), (0,))  # of the finished months


@pytest.mark.parametrize("seats", range(2, 7))
def test_ruling_4_12_a_deck_needs_a_card_more_than_is_dealt(seats):
    titles = DECK.titles
    least = Deck({Card.FORAGE: 5 * seats + 1}, titles)
    game = new("hibernation", seats, deck=least)
    state = game.play(game.start(), game.deal(game.start(), Random(1)))
    assert (state.deck, len(state.hands[0])) == ((), 6)
    with pytest.raises(
        ValueError, match=f"for {seats} players has at least {5 * seats + 1} cards"
    ) as refused:
        new("hibernation", seats, deck=Deck({Card.FORAGE: 5 * seats}, titles))
    assert "\n" not in str(refused.value)


# --- Options and notation ---------------------------------------------------------------------------------


def test_options_have_their_bounds():
    for option in (
        {"nuts": 3},
        {"nuts": 31},
        {"months": 0},
        {"months": 13},
        {"rotation": "left"},
        {"first": 7},
    ):
        with pytest.raises(ValueError, match=f"option {next(iter(option))}"):
            new("hibernation", 6, **option)
    game = new("hibernation", 6, nuts=30, months=12, rotation="counterclockwise", first=6)
    assert (game.start().centre, game.start().turn) == (180, 6)
    defaults = {"first": 1, "nuts": 12, "months": 3, "rotation": "clockwise"}
    assert new("hibernation", 2).options.model_dump() == defaults
    assert GAMES["hibernation"].seats == range(2, 7)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("shuffle ?", Shuffle(HIDDEN)),
        ("shuffle forage rot", Shuffle(cards("forage rot"))),
        ("play forage", PlayCard(Card.FORAGE)),
        ("play burglar 3", PlayCard(Card.BURGLAR, 3)),
        ("play dig-up cancel", PlayCard(Card.DIG_UP, Card.CANCEL)),
        ("play landslide left", PlayCard(Card.LANDSLIDE, Side.LEFT)),
        ("play migration right", PlayCard(Card.MIGRATION, Side.RIGHT)),
        ("discard cancel", DiscardCard(Card.CANCEL)),
        ("cancel", Cancel()),
        ("pass", Pass()),
        ("take ?", TakeCard(HIDDEN)),
        ("take snoop", TakeCard(Card.SNOOP)),
    ],
)
def test_notation(text, move):
    game = new("hibernation", 2)
    assert game.parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "shuffle", "shuffle ? ?", "shuffle forage ?", "play", "play nut", "play ?", "play burglar 03",
        "play burglar ２", "play burglar ²", "play burglar -1", "play burglar 1 2", "play landslide up",
        "play  forage", "Play forage", "discard", "discard ?", "cancel ", "pass 1", "take", "take 1",
        "deal forage",
    ],
)  # fmt: skip
def test_other_texts_are_refused(text):
    with pytest.raises(IllegalMove):
        new("hibernation", 2).parse(text)


def test_refusals_of_what_a_card_names():
    table = Table("forage landslide dig-up", "rot", discard="trap")
    assert table.refusal("play forage 2") == "forage names nothing: just play it"
    assert table.refusal("play landslide") == "landslide goes left or right: say which"
    assert table.refusal("play landslide 2") == "landslide goes left or right: say which"
    assert table.refusal("play dig-up rot") == "no rot lies in the discard"
    assert table.refusal("take rot") == "it is your turn: play a card of your hand"
    with pytest.raises(IllegalMove, match="being shuffled"):
        table.game.play(table.game.start(), Pass())


# --- What a seat may know ---------------------------------------------------------------------------------


def test_a_view_hides_the_deck_and_the_hands_of_others():
    table = Table("snoop rot", "forage cancel", "trap", discard="bury")
    view = table.game.view(table.state, 2)
    assert view.hands == ((HIDDEN,) * 2, cards("cancel forage"), (HIDDEN,))
    assert view.deck == (HIDDEN,) * 94
    assert view.discard == cards("bury")
    onlooker = table.game.view(table.state, 0)
    assert all(card is HIDDEN for hand in onlooker.hands for card in hand)
    assert list(table.game.moves(onlooker)) == []


def test_only_the_snoop_sees_the_hand_while_choosing():
    table = Table("snoop rot", "cancel forage", "trap").let("play snoop 2")
    seen = {seat: table.game.view(table.state, seat).hands for seat in range(4)}
    assert seen[1] == (cards("rot"), cards("cancel forage"), (HIDDEN,))
    assert seen[2] == ((HIDDEN,), cards("cancel forage"), (HIDDEN,))
    assert seen[3] == ((HIDDEN,), (HIDDEN,) * 2, cards("trap"))
    assert seen[0] == ((HIDDEN,), (HIDDEN,) * 2, (HIDDEN,))
    after = table.play("take forage")
    assert table.game.view(after.state, 1).hands[1] == (HIDDEN,) * 2


def test_who_reads_what_the_snoop_takes_and_how_the_deck_lies():
    table = Table("snoop rot", "cancel forage", "trap").let("play snoop 2")
    take = TakeCard(Card.FORAGE)
    read = [str(table.game.shown(table.state, take, seat)) for seat in range(4)]
    assert read == ["take ?", "take forage", "take forage", "take ?"]
    start = table.game.start()
    for seat in range(4):
        assert str(table.game.shown(start, table.game.deal(start, Random(1)), seat)) == "shuffle ?"
    reshuffle = Table("search rot", "rot", rest=2).let("play search")
    assert str(reshuffle.game.shown(reshuffle.state, Shuffle(cards("search")), 1)) == "shuffle ?"
    for move in (PlayCard(Card.DIG_UP, Card.CANCEL), DiscardCard(Card.ROT), Cancel(), Pass()):
        assert table.game.shown(table.state, move, 0) == move


def test_what_is_unseen_is_one_pool_without_the_cards_on_the_table():
    table = Table("forage cancel", "cancel rot", "trap", discard="bury bury").play("play forage", "cancel")
    for seat, known in ((0, "bury bury cancel forage"), (1, "bury bury cancel forage cancel")):
        (pool,) = table.game.unseen(table.game.view(table.state, seat), seat)
        assert Counter(pool.cards) == Counter(others(cards(known)))
        assert len(pool.cards) == pool.places
    (pool,) = table.game.unseen(table.game.start(), 1)
    assert pool.places == 0


def test_all_truths_behind_a_view_are_equally_likely():
    """Two forages and a rot are unseen: the rot lies as often in the hand as in either place of the deck."""
    deck = Deck({Card.FORAGE: 10, Card.ROT: 1, Card.CANCEL: 3}, DECK.titles)
    game = new("hibernation", 2, deck=deck)
    top = cards("forage " * 10 + "cancel cancel cancel rot")
    state = game.play(game.start(), Shuffle(top))
    view = game.view(state, 1)
    hidden = 5 + 3
    rng = Random(7)
    where = Counter(
        "hand" if Card.ROT in truth.hands[1] else truth.deck.index(Card.ROT)
        for truth in (imagine(game, view, 1, rng) for _ in range(4_000))
    )
    assert abs(where["hand"] - 4_000 * 5 / hidden) < 150
    assert all(abs(where[place] - 4_000 / hidden) < 100 for place in range(3))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_permuting_hidden_cards_changes_nothing_for_a_seat(seats):
    """Another truth behind a view gives the same view, moves and texts, in every phase of whole games."""
    game = new("hibernation", seats, months=1, nuts=8)
    phases = set()
    for number in range(6):
        rng = Random(f"permuted {number}")
        state = game.start()
        while (actor := game.actor(state)) is not None:
            phases.add(type(state.phase).__name__)
            for seat in range(seats + 1):
                view = game.view(state, seat)
                truth = imagine(game, view, seat, rng)
                assert game.view(truth, seat) == view
                assert game.inventory(truth) == game.inventory(state)
                assert all(list(hand) == sorted(hand) for hand in truth.hands)
                if seat and seat == actor:
                    moves = list(game.moves(state))
                    assert list(game.moves(truth)) == list(game.moves(view)) == moves
                    for move in moves:
                        assert game.shown(truth, move, seat) == game.shown(state, move, seat) == move
            state = game.play(state, random_move(game, state, rng))
    assert phases == {"Deal", "Play", "React", "Snoop"}


# --- Laws -------------------------------------------------------------------------------------------------

SMALL = Deck(
    dict.fromkeys(Card, 1) | {Card.CANCEL: 5, Card.SNOOP: 3, Card.SEARCH: 3, Card.DIG_UP: 2, Card.SCURRY: 3},
    DECK.titles,
)
"""A deck that runs out all the time."""


@pytest.mark.parametrize(
    ("seats", "deck", "options"),
    [
        (2, None, {}),
        (2, SMALL, {"months": 1, "nuts": 30}),
        (3, None, {"months": 2, "nuts": 5, "rotation": "counterclockwise", "first": 3}),
        (4, SMALL, {"months": 1, "nuts": 12, "first": 2}),
        (5, None, {"months": 1, "nuts": 4}),
        (6, SMALL, {"months": 1, "nuts": 6, "rotation": "counterclockwise"}),
    ],
    ids=lambda value: None if isinstance(value, dict) else "small" if isinstance(value, Deck) else None,
)
def test_the_laws_hold(seats, deck, options):
    checked = check(new("hibernation", seats, deck=deck, **options), games=2, seed=seats)
    assert checked.unfinished == 0


class Winter(RuleBasedStateMachine):
    """People who play, cancel what they can, and try what they must not."""

    @initialize(
        seats=st.integers(2, 6),
        small=st.booleans(),
        nuts=st.integers(4, 30),
        months=st.integers(1, 3),
        clockwise=st.booleans(),
        seed=st.integers(0, 10**6),
    )
    def sit_down(self, seats, small, nuts, months, clockwise, seed):
        rotation = "clockwise" if clockwise else "counterclockwise"
        deck = SMALL if small else None
        self.game = new("hibernation", seats, deck=deck, nuts=nuts, months=months, rotation=rotation)
        self.state = self.game.start()
        self.rng = Random(seed)
        self.inventory = self.game.inventory(self.state)
        self.shuffle_if_due()

    def shuffle_if_due(self):
        while self.game.actor(self.state) == CHANCE:
            self.state = self.game.play(self.state, self.game.deal(self.state, self.rng))

    def go(self, move):
        before = repr(self.state)
        after = self.game.play(self.state, move)
        assert repr(self.state) == before
        self.state = after
        assert self.game.inventory(after) == self.inventory
        self.shuffle_if_due()

    def is_on(self):
        return self.game.actor(self.state) is not None

    @precondition(is_on)
    @rule(choice=st.integers(0, 10**6))
    def move(self, choice):
        moves = list(self.game.moves(self.state))
        self.go(moves[choice % len(moves)])

    @precondition(lambda self: Cancel() in list(self.game.moves(self.state)))
    @rule()
    def cancel(self):
        self.go(Cancel())

    @precondition(lambda self: isinstance(self.state.phase, React))
    @rule()
    def nobody_cancels(self):
        while isinstance(self.state.phase, React):
            self.go(Pass())

    @rule(
        move=st.one_of(
            st.builds(PlayCard, st.sampled_from(Card)),
            st.builds(PlayCard, st.sampled_from(Card), st.integers(0, 7)),
            st.builds(PlayCard, st.sampled_from(Card), st.sampled_from(Side)),
            st.builds(PlayCard, st.just(Card.DIG_UP), st.sampled_from(Card)),
            st.builds(DiscardCard, st.sampled_from(Card)),
            st.builds(TakeCard, st.one_of(st.sampled_from(Card), st.just(HIDDEN))),
            st.sampled_from([Cancel(), Pass(), Shuffle(HIDDEN), Shuffle((Card.FORAGE,))]),
        )
    )
    def try_anything(self, move):
        if move in list(self.game.moves(self.state)):
            self.go(move)
        else:
            with pytest.raises(IllegalMove, match=r"\w"):
                self.game.play(self.state, move)

    @invariant()
    def the_table_is_in_order(self):
        state = self.state
        total = state.centre + state.destroyed + sum(state.piles) + sum(state.stashes)
        assert total == self.game.options.nuts * self.game.seats
        assert min(state.centre, state.destroyed, *state.piles, *state.stashes) >= 0
        assert sorted(sum(state.hands, ()) + state.deck + state.discard) == list(self.game.cards)
        assert all(list(hand) == sorted(hand) for hand in (*state.hands, state.discard))
        assert not any(safe and stuck for safe, stuck in zip(state.protected, state.trapped, strict=True))
        if self.is_on():
            assert state.centre > 0
            assert not state.trapped[state.turn - 1]
            moves = list(self.game.moves(state))
            assert moves
            assert list(self.game.moves(self.game.view(state, state.actor))) == moves
        if state.phase == PLAY:
            assert state.actor == state.turn
            assert not state.protected[state.turn - 1]


TestWinter = Winter.TestCase
