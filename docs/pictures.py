"""Draws the pictures of docs/playing.md from real positions.

    python docs/pictures.py

Each is the app itself at one moment of a game that is repeated from a seed, written as SVG.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from nutgames.games import random_move
from nutgames.games.hibernation.components import Play, React
from nutgames.play.replay import Replay
from nutgames.play.store import Store
from nutgames.tui.app import NutgamesApp
from nutgames.tui.screens.replay import ReplayScreen
from nutgames.tui.screens.statistics import StatisticsScreen
from nutgames.tui.screens.table import TableScreen
from nutgames.tui.sitting import SetUp, Sitting

FOLDER = Path(__file__).with_name("pictures")
NAMES = ("Ana", "Ben", "Cid", "Dora")


async def draw(app: NutgamesApp, name: str, size: tuple[int, int], keys: Sequence[str] = ()) -> None:
    """Writes what the app shows after some keys."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.6)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.5)
        svg = app.export_screenshot()
    # Renderers drop blanks unless they are told not to; the ID that Rich draws by chance is made the same.
    svg = svg.replace("<text", '<text xml:space="preserve"')
    svg = re.sub(r"terminal-\d+", f"terminal-{name}", svg)
    (FOLDER / f"{name}.svg").write_text(svg + "\n", "utf-8")


def phase(sitting: Sitting) -> object:
    """What the player to act owes."""
    return sitting.match.state.phase


def table(game: str, players: int, moves: int, seed: int = 1, until: type = object) -> TableScreen:
    """A table in the middle of a game: after so many moves, and when such a thing is owed."""
    sitting = Sitting(SetUp(game, NAMES[:players], {"first": 1}, seed=str(seed)))
    rng = Random(seed)
    while sitting.match.actor is not None and (
        len(sitting.match.moves) < moves or not isinstance(phase(sitting), until)
    ):
        sitting.match.play(random_move(sitting.game, sitting.match.state, rng))
    return TableScreen(sitting)


def play_some_games() -> None:
    """Statistics need some."""
    with Store() as store:
        for number in range(24):
            seats = 2 + number % 2
            names = [*NAMES[number % 3 :], *NAMES][:seats]
            sitting = Sitting(SetUp("nutty-business", names, {"first": 1 + number % seats}, seed=str(number)))
            rng = Random(number)
            while sitting.match.actor is not None:
                sitting.match.play(random_move(sitting.game, sitting.match.state, rng))
            store.begin(sitting.match)


async def main() -> None:
    """All pictures."""
    FOLDER.mkdir(exist_ok=True)
    await draw(NutgamesApp(animate=False), "home", (80, 24))
    play_some_games()
    await draw(NutgamesApp(StatisticsScreen(), animate=False), "statistics", (80, 24), ["right"])
    await draw(NutgamesApp(animate=False), "set-up", (80, 24), ["enter"])
    await draw(NutgamesApp(animate=False), "options", (80, 24), ["o", "down", "down"])
    await draw(NutgamesApp(table("nutty-business", 3, 0), animate=False), "curtain", (80, 24))
    business = table("nutty-business", 3, 17)
    await draw(NutgamesApp(business, animate=False), "nutty-business", (80, 24), ["down"])
    await draw(NutgamesApp(table("nut-job", 3, 14), animate=False), "nut-job", (80, 24))
    await draw(NutgamesApp(table("nut", 2, 38), animate=False), "nut", (120, 36), ["b"])
    hibernation = table("hibernation", 4, 120, seed=3, until=Play)
    await draw(NutgamesApp(hibernation, animate=False), "hibernation", (80, 24), list("abcd"))
    await draw(
        NutgamesApp(table("hibernation", 4, 122, seed=3, until=React), animate=False), "reaction", (80, 24)
    )
    replay = ReplayScreen(Replay(table("hibernation", 3, 10_000, seed=3).sitting.match))
    await draw(NutgamesApp(replay, animate=False), "replay", (120, 30), [*"nnnnnn", *"vvvv"])
    light = NutgamesApp(table("nutty-business", 5, 30), theme="light", animate=False)
    await draw(light, "light", (120, 36))


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    os.environ.pop("NUTGAMES_HOME", None)
    with TemporaryDirectory() as folder:
        os.environ["HOME"] = folder
        asyncio.run(main())
