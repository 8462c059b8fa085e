//! Answers requests one after the other.

use std::collections::BTreeMap;

use cellwise_api::page::{self, Part};
use cellwise_api::scenario::{self, Answer as Asked, Reviewed};
use cellwise_api::{Record, Watched, Written, version};
use cellwise_scenario::{Issue, Network};
use cellwise_view::thinning;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Refusal, encoded};
use crate::array::{ALIGNMENT, Array, Arrays};
use crate::held::{Finished, Held, Started, described};
use crate::request::Request;

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
        let (head, arrays) = split(request);
        let read = serde_json::from_slice(head).map_err(|error| Refusal::asked(error.to_string()));
        encoded(read.and_then(|asked| match asked {
            Request::Load { scenario, summary, tables, series } => {
                let record = loaded(&Arrays::of(arrays), summary, &tables, &series);
                let record = record
                    .ok_or_else(|| Refusal::asked("results: no such columns stand behind the request"))?;
                Ok(self.hold(Finished { scenario, record }))
            }
            other => self.answer(other),
        }))
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
            Request::Describe { run, hidden } => self.about(run, |document, network, record| {
                json!(page::described(document, network, record, &hidden))
            }),
            Request::Playback { run, steps, from_s, to_s } => self
                .about(run, |_, network, record| json!(page::playback(network, record, steps, from_s, to_s))),
            Request::Marked { run, flow, from_s, to_s, most } => {
                let part = Part { from_s, to_s };
                self.about(run, |_, _, record| json!(page::marked(record, &flow, part, most)))
            }
            Request::Lanes { run, port, from_s, to_s } => {
                let part = Part { from_s, to_s };
                self.about(run, |_, network, record| json!(page::lanes(network, record, &port, part)))
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
        let finished = started.finish()?;
        let reported = described(&finished.record);
        self.runs.insert(run, Held::Finished(Box::new(finished)));
        Ok(Answer::plain(reported))
    }

    fn hold(&mut self, finished: Finished) -> Answer {
        self.begun += 1;
        self.runs.insert(self.begun, Held::Finished(Box::new(finished)));
        Answer::plain(json!(self.begun))
    }

    /// The summary of a run that is over, with its scenario and its network.
    fn about(&self, run: u32, notify: impl FnOnce(&Value, &Network, &Record) -> Value) -> Answered {
        let Finished { scenario, record } = self.finished(run)?;
        let broken = |issues| Refusal::scenario(issues, Written::default());
        let (network, _) = scenario::network(scenario).map_err(broken)?;
        let document = serde_json::from_str(scenario).map_err(|error| Refusal::asked(error.to_string()))?;
        Ok(Answer::plain(notify(&document, &network, record)))
    }

    fn table(&self, run: u32, name: &str) -> Answered {
        let tables = &self.finished(run)?.record.tables;
        let (_, table) = tables.iter().find(|(known, _)| known == name).ok_or_else(|| {
            let known: Vec<&str> = tables.iter().map(|(name, _)| &**name).collect();
            Refusal::asked(format!("table: {name:?} is not known; there are {}", known.join(", ")))
        })?;
        let mut arrays = Arrays::default();
        let value = arrays.put_table(table);
        Ok(Answer { value, arrays })
    }

    fn series(&self, run: u32, index: usize) -> Result<&Watched, Refusal> {
        let series = &self.finished(run)?.record.series;
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

    fn finished(&self, run: u32) -> Result<&Finished, Refusal> {
        match self.runs.get(&run) {
            Some(Held::Finished(finished)) => Ok(finished),
            Some(Held::Running(_)) => Err(Refusal::asked(format!("run: {run} is not finished"))),
            None => Err(unknown(run)),
        }
    }
}

/// A request and the arrays behind it. One that has some begins with four zeros, where JSON does not, and the length of
/// its JSON in four octets.
fn split(request: &[u8]) -> (&[u8], &[u8]) {
    let Some((&[0, 0, 0, 0, a, b, c, d], rest)) = request.split_first_chunk() else { return (request, &[]) };
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let head = rest.get(..length).unwrap_or_default();
    (head, rest.get(length.next_multiple_of(ALIGNMENT)..).unwrap_or_default())
}

/// Results that were made elsewhere; `None` if a column is not where it is said to be.
fn loaded(arrays: &Arrays, summary: Value, tables: &Map<String, Value>, series: &[Value]) -> Option<Record> {
    let table = |(name, columns): (&String, &Value)| Some((name.clone(), arrays.take_table(columns)?));
    let word = |one: &Value, key: &str| one[key].as_str().map(str::to_owned);
    let watched = |one: &Value| {
        let (Array::U64(times_ps), Array::F64(values)) =
            (arrays.take(&one["time_ps"])?, arrays.take(&one["value"])?)
        else {
            return None;
        };
        let [name, quantity, target, unit] = ["name", "quantity", "target", "unit"].map(|key| word(one, key));
        let is_whole = times_ps.len() == values.len();
        is_whole.then_some(Watched {
            name: name?,
            quantity: quantity?,
            target: target?,
            unit: unit?,
            times_ps,
            values,
        })
    };
    Some(Record {
        tables: tables.iter().map(table).collect::<Option<_>>()?,
        series: series.iter().map(watched).collect::<Option<_>>()?,
        summary,
    })
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
        Request::Expand { scenario } => text_answer(scenario::expand(&scenario, false)),
        Request::Identity { scenario } => text_answer(scenario::identity(&scenario, false)),
        Request::Toml { scenario } => text_answer(scenario::to_toml(&scenario, false)),
        Request::Set { scenario, changes } => text_answer(scenario::set_values(&scenario, &changes, None)),
        Request::Watching { scenario } => {
            let watching = page::watching(&scenario);
            watching
                .map(|one| Answer::plain(json!(one)))
                .map_err(|issues| Refusal::scenario(issues, Written::default()))
        }
        Request::Again { scenario, flow, port, from_s, to_s, most } => {
            let cells = port.as_deref().map(|port| (port, Part { from_s, to_s }, most));
            text_answer(page::again(&scenario, flow.as_deref(), cells, to_s))
        }
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

/// JSON itself, not as text in JSON.
fn parsed(json: &str) -> Answer {
    Answer::plain(serde_json::from_str(json).expect("what was written as JSON can be read"))
}

fn text_answer(answer: Asked<String>) -> Answered {
    answer.map(text).map_err(|issues| Refusal::scenario(issues, Written::default()))
}

fn reviewed(answer: Asked<Reviewed>, written: Written<'_>) -> Answered {
    let (scenario, warnings) = answer.map_err(|issues| Refusal::scenario(issues, written))?;
    let warning = |issue: &Issue| {
        let mut reported = json!(issue);
        reported["message"] = json!(written.render(issue));
        reported
    };
    let warnings: Vec<Value> = warnings.iter().map(warning).collect();
    Ok(Answer::plain(json!({ "scenario": scenario, "warnings": warnings })))
}

/// A series with its instants in picoseconds, as recorded.
fn whole(series: &Watched) -> Answer {
    let mut arrays = Arrays::default();
    let time_ps = arrays.put(&Array::U64(series.times_ps.clone()));
    let value = arrays.put(&Array::F64(series.values.clone()));
    Answer { value: json!({ "time_ps": time_ps, "value": value }), arrays }
}

/// A part of a series as a picture shows it, with its instants in seconds.
fn points(series: &Watched, from_s: Option<f64>, to_s: Option<f64>, width: usize) -> Answer {
    let time_s = series.times_s();
    let kept = thinning::shown(&time_s, &series.values, from_s, to_s, width.max(1));
    let mut arrays = Arrays::default();
    let times = arrays.put(&Array::F64(kept.iter().map(|&at| time_s[at]).collect()));
    let values =
        arrays.put(&Array::F64(kept.iter().map(|&at| thinning::finite(series.values[at])).collect()));
    Answer { value: json!({ "time_s": times, "value": values }), arrays }
}
