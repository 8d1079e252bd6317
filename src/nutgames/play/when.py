"""Moments as lists tell them: short, and by the clock on the wall."""

from __future__ import annotations

from datetime import datetime


def when(moment: str) -> str:
    """`today 21:14`, `Nov 27`, or `2025-11-27` for another year; local time, at most 11 cells.

    What is no moment of this calendar and this zone is told as it is written.
    """
    try:
        day, now = datetime.fromisoformat(moment).astimezone(), datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):
        return moment[:11]
    if day.date() == now.date():
        return f"today {day:%H:%M}"
    return f"{day:%b} {day.day}" if day.year == now.year else f"{day:%Y-%m-%d}"
