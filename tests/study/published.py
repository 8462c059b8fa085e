"""Published numbers of the studies that come with Cellwise, as printed."""

import csv
from pathlib import Path

from cellwise import studies
from cellwise.study.kinds import Printed


def published(study: str, table: str) -> list[Printed]:
    """Read a table: one mapping from column to text per row, with its kinds."""
    file = Path(studies.__file__).parent / study / "published" / f"{table}.csv"
    return [Printed(line) for line in csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
