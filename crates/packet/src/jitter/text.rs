//! A list of additional delays as text.

use super::empirical::rule_against;
use crate::line::{TraceIssue, parse_lines};

/// Reads a list of additional delays: in each line a number of milliseconds.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_delays(text: &str) -> Result<Vec<f64>, Vec<TraceIssue>> {
    parse_lines(text, |line| {
        let delay_ms: f64 = line.parse().map_err(|_| "give a number of milliseconds")?;
        rule_against(delay_ms).map_or(Ok(delay_ms), |rule| Err(rule.into()))
    })
    .and_then(|delays| match delays.is_empty() {
        true => {
            Err(vec![TraceIssue { line: 1, value: String::new(), rule: "give at least one delay".into() }])
        }
        false => Ok(delays),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_one_number_in_each_line_and_everything_wrong_is_reported() {
        assert_eq!(parse_delays("0\n1.5\n 20 \n"), Ok(vec![0.0, 1.5, 20.0]));
        let issues = parse_delays("1\nsoon\n-1\nNaN").unwrap_err();
        assert_eq!(issues.iter().map(|issue| issue.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(parse_delays("").unwrap_err()[0].rule.contains("at least one"));
    }
}
