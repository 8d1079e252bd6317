"""Where the program keeps its things: the platform's own folders, or the one that NUTGAMES_HOME names."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data() -> Path:
    """The folder of the games."""
    return _home() or Path(platformdirs.user_data_dir("nutgames", appauthor=False))


def config() -> Path:
    """The folder of the settings."""
    return _home() or Path(platformdirs.user_config_dir("nutgames", appauthor=False))


def state() -> Path:
    """The folder of reports about crashes."""
    return _home() or Path(platformdirs.user_state_dir("nutgames", appauthor=False))


def _home() -> Path | None:
    home = os.environ.get("NUTGAMES_HOME")
    return Path(os.path.expanduser(home)) if home else None
