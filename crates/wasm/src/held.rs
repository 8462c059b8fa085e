//! A run that the module holds: on its way, or finished.

use cellwise_api::{Record, Results, Watched, Written, scenario};
use cellwise_net::{Beginning, Run, Status};
use cellwise_units::Bytes;
use cellwise_units::catalogue::Entry;
use cellwise_view::models;
use serde_json::{Value, json};

use crate::answer::Refusal;

/// The most memory of a run. A module has 4 GiB, and a list that grows needs its own length twice again; one list has
/// no more than 2 GiB.
const MOST_MEMORY: Bytes = Bytes::new(1_000_000_000);

/// A run, and its results.
#[derive(Debug)]
pub(crate) enum Held {
    /// It can continue.
    Running(Box<Started>),
    /// It has ended.
    Finished(Box<Finished>),
}

/// A run that is over, and what it was of.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The scenario, as JSON text.
    pub(crate) scenario: String,
    /// What came of it.
    pub(crate) record: Record,
}

/// A run on its way.
#[derive(Debug)]
pub(crate) struct Started {
    scenario: String,
    run: Run,
    models: Vec<Entry>,
    status: Status,
}

impl Started {
    /// Begins the run of a scenario.
    pub(crate) fn begin(json: &str) -> Result<Self, Refusal> {
        let (mut network, held) =
            scenario::network(json).map_err(|issues| Refusal::scenario(issues, Written::default()))?;
        network.limits.memory = network.limits.memory.min(MOST_MEMORY);
        let models = models::used_by(&network);
        let beginning = Beginning { threads: 1, held, ..Beginning::default() };
        let run = Run::begin(network, beginning).map_err(|error| Refusal::run(&error))?;
        Ok(Self { scenario: json.to_owned(), run, models, status: Status::Running })
    }

    /// Continues for so many events; `state` is `running`, `done` or `stopped`.
    pub(crate) fn advance(&mut self, events: u64) -> Value {
        self.status = self.run.advance(events);
        let state = match self.status {
            Status::Running => "running",
            Status::Done => "done",
            Status::Stopped(_) => "stopped",
        };
        json!({ "state": state, "progress": self.run.progress(), "cells": self.run.cells() })
    }

    /// Ends it, where it is if it is not at its end.
    pub(crate) fn finish(self) -> Result<Finished, Refusal> {
        let is_under_way = self.status == Status::Running;
        let outcome = self.run.finish().map_err(|error| Refusal::run(&error))?;
        let record = Record::from(Results::of(outcome, &self.models, is_under_way));
        Ok(Finished { scenario: self.scenario, record })
    }
}

/// The summary of results that a page gets before it asks for columns.
pub(crate) fn described(record: &Record) -> Value {
    let tables = record.tables.iter().map(|(name, _)| &**name);
    let series = record.series.iter().map(described_series);
    json!({
        "summary": record.summary,
        "tables": tables.collect::<Vec<_>>(),
        "series": series.collect::<Vec<_>>(),
    })
}

fn described_series(series: &Watched) -> Value {
    let Watched { name, quantity, target, unit, times_ps, .. } = series;
    json!({ "name": name, "quantity": quantity, "target": target, "unit": unit, "points": times_ps.len() })
}
