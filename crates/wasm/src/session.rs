//! Answers requests one after the other.

use std::collections::BTreeMap;

use cellwise_api::scenario::{self, Answer as Asked, Reviewed};
use cellwise_api::{Results, Written, version};
use cellwise_net::Series;
use cellwise_scenario::Issue;
use cellwise_view::thinning;
use serde_json::{Value, json};

use crate::answer::{Answer, Refusal, encoded};
use crate::array::{Array, Arrays};
use crate::held::{Held, Started, described};
use crate::request::Request;

const PICOSECONDS_PER_S: f64 = 1e12;

type Answered = Result<Answer, Refusal>;

/// The runs of a page, by number.
#[derive(Debug, Default)]
pub struct Session {
    runs: BTreeMap<u32, Held>,
    begun: u32,
}

impl Session {
    /// Answers a request as octets come in and out.
    pub fn answer_octets(&mut self, request: &[u8]) -> Vec<u8> {
        let read = serde_json::from_slice(request);
        encoded(read.map_err(|error| Refusal::asked(error.to_string())).and_then(|asked| self.answer(asked)))
    }

    /// Answers a request.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::Begin { scenario } => self.begin(&scenario),
            Request::Advance { run, events } => Ok(Answer::plain(self.started(run)?.advance(events))),
            Request::Finish { run } => self.finish(run),
            Request::Forget { run } => {
                self.runs.remove(&run);
                Ok(Answer::plain(Value::Null))
            }
            Request::Table { run, name } => self.table(run, &name),
            Request::Series { run, index } => Ok(whole(self.series(run, index)?)),
            Request::Points { run, index, from_s, to_s, width } => {
                Ok(points(self.series(run, index)?, from_s, to_s, width))
            }
            of_scenario => about_scenarios(of_scenario),
        }
    }

    fn begin(&mut self, scenario: &str) -> Answered {
        let started = Started::begin(scenario)?;
        self.begun += 1;
        self.runs.insert(self.begun, Held::Running(Box::new(started)));
        Ok(Answer::plain(json!(self.begun)))
    }

    fn finish(&mut self, run: u32) -> Answered {
        self.started(run)?;
        let Some(Held::Running(started)) = self.runs.remove(&run) else { return Err(unknown(run)) };
        let results = started.finish()?;
        let told = described(&results);
        self.runs.insert(run, Held::Finished(Box::new(results)));
        Ok(Answer::plain(told))
    }

    fn table(&self, run: u32, name: &str) -> Answered {
        let results = self.finished(run)?;
        let table = results.table(name).ok_or_else(|| {
            let known: Vec<&str> =
                results.tables.iter().chain(&results.records).map(|(name, _)| *name).collect();
            Refusal::asked(format!("table: {name:?} is not known; there are {}", known.join(", ")))
        })?;
        let mut arrays = Arrays::default();
        let value = arrays.put_table(table);
        Ok(Answer { value, arrays })
    }

    fn series(&self, run: u32, index: usize) -> Result<&Series, Refusal> {
        let series = &self.finished(run)?.series;
        series.get(index).ok_or_else(|| {
            Refusal::asked(format!("series: {index} is not known; there are {}", series.len()))
        })
    }

    fn started(&mut self, run: u32) -> Result<&mut Started, Refusal> {
        match self.runs.get_mut(&run) {
            Some(Held::Running(started)) => Ok(started),
            Some(Held::Finished(_)) => Err(Refusal::asked(format!("run: {run} is finished"))),
            None => Err(unknown(run)),
        }
    }

    fn finished(&self, run: u32) -> Result<&Results, Refusal> {
        match self.runs.get(&run) {
            Some(Held::Finished(results)) => Ok(results),
            Some(Held::Running(_)) => Err(Refusal::asked(format!("run: {run} is not finished"))),
            None => Err(unknown(run)),
        }
    }
}

fn unknown(run: u32) -> Refusal {
    Refusal::asked(format!("run: {run} is not known"))
}

/// What needs no run.
fn about_scenarios(request: Request) -> Answered {
    match request {
        Request::Version => Ok(Answer::plain(json!(version()))),
        Request::Schema => Ok(parsed(&scenario::schema())),
        Request::Catalogue => Ok(parsed(&scenario::catalogue())),
        Request::Vocabulary => Ok(parsed(&scenario::vocabulary())),
        Request::Template { name } => scenario::template(&name).map(text).map_err(Refusal::asked),
        Request::Quantity { format, text } => {
            let read = scenario::quantity(&format, &text).map_err(Refusal::asked)?;
            let mut arrays = Arrays::default();
            let value = arrays.put(&Array::U64(vec![read]));
            Ok(Answer { value, arrays })
        }
        Request::Parse { text, format, file } => {
            let read = scenario::reader(&format).map_err(Refusal::asked)?;
            reviewed(scenario::parse(&text, read, None), Written::of(&text, &format, file.as_deref()))
        }
        Request::Change { scenario, changes } => {
            reviewed(scenario::change(&scenario, &changes, None), Written::default())
        }
        Request::Check { scenario } => Ok(Answer::plain(json!(scenario::check(&scenario)))),
        Request::Expand { scenario } => told(scenario::expand(&scenario, false)),
        Request::Identity { scenario } => told(scenario::identity(&scenario, false)),
        Request::Toml { scenario } => told(scenario::to_toml(&scenario, false)),
        Request::Set { scenario, changes } => told(scenario::set_values(&scenario, &changes, None)),
        Request::Resolved { scenario } => {
            let resolved = scenario::resolved(&scenario);
            resolved.map(|json| parsed(&json)).map_err(|issues| Refusal::scenario(issues, Written::default()))
        }
        of_run => Err(Refusal::asked(format!("{of_run:?} is about a run"))),
    }
}

fn text(answer: String) -> Answer {
    Answer::plain(Value::String(answer))
}

/// JSON as it is, not as text in JSON.
fn parsed(json: &str) -> Answer {
    Answer::plain(serde_json::from_str(json).expect("what was written as JSON can be read"))
}

fn told(answer: Asked<String>) -> Answered {
    answer.map(text).map_err(|issues| Refusal::scenario(issues, Written::default()))
}

fn reviewed(answer: Asked<Reviewed>, written: Written<'_>) -> Answered {
    let (scenario, warnings) = answer.map_err(|issues| Refusal::scenario(issues, written))?;
    let warning = |issue: &Issue| {
        let mut told = json!(issue);
        told["message"] = json!(written.render(issue));
        told
    };
    let warnings: Vec<Value> = warnings.iter().map(warning).collect();
    Ok(Answer::plain(json!({ "scenario": scenario, "warnings": warnings })))
}

/// A series with its instants in picoseconds, as it was recorded.
fn whole(series: &Series) -> Answer {
    let mut arrays = Arrays::default();
    let time_ps = arrays.put(&Array::U64(series.times_ps.clone()));
    let value = arrays.put(&Array::F64(series.values.clone()));
    Answer { value: json!({ "time_ps": time_ps, "value": value }), arrays }
}

/// A part of a series as a picture shows it, with its instants in seconds.
fn points(series: &Series, from_s: Option<f64>, to_s: Option<f64>, width: usize) -> Answer {
    let time_s: Vec<f64> = series.times_ps.iter().map(|&ps| ps as f64 / PICOSECONDS_PER_S).collect();
    let kept = thinning::shown(&time_s, &series.values, from_s, to_s, width.max(1));
    let mut arrays = Arrays::default();
    let times = arrays.put(&Array::F64(kept.iter().map(|&at| time_s[at]).collect()));
    let values =
        arrays.put(&Array::F64(kept.iter().map(|&at| thinning::finite(series.values[at])).collect()));
    Answer { value: json!({ "time_s": times, "value": values }), arrays }
}
