//! Packet links: their framing, their line, and the queues of packets in front of links.

use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_packet::errors::PacketErrorsConfig;
use cellwise_packet::framing::{Framing, FramingConfig};
use cellwise_packet::line::{LineConfig, Link, Outage};
use cellwise_packet::lower::LowerConfig;
use cellwise_units::{BitRate, ConfigIssue, Span};

use super::issues::Issues;
use crate::issue::Issue;
use crate::network::PacketLink;
use crate::rules::{COST, LARGEST_SDU};
use crate::schema::{Jitter, LinkEntry, LinkKind, NodeRole, Scenario};

/// The longest packet of a link without framing that says nothing else, in octets.
const USUAL_MTU: u32 = 1500;

/// How an end of a link sends packets; `None` on an ATM link.
pub(super) fn link(entry: &LinkEntry, end: usize) -> Option<PacketLink> {
    let framing = framing(entry)?;
    let mtu_octets = mtu(entry, &framing);
    let line = line(entry, end).cloned().unwrap_or_default();
    let is_some = |errors: &&PacketErrorsConfig| !matches!(errors, PacketErrorsConfig::NoErrors(_));
    let errors = errors(entry, end).filter(is_some).cloned();
    let jitter = jitter(entry, end).and_then(Jitter::distribution);
    Some(PacketLink {
        framing,
        line,
        outages: outages(entry, end).to_vec(),
        mtu_octets,
        errors,
        jitter,
        duplicate_ratio: duplicate_ratio(entry, end),
        keeps_order: entry.keeps_order.unwrap_or(true),
    })
}

/// The packet queue at an end of a link.
pub(super) fn queue(
    entry: &LinkEntry,
    end: usize,
    graph: &Scenario,
    role: NodeRole,
) -> Option<DisciplineConfig> {
    let own = given_queue(entry, end);
    let usual = || queue_of_node(entry, end, graph).map_or(&graph.packet.queue, |(_, queue)| queue);
    match entry.kind.unwrap_or_default() {
        LinkKind::Atm if role == NodeRole::Switch => None,
        LinkKind::Atm => own.cloned(),
        LinkKind::Framed(_) => Some(own.unwrap_or_else(usual).clone()),
    }
}

/// The buffer below the packet queue at an end of a link.
pub(super) fn lower(entry: &LinkEntry, end: usize, role: NodeRole) -> Option<Box<LowerConfig>> {
    let reverse = entry.reverse_lower.as_ref().filter(|_| end == 1);
    let given = reverse.or(entry.lower.as_ref()).filter(|_| role != NodeRole::Switch);
    given.filter(|lower| !matches!(***lower, LowerConfig::NoBuffer(_))).cloned()
}

fn given_queue(entry: &LinkEntry, end: usize) -> Option<&DisciplineConfig> {
    let reverse = entry.reverse_queue.as_ref().filter(|_| end == 1);
    reverse.or(entry.queue.as_ref()).map(Box::as_ref)
}

/// The queue that the node at an end of a link has in front of its packet links, with the node's name.
fn queue_of_node<'s>(
    entry: &LinkEntry,
    end: usize,
    graph: &'s Scenario,
) -> Option<(&'s str, &'s DisciplineConfig)> {
    let name = entry.ends.as_ref()?.get(end)?;
    let (name, node) = graph.nodes.get_key_value(name)?;
    Some((name, node.queue.as_deref()?))
}

fn line(entry: &LinkEntry, end: usize) -> Option<&LineConfig> {
    let reverse = entry.reverse_line.as_ref().filter(|_| end == 1);
    reverse.or(entry.line.as_ref()).map(Box::as_ref)
}

fn outages(entry: &LinkEntry, end: usize) -> &[Outage] {
    let reverse = entry.reverse_outages.as_ref().filter(|_| end == 1);
    reverse.or(entry.outages.as_ref()).map_or(&[], Vec::as_slice)
}

fn errors(entry: &LinkEntry, end: usize) -> Option<&PacketErrorsConfig> {
    let reverse = entry.reverse_packet_errors.as_ref().filter(|_| end == 1);
    reverse.or(entry.packet_errors.as_ref()).map(Box::as_ref)
}

fn duplicate_ratio(entry: &LinkEntry, end: usize) -> f64 {
    let reverse = entry.reverse_duplicate_ratio.filter(|_| end == 1);
    reverse.or(entry.duplicate_ratio).unwrap_or_default()
}

/// The jitter of an end of a link of either kind.
pub(super) fn jitter(entry: &LinkEntry, end: usize) -> Option<&Jitter> {
    let reverse = entry.reverse_jitter.as_ref().filter(|_| end == 1);
    reverse.or(entry.jitter.as_ref())
}

fn delay(entry: &LinkEntry, end: usize) -> Option<Span> {
    let reverse = entry.reverse_delay.filter(|_| end == 1);
    reverse.or(entry.delay)
}

/// The cost of an end of a packet link.
pub(super) fn cost(entry: &LinkEntry, end: usize) -> u32 {
    let reverse = entry.reverse_cost.filter(|_| end == 1);
    reverse.or(entry.cost).unwrap_or(COST)
}

fn rate(entry: &LinkEntry, end: usize) -> Option<BitRate> {
    let reverse = entry.reverse_rate.filter(|_| end == 1);
    reverse.or(entry.rate)
}

/// What a packet link puts around packets.
fn framing(entry: &LinkEntry) -> Option<FramingConfig> {
    let usual = entry.kind.unwrap_or_default().framing()?;
    let given = given_framings(entry).into_iter().flatten().find(|given| given.name() == usual.name());
    Some(given.unwrap_or(usual))
}

/// The settings of framings that an entry has: a row for each framing that has any.
fn given_framings(entry: &LinkEntry) -> [Option<FramingConfig>; 3] {
    [
        entry.ethernet.map(FramingConfig::Ethernet),
        entry.ppp.map(FramingConfig::Ppp),
        entry.ptm.map(FramingConfig::Ptm),
    ]
}

fn mtu(entry: &LinkEntry, framing: &FramingConfig) -> u32 {
    let given = entry.mtu.map(|mtu| mtu.get().min(LARGEST_SDU.get()) as u32);
    given.unwrap_or_else(|| match framing {
        FramingConfig::Raw(_) => USUAL_MTU,
        framing => framing.build().mtu(),
    })
}

/// Reports keys of other kinds of links, and what the models find wrong with their settings.
pub(super) fn check(entry: &LinkEntry, graph: &Scenario, path: &str, issues: &mut Issues) {
    let kind = entry.kind.unwrap_or_default();
    for given in given_framings(entry).into_iter().flatten() {
        if kind != LinkKind::of(&given) {
            let key = given.name();
            let rule = format!("is for links of kind {key:?}, and this is {:?}", kind.name());
            issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
        }
    }
    for (key, errors) in
        [("packet_errors", &entry.packet_errors), ("reverse_packet_errors", &entry.reverse_packet_errors)]
    {
        if let Some(errors) = errors {
            models(errors.check(), &format!("{path}.{key}"), issues);
        }
    }
    for (key, lower) in [("lower", &entry.lower), ("reverse_lower", &entry.reverse_lower)] {
        if let Some(lower) = lower {
            models(lower.check(), &format!("{path}.{key}"), issues);
        }
    }
    let Some(framing) = framing(entry) else {
        return check_atm(entry, path, issues);
    };
    for (key, outages) in [("outages", &entry.outages), ("reverse_outages", &entry.reverse_outages)] {
        for ConfigIssue { field, value, rule } in outages.as_deref().map(Outage::check).unwrap_or_default() {
            issues.push(Issue::new(format!("{path}.{key}{field}"), format!("\"{value}\""), rule));
        }
    }
    check_jitter(entry, path, issues);
    check_framing(entry, &framing, path, issues);
    for end in 0..2 {
        let Some(rate) = rate(entry, end).filter(|rate| !rate.is_zero()) else { continue };
        let link = Link { rate, framing: framing.build() };
        let key = if end == 1 && entry.reverse_line.is_some() { "reverse_line" } else { "line" };
        if let Some(line) = line(entry, end) {
            models(line.check(&link), &format!("{path}.{key}"), issues);
        }
        let service = Service { rate, mtu_octets: link.framing.queued_octets(mtu(entry, &framing)), salt: 0 };
        check_queue(entry, end, graph, &service, path, issues);
    }
}

fn check_jitter(entry: &LinkEntry, path: &str, issues: &mut Issues) {
    for (key, jitter) in [("jitter", &entry.jitter), ("reverse_jitter", &entry.reverse_jitter)] {
        if let Some(Jitter::Drawn(jitter)) = jitter {
            models(jitter.check(), &format!("{path}.{key}"), issues);
        }
    }
    let is_short = (0..2).filter_map(|end| delay(entry, end)).any(Span::is_zero);
    if entry.keeps_order == Some(false) && is_short {
        let rule = "needs a delay above 0 in both directions; give one, or leave it out";
        issues.push(Issue::new(format!("{path}.keeps_order"), "false", rule));
    }
}

fn check_framing(entry: &LinkEntry, framing: &FramingConfig, path: &str, issues: &mut Issues) {
    for found in framing.check(mtu(entry, framing)) {
        let key = match framing {
            _ if found.field == "mtu" => "mtu".to_owned(),
            framing => format!("{}.{}", framing.name(), found.field),
        };
        issues.push(Issue::new(format!("{path}.{key}"), format!("\"{}\"", found.value), found.rule));
    }
}

/// Checks the queue at an end of a link at its place.
fn check_queue(
    entry: &LinkEntry,
    end: usize,
    graph: &Scenario,
    service: &Service,
    path: &str,
    issues: &mut Issues,
) {
    let (own, key) = match end {
        1 if entry.reverse_queue.is_some() => (entry.reverse_queue.as_ref(), "reverse_queue"),
        _ => (entry.queue.as_ref(), "queue"),
    };
    match (own, queue_of_node(entry, end, graph)) {
        (Some(queue), _) => models(queue.check(service), &format!("{path}.{key}"), issues),
        (None, Some((node, queue))) => models(queue.check(service), &format!("nodes.{node}.queue"), issues),
        (None, None) => models(graph.packet.queue.check(service), "packet.queue", issues),
    }
}

/// Reports keys that only packet links have; a queue of packets may be in front of a line of cells.
fn check_atm(entry: &LinkEntry, path: &str, issues: &mut Issues) {
    for (key, is_given) in [
        ("mtu", entry.mtu.is_some()),
        ("line", entry.line.is_some()),
        ("reverse_line", entry.reverse_line.is_some()),
        ("outages", entry.outages.is_some()),
        ("reverse_outages", entry.reverse_outages.is_some()),
        ("packet_errors", entry.packet_errors.is_some()),
        ("reverse_packet_errors", entry.reverse_packet_errors.is_some()),
        ("keeps_order", entry.keeps_order.is_some()),
        ("duplicate_ratio", entry.duplicate_ratio.is_some()),
        ("reverse_duplicate_ratio", entry.reverse_duplicate_ratio.is_some()),
        ("cost", entry.cost.is_some()),
        ("reverse_cost", entry.reverse_cost.is_some()),
    ] {
        if is_given {
            let rule = "is for links that carry packets; leave it out, or give another kind";
            issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
        }
    }
    for (key, jitter) in [("jitter", &entry.jitter), ("reverse_jitter", &entry.reverse_jitter)] {
        if let Some(Jitter::Drawn(jitter)) = jitter {
            let rule = "is for links that carry packets; give the longest additional delay of a cell, such as \"10 us\"";
            issues.push(Issue::new(format!("{path}.{key}"), format!("\"{}\"", jitter.name()), rule));
        }
    }
    for (key, is_given, queue) in [
        ("lower", entry.lower.is_some(), &entry.queue),
        ("reverse_lower", entry.reverse_lower.is_some(), &entry.reverse_queue),
    ] {
        if is_given && queue.is_none() && entry.queue.is_none() {
            let rule = "is below a packet queue, and the link has none; give it a queue";
            issues.push(Issue::absent(format!("{path}.{key}"), rule));
        }
    }
    for (end, key, own) in [(0, "queue", &entry.queue), (1, "reverse_queue", &entry.reverse_queue)] {
        if let (Some(rate), Some(queue)) = (rate(entry, end), own) {
            let service = Service { rate, mtu_octets: LARGEST_SDU.get() as u32, salt: 0 };
            models(queue.check(&service), &format!("{path}.{key}"), issues);
        }
    }
}

pub(super) fn models(found: Vec<ConfigIssue>, path: &str, issues: &mut Issues) {
    for ConfigIssue { field, value, rule } in found {
        issues.push(Issue::new(format!("{path}.{field}"), format!("\"{value}\""), rule));
    }
}
