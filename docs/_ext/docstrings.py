"""First lines of the docstrings of properties and fields, kept whole.

Napoleon takes the text before a colon there for a type.
"""

from typing import Any

#: Before napoleon, which has 500.
EARLY = 400
OF_VALUES = ("attribute", "data", "property")


def guard_first_line(
    _app: object, what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Put an empty comment before the first line, so that it is not the first."""
    if what in OF_VALUES and lines:
        lines[:0] = ["..", ""]


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("autodoc-process-docstring", guard_first_line, priority=EARLY)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
