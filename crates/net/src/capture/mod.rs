//! Captures: packets, frames and cells of a run, written as they pass a point.
//!
//! Cells are seen at an element of their own, which is after a port, or before it, and changes
//! nothing; packets and frames are seen at hosts, and packets also at packet ports, which note what happens to
//! them. Without captures nothing of that is there.

mod cells;
mod contents;
mod output;
mod packets;
mod queue;
mod spec;
mod taps;

pub(crate) use cells::{CellTap, Held, Passing};
pub(crate) use contents::{Addresses, Wrapped};
use output::Output;
pub(crate) use packets::{PacketTap, Seen};
pub(crate) use queue::{QueuePlace, QueueTap};
pub use spec::Capture;
pub(crate) use taps::Taps;
