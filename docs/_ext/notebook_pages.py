"""Notebooks as pages: their text, their code, and the output of the code when the site is built.

Notebooks are kept without outputs, so each is run for its page.
"""

import base64
import subprocess
from pathlib import Path
from typing import Any

from myst_parser.parsers.sphinx_ import MystParser

SUFFIX = ".ipynb"
#: Seconds that one cell may take.
CELL_TIMEOUT_S = 120

Cell = dict[str, Any]


class NotebookParser(MystParser):
    """Reads a notebook as the Markdown of its page."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: Any) -> None:
        """Run the notebook and parse it with its outputs."""
        path = Path(document.settings.env.doc2path(document.settings.env.docname))
        super().parse(as_markdown(run(inputstring, path.parent), path.name), document)


def run(text: str, folder: Path) -> list[Cell]:
    """Run a notebook in a kernel of its own and give its cells with their outputs.

    Raises
    ------
    CellExecutionError
        If one of them fails.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.reads(text, as_version=4)
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=CELL_TIMEOUT_S, resources=place)
    # The output of cells comes in messages; the kernel's own output is of no use here.
    cells: list[Cell] = client.execute(stderr=subprocess.DEVNULL).cells
    return cells


def as_markdown(cells: list[Cell], name: str) -> str:
    """Write the cells as one page; the notebook itself can be had from it."""
    title, *rest = cells
    download = f"*This page is a notebook:* {{download}}`{name} <{name}>`"
    return "\n\n".join([title["source"], download, *map(_cell, rest)])


def _cell(cell: Cell) -> str:
    if cell["cell_type"] != "code":
        return str(cell["source"])
    code = f"```python\n{cell['source']}\n```"
    return "\n\n".join([code, *(_output(output) for output in cell["outputs"])])


def _output(output: Cell) -> str:
    if output["output_type"] == "stream":
        return _fenced("text", output["text"])
    data: dict[str, str] = output["data"]
    if "image/svg+xml" in data:
        encoded = base64.b64encode(data["image/svg+xml"].encode()).decode()
        return _picture(f"data:image/svg+xml;base64,{encoded}")
    if "image/png" in data:
        return _picture(f"data:image/png;base64,{data['image/png'].strip()}")
    if "application/vnd.jupyter.widget-view+json" in data:
        return "*Here the notebook has a control to move.*"
    if "text/html" in data:
        return _fenced("{raw} html", data["text/html"])
    return _fenced("text", data["text/plain"])


def _picture(source: str) -> str:
    html = f'<p class="notebook-output"><img src="{source}" alt="what the code above draws"></p>'
    return _fenced("{raw} html", html)


def _fenced(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````"


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.add_source_suffix(SUFFIX, "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
