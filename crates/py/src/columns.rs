//! Columns as numpy arrays, names as lists of strings.

use cellwise_net::{Outcome, Series, Table, Values};
use cellwise_units::catalogue::Entry;
use numpy::{IntoPyArray, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A table as a dictionary of columns.
pub(crate) fn table<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for column in &table.columns {
        let name = column.name.as_str();
        match &column.values {
            Values::Text(texts) => dict.set_item(name, texts)?,
            Values::Count(counts) => {
                // Counts fit: they are cells, octets and rates of one run.
                let counts: Vec<i64> = counts.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX)).collect();
                dict.set_item(name, counts.into_pyarray(py))?;
            }
            Values::Real(reals) => dict.set_item(name, reals.to_pyarray(py))?,
        }
    }
    Ok(dict)
}

/// The record of one probe as a dictionary.
pub(crate) fn series<'py>(py: Python<'py>, series: Series) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", series.name)?;
    dict.set_item("quantity", series.quantity)?;
    dict.set_item("target", series.target)?;
    dict.set_item("unit", series.unit)?;
    let times: Vec<i64> =
        series.times_ps.into_iter().map(|ps| i64::try_from(ps).unwrap_or(i64::MAX)).collect();
    dict.set_item("time_ps", times.into_pyarray(py))?;
    dict.set_item("value", series.values.into_pyarray(py))?;
    Ok(dict)
}

/// Everything that a run gave, without its cost.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    outcome: Outcome,
    models: &[Entry],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, columns) in outcome.tables() {
        dict.set_item(name, table(py, columns)?)?;
    }
    dict.set_item("records", records(py, &outcome)?)?;
    if let Some(cells) = &outcome.offered {
        let left_out = PyDict::new(py);
        cells.left_out.iter().try_for_each(|(port, cells)| left_out.set_item(port, cells))?;
        dict.set_item("cells_left_out", left_out)?;
    }
    let records = outcome.series.into_iter().map(|one| series(py, one)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("series", PyList::new(py, records)?)?;
    dict.set_item("cells", outcome.cells)?;
    dict.set_item("events", outcome.events)?;
    dict.set_item("simulated_s", outcome.simulated_s)?;
    dict.set_item("measured_s", outcome.measured_s)?;
    let stopped = outcome.stopped.map(|stopped| {
        let dict = PyDict::new(py);
        dict.set_item("reason", stopped.limit)?;
        dict.set_item("at_s", stopped.at_s)?;
        Ok::<_, PyErr>(dict)
    });
    dict.set_item("stopped", stopped.transpose()?)?;
    let audit = PyDict::new(py);
    audit.set_item("sent", outcome.audit.sent)?;
    audit.set_item("delivered", outcome.audit.delivered)?;
    audit.set_item("lost", outcome.audit.lost)?;
    audit.set_item("held", outcome.audit.held)?;
    dict.set_item("audit", audit)?;
    let used = models.iter().map(|entry| model(py, entry)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("models", used)?;
    Ok(dict)
}

/// The tables of events that probes have recorded, by name.
fn records<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let cells = outcome.offered.as_ref().map(|cells| &cells.table);
    let tables = [
        ("losses", outcome.losses.as_ref()),
        ("segments", outcome.segments.as_ref()),
        ("delays", outcome.delays.as_ref()),
        ("cells", cells),
    ];
    let dict = PyDict::new(py);
    for (name, recorded) in tables {
        if let Some(recorded) = recorded {
            dict.set_item(name, table(py, recorded)?)?;
        }
    }
    Ok(dict)
}

fn model<'py>(py: Python<'py>, entry: &Entry) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("family", entry.family)?;
    dict.set_item("name", entry.name)?;
    dict.set_item("status", entry.status.name())?;
    Ok(dict)
}
