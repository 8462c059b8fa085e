//! Congestion controls: how the congestion window moves.
//!
//! A new one is a file next to this and a row in the registry, which names its module if that has parameters: a
//! `Config` with `Default` and `check`, which draws `arbitrary` ones for tests. It sees acknowledgments of new data and
//! losses; the recovery decides when it learns of them, and which octets are resent
//! ([`crate::recovery`]).

pub mod bbr_v1;
pub mod bbr_v3;
mod contract;
mod counting;
pub mod cubic;
pub mod cubic_linux;
pub mod dctcp;
mod external;
mod path_model;
pub mod prague;
mod registry;
mod reno;
pub mod vegas;

pub use bbr_v1::BbrV1;
pub use bbr_v3::BbrV3;
pub use contract::{AckEvent, Congestion, Feedback, LossCause, LossEvent, Pace};
pub use cubic::Cubic;
pub use cubic_linux::CubicLinux;
pub use dctcp::Dctcp;
pub use external::{External, RoundTrips};
pub use prague::Prague;
pub use registry::{AnyCongestion, CongestionKind, Parameters, ROWS};
pub use reno::Reno;
pub use vegas::Vegas;
