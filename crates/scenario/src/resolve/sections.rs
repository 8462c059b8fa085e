//! The rules of the sections, apart from the graph.

use cellwise_apps::web::WebSettings;
use cellwise_atm::Category;
use cellwise_atm::drop_policy::ConfigIssue;
use cellwise_tcp::uplink::Settings as UplinkSettings;
use cellwise_units::{Bytes, Capacity, Cells, Span};

use super::Issues;

use crate::issue::Issue;
use crate::rules::rate_rule;
use crate::schema::{
    AdapterDefaults, AdmissionSettings, Architecture, AtmDefaults, CellsSettings, FlowDefaults,
    ForwardingRate, MOST_ALPHA, MOST_PACKETS, MOST_WEIGHT, Processing, Scenario, SharedMemory, Size,
    SwitchDefaults, UdpRate, UdpSettings,
};

const LONGEST: Span = Span::from_ps(10_000_000_000_000_000_000);
/// Longer times for one segment are taken for mistakes.
const LONGEST_PROCESSING: Span = Span::from_ps(10_000_000_000_000);
const LEAST_MEMORY: Bytes = Bytes::new(1_000_000);
/// The largest AAL5 SDU. spec: i.363.5 9.2.1
const LARGEST_SDU: Bytes = Bytes::new(65_535);
/// What an IP packet can hold beside its header and UDP's.
const LARGEST_PAYLOAD: Bytes = Bytes::new(65_507);

pub(super) fn check(scenario: &Scenario, issues: &mut Issues) {
    let duration = scenario.duration;
    let in_range = !duration.is_zero() && duration <= LONGEST;
    issues.unless(in_range, "duration", duration, &format!("give a time above 0, up to {LONGEST}"));
    let rule = format!("give a time below the duration ({duration})");
    issues.unless(scenario.warmup < duration || !in_range, "warmup", scenario.warmup, &rule);
    switch(&scenario.switch, issues);
    atm(&scenario.atm, "atm", issues);
    contract(&scenario.atm, issues);
    settings(&scenario.abr.check(), "abr", issues);
    admission(&scenario.admission, issues);
    signalling(scenario.signalling.processing, "signalling.processing", issues);
    adapter(&scenario.adapter, "adapter", issues);
    forwarding(scenario.router.rate, "router.rate", issues);
    processing(scenario.host.send_processing, "host.send_processing", issues);
    processing(scenario.host.receive_processing, "host.receive_processing", issues);
    if let Some(queue) = scenario.host.receive_queue {
        packets(queue, "host.receive_queue", issues);
    }
    if let Some(settings) = &scenario.host.uplink {
        uplink(settings, "host.uplink", issues);
    }
    flow(&scenario.flow, duration, issues);
    for (field, value, rule) in scenario.tcp.check() {
        issues.push(Issue::new(format!("tcp.{field}"), format!("\"{value}\""), rule));
    }
    udp(&scenario.udp, |key| format!("udp.{key}"), issues);
    cells(&scenario.cells, "cells", issues);
    web(&scenario.web, "web", issues);
    issues.unless(scenario.limits.events > 0, "limits.events", scenario.limits.events, "give 1 or more");
    let memory = scenario.limits.memory;
    issues.unless(memory >= LEAST_MEMORY, "limits.memory", memory, &format!("give {LEAST_MEMORY} or more"));
}

fn switch(switch: &SwitchDefaults, issues: &mut Issues) {
    buffer(switch.buffer, "switch.buffer", issues);
    settings(&switch.drop.check(switch.buffer), "switch.drop", issues);
    if let Some(threshold) = switch.clp1_threshold {
        clp1_threshold(threshold, switch.buffer, "switch.clp1_threshold", issues);
    }
    architecture(&switch.architecture, "switch.architecture", issues);
    vs_queue(switch.vs_queue, "switch.vs_queue", issues);
    if let Some(rule) = &switch.rate_rule {
        settings(&rule.check(), "switch.rate_rule", issues);
    }
}

/// What a model found wrong with its settings, which stand at `path`.
pub(super) fn settings(found: &[ConfigIssue], path: &str, issues: &mut Issues) {
    for ConfigIssue { field, value, rule } in found {
        issues.push(Issue::new(format!("{path}.{field}"), value, rule.as_str()));
    }
}

pub(super) fn adapter(adapter: &AdapterDefaults, path: &str, issues: &mut Issues) {
    buffer(adapter.buffer, &format!("{path}.buffer"), issues);
    settings(&adapter.drop.check(adapter.buffer), &format!("{path}.drop"), issues);
}

pub(super) fn forwarding(rate: ForwardingRate, path: &str, issues: &mut Issues) {
    if let ForwardingRate::Cells(rate) = rate
        && let Some(rule) = rate_rule(rate)
    {
        issues.push(Issue::new(path, format!("\"{rate}\""), format!("{rule}, or \"line\"")));
    }
}

pub(super) fn architecture(architecture: &Architecture, path: &str, issues: &mut Issues) {
    match architecture {
        Architecture::OutputBuffered(_) => {}
        Architecture::TwoStage(two_stage) => {
            if let Some(rule) = rate_rule(two_stage.fabric_rate) {
                let value = format!("\"{}\"", two_stage.fabric_rate);
                issues.push(Issue::new(format!("{path}.fabric_rate"), value, rule));
            }
            buffer(two_stage.fabric_buffer, &format!("{path}.fabric_buffer"), issues);
            let drop = two_stage.fabric_drop.check(two_stage.fabric_buffer);
            settings(&drop, &format!("{path}.fabric_drop"), issues);
        }
        Architecture::SharedMemory(shared) => shared_memory(shared, path, issues),
        Architecture::Crossbar(crossbar) => {
            buffer(crossbar.crosspoint_buffer, &format!("{path}.crosspoint_buffer"), issues);
        }
    }
}

fn shared_memory(shared: &SharedMemory, path: &str, issues: &mut Issues) {
    let SharedMemory { memory, alpha, .. } = *shared;
    issues.unless(!memory.is_zero(), &format!("{path}.memory"), memory, "give 1 cell or more");
    if !(alpha > 0.0 && alpha <= MOST_ALPHA) {
        let rule = format!("give a number above 0 and at most {MOST_ALPHA}");
        issues.push(Issue::new(format!("{path}.alpha"), alpha, rule));
    }
}

pub(super) fn cells(cells: &CellsSettings, path: &str, issues: &mut Issues) {
    settings(&cells.source.check(), &format!("{path}.source"), issues);
}

pub(super) fn web(web: &WebSettings, path: &str, issues: &mut Issues) {
    for found in web.check() {
        issues.push(Issue::new(format!("{path}.{}", found.field), found.value, found.rule));
    }
}

/// A buffer that holds nothing could not pass a cell on while another is in transmission.
pub(super) fn buffer(buffer: Capacity, path: &str, issues: &mut Issues) {
    issues.unless(buffer != Capacity::Limited(Cells::ZERO), path, buffer, "give 1 cell or more");
}

pub(super) fn clp1_threshold(threshold: Cells, buffer: Capacity, path: &str, issues: &mut Issues) {
    let fits = !threshold.is_zero() && threshold.get() <= buffer.cells_or_max();
    let rule = match buffer {
        Capacity::Limited(buffer) => format!("give 1 cell up to the size of the buffer, {buffer}"),
        Capacity::Unlimited => "give 1 cell or more".to_owned(),
    };
    issues.unless(fits, path, threshold, &rule);
}

pub(super) fn packets(packets: u32, path: &str, issues: &mut Issues) {
    if !(1..=MOST_PACKETS).contains(&packets) {
        issues.push(Issue::new(path, packets, format!("give a whole number from 1 to {MOST_PACKETS}")));
    }
}

/// The packet queue of a host.
pub(super) fn uplink(settings: &UplinkSettings, path: &str, issues: &mut Issues) {
    for (field, value, rule) in settings.check() {
        issues.push(Issue::new(format!("{path}.{field}"), format!("\"{value}\""), rule));
    }
}

pub(super) fn signalling(processing: Span, path: &str, issues: &mut Issues) {
    issues.unless(
        processing <= LONGEST_PROCESSING,
        path,
        processing,
        &format!("give {LONGEST_PROCESSING} or less"),
    );
}

fn admission(admission: &AdmissionSettings, issues: &mut Issues) {
    let AdmissionSettings { cell_loss_ratio, link_share, .. } = *admission;
    if !(cell_loss_ratio > 0.0 && cell_loss_ratio < 1.0) {
        let rule = "give a number above 0 and below 1";
        issues.push(Issue::new("admission.cell_loss_ratio", cell_loss_ratio, rule));
    }
    if !(link_share > 0.0 && link_share <= 1.0) {
        issues.push(Issue::new("admission.link_share", link_share, "give a number above 0 and at most 1"));
    }
}

pub(super) fn vs_queue(cells: Cells, path: &str, issues: &mut Issues) {
    issues.unless(!cells.is_zero(), path, cells, "give 1 cell or more");
}

pub(super) fn atm(atm: &AtmDefaults, path: &str, issues: &mut Issues) {
    if !(1..=MOST_WEIGHT).contains(&atm.weight) {
        let rule = format!("give a whole number from 1 to {MOST_WEIGHT}");
        issues.push(Issue::new(format!("{path}.weight"), atm.weight, rule));
    }
    if let Some(queue) = atm.driver_queue {
        packets(queue, &format!("{path}.driver_queue"), issues);
    }
    let fits = !atm.max_sdu.is_zero() && atm.max_sdu <= LARGEST_SDU;
    let rule = format!("give 1 byte up to {LARGEST_SDU}");
    issues.unless(fits, &format!("{path}.max_sdu"), atm.max_sdu, &rule);
    if let Some(timeout) = atm.reassembly_timeout {
        issues.unless(
            !timeout.is_zero(),
            &format!("{path}.reassembly_timeout"),
            timeout,
            "give a time above 0, or leave it out for no timeout",
        );
    }
}

/// The contract of `[atm]`, and the category for which it is.
fn contract(atm: &AtmDefaults, issues: &mut Issues) {
    let Some(contract) = &atm.contract else { return };
    settings(&contract.check(), "atm.contract", issues);
    // Category "ubr" may be the default: then it is that of the contract.
    if atm.category != Category::Ubr && !contract.kind().categories().contains(&atm.category) {
        let value = format!("{:?}", contract.kind().name());
        let rule = format!("is no contract for a connection of category {:?}", atm.category.name());
        issues.push(Issue::new("atm.contract.kind", value, rule));
    }
}

pub(super) fn processing(processing: Processing, path: &str, issues: &mut Issues) {
    let rule = format!("give {LONGEST_PROCESSING} or less");
    match processing {
        Processing::Constant(span) => issues.unless(span <= LONGEST_PROCESSING, path, span, &rule),
        Processing::Uniform { min, max } => {
            issues.unless(max <= LONGEST_PROCESSING, &format!("{path}.max"), max, &rule);
            issues.unless(min <= max, &format!("{path}.min"), min, &format!("give at most max ({max})"));
        }
        Processing::BySize { base, per_byte, jitter } => {
            issues.unless(base <= LONGEST_PROCESSING, &format!("{path}.base"), base, &rule);
            let largest = per_byte * LARGEST_SDU.get();
            let rule = format!("give a time such that {LARGEST_SDU} take {LONGEST_PROCESSING} or less");
            issues.unless(largest <= LONGEST_PROCESSING, &format!("{path}.per_byte"), per_byte, &rule);
            let rule = format!("give at most base ({base})");
            issues.unless(jitter <= base, &format!("{path}.jitter"), jitter, &rule);
        }
    }
}

fn flow(flow: &FlowDefaults, duration: Span, issues: &mut Issues) {
    start(flow.start, "flow.start", duration, issues);
    size(flow.size, "flow.size", issues);
    if let Some(stop) = flow.stop {
        let rule = format!("give a time after the start ({})", flow.start);
        issues.unless(stop > flow.start, "flow.stop", stop, &rule);
    }
}

pub(super) fn start(start: Span, path: &str, duration: Span, issues: &mut Issues) {
    let rule = format!("give a time before the end of the run ({duration})");
    // A duration of 0 has its own issue.
    issues.unless(start < duration || duration.is_zero(), path, start, &rule);
}

pub(super) fn size(size: Size, path: &str, issues: &mut Issues) {
    issues.unless(size != Size::Limited(Bytes::ZERO), path, size, "give 1 byte or more, or \"unlimited\"");
}

/// The rules of UDP settings; `path` gives the path of one of their keys.
pub(super) fn udp(settings: &UdpSettings, path: impl Fn(&str) -> String, issues: &mut Issues) {
    let fits = !settings.payload.is_zero() && settings.payload <= LARGEST_PAYLOAD;
    let rule = format!("give 1 byte up to {LARGEST_PAYLOAD}, what an IP packet can hold");
    issues.unless(fits, &path("payload"), settings.payload, &rule);
    if let UdpRate::Data(rate) = settings.rate {
        issues.unless(!rate.is_zero(), &path("rate"), rate, "give a rate above 0, or \"line\"");
    }
    let (buffer, payload) = (settings.socket_buffer, settings.payload);
    let rule = format!("give at least the payload ({payload})");
    issues.unless(buffer >= payload || !fits, &path("socket_buffer"), buffer, &rule);
}
