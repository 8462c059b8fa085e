//! The reordering window: how much later a segment may arrive than one that was sent after it.
//!
//! Source: RFC 8985 6.2 step 4. Nothing, while no reordering was seen and losses are plain; else a quarter of the shortest
//! round trip, times a multiple that grows by one for each round trip in which a duplicate was reported, and falls
//! back after sixteen recoveries without one.

use cellwise_units::Span;

use crate::control_block::ControlBlock;

/// Recoveries after which the multiple falls back.
const PERSISTENCE: u32 = 16;
/// Segments beyond a hole that are a loss whatever the window, as duplicates are (DupThresh).
const DUPLICATES: u64 = 3;

/// The window's multiple.
#[derive(Clone, Debug)]
pub(super) struct ReorderingWindow {
    multiple: u32,
    persistence: u32,
    /// The octet whose acknowledgment ends the round trip in which a duplicate was reported.
    round_end: Option<u64>,
    /// Whether the acknowledgment that is being taken ends a recovery.
    has_ended: bool,
}

impl Default for ReorderingWindow {
    fn default() -> Self {
        Self { multiple: 1, persistence: PERSISTENCE, round_end: None, has_ended: false }
    }
}

impl ReorderingWindow {
    /// Takes what an acknowledgment says of duplicates.
    pub(super) fn on_ack(&mut self, block: &ControlBlock) {
        if self.round_end.is_some_and(|end| block.snd_una >= end) {
            self.round_end = None;
        }
        let has_ended = std::mem::take(&mut self.has_ended);
        if self.round_end.is_none() && block.reports_duplicate {
            self.round_end = Some(block.snd_max);
            self.multiple = self.multiple.saturating_add(1);
            self.persistence = PERSISTENCE;
        } else if has_ended {
            self.count_recovery();
        }
    }

    /// The next acknowledgment of [`Self::on_ack`] ends a recovery.
    pub(super) fn on_recovery_end(&mut self) {
        self.has_ended = true;
    }

    fn count_recovery(&mut self) {
        self.persistence = self.persistence.saturating_sub(1);
        if self.persistence == 0 {
            self.multiple = 1;
        }
    }

    /// The window; `repairs`: while losses are being repaired.
    pub(super) fn window(&self, block: &ControlBlock, repairs: bool) -> Span {
        let Some(log) = &block.log else { return Span::ZERO };
        let is_plain = repairs || log.sacked_segments() >= DUPLICATES;
        let (Some(shortest), false) = (log.min_rtt(), is_plain && !log.reordering_seen()) else {
            return Span::ZERO;
        };
        let window = Span::from_ps(shortest.get().saturating_mul(u64::from(self.multiple)) / 4);
        block.fine_srtt().map_or(window, |srtt| window.min(srtt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multiple_falls_back_after_sixteen_recoveries() {
        let mut window = ReorderingWindow { multiple: 3, ..ReorderingWindow::default() };
        (0..15).for_each(|_| window.count_recovery());
        assert_eq!(window.multiple, 3);
        window.count_recovery();
        assert_eq!(window.multiple, 1);
    }
}
