//! What the tests of networks share: running a scenario text, reading its tables, comparing two
//! outcomes, and random networks.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod captures;
pub(crate) mod networks;
pub(crate) mod outside;
pub(crate) mod random;

use cellwise_net::{Beginning, Outcome, PortRecords, Run, Shortcuts, Status, Table, Values};
use cellwise_scenario::{Issue, Network, parse_toml, resolve};
use proptest::prelude::ProptestConfig;

/// Events that a run takes at a time.
const SLICE: u64 = 1_000_000;

/// The network of a scenario text that has no mistakes.
pub(crate) fn network(text: &str) -> Network {
    let shown = |issues: Vec<Issue>| issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let network = parse_toml(text).and_then(|document| resolve(&document.scenario()?)).map_err(shown);
    network.unwrap_or_else(|issues| panic!("{issues}\n{text}"))
}

/// Runs a scenario text to its end.
pub(crate) fn run(text: &str) -> Outcome {
    run_network(network(text))
}

/// Runs a network to its end, or to the limit that stops it.
pub(crate) fn run_network(network: Network) -> Outcome {
    run_in_slices(network, SLICE)
}

/// Runs a network, so many events at a time.
pub(crate) fn run_in_slices(network: Network, events: u64) -> Outcome {
    to_its_end(Run::new(network), events)
}

/// Runs a network that takes some shortcuts only.
pub(crate) fn run_with(network: Network, shortcuts: Shortcuts) -> Outcome {
    let begun = Run::begin(network, Beginning { shortcuts, ..Beginning::default() });
    to_its_end(begun.unwrap_or_else(|error| panic!("{error}")), SLICE)
}

fn to_its_end(mut run: Run, events: u64) -> Outcome {
    while run.advance(events) == Status::Running {}
    run.finish().unwrap_or_else(|error| panic!("{error}"))
}

/// The row of a table whose first column has a name.
pub(crate) fn row(table: &Table, name: &str) -> usize {
    let Some(Values::Text(names)) = table.columns.first().map(|column| &column.values) else {
        panic!("the first column of a table holds names");
    };
    names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name} among {names:?}"))
}

/// A whole number of the row of a name.
pub(crate) fn count(table: &Table, name: &str, column: &str) -> u64 {
    table.counts(column)[row(table, name)]
}

/// A real number of the row of a name.
pub(crate) fn real(table: &Table, name: &str, column: &str) -> f64 {
    table.reals(column)[row(table, name)]
}

/// The values of a recorded series, by the name of its probe.
pub(crate) fn series<'o>(outcome: &'o Outcome, name: &str) -> &'o cellwise_net::Series {
    let names = || outcome.series.iter().map(|series| &series.name).collect::<Vec<_>>();
    outcome
        .series
        .iter()
        .find(|series| series.name == name)
        .unwrap_or_else(|| panic!("{name}: {:?}", names()))
}

/// Everything in which two outcomes differ, apart from the events that it took: tables and series
/// to the bit.
pub(crate) fn differences(left: &Outcome, right: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for ((name, left), (_, right)) in left.tables().into_iter().zip(right.tables()) {
        found.extend(table_differences(name, left, right));
    }
    for (left, right) in left.series.iter().zip(&right.series) {
        found.extend(series_difference(left, right));
    }
    for (name, left, right) in [
        ("losses", &left.losses, &right.losses),
        ("segments", &left.segments, &right.segments),
        ("delays", &left.delays, &right.delays),
    ] {
        let table = |table: &Option<Table>| table.clone().unwrap_or_default();
        found.extend(table_differences(name, &table(left), &table(right)));
    }
    for (name, left, right) in
        [("cells", &left.offered, &right.offered), ("packets", &left.coming, &right.coming)]
    {
        let records = |records: &Option<PortRecords>| {
            records.clone().map(|records| (records.table, records.left_out)).unwrap_or_default()
        };
        let (left, right) = (records(left), records(right));
        found.extend(table_differences(name, &left.0, &right.0));
        if left.1 != right.1 {
            found.push(format!("{name} left out: {:?} | {:?}", left.1, right.1));
        }
    }
    let rest = |outcome: &Outcome| {
        let Outcome { audit, packet_audit, cells, simulated_s, measured_s, stopped, series, .. } = outcome;
        format!(
            "{audit:?} packets {packet_audit:?} cells {cells} time {simulated_s} {measured_s} {stopped:?} series {}",
            series.len()
        )
    };
    if rest(left) != rest(right) {
        found.push(format!("{} | {}", rest(left), rest(right)));
    }
    found
}

fn table_differences(table: &str, left: &Table, right: &Table) -> Vec<String> {
    let mut found = Vec::new();
    if left.columns.len() != right.columns.len() {
        found.push(format!("{table}: {} | {} columns", left.columns.len(), right.columns.len()));
    }
    for (left_column, right_column) in left.columns.iter().zip(&right.columns) {
        let (lefts, rights) = (shown(&left_column.values), shown(&right_column.values));
        if left_column.name != right_column.name || lefts.len() != rights.len() {
            found.push(format!("{table}: {} | {}", left_column.name, right_column.name));
        }
        for (row, (a, b)) in lefts.iter().zip(&rights).enumerate().filter(|(_, (a, b))| a != b) {
            let names = shown(&left.columns[0].values);
            found.push(format!("{table}.{} of {}: {a} | {b}", left_column.name, names[row]));
        }
    }
    found
}

/// The values of a column as text that distinguishes every two values.
pub(crate) fn shown(values: &Values) -> Vec<String> {
    match values {
        Values::Text(texts) => texts.iter().map(str::to_owned).collect(),
        Values::Count(counts) => counts.iter().map(u64::to_string).collect(),
        Values::Real(reals) => reals.iter().map(|real| format!("{real:?}")).collect(),
    }
}

fn series_difference(left: &cellwise_net::Series, right: &cellwise_net::Series) -> Option<String> {
    let points = |series: &cellwise_net::Series| -> Vec<(u64, u64)> {
        series.times_ps.iter().copied().zip(series.values.iter().map(|value| value.to_bits())).collect()
    };
    let (lefts, rights) = (points(left), points(right));
    if left.name == right.name && lefts == rights {
        return None;
    }
    let first = lefts.iter().zip(&rights).position(|(a, b)| a != b).unwrap_or(lefts.len().min(rights.len()));
    let at = |series: &cellwise_net::Series| match series.values.get(first) {
        Some(value) => format!("{value} at {} ps", series.times_ps[first]),
        None => "nothing".to_owned(),
    };
    Some(format!("series {}, point {first}: {} | {}", left.name, at(left), at(right)))
}

/// So many cases, or as many as `PROPTEST_CASES` says; `make laws` draws more.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    let given = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = given.unwrap_or(count);
    ProptestConfig {
        cases,
        // Laws about some networks only draw several for one; none draws without end.
        max_global_rejects: cases.saturating_mul(20),
        max_shrink_iters: 20_000,
        // A failing case prints its scenario, so nothing need be kept elsewhere.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
