//! The receiver's behaviour on lengths alone: which frames are delivered when cells are missing.
//!
//! Source: ITU-T I.363.5, section 8. Frames carry no begin mark and no number, so that a frame
//! whose last cell is lost merges with the next one of its VC and both fail, unless the receiver is set
//! to keep frames apart. Every merge is taken
//! as detected (the CRC-32 misses one in 2^32). Which SDUs of as many cells as the largest are
//! longer than it, lengths in cells do not show: a sender must not send them.

use cellwise_units::{Bytes, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ReassemblyError;
use super::framing::{MAX_SDU_BYTES, cells_for};

/// When the reassembly timer starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RestartRule {
    /// With the first cell of a frame; it limits how long a frame may take (I.363.5).
    #[default]
    OnFirstCell,
    /// With every cell; it limits the gap between the cells of a frame, as some adapters do.
    OnEachCell,
}

/// How a frame whose last cell is lost is treated when cells of the next frame arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterLostEnd {
    /// It merges with the next one, because nothing in AAL5 marks where a frame begins, and both are
    /// lost (I.363.5).
    #[default]
    Merge,
    /// It is discarded, and the next one is kept: the receiver knows which frame a cell belongs to, which no
    /// adapter can see in AAL5's cells. A model of simulators that count lost frames.
    Separate,
}

/// Parameters of a [`Reassembler`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReassemblyConfig {
    /// The largest SDU that is taken; more than 65 535 octets cannot come.
    pub max_sdu: Bytes,
    /// After how long an unfinished frame is thrown away; never if `None`.
    pub timeout: Option<Span>,
    /// When the timeout starts to run.
    pub timeout_restarts: RestartRule,
    /// How a frame whose last cell is lost is treated.
    pub after_lost_end: AfterLostEnd,
}

impl Default for ReassemblyConfig {
    fn default() -> Self {
        Self {
            max_sdu: Bytes::new(MAX_SDU_BYTES),
            timeout: None,
            timeout_restarts: RestartRule::OnFirstCell,
            after_lost_end: AfterLostEnd::Merge,
        }
    }
}

/// Consecutive cells of one frame, as they arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRun {
    /// The frame, under a number that no other frame of the VC has.
    pub frame: u64,
    /// Cells that the frame was sent with.
    pub frame_cells: u32,
    /// Place of the first of these cells in the frame, from 0.
    pub first_index: u32,
    /// How many cells, at least 1.
    pub count: u32,
    /// Whether the payload of one of them was damaged.
    pub is_damaged: bool,
}

impl CellRun {
    /// Whether the frame's last cell is among them.
    #[inline]
    #[must_use]
    pub const fn ends_frame(&self) -> bool {
        self.first_index + self.count == self.frame_cells
    }
}

/// What the end of a frame brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reassembled {
    /// The frame arrived whole.
    Delivered {
        /// Its number.
        frame: u64,
    },
    /// What had arrived is thrown away.
    Failed {
        /// What the receiver found.
        error: ReassemblyError,
        /// Cells thrown away, those of all merged frames together.
        cells: u64,
    },
}

/// The receiver of one VC.
#[derive(Clone, Copy, Debug)]
pub struct Reassembler {
    max_cells: u64,
    timeout: Option<Span>,
    timeout_restarts: RestartRule,
    separates: bool,
    /// Cells since the last outcome.
    held: u64,
    /// The frame of the cell that came last; meaningful while cells are held.
    latest: u64,
    /// The frame of the held cells, if they are all its first cells.
    intact: Option<u64>,
    /// When the timer fires; `Time::NEVER` while it does not run.
    deadline: Time,
}

impl Reassembler {
    /// A receiver that holds nothing.
    #[must_use]
    pub fn new(config: &ReassemblyConfig) -> Self {
        let max_sdu = Bytes::new(config.max_sdu.get().min(MAX_SDU_BYTES));
        Self {
            max_cells: cells_for(max_sdu).get(),
            timeout: config.timeout,
            timeout_restarts: config.timeout_restarts,
            separates: config.after_lost_end == AfterLostEnd::Separate,
            held: 0,
            latest: 0,
            intact: None,
            deadline: Time::NEVER,
        }
    }

    /// Cells that arrived since the last outcome: what the receiver holds, or has thrown away
    /// without having reported it yet.
    #[must_use]
    pub const fn held_cells(&self) -> u64 {
        self.held
    }

    /// Whether a reassembly timeout is configured, so that cells must be passed one by one and
    /// [`on_timeout_check`](Self::on_timeout_check) called before each.
    #[inline]
    #[must_use]
    pub const fn has_timeout(&self) -> bool {
        self.timeout.is_some()
    }

    /// When the timer fires if no cell comes before; `Time::NEVER` while it does not run.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Lets the timer fire if it is due: a cell that arrives at the deadline is late. To be called
    /// before the cells of `now`, and at the end of a run.
    #[inline]
    pub fn on_timeout_check(&mut self, now: Time) -> Option<Reassembled> {
        if now < self.deadline || self.held == 0 {
            return None;
        }
        let oversize = self.held > self.max_cells;
        Some(self.fail(if oversize { ReassemblyError::Oversize } else { ReassemblyError::Timeout }))
    }

    /// Throws away what is held of a frame if cells of another one come and the receiver keeps frames
    /// apart. To be called before the cells of each frame, after
    /// [`on_timeout_check`](Self::on_timeout_check).
    #[inline]
    pub fn on_frame_check(&mut self, frame: u64) -> Option<Reassembled> {
        let cut_off = self.separates && self.held > 0 && self.latest != frame;
        cut_off.then(|| self.fail(self.error_of_rest()))
    }

    /// What is wrong with a frame of which no more cells come.
    const fn error_of_rest(&self) -> ReassemblyError {
        if self.held > self.max_cells { ReassemblyError::Oversize } else { ReassemblyError::Crc }
    }

    /// Takes consecutive cells of one frame, the last of which arrives at `now`; an outcome if the
    /// frame's last cell is among them.
    #[inline]
    pub fn on_cells(&mut self, run: CellRun, now: Time) -> Option<Reassembled> {
        debug_assert!(run.count > 0 && run.first_index + run.count <= run.frame_cells, "{run:?}");
        debug_assert!(self.timeout.is_none() || run.count == 1, "a timeout needs single cells");
        debug_assert!(self.held == 0 || now < self.deadline, "on_timeout_check comes first");
        debug_assert!(!self.separates || self.held == 0 || self.latest == run.frame, "on_frame_check too");
        let whole = run.count == run.frame_cells && !run.is_damaged;
        if whole && self.held == 0 && u64::from(run.count) <= self.max_cells {
            return Some(Reassembled::Delivered { frame: run.frame });
        }
        self.append(run);
        if run.ends_frame() {
            return Some(self.end_of_frame());
        }
        if self.timeout.is_some() {
            self.run_timer(now);
        }
        None
    }

    fn append(&mut self, run: CellRun) {
        let first = u64::from(run.first_index);
        let goes_on = !run.is_damaged && first == self.held && (first == 0 || self.intact == Some(run.frame));
        self.intact = goes_on.then_some(run.frame);
        self.held += u64::from(run.count);
        self.latest = run.frame;
    }

    fn end_of_frame(&mut self) -> Reassembled {
        // The buffer overflows with a cell that is not the last: behind it all cells up to and with
        // the last are thrown away unread. With the last cell alone beyond it, the CRC comes first.
        let overflowed = self.held > self.max_cells + 1;
        match self.intact {
            _ if overflowed => self.fail(ReassemblyError::Oversize),
            None => self.fail(ReassemblyError::Crc),
            Some(_) if self.held > self.max_cells => self.fail(ReassemblyError::Oversize),
            Some(frame) => {
                self.clear();
                Reassembled::Delivered { frame }
            }
        }
    }

    fn fail(&mut self, error: ReassemblyError) -> Reassembled {
        let cells = self.held;
        self.clear();
        Reassembled::Failed { error, cells }
    }

    fn clear(&mut self) {
        self.held = 0;
        self.intact = None;
        self.deadline = Time::NEVER;
    }

    fn run_timer(&mut self, now: Time) {
        let starts = self.held == 1 || self.timeout_restarts == RestartRule::OnEachCell;
        if let (true, Some(timeout)) = (starts, self.timeout) {
            self.deadline = Time::from_ps(now.ps().saturating_add(timeout.get()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(frame: u64, frame_cells: u32, cells: std::ops::Range<u32>) -> CellRun {
        CellRun { frame, frame_cells, first_index: cells.start, count: cells.len() as u32, is_damaged: false }
    }

    fn failed(error: ReassemblyError, cells: u64) -> Option<Reassembled> {
        Some(Reassembled::Failed { error, cells })
    }

    fn delivered(frame: u64) -> Option<Reassembled> {
        Some(Reassembled::Delivered { frame })
    }

    fn receive(receiver: &mut Reassembler, runs: &[CellRun]) -> Vec<Option<Reassembled>> {
        runs.iter().map(|&run| receiver.on_cells(run, Time::ZERO)).collect()
    }

    #[test]
    fn a_damaged_cell_fails_its_frame_and_not_the_next() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        let damaged = |cells| CellRun { is_damaged: true, ..run(1, 3, cells) };
        for cells in [0..3, 0..1, 1..2, 2..3] {
            let (before, after) = (0..cells.start, cells.end..3);
            let mut outcomes = Vec::new();
            for part in [run(1, 3, before), damaged(cells), run(1, 3, after)] {
                if part.count > 0 {
                    outcomes.extend(receiver.on_cells(part, Time::ZERO));
                }
            }
            assert_eq!(outcomes, [failed(ReassemblyError::Crc, 3).unwrap()]);
            assert_eq!(receiver.on_cells(run(2, 3, 0..3), Time::ZERO), delivered(2));
        }
    }

    #[test]
    fn a_frame_in_pieces_is_delivered_with_its_last_cell() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        let outcomes = receive(&mut receiver, &[run(1, 12, 0..5), run(1, 12, 5..11), run(1, 12, 11..12)]);
        assert_eq!(outcomes, [None, None, delivered(1)]);
        assert_eq!(receiver.held_cells(), 0);
    }

    #[test]
    fn a_lost_middle_cell_costs_its_frame_alone() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        let outcomes = receive(&mut receiver, &[run(1, 12, 0..5), run(1, 12, 6..12), run(2, 12, 0..12)]);
        assert_eq!(outcomes, [None, failed(ReassemblyError::Crc, 11), delivered(2)]);
    }

    #[test]
    fn a_lost_last_cell_costs_the_next_frame_too() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        let outcomes = receive(&mut receiver, &[run(1, 12, 0..11), run(2, 12, 0..12), run(3, 12, 0..12)]);
        assert_eq!(outcomes, [None, failed(ReassemblyError::Crc, 23), delivered(3)]);
    }

    /// All that comes of some runs with a receiver that keeps frames apart.
    fn separated(runs: &[CellRun]) -> (Vec<Reassembled>, u64) {
        let config = ReassemblyConfig {
            after_lost_end: AfterLostEnd::Separate,
            max_sdu: Bytes::new(12 * 48 - 8),
            ..ReassemblyConfig::default()
        };
        let mut receiver = Reassembler::new(&config);
        let mut outcomes = Vec::new();
        for &run in runs {
            outcomes.extend(receiver.on_frame_check(run.frame));
            outcomes.extend(receiver.on_cells(run, Time::ZERO));
        }
        (outcomes, receiver.held_cells())
    }

    #[test]
    fn a_receiver_that_keeps_frames_apart_loses_only_the_frame_without_end() {
        let lost = |cells| Reassembled::Failed { error: ReassemblyError::Crc, cells };
        let saved = Reassembled::Delivered { frame: 2 };
        assert_eq!(separated(&[run(1, 12, 0..11), run(2, 12, 0..12)]), (vec![lost(11), saved], 0));
        let pieces = [run(1, 12, 0..3), run(1, 12, 5..7), run(2, 12, 0..5), run(2, 12, 5..12)];
        assert_eq!(separated(&pieces), (vec![lost(5), saved], 0));
        // Cells that begin with a hole are also a frame of their own.
        let holes = [run(1, 12, 0..11), run(2, 12, 1..12), run(3, 12, 0..4)];
        assert_eq!(separated(&holes), (vec![lost(11), lost(11)], 4));
        let oversize = Reassembled::Failed { error: ReassemblyError::Oversize, cells: 13 };
        assert_eq!(separated(&[run(1, 20, 0..13), run(2, 12, 0..12)]), (vec![oversize, saved], 0));
    }

    #[test]
    fn an_orphan_tail_is_one_error_and_no_merge() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        let outcomes = receive(&mut receiver, &[run(1, 12, 11..12), run(2, 12, 0..12)]);
        assert_eq!(outcomes, [failed(ReassemblyError::Crc, 1), delivered(2)]);
    }

    #[test]
    fn a_frame_of_which_nothing_arrives_costs_itself_alone() {
        let mut receiver = Reassembler::new(&ReassemblyConfig::default());
        assert_eq!(
            receive(&mut receiver, &[run(1, 12, 0..12), run(3, 12, 0..12)]),
            [delivered(1), delivered(3)]
        );
    }

    #[test]
    fn a_merge_beyond_the_largest_sdu_is_discarded_up_to_the_next_end_of_frame() {
        let config = ReassemblyConfig { max_sdu: Bytes::new(9188), ..ReassemblyConfig::default() };
        let mut receiver = Reassembler::new(&config);
        let outcomes =
            receive(&mut receiver, &[run(1, 192, 0..191), run(2, 192, 0..192), run(3, 192, 0..192)]);
        assert_eq!(outcomes, [None, failed(ReassemblyError::Oversize, 383), delivered(3)]);
    }

    #[test]
    fn a_frame_longer_than_the_largest_sdu_is_never_delivered() {
        let config = ReassemblyConfig { max_sdu: Bytes::new(9188), ..ReassemblyConfig::default() };
        let mut receiver = Reassembler::new(&config);
        let outcomes =
            receive(&mut receiver, &[run(1, 193, 0..193), run(2, 250, 0..250), run(3, 192, 0..192)]);
        let oversize = |cells| failed(ReassemblyError::Oversize, cells);
        assert_eq!(outcomes, [oversize(193), oversize(250), delivered(3)]);
    }

    /// Cell by cell, `gap_ps` apart: cell 0 of frame 1 (of three cells), its cell 1, then frame 2.
    fn with_timeout(timeout_restarts: RestartRule, gap_ps: u64) -> (Vec<Reassembled>, u64) {
        let timeout = Some(Span::from_ps(100));
        let mut receiver =
            Reassembler::new(&ReassemblyConfig { timeout, timeout_restarts, ..Default::default() });
        let cells = [run(1, 3, 0..1), run(1, 3, 1..2), run(2, 1, 0..1)];
        let mut outcomes = Vec::new();
        for (n, cell) in cells.into_iter().enumerate() {
            let now = Time::from_ps(n as u64 * gap_ps);
            outcomes.extend(receiver.on_timeout_check(now));
            outcomes.extend(receiver.on_cells(cell, now));
        }
        (outcomes, receiver.held_cells())
    }

    #[test]
    fn a_timeout_saves_the_next_frame_from_a_lost_last_cell() {
        let merged = Reassembled::Failed { error: ReassemblyError::Crc, cells: 3 };
        let timed_out = Reassembled::Failed { error: ReassemblyError::Timeout, cells: 2 };
        let saved = Reassembled::Delivered { frame: 2 };
        assert_eq!(with_timeout(RestartRule::OnFirstCell, 49), (vec![merged], 0));
        assert_eq!(with_timeout(RestartRule::OnFirstCell, 50), (vec![timed_out, saved], 0));
        assert_eq!(with_timeout(RestartRule::OnEachCell, 99), (vec![merged], 0));
        let first = Reassembled::Failed { error: ReassemblyError::Timeout, cells: 1 };
        assert_eq!(with_timeout(RestartRule::OnEachCell, 100), (vec![first, first, saved], 0));
    }

    #[test]
    fn a_timeout_ends_the_discarding_of_an_oversized_frame() {
        let config = ReassemblyConfig {
            max_sdu: Bytes::new(40),
            timeout: Some(Span::from_ps(100)),
            ..ReassemblyConfig::default()
        };
        let mut receiver = Reassembler::new(&config);
        for index in 0..3 {
            assert_eq!(receiver.on_cells(run(1, 9, index..index + 1), Time::from_ps(30)), None);
        }
        assert_eq!(receiver.on_timeout_check(Time::from_ps(129)), None);
        assert_eq!(receiver.on_timeout_check(Time::from_ps(130)), failed(ReassemblyError::Oversize, 3));
        assert_eq!(receiver.on_cells(run(2, 1, 0..1), Time::from_ps(130)), delivered(2));
    }
}
