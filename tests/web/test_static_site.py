"""The site that `make site` writes, from a host of files: figures, policy, without a network."""

import base64
import json
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.conftest import PATIENCE_MS
from tests.web.static_host import StaticHost, serving
from tests.web.test_simulator import MOST_SENT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Below the host's own folder, as sites of projects are.
PLACE = "some/where/"

Come = Callable[..., "Page"]


@pytest.fixture(scope="module")
def root(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the host serves: the site, in a folder."""
    folder = tmp_path_factory.mktemp("host")
    shutil.copytree(site, folder / PLACE)
    return folder


@pytest.fixture(scope="module")
def host(root: Path) -> Iterator[StaticHost]:
    with serving(root) as found:
        yield found


@pytest.fixture
def come(browser: "Browser", host: StaticHost) -> Iterator[Come]:
    """Open pages. Each complaint of the browser, and each request to another host, fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(path: str, at: StaticHost = host, **given: Any) -> "Page":
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **given})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda reported: (
                complaints.append(reported.text) if reported.type in ("error", "warning") else None
            ),
        )
        context.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((at.address + PLACE, "data:", "blob:"))
                else complaints.append(f"asked of another: {asked.url}")
            ),
        )
        page.goto(at.address + PLACE + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def run(page: "Page", figure: int = 0) -> None:
    """Run a figure's example and wait until it is drawn."""
    place = page.locator(".cw-live").nth(figure)
    place.get_by_test_id("live-run").click()
    drawn(page, figure, 1)


def drawn(page: "Page", figure: int, runs: int) -> None:
    page.wait_for_function(
        """([figure, runs]) => {
            const place = document.querySelectorAll(".cw-live")[figure];
            const alarm = place.querySelector("[role=alert]");
            if (place.dataset.state === "failed") throw new Error(alarm.textContent);
            return place.dataset.state === "done" && Number(place.dataset.runs) >= runs
                && place.querySelector(".u-wrap canvas") !== null;
        }""",
        arg=[figure, runs],
    )


def said(page: "Page", figure: int = 0) -> str:
    return page.locator(".cw-live").nth(figure).get_by_test_id("live-said").inner_text()


def test_a_slider_runs_the_tutorials_example_again_and_it_comes_to_what_the_page_says(come: Come) -> None:
    page = come("tutorial/index.html")
    run(page)
    assert page.locator(".cw-live").first.locator(".cw-still").count() == 0
    first = said(page)
    slider = page.locator(".cw-live").first.get_by_label("Buffer")
    assert slider.get_attribute("aria-valuetext") == "1000 cells"
    slider.press("End")
    drawn(page, 0, 2)
    assert slider.get_attribute("aria-valuetext") == "8000 cells"
    # Five windows fit into 8000 cells, as the page says.
    assert "0 % of the cells lost" in said(page)
    assert "0 % of the cells lost" not in first


def test_a_figure_comes_to_what_python_comes_to(come: Come) -> None:
    import cellwise as cw

    page = come("models/epd.html")
    run(page)
    given = json.loads(str(page.locator(".cw-live").first.get_attribute("data-figure")))
    native = cw.run(cw.Scenario.from_json(given["scenario"]))
    mbit = float(native.columns("flows")["throughput_bps"].sum()) / 1e6
    (reported,) = re.findall(r"All flows together: ([\d.]+) Mbit/s", said(page))
    assert float(reported) == pytest.approx(mbit, rel=1e-3)


def test_another_member_of_the_family_can_be_chosen(come: Come) -> None:
    page = come("models/tail.html")
    run(page)
    before = said(page)
    page.get_by_label("Policy").select_option("fba")
    drawn(page, 0, 2)
    assert said(page) != before


def test_what_a_scenario_may_not_be_is_reported_and_the_figure_goes_on(come: Come) -> None:
    page = come("models/epd.html")
    page.locator(".cw-live").first.evaluate(
        "(place) => place.querySelector('input').setAttribute('max', 99)",
    )
    page.get_by_label("Buffer").fill("99")
    page.wait_for_selector('.cw-live[data-state="failed"] [role=alert]:not(:empty)')
    page.get_by_label("Buffer").fill("2")
    page.wait_for_selector('.cw-live[data-state="done"]')


def test_every_kind_of_figure_runs(come: Come, site: Path) -> None:
    """Each description of a figure once, on one of the pages that have it."""
    page = come("index.html")
    failed, seen = [], set()
    for path in sorted([*site.glob("models/*.html"), *site.glob("tutorial/*.html")]):
        text = path.read_text(encoding="utf-8")
        titles = re.findall(r"<summary>The example</summary>.*?(?=</details>)", text, re.DOTALL) or [
            path.name
        ]
        if "data-figure" not in text or titles[0] in seen:
            continue
        seen.add(titles[0])
        page.goto(page.url.partition(PLACE)[0] + PLACE + path.relative_to(site).as_posix())
        for figure in range(page.locator(".cw-live").count()):
            try:
                run(page, figure)
            except Exception as error:
                failed.append(f"{path.name}: {error}")
    assert failed == []
    assert len(seen) >= 15


def test_without_javascript_the_picture_stands_there(come: Come) -> None:
    for path in ("tutorial/index.html", "models/epd.html"):
        page = come(path, java_script_enabled=False)
        picture = page.locator(".cw-live .cw-still img").first
        assert picture.get_attribute("alt")
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 300
        assert box["height"] > 100
        assert page.locator(".cw-controls").count() == 0


def test_every_page_has_the_policy_and_nothing_that_it_forbids(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert "default-src 'none'" in text, path.name
        assert "unsafe-inline" not in text, path.name
        assert not re.search(r"<[a-z]+ [^<>]*\sstyle=\"", text), path.name
        assert "<style" not in text, path.name


def test_pages_keep_to_their_policy(come: Come) -> None:
    page = come("index.html")
    base = page.url.removesuffix("index.html")
    for path in (
        "settings/tcp.html",
        "search.html?q=epd",
        "models/fba.html",
        "notebooks/buffer-slider.html",
        "commands.html",
    ):
        page.goto(base + path)
        page.wait_for_load_state("networkidle")
    assert page.locator("h1").first.inner_text()


def test_it_works_without_a_network_once_it_was_there(root: Path, come: Come) -> None:
    with serving(root) as gone:
        page = come("tutorial/index.html", gone)
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        gone.stop()
        # Neither this page's simulator nor the other page were asked for before.
        page.reload()
        run(page)
        page.goto(gone.address + PLACE + "models/erica.html")
        run(page)
        page.goto(gone.address + PLACE)
        assert "Cellwise" in page.locator("h1").first.inner_text()


def test_a_change_of_the_site_replaces_what_was_kept(root: Path, come: Come, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "host")
    place = tmp_path / "host" / PLACE
    with serving(tmp_path / "host") as host:
        page = come("limits.html", host)
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        text = (place / "limits.html").read_text(encoding="utf-8")
        (place / "limits.html").write_text(text.replace("<h1>", "<h1>New: "), encoding="utf-8")
        worker = (place / "sw.js").read_text(encoding="utf-8")
        (place / "sw.js").write_text(
            re.sub(r'("limits.html": )"\w+"', r'\1"changed"', worker), encoding="utf-8"
        )
        page.reload()
        assert "New: " not in page.locator("h1").first.inner_text()
        page.evaluate(
            """async () => {
                const known = await navigator.serviceWorker.ready;
                await known.update();
                const next = known.installing ?? known.waiting;
                if (next) await new Promise((resolve) =>
                    next.addEventListener("statechange", () => next.state !== "installing" && resolve()));
            }"""
        )
        # The next one takes over while no page is open, which has no event.
        for _ in range(PATIENCE_MS // 500):
            page.goto("about:blank")
            page.wait_for_timeout(500)
            page.goto(host.address + PLACE + "limits.html")
            heading = page.locator("h1").first.inner_text()
            if "New: " in heading:
                break
        assert "New: " in heading


@pytest.mark.parametrize("path", ["tutorial/index.html", "models/epd.html"])
def test_on_a_narrow_screen_nothing_is_scrolled_sideways(come: Come, path: str) -> None:
    page = come(path, viewport={"width": 390, "height": 844})
    run(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    slider = page.get_by_label("Buffer").first.bounding_box()
    assert slider is not None
    assert slider["x"] >= 0
    assert slider["x"] + slider["width"] <= 390


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_figures_are_as_dark_as_the_page(come: Come, scheme: str) -> None:
    page = come("models/epd.html", color_scheme=scheme)
    run(page)
    colours = page.evaluate(
        """() => {
            const place = document.querySelector(".cw-live .cw-control select");
            const { color, backgroundColor } = getComputedStyle(place);
            return [color, backgroundColor].map((one) => one.match(/[0-9.]+/g).slice(0, 3).map(Number));
        }"""
    )
    text, back = (sum(one) / 3 for one in colours)
    assert (text > back) == (scheme == "dark")


def test_the_page_is_part_of_the_site_and_runs_without_a_server(come: Come) -> None:
    from playwright.sync_api import expect

    page = come("index.html")
    page.get_by_role("link", name="Open the page").click()
    page.get_by_test_id("template-n-source").click()
    expect(page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)
    expect(page.get_by_test_id("strip-queue")).to_have_attribute("data-state", "drawn")
    # No server has studies and results, and the page does not request them.
    expect(page.get_by_role("link", name="Studies")).to_have_count(0)
    page.evaluate("location.hash = '#/study/goyal96'")
    expect(page.get_by_role("alert")).to_contain_text("where cellwise serve runs")
    policy = page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content")
    assert policy is not None
    assert "'wasm-unsafe-eval'" in policy
    # A file can be dropped on it.
    page.evaluate("""() => {
        const data = new DataTransfer();
        data.items.add(new File(['topology.template = "n-source"\\nduration = "100 ms"'], "dropped.toml"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }""")
    expect(page.locator("h2")).to_have_text("dropped")
    expect(page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)


def test_a_host_that_compresses_nothing_sends_the_simulator_packed_and_once(come: Come) -> None:
    from playwright.sync_api import expect

    page = come("page/index.html")
    page.get_by_test_id("template-n-source").click()
    expect(page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)
    sizes = page.evaluate(
        """performance.getEntriesByType("resource").filter(({ name }) => name.includes("_core.wasm"))
            .map(({ transferSize }) => transferSize)"""
    )
    assert len(sizes) == 1
    assert 0 < sizes[0] < MOST_SENT


def test_a_host_that_says_that_the_simulator_is_packed_is_understood(root: Path, come: Come) -> None:
    from playwright.sync_api import expect

    with serving(root, says_packed=True) as saying:
        page = come("page/index.html", saying)
        page.get_by_test_id("template-n-source").click()
        expect(page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)


def test_a_scenario_in_the_address_is_run(come: Come) -> None:
    from playwright.sync_api import expect

    scenario = {"title": "Sent by a teacher", "duration": "100 ms", "topology": {"template": "n-source"}}
    packed = zlib.compress(json.dumps(scenario).encode(), wbits=-15)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    page = come(f"page/index.html#/scenario/{text}")
    expect(page.locator("h2")).to_have_text("Sent by a teacher")
    expect(page.locator('[data-testid="run"][data-state="done"]')).to_have_count(1)
