"""Other keys: everything that has a key can have another one, on every screen."""

import re

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.widgets import Input

from nutgames import settings
from nutgames.games.core import name_of
from nutgames.play.replay import Replay
from nutgames.play.words import Grid, Interlude, words_for
from nutgames.settings import Loaded, Settings
from nutgames.tui.keymap import TOGETHER, TYPING, bindings, is_key, twice, unknown, unusable
from nutgames.tui.screens import curtain
from nutgames.tui.screens.interlude import Pause
from nutgames.tui.screens.options import OptionsScreen
from nutgames.tui.screens.question import Question
from nutgames.tui.screens.reader import Reader, RulesSheet
from nutgames.tui.screens.replay import ReplayScreen
from nutgames.tui.screens.setup import SetUpScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting
from screens import showing, sitting
from support import random_match
from winter import position

KNOWN = bindings()
ALPHABETS = ((0x3B1, 0x3C9), (0x430, 0x450), (0x561, 0x587), (0x10D0, 0x10F1))
LETTERS = [chr(code) for first, end in ALPHABETS for code in range(first, end)]
"""Greek, Cyrillic, Armenian and Georgian letters, which mean nothing to any screen."""
IN_FORMS = [name for name in KNOWN if name.startswith((*TYPING, "setup."))]
IN_NAMES = {name: f"f{number}" for number, name in enumerate(IN_FORMS, start=1)}
"""What is to work while somebody types a name is no letter."""
KEYS = dict(zip(sorted(KNOWN), LETTERS, strict=False)) | IN_NAMES
MAPPED = Loaded(Settings(keys=KEYS, reaction_seconds=0))


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """The moment in which opaque screens hear nothing is tested elsewhere."""
    monkeypatch.setattr(curtain, "DEAF", 0)


def test_every_key_has_a_name_by_which_it_can_be_changed():
    assert set(KEYS) == set(KNOWN)
    nameless = [
        (each.__name__, binding)
        for each in everything(DOMNode)
        for binding in each.__dict__.get("BINDINGS", ())
        if each.__module__.startswith("nutgames.") and not (isinstance(binding, Binding) and binding.id)
    ]
    assert nameless == []


def everything(kind):
    """A class and all that is made of it."""
    yield kind
    for each in kind.__subclasses__():
        yield from everything(each)


def at(match):
    """The table of a match."""
    made = Sitting(SetUp(name_of(match.game), match.names, {}, seed="1"))
    made.match, made.game, made.words = match, match.game, words_for(match.game, match.names)
    return TableScreen(made)


def winter(*hands):
    """A table of Hibernation."""
    return at(position(*hands))


def month():
    """The end of a month."""
    return Pause(Interlude("Month 1 is over", Grid(("player", "nuts"), (("A Ana", "3"),)), ()))


SCREENS = {
    "home": (lambda: None, ()),
    "options": (OptionsScreen, ()),
    "names": (OptionsScreen, ("setup.previous", "setup.previous")),
    "set-up": (lambda: SetUpScreen("nut-job"), ()),
    "a name": (lambda: SetUpScreen("nut-job"), ("setup.next",)),
    "curtain": (lambda: TableScreen(sitting(2)), ()),
    "business": (lambda: TableScreen(sitting(3, moves=20, seed=3)), ()),
    "nut": (lambda: at(random_match("nut", 2, seed=1, moves=21)), ()),
    "nut, placing": (lambda: at(random_match("nut", 2, seed=1, moves=22)), ()),
    "window": (lambda: winter("forage", "rot"), ("A", "choices.take")),
    "a hand": (lambda: winter("burglar", "rot", "rot"), ("A",)),
    "a card aimed": (lambda: winter("burglar", "rot", "rot"), ("A", "choices.take")),
    "month": (month, ()),
    "a page": (lambda: Reader("Rules", RulesSheet("nut")), ("reader.find", "X", "find.done")),
    "what is looked for": (lambda: Reader("Rules", RulesSheet("nut")), ("reader.find", "t", "find.next")),
    "looked for beside": (
        lambda: TableScreen(sitting(3, moves=20, seed=3)),
        ("table.rules", "table.find", "t"),
    ),
    "end": (lambda: TableScreen(sitting(2, moves=500)), ()),
    "replay": (lambda: ReplayScreen(Replay(random_match("nut", 2, seed=1, moves=40))), ()),
    "question": (lambda: Question("Really?", "Yes", "No"), ()),
}
USUAL = re.compile(
    r"\b(Enter|Esc|Tab|Space|PgUp|PgDn|Home End|Ctrl\+[A-OQ-Z]|[A-Z] (leaves|leads|covers))\b|N P"
)
"""How texts name keys that nobody has changed; the key for all commands is Textual's."""
TEXTUALS = {"tab", "shift+tab", "ctrl+z"}
"""What these do if they are nothing of ours is Textual's affair."""


@pytest.mark.parametrize("name", SCREENS)
async def test_every_key_can_be_another_one(name):
    first, ways = SCREENS[name]
    async with showing(first(), (120, 40), loaded=MAPPED) as eye:
        for way in ways:
            await eye.press(KEYS.get(way, way))
        await eye.rest()
        ours = [each.binding for each in eye.screen.active_bindings.values() if each.binding.id in KNOWN]
        assert ours
        groups = {str(binding.id).partition(".")[0] for binding in ours} - {"app"}
        assert any(groups <= together for together in TOGETHER), groups
        assert not USUAL.search(eye.text), "a text names keys that are others now"
        bar = f"{eye.lines()[-1]} "
        for binding in ours:
            assert binding.key == KEYS[binding.id], binding
        field, nodes = eye.app.focused, [eye.screen, *eye.screen.walk_children()]
        shown_ones = [
            binding
            for binding in ours
            if binding.show
            and not any(getattr(node, "hides", lambda _: False)(binding.action) for node in nodes)
            and not (field and field.check_consume_key(binding.key, key_to_character(binding.key)))
        ]
        for action in {binding.action for binding in shown_ones}:
            shown = {eye.app.get_key_display(binding) for binding in ours if binding.action == action}
            assert any(f" {key} " in bar for key in shown), action
        before, screen = eye.text, eye.screen
        old = {key for binding in ours for key in KNOWN[binding.id].key.split(",")}
        old -= TEXTUALS | set(KEYS.values())
        types = isinstance(eye.app.focused, Input)
        for key in sorted(old):
            if not ((types and len(key) == 1) or key in ("space", "question_mark")):
                await eye.press(key)
        await eye.rest()
        assert eye.screen is screen
        assert eye.text == before


async def test_a_way_through_the_program_by_other_keys():
    """What the bar shows is what works."""
    press = KEYS.__getitem__
    async with showing(size=(120, 40), loaded=MAPPED) as eye:

        async def do(*names):
            for name in names:
                await eye.press(press(name))

        await do("home.options", "setting.more")
        assert eye.app.theme == "light"
        await do("option.change", "options.back", "home.keys")
        assert isinstance(eye.screen, Reader)
        told = [eye.text]
        for _ in range(3):
            await do("reader.page")
            told.append(eye.text)
        assert not any(USUAL.search(text) for text in told)
        assert f"{press('replay.turn-back')} {press('replay.turn')}  " in told[-1] + told[-2]
        await do("reader.down", "reader.close", "home.open")
        assert isinstance(eye.screen, SetUpScreen)
        await do("setting.more", "setting.next")
        await eye.type("Ana")
        await do("name.done")
        await eye.type("Ben")
        await do("name.next", "name.previous", "setup.go")
        await eye.until(lambda: isinstance(eye.screen, curtain.Curtain))
        assert eye.match.names == ("Ana", "Ben", "Player C")
        await eye.press("A")
        await do("choices.take", "curtain.undo")
        assert not eye.match.moves
        for _ in range(3):
            letter = "ABC"[eye.screen.seat - 1]
            await eye.press(letter)
            await do("choices.down", "choices.take")
        assert len(eye.match.moves) == 3
        await do("table.undo")  # greyed: it says why
        assert "No undo" in eye.text
        await do("table.inspect", "reader.close", "table.log", "reader.close", "table.rules", "table.back")
        assert eye.screen is eye.table
        await do("app.ctrl-c")
        assert f"{press('table.leave')} leaves, {press('app.quit')} leaves at once" in eye.text
        await do("table.leave")
        assert not any(isinstance(each, TableScreen) for each in eye.app.screen_stack)
        await do("home.quit")
    assert eye.app.return_code == 0


async def test_the_window_says_which_key_closes_it():
    async with showing(winter("forage", "rot"), loaded=MAPPED) as eye:
        await eye.press("A", KEYS["choices.take"])
        assert f"[{KEYS['window.nobody']}] nobody" in eye.text
        await eye.click(f"[{KEYS['window.nobody']}]")
        assert isinstance(eye.screen, curtain.Curtain)


# --- What cannot be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ["f3", "ctrl+t", "shift+f12", "pageup", "a", "A", "?", "question_mark", "+", "é", "alt+x"]
)
def test_what_is_a_key(key):
    assert is_key(key)


@pytest.mark.parametrize("key", ["", "ctrl", "ctl+t", "ctrl+ctrl+t", "ab", "shift+", " ", "\x1b", "橡橡"])
def test_what_is_no_key(key):
    assert not is_key(key)


def test_a_letter_is_part_of_names():
    for name in ("name.next", "find.done", "go-to.back"):
        assert "part of what is typed" in unusable(name, "f3, x")
    assert not unusable("name.next", "f3,ctrl+t")
    assert unusable("table.undo", "f3,,x") != ""


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"table.undo": "x"}, {"table.undo": "“x” is the key of table.cover"}),
        ({"table.undo": "f4,X"}, {"table.undo": "“X” is the key of table.cover"}),
        ({"table.undo": "x", "table.cover": "u"}, {}),
        ({"table.log": "f4", "table.undo": "f3,f4"}, {"table.log": "“f4” is the key of table.undo"}),
        ({"table.log": "f4", "table.undo": "f4", "table.why": "u"}, {"table.log": "table.undo"}),
        ({"table.undo": "x", "table.why": "u"}, {"table.undo": "table.cover", "table.why": "table.undo"}),
        ({"table.undo": "t"}, {"table.undo": "“t” is the key of nut.turn"}),
        ({"home.rules": "question_mark"}, {"home.rules": "“?” is the key of home.keys"}),
        ({"app.quit": "?"}, {"app.quit": "“?” is the key of curtain.rules"}),
        ({"nut.next": "f3", "hibernation.pass": "f3", "home.rules": "f3"}, {}),
        ({"setup.rules": "f1", "choices.back": "f9", "hibernation.pass": "f9", "nobody": "x"}, {}),
    ],
)
def test_a_key_does_one_thing_on_a_screen(keys, told):
    found = twice(keys, KNOWN)
    assert set(found) == set(told)
    assert all(why in found[name] for name, why in told.items())
    assert not twice({name: key for name, key in keys.items() if name not in found}, KNOWN)


def test_the_keys_that_nobody_has_changed_do_one_thing_on_a_screen():
    assert twice({name: binding.key for name, binding in KNOWN.items()}, KNOWN) == {}


async def test_a_key_that_is_given_twice_is_told_with_its_line_and_does_what_it_did():
    file = settings.path()
    file.parent.mkdir(parents=True)
    file.write_text('[keys]\n"home.rules" = "f3"\n"home.options" = "f2,s"\n')
    async with showing(loaded=settings.load(), size=(120, 40)) as eye:
        await eye.settle()
        said = "settings.toml, line 3: “s” is the key of home.statistics too, on the same screen"
        assert said in " ".join(eye.text.split())
        assert "F3 Rules" in eye.lines()[-1]
        await eye.press("f2")
        assert not isinstance(eye.screen, OptionsScreen)
        await eye.press("O")
        assert isinstance(eye.screen, OptionsScreen)
        assert said in " ".join(eye.text.split())
    assert len(eye.app.troubles) == 1


def test_a_name_that_means_nothing_has_a_neighbour():
    assert unknown("table.undo", KNOWN) == ""
    assert unknown("table.und", KNOWN).endswith("did you mean table.undo?")
    assert "options screen" in unknown("\x1b[2J" * 50, KNOWN)


async def test_what_is_wrong_with_keys_is_told_with_its_line_and_the_others_work():
    file = settings.path()
    file.parent.mkdir(parents=True)
    file.write_text('[keys]\n"home.keys" = "ctl+k"\n"home.option" = "f2"\n"home.options" = "f3"\n')
    async with showing(loaded=settings.load(), size=(120, 40)) as eye:
        await eye.settle()
        shown = " ".join(eye.text.split())
        assert "settings.toml, line 2: “ctl+k” is no key" in shown
        assert "settings.toml, line 3: nothing is called 'home.option'; did you mean home.options?" in shown
        await eye.press("?")
        assert isinstance(eye.screen, Reader)
        await eye.press("escape", "O", "f2")
        assert not isinstance(eye.screen, OptionsScreen)
        await eye.press("f3")
        assert isinstance(eye.screen, OptionsScreen)
    assert len(eye.app.troubles) == 2
