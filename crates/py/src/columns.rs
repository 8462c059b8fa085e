//! Columns as numpy arrays, names as lists of strings.

use std::collections::HashMap;

use cellwise_net::{Audit, Outcome, Series, Table, Values};
use cellwise_units::catalogue::Entry;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// A table as a dictionary of columns: numbers stay where they are, and a column of names goes when it has been read.
pub(crate) fn table(py: Python<'_>, table: Table) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for column in table.columns {
        let name = column.name.as_str();
        match column.values {
            Values::Text(texts) => dict.set_item(name, words(py, texts)?)?,
            Values::Count(counts) => {
                // Counts fit: they are cells, octets and rates of one run.
                let counts: Vec<i64> =
                    counts.into_iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX)).collect();
                dict.set_item(name, counts.into_pyarray(py))?;
            }
            Values::Real(reals) => dict.set_item(name, reals.into_pyarray(py))?,
        }
    }
    Ok(dict)
}

/// A list of names, in which the same name is the same object.
fn words(py: Python<'_>, texts: Vec<String>) -> PyResult<Bound<'_, PyList>> {
    let mut known: HashMap<String, Bound<'_, PyString>> = HashMap::new();
    let list = PyList::empty(py);
    for text in texts {
        let word = match known.get(&text) {
            Some(word) => word.clone(),
            None => known.entry(text.clone()).or_insert_with(|| PyString::new(py, &text)).clone(),
        };
        list.append(word)?;
    }
    Ok(list)
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
    mut outcome: Outcome,
    models: &[Entry],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("records", records(py, &mut outcome)?)?;
    for (name, columns) in outcome.take_tables() {
        dict.set_item(name, table(py, columns)?)?;
    }
    if let Some(cells) = &outcome.offered {
        let left_out = PyDict::new(py);
        cells.left_out.iter().try_for_each(|(port, cells)| left_out.set_item(port, cells))?;
        dict.set_item("cells_left_out", left_out)?;
    }
    let records = outcome.series.into_iter().map(|one| series(py, one)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("series", PyList::new(py, records)?)?;
    dict.set_item("cells", outcome.cells)?;
    dict.set_item("inner_cells", outcome.inner_cells)?;
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
    let waiting = outcome.waiting.iter().map(|one| {
        let dict = PyDict::new(py);
        dict.set_item("flow", &one.flow)?;
        dict.set_item("since_s", one.since_s)?;
        dict.set_item("until_s", one.until_s)?;
        Ok::<_, PyErr>(dict)
    });
    dict.set_item("waiting", waiting.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("audit", audit(py, &outcome.audit)?)?;
    dict.set_item("packet_audit", audit(py, &outcome.packet_audit)?)?;
    let used = models.iter().map(|entry| model(py, entry)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("models", used)?;
    Ok(dict)
}

fn audit<'py>(py: Python<'py>, audit: &Audit) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("sent", audit.sent)?;
    dict.set_item("delivered", audit.delivered)?;
    dict.set_item("lost", audit.lost)?;
    dict.set_item("held", audit.held)?;
    Ok(dict)
}

/// The tables of events that probes have recorded, by name.
fn records<'py>(py: Python<'py>, outcome: &mut Outcome) -> PyResult<Bound<'py, PyDict>> {
    let cells = outcome.offered.as_mut().map(|cells| std::mem::take(&mut cells.table));
    let tables = [
        ("losses", outcome.losses.take()),
        ("segments", outcome.segments.take()),
        ("delays", outcome.delays.take()),
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
