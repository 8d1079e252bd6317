"""Where chance comes from outside the rules: generators that a seed makes repeatable."""

from __future__ import annotations

from random import Random, SystemRandom


def fresh_seed() -> str:
    """A seed that nobody has chosen, to be told so that the same can be had again."""
    return str(SystemRandom().randrange(10**9))


def stream(seed: str | None, purpose: str) -> Random:
    """A generator of its own for each purpose, so that one draw more here changes nothing there.

    Without a seed it is a new one each time.
    """
    # As bytes: what was typed need not be text that can be encoded.
    return Random(None if seed is None else f"{seed} {purpose}".encode("utf-8", "surrogateescape"))
