"""Killed at any moment: what was called kept is there, and what was not is there as a whole or not at all."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import ROOT, environment


def killed(how: str, rounds: int, folder: Path) -> dict[str, Any]:
    """What came of so many kills."""
    script = ROOT / "tests" / "play" / "kills.py"
    found = subprocess.run(
        [sys.executable, script, how, str(rounds), "7", folder],
        env=environment(PYTHONPATH=f"{ROOT / 'src'}:{ROOT / 'tests'}"),
        stdout=subprocess.PIPE,
        timeout=60 + rounds,
        check=True,
    )
    report: dict[str, Any] = json.loads(found.stdout)
    assert report["rounds"] == rounds
    return report


@pytest.mark.parametrize("how", ["store", "migration"])
def test_kill_9_loses_nothing_that_was_acknowledged(
    how: str, tmp_path: Path, count: Callable[..., int]
) -> None:
    report = killed(how, count(dev=20, ci=200, nightly=1_000), tmp_path / "home")
    assert report["acknowledged"] > 0
    assert report["underway"] > report["rounds"] / 20, "the kills come at the wrong moments"
    assert report["faults"] == []


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("early", " is "),  # says a move is kept and writes it then
        ("rewriting", "not JSON"),  # writes over the file that it has
        ("hasty", "cannot be brought up to date"),  # brings a file up to date step by step
    ],
)
def test_carelessness_would_be_noticed(how: str, fault: str, tmp_path: Path) -> None:
    faults = killed(how, 40, tmp_path / "home")["faults"]
    assert faults
    assert all(fault in line for line in faults)
