"""Reports in a browser: nothing of them is loaded from elsewhere or run, and they look as they did."""

import http.server
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.study.small import small

import cellwise as cw
from cellwise.experiments.sweep_stored import gather_sweep, read_cases
from cellwise.page.run_report import RunReport
from cellwise.reports import html
from cellwise.reports.experiment import ExperimentReport
from cellwise.reports.index import Line, page
from cellwise.reports.study_page import render
from cellwise.study.drive import drive

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: How a page says what it may load.
META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*">')


@dataclass
class Elsewhere:
    """A server that gives a picture, and knows what it was asked for."""

    address: str
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Elsewhere(f"http://127.0.0.1:{server.server_port}", asked)
        server.shutdown()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A report of every kind, as text."""
    folder = tmp_path_factory.mktemp("reports")
    brief = cw.Scenario.from_template("n-source").with_(
        {"title": "five <b>sources</b>", "duration": "20 ms", "probes.queue": {"port": "sw1.trunk"}}
    )
    run = cw.run(brief)
    cw.sweep(brief, grid={"switch.drop.policy": ["tail", "epd"]}).run(folder, replications=1)
    swept = read_cases(folder)
    assert swept is not None
    outcome = drive(small(), folder / "small", replications=2, quiet=True)
    return {
        "run": RunReport(run, folder, "cellwise report run").to_html(),
        "sweep": ExperimentReport(gather_sweep(swept, folder, pytest.fail), "cellwise report").to_html(),
        "study": render(outcome, "cellwise study small"),
        "index": page([Line.of(outcome)], None),
    }


def test_every_report_says_that_it_loads_nothing(reports: dict[str, str]) -> None:
    for name, report in reports.items():
        head = report[: report.index("<style>")]
        assert META.findall(head) == [
            f'<meta http-equiv="Content-Security-Policy" content="{html.POLICY}">'
        ], name
        assert "<script" not in report, name


def test_a_picture_from_elsewhere_is_named_and_one_in_the_text_is_shown() -> None:
    reported = html.from_markdown(
        "![a *plan*](https://a.example/x.png?a=1&b) ![](x.svg) ![dot](data:image/gif;base64,AA)"
    )
    assert "<p>a plan (https://a.example/x.png?a=1&amp;b)  (x.svg) <img src=" in reported
    assert 'src="data:image/gif;base64,AA"' in reported
    assert reported.count("<img") == 1


def test_a_report_looks_the_same_and_hands_out_its_numbers(
    browser: "Browser", reports: dict[str, str], tmp_path: Path
) -> None:
    for name, report in reports.items():
        seen = []
        for text in (report, META.sub("", report)):
            file = tmp_path / f"{name}.html"
            file.write_text(text)
            shown = browser.new_page(viewport={"width": 1000, "height": 1400})
            complaints: list[str] = []
            shown.on("console", lambda one, complaints=complaints: complaints.append(one.text))
            shown.goto(file.as_uri())
            seen.append(shown.screenshot(full_page=True))
            assert complaints == [], name
            if "Data (CSV)" in text:
                with shown.expect_download() as download:
                    shown.get_by_text("Data (CSV)").first.click()
                assert Path(download.value.path()).read_text().count("\n") > 1
            shown.close()
        assert seen[0] == seen[1], f"{name} looks otherwise than without its policy"


def test_what_is_planted_in_a_report_is_neither_loaded_nor_run(
    browser: "Browser", elsewhere: Elsewhere, reports: dict[str, str], tmp_path: Path
) -> None:
    there = elsewhere.address
    planted = (
        f'<img src="{there}/image"><script src="{there}/script"></script>'
        '<script>document.title = "ran"</script>'
        f'<link rel="stylesheet" href="{there}/style"><iframe src="{there}/frame"></iframe>'
        f'<style>@import "{there}/import"; body {{ background: url({there}/background) }}</style>'
        f'<svg><image href="{there}/svg"/></svg><img src="data:," onerror="document.title = 1">'
    )
    readme = f"## What is asked\n\n![plan]({there}/readme.png) {planted}\n"
    study = replace(small(), question=readme)
    outcome = drive(study, tmp_path / "small", replications=1, quiet=True)
    for name, text in {
        "readme": render(outcome, "cellwise study small"),
        "raw": reports["run"].replace("</body>", planted + "</body>"),
    }.items():
        file = tmp_path / f"{name}.html"
        file.write_text(text)
        shown = browser.new_page()
        shown.goto(file.as_uri(), wait_until="load")
        shown.wait_for_timeout(200)
        assert shown.title() not in ("ran", "1")
        assert elsewhere.asked == [], name
        shown.close()
    # All of it is loaded by a page without a policy: it would be seen.
    file.write_text(META.sub("", text))
    shown = browser.new_page()
    shown.goto(file.as_uri(), wait_until="load")
    assert "/image" in elsewhere.asked
    assert shown.title() in ("ran", "1")
    shown.close()
