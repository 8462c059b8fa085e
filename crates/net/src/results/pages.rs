//! The table of web pages.

use cellwise_apps::web::PageRecord;
use cellwise_units::Time;

use super::columns::Table;
use super::subject::Subject;
use crate::data::flow::Flow;
use crate::elements::Elements;
use crate::host::endpoint::Transport;

/// A page with its flow and its number there.
struct Row<'a> {
    flow: &'a Flow,
    number: u64,
    page: PageRecord,
}

/// One row per page of a web flow that began or was complete in the measured time.
pub(crate) fn table(subject: &Subject, net: &Elements, end: Time) -> Table {
    let begin = Time::ZERO + subject.warmup;
    let rows: Vec<Row<'_>> = net.flows.iter().flat_map(|flow| pages(net, flow, end)).collect();
    let is_measured =
        |row: &Row<'_>| row.page.started >= begin || row.page.completed.is_some_and(|at| at >= begin);
    let rows: Vec<Row<'_>> = rows.into_iter().filter(is_measured).collect();
    let mut table = Table::default();
    table.text("flow", &rows, |row| &row.flow.name);
    table.count("page", &rows, |row| row.number);
    table.real("started_s", &rows, |row| row.page.started.ps() as f64 / 1e12);
    table.real("completion_time_s", &rows, |row| match row.page.completed {
        Some(at) => (at - row.page.started).as_secs_f64(),
        None => f64::NAN,
    });
    table.count("objects", &rows, |row| row.page.objects);
    table.count("octets", &rows, |row| row.page.octets);
    table
}

/// The pages of a flow that began by the end of the run, with those that end later as incomplete: a host
/// may have run ahead of a run that was stopped.
fn pages<'a>(net: &'a Elements, flow: &'a Flow, end: Time) -> impl Iterator<Item = Row<'a>> {
    let (host, endpoint) = flow.ends[1];
    let pages = match &net.hosts[host].endpoints[endpoint].transport {
        Transport::WebClient(client) => client.pages(),
        _ => &[],
    };
    let begun = (1..).zip(pages).filter(move |(_, page)| page.started <= end);
    begun.map(move |(number, page)| {
        let completed = page.completed.filter(|at| *at <= end);
        Row { flow, number, page: PageRecord { completed, ..*page } }
    })
}
