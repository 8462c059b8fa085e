//! The one place where Rust's errors become Python's.

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
    "The books of a finished run do not balance: a fault of the simulator."
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

/// What issues are about: TOML text, and the file that it is from, if there is one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Written<'t> {
    pub(crate) text: Option<&'t str>,
    pub(crate) file: Option<&'t str>,
}

impl Written<'_> {
    /// An issue with its place.
    pub(crate) fn render(&self, issue: &Issue) -> String {
        self.text.map_or_else(|| issue.to_string(), |text| issue.render_in(text, self.file))
    }
}

/// A `ConfigError` with every issue.
pub(crate) fn config_error(py: Python<'_>, issues: &[Issue], written: Written<'_>) -> PyErr {
    let message = issues.iter().map(|issue| written.render(issue)).collect::<Vec<_>>().join("\n");
    let error = ConfigError::new_err(message);
    let dicts = issues.iter().map(|issue| issue_dict(py, issue)).collect::<PyResult<Vec<_>>>();
    dicts.and_then(|dicts| attach(py, &error, dicts)).err().unwrap_or(error)
}

/// A `ConfigError` about one value, found out when the run was to begin; `message` is path, value and rule.
fn refused(py: Python<'_>, path: &str, value: &str, message: &str) -> PyErr {
    let error = ConfigError::new_err(message.to_owned());
    let attached = || {
        let dict = PyDict::new(py);
        dict.set_item("path", path)?;
        dict.set_item("value", format!("\"{value}\""))?;
        dict.set_item("rule", message.split_once("\" ").map_or(message, |(_, rule)| rule))?;
        dict.set_item("line", py.None())?;
        dict.set_item("column", py.None())?;
        attach(py, &error, vec![dict])
    };
    attached().err().unwrap_or(error)
}

fn attach(py: Python<'_>, error: &PyErr, issues: Vec<Bound<'_, PyDict>>) -> PyResult<()> {
    error.value(py).setattr("issues", PyList::new(py, issues)?)
}

/// The exception for a run that cannot be finished.
pub(crate) fn run_error(py: Python<'_>, error: &RunError) -> PyErr {
    match error {
        RunError::Memory { limit, .. } => {
            refused(py, "limits.memory", &limit.to_string(), &error.to_string())
        }
        RunError::Audit { .. } => AuditError::new_err(error.to_string()),
        RunError::Rate { .. } => SimulationError::new_err(error.to_string()),
        RunError::Capture { target, code, reason } => file_error(target, *code, reason),
    }
}

/// The exception for a file that cannot be written: `OSError` with number, reason and name.
pub(crate) fn file_error(name: &str, code: Option<i32>, reason: &str) -> PyErr {
    // Rust puts the number behind the reason.
    let reason = reason.split(" (os error").next().unwrap_or(reason).to_owned();
    PyOSError::new_err((code.unwrap_or_default(), reason, name.to_owned()))
}
