//! What flows send: the settings of their protocols.

use std::sync::Arc;

use cellwise_tcp::ping::ICMP_HEADER_BYTES;
use cellwise_tcp::{Application, IP_HEADER_BYTES, Settings, TCP_HEADER_BYTES, UDP_HEADER_BYTES};
use cellwise_units::{Bytes, ConfigIssue};

use super::issues::Issues;
use super::{Resolver, sections};
use crate::issue::Issue;
use crate::network::{FlowKind, Hop, Leg, VcIndex};
use crate::schema::{FlowEntry, Overridden, Overrides, Protocol, Size, UdpSettings};

// spec: rfc791 3.1, the total length
const LONGEST_IP_PACKET: u64 = 65_535;

impl Resolver<'_> {
    pub(super) fn kind_of(&mut self, entry: &FlowEntry, legs: &[Leg], path: &str) -> Option<FlowKind> {
        let application = match entry.size.unwrap_or(self.graph.flow.size) {
            Size::Unlimited => Application::Greedy,
            Size::Limited(bytes) => Application::Finite { octets: bytes.get() },
        };
        let kind = entry.kind.unwrap_or(self.graph.flow.kind);
        self.check_protocol_keys(entry, kind, path);
        match kind {
            Protocol::Tcp => {
                let settings = self.tcp_of(entry, legs, path)?;
                Some(FlowKind::Tcp { settings, application })
            }
            Protocol::Udp => {
                let settings = Box::new(self.udp_of(entry, legs, path)?);
                Some(FlowKind::Udp { settings, application })
            }
            Protocol::Cells => {
                let at = format!("{path}.cells");
                let settings = self.overridden(&entry.cells, &self.graph.cells, &at, sections::cells)?;
                Some(FlowKind::Cells { source: Box::new(settings.source) })
            }
            Protocol::Web => {
                let web = self.overridden(&entry.web, &self.graph.web, &format!("{path}.web"), sections::web);
                let settings = self.tcp_of(entry, legs, path);
                settings.zip(web).map(|(settings, web)| FlowKind::Web { web: Box::new(web), settings })
            }
            Protocol::Ping => {
                let settings =
                    self.overridden(&entry.ping, &self.graph.ping, &format!("{path}.ping"), |_, _, _| {})?;
                let gives = |field: &str| entry.ping.as_ref().is_some_and(|given| given.gives(field));
                let at =
                    if gives("payload") { format!("{path}.ping.payload") } else { "ping.payload".to_owned() };
                self.check_fits(legs, settings.payload, IP_HEADER_BYTES + ICMP_HEADER_BYTES, &at);
                Some(FlowKind::Ping { settings })
            }
            Protocol::Outside => {
                self.check_outside_keys(entry, path);
                let mtu = Bytes::new(self.longest_packet(legs));
                let rule = "has a way that takes no packet at all: frames of its virtual connections are longer than max_sdu";
                // Without a broken link: that has been reported, and takes no packet either.
                self.issues.unless(!mtu.is_zero() || !self.links_are_whole, path, "outside", rule);
                Some(FlowKind::Outside { mtu })
            }
        }
    }

    /// Keys of another protocol.
    fn check_protocol_keys(&mut self, entry: &FlowEntry, kind: Protocol, path: &str) {
        let tables = [
            (Protocol::Tcp, entry.tcp.is_some()),
            (Protocol::Udp, entry.udp.is_some()),
            (Protocol::Cells, entry.cells.is_some()),
            (Protocol::Web, entry.web.is_some()),
            (Protocol::Ping, entry.ping.is_some()),
        ];
        // A web flow has TCP connections.
        let uses = |protocol| protocol == kind || (protocol, kind) == (Protocol::Tcp, Protocol::Web);
        for (protocol, _) in tables.into_iter().filter(|(protocol, given)| *given && !uses(*protocol)) {
            let name = protocol.name();
            let rule = format!("is for flows of kind {name:?}, and this is {:?}", kind.name());
            self.issues.push(Issue::unknown_key(format!("{path}.{name}"), rule));
        }
        let rule = match kind {
            Protocol::Tcp | Protocol::Udp => return,
            Protocol::Cells => "counts octets of an application, and cells have none; give stop",
            Protocol::Web => {
                "counts octets of an application that only writes; give stop, or the sizes in web"
            }
            Protocol::Ping => "counts octets of an application that writes; give stop, or ping.payload",
            Protocol::Outside => "counts octets of an application, and this one is outside",
        };
        if entry.size.is_some() {
            self.issues.push(Issue::unknown_key(format!("{path}.size"), rule));
        }
    }

    /// Keys about the actions of the transport, or the contents of its packets.
    fn check_outside_keys(&mut self, entry: &FlowEntry, path: &str) {
        let given = [
            ("start", entry.start.is_some(), "it sends what it is offered, when it is"),
            ("stop", entry.stop.is_some(), "it sends what it is offered, when it is"),
            ("dscp", entry.dscp.is_some(), "each packet has a codepoint of its own"),
        ];
        for (key, _, reason) in given.into_iter().filter(|(_, is_given, _)| *is_given) {
            let rule = format!("is for flows whose transport is inside: of this one {reason}");
            self.issues.push(Issue::unknown_key(format!("{path}.{key}"), rule));
        }
    }

    /// The longest IP packet that fits all parts of a way, in octets.
    fn longest_packet(&self, legs: &[Leg]) -> u64 {
        let longest = |leg: &Leg| match leg {
            Leg::Vc { vc, .. } => {
                let vc = &self.network.vcs[vc.get()];
                let is_short = vc.reassembly.max_sdu < vc.encapsulation.least_sdu();
                let room = vc.reassembly.max_sdu.get().saturating_sub(vc.encapsulation.overhead().get());
                if is_short { 0 } else { room }
            }
            Leg::Links(hops) => {
                let directions = hops.iter().flat_map(|hop| &self.network.links[hop.link.get()].directions);
                let mtus = directions.filter_map(|direction| direction.packets.as_ref());
                mtus.map(|packets| u64::from(packets.mtu_octets)).min().unwrap_or(LONGEST_IP_PACKET)
            }
        };
        legs.iter().map(longest).min().unwrap_or(0).min(LONGEST_IP_PACKET)
    }

    /// The defaults with the own keys of an entry at `path`, checked if it has anything.
    fn overridden<T: Overridden + Clone>(
        &mut self,
        given: &Option<Overrides<T>>,
        defaults: &T,
        path: &str,
        check: fn(&T, &str, &mut Issues),
    ) -> Option<T> {
        let Some(given) = given else { return Some(defaults.clone()) };
        match given.over(defaults) {
            Ok(settings) => {
                check(&settings, path, &mut self.issues);
                Some(settings)
            }
            Err(error) => {
                self.issues.push(Issue::absent(path, error));
                None
            }
        }
    }

    fn tcp_of(&mut self, entry: &FlowEntry, legs: &[Leg], path: &str) -> Option<Arc<Settings>> {
        let defaults = self.tcp_beneath(entry);
        let settings = match &entry.tcp {
            Some(given) => match given.over(&defaults) {
                Ok(settings) => Arc::new(settings),
                Err(error) => {
                    self.issues.push(Issue::absent(format!("{path}.tcp"), error));
                    return None;
                }
            },
            None => Arc::clone(&defaults),
        };
        // Those of the section were checked once for all.
        let is_common = Arc::ptr_eq(&settings, &self.tcp);
        let found = if is_common { self.found_in_tcp.clone() } else { settings.check() };
        let path_of = |field: &str| match &entry.tcp {
            Some(given) if given.gives(field) => format!("{path}.tcp.{field}"),
            _ => format!("tcp.{field}"),
        };
        // What is wrong with the other flow's settings is said there.
        let shares = self.first_of(entry).is_some();
        if entry.tcp.is_some() {
            for ConfigIssue { field, value, rule } in &found {
                // A default that only these overrides make wrong is shown at the overrides.
                let is_default = defaults.check().iter().any(|known| known.field == *field);
                if is_default && shares {
                    continue;
                }
                let path = if is_default { path_of(field) } else { format!("{path}.tcp.{field}") };
                self.issues.push(Issue::new(path, format!("\"{value}\""), rule.as_str()));
            }
        }
        if !shares && !found.iter().any(|issue| issue.field == "mss") {
            self.check_fits(legs, settings.mss, IP_HEADER_BYTES + TCP_HEADER_BYTES, &path_of("mss"));
        }
        self.check_shared(entry, &settings, path);
        Some(settings)
    }

    fn udp_of(&mut self, entry: &FlowEntry, legs: &[Leg], path: &str) -> Option<UdpSettings> {
        let defaults = &self.graph.udp;
        let Some(given) = &entry.udp else {
            let (data, key) = defaults.longest();
            self.check_fits(legs, data, IP_HEADER_BYTES + UDP_HEADER_BYTES, &format!("udp.{key}"));
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
        let (data, key) = settings.longest();
        self.check_fits(legs, data, IP_HEADER_BYTES + UDP_HEADER_BYTES, &path_of(key));
        Some(settings)
    }

    /// A packet of this much data, with its headers and encapsulation, must fit the receiver's SDU.
    fn check_fits(&mut self, legs: &[Leg], data: Bytes, headers: u64, path: &str) {
        for leg in legs {
            match leg {
                Leg::Vc { vc, .. } => self.check_fits_sdu(*vc, data, headers, path),
                Leg::Links(hops) => self.check_fits_links(hops, data, headers, path),
            }
        }
    }

    /// A packet of this much data must fit the links; none is cut into fragments.
    fn check_fits_links(&mut self, hops: &[Hop], data: Bytes, headers: u64, path: &str) {
        let links = hops.iter().map(|hop| &self.network.links[hop.link.get()]);
        let mtus = links.flat_map(|link| {
            link.directions.iter().filter_map(|direction| {
                let packets = direction.packets.as_ref()?;
                Some((u64::from(packets.mtu_octets), &link.name))
            })
        });
        let Some((mtu, link)) = mtus.min() else { return };
        let room = mtu.saturating_sub(headers);
        let rule = format_args!(
            "give at most {room} bytes: with {headers} bytes of headers it must fit the mtu of link {link} ({mtu} bytes), \
             and packets are not cut into fragments"
        );
        self.issues.unless(data.get() <= room, path, data, rule);
    }

    fn check_fits_sdu(&mut self, vc: VcIndex, data: Bytes, headers: u64, path: &str) {
        let vc = &self.network.vcs[vc.get()];
        let least = vc.encapsulation.least_sdu();
        if vc.reassembly.max_sdu < least {
            let rule = format!(
                "cannot be sent: a frame of {} has at least {least}, more than max_sdu ({})",
                vc.encapsulation.name(),
                vc.reassembly.max_sdu
            );
            self.issues.push(Issue::new(path, format!("\"{data}\""), rule));
            return;
        }
        let overhead = headers + vc.encapsulation.overhead().get();
        let room = vc.reassembly.max_sdu.get().saturating_sub(overhead);
        let rule = format_args!(
            "give at most {room} bytes: with {overhead} bytes of headers it must fit max_sdu ({})",
            vc.reassembly.max_sdu
        );
        self.issues.unless(data.get() <= room, path, data, rule);
    }
}
