//! Values that may be set while the path runs.

use cellwise_net::{LinkKey, LinkValue, Value};
use cellwise_units::{BitRate, Time};
use thiserror::Error;

/// So many names are listed in an error at most.
const MOST_LISTED: usize = 12;
/// The fastest line of a scenario.
const FASTEST: BitRate = BitRate::from_bps(10_000_000_000_000);

/// A key that may be set: the congestion window of a flow whose `tcp.variant` is "external", or a
/// [declared](crate::Opening::variable) value of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its path, such as `flows.f.cwnd` or `links.line.rate`.
    pub key: String,
    /// What it is counted in: "octets", "bit/s", or "1" for a share, which need not be whole.
    pub unit: &'static str,
    /// The least that it may be set to: of a window a segment.
    pub least: u64,
    /// The most: of a window the largest that the flow's settings allow, at most 2^30 octets.
    pub most: u64,
    /// The flow whose window it is.
    pub window: Option<Window>,
}

/// Whose a congestion window is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The flow's name.
    pub flow: String,
    /// Octets of data in a full segment of the flow.
    pub segment_octets: u64,
}

impl Variable {
    /// Whether it may have this value.
    pub(crate) fn takes(&self, value: Value) -> bool {
        match value {
            Value::Whole(value) => (self.least..=self.most).contains(&value),
            Value::Share(share) => self.unit == SHARE && (0.0..=1.0).contains(&share),
        }
    }
}

/// The unit of shares.
const SHARE: &str = "1";

impl From<cellwise_net::Variable> for Variable {
    fn from(variable: cellwise_net::Variable) -> Self {
        let cellwise_net::Variable { flow, octets, segment_octets } = variable;
        let (least, most) = octets.into_inner();
        let window = Some(Window { segment_octets, flow: flow.clone() });
        Self { key: format!("flows.{flow}.cwnd"), unit: "octets", least, most, window }
    }
}

impl From<&LinkKey> for Variable {
    fn from(link: &LinkKey) -> Self {
        let (unit, most) = match link.value {
            LinkValue::Rate => ("bit/s", FASTEST.get()),
            LinkValue::ErrorRatio => (SHARE, 1),
        };
        Self { key: link.key.clone(), unit, least: 0, most, window: None }
    }
}

/// Why a value is not set. Nothing has happened then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// There is no such key, or it may not be set while the path runs.
    #[error("{key}: nothing of that name can be set while the path runs{}; {}", meant(.nearest.as_deref()), listed(.known))]
    UnknownKey {
        /// The key asked for.
        key: String,
        /// The nearest of those that there are.
        nearest: Option<String>,
        /// Those that there are.
        known: Vec<String>,
    },
    /// The key is no congestion window.
    #[error("{key} is no congestion window; {}", windows(.known))]
    NoWindow {
        /// The key asked for.
        key: String,
        /// The windows that there are.
        known: Vec<String>,
    },
    /// The value is not within its range.
    #[error("{key} = {value}: give {least} to {most}{}", counted(.unit))]
    Range {
        /// The key.
        key: String,
        /// The value given.
        value: String,
        /// The least allowed.
        least: u64,
        /// The most allowed.
        most: u64,
        /// What it is counted in.
        unit: &'static str,
    },
    /// The path has passed that instant.
    #[error("{key} is set for {at}, but the path has come to {now}; give an instant that is not before that")]
    Late {
        /// The key.
        key: String,
        /// The instant for which it was set.
        at: Time,
        /// The instant that the path has reached.
        now: Time,
    },
    /// What waits, and what was not taken, takes all that the scenario's `limits.memory` leaves.
    #[error("{0}")]
    Memory(String),
    /// The caller has promised that nothing would come so early.
    #[error("{key} is set for {at}, but it was promised that nothing is before {promised}")]
    Promised {
        /// The key.
        key: String,
        /// The instant for which it was set.
        at: Time,
        /// The end of the promise.
        promised: Time,
    },
}

/// A value as errors print it.
pub(crate) fn printed(value: Value, unit: &str) -> String {
    match value {
        Value::Whole(value) => value.to_string(),
        Value::Share(share) if unit == SHARE => share.to_string(),
        Value::Share(share) => format!("{share}, which is given as a share"),
    }
}

fn counted(unit: &str) -> String {
    if unit == SHARE { String::new() } else { format!(" {unit}") }
}

pub(crate) fn meant(nearest: Option<&str>) -> String {
    nearest.map(|key| format!("; did you mean {key}?")).unwrap_or_default()
}

/// Names in a list, as many as can be read.
pub(crate) fn known(names: &[&str]) -> String {
    let shown = names[..names.len().min(MOST_LISTED)].join(", ");
    match names.len() - names.len().min(MOST_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn names_of(names: &[String]) -> String {
    known(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "declare the key of a link when the path is opened, or give a flow tcp.variant = \"external\", and its \
                window can be"
            .to_owned();
    }
    format!("what can be: {}", names_of(names))
}

fn windows(names: &[String]) -> String {
    if names.is_empty() {
        return "give a flow tcp.variant = \"external\", and it has one".to_owned();
    }
    format!("there are {}", names_of(names))
}
