//! The crate from outside, on a line that stands for a network.

mod bounded_fuzz;
mod exchange;
mod flows;
mod toy;
