"""Random numbers of a study itself, such as when its flows start: the same on every machine, always."""

import hashlib

_BITS = 53


def uniform(*key: object) -> float:
    """Draw a number from 0 up to, and without, 1; the same key gives the same number.

    Examples
    --------
    >>> uniform("start", 0, "tcp1") == uniform("start", 0, "tcp1") != uniform("start", 1, "tcp1")
    True
    """
    digest = hashlib.sha256("/".join(map(str, key)).encode()).digest()
    return (int.from_bytes(digest[:8], "big") >> (64 - _BITS)) / (1 << _BITS)
