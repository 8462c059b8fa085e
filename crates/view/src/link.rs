//! Links and their directions.

use cellwise_packet::discipline::DisciplineConfig;
use cellwise_scenario::{self as scenario, Network};
use serde::Serialize;

use crate::Queue;

/// A link.
#[derive(Clone, Debug, Serialize)]
pub struct Link<'n> {
    /// Its name.
    pub name: &'n str,
    /// `atm`, or the name of the framing of its packets.
    pub kind: &'static str,
    /// What each end sends: the first to the last, and the last to the first.
    pub directions: [Direction<'n>; 2],
}

/// One direction of a link, and the port that feeds it.
#[derive(Clone, Debug, Serialize)]
pub struct Direction<'n> {
    /// The sending port, as results name it.
    pub port: &'n str,
    /// The node that sends.
    pub sender: &'n str,
    /// The node that receives.
    pub receiver: &'n str,
    /// Rate, in bit/s; of cells with their headers, or of packets with their framing on a packet link.
    pub rate_bps: u64,
    /// Propagation delay, in seconds.
    pub delay_s: f64,
    /// The model of its noise; `None` without noise.
    pub noise: Option<&'static str>,
    /// The discipline of the packet queue in front of it; `None` without one.
    pub discipline: Option<&'static str>,
    /// The queue of the port, if it is a switch's.
    pub queue: Option<Queue<'n>>,
}

impl<'n> Link<'n> {
    pub(crate) fn of(network: &'n Network, link: &'n scenario::Link) -> Self {
        let kind = link.kind.name();
        Self { name: &link.name, kind, directions: [0, 1].map(|end| Direction::of(network, link, end)) }
    }
}

impl<'n> Direction<'n> {
    fn of(network: &'n Network, link: &'n scenario::Link, end: usize) -> Self {
        let [sender, receiver] = [end, 1 - end].map(|end| &*network.nodes[link.ends[end].get()].name);
        let sent = &link.directions[end];
        Self {
            port: &sent.port_name,
            sender,
            receiver,
            rate_bps: sent.rate.get(),
            delay_s: sent.delay.as_secs_f64(),
            noise: sent.errors.as_ref().map(|errors| errors.name()),
            discipline: sent.packet_queue.as_deref().map(DisciplineConfig::name),
            queue: sent.queue.as_deref().map(Queue::of),
        }
    }
}
