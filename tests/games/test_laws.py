"""The laws that every game keeps, over every registered game at every number of seats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nutgames.games import GAMES, IllegalMove, Standings, check, new
from nutgames.games.laws import LAWS
from nutgames.games.nutty_business import Card, LayCard, NuttyBusiness, Place, PlayCard, Rob
from strategies import TABLES, positions, tables


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(data=st.data())
def test_law(law, name, seats, data):
    game = data.draw(tables(name, seats))
    state, _ = data.draw(positions(game))
    law(game, state, data.draw(st.randoms(use_true_random=False)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whole_games_keep_every_law(name, seats, count):
    games = count(dev=2, ci=5, nightly=200)
    checked = check(new(name, seats), games=games, seed=1)
    assert checked.games == games
    assert checked.states > games
    assert checked.unfinished == 0


@pytest.mark.parametrize("name", GAMES)
@given(text=st.text())
def test_no_text_but_a_move_is_read(name, text):
    game = new(name, GAMES[name].seats[0])
    try:
        move = game.parse(text)
    except IllegalMove:
        return
    assert str(move) == text


# The laws must be able to fail: games with one fault each, and the law that finds it.


class Table(NuttyBusiness):
    """Named like the game it spoils, so that the registry knows it."""


class ForgetsAMove(Table):
    def moves(self, state):
        return iter(list(super().moves(state))[1:])


class AllowsTooMuch(Table):
    def play(self, state, move):
        if isinstance(move, PlayCard) and isinstance(state.phase, Place) and move.card is Card.BANK:
            return state
        return super().play(state, move)


class ReadsSloppily(Table):
    def parse(self, text):
        return super().parse(text.strip())


class WritesAlike(Table):
    def moves(self, state):
        return iter([*super().moves(state)] * 2)


class ShowsTheLaidCards(Table):
    def view(self, state, seat):
        return state if seat == 2 else super().view(state, seat)


class TellsTheLaidCards(Table):
    def shown(self, state, move, seat):
        return move


class PlaysWhatIsHidden(Table):
    def _lay(self, state, move):
        return state if isinstance(move, LayCard) and move.card == "?" else super()._lay(state, move)


class LosesACard(Table):
    def _place(self, state, move):
        after = super()._place(state, move)
        return type(after)(after.turn, after.phase, after.nuts, (*after.hands[:-1], ()), after.piles)


class RanksUpsideDown(Table):
    def standings(self, state):
        ranking, places = super().standings(state)
        return Standings(ranking, places[::-1] if len(set(places)) > 1 else places)


class FavoursSeatOne(Table):
    def _rob(self, state):
        after = super()._rob(state)
        nuts = after.nuts if state.turn != 1 else (after.nuts[0] + 1, *after.nuts[1:])
        return type(after)(after.turn, after.phase, nuts, after.hands, after.piles)


class RefusesWithoutReason(Table):
    def play(self, state, move):
        if isinstance(move, Rob) and isinstance(state.phase, Place):
            raise type("Silent", (self._illegal(),), {})("")
        return super().play(state, move)

    def _illegal(self):
        from nutgames.games import IllegalMove

        return IllegalMove


class ChangesItsMind(Table):
    calls = 0

    def play(self, state, move):
        after = super().play(state, move)
        self.calls += 1
        return type(after)(after.turn, after.phase, (self.calls % 7,) * self.seats, after.hands, after.piles)


@pytest.mark.parametrize(
    "faulty",
    [
        ForgetsAMove,
        AllowsTooMuch,
        ReadsSloppily,
        WritesAlike,
        ShowsTheLaidCards,
        TellsTheLaidCards,
        PlaysWhatIsHidden,
        LosesACard,
        RanksUpsideDown,
        FavoursSeatOne,
        RefusesWithoutReason,
        ChangesItsMind,
    ],
)
def test_a_faulty_game_breaks_a_law(faulty):
    options = GAMES["nutty-business"].Options()
    with pytest.raises(AssertionError, match="after"):
        check(faulty(3, options), games=20, seed=0, max_moves=200)
