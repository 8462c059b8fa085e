//! The answers that a page reads, as plain data. Its types in TypeScript are written from them.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_scenario::Issue;
use cellwise_view::Topology;
use indexmap::IndexMap;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::metrics::bottleneck::Bottleneck;
use crate::metrics::ports::Shared;
use crate::outcome;

/// Every answer that a page reads, and the issues of a scenario.
type Answers = (Description<'static>, Playback, Marked, LaneRows, Issue);

/// The JSON Schema of these answers: a definition for each type, in a line.
#[must_use]
pub fn schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    Answers::json_schema(&mut generator);
    let lines = generator.definitions().iter().map(|(name, schema)| format!("\"{name}\": {schema}"));
    format!("{{\"$defs\": {{\n{}\n}}}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// A finished run.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Description<'n> {
    #[schemars(with = "String")]
    pub(crate) title: Value,
    #[schemars(with = "u64")]
    pub(crate) seed: Value,
    pub(crate) summary: Summary,
    pub(crate) topology: Topology<'n>,
    pub(crate) series: Vec<Series>,
    /// Those that have rows.
    pub(crate) tables: Vec<String>,
    /// The ports of switches, the bottleneck first.
    pub(crate) ports: Vec<String>,
    /// The ports of packet links, those that dropped most first.
    pub(crate) packet_ports: Vec<String>,
    pub(crate) simulated_s: f64,
    /// Why a limit stopped the run, if one did.
    pub(crate) stopped: Option<String>,
}

/// The numbers of a run.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Summary {
    /// The scalars of the run.
    #[serde(flatten)]
    #[schemars(with = "outcome::Summary")]
    pub(crate) reported: Map<String, Value>,
    pub(crate) bottleneck: Option<Bottleneck>,
    /// The first rows of the tables that are shown.
    #[schemars(schema_with = "tables")]
    pub(crate) tables: IndexMap<&'static str, Vec<Value>>,
    /// How many rows these tables have.
    pub(crate) rows: IndexMap<&'static str, usize>,
    pub(crate) shared_ports: IndexMap<String, Shared>,
    /// Those in which cells wait, the longest queue over time first.
    pub(crate) adapters: Vec<Adapter>,
    /// Sentences on doubts about the numbers.
    pub(crate) warnings: Vec<String>,
    /// Lost cells by reason.
    pub(crate) losses: IndexMap<String, u64>,
    pub(crate) timeouts: u64,
    pub(crate) cell_loss_ratio: f64,
    pub(crate) throughput_bps: f64,
    pub(crate) goodput_bps: f64,
    /// The most cells that waited, by port.
    pub(crate) queue_max: IndexMap<String, f64>,
}

/// Rows as objects by column; a number that is not finite is null.
fn tables(_: &mut SchemaGenerator) -> Schema {
    let row = json!({ "type": "object", "additionalProperties": { "type": ["number", "string", "null"] } });
    json_schema!({ "type": "object", "additionalProperties": { "type": "array", "items": row } })
}

/// An adapter in which cells wait.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Adapter {
    pub(crate) port: String,
    pub(crate) queue_mean_waiting_cells: f64,
    pub(crate) queue_max_waiting_cells: u64,
    #[schemars(with = "Option<f64>")]
    pub(crate) wait_mean_s: f64,
}

/// The record of a probe over time, without its points.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Series {
    /// Its place among the series of the run.
    pub(crate) index: usize,
    pub(crate) name: String,
    /// The same as `quantity`.
    pub(crate) probe: String,
    pub(crate) quantity: String,
    pub(crate) target: String,
    pub(crate) unit: String,
    /// How many.
    pub(crate) points: usize,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    /// The greatest value of the run, if it lies between two samples.
    pub(crate) peak: Option<f64>,
    pub(crate) thresholds: Vec<Threshold>,
}

/// A length of a queue, in cells, at which something changes.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Threshold {
    pub(crate) name: String,
    pub(crate) value: u64,
}

/// How queues and links were filled in equal steps of a run, or of a part of it.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Playback {
    /// Where the steps begin; the last one is an instant.
    pub(crate) times_s: Vec<f64>,
    /// The most in the queue of every port that was recorded, from the beginning of each step until the next one.
    pub(crate) ports: IndexMap<String, Vec<i64>>,
    /// The fewest.
    pub(crate) least: IndexMap<String, Vec<i64>>,
    /// The ports of which these are packets.
    pub(crate) packets: BTreeSet<String>,
    /// The load of the ports that are drawn, from 0 to 1, in the step before each instant.
    pub(crate) links: BTreeMap<String, Vec<f64>>,
    /// The ports where other traffic passes, whose part of the load is the mean over the whole run.
    pub(crate) means: Vec<String>,
}

/// The segments of a flow in a part of a run that lost cells or were sent again.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Marked {
    pub(crate) flow: String,
    pub(crate) rows: Vec<SegmentRow>,
    /// Whether `until_s` is before the end of the part.
    pub(crate) truncated: bool,
    /// Up to when all of them are there.
    pub(crate) until_s: f64,
}

/// A segment that lost cells or was sent again.
#[derive(Debug, JsonSchema, Serialize)]
pub struct SegmentRow {
    pub(crate) time_s: f64,
    /// Such as `sent-again`.
    pub(crate) kind: String,
    pub(crate) seq: u64,
    /// Octets.
    pub(crate) length: u64,
    /// Those of its frame, if it lost any.
    pub(crate) cells: Option<u64>,
    pub(crate) lost_cells: u64,
    /// A line for each loss.
    pub(crate) why: String,
}

/// The cells or packets that reached a port in a part of a run.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum LaneRows {
    /// A port of cells.
    Cells(CellRows),
    /// A port of a packet link.
    Packets(PacketRows),
}

/// The cells that reached a port in a part of a run, by connection.
#[derive(Debug, JsonSchema, Serialize)]
pub struct CellRows {
    pub(crate) port: String,
    pub(crate) from_s: f64,
    pub(crate) to_s: f64,
    pub(crate) vcs: Vec<String>,
    pub(crate) rows: CellColumns,
    /// Cells that policers discarded before they came here, by policer.
    pub(crate) policed: BTreeMap<String, u64>,
    /// Whether cells had no room.
    pub(crate) truncated: bool,
    /// How many had none.
    pub(crate) left_out: u64,
}

/// Columns with a row for each cell.
#[derive(Debug, JsonSchema, Serialize)]
pub struct CellColumns {
    pub(crate) time_s: Vec<f64>,
    /// Places in `vcs`.
    pub(crate) vc: Vec<usize>,
    pub(crate) frame: Vec<u64>,
    pub(crate) cell: Vec<u64>,
    /// How many its frame has.
    pub(crate) cells: Vec<u64>,
    /// 1 for the last cell of a frame.
    pub(crate) last: Vec<u64>,
    pub(crate) fate: Vec<String>,
}

/// The packets that reached a port of a packet link in a part of a run or were sent in it, by flow.
#[derive(Debug, JsonSchema, Serialize)]
pub struct PacketRows {
    pub(crate) port: String,
    pub(crate) from_s: f64,
    pub(crate) to_s: f64,
    pub(crate) flows: Vec<String>,
    pub(crate) packets: PacketColumns,
    /// Whether packets had no room.
    pub(crate) truncated: bool,
    /// How many had none.
    pub(crate) left_out: u64,
}

/// Columns with a row for each packet; one that was never sent has no beginning and no end.
#[derive(Debug, JsonSchema, Serialize)]
pub struct PacketColumns {
    pub(crate) time_s: Vec<f64>,
    /// Places in `flows`.
    pub(crate) flow: Vec<usize>,
    pub(crate) kind: Vec<String>,
    pub(crate) packet: Vec<u64>,
    pub(crate) bytes: Vec<u64>,
    #[schemars(with = "Vec<Option<f64>>")]
    pub(crate) begins_s: Vec<f64>,
    #[schemars(with = "Vec<Option<f64>>")]
    pub(crate) ends_s: Vec<f64>,
    pub(crate) mark: Vec<String>,
    pub(crate) fate: Vec<String>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_kept_schema_is_current() {
        assert!(super::schema() == include_str!("../../answers.schema.json"), "not current; run make types");
    }
}
