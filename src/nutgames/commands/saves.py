"""The commands about games that are stored."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from nutgames.commands.common import NearestGroup, complain, mistake, read_record, written
from nutgames.games.core import GAMES

if TYPE_CHECKING:
    from nutgames.play.store import Saved, Store


@contextmanager
def _store(only_to_read: bool = False) -> Iterator[Store]:
    """The store; what is wrong with it or with a record is a person's error."""
    from nutgames.play.records import RecordError
    from nutgames.play.store import Store, StoreError
    from nutgames.play.watching import store_to_read

    try:
        with store_to_read() if only_to_read else Store() as store:
            yield store
    except (StoreError, RecordError) as error:
        mistake(error)


def _title(game: Saved) -> str:
    """What is played, by its title if it is known here."""
    return GAMES[game.game].title if game.game in GAMES else game.game


YES = click.option("--yes", is_flag=True, help="Do not ask.")


def _agreed(store: Store, number: str, what: str, yes: bool) -> str | None:
    """Which game it is, in words, if it is meant: it cannot be taken back. Only a terminal is asked."""
    game = next(game for game in store.games() if game.id == number)
    told = f"{_title(game)} with {', '.join(game.seats)} ({number})"
    if yes or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return told
    with suppress(click.Abort):
        if click.confirm(f"{what} {told} for good?"):
            return told
    return None


@click.group(cls=NearestGroup)
def saves() -> None:
    """The stored games."""


@saves.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
def list_saves(as_json: bool) -> None:
    """All stored games, those played last first."""
    with _store(only_to_read=True) as store:
        saved = store.games()
    if as_json:
        import json

        told = ("id", "game", "seats", "started", "finished", "moves")
        print(json.dumps([{key: getattr(game, key) for key in told} for game in saved], ensure_ascii=False))
        return
    from nutgames.plain.lines import Lines
    from nutgames.play.when import when
    from nutgames.play.words import Grid

    rows = tuple(
        (
            game.id,
            _title(game),
            ", ".join(game.seats),
            when(game.played),
            game.state,
            str(game.moves),
        )
        for game in saved
    )
    if rows:
        head = ("ID", "game", "players", "played", "state", "moves")
        Lines(sys.stdin, sys.stdout).grid(Grid(head, rows), gives_way="players")
    else:
        print("No game is kept yet.")


@saves.command()
@click.argument("number", metavar="ID")
@click.argument("file", type=click.Path(dir_okay=False), required=False)
def export(number: str, file: str | None) -> None:
    """Write the game ID as a record to FILE, or to standard output (also as `-`)."""
    from nutgames.play.records import dumps

    with _store(only_to_read=True) as store:
        number = store.found(number)
        match, is_held = store.load(number), store.is_claimed(number)
    if file in (None, "-"):
        print(dumps(match), end="")
    else:
        with written(file) as record:
            record.write(dumps(match))
    if (match.finished is None or is_held) and match.view(0) != match.state:
        state = "is not over" if match.finished is None else "still stands open in another window"
        complain(f"the game {state}, and its record tells what is hidden in it")


@saves.command("import")
@click.argument("file", type=click.Path())
def import_save(file: str) -> None:
    """Keep the game that a record in FILE, or on standard input (`-`), tells of, and print its new ID."""
    from nutgames.play.records import RecordError

    data = read_record(file)
    with _store() as store:
        try:
            number = store.add(data)
        except RecordError as error:
            mistake(f"{file}: {error}")
        print(number)
        twin = store.twin(number)
    if twin:
        complain(f"this game is kept as {twin} already; `nutgames saves delete {number}` forgets this one")


@saves.command()
@click.argument("number", metavar="ID")
@YES
def abandon(number: str, yes: bool) -> None:
    """End the game ID without a result: nobody plays on, and statistics count it apart."""
    with _store() as store:
        number = store.found(number)
        if game := _agreed(store, number, "Abandon", yes):
            store.abandon(number)
            print(f"Abandoned: {game}.")


@saves.command()
@click.argument("number", metavar="ID")
@YES
def delete(number: str, yes: bool) -> None:
    """Forget the game ID."""
    with _store() as store:
        number = store.found(number)
        if game := _agreed(store, number, "Delete", yes):
            store.delete(number)
            print(f"Deleted: {game}.")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Lines for a spreadsheet.")
def stats(as_json: bool, as_csv: bool) -> None:
    """Who has won how often, with how many points, from which seat."""
    if as_json and as_csv:
        mistake("--json and --csv exclude each other")
    from nutgames.play.statistics import count, left_out, sheet, tree

    with _store(only_to_read=True) as store:
        ended, damaged = store.ended()
    found = count(ended)
    if damaged:
        complain(left_out(damaged))
    if as_json:
        import json

        print(json.dumps(tree(found), ensure_ascii=False))
    elif as_csv:
        print(sheet(found), end="")
    else:
        from nutgames.plain.figures import report

        report(found)
