//! The registry of policers: one row per policer.

use super::{CellTrain, Policer, PolicerCounts, Terms, Treatment, cell, epd, f_gcra, ppd};
use cellwise_units::{ConfigIssue, family};

family! {
    /// A policer as a scenario writes it: its name under `kind`, its parameters next to it.
    config PolicerConfig tagged "kind" {
        /// The policer of a contract. Total: a setting that [`check`](Self::check) refuses is taken
        /// as the nearest that makes sense.
        fn build(&self, terms: &Terms);
        fn arbitrary();
        /// What does not make sense with the contract; empty if all does.
        fn check(&self, terms: &Terms) -> Vec<ConfigIssue>;
    }
    any AnyPolicer: Policer {
        fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment));
        fn counts(&self) -> PolicerCounts;
    }
    members {
        cell::CellPolicer, "cell", Validated,
            "Each cell is judged by itself: GCRA of the peak and of the sustainable rate, discard or tag.",
            "ITU-T I.371, annex A; ATM Forum Traffic Management 4.0, section 4.4";
        ppd::Ppd, "ppd", Experimental,
            "Partial packet discard: once a cell of a frame was discarded, the rest of the frame is discarded.",
            "Bonaventure et al., Is VBR a solution for an ATM LAN?, 1996, section 6";
        epd::Epd, "epd", Experimental,
            "Early packet discard: a frame is refused unless the buckets would take a frame of maximum length at the peak rate.",
            "Bonaventure et al., Is VBR a solution for an ATM LAN?, 1996, section 6";
        f_gcra::FGcra, "f-gcra", Experimental,
            "Frame-based GCRA for guaranteed frame rate: the first cell decides whether a frame is within the minimum rate.",
            "ATM Forum Traffic Management 4.1, section 4.5; ITU-T I.371.1, section 6.3";
    }
}

impl Default for PolicerConfig {
    fn default() -> Self {
        Self::CellPolicer(cell::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policing::{Bucket, Sustained};
    use cellwise_units::family::testing::Family;
    use cellwise_units::{BitRate, Cells, Span};
    use serde_json::json;

    fn family() -> Family<PolicerConfig> {
        Family { tag: "kind", all: PolicerConfig::all(), rows: catalogue() }
    }

    fn terms(mbs: u64, longest_frame: u64) -> Terms {
        let (pcr, scr) = (BitRate::from_bps(155_520_000), BitRate::from_bps(10_000_000));
        Terms {
            peak: Bucket { rate: pcr, tolerance: Span::ZERO },
            sustained: Some(Sustained::vbr1(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
            longest_frame: Cells::new(longest_frame),
        }
    }

    #[test]
    fn a_name_alone_gives_each_policer_with_its_defaults() {
        family().assert_names_give_defaults(PolicerConfig::name);
        for config in PolicerConfig::all() {
            assert_eq!(config.check(&terms(1000, 192)), [], "{}", config.name());
        }
    }

    #[test]
    fn early_discard_needs_a_burst_of_the_longest_frame() {
        let config = PolicerConfig::Epd(epd::Config::default());
        assert_eq!(config.check(&terms(192, 192)), []);
        let issues = config.check(&terms(191, 192));
        assert_eq!(issues.len(), 1);
        assert!(issues[0].rule.contains("192 cells"), "{}", issues[0].rule);
        assert!(issues[0].rule.contains("only 191 cells"), "{}", issues[0].rule);
    }

    #[test]
    fn frame_rates_need_a_minimum_rate() {
        let without = Terms { sustained: None, ..terms(1000, 192) };
        for config in PolicerConfig::all() {
            assert_eq!(
                config.check(&without).len(),
                usize::from(config.name() == "f-gcra"),
                "{}",
                config.name()
            );
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(
            &json!({ "kind": "ppd", "coupling": "independent", "keep_last_cell": false }),
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_policer() {
        family().assert_refuses("coupled");
    }

    #[test]
    fn the_schema_names_every_policer_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
