"""Choosing a game and setting it up, in lines."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from nutgames.games.core import GAMES, Game, nearest, set_up
from nutgames.plain.lines import EndOfInput, Lines
from nutgames.plain.table import Left, Table
from nutgames.play.chance import stream
from nutgames.play.match import Match, Player
from nutgames.play.names import clean, letter, seated, told_apart
from nutgames.play.saving import Saving
from nutgames.settings import Settings


def home(seed: str | None, settings: Settings = Settings()) -> None:  # noqa: B008, it never changes
    """The numbered list of games; plays the one that is chosen."""
    lines = Lines(sys.stdin, sys.stdout)
    lines.say("nutgames: choose a game.")
    names = list(GAMES)
    for number, entry in enumerate(GAMES.values(), start=1):
        players = f"{entry.seats[0]}–{entry.seats[-1]} players"
        lines.say(
            f"{number:>3}  {entry.title}: {entry.teaser}. {players}, {entry.minutes} minutes.", indent=5
        )
    lines.say("  q  leave")
    try:
        while True:
            answer = lines.ask().casefold()
            if answer == "q":
                return
            if not answer and (len(names) == 1 or not lines.asks_people):
                answer = str(stream(seed, "home").randint(1, len(names)))
            if answer in names or (answer.isascii() and answer.isdecimal() and 0 < int(answer) <= len(names)):
                break
            lines.say(f"Type a number from 1 to {len(names)}, or q.")
    except EndOfInput:
        return
    play(answer if answer in names else names[int(answer) - 1], None, {}, None, seed, settings)


def play(
    name: str,
    players: Sequence[str] | None,
    options: Mapping[str, str],
    deck: Any,
    seed: str | None,
    settings: Settings = Settings(),  # noqa: B008, it never changes
) -> None:
    """One game from its set-up to its end.

    `players` are the names as typed, None to ask for them; `options` are texts; `deck` is None for the
    built-in one; a `seed` makes the first player, chance and the choices of a silent pipe repeatable. Raises
    ValueError if an option is wrong.
    """
    lines = Lines(sys.stdin, sys.stdout)
    try:
        if players is None:
            players, options = _set_up(name, options, deck, lines, settings.names)
    except (Left, EndOfInput):
        return
    game = table(name, len(players), options, deck, seed)
    match = Match(game, [Player(each) for each in seated(players)])
    if told := told_apart(players):
        lines.say(told)
    _sit_down(match, lines, Saving(), seed, settings)


def resume(
    match: Match,
    saving: Saving,
    settings: Settings = Settings(),  # noqa: B008, it never changes
) -> None:
    """A stored game, from where it was left."""
    _sit_down(match, Lines(sys.stdin, sys.stdout), saving, None, settings)


def _sit_down(match: Match, lines: Lines, saving: Saving, seed: str | None, settings: Settings) -> None:
    """The game to its end, or until people leave."""
    match.plays_forced = settings.forced_moves
    table = Table(match, lines, stream(seed, "deals"), stream(seed, "choices"), saving)
    table.words.memory_aid = settings.memory_aid
    table.reaction_seconds = settings.reaction_seconds
    for name in ("SIGTERM", "SIGHUP"):  # Windows has one of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    try:
        table.play()
    except (Left, EndOfInput):
        lines.say(saving.farewell)
    except (KeyboardInterrupt, SystemExit) as end:
        _interrupted(match, lines, saving)
        raise SystemExit(130 if isinstance(end, KeyboardInterrupt) else end.code) from None
    except OSError:
        raise  # nobody listens any more
    except Exception as error:
        from nutgames.crash import Crashed

        raise Crashed(match, saving.farewell) from error
    finally:
        saving.release()


def _interrupted(match: Match, lines: Lines, saving: Saving) -> None:
    """Says how to go on with a game that Ctrl+C or a signal has ended, where anybody is left to read it."""
    with suppress(OSError):
        lines.target.flush()
        if match.finished is None:
            print(f"\n{saving.farewell}", file=sys.stderr, flush=True)


def _leave(number: int, _: object) -> NoReturn:
    """A signal ends the game in order: what only one player may see is covered first."""
    raise SystemExit(128 + number)


def table(name: str, seats: int, options: Mapping[str, Any], deck: Any, seed: str | None) -> Game[Any, Any]:
    """The game with these options; unless told otherwise, who starts is left to chance."""
    first = {} if "first" in options else {"first": stream(seed, "first").randint(1, seats)}
    return set_up(name, seats, {**first, **options}, deck)


def _set_up(
    name: str, options: Mapping[str, str], deck: Any, lines: Lines, proposed: Sequence[str]
) -> tuple[Sequence[str], Mapping[str, str]]:
    """Asks for names and options; a pipe is not asked and gets the smallest table. Raises Left."""
    entry = GAMES[name]
    fewest, most = entry.seats[0], entry.seats[-1]
    if not lines.asks_people:
        return [f"Player {letter(seat)}" for seat in range(1, fewest + 1)], options
    question = f"Who plays? {fewest} to {most} names with commas between, in clockwise order"
    usual = ", ".join(proposed[:most]) if len(proposed) >= fewest else ""
    while True:
        answer = lines.ask(f"{question}{f'; Enter: {usual}' if usual else ''}: ") or usual
        if answer.casefold() == "q":
            raise Left
        players = [clean(each) for each in answer.split(",")]
        if len(players) not in entry.seats or not all(players):
            example = ", ".join(("Ana", "Ben", "Cid")[: max(fewest, 2)])
            lines.say(f"{entry.title} is for {fewest} to {most} players; type for example: {example}; or q")
            continue
        try:
            set_up(name, len(players), {}, deck)
        except ValueError as error:  # a deck of few cards
            lines.say(f"✗ {clean(str(error), 200)}")
            continue
        break
    return players, _choose_options(name, len(players), options, lines)


def _choose_options(name: str, seats: int, given: Mapping[str, str], lines: Lines) -> Mapping[str, str]:
    """Lets people change the game's options, one at a time. Raises Left."""
    chosen = dict(given)
    fields = GAMES[name].Options.model_fields
    set_up(name, seats, chosen)
    lines.say("Options:")
    for option, field in fields.items():
        value = chosen.get(option, "random" if option == "first" else str(field.default).lower())
        lines.say(f"  {option} = {value}: {field.description}", indent=4)
    while True:
        answer = lines.ask("Enter starts, q leaves, or type option=value: ")
        if not answer:
            return chosen
        if answer.casefold() == "q":
            raise Left
        option, _, value = (part.strip() for part in answer.partition("="))
        if option not in fields:
            lines.say(f"✗ there is no option {clean(option)}{nearest(option, fields)}")
            continue
        if (option, value) == ("first", "random"):
            chosen.pop(option, None)
            lines.say(f"  {option} = {value}")
            continue
        try:
            set_up(name, seats, {**chosen, option: value})
        except ValueError as error:
            lines.say(f"✗ {clean(str(error), 200)}")
            continue
        chosen[option] = value
        lines.say(f"  {option} = {value}")
