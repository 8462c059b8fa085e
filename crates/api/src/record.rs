//! The results of a run as columns from any source: just made, read from a results folder, or passed by Python.

use cellwise_net::{Series, Table, Values};
use serde_json::Value;

use crate::Results;

/// Tables, series and scalars of a finished run.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The tables by name, those of events that probes have recorded last.
    pub tables: Vec<(String, Table)>,
    /// One record per probe.
    pub series: Vec<Watched>,
    /// The scalars, as `run.json` has them.
    pub summary: Value,
}

/// The record of one probe.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// The probe's name.
    pub name: String,
    /// What was recorded, such as `queue`.
    pub quantity: String,
    /// The port, flow, or port and virtual connection.
    pub target: String,
    /// The unit of the values.
    pub unit: String,
    /// Instants, in picoseconds since the start.
    pub times_ps: Vec<u64>,
    /// Values at those instants.
    pub values: Vec<f64>,
}

/// A table that is not there.
static NO_TABLE: Table = Table { columns: Vec::new() };

impl Record {
    /// The table of a name; one without columns if it does not exist.
    #[must_use]
    pub fn table(&self, name: &str) -> &Table {
        self.tables.iter().find(|(known, _)| known == name).map_or(&NO_TABLE, |(_, table)| table)
    }

    /// Simulated time, in seconds.
    #[must_use]
    pub fn simulated_s(&self) -> f64 {
        self.summary["simulated_s"].as_f64().unwrap_or_default()
    }
}

impl From<Results> for Record {
    fn from(results: Results) -> Self {
        let tables = results.tables.into_iter().chain(results.records);
        Self {
            tables: tables.map(|(name, table)| (name.to_owned(), table)).collect(),
            series: results.series.into_iter().map(Watched::from).collect(),
            summary: serde_json::to_value(&results.summary).expect("plain data can be written"),
        }
    }
}

impl From<Series> for Watched {
    fn from(series: Series) -> Self {
        let Series { name, quantity, target, unit, times_ps, values } = series;
        Self { name, quantity: quantity.into(), target, unit: unit.into(), times_ps, values }
    }
}

impl Watched {
    /// Its instants, in seconds.
    #[must_use]
    pub fn times_s(&self) -> Vec<f64> {
        self.times_ps.iter().map(|&ps| ps as f64 / PICOSECONDS_PER_S).collect()
    }
}

/// Picoseconds of a second.
pub const PICOSECONDS_PER_S: f64 = 1e12;

/// How many rows a table has.
#[must_use]
pub fn rows(table: &Table) -> usize {
    table.columns.first().map_or(0, |column| match &column.values {
        Values::Real(reals) => reals.len(),
        Values::Count(counts) => counts.len(),
        Values::Text(texts) => texts.len(),
    })
}

/// A number of a table; not-a-number if it does not exist.
#[must_use]
pub fn number(table: &Table, column: &str, row: usize) -> f64 {
    match table.column(column) {
        Some(Values::Real(reals)) => reals.get(row).copied().unwrap_or(f64::NAN),
        Some(Values::Count(counts)) => counts.get(row).map_or(f64::NAN, |&count| count as f64),
        _ => f64::NAN,
    }
}

/// A whole number of a table; 0 if it does not exist.
#[must_use]
pub fn count(table: &Table, column: &str, row: usize) -> u64 {
    match table.column(column) {
        Some(Values::Count(counts)) => counts.get(row).copied().unwrap_or_default(),
        Some(Values::Real(reals)) => reals.get(row).map_or(0, |&real| real as u64),
        _ => 0,
    }
}

/// A name of a table; empty if it does not exist.
#[must_use]
pub fn text<'t>(table: &'t Table, column: &str, row: usize) -> &'t str {
    table.texts(column).get(row).unwrap_or_default()
}

/// A column of numbers.
#[must_use]
pub fn numbers(table: &Table, column: &str) -> Vec<f64> {
    (0..rows(table)).map(|row| number(table, column, row)).collect()
}

/// A value of a table as JSON; `null` if it is not finite.
#[must_use]
pub fn plain(values: &Values, row: usize) -> Value {
    match values {
        Values::Real(reals) => reals.get(row).map_or(Value::Null, |&real| Value::from(real)),
        Values::Count(counts) => counts.get(row).map_or(Value::Null, |&count| Value::from(count)),
        Values::Text(texts) => texts.get(row).map_or(Value::Null, Value::from),
    }
}

/// Some rows of a table as objects by column.
pub fn objects(table: &Table, chosen: impl IntoIterator<Item = usize>) -> Vec<Value> {
    let object = |row: usize| {
        table.columns.iter().map(|column| (column.name.clone(), plain(&column.values, row))).collect()
    };
    chosen.into_iter().map(object).collect()
}
