//! Flows: what is sent over the virtual connections.

use cellwise_tcp::{Application, IP_HEADER_BYTES, Settings, TCP_HEADER_BYTES, UDP_HEADER_BYTES};
use cellwise_units::{Bytes, Span, Time};

use super::{Resolver, sections};
use crate::issue::Issue;
use crate::network::{Flow, FlowIndex, FlowKind, VcIndex};
use crate::schema::{FlowEntry, Protocol, Size, UdpSettings};

impl<'s> Resolver<'s> {
    pub(super) fn flows(&mut self) {
        let graph = self.graph;
        for (name, entry) in &graph.flows {
            let path = format!("flows.{name}");
            self.check_name(&path, name);
            let (start, stop) = self.times(entry, &path);
            let vc = self.vc_of(name, entry, &path);
            let kind = self.kind_of(entry, vc, &path);
            let reversed = vc.and_then(|vc| self.direction_of(entry, vc, &path));
            let flow = vc.zip(kind).zip(reversed).map(|((vc, kind), reversed)| Flow {
                name: name.clone(),
                vc,
                reversed,
                start: Time::from_ps(start.get()),
                stop: stop.map(|stop| Time::from_ps(stop.get())),
                kind,
            });
            let index = flow.map(|flow| {
                self.network.flows.push(flow);
                FlowIndex(self.network.flows.len() - 1)
            });
            self.flows.insert(name, index);
        }
    }

    fn times(&mut self, entry: &FlowEntry, path: &str) -> (Span, Option<Span>) {
        let defaults = &self.graph.flow;
        let start = entry.start.unwrap_or(defaults.start);
        let stop = entry.stop.or(defaults.stop);
        if entry.start.is_some() {
            sections::start(start, &format!("{path}.start"), self.network.duration, &mut self.issues);
        }
        if let Some(stop) = stop.filter(|_| entry.start.is_some() || entry.stop.is_some()) {
            let rule = format!("give a time after the start ({start})");
            self.issues.unless(stop > start, &format!("{path}.stop"), stop, &rule);
        }
        (start, stop)
    }

    fn vc_of(&mut self, name: &str, entry: &FlowEntry, path: &str) -> Option<VcIndex> {
        let path = format!("{path}.vc");
        let Some(vc) = &entry.vc else {
            self.missing(&path, "the name of a virtual connection", name, self.graph.flows.keys());
            return None;
        };
        if let Some(known) = self.vcs.get(vc.as_str()) {
            return *known;
        }
        let known = self.graph.vcs.keys().map(String::as_str);
        self.issues.push(Issue::unknown_name(path, vc, "virtual connection", known));
        None
    }

    /// Whether data flow from the virtual connection's last host.
    fn direction_of(&mut self, entry: &FlowEntry, vc: VcIndex, path: &str) -> Option<bool> {
        let Some(from) = &entry.from else { return Some(false) };
        let vc = &self.network.vcs[vc.get()];
        let end = |hop: Option<&crate::network::Hop>, far: bool| {
            let hop = hop?;
            let link = &self.network.links[hop.link.get()];
            let node = link.ends[if far { 1 - hop.end } else { hop.end }];
            Some(self.network.nodes[node.get()].name.as_str())
        };
        let ends = [end(vc.hops.first(), false)?, end(vc.hops.last(), true)?];
        let found = ends.iter().position(|end| end == from);
        if found.is_none() {
            let what = format!("end of {}", vc.name);
            let issue = Issue::unknown_name(format!("{path}.from"), from, &what, ends);
            self.issues.push(issue);
        }
        found.map(|end| end == 1)
    }

    fn kind_of(&mut self, entry: &FlowEntry, vc: Option<VcIndex>, path: &str) -> Option<FlowKind> {
        if let Some(size) = entry.size {
            sections::size(size, &format!("{path}.size"), &mut self.issues);
        }
        let application = match entry.size.unwrap_or(self.graph.flow.size) {
            Size::Unlimited => Application::Greedy,
            Size::Limited(bytes) => Application::Finite { octets: bytes.get() },
        };
        let kind = entry.kind.unwrap_or(self.graph.flow.kind);
        let strange = match kind {
            Protocol::Tcp => ("udp", entry.udp.is_some()),
            Protocol::Udp => ("tcp", entry.tcp.is_some()),
        };
        if strange.1 {
            let rule = format!("is for flows of kind {:?}, and this is {:?}", strange.0, kind.name());
            self.issues.push(Issue::unknown_key(format!("{path}.{}", strange.0), rule));
        }
        match kind {
            Protocol::Tcp => {
                let settings = self.tcp_of(entry, vc, path)?;
                Some(FlowKind::Tcp { settings, application })
            }
            Protocol::Udp => {
                let settings = self.udp_of(entry, vc, path)?;
                Some(FlowKind::Udp { settings, application })
            }
        }
    }

    fn tcp_of(&mut self, entry: &FlowEntry, vc: Option<VcIndex>, path: &str) -> Option<Settings> {
        let defaults = &self.graph.tcp;
        let settings = match &entry.tcp {
            Some(given) => match given.over(defaults) {
                Ok(settings) => settings,
                Err(error) => {
                    self.issues.push(Issue::absent(format!("{path}.tcp"), error));
                    return None;
                }
            },
            None => defaults.clone(),
        };
        let path_of = |field: &str| match &entry.tcp {
            Some(given) if given.gives(field) => format!("{path}.tcp.{field}"),
            _ => format!("tcp.{field}"),
        };
        if entry.tcp.is_some() {
            for (field, value, rule) in settings.check() {
                // A default that only these overrides make wrong is shown at the overrides.
                let is_default = defaults.check().iter().any(|(known, ..)| *known == field);
                let path = if is_default { path_of(field) } else { format!("{path}.tcp.{field}") };
                self.issues.push(Issue::new(path, format!("\"{value}\""), rule));
            }
        }
        if !settings.check().iter().any(|(field, ..)| *field == "mss") {
            self.check_fits(vc, settings.mss, IP_HEADER_BYTES + TCP_HEADER_BYTES, &path_of("mss"));
        }
        Some(settings)
    }

    fn udp_of(&mut self, entry: &FlowEntry, vc: Option<VcIndex>, path: &str) -> Option<UdpSettings> {
        let defaults = &self.graph.udp;
        let Some(given) = &entry.udp else {
            self.check_fits(vc, defaults.payload, IP_HEADER_BYTES + UDP_HEADER_BYTES, "udp.payload");
            return Some(defaults.clone());
        };
        let settings = match given.over(defaults) {
            Ok(settings) => settings,
            Err(error) => {
                self.issues.push(Issue::absent(format!("{path}.udp"), error));
                return None;
            }
        };
        let path_of = |field: &str| {
            if given.gives(field) { format!("{path}.udp.{field}") } else { format!("udp.{field}") }
        };
        sections::udp(&settings, path_of, &mut self.issues);
        self.check_fits(vc, settings.payload, IP_HEADER_BYTES + UDP_HEADER_BYTES, &path_of("payload"));
        Some(settings)
    }

    /// A packet of this much data, with its headers and encapsulation, must fit the receiver's SDU.
    fn check_fits(&mut self, vc: Option<VcIndex>, data: Bytes, headers: u64, path: &str) {
        let vc = vc.map(|vc| &self.network.vcs[vc.get()]);
        // A largest SDU of 0 has its own issue.
        let Some(vc) = vc.filter(|vc| !vc.reassembly.max_sdu.is_zero()) else { return };
        let overhead = headers + vc.encapsulation.overhead().get();
        let room = vc.reassembly.max_sdu.get().saturating_sub(overhead);
        let rule = format!(
            "give at most {room} bytes: with {overhead} bytes of headers it must fit max_sdu ({})",
            vc.reassembly.max_sdu
        );
        self.issues.unless(data.get() <= room, path, data, &rule);
    }
}
