//! The issues that a resolution collects.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::issue::{Issue, MOST_SHOWN};

/// Issues, each path and rule once.
#[derive(Debug, Default)]
pub(super) struct Issues(pub(super) Vec<Issue>, BTreeSet<(String, String)>);

impl Issues {
    pub(super) fn push(&mut self, issue: Issue) {
        if self.1.insert((issue.path.clone(), issue.rule.clone())) {
            self.0.push(issue);
        }
    }

    /// Adds an issue about a name that is not among the `known` ones. To look for a name that is meant
    /// takes its time: behind the issues that are shown none is looked for.
    pub(super) fn push_unknown<'n>(
        &mut self,
        path: impl Into<String>,
        name: &str,
        what: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.push(if self.is_long() {
            Issue::new(path, format!("{name:?}"), format!("unknown {what}"))
        } else {
            Issue::unknown_name(path, name, what, known)
        });
    }

    /// The same about the name of a port.
    pub(super) fn push_unknown_port(&mut self, path: String, name: &str, what: &str, known: &[String]) {
        self.push(if self.is_long() {
            Issue::new(path, format!("{name:?}"), format!("unknown {what}"))
        } else {
            Issue::unknown_port(path, name, what, known.iter().map(String::as_str))
        });
    }

    /// Whether what is still found will not be shown.
    pub(super) fn is_long(&self) -> bool {
        self.0.len() > MOST_SHOWN
    }

    /// Adds an issue about a value when a rule is broken. Nothing is written out of one that is not.
    pub(super) fn unless(
        &mut self,
        allowed: bool,
        path: impl Display,
        value: impl Display,
        rule: impl Display,
    ) {
        if !allowed {
            self.push(Issue::new(path.to_string(), format!("\"{value}\""), rule.to_string()));
        }
    }
}
