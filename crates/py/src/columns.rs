//! Columns as numpy arrays, names as lists of strings.

use cellwise_api::Results;
use cellwise_net::{Series, Table, Texts, Values};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// A table as a dictionary of columns: numbers stay where they are, and a column of names goes when it has been read.
fn table(py: Python<'_>, table: Table) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for column in table.columns {
        let name = column.name.as_str();
        match column.values {
            Values::Text(texts) => dict.set_item(name, words(py, &texts)?)?,
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
fn words<'py>(py: Python<'py>, texts: &Texts) -> PyResult<Bound<'py, PyList>> {
    let words: Vec<Bound<'py, PyString>> = texts.words().map(|word| PyString::new(py, word)).collect();
    PyList::new(py, texts.rows().iter().map(|&word| &words[word as usize]))
}

/// The record of one probe as a dictionary.
fn series<'py>(py: Python<'py>, series: Series) -> PyResult<Bound<'py, PyDict>> {
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
pub(crate) fn results(py: Python<'_>, results: Results) -> PyResult<Bound<'_, PyDict>> {
    let summary = serde_json::to_string(&results.summary).expect("plain data can be written");
    let dict = py.import("json")?.call_method1("loads", (summary,))?.cast_into::<PyDict>()?;
    dict.set_item("records", tables(py, results.records)?)?;
    dict.update(tables(py, results.tables)?.as_mapping())?;
    let records = results.series.into_iter().map(|one| series(py, one)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("series", PyList::new(py, records)?)?;
    Ok(dict)
}

/// Tables by name.
fn tables<'py>(py: Python<'py>, tables: Vec<(&str, Table)>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    tables.into_iter().try_for_each(|(name, columns)| dict.set_item(name, table(py, columns)?))?;
    Ok(dict)
}
