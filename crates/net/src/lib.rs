//! The world: hosts, switches and links of a network as pipes and merges, and what came of a run.

mod build;
mod capture;
mod circuit;
mod coupler;
mod endpoint;
mod error;
mod feeder;
mod flow;
mod flows;
mod hop;
mod host;
mod line;
mod losses;
mod merge;
mod names;
mod noise;
mod policer;
mod port;
mod probes;
mod recorder;
mod results;
mod run;
mod segments;
mod shaper;
mod stage;
mod stream;
mod train;
mod uplink;
mod web;
mod world;

pub use capture::Capture;
pub use error::RunError;
pub use results::{Audit, Column, Outcome, Series, Stopped, Table, Values};
pub use run::{Run, Status};
