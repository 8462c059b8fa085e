//! Captures: packets, frames and cells of a run, written as they pass a point.
//!
//! Cells are seen at an element of their own, which stands behind a port, or before it, and changes
//! nothing; packets and frames are seen at hosts, and packets at packet ports too, which note what happens to
//! them. Without captures nothing of that is there.

mod cells;
mod coming;
mod contents;
mod output;
mod packets;
mod queue;
mod taps;

use cellwise_capture::{Format, Sink};
use cellwise_scenario::CapturePoint;

pub(crate) use cells::{Arrival, Arrivals, CellTap, Held, Passing};
pub(crate) use coming::Coming;
pub(crate) use contents::Addresses;
use output::Output;
pub(crate) use packets::{PacketTap, Seen};
pub(crate) use queue::{QueuePlace, QueueTap};
pub(crate) use taps::Taps;

/// What a run is to capture, and where it goes.
#[derive(Debug)]
pub struct Capture {
    /// Where to look; of the run's own network.
    pub point: CapturePoint,
    /// The name of the point, for those who read the capture.
    pub name: String,
    /// What the capture is of, for those who read it, if the format has room for that.
    pub about: String,
    /// How it is written; it holds what the point shows.
    pub format: Format,
    /// Where it goes.
    pub sink: Box<dyn Sink>,
    /// The name of where it goes, for errors.
    pub target: String,
}
