"""The claims of claims.toml with their inequalities."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from cellwise.studies.kansas import claims_backbone, claims_multiple_node, claims_two_node, questions
from cellwise.study.claims import Claim, Part

PARTS: Mapping[str, tuple[Part, ...]] = {
    **claims_two_node.PARTS,
    **claims_multiple_node.PARTS,
    **claims_backbone.PARTS,
    "kansas-13": questions.PARTS,
}


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    text = (files("cellwise.studies.kansas") / "claims.toml").read_text(encoding="utf-8")
    return [Claim(**told, parts=PARTS[told["id"]]) for told in tomllib.loads(text)["claim"]]
