//! The pcapng file: nanoseconds, the name of the capture point, comments on packets.
//!
//! Source: draft-ietf-opsawg-pcapng. One section with one interface; all fields are little-endian; picoseconds
//! are cut off, because Wireshark up to 4.0 reads them wrong.

use std::io::{self, Write};

use cellwise_units::Time;

use crate::description::Description;
use crate::pcap::nanoseconds;

const SECTION_HEADER: u32 = 0x0A0D_0D0A;
const INTERFACE_DESCRIPTION: u32 = 1;
const ENHANCED_PACKET: u32 = 6;
const BYTE_ORDER: u32 = 0x1A2B_3C4D;
const VERSION: [u16; 2] = [1, 0];
/// The length of the section is left open.
const UNKNOWN_LENGTH: u64 = u64::MAX;

const END_OF_OPTIONS: u16 = 0;
const COMMENT: u16 = 1;
const APPLICATION: u16 = 4;
const INTERFACE_NAME: u16 = 2;
const TIME_RESOLUTION: u16 = 9;
/// Times are counted in 10^-9 s.
const NANOSECONDS: u8 = 9;
/// The longest comment, in octets.
const MOST_COMMENT: usize = 4_096;

/// Writes the header of the section and the description of its interface.
pub(crate) fn begin(out: &mut dyn Write, link_type: u16, about: &Description<'_>) -> io::Result<()> {
    let mut body = Vec::new();
    body.extend(BYTE_ORDER.to_le_bytes());
    VERSION.iter().for_each(|number| body.extend(number.to_le_bytes()));
    body.extend(UNKNOWN_LENGTH.to_le_bytes());
    option(APPLICATION, about.application.as_bytes(), &mut body);
    if !about.comment.is_empty() {
        option(COMMENT, cut(about.comment), &mut body);
    }
    option(END_OF_OPTIONS, &[], &mut body);
    block(out, SECTION_HEADER, &body)?;
    body.clear();
    body.extend(link_type.to_le_bytes());
    body.extend([0; 2]);
    // Records are never cut.
    body.extend(0u32.to_le_bytes());
    option(INTERFACE_NAME, cut(about.point), &mut body);
    option(TIME_RESOLUTION, &[NANOSECONDS], &mut body);
    option(END_OF_OPTIONS, &[], &mut body);
    block(out, INTERFACE_DESCRIPTION, &body)
}

/// Writes one record; `scratch` is an empty list that is used again.
pub(crate) fn record(
    out: &mut dyn Write,
    at: Time,
    octets: &[u8],
    comment: Option<&str>,
    scratch: &mut Vec<u8>,
) -> io::Result<()> {
    scratch.clear();
    scratch.extend(0u32.to_le_bytes());
    let ns = nanoseconds(at);
    scratch.extend(((ns >> 32) as u32).to_le_bytes());
    scratch.extend((ns as u32).to_le_bytes());
    let length = octets.len() as u32;
    scratch.extend(length.to_le_bytes());
    scratch.extend(length.to_le_bytes());
    scratch.extend_from_slice(octets);
    align(scratch);
    if let Some(comment) = comment {
        option(COMMENT, cut(comment), scratch);
        option(END_OF_OPTIONS, &[], scratch);
    }
    block(out, ENHANCED_PACKET, scratch)
}

fn block(out: &mut dyn Write, kind: u32, body: &[u8]) -> io::Result<()> {
    let length = (body.len() as u32 + 12).to_le_bytes();
    out.write_all(&kind.to_le_bytes())?;
    out.write_all(&length)?;
    out.write_all(body)?;
    out.write_all(&length)
}

fn option(code: u16, value: &[u8], body: &mut Vec<u8>) {
    body.extend(code.to_le_bytes());
    body.extend((value.len() as u16).to_le_bytes());
    body.extend_from_slice(value);
    align(body);
}

/// Fills up to a multiple of four octets.
fn align(body: &mut Vec<u8>) {
    body.resize(body.len().next_multiple_of(4), 0);
}

/// The text, without what is too long, as octets.
fn cut(text: &str) -> &[u8] {
    let end = (0..=text.len().min(MOST_COMMENT)).rev().find(|&end| text.is_char_boundary(end));
    &text.as_bytes()[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_is_cut_between_characters() {
        let text = "é".repeat(3_000);
        assert_eq!(cut(&text).len(), MOST_COMMENT);
        let odd = format!("x{text}");
        assert_eq!(cut(&odd).len(), MOST_COMMENT - 1);
        assert_eq!(cut("abc"), b"abc");
    }

    #[test]
    fn every_block_says_its_length_at_both_ends_and_is_aligned() {
        let mut file = Vec::new();
        let about = Description { point: "ip@h1", application: "cellwise", comment: "seed 1" };
        begin(&mut file, 101, &about).unwrap();
        for octets in 0..5 {
            let comment = (octets % 2 == 0).then_some("why");
            let at = Time::from_ps(1 << 40);
            record(&mut file, at, &vec![7; octets], comment, &mut Vec::new()).unwrap();
        }
        let (mut rest, mut kinds) = (file.as_slice(), Vec::new());
        while !rest.is_empty() {
            let word = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap());
            let length = word(4) as usize;
            assert_eq!((length % 4, word(length - 4) as usize), (0, length));
            kinds.push(word(0));
            rest = &rest[length..];
        }
        assert_eq!(kinds, [SECTION_HEADER, INTERFACE_DESCRIPTION, 6, 6, 6, 6, 6]);
    }
}
