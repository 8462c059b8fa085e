//! What a discrete-event run needs and nothing about networks: the [`Calendar`] of stream heads,
//! the [`TieOrder`] of simultaneous events, and named [`RandomStream`]s.

mod calendar;
mod random;
mod tie;

pub use calendar::{Calendar, Key, Rank};
pub use random::{RandomStream, StreamName};
pub use tie::{TieOrder, TieSource};
