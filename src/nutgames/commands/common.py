"""What the commands have in common: how a mistake is told, the words of a command line, and files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, TextIO

import click
from click.shell_completion import CompletionItem

from nutgames.games.core import GAMES, nearest

# Mistakes


def complain(reason: str) -> None:
    """One line on standard error; the reason may quote what was typed."""
    from nutgames.play.names import clean

    with suppress(OSError):  # where nobody can be told, the exit code still tells
        print(f"nutgames: {clean(reason, 500)}", file=sys.stderr, flush=True)


def mistake(reason: str | Exception) -> NoReturn:
    """A person's error."""
    raise click.ClickException(str(reason)) from None


def missing(error: click.MissingParameter) -> str:
    """What has to be named, and where one finds out what there is."""
    what = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
    if "ID" in what:
        return f"{what} is missing; `nutgames saves list` shows the games that are kept"
    if what == "GAME":
        return f"{what} is missing; there is {', '.join(GAMES)}"
    return error.format_message()


# The words of a command line


class NearestGroup(click.Group):
    """A group of commands that answers a wrong one with the nearest right one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments; where a command has to follow, none is a mistake."""
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            raise click.UsageError(f"missing command; there is {', '.join(self.commands)}")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise click.UsageError(f"unknown command {args[0]!r}{nearest(args[0], self.commands)}")
        return super().resolve_command(ctx, args)


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """The name of a game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The name, if there is such a game; its title is as good."""
        name = str(value).strip().lower().replace(" ", "-")
        if name not in GAMES:
            raise click.UsageError(f"unknown game {value!r}{nearest(value, GAMES)}")
        return name

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The games that start like this."""
        return [
            CompletionItem(name, help=entry.title)
            for name, entry in GAMES.items()
            if name.startswith(incomplete)
        ]


GAME = GameName()
SET = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="One of the game's own options."
)
DECK = click.option("--deck", type=click.Path(), metavar="FILE", help="Cards of your own, as a deck file.")


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """The texts of `--set`, by option."""
    options: dict[str, str] = {}
    for pair in pairs:
        option, equals, value = pair.partition("=")
        if not equals:
            mistake(f"--set takes option=value, not {pair!r}")
        if options.setdefault(option, value) != value:
            mistake(f"option {option} is set to {options[option]!r} and to {value!r}")
    return options


def deck_of(game: str, file: str | None) -> Any:
    """The deck in the file of `--deck`; None for the built-in one."""
    if file is None:
        return None
    from nutgames.play import decks

    try:
        return decks.read(game, file)
    except decks.DeckError as error:
        mistake(error)


# Files


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Something is done with a file that a person has named, and told by that name if it fails."""
    try:
        yield
    except OSError as error:
        from shlex import quote

        mistake(f"{quote(name)}: {(error.strerror or str(error)).lower()}")


def read_record(name: str) -> bytes:
    """The record in a file, or on standard input if it is called `-`; of one too large, a byte too many."""
    from nutgames.play.files import contents
    from nutgames.play.records import LARGEST

    with _named(name):
        if name != "-":
            return contents(name, LARGEST + 1)
        typed: bytes | None = sys.stdin.buffer.read(LARGEST + 1)
        return typed or b""  # from a stream that others have told not to wait, nothing may come


@contextmanager
def written(name: str) -> Iterator[TextIO]:
    """A file that a person has named, to be written as a whole or not at all."""
    from nutgames.play.files import replacing

    with _named(name), replacing(name) as file:
        yield file
