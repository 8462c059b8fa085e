//! The table of echo requests.

use cellwise_tcp::ping::RoundTrip;
use cellwise_units::Time;

use super::columns::Table;
use super::subject::Subject;
use crate::data::flow::Flow;
use crate::elements::Elements;
use crate::host::endpoint::Transport;

/// A request with its flow and its number there.
struct Row<'a> {
    flow: &'a Flow,
    number: u64,
    sent: Time,
    /// When its reply came, if that was by the end of the run.
    replied: Option<Time>,
}

/// One row per echo request of a ping that was sent in the measured time.
pub(crate) fn table(subject: &Subject, net: &Elements, end: Time) -> Table {
    let begin = Time::ZERO + subject.warmup;
    let sent = net.flows.iter().flat_map(|flow| requests(net, flow));
    let rows: Vec<Row<'_>> = sent
        .filter(|row| (begin..=end).contains(&row.sent))
        .map(|row| Row { replied: row.replied.filter(|at| *at <= end), ..row })
        .collect();
    let mut table = Table::default();
    table.text("flow", &rows, |row| &row.flow.name);
    table.count("number", &rows, |row| row.number);
    table.real("sent_s", &rows, |row| (row.sent - Time::ZERO).as_secs_f64());
    table.real("rtt_s", &rows, |row| row.replied.map_or(f64::NAN, |at| (at - row.sent).as_secs_f64()));
    table
}

/// The requests of a flow.
fn requests<'a>(net: &'a Elements, flow: &'a Flow) -> impl Iterator<Item = Row<'a>> {
    let (host, endpoint) = flow.ends[0];
    let round_trips = match &net.hosts[host].endpoints[endpoint].transport {
        Transport::Pinger(pinger) => pinger.round_trips(),
        _ => &[],
    };
    let numbered = (1..).zip(round_trips);
    numbered.map(move |(number, &RoundTrip { sent, replied })| Row { flow, number, sent, replied })
}
