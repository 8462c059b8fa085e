//! Accurate feedback of congestion marks: a counter of three bits in every acknowledgment.
//!
//! Source: RFC 9768 3.1, 3.2.1 to 3.2.3. The receiver counts the packets that came marked and sends the count modulo 8
//! in the former flags AE, CWR and ECE; the sender keeps a copy and computes its growth. While the
//! connection opens the same bits say how SYN and its answer arrived. State: the counter at the receiver with the
//! reasons for an acknowledgment, the copy at the sender.

use cellwise_packet::Codepoint;

use crate::options::MarkedOctets;
use crate::segment::{Flags, Segment};

/// Where the counters begin, so that a path that clears the bits is distinguished from one without marks.
// spec: rfc9768 3.2.1
const FIRST: u64 = 5;
/// The number of values that the field can distinguish.
const AMBIGUITY: u64 = 8;
/// Marked packets of less than an MSS by this are not believed.
// spec: rfc9768 appendix a.2.2
const SAFETY: u64 = 2;
/// Marks after which an acknowledgment is due.
// spec: rfc9768 3.2.2.5.1: n is 2 where there is data to acknowledge, as there always is here
const MARKS_PER_ACK: u64 = 2;

/// The flags that count together.
// spec: rfc9768 3.1.1
pub(crate) const COUNT: Flags = Flags(Flags::AE.0 | Flags::CWR.0 | Flags::ECE.0);

/// A SYN that asks for accurate feedback.
// spec: rfc9768 3.1.1
pub(crate) const REQUEST: Flags = COUNT;

/// A count in the three bits.
const fn field(count: u64) -> Flags {
    let mut flags = 0;
    if count & 4 > 0 {
        flags |= Flags::AE.0;
    }
    if count & 2 > 0 {
        flags |= Flags::CWR.0;
    }
    if count & 1 > 0 {
        flags |= Flags::ECE.0;
    }
    Flags(flags)
}

/// The three bits as a number.
pub(crate) const fn value(flags: Flags) -> u64 {
    4 * (flags.contains(Flags::AE) as u64)
        + 2 * (flags.contains(Flags::CWR) as u64)
        + flags.contains(Flags::ECE) as u64
}

/// How a packet of the handshake arrived, as its answer says it.
// spec: rfc9768 3.1.1 table 2, 3.2.2.1 table 3
pub(crate) const fn arrival(codepoint: Codepoint) -> Flags {
    match codepoint {
        Codepoint::NotEct => field(2),
        Codepoint::Ect1 => field(3),
        Codepoint::Ect0 => field(4),
        Codepoint::Ce => field(6),
    }
}

/// Whether the answer to a SYN agrees to accurate feedback, and if so whether the SYN arrived marked.
// spec: rfc9768 3.1.1 table 2: 5 is reserved, and taken as a SYN that arrived unchanged
pub(crate) const fn agreed(answer: Flags) -> Option<bool> {
    match value(answer) {
        2..=5 => Some(false),
        6 => Some(true),
        _ => None,
    }
}

/// Whether a SYN asks for accurate feedback.
// spec: rfc9768 3.1.2: what is neither nothing nor the request of RFC 3168 is taken as one
pub(crate) const fn is_request(syn: Flags) -> bool {
    !matches!(value(syn), 0 | 3)
}

/// The count of an end that so many packets have reached marked.
pub(crate) const fn counter_flags(marked: u64) -> Flags {
    field(FIRST + marked)
}

/// The receiver's counter.
#[derive(Clone, Debug)]
pub(crate) struct MarkCounter {
    /// Marked packets, r.cep.
    cep: u64,
    /// Marked packets since the last acknowledgment.
    fresh: u64,
    /// Whether the last packet was marked.
    was_marked: bool,
    /// Whether an acknowledgment is due at once.
    pub(crate) is_due: bool,
    /// Octets by codepoint, if they are reported.
    octets: Option<OctetCounters>,
}

/// Octets of data that have come.
// spec: rfc9768 3.2.3: those of ECT begin at 1
#[derive(Clone, Copy, Debug)]
struct OctetCounters {
    ect0: u64,
    ect1: u64,
    marked: u64,
    /// Which of the first two has changed last.
    is_ect1: bool,
}

impl OctetCounters {
    const FIRST: Self = Self { ect0: 1, ect1: 1, marked: 0, is_ect1: false };

    fn take(&mut self, codepoint: Codepoint, octets: u64) {
        match codepoint {
            Codepoint::NotEct => return,
            Codepoint::Ce => return self.marked += octets,
            Codepoint::Ect0 => self.ect0 += octets,
            Codepoint::Ect1 => self.ect1 += octets,
        }
        self.is_ect1 = codepoint == Codepoint::Ect1;
    }

    /// The option with the counters that can have changed: a sender uses one of the two codepoints.
    const fn option(&self) -> MarkedOctets {
        MarkedOctets::new(self.is_ect1, if self.is_ect1 { self.ect1 } else { self.ect0 }, self.marked)
    }
}

impl MarkCounter {
    /// A counter; `reports_octets`: also of octets.
    pub(crate) fn new(reports_octets: bool) -> Self {
        let octets = reports_octets.then_some(OctetCounters::FIRST);
        Self { cep: FIRST, fresh: 0, was_marked: false, is_due: false, octets }
    }

    /// Takes a packet with so many octets of data.
    // spec: rfc9768 3.2.2.5.1: a change to marks, and marks not yet reported
    pub(crate) fn take(&mut self, codepoint: Codepoint, octets: u64) {
        let is_marked = codepoint.is_marked();
        if let Some(counters) = &mut self.octets {
            counters.take(codepoint, octets);
        }
        self.cep += u64::from(is_marked);
        self.fresh += u64::from(is_marked);
        self.is_due |= is_marked && (!self.was_marked || self.fresh >= MARKS_PER_ACK);
        self.was_marked = is_marked;
    }

    /// The bits that an acknowledgment carries now.
    pub(crate) const fn flags(&self) -> Flags {
        field(self.cep)
    }

    /// Takes a packet without data. It is reported with the next acknowledgment, because it causes none.
    pub(crate) fn take_control(&mut self, codepoint: Codepoint) {
        self.cep += u64::from(codepoint.is_marked());
    }

    /// The option that an acknowledgment carries now.
    pub(crate) fn option(&self) -> Option<MarkedOctets> {
        self.octets.map(|octets| octets.option())
    }

    /// Takes note that an acknowledgment is sent.
    pub(crate) fn on_ack_sent(&mut self) {
        self.fresh = 0;
        self.is_due = false;
    }
}

/// The sender's copy of the counter.
#[derive(Clone, Debug)]
pub(crate) struct MarkReader {
    /// s.cep.
    cep: u64,
    /// s.ceb, modulo what the option counts.
    ceb: u32,
}

/// The news of an acknowledgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// Marked packets.
    pub(crate) packets: u64,
    /// Marked octets, if it has the option.
    pub(crate) octets: Option<u64>,
}

impl MarkReader {
    pub(crate) const fn new() -> Self {
        Self { cep: FIRST, ceb: 0 }
    }

    /// Takes note that this end's answer to the SYN arrived marked.
    // spec: rfc9768 3.2.2.1 table 4
    pub(crate) fn count_answer(&mut self) {
        self.cep += 1;
    }

    /// Marked packets and octets reported so far.
    pub(crate) fn known(&self) -> (u64, u64) {
        (self.cep - FIRST, self.ceb.into())
    }

    /// The news of an acknowledgment that newly acknowledges so many segments of at most `mss` octets. Where these
    /// are more than the field can count the most is taken that it may mean, as acknowledgments before it may be lost,
    /// but not where counters of octets show that it would be packets of less than half their size.
    // spec: rfc9768 3.2.2.5.2, appendix a.2.1 and a.2.2
    pub(crate) fn read(&mut self, segment: &Segment, segments: u64, mss: u64) -> Told {
        let least = value(segment.flags).wrapping_sub(self.cep) % AMBIGUITY;
        let most = if segments < AMBIGUITY { least } else { segments - (segments - least) % AMBIGUITY };
        let octets = segment.options.marked_octets().map(|counters| {
            let (grown, now) = counters.since(self.ceb);
            self.ceb = now;
            grown
        });
        let is_least = octets.is_some_and(|octets| octets * SAFETY < most * mss);
        let packets = if is_least { least } else { most };
        self.cep += packets;
        Told { packets, octets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seq::Seq;
    use proptest::prelude::*;

    fn acknowledgment(flags: Flags, marked_octets: Option<MarkedOctets>) -> Segment {
        let mut segment = Segment::plain(Seq(0), 0, Seq(0), 0, flags);
        marked_octets.into_iter().for_each(|counters| segment.options.set_marked_octets(counters));
        segment
    }

    /// Marked packets that an acknowledgment without the option reports.
    fn read(reader: &mut MarkReader, flags: Flags, segments: u64) -> u64 {
        let reported = reader.read(&acknowledgment(flags, None), segments, 1_000);
        assert_eq!(reported.octets, None);
        reported.packets
    }

    #[test]
    fn counters_begin_at_five() {
        assert_eq!(value(MarkCounter::new(false).flags()), 5);
        assert_eq!(read(&mut MarkReader::new(), counter_flags(0), 2), 0);
    }

    #[test]
    fn every_count_is_read_as_it_was_written() {
        for count in 0..8 {
            assert_eq!(value(field(count)), count);
        }
    }

    // spec: rfc9768 table 2
    #[test]
    fn the_answer_to_a_syn_says_how_it_arrived() {
        let codes = [Codepoint::NotEct, Codepoint::Ect1, Codepoint::Ect0, Codepoint::Ce].map(arrival);
        assert_eq!(codes.map(value), [2, 3, 4, 6]);
        assert_eq!(codes.map(agreed), [Some(false), Some(false), Some(false), Some(true)]);
        assert_eq!([0, 1, 5, 7].map(|code| agreed(field(code))), [None, None, Some(false), None]);
    }

    // spec: rfc9768 3.1.2, 3.1.3
    #[test]
    fn a_syn_of_rfc_3168_or_without_flags_asks_for_no_accurate_feedback() {
        let asks: Vec<u64> = (0..8).filter(|code| is_request(field(*code))).collect();
        assert_eq!(asks, [1, 2, 4, 5, 6, 7]);
        assert!(is_request(REQUEST));
    }

    /// Which packets are acknowledged at once, each acknowledgment being sent where it is due.
    fn due(marks: &[bool]) -> Vec<usize> {
        let mut counter = MarkCounter::new(false);
        let mut at_once = Vec::new();
        for (number, marked) in marks.iter().enumerate() {
            counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect1 }, 1_000);
            if counter.is_due {
                at_once.push(number);
                counter.on_ack_sent();
            }
        }
        at_once
    }

    // spec: rfc9768 3.2.2.5.1
    #[test]
    fn a_first_mark_and_every_second_one_after_it_are_reported_at_once() {
        let (no, yes) = (false, true);
        assert_eq!(due(&[no, yes, yes, yes, yes, yes, no, yes, no]), [1, 3, 5, 7]);
        assert_eq!(due(&[yes, no, no, no]), [0]);
    }

    // spec: rfc9768 appendix a.2.1
    #[test]
    fn what_the_field_cannot_report_is_taken_as_the_most_that_it_may_mean() {
        let reported =
            |counted: u64, segments| read(&mut MarkReader::new(), field(FIRST + counted), segments);
        assert_eq!([1, 3, 7].map(|n| reported(n, 7)), [1, 3, 7], "less than a round of the counter");
        assert_eq!(reported(3, 1), 3, "packets without data count as well");
        assert_eq!([8, 9, 15, 16].map(|segments| reported(0, segments)), [8, 8, 8, 16]);
        assert_eq!([8, 10, 11, 12].map(|segments| reported(3, segments)), [3, 3, 11, 11]);
    }

    /// Ten segments are acknowledged, and the field means one mark or nine: that so few octets were marked decides.
    // spec: rfc9768 appendix a.2.2
    #[test]
    fn counters_of_octets_decide_where_the_field_cannot() {
        let reported = |octets| {
            let option = Some(MarkedOctets::new(true, 9_001, octets));
            MarkReader::new().read(&acknowledgment(field(FIRST + 1), option), 10, 1_000)
        };
        assert_eq!(reported(1_000), Told { packets: 1, octets: Some(1_000) });
        assert_eq!(reported(9_000), Told { packets: 9, octets: Some(9_000) });
    }

    // spec: rfc9768 3.2.3
    #[test]
    fn the_option_reports_what_has_come_by_how_it_came() {
        let mut counter = MarkCounter::new(true);
        for (codepoint, octets) in [(Codepoint::Ect1, 700), (Codepoint::Ce, 300), (Codepoint::Ect1, 50)] {
            counter.take(codepoint, octets);
        }
        assert_eq!(counter.option(), Some(MarkedOctets::new(true, 751, 300)));
        counter.take(Codepoint::Ect0, 20);
        assert_eq!(counter.option(), Some(MarkedOctets::new(false, 21, 300)));
        assert_eq!(MarkCounter::new(false).option(), None);
    }

    proptest! {
        /// However many acknowledgments are lost, with the option the sender knows of every marked octet.
        #[test]
        fn octets_are_all_reported_under_loss(marks in prop::collection::vec((any::<bool>(), any::<bool>()), 1..200)) {
            let (mut counter, mut reader) = (MarkCounter::new(true), MarkReader::new());
            let (mut known, mut marked, mut unread) = (0, 0, 0);
            for (is_marked, is_lost) in marks {
                counter.take(if is_marked { Codepoint::Ce } else { Codepoint::Ect1 }, 1_000);
                marked += 1_000 * u64::from(is_marked);
                unread += 1;
                if !is_lost {
                    let reported = reader.read(&acknowledgment(counter.flags(), counter.option()), unread, 1_000);
                    known += reported.octets.unwrap_or(0);
                    prop_assert_eq!(known, marked);
                    prop_assert!(reported.packets <= unread && reader.cep >= counter.cep);
                    unread = 0;
                }
            }
        }

        /// Packets come in order, some marked; acknowledgments for one to four of them are lost at random. As long as
        /// one covers less than the field's round, the sender knows all that the receiver knew.
        #[test]
        fn the_copy_follows_the_counter_under_loss(
            groups in prop::collection::vec((prop::collection::vec(any::<bool>(), 1..4), any::<bool>()), 1..200),
        ) {
            let (mut counter, mut reader) = (MarkCounter::new(false), MarkReader::new());
            let mut unread = 0;
            for (marks, lost) in groups {
                let before = counter.cep;
                for marked in &marks {
                    counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect1 }, 1_000);
                }
                prop_assert!(counter.cep >= before);
                unread += marks.len() as u64;
                if !lost || unread + 3 >= AMBIGUITY {
                    let before = reader.cep;
                    prop_assert_eq!(read(&mut reader, counter.flags(), unread), counter.cep - before);
                    unread = 0;
                }
            }
        }

        /// However many acknowledgments are lost, the copy is never behind the counter, nor ahead by more than was acknowledged.
        #[test]
        fn the_copy_is_never_behind(marks in prop::collection::vec(any::<bool>(), 0..200)) {
            let (mut counter, mut reader) = (MarkCounter::new(false), MarkReader::new());
            marks.iter().for_each(|marked| counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect0 }, 1_000));
            let reported = read(&mut reader, counter.flags(), marks.len() as u64);
            prop_assert!(reader.cep >= counter.cep);
            prop_assert!(reported <= marks.len() as u64);
        }
    }
}
