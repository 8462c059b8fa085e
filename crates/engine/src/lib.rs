//! What a discrete-event run needs and nothing about networks: the [`Calendar`] of events, the
//! [`KeyQueue`] of streams that meet, the [`TieOrder`] of simultaneous events, named [`RandomStream`]s,
//! draws of [`chance`] from them, and what [`memory`] a piece of work takes.

mod calendar;
pub mod chance;
mod key;
mod key_list;
mod key_queue;
mod key_tree;
pub mod memory;
mod random;
mod tie;

pub use calendar::Calendar;
pub use key::{Key, Rank};
pub use key_queue::KeyQueue;
pub use random::{RandomStream, StreamName};
pub use tie::{TieOrder, TieSource};
