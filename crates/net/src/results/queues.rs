//! The tables of packet ports and of their queues.

use cellwise_packet::line::Retransmissions;
use cellwise_units::Time;

use super::columns::{Table, ratio};
use super::delays;
use crate::data::flow::Flow;
use crate::data::ids::{List, kind};
use crate::element::{OfFlow, PacketPort, QueueTally};
use crate::elements::Elements;

struct Row<'a> {
    port: &'a PacketPort,
    queue: u32,
    name: &'a str,
    tally: &'a QueueTally,
}

/// One row per queue through which something went in the measured time.
pub(crate) fn table(net: &Elements) -> Table {
    let rows: Vec<Row<'_>> = net.packet_ports.iter().flat_map(|port| rows_of(port, &net.flows)).collect();
    let mut table = Table::default();
    table.text("port", &rows, |row| &row.port.name);
    table.text("discipline", &rows, |row| row.port.discipline_name);
    table.count("queue", &rows, |row| row.queue.into());
    table.text("name", &rows, |row| row.name);
    table.count("sent_packets", &rows, |row| row.tally.sent);
    table.count("sent_bytes", &rows, |row| row.tally.sent_octets);
    table.count("dropped_packets", &rows, |row| row.tally.dropped.iter().sum());
    for (place, reason) in ["queue_limit", "aqm", "ack_filtered", "policed"].into_iter().enumerate() {
        table.count(&format!("dropped_{reason}_packets"), &rows, |row| row.tally.dropped[place]);
    }
    table.count("marked_packets", &rows, |row| row.tally.marked.iter().sum());
    for (place, reason) in ["aqm", "threshold"].into_iter().enumerate() {
        table.count(&format!("marked_{reason}_packets"), &rows, |row| row.tally.marked[place]);
    }
    table.real("packet_loss_ratio", &rows, |row| {
        let dropped: u64 = row.tally.dropped.iter().sum();
        ratio(dropped, dropped + row.tally.sent)
    });
    delays::add_columns_named(&mut table, "sojourn", &rows, |row| Some(&row.tally.sojourns));
    table
}

/// One row per packet port, over the measured time; the most that waited, and what the line has sent again, over the
/// whole run, which ended at `end`.
pub(crate) fn ports(net: &Elements, end: Time, measured_s: f64) -> Table {
    let rows: Vec<&PacketPort> = net.packet_ports.iter().collect();
    let sum = |count: fn(&QueueTally) -> u64| {
        move |port: &&PacketPort| port.statistics.queues.iter().map(count).sum::<u64>()
    };
    let again = |count: fn(&Retransmissions) -> u64| {
        move |port: &&PacketPort| port.retransmissions.as_ref().map_or(0, count)
    };
    let mut table = Table::default();
    table.text("port", &rows, |port| &port.name);
    table.text("discipline", &rows, |port| port.discipline_name);
    table.count("rate_bps", &rows, |port| port.rate_bps);
    table.count("sent_packets", &rows, sum(|queue| queue.sent));
    table.count("sent_bytes", &rows, sum(|queue| queue.sent_octets));
    table.count("dropped_packets", &rows, sum(|queue| queue.dropped.iter().sum()));
    table.count("marked_packets", &rows, sum(|queue| queue.marked.iter().sum()));
    table.count("lost_on_line_packets", &rows, |port| port.statistics.lost_on_line);
    table.count("duplicated_packets", &rows, |port| port.statistics.duplicated);
    table.real("utilisation", &rows, |port| port.statistics.utilisation(end, measured_s));
    table.real("wait_mean_s", &rows, |port| {
        let sojourns = || port.statistics.queues.iter().map(|queue| &queue.sojourns);
        let (sum_ps, count) =
            sojourns().fold((0, 0), |(sum, count), waits| (sum + waits.sum_ps, count + waits.count));
        if count == 0 { 0.0 } else { sum_ps as f64 / 1e12 / count as f64 }
    });
    table.real("queue_mean_waiting_packets", &rows, |port| port.statistics.mean_waiting(end, measured_s));
    table.count("queue_max_waiting_packets", &rows, |port| port.statistics.most.packets);
    table.count("queue_max_waiting_bytes", &rows, |port| port.statistics.most.octets);
    table.count("retransmitted_units", &rows, again(|line| line.retransmitted));
    table.count("corrected_units", &rows, again(|line| line.corrected));
    table.count("uncorrected_units", &rows, again(|line| line.uncorrected));
    table
}

fn rows_of<'a>(port: &'a PacketPort, flows: &'a List<Flow, kind::Flow>) -> Vec<Row<'a>> {
    let is_used = |(_, tally): &(usize, &QueueTally)| tally.flow.is_some();
    let queues = port.statistics.queues.iter().enumerate().filter(is_used);
    queues
        .map(|(number, tally)| {
            let queue = number as u32;
            let of_flow = match tally.flow {
                Some(OfFlow::One(flow)) if port.statistics.queues.len() > 1 => {
                    flows.find(flow).map_or("", |flow| &flow.name)
                }
                _ => "",
            };
            Row { port, queue, name: port.queue_name(queue).unwrap_or(of_flow), tally }
        })
        .collect()
}
