//! How much the tables of a run will take, so that a limit of memory leaves room for them.

use std::mem::size_of;

use cellwise_scenario::{Network, Records};
use cellwise_units::Time;

use crate::data::ids::FlowId;
use crate::data::losses::Loss;
use crate::data::segments::SegmentEvent;
use crate::element::{ComingPacket, OfferedCell};
use crate::elements::Elements;

/// Octets that are taken at most, in addition to the record itself, to make a row of it: the row, its key, its numbers,
/// and each of its words.
const LOSS: u64 = 5 * size_of::<Loss>() as u64 + 9 * 8 + 6 * WORD;
const CELL: u64 = 2 * size_of::<(Time, OfferedCell)>() as u64 + 6 * 8 + 6 * WORD;
const PACKET: u64 = 2 * size_of::<(Time, ComingPacket)>() as u64 + 5 * 8 + 6 * WORD;
const SEGMENT: u64 = 2 * size_of::<SegmentEvent>() as u64 + 3 * 8 + 2 * WORD;
/// The number of a row's word, and its place in a list in Python. The word itself is not counted: as words are names of
/// elements, a column has at most one for each element, which takes about 130 octets where its element takes thousands.
const WORD: u64 = 16;

/// Octets of the rows of a port, a direction of a virtual connection, a flow and a host.
const PORT: u64 = 500;
const CIRCUIT: u64 = 700;
const FLOW: u64 = 1_200;
const HOST: u64 = 200;
/// A series with its names, also in Python.
const SERIES: u64 = 1_500;

/// Octets that the tables take that have a row for each element of a network.
pub(super) fn octets_of_elements(network: &Network) -> u64 {
    let count = |length: usize, octets: u64| length as u64 * octets;
    count(2 * network.links.len(), PORT)
        + count(2 * network.vcs.len(), CIRCUIT)
        + count(network.flows.len(), FLOW)
        + count(network.nodes.len(), HOST)
}

/// Octets that so many series take in addition to their samples.
pub(super) fn octets_of_series(count: usize) -> u64 {
    count as u64 * SERIES
}

/// Octets that the tables take that have a row for each event that was recorded.
pub(super) fn octets_of_records(asked: &Records, net: &Elements) -> u64 {
    let losses = net.losses.as_ref().map_or(0, |losses| losses.rows.len());
    let cells: usize = net.watches.iter().map(|watch| watch.noted.rows.len()).sum();
    let packets: usize = net.packet_watches.iter().map(|watch| watch.noted.rows.len()).sum();
    let segments: usize = asked.segments.iter().map(|flow| segments_of(net, FlowId::at(flow.get()))).sum();
    losses as u64 * LOSS + cells as u64 * CELL + packets as u64 * PACKET + segments as u64 * SEGMENT
}

fn segments_of(net: &Elements, flow: FlowId) -> usize {
    let (host, endpoint) = net.flows[flow].ends[0];
    net.hosts[host].endpoints[endpoint].log.as_ref().map_or(0, |log| log.events.len())
}
