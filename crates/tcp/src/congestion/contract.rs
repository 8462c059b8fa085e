//! The contract of every congestion control: its answers, and its reports of acknowledgments and losses.

use cellwise_units::{Span, Time};

use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// An acknowledgment of new data.
#[derive(Clone, Copy, Debug)]
pub struct AckEvent {
    /// When it arrived.
    pub now: Time,
    /// Octets that it newly acknowledges.
    pub acked: u64,
    /// Octets outstanding before it arrived.
    pub flight: u64,
    /// The exact round-trip time that it measures, if the control needs timing.
    pub rtt: Option<Span>,
    /// The smoothed exact round-trip time, likewise.
    pub srtt: Option<Span>,
}

/// What an acknowledgment says about congestion marks.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    /// The octet that it acknowledges up to, since the start of the connection.
    pub ack: u64,
    /// Octets that it newly acknowledges; with accurate feedback, also selectively.
    pub acked: u64,
    /// Octets of these that were marked.
    pub marked: u64,
    /// The octet after the last one sent.
    pub snd_max: u64,
    /// When it arrived.
    pub now: Time,
    /// The exact round-trip time that it measures, if the control needs timing.
    pub rtt: Option<Span>,
    /// The smoothed exact round-trip time, likewise.
    pub srtt: Option<Span>,
}

/// What showed a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossCause {
    /// The retransmission timer expired.
    Timeout,
    /// Duplicate acknowledgments reached the threshold.
    DuplicateAcks,
    /// A congestion mark was echoed; nothing was lost.
    Mark,
}

/// A loss, or a mark that stands for one.
#[derive(Clone, Copy, Debug)]
pub struct LossEvent {
    /// When it was found.
    pub now: Time,
    /// What showed it.
    pub cause: LossCause,
    /// Octets outstanding, without those of limited transmit.
    pub flight: u64,
    /// Octets that the receiver offers.
    pub snd_wnd: u64,
}

/// How fast a congestion control that models the path wants segments to leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Octets of data per second; above 0.
    pub rate: f64,
    /// Octets that leave back to back; a segment if they are fewer.
    pub quantum: u64,
}

/// A congestion control.
pub trait Congestion {
    /// Whether it needs exact round-trip times. It then sees every acknowledgment of new data outside
    /// of recoveries: header prediction takes none.
    const NEEDS_TIMING: bool = false;

    /// Whether it has a slow start of its own, so that the setting `slow_start` does not matter.
    const OWN_SLOW_START: bool = false;

    /// Whether it needs to know of each segment whether it was marked. The connection then uses congestion
    /// marks, and every acknowledgment echoes the marks of the octets that it acknowledges and no others.
    const EXACT_ECHO: bool = false;

    /// Whether it answers each mark by a little (RFC 9331 4.3). The connection then uses congestion marks with ECT(1),
    /// accurate feedback and pacing, and octets that were not marked open the window even where an acknowledgment
    /// reports marks.
    const SCALABLE: bool = false;

    /// Whether it models the path: every acknowledgment then gives it a sample of delivery, by which it sets the window
    /// and the rate of pacing itself, also in recoveries; marks, the settings' pacing and the window of a restart after
    /// an idle time do not matter.
    const MODELS_PATH: bool = false;

    /// Whether the window opens by the octets that an acknowledgment is the first to report: octets reported
    /// selectively before open nothing.
    const COUNTS_DELIVERED: bool = false;

    /// Whether the window is set from outside: nothing else moves it, but a loss until it is repaired.
    const IS_EXTERNAL: bool = false;

    /// Takes what an acknowledgment has delivered, if it models the path.
    fn on_delivery(&mut self, _: &Sample<'_>, _: &mut CongestionWindow) {}

    /// The application writes to a connection that had nothing outstanding and too little to send.
    fn on_restart(&mut self, _: Time, _: &mut CongestionWindow) {}

    /// The application writes to a connection that had nothing outstanding.
    fn on_idle_end(&mut self, _: Time) {}

    /// How fast segments leave, if it models the path.
    fn pace(&self) -> Pace {
        Pace { rate: f64::INFINITY, quantum: 0 }
    }

    /// Whether rates that are measured now say nothing about the path, because it sends little on purpose.
    fn ignores_rates(&self) -> bool {
        false
    }

    /// Takes the seed of its random draws.
    fn seed(&mut self, _: u64) {}

    /// Moves the window for an acknowledgment of new data.
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow);

    /// The other end does not understand the marks that it needs.
    fn without_marks(&mut self) {}

    /// Whether the window is to be reduced for a mark of a window of data in which it was not.
    fn answers(&self, _: Time) -> bool {
        true
    }

    /// Takes the echoes of marks, of every acknowledgment of new data, if it needs them.
    fn on_feedback(&mut self, _: &Feedback) {}

    /// The slow-start threshold that a loss leaves, in octets; at least two segments.
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64;

    /// What a loss that no timeout has shown leaves of the window, in segments; the threshold if not given.
    fn cwnd_after(&self, _: &LossEvent, _: &CongestionWindow) -> Option<f64> {
        None
    }

    /// Keeps what the next loss would have it forget, because that loss may turn out to be none.
    fn save(&mut self) {}

    /// Takes up again what it has kept: there was no loss.
    fn restore(&mut self) {}
}
