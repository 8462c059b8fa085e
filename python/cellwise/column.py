"""A column of a table that people read: on a terminal, in reports, in other documents."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    heading: str
    is_number: bool = False
    """Whether it stands at the right edge."""
    is_prose: bool = False
    """Whether it may be broken between words; anything else is not broken."""
    group: str = ""
    """What stands above the headings of columns that belong together, and is the same for them."""
    style: str = ""
