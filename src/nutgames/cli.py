"""The commands. Each imports what it needs when it runs, so that small questions get quick answers.

What a person gets wrong is one line on standard error and exit code 2; a signal is 128 and its number.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem, shell_complete

from nutgames import __version__
from nutgames.games.core import GAMES, nearest
from nutgames.settings import THEMES

if TYPE_CHECKING:
    from textual.screen import Screen

    from nutgames.play.store import Store
    from nutgames.settings import Settings


def run() -> int:
    """Runs the command line of this process and returns its exit code."""
    from nutgames.plain.encoding import prepare_streams

    prepare_streams()
    try:
        code = _obey(sys.argv[1:])
        sys.stdout.flush()
    except click.ClickException as error:
        _complain(error.format_message())
        return 2
    except BrokenPipeError:
        # Whoever read has read enough. What is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _complain(f"the output cannot be written: {error.strerror or error}")
        return 2
    return code


def _obey(words: list[str]) -> int:
    """What click's own `main` does, except that it would call a closed output an error."""
    asked = os.environ.get("_NUTGAMES_COMPLETE")
    if asked:
        return shell_complete(commands, {}, "nutgames", "_NUTGAMES_COMPLETE", asked)
    try:
        with commands.make_context("nutgames", words) as context:
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _complain(reason: str) -> None:
    """One line on standard error; the reason may quote what was typed."""
    from nutgames.play.names import clean

    with suppress(OSError):  # where nobody can be told, the exit code still tells
        print(f"nutgames: {clean(reason, 500)}", file=sys.stderr, flush=True)


def _mistake(error: Exception) -> NoReturn:
    """A person's error."""
    raise click.ClickException(str(error)) from None


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
DECK = click.option("--deck", type=click.Path(), metavar="FILE", help="Cards of your own, as a deck file.")


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


def _deck(game: str, file: str | None) -> Any:
    """The deck in the file of `--deck`; None for the built-in one."""
    if file is None:
        return None
    from nutgames.play import decks

    try:
        return decks.read(game, file)
    except decks.DeckError as error:
        _mistake(error)


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
        context.exit(_sit_down(None, None, {}, None, None, plain=False, theme=None, animation=True))


@commands.command()
@click.argument("game", type=GAME, required=False)
@click.option("--players", metavar="NAME,NAME", help="Who plays, in clockwise order.")
@SET
@DECK
@click.option("--seed", help="Any text: makes chance and the first player repeatable.")
@click.option("--plain", is_flag=True, help="Lines of text instead of a screen.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--theme", type=click.Choice(THEMES), help="The colours of the screen.")
@click.option("--no-animation", is_flag=True, help="No motion.")
@click.pass_context
def play(
    context: click.Context,
    game: str | None,
    players: str | None,
    options: tuple[str, ...],
    deck: str | None,
    seed: str | None,
    plain: bool,
    only_ascii: bool,
    theme: str | None,
    no_animation: bool,
) -> None:
    """Play GAME, or choose one."""
    from nutgames.plain.encoding import prepare_streams

    if only_ascii:
        prepare_streams(only_ascii=True)
    if game is None and (players is not None or options or deck is not None):
        _mistake(ValueError("--players, --set and --deck need the name of a game"))
    names = None if players is None else players.split(",")
    if names and any(name.startswith("bot:") for name in names):
        _mistake(ValueError("there are no bots yet: every player is a person with a name"))
    settings = _options(options)
    if settings.get("first") == "random":  # as it is anyway
        del settings["first"]
    cards = None if game is None else _deck(game, deck)
    try:
        code = _sit_down(game, names, settings, cards, seed, plain, theme, animation=not no_animation)
    except ValueError as error:
        _mistake(error)
    context.exit(code)


def _sit_down(
    game: str | None,
    names: Sequence[str] | None,
    options: dict[str, str],
    deck: Any,
    seed: str | None,
    plain: bool,
    theme: str | None,
    animation: bool,
) -> int:
    """Plays on the screen, or in lines where there is no screen or none is wanted. Returns the exit code."""
    from nutgames.tui.terminal import why_plain

    if plain or why_plain():
        from nutgames.plain import home

        chosen = _settings()
        if game is None:
            home.home(seed, chosen)
        else:
            home.play(game, names, options, deck, seed, chosen)
        return 0
    return _show(_first_screen(game, names, options, deck, seed), theme, animation)


def _settings() -> Settings:
    """The settings; what is wrong with their file is told, and they hold without it."""
    from nutgames import settings

    loaded = settings.load()
    for trouble in loaded.troubles:
        _complain(trouble)
    return loaded.settings


def _show(first: Screen[None] | None, theme: str | None = None, animation: bool = True) -> int:
    """Runs the app with a screen in front of the home screen, and returns the exit code."""
    from nutgames import settings
    from nutgames.plain.encoding import ascii_likeness, is_limited
    from nutgames.tui import app

    likeness = ascii_likeness if is_limited(sys.stderr) else None
    return app.run(app.NutgamesApp(first, theme, animation, likeness, settings.load()))


def _first_screen(
    game: str | None, names: Sequence[str] | None, options: dict[str, str], deck: Any, seed: str | None
) -> Screen[None] | None:
    """The table if everything is settled, the set-up if names are wanting, home without a game."""
    if game is None:
        return None
    if names is None:
        from nutgames.games.core import set_up
        from nutgames.tui.screens.setup import SetUpScreen

        set_up(game, GAMES[game].seats[-1], options)  # what is wrong is said before the screen opens
        return SetUpScreen(game, options, deck, seed)
    from nutgames.play.saving import Saving
    from nutgames.tui.screens.table import TableScreen
    from nutgames.tui.sitting import SetUp, Sitting

    return TableScreen(Sitting(SetUp(game, names, options, deck, seed), Saving()))


@commands.command()
@click.argument("number", metavar="[ID]", required=False)
@click.option("--plain", is_flag=True, help="Lines of text instead of a screen.")
@click.pass_context
def resume(context: click.Context, number: str | None, plain: bool) -> None:
    """Go on with the stored game ID, or with the unfinished one that was played last."""
    from nutgames.play.saving import Saving
    from nutgames.play.store import StoreError, Taken
    from nutgames.tui.terminal import why_plain

    is_plain = plain or why_plain()
    try:
        match, saving = Saving.resumed(number)
    except Taken as taken:
        if is_plain:
            _mistake(
                StoreError(f"the game is open in another window; `nutgames replay {taken.number}` shows it")
            )
        from nutgames.tui.screens.replay import OpenElsewhere

        context.exit(_show(OpenElsewhere(taken.number)))
    except StoreError as error:
        _mistake(error)
    if is_plain:
        from nutgames.plain import home

        home.resume(match, saving, _settings())
        return
    from nutgames.tui.screens.table import TableScreen
    from nutgames.tui.sitting import Sitting

    context.exit(_show(TableScreen(Sitting.resumed(match, saving))))


@commands.command()
@click.argument("what", metavar="ID|FILE")
@click.option("--plain", is_flag=True, help="Lines of text instead of a screen.")
@click.pass_context
def replay(context: click.Context, what: str, plain: bool) -> None:
    """Look again at the stored game ID, or at the game that a record in FILE tells of.

    The name of an existing file, and a name with a folder in it, is a FILE, and so is `-`, standard input;
    anything else is an ID.
    """
    from nutgames.play.records import RecordError
    from nutgames.play.store import StoreError
    from nutgames.tui.terminal import why_plain

    is_file = what == "-" or os.path.exists(what) or os.path.basename(what) != what
    try:
        if plain or why_plain():
            _replay_in_lines(what, is_file)
        else:
            context.exit(_show(_replay_screen(what, is_file)))
    except StoreError as error:
        _mistake(error)
    except RecordError as error:
        _mistake(ValueError(f"{what}: {error}"))


def _replay_in_lines(what: str, is_file: bool) -> None:
    """Tells a game from its first move on."""
    from nutgames.plain.lines import Lines
    from nutgames.plain.replay import tell
    from nutgames.play import records
    from nutgames.play.replay import Replay
    from nutgames.play.watching import store_to_read

    if is_file:
        match, is_held = records.loads(_read(what)), False
    else:
        with store_to_read() as store:
            number = store.found(what)
            match, is_held = store.load(number), store.is_claimed(number)
    tell(Replay(match, is_held), Lines(sys.stdin, sys.stdout))


def _replay_screen(what: str, is_file: bool) -> Screen[None]:
    """Shows a game from its first move on; a stored one that is not over may go on meanwhile."""
    from nutgames.play import records
    from nutgames.play.replay import Replay
    from nutgames.play.watching import store_to_read
    from nutgames.tui.screens.replay import ReplayScreen

    if is_file:
        return ReplayScreen(Replay(records.loads(_read(what))))
    with store_to_read() as store:
        number = store.found(what)
    return ReplayScreen.stored(number)


@commands.group(cls=NearestGroup)
def saves() -> None:
    """The stored games."""


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
        _mistake(error)


@contextmanager
def _file(name: str) -> Iterator[None]:
    """Something is done with a file that a person has named, and told by that name if it fails."""
    try:
        yield
    except OSError as error:
        from shlex import quote

        _mistake(ValueError(f"{quote(name)}: {(error.strerror or str(error)).lower()}"))


def _read(name: str) -> bytes:
    """The record in a file, or on standard input if it is called `-`; of one too large, a byte too many."""
    from nutgames.play.files import ordinary
    from nutgames.play.records import LARGEST

    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with _file(name), ordinary(name) as source:
        return source.read(LARGEST + 1)


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
            GAMES[game.game].title if game.game in GAMES else game.game,
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
    from nutgames.play.files import replacing
    from nutgames.play.records import dumps

    with _store(only_to_read=True) as store:
        number = store.found(number)
        match, is_held = store.load(number), store.is_claimed(number)
    if file in (None, "-"):
        print(dumps(match), end="")
    else:
        with _file(file), replacing(file) as record:
            record.write(dumps(match))
    if (match.finished is None or is_held) and match.view(0) != match.state:
        state = "is not over" if match.finished is None else "still stands open in another window"
        _complain(f"the game {state}, and its record tells what is hidden in it: hands, deck")


@saves.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def import_save(file: str) -> None:
    """Keep the game that a record in FILE, or on standard input (`-`), tells of, and print its new ID."""
    data = _read(file)
    with _store() as store:
        print(store.add(data))


@saves.command()
@click.argument("number", metavar="ID")
def abandon(number: str) -> None:
    """End the game ID without a result: nobody plays on, and statistics count it apart."""
    with _store() as store:
        store.abandon(store.found(number))


@saves.command()
@click.argument("number", metavar="ID")
def delete(number: str) -> None:
    """Forget the game ID."""
    with _store() as store:
        store.delete(store.found(number))


@commands.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Lines for a spreadsheet.")
def stats(as_json: bool, as_csv: bool) -> None:
    """Who has won how often, with how many points, from which seat."""
    if as_json and as_csv:
        _mistake(ValueError("--json and --csv exclude each other"))
    from nutgames.play.statistics import count, left_out, sheet, tree

    with _store(only_to_read=True) as store:
        ended, damaged = store.ended()
    found = count(ended)
    if damaged:
        _complain(left_out(damaged))
    if as_json:
        import json

        print(json.dumps(tree(found), ensure_ascii=False))
    elif as_csv:
        print(sheet(found), end="")
    else:
        from nutgames.plain.figures import report

        report(found)


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

    from nutgames.play import rulebook
    from nutgames.play.pages import WIDEST, Page, plain

    try:
        text = rulebook.section(game, " ".join(section)).text if section else rulebook.page(game)
    except ValueError as error:
        _mistake(error)
    if not sys.stdout.isatty():
        print(*plain(text, 80), sep="\n")
        return
    console = Console()
    console.width = min(console.width, WIDEST)
    page = Page(text)
    if sys.stdout.isatty() and sys.stdin.isatty():
        os.environ.setdefault("LESS", "-FRX")  # colours as they are, and no pager for what fits the screen
        with console.pager(styles="R" in os.environ["LESS"]):
            console.print(page)
    else:
        with console.capture() as written:  # for rich calls a closed output an error
            console.print(page)
        print(written.get(), end="")


@commands.command()
@click.pass_context
def doctor(context: click.Context) -> None:
    """Look whether terminal, folders, games and libraries are as they should be."""
    from nutgames.doctor import examine
    from nutgames.plain.lines import Lines

    context.exit(examine(Lines(sys.stdin, sys.stdout)))


@commands.group(cls=NearestGroup)
def lab() -> None:
    """Many games at once, for those who study the rules."""


@lab.command()
@click.argument("game", type=GAME)
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option("--depth", type=click.IntRange(1), required=True, help="How many moves deep.")
@SET
@DECK
@click.option("--moves", default="", metavar="'MOVE; MOVE'", help="Moves that lead to the position.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def perft(
    game: str,
    seats: int,
    depth: int,
    options: tuple[str, ...],
    deck: str | None,
    moves: str,
    as_json: bool,
) -> None:
    """Count the move sequences of each length from a position of GAME."""
    from nutgames.games.core import set_up
    from nutgames.lab.perft import perft, position

    texts = [text.strip() for text in moves.split(";") if text.strip()]
    try:
        rules = set_up(game, seats, _options(options), _deck(game, deck))
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


@lab.command()
@click.argument("game", type=GAME)
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option("--games", "count", type=click.IntRange(1), required=True, help="How many games.")
@click.option("--bots", default="random", metavar="BOT,BOT", help="One for all, or one a seat.")
@SET
@DECK
@click.option("--seed", help="Any text: makes the games repeatable.")
@click.option("--max-moves", type=click.IntRange(1), help="Moves after which a game is given up (10,000).")
@click.option("--out", type=click.Path(), metavar="FILE", help="How each game went, as lines of JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(
    game: str,
    seats: int,
    count: int,
    bots: str,
    options: tuple[str, ...],
    deck: str | None,
    seed: str | None,
    max_moves: int | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Let bots play many games of GAME, and count who wins."""
    from contextlib import nullcontext
    from time import perf_counter

    from nutgames.lab import simulate
    from nutgames.lab.progress import orderly, progress
    from nutgames.play.chance import fresh_seed
    from nutgames.play.files import replacing

    cards = _deck(game, deck)
    try:
        spec = simulate.spec(
            game,
            seats,
            _options(options),
            cards,
            bots.split(","),
            fresh_seed() if seed is None else seed,
            max_moves or simulate.MAX_MOVES,
        )
    except ValueError as error:
        _mistake(error)
    try:
        with orderly(), nullcontext() if out is None else replacing(out) as file:
            start = perf_counter()
            with progress(game, count) as played:
                rows = list(simulate.run(spec, count, played))
            seconds = perf_counter() - start
            if file:
                file.writelines(row.line() for row in rows)
    except OSError as error:
        if out is None:
            raise
        _mistake(ValueError(f"{out}: {(error.strerror or str(error)).lower()}"))
    found = simulate.summary(spec, rows, seconds)
    if as_json:
        import json

        print(json.dumps(found))
    else:
        print(*simulate.report(found), sep="\n")
