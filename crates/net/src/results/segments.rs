//! The table of segments and acknowledgments at senders, over the whole run, warm-up included.

use cellwise_units::Time;

use super::columns::Table;
use super::subject::Subject;
use crate::data::ids::FlowId;
use crate::data::segments::SegmentEvent;
use crate::elements::Elements;

/// One row per segment and acknowledgment, flow by flow in order of time; nothing without a probe.
pub(crate) fn table(subject: &Subject, net: &mut Elements, end: Time) -> Option<Table> {
    if subject.records.segments.is_empty() {
        return None;
    }
    let mut rows: Vec<(FlowId, SegmentEvent)> = Vec::new();
    for flow in subject.records.segments.iter().map(|flow| FlowId::at(flow.get())) {
        let (host, endpoint) = net.flows[flow].ends[0];
        let log = net.hosts[host].endpoints[endpoint].log.take().unwrap_or_default();
        rows.extend(log.events.into_iter().filter(|event| event.at <= end).map(|event| (flow, event)));
    }
    let mut table = Table::default();
    table.text("flow", &rows, |(flow, _)| &net.flows[*flow].name);
    table.real("time_s", &rows, |(_, event)| event.at.as_secs_f64());
    table.text("event", &rows, |(_, event)| event.kind.name());
    table.count("octet", &rows, |(_, event)| event.octet);
    table.count("payload_bytes", &rows, |(_, event)| event.len.into());
    Some(table)
}
