//! What the tests of mistakes share: the only issue of a text, and texts with one mistake.

#![allow(dead_code, reason = "each test file uses a part")]

use cellwise_scenario::{Issue, parse_toml};

/// The issues of a text that is TOML.
pub(crate) fn issues(text: &str) -> Vec<Issue> {
    parse_toml(text).unwrap_or_else(|issues| panic!("{issues:#?}")).check()
}

/// The path and message of the only issue.
pub(crate) fn only(text: &str) -> (String, String) {
    let issues = issues(text);
    assert_eq!(issues.len(), 1, "{text}\n{issues:#?}");
    (issues[0].path.clone(), issues[0].to_string())
}

/// Asserts that a text's only issue is at `path`, and that its message contains `part`.
pub(crate) fn assert_only(text: &str, path: &str, part: &str) {
    let (found, message) = only(text);
    assert_eq!(found, path, "{message}");
    assert!(message.contains(part), "{message}");
}

/// A sound text with one piece of it replaced by another.
pub(crate) fn replaced(sound: &str, from: &str, to: &str) -> String {
    assert!(sound.contains(from), "{from}");
    sound.replacen(from, to, 1)
}
