//! System calls: `write(4, ..., 1000) = 1000`.

use winnow::Parser as _;
use winnow::ascii::{multispace0, space0};
use winnow::combinator::preceded;
use winnow::error::EmptyError;
use winnow::token::take_while;

use super::number::Parsed;
use crate::script::Call;

pub(super) fn call(input: &mut &str) -> Parsed<Call> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = take_while(1.., word).parse_next(input)?;
    let arguments = preceded(space0, bracketed).parse_next(input)?;
    let result = preceded((multispace0, '=', space0), take_while(1.., |c: char| !c.is_whitespace()))
        .parse_next(input)?;
    // The name of the error, and the other results of the call, until the next event.
    take_while(0.., |c| c != '\n').void().parse_next(input)?;
    Ok(Call { name: name.to_owned(), arguments: split(arguments), result: result.parse().ok() })
}

/// The text between a bracket and the one that closes it.
fn bracketed<'a>(input: &mut &'a str) -> Parsed<&'a str> {
    let mut depth = 0;
    let closes = |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    };
    let inside = input.find(closes).and_then(|end| input.get(1..end)).ok_or(EmptyError)?;
    *input = &input[inside.len() + 2..];
    Ok(inside)
}

/// The arguments, at the commas outside all brackets.
fn split(arguments: &str) -> Vec<String> {
    let mut depth = 0;
    let at_comma = move |c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ',' && depth == 0
    };
    arguments.split(at_comma).map(|one| one.trim().to_owned()).collect()
}
