//! The table of flows.

use std::borrow::Cow;

use cellwise_tcp::{Receiver, ReceiverStats, Sender};
use cellwise_units::{Bytes, CELL_BYTES, Time};

use super::columns::{Table, direction, ratio};
use super::delays;
use super::subject::Subject;
use crate::data::delays::Delays;
use crate::data::flow::Flow;
use crate::data::ids::FlowId;
use crate::elements::Elements;
use crate::host::endpoint::{Endpoint, Transport};
use crate::host::web::Totals;

/// What a flow did in the measured time, whatever its protocol.
struct Row<'a> {
    flow: &'a Flow,
    /// The source's end, and the destination's.
    ends: [&'a Endpoint; 2],
    /// What both ends counted: requests and responses of a web flow count alike.
    both: Totals,
    /// What the destination received: of a web flow, responses.
    received: ReceiverStats,
    delays: Option<Cow<'a, Delays>>,
}

impl<'a> Row<'a> {
    fn of(net: &'a Elements, number: FlowId) -> Self {
        let flow = &net.flows[number];
        let ends = flow.ends.map(|(host, endpoint)| &net.hosts[host].endpoints[endpoint]);
        let [mut both, destination] = ends.map(Endpoint::measured);
        both.add(Some(&destination.sender), &destination.receiver);
        Self { flow, ends, both, received: destination.receiver, delays: delays::of_flow(net, number) }
    }

    /// When its application has started, if it is one of TCP.
    fn started(&self) -> Option<Time> {
        let is_of_tcp =
            |end: &&&Endpoint| matches!(end.transport, Transport::TcpSender(_) | Transport::WebClient(_));
        self.ends.iter().find(is_of_tcp)?.started_at
    }

    fn sender(&self) -> Option<&Sender> {
        if let Transport::TcpSender(sender) = &self.ends[0].transport { Some(sender) } else { None }
    }

    fn receiver(&self) -> Option<&Receiver> {
        if let Transport::TcpReceiver(receiver) = &self.ends[1].transport { Some(receiver) } else { None }
    }
}

/// One row per flow, over the measured time.
pub(crate) fn table(subject: &Subject, net: &Elements, measured_s: f64) -> Table {
    let rows = net.flows.ids().map(|flow| Row::of(net, flow));
    Table::in_parts(rows, |rows| columns(subject, net, rows, measured_s))
}

fn columns(subject: &Subject, net: &Elements, rows: &[Row<'_>], measured_s: f64) -> Table {
    let rate = |bytes: u64| bytes as f64 * 8.0 / measured_s;
    let mut table = Table::default();
    table.text("flow", rows, |row| &row.flow.name);
    table.text("kind", rows, |row| row.flow.kind);
    table.text("source", rows, |row| &net.hosts[row.flow.ends[0].0].name);
    table.text("destination", rows, |row| &net.hosts[row.flow.ends[1].0].name);
    table.text("vc", rows, |row| row.flow.vc.map_or("", |vc| &subject.vcs[vc].name));
    table.text("vc_direction", rows, |row| {
        row.flow.vc.map_or("", |_| direction(row.flow.circuits[0].side() == 0))
    });
    table.real("throughput_bps", rows, |row| rate(row.received.delivered_octets));
    table.real("goodput_bps", rows, |row| rate(row.received.received_octets - row.received.duplicate_octets));
    table.count("delivered_bytes", rows, |row| row.received.delivered_octets);
    table.real("payload_fraction", rows, |row| payload_fraction(net, row.flow));
    table.count("segments_sent", rows, |row| row.both.sender.segments_sent);
    table.count("segments_received", rows, |row| row.both.receiver.segments_received);
    table.count("retransmitted_segments", rows, |row| row.both.sender.retransmitted_segments);
    table.real("retransmission_ratio", rows, |row| {
        let may_send_again = matches!(row.flow.kind, "tcp" | "web");
        let sender = &row.both.sender;
        ratio(sender.retransmitted_segments, if may_send_again { sender.segments_sent } else { 0 })
    });
    table.count("timeouts", rows, |row| row.both.sender.timeouts);
    table.count("fast_retransmits", rows, |row| row.both.sender.fast_retransmits);
    table.count("tail_loss_probes", rows, |row| row.both.sender.tail_loss_probes);
    table.count("undone_timeouts", rows, |row| row.both.sender.undone_timeouts);
    table.count("undone_recoveries", rows, |row| row.both.sender.undone_recoveries);
    table.count("ecn_reductions", rows, |row| row.both.sender.ecn_reductions);
    table.count("duplicate_segments", rows, |row| row.both.receiver.duplicate_segments);
    table.count("out_of_order_segments", rows, |row| row.both.receiver.out_of_order_segments);
    table.count("refused_segments", rows, |row| row.both.receiver.refused_segments);
    table.count("acks_sent", rows, |row| row.both.receiver.acks_sent);
    table.count("acks_carried", rows, |row| row.both.receiver.acks_carried);
    table.count("duplicate_acks", rows, |row| row.both.sender.duplicate_acks);
    // Packets under way at the edges of the measured time may make this slightly negative.
    table.real("packet_loss_ratio", rows, |row| {
        let sent = row.both.sender.segments_sent;
        ratio(sent.saturating_sub(row.both.receiver.segments_received), sent)
    });
    add_times(&mut table, rows);
    delays::add_columns(&mut table, rows, |row| row.delays.as_deref());
    table
}

/// Instants of a transfer by TCP, warm-up included: not-a-number until they have come.
fn add_times(table: &mut Table, rows: &[Row<'_>]) {
    let seconds = |at: Option<Time>| at.map_or(f64::NAN, Time::as_secs_f64);
    table.real("started_s", rows, |row| seconds(row.started()));
    table.real("sender_established_s", rows, |row| seconds(row.sender().and_then(Sender::established_at)));
    // The application's last write has returned.
    table.real("written_s", rows, |row| seconds(row.sender().and_then(Sender::written_at)));
    table.real("acknowledged_s", rows, |row| seconds(row.sender().and_then(Sender::acknowledged_at)));
    table.real("receiver_established_s", rows, |row| {
        seconds(row.receiver().and_then(Receiver::established_at))
    });
    // The receiving application has seen the end.
    table.real("ended_s", rows, |row| seconds(row.receiver().and_then(Receiver::ended_at)));
}

/// The part of payload in the cells of a full packet.
fn payload_fraction(net: &Elements, flow: &Flow) -> f64 {
    let packet = Bytes::new(flow.full_payload_bytes + flow.header_bytes);
    let encapsulation = net.circuits[flow.circuits[0]].encapsulation;
    let cells = if flow.kind == "cells" { 1 } else { encapsulation.cells_for(packet).get() };
    flow.full_payload_bytes as f64 / (cells * CELL_BYTES) as f64
}
