"""What a newcomer does first in Python: run a file or a mapping, see it in a notebook, take its tables."""

import subprocess
import sys
from pathlib import Path

import pytest

import cellwise as cw

TEXT = 'title = "<b>five</b> & more"\nduration = "20 ms"\n[topology]\ntemplate = "n-source"\n'


@pytest.fixture
def run() -> cw.Run:
    return cw.run({"duration": "20 ms", "topology": {"template": "n-source"}, "title": "<b>five</b> & more"})


def test_a_file_a_path_a_mapping_and_a_scenario_run_alike(run: cw.Run, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(TEXT)
    same = (str(file), file, run.scenario, cw.Scenario.read(file))
    assert {cw.run(one).fingerprint for one in same} == {run.fingerprint}
    with pytest.raises(FileNotFoundError):
        cw.run(str(tmp_path / "other.toml"))
    with pytest.raises(TypeError, match="int is not allowed; give a Scenario, a mapping, or the name"):
        cw.run(5)  # type: ignore[arg-type]
    with pytest.raises(cw.ConfigError, match="topology"):
        cw.run({"topology": {"template": "m-source"}})


def test_an_error_of_a_file_has_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(TEXT.replace("20 ms", "-20 ms"))
    with pytest.raises(cw.ConfigError, match=r"it is negative.*") as caught:
        cw.run(file)
    assert f" --> {file}:2:12\n" in str(caught.value)
    with pytest.raises(cw.ConfigError, match=r" --> line 2, column 12\n"):
        cw.Scenario.from_toml(file.read_text())
    file.write_text('duration = "1 s"\n')
    with pytest.raises(cw.ConfigError, match=r"my\.toml"):
        cw.run(file)


def test_a_notebook_shows_a_run_as_tables_and_escapes_its_words(run: cw.Run) -> None:
    html = run._repr_html_()
    assert "&lt;b&gt;five&lt;/b&gt; &amp; more" in html
    assert "<b>" not in html
    for word in ("tcp5", "sw1.trunk", "throughput, Mbit/s", "efficiency", "Cells lost: none"):
        assert word in html
    assert html.count("<table>") == html.count("</table>") == 2
    assert "Warning" not in html


def test_a_notebook_shows_what_a_run_warns_of_and_leaves_out_long_tables() -> None:
    waits = cw.run(
        {
            "duration": "1 s",
            "topology": {"template": "n-source", "sources": 30},
            "switch": {"buffer": "2000 cells"},
        }
    )
    (reported,) = waits.warnings()
    assert "all 30 TCP flows wait for their retransmission timers" in reported
    assert f"Warning:</strong> {reported}" in waits._repr_html_()
    assert "and 20 more flows" in waits._repr_html_()


def test_a_saved_run_warns_as_it_did(tmp_path: Path) -> None:
    scenario = cw.Scenario.from_template("n-source").with_({"switch.buffer": "2000 cells"}, duration="1 s")
    waits = cw.run(scenario)
    assert cw.Run.load(waits.save(tmp_path / "run")).warnings() == waits.warnings() != []


def test_dir_shows_what_users_may_use() -> None:
    import cellwise.experiments

    assert dir(cellwise) == sorted(cellwise.__all__)
    code = "import cellwise, cellwise.export; print(*dir(cellwise))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == sorted(cellwise.__all__)
    assert dir(cellwise.experiments) == sorted(cellwise.experiments.__all__)


@pytest.mark.parametrize("saved", [False, True])
def test_a_table_that_is_being_read_locks_nothing(run: cw.Run, tmp_path: Path, saved: bool) -> None:
    pytest.importorskip("pyarrow")
    if saved:
        run = cw.Run.load(run.save(tmp_path / "run"))
    readers = [run.flows.arrow(), run.vcs.arrow()]
    assert len(run.columns("ports")["port"]) == len(run.ports.fetchall())
    assert run.flows.join(run.vcs, "vc").aggregate("count(*)").fetchall() == [(10,)]
    again = cw.Run.load(run.save(tmp_path / "again"))
    assert again.fingerprint == run.fingerprint
    assert [reader.read_all().num_rows for reader in readers] == [5, 10]


def test_a_busy_connection_is_no_damaged_file(run: cw.Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import duckdb

    loaded = cw.Run.load(run.save(tmp_path / "run"))
    flows, ports = loaded.flows, loaded.ports
    reader = flows.arrow()
    # Both were made before either was read, so they share a connection. The error says so.
    with pytest.raises(duckdb.Error, match="open result"), loaded._tables._readable("ports"):
        ports.fetchall()
    assert reader.read_all().num_rows == 5


@pytest.mark.parametrize(("library", "method"), [("pandas", "df"), ("polars", "pl")])
def test_tables_are_frames_of_the_extras(run: cw.Run, library: str, method: str) -> None:
    pytest.importorskip(library)
    frame = getattr(run.flows, method)()
    assert frame.shape == (5, len(run.flows.columns))
    assert type(frame).__module__.split(".")[0] == library


def test_the_extras_are_declared() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert any(one.startswith("pandas") for one in extras["pandas"])
    assert {one.split(">")[0] for one in extras["polars"]} == {"polars", "pyarrow"}
