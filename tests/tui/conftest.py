"""Tests press keys faster than people can."""

import pytest

from nutgames.tui import app, tables


@pytest.fixture(autouse=True)
def nothing_is_held(monkeypatch):
    """The same key twice is two presses, however close together, and nobody has to wait for their turn."""
    monkeypatch.setattr(app, "HELD", 0.0)
    monkeypatch.setattr(app, "ANSWERED", 0.0)
    monkeypatch.setattr(app, "TOGETHER", 0.0)
    monkeypatch.setattr(tables, "PASSED", 0.0)
