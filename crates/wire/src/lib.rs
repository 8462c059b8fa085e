//! Real hosts on simulated lines: packets of TUN devices go onto a [`Line`] in virtual time that is tied to the clock, and
//! what it delivers is written back when it is due.
//!
//! [`Exchange`] is that without a clock and devices. [`lateness`] and [`verdict`] say whether a run kept up with the
//! clock: lateness is never turned into delay of the network silently. [`record`] is the file of a run, which [`replay`]
//! offers again in virtual time. `linux` has the devices, the clock and the thread that moves packets.

pub mod exchange;
pub mod flow;
pub mod lateness;
pub mod line;
#[cfg(target_os = "linux")]
pub mod linux;
pub mod packet;
pub mod path;
pub mod record;
pub mod replay;
pub mod verdict;

pub use exchange::Exchange;
pub use line::{Delivery, Line, NullLine, Offer};
pub use path::PathLine;
