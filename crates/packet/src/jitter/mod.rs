//! Jitter: how much later than others a packet arrives, by a draw of its own.
//!
//! Adding a distribution: one file with `Config` (`build`, `check`, `arbitrary`) and the distribution, and one row in the
//! registry.

mod contract;
pub mod empirical;
pub mod exponential;
pub mod normal;
pub mod pareto;
mod registry;
mod text;
pub mod uniform;

pub use contract::{FAMILY, Jitter, LONGEST};
pub use registry::{AnyJitter, JitterConfig, catalogue};
pub use text::parse_delays;

use contract::{check_most, limited};
