"""The claims of claims.toml with their inequalities."""

from collections.abc import Mapping

from cellwise.studies.kansas import claims_backbone, claims_multiple_node, claims_two_node, questions
from cellwise.studies.kansas.cases import Factors
from cellwise.study import files
from cellwise.study.claims import Claim, Part

PARTS: Mapping[str, tuple[Part, ...]] = {
    **claims_two_node.PARTS,
    **claims_multiple_node.PARTS,
    **claims_backbone.PARTS,
    "kansas-13": questions.PARTS,
}


def needed() -> list[Factors]:
    """Give the experiments that only claims need."""
    return [*claims_two_node.needed(), *claims_backbone.needed()]


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    return files.claims("cellwise.studies.kansas", PARTS)
