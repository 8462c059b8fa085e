"""Standard output as the commands use it."""

import sys

from rich.console import Console

#: Columns when output is not a terminal, so that tables in files are whole.
FILE_WIDTH = 160


def screen() -> Console:
    """Give standard output: as wide as the terminal, or wide enough for tables."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    return Console(highlight=False, markup=False, soft_wrap=True, width=width)
