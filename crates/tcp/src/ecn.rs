//! Explicit congestion notification: what each end remembers.
//!
//! Source: RFC 3168 6.1. The receiver echoes a mark on every acknowledgment until the sender says
//! that it has reduced its window; the sender reduces once per window of data and says so on the
//! next new segment. With an exact echo (RFC 8257 3.2) each acknowledgment shows whether the octets that
//! it acknowledges were marked, and answers do not matter; accurate feedback (RFC 9768, [`accurate`]) counts. With
//! `ecn_plus_plus` (draft-ietf-tcpm-generalized-ecn) packets without data, and retransmissions, can also be marked.
//! Parameters: `ecn`, `ecn_feedback`, `ecn_plus_plus`.

pub(crate) mod accurate;
mod opening;

use accurate::{MarkCounter, MarkReader};

pub use opening::{EcnAnswer, EcnMode, EcnOpened};

use cellwise_packet::Codepoint;

use crate::config::Settings;
use crate::options::MarkedOctets;
use crate::segment::{Flags, Segment};

/// What an acknowledgment says of marks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Echo {
    /// Whether it reports any mark.
    pub(crate) is_marked: bool,
    /// Whether they are of a window not yet reduced.
    pub(crate) reduces: bool,
    /// Octets that were marked.
    pub(crate) octets: u64,
}

/// How a connection's packets are sent that can be marked.
// spec: rfc9331 4.1
fn codepoint(settings: &Settings) -> Codepoint {
    let is_scalable = settings.variant.variant().congestion.is_scalable();
    if is_scalable && settings.uses_accurate_ecn() { Codepoint::Ect1 } else { Codepoint::Ect0 }
}

/// The feedback that a connection asks for and takes part in.
fn mode(settings: &Settings) -> EcnMode {
    match (settings.uses_ecn(), settings.uses_accurate_ecn()) {
        (false, _) => EcnMode::None,
        (true, false) => EcnMode::Classic,
        (true, true) => EcnMode::Accurate,
    }
}

/// Whether a packet without data can be marked with ECN++.
// spec: draft-ietf-tcpm-generalized-ecn 3.2.1 (a SYN, but not again: a box that drops such packets would also drop
// that), 3.2.2 (its answer, likewise), 3.2.3 (acknowledgments), 3.2.5 (FIN)
fn control_is_capable(segment: &Segment, is_accurate: bool) -> bool {
    let is_first = !segment.retransmission;
    match (segment.flags.contains(Flags::SYN), segment.flags.contains(Flags::ACK)) {
        (true, true) => is_first,
        (true, false) => is_accurate && is_first,
        (false, _) => is_accurate || segment.flags.contains(Flags::FIN),
    }
}

/// What the answer to a SYN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// What was asked for is agreed.
    Agreed,
    /// It is, and the SYN arrived marked.
    Congested,
    /// There are no marks.
    Refused,
}

/// The sending end's part.
#[derive(Clone, Debug)]
pub(crate) struct EcnSender {
    pub(crate) enabled: bool,
    /// The feedback that a SYN asks for.
    asks: EcnMode,
    /// Whether packets may be sent that can be marked.
    may_mark: bool,
    /// Whether reported marks are answered.
    responds: bool,
    /// Whether the next feedback is tested for flags that were cleared on the path.
    tests_first: bool,
    /// The copy of the receiver's counter, with accurate feedback.
    reader: Option<MarkReader>,
    /// How data is sent.
    codepoint: Codepoint,
    /// Whether segments with data report how many acknowledgments have come marked.
    reports: bool,
    /// These, and one for an answer to the SYN that came marked.
    marked: u64,
    /// Whether packets without data, and retransmissions, can be marked.
    plus_plus: bool,
    /// Echoes that acknowledge no more than this are of the window that was already reduced.
    reduced_at: Option<u64>,
    /// Whether the next new segment says that the window was reduced.
    cwr_pending: bool,
}

impl EcnSender {
    pub(crate) fn new(settings: &Settings) -> Self {
        let accurate = settings.uses_accurate_ecn();
        Self {
            enabled: settings.uses_ecn(),
            asks: mode(settings),
            may_mark: true,
            responds: true,
            tests_first: false,
            reader: accurate.then(MarkReader::new),
            codepoint: codepoint(settings),
            reports: accurate && !settings.ack_congestion_control,
            marked: 0,
            plus_plus: settings.ecn_plus_plus,
            reduced_at: None,
            cwr_pending: false,
        }
    }

    /// Whether feedback is accurate.
    #[inline]
    pub(crate) const fn is_accurate(&self) -> bool {
        self.reader.is_some()
    }

    /// Packets and octets that were reported as marked, with accurate feedback.
    pub(crate) fn marked_by_other_end(&self) -> Option<(u64, u64)> {
        self.reader.as_ref().map(MarkReader::known)
    }

    /// The flags of a SYN, which was sent so many times before.
    pub(crate) const fn request(&self, before: u32) -> Flags {
        self.asks.request(before)
    }

    /// Takes what an opening has settled that was not this sender's own.
    pub(crate) fn take_opening(&mut self, opened: &EcnOpened) {
        (self.may_mark, self.responds) = (opened.may_mark, opened.responds);
        self.tests_first = self.reader.is_some();
        if let (true, Some(reader)) = (opened.is_answer_marked, &mut self.reader) {
            reader.count_answer();
        }
    }

    /// Whether packets may be sent that can be marked.
    pub(crate) const fn may_mark(&self) -> bool {
        self.may_mark
    }

    /// Takes the flags of the answer to the SYN.
    pub(crate) fn take_answer(&mut self, answer: Flags) -> Answer {
        if self.reader.is_none() {
            return Answer::Agreed;
        }
        match accurate::agreed(answer) {
            Some(true) if self.plus_plus => Answer::Congested,
            Some(_) => Answer::Agreed,
            None => {
                (self.enabled, self.reader, self.reports) = (false, None, false);
                Answer::Refused
            }
        }
    }

    /// Takes a marked packet without data: an acknowledgment, or the answer to the SYN, which counts once.
    // spec: rfc9768 3.2.2 and 3.2.2.1
    pub(crate) fn on_marked_control(&mut self, flags: Flags) {
        if self.plus_plus && !(flags.contains(Flags::SYN) && self.marked > 0) {
            self.marked += 1;
        }
    }

    /// The flags by which the answer to the SYN is acknowledged.
    pub(crate) const fn confirmation(&self, answer: Codepoint) -> Flags {
        if self.reader.is_some() { accurate::arrival(answer) } else { Flags(0) }
    }

    /// Reads what an acknowledgment says up to `ack` that newly acknowledges `octets`, selectively or not.
    #[inline]
    pub(crate) fn read(&mut self, ack: u64, segment: &Segment, octets: u64, mss: u64) -> Echo {
        if self.reader.is_none() && !segment.flags.contains(Flags::ECE) {
            return Echo::default();
        }
        self.read_marks(ack, segment, octets, mss)
    }

    fn read_marks(&mut self, ack: u64, segment: &Segment, octets: u64, mss: u64) -> Echo {
        let is_new = self.reduced_at.is_none_or(|at| ack > at);
        let Some(reader) = &mut self.reader else {
            let is_marked = self.enabled;
            let reduces = is_marked && is_new;
            return Echo { is_marked, reduces, octets: if is_marked { octets } else { 0 } };
        };
        // spec: rfc9768 3.2.2.4
        if std::mem::take(&mut self.tests_first) && accurate::value(segment.flags) == 0 {
            (self.may_mark, self.responds) = (false, false);
        }
        // spec: rfc9768 3.2.2.5.2: what acknowledges nothing new may have been overtaken
        if octets == 0 || !self.responds {
            return Echo::default();
        }
        let reported = reader.read(segment, octets.div_ceil(mss), mss);
        let is_marked = reported.packets > 0;
        let marked = reported.octets.unwrap_or(reported.packets * mss);
        Echo { is_marked, reduces: is_marked && is_new, octets: octets.min(marked) }
    }

    /// Takes note that the window was reduced, for whatever reason, with `snd_max` sent.
    // spec: rfc3168 6.1.2
    pub(crate) fn on_reduction(&mut self, snd_max: u64) {
        self.reduced_at = Some(snd_max);
        self.cwr_pending = self.enabled && self.reader.is_none();
    }

    /// Marks a segment as it leaves.
    // spec: rfc3168 6.1.5: retransmissions are not marked as capable; draft-ietf-tcpm-generalized-ecn 3.2.6: with accurate feedback they are
    pub(crate) fn mark(&mut self, segment: &mut Segment) {
        if self.reports && !segment.flags.contains(Flags::SYN) && segment.len > 0 {
            segment.flags = segment.flags.with(accurate::counter_flags(self.marked));
        }
        let (has_data, is_accurate) = (segment.len > 0, self.reader.is_some());
        let is_capable = if has_data {
            !segment.retransmission || is_accurate || self.plus_plus
        } else {
            self.plus_plus && control_is_capable(segment, is_accurate)
        };
        if !self.enabled || !self.may_mark || !is_capable {
            return;
        }
        segment.codepoint = self.codepoint;
        // spec: rfc3168 6.1.2: on new data
        if self.cwr_pending && has_data && !segment.retransmission {
            segment.flags = segment.flags.with(Flags::CWR);
            self.cwr_pending = false;
        }
    }
}

/// The receiving end's part.
#[derive(Clone, Debug)]
pub(crate) struct EcnReceiver {
    enabled: bool,
    /// Whether acknowledgments echo the marks of the octets that they acknowledge only.
    is_exact: bool,
    echoes: bool,
    /// The counter, with accurate feedback.
    counter: Option<MarkCounter>,
    /// How packets without data are sent that can be marked, if they can.
    plus_plus: Option<Codepoint>,
    /// How SYNs are answered.
    answer: EcnAnswer,
    /// Whether packets may be sent that can be marked.
    may_mark: bool,
}

impl EcnReceiver {
    pub(crate) fn new(settings: &Settings) -> Self {
        let counter =
            settings.uses_accurate_ecn().then(|| MarkCounter::new(settings.reports_marked_octets()));
        let is_exact = counter.is_none() && settings.variant.variant().congestion.needs_exact_echo();
        let plus_plus = settings.ecn_plus_plus.then(|| codepoint(settings));
        let answer = EcnAnswer::new(mode(settings));
        Self {
            enabled: settings.uses_ecn(),
            is_exact,
            echoes: false,
            counter,
            plus_plus,
            answer,
            may_mark: true,
        }
    }

    /// Takes a SYN.
    // spec: rfc9768 3.1.2
    pub(crate) fn take_syn(&mut self, syn: &Segment) {
        self.answer.take_syn(syn.flags, syn.codepoint);
        if self.answer.mode() != EcnMode::Accurate && self.counter.is_some() {
            (self.enabled, self.counter) = (false, None);
        }
    }

    /// The flags of an answer to the SYN after so many that were not acknowledged in time.
    pub(crate) fn answer(&mut self, timeouts: u32) -> Flags {
        let flags = self.answer.flags(timeouts);
        self.may_mark &= self.answer.may_mark();
        flags
    }

    /// No packet is sent any more that can be marked.
    pub(crate) fn stop_marking(&mut self) {
        self.may_mark = false;
    }

    /// Whether what waits for its acknowledgment must have it before a segment is taken: its echo differs.
    // spec: rfc8257 3.2 figure 1
    pub(crate) const fn turns_at(&self, segment: &Segment) -> bool {
        self.is_exact && segment.codepoint.is_marked() != self.echoes
    }

    /// Whether its acknowledgments report a count of marks.
    pub(crate) const fn counts(&self) -> bool {
        self.counter.is_some()
    }

    /// Whether marks that have come are to be reported at once.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.counter.as_ref().is_some_and(|counter| counter.is_due)
    }

    /// Takes the marks of a segment with data; a new mark outlasts the answer to the one before.
    // spec: rfc3168 6.1.3
    pub(crate) fn take(&mut self, segment: &Segment) {
        let is_marked = segment.codepoint.is_marked();
        if let Some(counter) = &mut self.counter {
            return counter.take(segment.codepoint, u64::from(segment.len));
        }
        if self.is_exact {
            self.echoes = is_marked;
            return;
        }
        if segment.flags.contains(Flags::CWR) {
            self.echoes = false;
        }
        if is_marked && self.enabled {
            self.echoes = true;
        }
    }

    /// Takes the mark of a packet without data; that of a SYN is reported by its answer only.
    // spec: rfc9768 3.2.2: packets of any kind count, but SYNs
    pub(crate) fn take_control(&mut self, segment: &Segment) {
        if let (Some(_), Some(counter), false) =
            (self.plus_plus, &mut self.counter, segment.flags.contains(Flags::SYN))
        {
            counter.take_control(segment.codepoint);
        }
    }

    /// Marks a packet without data as it leaves.
    pub(crate) fn mark(&self, segment: &mut Segment) {
        if let Some(codepoint) = self.plus_plus
            && self.enabled
            && self.may_mark
            && control_is_capable(segment, self.counter.is_some())
        {
            segment.codepoint = codepoint;
        }
    }

    /// The option that an acknowledgment without data carries.
    pub(crate) fn option(&self) -> Option<MarkedOctets> {
        self.counter.as_ref().and_then(|counter| counter.option())
    }

    /// The flags that an acknowledgment carries, which is sent now.
    pub(crate) fn notify(&mut self) -> Flags {
        if let Some(counter) = &mut self.counter {
            counter.on_ack_sent();
            return counter.flags();
        }
        if self.echoes { Flags::ECE } else { Flags(0) }
    }
}
