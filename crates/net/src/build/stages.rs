//! The policers and shapers on the ways of virtual connections, and those of virtual paths.
//!
//! A direction is policed at the node after its first link, which is where the network begins; it is
//! shaped where it begins. The stage of a virtual path exists once for all its connections.

use std::collections::BTreeMap;

use cellwise_atm::aal5::framing;
use cellwise_atm::policing::{Bucket, Terms};
use cellwise_atm::shaping::{Pace, ShaperConfig, Tagging, TaggingShaper, peak};
use cellwise_scenario::{Network, Vc, Vp};
use cellwise_units::{BitRate, CellClock, Cells, Span};

use super::plan::marks;
use super::ports::place_of;
use crate::data::ids::Id;
use crate::element::{Element, Policer, Shaper, ShaperSettings, Station};
use crate::elements::Elements;

/// The stages of virtual paths, by path and direction.
#[derive(Clone, Debug, Default)]
pub(super) struct PathStages {
    policers: BTreeMap<(usize, usize), Id<Policer>>,
    shapers: BTreeMap<(usize, usize), Id<Shaper>>,
}

/// Adds the policers and shapers of all virtual paths.
pub(super) fn add_path_stages(net: &mut Elements, network: &Network) -> PathStages {
    let mut stages = PathStages::default();
    for (number, vp) in network.vps.iter().enumerate() {
        let members = vp.members.iter().map(|vc| longest_frame(&network.vcs[vc.get()]));
        let longest_frame = members.max().unwrap_or(Cells::new(1));
        for (side, contract) in vp.contracts.iter().enumerate() {
            let terms = Terms::of(contract, longest_frame);
            let [first, second] = entry(network, vp, side);
            if let Some(config) = &vp.policing {
                let station = station(network, &network.nodes[second].name, &vp.name, side);
                let policer = net.stages.policers.push(Policer::new(station, config, &terms));
                stages.policers.insert((number, side), policer);
            }
            if let Some(config) = &vp.shaping {
                let station = station(network, &network.nodes[first].name, &vp.name, side);
                let shaper = TaggingShaper::new(config, Tagging::None, &terms);
                let shaper = push_shaper(net, station, (config.name(), shaper), None);
                stages.shapers.insert((number, side), shaper);
            }
        }
    }
    stages
}

/// The node where a direction of a virtual path begins, and the one after it.
fn entry(network: &Network, vp: &Vp, side: usize) -> [usize; 2] {
    let hop = if side == 0 { &vp.hops[0] } else { &vp.hops[vp.hops.len() - 1] };
    let begin = if side == 0 { hop.end } else { 1 - hop.end };
    let ends = network.links[hop.link.get()].ends;
    [ends[begin].get(), ends[1 - begin].get()]
}

/// What the cells of one direction of a virtual connection pass at a node, before the queue of its port.
pub(super) struct Stages<'a> {
    pub(super) network: &'a Network,
    pub(super) paths: &'a PathStages,
    pub(super) vc: &'a Vc,
    pub(super) side: usize,
    /// The rate of the direction's first link.
    pub(super) line: BitRate,
}

impl Stages<'_> {
    /// The stages before the port of a position, whose node has a name.
    pub(super) fn at(&self, net: &mut Elements, position: usize, node: &str) -> Vec<Element> {
        let mut elements = Vec::new();
        // Only at the sending end is there no doubt about the direction.
        let side = if position == 0 { 0 } else { self.side };
        let station = || station(self.network, node, &self.vc.name, side);
        if position == 1
            && let Some(config) = &self.vc.policing
            && let Some(contract) = &self.vc.contracts[self.side]
        {
            let terms = Terms::of(contract, longest_frame(self.vc));
            let policer = Policer::new(station(), config, &terms);
            elements.push(Element::Policer(net.stages.policers.push(policer)));
        }
        elements.extend(self.of_path(&self.paths.policers, position, 1).map(Element::Policer));
        if position == 0
            && let Some(shaper) = self.shaper(net, station())
        {
            elements.push(Element::Shaper(shaper));
        }
        elements.extend(self.of_path(&self.paths.shapers, position, 0).map(Element::Shaper));
        elements
    }

    /// The stage of the connection's virtual path, if it is `after` hops from where the path begins.
    fn of_path<T>(
        &self,
        stages: &BTreeMap<(usize, usize), Id<T>>,
        position: usize,
        after: usize,
    ) -> Option<Id<T>> {
        let part = self.vc.vp?;
        let hops = self.network.vps[part.vp.get()].hops.len();
        let begin = if self.side == 0 { part.first_hop } else { self.vc.hops.len() - part.first_hop - hops };
        let stage = stages.get(&(part.vp.get(), self.side)).copied();
        stage.filter(|_| position == begin + after)
    }

    /// The shaper of the sending end, if it has anything to do. Without shaping it sends at the rate
    /// of the line.
    fn shaper(&self, net: &mut Elements, station: Station) -> Option<Id<Shaper>> {
        let Vc { shaping, tagging, driver_queue, .. } = self.vc;
        if shaping.is_none() && *tagging == Tagging::None && driver_queue.is_none() {
            return None;
        }
        let peak = Bucket { rate: self.line, tolerance: Span::ZERO };
        let terms = match &self.vc.contracts[self.side] {
            Some(contract) => Terms::of(contract, longest_frame(self.vc)),
            None => Terms { peak, sustained: None, longest_frame: Cells::new(1) },
        };
        let line = || ShaperConfig::Peak(peak::Config { rate: Some(self.line) });
        let shaper = TaggingShaper::new(&shaping.clone().unwrap_or_else(line), *tagging, &terms);
        let kind = shaping.as_ref().map_or("none", ShaperConfig::name);
        Some(push_shaper(net, station, (kind, shaper), *driver_queue))
    }
}

/// A stage at a node for some traffic. A switch may have two: one for each direction.
fn station(network: &Network, node: &str, of: &str, side: usize) -> Station {
    let direction = if side == 1 { ".backward" } else { "" };
    Station::new(format!("{node}.{of}{direction}"), marks(network))
}

/// Cells of the longest frame that a connection carries.
fn longest_frame(vc: &Vc) -> Cells {
    framing::cells_for(vc.reassembly.max_sdu)
}

fn push_shaper(
    net: &mut Elements,
    station: Station,
    (kind, shaper): (&'static str, TaggingShaper),
    driver_queue: Option<u32>,
) -> Id<Shaper> {
    let clocks = [Pace::Peak, Pace::Sustained].map(|pace| {
        let clock = shaper.clock(pace).unwrap_or(CellClock::INSTANT);
        place_of(net, clock)
    });
    let settings = ShaperSettings { kind, shaper, clocks, driver_queue };
    net.stages.shapers.push(Shaper::new(station, settings))
}
