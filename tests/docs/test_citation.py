"""CITATION.cff follows the Citation File Format 1.2.0, and agrees with the package and the page."""

import os
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: What the format demands, and what else we give, by key.
KEYS = {
    "cff-version": str,
    "message": str,
    "title": str,
    "authors": list,
    "type": str,
    "abstract": str,
    "version": str,
    "license": str,
    "keywords": list,
}


@pytest.fixture
def citation() -> dict[str, object]:
    """The file, as a reader of YAML sees it."""
    try:
        import yaml
    except ImportError:
        missing = "PyYAML is not installed; make develop installs it"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    read: dict[str, object] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return read


def test_it_has_the_keys_of_the_format(citation: dict[str, object]) -> None:
    assert set(citation) == set(KEYS)
    assert all(isinstance(citation[key], kind) and citation[key] for key, kind in KEYS.items())
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    authors = citation["authors"]
    assert isinstance(authors, list)
    assert all(set(author) == {"name"} for author in authors)


def test_it_agrees_with_the_package(citation: dict[str, object]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]


def test_the_page_says_the_same(citation: dict[str, object]) -> None:
    page = (ROOT / "docs" / "about" / "cite.md").read_text(encoding="utf-8")
    assert str(citation["title"]) in page
    assert f"version {citation['version']}" in page
    assert f"version = {{{citation['version']}}}" in page
