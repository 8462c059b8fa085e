//! Lines: when a packet can be sent, when it has been sent, when it arrives at the far end.
//!
//! A line takes one packet at a time. Its actions do not depend on anything later, so all is known when a packet is
//! given to it. Adding one: one file with `Config` (`build`, `check`, `mean_rate`, `arbitrary`) and the line, and
//! one row in the registry. A line of a link that has outages is in a [`Transmitter`] that keeps to them.

pub mod constant;
mod contract;
mod interrupted;
mod outage;
pub mod ptm_grid;
pub mod rate_table;
mod registry;
pub mod retransmission;
pub mod trace;
mod trace_text;

pub use contract::{FAMILY, Line, Link, Retransmissions, Sending};
pub use interrupted::{Interrupted, Transmitter};
pub use outage::Outage;
pub use registry::{AnyLine, LineConfig, catalogue};
pub use trace_text::{
    AT_UNITS, MOST_LINES, Rule, TraceIssue, number, parse_lines, parse_opportunities, parse_rates,
    parse_table,
};

pub(crate) use contract::unread;
