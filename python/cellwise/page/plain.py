"""Values as browsers read them: JSON has no infinity and no not-a-number."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from cellwise.store import Columns


def plain(value: Any) -> Any:
    """Give a value as JSON can hold it; a number that is not finite becomes None."""
    if isinstance(value, Mapping):
        return plain_object(value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain_object(values: Mapping[str, Any]) -> dict[str, Any]:
    """Give an object as JSON can hold it."""
    return {str(key): plain(one) for key, one in values.items()}


def rows(columns: Columns, first: int = 0, count: int | None = None) -> list[dict[str, Any]]:
    """Turn some rows of a table into mappings by column."""
    until = None if count is None else first + count
    lists = {name: plain(values[first:until]) for name, values in columns.items()}
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
