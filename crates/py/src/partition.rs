//! How a run would be divided among threads.

use cellwise_net::Rule;
use cellwise_scenario::resolve;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::config_error;
use crate::scenario::checked;

/// Tells which nodes each thread would simulate, or why one simulates them all; see the stub.
#[pyfunction]
pub(crate) fn partition<'py>(
    py: Python<'py>,
    scenario_json: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let scenario = checked(py, scenario_json)?;
    let network = resolve(&scenario).map_err(|issues| config_error(py, &issues, None))?;
    let found = py.detach(|| cellwise_net::partition(&network, threads, Rule::default()));
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
