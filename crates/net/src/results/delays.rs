//! The table of delays: how many packets of a flow had which delay, over the measured time; and the columns
//! that other tables have of delays.
//!
//! A delay is counted in nanoseconds, to two significant digits: the classes are wider the longer it is, and
//! no count is lost.

use std::borrow::Cow;

use super::columns::Table;
use super::subject::Subject;
use crate::data::delays::Delays;
use crate::data::ids::FlowId;
use crate::elements::Elements;

/// Packets of one class of delays.
struct Row {
    flow: FlowId,
    from_ns: u64,
    /// Not included.
    to_ns: u64,
    packets: u64,
}

/// One row per flow and class with packets, in order; nothing without a probe.
pub(crate) fn table(subject: &Subject, net: &Elements) -> Option<Table> {
    if subject.records.delays.is_empty() {
        return None;
    }
    let flows = subject.records.delays.iter().map(|flow| FlowId::at(flow.get()));
    let rows: Vec<Row> = flows.flat_map(|flow| rows(net, flow)).collect();
    let mut table = Table::default();
    table.text("flow", &rows, |row| &net.flows[row.flow].name);
    table.real("from_s", &rows, |row| row.from_ns as f64 / 1e9);
    table.real("to_s", &rows, |row| row.to_ns as f64 / 1e9);
    table.count("packets", &rows, |row| row.packets);
    Some(table)
}

/// The delays of the packets of a flow, on all its ways.
pub(super) fn of_flow(net: &Elements, flow: FlowId) -> Option<Cow<'_, Delays>> {
    let mut ends = net.flows[flow].ends_of_data();
    let usual = net.circuits[ends.next()?].delays.of(flow)?;
    let mut delays = Cow::Borrowed(usual);
    for other in ends.filter_map(|circuit| net.circuits[circuit].delays.of(flow)) {
        delays.to_mut().add(other);
    }
    Some(delays)
}

/// By circuit, the delays of the packets of all flows whose data go by it; `None` if there are no such flows.
pub(super) fn by_circuit(net: &Elements) -> Vec<Option<Cow<'_, Delays>>> {
    let mut found: Vec<Option<Cow<'_, Delays>>> = vec![None; net.circuits.len()];
    for (number, flow) in net.flows.with_ids() {
        let Some(delays) = of_flow(net, number) else { continue };
        match &mut found[flow.circuits[0].place()] {
            Some(sum) => sum.to_mut().add(&delays),
            none => *none = Some(delays),
        }
    }
    found
}

/// Adds the columns of delays, not-a-number where no packet has arrived.
pub(super) fn add_columns<R>(table: &mut Table, rows: &[R], of: impl Fn(&R) -> Option<&Delays>) {
    add_columns_named(table, "delay", rows, of);
}

/// The same under another name.
pub(super) fn add_columns_named<R>(
    table: &mut Table,
    what: &str,
    rows: &[R],
    of: impl Fn(&R) -> Option<&Delays>,
) {
    let mut add = |name: &str, value: &dyn Fn(&Delays) -> f64| {
        table.real(&format!("{what}_{name}_s"), rows, |row| {
            of(row).filter(|delays| delays.count > 0).map_or(f64::NAN, value)
        });
    };
    add("min", &|delays| delays.least_ps as f64 / 1e12);
    add("mean", &|delays| delays.sum_ps as f64 / 1e12 / delays.count as f64);
    add("max", &|delays| delays.most_ps as f64 / 1e12);
    for (name, q) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
        add(name, &|delays| delays.quantile_s(q));
    }
}

fn rows(net: &Elements, flow: FlowId) -> Vec<Row> {
    let delays = of_flow(net, flow);
    let classes = delays.iter().flat_map(|delays| delays.classes().recorded());
    // What takes less than a nanosecond counts as one.
    let begin = |least_ns| if least_ns == 1 { 0 } else { least_ns };
    classes
        .map(|(least, largest, packets)| Row { flow, from_ns: begin(least), to_ns: largest + 1, packets })
        .collect()
}
