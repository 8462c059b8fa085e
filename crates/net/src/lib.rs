//! The world: hosts, switches and links of a network as pipes and merges, and what came of a run.

mod allowance;
mod budget;
mod build;
mod capture;
mod circuit;
mod coupler;
mod element;
mod elements;
mod endpoint;
mod error;
mod feeder;
mod flow;
mod flows;
mod growth;
mod hop;
mod host;
mod ids;
mod losses;
mod measured;
mod merge;
mod names;
mod parallel;
mod probes;
mod recorder;
mod results;
mod run;
mod segments;
mod stream;
mod train;
mod web;
mod world;

pub use capture::Capture;
pub use error::RunError;
pub use parallel::{Partition, Rule, partition};
pub use results::{Audit, CellRecords, Column, Outcome, Series, Stopped, Table, Values};
pub use run::{Beginning, Run, Status};
