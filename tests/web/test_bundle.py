"""The installed page is the one that its sources build, and its sources keep to the rules."""

import json
import re
from importlib.resources import files
from pathlib import Path

from tests.web.conftest import run_in

import cellwise as cw
from cellwise.plots.look import COLOURS

BUNDLE = files("cellwise") / "_web"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_installed_page_is_what_the_sources_build(web: Path, tmp_path: Path) -> None:
    vite = str(web / "node_modules" / ".bin" / "vite")
    run_in(web, vite, "build", "--outDir", str(tmp_path), "--emptyOutDir", "--logLevel", "warn")
    for mode in ("worker", "widget"):
        run_in(web, vite, "build", "--mode", mode, "--outDir", str(tmp_path), "--logLevel", "warn")
    built, installed = contents(tmp_path), contents(Path(str(BUNDLE)))
    assert built.keys() == installed.keys()
    different = [name for name in built if built[name] != installed[name]]
    assert different == [], "run `npm run build` in web"


def test_the_scripts_of_the_site_are_what_the_sources_build(web: Path, tmp_path: Path) -> None:
    vite = str(web / "node_modules" / ".bin" / "vite")
    run_in(
        web, vite, "build", "--mode", "site", "--outDir", str(tmp_path), "--emptyOutDir", "--logLevel", "warn"
    )
    assert contents(tmp_path) == contents(web.parent / "docs" / "_live"), "run `npm run build` in web"


def test_types_are_right(web: Path) -> None:
    run_in(web, str(web / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_functions_that_need_no_browser_do_what_they_say(web: Path, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(cw.json_schema())
    reported = run_in(web, "npm", "test", CELLWISE_SCHEMA=str(schema))
    (passed,) = re.findall(r"^# pass (\d+)$", reported, re.MULTILINE)
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
    reported = (BUNDLE / "licenses.md").read_text()
    assert "uplot" in reported
    assert "Permission is hereby granted, free of charge" in reported


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
