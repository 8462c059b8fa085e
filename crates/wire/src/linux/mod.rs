//! Devices, the clock, and the thread that moves packets between them and a line. Linux alone has all that this needs.

mod counters;
mod device;
pub mod doctor;
mod fault;
mod file;
mod made;
mod mover;
mod namespace;
mod priority;
mod recorder;
mod session;
mod sys;

pub use doctor::{Check, doctor};
pub use fault::Fault;
pub use made::{Leftover, clean, leftovers};
pub use mover::{Counts, Mover, Turns};
pub use session::{Report, Session, Setup};
