//! The results of a path as JSON.

use cellwise_api::record::{objects, rows};
use cellwise_api::{Record, Results, version};
use serde_json::{Map, Value, json};

/// Tables, series and scalars as JSON.
pub(crate) fn results_json(results: Results) -> String {
    let record = Record::from(results);
    let tables = record.tables.iter().map(|(name, table)| {
        let rows: Vec<Value> = objects(table, 0..rows(table));
        (name.clone(), Value::from(rows))
    });
    let tables: Map<String, Value> = tables.collect();
    let series = record.series.iter().map(|watched| {
        let (times, values) = (&watched.times_ps, &watched.values);
        json!({
            "name": watched.name, "quantity": watched.quantity, "target": watched.target, "unit": watched.unit,
            "times_ps": times, "values": values,
        })
    });
    let series: Vec<Value> = series.collect();
    json!({"version": version(), "summary": record.summary, "tables": tables, "series": series}).to_string()
}
