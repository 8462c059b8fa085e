//! The quantities of a cell network, each with its own type: [`Time`], [`Span`], [`BitRate`],
//! [`Cells`], [`Bytes`], and [`CellClock`] for the exact times of back-to-back cells.
//!
//! Quantities are read from strings with units (`"155.52 Mbit/s"`) and converted exactly or
//! refused; they print in the largest unit that keeps them exact.

pub mod catalogue;
mod cell;
mod cell_clock;
mod digits;
pub mod family;
mod format;
mod issue;
mod number;
mod quantity;
mod text;

pub use cell::{CELL_BITS, CELL_BYTES, PAYLOAD_BYTES};
pub use cell_clock::{CellClock, ClockPoint};
pub use format::{check_format, compare, read, units};
pub use issue::ConfigIssue;
pub use number::{Number, quoted};
pub use quantity::{BitRate, Bytes, Capacity, Cells, Packets, Span, Time};
pub use text::{QuantityError, Unit};
