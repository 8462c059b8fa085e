//! Settings that nothing in the network uses: probably meant for another network, or for a key of another table.

use serde::Serialize;
use serde_json::Value;

use crate::issue::Issue;
use crate::network::{FlowKind, Network, NodeKind};
use crate::schema::Scenario;
use cellwise_atm::Category;

/// The tables with values other than the defaults that no part of the network uses, each by the first such key.
pub(super) fn of<'s>(scenario: &'s Scenario, network: &'s Network) -> impl Iterator<Item = Issue> + 's {
    let usual = Scenario::default();
    let flow = |is: fn(&FlowKind) -> bool| network.flows.iter().any(|flow| is(&flow.kind));
    let node = |is: fn(&NodeKind) -> bool| network.nodes.iter().any(|node| is(&node.kind));
    let has_packets = network.links.iter().flat_map(|link| &link.directions).any(|one| one.packets.is_some());
    let has_tcp = flow(|kind| matches!(kind, FlowKind::Tcp { .. } | FlowKind::Web { .. }));
    let has_abr = network.vcs.iter().any(|vc| vc.category == Category::Abr);
    let has_switch = node(|kind| matches!(kind, NodeKind::Switch(_)));
    let has_router = node(|kind| matches!(kind, NodeKind::Router(_)));
    [
        (has_switch, "switch", "switch", changed(&scenario.switch, &usual.switch)),
        (has_router, "router", "router", changed(&scenario.router, &usual.router)),
        (has_packets, "packet", "packet link", changed(&scenario.packet, &usual.packet)),
        (has_abr, "abr", "connection of category \"abr\"", changed(&scenario.abr, &usual.abr)),
        (has_tcp, "tcp", "flow of TCP", changed(&scenario.tcp, &usual.tcp)),
        (
            flow(|kind| matches!(kind, FlowKind::Udp { .. })),
            "udp",
            "flow of UDP",
            changed(&scenario.udp, &usual.udp),
        ),
        (
            flow(|kind| matches!(kind, FlowKind::Cells { .. })),
            "cells",
            "flow of cells",
            changed(&scenario.cells, &usual.cells),
        ),
        (
            flow(|kind| matches!(kind, FlowKind::Web { .. })),
            "web",
            "flow of web pages",
            changed(&scenario.web, &usual.web),
        ),
        (
            flow(|kind| matches!(kind, FlowKind::Ping { .. })),
            "ping",
            "ping",
            changed(&scenario.ping, &usual.ping),
        ),
    ]
    .into_iter()
    .filter(|(is_used, ..)| !is_used)
    .filter_map(|(_, table, what, keys)| issue(table, what, &keys))
}

fn issue(table: &str, what: &str, keys: &[String]) -> Option<Issue> {
    let (key, others) = keys.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        1 => format!("; nor is {table}.{}", others[0]),
        more => format!("; nor are {more} more keys of [{table}]"),
    };
    Some(Issue::absent(format!("{table}.{key}"), format!("is not used: the network has no {what}{more}")))
}

/// The keys of a table whose values are not the usual ones, by their paths in it.
fn changed<T: Serialize + PartialEq>(table: &T, usual: &T) -> Vec<String> {
    let mut found = Vec::new();
    if table != usual
        && let (Ok(table), Ok(usual)) = (serde_json::to_value(table), serde_json::to_value(usual))
    {
        differences("", &table, &usual, &mut found);
    }
    found
}

fn differences(path: &str, value: &Value, usual: &Value, found: &mut Vec<String>) {
    match (value, usual) {
        (Value::Object(value), Value::Object(usual)) => {
            for (key, value) in value {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                differences(&path, value, usual.get(key).unwrap_or(&Value::Null), found);
            }
        }
        _ if value == usual => {}
        _ => found.push(path.to_owned()),
    }
}
