//! DOCSIS: the octets that the rate of a cable modem's service counts.
//!
//! Source: RFC 4323, `docsIetfQosParamSetMaxTrafficRate`: the rate counts from the octet behind the check sequence of the MAC
//! header to the end of the CRC, which is the Ethernet frame without preamble and gap. So the rate of the link is that of
//! the service. The MAC header, minislots and error correction of the channel are not part of it.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, STANDARD_PAYLOAD};
use super::{Framing, WireOctets, check_mtu};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};

/// Parameters of [`Docsis`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The framing.
    #[must_use]
    pub fn build(&self) -> Docsis {
        Docsis { frame: Frame::new(0, false, STANDARD_PAYLOAD) }
    }

    /// Packets that no frame has room for.
    #[must_use]
    pub fn check(&self, mtu: u32) -> Vec<ConfigIssue> {
        check_mtu(mtu, STANDARD_PAYLOAD).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// DOCSIS.
#[derive(Clone, Copy, Debug)]
pub struct Docsis {
    frame: Frame,
}

impl Framing for Docsis {
    fn wire(&self, ip_octets: u32) -> WireOctets {
        WireOctets::whole(self.frame.octets(ip_octets).into())
    }

    fn queued_octets(&self, ip_octets: u32) -> u32 {
        self.frame.queued_octets(ip_octets)
    }

    fn frame_octets(&self, ip_octets: u32) -> u32 {
        self.frame.octets(ip_octets)
    }

    fn mtu(&self) -> u32 {
        self.frame.mtu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(ip_octets: u32) -> u64 {
        Config {}.build().wire(ip_octets).parts() / WireOctets::PARTS
    }

    #[test]
    fn a_packet_counts_as_with_the_keyword_of_tc_cake() {
        // tc-cake(8), docsis: overhead 18, mpu 64.
        let lengths = [28, 40, 46, 47, 52, 100, 576, 1492, 1500];
        assert_eq!(lengths.map(wire), lengths.map(|ip| u64::from(ip + 18).max(64)));
        assert_eq!(Config {}.check(1501)[0].field, "mtu");
    }

    #[test]
    fn goodput_of_datagrams_is_what_a_modem_of_2500_kbit_has_been_measured_to_send() {
        // R. Mounce, EuroDOCSIS 3.0 upstream (gist 80738b89, GitHub): octets of data in a datagram, kbit/s of data.
        for (data, kbps) in [(12, 470.0), (18, 703.0), (22, 810.0), (24, 860.0), (1472, 2424.0)] {
            let ours = 2500.0 * f64::from(data) / wire(data + 28) as f64;
            assert!((ours / kbps - 1.0).abs() < 0.005, "{data} octets: {ours} kbit/s, measured {kbps}");
        }
    }
}
