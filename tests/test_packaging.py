"""What people install is whole: a wheel, an editable install, and a bare checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from nutgames import __version__
from nutgames.games import GAMES
from support import ROOT, environment

pytestmark = pytest.mark.packaging


def ran(*words: str | Path, cwd: Path, **env: str) -> str:
    """What a command writes; it must succeed and complain of nothing."""
    done = subprocess.run(
        words, cwd=cwd, capture_output=True, text=True, env=environment(**env), timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    return done.stdout


def new_python(folder: Path) -> Path:
    """The Python of an empty environment."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / "bin" / "python"


def works(*program: str | Path, cwd: Path, **env: str) -> None:
    """Asks a program for its version, its games and every rules page, and plays a game."""
    assert ran(*program, "--version", cwd=cwd, **env) == f"nutgames {__version__}\n"
    games = ran(*program, "games", cwd=cwd, **env)
    for name, entry in GAMES.items():
        assert name in games
        assert ran(*program, "rules", name, cwd=cwd, **env).count("\n") > 20
        assert entry.title in ran(*program, "rules", name, cwd=cwd, **env)
    assert ran(*program, "rules", "nutty-business", "customs", cwd=cwd, **env).startswith("Customs")
    game = subprocess.run(
        [*program, "play", "nutty-business", "--players", "Ana,Ben"],
        cwd=cwd,
        input="\n" * 1_000,
        capture_output=True,
        text=True,
        env=environment(**env),
        check=False,
    )
    assert "Final places" in game.stdout
    assert (game.returncode, game.stderr) == (0, "")


def test_a_wheel_has_everything_and_works_from_anywhere(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT],
        check=True,
        capture_output=True,
        timeout=600,
    )
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    for name in GAMES:
        assert f"nutgames/rules/{name}.md" in inside
    for path in (ROOT / "rules").rglob("*.*"):
        assert f"nutgames/{path.relative_to(ROOT).as_posix()}" in inside
    for path in (ROOT / "src").rglob("*.py"):
        assert path.relative_to(ROOT / "src").as_posix() in inside
    tops = {name.split("/")[0] for name in inside}
    assert tops == {"nutgames", f"nutgames-{__version__}.dist-info"}
    assert not [name for name in inside if "test" in name.casefold() or name.endswith((".pyc", ".orig"))]
    assert any(name.endswith("LICENSE") for name in inside)

    python = new_python(tmp_path / "env")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    ran(
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        wheel,
        cwd=elsewhere,
        PYTHONPATH="",
    )
    works(python.with_name("nutgames"), cwd=elsewhere, PYTHONPATH="")
    works(python, "-m", "nutgames", cwd=elsewhere, PYTHONPATH="")
    where = ran(python, "-c", "import nutgames; print(nutgames.__file__)", cwd=elsewhere, PYTHONPATH="")
    assert str(tmp_path) in where


def test_an_editable_install_works_from_anywhere(tmp_path: Path) -> None:
    python = new_python(tmp_path / "env")
    pip = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    ran(*pip, "-e", ROOT, cwd=tmp_path, PYTHONPATH="")
    works(python.with_name("nutgames"), cwd=tmp_path, PYTHONPATH="")
    where = ran(python, "-c", "import nutgames; print(nutgames.__file__)", cwd=tmp_path, PYTHONPATH="")
    assert str(ROOT) in where


def test_a_bare_checkout_works_from_anywhere(tmp_path: Path) -> None:
    works(sys.executable, "-m", "nutgames", cwd=tmp_path)
