"""Tests press keys faster than people can."""

import pytest

from nutgames.tui import app


@pytest.fixture(autouse=True)
def nothing_is_held(monkeypatch):
    """The same key twice is two presses, however close together."""
    monkeypatch.setattr(app, "HELD", 0.0)
