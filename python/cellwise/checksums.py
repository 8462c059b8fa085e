"""JSON documents with a checksum of their own: one that was edited or damaged is never taken for whole.

The checksum is of the values, not of how they are written: another indentation changes nothing. The part
of a document under ``cost`` differs whenever it is made; it has its own checksum.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

_CHECKSUM, _COST = "sha256", "cost"


def with_checksum(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give a document with its checksum.

    Examples
    --------
    >>> is_whole(with_checksum({"cells": 3, "cost": {"cpu_s": 0.1}}))
    True
    >>> is_whole({**with_checksum({"cells": 3}), "cells": 4})
    False
    """
    made = {**document, _CHECKSUM: _digest(document)}
    if _COST in document:
        made[_COST] = {**document[_COST], _CHECKSUM: _digest(document[_COST])}
    return made


def is_whole(document: Any) -> bool:
    """Return whether a document is unchanged since it got its checksum."""
    if not isinstance(document, dict):
        return False
    parts = [document, *([document[_COST]] if _COST in document else [])]
    try:
        return all(part[_CHECKSUM] == _digest(part) for part in parts)
    except (RecursionError, UnicodeEncodeError, KeyError, TypeError, AttributeError):
        return False


def without_checksum(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give a document without its checksum."""
    return {key: value for key, value in document.items() if key != _CHECKSUM}


def _digest(document: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in document.items() if key not in (_CHECKSUM, _COST)}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
