//! Traffic contracts of connections and paths, and what enforces and keeps them.

use cellwise_atm::Category;
use cellwise_atm::contract::{Contract, ContractConfig, Surroundings};
use cellwise_atm::policing::{PolicerConfig, Terms};
use cellwise_atm::shaping::{ShaperConfig, Tagging};
use cellwise_units::{BitRate, Bytes, Cells, ConfigIssue};

use super::{Resolver, sections};
use crate::issue::Issue;
use crate::network::{Hop, LinkIndex};
use crate::schema::{AtmDefaults, VcEntry};

/// A contract as written, and where.
pub(super) struct Written<'e> {
    pub(super) config: &'e ContractConfig,
    pub(super) path: String,
}

/// Who is party to a contract.
pub(super) struct Party<'h> {
    pub(super) hops: &'h [Hop],
    /// PCR, if given, and MCR of the ABR parameters.
    pub(super) abr: Option<(Option<BitRate>, BitRate)>,
    pub(super) max_sdu: Bytes,
}

/// The policers and shapers of a connection or path, each with its place.
pub(super) struct Measures<'e> {
    pub(super) policing: Option<(&'e PolicerConfig, String)>,
    pub(super) shaping: Option<(&'e ShaperConfig, String)>,
    pub(super) tagging: (Tagging, String),
    pub(super) driver_queue: Option<u32>,
}

impl<'s> Resolver<'s> {
    /// The contract of a connection and the one of its way back. That of `[atm]` is only for
    /// connections of a category that it fits.
    pub(super) fn written_contracts(&self, entry: &'s VcEntry, path: &str) -> [Option<Written<'s>>; 2] {
        let own = |config: &'s Option<ContractConfig>, key: &str| {
            config.as_ref().map(|config| Written { config, path: format!("{path}.{key}") })
        };
        let common = self.graph.atm.contract.as_ref().filter(|config| {
            entry.category.is_none_or(|category| config.kind().categories().contains(&category))
        });
        let forward = own(&entry.contract, "contract")
            .or_else(|| common.map(|config| Written { config, path: "atm.contract".into() }));
        [forward, own(&entry.reverse_contract, "reverse_contract")]
    }

    /// The category of a connection: its own, that of its contract, or that of `[atm]`.
    pub(super) fn category_of(
        &mut self,
        entry: &VcEntry,
        [forward, backward]: &[Option<Written<'_>>; 2],
        path: &str,
    ) -> Option<Category> {
        let common = self.graph.atm.category;
        let category = entry.category.unwrap_or_else(|| match forward {
            Some(Written { config, .. }) if !config.kind().categories().contains(&common) => {
                config.kind().categories()[0]
            }
            _ => common,
        });
        let mut fits = true;
        for Written { config, path } in [forward, backward].into_iter().flatten() {
            if !config.kind().categories().contains(&category) {
                fits = false;
                let rule = format!("is no contract for a connection of category {:?}", category.name());
                let value = format!("{:?}", config.kind().name());
                self.issues.push(Issue::new(format!("{path}.kind"), value, rule));
            }
        }
        if forward.is_none() && backward.is_some() {
            let rule = "is missing; a contract for the way back needs one for the way forth";
            self.issues.push(Issue::absent(format!("{path}.contract"), rule));
            fits = false;
        }
        fits.then_some(category)
    }

    /// The contracts of both directions; `None` if there is something wrong with them.
    pub(super) fn contracts_of(
        &mut self,
        [forward, backward]: &[Option<Written<'_>>; 2],
        party: &Party<'_>,
    ) -> Option<[Option<Contract>; 2]> {
        let Some(forward) = forward else { return Some([None; 2]) };
        let back = backward.as_ref().unwrap_or(forward);
        let mut is_sound = true;
        for Written { config, path } in [Some(forward), backward.as_ref()].into_iter().flatten() {
            let found = config.check();
            is_sound &= found.is_empty();
            // What is wrong with `[atm]` is reported by its section.
            if !path.starts_with("atm.") {
                sections::settings(&found, path, &mut self.issues);
            }
        }
        let first = self.contract_of(forward, party, 0);
        // The same contract for the way back is not reported twice.
        let same_again = backward.is_none() && first.is_none();
        let second = if same_again { None } else { self.contract_of(back, party, 1) };
        if !is_sound {
            return None;
        }
        Some([Some(first?), Some(second?)])
    }

    /// The contract of one direction.
    fn contract_of(&mut self, written: &Written<'_>, party: &Party<'_>, way: usize) -> Option<Contract> {
        let line = self.line_rates(party.hops)[way];
        let contract = written.config.resolve(&Surroundings {
            line,
            abr: party.abr.map(|(pcr, mcr)| (pcr.unwrap_or(line), mcr)),
            max_sdu: party.max_sdu,
        });
        let (link, rate) = self.slowest(party.hops, way);
        let found = written.config.check_on(&contract, &self.network.links[link.get()].name, rate);
        sections::settings(&found, &written.path, &mut self.issues);
        found.is_empty().then_some(contract)
    }

    /// The slowest link of a direction of a way; the first of several.
    fn slowest(&self, hops: &[Hop], way: usize) -> (LinkIndex, BitRate) {
        let rates = hops.iter().map(|hop| {
            let link = &self.network.links[hop.link.get()];
            (hop.link, link.directions[hop.end ^ way].rate)
        });
        rates.min_by_key(|(_, rate)| *rate).unwrap_or((LinkIndex(0), BitRate::ZERO))
    }

    /// The policers and shapers of a connection of that category: its own keys, or those of `[atm]` if
    /// it has a contract at all. ABR sources are paced by their allowed rate, and by nothing else.
    pub(super) fn measures(
        &mut self,
        entry: &'s VcEntry,
        category: Category,
        contracts: &[Option<Contract>; 2],
        path: &str,
    ) -> Measures<'s> {
        let atm = &self.graph.atm;
        let mut measures = own_or_common(entry, atm, contracts[0].is_some(), path);
        if category == Category::Abr {
            let given = [
                ("shaping", entry.shaping.is_some()),
                ("tagging", entry.tagging.is_some_and(|tagging| tagging != Tagging::None)),
                ("driver_queue", entry.driver_queue.is_some()),
            ];
            for (key, _) in given.into_iter().filter(|(_, given)| *given) {
                let rule =
                    "is for connections of other categories than \"abr\", whose adapters pace their cells";
                self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
            }
            measures.shaping = None;
            measures.tagging.0 = Tagging::None;
            measures.driver_queue = None;
        }
        measures
    }

    /// Whether what an entry at `path` does about its contracts fits them.
    pub(super) fn check_measures(
        &mut self,
        measures: &Measures<'_>,
        contracts: &[Option<Contract>; 2],
        longest_frame: Cells,
        path: &str,
    ) {
        let Measures { policing, shaping, tagging: (tagging, tagging_path), .. } = measures;
        let [Some(forward), Some(backward)] = contracts else {
            let policing = policing.as_ref().map(|(_, path)| path);
            let shaping = shaping.as_ref().map(|(_, path)| path);
            let tagging = Some(tagging_path).filter(|_| *tagging != Tagging::None);
            for key in [policing, shaping, tagging].into_iter().flatten() {
                let rule = format!("needs a contract; give {path}.contract");
                self.issues.push(Issue::unknown_key(key, rule));
            }
            return;
        };
        let terms = [forward, backward].map(|contract| Terms::of(contract, longest_frame));
        // What is wrong with both directions is reported for the first.
        let first = |check: &dyn Fn(&Terms) -> Vec<ConfigIssue>| {
            terms.iter().map(check).find(|found| !found.is_empty()).unwrap_or_default()
        };
        if let Some((policer, path)) = policing {
            sections::settings(&first(&|terms| policer.check(terms)), path, &mut self.issues);
        }
        if let Some((shaper, path)) = shaping {
            sections::settings(&first(&|terms| shaper.check(terms)), path, &mut self.issues);
        }
        let unsustained = [forward, backward].into_iter().find(|contract| contract.sustained.is_none());
        if let Some(contract) = unsustained.filter(|_| *tagging != Tagging::None) {
            let rule = format!(
                "goes by a sustainable rate, and a contract of kind {:?} has none",
                contract.kind.name()
            );
            self.issues.push(Issue::new(tagging_path, "\"preventive\"", rule));
        }
    }
}

/// What a connection at `path` does about its contracts.
fn own_or_common<'e>(
    entry: &'e VcEntry,
    defaults: &'e AtmDefaults,
    has_contract: bool,
    path: &str,
) -> Measures<'e> {
    let own = |key: &str| format!("{path}.{key}");
    let policing = entry.policing.as_ref().map(|config| (config, own("policing")));
    let common = defaults.policing.as_ref().filter(|_| has_contract);
    let policing = policing.or_else(|| common.map(|config| (config, "atm.policing".to_owned())));
    let shaping = entry.shaping.as_ref().map(|config| (config, own("shaping")));
    let common = defaults.shaping.as_ref().filter(|_| has_contract);
    let shaping = shaping.or_else(|| common.map(|config| (config, "atm.shaping".to_owned())));
    let tagging = match entry.tagging {
        Some(tagging) => (tagging, own("tagging")),
        None if has_contract => (defaults.tagging, "atm.tagging".to_owned()),
        None => (Tagging::None, String::new()),
    };
    Measures { policing, shaping, tagging, driver_queue: entry.driver_queue.or(defaults.driver_queue) }
}
