"""The screens from outside, through a pty, beside the least that a Textual board game can be.

    python tests/benchmarks/screens.py [--rounds 3] [--presses 40] [--only home,…]

Runs our home screen and our tables in turn with `tests/terminal/minimal_app.py` and prints, for each figure,
ours, the reference's and their ratio: first paint, key to paint (median and 95th percentile), bytes a key,
idle CPU, memory.
Times on a shared machine mean little by themselves: quote the ratios.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

TERMINAL = Path(__file__).parents[1] / "terminal"
sys.path.insert(0, str(TERMINAL))

from latency import percentile, press  # noqa: E402
from ptyterm import PtyApp, key_bytes, private_home  # noqa: E402

REFERENCE = [sys.executable, str(TERMINAL / "minimal_app.py")]
OURS = [sys.executable, "-m", "nutgames"]
PLAY = [*OURS, "play"]
POSITION = [sys.executable, str(Path(__file__).with_name("positions.py"))]
SCREENS: dict[str, tuple[list[str], str, str]] = {
    "home": (OURS, "", "down,up"),
    "nutty-business": (
        [*PLAY, "nutty-business", "--players", "Ana,Ben,Cid", "--set", "first=1", "--seed", "1"],
        "wait:0.5,a,home,enter,wait:0.5,b,home,enter,wait:0.5,c,home,enter,wait:1.5",
        "down,up",
    ),
    "nut-job": (
        [*PLAY, "nut-job", "--players", "Ana,Ben", "--set", "first=1", "--seed", "1"],
        "wait:0.5,enter,wait:0.5,enter,wait:1.5",
        "right,left",
    ),
    "nut": (
        [*PLAY, "nut", "--players", "Ana,Ben", "--set", "first=1", "--seed", "1"],
        "wait:0.5,enter,enter,enter,enter,wait:1,enter,wait:1",
        "right,left",
    ),
    "hibernation": (
        [*PLAY, "hibernation", "--players", "Ana,Ben,Cid,Dora,Eve,Finn", "--set", "first=1", "--seed", "1"],
        "wait:0.5,a,wait:1",
        "right,left",
    ),
    "nut-tower": ([*POSITION, "nut-tower"], "wait:1", "left,right,up,down"),
    "hibernation-crowd": ([*POSITION, "hibernation-crowd"], "wait:0.5,a,wait:1", "right,left"),
}
"""Name: command, keys that lead to the screen, keys that are measured and play no move."""


def one_run(command: list[str], setup: str, keys: str, presses: int) -> dict[str, float]:
    """Starts a command, brings it to its screen, presses keys and watches it doing nothing."""
    app = PtyApp(command, env=private_home())
    try:
        first_paint = None
        end = time.perf_counter() + 15
        while first_paint is None and time.perf_counter() < end:
            chunk = app.read(0.2)
            if chunk is not None:
                app.feed(chunk.data)
                if app.ink() >= 20:
                    first_paint = (chunk.at - app.started) * 1000
        app.settle(1.0, 15.0, at_least=600)
        press(app, setup)
        times, sizes = [], []
        names = keys.split(",")
        for number in range(presses + 2):
            sent = app.send(key_bytes(names[number % len(names)]))
            chunks = app.drain(0.15, 2.0)
            changes = [chunk.at for chunk in chunks if app.feed(chunk.data)]
            if number >= 2 and changes:
                times.append((changes[0] - sent) * 1000)
                sizes.append(sum(len(chunk.data) for chunk in chunks))
            time.sleep(0.02 + 0.001 * (number % 17))  # do not fall into step with a frame timer
        before, began = app.cpu_seconds() or 0.0, time.perf_counter()
        app.settle(quiet=2.0, limit=2.0)
        idle = 100 * ((app.cpu_seconds() or 0.0) - before) / (time.perf_counter() - began)
        return {
            "first paint ms": first_paint or float("nan"),
            "key median ms": statistics.median(times) if times else float("nan"),
            "key p95 ms": percentile(times, 0.95) if times else float("nan"),
            "bytes a key": statistics.median(sizes) if sizes else float("nan"),
            "idle CPU %": idle,
            "memory MiB": app.rss_mib() or float("nan"),
            "keys without paint": presses - len(times),
        }
    finally:
        app.kill()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--presses", type=int, default=40)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    wanted = [name for name in args.only.split(",") if name] or list(SCREENS)
    for name in wanted:
        pairs = []
        for _ in range(args.rounds):
            reference = one_run(REFERENCE, "", "right,left", args.presses)
            pairs.append((one_run(*SCREENS[name], args.presses), reference))
        print(name)
        for figure in pairs[0][0]:
            ours = statistics.median(own[figure] for own, _ in pairs)
            theirs = statistics.median(other[figure] for _, other in pairs)
            ratio = statistics.median(
                own[figure] / other[figure] if other[figure] else 0 for own, other in pairs
            )
            print(f"  {figure:<20} {ours:8.1f}   reference {theirs:8.1f}   {ratio:5.2f} ×", flush=True)


if __name__ == "__main__":
    main()
