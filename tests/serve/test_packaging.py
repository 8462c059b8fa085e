"""The page is part of the installed package."""

import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest


def page_files(repository: Path) -> set[Path]:
    folder = repository / "python" / "cellwise" / "_web"
    return {path for path in folder.rglob("*") if path.is_file()}


def test_the_page_is_named_for_wheels_and_source_distributions(repository: Path) -> None:
    include = tomllib.loads((repository / "pyproject.toml").read_text())["tool"]["maturin"]["include"]
    both = [one["path"] for one in include if {"sdist", "wheel"} <= set(one["format"])]
    packed = {path for pattern in both for path in repository.glob(pattern) if path.is_file()}
    assert repository / "python" / "cellwise" / "_web" / "index.html" in packed
    assert page_files(repository) <= packed


def test_a_source_distribution_carries_the_page(repository: Path, tmp_path: Path) -> None:
    maturin = shutil.which("maturin", path=Path(sys.executable).parent) or shutil.which("maturin")
    if maturin is None:
        pytest.skip("maturin is not installed")
    command = [maturin, "sdist", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {path.relative_to(repository).as_posix() for path in page_files(repository)} <= names


def test_nothing_of_the_page_is_fetched_from_elsewhere(repository: Path) -> None:
    for path in page_files(repository):
        if path.suffix == ".html":
            text = path.read_text(encoding="utf-8")
            assert "http://" not in text.replace("http://www.w3.org/", "")
            assert "https://" not in text
            assert "<script>" not in text
