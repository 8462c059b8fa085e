//! Applications above the transport: what they ask for and when, as state machines without input,
//! output or a clock of their own.
//!
//! [`web`] is a person who reads pages with a browser, [`Gaps`] are times between datagrams. Sizes and times are
//! drawn from a [`Distribution`], which a scenario may choose.

mod distribution;
mod gaps;
pub mod web;

pub use distribution::Distribution;
pub use gaps::Gaps;
