//! The flow of a packet, by its addresses, protocol and ports: queues that serve flows or hosts separately distinguish packets by it.

pub use cellwise_path::Flow;

use crate::packet::pair;

// Numbers of protocols (IANA).
const HOP_BY_HOP: u8 = 0;
const TCP: u8 = 6;
const UDP: u8 = 17;
const DCCP: u8 = 33;
const ROUTING: u8 = 43;
const FRAGMENT: u8 = 44;
const ESP: u8 = 50;
const AH: u8 = 51;
const DESTINATION_OPTIONS: u8 = 60;
const SCTP: u8 = 132;
const UDP_LITE: u8 = 136;

/// The parts of a packet's headers by which flows differ.
#[derive(Debug)]
pub(crate) struct Ends<'a> {
    source: &'a [u8],
    destination: &'a [u8],
    protocol: u8,
    /// The two ports, or the number of a security association; nothing in a fragment, where only the first could have it.
    ports: &'a [u8],
}

impl<'a> Ends<'a> {
    // spec: rfc791 3.1
    pub(crate) fn of_ipv4(packet: &'a [u8], header: usize) -> Self {
        let is_fragment = pair(packet[6], packet[7]) & 0x3fff != 0;
        let payload = if is_fragment { &[] } else { &packet[header..] };
        let protocol = packet[9];
        Self {
            source: &packet[12..16],
            destination: &packet[16..20],
            protocol,
            ports: ports(protocol, payload),
        }
    }

    // spec: rfc8200 4
    pub(crate) fn of_ipv6(packet: &'a [u8], header: usize) -> Self {
        let (mut protocol, mut payload) = (packet[6], &packet[header..]);
        while let HOP_BY_HOP | ROUTING | DESTINATION_OPTIONS | FRAGMENT = protocol
            && let &[next, units, ..] = payload
        {
            let length = if protocol == FRAGMENT { 8 } else { (usize::from(units) + 1) * 8 };
            let rest = if protocol == FRAGMENT { None } else { payload.get(length..) };
            (protocol, payload) = (next, rest.unwrap_or_default());
        }
        Self {
            source: &packet[8..24],
            destination: &packet[24..40],
            protocol,
            ports: ports(protocol, payload),
        }
    }

    /// The numbers of the flow and of its hosts; none is 0, which would be the port's own.
    pub(crate) fn flow(&self) -> Flow {
        Flow {
            number: number([self.source, self.destination, &[self.protocol], self.ports]),
            source: number([self.source]),
            destination: number([self.destination]),
        }
    }
}

fn ports(protocol: u8, payload: &[u8]) -> &[u8] {
    let place = match protocol {
        TCP | UDP | DCCP | ESP | SCTP | UDP_LITE => 0..4,
        AH => 4..8,
        _ => return &[],
    };
    payload.get(place).unwrap_or_default()
}

/// A number for octets, the same in every run: FNV-1a, whose upper half is mixed into the lower.
// spec: rfc9923 2
fn number<const PARTS: usize>(parts: [&[u8]; PARTS]) -> u32 {
    let add = |sum: u64, octet: &u8| (sum ^ u64::from(*octet)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = parts.into_iter().flatten().fold(0xcbf2_9ce4_8422_2325, add);
    ((sum ^ (sum >> 32)) as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::look;

    const PORTS: [u8; 4] = [0x30, 0x39, 0x14, 0x51];

    fn ipv4(protocol: u8, last: u8, fragment: u16, payload: &[u8]) -> Vec<u8> {
        let length = 20 + payload.len() as u16;
        let mut packet = vec![0x45, 0, 0, 0, 0, 0, 0, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, last];
        packet[2..4].copy_from_slice(&length.to_be_bytes());
        packet[6..8].copy_from_slice(&fragment.to_be_bytes());
        packet.extend(payload);
        packet
    }

    fn ipv6(next: u8, payload: &[u8]) -> Vec<u8> {
        let mut packet = vec![0; 40];
        packet[0] = 0x60;
        packet[4..6].copy_from_slice(&(payload.len() as u16).to_be_bytes());
        packet[6] = next;
        packet.extend(payload);
        packet
    }

    fn flow(packet: &[u8]) -> Flow {
        look(packet, 1500).unwrap().flow
    }

    #[test]
    fn flows_differ_by_addresses_protocol_and_ports_and_hosts_by_addresses_alone() {
        let first = flow(&ipv4(TCP, 2, 0, &PORTS));
        assert_eq!(flow(&ipv4(TCP, 2, 0, &[&PORTS[..], b"data"].concat())), first);
        for other in [ipv4(UDP, 2, 0, &PORTS), ipv4(TCP, 2, 0, &[1, 2, 3, 4])].map(|packet| flow(&packet)) {
            assert_ne!(other.number, first.number);
            assert_eq!((other.source, other.destination), (first.source, first.destination));
        }
        let elsewhere = flow(&ipv4(TCP, 3, 0, &PORTS));
        assert_ne!(elsewhere.number, first.number);
        assert_ne!(elsewhere.destination, first.destination);
        assert_eq!(elsewhere.source, first.source);
    }

    #[test]
    fn fragments_have_no_ports_whichever_they_are() {
        let bare = flow(&ipv4(UDP, 2, 0, &[]));
        for fragment in [0x2000, 0x2064, 0x0064] {
            assert_eq!(flow(&ipv4(UDP, 2, fragment, &PORTS)), bare, "{fragment:#x}");
        }
        let dont_fragment = flow(&ipv4(UDP, 2, 0x4000, &PORTS));
        assert_eq!(dont_fragment, flow(&ipv4(UDP, 2, 0, &PORTS)));
        let six = [&[UDP, 0, 0, 1, 0, 0, 0, 9][..], &PORTS].concat();
        assert_eq!(flow(&ipv6(FRAGMENT, &six)), flow(&ipv6(UDP, &[])));
    }

    #[test]
    fn ports_are_found_behind_extension_headers_of_ipv6() {
        let plain = flow(&ipv6(UDP, &PORTS));
        let options = [&[UDP, 1][..], &[0; 14], &PORTS].concat();
        let both = [&[DESTINATION_OPTIONS, 0][..], &[0; 6], &options].concat();
        assert_eq!(flow(&ipv6(DESTINATION_OPTIONS, &options)), plain);
        assert_eq!(flow(&ipv6(HOP_BY_HOP, &both)), plain);
        assert_ne!(flow(&ipv6(UDP, &[1, 2, 3, 4])), plain);
    }

    #[test]
    fn security_associations_distinguish_flows_and_echoes_do_not() {
        let of = |protocol, payload: &[u8]| flow(&ipv4(protocol, 2, 0, payload));
        assert_ne!(of(ESP, &[0, 0, 0, 1]), of(ESP, &[0, 0, 0, 2]));
        assert_ne!(of(AH, &[6, 4, 0, 0, 0, 0, 0, 1]), of(AH, &[6, 4, 0, 0, 0, 0, 0, 2]));
        assert_eq!(of(1, &[8, 0, 1, 2, 0, 1]), of(1, &[8, 0, 3, 4, 0, 2]));
    }

    #[test]
    fn headers_that_are_cut_off_are_no_fault() {
        for length in 0..40 {
            let options = [&[HOP_BY_HOP, 3][..], &[0xff; 38]].concat();
            flow(&ipv6(HOP_BY_HOP, &options[..length]));
            flow(&ipv4(AH, 2, 0, &options[..length]));
        }
    }

    #[test]
    fn the_number_of_no_octets_and_of_one_are_those_of_fnv() {
        // spec: rfc9923 2, test vectors: the 64-bit values, folded.
        let folded = |sum: u64| (sum ^ (sum >> 32)) as u32;
        assert_eq!(number([&[]]), folded(0xcbf2_9ce4_8422_2325));
        assert_eq!(number([b"a"]), folded(0xaf63_dc4c_8601_ec8c));
        assert_eq!(number([b"foo", b"bar"]), folded(0x8594_4171_f739_67e8));
    }
}
