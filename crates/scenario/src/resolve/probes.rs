//! Probes: names to targets, and what the recorded series would take.

use std::collections::BTreeMap;

use cellwise_units::{Span, Time};

use super::Resolver;
use super::abr::controlled_ports;
use super::targets::{ALL, Port};
use crate::issue::Issue;
use crate::network::{CellWindow, LostCells, NodeKind, Probe, Quantity, Target, Vc, VcIndex};
use crate::schema::{
    CellsProbe, ErrorsProbe, FlowProbe, Keep, LossesProbe, OccupancyProbe, OneOrMany, QueueProbe,
    TransmittedProbe, VcProbe,
};

/// Octets that one recorded sample takes: a time and a value.
const SAMPLE_BYTES: u128 = 16;
/// More probes than this are taken for a mistake.
const MOST_PROBES: usize = 1_000_000;

impl<'s> Resolver<'s> {
    pub(super) fn probes(&mut self) {
        let probes = &self.graph.probes;
        for (path, probe) in tables("queue", probes.queue.as_ref()) {
            self.queue_probe(probe, &path);
        }
        for (quantity, probes) in [(Quantity::Occupancy, &probes.occupancy), (Quantity::Er, &probes.er)] {
            for (path, probe) in tables(quantity.name(), probes.as_ref()) {
                self.port_vc_probe(quantity, probe, &path);
            }
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
        for (quantity, probes) in
            [(Quantity::Acr, &probes.acr), (Quantity::Ccr, &probes.ccr), (Quantity::Adapter, &probes.adapter)]
        {
            for (path, probe) in tables(quantity.name(), probes.as_ref()) {
                self.vc_probe(quantity, probe, &path);
            }
        }
        for (path, probe) in tables("transmitted", probes.transmitted.as_ref()) {
            self.transmitted_probe(probe, &path);
        }
        for (path, probe) in tables("errors", probes.errors.as_ref()) {
            self.errors_probe(probe, &path);
        }
        for (path, probe) in tables("losses", probes.losses.as_ref()) {
            self.losses_probe(probe, &path);
        }
        for (path, probe) in tables("segments", probes.segments.as_ref()) {
            let flows = self.flows_of(&probe.flow, &path);
            self.network.records.segments.extend(flows);
        }
        for (path, probe) in tables("delays", probes.delays.as_ref()) {
            let flows = self.any_flows_of(&probe.flow, &path);
            self.network.records.delays.extend(flows);
        }
        for (path, probe) in tables("cells", probes.cells.as_ref()) {
            self.cells_probe(probe, &path);
        }
        self.check_once();
        self.check_memory();
    }

    /// The cells that are offered to a port, or to every port of a switch.
    fn cells_probe(&mut self, probe: &CellsProbe, path: &str) {
        let CellsProbe { port: name, from, until, limit } = probe;
        let duration = self.network.duration;
        let rule = format!("give a time before the end of the run ({duration})");
        self.issues.unless(*from < duration, &format!("{path}.from"), *from, &rule);
        if let Some(until) = until {
            let rule = format!("give a time after probes.cells.from ({from}), or leave it out");
            self.issues.unless(until > from, &format!("{path}.until"), *until, &rule);
        }
        let until = until.map_or(Time::NEVER, |until| Time::ZERO + until);
        let window = CellWindow { from: Time::ZERO + *from, until, limit: *limit };
        for port in self.ports_of(name, path) {
            if self.network.records.cells.insert(port, window).is_some() {
                let rule = format!("records {:?} more than once; once is enough", self.port_name(port));
                self.issues.push(Issue::absent("probes.cells", rule));
            }
        }
    }

    /// The cells that are lost at a port, or anywhere.
    fn losses_probe(&mut self, probe: &LossesProbe, path: &str) {
        if probe.port == ALL {
            self.network.records.losses = LostCells::Everywhere;
            return;
        }
        let ports = self.ports_of(&probe.port, path);
        if let LostCells::Ports(known) = &mut self.network.records.losses {
            known.extend(ports);
        }
    }

    fn queue_probe(&mut self, probe: &QueueProbe, path: &str) {
        self.check_every(probe.every, path);
        let quantity = match probe.keep {
            Keep::Last => Quantity::Queue,
            Keep::Most => Quantity::MostQueue,
        };
        if probe.keep == Keep::Most && probe.every.is_none() {
            let rule = "is missing; give the period of which the most is kept, or leave out `keep`";
            self.issues.push(Issue::absent(format!("{path}.every"), rule));
        }
        for port in self.ports_of(&probe.port, path) {
            let (link, end) = port;
            let name = format!("queue {}", self.port_name(port));
            self.add(name, quantity, Target::Port { link, end }, probe.every, path);
        }
    }

    fn transmitted_probe(&mut self, probe: &TransmittedProbe, path: &str) {
        let rule = "give a time above 0";
        self.issues.unless(!probe.every.is_zero(), &format!("{path}.every"), probe.every, rule);
        for port in self.ports_of(&probe.port, path) {
            let (link, end) = port;
            let name = format!("transmitted {}", self.port_name(port));
            self.add(name, Quantity::Transmitted, Target::Port { link, end }, Some(probe.every), path);
        }
    }

    /// The errored cells of one direction of a link, or of all that have an error model.
    fn errors_probe(&mut self, probe: &ErrorsProbe, path: &str) {
        let has_errors =
            |this: &Self, (link, end): Port| this.network.links[link.get()].directions[end].errors.is_some();
        let ports = if probe.port == ALL { self.all_ports() } else { self.ports_of(&probe.port, path) };
        for port in ports {
            let (link, end) = port;
            if has_errors(self, port) {
                let name = format!("errors {}", self.port_name(port));
                self.add(name, Quantity::Errors, Target::Port { link, end }, None, path);
            } else if probe.port != ALL {
                let rule = "has no noise behind it; give its link errors";
                self.issues.push(Issue::new(format!("{path}.port"), format!("{:?}", probe.port), rule));
            }
        }
    }

    /// A quantity of connections in ports: whichever of them pass, where there is something to record.
    fn port_vc_probe(&mut self, quantity: Quantity, probe: &OccupancyProbe, path: &str) {
        self.check_every(probe.every, path);
        let ports = self.ports_of(&probe.port, path);
        let vcs = self.vcs_of(&probe.vc, path);
        let mut found = false;
        for &vc in &vcs {
            let passed: Vec<Port> =
                ports.iter().copied().filter(|port| self.passes(quantity, vc, *port)).collect();
            for (link, end) in passed {
                found = true;
                let vc_name = &self.network.vcs[vc.get()].name;
                let name = format!("{} {} {vc_name}", quantity.name(), self.port_name((link, end)));
                self.add(name, quantity, Target::PortVc { link, end, vc }, probe.every, path);
            }
        }
        if !found && !ports.is_empty() && !vcs.is_empty() && probe.vc != ALL {
            let rule = match quantity {
                Quantity::Er => {
                    format!("has no ABR source whose cells pass a rate rule at port {}", probe.port)
                }
                _ => format!("does not pass port {}", probe.port),
            };
            self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", probe.vc), rule));
        }
    }

    /// Whether a quantity of a connection in a port can be recorded.
    fn passes(&self, quantity: Quantity, vc: VcIndex, (link, end): Port) -> bool {
        let vc = &self.network.vcs[vc.get()];
        match quantity {
            Quantity::Er => {
                let queue = &self.network.links[link.get()].directions[end].queue;
                let has_rule = queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some());
                has_rule && controlled_ports(vc).any(|port| port == (link, end))
            }
            _ => vc.hops.iter().any(|hop| hop.link == link),
        }
    }

    /// A quantity of connections at their first ends.
    fn vc_probe(&mut self, quantity: Quantity, probe: &VcProbe, path: &str) {
        self.check_every(probe.every, path);
        for vc in self.vcs_of(&probe.vc, path) {
            let rule = self.nothing_to_record(quantity, &self.network.vcs[vc.get()]);
            match rule {
                None => {
                    let name = format!("{} {}", quantity.name(), self.network.vcs[vc.get()].name);
                    self.add(name, quantity, Target::Vc(vc), probe.every, path);
                }
                Some(rule) if probe.vc != ALL => {
                    self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", probe.vc), rule));
                }
                Some(_) => {}
            }
        }
    }

    /// Why a quantity of a connection cannot be recorded.
    fn nothing_to_record(&self, quantity: Quantity, vc: &Vc) -> Option<&'static str> {
        let [first, _] = self.ends_of(&vc.hops);
        let at_router = matches!(self.network.nodes[first.get()].kind, NodeKind::Router(_));
        match quantity {
            _ if vc.abr.is_some() => None,
            Quantity::Adapter if at_router => None,
            Quantity::Adapter => {
                Some("has no adapter of its own: it is neither of category \"abr\" nor begins at a router")
            }
            _ => Some("is not of category \"abr\""),
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

    pub(super) fn port_name(&self, (link, end): Port) -> &str {
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
