"""The claims of claims.toml with their inequalities."""

from collections.abc import Mapping

from cellwise.studies.calgary import claims_lines, claims_noise
from cellwise.study import files
from cellwise.study.claims import Claim, Part

PARTS: Mapping[str, tuple[Part, ...]] = {**claims_noise.PARTS, **claims_lines.PARTS}


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    return files.claims("cellwise.studies.calgary", PARTS)
