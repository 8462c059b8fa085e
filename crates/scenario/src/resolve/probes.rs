//! Probes: names to what is watched, and what the recorded series would take.

use std::collections::BTreeMap;

use cellwise_packet::discipline::DisciplineConfig;
use cellwise_units::{Span, Time};

use super::Resolver;
use super::abr::controlled_ports;
use super::targets::ALL;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::network::{
    FlowIndex, LostCells, NodeKind, PacketBacklog, Port, PortQueue, PortVc, Probe, Vc, VcIndex, Watched,
    Window,
};
use crate::probes::{PROBES, ProbeKind, Quantity};
use crate::schema::{
    BacklogProbe, BusyProbe, CellsProbe, DelaysProbe, ErrorsProbe, FlowProbe, Keep, LossesProbe,
    OccupancyProbe, OneOrMany, PacketsProbe, ProbabilityProbe, QueueProbe, Sampled, SegmentsProbe,
    SojournProbe, TransmittedProbe, VcProbe,
};

/// Octets that one recorded sample takes: a time and a value.
const SAMPLE_BYTES: u128 = 16;
/// More probes than this are taken for a mistake.
const MOST_PROBES: usize = 1_000_000;

impl<'s> Resolver<'s> {
    pub(super) fn probes(&mut self) {
        let mut kinds: Vec<&ProbeKind> = PROBES.iter().collect();
        // Results have the series of one type of table together.
        kinds.sort_by_key(|kind| PROBES.iter().position(|first| first.table == kind.table));
        let probes = &self.graph.probes;
        for kind in kinds {
            (kind.resolve)(self, probes);
        }
        self.check_once();
        self.check_memory();
    }

    /// Sees to the tables of one key of `[probes]`, each with its path.
    pub(crate) fn tables<T>(
        &mut self,
        key: &str,
        tables: Option<&OneOrMany<T>>,
        mut see: impl FnMut(&mut Self, &T, &str),
    ) {
        for (index, table) in growing("tables of probes", tables.into_iter().flat_map(OneOrMany::tables)) {
            let path = match index {
                Some(index) => format!("probes.{key}[{index}]"),
                None => format!("probes.{key}"),
            };
            see(self, table, &path);
        }
    }

    /// Adds the series of the objects that the tables of one key name.
    pub(crate) fn series<T: Sampled, W>(
        &mut self,
        key: &str,
        tables: Option<&OneOrMany<T>>,
        find: impl Fn(&mut Self, &T, &str) -> Vec<W>,
        quantity: impl Fn(W) -> Quantity,
    ) {
        self.tables(key, tables, |resolver, table, path| {
            let every = table.every();
            if let Some(every) = every {
                resolver.issues.unless(!every.is_zero(), format_args!("{path}.every"), every, T::PERIODS);
            }
            for watched in growing("probes", find(resolver, table, path)) {
                let quantity = quantity(watched);
                let name = format!("{key} {}", quantity.target(&resolver.network));
                resolver.add(Probe { name, quantity, every }, path);
            }
        });
    }

    fn add(&mut self, probe: Probe, path: &str) {
        if self.network.probes.len() < MOST_PROBES {
            self.network.probes.push(probe);
        } else {
            let rule = format!("makes more than {MOST_PROBES} probes; name fewer");
            self.issues.push(Issue::absent(path, rule));
        }
    }

    pub(crate) fn queues(&mut self, table: &QueueProbe, path: &str) -> Vec<PortQueue> {
        let keep = table.keep;
        if keep == Keep::Most && table.every.is_none() {
            let rule = "is missing; give the period of which the most is kept, or leave out `keep`";
            self.issues.push(Issue::absent(format!("{path}.every"), rule));
        }
        self.ports_of(&table.port, path).into_iter().map(|port| PortQueue { port, keep }).collect()
    }

    pub(crate) fn sending_ports(&mut self, table: &TransmittedProbe, path: &str) -> Vec<Port> {
        self.ports_of(&table.port, path)
    }

    /// The ports behind which there is noise.
    pub(crate) fn noisy_ports(&mut self, table: &ErrorsProbe, path: &str) -> Vec<Port> {
        let is_all = table.port == ALL;
        let mut ports = if is_all { self.all_ports() } else { self.ports_of(&table.port, path) };
        let named = ports.len();
        ports.retain(|(link, end)| self.network.links[link.get()].directions[*end].errors.is_some());
        if ports.len() < named && !is_all {
            let rule = "has no noise behind it; give its link errors";
            self.issues.push(Issue::new(format!("{path}.port"), format!("{:?}", table.port), rule));
        }
        ports
    }

    /// The ports at which packets wait.
    pub(crate) fn waiting_ports(&mut self, table: &SojournProbe, path: &str) -> Vec<Port> {
        self.packet_ports_of(&table.port, path)
    }

    /// The packet ports, of which each has a line behind it.
    pub(crate) fn lined_ports(&mut self, table: &BusyProbe, path: &str) -> Vec<Port> {
        self.packet_ports_of(&table.port, path)
    }

    /// What waits at ports: of all flows together, or of those that pass them.
    pub(crate) fn backlogs(&mut self, table: &BacklogProbe, path: &str) -> Vec<PacketBacklog> {
        let ports = self.packet_ports_of(&table.port, path);
        let Some(name) = &table.flow else {
            return ports.into_iter().map(|port| PacketBacklog { port, flow: None }).collect();
        };
        let flows = self.any_flows_of(name, path);
        let pairs = ports.iter().flat_map(|&port| flows.iter().map(move |&flow| (port, flow)));
        let found: Vec<PacketBacklog> = growing("probes", pairs)
            .filter(|&(port, flow)| self.network.waits_at(flow, port))
            .map(|(port, flow)| PacketBacklog { port, flow: Some(flow) })
            .collect();
        if found.is_empty() && !ports.is_empty() && !flows.is_empty() && name != ALL {
            let rule = format!("has no packets that wait at port {}", table.port);
            self.issues.push(Issue::new(format!("{path}.flow"), format!("{name:?}"), rule));
        }
        found
    }

    /// The packet ports whose discipline has a probability of drops.
    pub(crate) fn probable_ports(&mut self, table: &ProbabilityProbe, path: &str) -> Vec<Port> {
        let mut ports = self.packet_ports_of(&table.port, path);
        let named = ports.len();
        ports.retain(|(link, end)| self.network.links[link.get()].directions[*end].has_drop_probability());
        if ports.len() < named && table.port != ALL {
            let known: Vec<&str> = DisciplineConfig::all()
                .iter()
                .filter(|discipline| discipline.has_drop_probability())
                .map(DisciplineConfig::name)
                .collect();
            let rule = format!(
                "has a queue whose discipline has no probability of drops; {} have one",
                known.join(", ")
            );
            self.issues.push(Issue::new(format!("{path}.port"), format!("{:?}", table.port), rule));
        }
        ports
    }

    /// The ports that connections pass.
    pub(crate) fn passed_ports(&mut self, table: &OccupancyProbe, path: &str) -> Vec<PortVc> {
        let passes = |_: &Self, vc: &Vc, (link, _): Port| vc.hops.iter().any(|hop| hop.link == link);
        self.port_vcs(table, path, passes, "does not pass port")
    }

    /// The ports of which the rate rules write explicit rates for connections.
    pub(crate) fn ruled_ports(&mut self, table: &OccupancyProbe, path: &str) -> Vec<PortVc> {
        let is_ruled = |resolver: &Self, vc: &Vc, port: Port| {
            let queue = &resolver.network.links[port.0.get()].directions[port.1].queue;
            let has_rule = queue.as_ref().is_some_and(|queue| queue.rate_rule.is_some());
            has_rule && controlled_ports(vc).any(|controlled| controlled == port)
        };
        self.port_vcs(table, path, is_ruled, "has no ABR source whose cells pass a rate rule at port")
    }

    /// Connections in ports where there is something to record; `nothing` is said of a connection without any.
    fn port_vcs(
        &mut self,
        table: &OccupancyProbe,
        path: &str,
        is_there: impl Fn(&Self, &Vc, Port) -> bool,
        nothing: &str,
    ) -> Vec<PortVc> {
        let ports = self.ports_of(&table.port, path);
        let vcs = self.vcs_of(&table.vc, path);
        let pairs = vcs.iter().flat_map(|&vc| ports.iter().map(move |&port| PortVc { port, vc }));
        let found: Vec<PortVc> = growing("probes", pairs)
            .filter(|pair| is_there(self, &self.network.vcs[pair.vc.get()], pair.port))
            .collect();
        if found.is_empty() && !ports.is_empty() && !vcs.is_empty() && table.vc != ALL {
            let rule = format!("{nothing} {}", table.port);
            self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", table.vc), rule));
        }
        found
    }

    /// The connections with an ABR source at the first end.
    pub(crate) fn abr_sources(&mut self, table: &VcProbe, path: &str) -> Vec<VcIndex> {
        self.first_ends(table, path, |_, vc| vc.abr.is_some(), "is not of category \"abr\"")
    }

    /// The connections with an adapter of their own at the first end.
    pub(crate) fn adapters(&mut self, table: &VcProbe, path: &str) -> Vec<VcIndex> {
        let has_adapter = |resolver: &Self, vc: &Vc| {
            let [first, _] = resolver.ends_of(&vc.hops);
            vc.abr.is_some() || matches!(resolver.network.nodes[first.get()].kind, NodeKind::Router(_))
        };
        let rule = "has no adapter of its own: it is neither of category \"abr\" nor begins at a router";
        self.first_ends(table, path, has_adapter, rule)
    }

    /// Connections at whose first ends there is something to record; `nothing` is said of one without.
    fn first_ends(
        &mut self,
        table: &VcProbe,
        path: &str,
        is_there: impl Fn(&Self, &Vc) -> bool,
        nothing: &str,
    ) -> Vec<VcIndex> {
        let mut vcs = self.vcs_of(&table.vc, path);
        let named = vcs.len();
        vcs.retain(|vc| is_there(self, &self.network.vcs[vc.get()]));
        if vcs.len() < named && table.vc != ALL {
            self.issues.push(Issue::new(format!("{path}.vc"), format!("{:?}", table.vc), nothing));
        }
        vcs
    }

    pub(crate) fn tcp_flows(&mut self, table: &FlowProbe, path: &str) -> Vec<FlowIndex> {
        self.flows_of(&table.flow, path)
    }

    /// The cells that are lost at a port, or anywhere.
    pub(crate) fn record_losses(&mut self, table: &LossesProbe, path: &str) {
        if table.port == ALL {
            self.network.records.losses = LostCells::Everywhere;
            return;
        }
        let port = self.port_of(&table.port, path);
        if let LostCells::Ports(known) = &mut self.network.records.losses {
            known.extend(port);
        }
    }

    pub(crate) fn record_segments(&mut self, table: &SegmentsProbe, path: &str) {
        let flows = self.flows_of(&table.flow, path);
        self.network.records.segments.extend(flows);
    }

    pub(crate) fn record_delays(&mut self, table: &DelaysProbe, path: &str) {
        let flows = self.any_flows_of(&table.flow, path);
        self.network.records.delays.extend(flows);
    }

    /// The cells that are offered to a port, or to every port of a switch.
    pub(crate) fn record_cells(&mut self, table: &CellsProbe, path: &str) {
        let CellsProbe { port: name, from, until, limit } = table;
        let window = self.window("cells", (*from, *until, *limit), path);
        for port in self.ports_of(name, path) {
            let is_new = self.network.records.cells.insert(port, window).is_none();
            self.check_new_window("cells", port, is_new);
        }
    }

    /// The packets that arrive at a packet port, or at every one.
    pub(crate) fn record_packets(&mut self, table: &PacketsProbe, path: &str) {
        let PacketsProbe { port: name, from, until, limit } = table;
        let window = self.window("packets", (*from, *until, *limit), path);
        for port in self.packet_ports_of(name, path) {
            let is_new = self.network.records.packets.insert(port, window).is_none();
            self.check_new_window("packets", port, is_new);
        }
    }

    /// What of a port is recorded one by one: since when, until when if not to the end, and how much.
    fn window(&mut self, key: &str, (from, until, limit): (Span, Option<Span>, u64), path: &str) -> Window {
        let duration = self.network.duration;
        let rule = format_args!("give a time before the end of the run ({duration})");
        self.issues.unless(from < duration, format_args!("{path}.from"), from, rule);
        if let Some(until) = until {
            let rule = format_args!("give a time after probes.{key}.from ({from}), or leave it out");
            self.issues.unless(until > from, format_args!("{path}.until"), until, rule);
        }
        let until = until.map_or(Time::NEVER, |until| Time::ZERO + until);
        Window { from: Time::ZERO + from, until, limit }
    }

    fn check_new_window(&mut self, key: &str, port: Port, is_new: bool) {
        if !is_new {
            let rule = format!("records {:?} more than once; once is enough", port.name(&self.network));
            self.issues.push(Issue::absent(format!("probes.{key}"), rule));
        }
    }

    /// Two series of one name could not be distinguished.
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
