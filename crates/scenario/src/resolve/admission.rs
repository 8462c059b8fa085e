//! Admission of permanent connections and of virtual paths, and the reservations of all places.

use cellwise_atm::Category;
use cellwise_atm::admission::{self, AdmissionRule, Demand, Ledger, Shortage};
use cellwise_atm::signalling::{Leg, Rooms};
use cellwise_units::{BitRate, Capacity, Cells, Span};

use super::Resolver;
use super::abr::backward_is_abr;
use crate::issue::Issue;
use crate::network::{Hop, Network, NodeIndex, Place, Vc, VcIndex, VpIndex, Watched};

/// What is reserved at every port and in every virtual path; empty if they are not needed.
#[derive(Debug, Default)]
pub(super) struct Reservations {
    ledgers: Vec<Ledger>,
    /// What each connection asks, forward and backward.
    demands: Vec<[Demand; 2]>,
    /// The connection of each call.
    pub(super) calls: Vec<VcIndex>,
    links: usize,
}

impl Reservations {
    /// The position of a place.
    fn index(&self, place: Place) -> usize {
        match place {
            Place::Port { link, end } => 2 * link.get() + end,
            Place::Vp { vp, direction } => 2 * (self.links + vp.get()) + direction,
        }
    }

    /// The place at a position.
    pub(super) fn place(&self, index: usize) -> Place {
        let (half, which) = (index / 2, index % 2);
        match half.checked_sub(self.links) {
            None => Place::Port { link: crate::network::LinkIndex(half), end: which },
            Some(vp) => Place::Vp { vp: VpIndex(vp), direction: which },
        }
    }

    /// Admits what is asked at several places, or nothing of it.
    fn admit_all(&mut self, asked: &[(Place, Demand)]) -> Result<(), (Place, Shortage)> {
        for (count, (place, demand)) in asked.iter().enumerate() {
            let index = self.index(*place);
            if let Err(shortage) = self.ledgers[index].admit(demand) {
                for (place, demand) in &asked[..count] {
                    let index = self.index(*place);
                    self.ledgers[index].release(demand);
                }
                return Err((*place, shortage));
            }
        }
        Ok(())
    }

    /// What lies between the signalling nodes of a connection, and those nodes.
    pub(super) fn legs(&self, network: &Network, vc: &Vc) -> (Vec<Leg>, Vec<NodeIndex>) {
        let mut nodes = vec![network.links[vc.hops[0].link.get()].ends[vc.hops[0].end]];
        let mut legs = Vec::new();
        let mut at = 0;
        while at < vc.hops.len() {
            let hop = vc.hops[at];
            let (count, places) = match vc.vp.filter(|part| part.first_hop == at) {
                Some(part) => {
                    let place = |direction| Place::Vp { vp: part.vp, direction };
                    (network.vps[part.vp.get()].hops.len().max(1), [place(0), place(1)])
                }
                None => (1, ports(hop)),
            };
            let inside = &vc.hops[at..at + count];
            let last = inside[count - 1];
            nodes.push(network.links[last.link.get()].ends[1 - last.end]);
            let delays = [0, 1].map(|way| delay(network, inside, way));
            legs.push(Leg { delays, places: places.map(|place| self.index(place)) });
            at += count;
        }
        (legs, nodes)
    }
}

impl Rooms for Reservations {
    fn reserve(&mut self, place: usize, call: usize, direction: usize) -> Result<(), Shortage> {
        let demand = self.demands[self.calls[call].get()][direction];
        self.ledgers[place].admit(&demand)
    }

    fn release(&mut self, place: usize, call: usize, direction: usize) {
        let demand = self.demands[self.calls[call].get()][direction];
        self.ledgers[place].release(&demand);
    }
}

/// The ports of a link, forward and backward.
fn ports(hop: Hop) -> [Place; 2] {
    [0, 1].map(|way| Place::Port { link: hop.link, end: hop.end ^ way })
}

/// The delay over several links in one direction.
fn delay(network: &Network, hops: &[Hop], way: usize) -> Span {
    let directions = hops.iter().map(|hop| &network.links[hop.link.get()].directions[hop.end ^ way]);
    directions.fold(Span::ZERO, |sum, direction| sum + direction.delay)
}

impl Resolver<'_> {
    /// The reservations with everything that is permanent admitted; a connection without room is an issue.
    pub(super) fn admit(&mut self) -> Reservations {
        let admits = self.graph.admission.rule != AdmissionRule::None;
        if !admits && self.switched.is_empty() {
            return Reservations::default();
        }
        let mut reservations = self.reservations();
        if !admits {
            return reservations;
        }
        for vp in &self.network.vps {
            let hops = vp.hops.iter().flat_map(|hop| ports(*hop).into_iter().zip(&vp.contracts));
            let asked: Vec<_> = hops.map(|(place, contract)| (place, Demand::of(contract))).collect();
            if let Err((place, shortage)) = reservations.admit_all(&asked) {
                let issue = self.refusal(format!("vps.{}.contract", vp.name), place, shortage);
                self.issues.push(issue);
            }
        }
        for index in 0..self.network.vcs.len() {
            self.admit_vc(&mut reservations, VcIndex(index));
        }
        reservations
    }

    fn admit_vc(&mut self, reservations: &mut Reservations, index: VcIndex) {
        let vc = &self.network.vcs[index.get()];
        let path = format!("vcs.{}.contract", vc.name);
        if vc.contracts[0].is_none() && !matches!(vc.category, Category::Abr | Category::Ubr) {
            let rule = format!(
                "is missing; admission must know what a connection of category {:?} sends",
                vc.category.name()
            );
            self.issues.push(Issue::absent(path, rule));
            return;
        }
        if vc.call.is_some() {
            return;
        }
        let (legs, _) = reservations.legs(&self.network, vc);
        let places =
            legs.iter().flat_map(|leg| leg.places.into_iter().zip(reservations.demands[index.get()]));
        let asked: Vec<_> = places.map(|(place, demand)| (reservations.place(place), demand)).collect();
        if let Err((place, shortage)) = reservations.admit_all(&asked) {
            let is_own = self.graph.vcs.get(&vc.name).is_some_and(|entry| entry.contract.is_some());
            let path = if is_own { path } else { format!("vcs.{}", vc.name) };
            let issue = self.refusal(path, place, shortage);
            self.issues.push(issue);
        }
    }

    /// The message about what found no room.
    fn refusal(&self, path: String, place: Place, shortage: Shortage) -> Issue {
        let Shortage { capacity, taken, asked, missing } = shortage;
        let place = match place {
            Place::Port { link, end } => {
                let port = (link, end).name(&self.network);
                format!("link {} at port {port}", self.network.links[link.get()].name)
            }
            Place::Vp { vp, direction } => {
                let way = if direction == 0 { "forward" } else { "backward" };
                format!("virtual path {} ({way})", self.network.vps[vp.get()].name)
            }
        };
        let rule = format!(
            "is refused by admission on {place}: {capacity} may be promised, {taken} is taken, {asked} is asked, \
             {missing} is missing"
        );
        Issue::absent(path, rule)
    }

    /// No reservations for every port and virtual path.
    fn reservations(&self) -> Reservations {
        let settings = &self.graph.admission;
        let place = |capacity: BitRate, buffer: Capacity| {
            Ledger::new(admission::Place {
                rule: settings.rule,
                capacity,
                buffer,
                cell_loss_ratio: settings.cell_loss_ratio,
            })
        };
        let mut ledgers = Vec::new();
        for link in &self.network.links {
            for (end, direction) in link.directions.iter().enumerate() {
                // The adapters of the hosts wait for their own link.
                let buffer = match &direction.queue {
                    Some(queue) => queue.buffer,
                    None => self.adapters[link.ends[end].get()].buffer,
                };
                ledgers.push(place(share(direction.rate, settings.link_share), buffer));
            }
        }
        for vp in &self.network.vps {
            for contract in &vp.contracts {
                // Only a shaper lets cells wait before a path.
                let is_shaped = vp.shaping.is_some();
                let buffer = if is_shaped { Capacity::Unlimited } else { Capacity::Limited(Cells::ZERO) };
                ledgers.push(place(contract.promised(), buffer));
            }
        }
        let demands = self.network.vcs.iter().enumerate().map(|(index, vc)| self.demands(VcIndex(index), vc));
        Reservations {
            ledgers,
            demands: demands.collect(),
            calls: Vec::new(),
            links: self.network.links.len(),
        }
    }

    /// What a connection asks, forward and backward.
    fn demands(&self, index: VcIndex, vc: &Vc) -> [Demand; 2] {
        // In the order in which the connections were added.
        let found = self.minimum_rates.binary_search_by_key(&index, |(vc, _)| *vc);
        let mcr = found.map_or(BitRate::ZERO, |found| self.minimum_rates[found].1);
        [0, 1].map(|way| match &vc.contracts[way] {
            Some(contract) if vc.category != Category::Abr => Demand::of(contract),
            _ if way == 0 || backward_is_abr(vc) => Demand::Constant(mcr),
            _ => Demand::Constant(BitRate::ZERO),
        })
    }
}

/// A part of a rate, rounded down.
fn share(rate: BitRate, part: f64) -> BitRate {
    // A float-to-integer cast saturates. All of it is exact: rates are below 2^53.
    BitRate::from_bps((rate.get() as f64 * part).floor() as u64)
}
