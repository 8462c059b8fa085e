"""Measure programs of this machine on simulated lines, next to arithmetic and to simulated hosts.

    .venv/bin/python -m benches.hosts [--only PART ...] [--out DIR] [--report FILE]
                                      [--quick] [--resume] [--stored]

From the root of the repository, on Linux, with the rights of `cellwise wire`; about ten minutes. It needs
`ip`, `ping`, `iperf3` and `ss`. If something is missing, it is named and nothing is measured. Runs and their
records are kept in DIR (results/hosts), with a report in Markdown. Exit code 1: something is missing, or a
run was late and does not count; 130: Ctrl-C. docs/explanation/real-hosts.md describes the runs.
"""

import argparse
import sys
from pathlib import Path

from cellwise.interrupts import INTERRUPTED

from . import controls, goodput, policed, staircase
from .attended import lack
from .claims import claims
from .lines import QUICK, Effort
from .points import Measured, Store, stored
from .report import write_report

MODULES = {one.PART: one for one in (staircase, goodput, controls, policed)}


def main() -> None:
    """Measure and report; Ctrl-C ends it as it ends the commands of ``cellwise``."""
    try:
        measure_and_report()
    except KeyboardInterrupt:
        print("interrupted; what was finished is kept", file=sys.stderr)
        sys.exit(INTERRUPTED)


def measure_and_report() -> None:
    """Read the options, measure and report."""
    options = argparse.ArgumentParser(
        prog="python -m benches.hosts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument(
        "--only", action="append", choices=list(MODULES), help="again for more; all if not given"
    )
    options.add_argument(
        "-o", "--out", type=Path, default=Path("results/hosts"), help="the folder of the runs"
    )
    options.add_argument("--report", type=Path, help="the report; README.md of --out if not given")
    options.add_argument("--quick", action="store_true", help="fewer and shorter runs, to see that all works")
    options.add_argument("--resume", action="store_true", help="only runs that are missing or did not count")
    options.add_argument("--stored", action="store_true", help="only the report of the runs that are kept")
    given = options.parse_args()
    if not given.stored:
        effort = QUICK if given.quick else Effort()
        measure_parts(Store(given.out, given.resume), given.only or list(MODULES), effort)
    measured = in_order(given.out)
    if not measured:
        options.error(f"there are no runs in {given.out}")
    place = given.report or given.out / "README.md"
    write_report(place, measured)
    for claim in claims(measured):
        print(f"{claim.name}  {claim.verdict:8}  {claim.says}")
    print(place)
    sys.exit(0 if all(one.counts for one in measured) else 1)


def measure_parts(store: Store, parts: list[str], effort: Effort) -> None:
    """Measure parts, one run after another, and store each; ends the program if something is missing."""
    chosen = [module for part, module in MODULES.items() if part in parts]
    if lacks := lack(["ip", *sorted({program for one in chosen for program in one.PROGRAMS})]):
        sys.exit("skipped, nothing was measured: " + "; ".join(lacks))
    for module in chosen:
        for one in module.measure_all(store, effort):
            print(f"{one.part} {one.name}: {one.verdict}", file=sys.stderr)


def in_order(folder: Path) -> list[Measured]:
    """Give the stored runs in the order of parts."""
    parts = list(MODULES)
    return sorted(stored(folder), key=lambda one: (parts.index(one.part), _places(one.name)))


def _places(name: str) -> list[tuple[int, str]]:
    """Put numbers in names in the order of their values."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in name.split("-")]


if __name__ == "__main__":
    main()
