//! Numbers of a run under the names that documents give them, and sentences about it.
//!
//! Python's `cellwise.metrics` and the page in a browser both ask here.

pub mod bottleneck;
pub mod doubts;
pub mod losses;
pub mod ports;
pub mod shares;
