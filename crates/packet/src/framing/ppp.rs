//! PPP in HDLC-like framing.
//!
//! Source: RFC 1661 (protocol field and its compression, MRU), RFC 1662 (framing, stuffing). Frames follow each other
//! with one flag between them. Where octets are stuffed, the expected length of a packet of random octets is taken:
//! 2 of 256 values are doubled. The octets before the packet are known, and none of them is doubled.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Framing, WireOctets, check_mtu};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, prop_oneof};

const FLAG_OCTETS: u32 = 1;
/// Parts of an octet that stuffing adds to it: 2 of 256 values take one octet more.
const STUFFING_PARTS: u64 = WireOctets::PARTS * 2 / 256;
/// The length that every implementation accepts.
// spec: rfc1661 6.1
const DEFAULT_MRU: u32 = 1500;
const LEAST_MRU: u32 = 68;
const MOST_MRU: u32 = 65_535;

/// The frame check sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckSequence {
    /// 2 octets.
    #[default]
    #[serde(rename = "fcs-16")]
    Fcs16,
    /// 4 octets.
    #[serde(rename = "fcs-32")]
    Fcs32,
}

impl CheckSequence {
    const fn octets(self) -> u32 {
        match self {
            Self::Fcs16 => 2,
            Self::Fcs32 => 4,
        }
    }
}

/// Parameters of [`Ppp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Protocol field compression: 1 octet for the protocol, not 2.
    pub pfc: bool,
    /// Address and control field compression: these 2 octets are left out.
    pub acfc: bool,
    /// The frame check sequence.
    pub fcs: CheckSequence,
    /// Whether octets that look like a flag or an escape are sent as two, as on octet-synchronous lines.
    pub stuffing: bool,
    /// Maximum receive unit: the longest packet, in octets.
    #[schemars(extend("minimum" = LEAST_MRU, "maximum" = MOST_MRU))]
    pub mru_octets: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            pfc: false,
            acfc: false,
            fcs: CheckSequence::default(),
            stuffing: false,
            mru_octets: DEFAULT_MRU,
        }
    }
}

impl Config {
    /// The framing.
    #[must_use]
    pub fn build(&self) -> Ppp {
        let protocol = if self.pfc { 1 } else { 2 };
        let address_and_control = if self.acfc { 0 } else { 2 };
        Ppp {
            header: protocol + address_and_control,
            check_sequence: self.fcs.octets(),
            stuffing_parts: if self.stuffing { STUFFING_PARTS } else { 0 },
            mtu: self.mru_octets.clamp(LEAST_MRU, MOST_MRU),
        }
    }

    /// Numbers out of range; packets longer than the MRU.
    #[must_use]
    pub fn check(&self, mtu: u32) -> Vec<ConfigIssue> {
        let mru = (!(LEAST_MRU..=MOST_MRU).contains(&self.mru_octets)).then(|| {
            let rule = format!("give from {LEAST_MRU} to {MOST_MRU} octets");
            ConfigIssue::new("mru_octets", self.mru_octets, rule)
        });
        mru.into_iter().chain(check_mtu(mtu, self.build().mtu)).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let fcs = prop_oneof![Just(CheckSequence::Fcs16), Just(CheckSequence::Fcs32)];
        let flags = (any::<bool>(), any::<bool>(), any::<bool>());
        (flags, fcs, 576u32..=9000).prop_map(|((pfc, acfc, stuffing), fcs, mru_octets)| Self {
            pfc,
            acfc,
            fcs,
            stuffing,
            mru_octets,
        })
    }
}

/// PPP in HDLC-like framing.
#[derive(Clone, Copy, Debug)]
pub struct Ppp {
    header: u32,
    check_sequence: u32,
    stuffing_parts: u64,
    mtu: u32,
}

impl Framing for Ppp {
    fn wire(&self, ip_octets: u32) -> WireOctets {
        let stuffed = u64::from(ip_octets + self.check_sequence) * self.stuffing_parts;
        WireOctets::whole((self.frame_octets(ip_octets) + FLAG_OCTETS).into())
            + WireOctets::from_parts(stuffed)
    }

    fn queued_octets(&self, ip_octets: u32) -> u32 {
        ip_octets + self.header
    }

    fn frame_octets(&self, ip_octets: u32) -> u32 {
        ip_octets + self.header + self.check_sequence
    }

    fn mtu(&self) -> u32 {
        self.mtu
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_adds_or_saves_its_octets() {
        let octets = |config: Config| config.build().wire(1500).as_f64();
        let plain = Config::default();
        assert_eq!(octets(plain), 1507.0);
        assert_eq!(octets(Config { pfc: true, ..plain }), 1506.0);
        assert_eq!(octets(Config { acfc: true, ..plain }), 1505.0);
        assert_eq!(octets(Config { fcs: CheckSequence::Fcs32, ..plain }), 1509.0);
        assert_eq!(octets(Config { stuffing: true, ..plain }), 1507.0 + 1502.0 / 128.0);
    }

    #[test]
    fn an_mtu_above_the_mru_is_reported_together_with_a_bad_mru() {
        let fields = |config: Config, mtu| config.check(mtu).into_iter().map(|i| i.field).collect::<Vec<_>>();
        assert_eq!(fields(Config::default(), 1500), [""; 0]);
        assert_eq!(fields(Config::default(), 1501), ["mtu"]);
        assert_eq!(fields(Config { mru_octets: 60, ..Config::default() }, 100), ["mru_octets", "mtu"]);
    }
}
