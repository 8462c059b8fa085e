//! Efficiency and fairness of the flows that share a port.

use std::collections::HashMap;

use cellwise_net::Table;
use schemars::JsonSchema;
use serde::Serialize;

use super::shares::{efficiency, jain_index};
use crate::record::{number, rows, text};

/// What separates the ports in the `path` column of `vcs`.
const PATH_SEPARATOR: &str = " > ";

/// Flows of these kinds send what they do, whatever the others leave them.
const WITHOUT_SHARE: [&str; 2] = ["cells", "ping"];

/// The rows of the flows whose data pass a port, and of those whose acknowledgments do, rising.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Passing {
    /// Those whose data pass.
    pub data: Vec<usize>,
    /// Those whose acknowledgments pass.
    pub back: Vec<usize>,
}

/// Efficiency and fairness at a port; where there is nothing to share, the efficiency alone.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Serialize)]
pub struct Shared {
    /// As a part of the line's capacity.
    pub efficiency: Option<f64>,
    /// From 1/n to 1.
    pub fairness: Option<f64>,
}

/// Which flows pass each port, in the order in which they reach them; ports that none passes are missing.
#[must_use]
pub fn passing(flows: &Table, vcs: &Table) -> Vec<(String, Passing)> {
    let mut ways: HashMap<&str, Vec<(&str, Vec<&str>)>> = HashMap::new();
    for row in 0..rows(vcs) {
        let way = text(vcs, "path", row).split(PATH_SEPARATOR).collect();
        ways.entry(text(vcs, "vc", row)).or_default().push((text(vcs, "direction", row), way));
    }
    let (mut found, mut known) = (Vec::<(String, Passing)>::new(), HashMap::<&str, usize>::new());
    for row in 0..rows(flows) {
        // Where all links on its way carry packets, no port of cells is on it.
        let Some(both) = ways.get(text(flows, "vc", row)) else { continue };
        let there = text(flows, "vc_direction", row);
        for (direction, way) in both {
            for (at, &port) in way.iter().enumerate() {
                if way[..at].contains(&port) {
                    continue;
                }
                let place = *known.entry(port).or_insert_with(|| {
                    found.push((port.to_owned(), Passing::default()));
                    found.len() - 1
                });
                let one = &mut found[place].1;
                if *direction == there { one.data.push(row) } else { one.back.push(row) }
            }
        }
    }
    found
}

/// Efficiency and fairness of the flows at every port that several flows send their data through, in the order of
/// `ports`. Streams of cells and pings take part in the efficiency, but no share is theirs to have.
///
/// # Errors
/// A sentence, if a value is out of range.
pub fn shared(flows: &Table, vcs: &Table, ports: &Table) -> Result<Vec<(String, Shared)>, String> {
    let through: HashMap<String, Passing> = passing(flows, vcs).into_iter().collect();
    let mut found = Vec::new();
    for row in 0..rows(ports) {
        let port = text(ports, "port", row);
        // Of a large network most ports are a single flow's.
        let Some(Passing { data, .. }) = through.get(port).filter(|one| one.data.len() > 1) else { continue };
        let others = data.iter().filter(|&&flow| !WITHOUT_SHARE.contains(&text(flows, "kind", flow)));
        let others: Vec<f64> = others.map(|&flow| number(flows, "throughput_bps", flow)).collect();
        if others.len() > 1 && others.iter().any(|&throughput| throughput != 0.0) {
            let fairness = Some(jain_index(&others)?);
            let efficiency = Some(of_rows(flows, data, number(ports, "rate_bps", row))?);
            found.push((port.to_owned(), Shared { efficiency, fairness }));
        }
    }
    Ok(found)
}

/// The efficiency of the flows that send their data through a port; `None` if there is no such port.
///
/// # Errors
/// As [`shared`].
pub fn efficiency_at(flows: &Table, vcs: &Table, ports: &Table, port: &str) -> Result<Option<f64>, String> {
    let Some(row) = (0..rows(ports)).find(|&row| text(ports, "port", row) == port) else { return Ok(None) };
    let through = passing(flows, vcs).into_iter().find(|(name, _)| name == port);
    let data = through.map_or_else(Vec::new, |(_, one)| one.data);
    of_rows(flows, &data, number(ports, "rate_bps", row)).map(Some)
}

fn of_rows(flows: &Table, data: &[usize], rate_bps: f64) -> Result<f64, String> {
    let of = |column: &str| -> Vec<f64> { data.iter().map(|&row| number(flows, column, row)).collect() };
    efficiency(&of("throughput_bps"), &of("payload_fraction"), rate_bps)
}
