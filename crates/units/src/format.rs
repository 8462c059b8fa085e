//! Texts of any quantity, by the JSON Schema `format` that names it.

use std::cmp::Ordering;
use std::str::FromStr;

use crate::quantity::{
    BIT_RATE, BYTES, BitRate, Bytes, CELLS, Capacity, Cells, PACKETS, Packets, Quantity, SPAN, Span,
};
use crate::text::{QuantityError, Unit};

/// Checks `text` against the quantity that a JSON Schema `format` names.
///
/// Returns `None` when the format is not one of this crate's, so that a schema walker can ask
/// about every string without knowing the quantities.
#[must_use]
pub fn check_format(format: &str, text: &str) -> Option<Result<(), QuantityError>> {
    if format == Capacity::FORMAT {
        return Some(text.parse::<Capacity>().map(|_| ()));
    }
    Some(read(format, text)?.map(|_| ()))
}

/// The units of every quantity, by the JSON Schema `format` of its texts; the first is the base unit.
#[must_use]
pub fn units() -> [(&'static str, &'static [Unit]); 6] {
    [
        (Span::FORMAT, SPAN.units),
        (BitRate::FORMAT, BIT_RATE.units),
        (Cells::FORMAT, CELLS.units),
        (Capacity::FORMAT, CELLS.units),
        (Bytes::FORMAT, BYTES.units),
        (Packets::FORMAT, PACKETS.units),
    ]
}

/// Reads a text of the format into base units; `None` if the format is not one of a number with a unit.
///
/// # Errors
/// What is wrong with the text.
pub fn read(format: &str, text: &str) -> Option<Result<u64, QuantityError>> {
    Some(match format {
        Span::FORMAT => text.parse::<Span>().map(Span::get),
        BitRate::FORMAT => text.parse::<BitRate>().map(BitRate::get),
        Cells::FORMAT => text.parse::<Cells>().map(Cells::get),
        Bytes::FORMAT => text.parse::<Bytes>().map(Bytes::get),
        Packets::FORMAT => text.parse::<Packets>().map(Packets::get),
        _ => return None,
    })
}

/// How two texts of the quantity that a JSON Schema `format` names compare; `None` if one of them is not one.
#[must_use]
pub fn compare(format: &str, left: &str, right: &str) -> Option<Ordering> {
    fn ordered<Q: Ord + FromStr>(left: &str, right: &str) -> Option<Ordering> {
        Some(left.parse::<Q>().ok()?.cmp(&right.parse().ok()?))
    }
    match format {
        Span::FORMAT => ordered::<Span>(left, right),
        BitRate::FORMAT => ordered::<BitRate>(left, right),
        Cells::FORMAT => ordered::<Cells>(left, right),
        Bytes::FORMAT => ordered::<Bytes>(left, right),
        Capacity::FORMAT => ordered::<Capacity>(left, right),
        _ => None,
    }
}
