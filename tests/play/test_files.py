"""Files are there as a whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from nutgames.play.files import ordinary, replacing


@pytest.mark.parametrize("before", [None, "before"])
def test_a_file_appears_when_all_is_written(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "a"
    if before:
        path.write_text(before)
    with replacing(path) as file:
        file.write("čeká\n" * 10_000)
        assert (path.read_text() if path.exists() else None) == before
    assert path.read_bytes() == "čeká\n".encode() * 10_000
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("before", [None, "before"])
def test_what_fails_leaves_what_was_there(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "a"
    if before:
        path.write_text(before)
    with suppress(KeyboardInterrupt), replacing(path) as file:
        file.write("half")
        raise KeyboardInterrupt
    assert (path.read_text() if path.exists() else None) == before
    assert list(tmp_path.iterdir()) == ([path] if before else [])


def test_who_may_read_it_is_as_with_any_file(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    other.write_text("made as usual")
    with replacing(path) as file:
        file.write("x")
    assert path.stat().st_mode == other.stat().st_mode
    path.chmod(0o640)
    with replacing(path) as file:
        file.write("y")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    link.symlink_to(path)
    with replacing(link) as file:
        file.write("x")
    assert link.is_symlink()
    assert path.read_text() == "x"


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match="ordinary"), replacing(path):
            pytest.fail("it was opened")
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "nowhere" / "a"):
        pytest.fail("it was opened")


@pytest.mark.parametrize("name", ["new/", "there/", "file/"])
def test_the_name_of_a_folder_is_no_name_of_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("before")
    with pytest.raises(OSError, match="name of a folder"), replacing(f"{tmp_path}/{name}"):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"there", "file"}
    assert (tmp_path / "file").read_text() == "before"


def test_an_ordinary_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\x00")
    (tmp_path / "link").symlink_to("a")
    for name in ("a", "link"):
        with ordinary(tmp_path / name) as file:
            assert file.read() == b"\xff\x00"


@pytest.mark.parametrize("odd", ["/dev/null", "/dev/zero", "pipe", ".", "nothing"])
def test_what_might_never_end_is_not_read(tmp_path: Path, odd: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (
        pytest.raises(OSError, match=r"Not an ordinary file|Is a directory|No such file"),
        ordinary(tmp_path / odd),
    ):
        pass
