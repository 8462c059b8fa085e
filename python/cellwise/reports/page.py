"""What the pages of studies and sweeps have in common: one HTML file, which needs nothing else."""

import base64
import re
from collections.abc import Sequence

from cellwise.plots.drawing import Drawing
from cellwise.points.store import Model
from cellwise.reports import html


def page(title: str, header: str, sections: Sequence[str]) -> str:
    """Write a page from its header and its sections, with links to them."""
    return html.page(title, header, _contents(sections), *sections)


#: How a section begins.
_SECTION = re.compile(r'<section id="([a-z]+)"><h2>(.*?)</h2>')


def section(name: str, title: str, inside: str) -> str:
    """Write a section under its heading; links lead to `name`."""
    return html.element("section", html.text("h2", title), "\n", inside, id=name) + "\n"


def _contents(sections: Sequence[str]) -> str:
    """Link to the sections that there are."""
    found = (_SECTION.match(section) for section in sections)
    return html.element("nav", *(f'<a href="#{one[1]}">{one[2]}</a>' for one in found if one))


def data_link(name: str, drawing: Drawing) -> str:
    """Offer what a figure shows as CSV, from the page itself."""
    content = base64.b64encode(drawing.to_csv(drawn=True).encode()).decode()
    return html.text("a", "Data (CSV)", href=f"data:text/csv;base64,{content}", download=f"{name}.csv")


def models_list(models: Sequence[Model]) -> str:
    """Say which models took part, those without validation first."""
    if not models:
        return ""
    by_status: dict[str, list[str]] = {}
    for family, name, status in models:
        by_status.setdefault(status, []).append(f"{name} ({family})")
    lines = [
        html.element("li", html.text("b", status), html.text("span", f": {', '.join(by_status[status])}"))
        for status in sorted(by_status)
    ]
    intro = (
        "Models that took part. Those called experimental were not compared with anything outside this "
        "project."
    )
    return html.text("p", intro) + html.element("ul", *lines)
