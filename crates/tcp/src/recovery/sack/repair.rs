//! Repair by a scoreboard: missing octets, those that were resent, and those in the network.
//!
//! Source: RFC 6675 2 to 4. The caller decides, gap by gap, which octets count as lost. State: the
//! recovery's end, and how far it has resent.

use super::reduction::Known;
use crate::control_block::ControlBlock;
use crate::segment::Output;

/// Octets not acknowledged, below some that were acknowledged selectively.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// Its first octet.
    pub(crate) start: u64,
    /// The octet after its last one.
    pub(crate) end: u64,
    /// Runs of octets acknowledged selectively above it.
    pub(crate) runs_above: u64,
    /// Octets in them.
    pub(crate) octets_above: u64,
}

/// How far a recovery has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repair {
    /// The octet after the last one sent when the recovery, or a timeout, began.
    recovery_point: Option<u64>,
    /// The octet after the last one resent (the RFC's HighRxt).
    high_rxt: u64,
}

impl Repair {
    /// Begins at the first octet outstanding.
    pub(crate) fn begin(&mut self, block: &mut ControlBlock) {
        self.recovery_point = Some(block.snd_max);
        self.high_rxt = block.snd_una;
        block.in_recovery = true;
    }

    /// Whether an acknowledgment up to `ack` ends the recovery.
    pub(crate) fn ends_with(&self, ack: u64) -> bool {
        self.recovery_point.is_none_or(|point| ack >= point)
    }

    /// Whether losses may begin a recovery: not while those of a timeout are repaired.
    // spec: rfc6675 5.1
    pub(crate) fn may_begin(&self, block: &ControlBlock) -> bool {
        self.ends_with(block.snd_una)
    }

    /// The octet after the last one sent when the recovery began.
    pub(crate) fn recovery_point(&self) -> Option<u64> {
        self.recovery_point
    }

    /// Ends by a timeout: the receiver may have dropped what it had acknowledged selectively.
    // spec: rfc2018 8, rfc6675 5.1
    pub(crate) fn on_timeout(&mut self, block: &mut ControlBlock) {
        self.recovery_point = Some(block.snd_max);
        block.scoreboard.clear();
        block.in_recovery = false;
    }

    /// Ends because nothing was lost.
    pub(crate) fn on_undo(&mut self, block: &mut ControlBlock) {
        self.recovery_point = None;
        block.in_recovery = false;
    }

    /// An estimate of the octets in the network.
    // spec: rfc6675 4 (SetPipe)
    pub(crate) fn pipe(&self, block: &ControlBlock, is_lost: impl Fn(&Gap) -> bool) -> u64 {
        let resent = |start: u64, end: u64| self.high_rxt.min(end).saturating_sub(start);
        let mut pipe = 0;
        for gap in gaps(block) {
            let held = if is_lost(&gap) { 0 } else { gap.end - gap.start };
            pipe += held + resent(gap.start, gap.end);
        }
        let above = highest(block).unwrap_or(block.snd_una).max(block.snd_una);
        pipe + (block.snd_max - above) + resent(above, block.snd_max)
    }

    /// What is known of the network, for a window that falls by it.
    pub(crate) fn known(&self, block: &ControlBlock, is_lost: impl Fn(&Gap) -> bool) -> Known {
        let lost = gaps(block).filter(|gap| is_lost(gap)).last().map_or(0, |gap| gap.end);
        Known { lost, in_flight: self.pipe(block, is_lost) }
    }

    /// The first gap that `wanted` wants, without what was resent of it.
    pub(crate) fn next_gap(&self, block: &ControlBlock, wanted: impl Fn(&Gap) -> bool) -> Option<Gap> {
        let open = |gap: &Gap| gap.end > self.high_rxt && wanted(gap);
        gaps(block).find(open).map(|gap| Gap { start: gap.start.max(self.high_rxt), ..gap })
    }

    /// Resends one segment of a gap.
    pub(crate) fn resend(&mut self, gap: &Gap, block: &mut ControlBlock, out: &mut Output) {
        let len = (gap.end - gap.start).min(block.window.mss());
        block.timed = None;
        block.resend(gap.start, len, out);
        self.high_rxt = gap.start + len;
    }

    /// Resends the first segment outstanding, whether or not it is known to be lost.
    // spec: rfc6675 5 (4.3)
    pub(crate) fn resend_first(&mut self, block: &mut ControlBlock, out: &mut Output) {
        let end = block.scoreboard.next_start(block.snd_una).unwrap_or(block.snd_max);
        let gap = Gap { start: block.snd_una, end, runs_above: 0, octets_above: 0 };
        self.resend(&gap, block, out);
    }
}

/// The end of the highest octet acknowledged selectively.
pub(crate) fn highest(block: &ControlBlock) -> Option<u64> {
    block.scoreboard.end()
}

/// The gaps below the highest octet acknowledged selectively, in order.
pub(crate) fn gaps(block: &ControlBlock) -> impl Iterator<Item = Gap> {
    let runs = block.scoreboard.as_slice();
    let (mut start, mut runs_above) = (block.snd_una, runs.len() as u64);
    let mut octets_above = block.scoreboard.octets();
    runs.iter().filter_map(move |&(run_start, run_end)| {
        let gap = Gap { start, end: run_start, runs_above, octets_above };
        start = run_end;
        runs_above -= 1;
        octets_above -= run_end - run_start;
        (gap.start < gap.end).then_some(gap)
    })
}
