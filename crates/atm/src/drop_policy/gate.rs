//! The place of a VC in its current frame at one queue, and its meaning for the next cell.
//!
//! A switch knows the start of a frame only as the cell after one that ended a frame, so
//! "between frames" means that the last cell *seen* on the VC, taken or not, ended a frame.
//! Source: Romanow and Floyd, IEEE JSAC, May 1995, and the behaviour of its implementations.

use crate::loss::LossReason;

/// What becomes of an arriving cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It joins the queue.
    Accept,
    /// It is lost.
    Refuse(LossReason),
}

/// The place of a VC in its current frame; one octet per VC and queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameGate {
    /// The last cell seen ended a frame, or none was seen: the next cell begins one.
    #[default]
    Between,
    /// Inside a frame whose cells are taken while there is room.
    Whole,
    /// Inside a frame that was refused at its first cell.
    Refused,
    /// Inside a frame of which a cell met a full buffer, under a rule that discards the remainder.
    Damaged,
}

impl FrameGate {
    /// Judges one cell.
    ///
    /// `last_of_frame` is the cell's end-of-frame mark, `no_room` says why there is no room for it, if
    /// so,
    /// `discards_remainder` is [`DropPolicy::discards_remainder`](super::DropPolicy), and
    /// `refuse_frame` is asked only at the first cell of a frame.
    #[inline]
    pub fn judge(
        &mut self,
        last_of_frame: bool,
        no_room: Option<LossReason>,
        discards_remainder: bool,
        refuse_frame: impl FnOnce() -> bool,
    ) -> Verdict {
        use Verdict::{Accept, Refuse};
        if *self == Self::Between {
            *self = if refuse_frame() { Self::Refused } else { Self::Whole };
        }
        let (next, verdict) = match (*self, no_room) {
            // The end of the frame before has passed and nothing of this one will, so its end may also go.
            (Self::Refused, _) => (Self::Refused, Refuse(LossReason::FrameRefused)),
            // The end of a damaged frame is passed if there is room: it alone shows the receiver
            // where the next frame begins.
            (Self::Damaged, _) if !last_of_frame => (Self::Damaged, Refuse(LossReason::FrameRemainder)),
            (_, Some(reason)) if discards_remainder => (Self::Damaged, Refuse(reason)),
            (state, Some(reason)) => (state, Refuse(reason)),
            (state, None) => (state, Accept),
        };
        *self = if last_of_frame { Self::Between } else { next };
        verdict
    }

    /// Notes consecutive cells of one frame that are known to be accepted, `ends_frame` if the
    /// frame's last cell is among them: as if [`judge`](Self::judge) had accepted each.
    #[inline]
    pub fn accept_run(&mut self, ends_frame: bool) {
        debug_assert!(matches!(self, Self::Between | Self::Whole), "{self:?} accepts no run");
        *self = if ends_frame { Self::Between } else { Self::Whole };
    }

    /// How many of the next cells of the frame are refused whatever room there is, and why; `None` if none is for sure.
    /// They are `cells`, the last of the frame among them if `ends_frame`.
    #[inline]
    #[must_use]
    pub fn sure_losses(self, cells: u16, ends_frame: bool) -> Option<(u16, LossReason)> {
        match self {
            Self::Refused => Some((cells, LossReason::FrameRefused)),
            // The end of the frame is passed if there is room.
            Self::Damaged => Some((cells - u16::from(ends_frame), LossReason::FrameRemainder)),
            Self::Between | Self::Whole => None,
        }
    }

    /// Notes consecutive cells that are [surely lost](Self::sure_losses), `ends_frame` if the frame's last cell is
    /// among them: as if [`judge`](Self::judge) had refused each.
    #[inline]
    pub fn refuse_run(&mut self, ends_frame: bool) {
        debug_assert!(matches!(self, Self::Refused | Self::Damaged), "{self:?} refuses no run");
        if ends_frame {
            *self = Self::Between;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accept, Refuse};

    const PPD: bool = true;
    const FULL: Option<LossReason> = Some(LossReason::Overflow);

    fn accept_all() -> bool {
        false
    }

    #[test]
    fn a_gate_is_one_octet() {
        assert_eq!(size_of::<FrameGate>(), 1);
    }

    #[test]
    fn a_refused_frame_loses_every_cell_to_its_last_whatever_room_there_is() {
        let mut gate = FrameGate::default();
        for last in [false, false, true] {
            assert_eq!(gate.judge(last, None, PPD, || true), Refuse(LossReason::FrameRefused));
        }
        assert_eq!(gate.judge(true, None, PPD, accept_all), Accept);
    }

    #[test]
    fn the_policy_is_asked_at_the_first_cell_of_a_frame_only() {
        let mut gate = FrameGate::default();
        let mut asked = 0;
        for last in [false, false, true, false, true] {
            gate.judge(last, None, PPD, || {
                asked += 1;
                false
            });
        }
        assert_eq!(asked, 2);
    }

    #[test]
    fn the_last_cell_of_a_damaged_frame_passes_if_there_is_room() {
        let mut gate = FrameGate::default();
        assert_eq!(gate.judge(false, None, PPD, accept_all), Accept);
        assert_eq!(gate.judge(false, FULL, PPD, accept_all), Refuse(LossReason::Overflow));
        assert_eq!(gate.judge(false, None, PPD, accept_all), Refuse(LossReason::FrameRemainder));
        assert_eq!(gate.judge(true, None, PPD, accept_all), Accept);
        assert_eq!(gate, FrameGate::Between);
    }

    #[test]
    fn the_last_cell_of_a_damaged_frame_is_lost_in_a_full_buffer_and_the_next_frame_is_judged_afresh() {
        let mut gate = FrameGate::default();
        assert_eq!(gate.judge(false, FULL, PPD, accept_all), Refuse(LossReason::Overflow));
        assert_eq!(gate.judge(true, FULL, PPD, accept_all), Refuse(LossReason::Overflow));
        assert_eq!(gate.judge(false, None, PPD, accept_all), Accept);
    }

    #[test]
    fn without_the_remainder_rule_each_cell_of_a_frame_is_judged_by_the_room_alone() {
        let mut gate = FrameGate::default();
        for full in [false, true, false, true, false] {
            let wanted = if full { Refuse(LossReason::Overflow) } else { Accept };
            assert_eq!(gate.judge(false, full.then_some(LossReason::Overflow), false, accept_all), wanted);
        }
    }

    #[test]
    fn an_accepted_run_leaves_the_gate_where_its_cells_one_by_one_would() {
        for ends_frame in [false, true] {
            for start in [FrameGate::Between, FrameGate::Whole] {
                let (mut by_run, mut by_cell) = (start, start);
                by_run.accept_run(ends_frame);
                assert_eq!(by_cell.judge(false, None, PPD, accept_all), Accept);
                assert_eq!(by_cell.judge(ends_frame, None, PPD, accept_all), Accept);
                assert_eq!(by_run, by_cell);
            }
        }
    }

    #[test]
    fn cells_that_are_surely_lost_are_those_that_would_have_been_refused_one_by_one() {
        for start in [FrameGate::Between, FrameGate::Whole, FrameGate::Refused, FrameGate::Damaged] {
            for (no_room, cells, ends_frame) in
                [None, FULL].into_iter().flat_map(|room| [(room, 1, true), (room, 3, false), (room, 3, true)])
            {
                let (mut by_run, mut by_cell) = (start, start);
                let Some((lost, reason)) = by_run.sure_losses(cells, ends_frame) else {
                    assert_eq!(by_cell.judge(ends_frame, None, PPD, accept_all), Accept, "{start:?}");
                    continue;
                };
                if lost > 0 {
                    by_run.refuse_run(ends_frame && lost == cells);
                }
                for cell in 1..=lost {
                    let is_last = ends_frame && cell == cells;
                    assert_eq!(by_cell.judge(is_last, no_room, PPD, accept_all), Refuse(reason), "{start:?}");
                }
                assert_eq!(by_run, by_cell);
                assert_eq!(lost < cells, start == FrameGate::Damaged && ends_frame, "{start:?}");
            }
        }
    }
}
