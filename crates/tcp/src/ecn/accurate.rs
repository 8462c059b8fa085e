//! Accurate feedback of congestion marks: a counter of three bits in every acknowledgment.
//!
//! Source: RFC 9768 3.1, 3.2.1, 3.2.2. The receiver counts the packets that came marked and sends the count modulo 8 in
//! what were the flags AE, CWR and ECE; the sender keeps a copy and tells by how much it has grown. While the
//! connection opens the same bits say how SYN and its answer arrived. State: the counter at the receiver with what
//! makes an acknowledgment due, the copy at the sender.

use cellwise_packet::Codepoint;

use crate::segment::Flags;

/// Where the counters begin, so that a path that clears the bits is told from one without marks.
// spec: rfc9768 3.2.1
const FIRST: u64 = 5;
/// What the field can tell apart.
const AMBIGUITY: u64 = 8;
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
const fn value(flags: Flags) -> u64 {
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
// spec: rfc9768 3.1.1 table 2: 5 is reserved, and taken as a SYN that arrived as it was sent
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

/// What both halves send before anything has come: a segment with data tells the count of its own end.
pub(crate) const NOTHING_YET: Flags = field(FIRST);

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
}

impl MarkCounter {
    pub(crate) const fn new() -> Self {
        Self { cep: FIRST, fresh: 0, was_marked: false, is_due: false }
    }

    /// Takes a packet.
    // spec: rfc9768 3.2.2.5.1: a change to marks, and marks not yet told
    pub(crate) fn take(&mut self, codepoint: Codepoint) {
        let is_marked = codepoint.is_marked();
        self.cep += u64::from(is_marked);
        self.fresh += u64::from(is_marked);
        self.is_due |= is_marked && (!self.was_marked || self.fresh >= MARKS_PER_ACK);
        self.was_marked = is_marked;
    }

    /// The bits that an acknowledgment carries now.
    pub(crate) const fn flags(&self) -> Flags {
        field(self.cep)
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
}

impl MarkReader {
    pub(crate) const fn new() -> Self {
        Self { cep: FIRST }
    }

    /// Marked packets that an acknowledgment tells of beyond those known, if it newly acknowledges so many segments. Where these
    /// are more than the field can count the most is taken that it may mean, as acknowledgments before it may be lost.
    // spec: rfc9768 3.2.2.5.2, appendix a.2.1
    pub(crate) fn read(&mut self, flags: Flags, segments: u64) -> u64 {
        let least = value(flags).wrapping_sub(self.cep) % AMBIGUITY;
        let told = if segments < AMBIGUITY { least } else { segments - (segments - least) % AMBIGUITY };
        self.cep += told;
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counters_begin_at_five() {
        assert_eq!(value(MarkCounter::new().flags()), 5);
        assert_eq!(MarkReader::new().read(NOTHING_YET, 2), 0);
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
        let mut counter = MarkCounter::new();
        let mut at_once = Vec::new();
        for (number, marked) in marks.iter().enumerate() {
            counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect1 });
            if counter.is_due {
                at_once.push(number);
                counter.on_ack_sent();
            }
        }
        at_once
    }

    // spec: rfc9768 3.2.2.5.1
    #[test]
    fn a_first_mark_and_every_second_one_after_it_are_told_at_once() {
        let (no, yes) = (false, true);
        assert_eq!(due(&[no, yes, yes, yes, yes, yes, no, yes, no]), [1, 3, 5, 7]);
        assert_eq!(due(&[yes, no, no, no]), [0]);
    }

    // spec: rfc9768 appendix a.2.1
    #[test]
    fn what_the_field_cannot_tell_is_taken_as_the_most_that_it_may_mean() {
        let told = |counted: u64, segments| MarkReader::new().read(field(FIRST + counted), segments);
        assert_eq!([1, 3, 7].map(|n| told(n, 7)), [1, 3, 7], "less than a round of the counter");
        assert_eq!(told(3, 1), 3, "packets without data count as well");
        assert_eq!([8, 9, 15, 16].map(|segments| told(0, segments)), [8, 8, 8, 16]);
        assert_eq!([8, 10, 11, 12].map(|segments| told(3, segments)), [3, 3, 11, 11]);
    }

    proptest! {
        /// Packets come in order, some marked; acknowledgments for one to four of them are lost at random. As long as what
        /// one covers is less than the field's round, the sender knows all that the receiver knew.
        #[test]
        fn the_copy_follows_the_counter_under_loss(
            groups in prop::collection::vec((prop::collection::vec(any::<bool>(), 1..4), any::<bool>()), 1..200),
        ) {
            let (mut counter, mut reader) = (MarkCounter::new(), MarkReader::new());
            let mut unread = 0;
            for (marks, lost) in groups {
                let before = counter.cep;
                for marked in &marks {
                    counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect1 });
                }
                prop_assert!(counter.cep >= before);
                unread += marks.len() as u64;
                if !lost || unread + 3 >= AMBIGUITY {
                    let before = reader.cep;
                    prop_assert_eq!(reader.read(counter.flags(), unread), counter.cep - before);
                    unread = 0;
                }
            }
        }

        /// However many acknowledgments are lost, the copy is never behind the counter, nor ahead by more than was acknowledged.
        #[test]
        fn the_copy_is_never_behind(marks in prop::collection::vec(any::<bool>(), 0..200)) {
            let (mut counter, mut reader) = (MarkCounter::new(), MarkReader::new());
            marks.iter().for_each(|marked| counter.take(if *marked { Codepoint::Ce } else { Codepoint::Ect0 }));
            let told = reader.read(counter.flags(), marks.len() as u64);
            prop_assert!(reader.cep >= counter.cep);
            prop_assert!(told <= marks.len() as u64);
        }
    }
}
