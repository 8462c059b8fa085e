//! What capture files say of themselves.

/// What a file says of itself, where its format has room for that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Description<'a> {
    /// The name of the capture point.
    pub point: &'a str,
    /// What wrote it, with its version.
    pub application: &'a str,
    /// What it is of.
    pub comment: &'a str,
}
