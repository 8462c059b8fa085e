//! The circuits of flows around packet links that are down.

use std::collections::BTreeMap;

use cellwise_scenario::{Detour, Flow as FlowSpec, Hop, Leg, legs_back};

use super::flows::add_links;
use super::plan::Plan;
use crate::data::ids::CircuitId;
use crate::elements::Elements;

/// Adds the circuits of the detours of a flow, a way that it takes several times once; gives those of its data.
pub(super) fn add_detours(
    net: &mut Elements,
    plan: &Plan<'_>,
    spec: &FlowSpec,
    usual: [CircuitId; 2],
) -> Vec<CircuitId> {
    if spec.detours.is_empty() {
        return Vec::new();
    }
    let back = spec.back.clone().unwrap_or_else(|| legs_back(&spec.legs));
    let [of_data, _] = [(0, &spec.legs), (1, &back)]
        .map(|(side, legs)| add_side(net, plan, &spec.detours, side, (usual[side], legs)));
    of_data
}

fn add_side(
    net: &mut Elements,
    plan: &Plan<'_>,
    detours: &[Detour],
    side: usize,
    (usual, legs): (CircuitId, &[Leg]),
) -> Vec<CircuitId> {
    let links = |leg: &Leg| match leg {
        Leg::Links(hops) => Some(hops.clone()),
        Leg::Vc { .. } => None,
    };
    let mut known: BTreeMap<Vec<Hop>, CircuitId> =
        legs.iter().filter_map(links).map(|hops| (hops, usual)).collect();
    let (mut last, mut added) = (usual, Vec::new());
    for Detour { from, ways } in detours {
        let way = &ways[side];
        let circuit = known.get(way).copied().unwrap_or_else(|| {
            let circuit = add_links(net, plan, way);
            known.insert(way.clone(), circuit);
            added.push(circuit);
            circuit
        });
        if circuit != last {
            net.detours.add(usual, *from, circuit);
            last = circuit;
        }
    }
    added
}
