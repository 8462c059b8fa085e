//! What an acknowledgment says beyond its number: the offered window, and what was received beyond a
//! hole.

use crate::control_block::ControlBlock;
use crate::options::SackBlocks;
use crate::seq::Seq;

impl ControlBlock {
    /// Takes the offered window unless it is older than the one known; whether it did.
    // spec: rfc9293 3.10.7.4 (SND.WL2); no data comes back, so SND.WL1 never differs
    #[inline]
    pub(super) fn take_window(&mut self, ack: u64, window: u64) -> bool {
        let newer = ack > self.snd_wl2 || (ack == self.snd_wl2 && window > self.snd_wnd);
        if newer {
            self.snd_wnd = window;
            self.snd_wl2 = ack;
            self.max_sndwnd = self.max_sndwnd.max(window);
        }
        newer
    }

    /// Marks on the scoreboard what an acknowledgment up to `ack` says beyond it; whether any of it
    /// is new.
    // spec: rfc6675 4 (Update)
    #[inline]
    pub(super) fn take_sack(&mut self, ack: u64, blocks: &SackBlocks) -> bool {
        if !self.notes_acks {
            return false;
        }
        if self.is_modelled() {
            self.note_app_limit();
        }
        (self.delivered_before, self.ack_taken) = (self.delivered(), ack);
        (self.newly_sacked, self.reports_duplicate) = (0, false);
        if !self.reads_sack && self.undo.is_some() {
            self.note_duplicate(blocks, ack.max(self.snd_una));
        }
        if let Some(log) = &mut self.log {
            log.on_ack(ack, self.now.at);
        }
        if self.reads_sack && (!blocks.is_empty() || !self.scoreboard.is_empty()) {
            self.update_scoreboard(ack, blocks);
        }
        if let Some(log) = &mut self.log {
            log.settle();
        }
        self.newly_sacked > 0
    }

    /// Takes note of a report of a duplicate: that there is one, and for a watch over a reduction which.
    fn note_duplicate(&mut self, blocks: &SackBlocks, ack: u64) {
        let duplicate = duplicate(blocks, self.initial_seq, ack);
        self.reports_duplicate = duplicate.is_some();
        if let Some(undo) = &mut self.undo {
            undo.duplicate = duplicate;
        }
    }

    fn update_scoreboard(&mut self, ack: u64, blocks: &SackBlocks) {
        // One that was overtaken may report what has been acknowledged since.
        let ack = ack.max(self.snd_una);
        self.scoreboard.take_from(ack);
        self.note_duplicate(blocks, ack);
        let mut ascending = *blocks;
        ascending.sort(self.initial_seq, ack);
        for &(start, end) in ascending.as_slice() {
            let start = start.offset(self.initial_seq, ack).filter(|start| *start > ack);
            let end = end.offset(self.initial_seq, ack).filter(|end| *end <= self.snd_max);
            if let Some((start, end)) = start.zip(end) {
                let fresh = self.scoreboard.insert(start, end);
                self.newly_sacked += fresh;
                if let Some(log) = &mut self.log {
                    log.on_sacked(start, end, fresh, self.now.at);
                }
            }
        }
    }
}

/// The octets of the first block if it reports a duplicate: it lies below the acknowledgment, or within the second
/// block.
// spec: rfc2883 4
fn duplicate(blocks: &SackBlocks, initial_seq: Seq, ack: u64) -> Option<(u64, u64)> {
    let offset = |seq: Seq| seq.offset(initial_seq, ack);
    let (first, rest) = blocks.as_slice().split_first()?;
    let [start, end] = [first.0, first.1].map(offset);
    let is_below = end.is_none_or(|end| end <= ack);
    let is_within = rest.first().is_some_and(|(from, to)| offset(*from) <= start && end <= offset(*to));
    (is_below || is_within).then_some((start.unwrap_or(0), end.unwrap_or(0)))
}
