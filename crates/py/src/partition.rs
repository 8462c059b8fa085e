//! How a run would be divided among threads.

use cellwise_net::Rule;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::interrupt::interruptible;
use crate::scenario::network;

/// Lists which nodes each thread would simulate, or why one simulates them all; see the stub.
#[pyfunction]
pub(crate) fn partition<'py>(
    py: Python<'py>,
    scenario_json: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let (network, _) = network(py, scenario_json)?;
    let found = interruptible(py, move || cellwise_net::partition(&network, threads, Rule::default()))?;
    let dict = PyDict::new(py);
    match found {
        Ok(found) => {
            dict.set_item("nodes", found.nodes)?;
            dict.set_item("cut_links", found.cut_links)?;
            dict.set_item("shares", found.shares)?;
            dict.set_item("lookahead_s", found.lookahead.as_secs_f64())?;
            dict.set_item("expected_gain", found.expected_gain)?;
        }
        Err(reason) => dict.set_item("reason", reason)?,
    }
    Ok(dict)
}
