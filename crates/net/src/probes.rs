//! Probes: what is recorded over time, and where to find the records after the run.

use cellwise_scenario::{Network, Quantity, Target};

use crate::endpoint::Observed;
use crate::recorder::Recorder;
use crate::world::World;

/// Where a probe's record is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProbeHandle {
    /// A port, and the position among its queue records.
    Queue(usize, usize),
    /// A port, and the position among its occupancy records.
    Occupancy(usize, usize),
    /// A host, an end point, and the position among its records.
    Endpoint(usize, usize, usize),
    /// The target has no such quantity: a UDP flow has no window.
    Nothing,
}

/// Adds the probes of a network to its world; one handle per probe.
pub(crate) fn add_probes(world: &mut World, network: &Network) -> Vec<ProbeHandle> {
    let mut handles = Vec::new();
    for probe in &network.probes {
        let recorder = Recorder::new(probe.every);
        handles.push(match probe.target {
            Target::Port { link, end } => {
                let port = 2 * link.get() + end;
                ProbeHandle::Queue(port, world.ports[port].record_queue(recorder))
            }
            Target::PortVc { link, end, vc } => {
                let port = 2 * link.get() + end;
                match world.hop_of(port, vc.get()) {
                    Some(hop) => {
                        ProbeHandle::Occupancy(port, world.ports[port].record_occupancy(hop, recorder))
                    }
                    None => ProbeHandle::Nothing,
                }
            }
            Target::Flow(flow) => observe_sender(world, flow.get(), probe.quantity, recorder),
        });
    }
    handles
}

fn observe_sender(world: &mut World, flow: usize, quantity: Quantity, recorder: Recorder) -> ProbeHandle {
    let observed = match quantity {
        Quantity::Cwnd => Observed::Cwnd,
        Quantity::Ssthresh => Observed::Ssthresh,
        Quantity::Sequence => Observed::Sequence,
        Quantity::Acknowledgment => Observed::Acknowledgment,
        Quantity::Queue | Quantity::Occupancy => return ProbeHandle::Nothing,
    };
    if world.flows[flow].kind != "tcp" {
        return ProbeHandle::Nothing;
    }
    let (host, endpoint) = world.flows[flow].ends[0];
    let index = world.hosts[host].endpoints[endpoint].record(observed, recorder);
    ProbeHandle::Endpoint(host, endpoint, index)
}
