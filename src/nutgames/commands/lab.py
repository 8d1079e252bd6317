"""The lab: commands for those who study the rules."""

from __future__ import annotations

import click

from nutgames.commands.common import DECK, GAME, SET, NearestGroup, deck_of, mistake, options_of, written

STDOUT = ("-", "/dev/stdout")
"""How people call the standard output."""


@click.group(cls=NearestGroup)
def lab() -> None:
    """Many games at once, for those who study the rules."""


@lab.command()
@click.argument("game", type=GAME)
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option("--depth", type=click.IntRange(1, 1_000), required=True, help="How many moves deep.")
@SET
@DECK
@click.option(
    "--moves",
    default="",
    metavar="'MOVE; MOVE'",
    help="Moves that lead to the position, deals included: where chance is to move, a sequence ends.",
)
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
        rules = set_up(game, seats, options_of(options), deck_of(game, deck))
        state = position(rules, texts)
    except ValueError as error:
        mistake(error)
    counts: list[int] = []
    for number in range(1, depth + 1):
        counts.append(perft(rules, state, number) if all(counts) else 0)  # beyond an end there is nothing
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
@click.option(
    "--out",
    type=click.Path(),
    metavar="FILE",
    help="How each game went, as lines of JSON; `-`: that instead of the report.",
)
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

    cards = deck_of(game, deck)
    try:
        spec = simulate.spec(
            game,
            seats,
            options_of(options),
            cards,
            bots.split(","),
            fresh_seed() if seed is None else seed,
            max_moves or simulate.MAX_MOVES,
        )
    except ValueError as error:
        mistake(error)
    if as_json and out in STDOUT:
        mistake(f"--json and --out {out} both want the standard output")
    with orderly(), nullcontext() if out is None or out in STDOUT else written(out) as file:
        start = perf_counter()
        with progress(game, count) as played:
            rows = list(simulate.run(spec, count, played))
        seconds = perf_counter() - start
        if file:
            file.writelines(row.line() for row in rows)
    if out in STDOUT:
        print(*(row.line() for row in rows), sep="", end="")
        return
    found = simulate.summary(spec, rows, seconds)
    if as_json:
        import json

        print(json.dumps(found))
    else:
        print(*simulate.report(found), sep="\n")
