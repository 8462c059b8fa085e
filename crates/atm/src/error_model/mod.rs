//! Noise on a line: which of the cells that arrive at its end are errored.
//!
//! The cells of one direction of a line arrive at the unit that receives them in trains, in the order
//! of time. An error model finds the verdicts on them by skipping from one error or one noisy period
//! to the next, so nearly every train passes with one comparison ([`ErrorModel::take_clear`]). The draws
//! and their times do not depend on the trains in which cells come: any split of the same arrivals
//! gives the same verdicts. Adding a model: one file with `Config` (`build`, `check`,
//! `mean_cell_error_ratio`, `latency`) and the model, and one row in the registry below.
//!
//! Two kinds of models share their machinery: those in which errors depend on the count of cells
//! (`spells`), and those in which the line is noisy for periods of time, whatever the traffic
//! (`periods`).
//!
//! Source: Lu, "TCP over ATM over ADSL", M.Sc. thesis, University of Calgary, 2000, section 3.2.3.

pub mod bit_errors;
pub mod bursts;
mod checks;
mod contract;
pub mod gilbert_elliott;
mod impulses;
pub mod independent;
pub mod interleaved;
pub mod none;
mod periods;
mod registry;
mod runs;
pub mod scripted;
mod spells;

pub use contract::{ErrorModel, ErroredCells, FAMILY, Verdict};
pub use impulses::Reading;
pub use registry::{AnyErrorModel, ErrorModelConfig, catalogue};
