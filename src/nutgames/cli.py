"""The commands. Each imports what it needs when it runs, so that small questions get quick answers.

What a person gets wrong is one line on standard error and exit code 2; a signal is 128 and its number.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from nutgames import __version__
from nutgames.games.core import GAMES, nearest


def run() -> int:
    """Runs the command line of this process and returns its exit code."""
    from nutgames.plain.encoding import prepare_streams

    prepare_streams()
    try:
        code = commands.main(prog_name="nutgames", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _complain(error.format_message())
        return 2
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read has read enough. What is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def _complain(reason: str) -> None:
    """One line on standard error; the reason may quote what was typed."""
    from nutgames.play.names import clean

    print(f"nutgames: {clean(reason, 500)}", file=sys.stderr)


def _mistake(error: Exception) -> NoReturn:
    """A person's error."""
    raise click.ClickException(str(error)) from None


class NearestGroup(click.Group):
    """A group of commands that answers a wrong one with the nearest right one."""

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
        """The name, if there is such a game."""
        if value not in GAMES:
            raise click.UsageError(f"unknown game {value!r}{nearest(value, GAMES)}")
        return str(value)

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


def _options(pairs: Sequence[str]) -> dict[str, str]:
    """The texts of `--set`, by option."""
    options: dict[str, str] = {}
    for pair in pairs:
        option, equals, value = pair.partition("=")
        if not equals:
            _mistake(ValueError(f"--set takes option=value, not {pair!r}"))
        if options.setdefault(option, value) != value:
            _mistake(ValueError(f"option {option} is set to {options[option]!r} and to {value!r}"))
    return options


@click.group(
    cls=NearestGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Nut-themed tabletop games for friends at one keyboard.

    Without a command: choose a game and play.
    """
    if context.invoked_subcommand is None:
        from nutgames.plain.home import home

        home(seed=None)


@commands.command()
@click.argument("game", type=GAME, required=False)
@click.option("--players", metavar="NAME,NAME", help="Who plays, in clockwise order.")
@SET
@click.option("--seed", help="Any text: makes chance and the first player repeatable.")
@click.option("--plain", is_flag=True, help="Lines of text instead of a screen.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Draw with ASCII characters only.")
def play(
    game: str | None,
    players: str | None,
    options: tuple[str, ...],
    seed: str | None,
    plain: bool,  # noqa: ARG001, the only way so far
    only_ascii: bool,
) -> None:
    """Play GAME, or choose one."""
    from nutgames.plain import encoding, home

    if only_ascii:
        encoding.prepare_streams(only_ascii=True)
    if game is None:
        if players is not None or options:
            _mistake(ValueError("--players and --set need the name of a game"))
        home.home(seed)
        return
    names = None if players is None else players.split(",")
    if names and any(name.startswith("bot:") for name in names):
        _mistake(ValueError("there are no bots yet: every player is a person with a name"))
    try:
        home.play(game, names, _options(options), seed)
    except ValueError as error:
        _mistake(error)


@commands.command()
def games() -> None:
    """The games that can be played."""
    from nutgames.plain.lines import Lines
    from nutgames.play.words import Grid

    rows = tuple(
        (name, entry.title, f"{entry.seats[0]}–{entry.seats[-1]}", str(entry.minutes), entry.hidden)
        for name, entry in GAMES.items()
    )
    Lines(sys.stdin, sys.stdout).grid(Grid(("game", "title", "players", "minutes", "hidden hands"), rows))


@commands.command()
@click.argument("game", type=GAME)
@click.argument("section", nargs=-1)
def rules(game: str, section: tuple[str, ...]) -> None:
    """The rules of GAME, or the SECTION whose title is meant by a word or two."""
    from rich.console import Console
    from rich.markdown import Markdown

    from nutgames.play import rulebook

    try:
        text = rulebook.section(game, " ".join(section)).text if section else rulebook.page(game)
    except ValueError as error:
        _mistake(error)
    console = Console(width=None if sys.stdout.isatty() else 80)
    page = Markdown(text)
    if sys.stdout.isatty() and sys.stdin.isatty():
        os.environ.setdefault("LESS", "-FRX")  # colours as they are, and no pager for what fits the screen
        with console.pager(styles="R" in os.environ["LESS"]):
            console.print(page)
    else:
        console.print(page)


@commands.group(cls=NearestGroup)
def lab() -> None:
    """Many games at once, for those who study the rules."""


@lab.command()
@click.argument("game", type=GAME)
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option("--depth", type=click.IntRange(1), required=True, help="How many moves deep.")
@SET
@click.option("--moves", default="", metavar="'MOVE; MOVE'", help="Moves that lead to the position.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def perft(game: str, seats: int, depth: int, options: tuple[str, ...], moves: str, as_json: bool) -> None:
    """Count the move sequences of each length from a position of GAME."""
    from nutgames.games.core import new
    from nutgames.lab.perft import perft, position

    texts = [text.strip() for text in moves.split(";") if text.strip()]
    try:
        rules = new(game, seats, **_options(options))
        state = position(rules, texts)
    except ValueError as error:
        _mistake(error)
    counts = []
    for number in range(1, depth + 1):
        counts.append(perft(rules, state, number))
        if not as_json:
            print(number, counts[-1], flush=True)
    if as_json:
        import json

        report = {"game": game, "seats": seats, "options": rules.options.model_dump(mode="json")}
        print(json.dumps({**report, "moves": texts, "counts": counts}))
