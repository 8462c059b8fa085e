//! Assertions about the sender: `assert tcpi_snd_cwnd == 10, tcpi_snd_cwnd`.
//!
//! They are Python over the fields of Linux's TCP_INFO. Comparisons of fields that both know with numbers are checked;
//! any other is left out, and reported.

use winnow::Parser as _;
use winnow::ascii::{dec_int, space0};
use winnow::combinator::{alt, eof};
use winnow::error::EmptyError;
use winnow::token::take_while;

use super::ends::Ends;
use super::stop::Stop;

/// How many assertions held, and what was left out.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) held: usize,
    pub(super) notes: Vec<String>,
}

/// Checks every assertion of a piece of code.
pub(super) fn check(code: &str, ends: &Ends) -> Result<Checked, Stop> {
    let mut checked = Checked::default();
    for statement in code.split(['\n', ';']) {
        let Some(condition) = statement.trim().strip_prefix("assert") else { continue };
        let condition = condition.split(',').next().unwrap_or_default().trim();
        let condition = condition.trim_start_matches('(').trim_end_matches(')');
        for part in condition.split(" and ") {
            check_part(part.trim(), ends, &mut checked)?;
        }
    }
    Ok(checked)
}

fn check_part(part: &str, ends: &Ends, checked: &mut Checked) -> Result<(), Stop> {
    let known = comparison.parse(part).ok().and_then(|one| Some((value(one.0, ends)?, one.1, one.2)));
    let Some((got, operator, wanted)) = known else {
        checked.notes.push(format!("left out: assert {part}"));
        return Ok(());
    };
    let holds = match operator {
        "==" => got == wanted,
        "!=" => got != wanted,
        "<=" => got <= wanted,
        ">=" => got >= wanted,
        "<" => got < wanted,
        _ => got > wanted,
    };
    if !holds {
        return Err(Stop::Differs { expected: part.to_owned(), got: got.to_string() });
    }
    checked.held += 1;
    Ok(())
}

fn comparison<'a>(input: &mut &'a str) -> Result<(&'a str, &'a str, i64), EmptyError> {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let operator = alt(("==", "!=", "<=", ">=", "<", ">"));
    let (name, _, operator, _, number, ..) =
        (take_while(1.., name), space0, operator, space0, dec_int::<_, i64, _>, space0, eof)
            .parse_next(input)?;
    Ok((name, operator, number))
}

/// A field of TCP_INFO, in segments where Linux counts them.
fn value(name: &str, ends: &Ends) -> Option<i64> {
    let sender = &ends.sender;
    let segments = |octets: u64| octets.div_ceil(ends.mss());
    let sacked = || sender.sacked().iter().map(|(start, end)| segments(end - start)).sum();
    let number = match name {
        "tcpi_snd_cwnd" => sender.cwnd() / ends.mss(),
        // Linux has the largest 31-bit number for none.
        "tcpi_snd_ssthresh" => (sender.ssthresh() / ends.mss()).min(0x7fff_ffff),
        "tcpi_unacked" => segments(sender.snd_max_offset() - sender.snd_una_offset()),
        "tcpi_sacked" => sacked(),
        "tcpi_snd_mss" => ends.mss(),
        "tcpi_delivered_ce" => sender.marks_reported()?.0,
        "tcpi_delivered_ce_bytes" => sender.marks_reported()?.1,
        _ => return None,
    };
    i64::try_from(number).ok()
}
