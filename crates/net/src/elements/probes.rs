//! Probes: what is recorded over time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_scenario::{
    FlowIndex, Keep, Network, PacketBacklog, Port, PortQueue, PortVc, Probe, Quantity, VcIndex,
};
use cellwise_tcp::Sender;

use crate::data::ids::{FlowId, PacketPortId, PortId};
use crate::data::recorder::Recorder;
use crate::data::segments::SegmentLog;
use crate::element::port::Watched;
use crate::element::{Element, PacketWatched};
use crate::elements::Elements;
use crate::host::endpoint::SenderValue;

/// The elements at the ports of links, by port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<'p> {
    /// The elements behind them.
    pub(crate) behind: &'p BTreeMap<PortId, Vec<Element>>,
    /// The packet ports.
    pub(crate) packet_ports: &'p BTreeMap<PortId, PacketPortId>,
}

/// Adds the probes of a network to its world.
pub(crate) fn add_probes(
    net: &mut Elements,
    network: &Network,
    places: Places<'_>,
    outstanding: &Arc<AtomicBool>,
) {
    if !network.records.losses.is_none() {
        net.log_losses();
    }
    for flow in &network.records.segments {
        let (host, endpoint) = net.flows[FlowId::at(flow.get())].ends[0];
        net.hosts[host].endpoints[endpoint].log = Some(SegmentLog::default());
    }
    for (number, probe) in network.probes.iter().enumerate() {
        let mut recorder = Recorder::new(number, probe.every);
        recorder.flag(outstanding);
        add_probe(net, probe, places, recorder);
    }
}

/// What a probe watches.
enum What {
    Port(PortId, Watched),
    Packets(Port, PacketWatched),
    Noise(Port),
    Sender(FlowIndex, SenderValue),
}

fn add_probe(net: &mut Elements, probe: &Probe, places: Places<'_>, recorder: Recorder) {
    let at = |(link, end): Port| PortId::of_link(link.get(), end);
    let lane = |of: PortVc| net.lane_in(at(of.port), of.vc.get());
    let adapter = |vc: VcIndex| net.first_port(vc.get());
    let of = |flow: Option<FlowIndex>| flow.map(|flow| FlowId::at(flow.get()));
    let what = match probe.quantity {
        Quantity::Queue(PortQueue { port, keep: Keep::Last }) => What::Port(at(port), Watched::Queue),
        Quantity::Queue(PortQueue { port, keep: Keep::Most }) => What::Port(at(port), Watched::MostQueue),
        Quantity::Transmitted(port) => What::Port(at(port), Watched::Transmitted),
        Quantity::Occupancy(of) => What::Port(at(of.port), Watched::Vc(lane(of))),
        Quantity::Er(of) => What::Port(at(of.port), Watched::ExplicitRate(lane(of))),
        Quantity::Adapter(vc) => What::Port(adapter(vc), Watched::Queue),
        Quantity::Acr(vc) => What::Port(adapter(vc), Watched::AllowedRate),
        Quantity::Ccr(vc) => What::Port(adapter(vc), Watched::CurrentRate),
        Quantity::Cwnd(flow) => What::Sender(flow, |sender| sender.cwnd() as f64),
        Quantity::Ssthresh(flow) => What::Sender(flow, ssthresh),
        Quantity::Sequence(flow) => What::Sender(flow, |sender| sender.snd_nxt_offset() as f64),
        Quantity::Acknowledgment(flow) => What::Sender(flow, |sender| sender.snd_una_offset() as f64),
        Quantity::Errors(port) => What::Noise(port),
        Quantity::Sojourn(port) => What::Packets(port, PacketWatched::Sojourn),
        Quantity::Backlog(PacketBacklog { port, flow }) => {
            What::Packets(port, PacketWatched::Packets(of(flow)))
        }
        Quantity::BacklogBytes(PacketBacklog { port, flow }) => {
            What::Packets(port, PacketWatched::Octets(of(flow)))
        }
        Quantity::DropProbability(port) => What::Packets(port, PacketWatched::DropProbability),
        Quantity::Busy(port) => What::Packets(port, PacketWatched::Busy),
    };
    match what {
        What::Port(port, watched) => net.ports[port].buffer_mut().record(watched, recorder),
        What::Packets(port, watched) => {
            net.packet_ports[places.packet_ports[&at(port)]].statistics.record(watched, recorder);
        }
        What::Noise(port) => {
            let find = |stage: &Element| if let Element::Noise(noise) = stage { Some(*noise) } else { None };
            let noise = places.behind[&at(port)].iter().find_map(find);
            let noise = noise.expect("there is noise behind the port");
            net.stages.noises[noise].record(recorder);
        }
        What::Sender(flow, value) => {
            let (host, endpoint) = net.flows[FlowId::at(flow.get())].ends[0];
            net.hosts[host].endpoints[endpoint].record(value, recorder);
        }
    }
}

fn ssthresh(sender: &Sender) -> f64 {
    if sender.ssthresh() == u64::MAX { f64::INFINITY } else { sender.ssthresh() as f64 }
}
