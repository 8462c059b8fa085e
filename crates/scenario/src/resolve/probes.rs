//! Probes: names to targets, and what the recorded series would take.

use std::collections::BTreeMap;

use cellwise_units::Span;

use super::Resolver;
use crate::issue::Issue;
use crate::network::{FlowIndex, FlowKind, LinkIndex, Probe, Quantity, Target, VcIndex};
use crate::schema::{FlowProbe, OccupancyProbe, OneOrMany, QueueProbe};

/// Octets that one recorded sample takes: a time and a value.
const SAMPLE_BYTES: u128 = 16;
/// More probes than this are taken for a mistake.
const MOST_PROBES: usize = 1_000_000;
/// Stands for every element of a kind.
const ALL: &str = "*";

type Port = (LinkIndex, usize);

impl<'s> Resolver<'s> {
    pub(super) fn probes(&mut self) {
        let probes = &self.graph.probes;
        for (path, probe) in tables("queue", probes.queue.as_ref()) {
            self.queue_probe(probe, &path);
        }
        for (path, probe) in tables("occupancy", probes.occupancy.as_ref()) {
            self.occupancy_probe(probe, &path);
        }
        for (quantity, probes) in [
            (Quantity::Cwnd, &probes.cwnd),
            (Quantity::Ssthresh, &probes.ssthresh),
            (Quantity::Sequence, &probes.sequence),
            (Quantity::Acknowledgment, &probes.acknowledgment),
        ] {
            for (path, probe) in tables(quantity.name(), probes.as_ref()) {
                self.flow_probe(quantity, probe, &path);
            }
        }
        self.check_once();
        self.check_memory();
    }

    fn queue_probe(&mut self, probe: &QueueProbe, path: &str) {
        self.check_every(probe.every, path);
        for port in self.ports_of(&probe.port, path) {
            let (link, end) = port;
            let name = format!("queue {}", self.port_name(port));
            self.add(name, Quantity::Queue, Target::Port { link, end }, probe.every, path);
        }
    }

    fn occupancy_probe(&mut self, probe: &OccupancyProbe, path: &str) {
        self.check_every(probe.every, path);
        let ports = self.ports_of(&probe.port, path);
        let vcs = self.vcs_of(&probe.vc, path);
        let mut found = false;
        for vc in &vcs {
            let links: Vec<LinkIndex> = self.network.vcs[vc.get()].hops.iter().map(|hop| hop.link).collect();
            for &(link, end) in ports.iter().filter(|(link, _)| links.contains(link)) {
                found = true;
                let vc_name = &self.network.vcs[vc.get()].name;
                let name = format!("occupancy {} {vc_name}", self.port_name((link, end)));
                self.add(name, Quantity::Occupancy, Target::PortVc { link, end, vc: *vc }, probe.every, path);
            }
        }
        if !found && !ports.is_empty() && !vcs.is_empty() && probe.vc != ALL {
            let rule = format!("does not pass port {}", probe.port);
            self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", probe.vc), rule));
        }
    }

    fn flow_probe(&mut self, quantity: Quantity, probe: &FlowProbe, path: &str) {
        self.check_every(probe.every, path);
        for flow in self.flows_of(&probe.flow, path) {
            let name = format!("{} {}", quantity.name(), self.network.flows[flow.get()].name);
            self.add(name, quantity, Target::Flow(flow), probe.every, path);
        }
    }

    fn add(&mut self, name: String, quantity: Quantity, target: Target, every: Option<Span>, path: &str) {
        if self.network.probes.len() == MOST_PROBES {
            let rule = format!("makes more than {MOST_PROBES} probes; name fewer");
            self.issues.push(Issue::absent(path, rule));
            return;
        }
        if self.network.probes.len() < MOST_PROBES {
            self.network.probes.push(Probe { name, quantity, target, every });
        }
    }

    fn check_every(&mut self, every: Option<Span>, path: &str) {
        if let Some(every) = every {
            let rule = "give a time above 0, or leave it out to record every change";
            self.issues.unless(!every.is_zero(), &format!("{path}.every"), every, rule);
        }
    }

    fn ports_of(&mut self, name: &str, path: &str) -> Vec<Port> {
        if name == ALL {
            let links = self.network.links.iter().enumerate();
            return links
                .flat_map(|(index, link)| [0, 1].map(|end| (LinkIndex(index), end, link)))
                .filter(|(_, end, link)| link.directions[*end].queue.is_some())
                .map(|(index, end, _)| (index, end))
                .collect();
        }
        if let Some(port) = self.ports.get(name) {
            return vec![*port];
        }
        if self.links.values().all(Option::is_some) {
            let is_nic = |port: &&str| port.ends_with(".nic");
            let ports = || self.ports.keys().map(String::as_str);
            let known = ports().filter(|port| !is_nic(port)).chain(ports().filter(is_nic));
            self.issues.push(Issue::unknown_name(format!("{path}.port"), name, "port", known));
        }
        Vec::new()
    }

    fn vcs_of(&mut self, name: &str, path: &str) -> Vec<VcIndex> {
        if name == ALL {
            return (0..self.network.vcs.len()).map(VcIndex).collect();
        }
        if let Some(vc) = self.vcs.get(name) {
            return vc.iter().copied().collect();
        }
        let known = self.graph.vcs.keys().map(String::as_str);
        self.issues.push(Issue::unknown_name(format!("{path}.vc"), name, "virtual connection", known));
        Vec::new()
    }

    fn flows_of(&mut self, name: &str, path: &str) -> Vec<FlowIndex> {
        let is_tcp = |flow: &FlowIndex| matches!(self.network.flows[flow.get()].kind, FlowKind::Tcp { .. });
        if name == ALL {
            return (0..self.network.flows.len()).map(FlowIndex).filter(is_tcp).collect();
        }
        let path = format!("{path}.flow");
        match self.flows.get(name) {
            Some(flow) if flow.is_none_or(|flow| is_tcp(&flow)) => flow.iter().copied().collect(),
            Some(_) => {
                self.issues.push(Issue::new(path, format!("{name:?}"), "is not a TCP flow"));
                Vec::new()
            }
            None => {
                let known = self.graph.flows.keys().map(String::as_str);
                self.issues.push(Issue::unknown_name(path, name, "flow", known));
                Vec::new()
            }
        }
    }

    fn port_name(&self, (link, end): Port) -> &str {
        &self.network.links[link.get()].directions[end].port_name
    }

    /// Two series of one name could not be told apart.
    fn check_once(&mut self) {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for probe in &self.network.probes {
            *count.entry(&probe.name).or_default() += 1;
        }
        for (name, count) in count.into_iter().filter(|(_, count)| *count > 1) {
            let quantity = name.split(' ').next().unwrap_or(name);
            let rule = format!("records {name:?} {count} times; once is enough");
            self.issues.push(Issue::absent(format!("probes.{quantity}"), rule));
        }
    }

    /// The samples that are certain to be recorded must fit the memory that the run may take.
    fn check_memory(&mut self) {
        let duration = u128::from(self.network.duration.get());
        let periods =
            self.network.probes.iter().filter_map(|probe| probe.every).filter(|every| !every.is_zero());
        let samples: u128 = periods.map(|every| duration / u128::from(every.get()) + 1).sum();
        let (bytes, limit) = (samples * SAMPLE_BYTES, self.network.limits.memory);
        if bytes > u128::from(limit.get()) {
            let rule = format!(
                "would record {samples} samples, {bytes} bytes, which is more than limits.memory ({limit}); \
                 sample less often or fewer quantities"
            );
            self.issues.push(Issue::absent("probes", rule));
        }
    }
}

/// The tables of one key of `[probes]`, each with its path.
fn tables<'p, T>(key: &str, probes: Option<&'p OneOrMany<T>>) -> Vec<(String, &'p T)> {
    let tables = probes.into_iter().flat_map(OneOrMany::tables);
    tables
        .map(|(index, table)| match index {
            Some(index) => (format!("probes.{key}[{index}]"), table),
            None => (format!("probes.{key}"), table),
        })
        .collect()
}
