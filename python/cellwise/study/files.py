"""What the folder of a study holds: its question, its claims, its published numbers."""

import csv
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files

from cellwise.study.claims import Claim, Part
from cellwise.study.kinds import Printed


def question(package: str) -> str:
    """Read ``README.md``: what is asked, how it is simulated, what does not come out.

    Parameters
    ----------
    package : str
        The study's package, such as ``cellwise.studies.goyal96``.
    """
    return (files(package) / "README.md").read_text(encoding="utf-8")


def claims(package: str, parts: Mapping[str, Sequence[Part]]) -> list[Claim]:
    """Read ``claims.toml`` and give each claim its inequalities, by its id."""
    text = (files(package) / "claims.toml").read_text(encoding="utf-8")
    return [Claim(**row, parts=parts[row["id"]]) for row in tomllib.loads(text)["claim"]]


def published(package: str, table: str) -> list[Printed]:
    """Read a table of ``published``, as printed: one mapping from column to text per row, with its kinds."""
    text = (files(package) / "published" / f"{table}.csv").read_text(encoding="utf-8")
    return [Printed(line) for line in csv.DictReader(text.splitlines())]
