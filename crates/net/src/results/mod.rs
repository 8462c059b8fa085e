//! What came of a run: columns with their units in their names, series, and the audit.

mod calls;
mod cells;
mod columns;
mod delays;
mod flows;
mod hosts;
mod losses;
mod noise;
mod packet_records;
mod pages;
mod pings;
mod policers;
mod ports;
mod queues;
mod segments;
mod shapers;
mod size;
mod subject;
mod texts;
mod vcs;
mod waiting;

use cellwise_scenario::Probe;
use cellwise_units::Time;

pub use cells::PortRecords;
pub use columns::{Column, Table, Values};
pub(crate) use subject::Subject;
pub use texts::Texts;
pub use waiting::Waiting;

use crate::circuit::Role;
use crate::data::audit::Audit;
use crate::data::error::RunError;
use crate::data::ids::{List, PortId};
use crate::data::train::Train;
use crate::element::port::Port;
use crate::elements::Elements;
use crate::world::World;

/// Why a run ended before its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The limit, as path and rule.
    pub limit: String,
    /// The simulated time reached, in seconds.
    pub at_s: f64,
}

/// The record of one probe.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The probe's name.
    pub name: String,
    /// What was recorded, such as `queue`.
    pub quantity: &'static str,
    /// The port, flow, or port and virtual connection.
    pub target: String,
    /// The unit of the values.
    pub unit: &'static str,
    /// Instants, in picoseconds since the start.
    pub times_ps: Vec<u64>,
    /// Values at those instants.
    pub values: Vec<f64>,
}

/// Everything that a run gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// One row per flow.
    pub flows: Table,
    /// One row per direction of a virtual connection.
    pub vcs: Table,
    /// One row per output port.
    pub ports: Table,
    /// One row per host.
    pub hosts: Table,
    /// One row per noisy direction of a link.
    pub noise: Table,
    /// How many noisy periods of a direction errored how many cells.
    pub error_bursts: Table,
    /// One row per policer.
    pub policers: Table,
    /// One row per shaper.
    pub shapers: Table,
    /// One row per packet port.
    pub packet_ports: Table,
    /// One row per queue of a packet port through which something went.
    pub queues: Table,
    /// One row per switched virtual connection.
    pub calls: Table,
    /// One row per web page.
    pub pages: Table,
    /// One row per echo request.
    pub pings: Table,
    /// One row per run of lost cells, if a probe asks for them.
    pub losses: Option<Table>,
    /// One row per segment and acknowledgment at senders, if a probe asks for them.
    pub segments: Option<Table>,
    /// How many packets had which delay, if a probe asks for it.
    pub delays: Option<Table>,
    /// The cells that were offered to ports, if a probe asks for them.
    pub offered: Option<PortRecords>,
    /// The packets that arrived at packet ports, if a probe asks for them.
    pub coming: Option<PortRecords>,
    /// One record per probe.
    pub series: Vec<Series>,
    /// Conservation of cells.
    pub audit: Audit,
    /// Conservation of packets on packet links.
    pub packet_audit: Audit,
    /// Cells handled at the ports of links.
    pub cells: u64,
    /// Cells handled inside nodes: at adapters, at fabrics, and in the FIFOs of routers.
    pub inner_cells: u64,
    /// Calendar entries handled.
    pub events: u64,
    /// Simulated time, in seconds.
    pub simulated_s: f64,
    /// The measured part of it: without the warm-up, in seconds.
    pub measured_s: f64,
    /// The TCP flows that wait for their retransmission timers at the end, if all do that have something to send.
    pub waiting: Vec<Waiting>,
    /// Why the run ended early, if it did.
    pub stopped: Option<Stopped>,
}

impl Outcome {
    /// All tables, by name.
    #[must_use]
    pub fn tables(&self) -> [(&'static str, &Table); 13] {
        [
            ("flows", &self.flows),
            ("vcs", &self.vcs),
            ("ports", &self.ports),
            ("hosts", &self.hosts),
            ("noise", &self.noise),
            ("error_bursts", &self.error_bursts),
            ("policers", &self.policers),
            ("shapers", &self.shapers),
            ("packet_ports", &self.packet_ports),
            ("queues", &self.queues),
            ("calls", &self.calls),
            ("pages", &self.pages),
            ("pings", &self.pings),
        ]
    }

    /// The same to have, for who needs nothing else of them; empty ones stay.
    #[must_use]
    pub fn take_tables(&mut self) -> [(&'static str, Table); 13] {
        let names = self.tables().map(|(name, _)| name);
        let tables = [
            &mut self.flows,
            &mut self.vcs,
            &mut self.ports,
            &mut self.hosts,
            &mut self.noise,
            &mut self.error_bursts,
            &mut self.policers,
            &mut self.shapers,
            &mut self.packet_ports,
            &mut self.queues,
            &mut self.calls,
            &mut self.pages,
            &mut self.pings,
        ];
        let mut taken = tables.map(std::mem::take).into_iter();
        names.map(|name| (name, taken.next().unwrap_or_default()))
    }
}

/// Closes the statistics of a world that has ended.
pub(crate) fn collect(
    subject: &Subject,
    mut world: World,
    stopped: Option<Stopped>,
) -> Result<Outcome, RunError> {
    let audit = balanced("cells", audit(&world))?;
    let packet_audit = balanced("packets", packet_audit(&world))?;
    // Only the audits ask what waits at ordering points.
    world.elements.merges = List::default();
    let end = world.end();
    let simulated_s = (end - Time::ZERO).as_secs_f64();
    let measured_s = (simulated_s - subject.warmup.as_secs_f64()).max(0.0);
    // Where nothing was measured there are no rates, also of earlier counts.
    let rated_s = if measured_s > 0.0 { measured_s } else { f64::NAN };
    let series = take_series(subject, &mut world.elements);
    let losses = losses::table(subject, &mut world.elements, end);
    let segments = segments::table(subject, &mut world.elements, end);
    let delays = delays::table(subject, &world.elements);
    let offered = cells::records(subject, &mut world.elements, end);
    let coming = packet_records::records(&mut world.elements, end);
    let flows = flows::table(subject, &world.elements, rated_s);
    let waiting = waiting::if_all(&world.elements, packet_audit.held, end);
    let elements = &world.elements;
    let mut outcome = Outcome {
        flows,
        vcs: Table::default(),
        ports: Table::default(),
        hosts: hosts::table(elements),
        noise: noise::table(elements),
        error_bursts: noise::bursts(elements),
        policers: policers::table(elements),
        shapers: shapers::table(elements),
        packet_ports: queues::ports(elements, end, rated_s),
        queues: queues::table(elements),
        calls: calls::table(subject, elements),
        pages: pages::table(subject, elements, end),
        pings: pings::table(subject, elements, end),
        losses,
        segments,
        delays,
        offered,
        coming,
        series,
        audit,
        packet_audit,
        cells: elements.cells_at(|port| is_of_link(elements, port)),
        inner_cells: elements.cells_at(|port| !is_of_link(elements, port)),
        events: world.events(),
        simulated_s,
        measured_s,
        waiting,
        stopped,
    };
    // The longest tables take the room of elements that no other needs.
    world.elements.hosts = List::default();
    outcome.vcs = vcs::table(subject, &world.elements, rated_s);
    let (ports, links_of_packets) =
        (std::mem::take(&mut world.elements.ports), std::mem::take(&mut world.elements.links_of_packets));
    drop(world);
    outcome.ports = ports::table(&ports, &links_of_packets, rated_s);
    Ok(outcome)
}

/// Whether a port sends onto a link.
fn is_of_link(net: &Elements, port: PortId) -> bool {
    port.link() < net.links_of_packets.len()
}

/// Counts all cells; packets on packet links are no cells.
fn audit(world: &World) -> Audit {
    let net = &world.elements;
    let circuits = || net.circuits.iter().filter(|circuit| circuit.role != Role::Packets);
    let is_packet = |train: &Train| net.is_of_packets(train.hop);
    let lost = net.ports.iter().map(|port| port.buffer().statistics.tally.lost.total()).sum::<u64>()
        + net.stages.lost()
        + net.packet_ports.iter().map(|port| port.lost_cells).sum::<u64>();
    let beyond = net.ports.iter().map(|port| port.buffer().statistics.marks.beyond_end).sum::<u64>()
        + net.stages.beyond_end()
        + world.beyond_end.cells;
    let streams = net.merges.iter().flat_map(|merge| &merge.streams);
    let pending = streams.map(|stream| stream.pending_cells(|train| !is_packet(train))).sum::<u64>();
    let queued = net.packet_ports.iter().map(|port| port.held(is_packet).1).sum::<u64>();
    Audit {
        sent: circuits().map(|circuit| circuit.sent.cells).sum(),
        duplicated: 0,
        delivered: circuits().map(|circuit| circuit.received.cells).sum(),
        lost,
        held: beyond + pending + queued + net.ports.iter().map(Port::held).sum::<u64>(),
    }
}

/// Counts all packets on packet links.
fn packet_audit(world: &World) -> Audit {
    let net = &world.elements;
    let circuits = || net.circuits.iter().filter(|circuit| circuit.role == Role::Packets);
    let is_packet = |train: &Train| net.is_of_packets(train.hop);
    let streams = net.merges.iter().flat_map(|merge| &merge.streams);
    let pending = streams.map(|stream| stream.pending_cells(is_packet)).sum::<u64>();
    let queued = net.packet_ports.iter().map(|port| port.held(is_packet).0).sum::<u64>();
    Audit {
        sent: circuits().map(|circuit| circuit.sent.frames).sum(),
        duplicated: net.packet_ports.iter().map(|port| port.duplicated_packets).sum(),
        delivered: circuits().map(|circuit| circuit.received.frames).sum(),
        lost: net.packet_ports.iter().map(|port| port.lost_packets).sum(),
        held: world.beyond_end.packets + pending + queued,
    }
}

/// The series of all probes, in their order.
fn take_series(subject: &Subject, net: &mut Elements) -> Vec<Series> {
    let series_of = |probe: &Probe| Series {
        name: probe.name.clone(),
        quantity: probe.quantity.name(),
        target: probe.name.split_once(' ').map_or("", |(_, target)| target).to_owned(),
        unit: probe.quantity.unit(),
        times_ps: Vec::new(),
        values: Vec::new(),
    };
    let mut series: Vec<Series> = subject.probes.iter().map(series_of).collect();
    for recorder in net.recorders() {
        let record = &mut series[recorder.probe];
        (record.times_ps, record.values) = recorder.take_series();
    }
    series
}

/// Refuses counts of which one is missing or too many.
fn balanced(what: &'static str, counts: Audit) -> Result<Audit, RunError> {
    if counts.sent + counts.duplicated == counts.delivered + counts.lost + counts.held {
        Ok(counts)
    } else {
        Err(RunError::Audit { what, counts })
    }
}
