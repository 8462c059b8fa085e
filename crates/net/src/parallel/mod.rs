//! One run on several threads: parts of the network, each with a world and a clock of its own.
//!
//! Every part is the world of the whole network, of which it runs only the elements at its own nodes. Cells
//! that leave for another part are passed with the frame that they belong to. A part may continue until
//! the least clock of those that send to it plus what the link between takes: conservative windows, after
//! Chandy and Misra 1979 and Bryant 1977. Nothing is estimated and nothing rolled back, so the results are
//! the same to the bit as those of the whole network: the events at an element follow from its arrivals, in the order
//! of time and ties, and both are the same.

mod groups;
mod join;
mod load;
mod partition;
mod places;
mod run;

pub use partition::{Partition, Rule};
pub(crate) use run::Parts;

use cellwise_scenario::{Network, NodeKind};

use crate::build::build_whole;
use places::Places;

/// How a network would be divided among at most so many threads.
///
/// # Errors
/// The reason why it would be run whole.
pub fn partition(network: &Network, threads: usize, rule: Rule) -> Result<Partition, String> {
    let elements = build_whole(network).elements;
    let places = Places::of(&elements, network, &host_nodes(network));
    partition::divide(network, &elements, &places, threads, rule)
}

/// The node of each of the world's hosts.
fn host_nodes(network: &Network) -> Vec<usize> {
    let nodes = network.nodes.iter().enumerate();
    nodes.filter(|(_, node)| !matches!(node.kind, NodeKind::Switch(_))).map(|(number, _)| number).collect()
}
