//! What is wrong with settings.

/// A key whose value breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigIssue {
    /// The key, with the tables that it stands in.
    pub field: String,
    /// Its value as a scenario writes it.
    pub value: String,
    /// What it should be: "give at least ...".
    pub rule: String,
}

impl ConfigIssue {
    /// A key, its value, the rule.
    #[must_use]
    pub fn new(field: &str, value: impl ToString, rule: impl Into<String>) -> Self {
        Self { field: field.to_owned(), value: value.to_string(), rule: rule.into() }
    }
}
