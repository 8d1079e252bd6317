"""Moments in lists: short, local, and never a reason to fail."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from rich.cells import cell_len

from nutgames.play.when import when


@pytest.fixture(params=["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def zone(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def written(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_moments_are_told_by_the_clock_on_the_wall(zone):
    now = datetime.now().astimezone()
    assert when(written(now.replace(hour=0, minute=5))) == "today 00:05"
    assert when(written(now.replace(hour=23, minute=59))) == "today 23:59"
    other = now.replace(month=11 if now.month < 6 else 2, day=7, hour=12)
    assert when(written(other)) == ("Nov 7" if now.month < 6 else "Feb 7")
    assert when(written(now.replace(year=now.year - 1, month=3, day=7, hour=12))) == f"{now.year - 1}-03-07"
    assert not when(written(now - timedelta(days=1))).startswith("today")


def test_fractions_of_a_second_are_no_matter():
    assert when("2024-11-27T12:15:00.123456Z") == when("2024-11-27T12:15:00Z") == "2024-11-27"


@pytest.mark.parametrize(
    "text", ["", "x", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "yesterday evening"]
)
def test_what_is_no_moment_here_is_told_as_it_stands(zone, text):
    assert when(text)[:4] in (text[:4], "9999", "0001", "1-01")
    assert cell_len(when(text)) <= 11
