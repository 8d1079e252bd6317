"""The file of the settings: read strictly and kindly, and written without losing anything."""

import os
import re
import tomllib
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from nutgames import settings
from nutgames.play import folders
from nutgames.settings import CHOICES, LARGEST, THEMES, Settings, SettingsError
from support import ROOT, talk


def write(text):
    """The settings file says this."""
    file = settings.path()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def told(text):
    """What is told of such a file, without its path."""
    file = write(text)
    loaded = settings.load()
    return [trouble.replace(str(file), "FILE") for trouble in loaded.troubles], loaded.settings


def test_without_a_file_everything_is_as_usual():
    assert settings.load() == settings.Loaded(Settings(), (), False, "")


def test_a_new_file_says_what_is_true_anyway():
    assert told(settings.template()) == ([], Settings())
    assert set(tomllib.loads(settings.template())) == set(Settings._fields)


def test_the_docs_show_the_whole_file():
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    assert settings.template() in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)


def test_everything_can_be_set():
    text = """
        theme = "light"
        motion = false
        memory_aid = true
        reaction_seconds = 10
        forced_moves = true
        names = ["Ana", " B\\u001ben "]
        [keys]
        "table.undo" = "f3"
        table.log = "ctrl+l,f4"
    """
    keys = {"table.undo": "f3", "table.log": "ctrl+l,f4"}
    assert told(text) == ([], Settings("light", False, True, 10, True, ("Ana", "Ben"), keys))


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_that_is_offered_can_be_written_and_read(name):
    for value in CHOICES[name].values:
        settings.save({name: value})
        assert getattr(settings.load().settings, name) is value


TROUBLES = {
    "motion = true\ntheme = 3": 'FILE, line 2: theme is "dark", "light", "contrast" or "mono", not 3',
    "# \n\nmotion = 1": "FILE, line 3: motion is true or false, not 1",
    "reaction_seconds = 4": "FILE, line 1: reaction_seconds is 0, 3, 5 or 10, not 4",
    "reaction_seconds = true": "FILE, line 1: reaction_seconds is 0, 3, 5 or 10, not true",
    "motion = {a = [1, inf], b = {}}": "FILE, line 1: motion is true or false, not { a = [1, inf], b = {} }",
    "motion = 1979-05-27": "FILE, line 1: motion is true or false, not 1979-05-27",
    "names = 1979-05-27T07:32:00Z": 'FILE, line 1: names is a list of names, like ["Ana", "Ben"], not'
    " 1979-05-27 07:32:00+00:00",
    "names = 'Ana'": 'FILE, line 1: names is a list of names, like ["Ana", "Ben"], not \'Ana\'',
    "themes = 'dark'": "FILE, line 1: there is no setting 'themes'; did you mean theme?",
    "[key]\nx = 1": "FILE, line 1: there is no setting 'key'; did you mean keys?",
    "keys = 1": 'FILE, line 1: keys is a table: write [keys] and below it "table.undo" = "f3", not 1',
    "[keys]\n\n'table.undo' = 3": 'FILE, line 3: a key is a text like "f3" or "ctrl+t", not 3',
    "[keys]\ntable.undo = ' '": 'FILE, line 2: a key is a text like "f3" or "ctrl+t", not \' \'',
    "[keys.table]\n# \nundo = []": 'FILE, line 3: a key is a text like "f3" or "ctrl+t", not []',
    "motion = true\nkeys = {table.undo = 1}": 'FILE, line 2: a key is a text like "f3" or "ctrl+t", not 1',
}


@pytest.mark.parametrize(("text", "trouble"), TROUBLES.items())
def test_a_wrong_setting_is_told_with_its_line_and_the_others_hold(text, trouble):
    assert told(f"{text}\n") == ([trouble], Settings())
    assert not settings.load().is_broken


BROKEN = {
    "motion = true\ntheme = dark": "line 2",
    "motion = true\n\n\nmotion = false": "line 4",
    "names = [": "line 1",
    "a = 1\nb =": "line 2",
    b"motion = true\n# caf\xe9": "line 2",
    "x = " + "[" * 1_900: "line 1",
    "x = [\n" + "[\n" * 5_000: "line 1",
    "#\nx" + ".x" * 30_000 + " = 1": "line 2",
    "x = 0x" + "f" * 1_900 + "\ny": "line 2",
    "\x00": "line 1",
    " " * (LARGEST + 1): "larger than 64 KiB",
}


@pytest.mark.parametrize(("text", "place"), BROKEN.items(), ids=range(len(BROKEN)))
def test_a_broken_file_is_one_line_and_is_not_written_to(text, place):
    (trouble,), chosen = told(text)
    assert place in trouble
    assert chosen == Settings()
    before = settings.path().read_bytes()
    with pytest.raises(SettingsError, match=place):
        settings.save({"theme": "light"})
    assert settings.path().read_bytes() == before
    asides = [settings.start_afresh().name, (write(text), settings.start_afresh().name)[1]]
    assert asides == ["settings.toml.bad", "settings.toml.bad2"]
    assert settings.path().with_name(asides[0]).read_bytes() == before
    assert settings.load() == settings.Loaded(Settings(), (), False, settings.template())


@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "forbidden"])
def test_what_is_no_file_to_read_is_told(kind, tmp_path):
    file = settings.path()
    file.parent.mkdir(parents=True)
    match kind:
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)
        case "loop":
            file.symlink_to(file)
        case "forbidden":
            if os.geteuid() == 0:
                file.symlink_to("/dev/zero")
            else:
                write("").chmod(0)
    loaded = settings.load()
    assert loaded.is_broken
    (trouble,) = loaded.troubles
    assert trouble.startswith(f"the settings in {file} cannot be read: ")
    with pytest.raises(SettingsError):
        settings.save({"theme": "light"})


def test_a_home_that_nobody_has_is_a_name_as_it_is_for_the_shell(monkeypatch):
    monkeypatch.setenv("NUTGAMES_HOME", "~nobody-of-this-name/x")
    assert folders.config() == folders.data() == folders.state() == Path("~nobody-of-this-name/x")
    assert settings.load() == settings.Loaded()


@pytest.mark.parametrize("folder", ["/dev/null/x", "/tmp/" + "a" * 300])
def test_where_no_file_can_be_none_is_missed(folder, monkeypatch):
    monkeypatch.setenv("NUTGAMES_HOME", folder)
    assert settings.load() == settings.Loaded()
    with pytest.raises(SettingsError, match="cannot be kept in"):
        settings.save({"theme": "light"})


def test_many_troubles_are_counted():
    troubles, _ = told("".join(f"x{number} = 1\n" for number in range(30)))
    assert len(troubles) == 6
    assert troubles[-1] == "and 25 more in FILE"


def test_a_file_of_windows_is_a_file():
    assert told(b'\xef\xbb\xbftheme = "light"\r\n[keys]\r\nx = 1\r\n') == (
        ['FILE, line 3: a key is a text like "f3" or "ctrl+t", not 1'],
        Settings("light"),
    )


def test_comments_and_unknown_settings_survive_a_change():
    write('# mine\ntheme = "light" # as it was\nnew = 1\n\n[keys]\n# why\n"a.b" = "x"\n')
    settings.save({"theme": "mono", "motion": False, "names": ("Ana", "Ben")})
    assert settings.path().read_text() == (
        '# mine\ntheme = "mono" # as it was\nnew = 1\nmotion = false\nnames = ["Ana", "Ben"]\n\n'
        '[keys]\n# why\n"a.b" = "x"\n'
    )


def test_the_first_change_writes_a_file_that_explains_itself():
    settings.save({"theme": "mono"})
    assert settings.path().read_text() == settings.template().replace('theme = "dark"', 'theme = "mono"')


def test_a_folder_that_cannot_be_written_to_is_one_line():
    settings.path().parent.parent.mkdir(parents=True, exist_ok=True)
    settings.path().parent.write_text("")  # a file where the folder should be
    with pytest.raises(SettingsError, match="cannot be"):
        settings.save({"theme": "mono"})


# --- Any file ---------------------------------------------------------------------------------------------

SCALARS = st.one_of(
    st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.sampled_from(THEMES), st.dates()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from([*Settings._fields, "table.undo"]) | st.text(max_size=12)


def judge(text):
    """Whatever stands in the file, it is read, told of in lines, and not lost by a change."""
    write(text)
    loaded = settings.load()
    assert all(trouble.isprintable() for trouble in loaded.troubles)
    assert len(loaded.troubles) <= settings.TOLD + 1
    for name, choice in CHOICES.items():
        assert getattr(loaded.settings, name) in choice.values
    assert all(name.isprintable() for name in loaded.settings.names)
    before = settings.path().read_bytes()
    try:
        settings.save({"theme": "mono"})
    except SettingsError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert refusal.isprintable()
        assert settings.path().read_bytes() == before
    else:
        assert not loaded.is_broken
        after = settings.load()
        assert after.settings == loaded.settings._replace(theme="mono")
        olds = [line for line in loaded.text.splitlines() if line.lstrip().startswith("#")]
        assert [line for line in olds if line not in after.text.splitlines()] == []
    settings.path().unlink()


@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_any_toml(table):
    judge(tomlkit.dumps(table))


@given(st.binary(max_size=200))
def test_any_bytes(data):
    judge(data)


@given(st.data())
def test_any_small_damage(data):
    text = settings.template()
    at = data.draw(st.integers(0, len(text)))
    more = data.draw(st.text("[]{}\"'=.,#\n\r\\ x1\x00é", max_size=4))
    judge(text[:at] + more + text[at + data.draw(st.integers(0, 20)) :])


# --- From the command line --------------------------------------------------------------------------------


def test_plain_mode_tells_what_is_wrong_and_plays():
    write('theme = "blue"\nnames = 3\n')
    done = talk("play", "nutty-business", "--plain", "--players", "Ana,Ben", typed="q\n")
    assert done.code == 0
    lines = done.err.splitlines()
    assert len(lines) == 2
    assert "settings.toml, line 1" in lines[0]
    assert "settings.toml, line 2" in lines[1]


def test_commands_that_need_no_settings_do_not_read_them():
    write("?")
    assert talk("games").err == ""
    assert talk("rules", "nut", "cards").err == ""
