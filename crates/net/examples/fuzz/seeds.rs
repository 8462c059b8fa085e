//! Known inputs: valid ones, which changes then make nearly so.

use cellwise_atm::aal5::codec::{Frame, Sdu};
use cellwise_atm::abr::rm_codec::encode;
use cellwise_atm::abr::{RmCell, RmDirection};
use cellwise_atm::cell::{Header, Interface, Pti};
use cellwise_scenario::{catalogue, template_scenario, to_toml};

const TEXTS: [&str; 12] = [
    "155.52 Mbit/s",
    "5 us",
    "1e-3 s",
    "1000 cells",
    "unlimited",
    "0.1 Tbit/s",
    "1e3 ms",
    "64 kB",
    "ip@s1",
    "aal5@d1",
    "cells@sw1.trunk",
    "cells@sw1.trunk:arriving",
];

const TRACES: [&str; 4] =
    ["1", "0\n0\n3\n10\n", "5\n7\n9000000000\n", "0 s, 10 Mbit/s\n1.5 s, 0 bit/s\n2000 ms, 1 kbit/s\n"];

/// Headers in a row.
pub(crate) fn headers() -> Vec<Vec<u8>> {
    let header = |n: u16| {
        let header = Header {
            gfc: 0,
            vpi: n % 256,
            vci: n.wrapping_mul(257),
            pti: Pti::from_bits((n % 8) as u8),
            clp: n.is_multiple_of(3),
        };
        header.encode(Interface::Uni).expect("the fields fit")
    };
    (0..16).map(|row| (0..row + 1).flat_map(|n| header(row * 16 + n)).collect()).collect()
}

/// Frames as the target reads them: the largest SDU, and cells, each behind the mark of a frame's end.
pub(crate) fn frames() -> Vec<Vec<u8>> {
    let frame = |octets: usize| {
        let mut input = vec![0xff, 0xff];
        let frame = Frame::of(&Sdu { octets: vec![7; octets], uu: 0, cpi: 0 }).expect("the SDU is short");
        for (payload, end) in frame.cells() {
            input.push(u8::from(end));
            input.extend(payload);
        }
        input
    };
    [1, 40, 41, 88, 200, 576, 1500].into_iter().map(frame).collect()
}

/// Payloads of RM cells in a row.
pub(crate) fn rm_cells() -> Vec<Vec<u8>> {
    let rates = [0.0, 1.0, 365_566.0, 4e9];
    let payload = |n: usize| {
        let direction = if n.is_multiple_of(2) { RmDirection::Forward } else { RmDirection::Backward };
        let rate = |n: usize| rates[n % rates.len()];
        encode(&RmCell {
            direction,
            bn: n & 4 > 0,
            ci: n & 8 > 0,
            ni: n & 2 > 0,
            er: rate(n),
            ccr: rate(n + 1),
            mcr: rate(n + 2),
        })
    };
    (0..16).map(|n| [payload(n), payload(n + 1)].concat()).collect()
}

/// Quantities and points of captures.
pub(crate) fn texts() -> Vec<Vec<u8>> {
    TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Traces in both formats.
pub(crate) fn traces() -> Vec<Vec<u8>> {
    TRACES.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A scenario of every template.
pub(crate) fn scenarios() -> Vec<Vec<u8>> {
    let entries = catalogue();
    let made = entries.iter().filter_map(|entry| template_scenario(entry.name));
    made.map(|scenario| to_toml(&scenario).into_bytes()).collect()
}
