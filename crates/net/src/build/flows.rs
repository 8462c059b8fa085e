//! Making the flows of a network: two end points each, with timers that tick as their host does.

use std::collections::VecDeque;

use cellwise_apps::Gaps;
use cellwise_apps::web::{Browser, WebSettings};
use cellwise_atm::aal5::{Encapsulation, ReassemblyConfig};
use cellwise_atm::traffic::{CellSource, CellSourceConfig, Unit};
use cellwise_engine::RandomStream;
use cellwise_scenario::{
    Flow as FlowSpec, FlowKind, Hop, Leg, Network, PingInterval, PingSettings, UdpRate, UdpSettings,
    legs_back,
};
use cellwise_tcp::ping::{ICMP_HEADER_BYTES, Pace, Pinger};
use cellwise_tcp::udp::{UdpSink, UdpSource};
use cellwise_tcp::{
    Application, IP_HEADER_BYTES, Receiver, Sender, Settings, TCP_HEADER_BYTES, TickClock, TimerPhase,
    UDP_HEADER_BYTES,
};
use cellwise_units::{BitRate, Bytes, CELL_BITS, PAYLOAD_BYTES, Span, Time};

use super::hops::add_circuit;
use super::joined::join_flows;
use super::other_ways::add_other_ways;
use super::plan::Plan;
use crate::circuit::Role;
use crate::circuit::feeder::Feeder;
use crate::data::error::RunError;
use crate::data::flow::Flow;
use crate::data::ids::{CircuitId, EndpointId, FlowId, HostId, PortId};
use crate::data::names::stream_name;
use crate::element::Element;
use crate::elements::Elements;
use crate::host::endpoint::{Endpoint, Transport, are_outside, is_external, is_outside};
use crate::host::outside::Passed;
use crate::host::sources::{CellSender, DatagramSender, SocketBuffer, Spacing};
use crate::host::web::{Maker as WebMaker, WebClient, WebServer};

/// Adds every flow of the network to its world.
pub(crate) fn add_flows(net: &mut Elements, plan: &Plan<'_>) -> Result<(), RunError> {
    plan.budget.reserve(net.flows.as_vec(), plan.network.flows.len());
    for spec in &plan.network.flows {
        plan.budget.look("flows", net.flows.len(), plan.network.flows.len())?;
        let [source, destination] =
            spec.hosts.map(|node| plan.hosts[node.get()].expect("a flow joins two hosts"));
        let made = Maker { net, network: plan.network, spec }.make();
        let flow = net.flows.next_id();
        let legs = add_legs(net, plan, spec);
        let circuits = legs.main;
        let times = [spec.start, spec.stop.unwrap_or(Time::NEVER)];
        // The application that starts and stops is the sender's, but with web pages that of the client.
        let [at_source, at_destination] = match spec.kind {
            FlowKind::Web { .. } => [[Time::NEVER; 2], times],
            FlowKind::Outside { .. } => [[Time::NEVER; 2]; 2],
            _ => [times, [Time::NEVER; 2]],
        };
        let ends = [
            add_endpoint(net, source, Endpoint::new(made.source, flow, legs.first[0], at_source)),
            add_endpoint(
                net,
                destination,
                Endpoint::new(made.destination, flow, legs.first[1], at_destination),
            ),
        ];
        let is_opened_there = |settings: &Settings| spec.connection.is_some() && settings.handshake;
        net.hosts[source].endpoints[ends[0].1].awaits_handshake =
            matches!(&spec.kind, FlowKind::Tcp { settings, .. } if is_opened_there(settings));
        match net.hosts[ends[0].0].endpoints[ends[0].1].transport {
            Transport::UdpSource(ref sender) if sender.waits_for_room() => {
                block_on_adapter(net, legs.first[0], source);
            }
            Transport::CellSource(_) => block_on_adapter(net, legs.first[0], source),
            Transport::Outside { .. } => net.outside.ports.extend(ends),
            Transport::TcpSender(ref sender) if sender.external().is_some() => {
                net.outside.windows.push(ends[0]);
            }
            _ => {}
        }
        let others = add_other_ways(net, plan, spec, circuits);
        let flow = Flow {
            name: spec.name.clone(),
            kind: made.kind,
            vc: spec.vc().map(|(vc, _)| vc.get()),
            dscp: spec.dscp.get(),
            ends,
            connection: spec.connection.map_or(net.flows.next_id(), |first| FlowId::at(first.get())),
            header_bytes: made.header_bytes,
            full_payload_bytes: made.full_payload_bytes,
            circuits,
            relays: legs.relays,
            forward_relays: legs.forward_relays,
            others,
        };
        for circuit in flow.ends_of_data() {
            net.circuits[circuit].delays.add_flow(net.flows.next_id());
        }
        net.flows.push(flow);
    }
    join_flows(net, plan.network);
    hand_over_outside(net);
    Ok(())
}

/// Has the hosts at ports, and of senders whose windows are set from outside, take what arrives at its instant, and not
/// run ahead of packets that may enter.
fn hand_over_outside(net: &mut Elements) {
    for host in &mut net.hosts {
        host.hands_over = host.endpoints.iter().any(|endpoint| is_outside(endpoint) || is_external(endpoint));
        host.in_order |= host.hands_over && !are_outside(&host.endpoints);
    }
}

/// The circuits of a flow.
struct Legs {
    /// See [`Flow::circuits`].
    main: [CircuitId; 2],
    /// The circuits on which the source and the destination send.
    first: [CircuitId; 2],
    /// See [`Flow::relays`].
    relays: Vec<(CircuitId, CircuitId)>,
    /// See [`Flow::forward_relays`].
    forward_relays: usize,
}

/// Finds or adds the circuits of a flow's legs, in both directions.
fn add_legs(net: &mut Elements, plan: &Plan<'_>, spec: &FlowSpec) -> Legs {
    let back = spec.back.clone().unwrap_or_else(|| legs_back(&spec.legs));
    let (mut forward, mut backward) = (Vec::new(), VecDeque::new());
    // The order of circuits is the order in which cells of one instant are served: those of a leg are together.
    for place in 0..spec.legs.len().max(back.len()) {
        forward.extend(spec.legs.get(place).map(|leg| add_leg(net, plan, leg)));
        if let Some(leg) = back.len().checked_sub(place + 1).and_then(|place| back.get(place)) {
            backward.push_front(add_leg(net, plan, leg));
        }
    }
    let backward = Vec::from(backward);
    let relays_of =
        |circuits: &[CircuitId]| -> Vec<_> { circuits.windows(2).map(|pair| (pair[0], pair[1])).collect() };
    let (mut relays, relays_back) = (relays_of(&forward), relays_of(&backward));
    let forward_relays = relays.len();
    relays.extend(relays_back);
    let is_vc = |leg: &Leg| matches!(leg, Leg::Vc { .. });
    let main = forward[spec.legs.iter().position(is_vc).unwrap_or(0)];
    let main_back = backward[back.iter().rposition(is_vc).unwrap_or(back.len() - 1)];
    Legs { main: [main, main_back], first: [forward[0], backward[0]], relays, forward_relays }
}

fn add_leg(net: &mut Elements, plan: &Plan<'_>, leg: &Leg) -> CircuitId {
    match leg {
        Leg::Vc { vc, reversed } => CircuitId::of_vc(vc.get(), usize::from(*reversed)),
        Leg::Links(hops) => add_links(net, plan, hops),
    }
}

/// Adds the circuit of packets over packet links, from node to node.
pub(super) fn add_links(net: &mut Elements, plan: &Plan<'_>, hops: &[Hop]) -> CircuitId {
    let node = |hop: &Hop, far: usize| plan.network.links[hop.link.get()].ends[hop.end ^ far];
    let ends = [hops.first().map(|hop| node(hop, 0)), hops.last().map(|hop| node(hop, 1))];
    let [sender, receiver] = ends.map(|node| {
        node.and_then(|node| plan.hosts[node.get()]).expect("packets go between hosts and routers")
    });
    let mut elements: Vec<Element> = hops
        .iter()
        .map(|hop| Element::PacketPort(plan.packet_ports[&PortId::of_link(hop.link.get(), hop.end)]))
        .collect();
    elements.push(Element::Host(receiver));
    let wrapping = (Encapsulation::default(), &ReassemblyConfig::default());
    let circuit = add_circuit(net, Role::Packets, wrapping, Feeder::Host, &elements);
    net.hosts[sender].sends.push(circuit);
    net.hosts[receiver].receives.push(circuit);
    circuit
}

/// Has a host informed when a packet has left the adapter of a circuit, if it has one.
fn block_on_adapter(net: &mut Elements, circuit: CircuitId, host: HostId) {
    if let Some(adapter) = net.first_adapter_of(circuit) {
        net.ports.adapter(adapter).notifies_host = true;
        net.hosts[host].in_order = true;
    }
}

/// The two ends of a flow, before they have a place.
struct Made {
    kind: &'static str,
    source: Transport,
    destination: Transport,
    header_bytes: u64,
    full_payload_bytes: u64,
}

fn add_endpoint(net: &mut Elements, host: HostId, endpoint: Endpoint) -> (HostId, EndpointId) {
    let endpoints = &mut net.hosts[host].endpoints;
    // Most hosts have one, for which `push` would take room for four.
    let is_first = endpoints.is_empty();
    endpoints.as_vec().reserve_exact(usize::from(is_first));
    (host, endpoints.push(endpoint))
}

/// What makes the two ends of a flow.
struct Maker<'b> {
    net: &'b Elements,
    network: &'b Network,
    spec: &'b FlowSpec,
}

impl Maker<'_> {
    fn make(&self) -> Made {
        match &self.spec.kind {
            FlowKind::Tcp { settings, application } => self.tcp(settings, *application),
            FlowKind::Udp { settings, application } => self.udp(settings, *application),
            FlowKind::Cells { source } => self.cells(source),
            FlowKind::Web { web, settings } => self.web(web, settings),
            FlowKind::Ping { settings } => self.ping(settings),
            FlowKind::Outside { mtu } => self.outside(*mtu),
        }
    }

    /// The random numbers of the flow for a purpose.
    fn random(&self, purpose: &str) -> RandomStream {
        RandomStream::new(stream_name(self.network, &self.spec.name, purpose))
    }

    fn tcp(&self, settings: &Settings, application: Application) -> Made {
        let [slow, slow_there] = [0, 1].map(|end| self.slow_timer(end, settings));
        let fast = self.fast_timer(1, settings);
        // The flow whose connection another one shares opens it for both.
        let shares = self.spec.connection.is_some();
        let settings = &Settings { handshake: settings.handshake && !shares, ..settings.clone() };
        let receiver = Receiver::new(settings, fast).with_slow_timer(slow_there);
        let receiver = match application {
            Application::Finite { octets } => receiver.expecting(octets),
            Application::Greedy | Application::OnDemand => receiver,
        };
        let sender = Sender::new(settings, application, slow).with_seed(self.seed(settings));
        Made {
            kind: "tcp",
            source: Transport::TcpSender(Box::new(sender)),
            destination: Transport::TcpReceiver(Box::new(receiver)),
            header_bytes: tcp_header_bytes(settings),
            full_payload_bytes: settings.mss_octets(),
        }
    }

    /// What a flow's congestion control draws its random numbers from, if it draws any.
    fn seed(&self, settings: &Settings) -> u64 {
        let draws = settings.variant.variant().congestion.models_path();
        if draws { self.random("congestion control").bits() } else { 0 }
    }

    /// A server at the first host and a client at the second.
    fn web(&self, web: &WebSettings, settings: &Settings) -> Made {
        let [at_server, at_client] = [0, 1].map(|end| {
            let (slow, fast) = (self.slow_timer(end, settings), self.fast_timer(end, settings));
            WebMaker::new(settings, slow, fast).with_seed(self.seed(settings))
        });
        let browser = Browser::new(web, self.random("browser"));
        Made {
            kind: "web",
            source: Transport::WebServer(Box::new(WebServer::new(web.slots(), at_server))),
            destination: Transport::WebClient(Box::new(WebClient::new(browser, web.slots(), at_client))),
            header_bytes: tcp_header_bytes(settings),
            full_payload_bytes: settings.mss_octets(),
        }
    }

    fn slow_timer(&self, end: usize, settings: &Settings) -> TickClock {
        self.timer(end, settings.timer_tick, settings.timer_phase, "slow timer")
    }

    fn fast_timer(&self, end: usize, settings: &Settings) -> TickClock {
        self.timer(end, settings.delayed_ack_timer, settings.timer_phase, "fast timer")
    }

    /// A timer at an end. It is of the host: all its connections that ask for the same period get the same ticks.
    fn timer(&self, end: usize, period: Span, phase: TimerPhase, purpose: &str) -> TickClock {
        match phase {
            TimerPhase::Aligned => TickClock::aligned(period),
            TimerPhase::Random => {
                let host = &self.network.nodes[self.spec.hosts[end].get()].name;
                let name = stream_name(self.network, host, purpose);
                let tick = RandomStream::new(name).below(period.get().max(1));
                TickClock::new(period, Time::from_ps(tick))
            }
        }
    }

    fn udp(&self, settings: &UdpSettings, application: Application) -> Made {
        let Self { net, network, spec } = self;
        let header_bytes = IP_HEADER_BYTES + UDP_HEADER_BYTES;
        let len = settings.payload.get();
        let circuit = match spec.legs.first() {
            Some(Leg::Vc { vc, reversed }) => Some(CircuitId::of_vc(vc.get(), usize::from(*reversed))),
            _ => None,
        };
        let (rate, bits) = match (settings.rate, circuit) {
            (UdpRate::Data(rate), _) => (rate, 8 * len),
            (UdpRate::Line, None) => {
                let link = spec.first_link().expect("a flow has a first leg");
                let rate = network.links[link.link.get()].directions[link.end].rate;
                (rate, 8 * (len + header_bytes))
            }
            (UdpRate::Line, Some(circuit)) => {
                let cells = net.circuits[circuit].encapsulation.cells_for(Bytes::new(len + header_bytes));
                (line_rate(network, spec), cells.get() * CELL_BITS)
            }
        };
        // Behind a router the adapter is not the host's own: the host does not hear of it.
        let waits = circuit.is_some_and(|circuit| net.first_adapter_of(circuit).is_some());
        let buffer = || SocketBuffer::new(settings.socket_buffer.get(), header_bytes, len);
        let (spacing, first) = self.spacing(settings);
        let limit = match application {
            Application::Greedy | Application::OnDemand => u64::MAX,
            Application::Finite { octets } => octets.div_ceil(len.max(1)),
        };
        let source = UdpSource::new(len as u32, bits, rate, first);
        let sender = DatagramSender::new(source, spacing, limit, waits.then(buffer));
        Made {
            kind: "udp",
            source: Transport::UdpSource(Box::new(sender)),
            destination: Transport::UdpSink(UdpSink::default()),
            header_bytes,
            full_payload_bytes: len,
        }
    }

    /// What spaces the datagrams of a flow, and when the first leaves.
    fn spacing(&self, settings: &UdpSettings) -> (Spacing, Time) {
        let start = self.spec.start;
        if let Some(pattern) = &settings.source {
            let pattern = pattern.build(settings.unit(), start, self.random("source"));
            let first = pattern.next_emission();
            return (Spacing::Pattern(Box::new(pattern)), first);
        }
        let Some(seconds) = settings.gap_s else { return (Spacing::Rate, start) };
        let mut gaps = Gaps::new(seconds, self.random("gaps"));
        let first = start + gaps.draw();
        (Spacing::Gaps(Box::new(gaps)), first)
    }

    fn ping(&self, settings: &PingSettings) -> Made {
        let len = settings.payload.get();
        let pace = match settings.interval {
            PingInterval::Every(span) => Pace::Every(span),
            PingInterval::OnReply => Pace::OnReply { timeout: settings.timeout },
        };
        Made {
            kind: "ping",
            source: Transport::Pinger(Box::new(Pinger::new(len as u32, pace, self.spec.start))),
            destination: Transport::Responder(0),
            header_bytes: IP_HEADER_BYTES + ICMP_HEADER_BYTES,
            full_payload_bytes: len,
        }
    }

    /// The next two ports.
    fn outside(&self, mtu: Bytes) -> Made {
        let port = self.net.outside.ports.len() as u32;
        let end = |port| Transport::Outside { port, passed: Passed::default() };
        Made {
            kind: "outside",
            source: end(port),
            destination: end(port + 1),
            header_bytes: 0,
            full_payload_bytes: mtu.get(),
        }
    }

    fn cells(&self, source: &CellSourceConfig) -> Made {
        let source = source.build(Unit::CELL, self.spec.start, self.random("cells"));
        Made {
            kind: "cells",
            source: Transport::CellSource(Box::new(CellSender::new(source))),
            destination: Transport::CellSink(0),
            header_bytes: 0,
            full_payload_bytes: PAYLOAD_BYTES,
        }
    }
}

/// Octets of headers in a full segment, which has the same size with timestamps and without.
fn tcp_header_bytes(settings: &Settings) -> u64 {
    IP_HEADER_BYTES + TCP_HEADER_BYTES + settings.mss.get().saturating_sub(settings.mss_octets())
}

/// The rate of the link at the host where a flow begins.
fn line_rate(network: &Network, spec: &FlowSpec) -> BitRate {
    let Some((vc, reversed)) = spec.vc() else { return BitRate::ZERO };
    let hops = &network.vcs[vc.get()].hops;
    let first = if reversed { hops.last() } else { hops.first() };
    first.map_or(BitRate::ZERO, |hop| {
        let end = if reversed { 1 - hop.end } else { hop.end };
        network.links[hop.link.get()].directions[end].rate
    })
}
