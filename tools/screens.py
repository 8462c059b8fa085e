"""Take pictures of all screens at three widths, light and dark. Run by `make screens`.

`python -m tools.screens FOLDER [--site FOLDER] [--only NAME ...]`: the screens of `cellwise serve`, pages of
the site (built again unless its folder is given) and reports, also printed. Writes `index.html` with all.
With `--walk`, only the pictures of the walk over the front page, as `make walk` does.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from tests.web import screens, walk
from tests.web.conftest import PATIENCE_MS, Server, Visitor
from tests.web.static_host import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1440, 1024, 390)
HEIGHT = 900
SCHEMES = ("light", "dark")
#: A sheet of A4 on its side between the margins of reports, in pixels of CSS.
SHEET = 1032
#: The greatest height of a picture, in pixels.
TALLEST = 6000
#: Of pictures that the repository keeps.
COLOURS = 64

STYLE = (
    "body{font:16px sans-serif} div{display:flex;gap:1rem;overflow-x:auto} figure{margin:0} img{height:420px}"
)

Open = Callable[["Page"], None]


@dataclass
class Gallery:
    """The pictures that were taken, by screen."""

    browser: "Browser"
    folder: Path
    only: list[str]
    taken: dict[str, list[str]] = field(default_factory=dict)

    def take(self, screen: str, open_screen: Open, *, printed: bool = False) -> None:
        """Take a screen at all widths in both schemes, and on paper if asked."""
        if self.only and not any(screen.startswith(name) for name in self.only):
            return
        for scheme in SCHEMES:
            for width in WIDTHS:
                self._one(screen, f"{width}-{scheme}", open_screen, width, color_scheme=scheme)
        if printed:
            self._one(screen, "print", open_screen, SHEET)

    def _one(self, screen: str, kind: str, open_screen: Open, width: int, **given: Any) -> None:
        context = self.browser.new_context(
            viewport={"width": width, "height": HEIGHT}, reduced_motion="reduce", **given
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        if kind == "print":
            page.emulate_media(media="print")
        open_screen(page)
        # What stays in sight while a page is scrolled would lie over the middle of the picture.
        page.evaluate("scrollTo(0, 0)")
        # Fonts, pictures and strips that come after the first ones.
        page.wait_for_timeout(500)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            print(f"{screen} {kind}: {wide} px wider than its window", flush=True)
        name = f"{screen}-{kind}.png"
        tall = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
        clip = {"x": 0, "y": 0, "width": width, "height": max(tall, HEIGHT)}
        page.screenshot(path=self.folder / name, full_page=True, clip=clip)  # type: ignore[arg-type]
        self.taken.setdefault(screen, []).append(name)
        context.close()

    def write(self) -> None:
        """Write the page with all pictures."""
        parts = [
            f"<h2>{escape(screen)}</h2><div>{''.join(_shown(name) for name in names)}</div>"
            for screen, names in self.taken.items()
        ]
        head = f'<meta charset="utf-8"><title>Screens</title><style>{STYLE}</style><h1>Screens</h1>'
        (self.folder / "index.html").write_text(f"<!doctype html>{head}{''.join(parts)}\n", encoding="utf-8")


def _shown(name: str) -> str:
    picture = f'<a href="{name}"><img loading="lazy" src="{name}" alt="{name}"></a>'
    return f"<figure>{picture}<figcaption>{name}</figcaption></figure>"


def _page(gallery: Gallery, work: Path) -> None:
    """Take the screens of the local page."""
    server = Server(work / "served")
    server.folder.mkdir()
    server.start()
    try:
        for name, reach in screens.PAGE.items():
            gallery.take(f"page-{name}", lambda page, reach=reach: reach(Visitor(page, server)))  # type: ignore[misc]
    finally:
        server.stop()


def _site(gallery: Gallery, built: Path) -> None:
    """Take pages of the site from a host of files."""
    with serving(built) as host:
        for name in screens.SITE:
            gallery.take(f"site-{name}", lambda page, name=name: screens.open_site(page, host.address, name))  # type: ignore[misc]


def _reports(gallery: Gallery, work: Path) -> None:
    def opened(page: "Page", address: str) -> None:
        page.goto(address)

    for name, file in screens.reports(work).items():
        gallery.take(f"report-{name}", partial(opened, address=file.as_uri()), printed=True)


def _walk(browser: "Browser", folder: Path, built: Path) -> None:
    """Take the pictures of the walk, each where the one before left the page."""
    context = browser.new_context(viewport=walk.WINDOW, reduced_motion="reduce", color_scheme="light")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    with serving(built) as host:
        screens.open_site(page, host.address, "front")
        for name, reach in walk.STEPS.items():
            reach(page)
            page.wait_for_timeout(500)
            _save_small(page.screenshot(), folder / f"walk-{name}.png")
    context.close()


def _save_small(picture: bytes, file: Path) -> None:
    """Write a picture with few colours: the repository keeps it."""
    with Image.open(BytesIO(picture)) as taken:
        taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start the browser of the system.

    Raises
    ------
    SystemExit
        If Chromium is missing.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise SystemExit("no pictures: Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        arguments = ["--headless", "--no-sandbox", "--disable-gpu"]
        yield driver.chromium.launch(executable_path=program, args=arguments)


def _everything(gallery: Gallery, work: Path, built: Path) -> None:
    _page(gallery, work)
    _site(gallery, built)
    _reports(gallery, work)
    gallery.write()
    print(f"{sum(map(len, gallery.taken.values()))} pictures: {gallery.folder / 'index.html'}")


def main() -> None:
    """Read the options and take the pictures."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument("--site", type=Path, help="a site that make site built")
    options.add_argument("--only", nargs="*", default=[], help="screens whose names begin so")
    options.add_argument("--walk", action="store_true", help="only the walk over the front page")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        built = given.site or work / "site"
        if given.site is None:
            subprocess.run([sys.executable, "tools/build_site.py", str(built)], check=True)
        browser = stack.enter_context(chromium())
        if given.walk:
            _walk(browser, given.folder, built)
        else:
            gallery = Gallery(browser, given.folder, given.only)
            _everything(gallery, work, built)


if __name__ == "__main__":
    main()
