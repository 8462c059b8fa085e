//! The registry of cell sources: one row per source.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Time};

use super::{AlwaysSound, CellSource, Unit, constant, greedy, list, mpeg, on_off, pareto_on_off, poisson};
use cellwise_units::family;

family! {
    /// A cell source as a scenario writes it: its name under `pattern`, its parameters next to it.
    config CellSourceConfig tagged "pattern" {
        /// The source of units such as cells, which begins at `start`, with a random stream of its own. Total: a setting that
        /// [`check`](Self::check) refuses is taken as the nearest that makes sense.
        fn build(&self, unit: Unit, start: Time, random: RandomStream);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self, unit: Unit) -> Vec<ConfigIssue>;
        /// The rate at which cells follow each other at most; `None` if there is no such rate.
        fn peak_rate(&self) -> Option<BitRate>;
        /// Units per second in the long run; infinite if that is for others to say.
        fn mean_per_s(&self, unit: Unit) -> f64;
    }
    any AnyCellSource: CellSource {
        fn next_emission(&self) -> Time;
        fn emit(&mut self);
        fn resume(&mut self, now: Time);
        fn next_octets(&self) -> Option<u32>;
    }
    members {
        constant::Constant, "constant", Validated,
            "Constant rate: one cell after the other at exactly equal spacing.",
            "ATM Forum Traffic Management 4.0 (CBR)";
        on_off::OnOff, "on-off", Validated,
            "On/off: cells at a constant rate while on, none while off; fixed or exponential periods.",
            "Heffes and Lucantoni, IEEE JSAC, September 1986";
        poisson::Poisson, "poisson", Validated,
            "Poisson cells: the gaps between cells are independent and exponential.",
            "Kleinrock, Queueing Systems, volume 1, 1975, section 2.4";
        pareto_on_off::ParetoOnOff, "pareto-on-off", Validated,
            "Pareto on/off: periods on and off with infinite variance; many together are self-similar.",
            "Willinger, Taqqu, Sherman and Wilson, IEEE/ACM Transactions on Networking, February 1997";
        mpeg::Mpeg, "mpeg", Validated,
            "MPEG-like video: groups of frames with lognormal sizes that follow the scene.",
            "Rose, University of Wuerzburg, report 101, 1995";
        list::List, "list", Validated,
            "A list of instants, and of sizes for datagrams: from a textbook, or from a measurement in a file.",
            "None: the list is what happens";
        greedy::Greedy, "greedy", Experimental,
            "Greedy: always a cell ready; an ABR connection sends as many as it may.",
            "ATM Forum af-tm-0056, appendix I (persistent sources)";
    }
}

impl Default for CellSourceConfig {
    fn default() -> Self {
        Self::Constant(constant::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::{Family, read};
    use serde_json::json;

    fn family() -> Family<CellSourceConfig> {
        Family { tag: "pattern", all: CellSourceConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_source_with_its_defaults() {
        family().assert_names_give_defaults(CellSourceConfig::name);
        for config in CellSourceConfig::all() {
            assert_eq!(config.check(Unit::CELL), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let written = json!({
            "pattern": "on-off", "rate": "25 Mbit/s", "on": "1 ms", "off": "3 ms",
            "periods": "exponential", "begins": "random",
        });
        family().assert_reads_what_it_writes(&written);
        let config: CellSourceConfig = read(written).unwrap();
        assert!((config.mean_per_s(Unit::CELL) - 25e6 / 424.0 / 4.0).abs() < 1e-6);
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_source() {
        family().assert_refuses("rat");
    }

    #[test]
    fn the_schema_names_every_source_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
