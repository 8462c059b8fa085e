//! The same bytes in debug and release builds, on any machine: fixed scenarios hashed, table by
//! table, against committed values. A hash that moves says which layer moved.

use cellwise_net::{Outcome, Values};

use crate::common::networks::NSource;
use crate::common::run;

/// FNV-1a over 64 bits.
struct Hash(u64);

impl Hash {
    fn octets(&mut self, octets: &[u8]) {
        for &octet in octets {
            self.0 = (self.0 ^ u64::from(octet)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn words(&mut self, words: impl IntoIterator<Item = u64>) {
        words.into_iter().for_each(|word| self.octets(&word.to_le_bytes()));
    }

    fn values(&mut self, values: &Values) {
        match values {
            Values::Text(texts) => texts.iter().for_each(|text| self.octets(text.as_bytes())),
            Values::Count(counts) => self.words(counts.iter().copied()),
            Values::Real(reals) => self.words(reals.iter().map(|real| real.to_bits())),
        }
    }
}

fn hashed(fill: impl FnOnce(&mut Hash)) -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    fill(&mut hash);
    hash.0
}

/// One line per table, and one for the series.
fn fingerprint(outcome: &Outcome) -> String {
    let mut lines = String::new();
    for (name, table) in outcome.tables() {
        let hash = hashed(|hash| {
            for column in &table.columns {
                hash.octets(column.name.as_bytes());
                hash.values(&column.values);
            }
        });
        lines += &format!("{name:<6} {hash:016x}\n");
    }
    let hash = hashed(|hash| {
        for series in &outcome.series {
            hash.octets(series.name.as_bytes());
            hash.words(series.times_ps.iter().copied());
            hash.words(series.values.iter().map(|value| value.to_bits()));
        }
    });
    lines + &format!("series {hash:016x}\ncells  {}\n", outcome.cells + outcome.inner_cells)
}

/// Everything that draws: ties, processing times, timer phases; and every kind of probe.
const CHANCE: &str = r#"
[host]
send_processing = { min = "0 us", max = "20 us" }
receive_processing = { min = "0 us", max = "20 us" }
[tcp]
timer_phase = "random"
timer_tick = "50 ms"
[probes]
queue = { port = "sw1.trunk", every = "1 ms" }
cwnd = { flow = "*" }
"#;

#[test]
fn a_congested_lan_under_epd() {
    let drop = "policy = \"epd\"";
    let text =
        NSource { duration: "1 s", buffer: "1000 cells", drop, rest: CHANCE, ..NSource::default() }.text();
    insta::assert_snapshot!(fingerprint(&run(&text)));
}

#[test]
fn a_congested_lan_under_fair_buffer_allocation() {
    let drop = "policy = \"fba\"";
    let text =
        NSource { sources: 15, duration: "500 ms", buffer: "1000 cells", drop, ..NSource::default() }.text();
    insta::assert_snapshot!(fingerprint(&run(&text)));
}

#[test]
fn abr_behind_routers_with_background_traffic() {
    let text = r#"
duration = "300 ms"
atm.category = "abr"
[topology]
template = "parking-lot"
links = 2
routers = true
link_rate = "50 Mbit/s"
trunk_delay = "1 ms"
background = { sources = 3, source = { pattern = "on-off", rate = "8 Mbit/s", on = "5 ms", off = "5 ms", periods = "exponential", begins = "random" } }
[switch]
buffer = "2000 cells"
reserved = { nrt-vbr = "500 cells" }
scheduler = "weighted-round-robin"
rate_rule = { rule = "erica-plus" }
[abr]
icr = "5 Mbit/s"
rate_encoding = "tm4"
[adapter]
buffer = "500 cells"
drop = { policy = "red", gentle = true }
[probes]
acr = { vc = "*" }
er = { port = "*", vc = "*", every = "1 ms" }
adapter = { vc = "*", every = "1 ms" }
"#;
    let outcome = run(text);
    assert!(outcome.audit.lost > 0, "RED has nothing to draw for");
    insta::assert_snapshot!(fingerprint(&outcome));
}
