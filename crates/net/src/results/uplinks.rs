//! The table of the packet queues of hosts.

use cellwise_tcp::uplink::UplinkStats;

use super::columns::Table;
use crate::elements::Elements;

/// One row per host with a packet queue, over the measured time; the most that waited, over the whole run.
pub(crate) fn table(net: &Elements) -> Table {
    let rows: Vec<(&str, UplinkStats)> =
        net.uplinks.iter().map(|uplink| (uplink.name.as_str(), uplink.measured())).collect();
    let mut table = Table::default();
    table.text("uplink", &rows, |(name, _)| (*name).to_owned());
    table.count("arrived_packets", &rows, |(_, stats)| stats.arrived);
    table.count("sent_packets", &rows, |(_, stats)| stats.sent);
    table.count("dropped_packets", &rows, |(_, stats)| stats.dropped);
    table.count("filtered_acks", &rows, |(_, stats)| stats.filtered);
    table.count("marked_packets", &rows, |(_, stats)| stats.marked);
    table.count("forced_packets", &rows, |(_, stats)| stats.forced);
    table.count("most_waiting_packets", &rows, |(_, stats)| stats.most_waiting);
    table
}
