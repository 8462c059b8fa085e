"""Plain text as LaTeX shows it, and about how wide it gets."""

#: What LaTeX would take for its own, and signs that its fonts lack.
_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "–": "--",
    "−": "$-$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "◐": r"$\odot$",
    "✗": r"$\times$",
    "×": r"$\times$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "±": r"$\pm$",
    "→": r"$\rightarrow$",
    "τ": r"$\tau$",
    "ⁱ": r"\textsuperscript{i}",
    "ᶠ": r"\textsuperscript{f}",
    "ᵃ": r"\textsuperscript{a}",
    "ʳ": r"\textsuperscript{r}",
    "…": r"\dots{}",
    **{
        raised: rf"\textsuperscript{{{sign}}}"
        for raised, sign in zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)
    },
    "⁻": r"\textsuperscript{$-$}",
    "µ": r"$\mu$",
    "μ": r"$\mu$",
    # No break before a per cent sign, and no dash of two hyphens.
    "\N{NO-BREAK SPACE}": "~",
    "\N{WORD JOINER}": "{}",
}

#: Signs by about how wide they are in Computer Modern at small sizes, in units of the size.
_WIDTHS = {
    "\N{WORD JOINER}": 0.0,
    **dict.fromkeys("ijl.,:;'!|-", 0.35),
    **dict.fromkeys(" \N{NO-BREAK SPACE}fIrst()[]", 0.46),
    **dict.fromkeys("0123456789/", 0.57),
    **dict.fromkeys("mwABCDEFGHJKLNOPQRSTUVXYZ%+−±×✗≠≤≥", 0.92),
    "–": 0.75,
    **dict.fromkeys("MW→", 1.15),
}
_OTHER_WIDTH = 0.63


def latex_text(text: str) -> str:
    r"""Write plain text so that LaTeX shows it.

    Examples
    --------
    >>> print(latex_text("100 % of x_1 <= 3"))
    100~\% of x\_1 $\leq$ 3
    """
    return "".join(_LATEX.get(sign, sign) for sign in _typeset(text))


def width_pt(text: str, size_pt: float) -> float:
    """Give about how wide a text gets in letters of a size, in pt; rather too much than too little."""
    return size_pt * sum(_WIDTHS.get(sign, _OTHER_WIDTH) for sign in _typeset(text))


def _typeset(text: str) -> str:
    """Replace what typewriters write for signs that they lack, and keep together what belongs together."""
    signs = text.replace("<=", "≤").replace(">=", "≥").replace("--", "-\N{WORD JOINER}-")
    return signs.replace(" %", "\N{NO-BREAK SPACE}%")
