//! Instants: `0.5`, `+.1`, `+0.1~+0.2`, `+0...0.3` (a call that returns later), `*`.

use cellwise_units::{Span, Time};
use winnow::Parser as _;
use winnow::ascii::{digit1, space0};
use winnow::combinator::{alt, opt, preceded};

use super::number::Parsed;
use crate::script::When;

/// Decimal places of a second in picoseconds.
const PLACES: usize = 12;

/// When an event is; one without a time follows at once.
pub(super) fn when(input: &mut &str) -> Parsed<When> {
    alt((
        '*'.map(|_| When::Any),
        (opt('+'), seconds, opt(until)).map(|(plus, ps, end)| match plus {
            Some(_) => When::After(Span::from_ps(ps), end.map(Span::from_ps)),
            None => When::At(Time::from_ps(ps), end.map(Time::from_ps)),
        }),
        "".map(|_| When::After(Span::ZERO, None)),
    ))
    .parse_next(input)
}

/// The end of a range. That of a call that blocks says when it returns, which is of no matter here.
fn until(input: &mut &str) -> Parsed<u64> {
    preceded((space0, alt(("~", "...")), space0, opt('+')), seconds).parse_next(input)
}

/// Decimal seconds, in picoseconds.
fn seconds(input: &mut &str) -> Parsed<u64> {
    alt(((digit1, opt(preceded('.', digit1))), preceded('.', digit1).map(|places| ("0", Some(places)))))
        .verify_map(|(whole, places): (&str, Option<&str>)| picoseconds(whole, places.unwrap_or_default()))
        .parse_next(input)
}

fn picoseconds(whole: &str, places: &str) -> Option<u64> {
    let places = &places[..places.len().min(PLACES)];
    format!("{whole}{places:0<PLACES$}").parse().ok()
}
