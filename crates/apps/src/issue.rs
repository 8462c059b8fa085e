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
