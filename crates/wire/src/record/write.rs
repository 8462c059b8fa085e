//! Records as text.

use cellwise_units::Time;

use super::{Head, Row};
use crate::flow::Flow;

/// What a record begins with.
#[must_use]
pub fn head(head: &Head) -> String {
    let Head { seed, ports, scenario } = head;
    let lines: Vec<&str> = scenario.lines().collect();
    let scenario: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (ports, count) = (ports.join(" "), lines.len());
    format!("cellwise-wire 1\nseed {seed}\nports {ports}\nscenario {count}\n{scenario}")
}

/// The line of an event.
#[must_use]
pub fn row(row: &Row) -> String {
    match row {
        Row::Offered { port, at, octets, ecn, class, flow } => {
            let Flow { number, source, destination } = flow;
            let (at, ecn) = (at.ps(), ecn.bits());
            format!("o {port} {at} {octets} {ecn} {class} {number} {source} {destination}\n")
        }
        Row::Delivered { port, at, offer, ecn } => format!("d {port} {} {offer} {}\n", at.ps(), ecn.bits()),
    }
}

/// What a record ends with.
#[must_use]
pub fn tail(end: Time, invalid: &[String]) -> String {
    let reasons: String = invalid.iter().map(|reason| format!("invalid {reason}\n")).collect();
    format!("end {}\n{reasons}", end.ps())
}
