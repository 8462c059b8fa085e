//! The table of the packets that arrived at packet ports, over the whole run, warm-up included.

use cellwise_packet::MarkReason;
use cellwise_units::Time;

use super::cells::PortRecords;
use super::columns::Table;
use crate::data::ids::PacketPortId;
use crate::element::{Became, ComingPacket, Fate};
use crate::elements::Elements;

/// What the watches of all packet ports have noted; nothing without a probe.
pub(crate) fn records(net: &mut Elements, end: Time) -> Option<PortRecords> {
    if net.packet_watches.is_empty() {
        return None;
    }
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for watch in std::mem::take(&mut net.packet_watches) {
        let port = watch.port;
        if watch.left_out > 0 {
            left_out.push((net.packet_ports[port].name.clone(), watch.left_out));
        }
        let packets = watch.packets.into_iter().filter(|packet| packet.at <= end);
        rows.extend(packets.map(|packet| Row { port, packet, end }));
    }
    // Stable: of one instant, a port's packets stay in the order in which they came.
    rows.sort_by_key(|row| row.packet.at);
    Some(PortRecords { table: columns(net, &rows), left_out })
}

struct Row {
    port: PacketPortId,
    packet: ComingPacket,
    end: Time,
}

impl Row {
    /// Its fate at the end. In a run that is stopped a port may have come further.
    fn became(&self) -> Option<Became> {
        self.packet.became.filter(|became| match became {
            Became::Went { at, .. } | Became::Dropped { at, .. } => *at <= self.end,
        })
    }

    /// From when on it is sent, and until when.
    fn sending(&self) -> Option<(Time, Time)> {
        match self.became() {
            Some(Became::Went { at, until, .. }) => Some((at, until)),
            _ => None,
        }
    }

    fn mark(&self) -> &'static str {
        match self.became() {
            Some(Became::Went { marked: Some(MarkReason::Aqm), .. }) => "aqm",
            Some(Became::Went { marked: Some(MarkReason::Threshold), .. }) => "threshold",
            _ => "",
        }
    }

    fn fate(&self) -> &'static str {
        match self.became() {
            Some(Became::Went { fate: Fate::Arrives(_), .. }) => "sent",
            Some(Became::Went { fate: Fate::Lost(reason), .. }) => reason.name(),
            Some(Became::Dropped { reason, .. }) => reason.name(),
            Some(Became::Went { fate: Fate::Stays, .. }) | None => "held",
        }
    }
}

fn columns(net: &Elements, rows: &[Row]) -> Table {
    let seconds = |at: Option<Time>| at.filter(|at| *at != Time::NEVER).map_or(f64::NAN, Time::as_secs_f64);
    let mut table = Table::default();
    table.real("time_s", rows, |row| row.packet.at.as_secs_f64());
    table.text("port", rows, |row| &net.packet_ports[row.port].name);
    table.text("flow", rows, |row| net.flows.find(row.packet.carried.flow).map_or("", |flow| &flow.name));
    table.text("direction", rows, |row| if row.packet.forward { "forward" } else { "backward" });
    table.text("kind", rows, |row| row.packet.carried.kind);
    table.count("packet", rows, |row| row.packet.carried.packet(&net.flows));
    table.count("ip_bytes", rows, |row| row.packet.octets.into());
    table.real("begins_s", rows, |row| seconds(row.sending().map(|(from, _)| from)));
    table.real("ends_s", rows, |row| seconds(row.sending().map(|(_, until)| until)));
    table.text("mark", rows, |row| row.mark());
    table.text("fate", rows, |row| row.fate());
    table
}
