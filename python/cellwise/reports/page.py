"""What the pages of studies and sweeps have in common: one HTML file, which needs nothing else."""

import base64
import re
from collections.abc import Iterable, Sequence

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


def figure(name: str, caption: str, drawing: Drawing, footer: str | None = None) -> str:
    """Show a drawing, with the command that makes it if one is given, above its caption and its data."""
    shown = drawing if footer is None else drawing.with_footer(footer)
    below = html.element("figcaption", html.text("span", caption), " ", data_link(name, drawing))
    return html.element("figure", shown.to_svg(), below)


def header(
    title: str,
    about: str,
    notes: Iterable[str],
    counts: Iterable[tuple[str, str]] | None = None,
    lead: str = "",
) -> str:
    """Write the head of a page: its title, its subject, numbers with their nouns, warnings."""
    return "\n".join(
        [
            html.text("h1", title),
            html.text("p", about, class_="document") if about else "",
            *([html.element("div", *boxes(counts), class_="counts")] if counts is not None else []),
            *([lead] if lead else []),
            *(html.text("p", note, class_="warning") for note in notes),
        ]
    )


def boxes(counts: Iterable[tuple[str, str]]) -> list[str]:
    """Write numbers with their nouns, each in a box."""
    return [html.element("div", html.text("b", number), html.text("span", of)) for number, of in counts]


def provenance(lines: Iterable[str], commands: Iterable[str], models: Sequence[Model]) -> str:
    """Say where a page comes from: sentences, the commands that make it again, the models that took part."""
    paragraphs = "".join(html.text("p", line) for line in lines)
    return paragraphs + html.listing("\n".join(commands)) + models_list(models)


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
