//! The queues of ports.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::queue_level::QueueLevel;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_scenario::QueueSettings;
use cellwise_units::Capacity;
use serde::Serialize;

/// The queue of a switch's port.
#[derive(Clone, Debug, Serialize)]
pub struct Queue<'n> {
    /// Cells that may wait; `None` without limit.
    pub buffer_cells: Option<u64>,
    /// The drop policy, with its settings.
    pub drop: &'n DropPolicyConfig,
    /// The rate rule of ABR, if it has one, with its settings.
    pub rate_rule: Option<&'n RateRuleConfig>,
    /// In which order cells are sent.
    pub scheduler: &'static str,
    /// The lengths of the queue at which something changes, the shortest first.
    pub levels: Vec<Level>,
}

/// A length of a queue at which something changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// What a picture calls it.
    pub name: String,
    /// Cells.
    pub cells: u64,
}

impl<'n> Queue<'n> {
    pub(crate) fn of(queue: &'n QueueSettings) -> Self {
        Self {
            buffer_cells: match queue.buffer {
                Capacity::Limited(cells) => Some(cells.get()),
                Capacity::Unlimited => None,
            },
            drop: &queue.drop,
            rate_rule: queue.rate_rule.as_ref(),
            scheduler: queue.scheduler.name(),
            levels: levels(queue),
        }
    }
}

/// Those of the buffer, of the drop policy and of the rate rule, as far as a queue can reach them.
fn levels(queue: &QueueSettings) -> Vec<Level> {
    let own = [
        (queue.clp1_threshold.map(|cells| cells.get()), "CLP=1 threshold"),
        (Some(queue.buffer.cells_or_max()), "buffer"),
    ];
    let own = own.into_iter().filter_map(|(cells, name)| Some(Level { name: name.into(), cells: cells? }));
    let of_policy = queue.drop.levels(queue.buffer).into_iter().map(|level| named(level.name.into(), level));
    let of_rule = queue.rate_rule.iter().flat_map(|rule| {
        rule.levels().into_iter().map(|level| named(format!("{} {}", rule.name(), level.name), level))
    });
    let mut found: Vec<Level> =
        of_policy.chain(of_rule).chain(own).filter(|level| level.cells < u64::MAX).collect();
    found.sort_by_key(|level| level.cells);
    found
}

fn named(name: String, level: QueueLevel) -> Level {
    Level { name, cells: level.cells }
}
