"""Patterns of studies in data: regular expressions whose time grows with the text alone.

Python's own may practically never end on a text of thirty letters. DuckDB, which reads results, has RE2,
which has no pattern that does: none that looks ahead, and none that refers to what was found before.
"""

from collections.abc import Sequence
from functools import lru_cache


def replaced_in(texts: Sequence[str], pattern: str, by: str) -> list[str]:
    r"""Replace a pattern wherever it is found in some texts, each by itself.

    The pattern is a regular expression of RE2; in its replacement, ``\1`` is the text that the first
    parentheses found. Raises `ValueError` if it is not a pattern.

    Examples
    --------
    >>> replaced_in(["512 bytes", "512 cells"], " bytes$", "")
    ['512', '512 cells']
    """
    return list(_replaced(tuple(texts), pattern, by))


# A study that is read again with other choices has the same tables, and to open a database takes a while.
@lru_cache(maxsize=256)
def _replaced(texts: tuple[str, ...], pattern: str, by: str) -> tuple[str, ...]:
    import duckdb

    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        query = "SELECT regexp_replace(text, $pattern, $by, 'g') FROM unnest($texts) AS given(text)"
        try:
            found = connection.execute(query, {"pattern": pattern, "by": by, "texts": list(texts)}).fetchall()
        except duckdb.Error as error:
            raise ValueError(str(error).partition(":")[2].strip() or str(error)) from None
    return tuple(one for (one,) in found)
