//! Random parameters of ABR connections, with timers short enough to matter in short runs.

use proptest::prelude::*;
use proptest::sample::select;

use super::keys::{choice, joined, key};

/// The parameters of a connection; the rates as parts of the links' rates.
#[derive(Clone, Debug)]
pub(super) struct AbrDraft {
    mcr_permille: u64,
    pcr_permille: Option<u64>,
    icr_permille: Option<u64>,
    keys: String,
}

impl AbrDraft {
    /// The members of the table, for a connection that is promised at most `share_bps`, over links
    /// of at least `least_bps`.
    pub(super) fn written(&self, share_bps: u64, least_bps: u64) -> String {
        let mcr = share_bps * self.mcr_permille / 1000;
        let pcr = self.pcr_permille.map(|permille| mcr + 1000 + 200_000 * permille);
        let room = pcr.unwrap_or(least_bps) - mcr;
        let icr = self.icr_permille.map(|permille| mcr + room / 1000 * permille);
        let rate = |name: &str, bps: Option<u64>| {
            bps.map(|bps| format!("{name} = \"{bps} bit/s\"")).unwrap_or_default()
        };
        let rates = vec![rate("mcr", Some(mcr)), rate("pcr", pcr), rate("icr", icr), self.keys.clone()];
        joined(rates, ", ")
    }
}

pub(super) fn abr() -> BoxedStrategy<AbrDraft> {
    let mcr = prop_oneof![Just(0u64), 0u64..=1000];
    let pcr = prop::option::weighted(0.4, 0u64..=1500);
    let icr = prop::option::weighted(0.7, prop_oneof![1 => Just(0u64), 3 => 0u64..=1000]);
    (mcr, pcr, icr, keys())
        .prop_map(|(mcr_permille, pcr_permille, icr_permille, keys)| AbrDraft {
            mcr_permille,
            pcr_permille,
            icr_permille,
            keys,
        })
        .boxed()
}

fn keys() -> BoxedStrategy<String> {
    let factors = (
        key("rif", &["1.0", "0.0625", "0.1", "0.00390625"]),
        key("rdf", &["1.0", "0.5", "0.0625", "0.001"]),
        key("cdf", &["0.0", "0.5", "1.0"]),
        key("nrm", &["2", "3", "8", "32", "256"]),
        key("mrm", &["1", "5"]),
        key("crm", &["1", "3", "20"]),
    )
        .prop_map(|(a, b, c, d, e, f)| vec![a, b, c, d, e, f]);
    let times = (
        key("trm", &["\"50 us\"", "\"500 us\"", "\"3 ms\""]),
        key("adtf", &["\"100 us\"", "\"2 ms\""]),
        key("tbe", &["\"10 cells\"", "\"500 cells\""]),
        key("frtt", &["\"0 s\"", "\"100 us\"", "\"5 ms\""]),
        key("tcr", &["\"424 kbit/s\"", "\"4240 kbit/s\""]),
    )
        .prop_map(|(a, b, c, d, e)| vec![a, b, c, d, e]);
    let ways = (
        choice("AbrParameters", "rate_encoding"),
        use_it_or_lose_it(),
        choice("AbrParameters", "reverse"),
        choice("AbrParameters", "turn_around"),
    )
        .prop_map(|(a, b, c, d)| vec![a, b, c, d]);
    (factors, times, ways).prop_map(|(a, b, c)| joined([a, b, c].concat(), ", ")).boxed()
}

fn use_it_or_lose_it() -> BoxedStrategy<String> {
    let policy =
        (select(vec!["0 bit/s", "100 kbit/s", "10 Mbit/s"]), 0.0f64..1.0).prop_map(|(headroom, fraction)| {
            format!("use_it_or_lose_it = {{ headroom = \"{headroom}\", fraction = {fraction:.3} }}")
        });
    prop_oneof![3 => Just(String::new()), 1 => policy].boxed()
}
