//! Tins: classes of packets by their codepoint, each with a share of the rate above which it yields to the others.

use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cobalt::Targets;

const PS_PER_S: u128 = 1_000_000_000_000;

/// The slowest rate of a tin, in octets/s, so that its clock moves.
const LEAST_OCTETS_PER_S: u64 = 64;

/// How packets are divided into tins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Priority {
    /// One tin.
    Besteffort,
    /// Eight, by the upper three bits of the codepoint.
    Precedence,
    /// Bulk, best effort, voice.
    #[default]
    Diffserv3,
    /// Bulk, best effort, video, voice.
    Diffserv4,
    /// Eight, from background to network control.
    Diffserv8,
}

/// What one tin is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TinSettings {
    /// Its threshold in octets/s; `None` without a shaper.
    pub(super) octets_per_s: Option<u64>,
    /// Its share where there is no shaper.
    pub(super) weight: i64,
    /// The octets of a turn of one of its flows.
    pub(super) quantum: u32,
    pub(super) targets: Targets,
}

const TINS_OF_3: [&str; 3] = ["best effort", "bulk", "voice"];
const TINS_OF_4: [&str; 4] = ["best effort", "bulk", "video", "voice"];
const TINS_OF_8: [&str; 8] = ["tin 0", "tin 1", "tin 2", "tin 3", "tin 4", "tin 5", "tin 6", "tin 7"];

impl Priority {
    /// The names of its tins, from number 0.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Besteffort => &TINS_OF_3[..1],
            Self::Diffserv3 => &TINS_OF_3,
            Self::Diffserv4 => &TINS_OF_4,
            Self::Precedence | Self::Diffserv8 => &TINS_OF_8,
        }
    }

    /// The tin of a packet.
    pub(super) fn tin_of(self, dscp: u8) -> usize {
        match self {
            Self::Besteffort => 0,
            Self::Precedence => usize::from(dscp >> 3) & 7,
            Self::Diffserv3 => match dscp {
                1 | 8 => 1,
                4 | 44 | 46 | 48 | 56 => 2,
                _ => 0,
            },
            Self::Diffserv4 => match dscp {
                1 | 8 => 1,
                4 | 16 | 18 | 20 | 22 | 24 | 26 | 28 | 30 | 34 | 36 | 38 => 2,
                32 | 40 | 44 | 46 | 48 | 56 => 3,
                _ => 0,
            },
            Self::Diffserv8 => match dscp {
                1 => 0,
                2 | 8 | 10 | 12 | 14 => 1,
                24 | 26 | 28 | 30 | 34 | 36 | 38 => 3,
                4 | 18 | 20 | 22 => 4,
                16 => 5,
                32 | 40 | 44 | 46 => 6,
                48 | 56 => 7,
                _ => 2,
            },
        }
    }

    /// The threshold of each tin in octets/s, of `rate`, and its weight.
    fn shares(self, rate: u64) -> Vec<(u64, i64)> {
        match self {
            Self::Besteffort => vec![(rate, 65_535)],
            Self::Diffserv3 => vec![(rate, 1024), (rate >> 4, 64), (rate >> 2, 256)],
            Self::Diffserv4 => vec![(rate, 1024), (rate >> 4, 64), (rate >> 1, 512), (rate >> 2, 256)],
            Self::Precedence | Self::Diffserv8 => {
                let next = |&(rate, weight): &(u64, i64)| Some((rate * 7 / 8, weight * 7 / 8));
                std::iter::successors(Some((rate, 256)), next).take(8).collect()
            }
        }
    }

    /// All tins for a shaper of `bandwidth`, if there is one.
    pub(super) fn tins(
        self,
        bandwidth: Option<BitRate>,
        mtu: u32,
        target: Span,
        interval: Span,
    ) -> Vec<TinSettings> {
        let shares = self.shares(bandwidth.map_or(0, |rate| rate.get() / 8));
        let of_share = |(share, weight): (u64, i64)| {
            let rate = bandwidth.map(|_| share.max(LEAST_OCTETS_PER_S));
            let quantum = rate.map_or(1514, |rate| (rate / 4096).clamp(300, 1514) as u32);
            TinSettings { octets_per_s: rate, weight, quantum, targets: targets(rate, mtu, target, interval) }
        };
        shares.into_iter().map(of_share).collect()
    }
}

/// The target of a slow tin is longer: one and a half times what its longest packet takes.
fn targets(rate: Option<u64>, mtu: u32, target: Span, interval: Span) -> Targets {
    let mtu_ps = rate.map_or(0, |rate| u128::from(mtu) * PS_PER_S / u128::from(rate));
    let mtu_time = Span::from_ps(u64::try_from(mtu_ps).unwrap_or(u64::MAX / 4));
    let longer = target.max(Span::from_ps(mtu_time.get() / 2 * 3 + mtu_time.get() % 2 * 3 / 2));
    let grown = Span::from_ps(interval.get().saturating_add(longer.get() - target.get()));
    Targets { target: longer, interval: grown.max(longer * 2), mtu_time }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn tins(priority: Priority, bps: u64) -> Vec<TinSettings> {
        let times = (Span::from_ps(5 * MS), Span::from_ps(100 * MS));
        priority.tins(Some(BitRate::from_bps(bps)), 1514, times.0, times.1)
    }

    #[test]
    fn the_tins_of_100_mbit_per_s_are_those_of_the_manual() {
        let tins = tins(Priority::Diffserv3, 100_000_000);
        let kbit = |octets: Option<u64>| octets.map(|octets| octets * 8 / 1000);
        assert_eq!(
            tins.iter().map(|tin| (kbit(tin.octets_per_s), tin.quantum, tin.weight)).collect::<Vec<_>>(),
            [(Some(100_000), 1514, 1024), (Some(6250), 300, 64), (Some(25_000), 762, 256)]
        );
        for tin in &tins {
            assert_eq!((tin.targets.target.get(), tin.targets.interval.get()), (5 * MS, 100 * MS));
        }
        assert_eq!(tins[1].targets.mtu_time.get() / (MS / 100), 193, "1.94 ms, cut");
    }

    #[test]
    fn slow_tins_get_longer_targets() {
        // 1 Mbit/s: 1514 octets take 12.112 ms, in bulk 193.792 ms.
        let tins = tins(Priority::Diffserv3, 1_000_000);
        let us = |span: Span| span.get() / 1_000_000;
        assert_eq!((us(tins[0].targets.target), us(tins[0].targets.interval)), (18_168, 113_168));
        let bulk = tins[1].octets_per_s.unwrap();
        assert_eq!(bulk, 7812, "shifts of octets/s are cut");
        let mtu_us = 1514 * 1_000_000 / bulk;
        assert_eq!(us(tins[1].targets.target) * 2 / 3, mtu_us);
        assert_eq!(us(tins[1].targets.interval), us(tins[1].targets.target * 2), "at least twice the target");
    }

    #[test]
    fn codepoints_lead_to_the_tins_of_the_manual() {
        let of = |priority: Priority, tin: usize| -> Vec<u8> {
            (0..64).filter(|&dscp| priority.tin_of(dscp) == tin).collect()
        };
        assert_eq!(of(Priority::Diffserv3, 1), [1, 8]);
        assert_eq!(of(Priority::Diffserv3, 2), [4, 44, 46, 48, 56]);
        assert_eq!(of(Priority::Diffserv4, 1), [1, 8]);
        assert_eq!(of(Priority::Diffserv4, 2), [4, 16, 18, 20, 22, 24, 26, 28, 30, 34, 36, 38]);
        assert_eq!(of(Priority::Diffserv4, 3), [32, 40, 44, 46, 48, 56]);
        assert_eq!(of(Priority::Precedence, 5), (40..48).collect::<Vec<_>>());
        assert_eq!(of(Priority::Besteffort, 0).len(), 64);
        for priority in [Priority::Diffserv3, Priority::Diffserv4, Priority::Diffserv8, Priority::Precedence]
        {
            let tins = tins(priority, 8_000_000).len();
            assert!((0..64).all(|dscp| priority.tin_of(dscp) < tins) && priority.names().len() == tins);
        }
    }

    #[test]
    fn each_of_eight_tins_has_seven_eighths_of_the_one_before() {
        let tins = tins(Priority::Diffserv8, 8_000_000);
        let rates: Vec<u64> = tins.iter().filter_map(|tin| tin.octets_per_s).collect();
        assert_eq!(rates, [1_000_000, 875_000, 765_625, 669_921, 586_180, 512_907, 448_793, 392_693]);
        assert_eq!(
            tins.iter().map(|tin| tin.weight).collect::<Vec<_>>(),
            [256, 224, 196, 171, 149, 130, 113, 98]
        );
    }
}
