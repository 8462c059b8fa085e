//! Explicit congestion notification: what each end remembers.
//!
//! Source: RFC 3168 6.1. The receiver echoes a mark on every acknowledgment until the sender says
//! that it has reduced its window; the sender reduces once per window of data and says so on the
//! next new segment. With an exact echo (RFC 8257 3.2) each acknowledgment tells whether what it acknowledges
//! was marked, and answers do not matter. Parameter: `ecn`.

use crate::config::Settings;
use crate::segment::{Flags, Segment};

/// The sending end's part.
#[derive(Clone, Debug)]
pub(crate) struct EcnSender {
    pub(crate) enabled: bool,
    /// Echoes that acknowledge no more than this are of the window that was already reduced.
    reduced_at: Option<u64>,
    /// Whether the next new segment says that the window was reduced.
    cwr_pending: bool,
}

impl EcnSender {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self { enabled: settings.uses_ecn(), reduced_at: None, cwr_pending: false }
    }

    /// Whether an acknowledgment up to `ack` carries an echo of a window not yet reduced.
    pub(crate) fn wants_reduction(&self, ack: u64, flags: Flags) -> bool {
        self.enabled && flags.contains(Flags::ECE) && self.reduced_at.is_none_or(|at| ack > at)
    }

    /// Takes note that the window was reduced, for whatever reason, with `snd_max` sent.
    // spec: rfc3168 6.1.2
    pub(crate) fn on_reduction(&mut self, snd_max: u64) {
        self.reduced_at = Some(snd_max);
        self.cwr_pending = self.enabled;
    }

    /// Marks a segment with data as it leaves.
    // spec: rfc3168 6.1.5: retransmissions are not marked as capable
    pub(crate) fn mark(&mut self, segment: &mut Segment) {
        if !self.enabled || segment.len == 0 || segment.retransmission {
            return;
        }
        segment.ect = true;
        if self.cwr_pending {
            segment.flags = segment.flags.with(Flags::CWR);
            self.cwr_pending = false;
        }
    }
}

/// The receiving end's part.
#[derive(Clone, Debug)]
pub(crate) struct EcnReceiver {
    enabled: bool,
    /// Whether acknowledgments echo the marks of what they acknowledge only.
    is_exact: bool,
    echoes: bool,
}

impl EcnReceiver {
    pub(crate) fn new(settings: &Settings) -> Self {
        let is_exact = settings.variant.variant().congestion.needs_exact_echo();
        Self { enabled: settings.uses_ecn(), is_exact, echoes: false }
    }

    /// Whether what waits for its acknowledgment must have it before a segment is taken: its echo differs.
    // spec: rfc8257 3.2 figure 1
    pub(crate) const fn turns_at(&self, segment: &Segment) -> bool {
        self.is_exact && segment.ce != self.echoes
    }

    /// Takes the marks of a segment with data; a new mark outlasts the answer to the one before.
    // spec: rfc3168 6.1.3
    pub(crate) fn take(&mut self, segment: &Segment) {
        if self.is_exact {
            self.echoes = segment.ce;
            return;
        }
        if segment.flags.contains(Flags::CWR) {
            self.echoes = false;
        }
        if segment.ce && self.enabled {
            self.echoes = true;
        }
    }

    /// The flag that acknowledgments carry now.
    pub(crate) const fn flags(&self) -> Flags {
        if self.echoes { Flags::ECE } else { Flags(0) }
    }
}
