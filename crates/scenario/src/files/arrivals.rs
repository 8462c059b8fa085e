//! A list of arrivals as comma-separated values: instants, and octets of datagrams.

use cellwise_atm::traffic::list::Arrival;
use cellwise_packet::line::{AT_UNITS, Rule, TraceIssue, number, parse_table};
use cellwise_units::{Bytes, Span};

/// The units of the columns, by the header.
#[derive(Clone, Copy)]
struct Columns {
    at: &'static str,
    has_bytes: bool,
}

/// Reads a table: a header with the unit, such as `at_s` or `at_us,bytes`, and in each line an instant and, with
/// `bytes`, the octets of data of a datagram.
pub(super) fn parse_arrivals(text: &str) -> Result<Vec<Arrival>, Vec<TraceIssue>> {
    let arrivals = parse_table(text, columns_of, |&columns, line| arrival(line, columns))?;
    if arrivals.is_empty() {
        let rule = "give at least one arrival behind the header".to_owned();
        return Err(vec![TraceIssue { line: text.lines().count().max(1), value: String::new(), rule }]);
    }
    Ok(arrivals)
}

fn columns_of(header: &str) -> Result<Columns, Rule> {
    let (at, bytes) = header.split_once(',').map_or((header, None), |(at, bytes)| (at, Some(bytes.trim())));
    let unit = AT_UNITS.iter().find(|(known, _)| *known == at.trim()).map(|(_, unit)| *unit);
    match (unit, bytes) {
        (Some(at), None | Some("bytes")) => Ok(Columns { at, has_bytes: bytes.is_some() }),
        _ => Err("begin with a header that has the unit: at_s, at_ms, at_us, at_ns or at_ps, and \",bytes\" behind it \
                  if datagrams have sizes, such as \"at_us,bytes\""
            .into()),
    }
}

fn arrival(line: &str, columns: Columns) -> Result<Arrival, Rule> {
    let (at, bytes) = match (line.split_once(','), columns.has_bytes) {
        (Some((at, bytes)), true) => (at, Some(bytes)),
        (None, false) => (line, None),
        (_, true) => return Err("give an instant and octets, such as \"12.5,1000\"".into()),
        (_, false) => return Err("give an instant alone, as the header says".into()),
    };
    let at: Span = number(at, columns.at).map_err(|rule| format!("write the instant otherwise: {rule}"))?;
    let bytes = bytes.map(|bytes| number::<Bytes>(bytes, "bytes"));
    let bytes = bytes.transpose().map_err(|rule| format!("write the octets otherwise: {rule}"))?;
    Ok(Arrival { at, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn us(us: u64) -> Span {
        Span::from_ps(us * 1_000_000)
    }

    #[test]
    fn a_table_has_instants_and_octets_if_its_header_says_so() {
        let at = |at, bytes: Option<u64>| Arrival { at: us(at), bytes: bytes.map(Bytes::new) };
        assert_eq!(parse_arrivals("at_us\n0\n2.0\n2\n"), Ok(vec![at(0, None), at(2, None), at(2, None)]));
        assert_eq!(
            parse_arrivals("at_ms, bytes\n1,100\r\n1.5,7"),
            Ok(vec![at(1000, Some(100)), at(1500, Some(7))])
        );
    }

    #[test]
    fn everything_wrong_is_reported_with_its_line() {
        let wrong = |text: &str| -> Vec<String> {
            parse_arrivals(text)
                .unwrap_err()
                .iter()
                .map(|issue| format!("{}: {}", issue.line, issue.rule))
                .collect()
        };
        assert_eq!(wrong("at_us,bytes\n1\n2,x\nsoon,4\n").len(), 3);
        assert!(wrong("time\n1\n2\n")[0].starts_with("1: begin with a header"));
        assert_eq!(wrong("at_us\n1,5\n"), ["2: give an instant alone, as the header says"]);
        assert_eq!(wrong("at_us\n"), ["1: give at least one arrival behind the header"]);
    }
}
