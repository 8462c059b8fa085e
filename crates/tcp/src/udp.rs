//! UDP: a source of datagrams at a constant rate, and the sink that counts them.
//!
//! Source: RFC 768. Parameters: octets per datagram, and a rate with the bits that a datagram counts for. State:
//! the number of the next datagram. Behaviour: the n-th datagram leaves at a time computed from n,
//! so that no rounding accumulates; the sink recognises lost and reordered datagrams by their numbers.

use cellwise_units::{BitRate, Span, Time};

const PS_PER_S: u128 = 1_000_000_000_000;

/// A datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// Its number, from 0; the application carries it in the payload.
    pub number: u64,
    /// Octets of payload.
    pub len: u32,
}

/// A source of datagrams at a constant rate.
#[derive(Clone, Debug)]
pub struct UdpSource {
    len: u32,
    number: u64,
    next: Time,
    /// What lies beyond `next`, in parts of a picosecond.
    part: u64,
    /// The time between datagrams, `whole + part_step / parts` picoseconds.
    whole: Span,
    part_step: u64,
    parts: u64,
}

impl UdpSource {
    /// A source of datagrams with `len` octets of payload, the first of which leaves at `start`; a
    /// datagram counts as `bits` bits (its payload, or all that it needs on the line) at `rate`. No
    /// bits count as one, a rate of 0 as 1 bit/s.
    #[must_use]
    pub fn new(len: u32, bits: u64, rate: BitRate, start: Time) -> Self {
        let parts = rate.get().max(1);
        let total = u128::from(bits.max(1)) * PS_PER_S;
        let whole = u64::try_from(total / u128::from(parts)).unwrap_or(u64::MAX);
        Self {
            len,
            number: 0,
            next: start,
            part: 0,
            whole: Span::from_ps(whole),
            part_step: (total % u128::from(parts)) as u64,
            parts,
        }
    }

    /// When the next datagram leaves.
    #[inline]
    #[must_use]
    pub const fn next_emission(&self) -> Time {
        self.next
    }

    /// Lets no datagram leave before `now`; later ones leave at the same distance as before.
    pub fn postpone(&mut self, now: Time) {
        if self.next < now {
            (self.next, self.part) = (now, 0);
        }
    }

    /// The next datagram; the one after it leaves an interval later.
    #[inline]
    pub fn emit(&mut self) -> Datagram {
        let datagram = Datagram { number: self.number, len: self.len };
        self.number += 1;
        let part = self.part + self.part_step;
        let carry = part >= self.parts;
        self.part = if carry { part - self.parts } else { part };
        let later = self.next.ps().saturating_add(self.whole.get());
        self.next = Time::from_ps(later.saturating_add(u64::from(carry)));
        datagram
    }

    /// The next datagram; the one after it leaves `gap` later.
    pub fn emit_before(&mut self, gap: Span) -> Datagram {
        let datagram = Datagram { number: self.number, len: self.len };
        self.number += 1;
        self.next = Time::from_ps(self.next.ps().saturating_add(gap.get()));
        datagram
    }

    /// The next datagram, with so many octets of payload if not as many as all others; the one after it leaves at
    /// `next`, but not before this one.
    pub fn emit_until(&mut self, next: Time, len: Option<u32>) -> Datagram {
        let datagram = Datagram { number: self.number, len: len.unwrap_or(self.len) };
        self.number += 1;
        self.next = self.next.max(next);
        datagram
    }

    /// Datagrams sent.
    #[must_use]
    pub const fn datagrams_sent(&self) -> u64 {
        self.number
    }
}

/// Counters of a [`UdpSink`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UdpStats {
    /// Datagrams received.
    pub datagrams: u64,
    /// Octets of payload in them.
    pub octets: u64,
    /// Datagrams that arrived after one with a higher number.
    pub reordered: u64,
    /// The number after the highest that has arrived: datagrams known to have been sent.
    pub expected: u64,
}

impl UdpStats {
    /// Datagrams known to have been sent that have not arrived (RFC 3550 A.3).
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.expected.saturating_sub(self.datagrams)
    }
}

/// A sink of datagrams.
#[derive(Clone, Debug, Default)]
pub struct UdpSink {
    stats: UdpStats,
}

impl UdpSink {
    /// Takes a datagram.
    pub fn on_datagram(&mut self, datagram: Datagram) {
        self.stats.datagrams += 1;
        self.stats.octets += u64::from(datagram.len);
        let after = datagram.number.saturating_add(1);
        // The same once more, right behind it, is in order.
        self.stats.reordered += u64::from(after < self.stats.expected);
        self.stats.expected = self.stats.expected.max(after);
    }

    /// What it has counted.
    #[must_use]
    pub const fn stats(&self) -> &UdpStats {
        &self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_had_to_wait_goes_on_at_its_rate() {
        let mut source = UdpSource::new(100, 800, BitRate::from_bps(1_000_000), Time::ZERO);
        let us = |us: u64| Time::from_ps(us * 1_000_000);
        source.emit();
        source.postpone(us(500));
        assert_eq!(source.next_emission(), us(800), "what is due later is not moved");
        source.postpone(us(900));
        assert_eq!(source.next_emission(), us(900));
        assert_eq!(source.emit().number, 1);
        assert_eq!(source.next_emission(), us(1700));
    }
    use proptest::prelude::*;

    #[test]
    fn datagrams_leave_as_their_bits_and_the_rate_say() {
        let mut payload = UdpSource::new(1000, 8_000, BitRate::from_bps(8_000), Time::ZERO);
        assert_eq!(payload.emit(), Datagram { number: 0, len: 1000 });
        assert_eq!(payload.next_emission(), Time::from_ps(1_000_000_000_000));
        let mut line = UdpSource::new(1000, 16_000, BitRate::from_bps(8_000), Time::ZERO);
        line.emit();
        assert_eq!(line.next_emission(), Time::from_ps(2_000_000_000_000));
        assert_eq!(line.datagrams_sent(), 1);
    }

    #[test]
    fn a_gap_is_what_it_is_said_to_be_whatever_the_rate() {
        let mut source = UdpSource::new(1000, 8_000, BitRate::from_bps(8_000), Time::ZERO);
        assert_eq!(source.emit_before(Span::from_ps(7)).number, 0);
        assert_eq!((source.next_emission(), source.datagrams_sent()), (Time::from_ps(7), 1));
    }

    #[test]
    fn a_missing_number_is_lost_and_a_late_one_reordered() {
        let mut sink = UdpSink::default();
        for number in [0, 1, 4, 3, 6] {
            sink.on_datagram(Datagram { number, len: 10 });
        }
        let stats = sink.stats();
        assert_eq!((stats.datagrams, stats.octets, stats.lost(), stats.reordered), (5, 50, 2, 1));
    }

    #[test]
    fn a_copy_right_behind_is_in_order_and_a_late_one_is_not() {
        let mut sink = UdpSink::default();
        for number in [0, 0, 1, 2, 2, 1] {
            sink.on_datagram(Datagram { number, len: 10 });
        }
        let stats = sink.stats();
        assert_eq!((stats.datagrams, stats.expected, stats.lost(), stats.reordered), (6, 3, 0, 1));
    }

    proptest! {
        #[test]
        fn the_nth_datagram_leaves_when_arithmetic_says(
            payload in 1u32..65_508, rate in 1u64..10_000_000_000, start in 0u64..1_000_000, n in 0u64..500,
        ) {
            let mut source = UdpSource::new(payload, 8 * u64::from(payload), BitRate::from_bps(rate), Time::from_ps(start));
            for _ in 0..n {
                source.emit();
            }
            let exact = u128::from(start) + u128::from(n) * u128::from(8 * payload) * PS_PER_S / u128::from(rate);
            // Beyond the end of time, emissions stop at it.
            prop_assert_eq!(u128::from(source.next_emission().ps()), exact.min(u128::from(u64::MAX)));
        }
    }
}
