//! Virtual paths, and which part of a connection's way they are.

use cellwise_atm::shaping::Tagging;

use cellwise_atm::aal5::framing::cells_for;

use super::Resolver;
use super::contracts::{Measures, Party, Written};
use super::vcs::Ends;
use crate::issue::Issue;
use crate::memory_budget::{growing, reserve};
use crate::network::{Hop, VcIndex, Vp, VpIndex, VpPart};
use crate::schema::{VcEntry, VpEntry};

impl<'s> Resolver<'s> {
    pub(super) fn vps(&mut self) {
        let graph = self.graph;
        reserve("virtual paths", &mut self.network.vps, graph.vps.len());
        for (name, entry) in growing("virtual paths", &graph.vps) {
            let path = format!("vps.{name}");
            self.check_name(&path, name);
            let known = graph.vps.keys();
            let hops = self.hops((name, entry.path.as_deref()), known, &format!("{path}.path"), Ends::Any);
            let index = hops.and_then(|hops| self.add_vp(name, entry, hops, &path));
            self.vps.push(index);
        }
    }

    fn add_vp(&mut self, name: &str, entry: &'s VpEntry, hops: Vec<Hop>, path: &str) -> Option<VpIndex> {
        let written = |config, key: &str| Written { config, path: format!("{path}.{key}") };
        let contracts = [
            entry.contract.as_ref().map(|config| written(config, "contract")),
            entry.reverse_contract.as_ref().map(|config| written(config, "reverse_contract")),
        ];
        let is_sound = self.check_vp_contracts(&contracts, path);
        self.check_vp_stages(entry, path);
        let party = Party { hops: &hops, abr: None, max_sdu: self.graph.atm.max_sdu };
        let agreed = self.contracts_of(&contracts, &party)?;
        let measures = Measures {
            policing: entry.policing.as_ref().map(|config| (config, format!("{path}.policing"))),
            shaping: entry.shaping.as_ref().map(|config| (config, format!("{path}.shaping"))),
            tagging: (Tagging::None, String::new()),
            driver_queue: None,
        };
        let [Some(forward), Some(backward)] = agreed else { return None };
        self.check_measures(&measures, &agreed, cells_for(party.max_sdu), path);
        if !is_sound {
            return None;
        }
        self.network.vps.push(Vp {
            name: name.to_owned(),
            hops,
            contracts: [forward, backward],
            policing: entry.policing.clone(),
            shaping: entry.shaping.clone(),
            members: Vec::new(),
        });
        Some(VpIndex(self.network.vps.len() - 1))
    }

    /// Frames of several connections are mixed in a path: nothing there can go by frames.
    fn check_vp_stages(&mut self, entry: &VpEntry, path: &str) {
        let policing = entry.policing.as_ref().map(|policer| ("policing", policer.name(), "\"cell\""));
        let shaping = entry
            .shaping
            .as_ref()
            .map(|shaper| ("shaping", shaper.name(), "\"peak\" or \"dual-leaky-bucket\""));
        for (key, kind, allowed) in policing.into_iter().chain(shaping) {
            if !matches!(kind, "cell" | "peak" | "dual-leaky-bucket") {
                let rule = format!("goes by frames, which a virtual path mixes; give {allowed}");
                self.issues.push(Issue::new(format!("{path}.{key}.kind"), format!("{kind:?}"), rule));
            }
        }
    }

    /// A path has a contract, and one that an aggregate of connections can keep.
    fn check_vp_contracts(&mut self, contracts: &[Option<Written<'_>>; 2], path: &str) -> bool {
        if contracts[0].is_none() {
            let rule = "is missing; a virtual path has a contract of its own";
            self.issues.push(Issue::absent(format!("{path}.contract"), rule));
            return false;
        }
        let mut is_sound = true;
        for Written { config, path } in contracts.iter().flatten() {
            let kind = config.kind();
            // Frames of several connections are mixed in a path, and ABR has no feedback for it.
            if kind.is_gfr() || kind == cellwise_atm::contract::ContractKind::Abr {
                let rule =
                    "is no contract for virtual paths; give one of cbr.1, vbr.1, vbr.2, vbr.3, ubr.1, ubr.2";
                self.issues.push(Issue::new(format!("{path}.kind"), format!("{:?}", kind.name()), rule));
                is_sound = false;
            }
        }
        is_sound
    }

    /// Where a connection with these hops is carried by the path that it names; `Err` if something is
    /// wrong with that.
    pub(super) fn vp_part(
        &mut self,
        entry: &VcEntry,
        hops: &[Hop],
        path: &str,
    ) -> Result<Option<VpPart>, ()> {
        let Some(name) = &entry.vp else { return Ok(None) };
        let path = format!("{path}.vp");
        let Some(known) = self.vps.get(name) else {
            let known = self.graph.vps.keys().map(String::as_str);
            self.issues.push_unknown(path, name, "virtual path", known);
            return Err(());
        };
        let vp = known.ok_or(())?;
        let inside = &self.network.vps[vp.get()].hops;
        let first_hop = hops.windows(inside.len()).position(|part| part == inside.as_slice());
        if first_hop.is_none() {
            let rule = "is not a part of the connection's path: all its links, in the same order";
            self.issues.push(Issue::new(path, format!("{name:?}"), rule));
        }
        first_hop.map(|first_hop| Some(VpPart { vp, first_hop })).ok_or(())
    }

    /// Notes at its path which connection was added.
    pub(super) fn join_vp(&mut self, part: Option<VpPart>, vc: VcIndex) {
        if let Some(part) = part {
            self.network.vps[part.vp.get()].members.push(vc);
        }
    }
}
