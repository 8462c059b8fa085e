//! Random early detection: the longer the queue has been on average, the likelier an arriving packet is dropped or
//! marked.
//!
//! The average is a moving one, brought up to date by each arrival; while nothing waits it falls as if mean packets
//! found nothing. The probability that follows from it is spread, so that drops are neither in bunches nor far
//! between. Sources: Floyd and Jacobson, "Random early detection gateways for congestion avoidance", IEEE/ACM ToN,
//! August 1993; Floyd, "Recommendation on using the gentle variant of RED", 2000; Floyd, Gummadi and Shenker,
//! "Adaptive RED", 2001; Feng, Kandlur, Saha and Shin, "A self-configuring RED gateway", INFOCOM 1999; ns-3.

mod settings;

pub use settings::{Adaptation, Config};

use cellwise_units::{Span, Time};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
use crate::limit::Room;
use crate::packet::{MarkReason, Packet};

const PS_PER_S: u128 = 1_000_000_000_000;

/// The probability by the average alone.
#[derive(Clone, Copy, Debug)]
struct Curve {
    min: f64,
    max: f64,
    max_probability: f64,
    gentle: bool,
    nonlinear: bool,
}

/// What the average says of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Advice {
    Pass,
    /// At the risk of being dropped.
    Risk(f64),
    Drop,
}

impl Curve {
    fn advice(&self, average: f64) -> Advice {
        let Self { min, max, max_probability, .. } = *self;
        let end = if self.gentle { 2.0 * max } else { max };
        if average < min {
            Advice::Pass
        } else if average >= end {
            Advice::Drop
        } else if average < max {
            let part = (average - min) / (max - min);
            let part = if self.nonlinear { 1.5 * part * part } else { part };
            Advice::Risk((max_probability * part).min(1.0))
        } else {
            Advice::Risk(max_probability + (1.0 - max_probability) * (average - max) / max)
        }
    }
}

/// The probability of a packet if `count` packets with it, of mean length, came since the last drop, so that drops come
/// at regular distances: all from 1 to just below 1/p are as likely, or, with `wait`, all from 1/p to just below 2/p.
fn spread(probability: f64, count: f64, wait: bool) -> f64 {
    let due = count * probability;
    match wait {
        true if due < 1.0 => 0.0,
        true if due < 2.0 => (probability / (2.0 - due)).min(1.0),
        false if due < 1.0 => (probability / (1.0 - due)).min(1.0),
        _ => 1.0,
    }
}

/// What came since the last drop.
#[derive(Clone, Copy, Debug, Default)]
struct Since {
    packets: u64,
    octets: u64,
}

/// On which side of the thresholds the average was last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Between,
    Above,
}

/// How `max_p` changes.
#[derive(Clone, Copy, Debug)]
enum Adapting {
    No,
    Floyd {
        bottom: f64,
        interval: Span,
        /// When it changed last.
        changed: Time,
    },
    Feng(Side),
}

impl Adapting {
    /// The average is `average` now.
    fn adapt(&mut self, average: f64, now: Time, curve: &mut Curve) {
        match self {
            Self::No => {}
            Self::Floyd { bottom, interval, changed } => {
                if now > *changed + *interval && adapt_slowly(average, *bottom, curve) {
                    *changed = now;
                }
            }
            Self::Feng(side) => adapt_by_side(average, side, curve),
        }
    }
}

/// Adaptive RED: whether `max_p` changed so that the average comes nearer to the middle of the thresholds.
// spec: Floyd, Gummadi and Shenker 2001, figure 1
fn adapt_slowly(average: f64, bottom: f64, curve: &mut Curve) -> bool {
    const TOP: f64 = 0.5;
    let margin = 0.4 * (curve.max - curve.min);
    let p = curve.max_probability;
    if average < curve.min + margin && p > bottom {
        curve.max_probability = p * 0.9;
    } else if average > curve.max - margin && p < TOP {
        curve.max_probability = p + (p / 4.0).min(0.01);
    } else {
        return false;
    }
    true
}

/// Feng's variant: `max_p` is divided by 3 when the average falls below the thresholds, and doubled above them.
fn adapt_by_side(average: f64, side: &mut Side, curve: &mut Curve) {
    let before = *side;
    if average < curve.min {
        *side = Side::Below;
    } else if average > curve.max {
        *side = Side::Above;
    } else if average > curve.min && average < curve.max {
        *side = Side::Between;
    }
    match *side {
        Side::Below if before != Side::Below => curve.max_probability /= 3.0,
        Side::Above if before != Side::Above => {
            curve.max_probability = (curve.max_probability * 2.0).min(1.0);
        }
        _ => {}
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Red {
    room: Room,
    in_octets: bool,
    curve: Curve,
    adapting: Adapting,
    weight: f64,
    mean_octets: f64,
    /// Bits of mean packets that the link sends in a second, and those of one.
    bit_rate: u128,
    mean_bits: u128,
    wait: bool,
    byte_mode: bool,
    ecn: bool,
    hard_drop: bool,
    queue: Fifo,
    /// In packets or octets.
    average: f64,
    /// Since when nothing waits and nothing is sent.
    idle_since: Option<Time>,
    /// `None` while the average is below the thresholds.
    since: Option<Since>,
}

impl Red {
    fn new(config: &Config, service: &Service, curve: Curve, weight: f64, bottom: f64) -> Self {
        let interval = config.adaptation_interval;
        Self {
            room: config.limit.room(service.rate),
            in_octets: config.in_octets(),
            curve,
            adapting: match config.adaptation {
                Adaptation::None => Adapting::No,
                Adaptation::Floyd => Adapting::Floyd { bottom, interval, changed: Time::ZERO },
                Adaptation::Feng => Adapting::Feng(Side::Below),
            },
            weight,
            mean_octets: config.mean_octets(),
            bit_rate: service.rate.get().into(),
            mean_bits: u128::from(config.mean_packet.get().max(1)) * 8,
            wait: config.wait,
            byte_mode: config.byte_mode,
            ecn: config.ecn,
            hard_drop: config.hard_drop,
            queue: Fifo::default(),
            average: 0.0,
            idle_since: Some(Time::ZERO),
            since: None,
        }
    }

    /// The average queue that the last packet found, in packets or octets as the thresholds are.
    #[must_use]
    pub const fn average(&self) -> f64 {
        self.average
    }

    /// The present `max_p`.
    #[must_use]
    pub const fn max_probability(&self) -> f64 {
        self.curve.max_probability
    }

    /// The queue that an arriving packet finds.
    fn length(&self) -> f64 {
        let Backlog { packets, octets } = self.queue.backlog();
        (if self.in_octets { octets } else { packets }) as f64
    }

    /// Whole mean packets that could have been sent while nothing was.
    fn packets_missed(&mut self, now: Time) -> u64 {
        let Some(since) = self.idle_since.take() else { return 0 };
        let idle_ps = u128::from(now.ps().saturating_sub(since.ps()));
        let packets = idle_ps.saturating_mul(self.bit_rate) / (PS_PER_S * self.mean_bits);
        u64::try_from(packets).unwrap_or(u64::MAX)
    }

    fn update_average(&mut self, now: Time) {
        let missed = self.packets_missed(now);
        let rest = 1.0 - self.weight;
        let kept = if missed == 0 { rest } else { libm::pow(rest, missed as f64 + 1.0) };
        self.average = self.average * kept + self.weight * self.length();
        self.adapting.adapt(self.average, now, &mut self.curve);
    }

    /// Whether a packet of `size` octets that is at the risk of `probability` by the average is to be dropped.
    fn is_chosen(&mut self, probability: f64, size: u32, around: &mut Around<'_>) -> bool {
        let Some(since) = &mut self.since else {
            self.since = Some(Since { packets: 1, octets: size.into() });
            return false;
        };
        let count =
            if self.byte_mode { since.octets as f64 / self.mean_octets } else { since.packets as f64 };
        let mut probability = spread(probability, count, self.wait);
        if self.byte_mode && probability < 1.0 {
            probability *= f64::from(size) / self.mean_octets;
        }
        let is_chosen = (around.draw)() < probability;
        if is_chosen {
            *since = Since::default();
        }
        is_chosen
    }

    /// Whether the packet stays, perhaps marked.
    fn passes(&mut self, packet: &mut Packet, around: &mut Around<'_>) -> bool {
        if let Some(since) = &mut self.since {
            since.packets += 1;
            since.octets += u64::from(packet.octets);
        }
        let advice = if self.length() > 1.0 { self.curve.advice(self.average) } else { Advice::Pass };
        match advice {
            Advice::Pass => {
                self.since = None;
                true
            }
            Advice::Risk(probability) if !self.is_chosen(probability, packet.octets, around) => true,
            Advice::Risk(_) => self.ecn && packet.mark(MarkReason::Aqm),
            Advice::Drop => self.ecn && !self.hard_drop && packet.mark(MarkReason::Aqm),
        }
    }
}

impl Discipline for Red {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        self.update_average(around.now);
        if !self.passes(&mut packet, around) {
            (around.lose)(&packet, DropReason::Aqm);
        } else if self.room.takes(self.queue.backlog(), packet.octets) {
            self.queue.push(packet);
        } else {
            (around.lose)(&packet, DropReason::Limit);
        }
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        let packet = self.queue.pop();
        if packet.is_none() {
            self.idle_since.get_or_insert(around.now);
        }
        packet
    }

    fn backlog(&self) -> Backlog {
        self.queue.backlog()
    }

    fn drop_probability(&mut self, _: Time) -> Option<f64> {
        Some(match self.curve.advice(self.average) {
            Advice::Pass => 0.0,
            Advice::Risk(probability) => probability,
            Advice::Drop => 1.0,
        })
    }
}

#[cfg(test)]
mod tests;
