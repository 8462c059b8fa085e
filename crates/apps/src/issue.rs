//! What is wrong with a setting.

/// A setting that does not make sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The field, such as `think_time_s.shape`.
    pub field: String,
    /// The value as given.
    pub value: String,
    /// What would be allowed.
    pub rule: String,
}

impl Issue {
    /// The issue of a number that is not above 0, or above `most`.
    pub(crate) fn unless_positive(field: &str, value: f64, most: f64) -> Option<Self> {
        let rule = || format!("give a number above 0, at most {most}");
        (!(value > 0.0 && value <= most)).then(|| Self::new(field, value, rule()))
    }

    /// The issue of a number outside `least` to `most`.
    pub(crate) fn unless_within(field: &str, value: f64, least: f64, most: f64) -> Option<Self> {
        let rule = || format!("give a number from {least} to {most}");
        (!(least..=most).contains(&value)).then(|| Self::new(field, value, rule()))
    }

    pub(crate) fn new(field: &str, value: impl ToString, rule: impl ToString) -> Self {
        Self { field: field.to_owned(), value: value.to_string(), rule: rule.to_string() }
    }
}
