//! Policing (usage parameter control, UPC): whether the cells of a connection keep to its contract,
//! and what becomes of those that do not.
//!
//! Whether a cell conforms is decided by [`VirtualScheduling`], the generic cell rate algorithm
//! GCRA(T, tau); [`DualGcra`] couples the two buckets of a VBR contract. A policer adds what it
//! knows of frames. Adding a policer: one file with `Config` (`build`, `check`) and the policer, and
//! one row in the registry below.
//!
//! A policer takes no time and is evaluated on trains: it finds the fate of many cells at once where
//! arithmetic can, with exactly the outcome of judging them one by one. Arrivals are whole
//! picoseconds ([`ClockPoint::at`](cellwise_units::ClockPoint)); cases that a rounding of less than
//! a picosecond could decide are decided for the cell (see [`gcra`]).
//!
//! Source: ITU-T I.371; ATM Forum, Traffic Management 4.0, section 4.4, and 4.1 for GFR.

mod accounts;
pub mod cell;
mod contract;
pub mod dual;
pub mod epd;
pub mod f_gcra;
mod frames;
pub mod gcra;
pub mod leaky_bucket;
pub mod ppd;
mod registry;
mod runs;
pub mod terms;
pub mod theory;

pub use accounts::PolicerCounts;
pub use contract::{CellTrain, FAMILY, Policer, Treatment};
pub use dual::{Coupling, DualGcra};
pub use gcra::VirtualScheduling;
pub use leaky_bucket::LeakyBucket;
pub use registry::{AnyPolicer, PolicerConfig, catalogue};
pub use runs::{Arrivals, Run};
pub use terms::{Bucket, Covers, Excess, Sustained, Terms};
