import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.results import TABLES

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scenario = cw.Scenario.from_template("n-source").with_(
        {"duration": "60 ms", "topology.sources": 2, "probes": {"acknowledgment": {"flow": "*"}}}
    )
    return cw.run(scenario).save(tmp_path_factory.mktemp("saved") / "run")


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    """Where the commands run: a folder with one run in it."""
    shutil.copytree(saved, tmp_path / "run")
    return tmp_path


@pytest.mark.parametrize(
    ("to", "out", "files"),
    [
        ("flent", (), ["run.flent.gz"]),
        ("flent", ("-o", "a/mine"), ["a/mine.flent.gz"]),
        ("omnetpp", (), ["run.sca", "run.vec"]),
        ("omnetpp", ("-o", "mine.sca"), ["mine.sca", "mine.vec"]),
        ("csv", ("-o", "tables"), [f"tables/{table}.csv" for table in (*TABLES, "series")]),
        ("csv", (), [f"run-csv/{table}.csv" for table in (*TABLES, "series")]),
    ],
)
def test_a_run_is_exported_and_its_files_are_printed(
    cli: Cli, folder: Path, to: str, out: tuple[str, ...], files: list[str]
) -> None:
    done = cli("export", "run", "--to", to, *out)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == files
    assert all((folder / name).stat().st_size for name in files)


def test_a_missing_probe_is_named_with_the_toml_to_add(cli: Cli, tmp_path: Path) -> None:
    cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms")).save(tmp_path / "run")
    done = cli("export", "run", "--to", "flent")
    assert done.returncode == 2
    assert '[probes.acknowledgment]\nflow = "*"' in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["run", "--to", "xlsx"], "'xlsx' is not known; the formats are flent, omnetpp, csv"),
        (["nowhere", "--to", "csv"], "nowhere: there is no such results folder"),
    ],
)
def test_a_users_mistake_is_explained(cli: Cli, folder: Path, arguments: list[str], fault: str) -> None:
    done = cli("export", *arguments)
    assert done.returncode == 2
    assert fault in done.stderr
    assert "Traceback" not in done.stderr
