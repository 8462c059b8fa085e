//! The resolved network as data, for code that draws it, computes with it or lists it.
//!
//! [`Resolved`] is a [`Network`](cellwise_scenario::Network) with names instead of indices and numbers instead of
//! settings; [`Vocabulary`] is the part that is the same for all networks. Both only serialise: their readers read no
//! scenario. [`Topology`] is the network's picture, [`layout`] the places of nodes in it, and [`thinning`] leaves of a
//! long series what a picture shows.

pub mod layout;
pub mod models;
pub mod thinning;

mod flow;
mod link;
mod network;
mod node;
mod port;
mod topology;
mod vc;
mod vocabulary;

pub use flow::Flow;
pub use link::{Direction, Link};
pub use network::Resolved;
pub use node::Node;
pub use port::{Level, Queue};
pub use topology::{MOST_NODES, Topology};
pub use vc::{AbrRates, ContractRates, Vc};
pub use vocabulary::{Reason, Vocabulary};
