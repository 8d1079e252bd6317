"""Output that cannot fail: what a terminal's encoding does not know is written as the nearest ASCII."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import TextIO

from rich.cells import cell_len

NEAREST = str.maketrans(
    {
        "▶": ">",
        "▸": ">",
        "→": ">",
        "✓": "+",
        "✗": "x",
        "×": "x",
        "·": "-",
        "–": "-",
        "—": "-",
        "…": ".",
        "•": "*",
        "●": "o",
        "◎": "O",
        "◉": "@",
        "★": "*",
        "▮": "|",
        "↑": "^",
        "↓": "v",
        "←": "<",
        "↖": "\\",
        "↗": "/",
        "↘": "\\",
        "↙": "/",
        "▲": "^",
        "▼": "v",
        "▾": "v",
        "±": "+",
        "−": "-",
        "◀": "<",
        "▁": "_",
        "▔": "-",
    }
    | dict.fromkeys("▏▕", "|")
    | dict.fromkeys("◂‹«", "<")
    | dict.fromkeys("›»", ">")
    | dict.fromkeys("░▒▓", ":")
    | dict.fromkeys("▀▂▃▄▅▆▇█▉▊▋▌▍▎▐▖▗▘▙▚▛▜▝▞▟", "#")
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’‚", "'")
    | dict.fromkeys("─━═┄┈╌", "-")
    | dict.fromkeys("│┃║", "|")
    | dict.fromkeys("┊┆╎", ":")
    | dict.fromkeys("░▒▓█", "#")
    | dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋┡┩╇╿╄╀┢┪", "+")
)
"""Characters of ours with a likeness in ASCII, each one cell wide like what it stands for."""


def ascii_likeness(text: str) -> str:
    """The text in ASCII, as wide as before: letters lose their accents, what has no likeness becomes `?`."""
    return "".join(_likeness(char) for char in text.translate(NEAREST))


def _likeness(char: str) -> str:
    if char.isascii():
        return char
    base = unicodedata.normalize("NFKD", char)[0]
    return base.ljust(cell_len(char)) if base.isascii() else "?" * cell_len(char)


def is_limited(stream: TextIO) -> bool:
    """Whether a stream's encoding lacks characters that tables are drawn with."""
    try:
        "╭█●".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def _replace(error: UnicodeError) -> tuple[str, int]:
    """The codec error handler."""
    assert isinstance(error, UnicodeEncodeError)
    return ascii_likeness(error.object[error.start : error.end]), error.end


def _open_missing_streams() -> None:
    """Whoever started us may have closed a stream (`>&-`); then nothing is read, and what is said is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, as long as we run


def prepare_streams(only_ascii: bool = False) -> None:
    """Make standard output and error write anything, and standard input read anything."""
    codecs.register_error("ascii_likeness", _replace)
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="ascii" if only_ascii else None, errors="ascii_likeness")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
