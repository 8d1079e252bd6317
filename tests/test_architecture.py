"""The arrows of the house: who may import whom, and what the engine keeps away from."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import ROOT, environment

SOURCE = ROOT / "src" / "nutgames"
ENGINE = sorted((SOURCE / "games").rglob("*.py"))

IMPURE = {
    *("os", "io", "sys", "time", "datetime", "pathlib", "shutil", "tempfile", "subprocess", "socket"),
    *("threading", "asyncio", "multiprocessing", "signal", "secrets", "uuid", "logging", "sqlite3", "pickle"),
    *("textual", "rich", "click", "platformdirs", "locale", "getpass", "platform"),
}
"""What reads or changes the world, or draws it."""


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield each.name, ""
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            for each in node.names:
                yield node.module or "", each.name


def calls(path: Path) -> Iterator[str]:
    """Names of the functions that a file calls directly."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def test_imports_run_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "KEPT" in done.stdout


def test_the_engine_has_files() -> None:
    assert {"core.py", "laws.py", "options.py", "nutty_business.py"} <= {path.name for path in ENGINE}


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_engine_is_pure(path: Path) -> None:
    found = list(imports(path))
    assert not {module.split(".")[0] for module, _ in found} & IMPURE
    ours = {module for module, _ in found if module.split(".")[0] == "nutgames"}
    assert all(module == "nutgames.games" or module.startswith("nutgames.games.") for module in ours)
    assert not set(calls(path)) & {"open", "print", "input", "exec", "eval", "hash", "id"} - {"hash"}
    if path.name != "laws.py":
        names = {name for module, name in found if module == "random"}
        assert names <= {"Random"}, "chance comes from the generator that is handed in"
        assert "Random" not in set(calls(path)), "the engine makes no generator of its own"


def test_an_engine_that_reads_the_clock_would_be_noticed(tmp_path: Path) -> None:
    impure = tmp_path / "impure.py"
    impure.write_text("import time\nfrom random import random\n\n\ndef f():\n    print(open('x'))\n")
    with pytest.raises(AssertionError):
        test_the_engine_is_pure(impure)


def test_the_engine_loads_nothing_else_of_ours() -> None:
    code = (
        "import sys; from nutgames.games import GAMES, check\n"
        "for entry in GAMES.values(): entry.Options\n"
        "import nutgames.games.laws\n"
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment()
    )
    modules = done.stdout.split()
    assert all(
        module in ("nutgames", "nutgames.games") or module.startswith("nutgames.games.")
        for module in modules
        if module.startswith("nutgames")
    )
    assert not {module.split(".")[0] for module in modules} & {"textual", "rich", "click"}


def test_the_package_is_typed_and_tidy() -> None:
    packages = {path.parent for path in SOURCE.rglob("*.py")}
    assert all((package / "__init__.py").is_file() for package in packages)
    assert not [path for path in SOURCE.rglob("*.py") if os.access(path, os.X_OK)]
