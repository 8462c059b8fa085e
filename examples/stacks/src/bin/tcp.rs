//! A TCP transfer of smoltcp through FQ-CoDel, beside a transfer of Cellwise's own: twice, and both times the same.

use cellwise_path::{Ecn, Port};
use cellwise_stacks::{Device, Wire};
use cellwise_units::Time;
use smoltcp::iface::{Config, Interface, SocketHandle, SocketSet};
use smoltcp::socket::tcp::{CongestionControl, Socket, SocketBuffer};
use smoltcp::time::Instant;
use smoltcp::wire::{HardwareAddress, IpAddress, IpCidr};

const OCTETS: usize = 4_000_000;
const PS_PER_US: u64 = 1_000_000;
const ADDRESSES: [IpAddress; 2] = [IpAddress::v4(198, 18, 0, 1), IpAddress::v4(198, 18, 0, 2)];

/// smoltcp counts microseconds: what arrives is seen at the first that is not before it.
fn after(at: Time) -> Instant {
    Instant::from_micros(at.ps().div_ceil(PS_PER_US) as i64)
}

fn exactly(at: Instant) -> Time {
    Time::from_ps(at.total_micros() as u64 * PS_PER_US)
}

struct Host {
    port: Port,
    device: Device,
    interface: Interface,
    sockets: SocketSet<'static>,
    tcp: SocketHandle,
}

impl Host {
    fn new(port: Port) -> Self {
        let mut device = Device::default();
        let mut config = Config::new(HardwareAddress::Ip);
        config.random_seed = port.index() as u64;
        let mut interface = Interface::new(config, &mut device, Instant::ZERO);
        interface
            .update_ip_addrs(|own| own.push(IpCidr::new(ADDRESSES[port.index()], 24)).expect("room for one"));
        let buffer = || SocketBuffer::new(vec![0; 200_000]);
        let mut socket = Socket::new(buffer(), buffer());
        socket.set_congestion_control(CongestionControl::Reno);
        let mut sockets = SocketSet::new(Vec::new());
        let tcp = sockets.add(socket);
        Self { port, device, interface, sockets, tcp }
    }

    fn tcp(&mut self) -> &mut Socket<'static> {
        self.sockets.get_mut(self.tcp)
    }

    /// Lets the stack do what is due, and offers what it sends.
    fn poll(&mut self, now: Instant, wire: &mut Wire) {
        self.interface.poll(now, &mut self.device, &mut self.sockets);
        for packet in self.device.sent.drain(..) {
            wire.send(self.port, exactly(now), Ecn::NotEct, 0, packet);
        }
    }
}

/// Downloads from the server; the instant at which all is there, lost packets, and the digest.
fn download() -> (Instant, u64, u64) {
    let mut wire = Wire::new(include_str!("../../fq-codel.toml"), 7);
    let mut hosts = ["server", "home"].map(|name| Host::new(wire.path.port(name).expect("a port")));
    hosts[0].tcp().listen(80).expect("a port to listen at");
    let home = &mut hosts[1];
    let socket = home.sockets.get_mut::<Socket>(home.tcp);
    socket.connect(home.interface.context(), (ADDRESSES[0], 80), 50_000).expect("an address");
    let (mut now, mut left, mut received) = (Instant::ZERO, OCTETS, 0);
    while received < OCTETS {
        // What has arrived comes to the sockets, what they are given then leaves.
        hosts.iter_mut().for_each(|host| host.poll(now, &mut wire));
        if hosts[0].tcp().can_send() {
            let taken = hosts[0].tcp().send(|room| (room.len().min(left), room.len().min(left)));
            left -= taken.expect("a connection");
        }
        while hosts[1].tcp().can_recv() {
            received += hosts[1].tcp().recv(|octets| (octets.len(), octets.len())).expect("a connection");
        }
        hosts.iter_mut().for_each(|host| host.poll(now, &mut wire));
        let timers = hosts.iter_mut().filter_map(|host| host.interface.poll_at(now, &host.sockets));
        let until = timers.min().map_or(Time::NEVER, |at| exactly(at.max(now)));
        for (delivery, packet) in wire.run(until) {
            hosts[delivery.port.index()].device.received.push_back(packet);
        }
        now = after(wire.path.now()).max(now);
    }
    (now, wire.lost, wire.digest())
}

fn main() {
    let (at, lost, digest) = download();
    assert_eq!(download(), (at, lost, digest), "the same transfer again");
    println!("{OCTETS} octets in {at}, {lost} packets lost; both times {digest:016x}");
}

#[test]
fn the_same_transfer_twice_is_the_same() {
    main();
}
