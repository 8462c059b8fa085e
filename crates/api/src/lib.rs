//! The requests of a front end: scenarios in as text, JSON and columns out.
//!
//! The Python extension and the WebAssembly module both ask it, so that they get the same answers, word for word:
//! [`scenario`] reads, checks, expands, changes and prints; [`Results`] has the results of a run in columns and a
//! [`Summary`], or in a [`Record`] wherever it comes from; [`metrics`] has the numbers and sentences that documents
//! name, [`page`] what a page shows of a run; [`issue`] says where a scenario breaks a rule. How values cross into the
//! other language is theirs.

pub mod issue;
mod kept;
pub mod metrics;
pub mod outcome;
pub mod page;
pub mod record;
pub mod scenario;

pub use issue::Written;
pub use outcome::{Results, Summary};
pub use record::{Record, Watched};

/// The version of the simulator.
#[must_use]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
