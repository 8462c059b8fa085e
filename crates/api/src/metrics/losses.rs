//! Why cells and packets were lost.

use std::collections::BTreeMap;

use cellwise_atm::loss::LossPlace;
use cellwise_net::Table;
use cellwise_view::Vocabulary;

use crate::record::{count, number, numbers, text};

/// Columns of lost cells that are no reason: the sum, and RM cells, which do not belong to the data.
const NO_REASON: [&str; 2] = ["lost_cells", "lost_rm_cells"];

/// The lost cells of a run by reason, RM cells included. What is lost at no port, only the connections count.
#[must_use]
pub fn by_reason(ports: &Table, vcs: &Table) -> Vec<(String, u64)> {
    let reasons = Vocabulary::new().loss_reasons;
    let elsewhere = |reason: &str| {
        reasons.iter().any(|known| known.name == reason && !matches!(known.place, LossPlace::Port))
    };
    let at_ports = columns(ports).into_iter().map(|(reason, cells)| (reason, cells, false));
    let of_data = columns(vcs).into_iter().map(|(reason, cells)| (reason, cells, true));
    let mut found: Vec<(String, u64)> = Vec::new();
    for (reason, cells, is_of_data) in at_ports.chain(of_data) {
        if is_of_data && !elsewhere(&reason) {
            continue;
        }
        match found.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, held)) => *held = cells,
            None => found.push((reason, cells)),
        }
    }
    found
}

/// The sums of the columns `lost_<reason>_cells` by reason, as the catalogue spells it.
fn columns(table: &Table) -> Vec<(String, u64)> {
    let reason =
        |name: &str| name.strip_prefix("lost_")?.strip_suffix("_cells").map(|one| one.replace('_', "-"));
    let names = table.columns.iter().map(|column| &*column.name).filter(|name| !NO_REASON.contains(name));
    names.filter_map(|name| Some((reason(name)?, numbers(table, name).iter().sum::<f64>() as u64))).collect()
}

/// What happened, by reason, before the place and behind it.
const CAUSES: [(&str, &str, &str); 14] = [
    ("overflow", "refused at ", ", buffer full"),
    ("clp-threshold", "refused at ", ", the queue too long for a cell with CLP=1"),
    ("driver-queue", "dropped at ", ", no room for the packet"),
    ("queue-limit", "dropped at ", ", as many packets wait as may"),
    ("aqm", "dropped at ", " by the queue's discipline"),
    ("ack-filtered", "dropped at ", ", a newer acknowledgment waits"),
    ("frame-refused", "refused at ", " by the drop policy"),
    ("frame-remainder", "discarded at ", " after an earlier cell of the frame"),
    ("policed", "discarded at ", ", against the contract"),
    ("policed-frame", "discarded at ", ", the whole frame against the contract"),
    ("policed-remainder", "discarded at ", " after an earlier cell of the frame"),
    ("line-error", "errored by noise behind ", ""),
    ("link-down", "cut off by an outage behind ", ""),
    ("damaged", "damaged by noise behind ", ", and delivered"),
];

/// Describes a loss in a line: a row of the table `losses`.
#[must_use]
pub fn sentence(losses: &Table, row: usize) -> String {
    let (reason, place) = (text(losses, "reason", row), text(losses, "place", row));
    let what = match CAUSES.iter().find(|(known, ..)| *known == reason) {
        Some((_, before, behind)) => format!("{before}{place}{behind}"),
        None => format!("lost at {place} ({reason})"),
    };
    let rest = match count(losses, "wasted_cells", row) {
        0 => String::new(),
        1 => "; 1 cell carried in vain".to_owned(),
        many => format!("; {many} cells carried in vain"),
    };
    let cells = if count(losses, "frame_cells", row) > 0 { cells(losses, row) } else { String::new() };
    format!("{:.6} s  {}:{cells} {what}{rest}", number(losses, "time_s", row), subject(losses, row))
}

fn subject(losses: &Table, row: usize) -> String {
    let (flow, kind) = (text(losses, "flow", row), text(losses, "kind", row));
    let (packet, octet) = (count(losses, "packet", row), count(losses, "first_octet", row));
    match kind {
        "data" if packet > 0 => format!("{flow}, segment {packet}"),
        "data" => format!("{flow}, octet {octet}"),
        "acknowledgment" => format!("{flow}, acknowledgment of octet {octet}"),
        "datagram" => format!("{flow}, datagram {packet}"),
        echo if echo.starts_with("echo") => format!("{flow}, {} {packet}", echo.replace('-', " ")),
        "rm-cell" => format!("{}, RM cell", text(losses, "vc", row)),
        _ => format!("{flow}, bare cell"),
    }
}

fn cells(losses: &Table, row: usize) -> String {
    let [first, lost, all] = ["first_cell", "cells", "frame_cells"].map(|column| count(losses, column, row));
    match lost {
        _ if lost == all && lost == 1 => " its cell".to_owned(),
        _ if lost == all => format!(" all {lost} cells"),
        1 => format!(" cell {first} of {all}"),
        _ => format!(" cells {first} to {} of {all}", first + lost.max(1) - 1),
    }
}

/// For each loss the sending of its segment that it was of: the last one before it, as a row of `sent`; `None` without
/// one. Both are of one flow's data, and `sent` is in order of time; each has an octet and an instant in seconds.
#[must_use]
pub fn sendings(sent: &[(u64, f64)], lost: &[(u64, f64)]) -> Vec<Option<usize>> {
    let mut by_octet: BTreeMap<u64, Vec<(f64, usize)>> = BTreeMap::new();
    for (row, &(octet, time_s)) in sent.iter().enumerate() {
        by_octet.entry(octet).or_default().push((time_s, row));
    }
    // What was sent at the same time was sent before.
    by_octet.values_mut().for_each(|times| times.sort_by(|(one, _), (other, _)| one.total_cmp(other)));
    let of = |&(octet, time_s): &(u64, f64)| {
        let times = by_octet.get(&octet)?;
        let before = times.partition_point(|&(sent_s, _)| sent_s <= time_s);
        Some(times[before.checked_sub(1)?].1)
    };
    lost.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_of_the_last_sending_before_it() {
        let sent = [(1, 0.0), (513, 0.1), (1, 0.5), (513, 0.6)];
        let lost = [(1, 0.2), (1, 0.5), (1025, 0.3), (513, 0.7), (513, 0.2), (1, -0.1)];
        assert_eq!(sendings(&sent, &lost), [Some(0), Some(2), None, Some(3), Some(1), None]);
        assert_eq!(sendings(&[], &lost), [None; 6]);
    }
}
