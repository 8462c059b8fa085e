//! The control law of PIE: how probable a drop is, and for how long a burst is spared.
//!
//! It serves one queue; `pie` has one, `fq-pie` one for each flow.

use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::departure::{DepartureRate, delay_at};
use crate::discipline::{Backlog, Draw};
use crate::limit::Room;
use crate::packet::{MarkReason, Packet};

/// Whose rules hold where documents and implementations differ, and whose values the settings have that are not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Rules {
    /// RFC 8033, appendix A: the probability evolves while the burst allowance lasts, and only drops are bypassed; a
    /// packet that finds no congestion arms the allowance again.
    #[default]
    #[serde(rename = "rfc-8033")]
    Rfc8033,
    /// RFC 8034, PIE of cable modems (DOCSIS): nothing happens until a third of the limit waits; then one drop begins a
    /// burst allowance, while which the probability is held at 0, and which is over after 1 s without congestion.
    /// The probability is meant for 1024 octets, and 2 % more at each update while packets wait for longer than
    /// 200 ms. No marks.
    #[serde(rename = "rfc-8034")]
    Rfc8034,
    /// Linux `sch_pie`: the first update after 0.5 s, a burst allowance that runs from packet to packet, 2 % more at
    /// each update while packets wait for longer than 250 ms.
    #[serde(rename = "linux")]
    Linux,
    /// ns-3: the first packet begins a burst allowance, while which the probability is held at 0, and which comes back
    /// only after 1.5 s without congestion.
    #[serde(rename = "ns-3")]
    Ns3,
}

/// How the queue's delay is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DelayFrom {
    /// The time for which the packet that left last had waited.
    #[default]
    TimeStamps,
    /// The octets that wait, over the rate at which octets leave.
    DepartureRate,
    /// The octets that wait, over the rate of the link.
    LinkRate,
}

/// What must wait for a drop to be possible at all: a queue of about two packets is never dropped from.
#[derive(Clone, Copy, Debug)]
pub(in crate::discipline) enum Floor {
    MoreOctetsThan(u64),
    MorePacketsThan(u64),
}

impl Floor {
    fn is_met(self, waiting: Backlog) -> bool {
        match self {
            Self::MoreOctetsThan(octets) => waiting.octets > octets,
            Self::MorePacketsThan(packets) => waiting.packets > packets,
        }
    }
}

/// The law, in the numbers of one link.
#[derive(Clone, Copy, Debug)]
pub(in crate::discipline) struct Law {
    pub(super) rules: Rules,
    pub(super) target: Span,
    pub(super) update: Span,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) burst: Span,
    pub(super) floor: Floor,
    /// The length for which the probability is meant, where shorter packets are dropped less often.
    pub(super) byte_mode: Option<f64>,
    pub(super) derandomise: bool,
    pub(super) step_cap: bool,
    pub(super) delay_from: DelayFrom,
    /// The probability up to which packets are marked; `None` if they never are.
    pub(super) mark_limit: Option<f64>,
    pub(super) room: Room,
    pub(super) link_octets_per_s: f64,
}

/// The state of a burst in ns-3 or RFC 8034.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Allowance {
    /// ns-3: the next packet begins one. RFC 8034: INACTIVE.
    Ready,
    /// It was granted. RFC 8034: ACTIVE.
    Granted,
    /// It is used up, and so many updates in a row saw no congestion. RFC 8034: QUIESCENT.
    Used { quiet: u64 },
}

/// What the law knows of a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::discipline) struct State {
    pub(super) probability: f64,
    pub(super) delay: Span,
    pub(super) delay_before: Span,
    burst: Span,
    allowance: Allowance,
    /// The sum of the probabilities since the last drop, in parts of 1e-15: decimal fractions add up exactly.
    pub(super) accumulated: i64,
    last_departure: Option<Time>,
    rate: DepartureRate,
    next_update: Time,
}

const NS3_QUIET: Span = Span::from_ps(1_500_000_000_000);
// spec: rfc8034 A.1.2
const DOCSIS_QUIET: Span = Span::from_ps(1_000_000_000_000);
const DOCSIS_LOW_DELAY: Span = Span::from_ps(5_000_000_000);
const DOCSIS_HIGH_DELAY: Span = Span::from_ps(200_000_000_000);
const DOCSIS_MOST: f64 = 0.85 * 1024.0 / 64.0;
const DOCSIS_MOST_OF_A_PACKET: f64 = 0.85;
const LINUX_FIRST: Time = Time::from_ps(500_000_000_000);
const LINUX_HIGH_DELAY: Span = Span::from_ps(250_000_000_000);
const MOST_STEP: f64 = 0.02;
const ACCUMULATED_ONE: f64 = 1e15;
const LEAST_ACCUMULATED: i64 = 850_000_000_000_000;
const MOST_ACCUMULATED: i64 = 8_500_000_000_000_000;

/// The difference of two delays, in seconds.
fn seconds(delay: Span, less: Span) -> f64 {
    (delay.get() as f64 - less.get() as f64) / 1e12
}

/// The adjustment is scaled down while the probability is small.
// spec: rfc8033 4.2
fn scale(probability: f64) -> f64 {
    match probability {
        p if p < 1e-6 => 2048.0,
        p if p < 1e-5 => 512.0,
        p if p < 1e-4 => 128.0,
        p if p < 1e-3 => 32.0,
        p if p < 1e-2 => 8.0,
        p if p < 0.1 => 2.0,
        _ => 1.0,
    }
}

/// The same where the probability is that of 1024 octets, and may be above 1.
// spec: rfc8034 4.4
fn docsis_scale(probability: f64) -> f64 {
    match probability {
        p if p < 0.1 => scale(p),
        p if p < 1.0 => 0.5,
        p if p < 10.0 => 0.125,
        _ => 0.031_25,
    }
}

impl Law {
    pub(in crate::discipline) fn start(&self) -> State {
        State {
            probability: 0.0,
            delay: Span::ZERO,
            delay_before: Span::ZERO,
            burst: match self.rules {
                Rules::Rfc8033 | Rules::Linux => self.burst,
                Rules::Rfc8034 | Rules::Ns3 => Span::ZERO,
            },
            allowance: Allowance::Ready,
            accumulated: 0,
            last_departure: None,
            rate: DepartureRate::default(),
            next_update: if self.rules == Rules::Linux { LINUX_FIRST } else { Time::ZERO },
        }
    }

    /// Makes up for the updates until now, while `waiting` waited.
    pub(in crate::discipline) fn catch_up(&self, state: &mut State, now: Time, waiting: Backlog) {
        while state.next_update <= now {
            let before = *state;
            self.update(state, waiting);
            if *state == before {
                // Nothing changes until a packet comes or goes, however long that takes.
                let updates = (now - state.next_update).get() / self.update.get();
                state.next_update += self.update * updates;
            }
            state.next_update += self.update;
        }
    }

    fn update(&self, state: &mut State, waiting: Backlog) {
        match self.delay_from {
            DelayFrom::TimeStamps => {}
            DelayFrom::DepartureRate => state.delay = state.rate.delay(waiting.octets),
            DelayFrom::LinkRate => state.delay = delay_at(self.link_octets_per_s, waiting.octets),
        }
        // spec: rfc8033 4.4 and A: only the drop is bypassed; rfc8034 A.2: the probability is held
        let is_held = matches!(self.rules, Rules::Rfc8034 | Rules::Ns3) && !state.burst.is_zero();
        let probability =
            if is_held { 0.0 } else { self.decayed(state.probability + self.step(state), state, waiting) };
        let most = if self.rules == Rules::Rfc8034 { DOCSIS_MOST } else { 1.0 };
        state.probability = probability.clamp(0.0, most);
        match self.rules {
            Rules::Rfc8033 => self.spend_one_update(state),
            Rules::Rfc8034 => self.rearm_after_quiet(state, DOCSIS_QUIET),
            Rules::Linux => self.restart_if_quiet(state),
            Rules::Ns3 => self.rearm_after_quiet(state, NS3_QUIET),
        }
        state.delay_before = state.delay;
    }

    // spec: rfc8033 4.2
    fn step(&self, state: &State) -> f64 {
        let error = self.alpha * seconds(state.delay, self.target);
        let trend = self.beta * seconds(state.delay, state.delay_before);
        let scale = if self.rules == Rules::Rfc8034 { docsis_scale } else { scale };
        let mut step = (error + trend) / scale(state.probability);
        if self.step_cap && state.probability >= 0.1 {
            step = step.min(MOST_STEP);
        }
        if self.rules == Rules::Linux && state.delay > LINUX_HIGH_DELAY {
            step += MOST_STEP;
        }
        step
    }

    fn decayed(&self, probability: f64, state: &State, waiting: Backlog) -> f64 {
        if self.rules == Rules::Rfc8034 {
            // spec: rfc8034 4.5 and A.2
            return if state.delay.max(state.delay_before) < DOCSIS_LOW_DELAY {
                0.98 * probability
            } else if state.delay > DOCSIS_HIGH_DELAY {
                probability + MOST_STEP
            } else {
                probability
            };
        }
        if !state.delay.is_zero() || !state.delay_before.is_zero() {
            return probability;
        }
        match self.rules {
            Rules::Linux if waiting.octets > 0 => probability,
            Rules::Linux => probability - probability / 64.0,
            Rules::Rfc8033 | Rules::Rfc8034 | Rules::Ns3 => 0.98 * probability,
        }
    }

    fn is_short(&self, delay: Span) -> bool {
        delay.get() < self.target.get() / 2
    }

    fn is_quiet(&self, state: &State) -> bool {
        state.probability == 0.0 && self.is_short(state.delay) && self.is_short(state.delay_before)
    }

    fn spend_one_update(&self, state: &mut State) {
        state.burst = Span::from_ps(state.burst.get().saturating_sub(self.update.get()));
    }

    fn restart_if_quiet(&self, state: &mut State) {
        if self.is_quiet(state) && (self.delay_from == DelayFrom::TimeStamps || state.rate.is_known()) {
            state.burst = self.burst;
            state.accumulated = 0;
            state.last_departure = None;
            state.rate = DepartureRate::default();
        }
    }

    fn rearm_after_quiet(&self, state: &mut State, timeout: Span) {
        self.spend_one_update(state);
        let is_quiet = self.is_quiet(state);
        if is_quiet && state.rate.is_known() {
            state.rate = DepartureRate::default();
        }
        let most = timeout.get() / self.update.get();
        state.allowance = match state.allowance {
            Allowance::Granted if is_quiet && state.burst.is_zero() => Allowance::Used { quiet: 0 },
            Allowance::Used { quiet } if is_quiet && quiet >= most => Allowance::Ready,
            Allowance::Used { quiet } if is_quiet => Allowance::Used { quiet: quiet + 1 },
            Allowance::Used { .. } => Allowance::Used { quiet: 0 },
            other => other,
        };
    }

    /// Whether a packet that finds `waiting` is to be dropped; it may be marked instead.
    // spec: rfc8033 4.1 and 5.1
    pub(in crate::discipline) fn drops(
        &self,
        state: &mut State,
        packet: &mut Packet,
        waiting: Backlog,
        draw: Draw<'_>,
    ) -> bool {
        // spec: rfc8033 A
        if self.rules == Rules::Rfc8033 && self.is_quiet(state) {
            state.burst = self.burst;
        }
        let drops = self.is_early(state, packet.octets, waiting, draw)
            && !(self.may_mark(state.probability) && packet.mark(MarkReason::Aqm));
        if drops {
            state.forget();
            self.begin_burst_of_docsis(state);
        }
        drops
    }

    /// Whether a packet is to be dropped or marked.
    fn is_early(&self, state: &mut State, octets: u32, waiting: Backlog, draw: Draw<'_>) -> bool {
        if !state.burst.is_zero() {
            return false;
        }
        if self.rules == Rules::Ns3 && state.allowance == Allowance::Ready {
            state.allowance = Allowance::Granted;
            state.burst = self.burst;
        }
        if self.rules == Rules::Rfc8034 && !self.wakes_docsis(state, waiting) {
            return false;
        }
        let share = self.byte_mode.map_or(1.0, |whole| f64::from(octets) / whole);
        let most = if self.rules == Rules::Rfc8034 { DOCSIS_MOST_OF_A_PACKET } else { 1.0 };
        let probability = (state.probability * share).min(most);
        let delay = if self.rules == Rules::Linux { state.delay } else { state.delay_before };
        let is_exempt = self.is_short(delay) && state.probability < 0.2 || !self.floor.is_met(waiting);
        // RFC 8034 counts packets that it spares, the others do not.
        if self.derandomise && (!is_exempt || self.rules == Rules::Rfc8034) {
            self.accumulate(state, probability);
        }
        !is_exempt && self.falls(state, probability, draw)
    }

    /// RFC 8034: whether it is active, as above a third of the buffer.
    // spec: rfc8034 A.3
    fn wakes_docsis(&self, state: &mut State, waiting: Backlog) -> bool {
        if state.probability == 0.0 {
            state.forget();
        }
        if state.allowance == Allowance::Ready && self.room.is_a_third_full(waiting) {
            state.allowance = Allowance::Used { quiet: 0 };
        }
        state.allowance != Allowance::Ready
    }

    /// RFC 8034: in QUIESCENT a drop begins the burst allowance.
    // spec: rfc8034 A.3
    fn begin_burst_of_docsis(&self, state: &mut State) {
        if self.rules == Rules::Rfc8034 && matches!(state.allowance, Allowance::Used { .. }) {
            state.allowance = Allowance::Granted;
            state.burst = self.burst;
        }
    }

    // spec: rfc8033 5.4
    fn accumulate(&self, state: &mut State, probability: f64) {
        // ns-3 adds what holds for a packet of the mean length, whatever its own.
        let added = if self.rules == Rules::Ns3 { state.probability } else { probability };
        // Only a drop forgets the sum, not a mark, so it may grow while packets are marked.
        let sum = state.accumulated.saturating_add(libm::round(added * ACCUMULATED_ONE) as i64);
        state.accumulated = if added == 0.0 { 0 } else { sum };
    }

    /// Whether chance decides against a packet; without randomness, drops are neither too close nor too far apart.
    // spec: rfc8033 5.4
    fn falls(&self, state: &mut State, probability: f64, draw: Draw<'_>) -> bool {
        if self.derandomise {
            if state.accumulated < LEAST_ACCUMULATED {
                return false;
            }
            if state.accumulated >= MOST_ACCUMULATED {
                return true;
            }
        }
        let falls = probability > 0.0 && draw() < probability;
        if falls && self.rules != Rules::Ns3 {
            state.accumulated = 0;
        }
        falls
    }

    /// Whether packets may be marked instead of dropped at this probability.
    fn may_mark(&self, probability: f64) -> bool {
        self.mark_limit.is_some_and(|most| match self.rules {
            Rules::Rfc8033 | Rules::Rfc8034 | Rules::Ns3 => probability < most,
            Rules::Linux => probability <= most,
        })
    }

    /// The probability with which a packet of the mean length is dropped or marked.
    pub(in crate::discipline) fn probability(&self, state: &State) -> f64 {
        let most = if self.rules == Rules::Rfc8034 { DOCSIS_MOST_OF_A_PACKET } else { 1.0 };
        state.probability.min(most)
    }

    /// A packet leaves, `waiting` stays.
    pub(in crate::discipline) fn on_departure(
        &self,
        state: &mut State,
        packet: &Packet,
        waiting: Backlog,
        now: Time,
    ) {
        let passed = match self.delay_from {
            DelayFrom::TimeStamps => {
                state.delay = if waiting.packets == 0 { Span::ZERO } else { now - packet.arrived };
                state.last_departure.replace(now).map(|last| now - last)
            }
            DelayFrom::DepartureRate => {
                state.rate.on_departure(packet.octets, waiting.octets, now, self.rules)
            }
            DelayFrom::LinkRate => state.last_departure.replace(now).map(|last| now - last),
        };
        if let (Rules::Linux, Some(passed)) = (self.rules, passed) {
            state.burst = Span::from_ps(state.burst.get().saturating_sub(passed.get()));
        }
    }
}

impl State {
    /// A packet was dropped.
    pub(in crate::discipline) fn forget(&mut self) {
        self.accumulated = 0;
    }
}

#[cfg(test)]
mod tests;
