//! Which models there are, and which of them a network uses.

use std::collections::BTreeSet;

use cellwise_atm::admission::AdmissionRule;
use cellwise_atm::policing::PolicerConfig;
use cellwise_atm::shaping::ShaperConfig;
use cellwise_atm::{
    abr, admission, drop_policy, error_model, policing, rate_rule, scheduler, shaping, sharing, traffic,
};
use cellwise_packet::{discipline, errors, framing, jitter, line, lower};
use cellwise_scenario::{
    Architecture, Direction, Flow, FlowKind, Link, Network, Node, NodeKind, QueueSettings, Sharing, Vc,
};
use cellwise_tcp::Settings;
use cellwise_tcp::ack_delay::{self, AckDelayConfig};
use cellwise_tcp::pacing::{self, PacingConfig};
use cellwise_tcp::profile;
use cellwise_tcp::slow_start::{self, SlowStartConfig};
use cellwise_tcp::undo::{self, UndoConfig};
use cellwise_units::catalogue::Entry;
use serde::Serialize;

/// Family and name.
type Name = (&'static str, &'static str);

/// A row of the catalogue, as lists have it.
#[derive(Clone, Debug, Serialize)]
pub struct Model {
    /// The family, such as `drop-policies`.
    pub family: &'static str,
    /// The name that scenarios use.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Where it is specified.
    pub source: &'static str,
    /// How far it has been validated.
    pub status: &'static str,
    /// The file in which it is written, from the root of the repository.
    pub file: String,
}

/// Every model of every family, as lists have them.
#[must_use]
pub fn listed() -> Vec<Model> {
    let model = |entry: Entry| Model {
        family: entry.family,
        name: entry.name,
        summary: entry.summary,
        source: entry.source,
        status: entry.status.name(),
        file: entry.file(),
    };
    catalogue().into_iter().map(model).collect()
}

/// Every model of every family.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    let families = [
        cellwise_atm::aal5::framing::catalogue(),
        drop_policy::catalogue(),
        scheduler::catalogue(),
        sharing::catalogue(),
        abr::catalogue(),
        rate_rule::catalogue(),
        traffic::catalogue(),
        policing::catalogue(),
        shaping::catalogue(),
        admission::catalogue(),
        error_model::catalogue(),
        discipline::catalogue(),
        framing::catalogue(),
        line::catalogue(),
        errors::catalogue(),
        jitter::catalogue(),
        lower::catalogue(),
        cellwise_tcp::catalogue(),
        cellwise_apps::web::catalogue(),
        cellwise_scenario::catalogue(),
    ];
    families.into_iter().flatten().collect()
}

/// The models that a network uses, in the order of the catalogue. Templates are not among them: the
/// graph of one is the same as one written by hand.
#[must_use]
pub fn used_by(network: &Network) -> Vec<Entry> {
    let directions = network.links.iter().flat_map(|link| &link.directions);
    let errors = directions.clone().filter_map(|direction| direction.errors.as_ref());
    let queues = directions.filter_map(|direction| direction.queue.as_deref());
    let used: BTreeSet<Name> = queues
        .flat_map(of_queue)
        .chain(network.nodes.iter().filter_map(of_node))
        .chain(network.vcs.iter().flat_map(of_vc))
        .chain(network.vcs.iter().flat_map(|vc| of_contract(vc.policing.as_ref(), vc.shaping.as_ref())))
        .chain(network.vps.iter().flat_map(|vp| of_contract(vp.policing.as_ref(), vp.shaping.as_ref())))
        .chain(errors.map(|errors| (error_model::FAMILY, errors.name())))
        .chain(network.links.iter().flat_map(of_packets))
        .chain(network.flows.iter().flat_map(of_flow))
        .chain(of_admission(network.admission))
        .collect();
    catalogue().into_iter().filter(|entry| used.contains(&(entry.family, entry.name))).collect()
}

fn of_queue(queue: &QueueSettings) -> impl Iterator<Item = Name> + use<> {
    let rule = queue.rate_rule.as_ref().map(|rule| (rate_rule::FAMILY, rule.name()));
    let always = [(drop_policy::FAMILY, queue.drop.name()), (scheduler::FAMILY, queue.scheduler.name())];
    always.into_iter().chain(rule)
}

/// The models that queue packets in front of a link, and those that send them over a packet link.
fn of_packets(link: &Link) -> impl Iterator<Item = Name> {
    let of_direction = move |direction: &Direction| {
        let queue = direction.packet_queue.as_ref().map(|queue| (discipline::FAMILY, queue.name()));
        let packets = direction.packets.as_ref();
        let framing = packets.map(|packets| (framing::FAMILY, packets.framing.name()));
        let line = packets.map(|packets| (line::FAMILY, packets.line.name()));
        let errors = packets.and_then(|packets| packets.errors.as_ref());
        let errors = errors.map(|errors| (errors::FAMILY, errors.name()));
        let jitter = packets.and_then(|packets| packets.jitter.as_ref());
        let jitter = jitter.map(|jitter| (jitter::FAMILY, jitter.name()));
        let lower = direction.lower.as_ref().map(|lower| (lower::FAMILY, lower.name()));
        [queue, framing, line, errors, jitter, lower].into_iter().flatten()
    };
    link.directions.iter().flat_map(of_direction)
}

fn of_node(node: &Node) -> Option<Name> {
    let NodeKind::Switch(switch) = &node.kind else { return None };
    let Architecture::SharedMemory(memory) = &switch.architecture else { return None };
    let name = match memory.sharing {
        Sharing::Complete => "complete",
        Sharing::Partitioned => "partitioned",
        Sharing::DynamicThresholds => "dynamic-thresholds",
    };
    Some((sharing::FAMILY, name))
}

fn of_vc(vc: &Vc) -> impl Iterator<Item = Name> {
    let is_abr = vc.abr.is_some();
    let adapters = vc.adapters.iter().filter(move |_| is_abr);
    let policies = adapters.map(|adapter| (drop_policy::FAMILY, adapter.drop.name()));
    let encapsulation = ("encapsulations", vc.encapsulation.name());
    policies.chain(is_abr.then_some((abr::FAMILY, abr::END_SYSTEMS))).chain([encapsulation])
}

fn of_admission(rule: AdmissionRule) -> Option<Name> {
    (rule != AdmissionRule::None).then_some((admission::FAMILY, rule.name()))
}

fn of_contract(
    policing: Option<&PolicerConfig>,
    shaping: Option<&ShaperConfig>,
) -> impl Iterator<Item = Name> {
    let policer = policing.map(|policer| (policing::FAMILY, policer.name()));
    policer.into_iter().chain(shaping.map(|shaper| (shaping::FAMILY, shaper.name())))
}

fn of_flow(flow: &Flow) -> impl Iterator<Item = Name> {
    let variant = |settings: &Settings| ("tcp-variants", settings.variant.variant().name);
    let (tcp, application) = match &flow.kind {
        FlowKind::Tcp { settings, .. } => (Some(&**settings), None),
        FlowKind::Web { settings, .. } => (Some(&**settings), Some(("applications", "web"))),
        FlowKind::Cells { source } => (None, Some((traffic::FAMILY, source.name()))),
        FlowKind::Udp { .. } | FlowKind::Ping { .. } | FlowKind::Outside { .. } => (None, None),
    };
    // The standard slow start is part of every congestion control.
    let slow_start =
        tcp.map(|settings| &settings.slow_start).filter(|rule| **rule != SlowStartConfig::default());
    let slow_start = slow_start.map(|rule| (slow_start::FAMILY, rule.name()));
    let pacing = tcp.map(|settings| &settings.pacing).filter(|rule| **rule != PacingConfig::default());
    let pacing = pacing.map(|rule| (pacing::FAMILY, rule.name()));
    let undo = tcp.map(|settings| &settings.undo).filter(|rule| **rule != UndoConfig::default());
    let undo = undo.map(|rule| (undo::FAMILY, rule.name()));
    let delay = tcp.map(|settings| &settings.ack_delay).filter(|rule| **rule != AckDelayConfig::default());
    let delay = delay.map(|rule| (ack_delay::FAMILY, rule.name()));
    let profile = tcp.and_then(|settings| settings.profile);
    let profile = profile.map(|name| (profile::FAMILY, name.profile().name));
    let rules = profile.into_iter().chain(slow_start).chain(pacing).chain(undo).chain(delay);
    tcp.map(variant).into_iter().chain(rules).chain(application)
}
