//! Rate rules: what an ABR queue of a switch says to its sources, cell by cell and RM cell by RM
//! cell.
//!
//! A rule watches the cells that arrive at one output port, and answers the RM cells of the VCs
//! that cross it: it may lower ER, set CI or NI, or have data cells marked with EFCI. It never
//! raises ER and never clears CI or NI (ATM Forum af-tm-0056, section 5.10.6). Rates are in cells/s,
//! RM cells included. Adding a rule: one file with `Config` (`build`, `levels`, `check`) and the rule, and one
//! row in the registry below.
//!
//! A port reports everything to its rule in order of time. Measuring intervals end lazily: the first
//! event after the end of an interval closes it.
//!
//! Letters: C link rate, Q ABR cells waiting at the port, N active VCs, z load factor (input by
//! target), g advertised rate.

mod advertised;
pub mod capc;
mod checks;
mod contract;
pub mod efci;
pub mod eprca;
pub mod erica;
mod erica_core;
pub mod erica_plus;
pub mod fmmra;
mod max_min;
mod measurement;
pub mod mmrca;
pub mod operating_region;
pub mod osu;
mod registry;
pub mod relative_rate;
#[cfg(test)]
mod testing;

pub use contract::{FAMILY, PortView, RateRule, VcContract};
pub use registry::{AnyRateRule, RateRuleConfig, catalogue};
