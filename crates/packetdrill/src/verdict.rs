//! What came of a script.

/// How a replay ended, at which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything that could be compared was equal, up to this line.
    Passed,
    /// What left was not what the script expects.
    Differs {
        /// What the script expects.
        expected: String,
        /// What there was.
        got: String,
    },
    /// The script asks for what is not modelled, for this reason.
    Skipped(String),
}

/// What came of a script: the outcome, where, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The line of the script at which it was decided, from 1.
    pub line: usize,
    /// How many expectations held: segments that leave, and assertions.
    pub held: usize,
    /// What the script asks for that was left out without ending it, once each.
    pub notes: Vec<String>,
}

impl Verdict {
    /// A script that was not replayed.
    #[must_use]
    pub fn skipped(line: usize, why: impl Into<String>) -> Self {
        Self { outcome: Outcome::Skipped(why.into()), line, held: 0, notes: Vec::new() }
    }

    /// Whether something differs.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self.outcome, Outcome::Differs { .. })
    }
}
