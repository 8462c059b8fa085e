//! Random contracts, with what is done about them.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::keys::{joined, key, word};

/// A contract before it is known what the connection may have.
#[derive(Clone, Debug)]
pub(super) struct ContractDraft {
    kind: Index,
    /// PCR in thousandths of the slowest link, SCR or MCR in those of PCR.
    rates: (u64, u64),
    mbs: u64,
    /// MFS of a GFR contract: a part of MBS.
    mfs: Index,
    tolerances: String,
    policing: Option<(Index, String, String)>,
    shaping: Option<(Index, u64, String)>,
    tags: bool,
    driver_queue: Option<u32>,
}

pub(super) fn contract() -> impl Strategy<Value = ContractDraft> {
    let rates = (1u64..=1000, 1u64..=1000);
    let mbs = prop_oneof![3 => 1u64..200, 1 => 1366u64..3000];
    let tolerances = key("cdvt", &["\"100 us\"", "\"3 ps\"", "\"10 ms\""]);
    let coupling = key("coupling", &["\"both\"", "\"independent\""]);
    let policing =
        prop::option::weighted(0.7, (any::<Index>(), coupling, key("keep_last_cell", &["true", "false"])));
    let tick = word(&[
        "",
        ", timer_tick = \"1 ms\"",
        ", release = \"idle-time\"",
        ", release = \"idle-time\", idle_time = \"300 us\"",
    ]);
    let shaping = prop::option::weighted(0.5, (any::<Index>(), 1u64..=1000, tick));
    let rest = (prop::bool::weighted(0.3), prop::option::weighted(0.2, select(vec![1u32, 2, 5])));
    (any::<Index>(), rates, mbs, any::<Index>(), tolerances, policing, shaping, rest).prop_map(
        |(kind, rates, mbs, mfs, tolerances, policing, shaping, (tags, driver_queue))| ContractDraft {
            kind,
            rates,
            mbs,
            mfs,
            tolerances,
            policing,
            shaping,
            tags,
            driver_queue,
        },
    )
}

impl ContractDraft {
    /// The keys of a connection of a category, `ubr` or one that promises something, whose slowest link
    /// has a rate; and its category, which is `gfr` for some of UBR.
    pub(super) fn written(&self, category: &'static str, least_bps: u64) -> (&'static str, String) {
        let kinds: &[(&str, &str)] = match category {
            "cbr" => &[("cbr", "cbr")],
            "rt-vbr" | "nrt-vbr" => &[(category, "vbr.1"), (category, "vbr.2"), (category, "uni3.0-b")],
            _ => &[("ubr", "ubr.1"), ("ubr", "ubr.2"), ("gfr", "gfr.1"), ("gfr", "gfr.2")],
        };
        let (category, kind) = *self.kind.get(kinds);
        let pcr = (least_bps * self.rates.0 / 1000).max(1000);
        let sustained = (pcr * self.rates.1 / 1000).max(500);
        let of_kind = match category {
            "rt-vbr" | "nrt-vbr" => format!("scr = \"{sustained} bit/s\", mbs = \"{} cells\"", self.mbs),
            "gfr" => {
                let mfs = self.mfs.index(self.mbs as usize) + 1;
                format!("mcr = \"{sustained} bit/s\", mbs = \"{} cells\", mfs = \"{mfs} cells\"", self.mbs)
            }
            _ => String::new(),
        };
        let is_sustained = !of_kind.is_empty();
        let keys =
            vec![format!("kind = \"{kind}\", pcr = \"{pcr} bit/s\""), of_kind, self.tolerances.clone()];
        let mut parts = vec![format!("contract = {{ {} }}", joined(keys, ", "))];
        parts.extend(self.policing.as_ref().map(|policing| self.policing(policing, category)));
        parts.extend(self.shaping.as_ref().map(|shaping| written_shaping(shaping, pcr, is_sustained)));
        if self.tags && is_sustained {
            parts.push("tagging = \"preventive\"".to_owned());
        }
        parts.extend(self.driver_queue.map(|most| format!("driver_queue = {most}")));
        (category, joined(parts, ", "))
    }

    fn policing(&self, (kind, coupling, keep): &(Index, String, String), category: &str) -> String {
        let mut kinds = vec![joined(vec!["kind = \"cell\"".into(), coupling.clone()], ", ")];
        kinds.push(joined(vec!["kind = \"ppd\"".into(), coupling.clone(), keep.clone()], ", "));
        if category == "gfr" {
            kinds.push("kind = \"f-gcra\"".to_owned());
        }
        if self.mbs >= 1366 && category != "gfr" {
            kinds.push("kind = \"epd\"".to_owned());
        }
        format!("policing = {{ {} }}", kind.get(&kinds))
    }
}

fn written_shaping((kind, rate, more): &(Index, u64, String), pcr: u64, is_sustained: bool) -> String {
    let mut kinds = vec![
        "kind = \"peak\"".to_owned(),
        format!("kind = \"peak\", rate = \"{} bit/s\"", (pcr * rate / 1000).max(500)),
    ];
    if is_sustained {
        kinds.push("kind = \"dual-leaky-bucket\"".to_owned());
        kinds.push(format!("kind = \"frame\"{more}"));
    }
    format!("shaping = {{ {} }}", kind.get(&kinds))
}
