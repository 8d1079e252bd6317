"""How long it takes until a move is safe, and whether it grows with the game.

    python tests/benchmarks/saving.py [--games 5] [--folder FOLDER]

Plays whole games of each kind at random and keeps every move, in a passing folder on the disk of FOLDER.
Prints the median, the 99th percentile and the worst in milliseconds, and the processor's part of it.
The bar: p99 at most 50 ms.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from random import Random

from nutgames.games import GAMES, new, random_move
from nutgames.play.match import Match, Player
from nutgames.play.saving import Saving


def one_game(name: str, seed: int) -> list[tuple[float, float]]:
    """Milliseconds until each move was safe, and those that the processor took."""
    rng, seats = Random(seed), GAMES[name].seats[-1]
    match = Match(new(name, seats, first=1), [Player(f"Player {seat}") for seat in range(seats)])
    saving, times = Saving(), []
    saving.keep(match)
    while match.actor is not None:
        match.play(random_move(match.game, match.state, rng))
        start, used = time.perf_counter(), time.process_time()
        saving.keep(match)
        times.append((1_000 * (time.perf_counter() - start), 1_000 * (time.process_time() - used)))
    saving.release()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--folder", default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as home:
        os.environ["NUTGAMES_HOME"] = home
        for name in GAMES:
            times = [each for seed in range(args.games) for each in one_game(name, seed)]
            waited = sorted(wall for wall, _ in times)
            print(
                f"{name:<16} {len(times):6} moves   median {statistics.median(waited):6.2f}"
                f"   p99 {waited[len(waited) * 99 // 100]:6.2f}   worst {waited[-1]:6.2f}"
                f"   processor {statistics.mean(used for _, used in times):5.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
