//! Traces as text: Mahimahi's opportunities, and tables of instants and rates.

use std::fmt;
use std::str::FromStr;

use cellwise_units::QuantityError;

use super::rate_table::{Step, Steps};
use super::trace::Opportunities;

/// The most lines of a file, a quarter of an hour of 55 Mbit/s: a scenario holds them all, several times while it is read.
pub const MOST_LINES: usize = 4_000_000;
/// Mistakes of one trace that are reported; more only as a number.
const MOST_ISSUES: usize = 100;

/// What is wrong with a line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceIssue {
    /// Its number, from 1.
    pub line: usize,
    /// Its text.
    pub value: String,
    /// What should: "give ...".
    pub rule: String,
}

impl fmt::Display for TraceIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?} is not allowed; {}", self.line, self.value, self.rule)
    }
}

/// Reads Mahimahi's format: in each line a whole number of milliseconds since the start of the trace, at which the
/// line sends 1500 octets or another given number.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_opportunities(text: &str) -> Result<Vec<u64>, Vec<TraceIssue>> {
    let mut so_far = Opportunities::default();
    parse_lines(text, |line| {
        let rule = "give a whole number of milliseconds from 0 on";
        // A sign or anything else that Rust's numbers may have does not belong to the format.
        let value = if line.bytes().all(|octet| octet.is_ascii_digit()) { line.parse().ok() } else { None };
        let value = value.ok_or(rule)?;
        so_far.push(value)?;
        Ok(value)
    })
    .and_then(|values| match Opportunities::check_end(&values) {
        None => Ok(values),
        Some(rule) => Err(vec![at_end(text, rule)]),
    })
}

/// Reads a table as comma-separated values: a header with the units, such as `at_s,rate_bps`, and in each line an
/// instant since its start and the rate after it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_rates(text: &str) -> Result<Vec<Step>, Vec<TraceIssue>> {
    let mut so_far = Steps::default();
    parse_table(text, units_of, |&(at_unit, rate_unit), line| {
        let (at, rate) = line.split_once(',').ok_or("give an instant and a rate, such as \"1.5,10e6\"")?;
        let at = number(at, at_unit).map_err(|rule| format!("write the instant otherwise: {rule}"))?;
        let rate = number(rate, rate_unit).map_err(|rule| format!("write the rate otherwise: {rule}"))?;
        let step = Step { at, rate };
        so_far.push(step)?;
        Ok(step)
    })
    .and_then(|steps| Steps::check_end(&steps).map_or(Ok(steps), |rule| Err(vec![at_end(text, rule)])))
}

/// How the header of a table names the units of its instants.
pub const AT_UNITS: [(&str, &str); 5] =
    [("at_s", "s"), ("at_ms", "ms"), ("at_us", "us"), ("at_ns", "ns"), ("at_ps", "ps")];
const RATE_UNITS: [(&str, &str); 4] =
    [("rate_bps", "bit/s"), ("rate_kbps", "kbit/s"), ("rate_mbps", "Mbit/s"), ("rate_gbps", "Gbit/s")];

/// The units that the header gives to both columns.
fn units_of(header: &str) -> Result<(&'static str, &'static str), Rule> {
    let columns = header.split_once(',');
    let unit = |units: &[(&str, &'static str)], name: &str| {
        units.iter().find(|(known, _)| *known == name.trim()).map(|(_, unit)| *unit)
    };
    columns.and_then(|(at, rate)| Some((unit(&AT_UNITS, at)?, unit(&RATE_UNITS, rate)?))).ok_or_else(|| {
        "begin with a header that has the units: at_s, at_ms, at_us, at_ns or at_ps, then rate_bps, \
             rate_kbps, rate_mbps or rate_gbps, such as \"at_s,rate_mbps\""
            .into()
    })
}

/// Reads a number without a unit, in the unit of its column.
///
/// # Errors
/// Why the text is refused.
pub fn number<Q: FromStr<Err = QuantityError>>(text: &str, unit: &str) -> Result<Q, String> {
    let text = text.trim();
    let is_number = text.bytes().all(|octet| octet.is_ascii_digit() || b"+-.eE".contains(&octet));
    if !is_number || !text.ends_with(|last: char| last.is_ascii_digit() || last == '.') {
        return Err("give a number".to_owned());
    }
    format!("{text} {unit}").parse().map_err(|error: QuantityError| error.to_string())
}

/// Why a line is refused: our own text or one with the reader's reason.
#[derive(Clone, Debug)]
pub struct Rule(String);

impl<T: ToString> From<T> for Rule {
    fn from(rule: T) -> Self {
        Self(rule.to_string())
    }
}

/// Reads a file line by line.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_lines<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, Rule>,
) -> Result<Vec<T>, Vec<TraceIssue>> {
    let count = text.lines().count();
    if count > MOST_LINES {
        let rule = format!("give at most {MOST_LINES} lines: a longer trace can be cut, and repeats");
        return Err(vec![TraceIssue { line: MOST_LINES + 1, value: format!("{count} lines"), rule }]);
    }
    let (mut values, mut issues, mut unreported) = (Vec::with_capacity(count), Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        match if line.is_empty() { Err("leave no line empty".into()) } else { read(line) } {
            Ok(value) => values.push(value),
            Err(_) if issues.len() == MOST_ISSUES => unreported += 1,
            Err(Rule(rule)) => issues.push(TraceIssue { line: number + 1, value: shown(line), rule }),
        }
    }
    if let Some(last) = issues.last_mut().filter(|_| unreported > 0) {
        last.rule.push_str(&format!("; {unreported} more lines are wrong"));
    }
    if issues.is_empty() { Ok(values) } else { Err(issues) }
}

/// Reads a table: a header with the units of the columns, and a value in each line after it.
///
/// # Errors
/// Everything that is wrong with it; of a header that is wrong that alone, since without units no line means anything.
pub fn parse_table<C, T>(
    text: &str,
    header: impl FnOnce(&str) -> Result<C, Rule>,
    mut row: impl FnMut(&C, &str) -> Result<T, Rule>,
) -> Result<Vec<T>, Vec<TraceIssue>> {
    let (mut header, mut columns) = (Some(header), None);
    let rows = parse_lines(text, |line| {
        if let Some(header) = header.take() {
            // What some programs write in front of UTF-8.
            columns = Some(header(line.trim_start_matches('\u{feff}'))?);
            return Ok(None);
        }
        columns.as_ref().map(|columns| row(columns, line)).transpose()
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// As much of a line as helps to find it.
fn shown(line: &str) -> String {
    line.chars().take(80).collect()
}

fn at_end(text: &str, rule: &str) -> TraceIssue {
    let last = text.lines().enumerate().last();
    let (line, value) = last.map_or((1, String::new()), |(number, line)| (number + 1, shown(line.trim())));
    TraceIssue { line, value, rule: rule.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::{BitRate, Span};

    fn reported<T: std::fmt::Debug>(read: Result<T, Vec<TraceIssue>>) -> Vec<String> {
        read.unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_trace_is_one_number_for_each_opportunity() {
        assert_eq!(parse_opportunities("0\n0\n3\r\n10\n"), Ok(vec![0, 0, 3, 10]));
        assert_eq!(parse_opportunities("1"), Ok(vec![1]));
    }

    #[test]
    fn everything_wrong_with_a_trace_is_reported_with_its_line() {
        assert_eq!(
            reported(parse_opportunities("1\n\n2.5\n7\n6\n-1\n8\n20000000000")),
            [
                r#"line 2: "" is not allowed; leave no line empty"#,
                r#"line 3: "2.5" is not allowed; give a whole number of milliseconds from 0 on"#,
                r#"line 5: "6" is not allowed; give at least 7, which stands before it"#,
                r#"line 6: "-1" is not allowed; give a whole number of milliseconds from 0 on"#,
                r#"line 8: "20000000000" is not allowed; give at most 10000000000 ms"#,
            ]
        );
    }

    #[test]
    fn a_trace_that_never_delivers_is_reported() {
        assert_eq!(
            reported(parse_opportunities("0\n0\n")),
            [
                r#"line 2: "0" is not allowed; give more than 0 ms in the last place: it is the length of the trace"#
            ]
        );
        assert_eq!(
            reported(parse_opportunities("")),
            [r#"line 1: "" is not allowed; give at least one opportunity"#]
        );
        assert_eq!(
            reported(parse_rates("at_s,rate_bps\n0,0\n1,0")),
            [r#"line 3: "1,0" is not allowed; give a rate above 0 somewhere: nothing would ever be sent"#]
        );
        assert_eq!(reported(parse_rates("")), [r#"line 1: "" is not allowed; give at least one rate"#]);
        assert_eq!(
            reported(parse_rates("at_s,rate_bps\n")),
            [r#"line 1: "at_s,rate_bps" is not allowed; give at least one rate"#]
        );
    }

    #[test]
    fn a_table_is_an_instant_and_a_rate_in_each_line_in_the_units_of_its_header() {
        let step = |ms: u64, mbps: u64| Step {
            at: Span::from_ps(ms * 1_000_000_000),
            rate: BitRate::from_bps(mbps * 1_000_000),
        };
        let steps = Ok(vec![step(0, 10), step(1500, 2)]);
        assert_eq!(parse_rates("at_s,rate_mbps\n0,10\n1.5,2\n"), steps);
        assert_eq!(parse_rates("\u{feff}at_ms, rate_bps\r\n0, 1e7\r\n1500, 2000000\r\n"), steps);
        assert_eq!(
            reported(parse_rates(
                "at_s,rate_mbps\n1,1\n1,2\n2 3\n3,fast\n-1,4\n4,5 Mbit/s\n5,0.0000001\n6,1,1"
            )),
            [
                r#"line 2: "1,1" is not allowed; begin at 0 s"#,
                r#"line 3: "1,2" is not allowed; give an instant after 1 s, which stands before it"#,
                r#"line 4: "2 3" is not allowed; give an instant and a rate, such as "1.5,10e6""#,
                r#"line 5: "3,fast" is not allowed; write the rate otherwise: give a number"#,
                r#"line 6: "-1,4" is not allowed; write the instant otherwise: it is negative; give 0 or more, such as "5 us""#,
                r#"line 7: "4,5 Mbit/s" is not allowed; write the rate otherwise: give a number"#,
                r#"line 8: "5,0.0000001" is not allowed; write the rate otherwise: cannot be kept exactly: the smallest step is 1 bit/s"#,
                r#"line 9: "6,1,1" is not allowed; write the rate otherwise: give a number"#,
            ]
        );
    }

    #[test]
    fn a_table_without_units_is_reported_at_its_first_line() {
        let issues = reported(parse_rates("0,10\n1,5\n"));
        assert_eq!(issues.len(), 1);
        assert!(
            issues[0].starts_with(r#"line 1: "0,10" is not allowed; begin with a header that has the units"#)
        );
    }

    #[test]
    fn a_file_has_a_bounded_number_of_lines() {
        let issues = parse_opportunities(&"7\n".repeat(MOST_LINES + 1)).unwrap_err();
        assert_eq!((issues.len(), issues[0].line), (1, 4_000_001));
        assert!(issues[0].rule.starts_with("give at most 4000000 lines"), "{}", issues[0]);
        assert_eq!(parse_opportunities(&"7\n".repeat(MOST_LINES)).map(|values| values.len()), Ok(MOST_LINES));
    }

    #[test]
    fn of_a_file_that_is_no_trace_the_first_hundred_lines_are_reported() {
        let issues = parse_opportunities(&"x\n".repeat(1000)).unwrap_err();
        assert_eq!(issues.len(), 100);
        assert!(issues[99].rule.ends_with("; 900 more lines are wrong"), "{}", issues[99]);
    }
}
