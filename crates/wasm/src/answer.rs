//! What is answered.

use cellwise_api::{Written, issue};
use cellwise_net::RunError;
use cellwise_scenario::Issue;
use serde::Serialize;
use serde_json::{Value, json};

use crate::array::{ALIGNMENT, Arrays};

/// JSON, and the arrays whose places it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The JSON.
    pub value: Value,
    /// The arrays.
    pub arrays: Arrays,
}

impl Answer {
    /// JSON alone.
    #[must_use]
    pub fn plain(value: Value) -> Self {
        Self { value, arrays: Arrays::default() }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// `scenario`, `asked`, `run` or `fault`: a broken rule, a request for something unknown, a run that cannot
    /// continue, a fault of the simulator.
    pub kind: &'static str,
    /// What is wrong, in lines.
    pub message: String,
    /// Every broken rule.
    pub issues: Vec<Issue>,
}

impl Refusal {
    /// What was asked for is not there.
    pub fn asked(message: impl Into<String>) -> Self {
        Self { kind: "asked", message: message.into(), issues: Vec::new() }
    }

    /// The scenario breaks rules.
    #[must_use]
    pub fn scenario(issues: Vec<Issue>, written: Written<'_>) -> Self {
        Self { kind: "scenario", message: written.render_all(&issues), issues }
    }

    /// A run has no outcome.
    #[must_use]
    pub fn run(error: &RunError) -> Self {
        let issues = Vec::from_iter(issue::of_run(error));
        let kind = match error {
            _ if !issues.is_empty() => "scenario",
            RunError::Audit { .. } => "fault",
            _ => "run",
        };
        Self { kind, message: error.to_string(), issues }
    }
}

/// An answer as octets: the length of the JSON in four, the JSON, and behind it the arrays.
#[must_use]
pub(crate) fn encoded(answer: Result<Answer, Refusal>) -> Vec<u8> {
    let (head, arrays) = match answer {
        Ok(Answer { value, arrays }) => (json!({ "ok": value }), arrays),
        Err(refusal) => (json!({ "refused": refusal }), Arrays::default()),
    };
    let head = head.to_string();
    let mut octets = Vec::with_capacity(head.len() + arrays.octets().len() + 2 * ALIGNMENT);
    octets.extend((head.len() as u32).to_le_bytes());
    octets.extend(head.as_bytes());
    octets.resize(octets.len().next_multiple_of(ALIGNMENT), 0);
    octets.extend(arrays.octets());
    octets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Array;

    #[test]
    fn arrays_begin_behind_the_json_where_they_can_be_read() {
        let mut arrays = Arrays::default();
        let value = arrays.put(&Array::F64(vec![1.5]));
        let octets = encoded(Ok(Answer { value, arrays }));
        let head = u32::from_le_bytes(octets[..4].try_into().unwrap()) as usize;
        let reported: Value = serde_json::from_slice(&octets[4..4 + head]).unwrap();
        assert_eq!(reported, json!({ "ok": { "$": "f64", "at": 0, "length": 1 } }));
        assert_eq!(octets[(4 + head).next_multiple_of(8)..], 1.5_f64.to_le_bytes());
    }
}
