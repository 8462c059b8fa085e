"""Draw the pictures in docs/images. Run by `make figures`, from the root of the repository."""

import os
from pathlib import Path

import numpy as np

from cellwise import studies
from cellwise.plots import Ranges, ranges_plot
from cellwise.study import drive

IMAGES = Path("docs/images")
REPLICATIONS = 20


def main() -> None:
    """Draw them all."""
    study = studies.get("goyal96")
    folder = Path("results/goyal96")
    outcome = drive(
        study, folder, replications=REPLICATIONS, only=["table2"], jobs=os.cpu_count() or 1, resume=True
    )
    (table,) = outcome.tables()
    found = [one for one in outcome.comparisons["table2"] if one.row[0] == "LAN"]
    sets = [
        Ranges(
            heading,
            low=np.array([one.low for one in found if one.column == column]),
            middle=np.array([one.median for one in found if one.column == column]),
            high=np.array([one.high for one in found if one.column == column]),
            beside=np.array([one.published for one in found if one.column == column]),
        )
        for column, heading in table.columns.items()
    ]
    rows = [one.row for one in found if one.column == next(iter(table.columns))]
    labels = [f"{sources} sources\n{buffer} cells" for _, sources, buffer in rows]
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / "goyal96-lan.svg").write_text(ranges_plot(sets, labels, y_label="efficiency"), encoding="utf-8")


if __name__ == "__main__":
    main()
