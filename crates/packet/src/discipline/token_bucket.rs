//! A shaper around any discipline: packets leave at a rate, and as many at once as a bucket of octets holds.
//!
//! Which packet leaves, and which are lost, is the inner discipline's. Two rules of when: that of Linux's `htb` sends while
//! the bucket is not overdrawn and lets the packet overdraw it; that of `tbf` takes the next packet out of the inner
//! discipline and keeps it until the bucket holds its octets. With a peak rate a second bucket, of one packet
//! for `tbf` and of none for `htb`, bounds how fast a burst leaves. Without `rate` it does not shape. Source: tc-htb(8), tc-tbf(8), tc-stab(8); Linux `sch_htb`, `sch_tbf`.

mod bucket;

use cellwise_units::{BitRate, Bytes, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::overhead::{Framing, Given, Keyword, Overhead};
use super::{AnyDiscipline, Around, Backlog, Discipline, DisciplineConfig, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, perhaps, prop_oneof};
use crate::packet::Packet;
use bucket::Bucket;

/// The rate that sends an octet in a millisecond, in bit/s.
const BITS_PER_OCTET_IN_MS: u64 = 8_000;

/// When a packet may leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "TokenBucketRule")]
pub enum Rule {
    /// While the bucket is not overdrawn, and the packet may overdraw it.
    #[default]
    Htb,
    /// When the bucket holds all its octets; until then it waits outside the inner discipline.
    Tbf,
}

/// Parameters of [`TokenBucket`]. By default it does not shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "TokenBucketConfig")]
pub struct Config {
    /// The rate at which the bucket fills, in bits of packets with their `overhead`. No shaper if not given.
    #[schemars(extend("formatMinimum" = "1 kbit/s"))]
    pub rate: Option<BitRate>,
    /// The octets that the bucket holds. If not given what the rate sends in 1 ms, and at least the longest packet.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub burst: Option<Bytes>,
    /// The rate at which a burst leaves; as fast as the link if not given.
    #[schemars(extend("formatMinimum" = "1 kbit/s"))]
    pub peak_rate: Option<BitRate>,
    /// When a packet may leave.
    pub rule: Rule,
    /// The overhead that the line below adds to packets, by tc's keyword.
    pub overhead: Keyword,
    /// Octets added to the length as an IP packet, in place of those of `overhead`.
    #[schemars(range(min = -64, max = 256))]
    pub overhead_bytes: Option<i16>,
    /// The least length of a packet with its overhead, in place of that of `overhead`.
    #[schemars(extend("formatMaximum" = "256 bytes"))]
    pub mpu: Option<Bytes>,
    /// How the line below carries octets, in place of that of `overhead`.
    pub framing: Option<Framing>,
    /// How many VLAN tags the line below adds, of 4 octets each.
    #[schemars(range(max = 2))]
    pub ether_vlan: u8,
    /// The discipline that is shaped.
    pub queue: Box<DisciplineConfig>,
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> TokenBucket {
        let overhead = self.overhead_of();
        let longest = overhead.most(service.mtu_octets);
        // One that never holds a packet would never let it go.
        let least = if self.rule == Rule::Tbf { longest } else { 0 };
        let main = self.rate().map(|rate| {
            let usual = (rate.get() / BITS_PER_OCTET_IN_MS).max(longest);
            Bucket::new(rate, self.burst.map_or(usual, Bytes::get).max(least))
        });
        let peak = self.peak_rate.filter(|rate| !rate.is_zero() && main.is_some());
        TokenBucket {
            rule: self.rule,
            overhead,
            buckets: [main, peak.map(|rate| Bucket::new(rate, least))],
            inner: Box::new(self.queue.build(&self.inside(service))),
            next: None,
        }
    }

    fn rate(&self) -> Option<BitRate> {
        self.rate.filter(|rate| !rate.is_zero())
    }

    /// What the inner discipline may know: the rate is the shaper's where that is the smaller one.
    fn inside(&self, service: &Service) -> Service {
        let rate = self.rate().map_or(service.rate, |rate| rate.min(service.rate));
        Service { rate, ..*service }
    }

    fn overhead_of(&self) -> Overhead {
        let &Self { overhead: keyword, overhead_bytes: octets, mpu, framing, ether_vlan: vlan_tags, .. } =
            self;
        Overhead::new(Given { keyword, octets, mpu, framing, vlan_tags })
    }

    /// A bucket that the longest packet does not fit, a peak below the rate, and what is wrong with the inner discipline.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        let longest = self.overhead_of().most(service.mtu_octets);
        let small = self.burst.filter(|burst| self.rule == Rule::Tbf && burst.get() < longest).map(|burst| {
            let rule = format!("leave room for the longest packet, which counts as {longest} bytes");
            ConfigIssue::new("burst", burst, rule)
        });
        let slow = self
            .peak_rate
            .filter(|peak| self.rate.is_some_and(|rate| *peak < rate))
            .map(|peak| ConfigIssue::new("peak_rate", peak, "give at least `rate`, or leave it out"));
        let alone = [
            ("burst", self.burst.map(|burst| burst.to_string())),
            ("peak_rate", self.peak_rate.map(|peak| peak.to_string())),
        ];
        let alone = alone.into_iter().filter(|_| self.rate.is_none()).filter_map(|(field, value)| {
            Some(ConfigIssue::new(field, value?, "give `rate` too: without it nothing is shaped"))
        });
        let inner = self
            .queue
            .check(&self.inside(service))
            .into_iter()
            .map(|issue| ConfigIssue { field: format!("queue.{}", issue.field), ..issue });
        small.into_iter().chain(slow).chain(alone).chain(inner).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings, around one of the other disciplines.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let inner = prop_oneof![
            super::tail::Config::arbitrary().prop_map(DisciplineConfig::Tail),
            super::codel::Config::arbitrary().prop_map(DisciplineConfig::Codel),
            super::fq_codel::Config::arbitrary().prop_map(DisciplineConfig::FqCodel),
            super::pie::Config::arbitrary().prop_map(DisciplineConfig::Pie),
            super::cake::Config::arbitrary().prop_map(DisciplineConfig::Cake),
        ];
        let rates = perhaps((100_000u64..4_000_000, perhaps(0u64..4_000_000), perhaps(4_000u64..60_000)));
        let keyword = prop_oneof![Just(Keyword::Raw), Just(Keyword::PppoeLlcsnap), Just(Keyword::BridgedPtm)];
        let rule = prop_oneof![Just(Rule::Htb), Just(Rule::Tbf)];
        (rates, rule, keyword, perhaps(-64i16..=256), 0u8..3, inner).prop_map(
            |(rates, rule, overhead, overhead_bytes, ether_vlan, inner)| Self {
                rate: rates.map(|(rate, ..)| BitRate::from_bps(rate)),
                burst: rates.and_then(|(.., burst)| burst).map(Bytes::new),
                peak_rate: rates.and_then(|(rate, more, _)| Some(BitRate::from_bps(rate + more?))),
                rule,
                overhead,
                overhead_bytes,
                mpu: None,
                framing: None,
                ether_vlan,
                queue: Box::new(inner),
            },
        )
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    rule: Rule,
    overhead: Overhead,
    /// Those of the rate and of the peak rate.
    buckets: [Option<Bucket>; 2],
    inner: Box<AnyDiscipline>,
    /// The packet that waits for its octets, outside the inner discipline.
    next: Option<Packet>,
}

impl TokenBucket {
    /// When every bucket holds `octets`.
    fn holds_at(&self, octets: u64) -> Time {
        self.buckets.iter().flatten().map(|bucket| bucket.holds_at(octets)).max().unwrap_or(Time::ZERO)
    }

    /// The octets that the next packet needs in the buckets.
    fn needed(&self) -> u64 {
        self.next.as_ref().map_or(0, |packet| self.overhead.adjusted(packet))
    }

    fn charge(&mut self, packet: &Packet, now: Time) {
        let octets = self.overhead.adjusted(packet);
        self.buckets.iter_mut().flatten().for_each(|bucket| bucket.take(octets, now));
    }
}

impl Discipline for TokenBucket {
    fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>) {
        self.inner.enqueue(packet, around);
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        if self.rule == Rule::Tbf && self.next.is_none() {
            self.next = self.inner.dequeue(around);
        }
        if self.holds_at(self.needed()) > around.now {
            return None;
        }
        let packet = match self.rule {
            Rule::Htb => self.inner.dequeue(around),
            Rule::Tbf => self.next.take(),
        }?;
        self.charge(&packet, around.now);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        let Backlog { packets, octets } = self.inner.backlog();
        let next = self.next.as_ref().map(|packet| u64::from(packet.octets));
        Backlog { packets: packets + u64::from(next.is_some()), octets: octets + next.unwrap_or(0) }
    }

    fn ready_at(&self) -> Time {
        match self.next {
            Some(_) => self.holds_at(self.needed()),
            None => {
                self.inner.ready_at().max(if self.rule == Rule::Htb { self.holds_at(0) } else { Time::ZERO })
            }
        }
    }

    fn drop_probability(&mut self, now: Time) -> Option<f64> {
        self.inner.drop_probability(now)
    }

    fn queue_name(&self, queue: u32) -> Option<&'static str> {
        self.inner.queue_name(queue)
    }
}

#[cfg(test)]
mod tests;
