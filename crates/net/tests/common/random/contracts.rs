//! Random contracts, with policers and shapers.

use cellwise_atm::Category;
use cellwise_atm::contract::{ContractConfig, ContractKind, Surroundings};
use cellwise_atm::policing::{PolicerConfig, Terms};
use cellwise_atm::shaping::ShaperConfig;
use cellwise_units::{BitRate, Bytes, Cells};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::keys::{inline, joined, key};

/// Cells of the longest frame there is.
const LONGEST_FRAME: Cells = Cells::new(1366);

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
    /// One of each policer and each shaper; those that fit the contract are chosen from.
    policing: Option<(Index, Vec<PolicerConfig>)>,
    shaping: Option<(Index, Vec<ShaperConfig>)>,
    tags: bool,
    driver_queue: Option<u32>,
}

pub(super) fn contract() -> BoxedStrategy<ContractDraft> {
    let rates = (1u64..=1000, 1u64..=1000);
    let mbs = prop_oneof![3 => 1u64..200, 1 => LONGEST_FRAME.get()..3000];
    let tolerances = key("cdvt", &["\"100 us\"", "\"3 ps\"", "\"10 ms\""]);
    let policing = prop::option::weighted(0.7, (any::<Index>(), PolicerConfig::arbitrary_of_each()));
    let shaping = prop::option::weighted(0.5, (any::<Index>(), ShaperConfig::arbitrary_of_each()));
    let rest = (prop::bool::weighted(0.3), prop::option::weighted(0.2, select(vec![1u32, 2, 5])));
    (any::<Index>(), rates, mbs, any::<Index>(), tolerances, policing, shaping, rest)
        .prop_map(|(kind, rates, mbs, mfs, tolerances, policing, shaping, (tags, driver_queue))| {
            ContractDraft { kind, rates, mbs, mfs, tolerances, policing, shaping, tags, driver_queue }
        })
        .boxed()
}

impl ContractDraft {
    /// The keys of a connection of a category, whose slowest link has a rate; and its category, which is GFR for
    /// some of UBR.
    pub(super) fn written(&self, category: Category, least_bps: u64) -> (Category, String) {
        let category = |kind: &ContractKind| {
            let of_kind = kind.categories();
            let is_frame_rate = category == Category::Ubr && of_kind == [Category::Gfr];
            if is_frame_rate { Some(Category::Gfr) } else { of_kind.contains(&category).then_some(category) }
        };
        let kinds: Vec<_> =
            ContractKind::ALL.iter().filter_map(|kind| Some((*kind, category(kind)?))).collect();
        let (kind, category) = *self.kind.get(&kinds);
        let config = self.config(kind, least_bps);
        let contract = config.resolve(&Surroundings {
            line: BitRate::from_bps(least_bps),
            abr: None,
            max_sdu: Bytes::new(65_535),
        });
        (category, joined(self.keys(&config, &Terms::of(&contract, LONGEST_FRAME)), ", "))
    }

    fn config(&self, kind: ContractKind, least_bps: u64) -> ContractConfig {
        let pcr_bps = (least_bps * self.rates.0 / 1000).max(1000);
        let kept_bps = (pcr_bps * self.rates.1 / 1000).max(500);
        let mfs = Cells::new(self.mfs.index(self.mbs as usize) as u64 + 1);
        let [pcr, kept] = [pcr_bps, kept_bps].map(BitRate::from_bps);
        ContractConfig::of(kind, Some(pcr), kept, Cells::new(self.mbs), Some(mfs))
    }

    /// The contract, and what is done about it.
    fn keys(&self, config: &ContractConfig, terms: &Terms) -> Vec<String> {
        let mut table = toml::Table::try_from(config).expect("a table");
        table.extend(toml::from_str::<toml::Table>(&self.tolerances).expect("keys"));
        let mut keys = vec![format!("contract = {}", inline(&table))];
        let policers = self.policing.as_ref().map(|(chosen, each)| {
            let fitting: Vec<_> = each.iter().filter(|policer| policer.check(terms).is_empty()).collect();
            format!("policing = {}", inline(chosen.get(&fitting)))
        });
        let shapers = self.shaping.as_ref().map(|(chosen, each)| {
            let fitting: Vec<_> = each.iter().filter(|shaper| shaper.check(terms).is_empty()).collect();
            (!fitting.is_empty()).then(|| format!("shaping = {}", inline(chosen.get(&fitting))))
        });
        keys.extend(policers);
        keys.extend(shapers.flatten());
        if self.tags && terms.sustained.is_some() {
            keys.push("tagging = \"preventive\"".to_owned());
        }
        keys.extend(self.driver_queue.map(|most| format!("driver_queue = {most}")));
        keys
    }
}
