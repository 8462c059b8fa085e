//! Settings that nothing in the network uses: probably meant for another network, or for a key of another table.

use serde::Serialize;
use serde_json::Value;

use crate::issue::Issue;
use crate::network::{FlowKind, Network, NodeKind};
use crate::schema::Scenario;
use cellwise_atm::Category;

/// A table of a scenario, and the part of a network that uses it.
struct Table {
    name: &'static str,
    user: &'static str,
    is_used: bool,
    changed: fn(&Scenario, &Scenario) -> Vec<String>,
}

macro_rules! table {
    ($name:ident, $user:literal, $is_used:expr) => {
        Table {
            name: stringify!($name),
            user: $user,
            is_used: $is_used,
            changed: |scenario, usual| changed(&scenario.$name, &usual.$name),
        }
    };
}

/// The tables with values other than the defaults that no part of the network uses, each by the first such key.
pub(super) fn of<'s>(scenario: &'s Scenario, network: &'s Network) -> impl Iterator<Item = Issue> + 's {
    let usual = Scenario::default();
    let flow = |is: fn(&FlowKind) -> bool| network.flows.iter().any(|flow| is(&flow.kind));
    let node = |is: fn(&NodeKind) -> bool| network.nodes.iter().any(|node| is(&node.kind));
    let has_packets = network.links.iter().flat_map(|link| &link.directions).any(|one| one.packets.is_some());
    let has_abr = network.vcs.iter().any(|vc| vc.category == Category::Abr);
    let tables = [
        table!(switch, "switch", node(|kind| matches!(kind, NodeKind::Switch(_)))),
        table!(router, "router", node(|kind| matches!(kind, NodeKind::Router(_)))),
        table!(packet, "packet link", has_packets),
        table!(abr, "connection of category \"abr\"", has_abr),
        table!(tcp, "flow of TCP", flow(|kind| matches!(kind, FlowKind::Tcp { .. } | FlowKind::Web { .. }))),
        table!(udp, "flow of UDP", flow(|kind| matches!(kind, FlowKind::Udp { .. }))),
        table!(cells, "flow of cells", flow(|kind| matches!(kind, FlowKind::Cells { .. }))),
        table!(web, "flow of web pages", flow(|kind| matches!(kind, FlowKind::Web { .. }))),
        table!(ping, "ping", flow(|kind| matches!(kind, FlowKind::Ping { .. }))),
    ];
    let unused = tables.into_iter().filter(|table| !table.is_used);
    unused.filter_map(move |table| issue(&table, &(table.changed)(scenario, &usual)))
}

fn issue(table: &Table, changed: &[String]) -> Option<Issue> {
    let Table { name, user, .. } = table;
    let (key, others) = changed.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        1 => format!("; nor is {name}.{}", others[0]),
        more => format!("; nor are {more} more keys of [{name}]"),
    };
    Some(Issue::absent(format!("{name}.{key}"), format!("is not used: the network has no {user}{more}")))
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
