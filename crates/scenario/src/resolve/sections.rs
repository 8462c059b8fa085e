//! The rules of the sections, apart from the graph.

use cellwise_apps::Gaps;
use cellwise_apps::web::WebSettings;
use cellwise_atm::Category;
use cellwise_atm::traffic::{CellSourceConfig, Unit};
use cellwise_units::{Capacity, Cells, ConfigIssue, Span};

use super::issues::Issues;
use super::packets;
use crate::issue::Issue;
use crate::rules::{LARGEST_SDU, LONGEST_PROCESSING};
use crate::schema::{
    AdapterDefaults, Architecture, AtmDefaults, CellsSettings, FlowDefaults, Processing, Scenario,
    SwitchDefaults, UdpRate, UdpSettings,
};

pub(super) fn check(scenario: &Scenario, issues: &mut Issues) {
    let duration = scenario.duration;
    let rule = format_args!("give a time below the duration ({duration})");
    issues.unless(scenario.warmup < duration, "warmup", scenario.warmup, rule);
    switch(&scenario.switch, issues);
    contract(&scenario.atm, issues);
    settings(&scenario.abr.check(), "abr", issues);
    adapter(&scenario.adapter, "adapter", issues);
    processing(scenario.host.send_processing, "host.send_processing", issues);
    processing(scenario.host.receive_processing, "host.receive_processing", issues);
    flow(&scenario.flow, duration, issues);
    packets::models(scenario.tcp.check(), "tcp", issues);
    udp(&scenario.udp, |key| format!("udp.{key}"), issues);
    cells(&scenario.cells, "cells", issues);
    web(&scenario.web, "web", issues);
}

fn switch(switch: &SwitchDefaults, issues: &mut Issues) {
    settings(&switch.drop.check(switch.buffer), "switch.drop", issues);
    if let Some(threshold) = switch.clp1_threshold {
        clp1_threshold(threshold, switch.buffer, "switch.clp1_threshold", issues);
    }
    architecture(&switch.architecture, "switch.architecture", issues);
    if let Some(rule) = &switch.rate_rule {
        settings(&rule.check(), "switch.rate_rule", issues);
    }
}

/// The mistakes that a model found in its settings, which are at `path`.
pub(super) fn settings(found: &[ConfigIssue], path: &str, issues: &mut Issues) {
    for ConfigIssue { field, value, rule } in found {
        issues.push(Issue::new(format!("{path}.{field}"), value, rule.as_str()));
    }
}

pub(super) fn adapter(adapter: &AdapterDefaults, path: &str, issues: &mut Issues) {
    settings(&adapter.drop.check(adapter.buffer), &format!("{path}.drop"), issues);
}

pub(super) fn architecture(architecture: &Architecture, path: &str, issues: &mut Issues) {
    if let Architecture::TwoStage(two_stage) = architecture {
        let drop = two_stage.fabric_drop.check(two_stage.fabric_buffer);
        settings(&drop, &format!("{path}.fabric_drop"), issues);
    }
}

pub(super) fn cells(cells: &CellsSettings, path: &str, issues: &mut Issues) {
    settings(&cells.source.check(Unit::CELL), &format!("{path}.source"), issues);
}

pub(super) fn web(web: &WebSettings, path: &str, issues: &mut Issues) {
    settings(&web.check(), path, issues);
}

/// A threshold that no queue reaches.
pub(super) fn clp1_threshold(threshold: Cells, buffer: Capacity, path: &str, issues: &mut Issues) {
    let rule = format_args!("give at most the size of the buffer, {buffer}");
    issues.unless(threshold.get() <= buffer.cells_or_max(), path, threshold, rule);
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
    match processing {
        Processing::Constant(_) => {}
        Processing::Uniform { min, max } => {
            issues.unless(
                min <= max,
                format_args!("{path}.min"),
                min,
                format_args!("give at most max ({max})"),
            );
        }
        Processing::BySize { base, per_byte, jitter } => {
            let largest = per_byte * LARGEST_SDU.get();
            let rule = format_args!("give a time such that {LARGEST_SDU} take {LONGEST_PROCESSING} or less");
            issues.unless(largest <= LONGEST_PROCESSING, format_args!("{path}.per_byte"), per_byte, rule);
            let rule = format_args!("give at most base ({base})");
            issues.unless(jitter <= base, format_args!("{path}.jitter"), jitter, rule);
        }
    }
}

fn flow(flow: &FlowDefaults, duration: Span, issues: &mut Issues) {
    start(flow.start, "flow.start", duration, issues);
    if let Some(stop) = flow.stop {
        let rule = format_args!("give a time after the start ({})", flow.start);
        issues.unless(stop > flow.start, "flow.stop", stop, rule);
    }
}

pub(super) fn start(start: Span, path: &str, duration: Span, issues: &mut Issues) {
    let rule = format_args!("give a time before the end of the run ({duration})");
    issues.unless(start < duration, path, start, rule);
}

/// The rules of UDP settings; `path` gives the path of one of their keys.
pub(super) fn udp(settings: &UdpSettings, path: impl Fn(&str) -> String, issues: &mut Issues) {
    let (buffer, payload) = (settings.socket_buffer, settings.payload);
    let rule = format_args!("give at least the payload ({payload})");
    issues.unless(buffer >= payload, path("socket_buffer"), buffer, rule);
    for found in settings.gap_s.iter().flat_map(|gap| Gaps::check(gap, "gap_s")) {
        let key = found.field.strip_prefix("gap_s").unwrap_or_default();
        issues.push(Issue::new(format!("{}{key}", path("gap_s")), found.value, found.rule));
    }
    if let Some(source) = &settings.source {
        self::settings(&source.check(settings.unit()), &path("source"), issues);
        if matches!(source, CellSourceConfig::Greedy(_)) {
            let rule = "give another pattern: a greedy source waits for the adapter of an ABR connection to take cells";
            issues.push(Issue::new(path("source.pattern"), "\"greedy\"", rule));
        }
    }
    let given = [
        ("rate", settings.rate != UdpRate::Line),
        ("gap_s", settings.gap_s.is_some()),
        ("source", settings.source.is_some()),
    ];
    let given: Vec<&str> = given.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key).collect();
    if let [first, .., last] = given[..] {
        let rule = format!("says when datagrams leave, as {first} does; give one of them");
        issues.push(Issue::absent(path(last), rule));
    }
}
