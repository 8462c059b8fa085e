//! Scenarios as text: read, checked, expanded, changed, printed. In JSON unless said otherwise.

use cellwise_scenario::{self as scenario, Document, Issue, ReadFile, Scenario};
use cellwise_view::{Resolved, Vocabulary, models};

pub use crate::kept::Held;
use crate::kept::LAST;

/// An answer, or every rule that the scenario breaks.
pub type Answer<T> = Result<T, Vec<Issue>>;

/// A scenario as written, and its warnings: results that are probably not meant or outside the standards.
pub type Reviewed = (String, Vec<Issue>);

/// What reads a document.
pub type Reader = fn(&str) -> Answer<Document>;

/// The reader of "toml" or "json".
///
/// # Errors
/// A sentence, if the format is neither.
pub fn reader(format: &str) -> Result<Reader, String> {
    match format {
        "toml" => Ok(scenario::parse_toml),
        "json" => Ok(scenario::parse_json),
        other => Err(format!("format: {other:?} is not \"toml\" or \"json\"")),
    }
}

/// What reads the files that a scenario names, where there are any: see [`ReadFile`].
pub type Files<'r> = Option<&'r ReadFile<'r>>;

/// Reads a scenario, checks it and gives it back, with the contents of its files instead of their names.
///
/// # Errors
/// Every rule that it breaks.
pub fn parse(text: &str, read: Reader, files: Files<'_>) -> Answer<Reviewed> {
    let document = read(text)?;
    LAST.reviewed(&match files {
        Some(files) => document.with_files(files),
        None => document,
    })
}

/// Every issue of a scenario; none if it is good.
#[must_use]
pub fn check(json: &str) -> Vec<Issue> {
    scenario::parse_json(json).map_or_else(|issues| issues, |document| document.check())
}

/// The scenario with its template expanded and every setting written out. One that is `sound` is not checked again.
///
/// # Errors
/// Every rule that it breaks.
pub fn expand(json: &str, sound: bool) -> Answer<String> {
    Ok(scenario::to_json(&scenario::expand(&made(json, sound)?)))
}

/// SHA-256 over the version and the expanded scenario.
///
/// # Errors
/// Every rule that it breaks.
pub fn identity(json: &str, sound: bool) -> Answer<String> {
    Ok(scenario::identity(crate::version(), &made(json, sound)?))
}

/// The scenario as TOML.
///
/// # Errors
/// Every rule that it breaks.
pub fn to_toml(json: &str, sound: bool) -> Answer<String> {
    Ok(scenario::to_toml(&made(json, sound)?))
}

fn made(json: &str, sound: bool) -> Answer<Scenario> {
    let document = scenario::parse_json(json)?;
    if sound { document.known() } else { document.scenario() }
}

/// The scenario with some values changed, each a path and a text that is read as TOML, or else taken as a string.
///
/// # Errors
/// The path or value that cannot be there, or the faults of files that are named.
pub fn set_values(json: &str, changes: &[(String, String)], files: Files<'_>) -> Answer<String> {
    let mut document = scenario::parse_json(json)?;
    let changes: Vec<(&str, &str)> = changes.iter().map(|(path, value)| (&**path, &**value)).collect();
    scenario::apply_sets(&mut document, &changes).map_err(|issue| vec![issue])?;
    files.map_or(Ok(()), |files| document.insert_changed_files(files))?;
    Ok(document.value.to_string())
}

/// The scenario with changes, checked and with its warnings, as of [`parse`].
///
/// # Errors
/// Every rule that it then breaks.
pub fn change(json: &str, changes: &str, files: Files<'_>) -> Answer<Reviewed> {
    let mut document = scenario::parse_json(json)?;
    scenario::apply_changes(&mut document, changes)?;
    files.map_or(Ok(()), |files| document.insert_changed_files(files))?;
    LAST.reviewed(&document)
}

/// The network that a scenario describes; see [`Resolved`].
///
/// # Errors
/// Every rule that the scenario breaks.
pub fn resolved(json: &str) -> Answer<String> {
    let (_, network) = scenario::parse_json(json)?.resolved()?;
    Ok(text(&Resolved::of(&network)))
}

/// The network to run, and the octets that it takes with the remains of resolving it. One that was just reviewed is not
/// resolved again.
///
/// # Errors
/// Every rule that the scenario breaks.
pub fn network(json: &str) -> Answer<Held> {
    LAST.network(json)
}

/// The words that all scenarios and results share; see [`Vocabulary`].
#[must_use]
pub fn vocabulary() -> String {
    text(&Vocabulary::new())
}

/// Every model of every family, as a list of objects.
#[must_use]
pub fn catalogue() -> String {
    text(&models::listed())
}

/// The JSON Schema of scenarios.
#[must_use]
pub fn schema() -> String {
    scenario::json_schema()
}

/// The scenario of a template with its defaults.
///
/// # Errors
/// A sentence with the known templates, if the name is unknown.
pub fn template(name: &str) -> Result<String, String> {
    scenario::template_scenario(name).map(|made| scenario::to_json(&made)).ok_or_else(|| {
        let known: Vec<&str> = scenario::catalogue().iter().map(|entry| entry.name).collect();
        format!("template: {name:?} is not known; known: {}", known.join(", "))
    })
}

/// A number with a unit of a format, such as "span", in the format's base unit.
///
/// # Errors
/// A sentence, if there is no such format or the text is not one of its numbers.
pub fn quantity(format: &str, text: &str) -> Result<u64, String> {
    let read = cellwise_units::read(format, text)
        .ok_or_else(|| format!("format: {format:?} is none of a quantity"))?;
    read.map_err(|error| error.to_string())
}

/// Plain data as JSON.
fn text(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIEF: &str = r#"{"duration":"10 ms","topology":{"template":"n-source"}}"#;

    #[test]
    fn what_is_expanded_is_the_same_scenario() {
        let expanded = expand(BRIEF, false).unwrap();
        assert_eq!(identity(&expanded, false), identity(BRIEF, false));
        assert_eq!(expand(&expanded, true).unwrap(), expanded);
    }

    #[test]
    fn every_broken_rule_is_reported_with_its_path() {
        let issues = check(r#"{"duration":"0 s","seeed":1,"topology":{"template":"n-source"}}"#);
        let paths: Vec<&str> = issues.iter().map(|issue| &*issue.path).collect();
        assert_eq!(paths, ["duration", "seeed"]);
    }

    #[test]
    fn what_is_no_format_template_or_quantity_is_reported() {
        assert!(reader("yaml").unwrap_err().contains("\"yaml\""));
        assert!(template("ring").unwrap_err().contains("n-source"));
        assert!(quantity("mood", "1").unwrap_err().contains("\"mood\""));
        assert_eq!(quantity("span", "1 ns"), Ok(1000));
    }
}
