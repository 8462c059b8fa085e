"""Draw the pictures in docs/images. Run by `make figures`, from the root of the repository."""

from pathlib import Path

import front_pictures
from cellwise import studies
from cellwise.cli.options import usable_cores
from cellwise.study import drive

IMAGES = Path("docs/images")
REPLICATIONS = 20


def main() -> None:
    """Draw them all."""
    outcome = drive(
        studies.get("goyal96"),
        Path("results/goyal96"),
        replications=REPLICATIONS,
        only=["table2"],
        jobs=usable_cores(),
    )
    IMAGES.mkdir(parents=True, exist_ok=True)
    command = f"cellwise study goyal96 --replications {REPLICATIONS} --only table2"
    front_pictures.save(outcome.figures["lan"].with_footer(command), IMAGES / "goyal96-lan.svg")


if __name__ == "__main__":
    main()
