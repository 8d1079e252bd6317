"""The list of games: what can be resumed, what can be begun, and what is done with a game that was left."""

import pytest
from rich.cells import cell_len

from nutgames.games import GAMES
from nutgames.play.saving import Saving
from nutgames.play.store import Store
from nutgames.tui.screens.end import End
from nutgames.tui.screens.home import Home
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.setup import SetUpScreen
from nutgames.tui.screens.statistics import StatisticsScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from screens import showing, sitting
from support import NAMES, random_match

TITLES = [entry.title for entry in GAMES.values()]


def left(*games, seats=2, moves=6, names=NAMES):
    """Games that can be resumed, the first one played last; their IDs."""
    numbers = []
    with Store() as store:
        for place, game in enumerate(reversed(games)):
            keeper = store.begin(random_match(game, seats, place, moves, names=names))
            keeper.release()
            numbers.insert(0, keeper.id)
    return numbers


def states():
    with Store() as store:
        return {game.id: game.state for game in store.games()}


@pytest.mark.parametrize(
    ("size", "count"),
    [
        *(((80, 24), count) for count in (0, 1, 3, 12)),
        *(((120, 40), 12), ((40, 12), 3), ((40, 12), 12), ((80, 16), 12), ((60, 30), 1)),
    ],
)
async def test_everything_stays_in_sight_and_the_digits_where_they_are(size, count):
    left(*["hibernation"] * count, names=("Maximilian von Haselnuss", "Ёлка 橡子 ñandú"))
    async with showing(size=size) as eye:
        text = eye.text
        assert all(cell_len(line) <= size[0] for line in eye.lines())
        for number, title in enumerate(TITLES, start=1):
            assert any(line.strip(" ▸").startswith(f"{number} {title}") for line in eye.lines()), text
        shown = sum(line.strip(" ▸").startswith("Hibernation  ") for line in eye.lines())
        assert (count > 0) <= shown <= count
        if size[1] >= 24 and size[0] >= 80:
            assert shown == min(count, 9 if size[1] == 40 else 4)
            assert ("saves list" in text) == (shown < count)
            for game in TITLES[:2]:
                await eye.press(str(TITLES.index(game) + 1))
                assert "most nuts win." in eye.text or "For 2 to 4" in eye.text, "how it is described"
        await eye.press("3")
        assert eye.screen.game == "nut"
        await eye.press("9")
        assert eye.screen.game == "nut"
        await eye.press("enter")
        assert isinstance(eye.screen, SetUpScreen)


async def test_the_game_that_was_played_last_is_pointed_at_and_tells_where_it_stands():
    left("nut", "hibernation")
    async with showing() as eye:
        (first, second) = [line for line in eye.lines() if "today" in line]
        assert first.split()[:2] == ["▸", "NUT"]
        assert "Ana, Ben" in first
        assert "round 2 of 15" in first
        assert "month 1, " in second
        assert "'s turn" in second
        await eye.press("enter")
        assert isinstance(eye.screen, TableScreen)


@pytest.mark.parametrize(("key", "after"), [("a", "abandoned"), ("D", None)])
async def test_a_game_that_was_left_is_abandoned_or_deleted_when_people_mean_it(key, after):
    one, other = left("nut", "hibernation")
    async with showing() as eye:
        await eye.press("down", key)
        assert isinstance(eye.screen, Question)
        assert "Hibernation with Ana and Ben?" in eye.text
        await eye.press("enter")  # no stands first
        assert states() == {one: "open", other: "open"}
        await eye.press(key, "y")
        assert isinstance(eye.screen, Home)
        await eye.until(lambda: "Hibernation      Ana" not in eye.text)
        assert states() == {one: "open", other: after} if after else {one: "open"}
        assert eye.text.count("round 2 of 15") == 1
        await eye.press("home", key, "y")
        await eye.until(lambda: "Resume" not in eye.text)
        assert isinstance(eye.screen, Home)
        await eye.rest()
        before = eye.text
        await eye.press(key)
        assert (isinstance(eye.screen, Home), eye.text) == (True, before), (
            "no game that was left is pointed at"
        )
        assert f"{key.upper()} " not in eye.lines()[-1]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_what_cannot_be_done_is_told(size):
    (number,) = left("nut")
    async with showing(size=size) as eye:
        with Store() as store, store.claim(number):
            await eye.press("d", "y")
            await eye.rest()
            assert "✗ the game" in eye.text, "that another window has it"
            assert states() == {number: "open"}


@pytest.mark.parametrize("key", ["s", "?", "none"])
async def test_a_window_that_changes(key):
    left("nut", "hibernation", "nut")
    expected = {}
    for size in ((80, 24), (40, 12), (120, 40)):
        async with showing(size=size) as eye:
            await eye.rest()
            expected[size] = eye.text
    async with showing(size=(80, 24)) as eye:
        for size in ((40, 12), (120, 40), (80, 24), (120, 40), (40, 12), (80, 24)):
            if key != "none":
                await eye.press(key)
            await eye.resize(*size)
            if key != "none":
                await eye.press("escape")
            await eye.rest()
            assert eye.text == expected[size]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize("names", [NAMES, ("Maximilian von Haselnuss",) * 6])
async def test_the_whole_question_can_be_read(size, names):
    left("hibernation", seats=6, names=names)
    async with showing(size=size) as eye:
        for key, ending in (("a", "count it apart."), ("d", "remains.")):
            await eye.press(key)
            left_edge, top, width, height = eye.screen.query_one("#question").region
            box = [line[left_edge + 1 : left_edge + width - 1] for line in eye.lines()[top : top + height]]
            words = " ".join(" ".join(box).split())
            assert ending in words
            assert "No, keep it" in words
            assert "Yes, " in words
            await eye.press("escape")


async def test_statistics_are_one_key_away():
    with Store() as store:
        store.begin(random_match("nut", 2, 1))
    async with showing() as eye:
        await eye.press("s")
        assert isinstance(eye.screen, StatisticsScreen)
        assert "1 game" in eye.text
        assert "Mean and best" not in eye.text, "that page has no such columns"
        await eye.press("escape")
        assert isinstance(eye.screen, Home)


@pytest.mark.parametrize("new", [True, False])
async def test_whoever_comes_home_is_pointed_at_the_game_that_was_left(new):
    left("hibernation", "nut", "nut-job")
    async with showing() as eye:
        await eye.press(*(["3", "enter", "ctrl+s"] if new else ["home", "down", "enter"]))
        await eye.until(lambda: isinstance(eye.screen, TableScreen))
        left_there = eye.table.sitting.saving
        await eye.press("q")
        await eye.until(lambda: isinstance(eye.screen, Home))
        await eye.rest()
        assert eye.screen.saved.id == left_there.id
        await eye.press("down")
        pointed = eye.screen.game
        await eye.press("?", "escape")
        assert eye.screen.game == pointed, "it is pointed at once"


@pytest.mark.parametrize("is_kept", [True, False])
async def test_whoever_comes_home_from_a_game_that_is_over_is_pointed_at_its_kind(is_kept):
    left("hibernation", "nut")
    made = sitting(2, moves=2_000 if is_kept else 20, game="nut-job")
    assert (made.match.actor is None) == is_kept
    if is_kept:
        made.saving = Saving()
    async with showing(TableScreen(made)) as eye:
        await eye.until(lambda: is_kept == isinstance(eye.screen, End))
        await eye.press("q", *([] if is_kept else ["y"]))
        await eye.until(lambda: isinstance(eye.screen, Home))
        await eye.rest()
        assert eye.screen.saved is None
        assert eye.screen.game == "nut-job"
        await eye.press("down")
        await eye.press("?", "escape")
        assert eye.screen.game == "nut", "it is pointed at once"


async def test_a_digit_that_is_not_there_is_told_until_one_goes_on():
    async with showing() as eye:
        await eye.press("7")
        assert "✗ There is no 7." in eye.text
        await eye.press("down")
        assert "There is no" not in eye.text


# --- At the table -----------------------------------------------------------------------------------------


async def only_that_is_offered(eye):
    """The palette has looked through all commands."""
    await eye.until(lambda: "Abandon the game" in eye.text and "Colours, motion" not in eye.text)


async def at_the_table(eye, keys=()):
    await eye.press("enter", *keys)
    assert isinstance(eye.screen, TableScreen)
    await eye.press("ctrl+p")
    await eye.type("abandon")
    await only_that_is_offered(eye)
    await eye.press("enter")
    await eye.until(lambda: isinstance(eye.screen, Question))


async def test_the_palette_abandons_the_game_at_the_table():
    (number,) = left("nut")
    async with showing() as eye:
        await at_the_table(eye)
        await eye.press("n")
        assert isinstance(eye.screen, TableScreen)
        assert states() == {number: "open"}
        await eye.press("q")
        await at_the_table(eye)
        await eye.press("y")
        await eye.until(lambda: isinstance(eye.screen, Home))
        assert states() == {number: "abandoned"}
    assert eye.app.left is None, "nobody is told how to go on with it"


async def test_the_question_does_not_stand_beside_a_hand(monkeypatch):
    monkeypatch.setattr("nutgames.tui.screens.curtain.DEAF", 0)
    left("nutty-business", moves=0)
    async with showing() as eye:
        await eye.press("enter")
        who = eye.table.looker
        await eye.press("ab"[who - 1])
        assert eye.table.onlooker == who
        await eye.press("ctrl+p")
        await eye.type("abandon")
        await only_that_is_offered(eye)
        await eye.press("enter")
        await eye.until(lambda: isinstance(eye.screen, Question))
        assert eye.table.onlooker == 0
        await eye.press("n")
        assert "Pass the keyboard" in eye.text


async def test_a_game_that_is_over_is_not_abandoned_and_leads_to_statistics():
    with Store() as store:
        keeper = store.begin(random_match("nutty-business", 2, 1))
        match, keeper = store.load(keeper.id), keeper.release()
    sitting = Sitting(SetUp("nutty-business", match.names, {"first": 1}), Saving())
    sitting.match = match
    async with showing(TableScreen(sitting)) as eye:
        assert isinstance(eye.screen, End)
        assert not eye.table.can_abandon
        await eye.press("s")
        assert isinstance(eye.screen, StatisticsScreen)
        assert "[Nutty Business]" in eye.text, "it opens at the game that is over"
        assert "Mean and best" in eye.text
        await eye.press("escape")
        assert isinstance(eye.screen, End)
