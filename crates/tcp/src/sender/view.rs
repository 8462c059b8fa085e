//! The state of a sender that can be seen from outside. Octets count from the start of the connection; SYN and FIN
//! are not among them.

use cellwise_units::{Span, Time};

use super::Sender;
use crate::rtt::RttEstimator;
use crate::stats::SenderStats;
use crate::writer::Writer;

impl Sender {
    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &SenderStats {
        &self.block.stats
    }

    /// The congestion window, in octets; in the unit of segments, with its fraction.
    #[must_use]
    pub const fn cwnd(&self) -> u64 {
        self.block.window.cwnd()
    }

    /// The slow-start threshold, in octets; the largest integer stands for none.
    #[must_use]
    pub const fn ssthresh(&self) -> u64 {
        self.block.window.ssthresh()
    }

    /// The octets that the receiver offers beyond the acknowledged ones.
    #[must_use]
    pub const fn snd_wnd(&self) -> u64 {
        self.block.snd_wnd
    }

    /// The first octet not acknowledged, counted from the start of the connection.
    #[must_use]
    pub fn snd_una_offset(&self) -> u64 {
        self.block.snd_una.min(self.block.written)
    }

    /// The next octet to send, counted from the start of the connection.
    #[must_use]
    pub fn snd_nxt_offset(&self) -> u64 {
        self.block.snd_nxt.min(self.block.written)
    }

    /// The first octet never sent, counted from the start of the connection.
    #[must_use]
    pub fn snd_max_offset(&self) -> u64 {
        self.block.snd_max.min(self.block.written)
    }

    /// What the receiver has acknowledged selectively: runs of octets, from the first to before the
    /// last, in order.
    #[must_use]
    pub fn sacked(&self) -> &[(u64, u64)] {
        self.block.scoreboard.as_slice()
    }

    /// Packets and octets that accurate feedback has reported as marked; none with other feedback. Octets are 0 where
    /// they are not counted, and begin again after 2^24.
    #[must_use]
    pub fn marks_reported(&self) -> Option<(u64, u64)> {
        self.block.ecn.marked_by_other_end()
    }

    /// Whether packets may be sent that can be marked, where the connection uses marks.
    pub(crate) const fn may_mark(&self) -> bool {
        self.block.ecn.may_mark()
    }

    /// The round-trip time estimator.
    #[must_use]
    pub const fn rtt(&self) -> &RttEstimator {
        &self.block.rtt
    }

    /// The smoothed exact round-trip time; none before the first, and where the congestion control
    /// does not need it.
    #[must_use]
    pub fn exact_rtt(&self) -> Option<Span> {
        self.block.fine_srtt()
    }

    /// Whether all that the application wrote is acknowledged.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let written = self.block.writer.as_ref().is_none_or(Writer::is_done);
        written && self.block.snd_una >= self.block.written
    }

    /// Since when nothing has come or was sent, and when the retransmission timer fires, if data sent is not
    /// acknowledged; that timer may not be all it waits for.
    #[must_use]
    pub fn waits_for_timer(&self) -> Option<(Time, Time)> {
        let waits = self.block.rexmt.is_running() && self.block.flight() > 0;
        waits.then_some((self.block.now.at, self.block.rexmt.0))
    }

    /// When the connection was established: by the other end's SYN, or when the sender started.
    #[must_use]
    pub const fn established_at(&self) -> Option<Time> {
        self.milestones.established_at
    }

    /// When the application's last write returned: all octets were in the send buffer. The end
    /// of the time of ttcp's transmitter, which begins at [`Self::established_at`].
    #[must_use]
    pub const fn written_at(&self) -> Option<Time> {
        self.milestones.written_at
    }

    /// When all octets were acknowledged.
    #[must_use]
    pub const fn acknowledged_at(&self) -> Option<Time> {
        self.milestones.acknowledged_at
    }
}
