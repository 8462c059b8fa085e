"""How plots look: colours, markers, sizes, and the settings that make the same data give the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cellwise.errors import by_name

#: Colours that any two of can be distinguished by every kind of colour vision; most also differ in grey
#: print.
COLOURS = ("#0b4f8a", "#e69f00", "#12876a", "#a83a14", "#c77cb0", "#1a1a1a", "#62b8ea")
MARKERS = ("o", "s", "^", "v", "D", "x", "+", "*")
#: Patterns of lines, for more lines than colours.
DASHES = ("-", "--", ":", "-.")
#: Textures of bars.
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "ooo", "+++")

#: Marks that should be seen first, such as segments that were sent again.
ALARM = "#a83a14"

#: What is lost.
BLACK = "#1a1a1a"

#: What lies under the data.
PALE = "#9cc3e6"

#: Marks other than the data.
GREY = "#5a5a5a"

#: Size of a legend's letters, in parts of the others'.
LEGEND = 0.85

#: Rows of a legend; names for which they have no room are left out, and it says how many.
LEGEND_ROWS = 4

#: Pixels for which long series are decimated: the page at the resolution of `PNG_DPI`.
PIXEL_COLUMNS, PIXEL_ROWS = 1440, 760
PNG_DPI = 200


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a picture, and the size of its letters."""

    width_inch: float
    height_inch: float
    font_pt: float


#: By name: as wide as a page's text, as wide as one of two columns, as a slide.
SIZES = {
    "page": Size(7.2, 3.8, 10.0),
    "column": Size(3.5, 2.7, 8.0),
    "slide": Size(10.0, 5.6, 14.0),
}


def size_of(name: str) -> Size:
    """Give a size by name.

    Raises `ValueError` if there is no such size; the message names those that exist.
    """
    return by_name("size", name, SIZES, "the sizes")


@contextmanager
def settings(size: Size) -> Iterator[None]:
    """Draw by our settings alone, whatever the user's own are; loads matplotlib."""
    import matplotlib as mpl

    ours: dict[str, Any] = {
        # A fixed salt: the names inside an SVG follow from the data. Text stays text, in SVG and in PDF.
        "svg.hashsalt": "cellwise",
        "svg.fonttype": "none",
        "pdf.fonttype": 42,
        "font.size": size.font_pt,
        "legend.fontsize": LEGEND * size.font_pt,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.xmargin": 0.03,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "hatch.linewidth": 0.6,
        "legend.frameon": False,
        "axes.formatter.useoffset": False,
        "axes.formatter.limits": (-4, 7),
    }
    # Settings of windows, not of pictures, are not changed.
    windows = ("backend", "interactive", "toolbar", "webagg", "tk", "macosx", "figure.hooks")
    defaults: dict[Any, Any] = {
        key: mpl.rcParamsDefault[key] for key in mpl.rcParamsDefault if not key.startswith(windows)
    }
    whole: dict[Any, Any] = {**defaults, **ours}
    with mpl.rc_context(whole):
        yield
