"""The arguments of methods: their names, and their values as the API takes them."""

from __future__ import annotations

import difflib
import re
from datetime import date, datetime
from typing import Any, Iterable, Mapping


def check_names(operation_id: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises a TypeError that names the first argument that does not exist, and the one that may be meant."""
    names = sorted(known)
    for name in given:
        if name in names:
            continue
        meant = difflib.get_close_matches(argument_of(name), names, 1)
        hint = f"did you mean {meant[0]}?" if meant else f"it takes {', '.join(names)}"
        raise TypeError(f"{operation_id} takes no argument {name!r}; {hint}")


def argument_of(name: str) -> str:
    """The argument for a parameter of the API: `updatedSince` is `updated_since`, and `from`, a word of the language, is `from_`."""
    return "from_" if name == "from" else re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name)


def parameter_text(name: str, value: Any) -> str:
    """The value of a query parameter."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return time_text(argument_of(name), value)
    return str(value) if isinstance(value, (str, int)) else ",".join(value)


def body_value(value: Any) -> str:
    """A value of a body that JSON does not have, for `json.dumps`."""
    if isinstance(value, date):
        return time_text("the body", value)
    raise TypeError(f"a body cannot have a {type(value).__name__}: {value!r}")


def time_text(where: str, value: date) -> str:
    """An instant with its offset, or a date. Raises a ValueError for a datetime without a time zone: nobody knows which instant it is."""
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise ValueError(
            f"{where} has a datetime without a time zone, {value!r}: write datetime.now(timezone.utc), or .astimezone() for this machine's zone"
        )
    return value.isoformat()
