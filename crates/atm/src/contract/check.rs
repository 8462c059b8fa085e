//! Contracts that contradict themselves, or the links that they are for.

use std::fmt::Display;

use cellwise_units::{BitRate, Cells, Span};

use super::{Contract, ContractConfig};
use crate::drop_policy::ConfigIssue;

/// The largest MBS that can be signalled: 24 bits.
const MOST_MBS: Cells = Cells::new(16_777_215);
/// Longer tolerances are taken for mistakes.
const LONGEST_CDVT: Span = Span::from_ps(10_000_000_000_000);

/// Issues about fields, collected.
#[derive(Default)]
struct Found(Vec<ConfigIssue>);

impl Found {
    fn unless(&mut self, allowed: bool, field: &str, value: impl Display, rule: impl Display) {
        if !allowed {
            let (value, rule) = (format!("\"{value}\""), rule.to_string());
            self.0.push(ConfigIssue { field: field.to_owned(), value, rule });
        }
    }

    fn rate(&mut self, field: &str, rate: BitRate) {
        self.unless(!rate.is_zero(), field, rate, "give a rate above 0");
    }

    fn tolerance(&mut self, field: &str, tolerance: Span) {
        let rule = format!("give {LONGEST_CDVT} or less");
        self.unless(tolerance <= LONGEST_CDVT, field, tolerance, rule);
    }

    /// A rate that may be kept up, below a peak.
    fn sustained(&mut self, (field, rate): (&str, BitRate), pcr: Option<BitRate>, mbs: Cells) {
        self.rate(field, rate);
        if let Some(pcr) = pcr.filter(|pcr| !pcr.is_zero()) {
            self.unless(rate <= pcr, field, rate, format!("give at most pcr ({pcr})"));
        }
        let fits = !mbs.is_zero() && mbs <= MOST_MBS;
        self.unless(fits, "mbs", mbs, format!("give 1 cell up to {MOST_MBS}"));
    }
}

impl ContractConfig {
    /// What makes no sense whatever the links: rates of 0, SCR or MCR above PCR, MBS below 1 or
    /// below MFS; empty if all does.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        if let Some(pcr) = self.pcr() {
            found.rate("pcr", pcr);
        }
        match self {
            Self::Cbr1(cbr) => found.tolerance("cdvt", cbr.cdvt),
            Self::Vbr1(vbr) | Self::Vbr2(vbr) | Self::Vbr3(vbr) => {
                found.sustained(("scr", vbr.scr), vbr.pcr, vbr.mbs);
                found.tolerance("cdvt", vbr.cdvt);
                found.tolerance("scr_cdvt", vbr.scr_cdvt);
            }
            Self::Ubr1(ubr) | Self::Ubr2(ubr) => found.tolerance("cdvt", ubr.cdvt),
            Self::Abr(abr) => found.tolerance("cdvt", abr.cdvt),
            Self::Gfr1(gfr) | Self::Gfr2(gfr) => {
                found.sustained(("mcr", gfr.mcr), gfr.pcr, gfr.mbs);
                if let Some(mfs) = gfr.mfs {
                    found.unless(!mfs.is_zero(), "mfs", mfs, "give 1 cell or more");
                }
                found.tolerance("cdvt", gfr.cdvt);
                found.tolerance("mcr_cdvt", gfr.mcr_cdvt);
            }
        }
        if let Self::Gfr1(gfr) | Self::Gfr2(gfr) = self
            && let Some(mfs) = gfr.mfs.filter(|_| !gfr.mbs.is_zero())
        {
            found.unless(gfr.mbs >= mfs, "mbs", gfr.mbs, format!("give at least mfs ({mfs})"));
        }
        found.0
    }

    /// What does not fit a connection for which the contract resolves to `contract` and whose slowest
    /// link is called `link` and has `rate`. Asked only of contracts that [`check`](Self::check)
    /// finds sound.
    #[must_use]
    pub fn check_on(&self, contract: &Contract, link: &str, rate: BitRate) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        let rule = format!("give at most {rate}, the rate of link {link}");
        if let Some(pcr) = self.pcr() {
            found.unless(pcr <= rate, "pcr", pcr, &rule);
        }
        let kept_up = match self {
            Self::Vbr1(vbr) | Self::Vbr2(vbr) | Self::Vbr3(vbr) => Some(("scr", vbr.scr)),
            Self::Gfr1(gfr) | Self::Gfr2(gfr) => Some(("mcr", gfr.mcr)),
            Self::Cbr1(_) | Self::Ubr1(_) | Self::Ubr2(_) | Self::Abr(_) => None,
        };
        if let Some((field, kept_up)) = kept_up {
            found.unless(kept_up <= rate, field, kept_up, &rule);
        }
        if let Self::Gfr1(gfr) | Self::Gfr2(gfr) = self
            && let (None, Some(frame)) = (gfr.mfs, contract.mfs)
        {
            let rule = format!("give at least {frame}, which a frame of max_sdu takes, or a smaller mfs");
            found.unless(gfr.mbs >= frame, "mbs", gfr.mbs, rule);
        }
        found.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Surroundings;
    use cellwise_units::Bytes;
    use serde_json::{Value, json};

    fn read(value: Value) -> ContractConfig {
        serde_json::from_value(value).unwrap()
    }

    fn fields(found: &[ConfigIssue]) -> Vec<&str> {
        found.iter().map(|issue| issue.field.as_str()).collect()
    }

    #[test]
    fn a_contract_that_contradicts_itself_is_refused_at_each_field() {
        for (contract, expected) in [
            (json!({ "kind": "cbr", "pcr": "0 bit/s" }), vec!["pcr"]),
            (json!({ "kind": "cbr", "pcr": "1 Mbit/s", "cdvt": "11 s" }), vec!["cdvt"]),
            (json!({ "kind": "vbr.1", "pcr": "1 Mbit/s", "scr": "2 Mbit/s", "mbs": "1 cell" }), vec!["scr"]),
            (
                json!({ "kind": "vbr.2", "pcr": "1 Mbit/s", "scr": "0 bit/s", "mbs": "0 cells" }),
                vec!["scr", "mbs"],
            ),
            (json!({ "kind": "vbr.3", "scr": "1 Mbit/s", "mbs": "16777216 cells" }), vec!["mbs"]),
            (json!({ "kind": "ubr", "pcr": "0 bit/s" }), vec!["pcr"]),
            (
                json!({ "kind": "gfr.1", "mcr": "0 bit/s", "mbs": "9 cells", "mfs": "10 cells" }),
                vec!["mcr", "mbs"],
            ),
            (json!({ "kind": "gfr.2", "mcr": "1 Mbit/s", "mbs": "9 cells", "mfs": "0 cells" }), vec!["mfs"]),
        ] {
            assert_eq!(fields(&read(contract.clone()).check()), expected, "{contract}");
        }
    }

    #[test]
    fn scr_equal_to_pcr_and_a_burst_of_one_cell_are_sound() {
        let contract =
            read(json!({ "kind": "vbr.1", "pcr": "1 Mbit/s", "scr": "1 Mbit/s", "mbs": "1 cell" }));
        assert_eq!(contract.check(), []);
    }

    #[test]
    fn rates_above_the_slowest_link_are_refused_unless_they_are_the_links_own() {
        let (line, slow) = (BitRate::from_bps(155_520_000), BitRate::from_bps(2_000_000));
        let around = Surroundings { line, abr: None, max_sdu: Bytes::new(9188) };
        let found = |contract: Value| {
            let config = read(contract);
            let found = config.check_on(&config.resolve(&around), "trunk", slow);
            found.into_iter().map(|issue| issue.field).collect::<Vec<_>>()
        };
        assert_eq!(found(json!({ "kind": "cbr", "pcr": "2.1 Mbit/s" })), ["pcr"]);
        assert_eq!(found(json!({ "kind": "vbr.1", "scr": "3 Mbit/s", "mbs": "9 cells" })), ["scr"]);
        assert_eq!(found(json!({ "kind": "vbr.1", "scr": "2 Mbit/s", "mbs": "9 cells" })), [""; 0]);
        assert_eq!(found(json!({ "kind": "gfr.1", "mcr": "1 Mbit/s", "mbs": "191 cells" })), ["mbs"]);
        assert_eq!(found(json!({ "kind": "gfr.1", "mcr": "1 Mbit/s", "mbs": "192 cells" })), [""; 0]);
    }
}
