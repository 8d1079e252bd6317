"""Looking at a game again: by keys, by mouse, by itself, through other eyes; and watching it go on."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from random import Random
from typing import Any

import pytest
from ptyterm import PtyApp, private_home

from made_up import high_card
from nutgames.games import random_move
from nutgames.games.core import CHANCE, GAMES
from nutgames.games.nutty_business import SET
from nutgames.play.match import Match, UndoRefused
from nutgames.play.records import dumps
from nutgames.play.replay import ONLOOKER, OPEN, Replay
from nutgames.play.store import Keeper, Store
from nutgames.play.words.hibernation import TableWords as WinterWords
from nutgames.play.words.nutty_business import summed
from nutgames.tui.screens import replay as replay_module
from nutgames.tui.screens.end import End
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import LogSheet, Reader
from nutgames.tui.screens.replay import GoTo, OpenElsewhere, ReplayScreen, Timeline
from nutgames.tui.screens.replays import Replays
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.widgets.keys import KeyBar
from screens import Eye, showing, table
from support import ROOT, random_match

__all__ = ["high_card"]


def screen(name: str, seats: int = 3, seed: int = 1, moves: int = 10_000) -> ReplayScreen:
    return ReplayScreen(Replay(random_match(name, seats, seed, moves)))


def replay(eye: Eye) -> ReplayScreen:
    """The replay among the screens."""
    return next(each for each in eye.app.screen_stack if isinstance(each, ReplayScreen))


def note(eye: Eye) -> str:
    """The line that tells what has happened."""
    return eye.lines()[-3]


# --- Keys and mouse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("nutty-business", (80, 24)),
        ("nut-job", (40, 12)),
        ("nut", (120, 40)),
        ("hibernation", (80, 24)),
    ],
)
async def test_through_a_game_by_keys(name: str, size: tuple[int, int]) -> None:
    async with showing(screen(name), size) as eye:
        shown, seen = replay(eye), replay(eye).replay
        end = seen.end
        assert shown.position == seen.opening == (seen.match.until(0).actor == CHANCE)
        await eye.press("home")
        for key, position in (
            ("right", seen.stops[1]),
            ("l", seen.stops[2]),
            ("space", seen.stops[3]),
            ("left", seen.stops[2]),
            ("h", seen.stops[1]),
            ("end", end),
            ("right", end),
            ("pageup", seen.turns[-1]),
            ("b", seen.turns[-2]),
            ("n", seen.turns[-1]),
            ("pagedown", end),
            ("home", 0),
            ("left", 0),
        ):
            await eye.press(key)
            assert shown.position == position, key
            place = f"{position} of {end}" if size[0] >= 70 else f"{position}/{end}"
            assert place in eye.text
        assert "Before the first move." in eye.text
        await eye.press("n", "n")
        here = shown.position
        assert re.search(rf"{'turn' if size[0] >= 70 else 't'} *{seen.turn(here)}\b", eye.text)
        for key, title in (("e", "Log"), ("I", "What lies open")):
            await eye.press(key)
            assert isinstance(eye.screen, Reader), key
            assert title in eye.text
            await eye.press("escape")
        await eye.click_at(size[0] // 3, size[1] // 3)  # cards are looked at, not played
        await eye.press("up", "j", "shift+right", "enter", "1")
        assert shown.position == here
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


async def test_by_mouse() -> None:
    async with showing(screen("nutty-business")) as eye:
        shown = replay(eye)
        await eye.click("← → Step")
        assert shown.position == shown.replay.stops[1]
        _, y = eye.find("●", -1)
        line = eye.lines()[y]
        await eye.click_at(line.rindex("─"), y)
        assert shown.position == shown.replay.end
        await eye.click_at(line.index("●"), y)
        assert shown.position == 0
        await eye.click_at(0, y)  # beside the bar
        assert shown.position == 0
        await eye.click("V View")
        assert "as A Ana" in eye.text
        await eye.click("Esc")
        assert isinstance(eye.screen, Home)


async def test_going_to_a_move_or_a_turn() -> None:
    async with showing(screen("nut")) as eye:
        shown = replay(eye)
        await eye.press("g")
        assert isinstance(eye.screen, GoTo)
        assert "Move 0–61, or turn t1–t30?" in eye.text
        await eye.press("9", "9", "enter")
        assert "✗ the last move is 61" in eye.text
        await eye.press("backspace", "backspace", "1", "7", "enter")
        assert shown.position == 17
        await eye.press("G", "t", "3")
        await eye.click("Enter Go")
        await eye.until(lambda: shown.position == shown.replay.turns[2])
        await eye.press("g", "escape")
        assert eye.screen is shown
        assert shown.position == shown.replay.turns[2]


async def test_the_rules_open_at_what_happens() -> None:
    async with showing(screen("nutty-business", seats=2)) as eye:
        await eye.press("end", "?")
        await eye.until(lambda: "The end" in eye.text)
        await eye.press("escape")
        assert isinstance(eye.screen, ReplayScreen)


async def test_the_log_beside_tells_no_more_than_has_happened() -> None:
    async with showing(screen("hibernation"), (120, 40)) as eye:
        shown = replay(eye)
        for keys in (("n", "n"), ("v",), ("end",), ("v", "v", "v"), ("b",)):
            await eye.press(*keys)
            told = shown.query_one(LogSheet).texts
            assert told == shown.replay.log(shown.position, shown.viewpoint)
        assert shown.viewpoint == OPEN
        assert any("draws" in line for line in told)
        await eye.resize(109, 40)
        assert not shown.query_one("#side").display
        await eye.press("e")
        assert told[-1][:20] in eye.text or told[0][:20] in eye.text


# --- Through whose eyes -----------------------------------------------------------------------------------


async def test_every_viewpoint_shows_its_hands_and_no_other() -> None:
    async with showing(screen("hibernation", seats=3), (100, 40)) as eye:
        shown = replay(eye)
        await eye.press("n", "n", "n", "right")
        hands = shown.replay.match.until(shown.position).state.hands
        words = shown.replay.words
        assert "hand" not in eye.text.split("──")[-1]
        for seat, whose in ((1, "as A Ana"), (2, "as B Ben"), (3, "as C Cid")):
            await eye.press("V")
            assert whose in eye.text
            assert f"{words.name(seat)}'s hand" in eye.text
            for card in hands[seat - 1]:
                assert words.titles[card] in eye.text
            view = shown.table.view
            assert view == shown.replay.match.game.view(shown.replay.match.until(shown.position).state, seat)
            await eye.press("tab")  # the others' cards are backs from here
            assert shown.front == 1
            if seat != 1:
                assert "'s hand" not in eye.text
        await eye.press("v")
        assert "all open" in eye.text
        for seat in (1, 2, 3):
            await eye.press("tab")
            assert f"{words.name(seat)}'s hand" in eye.text
        await eye.press("i")
        for seat in (1, 2, 3):
            assert f"{words.name(seat)}'s hand:" in "\n".join(
                words.inspected(shown.replay.view(shown.position, OPEN))
            )
        await eye.press("escape", "v")
        assert "as everybody" in eye.text
        assert shown.viewpoint == ONLOOKER


@pytest.mark.parametrize("name", ["hibernation", "nut-job"])
async def test_of_an_unfinished_game_only_what_all_may_know_is_shown(name: str) -> None:
    async with showing(screen(name, moves=25)) as eye:
        keys = {key.shown: key.enabled for key in eye.screen.query_one(KeyBar).offered()}
        assert keys["V"] is False
        for key in ("v", "V"):
            await eye.press(key)
            assert "✗ Nothing is opened before the game is over." in eye.text
            assert replay(eye).viewpoint == ONLOOKER
        await eye.click("V View")
        assert replay(eye).viewpoint == ONLOOKER
        for _ in range(4):
            await eye.press("tab")
            assert replay(eye).table.view == replay(eye).replay.match.view(0) or replay(eye).position < 25
            assert "hand:" not in note(eye)


async def test_a_laid_card_is_not_shown_in_the_hand() -> None:
    """While the game goes on, nobody knows which one it is; afterwards it lies where it was laid."""
    match = random_match("nutty-business", 2, seed=1, moves=1)
    first = match.game.options.first
    async with showing(ReplayScreen(Replay(match))) as eye:
        for key in ("right", *["tab"] * first):
            await eye.press(key)
            assert "all cards but the one that lies face down" in eye.text
    match = random_match("nutty-business", 2, seed=1)
    async with showing(ReplayScreen(Replay(match))) as eye:
        await eye.press("home", "right", "v", *["v"] * match.game.seats, *["tab"] * first)
        shown = replay(eye)
        assert shown.viewpoint == OPEN
        hand = "".join(text for line in shown.table.hand.shown for text, _ in line)
        assert summed({*SET} - {match.moves[0].card}) in hand


async def test_all_hands_of_nutty_business_can_be_looked_at() -> None:
    async with showing(screen("nutty-business", seats=3), (120, 40)) as eye:
        await eye.press("n", "n", "n", "n", "n")
        for size in ((80, 24), (60, 20), (120, 40)):
            await eye.resize(*size)
            hands = replay(eye).table.view.hands
            text = " ".join(eye.text.replace("│", " ").split())
            assert all(summed(hand)[:20] in text for hand in hands), size
        await eye.resize(80, 24)
        await eye.press("tab", "tab")
        hand = "".join(text for line in replay(eye).table.hand.shown for text, _ in line)
        assert hand.startswith("Ben's hand")


async def test_before_the_first_deal_the_cards_are_a_deck_to_be_shuffled() -> None:
    async with showing(screen("hibernation", moves=0)) as eye:
        for size in ((120, 40), (80, 24), (40, 12)):
            await eye.resize(*size)
            assert "deck 100" in eye.text
            assert "discard 0" in eye.text
            assert "All cards are to be shuffled" in eye.text
        shown = [key.shown for key in eye.screen.query_one(KeyBar).offered()]
        assert [key for key in shown if key not in eye.lines()[-1]] == [], "all are in sight"
        await eye.press("i")
        assert "In the discard: 0 cards." in eye.text


async def test_a_game_without_a_table_of_its_own(high_card: str) -> None:
    async with showing(screen(high_card, seats=2)) as eye:
        shown = replay(eye)
        await eye.press("right")
        assert "put ?" in note(eye)
        await eye.press("v", "v", "v")
        assert str(shown.replay.match.moves[1]) in note(eye)
        assert str(shown.replay.match.moves[0].hands[0][0]) in eye.text


async def test_nut_job_cannot_be_looked_back_at_until_it_is_over() -> None:
    async with showing(screen("nut-job", moves=60)) as eye:
        assert replay(eye).replay.log(60, ONLOOKER)[-1] in note(eye)
        for key in ("left", "b", "home", "h"):
            await eye.press(key)
            assert replay(eye).position == 60
            assert "✗ Until Nut Job is over, only what lies on the table now is shown." in eye.text
            await eye.press("right")
        await eye.press("p")
        assert replay(eye).position == 60
        assert "▶" not in eye.lines()[-2]


async def test_where_everything_is_open_the_backs_of_nut_job_are_seen() -> None:
    async with showing(screen("nut-job")) as eye:
        await eye.press("n", "n", "n", "n", "n")
        closed = eye.text
        assert "(leaf" not in closed
        await eye.press("v", "v", "v", "v")
        assert "all open" in eye.text
        assert eye.text.count("(") == 9
        await eye.press("v")
        assert eye.text == closed
    async with showing(ReplayScreen(Replay(random_match("nut-job", 2, seed=6, mystery=4)))) as eye:
        await eye.press("right")
        assert "?" in "".join(eye.lines()[1:20])
        assert not re.search(r"\?[12]", eye.text)
        await eye.press("v", "v", "v")
        assert re.search(r"\?[12]", eye.text)


async def test_a_game_that_hides_nothing_at_its_end_can_be_taken_back_after_any_look() -> None:
    async with showing(table(2, moves=500)) as eye:
        assert isinstance(eye.screen, End)
        moves = list(eye.match.moves)
        await eye.click("Replay")
        assert isinstance(eye.screen, ReplayScreen)
        await eye.press("right", "escape", "u")  # looked at as everybody knows it: that changes nothing
        assert eye.match.moves == moves[:-1]
        await eye.press("enter")
        await eye.until(lambda: isinstance(eye.screen, End))
        await eye.click("Replay")
        await eye.press("v", "v", "v", "escape")
        assert [key.enabled for key in eye.screen.query_one(KeyBar).offered() if key.shown == "U"] == [True]
        await eye.press("u")
        assert eye.match.moves == moves[:-1]


# --- By itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
async def test_the_keys_have_their_words_at_80_columns(name: str) -> None:
    """While a replay plays by itself its speed is offered too, and only then."""
    async with showing(screen(name)) as eye:
        for key in ("", "p", "p"):
            await eye.press(*filter(None, [key]))
            offered, bar = eye.screen.query_one(KeyBar).offered(), eye.lines()[-1]
            assert all(f" {each.shown} {each.what}" in bar for each in offered), bar
            assert ("Speed" in bar) == (replay(eye)._playing is not None)
            assert ("Tab" in bar) == (name != "nut-job"), "squirrels have no cards of their own"
        await eye.press("p", "i")
        assert isinstance(eye.screen, Reader), "a key that is not told works all the same"


async def test_a_replay_opens_after_the_deal_and_before_it_there_is_a_table() -> None:
    for name in GAMES:
        async with showing(screen(name)) as eye:
            shown = replay(eye)
            assert shown.replay.match.until(shown.position).actor != CHANCE
            await eye.press("left", "left", "left")
            assert shown.position == 0
            for size in ((80, 24), (40, 12)):
                await eye.resize(*size)
                rows = eye.lines()[1:-3]
                assert sum(bool(row.strip()) for row in rows) >= len(rows) / 2, eye.text


async def test_all_open_shows_all_hands_or_how_to_see_the_next() -> None:
    for seats in (4, 6):
        async with showing(screen("hibernation", seats=seats)) as eye:
            await eye.press("n", "n", "n", *["v"] * (seats + 1))
            shown = replay(eye)
            words, hands = shown.replay.words, shown.table.view.hands
            assert shown.viewpoint == OPEN
            assert isinstance(words, WinterWords)
            for size in ((120, 40), (80, 24), (40, 12)):
                await eye.resize(*size)
                turn = shown.table.view.turn
                told = " ".join(eye.text.partition("hand")[2].replace("│", " ").split())
                seen = [
                    f"{words.name(seat)}: {words.cards(hand)[:20]}" in told
                    for seat, hand in enumerate(hands, start=1)
                    if seat != turn
                ]
                assert all(seen) or ("Tab: the next player's hand" in eye.text and size == (40, 12)), eye.text
                assert f"{words.name(turn)}'s hand" in eye.text
            await eye.resize(80, 24)
            await eye.press("tab")
            assert "Ana's hand" in eye.text
            await eye.press(*["v"] * 2)  # through the eyes of one player nobody else's is seen
            assert "Ben: " not in eye.text.partition("'s hand")[2].partition("move")[0]


async def test_playing_at_a_speed() -> None:
    async with showing(screen("nutty-business")) as eye:
        shown = replay(eye)
        assert " 1/s" in eye.text
        await eye.press("+", "+", "=", "+")
        assert " 8/s" in eye.text
        await eye.press("p")
        assert "▶ 8/s" in eye.text
        await eye.until(lambda: shown.position >= shown.replay.stops[3])
        await eye.press("?")  # nothing runs on behind what one reads
        here = shown.position
        await asyncio.sleep(0.3)
        assert shown.position == here
        await eye.press("escape")
        await eye.until(lambda: shown.position > here)
        await eye.press("P")
        here = shown.position
        await asyncio.sleep(0.3)
        assert shown.position == here
        assert "▶ 8/s" not in eye.text
        await eye.press("minus", "p", "left")  # whoever steps has stopped it
        assert "▶" not in eye.lines()[-2]
        assert " 4/s" in eye.text
        await eye.press("end", "p")
        assert shown.position == shown.replay.opening, "from the end it begins anew"
        await eye.press("end", "left", "left", "p")
        await eye.until(lambda: shown.position == shown.replay.end)
        assert "▶" not in eye.lines()[-2]
        assert "★" in note(eye)
        await eye.press(*["minus"] * 7)
        assert " 0.5/s" in eye.text


async def test_cards_are_turned_only_on_the_way_forward() -> None:
    async with showing(screen("nutty-business"), animate=True) as eye:
        board = replay(eye).table.board
        await eye.press("n", "n", "n")
        start = replay(eye).position
        moved = set()
        for key, is_forward in (("right", True), ("left", False), ("right", True), ("home", False)):
            await eye.press(key)
            moved.add((bool(board._moving or any(board.gained)), is_forward))
        assert (True, False) not in moved
        assert start


# --- The list, and files ----------------------------------------------------------------------------------


async def test_the_list_tells_who_has_won_and_that_there_is_nothing_yet() -> None:
    async with showing() as eye:
        await eye.press("p")
        await eye.until(lambda: "No game has been kept yet." in "".join(eye.lines()[:4]))
    with Store() as store:
        done = random_match("nut", 2, 1)
        for match in (random_match("nut-job", 2, 1, 1), done):
            store.add(dumps(match).encode())
    places = done.game.standings(done.state).places
    winners = [name for name, place in zip(done.names, places, strict=True) if place == 1]
    async with showing() as eye:
        await eye.press("p")
        await eye.until(lambda: "· open" in eye.text)
        assert f" · {' and '.join(winners)} won" in eye.text
        assert " · 1 move · open" in eye.text


async def test_from_home_to_a_replay_and_back() -> None:
    with Store() as store:
        for name, moves in (("nut", 10), ("nutty-business", 10_000), ("hibernation", 10_000)):
            store.add(dumps(random_match(name, 2, 1, moves)).encode())
    async with showing() as eye:
        await eye.press("p")
        assert isinstance(eye.screen, Replays)
        await eye.until(lambda: "· open" in eye.text)
        rows = [line for line in eye.lines() if "moves" in line]
        assert [" ".join(row.split()).split(" Ana")[0] for row in rows] == [
            "▸ 1 Hibernation",
            "2 Nutty Business",
            "3 NUT",
        ]
        assert "· open" in rows[-1]
        await eye.press("down", "enter")
        assert isinstance(eye.screen, ReplayScreen)
        assert "Nutty Business" in eye.lines()[0]
        await eye.press("escape")
        await eye.click("Hibernation")
        assert "Hibernation" in eye.lines()[0]
        await eye.press("escape", "escape")
        assert isinstance(eye.screen, Home)


async def test_a_list_of_nothing_and_a_store_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with showing() as eye:
        await eye.click("P Replays")
        await eye.until(lambda: "No game has been kept yet." in eye.text)
        await eye.press("enter", "escape")
        folder = Store().folder
        (folder / "games.sqlite").write_bytes(b"x" * 5_000)
        await eye.press("P")
        await eye.until(lambda: "✗ the games in" in eye.text)


async def test_a_game_that_is_gone_or_unknown_is_told_in_the_list() -> None:
    with Store() as store:
        gone = store.add(dumps(random_match("nut", 2, 1)).encode())
        other = store.add(dumps(random_match("nut", 2, 2)).encode())
        store._db.execute("UPDATE games SET game = 'chess' WHERE id = ?", (other,))
    async with showing() as eye:
        await eye.press("p")
        await eye.until(lambda: "there is no game 'chess'" in eye.text)
        with Store() as store:
            store.delete(gone)
        await eye.press("enter")
        assert f"✗ the game {gone} is gone" in eye.text


# --- Watching ---------------------------------------------------------------------------------------------


class Elsewhere:
    """Another instance that plays a game."""

    def __init__(self, name: str = "hibernation", moves: int = 12, seed: int = 1) -> None:
        self.store = Store()
        self.match: Match = random_match(name, 2, seed, moves)
        self.keeper: Keeper = self.store.begin(self.match)
        self.rng = Random(seed)

    def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            if self.match.actor is not None:
                self.match.play(random_move(self.match.game, self.match.state, self.rng))
        self.keeper.keep(self.match)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is looked at often."""
    monkeypatch.setattr(replay_module, "POLL", 0.05)


async def watched(eye: Eye, other: Elsewhere) -> ReplayScreen:
    """Through home to a game that is open elsewhere."""
    await eye.until(lambda: "Ana, Ben" in eye.text)
    await eye.press("home", "enter")
    assert isinstance(eye.screen, OpenElsewhere)
    assert "This game is open in another window." in eye.text
    keys = {key.shown for key in eye.screen.query_one(KeyBar).offered()}
    assert not {"Y", "N"} & keys, "the answers are not yes and no"
    await eye.press("down", "enter")
    return replay(eye)


async def test_a_game_that_is_open_elsewhere_is_watched(quick: None) -> None:
    other = Elsewhere()
    async with showing() as eye:
        shown = await watched(eye, other)
        assert "live" in eye.text
        assert shown.position == 12
        for _ in range(3):
            other.play()
            await eye.until(lambda: shown.position == len(other.match.moves))
            assert shown.table.view == other.match.view(0)
        await eye.press("left")
        assert "live" not in eye.text
        here = shown.position
        other.play(2)
        await eye.until(lambda: f"of {len(other.match.moves)}" in eye.text)
        assert shown.position == here
        await eye.press("end")
        assert "live" in eye.text
        assert shown.position == len(other.match.moves)
        other.play()
        await eye.until(lambda: shown.position == len(other.match.moves))
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


async def test_what_is_taken_back_elsewhere_is_taken_back_here(quick: None) -> None:
    other = Elsewhere("nut", moves=20)
    async with showing() as eye:
        shown = await watched(eye, other)
        undone = other.match.undo()
        other.keeper.keep(other.match)
        await eye.until(lambda: shown.position == 19)
        assert shown.table.view == other.match.view(0)
        other.match.play(undone)
        other.keeper.keep(other.match)
        await eye.until(lambda: shown.position == 20)
        await eye.press("left", "right")  # at the end, and no longer following
        other.match.undo()
        other.keeper.keep(other.match)
        await eye.until(lambda: shown.position == 19)


async def test_when_the_watched_game_ends_its_hands_may_be_opened(quick: None) -> None:
    other = Elsewhere("nutty-business", moves=6)
    async with showing() as eye:
        shown = await watched(eye, other)
        await eye.press("v")
        assert "✗ Nothing is opened" in eye.text
        other.play(1_000)
        await eye.until(lambda: shown.replay.is_over)
        assert "★" in note(eye)
        assert "live" not in eye.text
        await eye.press("v")
        assert "✗ The game still stands open in another window" in eye.text
        last = other.match.undo()  # there it is not over after all
        other.keeper.keep(other.match)
        await eye.until(lambda: not shown.replay.is_over)
        await eye.press("v")
        assert "✗ Nothing is opened" in eye.text
        other.match.play(last)
        other.keeper.keep(other.match)
        other.keeper.release()
        await eye.until(lambda: shown.replay.why_closed() is None)
        await eye.press("v")
        assert "as A Ana" in eye.text
        again, _ = other.store.resume(other.keeper.id)
        with pytest.raises(UndoRefused):
            again.undo()


async def test_other_games_that_are_played_meanwhile_change_nothing(quick: None) -> None:
    with Store() as store:
        store.add(dumps(random_match("hibernation", 3, 1)).encode())
    async with showing() as eye:
        await eye.press("p")
        await eye.until(lambda: "moves" in eye.text)
        await eye.press("enter")
        for key in ("v", "v", "v", "v", "left", "v"):
            await eye.press(key)
            before = eye.text
            other = Elsewhere()
            other.play(3)
            await asyncio.sleep(0.2)
            await eye.settle()
            assert eye.text == before


async def test_a_watched_game_that_is_deleted_stays_as_it_was_seen(quick: None) -> None:
    other = Elsewhere()
    async with showing() as eye:
        shown = await watched(eye, other)
        other.keeper.release()
        other.store.delete(other.keeper.id)
        await eye.until(lambda: "is gone. No more moves will come." in eye.text)
        assert "live" not in eye.text
        await eye.press("home", "end")
        assert shown.position == 12
        assert "live" not in eye.text


async def test_back_from_the_question_and_a_game_that_is_gone_by_then() -> None:
    other = Elsewhere()
    async with showing() as eye:
        await eye.until(lambda: "Ana, Ben" in eye.text)
        await eye.press("home", "enter")
        await eye.press("enter")  # whoever presses Enter without looking has said no
        assert isinstance(eye.screen, Home)
        await eye.press("enter")
        assert isinstance(eye.screen, Question)
        other.keeper.release()
        other.store.delete(other.keeper.id)
        await eye.click("Watch it")
        assert f"✗ the game {other.keeper.id} is gone." in eye.text
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


async def test_once_it_is_left_there_the_game_is_resumed_here() -> None:
    other = Elsewhere("nut", moves=10)
    async with showing() as eye:
        await eye.until(lambda: "Ana, Ben" in eye.text)
        other.keeper.release()
        await eye.press("home", "enter")
        assert isinstance(eye.screen, TableScreen)


# --- On a terminal ----------------------------------------------------------------------------------------


def test_leaving_in_the_middle_of_playing(tmp_path: Any) -> None:
    with Store() as store:
        number = store.add(dumps(random_match("hibernation", 3, 1)).encode())
    env = {**private_home(), "NUTGAMES_HOME": os.environ["NUTGAMES_HOME"], "PYTHONPATH": str(ROOT / "src")}
    app = PtyApp([sys.executable, "-m", "nutgames", "replay", number], 80, 24, env=env)
    try:
        app.settle(0.5, 20, at_least=2_000)
        assert re.search("move +1 of", app.text())
        app.send(b"+++++p")
        app.drain(0.4, 1.5)
        app.send(b"\x11")
        assert app.wait(10) == 0
        assert app.tty_restored()
        assert not app.modes_left_on()
    finally:
        app.kill()


def test_a_position_is_drawn_in_every_width() -> None:
    timeline = Timeline()
    for end in (0, 1, 61, 4_000):
        for position in {0, end // 2, end}:
            timeline.position, timeline.end, timeline.turn, timeline.turns = position, end, 3, 30
            timeline.pace, timeline.viewpoint = "▶ 0.5/s", "as A Maximilian von Haselnuss"
            for width in range(40, 130):
                (line,) = timeline.lines(width, 1)
                text = "".join(part for part, _ in line)
                assert len(text) <= width
                assert text.count("●") == 1
