"""How tables are set in LaTeX, and the packages that they take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

#: What shows that a table takes a package.
_PACKAGES: Mapping[str, str] = {
    "array": r"\\arraybackslash",
    "booktabs": r"\\toprule",
    "longtable": r"\\begin\{longtable\}",
    "siunitx": r"\\begin\{[a-z]*\}\{[^\n]*S\[",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How tables are set."""

    wide: bool = False
    """Whether they reach across both columns of a text in two columns (``table*``)."""
    siunitx: bool = False
    """Whether columns of numbers are those of the package ``siunitx``, aligned at the decimal point."""


#: In one column of text, with numbers unchanged.
PLAIN = Style()


def packages(written: str) -> str:
    r"""Say which packages some tables take.

    Examples
    --------
    >>> packages(r"\begin{tabular}{l} \toprule")
    'Needs \\usepackage{booktabs}.'
    """
    used = [name for name, sign in _PACKAGES.items() if re.search(sign, written)]
    return rf"Needs \usepackage{{{','.join(used)}}}."
