//! The shortest round trip, and the probes for it.
//!
//! Source: draft-ietf-ccwg-bbr, "ProbeRTT". Two filters: the shortest of `probe_rtt_interval` says when to probe, that
//! of `min_rtt_window` is the model's.

use cellwise_units::{Span, Time};

use super::model::{AckPhase, Model, Phase};
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// The probe.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProbeRtt {
    /// The shortest round trip of the interval, and when it was seen.
    shortest: Option<Span>,
    seen: Time,
    is_due: bool,
    /// From when on a probe may end, once little is in the network.
    until: Option<Time>,
    is_round_done: bool,
}

impl Model {
    /// Takes a round-trip time (UpdateMinRTT).
    pub(super) fn take_round_trip(&mut self, sample: &Sample<'_>) {
        let probe = &mut self.probe_rtt;
        let is_old = sample.now > probe.seen + self.config.probe_rtt_interval;
        probe.is_due = is_old && probe.shortest.is_some();
        if let Some(rtt) = sample.rtt
            && (probe.is_due || probe.shortest.is_none_or(|shortest| rtt < shortest))
        {
            (probe.shortest, probe.seen) = (Some(rtt), sample.now);
        }
        let is_old = sample.now > self.min_rtt_at + self.config.min_rtt_window;
        if probe.shortest.is_some() && (is_old || self.min_rtt.is_none() || probe.shortest < self.min_rtt) {
            (self.min_rtt, self.min_rtt_at) = (probe.shortest, probe.seen);
        }
    }

    /// Begins, continues and ends a probe (CheckProbeRTT).
    pub(super) fn probe_round_trip(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        if self.phase != Phase::ProbeRtt && self.probe_rtt.is_due && !self.restarts {
            self.save_window(window);
            self.phase = Phase::ProbeRtt;
            self.probe_rtt.until = None;
            self.ack_phase = AckPhase::Stopping;
            self.rounds.restart(sample);
        }
        if self.phase == Phase::ProbeRtt {
            self.hold_probe(sample, window);
        }
        self.restarts = false;
    }

    fn hold_probe(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
        match self.probe_rtt.until {
            None if sample.in_flight <= self.probe_window() => {
                self.probe_rtt.until = Some(sample.now + self.config.probe_rtt_duration);
                self.probe_rtt.is_round_done = false;
                self.rounds.restart(sample);
            }
            None => {}
            Some(_) => {
                self.probe_rtt.is_round_done |= self.rounds.begins;
                if self.probe_rtt.is_round_done {
                    self.end_probe_if_over(sample.now, Some(sample), window);
                }
            }
        }
    }

    /// Ends a probe that has lasted long enough; after an idle time there is no sample.
    pub(super) fn end_probe_if_over(
        &mut self,
        now: Time,
        sample: Option<&Sample<'_>>,
        window: &mut CongestionWindow,
    ) {
        if self.probe_rtt.until.is_some_and(|until| now > until) {
            self.probe_rtt.seen = now;
            self.restore_window(window);
            let idle = Sample { now, total_delivered: self.rounds.begun_at(), ..Sample::default() };
            self.leave_probe_rtt(sample.unwrap_or(&idle));
        }
    }

    /// The window of a probe (BBRProbeRTTCwnd).
    pub(super) fn probe_window(&self) -> u64 {
        self.volume(0.5).max(self.least_window())
    }
}
