//! Strict priority: the first band with a packet is served, whatever waits in those behind it.
//!
//! A packet's band follows from its differentiated services codepoint. The bands at first are those of Linux
//! `pfifo_fast`, which reads the old bits of the type of service: packets that ask for low delay precede all others,
//! those that ask for throughput and not for low delay behind them. Source: RFC 2474 for the codepoint; Linux `prio`
//! and `pfifo_fast`.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// How many differentiated services codepoints there are.
const CODEPOINTS: usize = 64;

/// A band of packets that are served alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PriorityBand")]
pub struct Band {
    /// The differentiated services codepoints of its packets, from 0 to 63.
    #[schemars(inner(range(max = 63)))]
    pub dscp: Vec<u8>,
    /// How much may wait in it: a packet that finds it full is dropped.
    pub limit: Limit,
}

impl Default for Band {
    fn default() -> Self {
        Self { dscp: Vec::new(), limit: Limit::Packets(1000) }
    }
}

/// Parameters of [`Priority`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The bands, the one that is served first at the front.
    #[schemars(length(min = 1))]
    pub bands: Vec<Band>,
    /// The number of the band, from 0, for packets whose codepoint no band has.
    pub default_band: u32,
}

impl Default for Config {
    fn default() -> Self {
        // The last three bits of a codepoint were those of the type of service: delay, throughput, reliability.
        let with = |bits: [u8; 2]| Band {
            dscp: (0..64).filter(|dscp| bits.contains(&(dscp & 7))).collect(),
            ..Band::default()
        };
        Self { bands: vec![with([4, 5]), Band::default(), with([2, 3])], default_band: 1 }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Priority {
        let bands = self.bands.iter().map(|band| (band.limit.room(service.rate), Fifo::default()));
        let mut bands: Vec<_> = bands.collect();
        if bands.is_empty() {
            bands.push((Band::default().limit.room(service.rate), Fifo::default()));
        }
        let mut band_of = [(self.default_band as usize).min(bands.len() - 1) as u32; CODEPOINTS];
        for (number, band) in self.bands.iter().enumerate().rev() {
            for &dscp in &band.dscp {
                if let Some(of_dscp) = band_of.get_mut(usize::from(dscp)) {
                    *of_dscp = number as u32;
                }
            }
        }
        Priority { bands, band_of }
    }

    /// Bands that no packet of the link's longest fits, codepoints that do not exist or that are in two bands.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let mut issues = Vec::new();
        if self.bands.is_empty() {
            issues.push(ConfigIssue::new("bands", "[]", "give at least one band"));
        } else if self.default_band as usize >= self.bands.len() {
            let rule = format!("give the number of a band, from 0 to {}", self.bands.len() - 1);
            issues.push(ConfigIssue::new("default_band", self.default_band, rule));
        }
        for (number, band) in self.bands.iter().enumerate() {
            issues.extend(band.limit.check_as(&format!("bands[{number}].limit"), service));
            issues.extend(self.check_codepoints(number, band));
        }
        issues
    }

    fn check_codepoints(&self, number: usize, band: &Band) -> impl Iterator<Item = ConfigIssue> {
        let before = &self.bands[..number];
        band.dscp.iter().filter_map(move |dscp| {
            let rule = if usize::from(*dscp) >= CODEPOINTS {
                "give codepoints from 0 to 63".to_owned()
            } else {
                let other = before.iter().position(|other| other.dscp.contains(dscp))?;
                format!("give each codepoint one band; bands[{other}] has it as well")
            };
            Some(ConfigIssue::new(&format!("bands[{number}].dscp"), dscp, rule))
        })
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let limits = proptest::collection::vec(Limit::arbitrary(), 1..5);
        (limits, proptest::collection::vec(0usize..5, CODEPOINTS), 0u32..5).prop_map(
            |(limits, band_of, default_band)| {
                // Of five, those that do not exist have the default.
                let dscp = |number| {
                    (0..64).filter(|&dscp| band_of[usize::from(dscp)] == number).collect::<Vec<u8>>()
                };
                let default_band = default_band.min(limits.len() as u32 - 1);
                let band = |(number, limit)| Band { dscp: dscp(number), limit };
                Self { bands: limits.into_iter().enumerate().map(band).collect(), default_band }
            },
        )
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Priority {
    bands: Vec<(Room, Fifo)>,
    band_of: [u32; CODEPOINTS],
}

impl Discipline for Priority {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        packet.queue = self.band_of[usize::from(packet.dscp) % CODEPOINTS];
        let (room, queue) = &mut self.bands[packet.queue as usize];
        if room.takes(queue.backlog(), packet.octets) {
            queue.push(packet);
        } else {
            (around.lose)(&packet, DropReason::Limit);
        }
    }

    fn dequeue(&mut self, _: &mut Around<'_>) -> Option<Packet> {
        self.bands.iter_mut().find_map(|(_, queue)| queue.pop())
    }

    fn backlog(&self) -> Backlog {
        let mut all = Backlog::default();
        for (_, queue) in &self.bands {
            let Backlog { packets, octets } = queue.backlog();
            all.packets += packets;
            all.octets += octets;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::DisciplineConfig;
    use crate::discipline::testing::{Bench, packet, service};
    use cellwise_units::Bytes;

    fn bench(config: Config) -> Bench {
        Bench::new(&DisciplineConfig::Priority(config))
    }

    fn put(bench: &mut Bench, handle: u32, dscp: u8) {
        bench.put(0, Packet { dscp, ..packet(handle, 1000) });
    }

    fn taken(bench: &mut Bench) -> Vec<u32> {
        std::iter::from_fn(|| bench.take(0)).collect()
    }

    #[test]
    fn a_band_is_served_only_if_those_before_it_are_empty() {
        let config = Config {
            bands: vec![Band { dscp: vec![46], ..Band::default() }, Band::default()],
            default_band: 1,
        };
        let mut bench = bench(config);
        for (handle, dscp) in [(0, 0), (1, 46), (2, 8), (3, 46)] {
            put(&mut bench, handle, dscp);
        }
        assert_eq!(bench.take(0), Some(1));
        put(&mut bench, 4, 46);
        assert_eq!(taken(&mut bench), [3, 4, 0, 2]);
    }

    /// The octets of the type of service with their bands, after the kernel's `rt_tos2priority` and `prio2band`.
    #[test]
    fn the_bands_at_first_are_those_of_the_kernel() {
        let band_of = Config::default().build(&service()).band_of;
        for (tos, band) in [(0x00, 1), (0x08, 2), (0x0C, 2), (0x10, 0), (0x14, 0), (0x18, 1), (0x1C, 1)] {
            for precedence in 0..8 {
                assert_eq!(band_of[(tos >> 2) | (precedence << 3)], band, "{tos:#x}");
            }
        }
    }

    #[test]
    fn a_full_band_does_not_hurt_the_others() {
        let full = Band { dscp: vec![46], limit: Limit::Packets(1) };
        let mut bench = bench(Config { bands: vec![full, Band::default()], default_band: 1 });
        for (handle, dscp) in [(0, 46), (1, 46), (2, 0), (3, 0)] {
            put(&mut bench, handle, dscp);
        }
        assert_eq!(bench.lost(), [(1, DropReason::Limit)]);
        assert_eq!(taken(&mut bench), [0, 2, 3]);
    }

    #[test]
    fn what_makes_no_sense_is_reported_all_at_once() {
        let tight = Band { dscp: vec![46, 64], limit: Limit::Octets(Bytes::new(100)) };
        let twice = Band { dscp: vec![46], ..Band::default() };
        let wrong = Config { bands: vec![tight, twice], default_band: 2 };
        let fields: Vec<String> = wrong.check(&service()).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["default_band", "bands[0].limit", "bands[0].dscp", "bands[1].dscp"]);
        assert_eq!(Config { bands: vec![], default_band: 0 }.check(&service()).len(), 1);
    }
}
