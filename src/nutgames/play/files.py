"""Files that people name: written as a whole or not at all, and read without waiting for anybody."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import mkstemp
from typing import BinaryIO, TextIO

ODD = "Not an ordinary file"
"""What is said of devices, pipes and folders."""


@contextmanager
def ordinary(path: str | Path) -> Iterator[BinaryIO]:
    """The bytes of a file; from a pipe or a device they might never come. Raises OSError."""
    with open(path, "rb", opener=without_waiting) as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, ODD)
        yield file


def contents(path: str | Path, most: int) -> bytes:
    """The first bytes of a file, no more than `most`. Raises OSError."""
    with ordinary(path) as file:
        data: bytes | None = file.read(most)
    if data is None:  # some files of the system itself look ordinary, and have nothing to tell just now
        raise OSError(errno.EINVAL, ODD)
    return data


def without_waiting(path: str, flags: int) -> int:
    """Opens a pipe at once, although nobody may ever use its other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


@contextmanager
def replacing(path: str | Path, is_private: bool = False) -> Iterator[TextIO]:
    """A text file that takes its name, and the place of what had it, when everything has been written.

    Until then, and for good if anything fails, what was there stays as it is. A private one is for its
    owner's eyes only. Raises OSError.
    """
    try:
        target = Path(path).resolve()  # of a link, what it leads to
    except ValueError:  # a name that no file can have
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from None
    except RuntimeError:  # what Python 3.11 and 3.12 call a link that leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
    if str(path).endswith(os.sep):
        raise OSError(errno.EISDIR, "This is the name of a folder")
    if target.exists() and not target.is_file():
        # A device or a pipe must not be put out of its place by a file.
        raise OSError(errno.EINVAL, ODD)
    descriptor, name = mkstemp(prefix=".nutgames-", dir=target.parent)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        if not is_private:  # as the file was made
            os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):  # what failed first is told
            os.unlink(name)
        raise
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _umask() -> int:
    """What new files must not allow; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
