"""Uniformly random playouts with the legal moves listed at every step, beside python-chess in the same run.

    python tests/benchmarks/playouts.py [--rounds 7] [--seconds 1] [--seats 2]

Prints moves per second of CPU time, one line a game, with the median ratio to python-chess and its range.
The machine may be noisy: games and chess are measured in turn, and only ratios of one round are compared.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import chess

from nutgames.games import CHANCE, GAMES, new

rng = random.Random(1)
rnd = rng.random


def pick(options):
    """A uniformly random element."""
    return options[int(rnd() * len(options))]


def chess_game():
    """One random game of chess by python-chess: how many moves it took."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(pick(list(board.legal_moves)))
        moves += 1
    board.result()
    return moves


def playout(game):
    """A function that plays one random game and returns how many moves of players it took."""

    def play():
        state, moves = game.start(), 0
        while (actor := game.actor(state)) is not None:
            if actor == CHANCE:
                state = game.play(state, game.deal(state, rng))
            else:
                state = game.play(state, pick(list(game.moves(state))))
                moves += 1
        game.standings(state)
        return moves

    return play


def rate(play, seconds):
    """Moves per second of CPU time, over whole games."""
    start, moves = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        moves += play()
    return moves / spent


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    games = {name: playout(new(name, args.seats)) for name in GAMES if args.seats in GAMES[name].seats}
    rates: dict[str, list[float]] = {name: [] for name in ("chess", *games)}
    for _ in range(args.rounds):
        for name, play in {"chess": chess_game, **games}.items():
            rates[name].append(rate(play, args.seconds))
    for name, own in rates.items():
        ratios = sorted(mine / theirs for mine, theirs in zip(own, rates["chess"], strict=True))
        median = statistics.median(own)
        print(
            f"{name:16} {median:>9,.0f} moves/CPU s   {statistics.median(ratios):5.2f} × chess"
            f"   ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
