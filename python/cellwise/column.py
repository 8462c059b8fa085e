"""A column of a table that people read: on a terminal, in reports, in other documents."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    heading: str
    is_number: bool = False
    """Whether it is aligned at the right edge."""
    is_prose: bool = False
    """Whether it may be broken between words; anything else is not broken."""
    group: str = ""
    """The heading above those of columns that belong together, the same for them."""
    style: str = ""
