//! Scripts in packetdrill's language, replayed against the transport.

use cellwise_packetdrill::{Outcome, Verdict, judge};
use cellwise_tcp::Settings;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The result of a script with the `[tcp]` table of an expanded scenario, in JSON, as the host's settings.
///
/// # Errors
/// `ValueError` if that is no such table.
#[pyfunction]
pub(crate) fn replay_packetdrill<'py>(
    py: Python<'py>,
    script: &str,
    tcp: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let host: Settings =
        serde_json::from_str(tcp).map_err(|error| PyValueError::new_err(error.to_string()))?;
    verdict_dict(py, py.detach(|| judge(script, &host)))
}

fn verdict_dict(py: Python<'_>, verdict: Verdict) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let (outcome, expected, got, reason) = match verdict.outcome {
        Outcome::Passed => ("passed", None, None, None),
        Outcome::Differs { expected, got } => ("differs", Some(expected), Some(got), None),
        Outcome::Skipped(reason) => ("skipped", None, None, Some(reason)),
    };
    dict.set_item("outcome", outcome)?;
    dict.set_item("line", verdict.line)?;
    dict.set_item("held", verdict.held)?;
    dict.set_item("expected", expected)?;
    dict.set_item("got", got)?;
    dict.set_item("reason", reason)?;
    dict.set_item("notes", verdict.notes)?;
    Ok(dict)
}
