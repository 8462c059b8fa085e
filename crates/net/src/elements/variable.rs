//! The values of links that may be set during the run: the rates of their directions, and how often those err.
//!
//! A line of which something is to be set is *declared* when the run is made: its port is then asked when the line is
//! free, in order of time, and is never ahead of the clock; any other port settles departures on arrival, so that a
//! new value would come too late. For a packet, or a cell, the value at the beginning of its transmission holds.

use std::collections::BTreeSet;

use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_packet::errors::{PacketErrorsConfig, independent};
use cellwise_packet::line::LineConfig;
use cellwise_scenario::{Direction, Network, Vc};

use crate::circuit::merge::Server;
use crate::data::ids::PortId;
use crate::elements::Elements;
use crate::host::outside::Target;

/// Something of a direction of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkValue {
    /// The rate of its line, in bit/s; 0 stops it.
    Rate,
    /// The share of the packets, or of the cells, that are errored independently of each other.
    ErrorRatio,
}

/// Something of a link that may be declared variable, or the reason why it may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkKey {
    /// Its path in the scenario, such as `links.line.reverse_rate`.
    pub key: String,
    /// What it is.
    pub value: LinkValue,
    /// The reason against it.
    pub refused: Option<String>,
    port: PortId,
}

/// Everything of links that has a key, in the order of links.
#[must_use]
pub fn link_keys(network: &Network) -> Vec<LinkKey> {
    let mut keys = Vec::new();
    for (number, link) in network.links.iter().enumerate() {
        for (end, direction) in link.directions.iter().enumerate() {
            let (path, port) = (format!("links.{}", link.name), PortId::of_link(number, end));
            let reverse = if end == 1 { "reverse_" } else { "" };
            let errors = match direction.packets {
                Some(_) => "packet_errors.packet_error_ratio",
                None => "errors.cell_error_ratio",
            };
            let of_cells = of_cells(network, number, direction);
            for (value, key) in [(LinkValue::Rate, "rate"), (LinkValue::ErrorRatio, errors)] {
                let refused = of_cells.clone().or_else(|| match value {
                    LinkValue::Rate => rate_refused(direction),
                    LinkValue::ErrorRatio => errors_refused(direction),
                });
                keys.push(LinkKey { key: format!("{path}.{reverse}{key}"), value, refused, port });
            }
        }
    }
    keys
}

/// The reason against any variable on a link of cells.
fn of_cells(network: &Network, link: usize, direction: &Direction) -> Option<String> {
    if direction.packets.is_some() {
        return None;
    }
    if direction.queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some()) {
        return Some("its port has a rate rule, which reckons with one rate".to_owned());
    }
    let passes = |vc: &&Vc| vc.abr.is_some() && vc.hops.iter().any(|hop| hop.link.get() == link);
    let abr = network.vcs.iter().find(passes)?;
    Some(format!("{} passes, which is of category ABR and paces its cells ahead of the clock", abr.name))
}

fn rate_refused(direction: &Direction) -> Option<String> {
    match &direction.packets {
        Some(packets) if !matches!(packets.line, LineConfig::Constant(_)) => {
            let name = packets.line.name();
            Some(format!("its line is \"{name}\", which has rates of its own; give line = \"constant\""))
        }
        None if direction.packet_queue.is_some() || direction.lower.is_some() => {
            let rule = "a queue of packets stands before it, which reckons with one rate; give no queue";
            Some(rule.to_owned())
        }
        _ => None,
    }
}

fn errors_refused(direction: &Direction) -> Option<String> {
    let name = match (&direction.packets, &direction.errors) {
        (Some(packets), _) => packets.errors.as_ref().map(PacketErrorsConfig::name),
        (None, errors) => errors.as_deref().map(ErrorModelConfig::name),
    };
    let name = name.filter(|name| *name != "independent")?;
    Some(format!(
        "its errors are \"{name}\", which has no ratio alone; give model = \"independent\", or none"
    ))
}

/// Gives directions whose errors are declared variable a model of errors, if they have none.
pub(crate) fn prepare(network: &mut Network, declared: &[LinkKey]) {
    for key in declared.iter().filter(|key| key.value == LinkValue::ErrorRatio) {
        let direction = &mut network.links[key.port.link()].directions[key.port.end()];
        match &mut direction.packets {
            Some(packets) => {
                let none = independent::Config { packet_error_ratio: 0.0 };
                packets.errors.get_or_insert(PacketErrorsConfig::Independent(none));
            }
            None => {
                direction.errors.get_or_insert_with(|| Box::new(ErrorModelConfig::errorless()));
            }
        }
    }
}

/// The ports of the lines of which something is declared.
pub(crate) fn ports(declared: &[LinkKey]) -> BTreeSet<PortId> {
    declared.iter().map(|key| key.port).collect()
}

/// Where the values are set that are declared, in their order.
pub(crate) fn targets(net: &Elements, declared: &[LinkKey]) -> Vec<Target> {
    declared.iter().map(|key| target(net, key)).collect()
}

fn target(net: &Elements, key: &LinkKey) -> Target {
    let (port, packet_port) =
        (key.port, net.packet_ports.with_ids().find(|(_, packet_port)| packet_port.port == key.port));
    let merge_of = |is_it: &dyn Fn(Server) -> bool| {
        net.merges.with_ids().find(|(_, merge)| is_it(merge.server) && merge.own.contains(&port))
    };
    match (key.value, packet_port) {
        (LinkValue::Rate, Some((id, _))) => {
            let merge = merge_of(&|server| server == Server::PacketPort(id));
            Target::PacketRate(id, merge.map(|(merge, _)| merge))
        }
        (LinkValue::ErrorRatio, Some((id, made))) if made.has_line() => Target::PacketErrors(id),
        (LinkValue::Rate, None) => merge_of(&|server| server == Server::Scheduled)
            .map_or(Target::Nothing, |(merge, _)| Target::CellRate(port, merge)),
        (LinkValue::ErrorRatio, _) => {
            let mut noises = net.stages.noises.with_ids();
            let noise = noises.find(|(_, noise)| noise.station.name == net.ports[port].name());
            noise.map_or(Target::Nothing, |(id, _)| Target::CellErrors(id))
        }
    }
}
