//! What every rule of the grammar gives, and numbers, which many have.

use winnow::Parser as _;
use winnow::ascii::dec_uint;
use winnow::error::EmptyError;

pub(super) type Parsed<T> = Result<T, EmptyError>;

/// A whole number that fits a field of a header.
pub(super) fn number(input: &mut &str) -> Parsed<u32> {
    dec_uint.parse_next(input)
}
