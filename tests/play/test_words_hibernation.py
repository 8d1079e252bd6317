"""Hibernation told in words: what is said of a card is what it does, and nobody is told too much."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nutgames.games import HIDDEN, imagine, new, random_move
from nutgames.games.hibernation import DECK, Card, Deck
from nutgames.games.hibernation.actions import ACTIONS
from nutgames.games.hibernation.components import (
    Cancel,
    Deal,
    DiscardCard,
    Pass,
    Play,
    PlayCard,
    React,
    Shuffle,
    Snoop,
)
from nutgames.play import windows
from nutgames.play.match import Match
from nutgames.play.rulebook import section
from nutgames.play.words import Words, words_for
from nutgames.play.words.hibernation import brief, full_text, heading
from support import NAMES, random_match
from winter import play, position


def words_of(match: Match) -> Words:
    return words_for(match.game, match.names)


def effects(match: Match) -> dict[str, str]:
    """What is said of each choice of the actor."""
    return {choice.what: choice.effect for choice in words_of(match).choices(match.view(match.actor))}


def let_pass(match: Match) -> None:
    """Nobody cancels any more."""
    window = words_of(match).window(match.view(0))
    assert window
    windows.close(match, window)


def log(match: Match, seat: int = 0) -> list[str]:
    return words_of(match).log(match, seat)


# --- The cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", list(Card))
def test_every_card_has_a_short_text_a_full_one_and_a_section(card: Card) -> None:
    assert 0 < len(brief(card)) <= 26
    assert section("hibernation", heading(card)).title == heading(card)
    assert full_text(card).endswith(".")
    assert not re.search(r"[*#]|cop(y|ies)\.$", full_text(card))


@pytest.mark.parametrize("card", list(Card))
def test_the_short_text_has_the_numbers_of_the_table(card: Card) -> None:
    action, text = ACTIONS[card], brief(card)
    assert (f"+{action.collect}" in text) == bool(action.collect)
    assert (f"steal {action.take}" in text) == bool(action.take)
    assert (f"stash {action.stash}" in text) == bool(action.stash)
    assert (f"draw {action.draw}" in text) == bool(action.draw)
    assert ("play again" in text) == action.further
    assert ("ends the month" in text) == action.ends


def test_a_deck_gives_the_titles() -> None:
    deck = Deck(copies=DECK.copies, titles={**DECK.titles, Card.FORAGE: "Nüsse\nsammeln", Card.ROT: ""})
    words = words_for(new("hibernation", 2, deck=deck), ["Ana", "Ben"])
    assert words.titles[Card.FORAGE] == "Nüsse sammeln"
    assert words.titles[Card.ROT] == "Rot"
    assert words.named("a golden-trade needs seat 2") == "a Golden Trade needs Ben"


# --- The choices ------------------------------------------------------------------------------------------


def is_true(match: Match, move: PlayCard, effect: str) -> None:
    """Holds what is said of a card against what comes of it when nobody cancels."""
    game, before = match.game, match.state
    own, action, choice = before.turn - 1, ACTIONS[move.card], move.choice
    state = game.play(before, move)
    while isinstance(state.phase, React):
        state = game.play(state, Pass())
    if isinstance(state.phase, Snoop):
        assert re.search(r"sees \w+'s \d+ cards?, takes one", effect)
        state = game.play(state, next(iter(game.moves(state))))
    month_ends = len(state.months) > len(before.months)
    assert ("the month ends" in effect) == month_ends
    said = {
        "collected": re.search(r"(?:^|, )\+(\d)", effect),
        "taken": re.search(r"takes (\d) of (\w+)'s (\d+)", effect),
        "stashed": re.search(r"stashes (\d+)", effect),
    }
    assert bool(said["collected"]) == bool(action.collect)
    assert ("plays again" in effect) == (action.further and not month_ends)
    assert (f"draws {action.draw}" in effect) == (bool(action.draw) and not month_ends)
    if month_ends:
        return
    if said["collected"]:
        assert before.centre - state.centre == int(said["collected"][1])
    if said["stashed"]:
        assert state.stashes[own] - before.stashes[own] == int(said["stashed"][1])
    if said["taken"]:
        assert isinstance(choice, int)
        assert said["taken"][2] == match.names[choice - 1]
        assert before.piles[choice - 1] == int(said["taken"][3])
        assert before.piles[choice - 1] - state.piles[choice - 1] == int(said["taken"][1])
    for name, old, now in re.findall(r"(\w+) (\d+)→(\d+)", effect):
        if name != "score":
            seat = match.names.index(name)
            assert (before.piles[seat], state.piles[seat]) == (int(old), int(now))
    if move.card is Card.ROT:
        assert f"destroys {state.destroyed - before.destroyed} of {before.centre} " in effect
    if move.card in (Card.GOLDEN_NUT, Card.GOLDEN_TRADE):
        assert "golden nut" in effect
        assert state.golden_nut == before.turn


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), moves=st.integers(1, 300))
def test_every_effect_comes_as_it_was_announced(seats: int, seed: int, moves: int) -> None:
    match = random_match("hibernation", seats, seed, moves, nuts=6)
    if match.actor and isinstance(match.state.phase, Play):
        for choice in words_of(match).choices(match.view(match.actor)):
            assert choice.effect
            if isinstance(choice.move, PlayCard):
                is_true(match, choice.move, choice.effect)
            else:
                assert isinstance(choice.move, DiscardCard)
                assert choice.effect.startswith("no effect: ")


def test_choices_tell_what_they_do_as_things_stand() -> None:
    match = position(
        "burglar heist snoop nut-swap dig-up landslide migration golden-trade rot blight trap cancel",
        "forage forage",
        "",
        piles=(3, 7, 1),
        golden_nut=2,
        discard="scurry rot",
    )
    assert effects(match) == {
        "Blight": "halves every pile: Ana 3→2, Ben 7→4",
        "Burglar on Ben": "takes 2 of Ben's 7, +1",
        "Burglar on Cid": "takes 1 of Cid's 1, +1",
        "Dig Up (Rot)": "gets Rot (halves the centre), +1",
        "Dig Up (Scurry)": "gets Scurry (+1, draw 1, play again), +1",
        "Discard Cancel": (
            "no effect: a cancel answers what somebody else plays; on your own turn you can only discard it"
        ),
        "Golden Trade": "gives 2 back, golden nut from Ben, score 3→4",
        "Heist on Ben": "takes 3 of Ben's 7, stashes 1",
        "Heist on Cid": "takes 1 of Cid's 1, stashes 1",
        "Landslide to the left": "piles: Ana 3→1, Ben 7→3, Cid 1→7",
        "Landslide to the right": "piles: Ana 3→7, Ben 7→1, Cid 1→3",
        "Migration to the left": "Ana gets Cid's 0 cards, Ben gets Ana's 11, +1",
        "Migration to the right": "Ana gets Ben's 2 cards, Cid gets Ana's 11, +1",
        "Nut Swap on Ben": "Ana's 3 for Ben's 7",
        "Nut Swap on Cid": "Ana's 3 for Cid's 1",
        "Rot": "destroys 12 of 25 in the centre",
        "Snoop on Ben": "sees Ben's 2 cards, takes one, +1",
        "Trap on Ben": "Ben skips a turn",
        "Trap on Cid": "Cid skips a turn",
    }


def test_the_last_nuts_are_told() -> None:
    match = position("bumper-crop tuck-away bury early-winter", "", piles=(13, 0), centre=3)
    assert effects(match) == {
        "Bumper Crop": "+3, all that is left, the month ends",
        "Bury": "+1, stashes 2, draws 1",
        "Early Winter": "+1, the month ends",
        "Tuck Away": "+1, stashes 1, plays again",
    }


def test_without_anybody_to_choose_the_rest_is_told() -> None:
    match = position(
        "burglar heist snoop hand-swap dig-up trap nut-swap migration", "", piles=(1, 0), protected=[2]
    )
    assert effects(match) == {
        "Burglar": "nobody to take from, +1",
        "Dig Up": "nothing to dig up, +1",
        "Discard Nut Swap": "no effect: nobody can be chosen",
        "Discard Trap": "no effect: nobody can be chosen",
        "Hand Swap": "nobody to swap with, +1",
        "Heist": "nobody to take from, stashes 1",
        "Migration to the left": "nobody to swap with, +1",
        "Migration to the right": "nobody to swap with, +1",
        "Snoop": "nobody to look at, +1",
    }


def test_the_ways_say_how_much_is_to_be_had() -> None:
    match = position("burglar snoop trap nut-swap landslide dig-up", "heist", piles=(0, 7), discard="rot rot")
    words, view = words_of(match), match.view(1)
    ways = [words.way(view, choice.move) for choice in words.choices(view)]
    assert ways == ["Ben (7)", "Rot ×2", "to the left", "to the right", "Ben (7)", "Ben (1 card)", "Ben"]


def test_what_cannot_be_done_is_told_with_its_reason() -> None:
    match = position(
        "burglar snoop trap golden-trade early-winter cancel forage landslide",
        "rot",
        "",
        "rot",
        piles=(1, 0, 4, 2),
        protected=[3],
        trapped=[4],
    )
    words = words_of(match)
    assert [(each.what, each.reason) for each in words.refusals(match.view(1))] == [
        ("Burglar on Ben", "Ben has no nut in the pile"),
        ("Burglar on Cid", "Cid is protected"),
        ("Snoop on Cid", "Cid is protected"),
        ("Trap on Cid", "Cid is protected"),
        ("Trap on Dora", "Dora is trapped already"),
        ("Cancel", "a cancel answers what somebody else plays; on your own turn you can only discard it"),
        ("Golden Trade", "a Golden Trade needs 2 nuts in your pile"),
        ("Early Winter", "an Early Winter needs a score of 13 this month"),
    ]
    targets = words.refusals_of(match.view(1), Card.BURGLAR)
    assert [(each.what, each.reason) for each in targets] == [
        ("Ben", "has no nut in the pile"),
        ("Cid", "is protected"),
    ]


# --- Reactions --------------------------------------------------------------------------------------------


def test_a_window_names_what_is_played_and_who_may_step_in() -> None:
    match = position(
        "burglar cancel", "cancel forage", "cancel", piles=(0, 7, 0), rotation="counterclockwise"
    )
    words = words_of(match)
    assert words.window(match.view(0)) is None
    play(match, "play burglar 2")
    assert words.window(match.view(0)) == (
        "Ana plays Burglar on Ben",
        "takes 2 of Ben's 7, +1",
        "Does anybody cancel it?",
        (3, 2),
        Pass(),
    )
    play(match, "pass")
    assert words.window(match.view(0)).seats == (2,)
    play(match, "cancel")
    assert words.window(match.view(0))[:4] == (
        "Ben cancels Ana's Burglar on Ben",
        "Burglar is void",
        "Does anybody cancel the cancel?",
        (1, 3),
    )
    play(match, "cancel")
    assert words.window(match.view(0))[:4] == (
        "Ana cancels the cancel against Ana's Burglar on Ben",
        "Burglar works: takes 2 of Ben's 7, +1",
        "Does anybody cancel the cancel?",
        (3, 2),
    )
    play(match, "cancel")
    assert words.window(match.view(0)).happened.endswith("(3 cancels so far)")


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), moves=st.integers(1, 200))
def test_a_window_is_the_same_whoever_holds_what(seats: int, seed: int, moves: int) -> None:
    match = random_match("hibernation", seats, seed, moves)
    words = words_of(match)
    seen = [words.window(match.view(seat)) for seat in range(seats + 1)]
    truth = imagine(match.game, match.view(0), 0, Random(seed))
    assert {str(window) for window in [*seen, words.window(truth)]} == {str(seen[0])}
    assert (seen[0] is not None) == isinstance(match.state.phase, React)
    if seen[0]:
        asked = [windows.asked(match, seen[0], seat) for seat in seen[0].seats]
        assert [view.actor for view in asked] == list(seen[0].seats)
        assert all(HIDDEN not in view.hands[view.actor - 1] for view in asked)


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), data=st.data())
def test_stepping_in_and_closing_play_what_the_rules_ask_for(seats: int, seed: int, data: Any) -> None:
    match, rng = random_match("hibernation", seats, seed, 0), Random(seed)
    words = words_of(match)
    for _ in range(60):
        window = words.window(match.view(0))
        if match.actor is None:
            break
        if not window:
            match.play(random_move(match.game, match.state, rng))
            continue
        moves = len(match.moves)
        seat = data.draw(st.sampled_from([0, *window.seats]))
        if not seat:
            windows.close(match, window)
            assert match.moves[moves:] == [Pass()] * len(window.seats)
            assert words.window(match.view(0)) is None
            continue
        windows.step_in(match, window, seat, Pass())
        assert len(match.moves) == moves, "a look that comes to nothing leaves no trace"
        if Cancel() in match.game.moves(windows.asked(match, window, seat)):
            windows.step_in(match, window, seat, Cancel())
            assert match.moves[moves:] == [Pass()] * window.seats.index(seat) + [Cancel()]
            assert words.window(match.view(0)) != window
            assert match.state.phase.last == seat


def test_undo_takes_back_the_answers_of_the_whole_table_at_once() -> None:
    match = position("tuck-away forage", "rot", "rot", piles=(0, 0, 0))
    words = words_of(match)
    play(match, "play tuck-away")
    window = words.window(match.view(0))
    let_pass(match)
    assert isinstance(match.state.phase, Play)
    windows.undo(match, words)
    assert words.window(match.view(0)) == window


def test_who_looks_is_told_what_a_cancel_does() -> None:
    match = play(position("forage cancel", "cancel", "rot"), "play forage")
    assert effects(match) == {
        "Cancel": "Forage is void",
        "Let it pass": "Forage works, unless somebody else cancels",
    }
    play(match, "cancel")
    words = words_of(match)
    assert words.question(match.view(3)) == "Cid: cancel Ben's cancel, or let it pass?"
    assert [(each.what, each.reason) for each in words.refusals(match.view(3))] == [
        ("Cancel", "you hold no cancel")
    ]
    assert words.refusals(match.view(0)) == [], "nobody is told who holds one"
    play(match, "pass")
    assert effects(match) == {
        "Cancel": "Forage works again",
        "Let it pass": "Forage is void, unless somebody else cancels",
    }


# --- The log ----------------------------------------------------------------------------------------------


def a_story() -> Match:
    """Two turns and a month's end in which nearly everything happens."""
    match = position(
        "burglar tuck-away dig-up cancel",
        "snoop forage",
        "cancel cancel hand-swap",
        piles=(0, 7, 0),
        centre=6,
        trapped=[2],
        deck="forage bury scurry rot search",
        discard="heist",
    )
    play(match, "play tuck-away", "pass", "pass", "play dig-up heist", "pass", "pass")
    play(match, "play hand-swap 2", "cancel", "pass", "cancel", "pass", "pass")
    play(match, "play burglar 2", "cancel", "pass", "pass", "play forage", "pass", "pass")
    return play(match, "play snoop 1", "pass", "pass", "take heist")


def test_the_log_tells_whole_sentences() -> None:
    assert log(a_story()) == [
        "Ana plays Tuck Away.",
        "Ana's Tuck Away: +1, stashes 1, plays again.",
        "Ana plays Dig Up (Heist).",
        "Ana's Dig Up (Heist): gets Heist (steal 3, stash 1), +1.",
        "Ben is trapped and skips the turn.",
        "Cid plays Hand Swap on Ben.",
        "Ana cancels Hand Swap on Ben.",
        "Cid cancels Ana's cancel.",
        "Cid's Hand Swap on Ben: Cid's 2 cards for Ben's 2, +1.",
        "Ana plays Burglar on Ben.",
        "Ben cancels Burglar on Ben.",
        "Ana's Burglar on Ben is void.",
        "Ben plays Forage.",
        "Ben's Forage: +2.",
        "Cid plays Snoop on Ana.",
        "Cid looks at Ana's hand.",
        "Cid takes a card from Ana's hand.",
        "Cid's Snoop on Ana: +1, the month ends.",
        "Month 1 is over, stash + pile: Ana 1 + 1 = 2, Ben 0 + 9 = 9 and Cid 0 + 2 = 2.",
    ]


def test_the_news_tell_once_what_is_played_and_what_comes_of_it() -> None:
    match = a_story()
    lines = log(match)
    assert words_of(match).news(match, 0, 0) == [
        line
        for line in lines
        if line not in ("Ana plays Tuck Away.", "Ana plays Dig Up (Heist).", "Ben plays Forage.")
    ]
    match = play(position("forage", "rot"), "play forage")
    assert words_of(match).news(match, 0, 0) == ["Ana plays Forage."], "nothing has come of it yet"


def test_each_seat_reads_what_it_may_know() -> None:
    match = a_story()
    assert [words_of(match).secrets(match, seat) for seat in (0, 1, 2, 3)] == [
        [],
        ["Ana draws Bury.", "Cid takes Heist from Ana's hand."],
        ["Ben's hand is now Forage, Cancel.", "Ben draws Scurry."],
        [
            "Cid draws Forage.",
            "Cid's hand is now Forage, Snoop.",
            "Cid draws Rot.",
            "Cid takes Heist from Ana's hand.",
        ],
    ]


TOLD = re.compile(r"(?:draws|is dealt) (.*)\.")


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), moves=st.integers(1, 120))
def test_everybody_is_told_exactly_what_they_draw(seats: int, seed: int, moves: int) -> None:
    match = random_match("hibernation", seats, seed, moves)
    words = words_of(match)
    title_of = {title: card for card, title in words.titles.items()}
    states = match._states
    for number in range(len(match.moves)):
        before, after = states[number], states[number + 1]
        told = Counter[Any]()
        for seat in range(1, seats + 1):
            step = next(match.log(seat, number))
            for line in words.told(step):
                found = TOLD.fullmatch(line.removeprefix(f"{match.names[seat - 1]} "))
                for what in found[1].split(", ") if found else ():
                    title, _, copies = what.partition(" ×")
                    kind = title_of.get(title, "some card")
                    told[kind] += int(copies or 1) if kind != "some card" else int(title.split()[0])
        if len(after.months) > len(before.months):
            assert not told
            continue
        deck = match.moves[number].cards if isinstance(match.moves[number], Shuffle) else before.deck
        drawn = Counter(deck[: len(deck) - len(after.deck)])
        anonymous = told.pop("some card", 0)
        assert not told - drawn
        assert told.total() + anonymous == drawn.total()


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), moves=st.integers(1, 120))
def test_what_is_new_is_in_the_hand_and_all_that_was_drawn_is_new(seats: int, seed: int, moves: int) -> None:
    match = random_match("hibernation", seats, seed, moves)
    words, last = words_of(match), len(match.moves) - 1
    for seat in range(1, seats + 1):
        fresh = words.fresh(match, seat)
        assert fresh <= Counter(match.state.hands[seat - 1])
        step = next(match.log(seat, last))
        if isinstance(step.before.phase, Deal):
            assert not fresh
        else:
            before, after = step.before.hands[seat - 1], step.after.hands[seat - 1]
            assert fresh.total() >= len(after) - len(before)


def test_a_card_that_goes_and_comes_in_one_step_is_told_and_new() -> None:
    match = play(position("snoop bury", "cancel rot", deck="cancel"), "play snoop 2", "pass", "take cancel")
    words = words_of(match)
    assert words.secrets(match, 2) == ["Ana takes Cancel from Ben's hand.", "Ben draws Cancel."]
    assert words.fresh(match, 2) == {Card.CANCEL: 1}
    assert log(match)[-1] == "Ana's Snoop on Ben: +1."
    match = play(position("forage forage rot", "bury", deck="trap forage"), "play forage", "pass")
    play(match, "play bury", "pass")
    assert words_of(match).fresh(match, 1) == {Card.FORAGE: 1}, "one of two"


def test_a_hand_that_was_swapped_is_new_and_the_draw_is_told_first() -> None:
    match = play(position("hand-swap rot trap", "heist", deck="bury"), "play hand-swap 2", "pass")
    words = words_of(match)
    assert words.secrets(match, 2) == ["Ben draws 1 card.", "Ben's hand is now Bury, Trap, Rot."]
    assert words.fresh(match, 2) == Counter(match.state.hands[1])
    assert words.fresh(match, 1) == {Card.HEIST: 1}


def test_whoever_is_trapped_and_skips_at_once_is_told_so() -> None:
    match = play(position("trap rot", "heist", "bury"), "play trap 2", "pass", "pass")
    assert log(match)[-1] == "Ben is trapped and skips the turn."
    assert match.state.turn == 3


def test_a_deal_is_told_to_its_owner_and_a_new_deck_to_all() -> None:
    match = random_match("hibernation", 2, seed=1, moves=1, first=2)
    assert log(match) == ["Month 1: 24 nuts in the centre, the cards are shuffled, Ben starts."]
    dealt = words_of(match).secrets(match, 2)
    assert dealt == [f"Ben is dealt {words_of(match).cards(match.state.hands[1])}."]
    match = play(position("forage", "rot", rest="discard"), "play forage", "pass")
    match.deal(Random(1))
    assert log(match)[-1] == "The deck is empty: the discard is shuffled into a new one."
    (drawn,) = set(match.state.hands[1]) - {Card.ROT}
    assert words_of(match).secrets(match, 2) == [f"Ben draws {heading(drawn)}."]


def test_a_thrown_away_card_a_reaction_without_cards_and_a_look_at_an_emptied_hand() -> None:
    match = position("cancel", "snoop", piles=(0, 1))
    play(match, "discard cancel")
    assert log(match) == ["Ana discards Cancel."]
    match = play(position("snoop forage", "cancel", "cancel"), "play snoop 2", "cancel", "cancel")
    let_pass(match)
    assert log(match)[-1] == "Ana's Snoop on Ben: Ben has no card left to take, +1."


# --- The table --------------------------------------------------------------------------------------------


def test_the_table_shows_what_lies_open_and_the_hands_that_are_seen() -> None:
    match = position(
        "forage forage rot heist bury trap",
        "snoop",
        "",
        piles=(6, 7, 0),
        stashes=(3, 0, 1),
        golden_nut=2,
        protected=[1],
        trapped=[2, 3],
        discard="cancel cancel rot",
        past=((11, 4, 9), (1, 20, 3)),
    )
    words = words_of(match)
    assert words.moment(match.view(0)) == "month 3 of 3 · Ana's turn · clockwise"
    middle, players, hand = words.tables(match.view(1))
    assert middle.rows == (("19 nuts", "Ben", f"{len(match.state.deck)} cards", "3 cards", "0 nuts"),)
    assert players == (
        ("  seat", "pile", "stash", "hand", "month 3", "before", "status"),
        (
            ("▶ 1 A Ana", "6", "3", "6", "9", "11+1 = 12", "protected till next turn"),
            ("  2 B Ben", "(7+1)×2", "0", "1", "16", "4+20 = 24", "golden nut, trapped"),
            ("  3 C Cid", "0", "1", "0", "1", "9+3 = 12", "trapped: skips a turn"),
        ),
    )
    assert hand == (
        ("Ana's hand", "", "", ""),
        (("Forage ×2", "Heist", "Bury", "Trap"), ("Rot", "", "", "")),
    )
    assert words.tables(match.view(0)) == [middle, players]
    assert words.inspected(match.view(3)) == ["In the discard: 3 cards.", "  Cancel ×2", "  Rot"]


def test_a_snoop_sees_two_hands() -> None:
    match = play(position("snoop forage", "rot heist"), "play snoop 2", "pass")
    words = words_of(match)
    assert words.question(match.view(1)) == "Ana sees Ben's hand: which card is taken?"
    assert [grid.head[0] for grid in words.tables(match.view(1))[2:]] == ["Ana's hand", "Ben's hand"]
    assert effects(match) == {
        "Take Heist": "steal 3, stash 1",
        "Take Rot": "halves the centre",
    }


# --- The end of a month and of the game -------------------------------------------------------------------


def test_a_month_that_is_over_is_looked_at() -> None:
    match = position(
        "forage", "", "rot", piles=(1, 5, 4), stashes=(3, 0, 0), centre=1, golden_nut=1, past=((7, 9, 9),)
    )
    play(match, "play forage")
    let_pass(match)
    step = list(match.log(0))[-1]
    interlude = words_of(match).interlude(step)
    assert interlude == (
        "Month 2 of 3 is over",
        (
            ("player", "stash", "pile", "month 2", "total"),
            (
                ("A Ana", "3", "2×(2+1)", "9", "16"),
                ("B Ben", "0", "5", "5", "14"),
                ("C Cid", "0", "4", "4", "13"),
            ),
        ),
        ("The centre is empty.", "Ben starts month 3; all nuts and cards go back to the middle."),
    )
    assert isinstance(match.state.phase, Deal)
    others = list(match.log(0))[:-1]
    assert not any(words_of(match).interlude(each) for each in others)


def test_an_early_winter_is_named() -> None:
    match = position("early-winter", "", piles=(13, 0))
    play(match, "play early-winter")
    let_pass(match)
    interlude = words_of(match).interlude(list(match.log(0))[-1])
    assert interlude
    assert interlude.lines[0] == "Early Winter has come."


def test_the_end_is_explained_by_months() -> None:
    match = position("forage", "", "", piles=(1, 5, 4), centre=1, past=((7, 9, 9), (9, 2, 3)))
    play(match, "play forage")
    let_pass(match)
    words, view = words_of(match), match.view(0)
    assert match.actor is None
    assert words.interlude(list(match.log(0))[-1]) is None
    assert words.score(view) == (
        ("place", "player", "month 1", "month 2", "month 3", "nuts"),
        (
            ("1", "A Ana", "7", "9", "2", "18"),
            ("2", "B Ben", "9", "2", "5", "16"),
            ("2", "C Cid", "9", "3", "4", "16"),
        ),
    )
    assert words.verdict(view) == ["Ana wins with 18 nuts.", "The centre is empty."]
    assert words.earned(match, 2) == "stash + pile: 0+5=5", "the months that were played here"
    assert words.moment(view) == "month 3 of 3 · the game is over"


@given(seats=st.integers(2, 6), seed=st.integers(0, 10**6), months=st.integers(1, 3))
def test_every_month_is_reckoned_up_for_everybody(seats: int, seed: int, months: int) -> None:
    match = random_match("hibernation", seats, seed, nuts=4, months=months)
    for seat in range(1, seats + 1):
        sums = words_of(match).earned(match, seat).removeprefix("stash + pile: ").split(" · ")
        scores = [month[seat - 1] for month in match.state.months]
        assert [int(each.partition("=")[2]) for each in sums] == scores
        for each, score in zip(sums, scores, strict=True):
            stash, pile, doubled = re.fullmatch(r"(\d+)\+(?:(\d+)|2×\((\d+)\+1\))=\d+", each).groups()  # type: ignore[union-attr]
            assert int(stash) + (int(pile) if pile else 2 * (int(doubled) + 1)) == score


@pytest.mark.parametrize("name", NAMES[:2])
def test_the_sections_are_on_the_rules_page(name: str) -> None:
    match = play(position("snoop forage", "rot heist", "", names=(name, "seat 2", "[b]")), "play snoop 2")
    words, asked = words_of(match), set()
    while not match.finished and len(asked) < 4:
        asked.add(section("hibernation", words.section(match.view(0))).title)
        match.play(random_move(match.game, match.state, Random(len(match.moves))))
    assert {"Reactions", "Snoop", "A turn"} <= asked
