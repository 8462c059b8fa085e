import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cellwise.plots import line_plot
from cellwise.plots.decimate import POINTS_PER_COLUMN, decimate, distinct
from cellwise.plots.look import PIXEL_COLUMNS

Numbers = NDArray[np.float64]
ANY = st.floats(allow_nan=True, allow_infinity=False, width=64)
PLACE = st.floats(min_value=-1e300, max_value=1e300, allow_nan=False)


@st.composite
def series(draw: st.DrawFn) -> tuple[Numbers, Numbers, int]:
    """Instants that never fall, values with gaps, and the columns of a picture."""
    x = np.sort(np.array(draw(st.lists(PLACE, min_size=1, max_size=200))))
    y = np.array(draw(st.lists(ANY, min_size=len(x), max_size=len(x))))
    return x, y, draw(st.integers(1, 40))


def columns_of(x: Numbers, columns: int) -> NDArray[np.int64]:
    """The column of every point, computed apart from the code that is tested."""
    if x[0] == x[-1]:
        return np.zeros(len(x), dtype=np.int64)
    share = (x / 2 - x[0] / 2) / (x[-1] / 2 - x[0] / 2)
    return np.minimum(np.floor(share * columns), columns - 1).astype(np.int64)


@given(series())
def test_the_extremes_of_every_column_survive(held: tuple[Numbers, Numbers, int]) -> None:
    x, y, columns = held
    kept = decimate(x, y, columns)
    of = columns_of(x, columns)
    for column in np.unique(of):
        values, left = y[of == column], y[kept][of[kept] == column]
        if np.isfinite(values).any():
            assert np.nanmin(left) == np.nanmin(values)
            assert np.nanmax(left) == np.nanmax(values)


@given(series())
def test_the_first_and_the_last_point_of_every_column_survive(held: tuple[Numbers, Numbers, int]) -> None:
    x, y, columns = held
    kept = set(decimate(x, y, columns).tolist())
    of = columns_of(x, columns)
    for column in np.unique(of):
        inside = np.flatnonzero(of == column)
        assert {int(inside[0]), int(inside[-1])} <= kept


@given(series())
def test_at_most_four_points_of_a_column_stay_and_in_order(held: tuple[Numbers, Numbers, int]) -> None:
    x, y, columns = held
    kept = decimate(x, y, columns)
    assert (np.diff(kept) > 0).all()
    assert (np.diff(x[kept]) >= 0).all()
    _, counts = np.unique(columns_of(x, columns)[kept], return_counts=True)
    assert counts.max() <= POINTS_PER_COLUMN


def test_a_spike_of_one_cell_among_a_million_points_is_drawn() -> None:
    y = np.zeros(1_000_000)
    y[654_321] = 1.0
    drawing = line_plot(np.arange(1e6) / 1e6, y, x_label="time, s", y_label="queue, cells")
    drawn = drawing.columns(drawn=True)["queue_cells"]
    assert len(drawn) <= POINTS_PER_COLUMN * PIXEL_COLUMNS
    assert drawn.max() == 1.0
    assert len(drawing.columns()["queue_cells"]) == 1_000_000


def test_the_fewest_points_of_a_flat_line_stay() -> None:
    # First, least and greatest are the same point: two of each column.
    assert len(decimate(np.arange(1000.0), np.zeros(1000), 10)) == 20


@pytest.mark.parametrize(
    ("x", "y", "columns", "fault"),
    [
        ([0.0, 1.0], [0.0], 3, "one y for every x"),
        ([1.0, 0.0], [0.0, 0.0], 3, "never fall"),
        ([0.0, np.nan], [0.0, 0.0], 3, "finite"),
        ([0.0, np.nan, 1.0], [0.0, 0.0, 0.0], 3, "finite"),
        ([0.0], [0.0], 0, "at least 1"),
    ],
)
def test_what_cannot_be_decimated_is_refused(
    x: list[float], y: list[float], columns: int, fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        decimate(np.array(x), np.array(y), columns)


def test_nothing_of_nothing_stays() -> None:
    nothing = np.empty(0)
    assert len(decimate(nothing, nothing, 5)) == 0
    assert len(distinct(nothing, nothing, nothing, 5, 5)) == 0


@given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=100))
@example([(0.0, 0.0, 7.5e-140), (0.0, 1.0, 0.0)])
def test_of_strokes_on_the_same_pixels_the_first_stays_and_of_others_all(
    strokes: list[tuple[float, float, float]],
) -> None:
    x, low, high = np.array(strokes).T
    kept = distinct(x, low, high, 4, 4)
    assert (np.diff(kept) > 0).all()
    assert kept[0] == 0

    def pixels(values: Numbers, least: float, greatest: float) -> list[int]:
        width = greatest / 2 - least / 2
        return [0 if width == 0 else min(int((v / 2 - least / 2) / width * 4), 3) for v in values]

    bottom, top = min(low.min(), high.min()), max(low.max(), high.max())
    places = list(
        zip(pixels(x, x.min(), x.max()), pixels(low, bottom, top), pixels(high, bottom, top), strict=True)
    )
    assert {places[one] for one in kept} == set(places)
    assert len(kept) == len(set(places))
