"""Each failure of a cluster is reported in one line that says what to do."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.ports import held_port
from tests.study.dask_cluster import need_dask

import cellwise as cw
from cellwise.points import cluster
from cellwise.study import ExecutorError

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    "url",
    ["dask://", "dask://host", "dask://host:port", "dask://host:0", "dask://host:70000", "tcp://host:1", ""],
)
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{url!r} is not allowed; write dask://host:port")):
        cluster.address_of(url)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("dask://a-b.example:8786", "tcp://a-b.example:8786"),
        ("dask://[::1]:8786", "tcp://[::1]:8786"),
    ],
)
def test_a_url_names_a_scheduler(url: str, address: str) -> None:
    assert cluster.address_of(url) == address


@pytest.mark.parametrize(
    "command",
    [("study", "goyal96"), ("study", "all"), ("sweep", "--template", "n-source", "--grid", "seed=1,2")],
)
def test_commands_refuse_what_is_no_url(cli: Cli, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = cli(*command, "--on", "localhost:8786")
    assert done.returncode == 2
    assert done.stderr.startswith("error: --on: 'localhost:8786' is not allowed; write dask://host:port")
    assert not list(tmp_path.rglob("*.json"))


def test_a_comparison_on_a_cluster_takes_a_folder_that_is_shared(
    cli: Cli, brief: cw.Scenario, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(brief.to_toml())
    done = cli("compare", "a.toml", "a.toml", "--on", "dask://localhost:1")
    assert done.returncode == 2
    assert done.stderr == "error: --on: needs --out as well, a folder that the workers share\n"


def test_jobs_do_not_go_with_a_cluster(cli: Cli) -> None:
    done = cli("study", "goyal96", "--on", "dask://localhost:1", "--jobs", "2")
    assert done.returncode == 2
    assert "--jobs: does not go with --on" in done.stderr


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    need_dask()
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with held_port() as port:
        url = f"dask://127.0.0.1:{port}"
        with pytest.raises(ExecutorError, match=f"^{url}: no Dask scheduler answers"), cluster.connect(url):
            pytest.fail("there is none")


def test_without_dask_it_is_said_how_to_install_it(
    process: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "distributed.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'distributed'\", name='distributed')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    done = process("study", "goyal96", "--only", "table1", "--on", "dask://localhost:8786")
    assert done.returncode == 3
    assert done.stderr == (
        "error: dask://localhost:8786: needs Dask (No module named 'distributed'); "
        "install it with `pip install 'cellwise[cluster]'`\n"
    )


def test_dask_is_not_loaded_unless_it_is_asked_for() -> None:
    program = "import sys, cellwise.cli, cellwise.study; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
