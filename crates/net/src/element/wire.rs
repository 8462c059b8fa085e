//! A direction of a packet link, behind its queue: when the line sends what, and what arrives of it.

use cellwise_atm::loss::LossReason;
use cellwise_engine::RandomStream;
use cellwise_engine::chance::uniform;
use cellwise_packet::errors::{AnyPacketErrors, PacketErrors, PacketErrorsConfig, Transit};
use cellwise_packet::framing::{AnyFraming, Framing};
use cellwise_packet::jitter::{AnyJitter, Jitter};
use cellwise_packet::line::{Line, Link, Retransmissions, Transmitter};
use cellwise_scenario::Network;
use cellwise_units::{BitRate, Span, Time};

use super::contract::LinkEnd;
use crate::data::ids::FlowId;
use crate::data::names::stream_name;

/// The line of a packet link.
#[derive(Clone, Debug)]
pub(crate) struct Wire {
    line: Box<Transmitter>,
    framing: AnyFraming,
    /// The least time in which a packet passes.
    pub(super) delay: Span,
    errors: Option<Box<AnyPacketErrors>>,
    late: Option<Box<Late>>,
    duplicates: Option<Box<Duplicates>>,
    /// For the line, and for errors.
    random: Box<[RandomStream; 2]>,
}

/// The jitter behind a line.
#[derive(Clone, Debug)]
struct Late {
    jitter: AnyJitter,
    random: RandomStream,
    keeps_order: bool,
    /// When the packet before arrives.
    last: Time,
}

impl Late {
    /// When a packet arrives that would do so `at` without jitter.
    fn delay(&mut self, at: Time) -> Time {
        let at = at + self.jitter.extra(&mut || uniform(&mut self.random));
        if !self.keeps_order {
            return at;
        }
        self.last = at.max(self.last);
        self.last
    }
}

/// Which of the packets that arrive do so twice: each with this probability.
#[derive(Clone, Debug)]
struct Duplicates {
    ratio: f64,
    random: RandomStream,
}

/// What becomes of a packet on the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// When the line takes the next packet, if one waits then.
    pub(crate) free_at: Time,
    pub(crate) fate: Fate,
    /// When a copy of it arrives behind it, if the link makes one.
    pub(crate) copy_at: Option<Time>,
}

/// Whether and when a packet arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It arrives at the next element.
    Arrives(Time),
    /// An error or an outage destroys it, or the line gives it up.
    Lost(LossReason),
    /// It never arrives: the line has stopped.
    Stays,
}

impl Wire {
    /// The line of a direction of a packet link, and its rate in the long run.
    pub(super) fn on_link(end: &LinkEnd<'_>) -> Option<(Self, BitRate)> {
        let LinkEnd { network, direction, .. } = end;
        let packets = direction.packets.as_ref()?;
        let random = |purpose| RandomStream::new(stream_name(network, &direction.port_name, purpose));
        let framing = packets.framing.build();
        let link = Link { rate: direction.rate, framing: framing.clone() };
        let (jitter, keeps_order) = (packets.jitter.as_ref(), packets.keeps_order);
        let late = jitter.map(|jitter| {
            let (jitter, random) = (jitter.build(), random("packet jitter"));
            Box::new(Late { jitter, random, keeps_order, last: Time::ZERO })
        });
        let ratio = packets.duplicate_ratio;
        let duplicates =
            (ratio > 0.0).then(|| Box::new(Duplicates { ratio, random: random("packet duplicates") }));
        let wire = Self {
            line: Box::new(Transmitter::new(packets.line.build(&link), &packets.outages)),
            framing,
            delay: direction.delay,
            errors: packets.errors.as_ref().map(|errors| Box::new(errors_of(network, errors))),
            late,
            duplicates,
            random: Box::new([random("line"), random("packet errors")]),
        };
        Some((wire, packets.line.mean_rate(&link)))
    }

    /// Whether a packet may arrive twice.
    pub(crate) fn duplicates(&self) -> bool {
        self.duplicates.is_some()
    }

    /// Whether packets arrive in the order in which they are sent.
    pub(crate) fn keeps_order(&self) -> bool {
        self.late.as_ref().is_none_or(|late| late.keeps_order)
    }

    /// When the line takes a packet that arrives now, while none waits.
    #[inline]
    pub(crate) fn free_at(&mut self, now: Time) -> Time {
        match self.line.as_constant() {
            Some(line) => line.free_from(now),
            None => self.line.free_at(now, &mut || uniform(&mut self.random[0])),
        }
    }

    /// Sends a packet of a flow, of so many octets, beginning at `start`, when the line is free.
    #[inline]
    pub(crate) fn send(&mut self, start: Time, ip_octets: u32, flow: FlowId) -> Passage {
        let only_delays = self.errors.is_none() && self.late.is_none() && self.duplicates.is_none();
        match self.line.as_constant() {
            Some(line) if only_delays => {
                let free_at = line.send_from(start, ip_octets);
                let fate = match free_at {
                    Time::NEVER => Fate::Stays,
                    sent => Fate::Arrives(sent + self.delay),
                };
                Passage { free_at, fate, copy_at: None }
            }
            _ => self.send_with_all(start, ip_octets, flow),
        }
    }

    /// The same over any line, with errors, jitter and duplicates.
    #[inline(never)]
    fn send_with_all(&mut self, start: Time, ip_octets: u32, flow: FlowId) -> Passage {
        let sending = self.line.send(start, ip_octets, &mut || uniform(&mut self.random[0]));
        let errored = self.errors.as_mut().is_some_and(|errors| {
            let octets = self.framing.frame_octets(ip_octets);
            let flow = flow.number();
            let transit = Transit { start, end: sending.arrives_at, octets, flow };
            errors.is_errored(transit, &mut || uniform(&mut self.random[1]))
        });
        let fate = if sending.lost || errored {
            Fate::Lost(self.reason())
        } else if sending.arrives_at == Time::NEVER {
            Fate::Stays
        } else {
            let at = sending.arrives_at + self.delay;
            Fate::Arrives(self.late.as_mut().map_or(at, |late| late.delay(at)))
        };
        let copy_at = match fate {
            Fate::Arrives(_) if self.duplicates.is_some() => self.copy_at(sending.arrives_at + self.delay),
            _ => None,
        };
        Passage { free_at: sending.free_at, fate, copy_at }
    }

    /// When a copy arrives of a packet that does so `at` without jitter, if the link makes one. Jitter is its own. Asked
    /// once for each packet that arrives, in the order in which they are sent.
    #[cold]
    fn copy_at(&mut self, at: Time) -> Option<Time> {
        let is_made = self.duplicates.as_mut().is_some_and(|of| uniform(&mut of.random) < of.ratio);
        is_made.then(|| self.late.as_mut().map_or(at, |late| late.delay(at)))
    }

    /// Why the packet that was sent last is lost.
    #[cold]
    fn reason(&self) -> LossReason {
        if self.line.has_cut() { LossReason::LinkDown } else { LossReason::LineError }
    }

    /// Sends later packets at another rate, above 0. Only a line of one rate is asked for that.
    pub(crate) fn set_rate(&mut self, rate: BitRate) {
        self.line.set_rate(rate);
    }

    /// Errs with another probability, beginning with the next packet. Only independent errors are asked for that.
    pub(crate) fn set_error_ratio(&mut self, ratio: f64) {
        match self.errors.as_deref_mut() {
            Some(AnyPacketErrors::Independent(errors)) => errors.set_ratio(ratio),
            errors => unreachable!("{errors:?} are not independent"),
        }
    }

    /// Octets of a packet as queues count them.
    #[inline]
    pub(crate) fn queued_octets(&self, ip_octets: u32) -> u32 {
        self.framing.queued_octets(ip_octets)
    }

    /// What it has sent again by `now`, if it does that.
    pub(crate) fn retransmissions(&mut self, now: Time) -> Option<Retransmissions> {
        self.line.retransmissions(now, &mut || uniform(&mut self.random[0]))
    }
}

/// The errors of a direction, which know the flows of the network by their numbers.
fn errors_of(network: &Network, errors: &PacketErrorsConfig) -> AnyPacketErrors {
    let mut errors = errors.build();
    errors.number_flows(&|name| {
        let place = network.flows.iter().position(|flow| flow.name == name);
        place.map(|place| FlowId::at(place).number())
    });
    errors
}
