//! The classic pcap file with nanoseconds.
//!
//! Source: draft-ietf-opsawg-pcap. All fields are little-endian; picoseconds are cut off.

use std::io::{self, Write};

use cellwise_units::Time;

const MAGIC_NANOSECONDS: u32 = 0xA1B2_3C4D;
const VERSION: [u16; 2] = [2, 4];
/// Records are never cut: the longest is a frame of 65 568 octets.
const SNAP_LENGTH: u32 = 262_144;
const PS_PER_NS: u64 = 1_000;
const NS_PER_S: u64 = 1_000_000_000;

/// Writes the header of a file whose records are of a link type.
pub(crate) fn begin(out: &mut dyn Write, link_type: u16) -> io::Result<()> {
    let mut header = Vec::with_capacity(24);
    header.extend(MAGIC_NANOSECONDS.to_le_bytes());
    VERSION.iter().for_each(|number| header.extend(number.to_le_bytes()));
    header.extend([0; 8]);
    header.extend(SNAP_LENGTH.to_le_bytes());
    header.extend(u32::from(link_type).to_le_bytes());
    out.write_all(&header)
}

/// Whole nanoseconds since the start.
pub(crate) fn nanoseconds(at: Time) -> u64 {
    at.ps() / PS_PER_NS
}

/// Writes one record.
#[inline]
pub(crate) fn record(out: &mut dyn Write, at: Time, octets: &[u8]) -> io::Result<()> {
    let ns = nanoseconds(at);
    let length = octets.len() as u32;
    let mut header = [0; 16];
    let fields = [(ns / NS_PER_S) as u32, (ns % NS_PER_S) as u32, length, length];
    for (place, field) in header.chunks_exact_mut(4).zip(fields) {
        place.copy_from_slice(&field.to_le_bytes());
    }
    out.write_all(&header)?;
    out.write_all(octets)
}
