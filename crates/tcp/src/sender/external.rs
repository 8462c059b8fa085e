//! A window that is set from outside ([`crate::congestion::External`]).

use cellwise_units::Time;

use super::Sender;
use crate::congestion::{AnyCongestion, RoundTrips};
use crate::segment::Output;

impl Sender {
    /// Sets the congestion window, in octets, if it is set from outside; says whether it is. Segments that it then has
    /// room for are sent at once. During a recovery, the recovery decides about sending, and the window holds after its
    /// end.
    ///
    /// What was set before changes nothing.
    pub fn set_cwnd(&mut self, now: Time, octets: u64, out: &mut Output) -> bool {
        let AnyCongestion::External(external) = &mut self.congestion else { return false };
        if external.cwnd() == octets {
            return true;
        }
        external.set(octets);
        let block = &mut self.block;
        block.advance(now);
        block.window.set_ssthresh(octets.max(2 * block.window.mss()));
        // What came before this window is not to come back.
        if let Some(undo) = &mut block.undo {
            undo.cancel();
        }
        if block.in_recovery {
            return true;
        }
        block.window.set(octets);
        if !block.burst.timer.is_running() {
            block.begin_burst();
        }
        self.output(out);
        if self.block.written != u64::MAX {
            self.write(out);
        }
        true
    }

    /// What was set last, in octets, and the round-trip times seen, if the window is set from outside.
    #[must_use]
    pub fn external(&self) -> Option<(u64, &RoundTrips)> {
        match &self.congestion {
            AnyCongestion::External(external) => Some((external.cwnd(), external.round_trips())),
            _ => None,
        }
    }
}
