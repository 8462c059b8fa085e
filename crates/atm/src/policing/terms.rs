//! What is enforced on a connection: the buckets of its contract, and its longest frame.

use cellwise_units::{BitRate, CellClock, Cells, Span};

use super::VirtualScheduling;
use crate::contract::{Contract, ContractKind, burst_tolerance};

/// Instants are whole picoseconds, rounded down at each frame that a host gives and at each cell:
/// so much closer together may cells of a line at exactly the peak rate be.
const ROUNDING: Span = Span::from_ps(2);

/// The parameters of one GCRA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// 1 / T in bit/s of whole cells: 10 Mbit/s is one cell in 42.4 us. Above 0; 0 is taken as
    /// 1 bit/s.
    pub rate: BitRate,
    /// Tau: the cell delay variation tolerance of a peak rate, the burst tolerance (and perhaps a
    /// CDVT on top) of a sustainable one.
    pub tolerance: Span,
}

impl Bucket {
    /// The bucket of a sustainable cell rate: at the peak rate `mbs` cells conform, by equation (1).
    #[must_use]
    pub fn sustainable(scr: BitRate, mbs: Cells, pcr: BitRate) -> Self {
        Self { rate: scr, tolerance: burst_tolerance(pcr, scr, mbs) }
    }

    /// The clock of T.
    #[must_use]
    pub fn clock(&self) -> CellClock {
        CellClock::of(self.rate.max(BitRate::from_bps(1)))
    }

    /// The algorithm with these parameters, before its first cell.
    #[must_use]
    pub fn gcra(&self) -> VirtualScheduling {
        VirtualScheduling::new(self.clock(), self.tolerance)
    }
}

/// Which cells a sustainable rate is agreed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covers {
    /// CLP = 0+1: all cells.
    AllCells,
    /// CLP = 0: cells of high priority only.
    HighPriority,
}

/// What happens to cells beyond the sustainable rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// They are discarded.
    Discard,
    /// Their CLP is set to 1.
    Tag,
}

/// The second bucket of a contract: a sustainable rate, or the minimum rate of GFR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sustained {
    /// T = 1 / SCR with the burst tolerance.
    pub bucket: Bucket,
    /// Which cells it is for.
    pub covers: Covers,
    /// What happens to the others.
    pub excess: Excess,
}

impl Sustained {
    /// VBR.1 (UNI 3.0 contract C): SCR for CLP = 0+1, discard.
    #[must_use]
    pub const fn vbr1(bucket: Bucket) -> Self {
        Self { bucket, covers: Covers::AllCells, excess: Excess::Discard }
    }

    /// VBR.2 (UNI 3.0 contract A): SCR for CLP = 0, discard.
    #[must_use]
    pub const fn vbr2(bucket: Bucket) -> Self {
        Self { bucket, covers: Covers::HighPriority, excess: Excess::Discard }
    }

    /// VBR.3 (UNI 3.0 contract B): SCR for CLP = 0, tag.
    #[must_use]
    pub const fn vbr3(bucket: Bucket) -> Self {
        Self { bucket, covers: Covers::HighPriority, excess: Excess::Tag }
    }

    /// GFR.1: frames of CLP = 0 beyond the minimum rate stay unchanged. F-GCRA alone knows this;
    /// a cell policer would discard.
    #[must_use]
    pub const fn gfr1(bucket: Bucket) -> Self {
        Self::vbr2(bucket)
    }

    /// GFR.2: frames of CLP = 0 beyond the minimum rate are tagged.
    #[must_use]
    pub const fn gfr2(bucket: Bucket) -> Self {
        Self::vbr3(bucket)
    }
}

/// What is enforced on one connection, or on one aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// PCR with its CDVT, for CLP = 0+1. All there is of CBR.1 and of UBR.
    pub peak: Bucket,
    /// SCR with its burst tolerance, or MCR of a GFR connection; none if only the peak is agreed.
    pub sustained: Option<Sustained>,
    /// Cells of the longest frame: of the maximum CPCS-SDU of the connection, or MFS. At least 1.
    pub longest_frame: Cells,
}

impl Terms {
    /// The terms of a contract that the network enforces. The longest frame is the contract's MFS, or
    /// `longest_frame` if it has none.
    #[must_use]
    pub fn of(contract: &Contract, longest_frame: Cells) -> Self {
        let sustained = contract.sustained.and_then(|sustained| {
            let tolerance = burst_tolerance(contract.pcr, sustained.rate, sustained.mbs) + sustained.cdvt;
            let bucket = Bucket { rate: sustained.rate, tolerance };
            match contract.kind {
                ContractKind::Vbr1 => Some(Sustained::vbr1(bucket)),
                ContractKind::Vbr2 => Some(Sustained::vbr2(bucket)),
                ContractKind::Vbr3 => Some(Sustained::vbr3(bucket)),
                ContractKind::Gfr1 => Some(Sustained::gfr1(bucket)),
                ContractKind::Gfr2 => Some(Sustained::gfr2(bucket)),
                ContractKind::Cbr1 | ContractKind::Ubr1 | ContractKind::Ubr2 | ContractKind::Abr => None,
            }
        });
        let peak = Bucket { rate: contract.pcr, tolerance: contract.cdvt + ROUNDING };
        Self { peak, sustained, longest_frame: contract.mfs.unwrap_or(longest_frame) }
    }

    /// The longest frame in cells, at least 1 and at most what a frame can have.
    #[must_use]
    pub fn longest_frame_cells(&self) -> u64 {
        self.longest_frame.get().clamp(1, u64::from(u16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract;

    fn contract(kind: ContractKind, mfs: Option<Cells>) -> Contract {
        let rate = BitRate::from_bps(10_000_000);
        Contract {
            kind,
            pcr: BitRate::from_bps(155_520_000),
            cdvt: Span::from_ps(7),
            sustained: Some(contract::Sustained { rate, mbs: Cells::new(1000), cdvt: Span::from_ps(5) }),
            mcr: BitRate::ZERO,
            mfs,
        }
    }

    #[test]
    fn each_contract_is_enforced_by_its_buckets() {
        use Covers::{AllCells, HighPriority};
        use Excess::{Discard, Tag};
        for (kind, expected) in [
            (ContractKind::Vbr1, Some((AllCells, Discard))),
            (ContractKind::Vbr2, Some((HighPriority, Discard))),
            (ContractKind::Vbr3, Some((HighPriority, Tag))),
            (ContractKind::Gfr1, Some((HighPriority, Discard))),
            (ContractKind::Gfr2, Some((HighPriority, Tag))),
            (ContractKind::Cbr1, None),
            (ContractKind::Ubr1, None),
            (ContractKind::Ubr2, None),
            (ContractKind::Abr, None),
        ] {
            let terms = Terms::of(&contract(kind, None), Cells::new(192));
            assert_eq!(terms.sustained.map(|rule| (rule.covers, rule.excess)), expected, "{kind:?}");
            assert_eq!(terms.peak.tolerance, Span::from_ps(7) + ROUNDING);
        }
    }

    #[test]
    fn the_tolerance_of_a_sustained_rate_is_its_burst_tolerance_and_its_cdvt() {
        let terms = Terms::of(&contract(ContractKind::Vbr1, None), Cells::new(192));
        let alone = Bucket::sustainable(
            BitRate::from_bps(10_000_000),
            Cells::new(1000),
            BitRate::from_bps(155_520_000),
        );
        let bucket = terms.sustained.unwrap().bucket;
        assert_eq!(bucket.tolerance, alone.tolerance + Span::from_ps(5));
        assert_eq!(bucket.clock().cell_time(), Span::from_ps(42_400_000));
    }

    #[test]
    fn the_longest_frame_is_mfs_where_there_is_one() {
        let terms = |mfs| Terms::of(&contract(ContractKind::Gfr1, mfs), Cells::new(192));
        assert_eq!(terms(None).longest_frame_cells(), 192);
        assert_eq!(terms(Some(Cells::new(32))).longest_frame_cells(), 32);
        assert_eq!(terms(Some(Cells::ZERO)).longest_frame_cells(), 1);
    }
}
