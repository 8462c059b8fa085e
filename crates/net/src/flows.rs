//! Making the flows of a network: two end points each, with timers that tick as their host does.

use cellwise_engine::RandomStream;
use cellwise_scenario::{Flow as FlowSpec, FlowKind, Network, UdpRate, UdpSettings};
use cellwise_tcp::udp::{UdpSink, UdpSource};
use cellwise_tcp::{
    Application, IP_HEADER_BYTES, Receiver, Sender, Settings, TCP_HEADER_BYTES, TickClock, TimerPhase,
    UDP_HEADER_BYTES,
};
use cellwise_units::{BitRate, Bytes, CELL_BITS, Span, Time};

use crate::circuit::Delays;
use crate::endpoint::{Endpoint, Transport};
use crate::flow::Flow;
use crate::hop::Element;
use crate::names::stream_name;
use crate::world::World;

/// Adds every flow of the network to its world.
pub(crate) fn add_flows(world: &mut World, network: &Network) {
    for spec in &network.flows {
        let vc = spec.vc.get();
        let circuits = if spec.reversed { [2 * vc + 1, 2 * vc] } else { [2 * vc, 2 * vc + 1] };
        let [source, destination] = [1, 0].map(|way: usize| receiving_host(world, circuits[way]));
        let made = match &spec.kind {
            FlowKind::Tcp { settings, application } => {
                make_tcp(world, network, settings, *application, [source, destination])
            }
            FlowKind::Udp { settings, application } => {
                make_udp(world, network, spec, settings, *application, circuits[0])
            }
        };
        world.circuits[circuits[0]].delays = Some(Delays::default());
        let flow = world.flows.len() as u32;
        let stop = spec.stop.unwrap_or(Time::NEVER);
        let ends = [
            add_endpoint(world, source, made.source, flow, circuits[0], spec.start, stop),
            add_endpoint(world, destination, made.destination, flow, circuits[1], Time::NEVER, Time::NEVER),
        ];
        world.flows.push(Flow {
            name: spec.name.clone(),
            kind: made.kind,
            vc,
            ends,
            header_bytes: made.header_bytes,
            full_payload_bytes: made.full_payload_bytes,
            circuits,
        });
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

fn add_endpoint(
    world: &mut World,
    host: usize,
    transport: Transport,
    flow: u32,
    circuit: usize,
    start: Time,
    stop: Time,
) -> (usize, usize) {
    let endpoints = &mut world.hosts[host].endpoints;
    endpoints.push(Endpoint::new(transport, flow, circuit as u32, start, stop));
    (host, endpoints.len() - 1)
}

/// The host at the end of a circuit.
fn receiving_host(world: &World, circuit: usize) -> usize {
    let circuit = &world.circuits[circuit];
    match world.hops[(circuit.first_hop + circuit.hops - 1) as usize].element {
        Element::Host(host) => host as usize,
        Element::Port(_) => unreachable!("the last hop of a circuit is a host"),
    }
}

fn make_tcp(
    world: &World,
    network: &Network,
    settings: &Settings,
    application: Application,
    [source, destination]: [usize; 2],
) -> Made {
    let slow = timer_of(world, network, source, settings.timer_phase, settings.timer_tick, "slow timer");
    let fast =
        timer_of(world, network, destination, settings.timer_phase, settings.delayed_ack_timer, "fast timer");
    Made {
        kind: "tcp",
        source: Transport::TcpSender(Box::new(Sender::new(settings, application, slow))),
        destination: Transport::TcpReceiver(Box::new(Receiver::new(settings, fast))),
        header_bytes: IP_HEADER_BYTES + TCP_HEADER_BYTES,
        full_payload_bytes: settings.mss.get(),
    }
}

/// A periodic timer of a host: every connection of the host that asks for the same period gets
/// the same ticks.
fn timer_of(
    world: &World,
    network: &Network,
    host: usize,
    phase: TimerPhase,
    period: Span,
    purpose: &str,
) -> TickClock {
    match phase {
        TimerPhase::Aligned => TickClock::aligned(period),
        TimerPhase::Random => {
            let name = stream_name(network, &world.hosts[host].name, purpose);
            let tick = RandomStream::new(name).below(period.get().max(1));
            TickClock::new(period, Time::from_ps(tick))
        }
    }
}

fn make_udp(
    world: &World,
    network: &Network,
    spec: &FlowSpec,
    settings: &UdpSettings,
    application: Application,
    circuit: usize,
) -> Made {
    let header_bytes = IP_HEADER_BYTES + UDP_HEADER_BYTES;
    let len = settings.payload.get();
    let (rate, bits) = match settings.rate {
        UdpRate::Data(rate) => (rate, 8 * len),
        UdpRate::Line => {
            let cells = world.circuits[circuit].encapsulation.cells_for(Bytes::new(len + header_bytes));
            (line_rate(network, spec), cells.get() * CELL_BITS)
        }
    };
    let limit = match application {
        Application::Greedy => u64::MAX,
        Application::Finite { octets } => octets.div_ceil(len.max(1)),
    };
    Made {
        kind: "udp",
        source: Transport::UdpSource { source: UdpSource::new(len as u32, bits, rate, spec.start), limit },
        destination: Transport::UdpSink(UdpSink::default()),
        header_bytes,
        full_payload_bytes: len,
    }
}

/// The rate of the link at the host where a flow begins.
fn line_rate(network: &Network, spec: &FlowSpec) -> BitRate {
    let hops = &network.vcs[spec.vc.get()].hops;
    let first = if spec.reversed { hops.last() } else { hops.first() };
    first.map_or(BitRate::ZERO, |hop| {
        let end = if spec.reversed { 1 - hop.end } else { hop.end };
        network.links[hop.link.get()].directions[end].rate
    })
}
