import subprocess
import sys

import pytest

HEAVY = ("matplotlib", "duckdb", "PIL", "typer", "rich", "asyncio", "cellwise.plots.render")


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import cellwise", (*HEAVY, "cellwise.export", "cellwise.study")),
        ("import cellwise.plots, cellwise.export", HEAVY),
        ("import cellwise.cli", ("matplotlib", "duckdb", "PIL")),
    ],
)
def test_heavy_libraries_are_loaded_only_when_they_are_used(statement: str, absent: tuple[str, ...]) -> None:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "cellwise" in loaded
    assert loaded.isdisjoint(absent), loaded & set(absent)
