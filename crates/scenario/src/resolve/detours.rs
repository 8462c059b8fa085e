//! Ways around packet links that are down, from the instant at which routing knows, and back.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{Span, Time};

use super::Resolver;
use super::ends::FlowEnds;
use crate::network::{Detour, Hop, Leg, LinkIndex, legs_back};

/// The directions that routing takes for down, since an instant.
type Known = BTreeMap<Time, BTreeSet<Hop>>;

impl Resolver<'_> {
    /// Finds the ways of all flows whenever routing knows of an outage or a return.
    pub(super) fn detours(&mut self) {
        let Some(after) = self.graph.router.reconverges_after else { return };
        if !self.issues.0.is_empty() {
            return;
        }
        let usual = self.roads.clone();
        for (at, down) in self.known_outages(after) {
            self.roads = self.roads_without(&down);
            (0..self.network.flows.len()).for_each(|flow| self.detour(flow, at, &down));
        }
        self.roads = usual;
        (0..self.network.flows.len()).for_each(|flow| self.fit_to_detours(flow));
    }

    /// The directions that routing takes for down, by the instant at which it changes its mind. It knows of an outage and of a return so much later,
    /// and never of an outage that is over by then.
    fn known_outages(&self, after: Span) -> Known {
        let mut changes: BTreeMap<Time, Vec<(Hop, bool)>> = BTreeMap::new();
        for (number, link) in self.network.links.iter().enumerate() {
            for (end, direction) in link.directions.iter().enumerate() {
                let hop = Hop { link: LinkIndex(number), end };
                let outages = direction.packets.iter().flat_map(|packets| &packets.outages);
                for outage in outages {
                    let known = Time::ZERO + outage.from + after;
                    if outage.until.is_some_and(|until| Time::ZERO + until <= known) {
                        continue;
                    }
                    changes.entry(known).or_default().push((hop, true));
                    if let Some(until) = outage.until {
                        changes.entry(Time::ZERO + until + after).or_default().push((hop, false));
                    }
                }
            }
        }
        let end = Time::ZERO + self.network.duration;
        let mut down = BTreeSet::new();
        let within = changes.into_iter().take_while(|(at, _)| *at <= end);
        let known = within.map(|(at, changed)| {
            for (hop, is_down) in changed {
                if is_down {
                    down.insert(hop)
                } else {
                    down.remove(&hop)
                };
            }
            (at, down.clone())
        });
        known.collect()
    }

    /// Adds the ways of a flow since an instant, if they are not those of before.
    fn detour(&mut self, flow: usize, from: Time, down: &BTreeSet<Hop>) {
        let graph = self.graph;
        let Some((usual, name)) = self.usual_ways(flow) else { return };
        let Some(entry) = graph.flows.get(&name) else { return };
        // Where no other way leads, or no single one, the flow stays: that is no mistake.
        let issues = std::mem::take(&mut self.issues);
        let ends = self.ends_of_flow(&name, entry, "");
        self.issues = issues;
        let other = ends.and_then(|ends| ways_of(&ends)).unwrap_or_else(|| usual.clone());
        let is_up = |way: &Vec<Hop>| !way.iter().any(|hop| down.contains(hop));
        let [there, back] =
            [0, 1].map(|side| if is_up(&other[side]) { &other } else { &usual }[side].clone());
        let ways = [there, back];
        let detours = &mut self.network.flows[flow].detours;
        if *detours.last().map_or(&usual, |last| &last.ways) != ways {
            detours.push(Detour { from, ways });
        }
    }

    /// The ways of a flow while nothing is down, and its name; `None` if it passes anything but packet links.
    fn usual_ways(&self, flow: usize) -> Option<([Vec<Hop>; 2], String)> {
        let flow = &self.network.flows[flow];
        let back = flow.back.clone().unwrap_or_else(|| legs_back(&flow.legs));
        Some(([links_of(&flow.legs)?, links_of(&back)?], flow.name.clone()))
    }

    /// Has the packets of a flow fit all its ways.
    fn fit_to_detours(&mut self, flow: usize) {
        let graph = self.graph;
        let of_flow = &self.network.flows[flow];
        let Some(entry) = graph.flows.get(&of_flow.name).filter(|_| !of_flow.detours.is_empty()) else {
            return;
        };
        let ways = of_flow.detours.iter().flat_map(|detour| detour.ways.clone()).map(Leg::Links);
        let legs: Vec<Leg> = of_flow.all_legs().cloned().chain(ways).collect();
        let path = format!("flows.{}", of_flow.name);
        if let Some(kind) = self.kind_of(entry, &legs, &path) {
            self.network.flows[flow].kind = kind;
        }
    }
}

fn ways_of(ends: &FlowEnds) -> Option<[Vec<Hop>; 2]> {
    let back = ends.back.clone().unwrap_or_else(|| legs_back(&ends.legs));
    Some([links_of(&ends.legs)?, links_of(&back)?])
}

/// The links of a way that passes nothing else.
fn links_of(legs: &[Leg]) -> Option<Vec<Hop>> {
    match legs {
        [Leg::Links(hops)] => Some(hops.clone()),
        _ => None,
    }
}
