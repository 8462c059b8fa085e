"""The notebooks run, in seconds, and are kept without what they printed."""

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    """The site's extension that runs notebooks. A missing package is reported."""
    for package in ("myst_parser", "nbclient", "ipykernel"):
        if importlib.util.find_spec(package) is None:
            missing = f"{package} is not installed; make develop installs it"
            pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    spec = importlib.util.spec_from_file_location("notebook_pages", DOCS / "_ext" / "notebook_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_four() -> None:
    known = {"drop-policies", "abr-control-loop", "noisy-adsl-line", "buffer-slider"}
    assert {one.stem for one in NOTEBOOKS} == known


MOVED = """
first = queue.widget.result
queue.widget.children[0].value = 4000
moved = queue.widget.result
longest, then = (max(one.columns()["queue_cells"]) for one in (first, moved))
assert longest <= 1000 < then <= 4000
strips.value = {"switch.buffer": "600 cells", "switch.drop.policy": "epd"}
seen = strips.run()
longest = max(seen.series("queue").value)
print(seen.simulated_s, longest <= 600)
"""


def test_the_sliders_of_the_notebook_run_the_scenario_again(pages: ModuleType, tmp_path: Path) -> None:
    notebook = json.loads((DOCS / "notebooks" / "buffer-slider.ipynb").read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    # Without the last, the pictures of many runs.
    notebook["cells"] = [*code[:-1], {**code[0], "id": "moved", "source": MOVED.splitlines(keepends=True)}]
    *_, moved = pages.run(json.dumps(notebook), tmp_path)
    assert moved["outputs"][0]["text"] == "2.0 True\n"


def test_the_page_of_a_notebook_has_tables_and_says_where_controls_are(
    pages: ModuleType, tmp_path: Path
) -> None:
    notebook = json.loads((DOCS / "notebooks" / "buffer-slider.ipynb").read_text(encoding="utf-8"))
    title, *cells = notebook["cells"]
    few = [title, *[cell for cell in cells if cell["cell_type"] == "code"][:2]]
    done = pages.run(json.dumps({**notebook, "cells": few}), tmp_path)
    page = pages.as_markdown(done, "buffer-slider.ipynb")
    assert "<table>" in page
    assert page.count("*Here the notebook has a control to move.*") == 1
    assert "interactive(children" not in page


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert cells[0]["cell_type"] == "markdown"
    assert "".join(cells[0]["source"]).startswith("# ")
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws_and_its_page_shows_it(
    notebook: Path, pages: ModuleType, tmp_path: Path
) -> None:
    cells = pages.run(notebook.read_text(encoding="utf-8"), tmp_path)
    kinds = [kind for cell in cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 2
    page = pages.as_markdown(cells, notebook.name)
    assert page.count("data:image/svg+xml;base64,") == kinds.count("image/svg+xml")
    assert page.count("```python") == sum(cell["cell_type"] == "code" for cell in cells)
    assert all(
        output["name"] == "stdout"
        for cell in cells
        for output in cell.get("outputs", [])
        if output["output_type"] == "stream"
    )


def test_a_notebook_that_fails_is_noticed(pages: ModuleType, tmp_path: Path) -> None:
    from nbclient.exceptions import CellExecutionError

    notebook = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][:1]
    notebook["cells"][0]["source"] = ["raise RuntimeError('on purpose')"]
    with pytest.raises(CellExecutionError, match="on purpose"):
        pages.run(json.dumps(notebook), tmp_path)


def test_the_kernel_is_this_python(pages: ModuleType, tmp_path: Path) -> None:
    notebook = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][:1]
    notebook["cells"][0]["source"] = ["import sys; print(sys.executable)"]
    (cell,) = pages.run(json.dumps(notebook), tmp_path)
    assert cell["outputs"][0]["text"].strip() == sys.executable
