//! The one place where Rust's errors become Python's.

use cellwise_api::{Written, issue};
use cellwise_net::RunError;
use cellwise_scenario::Issue;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

create_exception!(cellwise._core, ConfigError, PyValueError, "A scenario breaks a rule.");
create_exception!(cellwise._core, SimulationError, PyRuntimeError, "A run cannot go on.");
create_exception!(
    cellwise._core,
    AuditError,
    SimulationError,
    "The counts of a finished run do not balance: a fault of the simulator."
);

/// One issue as a dictionary: path, value, rule, line, column.
pub(crate) fn issue_dict<'py>(py: Python<'py>, issue: &Issue) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("path", &issue.path)?;
    dict.set_item("value", &issue.value)?;
    dict.set_item("rule", &issue.rule)?;
    dict.set_item("line", issue.line)?;
    dict.set_item("column", issue.column)?;
    Ok(dict)
}

/// A `ConfigError` with every issue.
pub(crate) fn config_error(py: Python<'_>, issues: &[Issue], written: Written<'_>) -> PyErr {
    config_error_about(py, written.render_all(issues), issues)
}

/// A `ConfigError` with a message and the issues that it is about.
fn config_error_about(py: Python<'_>, message: String, issues: &[Issue]) -> PyErr {
    let error = ConfigError::new_err(message);
    let dicts = issues.iter().map(|issue| issue_dict(py, issue)).collect::<PyResult<Vec<_>>>();
    let attached = dicts.and_then(|dicts| error.value(py).setattr("issues", PyList::new(py, dicts)?));
    attached.err().unwrap_or(error)
}

/// The exception for a run that cannot be finished.
pub(crate) fn run_error(py: Python<'_>, error: &RunError) -> PyErr {
    if let Some(issue) = issue::of_run(error) {
        return config_error_about(py, error.to_string(), &[issue]);
    }
    match error {
        RunError::Audit { .. } => AuditError::new_err(error.to_string()),
        RunError::Memory { .. } | RunError::Rate { .. } => SimulationError::new_err(error.to_string()),
        RunError::Capture { target, code, reason } => file_error(target, *code, reason),
    }
}

/// The exception for a file that cannot be written: `OSError` with number, reason and name.
pub(crate) fn file_error(name: &str, code: Option<i32>, reason: &str) -> PyErr {
    // Rust puts the number behind the reason.
    let reason = reason.split(" (os error").next().unwrap_or(reason).to_owned();
    PyOSError::new_err((code.unwrap_or_default(), reason, name.to_owned()))
}
