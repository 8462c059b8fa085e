//! The network of a scenario as a line.

use cellwise_path::{Limit, Packet, Path, Port, Stop};
use cellwise_units::Time;

use crate::line::{Delivery, Line, Offer};

/// A [`Path`] as a [`Line`].
#[derive(Clone, Debug)]
pub struct PathLine {
    path: Path,
    ports: Vec<Port>,
    arrived: Vec<cellwise_path::Delivery>,
}

impl PathLine {
    /// The ports keep their order.
    ///
    /// # Panics
    /// If a port that the path names does not belong to it: a fault of the path.
    #[must_use]
    pub fn new(mut path: Path) -> Self {
        path.keep_fates();
        let port = |name: &String| path.port(name).expect("fault in Cellwise: a path does not know its port");
        let ports = path.ports().iter().map(port).collect();
        Self { path, ports, arrived: Vec::new() }
    }

    /// The names of the ports.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.path.ports()
    }

    /// The longest packet that every port takes, in octets with the IP header.
    #[must_use]
    pub fn mtu(&self) -> usize {
        self.ports.iter().map(|port| self.path.mtu(*port) as usize).min().unwrap_or(0)
    }
}

impl Line for PathLine {
    fn offer(&mut self, offer: Offer) -> Result<(), String> {
        let Offer { port, at, octets, ecn, class, flow, tag } = offer;
        let octets = u32::try_from(octets).map_err(|_| format!("{octets} octets are no packet"))?;
        let packet = Packet { octets, ecn, tag, class, flow };
        self.path.offer(self.ports[port], at, packet).map_err(|why| why.to_string())
    }

    fn run(&mut self, until: Time) -> Result<bool, String> {
        match self.path.run(until) {
            Stop::Delivered(_) => Ok(true),
            Stop::Until => Ok(false),
            Stop::Limit(Limit::End) => Err("the scenario's duration is over".to_owned()),
            Stop::Limit(Limit::Scenario(limit)) => Err(limit),
            Stop::Limit(Limit::Fault) => {
                Err("fault in Cellwise: a law of the simulator was broken".to_owned())
            }
        }
    }

    fn take(&mut self, into: &mut Vec<Delivery>) {
        self.path.take_into(&mut self.arrived);
        into.extend(self.arrived.drain(..).map(|one| Delivery {
            port: one.port.index(),
            at: one.at,
            tag: one.tag,
            ecn: one.ecn,
            damaged: one.damaged,
        }));
    }

    fn lost(&mut self, into: &mut Vec<u64>) {
        into.extend(self.path.fates().into_iter().map(|fate| fate.tag));
    }

    fn copied(&mut self, into: &mut Vec<u64>) {
        into.extend(self.path.copied());
    }

    fn earliest(&self) -> Option<Time> {
        Some(self.path.earliest()).filter(|at| *at != Time::NEVER)
    }

    fn now(&self) -> Time {
        self.path.now()
    }
}
