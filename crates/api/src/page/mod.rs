//! What a page shows of a run, in plain values: its network, its numbers, its series and what happened in it.

pub mod answers;

mod describe;
mod events;
mod playback;
mod probes;

pub use describe::described;
pub use events::{Part, again, lanes, marked};
pub use playback::playback;
pub use probes::{Watching, watching};
