//! Acknowledgment filtering: a newer acknowledgment makes the older ones of its connection
//! needless.
//!
//! Source: Balakrishnan, Padmanabhan and Katz 1997, section 4.2; RFC 3449, section 5.2.1. Only a waiting
//! pure acknowledgment may be removed of the same connection that acknowledges less than the
//! one that arrives. Never removed are duplicates, acknowledgments behind which their duplicates wait, and selective
//! ones: the sender counts the ones and reads the others to find losses.

use std::collections::VecDeque;

use super::Waiting;
use super::settings::{AckFiltering, Config};
use crate::codepoint::Codepoint;
use crate::discipline::Draw;
use crate::packet::{MarkReason, Packet};

/// How many of the possible ones are removed.
#[derive(Clone, Copy, Debug)]
enum Rule {
    AllBeyond(u32),
    Each { probability: f64 },
}

/// The filter of one queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    rule: Rule,
    in_place: bool,
}

impl Filter {
    /// The filter of the settings, if they have one.
    pub(super) fn new(config: &Config) -> Option<Self> {
        let rule = match config.ack_filtering {
            AckFiltering::Off => return None,
            AckFiltering::All => Rule::AllBeyond(0),
            AckFiltering::Keep => Rule::AllBeyond(config.ack_filtering_keep),
            AckFiltering::Random => Rule::Each { probability: config.ack_filtering_probability },
        };
        Some(Self { rule, in_place: config.ack_filtering_in_place })
    }

    /// Whether a newer acknowledgment takes the place of the oldest one removed.
    pub(super) const fn in_place(&self) -> bool {
        self.in_place
    }

    /// Removes from `waiting` the ones that `arriving` makes needless, the newest first; gives it the mark of
    /// those removed.
    pub(super) fn remove(
        &self,
        waiting: &mut VecDeque<Waiting>,
        arriving: &mut Packet,
        draw: Draw<'_>,
    ) -> Vec<Waiting> {
        let Some(newest) = arriving.acknowledgment else { return Vec::new() };
        let mut removed = Vec::new();
        let (mut duplicated, mut spared) = (None, 0);
        for at in (0..waiting.len()).rev() {
            let Waiting { packet, duplicate, .. } = &waiting[at];
            let Some(older) = packet.acknowledgment.filter(|_| packet.flow.number == arriving.flow.number)
            else {
                continue;
            };
            if *duplicate {
                duplicated = Some(older.ack);
            }
            let kept = *duplicate || older.sack_blocks > 0 || duplicated == Some(older.ack);
            let is_older = (newest.ack.wrapping_sub(older.ack) as i32) > 0;
            if is_older && !kept && self.takes(&mut spared, draw) {
                removed.extend(waiting.remove(at));
            }
        }
        // Else the congestion that it reports would stay unknown.
        if matches!(arriving.codepoint, Codepoint::Ect0 | Codepoint::Ect1)
            && removed.iter().any(|old| old.packet.codepoint == Codepoint::Ce)
        {
            arriving.mark(MarkReason::Aqm);
        }
        removed
    }

    /// Whether the next older acknowledgment is removed, after so many were spared.
    fn takes(&self, spared: &mut u32, draw: Draw<'_>) -> bool {
        let takes = match self.rule {
            Rule::AllBeyond(keep) => *spared >= keep,
            Rule::Each { probability } => draw() < probability,
        };
        *spared += u32::from(!takes);
        takes
    }
}
