//! Flows: what is sent over the virtual connections.

use std::borrow::Cow;

use cellwise_packet::Dscp;
use cellwise_units::{Span, Time};

use super::ends::FlowEnds;
use super::{Resolver, sections};
use crate::memory_budget::{growing, reserve};
use crate::network::{Flow, FlowIndex, VcIndex};
use crate::schema::FlowEntry;

impl<'s> Resolver<'s> {
    pub(super) fn flows(&mut self) {
        let graph = self.graph;
        reserve("flows", &mut self.network.flows, graph.flows.len());
        for (name, entry) in growing("flows", &graph.flows) {
            let path = ["flows.", name].concat();
            self.check_name(&path, name);
            let (start, stop) = self.times(entry, &path);
            let ends =
                self.check_connection(name, entry, &path).then(|| self.ends_of_flow(name, entry, &path));
            let ends = ends.flatten();
            let legs = ends.as_ref().map_or(Cow::Borrowed(&[][..]), FlowEnds::all_legs);
            let kind = self.kind_of(entry, &legs, &path);
            let flow = kind.zip(ends).map(|(kind, ends)| Flow {
                name: name.clone(),
                legs: ends.legs,
                back: ends.back,
                detours: Vec::new(),
                spread: Vec::new(),
                dscp: self.dscp_of(entry),
                hosts: ends.hosts,
                start: Time::from_ps(start.get()),
                stop: stop.map(|stop| Time::from_ps(stop.get())),
                connection: None,
                kind,
            });
            let allowed = flow.filter(|flow| self.check_cells(flow, &path));
            let index = allowed.map(|flow| {
                self.network.flows.push(flow);
                FlowIndex(self.network.flows.len() - 1)
            });
            self.flows.push(index);
        }
        self.join_connections();
        self.check_no_mixture();
    }

    /// The hosts of a flow and its way, by the present costs of links.
    pub(super) fn ends_of_flow(&mut self, name: &str, entry: &FlowEntry, path: &str) -> Option<FlowEnds> {
        match self.first_of(entry) {
            Some(first) => self.ends_back(name, entry, path, first),
            None => self.flow_ends(name, entry, path),
        }
    }

    fn dscp_of(&self, entry: &FlowEntry) -> Dscp {
        let of_connection = self.first_of(entry).and_then(|(_, first)| first.dscp);
        entry.dscp.or(of_connection).unwrap_or_default()
    }

    fn times(&mut self, entry: &FlowEntry, path: &str) -> (Span, Option<Span>) {
        let defaults = &self.graph.flow;
        let start = entry.start.unwrap_or(defaults.start);
        let stop = entry.stop.or(defaults.stop);
        if entry.start.is_some() {
            sections::start(start, &format!("{path}.start"), self.network.duration, &mut self.issues);
        }
        if let Some(stop) = stop.filter(|_| entry.start.is_some() || entry.stop.is_some()) {
            let rule = format_args!("give a time after the start ({start})");
            self.issues.unless(stop > start, format_args!("{path}.stop"), stop, rule);
        }
        (start, stop)
    }

    pub(super) fn vc_of(&mut self, name: &str, entry: &FlowEntry, path: &str) -> Option<VcIndex> {
        let path = || format!("{path}.vc");
        let Some(vc) = &entry.vc else {
            self.missing(&path(), "the name of a virtual connection", name, self.graph.flows.keys());
            return None;
        };
        if let Some(known) = self.vcs.get(vc) {
            return known;
        }
        let known = self.graph.vcs.keys().map(String::as_str);
        self.issues.push_unknown(path(), vc, "virtual connection", known);
        None
    }
}
