"""Nutty Business by its rulebook and the rulings 1.1 to 1.8, each in a position made for it."""

from itertools import product

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nutgames.games import HIDDEN, IllegalMove, new
from nutgames.games.nutty_business import FEE, SET, WORTH, Lay, Over, payments
from nutgames.lab.perft import perft


def played(game, *texts):
    state = game.start()
    for text in texts:
        state = game.play(state, game.parse(text))
    return state


def go_on(game, state, *texts):
    for text in texts:
        state = game.play(state, game.parse(text))
    return state


def legal(game, state):
    return sorted(map(str, game.moves(state)))


def reason(game, state, text):
    with pytest.raises(IllegalMove) as refused:
        game.play(state, game.parse(text))
    return str(refused.value)


# --- Perft: made by an independent referee ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "moves", "counts"),
    [
        (2, [], [8, 64, 896]),
        (2, ["lay contraband-2"] * 2, [14, 69, 356, 2157]),
        (3, ["lay robbery", "lay contraband-3", "lay customs"], [14, 69, 380, 2271]),
    ],
)
def test_perft(seats, moves, counts):
    game = new("nutty-business", seats)
    state = played(game, *moves)
    assert [perft(game, state, depth) for depth in range(1, len(counts) + 1)] == counts


# --- The rulebook's example -------------------------------------------------------------------------------


def test_the_rulebooks_example():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-3", "lay robbery", "play bank 2", "collect 3")
    assert state.nuts == (3, 0)
    state = go_on(game, state, "play customs 2", "rob")
    assert state.nuts == (3, 0)
    state = go_on(game, state, "play raid 2", "raid 2 cover 1", "collect 3")
    assert state.nuts == (7, 0)
    assert state.piles[1] == (("robbery", "customs"),)
    state = go_on(game, state, "play bank 2", "play contraband-5 2", "collect 5 pay 2:2", "collect 3")
    assert state.nuts == (13, 2)
    state = go_on(game, state, "play hideout 2")
    state = go_on(game, state, "play hideout 2", "collect 3")
    assert state.piles[0] == (("contraband-3",), ("hideout",))
    assert {"bank", "raid", "contraband-5"} <= set(state.hands[0])


# --- Set-up -----------------------------------------------------------------------------------------------


def test_any_card_may_be_laid_and_none_takes_effect():
    game = new("nutty-business", 2)
    assert legal(game, game.start()) == sorted(f"lay {card}" for card in SET)
    state = played(game, "lay hideout", "lay contraband-5")
    assert state.nuts == (0, 0)
    assert state.piles == ((("hideout",),), (("contraband-5",),))
    assert "hideout" not in state.hands[0]


def test_the_first_player_lays_first_and_starts():
    game = new("nutty-business", 3, first=2)
    state = game.start()
    for seat in (2, 3, 1):
        assert game.actor(state) == seat
        state = go_on(game, state, "lay bank")
    assert game.actor(state) == 2


def test_a_laid_card_is_hidden_until_all_have_laid():
    game = new("nutty-business", 3)
    state = played(game, "lay bank", "lay raid")
    for seat, laid in {
        0: (HIDDEN, HIDDEN, None),
        1: ("bank", HIDDEN, None),
        2: (HIDDEN, "raid", None),
        3: (HIDDEN, HIDDEN, None),
    }.items():
        view = game.view(state, seat)
        assert view.phase.laid == laid
        assert view.hands == (SET,) * 3, "the hand must not tell which card it lacks"
    before = game.start()
    assert str(game.shown(before, game.parse("lay bank"), 1)) == "lay bank"
    assert str(game.shown(before, game.parse("lay bank"), 2)) == "lay ?"
    assert str(game.shown(before, game.parse("lay bank"), 0)) == "lay ?"
    revealed = go_on(game, state, "lay customs")
    assert game.view(revealed, 0) == revealed
    assert game.shown(state, game.parse("lay customs"), 0) == game.parse("lay customs")


def test_what_cannot_be_laid():
    game = new("nutty-business", 2)
    assert "everybody lays" in reason(game, game.start(), "play bank 1")
    assert "which card" in reason(game, game.start(), "lay ?")


# --- 1. Place ---------------------------------------------------------------------------------------------


def test_with_one_pile_the_second_place_starts_a_new_one():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank")
    assert go_on(game, state, "play customs 1").piles[0] == (("bank", "customs"),)
    assert go_on(game, state, "play customs 2").piles[0] == (("bank",), ("customs",))


def test_what_cannot_be_placed():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank")
    assert reason(game, state, "play bank 1") == "bank is not in your hand"
    assert "pile 1 or 2" in reason(game, state, "play customs 3")
    assert "pile 1 or 2" in reason(game, state, "play customs 0")
    assert "first place a card" in reason(game, state, "rob")


def test_1_1_hideout_takes_the_pile_back_to_hand():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank", "play customs 1", "play customs 1", "play hideout 1")
    assert state.piles[0] == (("hideout",),)
    assert state.hands[0] == tuple(card for card in SET if card != "hideout")


def test_1_1_hideout_on_a_free_place_starts_a_pile():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank", "play hideout 2")
    assert state.piles[0] == (("bank",), ("hideout",))


def test_1_1_hideout_can_be_covered_and_never_comes_back():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank", "play hideout 1", "play customs 1", "play customs 1")
    assert state.piles[0] == (("hideout", "customs"),)
    assert "hideout" not in state.hands[0]


# --- 2. Effects -------------------------------------------------------------------------------------------


def test_1_2_effects_come_in_any_order_each_once():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-3", "lay contraband-2", "play robbery 2")
    assert legal(game, state) == ["collect 3", "rob"]
    for first, second in (("collect 3", "rob"), ("rob", "collect 3")):
        after = go_on(game, state, first)
        assert legal(game, after) == [second]
        assert "already applied" in reason(game, after, first)
        assert game.actor(go_on(game, after, second)) == 2


def test_1_2_robbery_is_due_even_if_it_yields_nothing():
    game = new("nutty-business", 2)
    state = played(game, "lay bank", "lay bank", "play robbery 2")
    assert legal(game, state) == ["rob"]


def test_1_2_the_turn_passes_by_itself_when_nothing_is_due():
    game = new("nutty-business", 2)
    for card in ("bank", "customs", "hideout", "raid"):
        laid = "customs" if card == "bank" else "bank"
        state = played(game, f"lay {laid}", f"lay {laid}", f"play {card} 2")
        assert game.actor(state) == 2, card


def test_effects_that_are_not_due_are_refused():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-3", "lay bank", "play contraband-5 2")
    assert "not on top" in reason(game, state, "rob")
    assert "not on top" in reason(game, state, "collect 2")
    assert "worth 2, 3 and 5" in reason(game, state, "collect 4")
    assert "not on top" in reason(game, state, "raid 2 cover 1")
    assert "take effect" in reason(game, state, "play bank 1")
    assert "no customs" in reason(game, state, "collect 5 pay 2:1")


def test_1_2_a_raid_without_an_opponent_with_two_piles_is_not_due():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-3", "lay bank", "play raid 2")
    assert legal(game, state) == ["collect 3"]
    assert "needs an opponent with two piles" in reason(game, state, "raid 2 cover 1")


def customs_table(seats, contraband, **options):
    """Seat 1 plays contraband against everybody's customs."""
    game = new("nutty-business", seats, **options)
    laid = ["lay hideout", *["lay customs"] * (seats - 1)]
    return game, played(game, *laid, f"play {contraband} 2")


def test_1_3_customs_are_paid_in_full_where_possible():
    game, state = customs_table(3, "contraband-5")
    assert legal(game, state) == ["collect 5 pay 2:2 3:2"]
    assert go_on(game, state, "collect 5 pay 2:2 3:2").nuts == (1, 2, 2)
    assert "in full: 2 to seat 2 and seat 3" in reason(game, state, "collect 5 pay 2:2 3:1")
    game, state = customs_table(2, "contraband-2")
    assert legal(game, state) == ["collect 2 pay 2:1"]


def test_1_3_too_little_goes_out_to_as_many_as_possible():
    game, state = customs_table(5, "contraband-5")
    assert legal(game, state) == [
        "collect 5 pay 2:1 3:1 4:1 5:2",
        "collect 5 pay 2:1 3:1 4:2 5:1",
        "collect 5 pay 2:1 3:2 4:1 5:1",
        "collect 5 pay 2:2 3:1 4:1 5:1",
    ]
    assert "customs take all 5" in reason(game, state, "collect 5 pay 2:2 3:2 4:1")
    game, state = customs_table(4, "contraband-2")
    assert legal(game, state) == ["collect 2 pay 2:1 3:1", "collect 2 pay 2:1 4:1", "collect 2 pay 3:1 4:1"]


@pytest.mark.parametrize("worth", [2, 3, 5])
@pytest.mark.parametrize("officers", range(5))
def test_1_3_every_distribution_and_no_other(worth, officers):
    """Against a definition written another way: the maximal ones among all that hand out what is due."""
    seats = tuple(range(2, 2 + officers))
    due = min(worth, FEE[worth] * officers)
    shares = [each for each in product(range(FEE[worth] + 1), repeat=officers) if sum(each) == due]
    most = max(sum(share > 0 for share in each) for each in shares)
    expected = {
        tuple((seat, share) for seat, share in zip(seats, each, strict=True) if share)
        for each in shares
        if sum(share > 0 for share in each) == most
    }
    assert set(payments(worth, seats)) == expected
    assert len(payments(worth, seats)) == len(expected)


def test_1_3_only_contraband_played_this_turn_owes_customs():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-3", "lay customs", "play contraband-2 2")
    assert legal(game, state) == ["collect 2 pay 2:1", "collect 3"]


def test_1_3_a_raid_before_the_income_can_avoid_customs():
    game = new("nutty-business", 2)
    state = played(game, "lay raid", "lay bank", "play hideout 2", "play customs 2", "play contraband-5 2")
    assert legal(game, state) == ["collect 5 pay 2:2", "raid 2 cover 1", "raid 2 cover 2"]
    assert legal(game, go_on(game, state, "raid 2 cover 2")) == ["collect 5"]
    assert legal(game, go_on(game, state, "raid 2 cover 1")) == ["collect 5 pay 2:2"]


def test_1_3_fees_come_out_of_the_income_only():
    game, state = customs_table(5, "contraband-3")
    for move in list(game.moves(state)):
        assert game.play(state, move).nuts[0] == 0


def test_1_4_bank_exempts_from_customs():
    game = new("nutty-business", 2)
    moves = ("lay bank", "lay customs", "play contraband-5 2")
    assert legal(game, played(game, *moves)) == ["collect 5"]
    strict = new("nutty-business", 2, bank_blocks_customs=False)
    assert legal(strict, played(strict, *moves)) == ["collect 5 pay 2:2"]


@pytest.mark.parametrize("option", [True, False])
def test_1_4_bank_protects_from_robbery_whatever_the_option(option):
    game = new("nutty-business", 2, bank_blocks_customs=option)
    state = played(
        game, "lay contraband-3", "lay hideout", "play bank 2", "collect 3", "play robbery 2", "rob"
    )
    assert state.nuts == (3, 0)


def test_1_5_raid_merges_two_piles_into_pile_1():
    game = new("nutty-business", 2)
    state = played(game, "lay hideout", "lay bank", "play customs 2", "play customs 2", "play raid 1")
    assert legal(game, state) == ["raid 2 cover 1", "raid 2 cover 2"]
    over_bank = go_on(game, state, "raid 2 cover 1")
    assert over_bank.piles[1] == (("bank", "customs"),)
    assert over_bank.nuts == (2, 0)
    over_customs = go_on(game, state, "raid 2 cover 2")
    assert over_customs.piles[1] == (("customs", "bank"),)
    assert over_customs.nuts == (1, 0)


def test_1_5_only_opponents_with_two_piles_are_raided():
    game = new("nutty-business", 3)
    state = played(
        game, "lay hideout", "lay bank", "lay bank", "play bank 2", "play customs 2", "play customs 1"
    )
    state = go_on(game, state, "play raid 1")
    assert legal(game, state) == ["raid 2 cover 1", "raid 2 cover 2"]
    assert "seat 3 has one" in reason(game, state, "raid 3 cover 1")
    assert "opponent" in reason(game, state, "raid 1 cover 1")
    assert "opponent" in reason(game, state, "raid 9 cover 1")
    assert "1 or 2" in reason(game, state, "raid 2 cover 3")


def test_1_5_raid_acts_again_every_turn():
    game = new("nutty-business", 2)
    state = played(game, "lay raid", "lay bank", "play hideout 2", "play customs 2")
    state = go_on(game, state, "play bank 2", "raid 2 cover 1", "play hideout 2", "play customs 2")
    assert legal(game, state) == ["raid 2 cover 1", "raid 2 cover 2"]


def test_1_6_robbery_takes_one_for_each_contraband_on_top():
    game = new("nutty-business", 3)
    state = played(game, "lay contraband-3", "lay contraband-5", "lay robbery", "play contraband-5 2")
    state = go_on(game, state, "collect 3", "collect 5", "play customs 2", "collect 5", "play customs 2")
    assert state.nuts == (8, 5, 0)
    assert go_on(game, state, "rob").nuts == (6, 4, 3)


def test_1_6_robbery_takes_no_more_than_there_is():
    game = new("nutty-business", 3)
    state = played(game, "lay contraband-3", "lay contraband-2", "lay contraband-5", "play robbery 2", "rob")
    assert state.nuts == (0, 0, 0)


def test_1_7_the_game_ends_when_the_turn_comes_to_an_empty_hand():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-2", "lay contraband-2")
    while game.actor(state) is not None:
        last, before = game.actor(state), state
        move = next(iter(game.moves(state)))
        state = game.play(state, move)
    assert isinstance(state.phase, Over)
    assert state.hands[state.turn - 1] == ()
    assert state.turn != last
    assert before.hands[state.turn - 1] == ()
    assert legal(game, state) == []
    assert "over" in reason(game, state, "rob")


def test_1_7_a_hideout_that_picks_cards_up_refills_the_hand():
    game = new("nutty-business", 2)
    texts = ["lay bank", "lay bank"]
    state = played(game, *texts)
    for card in ("customs", "raid", "robbery", "contraband-2", "contraband-3", "contraband-5"):
        for _ in range(2):
            state = go_on(game, state, f"play {card} 1")
            while game.actor(state) is not None and "play" not in legal(game, state)[0]:
                state = game.play(state, next(iter(game.moves(state))))
    assert state.hands == (("hideout",), ("hideout",))
    state = go_on(game, state, "play hideout 1")
    assert len(state.hands[0]) == 7
    state = go_on(game, state, "play hideout 2", "collect 5")
    assert state.hands[1] == ()
    state = go_on(game, state, "play bank 1")
    assert game.actor(state) is None


def test_1_8_ranking_and_both_tie_breaks():
    game = new("nutty-business", 2)
    state = played(game, "lay contraband-5", "lay bank")
    standings = game.standings(state)
    assert standings.ranking == ((0, 5, 5), (0, 10, 0))
    assert standings.places == (2, 1)
    state = played(game, "lay contraband-3", "lay contraband-3")
    assert game.standings(state).places == (1, 1)
    state = played(game, "lay contraband-2", "lay contraband-3", "play contraband-3 1", "collect 3")
    assert game.standings(state).ranking == ((3, 5, 3), (0, 7, 3))
    assert game.standings(state).places == (1, 2)


# --- Notation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay  bank",
        "lay bank ",
        "Lay bank",
        "lay Bank",
        "lay nuts",
        "play bank",
        "play bank one",
        "play bank 01",
        "play bank +1",
        "play bank ١",
        "play bank 1.0",
        "collect",
        "collect five",
        "collect 5 pay",
        "collect 5 pay 2",
        "collect 5 pay 2:1:1",
        "collect 5 pay 2:",
        "collect 5 pays 2:1",
        "raid 2 cover",
        "raid 2",
        "raid two cover 1",
        "rob 2",
        "collect " + "9" * 5000,
    ],
)
def test_what_is_no_move(text):
    with pytest.raises(IllegalMove):
        new("nutty-business", 2).parse(text)


# --- State machine ----------------------------------------------------------------------------------------


class NuttyBusinessMachine(RuleBasedStateMachine):
    """Anything that can happen at a table, with what must be true of every position."""

    @initialize(seats=st.integers(2, 5), option=st.booleans(), data=st.data())
    def sit_down(self, seats, option, data):
        first = data.draw(st.integers(1, seats))
        self.game = new("nutty-business", seats, first=first, bank_blocks_customs=option)
        self.state = self.game.start()
        self.hideouts = set()

    @precondition(lambda self: self.game.actor(self.state) is not None)
    @rule(data=st.data())
    def play(self, data):
        before, moves = self.state, list(self.game.moves(self.state))
        move = data.draw(st.sampled_from(moves))
        self.state = self.game.play(before, move)
        gained = sum(self.state.nuts) - sum(before.nuts)
        text = str(move)
        if text.startswith(("lay", "play", "rob")):
            assert gained == 0, "only contraband and raids bring nuts to the table"
        elif text.startswith("collect"):
            assert gained == int(text.split()[1])
        else:
            assert gained in (1, 2)
        if text.startswith("play hideout"):
            assert before.turn not in self.hideouts, "a hideout is played once"
            self.hideouts.add(before.turn)
        if text.startswith("collect"):
            assert self.state.nuts[before.turn - 1] >= before.nuts[before.turn - 1], (
                "other nuts are never used"
            )

    @rule(text=st.text(max_size=20))
    def mistype(self, text):
        legal_now = legal(self.game, self.state)
        if text not in legal_now:
            with pytest.raises(IllegalMove):
                self.game.play(self.state, self.game.parse(text))

    @invariant()
    def every_card_is_somewhere(self):
        if hasattr(self, "game"):
            for hand, piles in zip(self.state.hands, self.state.piles, strict=True):
                assert sorted(hand + sum(piles, ())) == sorted(SET)
                assert list(hand) == [card for card in SET if card in hand], "hands keep their order"

    @invariant()
    def at_most_two_piles_and_none_empty(self):
        if hasattr(self, "game"):
            for piles in self.state.piles:
                assert len(piles) <= 2
                assert all(piles)
                assert bool(piles) != isinstance(self.state.phase, Lay)

    @invariant()
    def nobody_owes_nuts(self):
        if hasattr(self, "game"):
            assert min(self.state.nuts) >= 0

    @invariant()
    def the_ranking_counts_what_is_there(self):
        if hasattr(self, "game"):
            for seat, (nuts, in_hand, on_top) in enumerate(self.game.standings(self.state).ranking):
                assert nuts == self.state.nuts[seat]
                assert in_hand == sum(WORTH.get(card, 0) for card in self.state.hands[seat])
                assert on_top == sum(WORTH.get(pile[-1], 0) for pile in self.state.piles[seat])


TestStateMachine = NuttyBusinessMachine.TestCase
