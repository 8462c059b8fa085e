//! Contracts that contradict themselves, or the links that they are for.

use std::fmt::Display;

use cellwise_units::{BitRate, ConfigIssue};

use super::{Contract, ContractConfig};

/// Issues about fields, collected.
#[derive(Default)]
struct Found(Vec<ConfigIssue>);

impl Found {
    fn unless(&mut self, allowed: bool, field: &str, value: impl Display, rule: impl Display) {
        if !allowed {
            let (value, rule) = (format!("\"{value}\""), rule.to_string());
            self.0.push(ConfigIssue::new(field, value, rule));
        }
    }
}

impl ContractConfig {
    /// What makes no sense whatever the links: SCR or MCR above PCR, MBS below MFS; empty if all does.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        if let (Some((field, rate)), Some(pcr)) = (self.kept_up(), self.pcr()) {
            found.unless(rate <= pcr, field, rate, format!("give at most pcr ({pcr})"));
        }
        if let Self::Gfr1(gfr) | Self::Gfr2(gfr) = self
            && let Some(mfs) = gfr.mfs
        {
            found.unless(gfr.mbs >= mfs, "mbs", gfr.mbs, format!("give at least mfs ({mfs})"));
        }
        found.0
    }

    /// The rate that may be kept up below the peak, and its key.
    const fn kept_up(&self) -> Option<(&'static str, BitRate)> {
        match self {
            Self::Vbr1(vbr) | Self::Vbr2(vbr) | Self::Vbr3(vbr) => Some(("scr", vbr.scr)),
            Self::Gfr1(gfr) | Self::Gfr2(gfr) => Some(("mcr", gfr.mcr)),
            Self::Cbr1(_) | Self::Ubr1(_) | Self::Ubr2(_) | Self::Abr(_) => None,
        }
    }

    /// The settings that do not fit a connection for which the contract resolves to `contract` and whose slowest
    /// link is called `link` and has `rate`. Asked only of contracts that [`check`](Self::check)
    /// finds sound.
    #[must_use]
    pub fn check_on(&self, contract: &Contract, link: &str, rate: BitRate) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        let rule = format!("give at most {rate}, the rate of link {link}");
        if let Some(pcr) = self.pcr() {
            found.unless(pcr <= rate, "pcr", pcr, &rule);
        }
        if let Some((field, kept_up)) = self.kept_up() {
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
            (json!({ "kind": "vbr.1", "pcr": "1 Mbit/s", "scr": "2 Mbit/s", "mbs": "1 cell" }), ["scr"]),
            (json!({ "kind": "gfr.1", "mcr": "1 Mbit/s", "mbs": "9 cells", "mfs": "10 cells" }), ["mbs"]),
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
