//! Disciplines: which of the packets that wait in front of a link is sent next, and which are dropped or marked.
//!
//! A discipline takes packets as their last octets arrive and gives one whenever the link can take it. It has no
//! clock and no timer: what a specification does at regular times is made up for when the next packet comes or goes,
//! before anything else, because nothing could see it earlier. Adding a discipline: one file with `Config`
//! (`build`, `check`, `arbitrary`) and the discipline, and one row in the registry.
//!
//! Simultaneous events: those at regular times precede packets; a packet that leaves precedes one that
//! arrives.

pub mod cake;
pub mod codel;
mod contract;
pub mod drr;
pub mod dualpi2;
mod fair;
mod fifo;
pub mod fq_codel;
pub mod fq_pie;
mod hash;
pub mod head_drop;
mod largest;
mod overhead;
pub mod pie;
pub mod policer;
pub mod priority;
pub mod red;
mod registry;
pub mod tail;
#[cfg(test)]
pub(crate) mod testing;
pub mod token_bucket;
pub mod uplink;
mod waiting;

pub use crate::chance::Draw;
pub use contract::{Around, Backlog, Discipline, DropReason, FAMILY, Service};
pub use hash::Hash;
pub use overhead::{Framing, Keyword};
pub use registry::{AnyDiscipline, DisciplineConfig, catalogue};
