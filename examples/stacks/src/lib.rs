//! What the examples share: packets with their octets on a path, and a digest of all that has arrived.

mod device;
mod quic_host;
mod trust;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use cellwise_path::{Delivery, Ecn, Packet, Path, Port, Seed, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;

pub use device::Device;
pub use quic_host::QuicHost;
pub use trust::trusting;

/// A path, and the octets of the packets that are under way on it: a path itself knows lengths and tags only.
pub struct Wire {
    pub path: Path,
    octets: HashMap<u64, Vec<u8>>,
    sent: u64,
    pub lost: u64,
    digest: DefaultHasher,
}

impl Wire {
    pub fn new(toml: &str, seed: u64) -> Self {
        let scenario = parse_toml(toml).and_then(|document| document.scenario()).expect("a good scenario");
        let mut path = Path::new(&scenario, Seed(seed)).expect("a scenario with ports");
        path.keep_fates();
        Self { path, octets: HashMap::new(), sent: 0, lost: 0, digest: DefaultHasher::new() }
    }

    /// Offers a packet of some octets, before which stand headers that the transport does not make.
    pub fn send(&mut self, port: Port, at: Time, ecn: Ecn, headers: u32, octets: Vec<u8>) {
        let packet =
            Packet { octets: headers + octets.len() as u32, ecn, tag: self.sent, ..Packet::default() };
        self.path.offer(port, at, packet).expect("a packet of the present, within the MTU");
        self.octets.insert(self.sent, octets);
        self.sent += 1;
    }

    /// Lets time go on to `until`, or to the first instant at which something arrives, and gives that.
    pub fn run(&mut self, until: Time) -> Vec<(Delivery, Vec<u8>)> {
        let stop = self.path.run(until);
        assert!(matches!(stop, Stop::Delivered(_) | Stop::Until), "{stop:?} before the transfer is over");
        let taken = self.path.take();
        for one in &taken {
            (one.port, one.at.ps(), one.tag).hash(&mut self.digest);
        }
        for fate in self.path.fates() {
            self.octets.remove(&fate.tag);
            self.lost += 1;
        }
        let with_octets = |one: Delivery| (one, self.octets.remove(&one.tag).expect("it was sent"));
        taken.into_iter().map(with_octets).collect()
    }

    /// A number of port, instant and tag of all that has arrived.
    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }
}
