//! What a profile says.

/// A value that a profile gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key of the settings.
    pub name: &'static str,
    /// Its value, as JSON.
    pub value: &'static str,
    /// Where the value is from.
    pub source: &'static str,
}

/// The settings of a known host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name that scenarios use.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// Where its values are from.
    pub source: &'static str,
    /// What it gives.
    pub keys: &'static [Key],
}
