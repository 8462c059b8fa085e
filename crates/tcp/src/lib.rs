//! TCP and UDP end points without input or output: a segment and the time go in, segments and
//! the next deadline are the answer.
//!
//! The machinery is that of 4.4BSD (Net/3): timers in ticks, one timed segment at a time,
//! exponential backoff, go-back-N after a timeout, delayed acknowledgment. Congestion control
//! ([`congestion`]) and loss recovery ([`recovery`]) are separate families; a [`Variant`] pairs
//! one of each under the name that papers use. Everything that implementations of the period
//! did differently is a field of [`Settings`].
//!
//! Octet 0 is the first octet of data in each direction. A [`Sender`] and a [`Receiver`] are one direction of a
//! connection; where both ends send, each end has both, [`Joined`]. Unless the settings want a handshake, the connection is taken as established; unless they want it closed, it stays so.

mod ack_congestion;
pub mod ack_delay;
mod application;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod basics;
mod burst;
mod catalogue;
mod choices;
mod config;
pub mod congestion;
mod control_block;
mod delivery;
mod draws;
mod ecn;
mod fine_timing;
mod idle;
mod joined;
mod options;
mod output;
pub mod pacing;
pub mod ping;
pub mod profile;
mod ranges;
mod rate_pacer;
mod receiver;
pub mod recovery;
mod rtt;
mod segment;
mod segment_log;
mod sender;
mod seq;
pub mod slow_start;
mod stats;
mod tick;
pub mod udp;
pub mod undo;
mod variant;
mod window;
mod window_use;
mod writer;

pub use application::Application;
pub use basics::Basics;
pub use catalogue::catalogue;
pub use cellwise_packet::Codepoint;
pub use choices::{
    AfterFastRetransmit, AfterIdle, AfterTimeout, Backoff, BackoffUntil, ByteCounting, CwndAfterLoss,
    CwndCap, CwndGrowth, CwndUnit, DuplicateAcks, EcnFeedback, InitialCwnd, InitialSsthresh, NewRenoExit,
    NewRenoTimer, OutOfOrder, RecoveryWindow, RetransmissionTimer, RoundTripClock, RtoRule,
    SlowStartBoundary, SsthreshRule, TimerExpiry, TimerPhase, WindowProbeTimer, WindowUpdateRule,
};
pub use config::Settings;
pub use control_block::ControlBlock;
pub use delivery::{Lost, Sample};
pub use ecn::{EcnAnswer, EcnMode, EcnOpened};
pub use joined::Joined;
pub use options::{MAX_SACK_BLOCKS, MarkedOctets, Options, SackBlocks, SynOptions, Timestamps};
pub use receiver::Receiver;
pub use rtt::{ExactEstimator, RttEstimator, TickEstimator};
pub use segment::{Flags, IP_HEADER_BYTES, Output, Segment, TCP_HEADER_BYTES, UDP_HEADER_BYTES};
pub use sender::Sender;
pub use seq::Seq;
pub use stats::{ReceiverStats, SenderStats};
pub use tick::{TickClock, TickCursor};
pub use variant::{VARIANTS, Variant, VariantName};
pub use window::CongestionWindow;
