//! Scenarios as text: read, checked, expanded, changed, printed.

use cellwise_engine::memory;
use cellwise_scenario::{self as scenario, Document, Issue, Network, Scenario};
use cellwise_view::{Resolved, Vocabulary, models};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Written, config_error, issue_dict};
use crate::interrupt::interruptible;

/// The version of the simulator.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Reads a scenario in "toml" or "json", checks it and gives it back as JSON, as it was written, with its
/// warnings: what it makes that is probably not meant or outside the standards. They are dictionaries as of
/// `check`, with the whole text under "message". Messages name the file that the text is from, if it is given.
#[pyfunction]
#[pyo3(signature = (text, format, file=None))]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    text: &str,
    format: &str,
    file: Option<&str>,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let (owned, read) = (text.to_owned(), reader(format)?);
    checked(py, Written { text: shown(text, format), file }, move || read(&owned))
}

/// What `parse` gives of a document; issues are shown in the text, if there is one.
fn checked<'py>(
    py: Python<'py>,
    written: Written<'_>,
    make: impl FnOnce() -> Result<Document, Vec<Issue>> + Send + 'static,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let parsed = interruptible(py, move || {
        let document = make()?;
        let warnings = document.reviewed()?;
        Ok((document.value.to_string(), warnings))
    })?;
    let (json, warnings) = parsed.map_err(|issues: Vec<Issue>| config_error(py, &issues, written))?;
    let dict = |warning: &Issue| {
        let dict = issue_dict(py, warning)?;
        dict.set_item("message", written.render(warning))?;
        Ok(dict)
    };
    Ok((json, warnings.iter().map(dict).collect::<PyResult<_>>()?))
}

/// Every issue of a scenario; an empty list if it is good.
#[pyfunction]
pub(crate) fn check<'py>(py: Python<'py>, scenario_json: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let text = scenario_json.to_owned();
    let issues =
        interruptible(py, move || read(&text).map_or_else(|issues| issues, |document| document.check()))?;
    issues.iter().map(|issue| issue_dict(py, issue)).collect()
}

/// The scenario with its template expanded and every setting written out, as JSON. One that is `sound` is not
/// checked again.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn expand(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_scenario(py, scenario_json, sound, |made| scenario::to_json(&scenario::expand(made)))
}

/// SHA-256 over the version and the expanded scenario.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn identity(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_scenario(py, scenario_json, sound, |made| scenario::identity(version(), made))
}

/// The scenario as TOML.
#[pyfunction]
#[pyo3(signature = (scenario_json, sound=false))]
pub(crate) fn to_toml(py: Python<'_>, scenario_json: &str, sound: bool) -> PyResult<String> {
    of_scenario(py, scenario_json, sound, scenario::to_toml)
}

/// What is made of a scenario, which is checked first unless it is known to be sound.
fn of_scenario<T: Send + 'static>(
    py: Python<'_>,
    scenario_json: &str,
    sound: bool,
    make: impl FnOnce(&Scenario) -> T + Send + 'static,
) -> PyResult<T> {
    let text = scenario_json.to_owned();
    let made = interruptible(py, move || {
        let document = read(&text)?;
        let scenario = if sound { document.known()? } else { document.scenario()? };
        Ok(make(&scenario))
    })?;
    made.map_err(|issues: Vec<Issue>| config_error(py, &issues, Written::default()))
}

/// The scenario with some values changed, each a path and a text that is read as TOML, or else taken as a string.
#[pyfunction]
pub(crate) fn set_values(
    py: Python<'_>,
    scenario_json: &str,
    changes: Vec<(String, String)>,
) -> PyResult<String> {
    let text = scenario_json.to_owned();
    let changed = interruptible(py, move || {
        let mut document = read(&text)?;
        let changes: Vec<(&str, &str)> = changes.iter().map(|(path, value)| (&**path, &**value)).collect();
        scenario::apply_sets(&mut document, &changes).map_err(|issue| vec![issue])?;
        Ok(document.value.to_string())
    })?;
    changed.map_err(|issues: Vec<Issue>| config_error(py, &issues, Written::default()))
}

/// The scenario with changes laid over it, checked and with its warnings, as of `parse`.
#[pyfunction]
pub(crate) fn change<'py>(
    py: Python<'py>,
    scenario_json: &str,
    changes_json: &str,
) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
    let [text, changes] = [scenario_json, changes_json].map(str::to_owned);
    checked(py, Written::default(), move || {
        let mut document = read(&text)?;
        scenario::apply_changes(&mut document, &changes)?;
        Ok(document)
    })
}

/// The network that a scenario describes, as JSON; see `cellwise_view::Resolved`.
#[pyfunction]
pub(crate) fn resolved(py: Python<'_>, scenario_json: &str) -> PyResult<String> {
    let text = scenario_json.to_owned();
    let made = interruptible(py, move || {
        let (_, network) = read(&text)?.resolved()?;
        Ok(serde_json::to_string(&Resolved::of(&network)))
    })?;
    as_json(made.map_err(|issues: Vec<Issue>| config_error(py, &issues, Written::default()))?)
}

/// The words that all scenarios and results share, as JSON; see `cellwise_view::Vocabulary`.
#[pyfunction]
pub(crate) fn vocabulary() -> PyResult<String> {
    as_json(serde_json::to_string(&Vocabulary::new()))
}

/// A number with a unit of a format, such as "span", in the format's base unit.
#[pyfunction]
pub(crate) fn quantity(format: &str, text: &str) -> PyResult<u64> {
    let read = cellwise_units::read(format, text)
        .ok_or_else(|| PyValueError::new_err(format!("format: {format:?} is none of a quantity")))?;
    read.map_err(|error| PyValueError::new_err(error.to_string()))
}

fn as_json(text: serde_json::Result<String>) -> PyResult<String> {
    text.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The scenario of a template with its defaults, as JSON.
#[pyfunction]
pub(crate) fn template(name: &str) -> PyResult<String> {
    scenario::template_scenario(name).map(|made| scenario::to_json(&made)).ok_or_else(|| {
        let known: Vec<&str> = scenario::catalogue().iter().map(|entry| entry.name).collect();
        PyValueError::new_err(format!("template: {name:?} is not known; known: {}", known.join(", ")))
    })
}

/// The JSON Schema of scenarios.
#[pyfunction]
pub(crate) fn json_schema() -> String {
    scenario::json_schema()
}

/// Every model of every family, as a JSON list of objects.
#[pyfunction]
pub(crate) fn catalogue() -> PyResult<String> {
    as_json(serde_json::to_string(&models::listed()))
}

/// What reads a document.
type Reader = fn(&str) -> Result<Document, Vec<Issue>>;

/// What reads "toml" or "json".
fn reader(format: &str) -> PyResult<Reader> {
    match format {
        "toml" => Ok(scenario::parse_toml),
        "json" => Ok(scenario::parse_json),
        other => Err(PyValueError::new_err(format!("format: {other:?} is not \"toml\" or \"json\""))),
    }
}

/// The text to show issues in: JSON was not written by hand.
fn shown<'t>(text: &'t str, format: &str) -> Option<&'t str> {
    (format == "toml").then_some(text)
}

/// Reads JSON; whether it is a good scenario is checked later.
fn read(scenario_json: &str) -> Result<Document, Vec<Issue>> {
    scenario::parse_json(scenario_json)
}

/// Reads a scenario that must be good and gives the network that it describes, with the octets that this holds.
pub(crate) fn network(py: Python<'_>, scenario_json: &str) -> PyResult<(Network, i64)> {
    let text = scenario_json.to_owned();
    let resolve = move || read(&text)?.resolved().map(|(_, network)| network);
    let (network, held) = interruptible(py, move || memory::measured(resolve))?;
    network.map(|network| (network, held)).map_err(|issues| config_error(py, &issues, Written::default()))
}
