//! The segments that left, compared with those that a script expects.

use std::collections::VecDeque;
use std::fmt;

use cellwise_tcp::{Codepoint, Flags, Segment, Seq};
use cellwise_units::Time;

use super::clock::Window;
use super::stop::{Step, Stop, skipped};
use crate::script::{Packet, TcpOption};

/// A segment that left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) at: Time,
    pub(super) segment: Segment,
}

/// The flags of a segment that a script writes.
pub(super) fn flags(packet: &Packet) -> Flags {
    let known = COMPARED.iter().chain(&[('P', Flags::PSH)]).filter(|(letter, _)| packet.has(*letter));
    known.fold(Flags(0), |flags, (_, flag)| flags.with(*flag))
}

/// The ECN field of a segment that a script writes.
pub(super) fn codepoint(packet: &Packet) -> Codepoint {
    match packet.ecn.as_deref() {
        Some("ect0") => Codepoint::Ect0,
        Some("ect1") => Codepoint::Ect1,
        Some("ce") => Codepoint::Ce,
        _ => Codepoint::NotEct,
    }
}

/// Flags that are compared, by their letters. PSH is not: a host decides it by its own assembly of segments.
const COMPARED: [(char, Flags); 7] = [
    ('S', Flags::SYN),
    ('F', Flags::FIN),
    ('R', Flags::RST),
    ('.', Flags::ACK),
    ('E', Flags::ECE),
    ('W', Flags::CWR),
    ('A', Flags::AE),
];

impl fmt::Display for Left {
    /// As a script would write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Segment { seq, len, ack, flags, options, codepoint, .. } = &self.segment;
        if codepoint.is_capable() {
            write!(f, "[ect0] ")?;
        }
        let letters: String =
            COMPARED.iter().filter(|(_, flag)| flags.contains(*flag)).map(|(letter, _)| *letter).collect();
        write!(f, "{letters} {seq}:{}({len}) ack {ack}", seq.plus(u64::from(*len)))?;
        let blocks = options.sack.as_slice();
        if !blocks.is_empty() {
            let blocks: Vec<String> = blocks.iter().map(|(start, end)| format!("{start}:{end}")).collect();
            write!(f, " <sack {}>", blocks.join(" "))?;
        }
        if let Some(counters) = options.marked_octets() {
            let name = if counters.first() == Codepoint::Ect1 { "e1b" } else { "e0b" };
            write!(f, " <ECN {name} {} ceb {}>", counters.capable(), counters.marked())?;
        }
        match options.timestamps {
            Some(timestamps) => write!(f, " <TS ecr {}>", timestamps.echo),
            None => Ok(()),
        }
    }
}

/// Refuses flags that are not modelled: urgent data.
pub(super) fn known_flags(packet: &Packet) -> Step {
    match packet.flags.chars().find(|letter| !"SFRPEWA.-01234567".contains(*letter)) {
        Some(letter) => Err(skipped(format!("the flag {letter:?}"))),
        None => Ok(()),
    }
}

/// Takes as many of the segments that left as make up the data of one expected segment: hosts hand several to their
/// adapter as one, and here each is one of the largest size.
pub(super) fn gathered(out: &mut VecDeque<Left>, packet: &Packet) -> Left {
    let Some(mut whole) = out.pop_front() else { unreachable!("the caller looked") };
    while whole.segment.len > 0 && whole.segment.len < packet.len {
        let end = whole.segment.seq.plus(u64::from(whole.segment.len));
        match out.front() {
            Some(next) if next.segment.seq == end && next.segment.len > 0 && next.at == whole.at => {
                whole.segment.len += next.segment.len;
                out.pop_front();
            }
            _ => break,
        }
    }
    whole
}

/// Whether a segment has left when it is expected.
pub(super) fn in_time(left: &Left, window: Window, text: &str) -> Step {
    if left.at >= window.first && left.at <= window.last {
        return Ok(());
    }
    let expected = format!("{text} (at {})", window.nominal);
    Err(Stop::Differs { expected, got: format!("{left} at {}", left.at) })
}

/// What is expected has not left; `until`: what fires next.
pub(super) fn nothing(text: &str, until: Time) -> Stop {
    let got = if until == Time::NEVER { "nothing".to_owned() } else { format!("nothing before {until}") };
    Stop::Differs { expected: text.to_owned(), got }
}

/// Whether a SYN, or an answer to one that is numbered from `first`, is the expected one. Its own number is any that the script
/// gives it, and it has timestamps if the script says so.
pub(super) fn syn(expected: &Packet, left: &Left, first: u32, text: &str) -> Step {
    let mut left = *left;
    left.segment.seq = Seq(expected.seq);
    left.segment.ack = left.segment.ack.plus(first.into());
    let options = expected.options.as_deref();
    let has = |wanted: fn(&TcpOption) -> bool| options.is_none_or(|options| options.iter().any(wanted));
    if !has(|option| matches!(option, TcpOption::Timestamp(..))) {
        left.segment.options.timestamps = None;
    }
    segment(expected, &left, text)?;
    let counts = left.segment.options.marked_octets().is_some();
    if options.is_none() || counts == has(|option| matches!(option, TcpOption::AccurateEcn { .. })) {
        return Ok(());
    }
    Err(Stop::Differs { expected: text.to_owned(), got: left.to_string() })
}

/// Whether a segment is the expected one.
pub(super) fn segment(expected: &Packet, left: &Left, text: &str) -> Step {
    let Segment { seq, len, ack, flags, options, codepoint, .. } = &left.segment;
    let same_flags = COMPARED.iter().all(|(letter, flag)| expected.has(*letter) == flags.contains(*flag));
    let same_ecn = match expected.ecn.as_deref() {
        Some("ect0" | "ect1") => codepoint.is_capable(),
        Some("noecn") => !codepoint.is_capable(),
        _ => true,
    };
    let same = seq.0 == expected.seq
        && *len == expected.len
        && expected.ack.is_none_or(|number| number == ack.0)
        && same_flags
        && same_ecn
        && expected.options.as_ref().is_none_or(|wanted| same_options(wanted, options));
    if same { Ok(()) } else { Err(Stop::Differs { expected: text.to_owned(), got: left.to_string() }) }
}

/// Whether the counters of octets are those that are expected, as far as both ends of the comparison have them: ours are in acknowledgments
/// without data alone, and leave out that of the codepoint which the other end does not use.
fn same_counters(
    ect0: Option<u32>,
    marked: Option<u32>,
    ect1: Option<u32>,
    options: &cellwise_tcp::Options,
) -> bool {
    let Some(ours) = options.marked_octets() else { return true };
    let capable = if ours.first() == Codepoint::Ect1 { ect1 } else { ect0 };
    marked.is_none_or(|octets| octets == ours.marked())
        && capable.is_none_or(|octets| octets == ours.capable())
}

fn same_options(wanted: &[TcpOption], options: &cellwise_tcp::Options) -> bool {
    let mut blocks = Vec::new();
    let mut echo = None;
    for option in wanted {
        match option {
            TcpOption::Sack(expected) => blocks.clone_from(expected),
            TcpOption::Timestamp(_, expected) => echo = Some(*expected),
            TcpOption::AccurateEcn { ect0, marked, ect1 }
                if !same_counters(*ect0, *marked, *ect1, options) =>
            {
                return false;
            }
            _ => {}
        }
    }
    let same_blocks = options.sack.as_slice().iter().map(|(start, end)| (start.0, end.0)).eq(blocks);
    same_blocks && options.timestamps.map(|timestamps| timestamps.echo) == echo
}
