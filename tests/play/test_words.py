"""The games told in words: everything has a text, and the text is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up import high_card
from nutgames.games import GAMES, check, imagine, new
from nutgames.games.core import IllegalMove, ranked
from nutgames.games.nutty_business import WORTH, Card, Collect, PlayCard, Raid, Rob
from nutgames.play.match import Match, Player, Step
from nutgames.play.records import dumps, loads
from nutgames.play.words import Choice, Words, listed, words_for
from nutgames.play.words.nutty_business import TITLES
from support import NAMES, TABLES, foreign, random_match

__all__ = ["high_card"]

TITLED = {title: card for card, title in TITLES.items()}


def everything_told(words: Words, match: Match, view: Any, seat: int) -> list[object]:
    """All that a seat is told of a moment."""
    return [
        words.moment(view),
        words.question(view),
        words.tables(view),
        words.inspected(view),
        words.section(view),
        words.window(view),
        words.choices(view) if seat == match.actor else [],
        words.refusals(view) if seat == match.actor else [],
        words.score(view),
        words.verdict(view),
        words.log(match, seat),
        words.secrets(match, seat),
        [words.detail(view, each) for each in range(1, match.game.seats + 1)],
        [words.interlude(step) for step in match.log(seat)],
    ]


def is_waiting(words: Words, step: Step) -> bool:
    """Whether a step only lets something pass while others are still to be asked: nothing has happened."""
    window = words.window(step.before)
    return window is not None and step.move == window.passing and words.window(step.after) is not None


def texts_in(told: object) -> list[str]:
    if isinstance(told, str):
        return [told]
    return [text for each in told for text in texts_in(each)] if isinstance(told, list | tuple) else []


# --- Every game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 90))
def test_every_moment_can_be_told_to_everybody(name: str, seats: int, seed: int, moves: int) -> None:
    match = random_match(name, seats, seed, moves)
    words = words_for(match.game, match.names)
    for seat in range(seats + 1):
        view = match.view(seat)
        told = everything_told(words, match, view, seat)
        assert words.question(view)
        assert words.tables(view)
        assert all(words.told(step) or is_waiting(words, step) for step in match.log(seat))
        for text in texts_in(told):
            assert not foreign(text), text
            assert "\n" not in text
            assert not re.search(r"\bseat \d", text), text
    if match.actor:
        view = match.view(match.actor)
        choices = words.choices(view)
        assert [choice.move for choice in choices] == list(match.game.moves(match.state))
        assert all(choice.what for choice in choices)
        assert len({choice[1:] for choice in choices}) == len(choices)
        for refusal in words.refusals(view):
            assert refusal.what
            assert refusal.reason


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_what_is_hidden_changes_no_word(name: str, seats: int, seed: int, moves: int) -> None:
    match = random_match(name, seats, seed, moves)
    words = words_for(match.game, match.names)
    for seat in range(seats + 1):
        truth = imagine(match.game, match.view(seat), seat, Random(seed))
        imagined = everything_told(words, match, match.game.view(truth, seat), seat)
        assert imagined == everything_told(words, match, match.view(seat), seat)


@given(
    seats=st.integers(2, 5),
    cards=st.lists(st.sampled_from(list(Card)), min_size=10, max_size=10),
    data=st.data(),
)
def test_two_games_that_differ_in_hidden_cards_are_told_alike(
    seats: int, cards: list[Card], data: st.DataObject
) -> None:
    """While cards lie face down, each seat is told the same whatever the others have laid."""
    laid = data.draw(st.integers(1, seats - 1))
    seat = data.draw(st.integers(0, seats))
    told = []
    for offset in (0, 5):
        match = Match(new("nutty-business", seats), [Player(each) for each in NAMES[:seats]])
        for owner in range(1, laid + 1):
            card = cards[owner - 1] if owner == seat else cards[(owner - 1 + offset) % 10]
            match.play(match.game.parse(f"lay {card}"))
        words = words_for(match.game, match.names)
        told.append(everything_told(words, match, match.view(seat), seat))
    assert told[0] == told[1]


def test_reasons_name_players_in_place_of_seats() -> None:
    words = Words(new("nutty-business", 3), ["Ana", "seat 1", "Cid"])
    assert words.named("seat 2 and seat 3, but seat 4, seat 0 and seats 2") == (
        "seat 1 and Cid, but seat 4, seat 0 and seats 2"
    )


def test_lists_are_written_like_people_do() -> None:
    assert [listed(["A", "B", "C"][:number]) for number in range(4)] == ["", "A", "A and B", "A, B and C"]


# --- The end ----------------------------------------------------------------------------------------------


UNPLAYED = new("nutty-business", 2).start()
"""Any state: who has what is made up."""


def ended(monkeypatch: pytest.MonkeyPatch, *ranking: tuple[int, ...]) -> Words:
    """The words of a game of Nutty Business that has ended like this."""
    game = new("nutty-business", len(ranking))
    monkeypatch.setattr(game, "standings", lambda state: ranked(ranking))
    return words_for(game, NAMES[: len(ranking)])


def test_a_winner_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(monkeypatch, (5, 0, 2), (9, 1, 0)).verdict(UNPLAYED) == ["Ben wins with 9 nuts."]


def test_ties_are_told_to_the_number_that_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ended(monkeypatch, (9, 3, 0), (9, 3, 2), (9, 5, 0), (4, 0, 0), (4, 0, 0))
    assert words.verdict(UNPLAYED) == [
        "Cid wins with 9 nuts.",
        "Equal at 9 nuts, told apart by value in hand: Cid 5, Ana 3, Ben 3.",
        "Equal at 9 nuts and 3 value in hand, told apart by value on top: Ben 2, Ana 0.",
    ]


def test_a_shared_first_place_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ended(monkeypatch, (9, 3, 2), (4, 0, 0), (9, 3, 2))
    assert words.verdict(UNPLAYED) == [
        "Ana and Cid share the first place: they are equal in nuts, value in hand and value on top."
    ]


def test_the_score_lists_the_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    score = ended(monkeypatch, (5, 0, 2), (9, 1, 0), (9, 1, 0)).score(UNPLAYED)
    assert score.head == ("place", "player", "nuts", "value in hand", "value on top")
    assert score.rows == (
        ("1", "B Ben", "9", "1", "0"),
        ("1", "C Cid", "9", "1", "0"),
        ("3", "A Ana", "5", "0", "2"),
    )


def test_what_breaks_ties_is_listed_only_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(monkeypatch, (5, 0, 2), (9, 1, 0)).score(UNPLAYED) == (
        ("place", "player", "nuts"),
        (("1", "B Ben", "9"), ("2", "A Ana", "5")),
    )


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_words_count_what_the_game_ranks_by(name: str, seats: int) -> None:
    match = random_match(name, seats, seed=seats)
    words = words_for(match.game, match.names)
    assert len(words.counted()) == len(match.game.standings(match.state).ranking[0])
    assert words.log(match, 0)
    assert words.verdict(match.view(0))


# --- Nutty Business: what a choice says it does is what it does --------------------------------------------

KEEP = re.compile(r"take (\d)(?:; customs: (.+) → keep (\d))?$")


def nuts_by_name(match: Match, state: Any) -> dict[str, int]:
    return dict(zip(match.names, state.nuts, strict=True))


def gains(match: Match, before: Any, after: Any) -> dict[str, int]:
    """Who has more or fewer nuts afterwards, by name."""
    old, new_ = nuts_by_name(match, before), nuts_by_name(match, after)
    return {name: new_[name] - old[name] for name in old if new_[name] != old[name]}


def said_of_income(effect: str, name: str) -> dict[str, int]:
    """The gains that a text about an income promises."""
    found = KEEP.search(effect)
    assert found, effect
    if found[2] is None:
        return {name: int(found[1])}
    fees = {person: int(nuts) for person, nuts in re.findall(r"(\w+) (\d)", found[2])}
    assert int(found[1]) - sum(fees.values()) == int(found[3])
    return {who: nuts for who, nuts in {name: int(found[3]), **fees}.items() if nuts}


def said_of_robbery(effect: str, name: str) -> dict[str, int]:
    """The gains that a text about a robbery promises."""
    if effect.startswith("nothing to take"):
        return {}
    found = re.fullmatch(r"take (\d+): (.+)", effect)
    assert found, effect
    victims = {person: -int(nuts) for person, nuts in re.findall(r"(\w+) (\d+)", found[2])}
    assert -sum(victims.values()) == int(found[1])
    return {name: int(found[1]), **victims}


def is_true(match: Match, choice: Choice) -> None:
    """Holds the words of a choice against what comes of it."""
    game, state = match.game, match.state
    name, seat = match.names[state.turn - 1], state.turn
    after = game.play(state, choice.move)
    match choice.move:
        case Collect(worth):
            fresh = WORTH.get(state.phase.fresh) == worth
            assert choice.what == f"Contraband {worth}" + (" (new)" if fresh else "")
            assert gains(match, state, after) == said_of_income(choice.effect, name)
        case Raid(rival, pile):
            assert (
                choice.what
                == f"Police Raid ({'left' if pile == 1 else 'right'} pile) on {match.names[rival - 1]}"
            )
            found = re.fullmatch(r"(.+) goes on top of (.+); take (\d)", choice.effect)
            assert found, choice.effect
            (top, covered), loot = (TITLED[found[number]] for number in (1, 2)), int(found[3])
            assert state.piles[rival - 1][pile - 1][-1] is covered
            assert after.piles[rival - 1] == (after.piles[rival - 1][0],)
            assert after.piles[rival - 1][0][-1] is top
            assert gains(match, state, after) == {name: loot}
        case Rob():
            assert choice.what == "Robbery"
            assert gains(match, state, after) == said_of_robbery(choice.effect, name)
        case PlayCard(card, pile):
            assert choice.what == f"{TITLES[card]}, {'left' if pile == 1 else 'right'}"
            placing_is_true(match, choice, card, pile)
            assert len(after.hands[seat - 1]) >= len(state.hands[seat - 1]) - 1


def placing_is_true(match: Match, choice: Choice, card: Card, pile: int) -> None:
    """Holds what is said of a card to be placed against what comes of it at once."""
    game, state = match.game, match.state
    name, seat = match.names[state.turn - 1], state.turn
    after = game.play(state, choice.move)
    covering, _, then = choice.effect.partition("; ")
    piles = state.piles[seat - 1]
    if pile > len(piles):
        assert covering == "starts a new pile"
        assert len(after.piles[seat - 1]) == len(piles) + 1
    elif card is Card.HIDEOUT:
        back = {TITLED[title] for title in covering.removeprefix("back to hand: ").split(", ")}
        assert back == set(after.hands[seat - 1]) - set(state.hands[seat - 1])
        assert after.piles[seat - 1][pile - 1] == (card,)
        assert not then
    else:
        assert covering == f"covers {TITLES[piles[pile - 1][-1]]}"
        assert after.piles[seat - 1][pile - 1] == (*piles[pile - 1], card)

    next_moves = list(game.moves(after)) if after.turn == seat else []
    incomes = [move for move in next_moves if isinstance(move, Collect) and move.worth == WORTH.get(card)]
    if card in WORTH:
        results = [gains(match, after, game.play(after, move)) for move in incomes]
        if then.endswith("customs take it all"):
            assert len(results) > 1
            assert all(name not in result for result in results)
        else:
            assert results == [said_of_income(then, name)]
    elif card is Card.ROBBERY:
        assert gains(match, after, game.play(after, Rob())) == said_of_robbery(then, name)
    elif card is Card.RAID:
        targets = {match.names[move.seat - 1] for move in next_moves if isinstance(move, Raid)}
        said = set(then.removeprefix("raid ").split(" or ")) if then != "nobody to raid" else set()
        assert targets == said
    elif card is Card.BANK:
        assert then == "safe from robbery" + (
            " and customs" if match.game.options.bank_blocks_customs else ""
        )


@given(
    seats=st.integers(2, 5), seed=st.integers(0, 10**6), moves=st.integers(0, 90), bank_blocks=st.booleans()
)
def test_every_effect_comes_as_it_was_announced(seats: int, seed: int, moves: int, bank_blocks: bool) -> None:
    match = random_match("nutty-business", seats, seed, moves, bank_blocks_customs=bank_blocks)
    if match.actor:
        words = words_for(match.game, match.names)
        for choice in words.choices(match.view(match.actor)):
            assert choice.effect
            is_true(match, choice)


def test_every_effect_of_whole_games_comes_as_it_was_announced(count: Callable[..., int]) -> None:
    seen = set()
    for seed in range(count(dev=12, ci=100, nightly=2_000)):
        whole = random_match("nutty-business", 2 + seed % 4, seed)
        match = Match(whole.game, whole.players)
        words = words_for(match.game, match.names)
        for move in whole.moves:
            for choice in words.choices(match.view(match.actor or 0)):
                is_true(match, choice)
                seen.add(choice.effect)
            match.play(move)
    for rare in ("customs take it all", "Bank; take 2", "→ keep 0", "nothing to take: ", "back to hand: "):
        assert any(rare in effect for effect in seen), f"no position was looked at with: {rare}"


@pytest.mark.parametrize(("blocks", "said"), [(True, " and customs"), (False, "")])
def test_the_bank_promises_only_what_the_options_keep(blocks: bool, said: str) -> None:
    match = random_match("nutty-business", 2, seed=1, moves=0, bank_blocks_customs=blocks)
    words = words_for(match.game, match.names)
    (bank,) = [choice for choice in words.choices(match.view(1)) if choice.what == "Bank"]
    assert bank.effect == "safe from robbery" + said


def test_the_log_tells_whole_sentences() -> None:
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    for text in (
        *("lay contraband-3", "lay robbery", "play bank 2", "collect 3", "play customs 2", "rob"),
        *("play raid 2", "raid 2 cover 1", "collect 3", "play bank 2", "play contraband-5 2"),
        *("collect 5 pay 2:2", "collect 3"),
    ):
        match.play(match.game.parse(text))
    assert words_for(match.game, match.names).log(match, 0) == [
        "Ana lays a card face down.",
        "Ben lays a card face down.",
        "All cards are revealed: Ana Contraband 3 and Ben Robbery.",
        "Ana plays Bank on the right pile: starts a new pile.",
        "Ana, Contraband 3: take 3.",
        "Ben plays Customs on the right pile: starts a new pile.",
        "Ben, Robbery: nothing to take: Ana has a bank.",
        "Ana plays Police Raid on the right pile: covers Bank.",
        "Ana, Police Raid (left pile) on Ben: Customs goes on top of Robbery; take 1.",
        "Ana, Contraband 3: take 3.",
        "Ben plays Bank on the right pile: starts a new pile.",
        "Ana plays Contraband 5 on the right pile: covers Police Raid.",
        "Ana, Contraband 5 (new): take 5; customs: Ben 2 → keep 3.",
        "Ana, Contraband 3: take 3.",
    ]
    assert words_for(match.game, match.names).log(match, 1)[0] == "Ana lays Contraband 3 face down."


@pytest.mark.parametrize(
    ("moves", "what", "reason"),
    [
        (
            ("lay raid", "lay contraband-3", "play contraband-2 2"),
            "Police Raid on Ben",
            "a raid needs an opponent with two piles",
        ),
        (
            (
                *("lay raid", "lay robbery", "lay bank"),
                *("play customs 2", "play customs 2", "rob", "play hideout 1", "play bank 2"),
            ),
            "Police Raid on Cid",
            "a raid needs an opponent with two piles; Cid has one",
        ),
        (
            ("lay contraband-3", "lay robbery", "play contraband-2 2", "collect 2"),
            "Contraband 2",
            "already applied this turn",
        ),
        (
            (
                *("lay raid", "lay robbery", "play customs 2", "play bank 2", "rob"),
                *("play contraband-2 2", "raid 2 cover 1"),
            ),
            "Police Raid",
            "already applied this turn",
        ),
    ],
)
def test_what_cannot_be_done_is_told_with_its_reason(moves: tuple[str, ...], what: str, reason: str) -> None:
    seats = sum(move.startswith("lay") for move in moves)
    match = Match(new("nutty-business", seats), [Player(name) for name in NAMES[:seats]])
    for text in moves:
        match.play(match.game.parse(text))
    words = words_for(match.game, match.names)
    refusals = {each.what: each.reason for each in words.refusals(match.view(match.actor or 0))}
    assert refusals[what] == reason


def test_everything_is_among_the_choices_when_a_card_is_laid() -> None:
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    assert words_for(match.game, match.names).refusals(match.view(1)) == []


# --- A game without words of its own -----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_the_made_up_game_keeps_the_laws(high_card: str, seats: int) -> None:
    assert check(new(high_card, seats), games=5).unfinished == 0


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_without_words_is_told_in_its_notation(high_card: str, seats: int) -> None:
    match = random_match(high_card, seats, seed=1, moves=2, first=1)
    assert match.game.view(match.state, 0).down[0] == ("?",)
    words = words_for(match.game, match.names)
    assert type(words) is Words
    put = str(match.moves[1])
    assert words.log(match, 1) == ["deal ?", f"Ana: {put}"]
    assert words.log(match, 0) == ["deal ?", "Ana: put ?"]
    assert words.question(match.view(0)) == "Ben is to move"
    assert [choice.what for choice in words.choices(match.view(2))] == [
        f"put {card}" for card in match.view(2).hands[1]
    ]
    (grid,) = words.tables(match.view(0))
    assert grid.head == ("player", "hands", "down")
    assert [row[0] for row in grid.rows] == [f"{'ABC'[number]} {NAMES[number]}" for number in range(seats)]
    while match.actor is not None:
        match.play(next(match.game.moves(match.state)))
    assert words.verdict(match.view(0))[0].endswith("points.")
    assert dumps(loads(dumps(match).encode())) == dumps(match)


def test_every_known_game_has_a_title_for_the_words() -> None:
    assert all(entry.title for entry in GAMES.values())


# --- Nutty Business: how it ends ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_last_turns_are_counted_down_to_the_end(seats: int) -> None:
    """What is announced comes: so many turns later the game is over, and by that player."""
    for seed in range(4):
        match = random_match("nutty-business", seats, seed)
        words = words_for(match.game, match.names)
        turns, announced = 0, 0
        for step in reversed(list(match.log(0))):
            before = step.before
            turns += words.begins_turn(step) or step.after == match.state
            moment = words.moment(before)
            found = re.match(r"(last turn|(\d) turns left): (\w+) has no cards · ", moment)
            has_run_out = not all(before.hands)
            assert bool(found) == has_run_out, moment
            if found:
                assert int(found[2] or 1) == turns
                assert found[3] == words.name(match.state.turn)
                announced += 1
        assert announced
        assert words.verdict(match.view(0))[-1] == (
            f"{words.name(match.state.turn)} has no card in hand when the turn comes: the game is over."
        )


@pytest.mark.parametrize("seats", range(2, 6))
def test_where_the_nuts_came_from_adds_up(seats: int) -> None:
    seen: set[str] = set()
    for seed in range(6):
        match = random_match("nutty-business", seats, seed)
        words = words_for(match.game, match.names)
        for seat, nuts in enumerate(match.state.nuts, start=1):
            parts = dict(re.findall(r"([a-z]+) (-?\d+)", words.earned(match, seat)))
            assert sum(map(int, parts.values())) == nuts
            assert all((what == "robbed") == (int(number) < 0) for what, number in parts.items())
            seen |= set(parts)
    assert seen >= {"contraband", "customs", "raids", "robbery", "robbed"}


def test_nuts_are_told_by_where_they_came_from() -> None:
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    words = words_for(match.game, match.names)
    assert words.earned(match, 1) == "no nuts"
    for text in (
        *("lay robbery", "lay customs", "play contraband-5 2", "collect 5 pay 2:2", "rob"),
        *("play contraband-3 2", "collect 3", "play raid 2", "raid 2 cover 1", "rob"),
    ):
        match.play(match.game.parse(text))
    assert words.earned(match, 1) == "contraband 3 · raids 1 · robbery 1"
    assert words.earned(match, 2) == "contraband 3 · customs 2 · robbed -1"


def test_a_look_at_the_table_during_the_set_up_counts_cards_and_names_none() -> None:
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    match.play(match.game.parse("lay bank"))
    words = words_for(match.game, match.names)
    for seat in (0, 1, 2):
        assert words.inspected(match.view(seat)) == [
            "A Ana:",
            "  left pile: one card face down; 7 in hand",
            "B Ben:",
            "  8 in hand",
        ]


def test_reasons_call_cards_by_their_titles() -> None:
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    words = words_for(match.game, match.names)
    for text in ("lay contraband-5", "lay customs"):
        match.play(match.game.parse(text))
    with pytest.raises(IllegalMove) as refused:
        match.play(match.game.parse("play contraband-5 2"))
    assert words.named(str(refused.value)) == "Contraband 5 is not in your hand"
