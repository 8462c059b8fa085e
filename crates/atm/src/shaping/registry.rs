//! The registry of shapers: one row per shaper.

use cellwise_units::{CellClock, ConfigIssue};

use super::{Departure, Pace, Shaper, dual_leaky_bucket, frame, peak};
use crate::policing::{CellTrain, Terms};
use cellwise_units::family;

family! {
    /// A shaper as a scenario writes it: its name under `kind`, its parameters next to it.
    config ShaperConfig tagged "kind" {
        /// The shaper of a contract. Total: a setting that [`check`](Self::check) refuses is taken
        /// as the nearest that makes sense.
        fn build(&self, terms: &Terms);
        fn arbitrary();
        /// What does not make sense with the contract; empty if all does.
        fn check(&self, terms: &Terms) -> Vec<ConfigIssue>;
    }
    any AnyShaper: Shaper {
        fn shape(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>);
        fn clock(&self, pace: Pace) -> Option<CellClock>;
    }
    members {
        peak::Peak, "peak", Validated,
            "Peak rate spacing: cells are at least a cell time apart; by default that of PCR.",
            "Bonaventure et al., Is VBR a solution for an ATM LAN?, 1996, section 5.3";
        dual_leaky_bucket::DualLeakyBucket, "dual-leaky-bucket", Validated,
            "Dual leaky bucket: up to MBS cells at the peak rate, then cells at the sustainable rate.",
            "Bonaventure et al., Is VBR a solution for an ATM LAN?, 1996, section 5.3; ITU-T I.371, annex A";
        frame::FramePacing, "frame", Validated,
            "Frame pacing: a frame waits until all its cells conform at the peak rate.",
            "Bonaventure et al., Is VBR a solution for an ATM LAN?, 1996, equation (3)";
    }
}

impl Default for ShaperConfig {
    fn default() -> Self {
        Self::Peak(peak::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policing::{Bucket, Sustained};
    use cellwise_units::family::testing::{Family, read};
    use cellwise_units::{BitRate, Cells, Span};
    use serde_json::json;

    fn family() -> Family<ShaperConfig> {
        Family { tag: "kind", all: ShaperConfig::all(), rows: catalogue() }
    }

    fn terms() -> Terms {
        let (pcr, scr) = (BitRate::from_bps(155_520_000), BitRate::from_bps(10_000_000));
        Terms {
            peak: Bucket { rate: pcr, tolerance: Span::ZERO },
            sustained: Some(Sustained::vbr1(Bucket::sustainable(scr, Cells::new(1000), pcr))),
            longest_frame: Cells::new(192),
        }
    }

    #[test]
    fn a_name_alone_gives_each_shaper_with_its_defaults() {
        family().assert_names_give_defaults(ShaperConfig::name);
        for config in ShaperConfig::all() {
            assert_eq!(config.check(&terms()), [], "{}", config.name());
        }
    }

    #[test]
    fn settings_that_contradict_the_contract_are_refused_with_their_field() {
        let without = Terms { sustained: None, ..terms() };
        for (written, terms, field) in [
            (json!({ "kind": "peak", "rate": "155.521 Mbit/s" }), terms(), "rate"),
            (json!({ "kind": "dual-leaky-bucket" }), without, "kind"),
            (json!({ "kind": "frame" }), without, "kind"),
            (json!({ "kind": "frame", "idle_time": "8 ms" }), terms(), "idle_time"),
        ] {
            let issues = read::<ShaperConfig>(written.clone()).unwrap().check(&terms);
            assert_eq!(
                issues.iter().map(|issue| issue.field.as_str()).collect::<Vec<_>>(),
                [field],
                "{written}"
            );
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(
            &json!({ "kind": "frame", "release": "idle-time", "idle_time": "8 ms", "timer_tick": "10 ms" }),
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_shaper() {
        family().assert_refuses("rat");
    }

    #[test]
    fn the_schema_names_every_shaper_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
