"""Rates from a file: where the file is searched, how its rates are used, and which files are refused."""

import os
import pickle
from pathlib import Path

import pytest

import cellwise as cw

#: Two hosts on a link of 12 Mbit/s. A test replaces LINE by the setting `line`.
LINK = """
duration = "2 s"
nodes.a.kind = "host"
nodes.b.kind = "host"
[links]
l = { ends = ["a", "b"], kind = "raw", rate = "12 Mbit/s", delay = "5 ms", line = LINE }
[flows]
f = { kind = "udp", from = "a", to = "b" }
[udp]
payload = "1472 bytes"
rate = "20 Mbit/s"
"""

#: 750 opportunities in a second, a hole in the middle.
TRACE = "\n".join(map(str, [*range(1, 501), *range(751, 1001)]))
FOLLOWED = '{ line = "trace", file = "traces/down.trace" }'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "traces").mkdir()
    (tmp_path / "traces" / "down.trace").write_text(TRACE)
    (tmp_path / "rates.csv").write_text("at_s,rate_mbps\n0,8\n0.5,2\n")
    (tmp_path / "one.toml").write_text(LINK.replace("LINE", FOLLOWED))
    return tmp_path


def delivered(run: cw.Run) -> int:
    return int(run.columns("flows")["delivered_bytes"][0])


def test_a_trace_in_the_folder_of_the_scenario_delivers_what_it_says(folder: Path) -> None:
    run = cw.run(cw.Scenario.read(folder / "one.toml"))
    # Five opportunities come less than the delay before the end.
    assert delivered(run) / 1472 == pytest.approx(2 * 750 - 5, abs=1)


def test_a_table_of_rates_delivers_what_it_says(folder: Path) -> None:
    line = '{ line = "rate-table", file = "rates.csv", period = "1 s" }'
    run = cw.run(cw.Scenario.from_toml(LINK.replace("LINE", line), folder=folder))
    bits = 2 * (0.5 * 8e6 + 0.5 * 2e6)
    assert delivered(run) / 1472 == pytest.approx(bits / 12_000, rel=0.01)


def test_a_scenario_is_whole_without_its_files_and_known_by_what_they_said(folder: Path) -> None:
    scenario = cw.Scenario.read(folder / "one.toml")
    elsewhere = folder / "elsewhere.toml"
    elsewhere.write_text(LINK.replace("LINE", FOLLOWED.replace("traces/down.trace", "copy")))
    (folder / "traces" / "down.trace").rename(folder / "copy")
    assert cw.Scenario.read(elsewhere).id == scenario.id
    (folder / "copy").write_text("1\n2\n")
    assert cw.Scenario.read(elsewhere).id != scenario.id
    assert cw.Scenario.from_json(scenario.to_json(), folder=None) == scenario
    assert pickle.loads(pickle.dumps(scenario)).id == scenario.id
    assert cw.Scenario.from_toml(scenario.to_toml(), folder=None).id == scenario.id


def test_files_that_a_change_names_are_looked_for_from_the_working_directory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = cw.Scenario.read(folder / "one.toml")
    (folder / "short.trace").write_text("3\n")
    monkeypatch.chdir(folder)
    for changed in (
        scenario.with_({"links.l.line.file": "short.trace"}),
        scenario.set("links.l.line.file", "short.trace"),
        cw.Scenario.from_toml(LINK.replace("LINE", '{ line = "trace", file = "short.trace" }')),
    ):
        assert changed["links"]["l"]["line"] == {"line": "trace", "opportunities_ms": [3]}
        assert changed.id != scenario.id
    with pytest.raises(cw.ConfigError, match=r"links\.l\.line\.file"):
        scenario.set("links.l.line.file", "no.trace")


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        (None, "No such file"),
        ("", "at least one opportunity"),
        ("1\ntwo\n", '"two" is not allowed; give a whole number of milliseconds from 0 on .line 2 of'),
        ("2\n1\n", "give at least 2, which stands before it .line 2 of"),
        ("0\n0\n", "it is the length of the trace"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_bad_file_is_reported_at_once_with_the_line_of_the_scenario(
    folder: Path, content: str | bytes | None, reported: str
) -> None:
    trace = folder / "traces" / "down.trace"
    trace.unlink()
    if content is not None:
        trace.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(cw.ConfigError, match=reported) as raised:
        cw.Scenario.read(folder / "one.toml")
    assert [(one["path"], one["line"]) for one in raised.value.issues] == [("links.l.line.file", 6)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_what_is_no_file_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for name in ("pipe", "traces"):
        text = LINK.replace("LINE", f'{{ line = "trace", file = "{name}" }}')
        with pytest.raises(cw.ConfigError, match="is no file"):
            cw.Scenario.from_toml(text, folder=folder)


def test_where_there_are_no_files_none_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(cw.ConfigError, match="give opportunities_ms instead") as refused:
        cw.Scenario.from_toml(LINK.replace("LINE", FOLLOWED), folder=None)
    assert [one["path"] for one in refused.value.issues] == ["links.l.line.file"]
