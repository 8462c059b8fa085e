//! Templates: named network shapes that expand to a graph.
//!
//! A template is one file and one row in the registry.

mod adsl;
mod contract;
mod downstream_bottleneck;
mod dsl;
mod ethernet_bottleneck;
mod home;
mod keys;
mod n_source;
mod named;
mod parking_lot;
mod plan;
mod policed_vc;
mod registry;
mod rrul;
mod two_node;
mod vdsl2;
mod wan;

pub use adsl::Adsl;
pub(crate) use contract::Around;
pub use downstream_bottleneck::DownstreamBottleneck;
pub use dsl::Dsl;
pub use ethernet_bottleneck::EthernetBottleneck;
pub use n_source::NSource;
pub use named::template_scenario;
pub use parking_lot::ParkingLot;
pub use policed_vc::PolicedVc;
pub use registry::{Topology, catalogue};
pub use rrul::Rrul;
pub use two_node::TwoNode;
pub use vdsl2::Vdsl2;
pub use wan::Background;
