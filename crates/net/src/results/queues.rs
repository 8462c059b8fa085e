//! The table of the queues of packet ports.

use super::columns::{Table, ratio};
use super::delays;
use crate::element::{OfFlow, PacketPort, QueueTally};
use crate::elements::Elements;
use crate::flow::Flow;
use crate::ids::List;

struct Row<'a> {
    port: &'a PacketPort,
    queue: u32,
    name: String,
    tally: &'a QueueTally,
}

/// One row per queue through which something went in the measured time; what waited, and how long the link was taken, is of
/// the whole port.
pub(crate) fn table(net: &Elements, measured_s: f64) -> Table {
    let rows: Vec<Row<'_>> = net.packet_ports.iter().flat_map(|port| rows_of(port, &net.flows)).collect();
    let mut table = Table::default();
    table.text("port", &rows, |row| row.port.name.clone());
    table.text("discipline", &rows, |row| row.port.discipline_name.to_owned());
    table.count("queue", &rows, |row| row.queue.into());
    table.text("name", &rows, |row| row.name.clone());
    table.count("sent_packets", &rows, |row| row.tally.sent);
    table.count("sent_bytes", &rows, |row| row.tally.sent_octets);
    table.count("dropped_packets", &rows, |row| row.tally.dropped.iter().sum());
    for (place, reason) in ["queue_limit", "aqm", "ack_filtered"].into_iter().enumerate() {
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
    table.count("port_rate_bps", &rows, |row| row.port.rate.get());
    table.real("port_utilisation", &rows, |row| row.port.books.busy_ps() as f64 / 1e12 / measured_s);
    table.real("port_mean_waiting_packets", &rows, |row| row.port.books.packet_ps as f64 / 1e12 / measured_s);
    table.count("port_max_waiting_packets", &rows, |row| row.port.books.most_packets);
    table.count("port_max_waiting_bytes", &rows, |row| row.port.books.most_octets);
    table
}

fn rows_of<'a>(port: &'a PacketPort, flows: &List<Flow>) -> Vec<Row<'a>> {
    let is_used = |(_, tally): &(usize, &QueueTally)| tally.flow.is_some();
    let queues = port.books.queues.iter().enumerate().filter(is_used);
    queues
        .map(|(number, tally)| {
            let queue = number as u32;
            let of_flow = match tally.flow {
                Some(OfFlow::One(flow)) if port.books.queues.len() > 1 => {
                    flows.find(flow).map_or("", |flow| &flow.name)
                }
                _ => "",
            };
            Row { port, queue, name: port.queue_name(queue).unwrap_or(of_flow).to_owned(), tally }
        })
        .collect()
}
