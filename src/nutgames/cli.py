"""The command line. A command imports what it needs when it runs: small questions get quick answers.

What a person gets wrong is one line on standard error and exit code 2; a signal is 128 and its number.
"""

from __future__ import annotations

import os
import sys

import click
from click.shell_completion import get_completion_class, shell_complete

from nutgames import __version__
from nutgames.commands.common import GAME, NearestGroup, complain, missing, mistake
from nutgames.commands.lab import lab
from nutgames.commands.play import play, replay, resume, sit_down
from nutgames.commands.saves import saves, stats
from nutgames.games.core import GAMES


def run() -> int:
    """Runs the command line of this process and returns its exit code."""
    from nutgames.plain.encoding import prepare_streams

    try:
        prepare_streams()
        code = _obey(sys.argv[1:])
        sys.stdout.flush()
    except click.MissingParameter as error:
        complain(missing(error))
        return 2
    except click.NoSuchOption as error:
        complain(misplaced(error))
        return 2
    except click.ClickException as error:
        complain(error.format_message())
        return 2
    except BrokenPipeError:
        # Whoever read has read enough. What is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        complain(f"the output cannot be written: {error.strerror or error}")
        return 2
    return code


def misplaced(error: click.NoSuchOption) -> str:
    """What is said of an unknown option; perhaps it is one of `play`."""
    if any(error.option_name in each.opts for each in play.params):
        return f"{error.option_name} is an option of play: nutgames play {error.option_name}"
    return error.format_message()


def _obey(words: list[str]) -> int:
    """What click's own `main` does, except that it would call a closed output an error."""
    asked = os.environ.get("_NUTGAMES_COMPLETE")
    if asked:
        return _complete(asked)
    try:
        with commands.make_context("nutgames", words) as context:
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _complete(asked: str) -> int:
    """What a shell asks, with the words so far in variables of its own. Raises ClickException."""
    kind = get_completion_class(asked.removesuffix("_source").removesuffix("_complete"))
    if kind is None or not asked.endswith(("_source", "_complete")):
        mistake(f"_NUTGAMES_COMPLETE is bash_source, zsh_source or fish_source, not {asked!r}")
    if asked.endswith("_complete"):
        try:
            kind(commands, {}, "nutgames", "_NUTGAMES_COMPLETE").get_completion_args()
        except (LookupError, ValueError):
            mistake("COMP_WORDS and COMP_CWORD have to say which word is to be completed")
    return shell_complete(commands, {}, "nutgames", "_NUTGAMES_COMPLETE", asked)


@click.command()
def games() -> None:
    """The games that can be played."""
    from nutgames.plain.lines import Lines
    from nutgames.play.words import Grid

    rows = tuple(
        (name, entry.title, f"{entry.seats[0]}–{entry.seats[-1]}", str(entry.minutes), entry.hidden)
        for name, entry in GAMES.items()
    )
    Lines(sys.stdin, sys.stdout).grid(Grid(("game", "title", "players", "minutes", "hidden hands"), rows))


@click.command()
@click.argument("game", type=GAME)
@click.argument("section", nargs=-1)
def rules(game: str, section: tuple[str, ...]) -> None:
    """The rules of GAME, or the SECTION whose title is meant by a word or two."""
    from rich.console import Console

    from nutgames.play import rulebook
    from nutgames.play.pages import WIDEST, Page, plain

    try:
        text = rulebook.section(game, " ".join(section)).text if section else rulebook.page(game)
    except ValueError as error:
        mistake(error)
    if not sys.stdout.isatty():
        print(*plain(text, 80), sep="\n")
        return
    console = Console()
    console.width = min(console.width, WIDEST)
    page = Page(text)
    if sys.stdin.isatty():
        os.environ.setdefault("LESS", "-FRX")  # colours as they are, and no pager for what fits the screen
        with console.pager(styles="R" in os.environ["LESS"]):
            console.print(page)
    else:
        with console.capture() as written:  # for rich calls a closed output an error
            console.print(page)
        print(written.get(), end="")


@click.command()
@click.pass_context
def doctor(context: click.Context) -> None:
    """Look whether terminal, folders, games and libraries are as they should be."""
    from nutgames.doctor import examine
    from nutgames.plain.lines import Lines

    context.exit(examine(Lines(sys.stdin, sys.stdout)))


@click.group(
    cls=NearestGroup,
    commands=[play, resume, replay, saves, stats, games, rules, doctor, lab],
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Nut-themed tabletop games for friends at one keyboard.

    Without a command: choose a game and play.
    """
    if context.invoked_subcommand is None:
        context.exit(sit_down(None, None, {}, None, None, plain=False, theme=None, animation=True))
