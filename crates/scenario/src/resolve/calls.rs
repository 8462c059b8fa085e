//! Switched connections: their calls, and when their flows may send.

use crate::memory_budget::growing;
use std::collections::BTreeMap;

use cellwise_atm::signalling::{self, Answer, CallPlan, Hold, timetable};
use cellwise_units::{Span, Time};

use super::admission::Reservations;
use super::{Resolver, sections};
use crate::issue::Issue;
use crate::network::{Call, CallOutcome, Flow, FlowIndex, NodeIndex, NodeKind, VcIndex};

impl Resolver<'_> {
    /// The keys of switched connections, and whether there is something to hold one up for.
    pub(super) fn check_calls(&mut self) {
        let graph = self.graph;
        let flows = self.switched_flows();
        let flows_are_whole = self.flows.is_whole();
        for (name, entry) in &graph.vcs {
            let path = format!("vcs.{name}");
            let is_switched = entry.switched == Some(true);
            let given = [("setup_at", entry.setup_at.is_some()), ("hold", entry.hold.is_some())];
            for (key, _) in given.into_iter().filter(|(_, given)| *given && !is_switched) {
                let rule = "is for switched connections; give switched = true";
                self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
            }
            if !is_switched {
                continue;
            }
            if let Some(setup_at) = entry.setup_at {
                let path = format!("{path}.setup_at");
                sections::start(setup_at, &path, self.network.duration, &mut self.issues);
            }
            let vc = self.vcs.get(name).flatten();
            let is_idle = vc.is_some_and(|vc| !flows.contains_key(&vc));
            if is_idle && entry.setup_at.is_none() && flows_are_whole {
                let rule = "is missing; no flow says when the switched connection is needed";
                self.issues.push(Issue::absent(format!("{path}.setup_at"), rule));
            }
        }
    }

    /// The flows of the switched connections.
    fn switched_flows(&self) -> BTreeMap<VcIndex, Vec<FlowIndex>> {
        let mut flows: BTreeMap<VcIndex, Vec<FlowIndex>> = BTreeMap::new();
        for (index, flow) in self.network.flows.iter().enumerate() {
            for (vc, _) in flow.vcs().filter(|(vc, _)| self.network.vcs[vc.get()].call.is_some()) {
                flows.entry(vc).or_default().push(FlowIndex(index));
            }
        }
        flows
    }

    /// Makes the calls of a network without issues, and lets their flows wait for them.
    pub(super) fn calls(&mut self, mut reservations: Reservations) {
        if self.switched.is_empty() {
            return;
        }
        let flows = self.switched_flows();
        let plans = self.plans(&mut reservations, &flows);
        let nodes = 0..self.network.nodes.len();
        let processing: Vec<Span> = nodes.map(|node| self.processing_of(node)).collect();
        let records = timetable(&plans, &processing, &mut reservations);
        for ((plan, record), &vc) in growing("calls", plans.iter().zip(records).zip(&self.switched)) {
            let signalling::CallRecord { asked_at, outcome, messages } = record;
            let outcome = match outcome {
                Answer::Connected { at, released_at } => CallOutcome::Connected { at, released_at },
                Answer::Refused { at, node, place, shortage } => CallOutcome::Refused {
                    at,
                    node: NodeIndex(plan.nodes[node]),
                    place: reservations.place(place),
                    shortage,
                },
            };
            for flow in flows.get(&vc).into_iter().flatten() {
                wait_for(&mut self.network.flows[flow.get()], &outcome);
            }
            self.network.calls.push(Call { vc, asked_at, outcome, messages });
        }
    }

    fn plans(
        &self,
        reservations: &mut Reservations,
        flows: &BTreeMap<VcIndex, Vec<FlowIndex>>,
    ) -> Vec<CallPlan> {
        reservations.calls.clone_from(&self.switched);
        let plan = |vc: &VcIndex| {
            let flows = flows.get(vc).into_iter().flatten();
            let flows: Vec<&Flow> = flows.map(|flow| &self.network.flows[flow.get()]).collect();
            let first = flows.iter().map(|flow| flow.start).min().unwrap_or(Time::ZERO);
            let vc = &self.network.vcs[vc.get()];
            let (legs, nodes) = reservations.legs(&self.network, vc);
            let entry = self.graph.vcs.get(&vc.name);
            CallPlan {
                setup_at: entry.and_then(|entry| entry.setup_at).map_or(first, |at| Time::ZERO + at),
                hold: hold(entry.and_then(|entry| entry.hold), &flows),
                nodes: nodes.into_iter().map(NodeIndex::get).collect(),
                legs,
            }
        };
        growing("calls", &self.switched).map(plan).collect()
    }

    /// The time that a node needs for a message: hosts and routers none.
    fn processing_of(&self, node: usize) -> Span {
        let node = &self.network.nodes[node];
        let common = self.graph.signalling.processing;
        match node.kind {
            NodeKind::Switch(_) => {
                let own = self.graph.nodes.get(&node.name).and_then(|entry| entry.signalling_processing);
                own.unwrap_or(common)
            }
            NodeKind::Host(_) | NodeKind::Router(_) => Span::ZERO,
        }
    }
}

/// How long a call is held: as its connection says, or until the last of its flows stops.
fn hold(given: Option<Span>, flows: &[&Flow]) -> Hold {
    if let Some(span) = given {
        return Hold::For(span);
    }
    let stops: Option<Vec<Time>> = flows.iter().map(|flow| flow.stop).collect();
    stops.and_then(|stops| stops.into_iter().max()).map_or(Hold::Forever, Hold::Until)
}

/// Lets a flow send only while its call is connected.
fn wait_for(flow: &mut Flow, outcome: &CallOutcome) {
    let CallOutcome::Connected { at, released_at } = *outcome else {
        (flow.start, flow.stop) = (Time::NEVER, None);
        return;
    };
    flow.start = flow.start.max(at);
    flow.stop = match (flow.stop, released_at) {
        (Some(stop), Some(released_at)) => Some(stop.min(released_at)),
        (stop, released_at) => stop.or(released_at),
    };
    if flow.stop.is_some_and(|stop| stop <= flow.start) {
        (flow.start, flow.stop) = (Time::NEVER, None);
    }
}
