//! Acknowledgments that wait by a rule of their own.

use cellwise_units::Time;

use super::Receiver;
use crate::ack_delay::{AckDelay as _, AnyAckDelay, Arrival, When};
use crate::config::Settings;
use crate::segment::Output;

/// The rule of the settings, unless it is that of the fast timer or none.
pub(super) fn rule(settings: &Settings) -> Option<Box<AnyAckDelay>> {
    let rule = settings.ack_delay.build();
    (settings.delayed_ack && !rule.is_fast_timer()).then(|| Box::new(rule))
}

impl Receiver {
    /// Acknowledges data in order, or has it wait. Acknowledgment congestion control counts by itself; then only the time is the
    /// rule's.
    #[cold]
    pub(super) fn acknowledge_by_rule(&mut self, out: &mut Output) {
        let arrival = self.arrival();
        let Some(rule) = &mut self.ack_delay else { return };
        let when = rule.on_data(&arrival);
        let counts = self.ack_ratio.is_some();
        let is_time = if counts { self.is_time_to_acknowledge() } else { when == When::AtOnce };
        match when {
            _ if is_time => self.send_ack(out),
            When::By(at) => self.wait_until(at),
            When::AtOnce | When::FastTimer => {
                self.ticks.advance(self.now);
                self.wait_until(self.ticks.clock().time_of(self.ticks.count() + 1));
            }
        }
    }

    fn wait_until(&mut self, at: Time) {
        self.deadline = if self.ack_pending { self.deadline.min(at) } else { at };
        self.ack_pending = true;
    }

    fn arrival(&self) -> Arrival {
        Arrival {
            now: self.now,
            rcv_nxt: self.rcv_nxt,
            mss: self.mss,
            window: u64::from(self.window()),
            rto: self.control.rtt().rto(),
            due: self.ack_pending.then_some(self.deadline),
        }
    }

    /// Reports to the rule that the time of the acknowledgment that waits has come.
    pub(super) fn note_late_ack(&mut self) {
        if let Some(rule) = &mut self.ack_delay {
            rule.on_timer(self.control.rtt().rto());
        }
    }

    /// Reports a segment without new data to the rule.
    pub(super) fn note_duplicate(&mut self) {
        if self.ack_delay.is_some() {
            let arrival = self.arrival();
            if let Some(rule) = &mut self.ack_delay {
                rule.on_duplicate(&arrival);
            }
        }
    }
}
