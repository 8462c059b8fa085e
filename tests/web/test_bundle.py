"""The installed page is the one that its sources build, and its sources keep to the rules."""

import json
import os
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.plots.look import COLOURS

BUNDLE = files("cellwise") / "_web"


@pytest.fixture(scope="module")
def web(repository: Path) -> Path:
    """The sources with the tools that build them, or the reason why a tool is missing."""
    folder = repository / "web"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        # Node may be missing anywhere: using and changing the Python parts does not need it.
        pytest.skip("node is not installed: whether the page is what its sources build is not checked")
    if not (folder / "node_modules").is_dir():
        if not os.environ.get("CI"):
            pytest.skip("web/node_modules is missing: run `npm ci` in web to build the page again")
        run(folder, "npm", "ci", "--no-audit", "--no-fund")
    return folder


def run(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_installed_page_is_what_the_sources_build(web: Path, tmp_path: Path) -> None:
    vite = str(web / "node_modules" / ".bin" / "vite")
    run(web, vite, "build", "--outDir", str(tmp_path), "--emptyOutDir", "--logLevel", "warn")
    for mode in ("worker", "widget"):
        run(web, vite, "build", "--mode", mode, "--outDir", str(tmp_path), "--logLevel", "warn")
    built, installed = contents(tmp_path), contents(Path(str(BUNDLE)))
    assert built.keys() == installed.keys()
    different = [name for name in built if built[name] != installed[name]]
    assert different == [], "run `npm run build` in web"


def test_the_scripts_of_the_site_are_what_the_sources_build(web: Path, tmp_path: Path) -> None:
    vite = str(web / "node_modules" / ".bin" / "vite")
    run(
        web, vite, "build", "--mode", "site", "--outDir", str(tmp_path), "--emptyOutDir", "--logLevel", "warn"
    )
    assert contents(tmp_path) == contents(web.parent / "docs" / "_live"), "run `npm run build` in web"


def test_types_are_right(web: Path) -> None:
    run(web, str(web / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_functions_that_need_no_browser_do_what_they_say(web: Path, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(cw.json_schema())
    told = run(web, "npm", "test", CELLWISE_SCHEMA=str(schema))
    (passed,) = re.findall(r"^# pass (\d+)$", told, re.MULTILINE)
    assert int(passed) >= 30


def test_the_page_has_all_it_needs_and_fetches_nothing_from_elsewhere() -> None:
    names = {entry.name for entry in BUNDLE.iterdir()}
    assert names == {
        "icon.svg", "index.html", "licenses.md", "page.css", "page.js", "widget.css", "widget.js",
        "worker.js",
    }  # fmt: skip
    page = (BUNDLE / "index.html").read_text()
    # The simulator is a file next to the page, which asks for it in its head.
    parts = ["./icon.svg", "./_core.wasm", "./page.js", "./page.css"]
    assert re.findall(r'(?:src|href)="(.*?)"', page) == parts
    for name in names - {"licenses.md"}:
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", (BUNDLE / name).read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}, name


def test_the_licence_of_what_is_inside_is_beside_it() -> None:
    told = (BUNDLE / "licenses.md").read_text()
    assert "uplot" in told
    assert "Permission is hereby granted, free of charge" in told


def test_uplot_is_all_that_the_page_needs_to_run(repository: Path) -> None:
    package = json.loads((repository / "web" / "package.json").read_text())
    assert list(package["dependencies"]) == ["uplot"]
    locked = json.loads((repository / "web" / "package-lock.json").read_text())["packages"]
    assert locked[""]["dependencies"] == package["dependencies"]
    needed = {name for name, one in locked.items() if name and not one.get("dev") and not one.get("optional")}
    assert needed == {"node_modules/uplot"}


def test_the_page_has_the_colours_of_the_plots(repository: Path) -> None:
    source = (repository / "web" / "src" / "base" / "palette.ts").read_text()
    (light,) = re.findall(r"const LIGHT = (\[.*?\]);", source)
    assert tuple(json.loads(light)) == COLOURS


def test_modules_are_small(repository: Path) -> None:
    lines = {
        str(path.relative_to(repository)): len(path.read_text().splitlines())
        for path in (repository / "web" / "src").rglob("*.ts")
    }
    assert {name: count for name, count in lines.items() if count > 400} == {}
