//! Raw: IP packets back to back, with nothing around them.
//!
//! Source: elementary; the link of most packet simulators and closed forms.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Framing, WireOctets, check_mtu};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};

/// The longest packet that the length field of IPv4 allows.
// spec: rfc791 3.1
const MOST_OCTETS: u32 = 65_535;

/// Parameters of [`Raw`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The framing.
    #[must_use]
    pub fn build(&self) -> Raw {
        Raw
    }

    /// Packets that no IP packet is.
    #[must_use]
    pub fn check(&self, mtu: u32) -> Vec<ConfigIssue> {
        check_mtu(mtu, MOST_OCTETS).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// No framing.
#[derive(Clone, Copy, Debug)]
pub struct Raw;

impl Framing for Raw {
    fn wire(&self, ip_octets: u32) -> WireOctets {
        WireOctets::whole(ip_octets.into())
    }

    fn queued_octets(&self, ip_octets: u32) -> u32 {
        ip_octets
    }

    fn frame_octets(&self, ip_octets: u32) -> u32 {
        ip_octets
    }

    fn mtu(&self) -> u32 {
        MOST_OCTETS
    }
}
