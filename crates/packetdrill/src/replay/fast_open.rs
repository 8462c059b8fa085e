//! Fast open at a host that listens: which SYNs open the connection at once, with the data that they carry.
//!
//! Source: RFC 7413 3.1 and 4.1.2; the numbers are those of Linux (ip-sysctl.rst, tcp_fastopen). The cookie that the host has given
//! is named `TFO_COOKIE`. It is made from the addresses of both ends by a key, so that of one in octets it is
//! unknown whether it is the host's own.

use super::stop::{Stop, skipped};
use crate::script::{Packet, TcpOption};

/// It accepts data on SYNs.
const LISTENS: u32 = 0x2;
/// It accepts that without a cookie.
const WITHOUT_COOKIE: u32 = 0x200;
/// Every socket that listens does, without an option of the socket.
const ALL_SOCKETS: u32 = 0x400;
/// The cookie that the host has given.
const OWN_COOKIE: &str = "TFO_COOKIE";

/// What a host that listens accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastOpen {
    bits: u32,
    /// Whether the socket asks for it.
    pub(super) socket: bool,
}

impl Default for FastOpen {
    /// Every socket accepts a valid cookie: the common settings of the published scripts, which are no part of them.
    fn default() -> Self {
        Self { bits: LISTENS | ALL_SOCKETS, socket: false }
    }
}

impl FastOpen {
    /// Takes a number, decimal or hexadecimal; whether it is one.
    pub(super) fn set(&mut self, number: &str) -> bool {
        let bits =
            number.strip_prefix("0x").map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16));
        bits.map(|bits| self.bits = bits).is_ok()
    }

    /// Whether a SYN opens the connection at once, so that its data is taken.
    // spec: rfc7413 4.1.2, 4.2
    pub(super) fn accepts(&self, syn: &Packet) -> Result<bool, Stop> {
        let has = |bit| self.bits & bit > 0;
        let listens = has(LISTENS) && (has(ALL_SOCKETS) || self.socket);
        let cookie = syn.options.iter().flatten().find_map(|option| match option {
            TcpOption::FastOpen(cookie) => cookie.as_deref(),
            _ => None,
        });
        match cookie {
            _ if !listens => Ok(false),
            _ if has(WITHOUT_COOKIE) && syn.len > 0 => Ok(true),
            None => Ok(false),
            Some(OWN_COOKIE) => Ok(true),
            Some(_) => Err(skipped("a cookie of fast open in octets, which needs the host's key")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn syn(len: u32, cookie: Option<&str>) -> Packet {
        let option = cookie.map(|cookie| TcpOption::FastOpen(Some(cookie.to_owned())));
        Packet { len, options: Some(option.into_iter().collect()), ..Packet::default() }
    }

    fn host(number: &str, socket: bool) -> FastOpen {
        let mut host = FastOpen { socket, ..FastOpen::default() };
        assert!(host.set(number));
        host
    }

    fn accepts(host: FastOpen, syn: &Packet) -> Option<bool> {
        host.accepts(syn).ok()
    }

    // spec: rfc7413 4.1.2
    #[test]
    fn a_cookie_opens_a_connection_if_it_is_the_hosts_own() {
        let host = FastOpen::default();
        assert_eq!(accepts(host, &syn(10, Some(OWN_COOKIE))), Some(true));
        assert_eq!(accepts(host, &syn(10, None)), Some(false));
        assert_eq!(accepts(host, &syn(10, Some("0123456789abcdef"))), None, "unknown");
    }

    #[test]
    fn a_socket_may_have_to_ask_and_a_cookie_may_be_left_out() {
        for (number, socket, cookie, expected) in [
            ("2", false, Some(OWN_COOKIE), false),
            ("2", true, Some(OWN_COOKIE), true),
            ("0x401", true, Some(OWN_COOKIE), false),
            ("0x202", true, None, true),
            ("0x602", false, None, true),
        ] {
            let got = accepts(host(number, socket), &syn(10, cookie));
            assert_eq!(got, Some(expected), "{number} {socket} {cookie:?}");
        }
        let empty = accepts(host("0x602", false), &syn(0, None));
        assert_eq!(empty, Some(false), "without data there is nothing to take");
        assert!(!FastOpen::default().set("many"));
    }
}
