"""The tree of pages on each page is made once, and equals what Sphinx and the theme make for the page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"

#: A tree of three levels, in two parts; a title with markup; a page that leads out; one that is in no tree.
PAGES = {
    "index.rst": "First\n=====\n\n.. toctree::\n   :caption: Learn\n   :hidden:\n\n   begin\n"
    "   deep/index\n\n.. toctree::\n   :caption: Know\n   :hidden:\n\n   last\n   Elsewhere <https://example.org/>\n",
    "begin.rst": "Begin with ``a < b``\n====================\n\nPart\n----\n",
    "deep/index.rst": "Deep\n====\n\n.. toctree::\n\n   one\n   below/index\n",
    "deep/one.rst": "One\n===\n",
    "deep/below/index.rst": "Below\n=====\n\n.. toctree::\n\n   two\n",
    "deep/below/two.rst": "Two\n===\n",
    "last.rst": "*Last*\n======\n",
    "alone.rst": ":orphan:\n\nAlone\n=====\n",
}


def built(source: Path, folder: Path, *options: str) -> dict[str, str]:
    """Build a site and give its pages."""
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", "-C", "-b", "html"]
    command += ["-D", "html_theme=furo", *options, str(source), str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(DOCS / "_ext"), *sys.path])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.html")}


def test_the_tree_beside_each_page_is_what_sphinx_and_the_theme_make(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    for name, text in PAGES.items():
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text(text)
    theirs = built(tmp_path / "source", tmp_path / "theirs")
    ours = built(tmp_path / "source", tmp_path / "ours", "-D", "extensions=navigation")
    assert "current-page" in theirs["deep/below/two.html"]
    assert ours == theirs
