//! Outages of a link: when it is down, and its return.

use std::sync::Arc;

use cellwise_units::{ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, btree_set};

/// An outage of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outage {
    /// The instant at which the link goes down, since the start of the run.
    pub from: Span,
    /// The instant at which it returns; never if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Span>,
}

impl Outage {
    /// The mistakes of a list: an outage that ends before it begins, or begins before the one in front of it has ended.
    #[must_use]
    pub fn check(list: &[Self]) -> Vec<ConfigIssue> {
        let ends = list.iter().enumerate().filter_map(|(place, outage)| {
            let until = outage.until.filter(|&until| until <= outage.from)?;
            let rule = format!("give an instant after {}, when the link goes down", outage.from);
            Some(ConfigIssue::new(&format!("[{place}].until"), until, rule))
        });
        let begins = list.windows(2).enumerate().filter_map(|(place, pair)| {
            let rule = match pair[0].until {
                None => {
                    "leave it out, or give the outage before an until: the link does not return".to_owned()
                }
                Some(until) if pair[1].from <= until => {
                    format!("give an instant after {until}, when the outage before ends")
                }
                Some(_) => return None,
            };
            Some(ConfigIssue::new(&format!("[{}].from", place + 1), pair[1].from, rule))
        });
        ends.chain(begins).collect()
    }

    /// Any list that makes sense.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary_list() -> impl Strategy<Value = Vec<Self>> {
        btree_set(0u64..200_000, 1..7).prop_map(|instants| {
            let instants: Vec<Span> = instants.into_iter().map(|us| Span::from_ps(us * 1_000_000)).collect();
            let outage = |pair: &[Span]| Self { from: pair[0], until: pair.get(1).copied() };
            instants.chunks(2).map(outage).collect()
        })
    }
}

/// The outages of a direction of a link, in the order of time.
#[derive(Clone, Debug)]
pub(super) struct Outages {
    list: Arc<[(Time, Time)]>,
}

impl Outages {
    /// Those of a list that was [checked](Outage::check).
    pub(super) fn new(list: &[Outage]) -> Self {
        let until = |outage: &Outage| outage.until.map_or(Time::NEVER, |until| Time::ZERO + until);
        Self { list: list.iter().map(|outage| (Time::ZERO + outage.from, until(outage))).collect() }
    }

    /// The first instant, not before this one, at which the link is up.
    pub(super) fn up_from(&self, at: Time) -> Time {
        self.next(at).filter(|&(from, _)| from <= at).map_or(at, |(_, until)| until)
    }

    /// The outage that begins after an instant, or has not ended by then.
    pub(super) fn next(&self, at: Time) -> Option<(Time, Time)> {
        self.list.get(self.list.partition_point(|&(_, until)| until <= at)).copied()
    }
}
