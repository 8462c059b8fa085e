//! Reading a script: comments away, then event by event.
//!
//! Grammar: the documentation of packetdrill. What it has beyond TCP over IP is read as [`Action::Foreign`], so that a
//! script can be skipped for that reason and not for a mistake in its syntax.

mod call;
mod comments;
mod number;
mod packet;
#[cfg(test)]
mod tests;
mod time;

use cellwise_units::Span;
use winnow::Parser as _;
use winnow::ascii::{multispace0, space0};
use winnow::combinator::{alt, delimited, preceded};
use winnow::token::{take_until, take_while};

use crate::script::{Action, Event, Script, When};
use number::Parsed;

/// What of a script is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// What is there.
    pub what: String,
}

/// Reads a script.
///
/// # Errors
/// The first line that is not understood.
pub fn parse(text: &str) -> Result<Script, Mistake> {
    let blanked = comments::blanked(text);
    let mut rest = blanked.as_str();
    let mut script = Script::default();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(script);
        }
        let at = blanked.len() - rest.len();
        let line = 1 + blanked[..at].matches('\n').count();
        if let Some(after) = rest.strip_prefix("--") {
            let option = after.lines().next().unwrap_or_default();
            script.tolerance = tolerance(option).or(script.tolerance);
            rest = &after[option.len()..];
            continue;
        }
        let before = rest;
        let Ok((when, action)) = event(&mut rest) else {
            let what = before.lines().next().unwrap_or_default().trim();
            return Err(Mistake { line, what: format!("not understood: {what}") });
        };
        let text = before[..before.len() - rest.len()].split_whitespace().collect::<Vec<_>>().join(" ");
        script.events.push(Event { line, when, action, text });
    }
}

fn tolerance(option: &str) -> Option<Span> {
    const PS_PER_US: u64 = 1_000_000;
    let micros: u64 = option.strip_prefix("tolerance_usecs=")?.trim().parse().ok()?;
    Some(Span::from_ps(micros.checked_mul(PS_PER_US)?))
}

fn event(input: &mut &str) -> Parsed<(When, Action)> {
    (time::when, preceded(multispace0, action)).parse_next(input)
}

fn action(input: &mut &str) -> Parsed<Action> {
    alt((
        preceded(('<', space0), foreign),
        preceded(('>', space0), foreign),
        preceded(('<', space0), packet::packet).map(Action::Inject),
        preceded(('>', space0), packet::packet).map(Action::Expect),
        delimited('`', take_until(0.., "`"), '`').map(|text: &str| Action::Shell(text.to_owned())),
        delimited("%{", take_until(0.., "}%"), "}%").map(|text: &str| Action::Assert(text.to_owned())),
        call::call.map(Action::Call),
    ))
    .parse_next(input)
}

/// A packet of another protocol, or inside another.
fn foreign(input: &mut &str) -> Parsed<Action> {
    let protocol = alt(("icmp", "udp", "gre", "mpls", "ipv4", "ipv6", "sctp"));
    (protocol, take_while(0.., |c| c != '\n')).map(|_| Action::Foreign).parse_next(input)
}
