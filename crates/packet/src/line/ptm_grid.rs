//! PTM octet by octet: each octet of a codeword has a slot of its own, and a frame begins where a slot does.
//!
//! Slot m is the synchronization of a codeword if 65 divides m. A frame that is ready takes the first other slot for
//! its S and then all that are no synchronization, up to its last octet. Its C is where the codeword begins in
//! which it ends, so that the octets of a frame are never parted: only synchronization comes between them. Source:
//! IEEE 802.3, 61.3; that S may be first in a codeword is taken from there as not forbidden.

use cellwise_units::{BitRate, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Line, Link, Sending};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::chance::Draw;
use crate::framing::ptm::{CODEWORD_PAYLOAD, Ptm};
use crate::framing::{AnyFraming, ptm};

/// Octets of a codeword.
const CODEWORD: u64 = CODEWORD_PAYLOAD + 1;
/// A slot takes so many picoseconds at 1 bit/s.
const SLOT_PS_AT_1_BPS: u128 = 8_000_000_000_000;

/// Parameters of [`PtmGrid`]: none; the framing has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The line.
    #[must_use]
    pub fn build(&self, link: &Link) -> PtmGrid {
        let framing = match &link.framing {
            AnyFraming::Ptm(framing) => *framing,
            _ => ptm::Config::default().build(),
        };
        PtmGrid { framing, rate: link.rate.get().max(1).into(), next: 0, free_at: Time::ZERO }
    }

    /// A framing that has no codewords.
    #[must_use]
    pub fn check(&self, link: &Link) -> Vec<ConfigIssue> {
        let rule = "give framing = \"ptm\": slots are those of its codewords";
        let issue = ConfigIssue::new("line", "ptm-grid", rule);
        (!matches!(link.framing, AnyFraming::Ptm(_))).then_some(issue).into_iter().collect()
    }

    /// The rate of the link.
    #[must_use]
    pub fn mean_rate(&self, link: &Link) -> BitRate {
        link.rate
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// The line.
#[derive(Clone, Copy, Debug)]
pub struct PtmGrid {
    framing: Ptm,
    /// In bit/s.
    rate: u128,
    /// The first payload octet since the start of the run that no frame has taken.
    next: u64,
    free_at: Time,
}

/// The slot of a payload octet, counted from 0.
const fn slot_of(octet: u64) -> u64 {
    octet / CODEWORD_PAYLOAD * CODEWORD + 1 + octet % CODEWORD_PAYLOAD
}

/// The first payload octet whose slot is not before this one.
const fn octet_from(slot: u64) -> u64 {
    slot / CODEWORD * CODEWORD_PAYLOAD + (slot % CODEWORD).saturating_sub(1)
}

impl PtmGrid {
    /// The first slot that begins at or after an instant.
    fn slot_from(&self, at: Time) -> u64 {
        let slot = (u128::from(at.ps()) * self.rate).div_ceil(SLOT_PS_AT_1_BPS);
        u64::try_from(slot).unwrap_or(u64::MAX)
    }

    fn end_of(&self, slot: u64) -> Time {
        let ps = ((u128::from(slot) + 1) * SLOT_PS_AT_1_BPS).div_ceil(self.rate);
        Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
    }
}

impl Line for PtmGrid {
    fn free_at(&mut self, now: Time, _: Draw<'_>) -> Time {
        self.free_at.max(now)
    }

    fn send(&mut self, start: Time, ip_octets: u32, _: Draw<'_>) -> Sending {
        // The end of the frame before, in whole picoseconds, may be after the slot that follows it has begun.
        if start > self.free_at || self.next == 0 {
            self.next = self.next.max(octet_from(self.slot_from(start)));
        }
        self.next += u64::from(self.framing.payload_octets(ip_octets));
        self.free_at = self.end_of(slot_of(self.next - 1));
        Sending { free_at: self.free_at, arrives_at: self.free_at, lost: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{Framing, FramingConfig};
    use proptest::prelude::*;

    /// A line of 1 octet per microsecond.
    const RATE: BitRate = BitRate::from_bps(8_000_000);
    const SLOT_PS: u64 = 1_000_000;

    fn link(rate: BitRate) -> Link {
        Link { rate, framing: FramingConfig::Ptm(ptm::Config::default()).build() }
    }

    fn send(line: &mut PtmGrid, start_ps: u64, ip_octets: u32) -> u64 {
        let mut draw = || 0.5;
        let start = line.free_at(Time::from_ps(start_ps), &mut draw);
        line.send(start, ip_octets, &mut draw).arrives_at.ps()
    }

    /// The rules slot by slot: the slot of the last octet of a frame with `data` octets whose S may be in `first`
    /// or later.
    fn last_slot(first: u64, data: u32) -> u64 {
        let is_sync = |slot: u64| slot.is_multiple_of(65);
        let mut slot = first;
        while is_sync(slot) {
            slot += 1;
        }
        let (mut left, mut has_c) = (data, false);
        while left > 0 || !has_c {
            slot += 1;
            if is_sync(slot) {
                continue;
            }
            if is_sync(slot - 1) && left <= 63 {
                has_c = true;
            } else {
                left -= 1;
            }
        }
        slot
    }

    #[test]
    fn sixty_four_frames_back_to_back_end_where_arithmetic_says() {
        let mut line = Config::default().build(&link(RATE));
        let end = (0..64).map(|_| send(&mut line, 0, 1500)).last();
        // Slot 98 929, of 64 * 1522 * 65 / 64 octets.
        assert_eq!(end, Some(98_930 * SLOT_PS));
        assert_eq!(98_930, 64 * 1522 * 65 / 64);
    }

    #[test]
    fn a_frame_that_is_ready_takes_the_slot_that_begins_next() {
        let mut line = Config::default().build(&link(RATE));
        // 1 ps into slot 3: S in slot 4, 60 of 46 + 20 data octets up to slot 64, C in slot 66, the 6 that are left.
        assert_eq!(send(&mut line, 3 * SLOT_PS + 1, 46), (last_slot(4, 66) + 1) * SLOT_PS);
        assert_eq!(last_slot(4, 66), 72);
    }

    #[test]
    fn a_line_without_codewords_is_refused() {
        let raw = Link { framing: FramingConfig::Raw(Default::default()).build(), ..link(RATE) };
        assert_eq!(Config::default().check(&raw)[0].field, "line");
        assert_eq!(Config::default().check(&link(RATE)), []);
    }

    proptest! {
        #[test]
        fn frames_end_where_they_do_slot_by_slot(
            frames in prop::collection::vec((0u64..200_000_000, 28u32..1500), 1..40),
        ) {
            let framing = ptm::Config::default().build();
            let mut line = Config::default().build(&link(RATE));
            let (mut now, mut next_slot) = (0, 0);
            for (gap, ip_octets) in frames {
                now += gap;
                let first = next_slot.max(now.div_ceil(SLOT_PS));
                next_slot = last_slot(first, framing.frame_octets(ip_octets)) + 1;
                prop_assert_eq!(send(&mut line, now, ip_octets), next_slot * SLOT_PS);
            }
        }

        #[test]
        fn a_busy_line_keeps_to_the_average_within_an_octet_over_whole_codewords(
            rate in 100_000u64..1_000_000_000, ip_octets in 46u32..1500,
        ) {
            let mut line = Config::default().build(&link(BitRate::from_bps(rate)));
            // So many frames fill whole codewords.
            let end = (0..64).map(|_| send(&mut line, 0, ip_octets)).last().unwrap();
            let wire = link(RATE).framing.wire(ip_octets).parts() / 2;
            let average = u128::from(wire) * 8_000_000_000_000;
            prop_assert_eq!(u128::from(end), average.div_ceil(u128::from(rate)));
        }
    }
}
