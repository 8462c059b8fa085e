//! Virtual connections and their ways.

use cellwise_atm::abr::AbrSettings;
use cellwise_atm::contract::Contract;
use cellwise_scenario::{self as scenario, Hop, Network};
use cellwise_units::CELL_BITS;
use serde::Serialize;

/// A virtual connection; of two values the first is of the direction forward.
#[derive(Clone, Debug, Serialize)]
pub struct Vc<'n> {
    /// Its name.
    pub name: &'n str,
    /// Its service category.
    pub category: &'static str,
    /// Its weight among others.
    pub weight: u32,
    /// How packets are wrapped in AAL5.
    pub encapsulation: &'static str,
    /// The nodes from its first end to its last.
    pub nodes: Vec<&'n str>,
    /// The ports that its cells pass, in their order.
    pub ways: [Vec<&'n str>; 2],
    /// The rates between which its ABR sources are; `None` if it is not of category ABR.
    pub abr: Option<[AbrRates; 2]>,
    /// What it may send; `None` where nothing was agreed.
    pub contracts: [Option<ContractRates>; 2],
}

/// The rates of an ABR source, in bit/s of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AbrRates {
    /// MCR.
    pub mcr_bps: u64,
    /// PCR.
    pub pcr_bps: u64,
}

/// The rates of a contract, in bit/s of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ContractRates {
    /// Its kind.
    pub kind: &'static str,
    /// PCR.
    pub pcr_bps: u64,
    /// SCR of VBR contracts.
    pub scr_bps: Option<u64>,
}

impl<'n> Vc<'n> {
    pub(crate) fn of(network: &'n Network, vc: &'n scenario::Vc) -> Self {
        let port = |hop: &Hop, end: usize| &*network.links[hop.link.get()].directions[end].port_name;
        Self {
            name: &vc.name,
            category: vc.category.name(),
            weight: vc.weight,
            encapsulation: vc.encapsulation.name(),
            nodes: nodes(network, vc),
            ways: [
                vc.hops.iter().map(|hop| port(hop, hop.end)).collect(),
                vc.hops.iter().rev().map(|hop| port(hop, 1 - hop.end)).collect(),
            ],
            abr: vc.abr.as_ref().map(|ends| ends.each_ref().map(AbrRates::of)),
            contracts: vc.contracts.each_ref().map(|contract| contract.as_deref().map(ContractRates::of)),
        }
    }
}

/// The nodes that a connection passes, its ends included.
pub(crate) fn nodes<'n>(network: &'n Network, vc: &scenario::Vc) -> Vec<&'n str> {
    let end = |hop: &Hop, end: usize| &*network.nodes[network.links[hop.link.get()].ends[end].get()].name;
    let first = vc.hops.first().map(|hop| end(hop, hop.end));
    first.into_iter().chain(vc.hops.iter().map(|hop| end(hop, 1 - hop.end))).collect()
}

impl AbrRates {
    fn of(settings: &AbrSettings) -> Self {
        // Settings are whole bit/s by the bits of a cell.
        let bps = |cells_per_s: f64| (cells_per_s * CELL_BITS as f64).round() as u64;
        Self { mcr_bps: bps(settings.mcr), pcr_bps: bps(settings.pcr) }
    }
}

impl ContractRates {
    fn of(contract: &Contract) -> Self {
        let scr = contract.sustained.filter(|_| contract.kind.is_vbr());
        Self {
            kind: contract.kind.name(),
            pcr_bps: contract.pcr.get(),
            scr_bps: scr.map(|sustained| sustained.rate.get()),
        }
    }
}
