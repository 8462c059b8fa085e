"""A scenario has the same results in a browser as here, to the last bit."""

import base64
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.models import MEMBERS, scenario
from tests.web.conftest import Wasm

import cellwise as cw
from cellwise.result_tables import RECORDS, TABLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
#: The address of this test's page; nothing is requested from a network.
ORIGIN = "http://cellwise.test/"

_TYPES = {"Float64Array": "<f8", "BigUint64Array": "<u8"}

Fingerprints = dict[str, str]


def scenarios() -> dict[str, cw.Scenario]:
    """Every member of every family, every template, and the scenarios of benchmarks and kept regressions."""
    found = {f"{family} {name}": scenario(family, name, "300 ms") for family, name in MEMBERS}
    for entry in cw.catalogue("templates"):
        template = cw.Scenario.from_template(entry.name)
        sooner = {"topology.load_start": "100 ms"} if "load_start" in template["topology"] else {}
        found[f"template {entry.name}"] = template.with_({"duration": "300 ms", **sooner})
    for path in sorted(ROOT.glob("crates/net/tests/regressions/*.toml")):
        found[path.stem] = cw.Scenario.read(path)
    for path in sorted(ROOT.glob("benches/**/*.toml")):
        # Of a thousand flows the last one begins after a second.
        found[path.stem] = cw.Scenario.read(path).with_(duration="1100 ms")
    every = {"port": "*"}
    recorded = {"queue": [every], "losses": every, "segments": {"flow": "*"}, "delays": {"flow": "*"}}
    found["records"] = scenario("drop-policies", "epd", "300 ms").with_({"probes": recorded})
    return found


@pytest.fixture(scope="module")
def runs() -> dict[str, cw.Run]:
    return {name: cw.run(one) for name, one in scenarios().items()}


@pytest.fixture(scope="module")
def here(runs: Mapping[str, cw.Run]) -> Fingerprints:
    return {name: run.fingerprint for name, run in runs.items()}


def fingerprint(found: Mapping[str, Any], of: cw.Scenario) -> str:
    """Put together what was taken apart in JavaScript."""
    tables = {name: _columns(columns) for name, columns in found["tables"].items()}
    raw = {
        **found["summary"],
        **{name: tables[name] for name in TABLES},
        "records": {name: tables[name] for name in RECORDS if name in tables},
        "series": [
            {**one, **_columns({key: one[key] for key in ("time_ps", "value")})} for one in found["series"]
        ],
    }
    return cw.Run(raw, of).fingerprint


def _columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _column(column) for name, column in columns.items()}


def _column(column: Mapping[str, Any]) -> Any:
    if "words" in column:
        return [column["words"][row] for row in column["rows"]]
    values = np.frombuffer(base64.b64decode(column["octets"]), _TYPES[column["type"]])
    return values.astype(np.int64) if values.dtype.kind == "u" else values


def test_there_are_many_scenarios_and_they_come_to_different_things(here: Fingerprints) -> None:
    assert len(set(here.values())) >= 60


def test_every_member_of_every_family_takes_part(runs: Mapping[str, cw.Run]) -> None:
    reported = {(model["family"], model["name"]) for run in runs.values() for model in run.models}
    assert set(MEMBERS) <= reported
    assert {f"template {entry.name}" for entry in cw.catalogue("templates")} <= set(runs)


def test_node_comes_to_the_same(wasm: Wasm, node: str, here: Fingerprints) -> None:
    asked = scenarios()
    lines = "".join(f"{json.dumps(one.to_json())}\n" for one in asked.values())
    command = [node, str(HERE / "same_bits_node.mjs"), str(wasm.glue), str(wasm.module)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    answers = dict(zip(asked, done.stdout.splitlines(), strict=True))
    there = {name: fingerprint(json.loads(answer), asked[name]) for name, answer in answers.items()}
    assert [name for name in asked if there[name] != here[name]] == []


def test_chromium_comes_to_the_same(wasm: Wasm, here: Fingerprints, browser: "Browser") -> None:
    files = {"": b"<!doctype html><title>same bits</title>", wasm.glue.name: wasm.glue.read_bytes()}
    files |= {"same_bits.mjs": (HERE / "same_bits.mjs").read_bytes(), "core.wasm": wasm.module.read_bytes()}
    kinds = {"": "text/html", ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def answer(route: "Route") -> None:
        name = route.request.url.removeprefix(ORIGIN)
        route.fulfill(body=files[name], content_type=kinds[Path(name).suffix])

    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(ORIGIN)
    page.evaluate(
        """async () => {
            const { Simulator } = await import("./cellwise.mjs");
            const { outcome } = await import("./same_bits.mjs");
            const simulator = new Simulator(await WebAssembly.compileStreaming(fetch("core.wasm")));
            window.outcome = (scenario) => outcome(simulator, scenario);
        }"""
    )
    asked = scenarios()
    there = {
        name: fingerprint(page.evaluate("(scenario) => outcome(scenario)", one.to_json()), one)
        for name, one in asked.items()
    }
    page.close()
    assert [name for name in asked if there[name] != here[name]] == []
