"""Profiles: `dev` is quick, `ci` a sample, `nightly` the full numbers. NUTGAMES_PROFILE chooses."""

import os

import pytest
from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("NUTGAMES_PROFILE") or ("ci" if os.environ.get("CI") else "dev")

for name, examples in {"dev": 15, "ci": 60, "nightly": 2_000}.items():
    settings.register_profile(
        name, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile(PROFILE)


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
    """What keeps a terminal busy for a minute begins first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: item.path.name != "test_secrets_on_a_pty.py")


def pytest_xdist_auto_num_workers(config):
    """One more than there are processors: what plays on a terminal mostly waits for it."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else None
