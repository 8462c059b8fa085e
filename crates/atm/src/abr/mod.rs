//! The end systems of the available bit rate service: the source and the destination of a control
//! loop, and the RM cells that they exchange.
//!
//! Source: ATM Forum af-tm-0056.000 (Traffic Management 4.0), section 5.10. [`RmCell`] has the fields
//! of an RM cell, [`rm_codec`] its form on the line, [`rate16`] the 16-bit format of its rates.
//! [`AbrParameters`] are the settings as scenarios write them, [`AbrSettings`] the same resolved
//! for one connection. [`AbrSource`] obeys source rules 1 to 13, [`AbrDestination`] and
//! [`TurnAround`] destination rules 1 to 6. Rates are `f64` in cells/s, and nothing but `+ - * /`
//! and comparisons touches them, so that they have the same bits on every machine.

mod crc10;
mod destination;
mod parameters;
mod rm_cell;
mod settings;
mod source;
mod turn_around;

pub mod rate16;
pub mod rm_codec;

pub use destination::{AbrDestination, Congestion};
pub use parameters::{AbrParameters, UseItOrLoseIt};
pub use rm_cell::{RmCell, RmDirection};
pub use settings::{AbrSettings, Headroom, RateEncoding, Reverse, TurnAroundPolicy, cells_per_s};
pub use source::{AbrSource, Sent, data_pti};
pub use turn_around::TurnAround;

use cellwise_units::catalogue::{Entry, Status, Written};

/// The family's name in the catalogue.
pub const FAMILY: &str = "abr";

/// The name of the end systems in the catalogue.
pub const END_SYSTEMS: &str = "abr-end-systems";

/// The catalogue rows of the family.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    vec![Entry {
        family: FAMILY,
        name: END_SYSTEMS,
        summary: "The source and destination of an ABR control loop: every rule of Traffic Management 4.0.",
        source: "ATM Forum af-tm-0056.000, sections 5.10.4 and 5.10.5",
        status: Status::Validated,
        written: Written::Here(file!()),
    }]
}
