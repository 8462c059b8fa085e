//! The ATM adaptation layer 5: frames (CPCS-PDUs) of whole cells, their ends marked in the header.
//!
//! Source: ITU-T I.363.5; RFC 2684. [`framing`] is the arithmetic of lengths, [`codec`] works on
//! real octets, [`Reassembler`] is the receiver's behaviour on lengths alone, for simulators; a
//! property test holds the two to delivering the same frames.

pub mod codec;
pub mod crc32;
pub mod framing;
mod reassembly;

pub use framing::Encapsulation;
pub use reassembly::{AfterLostEnd, CellRun, Reassembled, Reassembler, ReassemblyConfig, RestartRule};

use thiserror::Error;

/// Why a frame was not delivered, in the order in which a receiver checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum ReassemblyError {
    /// The CRC-32 does not fit: a cell is missing, foreign or corrupted.
    #[error("the CRC-32 does not fit the cells received")]
    Crc,
    /// The trailer's length does not fit the number of cells.
    #[error("the length does not fit the cells received")]
    Length,
    /// More cells or octets than the largest SDU has.
    #[error("larger than the largest SDU")]
    Oversize,
    /// The trailer's length is 0: the sender gave the frame up.
    #[error("aborted by the sender")]
    Abort,
    /// The reassembly timeout passed before the last cell came.
    #[error("the reassembly timeout passed")]
    Timeout,
}

impl ReassemblyError {
    /// Every error, in the order of [`index`](Self::index).
    pub const ALL: [Self; 5] = [Self::Crc, Self::Length, Self::Oversize, Self::Abort, Self::Timeout];

    /// The place of this error among [`ALL`](Self::ALL), from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The stable kebab-case name, as results print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crc => "crc",
            Self::Length => "length",
            Self::Oversize => "oversize",
            Self::Abort => "abort",
            Self::Timeout => "timeout",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_stands_at_its_own_index() {
        for (index, error) in ReassemblyError::ALL.into_iter().enumerate() {
            assert_eq!(error.index(), index, "{}", error.name());
        }
    }
}
