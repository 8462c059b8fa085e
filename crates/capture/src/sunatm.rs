//! AAL5 frames with the virtual connection that they are on, in the way of SunATM (LINKTYPE_SUNATM).
//!
//! Source: the description of LINKTYPE_SUNATM at tcpdump.org. Before each frame are four octets:
//! direction and kind of traffic, VPI, VCI.

use cellwise_atm::aal5::Encapsulation;

/// Set for frames that the host sends.
const SENT: u8 = 0x80;
const RAW: u8 = 0;
const LANE: u8 = 1;
const LLC: u8 = 2;

/// The header of a frame; `sent` by the host, or received. A VPI is cut to its 8 bits.
#[must_use]
pub fn header(encapsulation: Encapsulation, sent: bool, vpi: u16, vci: u16) -> [u8; 4] {
    let [high, low] = vci.to_be_bytes();
    [kind(encapsulation) | if sent { SENT } else { 0 }, vpi as u8, high, low]
}

/// The kind of traffic: LAN emulation, a frame with an LLC header, or one whose kind only the connection says.
fn kind(encapsulation: Encapsulation) -> u8 {
    use Encapsulation as E;
    match encapsulation {
        E::LaneEthernet | E::LaneTokenRing => LANE,
        E::LlcSnap | E::PppoaLlc | E::BridgedLlc | E::BridgedLlcFcs | E::PppoeLlc | E::PppoeLlcFcs => LLC,
        E::VcMux
        | E::PppoaVcMux
        | E::BridgedVcMux
        | E::BridgedVcMuxFcs
        | E::PppoeVcMux
        | E::PppoeVcMuxFcs => RAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reports_direction_traffic_and_connection() {
        assert_eq!(header(Encapsulation::LlcSnap, true, 3, 0x0120), [0x82, 3, 1, 0x20]);
        assert_eq!(header(Encapsulation::VcMux, false, 0, 32), [0, 0, 0, 32]);
        assert_eq!(header(Encapsulation::LaneEthernet, false, 0, 32), [1, 0, 0, 32]);
    }
}
