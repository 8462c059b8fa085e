//! What is wrong with settings.

/// A key whose value breaks a rule of the model that it is a setting of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigIssue {
    /// The key, with the tables that contain it, such as `think_time_s.shape`.
    pub field: String,
    /// Its value as given.
    pub value: String,
    /// What would be allowed: "give at least ...".
    pub rule: String,
}

impl ConfigIssue {
    /// A key, its value, the rule.
    #[must_use]
    pub fn new(field: &str, value: impl ToString, rule: impl Into<String>) -> Self {
        Self { field: field.to_owned(), value: value.to_string(), rule: rule.into() }
    }
}
