//! What a caller holds.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};

use cellwise_api::{Results, Written};
use cellwise_engine::memory;
use cellwise_path::{Delivery, Fate, Limit, Opening, Packet, Path, Port, Stop};
use cellwise_scenario::{Network, Scenario, parse_toml, resolve};
use cellwise_units::Time;
use cellwise_units::catalogue::Entry;
use cellwise_view::models;

use crate::code::{Code, Refusal};
use crate::results::results_json;
use crate::text;

/// `cw_path`: a path, and the last answer to its caller.
#[derive(Clone, Debug)]
pub struct Handle {
    state: State,
    ports: Vec<Port>,
    models: Vec<Entry>,
    /// The names of places and reasons that the caller may hold.
    names: BTreeMap<String, CString>,
    error: CString,
}

#[derive(Clone, Debug)]
enum State {
    Open(Box<Path>),
    Finished(CString),
    Broken,
}

impl Handle {
    /// A path of a scenario, at its start.
    pub(crate) fn open(toml: &str, seed: u64, opening: &Opening) -> Result<Self, String> {
        let (network, held) = memory::measured(|| network(toml, seed));
        let network = network?;
        let models = models::used_by(&network);
        let path = Path::of_network(network, held, opening).map_err(|error| error.to_string())?;
        let ports = path.ports().iter().filter_map(|name| path.port(name).ok()).collect();
        Ok(Self {
            state: State::Open(Box::new(path)),
            ports,
            models,
            names: BTreeMap::new(),
            error: CString::default(),
        })
    }

    pub(crate) fn is_broken(&self) -> bool {
        matches!(self.state, State::Broken)
    }

    pub(crate) fn error(&self) -> &CStr {
        &self.error
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.error = text::owned(&refusal.text);
    }

    /// Ends the use of this handle: nothing in it can be trusted any more.
    pub(crate) fn break_down(&mut self, said: &str) {
        self.state = State::Broken;
        self.error = text::owned(said);
    }

    /// The path, unless it has ended.
    pub(crate) fn path(&mut self) -> Result<&mut Path, Refusal> {
        match &mut self.state {
            State::Open(path) => Ok(path),
            State::Finished(_) => Err(Refusal::new(Code::Finished, "this path has ended")),
            State::Broken => Err(Refusal::new(Code::Fault, "this path has failed before")),
        }
    }

    /// The path for who only looks.
    pub(crate) fn seen(&self) -> Option<&Path> {
        if let State::Open(path) = &self.state { Some(path) } else { None }
    }

    /// The port of a number.
    pub(crate) fn port(&self, number: i32) -> Result<Port, Refusal> {
        let found = usize::try_from(number).ok().and_then(|number| self.ports.get(number));
        found.copied().ok_or_else(|| {
            let ports = self.ports.len();
            Refusal::new(Code::Port, format!("the path has no port {number}; it has {ports}, from 0 on"))
        })
    }

    pub(crate) fn ports(&self) -> usize {
        self.ports.len()
    }

    pub(crate) fn offer(&mut self, port: i32, at_ps: u64, packet: Packet) -> Result<(), Refusal> {
        let port = self.port(port)?;
        Ok(self.path()?.offer(port, Time::from_ps(at_ps), packet)?)
    }

    /// Lets time continue; gives the reason of the stop, and the instant reached.
    pub(crate) fn run(&mut self, until_ps: u64) -> Result<(Code, u64), Refusal> {
        let path = self.path()?;
        let stop = path.run(Time::from_ps(until_ps));
        let now_ps = path.now().ps();
        let code = match stop {
            Stop::Delivered(_) => Code::Delivered,
            Stop::Until => Code::Until,
            Stop::Limit(Limit::End) => Code::End,
            Stop::Limit(Limit::Scenario(limit)) => {
                self.error = text::owned(&limit);
                Code::Limit
            }
            Stop::Limit(Limit::Fault) => return Err(self.fault()),
        };
        Ok((code, now_ps))
    }

    /// Ends a path that says that it has gone wrong, to learn what has.
    fn fault(&mut self) -> Refusal {
        let said = match std::mem::replace(&mut self.state, State::Broken) {
            State::Open(path) => path.finish().err().map(|error| error.to_string()),
            State::Finished(_) | State::Broken => None,
        };
        Refusal::new(
            Code::Fault,
            said.unwrap_or_else(|| "fault in Cellwise: it does not say which".to_owned()),
        )
    }

    /// The next packets that have arrived, at most so many.
    pub(crate) fn take(&mut self, most: usize) -> Result<Vec<Delivery>, Refusal> {
        Ok(self.path()?.take_at_most(most))
    }

    /// The next packets that were lost, at most so many.
    pub(crate) fn fates(&mut self, most: usize) -> Result<Vec<Fate>, Refusal> {
        Ok(self.path()?.fates_at_most(most))
    }

    /// A name that the caller may hold for as long as the handle.
    pub(crate) fn name(&mut self, name: &str) -> &CStr {
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), text::owned(name));
        }
        &self.names[name]
    }

    /// Ends the path, once, and gives its results.
    pub(crate) fn finish(&mut self) -> Result<&CStr, Refusal> {
        if matches!(self.state, State::Open(_))
            && let State::Open(path) = std::mem::replace(&mut self.state, State::Broken)
        {
            let outcome = path.finish().map_err(|error| Refusal::new(Code::Fault, error.to_string()))?;
            self.state =
                State::Finished(text::owned(&results_json(Results::of(outcome, &self.models, false))));
        }
        match &self.state {
            State::Finished(reported) => Ok(reported),
            State::Open(_) | State::Broken => Err(Refusal::new(Code::Fault, "this path has failed before")),
        }
    }
}

/// The network of a scenario in TOML, with this seed.
fn network(toml: &str, seed: u64) -> Result<Network, String> {
    let resolved = parse_toml(toml)
        .and_then(|document| document.scenario())
        .and_then(|scenario| resolve(&Scenario { seed, ..scenario }));
    resolved.map_err(|issues| Written::of(toml, "toml", None).render_all(&issues))
}
