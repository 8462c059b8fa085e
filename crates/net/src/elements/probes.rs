//! Probes: what is recorded over time, and where to find the records after the run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_scenario::{
    FlowIndex, Keep, Network, PacketBacklog, Port, PortQueue, PortVc, Probe, Quantity, VcIndex,
};
use cellwise_tcp::Sender;

use crate::data::ids::{EndpointId, FlowId, HostId, Id, PacketPortId, PortId};
use crate::data::recorder::Recorder;
use crate::data::segments::SegmentLog;
use crate::element::port::Watched;
use crate::element::{Element, Noise, PacketWatched};
use crate::elements::Elements;
use crate::host::endpoint::SenderValue;

/// Where a probe's record is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProbeHandle {
    /// A port, and the position among its records.
    Port(PortId, usize),
    /// A packet port, and the position among its records.
    PacketPort(PacketPortId, usize),
    /// The noise of a line, and the position among its records.
    Noise(Id<Noise>, usize),
    /// A host, an end point, and the position among its records.
    Endpoint(HostId, EndpointId, usize),
}

/// The elements at the ports of links, by port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<'p> {
    /// The elements behind them.
    pub(crate) behind: &'p BTreeMap<PortId, Vec<Element>>,
    /// The packet ports.
    pub(crate) packet_ports: &'p BTreeMap<PortId, PacketPortId>,
}

/// Adds the probes of a network to its world; one handle per probe.
pub(crate) fn add_probes(
    net: &mut Elements,
    network: &Network,
    places: Places<'_>,
    outstanding: &Arc<AtomicBool>,
) -> Vec<ProbeHandle> {
    if !network.records.losses.is_none() {
        net.log_losses();
    }
    for flow in &network.records.segments {
        let (host, endpoint) = net.flows[FlowId::at(flow.get())].ends[0];
        net.hosts[host].endpoints[endpoint].log = Some(SegmentLog::default());
    }
    network.probes.iter().map(|probe| add_probe(net, probe, places, outstanding)).collect()
}

fn add_probe(
    net: &mut Elements,
    probe: &Probe,
    places: Places<'_>,
    outstanding: &Arc<AtomicBool>,
) -> ProbeHandle {
    let recorder = Recorder::new(probe.every).flagging(outstanding);
    let at = |(link, end): Port| PortId::of_link(link.get(), end);
    let lane = |of: PortVc| net.lane_in(at(of.port), of.vc.get());
    let adapter = |vc: VcIndex| net.first_port(vc.get());
    let (port, watched) = match probe.quantity {
        Quantity::Queue(PortQueue { port, keep: Keep::Last }) => (at(port), Watched::Queue),
        Quantity::Queue(PortQueue { port, keep: Keep::Most }) => (at(port), Watched::MostQueue),
        Quantity::Transmitted(port) => (at(port), Watched::Transmitted),
        Quantity::Occupancy(of) => (at(of.port), Watched::Vc(lane(of))),
        Quantity::Er(of) => (at(of.port), Watched::ExplicitRate(lane(of))),
        Quantity::Adapter(vc) => (adapter(vc), Watched::Queue),
        Quantity::Acr(vc) => (adapter(vc), Watched::AllowedRate),
        Quantity::Ccr(vc) => (adapter(vc), Watched::CurrentRate),
        Quantity::Cwnd(flow) => return observe(net, flow, recorder, |sender| sender.cwnd() as f64),
        Quantity::Ssthresh(flow) => return observe(net, flow, recorder, ssthresh),
        Quantity::Sequence(flow) => {
            return observe(net, flow, recorder, |sender| sender.snd_nxt_offset() as f64);
        }
        Quantity::Acknowledgment(flow) => {
            return observe(net, flow, recorder, |sender| sender.snd_una_offset() as f64);
        }
        Quantity::Errors(port) => return observe_noise(net, &places.behind[&at(port)], recorder),
        Quantity::Sojourn(port) => {
            return observe_packets(net, places.packet_ports[&at(port)], PacketWatched::Sojourn, recorder);
        }
        Quantity::Backlog(PacketBacklog { port, flow }) => {
            let watched = PacketWatched::Packets(flow.map(flow_id));
            return observe_packets(net, places.packet_ports[&at(port)], watched, recorder);
        }
        Quantity::BacklogBytes(PacketBacklog { port, flow }) => {
            let watched = PacketWatched::Octets(flow.map(flow_id));
            return observe_packets(net, places.packet_ports[&at(port)], watched, recorder);
        }
        Quantity::DropProbability(port) => {
            let watched = PacketWatched::DropProbability;
            return observe_packets(net, places.packet_ports[&at(port)], watched, recorder);
        }
        Quantity::Busy(port) => {
            return observe_packets(net, places.packet_ports[&at(port)], PacketWatched::Busy, recorder);
        }
    };
    ProbeHandle::Port(port, net.ports[port].record(watched, recorder))
}

fn flow_id(flow: FlowIndex) -> FlowId {
    FlowId::at(flow.get())
}

fn observe_packets(
    net: &mut Elements,
    port: PacketPortId,
    watched: PacketWatched,
    recorder: Recorder,
) -> ProbeHandle {
    ProbeHandle::PacketPort(port, net.packet_ports[port].statistics.record(watched, recorder))
}

fn observe_noise(net: &mut Elements, stages: &[Element], recorder: Recorder) -> ProbeHandle {
    let find = |stage: &Element| if let Element::Noise(noise) = stage { Some(*noise) } else { None };
    let noise = stages.iter().find_map(find).expect("there is noise behind the port");
    ProbeHandle::Noise(noise, net.stages.noises[noise].record(recorder))
}

fn observe(net: &mut Elements, flow: FlowIndex, recorder: Recorder, value: SenderValue) -> ProbeHandle {
    let (host, endpoint) = net.flows[FlowId::at(flow.get())].ends[0];
    ProbeHandle::Endpoint(host, endpoint, net.hosts[host].endpoints[endpoint].record(value, recorder))
}

fn ssthresh(sender: &Sender) -> f64 {
    if sender.ssthresh() == u64::MAX { f64::INFINITY } else { sender.ssthresh() as f64 }
}
