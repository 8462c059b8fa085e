//! TCP and UDP end points without input or output: a segment and the time go in, segments and
//! the next deadline come out.
//!
//! The machinery is that of 4.4BSD (Net/3): timers in ticks, one timed segment at a time,
//! exponential backoff, go-back-N after a timeout, delayed acknowledgment. Congestion control
//! ([`congestion`]) and loss recovery ([`recovery`]) are separate families; a [`Variant`] pairs
//! one of each under the name that papers use. Everything that implementations of the period
//! did differently is a field of [`Settings`].
//!
//! The connection is taken as established: octet 0 is the first octet of data in each direction.

mod application;
mod choices;
mod config;
pub mod congestion;
mod control_block;
mod output;
mod reassembly_queue;
mod receiver;
pub mod recovery;
mod rtt;
mod segment;
mod sender;
mod seq;
mod stats;
mod tick;
pub mod udp;
mod variant;
mod window;

pub use application::Application;
pub use choices::{
    AfterTimeout, BackoffUntil, CwndCap, CwndUnit, InitialSsthresh, OutOfOrder, RtoRule, SlowStartBoundary,
    SsthreshRule, TimerPhase,
};
pub use config::Settings;
pub use control_block::ControlBlock;
pub use receiver::Receiver;
pub use rtt::RttEstimator;
pub use segment::{Flags, IP_HEADER_BYTES, Output, Segment, TCP_HEADER_BYTES, UDP_HEADER_BYTES};
pub use sender::Sender;
pub use seq::Seq;
pub use stats::{ReceiverStats, SenderStats};
pub use tick::{TickClock, TickCursor};
pub use variant::{VARIANTS, Variant, VariantName, catalogue};
pub use window::CongestionWindow;
