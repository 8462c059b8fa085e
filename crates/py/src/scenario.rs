//! Scenarios as text, for Python: what `cellwise_api::scenario` answers, so that Ctrl-C can leave it.

use cellwise_api::scenario::{self as api, Answer, Reviewed};
use cellwise_api::{Written, version as current};
use cellwise_scenario::{Issue, Network};
use cellwise_units::Number;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{config_error, issue_dict};
use crate::files::Folder;
use crate::interrupt::interruptible;

/// The version of the simulator.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    current()
}

/// Reads a scenario in "toml" or "json", checks it and gives it back as JSON, as written, with its warnings: results
/// that are probably not meant or outside the standards. They are dictionaries as of
/// `check`, with the whole text under "message". Messages name the file that the text is from, if it is given. Files
/// that the scenario names are looked for from `folder`; without one they are refused.
#[pyfunction]
#[pyo3(signature = (text, format, file=None, folder=None))]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    text: &str,
    format: &str,
    file: Option<&str>,
    folder: Option<&str>,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let read = api::reader(format).map_err(PyValueError::new_err)?;
    let (owned, folder) = (text.to_owned(), folder.map(Folder::new));
    let parsed = move || match &folder {
        Some(folder) => api::parse(&owned, read, Some(&|name| folder.read(name))),
        None => api::parse(&owned, read, None),
    };
    checked(py, Written::of(text, format, file), parsed)
}

/// What `parse` gives of a document; issues are shown in the text, if there is one.
fn checked<'py>(
    py: Python<'py>,
    written: Written<'_>,
    make: impl FnOnce() -> Answer<Reviewed> + Send + 'static,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let (json, warnings) = answered(py, written, make)?;
    let dict = |warning: &Issue| {
        let dict = issue_dict(py, warning)?;
        dict.set_item("message", written.render(warning))?;
        Ok(dict)
    };
    Ok((json, warnings.iter().map(dict).collect::<PyResult<_>>()?))
}

/// An answer that Ctrl-C need not wait for; `ConfigError` if the scenario breaks a rule.
fn answered<T: Send + 'static>(
    py: Python<'_>,
    written: Written<'_>,
    make: impl FnOnce() -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    interruptible(py, make)?.map_err(|issues| config_error(py, &issues, written))
}

/// The same about a scenario in JSON, which was not written by hand.
fn of_json<T: Send + 'static>(
    py: Python<'_>,
    scenario_json: &str,
    make: impl FnOnce(&str) -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    let text = scenario_json.to_owned();
    answered(py, Written::default(), move || make(&text))
}

/// Every issue of a scenario; an empty list if it is good.
#[pyfunction]
pub(crate) fn check<'py>(py: Python<'py>, scenario_json: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let text = scenario_json.to_owned();
    let issues = interruptible(py, move || api::check(&text))?;
    issues.iter().map(|issue| issue_dict(py, issue)).collect()
}

/// The scenario with its template expanded and every setting written out, as JSON. One that is `sound` is not
/// checked again.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn expand(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_json(py, scenario_json, move |text| api::expand(text, sound))
}

/// SHA-256 over the version and the expanded scenario.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn identity(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_json(py, scenario_json, move |text| api::identity(text, sound))
}

/// The scenario as TOML.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn to_toml(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_json(py, scenario_json, move |text| api::to_toml(text, sound))
}

/// The scenario with some values changed, each a path and a text that is read as TOML, or else taken as a string.
/// Files that are named then are looked for from `folder`.
#[pyfunction]
pub(crate) fn set_values(
    py: Python<'_>,
    scenario_json: &str,
    changes: Vec<(String, String)>,
    folder: &str,
) -> PyResult<String> {
    let folder = Folder::new(folder);
    of_json(py, scenario_json, move |text| api::set_values(text, &changes, Some(&|name| folder.read(name))))
}

/// The scenario with changes, checked and with its warnings, as of `parse`. Files that are named then are
/// looked for from `folder`.
#[pyfunction]
pub(crate) fn change<'py>(
    py: Python<'py>,
    scenario_json: &str,
    changes_json: &str,
    folder: &str,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let [text, changes] = [scenario_json, changes_json].map(str::to_owned);
    let folder = Folder::new(folder);
    checked(py, Written::default(), move || api::change(&text, &changes, Some(&|name| folder.read(name))))
}

/// The network that a scenario describes, as JSON; see `cellwise_view::Resolved`.
#[pyfunction]
pub(crate) fn resolved(py: Python<'_>, scenario_json: &str) -> PyResult<String> {
    of_json(py, scenario_json, api::resolved)
}

/// The words that all scenarios and results share, as JSON; see `cellwise_view::Vocabulary`.
#[pyfunction]
pub(crate) fn vocabulary() -> String {
    api::vocabulary()
}

/// A number with a unit of a format, such as "span", in the format's base unit.
#[pyfunction]
pub(crate) fn quantity(format: &str, text: &str) -> PyResult<u64> {
    api::quantity(format, text).map_err(PyValueError::new_err)
}

/// A number as a text has it, exactly as a decimal, with the format and the name of its unit, which are empty
/// without one; `None` if the text is not a number.
#[pyfunction]
pub(crate) fn number(text: &str) -> Option<(String, &'static str, &'static str)> {
    Number::read(text).map(|number| (number.decimal, number.format, number.unit))
}

/// An expression with quotes around its quantities, and a mark before each.
#[pyfunction]
pub(crate) fn quoted(text: &str, mark: &str) -> String {
    cellwise_units::quoted(text, mark)
}

/// The scenario of a template with its defaults, as JSON.
#[pyfunction]
pub(crate) fn template(name: &str) -> PyResult<String> {
    api::template(name).map_err(PyValueError::new_err)
}

/// The JSON Schema of scenarios.
#[pyfunction]
pub(crate) fn json_schema() -> String {
    api::schema()
}

/// Every model of every family, as a JSON list of objects.
#[pyfunction]
pub(crate) fn catalogue() -> String {
    api::catalogue()
}

/// Reads a scenario that must be good and gives the network that it describes, with the octets that this holds.
pub(crate) fn network(py: Python<'_>, scenario_json: &str) -> PyResult<(Network, i64)> {
    of_json(py, scenario_json, api::network)
}
