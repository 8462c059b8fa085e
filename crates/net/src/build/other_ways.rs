//! The circuits of flows around packet links that are down, and those of flows outside.

use std::collections::BTreeMap;

use cellwise_scenario::{Detour, Flow as FlowSpec, Hop, WAYS_OUTSIDE};
use cellwise_units::Time;

use super::flows::add_links;
use super::plan::Plan;
use crate::data::ids::CircuitId;
use crate::elements::Elements;

/// A way, and the ways since instants.
type Journey<'n> = (&'n Vec<Hop>, Vec<(Time, &'n Vec<Hop>)>);

/// The circuits of a flow in one direction.
struct Side<'n> {
    side: usize,
    known: BTreeMap<&'n Vec<Hop>, CircuitId>,
    /// By journey, the circuit of its usual way, which no other begins with.
    journeys: BTreeMap<Journey<'n>, CircuitId>,
    added: Vec<CircuitId>,
}

/// Adds the circuits of a flow's other ways, a way that it takes several times once. Gives those of its data and those
/// of the way back; `None` without one.
pub(super) fn add_other_ways(
    net: &mut Elements,
    plan: &Plan<'_>,
    spec: &FlowSpec,
    usual: [CircuitId; 2],
) -> Option<Box<[Vec<CircuitId>; 2]>> {
    if spec.detours.is_empty() && spec.spread.is_empty() {
        return None;
    }
    let links = spec.links().expect("only flows over packet links have other ways");
    Some(Box::new([0, 1].map(|side| {
        let known = BTreeMap::from([(&links[side], usual[side])]);
        let mut this = Side { side, known, journeys: BTreeMap::new(), added: Vec::new() };
        this.journey(net, plan, &links[side], &spec.detours);
        if !spec.spread.is_empty() {
            let circuits: [CircuitId; WAYS_OUTSIDE] = std::array::from_fn(|number| {
                let ways = &spec.spread[number];
                this.journey(net, plan, &ways.usual[side], &ways.detours)
            });
            net.other_ways.spread(usual[side], circuits);
        }
        this.added
    })))
}

impl<'n> Side<'n> {
    /// The circuit of the usual way of a journey, which is added with its detours if it is new.
    fn journey(
        &mut self,
        net: &mut Elements,
        plan: &Plan<'_>,
        usual: &'n Vec<Hop>,
        detours: &'n [Detour],
    ) -> CircuitId {
        let ways = detours.iter().map(|detour| (detour.from, &detour.ways[self.side]));
        let mut last = usual;
        let changes = ways.filter(|(_, way)| std::mem::replace(&mut last, way) != *way);
        let journey = (usual, changes.collect());
        if let Some(known) = self.journeys.get(&journey) {
            return *known;
        }
        let begins = self.journeys.keys().any(|(other, _)| *other == usual);
        let circuit = if begins { self.add(net, plan, usual) } else { self.circuit(net, plan, usual) };
        for &(from, way) in &journey.1 {
            let detour = if way == usual { circuit } else { self.circuit(net, plan, way) };
            net.other_ways.add_detour(circuit, from, detour);
        }
        self.journeys.insert(journey, circuit);
        circuit
    }

    /// The first circuit over a way, which is added if it is new.
    fn circuit(&mut self, net: &mut Elements, plan: &Plan<'_>, way: &'n Vec<Hop>) -> CircuitId {
        match self.known.get(way) {
            Some(known) => *known,
            None => self.add(net, plan, way),
        }
    }

    fn add(&mut self, net: &mut Elements, plan: &Plan<'_>, way: &'n Vec<Hop>) -> CircuitId {
        let circuit = add_links(net, plan, way);
        self.known.entry(way).or_insert(circuit);
        self.added.push(circuit);
        circuit
    }
}
