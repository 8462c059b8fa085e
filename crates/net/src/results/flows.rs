//! The table of flows.

use std::borrow::Cow;

use cellwise_tcp::udp::UdpStats;
use cellwise_tcp::{ReceiverStats, SenderStats};
use cellwise_units::{Bytes, CELL_BYTES, PAYLOAD_BYTES, Time};

use super::columns::{Table, ratio};
use super::delays;
use super::subject::Subject;
use crate::data::delays::Delays;
use crate::data::ids::FlowId;
use crate::elements::Elements;
use crate::host::endpoint::{Counters, Endpoint, Transport};
use crate::host::web::Totals;

/// What a flow did in the measured time, whatever its protocol.
#[derive(Default)]
struct Row<'a> {
    name: &'a str,
    kind: &'a str,
    source: &'a str,
    destination: &'a str,
    vc: &'a str,
    payload_fraction: f64,
    delivered_bytes: u64,
    received_payload_bytes: u64,
    duplicate_bytes: u64,
    packets_sent: u64,
    packets_received: u64,
    sender: SenderStats,
    receiver: ReceiverStats,
    delays: Option<Cow<'a, Delays>>,
    times: Times,
}

/// The instants of a transfer.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    started: Option<Time>,
    sender_established: Option<Time>,
    /// The application's last write has returned.
    written: Option<Time>,
    acknowledged: Option<Time>,
    receiver_established: Option<Time>,
    /// The receiving application has seen the end.
    ended: Option<Time>,
}

impl Times {
    fn note(&mut self, endpoint: &Endpoint) {
        match &endpoint.transport {
            Transport::TcpSender(sender) => {
                self.started = endpoint.started_at;
                self.sender_established = sender.established_at();
                self.written = sender.written_at();
                self.acknowledged = sender.acknowledged_at();
            }
            Transport::TcpReceiver(receiver) => {
                self.receiver_established = receiver.established_at();
                self.ended = receiver.ended_at();
            }
            Transport::WebClient(_) => self.started = endpoint.started_at,
            _ => {}
        }
    }
}

/// One row per flow, over the measured time.
pub(crate) fn table(subject: &Subject, net: &Elements, measured_s: f64) -> Table {
    let rows = net.flows.ids().map(|flow| row(subject, net, flow));
    Table::in_parts(rows, |rows| columns(rows, measured_s))
}

fn columns(rows: &[Row<'_>], measured_s: f64) -> Table {
    let rate = |bytes: u64| bytes as f64 * 8.0 / measured_s;
    let mut table = Table::default();
    table.text("flow", rows, |row| row.name);
    table.text("kind", rows, |row| row.kind);
    table.text("source", rows, |row| row.source);
    table.text("destination", rows, |row| row.destination);
    table.text("vc", rows, |row| row.vc);
    table.real("throughput_bps", rows, |row| rate(row.delivered_bytes));
    table.real("goodput_bps", rows, |row| rate(row.received_payload_bytes - row.duplicate_bytes));
    table.count("delivered_bytes", rows, |row| row.delivered_bytes);
    table.real("payload_fraction", rows, |row| row.payload_fraction);
    table.count("segments_sent", rows, |row| row.packets_sent);
    table.count("segments_received", rows, |row| row.packets_received);
    table.count("retransmitted_segments", rows, |row| row.sender.retransmitted_segments);
    table.real("retransmission_ratio", rows, |row| {
        ratio(row.sender.retransmitted_segments, row.sender.segments_sent)
    });
    table.count("timeouts", rows, |row| row.sender.timeouts);
    table.count("fast_retransmits", rows, |row| row.sender.fast_retransmits);
    table.count("tail_loss_probes", rows, |row| row.sender.tail_loss_probes);
    table.count("undone_timeouts", rows, |row| row.sender.undone_timeouts);
    table.count("undone_recoveries", rows, |row| row.sender.undone_recoveries);
    table.count("ecn_reductions", rows, |row| row.sender.ecn_reductions);
    table.count("duplicate_segments", rows, |row| row.receiver.duplicate_segments);
    table.count("out_of_order_segments", rows, |row| row.receiver.out_of_order_segments);
    table.count("refused_segments", rows, |row| row.receiver.refused_segments);
    table.count("acks_sent", rows, |row| row.receiver.acks_sent);
    table.count("acks_carried", rows, |row| row.receiver.acks_carried);
    table.count("duplicate_acks", rows, |row| row.sender.duplicate_acks);
    // Packets under way at the edges of the measured time may make this slightly negative.
    table.real("packet_loss_ratio", rows, |row| {
        ratio(row.packets_sent.saturating_sub(row.packets_received), row.packets_sent)
    });
    add_times(&mut table, rows);
    delays::add_columns(&mut table, rows, |row| row.delays.as_deref());
    table
}

/// Instants of a transfer by TCP, warm-up included: not-a-number until they have come.
fn add_times(table: &mut Table, rows: &[Row<'_>]) {
    let seconds = |at: Option<Time>| at.map_or(f64::NAN, |at| at.ps() as f64 / 1e12);
    table.real("started_s", rows, |row| seconds(row.times.started));
    table.real("sender_established_s", rows, |row| seconds(row.times.sender_established));
    table.real("written_s", rows, |row| seconds(row.times.written));
    table.real("acknowledged_s", rows, |row| seconds(row.times.acknowledged));
    table.real("receiver_established_s", rows, |row| seconds(row.times.receiver_established));
    table.real("ended_s", rows, |row| seconds(row.times.ended));
}

fn row<'a>(subject: &'a Subject, net: &'a Elements, number: FlowId) -> Row<'a> {
    let flow = &net.flows[number];
    let [(source, from), (destination, to)] = flow.ends;
    let circuit = &net.circuits[flow.circuits[0]];
    let packet = Bytes::new(flow.full_payload_bytes + flow.header_bytes);
    let cells = if flow.kind == "cells" { 1 } else { circuit.encapsulation.cells_for(packet).get() };
    let wire_bytes = cells * CELL_BYTES;
    let mut row = Row {
        name: &flow.name,
        kind: flow.kind,
        source: &net.hosts[source].name,
        destination: &net.hosts[destination].name,
        vc: flow.vc.map_or("", |vc| &subject.vcs[vc].name),
        payload_fraction: flow.full_payload_bytes as f64 / wire_bytes as f64,
        delays: delays::of_flow(net, number),
        ..Row::default()
    };
    let endpoints = [&net.hosts[source].endpoints[from], &net.hosts[destination].endpoints[to]];
    for (end, endpoint) in endpoints.into_iter().enumerate() {
        fill(&mut row, endpoint, end);
        row.times.note(endpoint);
    }
    row
}

/// The counts of an end at the end of the warm-up; nothing without a warm-up.
macro_rules! before {
    ($baseline:expr, $pattern:pat => $counted:expr) => {
        match $baseline {
            Some($pattern) => $counted,
            _ => Default::default(),
        }
    };
}

/// Adds what one end, the source's or the destination's, counted from the end of the warm-up.
fn fill(row: &mut Row<'_>, endpoint: &Endpoint, end: usize) {
    let baseline = endpoint.baseline.as_deref();
    match endpoint.counters() {
        Counters::TcpSender(total) => {
            row.sender = total.since(&before!(baseline, Counters::TcpSender(before) => *before));
            row.packets_sent = row.sender.segments_sent;
        }
        Counters::TcpReceiver(total) => {
            row.receiver = total.since(&before!(baseline, Counters::TcpReceiver(before) => *before));
            row.packets_received = row.receiver.segments_received;
            row.delivered_bytes = row.receiver.delivered_octets;
            row.received_payload_bytes = row.receiver.received_octets;
            row.duplicate_bytes = row.receiver.duplicate_octets;
        }
        Counters::UdpSource { datagrams } => {
            row.packets_sent = datagrams - before!(baseline, Counters::UdpSource { datagrams } => *datagrams);
        }
        Counters::CellSource { cells } => {
            row.packets_sent = cells - before!(baseline, Counters::CellSource { cells } => *cells);
        }
        Counters::CellSink { cells } => {
            row.packets_received = cells - before!(baseline, Counters::CellSink { cells } => *cells);
            row.delivered_bytes = row.packets_received * PAYLOAD_BYTES;
            row.received_payload_bytes = row.delivered_bytes;
        }
        Counters::UdpSink(total) => {
            let before: UdpStats = before!(baseline, Counters::UdpSink(before) => *before);
            row.packets_received = total.datagrams - before.datagrams;
            row.delivered_bytes = total.octets - before.octets;
            row.received_payload_bytes = row.delivered_bytes;
        }
        Counters::Pinger { requests } => {
            row.packets_sent = requests - before!(baseline, Counters::Pinger { requests } => *requests);
        }
        Counters::Responder { requests } => {
            row.packets_received =
                requests - before!(baseline, Counters::Responder { requests } => *requests);
        }
        // The source's end comes first: what it has sent and what the destination's has got are the data.
        Counters::Outside(total) => {
            let before = before!(baseline, Counters::Outside(before) => *before);
            if end == 0 {
                row.packets_sent = total.packets_in - before.packets_in;
            } else {
                row.packets_received = total.packets_out - before.packets_out;
                row.delivered_bytes = total.octets_out - before.octets_out;
                row.received_payload_bytes = row.delivered_bytes;
            }
        }
        Counters::WebServer(total) => {
            fill_web(row, &total.since(&before!(baseline, Counters::WebServer(before) => **before)));
        }
        Counters::WebClient(total) => {
            let since = total.since(&before!(baseline, Counters::WebClient(before) => **before));
            fill_web(row, &since);
            // Octets are those of the responses.
            row.delivered_bytes = since.receiver.delivered_octets;
            row.received_payload_bytes = since.receiver.received_octets;
            row.duplicate_bytes = since.receiver.duplicate_octets;
        }
    }
}

/// Adds the segments of one end of a web flow: requests and responses count alike.
fn fill_web(row: &mut Row<'_>, since: &Totals) {
    row.sender.add(&since.sender);
    row.receiver.add(&since.receiver);
    row.packets_sent += since.sender.segments_sent;
    row.packets_received += since.receiver.segments_received;
}
