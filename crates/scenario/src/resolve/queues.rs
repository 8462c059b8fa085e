//! The queues of switch ports: the port's own keys, else the node's, else the defaults.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_units::{Capacity, Cells};

use super::issues::Issues;
use super::sections;
use crate::issue::Issue;
use crate::network::QueueSettings;
use crate::schema::{NodeEntry, PortEntry, SwitchDefaults};

/// The queue at the end of a link, or of all links without keys of their own.
pub(super) fn queue(
    defaults: &SwitchDefaults,
    node: Option<&NodeEntry>,
    link: Option<&str>,
) -> QueueSettings {
    let port = node.zip(link).and_then(|(node, link)| node.ports.as_ref()?.get(link));
    macro_rules! given {
        ($key:ident) => {
            port.and_then(|port| port.$key.as_ref()).or(node.and_then(|node| node.$key.as_ref()))
        };
    }
    QueueSettings {
        buffer: *given!(buffer).unwrap_or(&defaults.buffer),
        reserved: given!(reserved).unwrap_or(&defaults.reserved).by_category(),
        drop: given!(drop).unwrap_or(&defaults.drop).clone(),
        clp1_threshold: given!(clp1_threshold).or(defaults.clp1_threshold.as_ref()).copied(),
        occupancy: *given!(occupancy).unwrap_or(&defaults.occupancy),
        scheduler: *given!(scheduler).unwrap_or(&defaults.scheduler),
        rate_rule: given!(rate_rule).or(defaults.rate_rule.as_ref()).cloned(),
    }
}

/// The queues that a switch and its ports describe.
pub(super) fn check_switch(defaults: &SwitchDefaults, entry: &NodeEntry, path: &str, issues: &mut Issues) {
    let of_node = queue(defaults, Some(entry), None);
    let given = Given {
        buffer: entry.buffer,
        drop: entry.drop.as_ref(),
        clp1_threshold: entry.clp1_threshold,
        rate_rule: entry.rate_rule.as_ref(),
    };
    check(&of_node, &given, path, issues);
    for (link, port) in entry.ports.iter().flatten() {
        let of_port = queue(defaults, Some(entry), Some(link));
        check(&of_port, &Given::at(port), &format!("{path}.ports.{link}"), issues);
    }
}

/// The keys that are given at one place.
struct Given<'e> {
    buffer: Option<Capacity>,
    drop: Option<&'e DropPolicyConfig>,
    clp1_threshold: Option<Cells>,
    rate_rule: Option<&'e RateRuleConfig>,
}

impl<'e> Given<'e> {
    fn at(port: &'e PortEntry) -> Self {
        Self {
            buffer: port.buffer,
            drop: port.drop.as_ref(),
            clp1_threshold: port.clp1_threshold,
            rate_rule: port.rate_rule.as_ref(),
        }
    }
}

/// Checks a queue of which some keys were given at `path`; the rest was checked at its place.
fn check(queue: &QueueSettings, given: &Given<'_>, path: &str, issues: &mut Issues) {
    if let Some(rule) = given.rate_rule {
        sections::settings(&rule.check(), &format!("{path}.rate_rule"), issues);
    }
    if let Some(threshold) = queue.clp1_threshold
        && (given.clp1_threshold.is_some() || given.buffer.is_some())
    {
        sections::clp1_threshold(threshold, queue.buffer, &format!("{path}.clp1_threshold"), issues);
    }
    if given.buffer.is_none() && given.drop.is_none() {
        return;
    }
    for found in queue.drop.check(queue.buffer) {
        issues.push(match given.drop {
            Some(_) => Issue::new(format!("{path}.drop.{}", found.field), found.value, found.rule),
            None => {
                let rule = format!("the drop policy's {} is {}: {}", found.field, found.value, found.rule);
                Issue::new(format!("{path}.buffer"), format!("\"{}\"", queue.buffer), rule)
            }
        });
    }
}
