//! What metrics, pictures and the page say of a run, for Python: what `cellwise_api` answers about its columns.

use cellwise_api::metrics::{bottleneck as busiest, doubts, losses, ports, shares};
use cellwise_api::{Record, Watched, page};
use cellwise_net::{Column, Table, Values};
use cellwise_view::layout;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::scenario::network;

/// A table from columns by name: arrays of numbers, and arrays or lists of names. What is neither is left out.
pub(crate) struct Given(Table);

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(columns: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut found = Vec::new();
        for item in columns.call_method0("items")?.try_iter()? {
            let (name, values): (String, Bound<'py, PyAny>) = item?.extract()?;
            found.extend(column(&values).map(|values| Column { name, values }));
        }
        Ok(Self(Table { columns: found }))
    }
}

fn column(values: &Bound<'_, PyAny>) -> Option<Values> {
    if let Ok(reals) = values.extract::<PyReadonlyArray1<'_, f64>>() {
        return Some(Values::Real(reals.as_array().to_vec()));
    }
    if let Ok(counts) = values.extract::<PyReadonlyArray1<'_, i64>>() {
        let counts: Option<Vec<u64>> = counts.as_array().iter().map(|&one| u64::try_from(one).ok()).collect();
        return counts.map(Values::Count);
    }
    let listed = values.call_method0("tolist").unwrap_or_else(|_| values.clone());
    let texts = listed.extract::<Vec<String>>().map(|texts| Values::Text(texts.into_iter().collect()));
    let counts = || listed.extract::<Vec<u64>>().map(Values::Count);
    texts.or_else(|_| counts()).or_else(|_| listed.extract().map(Values::Real)).ok()
}

/// Reads JSON text.
fn json(text: &str) -> PyResult<Value> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The places of nodes in a picture, from the ways that connections take.
#[pyfunction]
pub(crate) fn places(ways: Vec<Vec<String>>, nodes: Vec<String>) -> Vec<(f64, f64)> {
    let ways: Vec<Vec<&str>> = ways.iter().map(|way| way.iter().map(|node| &**node).collect()).collect();
    layout::places_by_name(&ways, &nodes.iter().map(|node| &**node).collect::<Vec<_>>())
}

/// The busiest port of a run as JSON, `null` without one.
#[pyfunction]
pub(crate) fn bottleneck(ports: Given, vcs: Given, packet_ports: Option<Given>) -> String {
    let packets = packet_ports.map_or_else(Table::default, |given| given.0);
    json!(busiest::bottleneck(&ports.0, &vcs.0, &packets)).to_string()
}

/// The rows of the adapters that queue.
#[pyfunction]
pub(crate) fn queueing(ports: Given) -> Vec<usize> {
    busiest::queueing(&ports.0)
}

/// The adapters of ABR connections among the ports.
#[pyfunction]
pub(crate) fn abr_adapters(ports: Given, vcs: Given) -> Vec<String> {
    busiest::abr_adapters(&ports.0, &vcs.0).into_iter().collect()
}

/// By port, the rows of the flows whose data pass it, and of those whose acknowledgments do.
#[pyfunction]
pub(crate) fn passing<'py>(py: Python<'py>, flows: Given, vcs: Given) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (port, one) in ports::passing(&flows.0, &vcs.0) {
        dict.set_item(port, (one.data, one.back))?;
    }
    Ok(dict)
}

/// Efficiency and fairness of shared ports, as JSON.
#[pyfunction]
pub(crate) fn shared_ports<'py>(
    py: Python<'py>,
    flows: Given,
    vcs: Given,
    ports: Given,
) -> PyResult<Bound<'py, PyDict>> {
    let found = ports::shared(&flows.0, &vcs.0, &ports.0).map_err(PyValueError::new_err)?;
    let dict = PyDict::new(py);
    for (port, one) in found {
        let reported = PyDict::new(py);
        reported.set_item("efficiency", one.efficiency)?;
        reported.set_item("fairness", one.fairness)?;
        dict.set_item(port, reported)?;
    }
    Ok(dict)
}

/// Jain's index.
#[pyfunction]
pub(crate) fn jain_index(goodput_bps: PyReadonlyArray1<'_, f64>) -> PyResult<f64> {
    shares::jain_index(&goodput_bps.as_array().to_vec()).map_err(PyValueError::new_err)
}

/// Efficiency of a link.
#[pyfunction]
pub(crate) fn efficiency(
    throughput_bps: PyReadonlyArray1<'_, f64>,
    payload_fraction: PyReadonlyArray1<'_, f64>,
    rate_bps: f64,
) -> PyResult<f64> {
    let [throughput, fraction] = [throughput_bps, payload_fraction].map(|one| one.as_array().to_vec());
    shares::efficiency(&throughput, &fraction, rate_bps).map_err(PyValueError::new_err)
}

/// The lost cells of a run by reason.
#[pyfunction]
pub(crate) fn lost_by_reason<'py>(py: Python<'py>, ports: Given, vcs: Given) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (reason, cells) in losses::by_reason(&ports.0, &vcs.0) {
        dict.set_item(reason, cells)?;
    }
    Ok(dict)
}

/// A sentence for each loss.
#[pyfunction]
pub(crate) fn loss_sentences(table: Given) -> Vec<String> {
    (0..cellwise_api::record::rows(&table.0)).map(|row| losses::sentence(&table.0, row)).collect()
}

/// For each loss the sending that it was of; -1 without one. Both are octets and instants.
#[pyfunction]
pub(crate) fn sendings(sent: Vec<(u64, f64)>, lost: Vec<(u64, f64)>) -> Vec<i64> {
    losses::sendings(&sent, &lost).into_iter().map(|row| row.map_or(-1, |row| row as i64)).collect()
}

/// A sentence on flows that wait at the end of a run, if they matter.
#[pyfunction]
pub(crate) fn waiting_reported(waiting_json: &str, simulated_s: f64) -> PyResult<Option<String>> {
    Ok(doubts::waiting(&json(waiting_json)?, simulated_s))
}

/// Why and when a run stopped early, if it did.
#[pyfunction]
pub(crate) fn stop_reported(stopped_json: &str) -> PyResult<Option<String>> {
    Ok(doubts::stopped(&json(stopped_json)?))
}

/// What a page shows of a run, as JSON.
#[pyfunction]
pub(crate) fn described(
    py: Python<'_>,
    scenario_json: &str,
    tables: Vec<(String, Given)>,
    summary_json: &str,
    series: Vec<(String, String, String, String, PyReadonlyArray1<'_, f64>)>,
) -> PyResult<String> {
    let (network, _) = network(py, scenario_json)?;
    let watched = |(name, quantity, target, unit, values): (_, _, _, _, PyReadonlyArray1<'_, f64>)| Watched {
        name,
        quantity,
        target,
        unit,
        times_ps: Vec::new(),
        values: values.as_array().to_vec(),
    };
    let record = Record {
        tables: tables.into_iter().map(|(name, given)| (name, given.0)).collect(),
        series: series.into_iter().map(watched).collect(),
        summary: json(summary_json)?,
    };
    Ok(json!(page::described(&json(scenario_json)?, &network, &record, &[])).to_string())
}
