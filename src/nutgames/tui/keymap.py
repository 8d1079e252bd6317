"""Other keys: what can have one, and what can be one."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping
from importlib import import_module

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys, key_to_character

import nutgames.tui
from nutgames.play.names import clean

TOGETHER = (
    {"table", "choices", "nut"},
    {"table", "choices", "hibernation"},
    {"home", "choices"},
    {"end", "choices"},
    {"replays", "choices"},
    {"question", "choices"},
    {"setup", "name", "setting", "button"},
    {"options", "setup", "name", "setting", "option", "button"},
    {"table", "reader", "find"},
    {"statistics", "reader"},
    {"replay"},
    {"go-to"},
    {"reader", "find"},
    {"curtain"},
    {"window"},
    {"pause"},
)
"""What the names of keys begin with that mean something on the same screen. Those of the app do on each."""
TYPING = ("name.", "find.", "go-to.")
"""How the names of keys begin that mean something while somebody types."""
MODIFIERS = {"ctrl", "shift", "alt", "super"}
NAMED = {key.value for key in Keys}


def bindings() -> Mapping[str, Binding]:
    """Everything that has a key, by its name. It imports all screens and tables, which takes its time."""
    found: dict[str, Binding] = {}
    for module in pkgutil.walk_packages(nutgames.tui.__path__, f"{nutgames.tui.__name__}."):
        for part in vars(import_module(module.name)).values():
            if isinstance(part, type) and issubclass(part, DOMNode) and part.__module__ == module.name:
                for binding in part.BINDINGS:
                    if isinstance(binding, Binding) and binding.id:
                        found.setdefault(binding.id, binding)
    return found


def unusable(name: str, keys: str) -> str:
    """Why something in a list of keys is none; empty if all can be pressed."""
    for key in map(str.strip, keys.split(",")):
        shown = clean(key, 40)
        if not is_key(key):
            return f"“{shown}” is no key: write for example f3, ctrl+t, pageup or a single letter"
        if name.startswith(TYPING) and "+" not in key and key_to_character(key):
            return f"“{shown}” is part of what is typed there: it takes a key that types nothing, like f3"
    return ""


def twice(keys: Mapping[str, str], known: Mapping[str, Binding]) -> dict[str, str]:
    """Which of some chosen keys are something else's on the same screen too, and whose.

    What is left out has its own key again, and that may be one that was chosen for something else.
    """
    wrong: dict[str, str] = {}
    while clash := _clash({name: keys[name] for name in keys if name in known and name not in wrong}, known):
        name, key, other = clash
        wrong[name] = f"“{clean(key, 40)}” is the key of {other} too, on the same screen: choose another one"
    return wrong


def _clash(keys: Mapping[str, str], known: Mapping[str, Binding]) -> tuple[str, str, str] | None:
    """The name of a chosen key, the key, and what else has it."""
    now = {name: _split(keys.get(name, binding.key)) for name, binding in known.items()}
    for name in keys:
        for other in known:
            if now[name] & now[other] and _exclude_each_other(known[name], known[other]):
                return name, min(now[name] & now[other]), other
    return None


def _exclude_each_other(one: Binding, other: Binding) -> bool:
    """Whether one key cannot do both. Those that share a key from the beginning take turns."""
    groups = {str(each.id).partition(".")[0] for each in (one, other)} - {"app"}
    meet = any(groups <= together for together in TOGETHER)
    return meet and one.action != other.action and not _split(one.key) & _split(other.key)


def _split(keys: str) -> set[str]:
    """The keys in a list. A character is itself, whichever way it is written."""
    each = map(str.strip, keys.split(","))
    return {key if len(key) > 1 and "+" in key else key_to_character(key) or key for key in each}


def is_key(key: str) -> bool:
    """Whether a terminal can send it."""
    *modifiers, base = key.split("+") if len(key) > 1 else [key]
    if not MODIFIERS.issuperset(modifiers) or len(set(modifiers)) < len(modifiers):
        return False
    if key in NAMED or base in NAMED:
        return True
    character = base if len(base) == 1 else key_to_character(base)
    return character is not None and character.isprintable() and not character.isspace()


def unknown(name: str, known: Iterable[str]) -> str:
    """Why a name means nothing that has a key; empty if it does."""
    from difflib import get_close_matches

    known = set(known)
    if name in known:
        return ""
    close = get_close_matches(name, sorted(known), 1, 0.5)
    return f"nothing is called {clean(name, 40)!r}; " + (
        f"did you mean {close[0]}?" if close else "the options screen lists what is"
    )
