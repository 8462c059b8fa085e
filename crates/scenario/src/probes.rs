//! The probes: one row each in `rows.rs`, and what follows from it.
//!
//! A row of a series is `key: Table, finder -> Quantity(Watched), "unit";`, with its records as its doc comment:
//! the key of `[probes]`, which is the first word of a series' name, and the table that it takes; the method of the
//! resolver that finds what such a table names; the [`Quantity`], with its object; the unit of its
//! values. A row of records has a table and what notes in [`Records`](crate::Records) what the table names.
//!
//! A new series is a row in `rows.rs` and the arm in the simulator that says how its value is read.

mod kinds;
mod quantity;
mod rows;
mod section;

pub use kinds::{PROBES, ProbeKind};
pub use quantity::Quantity;
pub(crate) use rows::probes;
pub use section::Probes;
