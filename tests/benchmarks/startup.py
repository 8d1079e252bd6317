"""How long commands take, as multiples of a bare interpreter in the same run.

python tests/benchmarks/startup.py [--rounds 15]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

NUTGAMES = str(Path(sys.executable).with_name("nutgames"))
COMMANDS = {
    "bare python": [sys.executable, "-c", "pass"],
    "--version": [NUTGAMES, "--version"],
    "--help": [NUTGAMES, "--help"],
    "wrong command": [NUTGAMES, "plya"],
    "wrong game": [NUTGAMES, "play", "nuttybusiness"],
    "games": [NUTGAMES, "games"],
    "rules": [NUTGAMES, "rules", "nutty-business"],
    "wrong option": [NUTGAMES, "play", "nutty-business", "--players", "A,B", "--set", "bank=1"],
}


def took(command: list[str]) -> float:
    """Milliseconds from start to end."""
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(args.rounds):
        for name, command in COMMANDS.items():
            times[name].append(took(command))
    for name, own in times.items():
        ratios = [mine / bare for mine, bare in zip(own, times["bare python"], strict=True)]
        print(f"{name:14} {statistics.median(own):7.1f} ms  {statistics.median(ratios):5.2f} × bare python")


if __name__ == "__main__":
    main()
