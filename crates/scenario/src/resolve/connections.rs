//! Flows that share the TCP connection of another one, for data in the opposite direction.
//!
//! Such a flow has the other's way reversed and the other's settings, except those that it gives itself and that a
//! direction can have for itself: application, congestion control, recovery, delays of acknowledgments.

use std::collections::BTreeMap;
use std::sync::Arc;

use cellwise_tcp::Settings;
use serde_json::Value;

use super::Resolver;
use super::ends::FlowEnds;
use crate::issue::Issue;
use crate::network::{FlowIndex, FlowKind, legs_back};
use crate::schema::{FlowEntry, Protocol};

/// The keys of `[tcp]` that are of a connection, not of one of its directions: the form of its segments, the clock of
/// timestamps, and how it opens and closes.
// spec: rfc9293 3.7.1, rfc7323 2 and 4, rfc3168 6.1.1
const SHARED: [&str; 10] = [
    "mss",
    "receive_window",
    "window_scaling",
    "handshake",
    "close",
    "timer_tick",
    "timer_phase",
    "rto_rule",
    "round_trip_clock",
    "ack_congestion_control",
];

/// The options that both directions of a connection share: a key that asks for it, whether settings ask for it in any
/// way, and its name.
const OPTIONS: [(&str, Asks, &str); 4] = [
    ("timestamps = true", Settings::uses_timestamps, "timestamps"),
    ("sack = true", Settings::uses_sack, "selective acknowledgments"),
    ("ecn = true", Settings::uses_ecn, "marks of congestion"),
    ("ecn_feedback = \"accurate\"", Settings::uses_accurate_ecn, "accurate counts of marks"),
];

type Asks = fn(&Settings) -> bool;

impl<'s> Resolver<'s> {
    /// The flow whose connection an entry shares, if it shares one that it can share.
    pub(super) fn first_of(&self, entry: &FlowEntry) -> Option<(&'s str, &'s FlowEntry)> {
        let (name, first) = self.graph.flows.get_key_value(entry.connection.as_ref()?)?;
        let are_tcp = [entry, first].iter().all(|entry| self.protocol_of(entry) == Protocol::Tcp);
        (are_tcp && first.connection.is_none()).then_some((name.as_str(), first))
    }

    fn protocol_of(&self, entry: &FlowEntry) -> Protocol {
        entry.kind.unwrap_or(self.graph.flow.kind)
    }

    /// What the entry of a flow that shares a connection says wrongly of it; whether nothing.
    pub(super) fn check_connection(&mut self, name: &str, entry: &FlowEntry, path: &str) -> bool {
        let Some(given) = &entry.connection else { return true };
        let path = format!("{path}.connection");
        let graph = self.graph;
        let own = self.protocol_of(entry);
        if own != Protocol::Tcp {
            let rule = format!("is for flows of kind \"tcp\", and this is {:?}", own.name());
            self.issues.push(Issue::unknown_key(path, rule));
            return false;
        }
        let Some(first) = graph.flows.get(given) else {
            let others = |(other, entry): &(&'s String, &'s FlowEntry)| {
                *other != name && entry.connection.is_none() && self.protocol_of(entry) == Protocol::Tcp
            };
            let known: Vec<&str> = graph.flows.iter().filter(others).map(|(name, _)| name.as_str()).collect();
            self.issues.push_unknown(path, given, "flow", known);
            return false;
        };
        let rule = if given == name {
            "is the flow itself; give the one whose data go the other way".to_owned()
        } else if self.protocol_of(first) != Protocol::Tcp {
            let kind = self.protocol_of(first).name();
            format!("is of kind {kind:?}; only TCP connections have data both ways")
        } else if let Some(further) = &first.connection {
            format!(
                "shares the connection of {further:?} itself; a connection has two directions, one flow each"
            )
        } else {
            return true;
        };
        self.issues.push(Issue::new(path, format!("{given:?}"), rule));
        false
    }

    /// The way of a flow that shares the connection of `first`: that one's, reversed.
    pub(super) fn ends_back(
        &mut self,
        name: &str,
        entry: &FlowEntry,
        path: &str,
        (first_name, first): (&str, &FlowEntry),
    ) -> Option<FlowEnds> {
        let back = reversed(&self.flow_ends(first_name, first, &format!("flows.{first_name}"))?);
        if entry.vc.is_none() && entry.from.is_none() && entry.to.is_none() {
            self.check_no_via(entry, path);
            return Some(back);
        }
        let [from, to] = back.hosts.map(|host| self.network.nodes[host.get()].name.clone());
        let own = self.flow_ends(name, &filled(entry, first, [&from, &to]), path)?;
        if own.hosts != back.hosts || own.legs != back.legs || own.back != back.back {
            let rule = format!(
                "does not go the way of flows.{first_name} back, from {from} to {to}; leave vc, from and to out"
            );
            self.issues.push(Issue::absent(path, rule));
            return None;
        }
        Some(back)
    }

    /// The settings on which those of a flow are laid: of the flow whose connection it shares, or of the section.
    pub(super) fn tcp_beneath(&self, entry: &FlowEntry) -> Arc<Settings> {
        let first = self.first_of(entry).and_then(|(_, first)| first.tcp.as_ref());
        let given = first.and_then(|given| given.over(&self.tcp).ok());
        given.map_or_else(|| Arc::clone(&self.tcp), Arc::new)
    }

    /// What a flow has otherwise than the one whose connection it shares, and cannot have.
    pub(super) fn check_shared(&mut self, entry: &FlowEntry, settings: &Settings, path: &str) {
        let Some((name, first)) = self.first_of(entry) else { return };
        let theirs = self.tcp_beneath(entry);
        let dscp = first.dscp.unwrap_or_default();
        if let Some(own) = entry.dscp.filter(|own| *own != dscp) {
            let rule = format!("is of the whole connection, and flows.{name} has \"{dscp}\"; leave it out");
            self.issues.push(Issue::new(format!("{path}.dscp"), format!("\"{own}\""), rule));
        }
        if settings.ack_congestion_control {
            let rule = "counts marks on acknowledgments that go alone, and those of a connection with data both ways ride \
                        on data; without tcp.ack_congestion_control";
            self.issues.push(Issue::new(format!("{path}.connection"), format!("{name:?}"), rule));
        }
        self.check_options(settings, (name, &theirs), path);
        for (key, own, other) in differences(settings, &theirs) {
            let rule = format!("is of the whole connection, and flows.{name} has {other}; leave it out");
            self.issues.push(Issue::new(format!("{path}.tcp.{key}"), own, rule));
        }
    }

    /// What keys, variants or undos ask for must be asked for by both.
    fn check_options(&mut self, settings: &Settings, (name, theirs): (&str, &Settings), path: &str) {
        for (key, uses, what) in OPTIONS {
            let rule = match (uses(settings), uses(theirs)) {
                (true, false) => format!(
                    "asks for {what}, which are of the whole connection, and flows.{name} has none; give {key} there"
                ),
                (false, true) => format!(
                    "is without {what}, which are of the whole connection, and flows.{name} has them; give {key}"
                ),
                _ => continue,
            };
            self.issues.push(Issue::absent(format!("{path}.tcp"), rule));
        }
    }

    /// Says which flow each shares the connection of, once all are known, and that none is shared twice.
    pub(super) fn join_connections(&mut self) {
        let mut taken: BTreeMap<FlowIndex, &str> = BTreeMap::new();
        let graph = self.graph;
        for (name, entry) in &graph.flows {
            let Some((first_name, _)) = self.first_of(entry) else { continue };
            let found = |name: &str| self.flows.get(name).flatten();
            let (Some(own), Some(first)) = (found(name), found(first_name)) else { continue };
            if let Some(other) = taken.insert(first, name) {
                let rule = format!(
                    "is shared by flows.{other} already; a connection has two directions, one flow each"
                );
                let path = format!("flows.{name}.connection");
                self.issues.push(Issue::new(path, format!("{first_name:?}"), rule));
            }
            if matches!(self.network.flows[first.get()].kind, FlowKind::Tcp { .. }) {
                self.network.flows[own.get()].connection = Some(first);
            }
        }
    }
}

/// An entry with as much of the way back from one host to the other as it does not say otherwise.
fn filled(entry: &FlowEntry, first: &FlowEntry, [from, to]: [&str; 2]) -> FlowEntry {
    let mut entry = entry.clone();
    if entry.vc.is_none() && (entry.from.is_none() || entry.to.is_none()) {
        entry.vc.clone_from(&first.vc);
    }
    if entry.from.is_none() && entry.to.is_none() {
        (entry.from, entry.to) = (Some(from.to_owned()), Some(to.to_owned()));
    }
    entry
}

/// The way back.
fn reversed(ends: &FlowEnds) -> FlowEnds {
    let hosts = [ends.hosts[1], ends.hosts[0]];
    match &ends.back {
        None => FlowEnds { hosts, legs: legs_back(&ends.legs), back: None },
        Some(back) => FlowEnds { hosts, legs: back.clone(), back: Some(ends.legs.clone()) },
    }
}

/// The shared keys that two settings have differently: the key, and both values as written.
fn differences(own: &Settings, other: &Settings) -> Vec<(&'static str, String, String)> {
    // Settings are a table with these keys, so both can be written.
    let written = |settings: &Settings| serde_json::to_value(settings).unwrap_or(Value::Null);
    let (own, other) = (written(own), written(other));
    let text = |value: &Value| if value.is_null() { "none".to_owned() } else { value.to_string() };
    let differ = |key: &&str| own.get(*key) != other.get(*key);
    SHARED.into_iter().filter(differ).map(|key| (key, text(&own[key]), text(&other[key]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_connection_shares_are_keys_of_tcp() {
        let written = serde_json::to_value(Settings::default()).expect("a table");
        assert!(SHARED.iter().all(|key| written.get(key).is_some()), "{written}");
    }
}
