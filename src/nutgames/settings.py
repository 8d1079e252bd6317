"""The settings: what people choose once, for every game. They are kept in a file that can be written by hand.

Whatever is wrong with the file is told in one line with its number, and the rest of it holds. A file that is
no TOML at all is left as it is until somebody asks to start afresh.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator, Mapping
from itertools import count
from textwrap import fill
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from nutgames.games.core import nearest
from nutgames.play.names import clean

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "settings.toml"
LARGEST: Final = 65_536
"""Bytes that are read."""
LONGEST: Final = 2_000
"""Characters that a line may have: the time that dotted keys take grows with the square of their length."""
TOLD: Final = 5
"""Troubles that are told; of more of them, how many."""
THEMES: Final = ("dark", "light", "contrast", "mono")
"""The names of the screen's themes; `tui.theme` has their colours."""


class Settings(NamedTuple):
    """What has been chosen."""

    theme: str = "dark"
    motion: bool = True
    memory_aid: bool = False
    reaction_seconds: int = 3
    forced_moves: bool = False
    names: tuple[str, ...] = ()
    """Of the players that a new game proposes, in clockwise order."""
    keys: Mapping[str, str] = MappingProxyType({})
    """Other keys: by the name of what they do, one or several with commas between."""


class Choice(NamedTuple):
    """A setting that is one of a few values."""

    title: str
    help: str
    values: Mapping[Any, str]
    """Each with what it is called on the screen."""


SWITCH: Final = {True: "on", False: "off"}
CHOICES: Final[Mapping[str, Choice]] = {
    "theme": Choice("Theme", "The colours of the screen.", {theme: theme for theme in THEMES}),
    "motion": Choice("Motion", "Cards are seen to turn over, pages to scroll.", SWITCH),
    "reaction_seconds": Choice(
        "Time to react",
        "How many seconds the question who steps in stays open at least.",
        {0: "none", 3: "3 seconds", 5: "5 seconds", 10: "10 seconds"},
    ),
    "forced_moves": Choice(
        "Forced moves",
        "The program plays open decisions that leave no choice.",
        SWITCH,
    ),
    "memory_aid": Choice(
        "Memory aid", "Nut Job shows backs that were seen. To remember them is the game.", SWITCH
    ),
}
NAMES: Final = Choice("Names", "The players whom a new game proposes, in clockwise order.", {})
KEYS: Final = Choice(
    "Keys",
    "Other keys for what you do often: the name of what is done, as the options screen lists it, and one key"
    " or several with commas between.",
    {},
)


class SettingsError(Exception):
    """The settings cannot be kept. The text is one line."""


class Loaded(NamedTuple):
    """What was read."""

    settings: Settings = Settings()
    troubles: tuple[str, ...] = ()
    """What is wrong with the file, each in one line."""
    is_broken: bool = False
    """Whether nothing could be read. Such a file is not written to."""
    text: str = ""


def path() -> Path:
    """The file, whether there is one or not."""
    from nutgames.play import folders  # it looks for the platform's folders, which takes its time

    return folders.config() / FILE


# Reading


def load() -> Loaded:
    """The settings in the file; defaults in place of what is wrong or wanting. It never raises."""
    import tomllib

    try:
        text = _text(path())
        too_long = next((number for number, line in enumerate(text.split("\n"), 1) if len(line) > LONGEST), 0)
        if too_long:
            return _broken(f"{_where(too_long)}: a line of more than {LONGEST} characters")
    except (FileNotFoundError, NotADirectoryError):
        return Loaded()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return _broken(f"{_where(line)}: a byte that is no UTF-8")
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return Loaded()  # there can be none
        return _broken(f"the settings in {path()} cannot be read: {_reason(error)}")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        return _broken(f"{_where(1)}: lists or tables that lie too deep in each other")
    except ValueError as error:
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        if not found:
            return _broken(f"{path()}: {error}")
        line = int(found[1]) if found[1] else text.count("\n") + 1
        return _broken(f"{_where(line)}: {str(error)[: found.start()]}")
    settings, troubles = _chosen(table, text)
    if len(troubles) > TOLD:
        troubles[TOLD:] = [f"and {len(troubles) - TOLD} more in {path()}"]
    return Loaded(settings, tuple(troubles), text=text)


def _text(file: Path) -> str:
    from nutgames.play.files import contents

    data = contents(file, LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1024} KiB")
    return data.decode("utf-8-sig")


def _broken(trouble: str) -> Loaded:
    return Loaded(troubles=(clean(trouble, 300),), is_broken=True)


def _where(line: int) -> str:
    return f"{path()}, line {line}"


def _chosen(table: Mapping[str, Any], text: str) -> tuple[Settings, list[str]]:
    """What is right, and what is not."""
    right: dict[str, Any] = {}
    troubles: list[str] = []
    for name, value in table.items():
        try:
            if name == "keys":
                right[name], wrong = _keys(value)
                troubles += [trouble(text, f"keys.{key}", reason) for key, reason in wrong]
            else:
                right[name] = _value(name, value)
        except ValueError as error:
            troubles.append(trouble(text, name, str(error)))
    return Settings(**right), troubles


def _value(name: str, value: Any) -> Any:
    """What a setting is set to. Raises ValueError with what it could be."""
    if name == "names":
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ValueError(f'names is a list of names, like ["Ana", "Ben"], not {_shown(value)}')
        return tuple(map(clean, value))
    if name not in CHOICES:
        raise ValueError(f"there is no setting {_shown(name)}{nearest(clean(name), Settings._fields)}")
    for each in CHOICES[name].values:
        if each == value and type(each) is type(value):  # True is no 1
            return each
    raise ValueError(f"{name} is {possible(name)}, not {_shown(value)}")


def _keys(value: Any) -> tuple[Mapping[str, str], list[tuple[str, str]]]:
    """The keys by the names of what they do, and what is wrong with the others."""
    if not isinstance(value, dict):
        raise ValueError(
            f'keys is a table: write [keys] and below it "table.undo" = "f3", not {_shown(value)}'
        )
    right: dict[str, str] = {}
    wrong: list[tuple[str, str]] = []
    for name, keys in _flat(value):
        if isinstance(keys, str) and keys.strip():
            right[name] = keys
        else:
            wrong.append((name, f'a key is a text like "f3" or "ctrl+t", not {_shown(keys)}'))
    return MappingProxyType(right), wrong


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """TOML reads `table.undo` without quotes as a table in a table."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{part}", keys) for part, keys in value.items())
        else:
            yield name, value


def possible(name: str) -> str:
    """The values that a setting can have, as the file writes them."""
    *others, last = map(_toml, CHOICES[name].values)
    return f"{', '.join(others)} or {last}"


def trouble(text: str, name: str, reason: str) -> str:
    """What is wrong with one setting in the file's text, with the number of its line."""
    return clean(f"{_where(_line(text, name))}: {reason}", 300)


def _line(text: str, name: str) -> int:
    """Where a setting stands; for one within a value, where the value begins."""
    header, places = "", dict[str, int]()
    for number, line in enumerate(text.splitlines(), start=1):
        plain = re.sub(r"[\"'\s]", "", line)
        if plain.startswith("["):
            header = plain.strip("[").partition("]")[0]
            places.setdefault(header, number)
            header += "."
        elif "=" in plain:
            places.setdefault(header + plain.partition("=")[0], number)
    while name not in places and "." in name:
        name = name.rpartition(".")[0]
    return places.get(name, 1)


def _shown(value: Any) -> str:
    """A value from the file as part of a sentence, as the file may write it."""
    try:
        return clean(_written(value), 40)
    except (RecursionError, ValueError):  # lies too deep, or has too many digits
        return "this"


def _written(value: Any) -> str:
    match value:
        case bool():
            return _toml(value)
        case str():
            return repr(value)
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            pairs = ", ".join(f"{name} = {_written(each)}" for name, each in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
    return str(value)  # numbers and moments


def _reason(error: Exception) -> str:
    """What the system says of it."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


# Writing


def save(changes: Mapping[str, Any]) -> None:
    """Writes these settings; whatever else stands in the file remains, comments included.

    Raises SettingsError; then the file is as it was.
    """
    import tomllib

    from tomlkit import parse  # only whoever changes something waits for it
    from tomlkit.exceptions import TOMLKitError

    loaded = load()
    if loaded.is_broken:
        _give_up(loaded.troubles[0])
    before = loaded.text or template()
    new = {name: _plain(value) for name, value in changes.items()}
    try:
        document = parse(before)
        document.update(new)
        after = document.as_string()
        if tomllib.loads(after) != {**tomllib.loads(before), **new}:
            raise ValueError("something else would be lost")
    except (TOMLKitError, ValueError, RecursionError) as error:
        _give_up(f"{path()} cannot be changed: {error}")
    _write(after)


def start_afresh() -> Path:
    """Puts the file aside, and a new one with the defaults in its place.

    Returns where the old one lies now. Raises SettingsError; then the file is as it was.
    """
    try:
        aside = next(free for free in _asides(path()) if not free.exists())
        path().rename(aside)
    except OSError as error:
        _give_up(f"{path()} cannot be put aside: {_reason(error)}")
    _write(template())
    return aside


def _asides(file: Path) -> Iterator[Path]:
    """Names for a file that is put aside: settings.toml.bad, settings.toml.bad2, …"""
    yield file.with_name(f"{file.name}.bad")
    for number in count(2):
        yield file.with_name(f"{file.name}.bad{number}")


def _write(text: str) -> None:
    from nutgames.play.files import replacing

    try:
        path().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with replacing(path()) as file:
            file.write(text)
    except (OSError, ValueError) as error:
        _give_up(f"the settings cannot be kept in {path()}: {_reason(error)}")


def _give_up(reason: str) -> NoReturn:
    raise SettingsError(clean(reason, 300)) from None


def template() -> str:
    """A file with the defaults, in which everything is explained."""
    defaults = Settings()
    blocks = [
        "# The settings of nutgames. The options screen changes them too, and keeps what you write here."
    ]
    for name, choice in CHOICES.items():
        values = "" if set(choice.values) == {True, False} else f" {possible(name)}."
        blocks.append(f"{_comment(choice.help + values)}\n{name} = {_toml(getattr(defaults, name))}")
    blocks.append(f'{_comment(NAMES.help)}\n# names = ["Ana", "Ben"]\nnames = []')
    blocks.append(f'{_comment(KEYS.help)}\n[keys]\n# "table.undo" = "f3,ctrl+t"')
    return "\n\n".join(blocks) + "\n"


def _comment(text: str) -> str:
    """Some sentences as a comment of a few lines."""
    return fill(text, 98, initial_indent="# ", subsequent_indent="# ")


def _toml(value: str | int) -> str:
    """A value of one of the choices, as the file writes it."""
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def _plain(value: Any) -> Any:
    """A value as TOML knows it."""
    return list(value) if isinstance(value, tuple) else value
