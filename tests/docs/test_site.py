"""The documentation builds as a site without a warning, offline; its pages are found and its links hold."""

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import cellwise as cw
from cellwise import studies

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BUILD_TIMEOUT_S = 900

#: Pages that Sphinx makes for readers who search; no page has to lead to them.
OF_SPHINX = {"genindex.html", "search.html", "py-modindex.html"}


class Page(HTMLParser):
    """What a page refers to, and what in it can be referred to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])

    def target(self, link: str) -> tuple[Path, str] | None:
        """The file and the place in it that a link leads to; None if it leads out of the site."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return None
        file = (self.path.parent / unquote(parts.path)).resolve() if parts.path else self.path
        return file, unquote(parts.fragment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once. A missing package, Sphinx or one that it needs, is reported."""
    for package in ("sphinx", "myst_parser", "furo", "nbclient", "ipykernel"):
        if importlib.util.find_spec(package) is None:
            missing = f"{package} is not installed; make develop installs it"
            pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    folder = tmp_path_factory.mktemp("site").resolve()
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-b", "html"]
    command += ["-d", str(folder / "doctrees"), str(DOCS), str(folder / "html")]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site."""
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def test_pages_to_read_link_each_term_of_the_glossary_once(pages: dict[Path, Page], site: Path) -> None:
    found = {
        path: [link.partition("#")[2] for link in page.links if "glossary.html#term-" in link]
        for path, page in pages.items()
        if path.parent.name in ("tutorial", "how-to", "models") and path.stem != "index"
    }
    assert [path for path, terms in found.items() if len(terms) != len(set(terms))] == []
    # A page may have no word that needs one.
    assert sum(1 for terms in found.values() if not terms) <= len(found) // 20
    assert any(one.startswith("term-") for one in pages[site / "glossary.html"].ids)


def test_every_link_within_the_site_leads_somewhere(pages: dict[Path, Page]) -> None:
    broken = []
    for page in pages.values():
        for link in page.links:
            found = page.target(link)
            if found is None:
                continue
            file, place = found
            if not file.exists() or (place and file in pages and place not in pages[file].ids):
                broken.append(f"{page.path.name}: {link}")
    assert broken == []


def test_pages_load_nothing_from_elsewhere(pages: dict[Path, Page]) -> None:
    for page in pages.values():
        for loaded in page.loaded:
            if loaded.startswith("data:"):
                continue
            found = page.target(loaded)
            assert found is not None, f"{page.path.name} loads {loaded}"
            assert found[0].exists(), f"{page.path.name} loads {loaded}"


@pytest.mark.parametrize("policy", ["fba", "selective-drop"])
def test_equations_are_drawn_where_they_stand_and_reported_to_screen_readers(site: Path, policy: str) -> None:
    page = (site / "models" / f"{policy}.html").read_text()
    blocks = re.findall(r'<div class="equation"><svg[^>]* aria-label="([^"]*)".*? d="([^"]*)"/></svg>', page)
    assert r"\dfrac{Y_i \, N_a}{X} &gt; Z" in blocks[0][0]
    for _, outline in blocks:
        assert outline.count("M") > 5
        assert re.fullmatch(r"[MLQCZ0-9. -]+", outline)
    shown = re.sub(r"<[^>]*>", "", page)
    assert not re.search(r"Y_i|\\d?frac|\$", shown)


def test_every_page_can_be_reached_from_the_index(site: Path, pages: dict[Path, Page]) -> None:
    reached, ahead = set[Path](), [site / "index.html"]
    while ahead:
        path = ahead.pop()
        if path in reached or path not in pages:
            continue
        reached.add(path)
        found = (pages[path].target(link) for link in pages[path].links)
        ahead += [target[0] for target in found if target]
    unreached = {path.relative_to(site).as_posix() for path in set(pages) - reached}
    assert unreached <= OF_SPHINX


def test_every_written_page_is_in_the_site(site: Path) -> None:
    sources = [path for ending in ("md", "ipynb") for path in DOCS.rglob(f"*.{ending}")]
    written = [path.relative_to(DOCS) for path in sources if "_build" not in path.parts]
    assert written
    assert [one for one in written if not (site / one.with_suffix(".html")).exists()] == []


def test_every_family_of_models_is_on_the_page_of_models() -> None:
    page = (DOCS / "models" / "index.md").read_text(encoding="utf-8")
    families = {entry.family for entry in cw.catalogue()}
    assert [one for one in sorted(families) if f"<!-- generated: catalogue {one} -->" not in page] == []


def test_every_study_has_its_page(site: Path) -> None:
    for name in studies.names():
        text = (site / "studies" / f"{name}.html").read_text(encoding="utf-8")
        assert all(claim.id in text for claim in studies.get(name).claims)


def test_the_commands_are_all_described(site: Path) -> None:
    text = (site / "commands.html").read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cellwise", "--help"], capture_output=True, text=True, check=True
    )
    commands = set(re.findall(r"^│ ([a-z]+)  ", done.stdout, re.MULTILINE))
    assert {"run", "check", "study", "plot"} <= commands
    assert [one for one in sorted(commands) if f"cellwise {one}<" not in text] == []
