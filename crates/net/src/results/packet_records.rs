//! The table of the packets that arrived at packet ports, over the whole run, warm-up included.

use cellwise_packet::MarkReason;
use cellwise_units::Time;

use super::cells::{self, PortRecords, gather};
use super::columns::{Table, direction};
use crate::data::ids::PacketPortId;
use crate::element::{Became, ComingPacket, Fate};
use crate::elements::Elements;

/// What the watches of all packet ports have noted; nothing without a probe.
pub(crate) fn records(net: &mut Elements, end: Time) -> Option<PortRecords> {
    if net.packet_watches.is_empty() {
        return None;
    }
    let noted = std::mem::take(net.packet_watches.as_vec()).into_iter().map(|watch| watch.noted);
    let mut left_out = Vec::new();
    let mut rows = gather(noted, |port| &net.packet_ports[port].name, &mut left_out, end);
    for packet in rows.iter_mut().map(|row| &mut row.what) {
        // In a run that is stopped a port may have come further.
        packet.became = packet.became.filter(|became| match became {
            Became::Went { at, .. } | Became::Dropped { at, .. } => *at <= end,
        });
    }
    Some(PortRecords { table: columns(net, &rows), left_out })
}

type Row = cells::Row<PacketPortId, ComingPacket>;

impl Row {
    /// From when on it is sent, and until when.
    fn sending(&self) -> Option<(Time, Time)> {
        match self.what.became {
            Some(Became::Went { at, until, .. }) => Some((at, until)),
            _ => None,
        }
    }

    fn mark(&self) -> &'static str {
        match self.what.became {
            Some(Became::Went { marked: Some(MarkReason::Aqm), .. }) => "aqm",
            Some(Became::Went { marked: Some(MarkReason::Threshold), .. }) => "threshold",
            _ => "",
        }
    }

    fn fate(&self) -> &'static str {
        match self.what.became {
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
    table.real("time_s", rows, |row| row.at.as_secs_f64());
    table.text("port", rows, |row| &net.packet_ports[row.port].name);
    table.text("flow", rows, |row| net.flows.find(row.what.carried.flow).map_or("", |flow| &flow.name));
    table.text("direction", rows, |row| direction(row.what.forward));
    table.text("kind", rows, |row| row.what.carried.kind);
    table.count("packet", rows, |row| row.what.carried.packet(&net.flows));
    table.count("ip_bytes", rows, |row| row.what.octets.into());
    table.real("begins_s", rows, |row| seconds(row.sending().map(|(from, _)| from)));
    table.real("ends_s", rows, |row| seconds(row.sending().map(|(_, until)| until)));
    table.text("mark", rows, |row| row.mark());
    table.text("fate", rows, |row| row.fate());
    table
}
