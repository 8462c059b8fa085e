//! The size of a cell.

/// Octets of a cell.
pub const CELL_BYTES: u64 = 53;

/// Octets of a cell's payload.
pub const PAYLOAD_BYTES: u64 = 48;

/// Bits of a cell.
pub const CELL_BITS: u64 = 8 * CELL_BYTES;
