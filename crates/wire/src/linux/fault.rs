//! Why there is no run.

use std::io;

use thiserror::Error;

/// Why there is no run, or why it did not reach its end.
#[derive(Debug, Error)]
pub enum Fault {
    /// The system refuses something.
    #[error("{what}: {why}")]
    System {
        /// What was asked for.
        what: String,
        /// What the system says.
        why: io::Error,
    },
    /// A program says no.
    #[error("`{command}`: {said}")]
    Command {
        /// What was called.
        command: String,
        /// What it said.
        said: String,
    },
    /// The line cannot continue.
    #[error("{0}")]
    Line(String),
    /// The setup is not in order: one sentence for each thing.
    #[error("{}", .0.join("; "))]
    Setup(Vec<String>),
}

impl Fault {
    pub(super) fn system(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |why| Self::System { what, why }
    }
}
