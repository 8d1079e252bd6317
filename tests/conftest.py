"""How thoroughly the tests look: profile `dev` (fast), `ci` or `nightly`.

NUTGAMES_PROFILE chooses it; otherwise it is `ci` where the environment says CI, and `dev` at home.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("NUTGAMES_PROFILE") or ("ci" if os.environ.get("CI") else "dev")

for name, examples, steps in (("dev", 25, 30), ("ci", 200, 50), ("nightly", 5_000, 100)):
    settings.register_profile(
        name,
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(PROFILE)


def count(dev: int, ci: int, nightly: int) -> int:
    """A sample size for the profile: `from conftest import count`."""
    return {"dev": dev, "ci": ci, "nightly": nightly}[PROFILE]
