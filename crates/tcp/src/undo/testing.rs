//! What the tests of all rules need.

use super::{Reduction, Resent, Seen};
use crate::congestion::LossCause;

/// A reduction of a window of 4000 octets, all of which are outstanding.
pub(super) fn reduction(cause: LossCause) -> Reduction {
    Reduction { cause, snd_una: 0, snd_max: 4_000, cwnd: 4_000, ssthresh: u64::MAX }
}

/// A segment sent again.
pub(super) fn resent(start: u64, end: u64, timestamp: u32) -> Resent {
    Resent { start, end, timestamp: Some(timestamp) }
}

/// An acknowledgment of new data up to an octet.
pub(super) fn seen(ack: u64) -> Seen {
    Seen {
        is_new: true,
        is_duplicate: false,
        ack,
        snd_max: 4_000,
        echo: None,
        duplicate: None,
        is_selective: false,
        highest: None,
    }
}
