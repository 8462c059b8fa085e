//! The results of a run: tables of columns, series, and scalars.

use std::collections::BTreeMap;

use cellwise_net::{Audit, Outcome, PortRecords, Series, Table};
use cellwise_units::catalogue::Entry;
use schemars::JsonSchema;
use serde::Serialize;

/// The reason of a run that the user has stopped.
const INTERRUPTED: &str = "interrupted";

/// Everything that a run gave, without its cost.
#[derive(Clone, Debug)]
pub struct Results {
    /// The tables that every run has, by name.
    pub tables: Vec<(&'static str, Table)>,
    /// The tables of events that probes have recorded, by name.
    pub records: Vec<(&'static str, Table)>,
    /// One record per probe.
    pub series: Vec<Series>,
    /// What is no column.
    pub summary: Summary,
}

/// The scalars of a run.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "Scalars")]
pub struct Summary {
    /// Cells for which the probe `cells` had no room any more, by port; nothing without such a probe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells_left_out: Option<BTreeMap<String, u64>>,
    /// The same of packets and the probe `packets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packets_left_out: Option<BTreeMap<String, u64>>,
    /// Cells handled at the ports of links.
    pub cells: u64,
    /// Cells handled inside nodes.
    pub inner_cells: u64,
    /// Calendar entries handled.
    pub events: u64,
    /// Simulated time, in seconds.
    pub simulated_s: f64,
    /// The measured part of it, in seconds.
    pub measured_s: f64,
    /// Why the run ended early, if it did.
    pub stopped: Option<Stopped>,
    /// The TCP flows that wait for their retransmission timers at the end, if all do that have something to send.
    pub waiting: Vec<Waiting>,
    /// The balance, in cells.
    pub audit: Balance,
    /// The balance, in packets on packet links.
    pub packet_audit: Balance,
    /// Every model that took part.
    pub models: Vec<Model>,
}

/// Why and when a run ended before its time.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
pub struct Stopped {
    /// The limit as path and rule, or `interrupted`.
    pub reason: String,
    /// The simulated time reached, in seconds.
    pub at_s: f64,
}

/// A flow that waits for its retransmission timer.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "WaitingFlow")]
pub struct Waiting {
    /// The flow.
    pub flow: String,
    /// Since when, in seconds.
    pub since_s: f64,
    /// Until when, in seconds.
    pub until_s: f64,
}

/// `sent + duplicated = delivered + lost + held`.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// Those that were given to be sent.
    pub sent: u64,
    /// Copies that packet links have made.
    pub duplicated: u64,
    /// Those that arrived.
    pub delivered: u64,
    /// Those lost, for all reasons.
    pub lost: u64,
    /// Those under way at the end.
    pub held: u64,
}

/// A model that took part.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Eq, Serialize)]
pub struct Model {
    /// Its family.
    pub family: &'static str,
    /// Its name in scenarios.
    pub name: &'static str,
    /// How far it has been validated.
    pub status: &'static str,
}

impl Results {
    /// Takes an outcome apart. A run that was `interrupted` says so.
    #[must_use]
    pub fn of(mut outcome: Outcome, models: &[Entry], interrupted: bool) -> Self {
        let summary = summary(&outcome, models, interrupted);
        let cells = outcome.offered.take().map(|cells| cells.table);
        let packets = outcome.coming.take().map(|packets| packets.table);
        let records = [
            ("losses", outcome.losses.take()),
            ("segments", outcome.segments.take()),
            ("delays", outcome.delays.take()),
            ("cells", cells),
            ("packets", packets),
        ];
        Self {
            tables: outcome.take_tables().into(),
            records: records.into_iter().filter_map(|(name, table)| Some((name, table?))).collect(),
            series: outcome.series,
            summary,
        }
    }

    /// The table of a name, also one of events.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().chain(&self.records).find(|(known, _)| *known == name).map(|(_, table)| table)
    }
}

fn summary(outcome: &Outcome, models: &[Entry], interrupted: bool) -> Summary {
    let limit = outcome.stopped.as_ref().map(|stopped| (stopped.limit.clone(), stopped.at_s));
    let by_somebody = interrupted.then(|| (INTERRUPTED.to_owned(), outcome.simulated_s));
    let waiting = outcome.waiting.iter();
    let model = |entry: &Entry| Model { family: entry.family, name: entry.name, status: entry.status.name() };
    let left_out = |records: &Option<PortRecords>| {
        records.as_ref().map(|records| records.left_out.iter().cloned().collect())
    };
    Summary {
        cells_left_out: left_out(&outcome.offered),
        packets_left_out: left_out(&outcome.coming),
        cells: outcome.cells,
        inner_cells: outcome.inner_cells,
        events: outcome.events,
        simulated_s: outcome.simulated_s,
        measured_s: outcome.measured_s,
        stopped: by_somebody.or(limit).map(|(reason, at_s)| Stopped { reason, at_s }),
        waiting: waiting
            .map(|one| Waiting { flow: one.flow.clone(), since_s: one.since_s, until_s: one.until_s })
            .collect(),
        audit: balance(&outcome.audit),
        packet_audit: balance(&outcome.packet_audit),
        models: models.iter().map(model).collect(),
    }
}

fn balance(audit: &Audit) -> Balance {
    let Audit { sent, duplicated, delivered, lost, held } = *audit;
    Balance { sent, duplicated, delivered, lost, held }
}
