//! Segments: `[ecn] flags seq:end(len) ack n win n <options>`.

use winnow::Parser as _;
use winnow::ascii::{alphanumeric1, multispace0, space0, space1};
use winnow::combinator::{alt, delimited, opt, preceded, repeat, separated, separated_pair};
use winnow::token::take_while;

use super::number::{Parsed, number};
use crate::script::{Packet, TcpOption};

pub(super) fn packet(input: &mut &str) -> Parsed<Packet> {
    let ecn = opt(delimited('[', alphanumeric1, ']')).parse_next(input)?.map(str::to_owned);
    let flags: &str = preceded(space0, flags).parse_next(input)?;
    let (seq, len) = preceded(space1, range).parse_next(input)?;
    let ack = opt(preceded((space1, "ack", space1), number)).parse_next(input)?;
    let window = opt(preceded((space1, "win", space1), number)).parse_next(input)?;
    let _urgent = opt(preceded((space1, "urg", space1), number)).parse_next(input)?;
    let options = opt(preceded(multispace0, options)).parse_next(input)?.unwrap_or(Some(Vec::new()));
    Ok(Packet { ecn, flags: flags.to_owned(), seq, len, ack, window, options })
}

/// Letters, and a dot for the acknowledgment; `-` for none, digits for the counter of accurate ECN.
fn flags<'a>(input: &mut &'a str) -> Parsed<&'a str> {
    take_while(1.., |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ".-".contains(c))
        .parse_next(input)
}

/// `seq:end(len)`; the end says nothing new.
fn range(input: &mut &str) -> Parsed<(u32, u32)> {
    (number, ':', number, delimited('(', number, ')')).map(|(seq, _, _, len)| (seq, len)).parse_next(input)
}

/// Options, or none at all for `<...>`.
fn options(input: &mut &str) -> Parsed<Option<Vec<TcpOption>>> {
    alt((
        "<...>".map(|_| None),
        delimited(('<', space0), separated(0.., option, (space0, ',', multispace0)), (space0, '>')).map(Some),
    ))
    .parse_next(input)
}

fn option(input: &mut &str) -> Parsed<TcpOption> {
    let block = separated_pair(number, ':', number);
    alt((
        preceded(("mss", space1), number).map(TcpOption::Mss),
        preceded(("wscale", space1), number).map(TcpOption::WindowScale),
        "sackOK".map(|_| TcpOption::SackPermitted),
        preceded(("sack", space1), separated(1.., block, space1)).map(TcpOption::Sack),
        preceded(("TS val", space1), separated_pair(number, (space1, "ecr", space1), number))
            .map(|(value, echo)| TcpOption::Timestamp(value, echo)),
        preceded("ECN", repeat(0.., counter)).map(accurate_ecn),
        preceded(alt(("FOEXP", "FO")), opt(preceded(space1, cookie))).map(TcpOption::FastOpen),
        alt(("nop", "NOP", "eol", "EOL")).map(|_| TcpOption::Padding),
        take_while(1.., |c| !",>\n".contains(c)).map(|text: &str| TcpOption::Other(text.trim().to_owned())),
    ))
    .parse_next(input)
}

/// A cookie of fast open: its octets, or a name for the one that the host has given.
fn cookie(input: &mut &str) -> Parsed<String> {
    take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_').map(str::to_owned).parse_next(input)
}

/// A counter of the option of accurate ECN.
fn counter<'a>(input: &mut &'a str) -> Parsed<(&'a str, u32)> {
    let name = preceded(space1, alt(("e0b", "ceb", "e1b")));
    (name, preceded(space1, number)).parse_next(input)
}

fn accurate_ecn(counters: Vec<(&str, u32)>) -> TcpOption {
    let value = |name| counters.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    TcpOption::AccurateEcn { ect0: value("e0b"), marked: value("ceb"), ect1: value("e1b") }
}
