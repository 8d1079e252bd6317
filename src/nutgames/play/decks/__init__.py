"""Decks of other cards: what stands in a deck file or in a record, and the engine's Deck that comes of it.

People who own a printed copy write its cards down as TOML (see docs/decks.md). A record carries the same tree
as JSON, so both are read by the same models: `decks/x.py` has one for the game `x`. They judge the form;
whether a game can be played with such cards is for its rules to say.
"""

from __future__ import annotations

import os
import tomllib
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NoReturn

from pydantic import ValidationError

from nutgames.games.core import GAMES, Game, name_of, nearest, set_up
from nutgames.play.decks.form import DeckFile
from nutgames.play.files import contents
from nutgames.play.names import clean

LARGEST = 2**16
"""Bytes that a deck file may have."""
LONGEST = 2_000
"""Bytes that a line of it may have: the time that dotted keys take grows with the square of their length."""


class DeckError(ValueError):
    """A deck that cannot be played with. The text is one printable line that names the card and the fault."""


def read(game: str, path: str) -> Any:
    """The deck in a file; None if it is the built-in one. Raises DeckError."""
    try:
        _form(game)  # where no deck is taken, no matter what is in the file
        return deck_of(game, _tree(path))
    except DeckError as error:
        name = clean(os.path.basename(path.rstrip(os.sep)), 60)
        _refuse(f"deck {name or repr(path)}: {error}")


def deck_of(game: str, tree: object) -> Any:
    """The deck that a file's or a record's tree describes; None for the built-in one. Raises DeckError."""
    form = _form(game)
    try:
        deck = form.model_validate(tree).deck()
        if form.is_built_in(deck):
            return None
        set_up(game, GAMES[game].seats[0], {}, deck)
    except ValidationError as error:
        _refuse(_in_a_line(error, form))
    except ValueError as error:
        _refuse(str(error))
    return deck


def tree_of(game: Game[Any, Any]) -> dict[str, Any] | None:
    """What a record says of the deck; None for the built-in one."""
    if game.deck is None:
        return None
    form = _form(name_of(game))
    return None if form.is_built_in(game.deck) else form.of(game.deck).model_dump(mode="json")


def _form(game: str) -> type[DeckFile]:
    """The model of the game's deck files."""
    module = f"{__name__}.{GAMES[game].module}"
    if find_spec(module) is None:
        _refuse(f"{GAMES[game].title} is played with its own cards and takes no deck")
    form: type[DeckFile] = import_module(module).File
    return form


def _tree(path: str) -> dict[str, Any]:
    """The TOML in a file, taken by the letter."""
    try:
        data = contents(path, LARGEST + 1)
    except OSError as error:
        _refuse(str(error.strerror or error).lower())
    if len(data) > LARGEST:
        _refuse(f"the file is larger than {LARGEST // 2**10} KiB")
    for number, line in enumerate(data.split(b"\n"), start=1):
        if len(line) > LONGEST:
            _refuse(f"line {number} is longer than {LONGEST} characters")
    try:
        # Some editors put a byte order mark first, which is none of a person's faults.
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        _refuse(f"the file is not UTF-8 text (byte {error.start})")
    except RecursionError:
        _refuse("the file is nested too deeply")
    except ValueError as error:  # TOMLDecodeError, and what numbers of thousands of digits raise
        _refuse(f"this is not TOML: {error}")


WANTED = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "list_type": "a list",
    "dict_type": "a table of keys and values",
    "model_type": "a table of keys and values",
}
"""What should have stood there, by pydantic's names for what is wrong."""


def _in_a_line(error: ValidationError, form: type[DeckFile]) -> str:
    """What is wrong, with its place in the file; a mistyped key rather than that the right one is missing."""
    faults = error.errors(include_url=False, include_input=False)
    fault = next((each for each in faults if each["type"] == "extra_forbidden"), faults[0])
    where = _place(fault["loc"])
    match fault["type"]:
        case "missing":
            return f"{where} is missing"
        case "extra_forbidden":
            return f"unknown key {where!r}{nearest(where, form.model_fields) if '.' not in where else ''}"
        case kind if kind in WANTED:
            return f"{where or 'the deck'} should be {WANTED[kind]}"
    return f"{where}: {fault['msg']}"


def _place(loc: tuple[str | int, ...]) -> str:
    """Keys with dots between, entries of lists counted as people count."""
    keys = ".".join(part for part in loc if isinstance(part, str))
    return ", ".join([keys, *(f"entry {part + 1}" for part in loc if isinstance(part, int))])


def _refuse(reason: str) -> NoReturn:
    """Raises DeckError. Parts of the reason come from the file, so it is cleaned like a name."""
    raise DeckError(clean(reason, 200)) from None
