"""A game's options as a model: checked here, shown in the set-up screen, the commands and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from nutgames.games.core import nearest


class TableOptions(BaseModel):
    """What every game lets the players choose. A game's own `Options` adds to it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    first: int = Field(1, ge=1, title="First player", description="The seat that starts.")


O = TypeVar("O", bound=TableOptions)  # noqa: E741, the options


def chosen(model: type[O], values: Mapping[str, Any], seats: int) -> O:
    """The options with these values; the others keep their defaults.

    A value may be text, as typed on a command line. Raises one ValueError, one line, that names the option.
    """
    for name in values:
        if name not in model.model_fields:
            raise ValueError(f"unknown option {name!r}{nearest(name, model.model_fields)}")
    typed = {name: value for name, value in values.items() if isinstance(value, str)}
    try:
        read = model.model_validate_strings(typed).model_dump(include=set(typed))
        options = model.model_validate({**values, **read})
    except ValidationError as error:
        raise ValueError(_in_a_line(error)) from None
    if options.first > seats:
        raise ValueError(f"option first: there is no seat {options.first} at a table of {seats}")
    return options


PLAINLY = {
    "int_parsing": "should be a whole number",
    "int_parsing_size": "should be a number of fewer digits",
    "int_type": "should be a whole number",
    "bool_parsing": "should be true or false",
    "bool_type": "should be true or false",
    "greater_than_equal": "should be at least {ge}",
    "string_unicode": "is no text",
}
"""What is said of faults, by pydantic's names for them."""


def _in_a_line(error: ValidationError) -> str:
    """The first thing that is wrong, with the option's name and its value."""
    fault = error.errors(include_url=False)[0]
    reason = fault["msg"].removeprefix("Value error, ").split(", unable")[0]
    if not fault["loc"]:
        return reason
    value = repr(fault["input"])
    value = value if len(value) <= 40 else f"{value[:20]}…"
    plainly = PLAINLY.get(fault["type"])
    if plainly:
        said = f"{value} {plainly.format_map(fault.get('ctx', {}))}"
    else:
        said = reason.replace("Input", value, 1)
    return f"option {fault['loc'][0]}: {said}"
