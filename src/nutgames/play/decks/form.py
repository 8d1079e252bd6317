"""What the deck files of all games have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, FailFast

Texts = Annotated[list[str], FailFast()]
"""Texts, of which the first wrong one is reported."""


class Part(BaseModel):
    """A part of a deck file, read strictly."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class DeckFile(Part):
    """A deck as a file describes it. A game's own `File` adds the fields."""

    @abstractmethod
    def deck(self) -> Any:
        """The engine's Deck. Raises ValueError, one line, if there is no such deck."""

    @classmethod
    @abstractmethod
    def of(cls, deck: Any) -> Self:
        """The file that describes a Deck."""

    @staticmethod
    @abstractmethod
    def is_built_in(deck: Any) -> bool:
        """Whether these are the cards that the game is played with anyway."""
