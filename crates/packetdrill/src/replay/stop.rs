//! Why a replay goes no further.

/// Why a replay does not continue: the end of the comparison, a difference, or something that is not modelled.
#[derive(Debug)]
pub(super) enum Stop {
    Closing,
    Differs { expected: String, got: String },
    Skipped(String),
}

/// Whether the replay continues.
pub(super) type Step = Result<(), Stop>;

pub(super) fn skipped(why: impl Into<String>) -> Stop {
    Stop::Skipped(why.into())
}
