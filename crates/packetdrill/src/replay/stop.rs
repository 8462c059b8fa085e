//! Why a replay goes no further.

/// Why a replay does not go on: the end of what can be compared, a difference, or what is not modelled.
#[derive(Debug)]
pub(super) enum Stop {
    Closing,
    Differs { expected: String, got: String },
    Skipped(String),
}

/// Whether the replay goes on.
pub(super) type Step = Result<(), Stop>;

pub(super) fn skipped(why: impl Into<String>) -> Stop {
    Stop::Skipped(why.into())
}
