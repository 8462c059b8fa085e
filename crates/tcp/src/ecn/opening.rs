//! The opening of a connection and marks: which feedback it has, the flags of SYNs and of their answers, and the counts
//! with which an end begins.
//!
//! Source: RFC 9768 3.1.1 to 3.1.5, 3.2.2.1 and 3.2.3.2.2; RFC 3168 6.1.1. An end that listens stays with the feedback of the first
//! SYN, whatever comes later; one that connects with that of the first answer.

use cellwise_packet::Codepoint;

use super::accurate::{self, value};
use crate::segment::Flags;

/// SYNs, and answers to them, that ask for accurate feedback or agree to it before one that does not.
// spec: rfc9768 3.1.4.1, 3.2.3.2.2: once more after the first timeout, then no more
const TRIES: u32 = 2;

/// The feedback of marks that a connection has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EcnMode {
    /// There are no marks.
    #[default]
    None,
    /// An echo, as RFC 3168 has it.
    Classic,
    /// A count, as RFC 9768 has it.
    Accurate,
}

impl EcnMode {
    /// The flags of a SYN that asks for this, which was sent so many times before.
    // spec: rfc3168 6.1.1; rfc9768 3.1.1, 3.1.4.1
    #[must_use]
    pub const fn request(self, before: u32) -> Flags {
        match self {
            Self::Classic => Flags::ECE.with(Flags::CWR),
            Self::Accurate if before < TRIES => accurate::REQUEST,
            Self::None | Self::Accurate => Flags(0),
        }
    }

    /// The feedback of an end that has asked for this and is answered with these flags.
    // spec: rfc9768 3.1.1 table 2
    #[must_use]
    pub const fn agreed(self, answer: Flags) -> Self {
        let is_echo = answer.contains(Flags::ECE) && !answer.contains(Flags::CWR);
        match self {
            Self::Accurate if accurate::agreed(answer).is_some() => Self::Accurate,
            Self::Accurate | Self::Classic if is_echo => Self::Classic,
            _ => Self::None,
        }
    }

    /// The flags by which an answer that arrived so is acknowledged.
    // spec: rfc9768 3.2.2.1 table 3
    #[must_use]
    pub const fn confirmation(self, answer: Codepoint) -> Flags {
        match self {
            Self::Accurate => accurate::arrival(answer),
            Self::None | Self::Classic => Flags(0),
        }
    }

    /// The feedback of an end that takes part in at most this and gets a SYN with these flags.
    // spec: rfc9768 3.1.1 table 2, 3.1.3
    const fn for_syn(self, syn: Flags) -> Self {
        let is_classic = syn.contains(Flags::ECE.with(Flags::CWR));
        match self {
            Self::Accurate if accurate::is_request(syn) => Self::Accurate,
            Self::Accurate | Self::Classic if is_classic => Self::Classic,
            _ => Self::None,
        }
    }
}

/// What an opening leaves an end for its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EcnOpened {
    /// Whether it may send packets that can be marked.
    pub may_mark: bool,
    /// Whether it responds to reported marks.
    pub responds: bool,
    /// Whether its answer to the SYN arrived marked.
    pub is_answer_marked: bool,
}

impl EcnOpened {
    /// Nothing is in the way of marks.
    pub const PLAIN: Self = Self { may_mark: true, responds: true, is_answer_marked: false };
}

/// How an end answers SYNs.
#[derive(Clone, Copy, Debug)]
pub struct EcnAnswer {
    /// The feedback that it takes part in.
    most: EcnMode,
    /// That of the connection, once a SYN has come.
    mode: Option<EcnMode>,
    /// How the latest SYN arrived.
    arrived: Codepoint,
    may_mark: bool,
}

impl EcnAnswer {
    /// An end that takes part in at most this feedback.
    #[must_use]
    pub const fn new(most: EcnMode) -> Self {
        Self { most, mode: None, arrived: Codepoint::NotEct, may_mark: true }
    }

    /// Takes a SYN.
    // spec: rfc9768 3.1.5: the first decides; the latest is fed back; one without flags forbids to send what can be marked
    pub fn take_syn(&mut self, flags: Flags, arrived: Codepoint) {
        self.arrived = arrived;
        let mode = *self.mode.get_or_insert(self.most.for_syn(flags));
        if mode == EcnMode::Accurate && value(flags) == 0 {
            self.may_mark = false;
        }
    }

    /// The feedback of the connection.
    #[must_use]
    pub fn mode(&self) -> EcnMode {
        self.mode.unwrap_or_default()
    }

    /// Whether this end may send packets that can be marked.
    #[must_use]
    pub const fn may_mark(&self) -> bool {
        self.may_mark
    }

    /// The flags of an answer after so many that were not acknowledged in time.
    // spec: rfc9768 3.1.1, 3.1.5, 3.2.3.2.2
    pub fn flags(&mut self, timeouts: u32) -> Flags {
        match self.mode() {
            EcnMode::None => Flags(0),
            EcnMode::Classic => Flags::ECE,
            EcnMode::Accurate if timeouts < TRIES => accurate::arrival(self.arrived),
            EcnMode::Accurate => {
                self.may_mark = false;
                Flags(0)
            }
        }
    }

    /// The outcome of the opening, with the flags of the acknowledgment that ends it if that is alone.
    // spec: rfc9768 3.2.2.1 table 4 and its note 1
    #[must_use]
    pub fn opened(&self, last: Option<Flags>) -> EcnOpened {
        let plain = EcnOpened { may_mark: self.may_mark, ..EcnOpened::PLAIN };
        match last {
            Some(flags) if self.mode() == EcnMode::Accurate => match value(flags) {
                0 => EcnOpened { may_mark: false, responds: false, ..plain },
                6 => EcnOpened { is_answer_marked: true, ..plain },
                _ => plain,
            },
            _ => plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(number: u16) -> Flags {
        let all = [(4, Flags::AE), (2, Flags::CWR), (1, Flags::ECE)];
        all.iter().filter(|(bit, _)| number & bit > 0).fold(Flags(0), |flags, (_, one)| flags.with(*one))
    }

    /// An end that takes part in accurate feedback, after SYNs with these flags that arrived so.
    fn after(syns: &[(u16, Codepoint)]) -> EcnAnswer {
        let mut answer = EcnAnswer::new(EcnMode::Accurate);
        syns.iter().for_each(|(number, arrived)| answer.take_syn(flags(*number), *arrived));
        answer
    }

    // spec: rfc9768 3.1.1 table 2
    #[test]
    fn both_ends_find_the_same_feedback() {
        for asked in [EcnMode::None, EcnMode::Classic, EcnMode::Accurate] {
            for most in [EcnMode::None, EcnMode::Classic, EcnMode::Accurate] {
                let mut answer = EcnAnswer::new(most);
                answer.take_syn(asked.request(0), Codepoint::NotEct);
                let both = match (asked, most) {
                    (EcnMode::None, _) | (_, EcnMode::None) => EcnMode::None,
                    (EcnMode::Accurate, EcnMode::Accurate) => EcnMode::Accurate,
                    _ => EcnMode::Classic,
                };
                assert_eq!(
                    (answer.mode(), asked.agreed(answer.flags(0))),
                    (both, both),
                    "{asked:?} {most:?}"
                );
            }
        }
        assert_eq!(EcnMode::Accurate.agreed(flags(7)), EcnMode::None, "a broken end");
        assert_eq!(EcnMode::Accurate.agreed(flags(5)), EcnMode::Accurate, "a later version");
    }

    // spec: rfc9768 3.1.4.1
    #[test]
    fn a_request_is_repeated_once() {
        let sent: Vec<u64> = (0..4).map(|before| value(EcnMode::Accurate.request(before))).collect();
        assert_eq!(sent, [7, 7, 0, 0]);
    }

    // spec: rfc9768 3.2.3.2.2, 3.1.5
    #[test]
    fn an_answer_that_is_not_acknowledged_twice_has_no_flags_but_the_end_keeps_counting() {
        let mut answer = after(&[(7, Codepoint::Ect1)]);
        assert_eq!([0, 1].map(|timeouts| value(answer.flags(timeouts))), [3, 3]);
        assert!(answer.may_mark());
        assert_eq!(value(answer.flags(2)), 0);
        assert_eq!((answer.mode(), answer.may_mark()), (EcnMode::Accurate, false));
    }

    // spec: rfc9768 3.1.5
    #[test]
    fn the_first_syn_decides_and_the_latest_is_fed_back() {
        let mut answer = after(&[(7, Codepoint::Ect0), (0, Codepoint::NotEct)]);
        assert_eq!((value(answer.flags(0)), answer.may_mark()), (2, false));
        let mut answer = after(&[(0, Codepoint::NotEct), (7, Codepoint::Ect0)]);
        assert_eq!((answer.mode(), value(answer.flags(0))), (EcnMode::None, 0));
    }

    // spec: rfc9768 3.2.2.1 table 4
    #[test]
    fn the_acknowledgment_of_an_answer_says_how_that_arrived() {
        let opened = |number: u16| after(&[(7, Codepoint::NotEct)]).opened(Some(flags(number)));
        let cleared = EcnOpened { may_mark: false, responds: false, ..EcnOpened::PLAIN };
        assert_eq!(opened(0), cleared);
        assert_eq!(opened(6), EcnOpened { is_answer_marked: true, ..EcnOpened::PLAIN });
        for other in [1, 2, 3, 4, 5, 7] {
            assert_eq!(opened(other), EcnOpened::PLAIN, "{other}");
        }
        assert_eq!(after(&[(7, Codepoint::NotEct)]).opened(None), EcnOpened::PLAIN, "with data");
        assert_eq!(after(&[(3, Codepoint::NotEct)]).opened(Some(flags(0))), EcnOpened::PLAIN, "an echo");
    }
}
