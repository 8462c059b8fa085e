"""Standard output as the commands use it."""

import sys
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from cellwise.terminal_text import printable

#: Columns when output is not a terminal, so that tables in files are whole.
FILE_WIDTH = 160


class Screen(Console):
    """Shows what is in a text as `say` does, in lines and in cells of tables."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Make of a text what is shown; every text that is printed comes by here."""
        return super().render_str(printable(text), **options)


def screen(file: TextIO | None = None) -> Screen:
    """Give standard output, or a file: as wide as the terminal, or wide enough for tables."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    plain = None if file is None else False
    return Screen(file=file, highlight=False, markup=False, soft_wrap=True, width=width, force_jupyter=plain)
