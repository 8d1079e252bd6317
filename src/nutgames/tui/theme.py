"""Colours: four themes, and the players' colours, which always stand beside their letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

ORANGE, SKY, GREEN, YELLOW, VERMILION, PURPLE = (
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#D55E00",
    "#CC79A7",
)
"""Okabe and Ito's colours, which people with any kind of colour vision can tell apart."""

DEFAULTS: Final[Mapping[str, str]] = {
    "seat-a": ORANGE,
    "seat-b": SKY,
    "seat-c": GREEN,
    "seat-d": YELLOW,
    "seat-e": VERMILION,
    "seat-f": PURPLE,
    "nut": "#D9964A",
    "gold": "#F2C14E",
    "good": "#7FBF7B",
    "faint": "#8A7F72",
    "card": "#F4E9D4",
    "card-edge": "#A8926F",
    "shade": "#3A3026",
    "face": "#E4D5B5",
    "on-face": "#2B2118",
    "on-face-faint": "#6A5A44",
    "on-face-good": "#2A6A2E",
    "on-face-bad": "#A3301A",
    "on-face-nut": "#8A480C",
    "on-face-picture": "#8C7350",
}
"""What the tables draw with, where a theme does not say otherwise."""

_ON_LIGHT: Final[Mapping[str, str]] = {
    "seat-a": "#8F6200",
    "seat-b": "#0072B2",
    "seat-c": "#00694D",
    "seat-d": "#766C00",
    "seat-e": "#B04C00",
    "seat-f": "#9C4677",
    "nut": "#9A5B17",
    "gold": "#8A6400",
    "good": "#2E7031",
    "faint": "#74695B",
    "card": "#3B2D1C",
    "card-edge": "#9C8560",
    "shade": "#E2D3B8",
    "face": "#FFFFFF",
    "on-face": "#2B2118",
    "on-face-faint": "#6A5A44",
    "on-face-good": "#2A6A2E",
    "on-face-bad": "#A3301A",
    "on-face-nut": "#8A480C",
    "on-face-picture": "#8C7350",
    "footer-key-foreground": "#8A5A1F",
}
"""The same hues, dark enough to be read on paper."""

_STARK: Final[Mapping[str, str]] = {
    "seat-a": "#FFB000",
    "seat-b": "#7FD0FF",
    "seat-c": "#40E0A0",
    "seat-d": "#FFFF40",
    "seat-e": "#FF9050",
    "seat-f": "#FFA0E0",
    "nut": "#FFD080",
    "gold": "#FFFF00",
    "good": "#80FF80",
    "faint": "#D0D0D0",
    "card": "#FFFFFF",
    "card-edge": "#FFFFFF",
    "shade": "#808080",
    "face": "#000000",
    "on-face": "#FFFFFF",
    "on-face-faint": "#D0D0D0",
    "on-face-good": "#80FF80",
    "on-face-bad": "#FF9090",
    "on-face-nut": "#FFD080",
    "on-face-picture": "#D0D0D0",
}

THEMES: Final[Mapping[str, Theme]] = {
    "dark": Theme(
        name="dark",
        primary="#C98B4A",
        secondary="#8C6A45",
        accent=ORANGE,
        warning="#E69F00",
        error="#E0735A",
        success="#7FBF7B",
        foreground="#EDE4D6",
        background="#17130F",
        surface="#211B15",
        panel="#2B231B",
        variables=dict(DEFAULTS),
    ),
    "light": Theme(
        name="light",
        primary="#8A5A1F",
        secondary="#B58A54",
        accent="#8F6200",
        warning="#8F6200",
        error="#A8321A",
        success="#2E7031",
        foreground="#2B2118",
        background="#FBF6EC",
        surface="#F3EADA",
        panel="#E8DBC5",
        dark=False,
        variables=dict(_ON_LIGHT),
    ),
    "contrast": Theme(
        name="contrast",
        primary="#FFFF00",
        secondary="#00FFFF",
        accent="#FFFF00",
        warning="#FFFF00",
        error="#FF8080",
        success="#80FF80",
        foreground="#FFFFFF",
        background="#000000",
        surface="#000000",
        panel="#202020",
        variables=dict(_STARK),
    ),
    "mono": Theme(
        name="mono",
        primary="#FFFFFF",
        foreground="#FFFFFF",
        background="#000000",
        surface="#000000",
        panel="#000000",
        variables=dict.fromkeys(DEFAULTS, "#FFFFFF"),
    ),
}
"""By the names that `--theme` takes. `mono` is drawn without any colour: see `Colourless`."""


class Colourless(LineFilter):
    """Takes every colour out of what is drawn; bold, reverse and underline remain.

    `NO_COLOR` and the theme `mono` mean the terminal's own two colours, not shades of grey.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same text without colours."""
        return [
            Segment(text, style.without_color if style else None, control)
            for text, style, control in segments
        ]


class Likeness(LineFilter):
    """Draws with other characters, each as wide as the one it stands for: for terminals that lack ours."""

    def __init__(self, likeness: Callable[[str], str]) -> None:
        super().__init__()
        self._likeness = likeness

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same styles on other characters."""
        return [
            Segment(text if text.isascii() else self._likeness(text), style, control)
            for text, style, control in segments
        ]
