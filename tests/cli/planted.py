"""Folders of every kind with code in them that leaves a mark when it runs."""

import pickle
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.study.own import begun, change

import cellwise as cw
from cellwise import studies
from cellwise.study.drive import drive
from cellwise.study.order import order_of, write_order

#: File names that a program may load from the folder where it starts, or from the folder of its input.
LOADED = (
    *("__init__.py", "__main__.py", "conftest.py", "setup.py", "sitecustomize.py", "usercustomize.py"),
    *("cellwise.py", "numpy.py", "json.py", "study.py", "measures.py", "m.py", "duckdb.py", "matplotlib.py"),
)

RECORD = "cellwise-wire 1\nseed 1\nports a b\nscenario 1\n{scenario}\no 0 5 100 0 0 1 1 2\nend 10000000000\n"

LINK = """
duration = "20 ms"
nodes.a.kind = "host"
nodes.b.kind = "host"
links.l = { ends = ["a", "b"], kind = "raw", rate = "12 Mbit/s", delay = "1 ms", line = LINE }
flows.f = { kind = "FLOW", from = "a", to = "b" }
"""

SCRIPT = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"


@dataclass(frozen=True)
class Planted:
    """A folder with results, a study, a record, a trace and a capture; `mark` is there once code ran."""

    base: Path
    mark: Path

    @property
    def code(self) -> str:
        """Python that leaves the mark."""
        return f"__import__('pathlib').Path({str(self.mark)!r}).write_text('ran')\n"

    @property
    def pickled(self) -> bytes:
        """What leaves the mark when it is read as Python's own format."""
        return pickle.dumps(_Opened(str(self.mark)))

    @property
    def ran(self) -> bool:
        """Whether code ran; forgets it."""
        found = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return found

    def files(self) -> list[Path]:
        """Give every file."""
        return [path for path in sorted(self.base.rglob("*")) if path.is_file() and path != self.mark]


class _Opened:
    def __init__(self, name: str) -> None:
        self.name = name

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (Path(self.name),)


def planted(base: Path) -> Planted:
    """Write all folders, sound, and put files with code next to each of their files."""
    made = Planted(base, base / "mark")
    link = LINK.replace("LINE", '{ line = "trace", file = "down.trace" }').replace("FLOW", "udp")
    (base / "down.trace").write_text("1\n2\n3\n")
    (base / "traced.toml").write_text(link)
    outside = LINK.replace("LINE", '{ line = "constant" }').replace("FLOW", "outside")
    scenario = cw.Scenario.read(_written(base / "outside.toml", outside)).to_json()
    (base / "run.wire").write_text(RECORD.format(scenario="".join(scenario.splitlines())))
    (base / "scripts").mkdir()
    (base / "scripts" / "one.pkt").write_text(SCRIPT)
    brief = cw.Scenario.from_template("n-source").with_(
        {"duration": "20 ms", "probes.queue": {"port": "sw1.trunk"}}
    )
    cw.run(brief, captures={"ip@s1": base / "run.pcapng"}).save(base / "results" / "run")
    swept = cw.sweep(brief, grid={"switch.drop.policy": ["tail", "epd"]})
    swept.run(base / "results" / "swept", replications=1)
    _study(made)
    for folder in {path.parent for path in made.files()}:
        for name in LOADED:
            # Where a program starts with `-m`, Python itself looks for modules.
            if folder != base and not (folder / name).exists():
                (folder / name).write_text(made.code)
        (folder / "matplotlibrc").write_text("backend: module://m\n")
    assert not made.ran
    return made


def _study(made: Planted) -> None:
    """Write a study whose functions leave the mark, its points, and the same study inside their folder."""
    own = begun(made.base / "mine")
    change(own, 'duration = "200 ms"', 'duration = "20 ms"')
    measure = "def lost(run):\n    return float(run.tables['vcs']['cells_lost'].sum())\n"
    (own / "measures.py").write_text(measure)
    change(own, 'expression = "sum(vcs.cells_lost)"', 'python = "measures.py:lost"')
    one = studies.get(str(own))
    drive(one, made.base / "results" / "mine", replications=1, quiet=True)
    write_order(made.base / "results" / "mine", order_of(one, 1))
    (own / "measures.py").write_text(made.code + measure)
    shutil.copytree(own, made.base / "results" / "mine" / "mine")
    for file in own.iterdir():
        if file.is_file():
            shutil.copy(file, made.base / "results" / "mine")


def _written(file: Path, text: str) -> Path:
    file.write_text(text)
    return file
