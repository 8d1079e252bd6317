"""The table of Hibernation: played with keys, played with the mouse, looked at, and kept secret."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from textual import events
from textual.screen import Screen

from nutgames.games import new
from nutgames.games.hibernation.components import (
    Card,
    DiscardCard,
    Over,
    Pass,
    Play,
    PlayCard,
    React,
    Snoop,
)
from nutgames.play.match import Match, Player
from nutgames.play.records import dumps, loads
from nutgames.play.words import words_for
from nutgames.play.words.hibernation import heading
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens import curtain
from nutgames.tui.screens import table as table_screen
from nutgames.tui.screens import window as around
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from nutgames.tui.tables import table_for, tokens
from nutgames.tui.tables.hibernation import WASTE, GameTable
from nutgames.tui.tables.hibernation_hand import in_parts
from support import NAMES, random_match
from tui.screens_text import looks_like, screen_text
from winter import crowd, play, position


class Seen:
    """The app while it runs, as somebody sees and touches it."""

    def __init__(self, app: NutgamesApp, pilot: Any) -> None:
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        """What is drawn."""
        return screen_text(self.app)

    @property
    def lines(self) -> list[str]:
        """What is drawn, line by line."""
        return self.text.splitlines()

    def looks_like(self, name: str) -> None:
        """Holds what is drawn against what is on file."""
        columns, rows = self.app.size
        looks_like(self.app, f"hibernation-{name}-{columns}x{rows}")

    @property
    def screen(self) -> Screen[Any]:
        """The screen in front."""
        return self.app.screen

    @property
    def kind(self) -> str:
        """What kind of screen that is."""
        return type(self.app.screen).__name__

    async def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def settle(self) -> None:
        """Waits until all that was sent has been heard and drawn.

        The pilot's own keys wait until the process is idle, which takes ten times as long.
        """
        calm = 0
        while calm < 3:
            screen = self.app.screen
            await self.pilot._wait_for_screen()
            self.app.screen._on_timer_update()
            calm = calm + 1 if self.app.screen is screen else 0

    async def until(self, wanted: str) -> None:
        """Waits for a text that comes by itself."""
        async with asyncio.timeout(20):
            while not re.search(wanted, self.text):
                await asyncio.sleep(0.05)
                await self.settle()

    async def click(self, wanted: str) -> None:
        """A click on a text that is drawn."""
        for y, line in enumerate(self.lines):
            if found := re.search(wanted, line):
                await self.click_at(cell_len(line[: found.start()]) + 1, y)
                return
        raise AssertionError(f"no {wanted!r} in\n{self.text}")

    async def click_at(self, x: int, y: int) -> None:
        """A click on a cell: the mouse moves there, its button goes down and up."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = int(kind is not events.MouseMove)
            self.app._driver.send_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()


@asynccontextmanager
async def watching(match: Match, size: tuple[int, int] = (80, 24), wait: float = 0) -> AsyncIterator[Seen]:
    """The table of a match, from where it is."""
    seats = list(match.names)
    sitting = Sitting(SetUp("hibernation", seats, {}, seed="1"))
    sitting.match, sitting.game = match, match.game
    sitting.words = words_for(match.game, match.names)
    app = NutgamesApp(TableScreen(sitting, wait), animate=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seen(app, pilot)
    assert app.crash is None


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment in which opaque screens hear nothing is tested by itself."""
    monkeypatch.setattr(curtain, "DEAF", 0)


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Seconds in which players may think pass when a test says so, however busy the machine is."""
    now = 0.0

    def passed(seconds: float) -> None:
        nonlocal now
        now += seconds

    for module in (curtain, around, table_screen):
        monkeypatch.setattr(module, "monotonic", lambda: now)
    return passed


def small(seats: int, **options: Any) -> Match:
    """A short game."""
    game = new("hibernation", seats, **{"months": 2, "nuts": 4, **options})
    return Match(game, [Player(name) for name in NAMES[:seats]])


# --- Whole games ------------------------------------------------------------------------------------------


async def play_with_keys(seen: Seen, match: Match, rng: Random) -> set[str]:
    """Plays a match to its end with whatever keys come to mind; the kinds of screen that were seen."""
    kinds: set[str] = set()
    for _ in range(2_000):
        kinds.add(seen.kind)
        match seen.kind:
            case "Curtain":
                await seen.press("ABCDEF"[seen.screen.seat - 1])
            case "Around":
                seat = rng.choice([0, 0, *seen.screen.window.seats])
                await seen.press("abcdef"[seat - 1] if seat else "space")
            case "Pause":
                await seen.press("enter")
            case "TableScreen":
                walk = [
                    rng.choice(["right", "left", "down", "up", "l", "j"]) for _ in range(rng.randint(0, 5))
                ]
                await seen.press(*walk, "enter")
            case "End":
                return kinds
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("seats", "size"), [(3, (80, 24)), (2, (120, 40))])
async def test_a_game_is_played_with_keys_alone(seats: int, size: tuple[int, int]) -> None:
    match = small(seats, months=4 - seats)
    async with watching(match, size) as seen:
        kinds = await play_with_keys(seen, match, Random(seats))
        assert isinstance(match.state.phase, Over)
        assert {"Curtain", "Around", "TableScreen", "End"} <= kinds
        assert ("Pause" in kinds) == (seats == 2)
        assert f"{max(match.game.standings(match.state).ranking)[0]} nuts" in seen.text
    assert loads(dumps(match).encode()).state == match.state


async def test_a_game_is_played_with_the_mouse_alone() -> None:
    match, rng = small(2, months=1), Random(4)
    async with watching(match) as seen:
        for _ in range(400):
            match seen.kind:
                case "Curtain":
                    await seen.click("when you are ready")
                case "Around":
                    await seen.click(rng.choice([r"\[Space\]", r"\[[AB]\]"]))
                case "Pause":
                    await seen.click("player")
                case "TableScreen" if isinstance(seen.app.screen.table, GameTable):
                    await click_something(seen, rng)
                case "End":
                    break
        assert seen.kind == "End"


async def click_something(seen: Seen, rng: Random) -> None:
    """A card, a target if there are some, an answer."""
    choices = seen.screen.table.choices
    if not choices.can_pick:
        await seen.click(rng.choice(["Let it pass", "Cancel  |Let it pass"]))
        return
    regions = [each for each in choices._regions if (each[4] is not None) == choices.is_aiming]
    line, start, _, _, _ = rng.choice(regions)
    x, y = choices.region.x + start + 1, choices.region.y + line
    await seen.click_at(x, y)


async def test_a_player_who_is_clicked_is_what_the_card_is_aimed_at() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a", "2")
        await seen.click("C Cid")
        assert seen.kind == "TableScreen", "Cid is protected"
        await seen.click("E Ed")
        assert seen.kind == "Around"
    assert list(map(str, match.moves)) == ["play burglar 5"]


# --- One turn ---------------------------------------------------------------------------------------------


async def test_targets_are_a_second_step_and_impossible_ones_are_explained() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a")
        await seen.press("2")
        assert "Enter, then choose; Esc comes back" in seen.text
        await seen.press("enter")
        assert "[Ben (7)]" in seen.text
        assert "✗ Cid is protected" in seen.text
        assert "✗ Fay has no nut in the pile" in seen.text
        assert "→ takes 2 of Ben's 7, +1" in seen.text
        assert "▸ B Ben" in seen.text
        await seen.press("right")
        assert "[Dora (4)]" in seen.text
        assert "→ takes 2 of Dora's 4, +1" in seen.text
        await seen.press("escape")
        assert "[Dora (4)]" not in seen.text
        await seen.press("enter", "3", "enter")
    assert list(map(str, match.moves)) == ["play burglar 5"]


async def test_a_card_without_a_choice_is_played_at_once() -> None:
    match = position("forage rot", "rot")
    async with watching(match) as seen:
        await seen.press("a", "enter")
        assert seen.kind == "Around"
        assert "Ana plays Forage" in seen.text


async def test_what_can_only_be_discarded_says_so() -> None:
    match = position("cancel", "rot", piles=(1, 0))
    async with watching(match) as seen:
        await seen.press("a")
        assert "→ no effect: a cancel answers what somebody else plays" in seen.text
        await seen.press("H")
        assert "✗ Cancel: a cancel answers" in seen.text
        await seen.press("escape", "enter")
    assert list(map(str, match.moves)) == ["discard cancel"]


async def test_a_card_goes_to_waste_only_on_purpose() -> None:
    match = position("cancel forage", "rot", piles=(1, 0))
    async with watching(match) as seen:
        await seen.press("a")
        cancel = [face.title for face in seen.screen.table.choices.faces].index("Cancel")
        await seen.press(str(cancel + 1))
        for size in ((80, 24), (40, 12), (120, 40)):
            await seen.pilot.resize_terminal(*size)
            await seen.press("enter")
            assert not match.moves
            assert "Cancel: to be wasted?" in seen.text
            assert WASTE in seen.text
            assert re.search(r"\bEsc\b", seen.lines[-1])
            await seen.press("escape")
            assert "Esc" not in seen.lines[-1]
            assert "which card is played?" in seen.text
        await seen.press("enter")
        assert not match.moves
        await seen.press("enter")
    assert list(map(str, match.moves)) == ["discard cancel"]


def test_what_enter_does_first_never_costs_a_card_by_accident(count: Callable[..., int]) -> None:
    """In random games: to let it pass always stands first, and waste is a second step or the only way."""
    seen_answers, seen_waste = set(), set()
    for seed in range(count(dev=4, ci=4, nightly=40)):
        match = random_match("hibernation", 2 + seed % 5, seed, months=1, nuts=4)
        words = words_for(match.game, match.names)
        shown = table_for(words)
        for state in match._states:
            if not state.actor:
                continue
            rows = shown.rows(match.game.view(state, state.actor))
            if isinstance(state.phase, React):
                assert rows[0].choices[0].move == Pass()
                seen_answers.add(sum(len(row.choices) for row in rows))
            elif isinstance(state.phase, Play):
                moves = [choice.move for row in rows for choice in row.choices]
                can_play = any(isinstance(move, PlayCard) for move in moves)
                for row in rows:
                    wastes = any(isinstance(choice.move, DiscardCard) for choice in row.choices)
                    assert (row.ways == (WASTE,)) == (wastes and can_play)
                    seen_waste.add((wastes, can_play))
    assert seen_answers == {1, 2}
    assert {(True, True), (False, True)} <= seen_waste


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
async def test_the_question_names_the_card_that_is_aimed(size: tuple[int, int]) -> None:
    match, aimed = crowd(), 0
    async with watching(match, size) as seen:
        await seen.press("a")
        choices = seen.screen.table.choices
        for row in range(len(choices.rows)):
            before = seen.screen.table.prompt.text
            assert before == "Ana: which card is played?"
            await seen.press("right")
            if choices.is_asked:
                await seen.press("enter")
                title = choices.faces[choices.row].title
                asked = next(line for line in seen.lines if line.strip().startswith("── "))
                assert f" {title}: " in asked, row
                assert " ?" not in asked
                assert "? ─" in asked
                await seen.press("escape")
                aimed += 1
        assert aimed > 4
        assert not match.moves


async def test_the_discard_is_browsed_for_a_card_to_dig_up() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a", "5", "enter")
        assert "Dig Up: which card?" in seen.text
        assert "1 of 9" in seen.text
        await seen.press("down", "right")
        assert "→ gets Pickpocket (steal 1, +1), +1" in seen.text
        seen.looks_like("dig-up")
        await seen.press("enter")
    assert list(map(str, match.moves)) == ["play dig-up pickpocket"]


async def test_landslide_goes_to_a_side() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a", "6", "enter")
        assert "[to the left]" in seen.text
        assert "→ piles: Ana 6→0, Ben 7→6" in seen.text
        await seen.press("right", "enter")
    assert list(map(str, match.moves)) == ["play landslide right"]


async def test_a_snoop_chooses_in_private_and_its_victim_hears_later() -> None:
    match = position("snoop forage", "heist rot", "bury", deck="scurry search")
    async with watching(match) as seen:
        await seen.press("a", "2", "enter", "enter", "space")
        assert isinstance(match.state.phase, Snoop)
        assert seen.kind == "Curtain"
        assert "Heist" not in seen.text
        await seen.press("a")
        assert "Ana sees Ben's hand: which card is taken?" in seen.text
        assert "Ana's own hand: Forage" in seen.text
        seen.looks_like("snoop")
        await seen.press("right", "enter")
        assert seen.kind == "Curtain"
        assert "Ana takes a card from Ben's hand." in seen.text
        assert "Rot" not in seen.text
        await seen.press("b")
        assert "Ana takes Rot from Ben's hand. Ben draws Scurry." in seen.text


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_every_card_can_be_in_a_hand_that_is_chosen_from(size: tuple[int, int]) -> None:
    match = position("snoop", " ".join(Card), deck="forage")
    async with watching(match, size) as seen:
        await seen.press("a", "enter", "space", "a")
        assert isinstance(match.state.phase, Snoop)
        titles = await pointed_at_in_turn(seen)
        assert sorted(titles) == sorted(map(heading, Card))
        await seen.press(*["right"] * titles.index("Dig Up"), "enter")
        assert str(match.moves[-1]) == "take dig-up"
        await seen.press("b")
        assert sorted(await pointed_at_in_turn(seen)) == sorted({*titles} - {"Dig Up"})


async def pointed_at_in_turn(seen: Seen) -> list[str]:
    """Walks over all cards of a hand and round again; their titles."""
    hand = seen.app.screen.table.choices
    titles = []
    for _ in hand.rows:
        titles.append(hand.rows[hand.row].label)
        assert titles[-1] in seen.text
        await seen.press("right")
    return titles


async def test_the_full_text_of_a_card_stands_below_and_the_rules_open_at_it() -> None:
    match = crowd(3)
    async with watching(match, (120, 40)) as seen:
        await seen.press("a", "3")
        assert "Choose an opponent with a nut in the pile and take 3 of it" in seen.text
        await seen.press("question_mark")
        async with asyncio.timeout(20):
            while seen.app.screen.section != "Heist":
                await asyncio.sleep(0.05)


# --- Windows ----------------------------------------------------------------------------------------------


async def test_whoever_wants_to_looks_and_cancels() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a", "2", "enter", "enter")
        assert "Does anybody cancel it?" in seen.text
        seen.looks_like("window")
        await seen.press("c")
        assert seen.kind == "Curtain"
        await seen.press("C")
        assert "Cid: cancel Burglar on Ben, or let it pass?" in seen.text
        seen.looks_like("look")
        await seen.press("2", "enter")
        assert "Cid cancels Ana's Burglar on Ben" in seen.text
        assert "Does anybody cancel the cancel?" in seen.text
        seen.looks_like("window-cancelled")
        await seen.press("c")
        assert seen.kind == "Around", "who cancelled is not asked"
        await seen.press("space")
        assert "Ana's Burglar on Ben is void." in seen.text
    assert list(map(str, match.moves))[:3] == ["play burglar 2", "pass", "cancel"]


async def test_a_look_that_cancels_nothing_leaves_no_trace() -> None:
    match = crowd()
    async with watching(match) as seen:
        await seen.press("a", "2", "enter", "enter")
        before = seen.text
        for key in ("f", "b", "c"):
            await seen.press(key, key, *(["enter"] if key == "b" else ["escape"]))
            assert seen.kind == "Around"
            assert seen.text == before
        assert "Letting it pass leaves no trace; Space goes on." in before
        await seen.press("b", "b")
        assert not seen.screen.table.choices.can_pick
        assert "Esc Back" in seen.text
        await seen.press("escape")
        assert seen.kind == "Around"
        assert len(match.moves) == 1


@pytest.mark.parametrize("key", ["e", "E"])
async def test_letters_win_over_every_other_key(key: str) -> None:
    async with watching(crowd()) as seen:
        await seen.press("a", "1", "enter", key)
        assert seen.kind == "Curtain"
        assert "E   Ed" in seen.text


async def test_a_window_stays_open_for_a_while_and_hears_nothing_at_first(
    monkeypatch: pytest.MonkeyPatch, pass_time: Callable[[float], None]
) -> None:
    match = position("forage", "rot")
    async with watching(match, wait=1) as seen:
        await seen.press("a", "enter")
        monkeypatch.setattr(curtain, "DEAF", 60)
        await seen.press("space", "b", "q")
        assert seen.kind == "Around"
        monkeypatch.setattr(curtain, "DEAF", 0)
        assert "[Space] nobody (works in 1 s)" in seen.text
        await seen.press("space")
        assert seen.kind == "Around"
        pass_time(1)
        await seen.until(r"\[Space\] nobody +║")
        await seen.press("space")
        assert seen.kind == "Curtain"


async def test_a_look_does_not_make_everybody_wait_once_more(pass_time: Callable[[float], None]) -> None:
    match = position("forage forage", "rot", "rot")
    async with watching(match, wait=2) as seen:
        await seen.press("a", "enter")
        assert re.search(r"nobody \(works in 2 s\)", seen.text)
        await seen.press("b", "b")
        assert "Esc Back" in seen.text
        pass_time(2)
        await seen.press("escape")
        assert re.search(r"\[Space\] nobody +║", seen.text)
        await seen.press("space")
        assert seen.kind == "Curtain"
        await seen.press("b", "enter")
        assert re.search(r"nobody \(works in 2 s\)", seen.text), "another card is another question"


async def test_the_whole_hand_is_told_in_the_smallest_window() -> None:
    match = crowd()
    async with watching(match, (40, 12)) as seen:
        await seen.press("a")
        for number, face in enumerate(seen.screen.table.choices.faces):
            text = " ".join(seen.text.split())
            assert all(each.title in text for each in seen.screen.table.choices.faces)
            assert re.search(rf"\[{face.title}(×\d)?\]", text)
            effect = seen.screen.table.choices.choice.effect
            assert (face.text if seen.screen.table.choices.ways > 1 else f"→ {effect}"[:24]) in text
            await seen.press("right")
            assert seen.screen.table.choices.row == (number + 1) % 10
        await seen.click("Burglar")
        await seen.press("3", "enter")
    assert list(map(str, match.moves)) == ["play burglar 5"]


async def test_a_look_says_in_the_smallest_window_that_it_leaves_no_trace() -> None:
    async with watching(crowd(), (40, 12)) as seen:
        await seen.press("a", "2", "enter", "enter")
        assert "looks, without a trace." in " ".join(seen.text.replace("║", "").split())


async def test_the_curtain_tells_what_was_missed_before_the_game_was_left() -> None:
    hands = ("forage forage", "burglar rot", "forage forage")
    match = play(position(*hands, piles=(5, 0, 0)), "play forage", "pass", "pass")
    play(match, "play burglar 1", "pass", "pass", "play forage", "pass", "pass")
    async with watching(match) as seen:
        told = " ".join(seen.text.split())
        assert told.index("Ana's Forage: +2.") < told.index("Ben's Burglar on Ana: takes 2")
        assert told.index("Ben's Burglar on Ana: takes 2") < told.index("Cid's Forage: +2.")


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_undo_is_refused_in_a_window_with_its_reason(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(around, "LONG_ENOUGH", 0.2)
    match = position("forage", "rot")
    async with watching(match, size) as seen:
        await seen.press("a", "enter")
        before = seen.text.splitlines()
        await seen.press("u")
        assert seen.kind == "Around"
        text = " ".join(seen.text.replace("║", "").split())
        assert "✗ No undo: everybody has seen" in text
        assert size[0] < 80 or "✗ No undo: everybody has seen a card that was hidden" in text
        now = seen.text.splitlines()
        moved = [one for one, two in zip(before, now, strict=True) if one != two]
        assert len(moved) <= 2, "only the instructions make room for it"
        async with asyncio.timeout(20):
            while seen.text.splitlines() != before:
                await asyncio.sleep(0.05)


async def test_the_log_and_what_lies_open_are_read_in_a_window_unless_the_letter_is_a_player() -> None:
    async with watching(position("forage", "rot")) as seen:
        await seen.press("a", "enter", "e")
        assert "Ana plays Forage." in seen.text
        await seen.press("escape", "i")
        assert "In the discard: 1 card." in seen.text
        assert "hand" not in seen.text.partition("Signs")[0].partition("In the discard")[2]
        await seen.press("escape")
        assert "E Log" in seen.text
    async with watching(crowd()) as seen:
        await seen.press("a", "1", "enter")
        assert "E Log" not in seen.text


async def test_whoever_pressed_a_wrong_letter_goes_back_to_the_question() -> None:
    match = position("forage", "rot", "rot")
    async with watching(match) as seen:
        assert "Esc" not in seen.text, "before a turn there is no way back"
        await seen.press("escape")
        assert seen.kind == "Curtain"
        await seen.press("a", "enter")
        before = seen.text
        await seen.press("b")
        assert "Esc Back" in seen.text
        await seen.press("escape")
        assert seen.text == before
        assert len(match.moves) == 1


async def test_undo_opens_the_window_again() -> None:
    match = position("tuck-away forage", "rot", "rot")
    async with watching(match) as seen:
        await seen.press("a", "2", "enter", "space")
        assert seen.kind == "Curtain"
        await seen.press("u")
        assert seen.kind == "Around"
        assert "[B] Ben   [C] Cid" in seen.text


async def test_leaving_asks_and_comes_back_to_the_window() -> None:
    async with watching(position("forage", "rot")) as seen:
        await seen.press("a", "enter")
        before = seen.text
        await seen.press("q")
        assert seen.kind == "Question"
        await seen.press("n")
        assert seen.text == before
        await seen.press("b", "b", "X")
        assert seen.kind == "Curtain"
        await seen.press("b")
        assert "Ben: cancel Forage, or let it pass?" in seen.text
        await seen.press("q", "y")
        assert seen.kind == "Home"


async def test_the_rules_open_over_a_window() -> None:
    async with watching(position("forage", "rot")) as seen:
        await seen.press("a", "enter", "question_mark")
        assert seen.kind == "Reader"
        await seen.press("escape")
        assert seen.kind == "Around"


# --- Months -----------------------------------------------------------------------------------------------


async def test_the_end_of_a_month_is_looked_at() -> None:
    match = crowd(centre=2)
    async with watching(match) as seen:
        await seen.press("a", "1", "enter", "space")
        assert seen.kind == "Pause"
        seen.looks_like("month")
        await seen.press("enter")
        assert seen.kind == "Curtain"
        assert "Month 3: 72 nuts in the centre" in seen.text
    assert len(match.state.months) == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_end_of_the_game(size: tuple[int, int]) -> None:
    match = crowd(centre=2, past=((11, 8, 14, 9, 3, 20), (3, 7, 13, 2, 20, 11)))
    async with watching(match, size) as seen:
        await seen.press("a", "1", "enter", "space")
        assert seen.kind == "End"
        seen.looks_like("final")
        await seen.press("escape")
        assert "month 3 of 3 · the game is over"[: size[0] - 16] in seen.text


# --- What is seen -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12), (60, 20)])
@pytest.mark.parametrize(("name", "seats"), [("early", 3), ("crowded", 6)])
async def test_the_table_looks_like_this(name: str, seats: int, size: tuple[int, int]) -> None:
    if name == "early":
        match = position("forage good-haul burglar golden-trade trap cancel", "rot", "bury", deck="rot")
    else:
        match = crowd()
    async with watching(match, size) as seen:
        await seen.press("a", "right", "right")
        seen.looks_like(name)
        assert all(len(line) <= size[0] for line in seen.lines)
        text = seen.text
        for player in match.names:
            assert player in text
        if size[1] >= 24:
            hand = match.state.hands[0]
            titles = seen.app.screen.sitting.words.titles
            assert all(titles[card] in text for card in hand), "the whole hand is seen"


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_names_are_only_names(size: tuple[int, int]) -> None:
    names = ["[red]Ana[/]", "seat 1", "字字字字字字字字字字字字", "Dora"]
    match = crowd(4, names=names)
    async with watching(match, size) as seen:
        await seen.press("a", "2", "enter", "enter")
        assert "plays Burglar on seat 1" in " ".join(seen.text.split())
        await seen.press("b", "b", "enter", "space", "q", "n")
        assert seen.kind == "Curtain"


def test_a_heap_fits_into_its_room() -> None:
    for nuts in range(200):
        for room in (3, 9):
            assert sum(len(text) for text, _ in tokens(nuts, room)) <= room
    assert "".join(text for text, _ in tokens(18, 9)) == "◉◎●●●"


def test_short_texts_break_after_commas() -> None:
    assert in_parts("steal 3, stash 1", 12) == ["steal 3,", "stash 1"]
    assert in_parts("+1, stash 1, play again", 12) == ["+1, stash 1,", "play again"]
    assert in_parts("halves every pile", 12) == ["halves every", "pile"]
    assert in_parts("+2", 12) == ["+2"]


# --- Nothing public tells what is hidden ------------------------------------------------------------------


async def onlooker_sees(match: Match, keys: list[str], size: tuple[int, int]) -> list[str]:
    """Every public screen, after every key."""
    seen_texts = []
    async with watching(match, size) as seen:
        for key in keys:
            await seen.press(key)
            table = next(each for each in seen.app.screen_stack if hasattr(each, "onlooker"))
            if not table.onlooker:
                seen_texts.append(seen.text)
                assert table.table.choices.faces == [], "nothing private is alive behind an opaque screen"
                assert table.table.hand.shown == []
    return seen_texts


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_two_games_that_differ_in_hidden_cards_look_the_same_in_public(size: tuple[int, int]) -> None:
    looks = ["b", "b", "enter", "c", "c", "home", "enter"]
    keys = ["x", "a", "3", "enter", *looks, "e", "u", "i", "space", "E", "a", "X", "u", "space"]
    keys += ["a", "enter", *looks, "space", "x"]
    runs = []
    for ben, cid, deck in (
        ("cancel cancel rot", "snoop scurry", "trap bury"),
        ("heist trap bury", "cancel forage", "cancel cancel"),
    ):
        match = position("forage good-haul tuck-away", ben, cid, deck=deck)
        runs.append(await onlooker_sees(match, keys, size))
        assert list(map(str, match.moves)) == [
            *("play tuck-away", "pass", "pass"),
            *("play forage", "pass", "pass"),
        ]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 15


async def test_the_screen_of_a_look_hides_all_other_hands() -> None:
    match = position("forage rot", "bury", "heist heist snoop")
    async with watching(match) as seen:
        await seen.press("a", "1", "enter", "b", "b")
        assert "Bury" in seen.text
        assert "Heist" not in seen.text
        assert "Rot" not in seen.text


async def test_a_player_who_looks_elsewhere_finds_the_curtain() -> None:
    async with watching(position("forage", "rot")) as seen:
        await seen.press("a", "enter", "b", "b", "i")
        assert seen.kind == "Reader"
        seen.app.cover()
        await seen.settle()
        assert seen.kind == "Curtain"
        assert "Rot" not in seen.text
        await seen.press("b")
        assert "Ben: cancel Forage, or let it pass?" in seen.text


async def test_cards_that_are_new_stay_marked_until_the_next_decision() -> None:
    match = position("forage rot", "bury", deck="heist search snoop")
    play(match, "play forage", "pass")
    async with watching(match) as seen:
        await seen.press("b", "1", "enter", "space", "a", "1", "enter", "space", "b")
        assert "new" in seen.text
        await seen.press("x", "b")
        assert "new" in seen.text


async def test_a_game_that_is_taken_up_again_marks_as_many_cards_as_are_new() -> None:
    match = position("forage forage forage rot", "bury", deck="heist trap forage")
    play(match, "play forage", "pass", "play bury", "pass")
    async with watching(match) as seen:
        await seen.press("a")
        faces = {face.title: face.note for face in seen.screen.table.choices.faces}
        assert faces == {"Forage": "×3·1 new", "Rot": ""}
        assert "×3·1 new" in seen.text


async def test_where_everything_is_open_the_hand_of_whoever_decides_lies_in_front() -> None:
    match = position("snoop forage", "rot", "bury trap")
    table = table_for(words_for(match.game, match.names))
    for moves, hand in (("", "Ana"), ("play snoop 2", "Ben"), ("pass", "Cid"), ("pass", "Ben")):
        play(match, *filter(None, [moves]))
        table.look_at(match.state, 0, is_next=False)
        assert table.choices.title == f"{hand}'s hand"


async def test_what_has_been_opened_cannot_be_taken_back() -> None:
    match = position("forage rot", "burglar", centre=2, past=((1, 2), (3, 4)))
    async with watching(match) as seen:
        await seen.press("a", "1", "enter", "space")
        assert seen.kind == "End"
        await seen.press("3", "enter", "v", "escape", "u")
        assert "all cards may have been looked at" in seen.text
        assert match.actor is None


async def test_the_header_has_room_for_the_moment_before_it_says_who_looks() -> None:
    match = position("forage", "rot", "bury", turn=3, rotation="counterclockwise")
    async with watching(match) as seen:
        await seen.press("c")
        assert re.search(r"Cid's turn · counterclockwise +only C Cid", seen.text.splitlines()[0])
