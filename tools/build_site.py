"""Write the documentation with its simulator as one folder that any static host serves. Run by `make site`.

`python tools/build_site.py FOLDER`: Sphinx writes the documentation. The simulator for browsers is added for
the live figures and for the page, which is in `page/`. Every page gets a strict policy, for which its inline
scripts and styles become files. The service worker gets the list of all files, so that the site works without
a network.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from bs4 import BeautifulSoup, Tag

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "python" / "cellwise" / "_core.wasm"
PAGE = ROOT / "python" / "cellwise" / "_web"

#: The place of the module in the site: packed, because many hosts pack nothing. Scripts detect the packing.
PACKED = f"_static/{MODULE.name}.gz"

#: Everything is from the site itself. WebAssembly is compiled; pictures of notebooks are inside the pages.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)

#: What scripts that are run are called; others hold data, which no policy forbids.
_RUN = ("", "text/javascript", "application/javascript", "module")
#: Names of the asides of the theme.
_PARTS = {"aside.sidebar-drawer": "All pages", "aside.toc-drawer": "On this page"}
#: The place of scripts and styles that were inside pages.
_INLINE = "_static/inline"


def main(folder: Path) -> None:
    """Write the site into a folder, whose old files are removed.

    Raises
    ------
    SystemExit
        If the module for browsers is not built, or Sphinx fails.
    """
    if not MODULE.exists():
        raise SystemExit(f"{MODULE.relative_to(ROOT)} is not built: make build says why")
    shutil.rmtree(folder, ignore_errors=True)
    _document(folder)
    (folder / PACKED).write_bytes(gzip.compress(MODULE.read_bytes(), mtime=0))
    _add_page(folder)
    for path in sorted(folder.rglob("*.html")):
        _guard(path, folder)
    # Some hosts leave out folders whose names begin with an underscore unless this file exists.
    (folder / ".nojekyll").touch()
    _write_worker(folder)


def _document(folder: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-b", "html"]
    command += ["-t", "site", "-d", "docs/_build/site-doctrees", "docs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    for left in (".buildinfo", "objects.inv"):
        (folder / left).unlink(missing_ok=True)


def _add_page(folder: Path) -> None:
    """Put the page into the site; it shares the simulator with the figures."""
    shutil.copytree(PAGE, folder / "page", ignore=shutil.ignore_patterns("widget.*"))
    index = folder / "page" / "index.html"
    page = BeautifulSoup(index.read_text(encoding="utf-8"), "html.parser")
    head = _head(page)
    head.append(page.new_tag("meta", attrs={"name": "cellwise-site", "content": f"../{PACKED}"}))
    early = head.find("link", rel="preload")
    if not isinstance(early, Tag):
        raise ValueError("the page does not ask for its simulator early")
    early["href"] = f"../{PACKED}"
    head.append(page.new_tag("script", attrs={"type": "module", "src": "../_static/offline.js"}))
    index.write_text(str(page), encoding="utf-8")


def _guard(path: Path, site: Path) -> None:
    """Give a page the policy, and move out of it what the policy forbids."""
    page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    up = "../" * (len(path.relative_to(site).parts) - 1)
    for script in page.find_all("script", src=False):
        if script.get("type", "") in _RUN and script.string:
            script["src"] = up + _file(script.string, "js", site)
            script.string = ""
    for style in page.find_all("style"):
        link = page.new_tag("link", rel="stylesheet", href=up + _file(style.get_text(), "css", site))
        style.replace_with(link)
    _name_parts(page)
    head = _head(page)
    rules = "".join(sorted({_as_class(element) for element in page.find_all(style=True)}))
    if rules:
        head.append(page.new_tag("link", rel="stylesheet", href=up + _file(rules, "css", site)))
    policy = page.new_tag("meta", attrs={"http-equiv": "Content-Security-Policy", "content": POLICY})
    # A policy does not hold for the elements before it, but the set of characters has to come first.
    charset = head.find("meta", charset=True)
    charset.insert_after(policy) if charset else head.insert(0, policy)
    path.write_text(str(page), encoding="utf-8")


def _name_parts(page: BeautifulSoup) -> None:
    """Say of parts of the theme's pages what they are, and let keys scroll what is wide."""
    for caption in page.select('p.caption[role="heading"]'):
        caption["aria-level"] = "2"
    for part, name in _PARTS.items():
        for aside in page.select(part):
            aside["aria-label"] = name
    for wide in page.select("pre, div.equation, .table-wrapper"):
        wide["tabindex"] = "0"


def _head(page: BeautifulSoup) -> Tag:
    if page.head is None:
        raise ValueError("a page without a head")
    return page.head


def _as_class(element: Tag) -> str:
    """Replace an element's own style by a class; give the rule of the class."""
    style = str(element["style"]).strip().rstrip(";")
    del element["style"]
    name = f"s-{_hash(style.encode())}"
    element["class"] = [*filter(None, element.get_attribute_list("class")), name]
    return f".{name}{{{style}}}\n"


def _file(text: str, ending: str, site: Path) -> str:
    name = f"{_INLINE}/{_hash(text.encode())}.{ending}"
    (site / _INLINE).mkdir(parents=True, exist_ok=True)
    (site / name).write_text(text, encoding="utf-8")
    return name


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _write_worker(folder: Path) -> None:
    """Write the list of files into the service worker."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    files = {path.relative_to(folder).as_posix(): _hash(path.read_bytes()) for path in paths}
    code = Path(__file__).with_name("site") / "sw.js"
    text = f"const FILES = {json.dumps(files, indent=0)};\n{code.read_text(encoding='utf-8')}"
    (folder / "sw.js").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
