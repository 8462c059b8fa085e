//! The catalogue of this crate.

use cellwise_units::catalogue::Entry;

use crate::{ack_delay, congestion, pacing, profile, recovery, slow_start, undo, variant};

/// All rows of this crate: variants, congestion controls, recoveries, slow starts, pacings, undos, delays of
/// acknowledgments and profiles.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    variant::rows()
        .chain(congestion::ROWS.iter().copied())
        .chain(recovery::ROWS.iter().copied())
        .chain(slow_start::catalogue())
        .chain(pacing::catalogue())
        .chain(undo::catalogue())
        .chain(ack_delay::catalogue())
        .chain(profile::catalogue())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_within_their_family() {
        let mut names: Vec<_> = catalogue().iter().map(|entry| (entry.family, entry.name)).collect();
        let rows = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows);
    }
}
