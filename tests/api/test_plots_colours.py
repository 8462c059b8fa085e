import itertools

import numpy as np
import pytest

from cellwise.plots.look import COLOURS

#: Linear RGB as eyes without one kind of cone see it (Machado, Oliveira and Fernandes, 2009, severity 1).
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def lab(colour: str, vision: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> np.ndarray:  # type: ignore[type-arg]
    """CIE L*a*b* (1976, D65) of an sRGB colour."""
    srgb = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = to_xyz @ np.clip(vision @ linear, 0, 1) / [0.9505, 1, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("vision", VISION)
def test_every_eye_tells_any_two_colours_apart(vision: str) -> None:
    seen = [lab(colour, VISION[vision]) for colour in COLOURS]
    # A difference of about 2 can just be seen side by side.
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 15
