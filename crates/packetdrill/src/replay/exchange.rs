//! The host's part in the exchange of SYNs: which segments leave, when, and with which flags.
//!
//! Source: RFC 9293 3.5, of both ends at once as well; RFC 6298 2.1 and 5 (the timer); RFC 9768 3.1 and 3.2.3.2 (flags and counters of
//! octets). Its sequence numbers are a script's: the SYN is before octet 1.

use std::collections::VecDeque;

use cellwise_tcp::{
    Codepoint, EcnAnswer, EcnMode, Flags, MarkedOctets, RttEstimator, Segment, Seq, Timestamps,
};
use cellwise_units::{Span, Time};

use super::compare::Left;
use super::host::{Host, Marks};

/// The first octet of each end.
const FIRST: Seq = Seq(1);
/// Timeouts after which the host gives up.
// spec: rfc1122 4.2.3.5 (R2)
const GIVE_UP_AT: u32 = 13;

/// What the host waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A SYN, or the application that connects.
    Idle,
    /// The answer to its SYN.
    Asked,
    /// The acknowledgment of its answer.
    Answered,
}

/// A SYN of the other end, as far as the host answers it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PeerSyn {
    pub(super) flags: Flags,
    pub(super) codepoint: Codepoint,
    pub(super) timestamp: Option<u32>,
    /// Octets of its data that the host takes.
    pub(super) taken: u32,
}

#[derive(Debug)]
pub(super) struct Exchange {
    stage: Stage,
    marks: Marks,
    /// How SYNs of the other end are answered.
    pub(super) answer: EcnAnswer,
    timer: RttEstimator,
    /// SYNs that are sent again before the timer's wait doubles.
    even_syns: u32,
    deadline: Time,
    timeouts: u32,
    /// Whether an answer was sent.
    has_answered: bool,
    /// When the first of the segments left that the other end acknowledges.
    sent: Time,
    peer: Option<PeerSyn>,
    /// What has left.
    pub(super) out: VecDeque<Left>,
}

impl Exchange {
    pub(super) fn new(host: &Host) -> Self {
        Self {
            stage: Stage::Idle,
            marks: host.marks,
            answer: EcnAnswer::new(host.marks.answers),
            timer: RttEstimator::new(host.given()),
            even_syns: host.even_syns,
            deadline: Time::NEVER,
            timeouts: 0,
            has_answered: false,
            sent: Time::ZERO,
            peer: None,
            out: VecDeque::new(),
        }
    }

    /// The application connects.
    pub(super) fn connect(&mut self, now: Time) {
        if self.stage == Stage::Idle {
            self.begin(Stage::Asked, now);
            self.send_syn(now);
        }
    }

    /// A SYN arrives that is no answer. At a host that has sent one itself both ends open at once, and it answers as one
    /// that listens.
    // spec: rfc9293 3.5; rfc9768 3.1.2, simultaneous open
    pub(super) fn take_syn(&mut self, syn: PeerSyn, now: Time) {
        self.answer.take_syn(syn.flags, syn.codepoint);
        self.peer = Some(syn);
        if self.stage != Stage::Answered {
            self.begin(Stage::Answered, now);
        }
        self.send_answer(now);
    }

    fn begin(&mut self, stage: Stage, now: Time) {
        if self.stage == Stage::Idle {
            self.sent = now;
        }
        (self.stage, self.timeouts, self.deadline) = (stage, 0, now + self.timer.rto());
    }

    /// The feedback that the answer to the host's SYN leads to.
    pub(super) fn mode(&self, answer: Flags) -> EcnMode {
        match self.stage {
            Stage::Answered => self.answer.mode(),
            Stage::Idle | Stage::Asked => self.marks.asks.agreed(answer),
        }
    }

    /// Acknowledges the answer to the host's SYN, which arrived so.
    // spec: rfc9768 3.2.2.1, 3.2.3.2.1
    pub(super) fn confirm(&mut self, mode: EcnMode, answer: &PeerSyn, counts_octets: bool, now: Time) {
        let mut segment =
            Segment::plain(FIRST, 0, FIRST, 0, Flags::ACK.with(mode.confirmation(answer.codepoint)));
        segment.options.timestamps = answer.timestamp.map(|echo| Timestamps { value: 0, echo });
        if mode == EcnMode::Accurate {
            segment.codepoint = Codepoint::Ect0;
        }
        if mode == EcnMode::Accurate && counts_octets {
            segment.options.set_marked_octets(untouched());
        }
        self.out.push_back(Left { at: now, segment });
    }

    /// The first round trip, unless it is unknown which of several segments was acknowledged.
    // spec: rfc6298 3
    pub(super) fn round_trip(&self, now: Time) -> Option<Span> {
        (!self.was_lost() && now > self.sent).then(|| now - self.sent)
    }

    /// Whether a segment was not acknowledged in time.
    pub(super) const fn was_lost(&self) -> bool {
        self.timeouts > 0
    }

    pub(super) const fn next_deadline(&self) -> Time {
        self.deadline
    }

    /// Fires what is due before an instant.
    pub(super) fn run_to(&mut self, until: Time) {
        while self.deadline < until {
            self.fire();
        }
    }

    /// The timer runs out.
    // spec: rfc6298 5.5, with the SYNs that hosts send at even intervals
    pub(super) fn fire(&mut self) {
        let now = self.deadline;
        self.timeouts += 1;
        let is_even = self.stage == Stage::Asked && self.timeouts <= self.even_syns;
        if !is_even {
            self.timer.back_off();
        }
        if self.timeouts == GIVE_UP_AT {
            self.deadline = Time::NEVER;
            return;
        }
        self.deadline = now + self.timer.rto();
        match self.stage {
            Stage::Asked => self.send_syn(now),
            Stage::Answered => self.send_answer(now),
            Stage::Idle => {}
        }
    }

    fn send_syn(&mut self, now: Time) {
        let flags = Flags::SYN.with(self.marks.asks.request(self.timeouts));
        let mut segment = Segment::plain(Seq(0), 0, Seq(0), 0, flags);
        segment.options.timestamps = Some(Timestamps { value: 0, echo: 0 });
        self.out.push_back(Left { at: now, segment });
    }

    // spec: rfc9768 3.2.3.2.2: only the first answer has counters of octets
    fn send_answer(&mut self, now: Time) {
        let Some(peer) = self.peer else { return };
        let flags = Flags::SYN.with(Flags::ACK).with(self.answer.flags(self.timeouts));
        let mut segment = Segment::plain(Seq(0), 0, FIRST.plus(peer.taken.into()), 0, flags);
        segment.options.timestamps = peer.timestamp.map(|echo| Timestamps { value: 0, echo });
        let is_accurate = self.answer.mode() == EcnMode::Accurate;
        if is_accurate && self.marks.counts_octets && !std::mem::replace(&mut self.has_answered, true) {
            segment.options.set_marked_octets(untouched());
        }
        self.out.push_back(Left { at: now, segment });
    }
}

/// Counters of octets before any data.
// spec: rfc9768 3.2.1
const fn untouched() -> MarkedOctets {
    MarkedOctets::new(false, 1, 0)
}
