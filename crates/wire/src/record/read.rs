//! Records read, with every mistake at once.

use thiserror::Error;

use cellwise_units::Time;

use super::{Head, Record, Row};
use crate::flow::Flow;
use crate::packet::Ecn;

/// What is wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct Mistake {
    /// Where, from 1.
    pub line: usize,
    /// What and the rule.
    pub what: String,
}

/// No more than so many mistakes are reported: a file of another kind has one in every line.
const MOST_REPORTED: usize = 20;

/// Reads a record.
///
/// # Errors
/// Every mistake, up to twenty of them: lines that do not belong to a record, instants before the one before,
/// deliveries of packets that were not offered, ports that are not named, a record that is cut off.
pub fn read(text: &str) -> Result<Record, Vec<Mistake>> {
    let mut reader = Reader { lines: text.lines().enumerate().collect(), ..Reader::default() };
    reader.head();
    reader.rows();
    if reader.mistakes.is_empty() { Ok(reader.record) } else { Err(reader.mistakes) }
}

#[derive(Default)]
struct Reader<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    record: Record,
    offers: u64,
    mistakes: Vec<Mistake>,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, line: usize, what: impl Into<String>) {
        if self.mistakes.len() < MOST_REPORTED {
            self.mistakes.push(Mistake { line: line + 1, what: what.into() });
        }
    }

    fn line(&mut self) -> Option<(usize, &'a str)> {
        let line = self.lines.get(self.next).copied();
        self.next += 1;
        line
    }

    /// What follows a word at the start of the next line.
    fn named(&mut self, word: &str) -> Option<(usize, &'a str)> {
        let at = self.next;
        let found = self.line().and_then(|(_, line)| line.strip_prefix(word));
        match found {
            Some(rest) => Some((at, rest.trim())),
            None => {
                self.wrong(at, format!("`{word}` and its value are missing"));
                None
            }
        }
    }

    fn number(&mut self, word: &str) -> u64 {
        let Some((at, rest)) = self.named(word) else { return 0 };
        rest.parse().unwrap_or_else(|_| {
            self.wrong(at, format!("{word}: {rest:?} is no whole number from 0 to 2^64 - 1"));
            0
        })
    }

    fn head(&mut self) {
        if let Some((at, version)) = self.named("cellwise-wire")
            && version != "1"
        {
            self.wrong(at, format!("version {version:?} of records is not known; 1 is"));
        }
        let seed = self.number("seed");
        let ports = self.named("ports").map_or("", |(_, ports)| ports);
        let ports = ports.split_whitespace().map(str::to_owned).collect();
        let (at, count) = (self.next, self.number("scenario"));
        let left = self.lines.len().saturating_sub(self.next);
        if count > left as u64 {
            self.wrong(at, format!("a scenario of {count} lines, but {left} follow"));
        }
        let count = usize::try_from(count).unwrap_or(left).min(left);
        let scenario = (0..count).filter_map(|_| self.line()).map(|(_, line)| format!("{line}\n")).collect();
        self.record.head = Head { seed, ports, scenario };
    }

    fn rows(&mut self) {
        let mut is_over = false;
        while let Some((at, line)) = self.line() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, is_over) {
                ("o" | "d", false) => self.row(at, word, rest),
                ("end", false) => is_over = self.end(at, rest),
                ("invalid", true) => self.record.invalid.push(rest.to_owned()),
                (_, true) => self.wrong(at, format!("{line:?} after the end; only `invalid` may follow")),
                _ => self.wrong(at, format!("{line:?} begins with none of `o`, `d` and `end`")),
            }
        }
        if !is_over {
            self.wrong(self.lines.len(), "the record is cut off: `end` and its instant are missing");
        }
    }

    fn end(&mut self, at: usize, rest: &str) -> bool {
        match rest.parse() {
            Ok(ps) => self.record.end = self.in_order(at, Time::from_ps(ps)),
            Err(_) => self.wrong(at, format!("end: {rest:?} is no instant in ps")),
        }
        true
    }

    fn in_order(&mut self, line: usize, at: Time) -> Time {
        if let Some(before) = self.record.rows.last().map(Row::at)
            && at < before
        {
            self.wrong(line, format!("{} ps is before the line above, {} ps", at.ps(), before.ps()));
        }
        at
    }

    fn row(&mut self, line: usize, word: &str, rest: &str) {
        let fields: Option<Vec<u64>> = rest.split_whitespace().map(|field| field.parse().ok()).collect();
        let row = match (word, fields.as_deref()) {
            ("o", Some(fields)) => offered(fields),
            ("d", Some(fields)) => delivered(fields),
            _ => None,
        };
        let Some(row) = row else {
            return self.wrong(line, format!("`{word} {rest}` is not: {}", fields_of(word)));
        };
        self.in_order(line, row.at());
        let (ports, offers) = (self.record.head.ports.len(), self.offers);
        match row {
            Row::Offered { port, .. } | Row::Delivered { port, .. } if port >= ports => {
                return self.wrong(line, format!("port {port}: the record names {ports}, counted from 0"));
            }
            Row::Delivered { offer, .. } if offer >= offers => {
                let rule = format!("offer {offer} was not made before; {offers} were, counted from 0");
                return self.wrong(line, rule);
            }
            Row::Offered { .. } => self.offers += 1,
            Row::Delivered { .. } => {}
        }
        self.record.rows.push(row);
    }
}

fn offered(fields: &[u64]) -> Option<Row> {
    let &[port, ps, octets, ecn @ 0..=3, class @ 0..=63, number, source, destination] = fields else {
        return None;
    };
    let flow = Flow {
        number: number.try_into().ok()?,
        source: source.try_into().ok()?,
        destination: destination.try_into().ok()?,
    };
    let (port, at, ecn) = (port.try_into().ok()?, Time::from_ps(ps), Ecn::of_bits(ecn as u8));
    Some(Row::Offered { port, at, octets, ecn, class: class as u8, flow })
}

fn delivered(fields: &[u64]) -> Option<Row> {
    let &[port, ps, offer, ecn @ 0..=3] = fields else { return None };
    let (port, at, ecn) = (port.try_into().ok()?, Time::from_ps(ps), Ecn::of_bits(ecn as u8));
    Some(Row::Delivered { port, at, offer, ecn })
}

fn fields_of(word: &str) -> &'static str {
    match word {
        "o" => {
            "port, instant in ps, octets, ECN 0 to 3, class 0 to 63, flow, source and destination below 2^32"
        }
        _ => "port, instant in ps, number of the offer, ECN 0 to 3",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "cellwise-wire 1\nseed 7\nports a b\nscenario 2\nx = 1\n\no 0 5 1500 2 63 4294967295 1 2\nd 1 9 0 3\no 1 9 40 0 0 0 0 0\nend 12\n";

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = read(GOOD).unwrap();
        assert_eq!(record.head.scenario, "x = 1\n\n");
        assert_eq!(record.rows.len(), 3);
        assert_eq!(record.to_text(), GOOD);
        let invalid = format!("{GOOD}invalid late\ninvalid dropped\n");
        assert_eq!(read(&invalid).unwrap().invalid, ["late", "dropped"]);
        assert_eq!(read(&invalid).unwrap().to_text(), invalid);
    }

    #[test]
    fn mistakes_come_all_at_once_with_their_lines() {
        let text = "cellwise-wire 2\nseed x\nports a b\nscenario 0\no 0 5 1500 0\no 2 5 40 0 0 1 1 2\no 0 5 40 4 0 1 1 2\nd 1 4 0 0\no 1 7 40 0 0 1 1 2\n\
                    d 0 6 0 0\nwhat\n";
        let reported: Vec<String> = read(text).unwrap_err().iter().map(Mistake::to_string).collect();
        assert_eq!(
            reported,
            [
                "line 1: version \"2\" of records is not known; 1 is",
                "line 2: seed: \"x\" is no whole number from 0 to 2^64 - 1",
                "line 5: `o 0 5 1500 0` is not: port, instant in ps, octets, ECN 0 to 3, class 0 to 63, flow, source and \
                 destination below 2^32",
                "line 6: port 2: the record names 2, counted from 0",
                "line 7: `o 0 5 40 4 0 1 1 2` is not: port, instant in ps, octets, ECN 0 to 3, class 0 to 63, flow, source \
                 and destination below 2^32",
                "line 8: offer 0 was not made before; 0 were, counted from 0",
                "line 10: 6 ps is before the line above, 7 ps",
                "line 11: \"what\" begins with none of `o`, `d` and `end`",
                "line 12: the record is cut off: `end` and its instant are missing",
            ]
        );
    }

    #[test]
    fn a_file_of_another_kind_is_reported_within_bounds() {
        let mistakes = read(&"nothing of this\n".repeat(1000)).unwrap_err();
        assert_eq!(mistakes.len(), MOST_REPORTED);
        assert!(!read("").unwrap_err().is_empty());
        assert!(
            !read("cellwise-wire 1\nseed 1\nports a\nscenario 18446744073709551615\n")
                .unwrap_err()
                .is_empty()
        );
    }
}
