"""Records: a game written down, format 1.

A record is the options and the moves, chance included, so it replays to the same states without any random
generator. It is read strictly: a file comes from anywhere, and each fault is one line that names its place.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field, PlainSerializer, ValidationError

from nutgames.games.core import GAMES, IllegalMove, name_of, set_up
from nutgames.play import decks
from nutgames.play.match import Match, Player
from nutgames.play.names import clean, seated

FORMAT: Final = 1
LARGEST = 2**20
"""Bytes that a record may have."""
DIGITS = 9
"""Digits that a number in a record may have."""
KEYS = 300
"""Keys that an object in a record may have: more than the cards of the largest deck."""


class RecordError(ValueError):
    """A record that cannot be used. The text is one printable line that names the place and the fault."""


# --- The format -------------------------------------------------------------------------------------------

MOMENT = "%Y-%m-%dT%H:%M:%SZ"


def _moment(value: object) -> object:
    """A moment as records write it, and nothing else. None is for the model to judge."""
    if value is None or isinstance(value, datetime):
        return value
    try:
        moment = datetime.strptime(str(value), MOMENT).replace(tzinfo=UTC)
    except ValueError:
        moment = None
    if moment is None or moment.strftime(MOMENT) != value:
        raise ValueError("a moment is written like 2026-01-31T20:15:00Z")
    return moment


Moment = Annotated[
    datetime, BeforeValidator(_moment), PlainSerializer(lambda moment: moment.strftime(MOMENT))
]
"""UTC, to the second, as `2026-01-31T20:15:00Z`."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SeatRecord(_Part):
    """Who sat at a seat."""

    name: str
    bot: Literal["random", "easy", "normal", "hard"] | None


class Result(_Part):
    """How a finished game ended, per seat: what ranks it, and its place."""

    ranking: Annotated[list[Annotated[list[int], FailFast()]], FailFast()]
    places: Annotated[list[int], FailFast()]


class Record(_Part):
    """A game from its first move on; the order of the fields is that of the file."""

    format: Annotated[int, Field(ge=1, le=FORMAT)]
    game: str
    rules: int
    options: dict[str, Any]
    deck: dict[str, Any] | None
    seats: Annotated[list[SeatRecord], FailFast()]
    started: Moment
    finished: Moment | None
    """When the game ended: by its rules, or, without a result, because people abandoned it."""
    moves: Annotated[list[str], FailFast()]
    result: Result | None


# --- Writing ----------------------------------------------------------------------------------------------


def record(match: Match) -> Record:
    """What is written down of a match."""
    game = match.game
    name = name_of(game)
    return Record(
        format=FORMAT,
        game=name,
        rules=GAMES[name].rules,
        options=game.options.model_dump(mode="json"),
        deck=decks.tree_of(game),
        seats=[SeatRecord(name=player.name, bot=player.bot) for player in match.players],  # type: ignore[arg-type]
        started=match.started,
        finished=match.finished,
        moves=[str(move) for move in match.moves],
        result=_result(match),
    )


def _result(match: Match) -> Result | None:
    """The final standings of a match that was played to its end."""
    if match.actor is not None:
        return None
    ranking, places = match.game.standings(match.state)
    return Result(ranking=[list(row) for row in ranking], places=list(places))


def dumps(match: Match) -> str:
    """The match as a record's text: JSON, two spaces deep, with a final newline."""
    return json.dumps(record(match).model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


# --- Reading ----------------------------------------------------------------------------------------------


PLAINLY = {
    "missing": "this is missing",
    "extra_forbidden": "there is no such key",
    "int_type": "this should be a whole number",
    "string_type": "this should be a text",
    "list_type": "this should be a list",
    "dict_type": "this should be an object in braces",
    "model_type": "this should be an object in braces",
}
"""What is said of faults, by pydantic's names for them."""


def loads(data: bytes) -> Match:
    """The match that a record's bytes tell of, played again move by move. Raises RecordError."""
    return replayed(read(data))


def read(data: bytes) -> Record:
    """The record in these bytes, as far as its form goes. Raises RecordError."""
    tree = strict_json(data)
    if not isinstance(tree, dict):
        _refuse("this is no record of a game")
    version = tree.get("format")
    if type(version) is int and version > FORMAT:
        _refuse(f"format {version} is newer than this program, which reads format {FORMAT}: update nutgames")
    try:
        return Record.model_validate(tree)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        said = fault["msg"].removeprefix("Value error, ").replace("Input should be", "this should be")
        _refuse(f"{where}: {PLAINLY.get(fault['type'], said)}")


def replayed(record: Record) -> Match:
    """The match that a record tells of. Raises RecordError at the first move that the rules refuse."""
    if record.game not in GAMES:
        _refuse(f"game: there is no game {record.game!r}")
    known = GAMES[record.game].rules
    if record.rules != known:
        _refuse(f"rules: version {record.rules} of {record.game}; this program plays version {known}")
    try:
        deck = None if record.deck is None else decks.deck_of(record.game, record.deck)
    except decks.DeckError as error:
        _refuse(f"deck: {error}")
    try:
        game = set_up(record.game, len(record.seats), record.options, deck)
    except ValueError as error:
        _refuse(str(error))
    for option, value in game.options.model_dump(mode="json").items():
        if option not in record.options:
            _refuse(f"options: {option} is missing")
        if record.options[option] != value:
            _refuse(f"options: {option} is written as {value!r}, not as {record.options[option]!r}")
    names = seated([seat.name for seat in record.seats])
    players = [Player(name, seat.bot) for name, seat in zip(names, record.seats, strict=True)]
    match = Match(game, players)
    for number, text in enumerate(record.moves, start=1):
        try:
            match.play(game.parse(text))
        except IllegalMove as reason:
            _refuse(f"move {number}, {text[:60]!r}: {reason}")
    if match.actor is None and record.finished is None:
        _refuse("finished: the moves end the game")
    if _result(match) != record.result:
        _refuse("result: the moves lead to another one")
    match.started, match.finished = record.started, record.finished
    return match


def strict_json(data: bytes) -> Any:
    """The JSON in these bytes, taken by the letter. Raises RecordError.

    UTF-8 only, also behind escapes, no key twice, whole numbers of a sane size, no more than a mebibyte, not
    deeply nested.
    """
    if len(data) > LARGEST:
        _refuse("the file is larger than 1 MiB")
    try:
        text = data.decode("utf-8-sig")  # some editors put a byte order mark first
        tree = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        if "\\ud" in text.lower():
            json.dumps(tree, ensure_ascii=False).encode("utf-8")
        return tree
    except UnicodeEncodeError:
        _refuse(r"there is half a character in the file (\ud800 to \udfff without its other half)")
    except UnicodeDecodeError as error:
        _refuse(f"the file is not UTF-8 text (byte {error.start})")
    except json.JSONDecodeError as error:
        _refuse(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})")
    except RecursionError:
        _refuse("the file is nested too deeply")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys all differ."""
    if len(pairs) > KEYS:
        _refuse(f"{pairs[0][0]}: no part of a record has so many keys")
    tree: dict[str, Any] = {}
    for key, value in pairs:
        if key in tree:
            _refuse(f"{key}: the key stands there twice")
        tree[key] = value
    return tree


def _whole(digits: str) -> int:
    """A whole number of a sane size."""
    if len(digits) > DIGITS:
        _refuse(f"{digits[:20]}…: the number is too large")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    """Nothing in a record is a fraction, an infinity or no number."""
    _refuse(f"{text[:20]}: only whole numbers occur in a record")


def _refuse(reason: str) -> NoReturn:
    """Raises RecordError. Parts of the reason come from the file, so it is cleaned like a name."""
    raise RecordError(clean(reason, 200)) from None
