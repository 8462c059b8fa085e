//! Ways around packet links that are down, from the instant at which routing knows, and back.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{Span, Time};

use super::Resolver;
use super::spread::hashed_as;
use crate::network::{Detour, Hop, Leg, LinkIndex, Ways, links_of};
use crate::schema::FlowEntry;

/// The directions that routing takes for down, since an instant.
type Known = BTreeMap<Time, BTreeSet<Hop>>;

impl Resolver<'_> {
    /// Finds the ways of all flows whenever routing knows of an outage or a return.
    pub(super) fn detours(&mut self) {
        let Some(after) = self.graph.router.reconverges_after else { return };
        if !self.issues.0.is_empty() {
            return;
        }
        let usual = self.roads.take();
        for (at, down) in self.known_outages(after) {
            self.roads = Some(self.roads_without(&down));
            (0..self.network.flows.len()).for_each(|flow| self.detour(flow, at, &down));
        }
        self.roads = usual;
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

    /// Adds the ways of a flow since an instant, and those of the flows outside that it stands for, where they are not
    /// those of before.
    fn detour(&mut self, flow: usize, from: Time, down: &BTreeSet<Hop>) {
        let graph = self.graph;
        let of_flow = &mut self.network.flows[flow];
        let (Some(usual), Some(entry)) = (of_flow.links(), graph.flows.get(&of_flow.name)) else { return };
        let name = of_flow.name.clone();
        let mut own = Ways { usual, detours: std::mem::take(&mut of_flow.detours) };
        let mut spread = std::mem::take(&mut of_flow.spread);
        self.add_detour(&mut own, (&name, entry), from, down);
        for (number, ways) in spread.iter_mut().enumerate() {
            self.add_detour(ways, (&hashed_as(&name, number), entry), from, down);
        }
        let of_flow = &mut self.network.flows[flow];
        (of_flow.detours, of_flow.spread) = (own.detours, spread);
    }

    fn add_detour(
        &mut self,
        ways: &mut Ways,
        (hashed, entry): (&str, &FlowEntry),
        from: Time,
        down: &BTreeSet<Hop>,
    ) {
        let usual = &ways.usual;
        let other = self.links_now(hashed, entry).unwrap_or_else(|| usual.clone());
        let is_up = |way: &Vec<Hop>| !way.iter().any(|hop| down.contains(hop));
        let taken = [0, 1].map(|side| if is_up(&other[side]) { &other } else { usual }[side].clone());
        if *ways.detours.last().map_or(usual, |last| &last.ways) != taken {
            ways.detours.push(Detour { from, ways: taken });
        }
    }

    /// The ways of a flow by the present costs, if they pass nothing but packet links. `None` where no way
    /// leads, or no single one: that is not a mistake.
    pub(super) fn links_now(&mut self, hashed: &str, entry: &FlowEntry) -> Option<[Vec<Hop>; 2]> {
        let issues = std::mem::take(&mut self.issues);
        let ends = self.ends_of_flow(hashed, entry, "");
        self.issues = issues;
        ends.and_then(|ends| links_of(&ends.legs, ends.back.as_deref()))
    }

    /// Has the packets of all flows fit all their ways.
    pub(super) fn fit_to_ways(&mut self) {
        (0..self.network.flows.len()).for_each(|flow| self.fit_flow(flow));
    }

    fn fit_flow(&mut self, flow: usize) {
        let graph = self.graph;
        let of_flow = &mut self.network.flows[flow];
        of_flow.keep_spread();
        let spread: Vec<&Ways> = of_flow.spread.iter().collect::<BTreeSet<_>>().into_iter().collect();
        let detours = of_flow.detours.iter().chain(spread.iter().flat_map(|ways| &ways.detours));
        let others = detours.map(|detour| &detour.ways).chain(spread.iter().map(|ways| &ways.usual));
        let others: Vec<Leg> = others.flatten().cloned().map(Leg::Links).collect();
        if others.is_empty() {
            return;
        }
        let Some(entry) = graph.flows.get(&of_flow.name) else { return };
        let legs: Vec<Leg> = of_flow.all_legs().cloned().chain(others).collect();
        let path = format!("flows.{}", of_flow.name);
        if let Some(kind) = self.kind_of(entry, &legs, &path) {
            self.network.flows[flow].kind = kind;
        }
    }
}
