//! What a receiver does for the sender of its end, where both ends send.

use cellwise_units::Time;

use super::Receiver;
use crate::segment::Segment;

impl Receiver {
    /// The same receiver together with a sender ([`crate::Joined`]), which closes this end's direction by itself. To be
    /// called before anything arrives.
    #[must_use]
    pub fn joined(mut self) -> Self {
        self.control.leave_closing();
        self
    }

    /// Whether the other end's FIN has come and all before it.
    #[must_use]
    pub const fn has_end(&self) -> bool {
        self.control.fin_taken
    }

    /// The acknowledgment that data of this end carries as it leaves; none waits any more.
    pub(crate) fn acknowledgment(&mut self, now: Time) -> Segment {
        self.now = now;
        self.stats.acks_carried += 1;
        self.make_ack()
    }

    /// Whether acknowledgments report a count of marks (RFC 9768), in all three flags together.
    pub(crate) const fn counts_marks(&self) -> bool {
        self.ecn.counts()
    }

    /// No packet of this end is sent any more that can be marked.
    pub fn stop_marking(&mut self) {
        self.ecn.stop_marking();
    }

    /// The last acknowledgment does not go alone: data of this end carries it.
    pub(crate) fn note_carried(&mut self) {
        self.stats.acks_sent -= 1;
        self.stats.acks_carried += 1;
    }

    /// Octets of the selective blocks that the next acknowledgment carries.
    pub(crate) fn sack_octets(&self) -> u64 {
        self.reporter.as_ref().map_or(0, |reporter| reporter.octets(&self.queue))
    }

    /// Takes the timestamp of a segment without data, which is as good as that of one with.
    // spec: rfc7323 4.3
    pub(crate) fn take_timestamp(&mut self, now: Time, segment: &Segment) {
        if let (0, Some(echo)) = (segment.len, &mut self.echo)
            && let Some(seq) = segment.seq.offset(self.initial_seq, self.rcv_nxt)
        {
            echo.take(seq, segment, now);
        }
    }

    /// Whether the other end's timestamps are known.
    pub(crate) fn knows_timestamp(&self) -> bool {
        self.echo.as_ref().is_some_and(|echo| echo.is_known())
    }
}
