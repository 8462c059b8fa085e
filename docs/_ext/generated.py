"""Parts of pages that are made from the package itself, so that they cannot go stale.

A page holds a comment such as ``<!-- generated: catalogue drop-policies -->``, which is replaced by Markdown
when the site is built.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cellwise as cw
import command_pages
from cellwise import studies
from cellwise.plots.registry import PLOTS
from cellwise.study.definition import Study

DOCS = Path(__file__).parents[1]
COMMENT = re.compile(r"^<!-- generated: ([a-z-]+)(?: ([a-z0-9-]+))? -->$", re.MULTILINE)
CATALOGUED = re.compile(r"`([a-z0-9-]+/[a-z0-9.-]+)`")

#: Links of the repository that lead out of `docs`, and the pages of the site that hold the same.
PAGES_OF_FILES = {"ARCHITECTURE.md": "explanation/architecture.md", "CHANGELOG.md": "about/changes.md"}


def catalogue(family: str) -> str:
    """List the models of a family, each with its page, status and source."""
    pages = _pages_of_models()
    rows = []
    for entry in cw.catalogue(family):
        page = pages[f"{entry.family}/{entry.name}"]
        rows.append(f"| [`{entry.name}`]({page}) | {_cell(entry.summary)} | {entry.status} |")
    return "\n".join(["| model | what it does | status |", "|---|---|---|", *rows])


def _pages_of_models() -> dict[str, str]:
    pages = sorted((DOCS / "models").glob("*.md"))
    return {name: page.name for page in pages for name in CATALOGUED.findall(page.read_text("utf-8"))}


def study(name: str) -> str:
    """Describe a study: its document, its question, its choices and its claims."""
    found = studies.get(name)
    return "\n\n".join(
        [
            f"*{found.document}.*",
            f"```bash\ncellwise study {name}\n```",
            found.question,
            "## The settings, each with its reason",
            _settings(found),
            "## The claims that are tested",
            _claims(found),
        ]
    )


def _settings(found: Study) -> str:
    rows = []
    for one in found.settings:
        by = "the document" if one.stated else "our choice"
        rows.append(f"| `{one.path}` | `{_cell(str(one.value))}` | {by} | {_cell(one.why)} |")
    return "\n".join(["| setting | value | stated by | why |", "|---|---|---|---|", *rows])


def _claims(found: Study) -> str:
    rows = [
        f"| `{one.id}` | {_cell(one.where)} | {_cell(one.says)} | {_cell(one.test)} |" for one in found.claims
    ]
    return "\n".join(["| claim | where | what is claimed | what we test |", "|---|---|---|---|", *rows])


def study_list() -> str:
    """List the studies with their documents."""
    found = [studies.get(name) for name in studies.names()]
    rows = [
        f"| [{one.name}]({one.name}.md) | {_cell(one.document)} | {_numbers(one)} | {len(one.claims)} |"
        for one in found
    ]
    head = ["| study | document | published numbers | claims |", "|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _numbers(found: Study) -> int:
    return sum(len(row.numbers) for table in found.tables for row in table.rows)


def plot_list() -> str:
    """List the plots by name."""
    return "\n".join(f"- `{name}`" for name in PLOTS)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


GENERATORS: dict[str, Callable[..., str]] = {
    "catalogue": catalogue,
    "commands": command_pages.commands,
    "plots": plot_list,
    "studies": study_list,
    "study": study,
}


def fill(text: str) -> str:
    """Replace the comments of a page."""
    return COMMENT.sub(lambda found: GENERATORS[found[1]](*filter(None, [found[2]])), text)


def lead_into_the_site(text: str, page: str) -> str:
    """Let links to files of the repository that the site holds as well lead to the site's pages."""
    up = "../" * page.count("/")
    for file, target in PAGES_OF_FILES.items():
        text = text.replace(f"](../{up}{file})", f"]({up}{target})")
    return text


def on_source_read(_app: object, page: str, source: list[str]) -> None:
    """Change what Sphinx has read of a page."""
    source[0] = lead_into_the_site(fill(source[0]), page)


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("source-read", on_source_read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
