"""Text on a terminal: what a file says is shown there, and does nothing to it."""

import json
import sys
from typing import TextIO

#: Characters that act on a terminal, or on the order in which letters are shown, with their replacements:
#: those of JSON and TOML, so that either still means the same. Ends of lines and tabs stay.
_SHOWN = {
    code: f"\\u{code:04x}"
    for code in (
        *(one for one in range(0x20) if chr(one) not in "\n\t"),
        *range(0x7F, 0xA0),
        *(0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    )
}


def printable(text: str) -> str:
    r"""Write control characters, and those that turn the direction of writing, as ``\u001b``.

    Examples
    --------
    >>> print(printable("a title \x1b[2J that clears the screen"))
    a title \u001b[2J that clears the screen
    """
    return text.translate(_SHOWN)


def say(text: object, *, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Print a text, on standard output if no other file is given; raises `OSError` if it takes no more."""
    print(printable(str(text)), end=end, file=file or sys.stdout, flush=flush)


def say_json(value: object, *, ensure_ascii: bool = True) -> None:
    """Print a value as JSON on standard output."""
    say(json.dumps(value, indent=2, ensure_ascii=ensure_ascii))
