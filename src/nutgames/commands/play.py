"""The commands that play, play on, and look at a game again."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from nutgames.commands.common import DECK, GAME, SET, complain, deck_of, mistake, options_of, read_record
from nutgames.games.core import GAMES
from nutgames.settings import THEMES

if TYPE_CHECKING:
    from textual.screen import Screen

    from nutgames.settings import Settings


@click.command()
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
        mistake("--players, --set and --deck need the name of a game")
    if players is not None and not players.strip():
        mistake("--players takes the names of those who play: --players Ana,Ben")
    names = None if players is None else players.split(",")
    if names and any(name.startswith("bot:") for name in names):
        mistake("there are no bots yet: every player is a person with a name")
    settings = options_of(options)
    if settings.get("first") == "random":  # as it is anyway
        del settings["first"]
    cards = None if game is None else deck_of(game, deck)
    try:
        code = sit_down(game, names, settings, cards, seed, plain, theme, animation=not no_animation)
    except ValueError as error:
        mistake(error)
    context.exit(code)


def sit_down(
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
        complain(trouble)
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


@click.command()
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
            mistake(f"the game is open in another window; `nutgames replay {taken.number}` shows it")
        from nutgames.tui.screens.replay import OpenElsewhere

        context.exit(_show(OpenElsewhere(taken.number)))
    except StoreError as error:
        mistake(error)
    if is_plain:
        from nutgames.plain import home

        home.resume(match, saving, _settings())
        return
    from nutgames.tui.screens.table import TableScreen
    from nutgames.tui.sitting import Sitting

    context.exit(_show(TableScreen(Sitting.resumed(match, saving))))


@click.command()
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

    is_file = what == "-" or os.path.lexists(what) or os.path.basename(what) != what
    try:
        if plain or why_plain():
            _replay_in_lines(what, is_file)
        else:
            context.exit(_show(_replay_screen(what, is_file)))
    except StoreError as error:
        mistake(error)
    except RecordError as error:
        mistake(f"{what}: {error}")


def _replay_in_lines(what: str, is_file: bool) -> None:
    """Tells a game from its first move on."""
    from nutgames.plain.lines import Lines
    from nutgames.plain.replay import tell
    from nutgames.play import records
    from nutgames.play.replay import Replay
    from nutgames.play.watching import store_to_read

    if is_file:
        match, is_held = records.loads(read_record(what)), False
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
        return ReplayScreen(Replay(records.loads(read_record(what))))
    with store_to_read() as store:
        number = store.found(what)
    return ReplayScreen.stored(number)
