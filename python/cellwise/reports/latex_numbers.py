"""Columns of numbers for the LaTeX package `siunitx`, which aligns them at the decimal point."""

import re
from collections.abc import Sequence

from cellwise.reports.latex_text import latex_text

_NUMBER = re.compile(r"([+\-−]?)(\d+)(?:\.(\d+))?(?: ± (\d+)(?:\.(\d+))?)?")


def column(cells: Sequence[str]) -> str | None:
    """Give the specification of a column, or None if less than half of it are numbers.

    A number may have an uncertainty, ``0.83 ± 0.02``, of the same decimals.

    Examples
    --------
    >>> column(["0.5", "12.25", "none"])
    'S[table-format=2.2]'
    >>> column(["0.50 ± 0.12", "1.00 ± 0.02"])
    'S[table-format=1.2(2),separate-uncertainty]'
    >>> column(["a", "b", "1"]) is None
    True
    """
    found = [one for one in map(_read, cells) if one]
    if 2 * len(found) < len([cell for cell in cells if cell]) or not found:
        return None
    signs = {one[1] for one in found}
    sign = "+" if "+" in signs else "-" if signs - {""} else ""
    whole = max(len(one[2]) for one in found)
    decimals = max(len(one[3] or "") for one in found)
    spread = max(len(_digits(one)) for one in found)
    options = [f"table-format={sign}{whole}" + f".{decimals}" * bool(decimals) + f"({spread})" * bool(spread)]
    options += ["separate-uncertainty"] * bool(spread) + ["retain-explicit-plus"] * ("+" in signs)
    return f"S[{','.join(options)}]"


def cell(text: str) -> str:
    """Write a cell of such a column; a text that is not a number is in braces."""
    found = _read(text)
    if found is None:
        return f"{{{latex_text(text)}}}" if text else ""
    number = f"{found[1].replace('−', '-')}{found[2]}" + f".{found[3]}" * (found[3] is not None)
    digits = _digits(found)
    return f"{number}({digits})" if digits else number


def _read(text: str) -> "re.Match[str] | None":
    """Read a number; None if a text is not a number, or its uncertainty has other decimals than itself."""
    found = _NUMBER.fullmatch(text)
    if found is None or (found[4] is not None and len(found[5] or "") != len(found[3] or "")):
        return None
    return found


def _digits(found: "re.Match[str]") -> str:
    """Give the digits of an uncertainty in units of the last place of its number; none without one."""
    return str(int(f"{found[4]}{found[5] or ''}")) if found[4] is not None else ""
