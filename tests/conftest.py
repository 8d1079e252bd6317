"""Profiles: `dev` is quick, `ci` a sample, `nightly` the full numbers. NUTGAMES_PROFILE chooses."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("NUTGAMES_PROFILE") or ("ci" if os.environ.get("CI") else "dev")

for name, examples in {"dev": 15, "ci": 60, "nightly": 2_000}.items():
    settings.register_profile(
        name, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile(PROFILE)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell in the background has started us like that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)


@pytest.fixture(scope="session")
def count():
    """How often to repeat something in the current profile."""

    def of(dev: int, ci: int, nightly: int) -> int:
        return {"dev": dev, "ci": ci, "nightly": nightly}[PROFILE]

    return of


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path, monkeypatch):
    """No test reads or writes the games and settings of whoever runs it."""
    monkeypatch.setenv("NUTGAMES_HOME", str(tmp_path / "home"))


def pytest_collection_modifyitems(items):
    """What waits for a terminal most of the time is spread among what does not; the longest begins first."""
    longest = [item for item in items if item.path.name == "test_secrets_on_a_pty.py"]
    waiting = [item for item in items if item.path.name == "test_terminal.py"]
    others = [item for item in items if item not in {*longest, *waiting}]
    every = len(others) // (len(waiting) + 1) + 1
    for place, item in enumerate(waiting):
        others.insert(place * (every + 1), item)
    items[:] = longest + others


def pytest_xdist_auto_num_workers(config):
    """One more than there are processors: what plays on a terminal mostly waits for it."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else None
