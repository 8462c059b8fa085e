//! The table of output ports.

use cellwise_atm::loss::LossReason;
use cellwise_units::CELL_BITS;

use super::columns::{Table, ratio};
use crate::data::ids::{List, PortId, kind};
use crate::element::port::{Port, PortTally};

struct Row<'n> {
    name: &'n str,
    policy: &'static str,
    rate_bps: u64,
    tally: PortTally,
    /// Time that cells waited, all together.
    waited_s: f64,
    counts_service: bool,
}

impl Row<'_> {
    fn arrived(&self) -> u64 {
        self.tally.accepted + self.tally.lost.total()
    }

    /// The most cells that waited, without the one in transmission.
    fn most_waiting(&self) -> u64 {
        self.tally.most_waiting.saturating_sub(u64::from(self.counts_service))
    }

    fn most_queued(&self) -> u64 {
        self.most_waiting() + u64::from(self.tally.accepted > 0)
    }
}

/// One row per output port, over the measured time: of hosts and switches, of the fabrics of two-stage
/// switches, of routers' FIFOs, and the adapters of ABR ends.
pub(crate) fn table(ports: &List<Port, kind::Port>, links_of_packets: &[bool], measured_s: f64) -> Table {
    fn row(port: &Port) -> Row<'_> {
        let tally = port.buffer().statistics.measured();
        Row {
            name: port.name(),
            policy: port.settings().policy_name.unwrap_or("adapter"),
            rate_bps: port.settings().rate.get(),
            waited_s: port.buffer().waited_s(&tally),
            tally,
            counts_service: port.settings().counts_service,
        }
    }
    let is_of_packets = |port: PortId| links_of_packets.get(port.link()) == Some(&true);
    let ports = ports.with_ids().filter(|(number, _)| !is_of_packets(*number));
    let ports: Vec<&Port> = ports.map(|(_, port)| port).collect();
    Table::in_parts(ports.into_iter().map(row), |rows| columns(rows, measured_s))
}

fn columns(rows: &[Row<'_>], measured_s: f64) -> Table {
    let mut table = Table::default();
    table.text("port", rows, |row| row.name);
    table.text("drop_policy", rows, |row| row.policy);
    table.count("rate_bps", rows, |row| row.rate_bps);
    table.count("arrived_cells", rows, Row::arrived);
    table.count("transmitted_cells", rows, |row| row.tally.sent);
    table.count("lost_cells", rows, |row| row.tally.lost.total());
    for &reason in LossReason::ALL.iter().filter(|reason| reason.is_of_cells()) {
        let name = format!("lost_{}_cells", reason.name().replace('-', "_"));
        table.count(&name, rows, |row| row.tally.lost.get(reason));
    }
    table.real("cell_loss_ratio", rows, |row| ratio(row.tally.lost.total(), row.arrived()));
    table.real("utilisation", rows, |row| {
        (row.tally.sent * CELL_BITS) as f64 / (row.rate_bps as f64 * measured_s)
    });
    table.real("queue_mean_waiting_cells", rows, |row| row.waited_s / measured_s);
    table.count("queue_max_waiting_cells", rows, Row::most_waiting);
    table.count("queue_max_cells", rows, Row::most_queued);
    table.real("wait_mean_s", rows, |row| {
        if row.tally.accepted == 0 { 0.0 } else { row.waited_s / row.tally.accepted as f64 }
    });
    table
}
