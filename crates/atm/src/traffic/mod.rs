//! Cell sources: traffic that is put onto a virtual connection cell by cell, with no frames above; or onto a network
//! datagram by datagram, by the same patterns.
//!
//! A source answers one question, when its next cell is due ([`CellSource::next_emission`]), and
//! hears when that cell has been sent ([`CellSource::emit`]). Most are never held up: the fate
//! of their cells is the network's affair; one that is hears when a cell has left ([`CellSource::resume`]). Adding a
//! source: one file with `Config` (`build`, `check` unless it is `AlwaysSound`, `peak_rate`, `mean_per_s`) and
//! the source, and one row in the registry below.

pub mod constant;
mod contract;
pub mod greedy;
pub mod interrupted;
pub mod list;
pub mod mpeg;
pub mod on_off;
pub mod pareto_on_off;
pub mod poisson;
mod registry;

pub use contract::{CellSource, FAMILY, Unit};
pub use registry::{AnyCellSource, CellSourceConfig, catalogue};

use contract::{AlwaysSound, bounded};
