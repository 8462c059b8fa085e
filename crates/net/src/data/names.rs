//! The names of a run's random streams.

use cellwise_engine::StreamName;
use cellwise_scenario::Network;

/// A named random stream of the run.
pub(crate) fn stream_name<'a>(network: &Network, element: &'a str, purpose: &'a str) -> StreamName<'a> {
    StreamName { seed: network.seed, replication: network.replication, element, purpose }
}
