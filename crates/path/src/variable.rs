//! Values that may be set while the path runs.

use cellwise_units::Time;
use thiserror::Error;

/// A key that may be set: the congestion window of a flow whose `tcp.variant` is "external".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its path, such as `flows.f.cwnd`.
    pub key: String,
    /// The flow's name.
    pub flow: String,
    /// What it is counted in: octets.
    pub unit: &'static str,
    /// The least that it may be set to: a segment.
    pub least: u64,
    /// The most: the largest window that the flow's settings allow, at most 2^30 octets.
    pub most: u64,
    /// Octets of data in a full segment of the flow.
    pub segment_octets: u64,
}

impl From<cellwise_net::Variable> for Variable {
    fn from(variable: cellwise_net::Variable) -> Self {
        let cellwise_net::Variable { flow, octets, segment_octets } = variable;
        let (least, most) = octets.into_inner();
        Self { key: format!("flows.{flow}.cwnd"), flow, unit: "octets", least, most, segment_octets }
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
    /// The value is not within its range.
    #[error("{key} = {value}: give {least} to {most} {unit}")]
    Range {
        /// The key.
        key: String,
        /// The value given.
        value: u64,
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

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|key| format!("; did you mean {key}?")).unwrap_or_default()
}

fn listed(known: &[String]) -> String {
    if known.is_empty() {
        return "give a flow tcp.variant = \"external\", and its window can be".to_owned();
    }
    format!("what can be: {}", known.join(", "))
}
