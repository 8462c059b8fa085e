//! A QUIC transfer of quinn-proto down a noisy ADSL line with a policed connection: twice, and both times the same.
//!
//! The keys of TLS are new each time, so that octets differ, but neither lengths nor instants.

use std::time::{Duration, Instant};

use cellwise_stacks::{QuicHost, Wire, trusting};
use cellwise_units::Time;
use quinn_proto::{Connection, Dir, StreamId};

const OCTETS: usize = 2_000_000;
const PS_PER_NS: u64 = 1000;

fn exactly(now: Duration) -> Time {
    Time::from_ps(now.as_nanos() as u64 * PS_PER_NS)
}

/// How many octets are read of what has arrived.
fn read(connection: &mut Connection, stream: StreamId) -> usize {
    let mut stream = connection.recv_stream(stream);
    let Ok(mut chunks) = stream.read(true) else { return 0 };
    let read = std::iter::from_fn(|| chunks.next(usize::MAX).ok()?).map(|chunk| chunk.bytes.len()).sum();
    let _ = chunks.finalize();
    read
}

/// Downloads from the server; the instant at which all is there, lost packets, and the digest.
fn download() -> (Duration, u64, u64) {
    let mut wire = Wire::new(include_str!("../../adsl.toml"), 7);
    let ports = ["server", "home"].map(|name| wire.path.port(name).expect("a port"));
    let (server, client) = trusting("server");
    let mut hosts = [QuicHost::new(ports[0], Some(server)), QuicHost::new(ports[1], None)];
    // Only what has passed since then matters.
    let base = Instant::now();
    hosts[1].connect(base, client, "server");
    let (mut now, mut left, mut received, mut out, mut into) = (Duration::ZERO, OCTETS, 0, None, None);
    while received < OCTETS {
        if let Some((_, server)) = &mut hosts[0].connection {
            out = out.or_else(|| server.streams().open(Dir::Uni));
            let taken = out.and_then(|out| server.send_stream(out).write(&vec![0; left]).ok());
            left -= taken.unwrap_or(0);
        }
        if let Some((_, client)) = &mut hosts[1].connection {
            into = into.or_else(|| client.streams().accept(Dir::Uni));
            received += into.map_or(0, |into| read(client, into));
        }
        let timers = hosts.iter_mut().filter_map(|host| host.drive(base + now, exactly(now), &mut wire));
        let until = timers.min().map_or(Time::NEVER, |timer| exactly(now.max(timer - base)));
        let arrived = wire.run(until);
        // What arrives is seen at the first nanosecond that is not before it.
        now = now.max(Duration::from_nanos(wire.path.now().ps().div_ceil(PS_PER_NS)));
        for (delivery, octets) in arrived {
            hosts[delivery.port.index()].receive(base + now, delivery.ecn, &octets);
        }
    }
    (now, wire.lost, wire.digest())
}

fn main() {
    let (at, lost, digest) = download();
    assert_eq!(download(), (at, lost, digest), "the same transfer again");
    println!("{OCTETS} octets in {at:?}, {lost} packets lost; both times {digest:016x}");
}

#[test]
fn the_same_transfer_twice_is_the_same() {
    main();
}
