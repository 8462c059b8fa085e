//! The points of a series that a picture shows.

use cellwise_view::thinning;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

/// Positions of the points that a picture of so many columns shows; the caller has seen to it that `x` never falls and
/// has as many points as `y`.
#[pyfunction]
pub(crate) fn decimate<'py>(
    py: Python<'py>,
    x: PyReadonlyArray1<'py, f64>,
    y: PyReadonlyArray1<'py, f64>,
    columns: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    Ok(positions(py, thinning::decimate(x.as_slice()?, y.as_slice()?, columns)))
}

/// The same for a part of the series, with the points next to it.
#[pyfunction]
#[pyo3(signature = (x, y, begin, end, columns))]
pub(crate) fn shown<'py>(
    py: Python<'py>,
    x: PyReadonlyArray1<'py, f64>,
    y: PyReadonlyArray1<'py, f64>,
    begin: Option<f64>,
    end: Option<f64>,
    columns: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    Ok(positions(py, thinning::shown(x.as_slice()?, y.as_slice()?, begin, end, columns)))
}

fn positions(py: Python<'_>, kept: Vec<usize>) -> Bound<'_, PyArray1<i64>> {
    kept.into_iter().map(|at| at as i64).collect::<Vec<_>>().into_pyarray(py)
}
