//! Probes: what is recorded over time, and where to find the records after the run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_scenario::{Network, Probe, Quantity, Target};

use crate::element::port::Watched;
use crate::element::{Element, Noise};
use crate::elements::Elements;
use crate::endpoint::Observed;
use crate::ids::{EndpointId, FlowId, HostId, Id, PortId};
use crate::recorder::Recorder;
use crate::segments::SegmentLog;

/// Where a probe's record is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProbeHandle {
    /// A port, and the position among its records.
    Port(PortId, usize),
    /// The noise of a line, and the position among its records.
    Noise(Id<Noise>, usize),
    /// A host, an end point, and the position among its records.
    Endpoint(HostId, EndpointId, usize),
    /// The target has no such quantity: a UDP flow has no window.
    Nothing,
}

/// Adds the probes of a network to its world; one handle per probe.
pub(crate) fn add_probes(
    net: &mut Elements,
    network: &Network,
    behind: &BTreeMap<PortId, Vec<Element>>,
    owing: &Arc<AtomicBool>,
) -> Vec<ProbeHandle> {
    if !network.records.losses.is_none() {
        net.log_losses();
    }
    for flow in &network.records.segments {
        let (host, endpoint) = net.flows[FlowId::at(flow.get())].ends[0];
        net.hosts[host].endpoints[endpoint].log = Some(SegmentLog::default());
    }
    network.probes.iter().map(|probe| add_probe(net, probe, behind, owing)).collect()
}

fn add_probe(
    net: &mut Elements,
    probe: &Probe,
    behind: &BTreeMap<PortId, Vec<Element>>,
    owing: &Arc<AtomicBool>,
) -> ProbeHandle {
    let recorder = Recorder::new(probe.every).flagging(owing);
    let found = match probe.target {
        Target::Port { link, end } if probe.quantity == Quantity::Errors => {
            let stages = behind.get(&PortId::of_link(link.get(), end));
            return observe_noise(net, stages.map_or(&[], Vec::as_slice), recorder);
        }
        Target::Port { link, end } if probe.quantity == Quantity::MostQueue => {
            Some((PortId::of_link(link.get(), end), Watched::MostQueue))
        }
        Target::Port { link, end } if probe.quantity == Quantity::Transmitted => {
            Some((PortId::of_link(link.get(), end), Watched::Transmitted))
        }
        Target::Port { link, end } => Some((PortId::of_link(link.get(), end), Watched::Queue)),
        Target::PortVc { link, end, vc } => {
            let port = PortId::of_link(link.get(), end);
            let hop = net.hop_of(port, vc.get());
            hop.map(|hop| match probe.quantity {
                Quantity::Er => (port, Watched::ExplicitRate(net.hops[hop].lane)),
                _ => (port, Watched::Vc(net.hops[hop].lane)),
            })
        }
        Target::Vc(vc) => match probe.quantity {
            Quantity::Ccr => net.first_adapter(vc.get()).map(|adapter| (adapter, Watched::CurrentRate)),
            Quantity::Acr => net.first_adapter(vc.get()).map(|adapter| (adapter, Watched::AllowedRate)),
            _ => net.first_port(vc.get()).map(|port| (port, Watched::Queue)),
        },
        Target::Flow(flow) => return observe_sender(net, FlowId::at(flow.get()), probe.quantity, recorder),
    };
    let Some((port, watched)) = found else { return ProbeHandle::Nothing };
    ProbeHandle::Port(port, net.ports[port].record(watched, recorder))
}

fn observe_noise(net: &mut Elements, stages: &[Element], recorder: Recorder) -> ProbeHandle {
    let find = |stage: &Element| if let Element::Noise(noise) = stage { Some(*noise) } else { None };
    let Some(noise) = stages.iter().find_map(find) else { return ProbeHandle::Nothing };
    ProbeHandle::Noise(noise, net.stages.noises[noise].record(recorder))
}

fn observe_sender(net: &mut Elements, flow: FlowId, quantity: Quantity, recorder: Recorder) -> ProbeHandle {
    let observed = match quantity {
        Quantity::Cwnd => Observed::Cwnd,
        Quantity::Ssthresh => Observed::Ssthresh,
        Quantity::Sequence => Observed::Sequence,
        Quantity::Acknowledgment => Observed::Acknowledgment,
        Quantity::Queue
        | Quantity::MostQueue
        | Quantity::Occupancy
        | Quantity::Acr
        | Quantity::Ccr
        | Quantity::Er
        | Quantity::Adapter
        | Quantity::Transmitted
        | Quantity::Errors => {
            return ProbeHandle::Nothing;
        }
    };
    if net.flows[flow].kind != "tcp" {
        return ProbeHandle::Nothing;
    }
    let (host, endpoint) = net.flows[flow].ends[0];
    let index = net.hosts[host].endpoints[endpoint].record(observed, recorder);
    ProbeHandle::Endpoint(host, endpoint, index)
}
